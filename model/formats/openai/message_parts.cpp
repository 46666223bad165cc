#include "model/formats/openai/message_parts.h"

#include "model/conversation/attachments.h"
#include "model/formats/export/calls_and_results.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"

#include <QByteArray>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string_view>

namespace quarterdeck::formats {

std::optional<RecordedAttachment> readDataUrl(std::string_view url, std::int64_t most)
{
    constexpr std::string_view start = "data:";
    constexpr std::string_view mark = ";base64,";
    const std::size_t comma = url.find(mark);
    if (!url.starts_with(start) || comma == std::string_view::npos || comma > 200) {
        return std::nullopt;
    }
    const std::string_view text = url.substr(comma + mark.size());
    if (static_cast<std::int64_t>(text.size() / 4) * 3 > most) {
        return std::nullopt;
    }
    const auto decoded =
        QByteArray::fromBase64Encoding(QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size())),
                                       QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || decoded.decoded.isEmpty()) {
        return std::nullopt;
    }
    RecordedAttachment attachment;
    attachment.bytes = decoded.decoded.toStdString();
    attachment.mediaType = std::string(url.substr(start.size(), comma - start.size()));
    attachment.hash = conversation::attachmentHash(attachment.bytes);
    return attachment;
}

using nlohmann::json;

json mediaPart(const std::string& mediaType, const std::string& address)
{
    const char* type = mediaType.starts_with("image/") ? "image_url"
        : mediaType.starts_with("audio/")              ? "audio_url"
        : mediaType.starts_with("video/")              ? "video_url"
                                                       : "file_url";
    return {{"type", type}, {type, {{"url", address}}}};
}

json dataPart(const std::string& mediaType, const std::string& base64)
{
    return mediaPart(mediaType, "data:" + mediaType + ";base64," + base64);
}

using conversation::ContentBlock;
using conversation::JsonValue;
using conversation::MediaBlock;
using conversation::MediaKind;
using conversation::MediaSource;
using conversation::TextBlock;
using conversation::ToolResultBlock;
using conversation::UnknownBlock;

namespace {

/// The kind of media in a part of that type.
std::optional<MediaKind> mediaKindOf(const std::string& type)
{
    static const std::map<std::string, MediaKind> kinds = {
        {"image_url", MediaKind::Image},   {"audio_url", MediaKind::Audio}, {"input_audio", MediaKind::Audio},
        {"video_url", MediaKind::Video},   {"file_url", MediaKind::File},   {"file", MediaKind::File},
        {"input_image", MediaKind::Image}, {"input_file", MediaKind::File}};
    const auto found = kinds.find(type);
    return found == kinds.end() ? std::nullopt : std::optional(found->second);
}

std::string addressOfInput(const json& part)
{
    for (const char* name : {"image_url", "file_data", "file_url"}) {
        const json& given = memberOf(part, name);
        std::string address = given.is_object() ? textMember(given, "url") : textMember(part, name);
        if (!address.empty()) {
            return address;
        }
    }
    return {};
}

/// Where a part's media are: `{"image_url": {"url": ..}}`, or the text itself as some programs write it; OpenAI's own
/// sounds and files are inside. Parts of the Responses API have it beside the type.
std::string addressOf(const json& part, const std::string& type)
{
    if (type == "input_image" || type == "input_file") {
        return addressOfInput(part);
    }
    const json& given = memberOf(part, type.c_str());
    if (given.is_string()) {
        return python_json::shownText(given).value_or("");
    }
    if (type == "input_audio") {
        const std::string format = textMember(given, "format");
        const std::string data = textMember(given, "data");
        return data.empty() ? data : "data:audio/" + (format == "mp3" ? "mpeg" : format) + ";base64," + data;
    }
    return textMember(given, type == "file" ? "file_data" : "url");
}

ContentBlock mediaBlock(const json& part, const std::string& type, MediaKind kind, const ReadLimits& limits,
                        ContentParts& parts)
{
    const std::string address = addressOf(part, type);
    const std::string name = textMember(type == "input_file" ? part : memberOf(part, type.c_str()), "filename");
    if (address.empty()) {
        return UnknownBlock{JsonValue(part)};
    }
    if (!address.starts_with("data:")) {
        return MediaBlock{kind, MediaSource{{}, address, {}, name, 0, 0, 0}};
    }
    auto data = readDataUrl(address, limits.maxAttachmentBytes);
    if (!data) {
        parts.hasBrokenImage = true;
        return UnknownBlock{JsonValue(part)};
    }
    const auto size = static_cast<std::int64_t>(data->bytes.size());
    const MediaSource source{data->hash, {}, data->mediaType, name, size, 0, 0};
    parts.attachments.push_back(std::move(*data));
    return MediaBlock{kind, source};
}

ContentBlock partBlock(const json& part, const ReadLimits& limits, ContentParts& parts)
{
    const std::string type = textMember(part, "type");
    const auto text = python_json::shownText(memberOf(part, "text"));
    if ((type == "text" || type == "input_text" || type == "output_text") && text) {
        return TextBlock{*text};
    }
    if (const auto kind = mediaKindOf(type)) {
        return mediaBlock(part, type, *kind, limits, parts);
    }
    if (auto own = python_json::shownText(part)) {
        return TextBlock{std::move(*own)};
    }
    return UnknownBlock{JsonValue(part)};
}

std::string outputOf(const ToolResultBlock& result)
{
    const std::vector<ResultPart> parts = resultParts(result);
    const auto isOther = [](const ResultPart& part) { return part.kind == ResultPart::Kind::Other; };
    if (parts.empty() || std::ranges::any_of(parts, isOther)) {
        return textOfJson(result.outputBlocks.json());
    }
    std::string output;
    for (const ResultPart& part : parts) {
        output += (output.empty() || part.text.empty() ? "" : "\n") + part.text;
    }
    return output;
}

} // namespace

