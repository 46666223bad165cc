#include "model/formats/coding_agent/qwen_parts.h"

#include "model/formats/gemini/cli_messages.h"
#include "model/formats/json/json_text.h"
#include "model/formats/openai/message_parts.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::formats::qwen {

using conversation::JsonValue;
using conversation::TextBlock;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;
using nlohmann::json;

namespace {

void addMedia(const json& part, const json& data, const ReadLimits& limits, ReadParts& read)
{
    const std::string address = "data:" + textMember(data, "mimeType") + ";base64," + textMember(data, "data");
    auto stored = readDataUrl(address, limits.maxAttachmentBytes);
    if (!stored) {
        read.hasBrokenImage = true;
        read.blocks.emplace_back(conversation::UnknownBlock{JsonValue(part)});
        return;
    }
    conversation::MediaBlock media;
    media.source = {stored->hash, {}, stored->mediaType, {}, static_cast<std::int64_t>(stored->bytes.size()), 0, 0};
    read.attachments.push_back(std::move(*stored));
    read.blocks.emplace_back(std::move(media));
}

/// An answer is `{output}` or `{error}`.
void addResponse(const json& answer, PendingToolCalls& calls, const ReadLimits& limits, ReadParts& read)
{
    const json& response = memberOf(answer, "response");
    const json& failure = memberOf(response, "error");
    const json& output = failure.is_null() ? memberOf(response, "output") : failure;
    ToolResultBlock result;
    result.id = textMember(answer, "id");
    const std::string called = calls.take(result.id);
    result.name = called.empty() ? textMember(answer, "name") : called;
    result.output = output.is_string() ? output.get<std::string>() : response.is_null() ? "" : textOfJson(response);
    result.isError = !failure.is_null() || (result.name == "run_shell_command" && gemini::hasFailedExit(result.output));
    read.blocks.emplace_back(std::move(result));
    for (const json& part : memberOf(answer, "parts")) {
        if (const json& data = memberOf(part, "inlineData"); data.is_object()) {
            addMedia(part, data, limits, read);
        }
    }
}

void addPart(const json& part, PendingToolCalls& calls, const ReadLimits& limits, ReadParts& read)
{
    if (part.is_string()) {
        read.blocks.emplace_back(TextBlock{part.get<std::string>()});
    } else if (memberOf(part, "text").is_string()) {
        const std::string text = textMember(part, "text");
        if (memberOf(part, "thought") == true) {
            read.blocks.emplace_back(conversation::ThinkingBlock{text, {}});
        } else {
            read.blocks.emplace_back(TextBlock{text});
        }
    } else if (const json& call = memberOf(part, "functionCall"); call.is_object()) {
        ToolUseBlock use;
        use.id = textMember(call, "id");
        use.name = textMember(call, "name");
        use.input = JsonValue(memberOf(call, "args"));
        calls.note(use.id, use.name);
        read.blocks.emplace_back(std::move(use));
    } else if (const json& answer = memberOf(part, "functionResponse"); answer.is_object()) {
        addResponse(answer, calls, limits, read);
    } else if (const json& data = memberOf(part, "inlineData"); data.is_object()) {
        addMedia(part, data, limits, read);
    } else if (const std::string address = textMember(memberOf(part, "fileData"), "fileUri"); !address.empty()) {
        conversation::MediaBlock media;
        media.source.url = address;
        read.blocks.emplace_back(std::move(media));
    } else {
        read.blocks.emplace_back(conversation::UnknownBlock{JsonValue(part)});
    }
}

} // namespace

std::optional<ReadParts> readParts(const json& parts, PendingToolCalls& calls, const ReadLimits& limits)
{
    if (!parts.is_array()) {
        return std::nullopt;
    }
    ReadParts read;
    for (const json& part : parts) {
        addPart(part, calls, limits, read);
    }
    return read;
}

std::optional<conversation::Usage> usageOf(const json& record)
{
    const json& told = memberOf(record, "usageMetadata");
    const auto count = [&](const char* key) { return countMember(told, key); };
    conversation::Usage usage;
    usage.model = textMember(record, "model");
    usage.promptTokens = count("promptTokenCount");
    usage.completionTokens = std::max(count("candidatesTokenCount"), count("totalTokenCount") - usage.promptTokens);
    usage.cachedTokens = std::min(count("cachedContentTokenCount"), usage.promptTokens);
    usage.reasoningTokens = std::min(count("thoughtsTokenCount"), usage.completionTokens);
    return usage.totalTokens() == 0 ? std::nullopt : std::optional(std::move(usage));
}

} // namespace quarterdeck::formats::qwen
