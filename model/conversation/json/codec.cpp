#include "json/codec.h"

#include "json/fields.h"

namespace quarterdeck::conversation::json {

namespace {

std::string_view typeWord(const ContentBlock& block)
{
    struct Namer
    {
        std::string_view operator()(const TextBlock&) const { return "text"; }
        std::string_view operator()(const ThinkingBlock&) const { return "thinking"; }
        std::string_view operator()(const MediaBlock&) const { return {}; } // its kind is its type
        std::string_view operator()(const ToolUseBlock&) const { return "tool_use"; }
        std::string_view operator()(const ToolResultBlock&) const { return "tool_result"; }
        std::string_view operator()(const UnknownBlock&) const { return "unknown"; }
    };
    return std::visit(Namer{}, block);
}

template <typename Block>
ContentBlock blockFrom(const Json& json)
{
    Block block;
    decode(json, block);
    return block;
}

} // namespace

Json Codec<ContentBlock>::write(const ContentBlock& block)
{
    Json json = std::visit([](const auto& one) { return encode(one); }, block);
    if (const std::string_view type = typeWord(block); !type.empty()) {
        json["type"] = type;
    }
    return json;
}

void Codec<ContentBlock>::read(const Json& json, ContentBlock& block)
{
    const auto type = json.is_object() ? json.find("type") : json.end();
    if (type == json.end() || !type->is_string()) {
        throw Mismatch("a block without type");
    }
    const auto& word = type->get_ref<const std::string&>();
    if (word == "text") {
        block = blockFrom<TextBlock>(json);
    } else if (word == "thinking") {
        block = blockFrom<ThinkingBlock>(json);
    } else if (word == "tool_use") {
        block = blockFrom<ToolUseBlock>(json);
    } else if (word == "tool_result") {
        block = blockFrom<ToolResultBlock>(json);
    } else if (word == "unknown") {
        block = blockFrom<UnknownBlock>(json);
    } else {
        block = blockFrom<MediaBlock>(json);
    }
}

Json Codec<Switches>::write(const Switches& switches)
{
    Json on = Json::array();
    for (const auto& [which, word] : Words<Switch>::table) {
        if (switches.isOn(which)) {
            on.push_back(word);
        }
    }
    return on;
}

void Codec<Switches>::read(const Json& json, Switches& switches)
{
    std::vector<Switch> on;
    decode(json, on);
    switches = Switches::none();
    for (const Switch which : on) {
        switches.set(which, true);
    }
}

} // namespace quarterdeck::conversation::json
