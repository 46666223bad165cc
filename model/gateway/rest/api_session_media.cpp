#include "model/gateway/http/request_rules.h"
#include "model/gateway/rest/api_responses.h"
#include "model/gateway/rest/attachment_sending.h"
#include "model/gateway/rest/session_resource.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

/// Pictures and other bytes that programs send and fetch.
namespace quarterdeck::gateway::api {

using conversation::AttachmentHash;
using conversation::MediaSource;
using session::AttachmentInfo;
using session::Nothing;
using session::Result;

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