std::optional<ContentParts> readContent(json content, const ReadLimits& limits)
{
    ContentParts parts;
    if (python_json::isMarked(content)) {
        parts.blocks.emplace_back(TextBlock{python_json::shown(content.get<std::string>())});
        return parts;
    }
    if (auto* text = content.get_ptr<std::string*>()) {
        parts.blocks.emplace_back(TextBlock{std::move(*text)});
        return parts;
    }
    if (content.is_null()) {
        return parts;
    }
    if (!content.is_array()) {
        return std::nullopt;
    }
    for (const json& part : content) {
        parts.blocks.push_back(partBlock(part, limits, parts));
    }
    return parts;
}

ToolResultBlock readToolResult(json content, const ReadLimits& limits, std::vector<RecordedAttachment>& attachments)
{
    ToolResultBlock result;
    if (python_json::isMarked(content)) {
        result.output = python_json::shown(content.get<std::string>());
    } else if (auto* text = content.get_ptr<std::string*>()) {
        result.output = std::move(*text);
    } else if (!content.is_null()) {
        result.outputBlocks = JsonValue(std::move(content));
        storeMedia(result, limits, attachments);
        result.output = outputOf(result);
    }
    return result;
}

namespace {

/// The member does not say in which format the sound was requested, but its first bytes do.
std::string soundType(const std::string& bytes)
{
    struct Mark
    {
        std::string_view start;
        const char* mediaType;
    };
    constexpr std::array marks = {Mark{"RIFF", "audio/wav"}, Mark{"OggS", "audio/ogg"}, Mark{"fLaC", "audio/flac"},
                                  Mark{"ID3", "audio/mpeg"}, Mark{"\xff", "audio/mpeg"}};
    const auto found = std::ranges::find_if(marks, [&](const Mark& mark) { return bytes.starts_with(mark.start); });
    return found == marks.end() ? "audio/wav" : found->mediaType;
}

} // namespace

AudioReply extractAudioReply(json& audio, std::int64_t mostBytes)
{
    AudioReply answer;
    if (auto sound = readDataUrl("data:audio/wav;base64," + textMember(audio, "data"), mostBytes)) {
        sound->mediaType = soundType(sound->bytes);
        const auto size = static_cast<std::int64_t>(sound->bytes.size());
        answer.blocks.emplace_back(MediaBlock{MediaKind::Audio, {sound->hash, {}, sound->mediaType, {}, size, 0, 0}});
        answer.sound = std::move(sound);
        audio.erase("data");
    }
    if (const std::string words = textMember(audio, "transcript"); !words.empty()) {
        answer.blocks.emplace_back(TextBlock{words});
    }
    if (answer.blocks.empty()) {
        answer.blocks.emplace_back(UnknownBlock{JsonValue(json{{"audio", audio}})});
    }
    return answer;
}

