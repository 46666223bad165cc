#include "model/agents/provider/prompt.h"

#include "model/agents/provider/provider_errors.h"
#include "model/agents/provider/token_costs.h"
#include "model/conversation/attachments.h"
#include "model/conversation/text.h"
#include "model/formats/requests/chat_request.h"

#include <QByteArray>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>

namespace quarterdeck::team {

using conversation::ContentBlock;
using conversation::Message;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;

namespace {

constexpr std::size_t longest = 64;

bool isAllowed(char character)
{
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z')
        || (character >= '0' && character <= '9') || character == '_' || character == '-';
}

bool isTaken(const std::string& name)
{
    return !name.empty() && name.size() <= longest && std::ranges::all_of(name, isAllowed);
}

/// A character of another alphabet becomes one '_', however many bytes it has.
std::string nearest(const std::string& name)
{
    std::string result;
    for (const char character : name) {
        if (!conversation::utf8::isContinuation(character))
            result += isAllowed(character) ? character : '_';
    }
    return result.empty() ? "tool" : result.substr(0, longest);
}

} // namespace

ToolNames::ToolNames(std::span<const formats::Tool> tools, std::span<const Message> messages)
{
    // Names that need no change come first, so that none of them is given away.
    for (const bool staysAsItIs : {true, false}) {
        const auto addIf = [&](const std::string& name) {
            if (isTaken(name) == staysAsItIs)
                add(name);
        };
        for (const formats::Tool& tool : tools)
            if (!tool.isProvider)
                addIf(tool.name);
        for (const Message& message : messages)
            for (const ToolUseBlock& call : blocksOf<ToolUseBlock>(message))
                addIf(call.name);
    }
}

void ToolNames::add(const std::string& name)
{
    if (m_sent.contains(name))
        return;
    const std::string wanted = isTaken(name) ? name : nearest(name);
    std::string given = wanted;
    for (int number = 2; m_taken.contains(given); ++number) {
        const std::string ending = '_' + std::to_string(number);
        given = wanted.substr(0, longest - ending.size()) + ending;
    }
    m_taken.insert(given);
    m_sent[name] = given;
    if (given != name)
        m_originals[given] = name;
}

const std::string& ToolNames::sentName(const std::string& name) const
{
    const auto found = m_sent.find(name);
    return found == m_sent.end() ? name : found->second;
}

const std::string& ToolNames::original(const std::string& sentName) const
{
    const auto found = m_originals.find(sentName);
    return found == m_originals.end() ? sentName : found->second;
}

std::vector<formats::Tool> ToolNames::toServerNames(std::vector<formats::Tool> tools) const
{
    for (formats::Tool& tool : tools)
        if (!tool.isProvider)
            tool.name = sentName(tool.name);
    return tools;
}

std::vector<Message> ToolNames::toServerNames(std::vector<Message> messages) const
{
    if (areAllKept())
        return messages;
    for (Message& message : messages) {
        for (ContentBlock& block : message.content) {
            if (auto* call = std::get_if<ToolUseBlock>(&block))
                call->name = sentName(call->name);
            else if (auto* result = std::get_if<ToolResultBlock>(&block))
                result->name = sentName(result->name);
        }
    }
    return messages;
}

using conversation::AttachmentHash;
using conversation::Error;
using conversation::ErrorCode;
using conversation::MediaBlock;
using conversation::MediaKind;
using conversation::Result;
using conversation::StoredMedia;
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

using nlohmann::json;

namespace {

struct DataUrl
{
    std::string type;
    std::string data;
};

std::optional<DataUrl> dataUrlOf(const json& part, const char* key)
{
    const auto member = part.find(key);
    if (member == part.end() || !member->is_object() || !member->contains("url") || !(*member)["url"].is_string())
        return std::nullopt;
    const std::string url = (*member)["url"].get<std::string>();
    constexpr std::string_view scheme = "data:";
    constexpr std::string_view mark = ";base64,";
    const std::size_t comma = url.find(mark);
    if (!url.starts_with(scheme) || comma == std::string::npos)
        return std::nullopt;
    return DataUrl{url.substr(scheme.size(), comma - scheme.size()), url.substr(comma + mark.size())};
}

/// "wav" for audio/x-wav, "mp3" for audio/mpeg.
std::string formatOf(const std::string& type)
{
    if (type.find("wav") != std::string::npos)
        return "wav";
    if (type.find("mpeg") != std::string::npos || type.find("mp3") != std::string::npos)
        return "mp3";
    return type.substr(type.find('/') + 1);
}

/// The part in the server's words; null if it cannot take it.
json adaptedPart(const json& part, Service service)
{
    const std::string type = part.value("type", "");
    if (type == "audio_url") {
        const auto sound = dataUrlOf(part, "audio_url");
        return sound
            ? json{{"type", "input_audio"}, {"input_audio", {{"data", sound->data}, {"format", formatOf(sound->type)}}}}
            : json();
    }
    if (type == "file_url" && service == Service::OpenAi) {
        const auto file = dataUrlOf(part, "file_url");
        return file
            ? json{{"type", "file"},
                   {"file", {{"filename", "document"}, {"file_data", "data:" + file->type + ";base64," + file->data}}}}
            : json();
    }
    return part;
}

void adaptParts(json& message, Service service)
{
    const auto content = message.find("content");
    if (content == message.end() || !content->is_array())
        return;
    json adapted = json::array();
    for (const json& part : *content)
        if (json one = part.is_object() ? adaptedPart(part, service) : part; !one.is_null())
            adapted.push_back(std::move(one));
    *content = std::move(adapted);
}

} // namespace

void adaptToService(json& body, Service service)
{
    const bool wantsInputAudio = service == Service::OpenAi || service == Service::LlamaCpp;
    if (const auto messages = body.find("messages"); wantsInputAudio && messages != body.end() && messages->is_array())
        for (json& message : *messages)
            adaptParts(message, service);
    if (const auto most = body.find("max_tokens"); service == Service::OpenAi && most != body.end()) {
        body["max_completion_tokens"] = *most;
        body.erase("max_tokens"); // its thinking models refuse it
    }
}

} // namespace quarterdeck::team
