#include "model/gateway/rest/session_media.h"

#include "model/gateway/http/request_rules.h"
#include "model/gateway/rest/api_json.h"
#include "model/gateway/rest/session_resource.h"
#include "model/gateway/sent_bodies.h"
#include "model/session/post.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
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

using session::AttachmentPart;

namespace {

constexpr std::int64_t bytesPerRead = std::int64_t{256} << 10;

/// Kept alive by whatever it waits for: a piece being read, or taken.
class Sending final : public std::enable_shared_from_this<Sending>
{
public:
    Sending(session::SessionHub& hub, session::AttachmentInfo info, std::shared_ptr<HttpExchange> exchange)
        : m_hub(hub)
        , m_info(std::move(info))
        , m_exchange(std::move(exchange))
    { }

    /// Thread: the hub's. The result is passed on from the reader's thread.
    void readNext()
    {
        m_hub.library().readAttachmentPart(
            m_info.hash, m_sent, bytesPerRead,
            [self = shared_from_this()](Result<AttachmentPart> part) { self->take(std::move(part)); });
    }

private:
    void take(Result<AttachmentPart> part)
    {
        if (m_sent == 0)
            return begin(std::move(part));
        if (!part || part->bytes.empty())
            return m_exchange->end();
        send(std::move(part->bytes));
    }

    void begin(Result<AttachmentPart> first)
    {
        if (!first)
            return m_exchange->answer(refusal(first.error()));
        HttpResponse head{200, {}, responseMediaType(m_info.mediaType), {{"X-Content-Type-Options", "nosniff"}}};
        m_size = first->size;
        if (m_size == static_cast<std::int64_t>(first->bytes.size())) {
            head.body = std::move(first->bytes);
            return m_exchange->answer(std::move(head));
        }
        head.wholeBytes = static_cast<std::uint64_t>(m_size);
        m_exchange->begin(std::move(head));
        send(std::move(first->bytes));
    }

    void send(std::string piece)
    {
        m_sent += static_cast<std::int64_t>(piece.size());
        if (m_sent < m_size)
            return m_exchange->write(std::move(piece), [self = shared_from_this()] {
                session::post(&self->m_hub, [self] { self->readNext(); });
            });
        m_exchange->write(std::move(piece), {});
        m_exchange->end();
    }

    session::SessionHub& m_hub;
    session::AttachmentInfo m_info;
    std::shared_ptr<HttpExchange> m_exchange;
    std::int64_t m_size = 0;
    std::int64_t m_sent = 0;
};

} // namespace

void sendAttachment(session::SessionHub& hub, const session::AttachmentInfo& info,
                    const std::shared_ptr<HttpExchange>& exchange)
{
    std::make_shared<Sending>(hub, info, exchange)->readNext();
}

/// Pictures and other bytes that programs send and fetch.

using conversation::AttachmentHash;
using conversation::MediaSource;
using session::Nothing;

namespace {

nlohmann::json told(const AttachmentInfo& info)
{
    nlohmann::json body = {{"hash", info.hash.str()}, {"media_type", info.mediaType}, {"size", info.size}};
    if (info.width > 0 && info.height > 0)
        body.update({{"width", info.width}, {"height", info.height}});
    return body;
}

HttpResponse unknownAttachment()
{
    return notFound(QT_TRANSLATE_NOOP("GatewayRefusals", "There is no such attachment in this session."));
}

/// Each once: those of which only the hash was given.
std::vector<AttachmentHash> namedOnly(const std::vector<MediaSource*>& sources)
{
    std::set<AttachmentHash> named;
    for (const MediaSource* source : sources)
        if (!source->hash.isEmpty() && source->mediaType.empty())
            named.insert(source->hash);
    return {named.begin(), named.end()};
}

/// Fills in what was left out; a model must be told what it is shown.
void complete(const std::vector<MediaSource*>& sources, const std::vector<AttachmentInfo>& found)
{
    std::map<AttachmentHash, const AttachmentInfo*> known;
    for (const AttachmentInfo& info : found)
        known.emplace(info.hash, &info);
    for (MediaSource* source : sources) {
        const auto info = known.find(source->hash);
        if (info == known.end() || !source->mediaType.empty())
            continue;
        source->mediaType = info->second->mediaType;
        source->size = info->second->size;
        source->width = info->second->width;
        source->height = info->second->height;
    }
}

} // namespace