conversation::AttachmentHash removeAudioReply(const json& audio, std::vector<ContentBlock>& blocks)
{
    conversation::AttachmentHash hash;
    const std::string words = textMember(audio, "transcript");
    std::erase_if(blocks, [&](const ContentBlock& block) {
        if (const auto* media = std::get_if<MediaBlock>(&block); media != nullptr && media->kind == MediaKind::Audio) {
            hash = media->source.hash;
            return true;
        }
        const auto* unknown = std::get_if<UnknownBlock>(&block);
        return unknown != nullptr && memberOf(unknown->value.json(), "audio") == audio;
    });
    const auto spoken = std::find(blocks.rbegin(), blocks.rend(), ContentBlock(TextBlock{words}));
    if (!words.empty() && spoken != blocks.rend()) {
        blocks.erase(std::next(spoken).base());
    }
    return hash;
}

using conversation::ToolUseBlock;

namespace {

/// Arguments are text that should be JSON, written by a model: null when they are not, or nest too deeply.
void setArguments(ToolUseBlock& block, const std::string& text, const ReadLimits& limits)
{
    json parsed = parseText(text, limits).value_or(json());
    // The original text is kept only if the value does not produce the same text again.
    if (parsed.is_null() || textOfJson(parsed) != text) {
        block.rawInput = text;
    }
    block.input = JsonValue(std::move(parsed));
}

void readArguments(const json& function, const ReadLimits& limits, ToolUseBlock& block)
{
    const auto arguments = function.find("arguments");
    if (arguments == function.end()) {
        return;
    }
    if (!python_json::isText(*arguments)) {
        block.input = JsonValue(*arguments);
        return;
    }
    setArguments(block, python_json::shown(arguments->get<std::string>()), limits);
}

std::optional<ToolUseBlock> readCall(const json& call, const json& function, const ReadLimits& limits)
{
    if (!function.is_object()) {
        return std::nullopt;
    }
    ToolUseBlock block;
    block.id = textMember(call, "id");
    block.name = textMember(function, "name");
    readArguments(function, limits, block);
    return block;
}

/// `{"type": "custom", "custom": {"name", "input"}}`: its input is any text. Future kinds are read likewise.
std::optional<ToolUseBlock> readOtherCall(const json& call)
{
    const std::string type = textMember(call, "type");
    const json& given = memberOf(call, type.c_str());
    if (type.empty() || !given.is_object()) {
        return std::nullopt;
    }
    ToolUseBlock block;
    block.id = textMember(call, "id");
    block.name = textMember(given, "name");
    block.rawInput = textMember(given, "input");
    return block;
}

/// Whether it has everything that a call is written with, and nothing else.
bool isCallWrittenAgain(const json& call)
{
    const json& function = memberOf(call, "function");
    return call.size() == 3 && textMember(call, "type") == "function" && !textMember(call, "id").empty()
        && function.size() == 2 && !textMember(function, "name").empty() && memberOf(function, "arguments").is_string();
}

const json* present(const json& message, const char* key)
{
    const auto member = message.find(key);
    return member == message.end() || member->is_null() ? nullptr : &*member;
}

} // namespace

ToolUseBlock toolUseOf(std::string id, std::string name, const std::string& arguments, const ReadLimits& limits)
{
    ToolUseBlock block;
    block.id = std::move(id);
    block.name = std::move(name);
    setArguments(block, arguments, limits);
    return block;
}

bool hasToolCalls(const json& message)
{
    const json* calls = present(message, "tool_calls");
    return (calls && !calls->empty()) || present(message, "function_call");
}

std::optional<ParsedToolCalls> readToolCalls(const json& message, const ReadLimits& limits)
{
    ParsedToolCalls read;
    if (const json* call = present(message, "function_call")) {
        auto block = readCall(json::object(), *call, limits);
        if (!block) {
            return std::nullopt;
        }
        read.calls.push_back(std::move(*block));
    }
    const json& calls = memberOf(message, "tool_calls");
    if (calls.is_null()) {
        return read;
    }
    if (!calls.is_array()) {
        return std::nullopt;
    }
    read.areOdd = calls.empty() || python_json::hasMarks(calls);
    for (const json& call : calls) {
        if (auto block = readCall(call, memberOf(call, "function"), limits)) {
            read.areOdd = read.areOdd || !isCallWrittenAgain(call);
            read.calls.push_back(std::move(*block));
            continue;
        }
        read.areOdd = true;
        if (auto other = readOtherCall(call)) {
            read.calls.push_back(std::move(*other));
        }
    }
    return read;
}

} // namespace quarterdeck::formats
