#include "model/gateway/attachment_store.h"

#include <memory>
#include <optional>
#include <utility>

namespace quarterdeck::gateway {

using session::AttachmentInfo;
using session::Result;

namespace {

struct Storing
{
    std::vector<AttachmentInfo> stored;
    std::optional<session::Error> error;
    std::size_t left;
    std::function<void(const StoredAttachments&)> done;
};

void take(Storing& storing, std::size_t place, const Result<AttachmentInfo>& info)
{
    if (info)
        storing.stored[place] = *info;
    else if (!storing.error)
        storing.error = info.error();
    if (--storing.left > 0)
        return;
    storing.error ? storing.done(tl::unexpected(*storing.error)) : storing.done(std::move(storing.stored));
}

} // namespace

void storeAttachments(session::Library& library, const session::CallbackGuard& replies,
                      std::vector<formats::RecordedAttachment> attachments,
                      std::function<void(const StoredAttachments&)> done)
{
    const std::size_t count = attachments.size();
    if (count == 0)
        return done(std::vector<AttachmentInfo>());
    const auto storing =
        std::make_shared<Storing>(Storing{std::vector<AttachmentInfo>(count), std::nullopt, count, std::move(done)});
    for (std::size_t i = 0; i < count; ++i) {
        formats::RecordedAttachment& one = attachments[i];
        library.putAttachment(std::move(one.bytes), std::move(one.mediaType), one.width, one.height,
                              replies.wrap<Result<AttachmentInfo>>(
                                  [storing, i](const Result<AttachmentInfo>& info) { take(*storing, i, info); }));
    }
}

} // namespace quarterdeck::gateway
