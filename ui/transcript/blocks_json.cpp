#include "ui/transcript/blocks_json.h"

#include "model/conversation/attachments.h"
#include "model/formats/export/calls_and_results.h"
#include "ui/present/quantities.h"
#include "ui/present/row_limits.h"

#include <QCoreApplication>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace quarterdeck::ui::transcript {

/// The value in which each text that is long Base64, or an address containing it, is replaced by its size: nobody can
/// read it. Pure; thread: any.
[[nodiscard]] nlohmann::json stripBase64(nlohmann::json value);

namespace {

struct Bytes
{
    Q_DECLARE_TR_FUNCTIONS(Bytes)
};

/// Shorter ones are just as likely to be a hash or a key, which people read.
constexpr std::size_t shortest = 400;

bool isBase64(std::string_view text)
{
    return std::ranges::all_of(text, [](char one) {
        return (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') || (one >= '0' && one <= '9') || one == '+'
            || one == '/' || one == '-' || one == '_' || one == '=' || one == '\n' || one == '\r';
    });
}

/// How many bytes a text encodes; 0 = it is meant to be read.
std::int64_t bytesIn(std::string_view text)
{
    if (const auto media = conversation::storedMediaIn(text))
        return std::max<std::int64_t>(media->size, 1);
    constexpr std::string_view mark = ";base64,";
    constexpr std::size_t longestHead = 200;
    if (text.starts_with("data:")) {
        if (const std::size_t found = text.substr(0, longestHead).find(mark); found != std::string_view::npos)
            text.remove_prefix(found + mark.size());
    }
    return text.size() >= shortest && isBase64(text) ? static_cast<std::int64_t>(text.size() / 4 * 3) : 0;
}

} // namespace

nlohmann::json stripBase64(nlohmann::json value)
{
    if (auto* text = value.get_ptr<std::string*>()) {
        if (const std::int64_t count = bytesIn(*text); count > 0)
            *text = Bytes::tr("(%1 of binary data)").arg(wording::bytes(count)).toStdString();
    } else if (value.is_structured()) {
        for (nlohmann::json& part : value)
            part = stripBase64(std::move(part));
    }
    return value;
}

namespace {

/// The model's text is just another way to write the value: if a key appears twice, the value has only one of them, and
/// must not hide the other.
bool isOnlyLaidOutOtherwise(const conversation::ToolUseBlock& block)
{
    if (block.rawInput.size() > longestBlockText)
        return false;
    using Parsed = nlohmann::json::parse_event_t;
    std::vector<std::set<std::string>> keys; // of the objects that are open
    bool isTwice = false;
    const auto note = [&](int, Parsed event, const nlohmann::json& parsed) {
        if (event == Parsed::object_start)
            keys.emplace_back();
        else if (event == Parsed::object_end)
            keys.pop_back();
        else if (event == Parsed::key)
            isTwice = !keys.back().insert(parsed.get<std::string>()).second || isTwice;
        return true;
    };
    const nlohmann::json value = nlohmann::json::parse(block.rawInput, note, false);
    return !isTwice && !value.is_null() && !value.is_discarded() && value == block.input.json();
}

using namespace conversation;
using nlohmann::json;

const char* wordFor(MediaKind kind)
{
    switch (kind) {
    case MediaKind::Image:
        return "image";
    case MediaKind::Audio:
        return "audio";
    case MediaKind::Video:
        return "video";
    case MediaKind::File:
        break;
    }
    return "file";
}

/// Builds blocks as long as there is room for their texts.
struct BlockJson
{
    std::size_t room = longestBlockText; ///< bytes

    json operator()(const TextBlock& block) { return {{"type", "text"}, {"text", take(block.text)}}; }

    json operator()(const ThinkingBlock& block) { return {{"type", "thinking"}, {"text", take(block.text)}}; }

    json operator()(const MediaBlock& block)
    {
        const MediaSource& source = block.source;
        json media{
            {"type", wordFor(block.kind)}, {"mediaType", cutName(source.mediaType)}, {"name", cutName(source.name)}};
        if (!source.hash.isEmpty())
            media["hash"] = source.hash.str();
        else if (!source.url.empty())
            media["url"] = take(source.url);
        if (source.width > 0 && source.height > 0) {
            media["width"] = source.width;
            media["height"] = source.height;
        }
        if (source.size > 0)
            media["size"] = source.size;
        return media;
    }

    json operator()(const ToolUseBlock& block)
    {
        json use{{"type", "tool_use"}, {"id", cutName(block.id)}, {"name", cutName(block.name)}};
        const bool isShort = takes(block.input.json());
        use["input"] = isShort ? block.input.json() : json::object();
        if (!block.rawInput.empty() && !(isShort && isOnlyLaidOutOtherwise(block)))
            use["rawInput"] = take(block.rawInput);
        else if (!isShort)
            use["rawInput"] = valueText(block.input.json());
        return use;
    }

