#include "model/agents/provider/prompt.h"

#include "model/agents/provider/provider_errors.h"
#include "model/agents/provider/token_estimate.h"
#include "model/conversation/stored_media.h"
#include "model/formats/requests/request_builder.h"

#include <QByteArray>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace quarterdeck::team {

using conversation::AttachmentHash;
using conversation::ContentBlock;
using conversation::Error;
using conversation::ErrorCode;
using conversation::MediaBlock;
using conversation::MediaKind;
using conversation::Message;
using conversation::Result;
using conversation::StoredMedia;
using conversation::ToolResultBlock;
using formats::ChatConfig;
using formats::SerializerLoss;

namespace {

/// Of all attachments in one request.
constexpr std::size_t maxMediaBytes = std::size_t{64} << 20;

using Bytes = std::map<AttachmentHash, std::string>;

bool canTake(const ChatConfig& config, MediaKind kind)
{
    switch (kind) {
    case MediaKind::Image:
        return config.supportsImage;
    case MediaKind::Audio:
        return config.supportsAudio;
    case MediaKind::Video:
        return config.supportsVideo;
    case MediaKind::File:
        return config.supportsFile;
    }
    return false;
}

std::vector<AttachmentHash> wantedAttachments(const std::vector<Message>& messages, const ChatConfig& config)
{
    std::vector<AttachmentHash> wanted;
    for (const Message& message : messages)
        for (const MediaBlock& media : blocksOf<MediaBlock>(message))
            if (media.source.url.empty() && canTake(config, media.kind)
                && std::ranges::find(wanted, media.source.hash) == wanted.end())
                wanted.push_back(media.source.hash);
    if (!canTake(config, MediaKind::Image))
        return wanted;
    for (const Message& message : messages)
        for (const ToolResultBlock& result : blocksOf<ToolResultBlock>(message))
            for (const StoredMedia& media : storedMediaOf(result))
                wanted.push_back(media.hash);
    return wanted;
}

QCoro::Task<Bytes> bytesOf(std::shared_ptr<const ProviderState> state, std::vector<AttachmentHash> wanted,
                           std::shared_ptr<CancelToken> cancel)
{
    Bytes bytes;
    std::size_t total = 0;
    const auto& read = state->shared->environment.readAttachment;
    if (!read)
        co_return bytes;
    for (const AttachmentHash& hash : wanted) {
        auto answer = std::make_shared<OneShot<Result<std::string>>>();
        const Callbacks::Registration onCancel = cancel->onCancel([answer] {
            answer->resolve(tl::make_unexpected(Error{ErrorCode::Cancelled, {}, {}}));
        });
        read(hash, [answer](Result<std::string> content) { answer->resolve(std::move(content)); });
        Result<std::string> content = co_await valueOf(answer);
        if (cancel->isCancelled())
            break;
        if (content && total + content->size() <= maxMediaBytes) {
            total += content->size();
            bytes.emplace(hash, std::move(*content));
        }
    }
    co_return bytes;
}

bool isRemote(const MediaBlock& media)
{
    return QByteArray::fromStdString(media.source.url.substr(0, 4)).toLower() == "http";
}

/// Nothing is fetched from elsewhere without the person's consent, so a server that does not fetch pictures itself gets
/// none from other servers.
std::vector<SerializerLoss> takeOutRemoteImages(std::vector<Message>& messages, const ChatConfig& config)
{
    std::vector<SerializerLoss> losses;
    if (!config.supportsImageBase64Only)
        return losses;
    for (std::size_t place = 0; place < messages.size(); ++place) {
        std::erase_if(messages[place].content, [&](const ContentBlock& block) {
            const auto* media = std::get_if<MediaBlock>(&block);
            const bool goes = media != nullptr && media->kind == MediaKind::Image && isRemote(*media);
            if (goes)
                losses.push_back({place, SerializerLoss::What::Image});
            return goes;
        });
    }
    return losses;
}

std::shared_ptr<const formats::ChatMessageSerializer> serializerOf(Protocol protocol)
{
    return protocol == Protocol::Anthropic ? formats::anthropicSerializer() : formats::openAiSerializer();
}

} // namespace

QCoro::Task<Result<Prompt>> promptOf(std::shared_ptr<const ProviderState> state, ChatRequest request,
                                     std::shared_ptr<CancelToken> cancel)
{
    const std::string model = request.options.model.empty() ? state->model : request.options.model;
    const ChatConfig config = chatConfigOf(state->connection, model, state->shared->prices);
    Prompt prompt;
    prompt.names = std::make_shared<const ToolNames>(request.tools, request.messages);
    std::vector<Message> messages = prompt.names->toServerNames(std::move(request.messages));
    prompt.losses = takeOutRemoteImages(messages, config);
    prompt.tokens = estimatedTokens(messages) + estimatedTokens(request.tools);
    std::vector<AttachmentHash> wanted = wantedAttachments(messages, config);
    Bytes read = co_await bytesOf(state, wanted, cancel);
    const auto bytes = std::make_shared<const Bytes>(std::move(read));
    if (cancel->isCancelled())
        co_return tl::make_unexpected(Error{ErrorCode::Cancelled, provider_errors::cancelled(), {}});
    formats::SerializerContext context;
    context.bytesOf = [bytes](const AttachmentHash& hash) -> std::optional<std::string> {
        const auto found = bytes->find(hash);
        return found == bytes->end() ? std::nullopt : std::optional(found->second);
    };
    request.options.isStreaming = true;
    if (!request.options.maxTokens)
        request.options.maxTokens = answerTokensOf(state->connection, model, state->shared->prices);
    const ModelSize size = sizeOf(state->connection, model, state->shared->prices);
    if (request.options.maxTokens && size.context > 0) // its share of a window that is too small for both
        request.options.maxTokens = std::min(*request.options.maxTokens, size.answer);
    const formats::RequestBuilder builder(serializerOf(state->connection.protocol));
    auto built = builder.build(messages, prompt.names->toServerNames(std::move(request.tools)), config, request.options,
                               context);
    if (!built)
        co_return tl::make_unexpected(built.error());
    nlohmann::json body = built->body.json();
    adaptToService(body, state->connection.service);
    prompt.body = QByteArray::fromStdString(body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    prompt.losses.insert(prompt.losses.end(), built->losses.begin(), built->losses.end());
    co_return prompt;
}

} // namespace quarterdeck::team
