#include "model/gateway/rest/media_uploads.h"

#include <utility>

namespace quarterdeck::gateway::api {

using session::AttachmentInfo;
using session::Result;

void MediaUploads::keep(Media media, Done done)
{
    const auto step = std::make_shared<Step>(Step{std::move(done), std::move(media.named)});
    m_steps.push_back(step);
    storeAttachments(m_library, m_replies, std::move(media.sent),
                     [this, step, hold = std::move(media.hold)](const StoredAttachments& stored) mutable {
                         hold.reset();
                         step->found = stored;
                         step->isStored = true;
                         settle();
                     });
}

/// What is named may have been sent just before.
void MediaUploads::settle()
{
    while (!m_isLookingUp && !m_steps.empty() && m_steps.front()->isStored) {
        const std::shared_ptr<Step> step = m_steps.front();
        if (step->found && !step->named.empty())
            return lookUp(step);
        m_steps.pop_front();
        step->done(step->found);
    }
}

/// One after the other.
void MediaUploads::lookUp(const std::shared_ptr<Step>& step)
{
    m_isLookingUp = true;
    const conversation::AttachmentHash hash = std::move(step->named.back());
    step->named.pop_back();
    m_library.attachmentInfo(hash,
                             m_replies.wrap<Result<AttachmentInfo>>([this, step](const Result<AttachmentInfo>& info) {
                                 m_isLookingUp = false;
                                 if (info)
                                     step->found->push_back(*info);
                                 else if (info.error().code != conversation::ErrorCode::NotFound)
                                     step->found = tl::unexpected(info.error());
                                 settle();
                             }));
}

} // namespace quarterdeck::gateway::api