    json operator()(const ToolResultBlock& block)
    {
        json result{{"type", "tool_result"}, {"id", cutName(block.id)}, {"name", cutName(block.name)}};
        const std::vector<formats::ResultPart> parts = formats::resultParts(block);
        if (block.outputBlocks.isNull() || isText(parts)) {
            result["output"] = take(block.output.empty() ? textOf(parts) : block.output);
        } else {
            result["output"] = "";
            result["parts"] = partsJson(block, parts);
        }
        if (block.isError)
            result["isError"] = true;
        return result;
    }

    json operator()(const UnknownBlock& block) { return valueJson("unknown", block.value.json()); }

    json valueJson(const char* type, const json& value)
    {
        if (takes(value))
            return {{"type", type}, {"value", value}};
        return {{"type", type}, {"value", nullptr}, {"text", valueText(value)}};
    }

private:
    std::string take(const std::string& text)
    {
        const std::size_t longest = room;
        room -= std::min(room, text.size());
        return cutText(text, longest);
    }

    /// Whether a value fits as it is.
    bool takes(const json& value)
    {
        const std::size_t size = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).size();
        const bool isShort = size <= std::min(longestValue, room);
        room -= std::min(room, isShort ? size : longestValueText);
        return isShort;
    }

    static bool isText(const std::vector<formats::ResultPart>& parts)
    {
        return !parts.empty() && std::ranges::all_of(parts, [](const formats::ResultPart& part) {
            return part.kind == formats::ResultPart::Kind::Text;
        });
    }

    static std::string textOf(const std::vector<formats::ResultPart>& parts)
    {
        std::string text;
        for (const formats::ResultPart& part : parts)
            text += (text.empty() ? "" : "\n") + part.text;
        return text;
    }

    /// Each by its kind, in order; what is not a list is a single part.
    json partsJson(const ToolResultBlock& block, const std::vector<formats::ResultPart>& parts)
    {
        json list = json::array();
        if (parts.empty() && !block.outputBlocks.json().empty())
            list.push_back(valueJson("unknown", stripBase64(block.outputBlocks.json())));
        for (const formats::ResultPart& part : parts) {
            if (list.size() == mostBlocks || room == 0)
                break;
            list.push_back(partJson(part));
        }
        if (list.size() < parts.size())
            list.push_back({{"type", "text"}, {"text", partsLeftOut(parts.size() - list.size())}});
        return list;
    }

    json partJson(const formats::ResultPart& part)
    {
        using Kind = formats::ResultPart::Kind;
        if (part.kind == Kind::Text)
            return {{"type", "text"}, {"text", take(part.text)}};
        if (part.kind == Kind::Media)
            return (*this)(MediaBlock{part.media, sourceOf(part)});
        json value = valueJson("unknown", stripBase64(part.value.json()));
        if (const json& named = part.value.json(); named.is_object() && named.value("type", json()).is_string())
            value["name"] = cutName(named["type"].get<std::string>());
        return value;
    }

    /// Bytes in the log itself are not given to the page, only the fact that they exist.
    static MediaSource sourceOf(const formats::ResultPart& part)
    {
        if (!part.stored.hash.isEmpty())
            return part.stored;
        MediaSource source;
        source.name = part.name;
        if (!part.url.starts_with("data:")) {
            source.url = part.url;
            return source;
        }
        const std::size_t comma = std::min(part.url.find(','), part.url.size());
        source.mediaType = part.url.substr(5, std::min(part.url.find(';'), comma) - 5);
        source.size = static_cast<std::int64_t>((part.url.size() - comma) / 4 * 3);
        return source;
    }
};

} // namespace

json blocksJson(const Message& message)
{
    json blocks = json::array();
    BlockJson blockJson;
    for (const ContentBlock& block : message.content) {
        if (blocks.size() == mostBlocks || blockJson.room == 0)
            break;
        blocks.push_back(std::visit(blockJson, block));
    }
    if (blocks.size() < message.content.size())
        blocks.push_back({{"type", "text"}, {"text", partsLeftOut(message.content.size() - blocks.size())}});
    if (message.instructContent)
        blocks.push_back(blockJson.valueJson("structured", message.instructContent->value.json()));
    return blocks;
}

json blocksJson(const std::vector<MediaBlock>& media)
{
    Message message;
    message.content.assign(media.begin(), media.end());
    return blocksJson(message);
}

} // namespace quarterdeck::ui::transcript