void SessionResource::keepAll(Media media, const std::vector<MediaSource*>& sources, const SendResponse& answer,
                              std::function<void()> then)
{
    media.named = namedOnly(sources);
    const std::size_t sent = media.sent.size();
    m_media.keep(std::move(media), [this, sent, sources, answer, then = std::move(then)](const auto& found) {
        if (!found)
            return answer(refusal(found.error()));
        for (std::size_t i = 0; i < sent; ++i) // what is only named may be another session's
            m_index.putAttachment((*found)[i].hash);
        complete(sources, *found);
        then();
    });
}

void SessionResource::keepMedia(const SharedBatch& batch, std::shared_ptr<void> hold, std::function<void()> then)
{
    Media media;
    media.hold = std::move(hold);
    std::vector<MediaSource*> sources;
    for (IncomingMessage& one : batch->sayings) {
        std::ranges::move(std::exchange(one.media, {}), std::back_inserter(media.sent));
        for (conversation::ContentBlock& block : one.message.content)
            if (auto* shown = std::get_if<conversation::MediaBlock>(&block))
                sources.push_back(&shown->source);
    }
    keepAll(std::move(media), sources, batch->answer, std::move(then));
}

void SessionResource::keepMedia(const std::shared_ptr<Asking>& asking, Media media, std::function<void()> then)
{
    std::vector<MediaSource*> sources;
    for (conversation::MediaBlock& image : asking->question.images)
        sources.push_back(&image.source);
    keepAll(std::move(media), sources, asking->answer, std::move(then));
}

void SessionResource::inOrder(std::function<void()> then)
{
    m_media.keep({}, [then = std::move(then)](const StoredAttachments&) { then(); });
}

void SessionResource::keep(formats::RecordedAttachment attachment, std::shared_ptr<void> hold,
                           const SendResponse& answer)
{
    Media media;
    media.sent.push_back(std::move(attachment));
    media.hold = std::move(hold);
    m_media.keep(std::move(media), [this, answer](const StoredAttachments& stored) {
        if (!stored)
            return answer(refusal(stored.error()));
        m_index.putAttachment(stored->front().hash);
        answer(answerOf(201, told(stored->front())));
    });
}

void SessionResource::serveAttachment(const AttachmentHash& hash, const std::shared_ptr<HttpExchange>& exchange)
{
    m_index.whenReady([this, hash, exchange](const Result<Nothing>& ready) {
        if (!ready)
            return exchange->answer(refusal(ready.error()));
        if (!m_index.hasAttachment(hash))
            return exchange->answer(unknownAttachment());
        const auto send = m_replies.wrap<Result<AttachmentInfo>>([this, exchange](const Result<AttachmentInfo>& info) {
            info ? sendAttachment(m_hub, *info, exchange) : exchange->answer(refusal(info.error()));
        });
        m_session.library().attachmentInfo(hash, send);
    });
}

std::optional<HttpResponse> SessionResource::whyNotKnown(const std::vector<IncomingMessage>& sayings) const
{
    for (const IncomingMessage& one : sayings) {
        const auto& content = one.message.content;
        for (std::size_t i = 0; i < content.size(); ++i)
            if (const auto* media = std::get_if<conversation::MediaBlock>(&content[i]))
                if (auto why = whyNotKnown(media->source, one.place + "content[" + std::to_string(i) + "]"))
                    return why;
    }
    return std::nullopt;
}

std::optional<HttpResponse> SessionResource::whyNotKnown(const conversation::MediaSource& media,
                                                         const std::string& place) const
{
    if (media.hash.isEmpty() || m_index.hasAttachment(media.hash))
        return std::nullopt;
    return errorAnswer(422, "unknown_attachment", place + ".source.hash: there is no such attachment in this session.");
}

} // namespace quarterdeck::gateway::api
