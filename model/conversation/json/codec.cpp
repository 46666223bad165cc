#include "model/conversation/json/codec.h"

#include "model/conversation/json/fields.h"

namespace quarterdeck::conversation::json {

Json FoundValue::tree() const
{
    using Type = simdjson::dom::element_type;
    switch (m_found.type()) {
    case Type::ARRAY: {
        Json list = Json::array();
        forEachItem([&](const FoundValue& item) { list.push_back(item.tree()); });
        return list;
    }
    case Type::OBJECT: {
        Json object = Json::object();
        forEachMember([&](std::string_view key, const FoundValue& value) { object[std::string(key)] = value.tree(); });
        return object;
    }
    case Type::STRING:
        return *text();
    case Type::BOOL:
        return *truth();
    case Type::DOUBLE:
        return *number();
    case Type::UINT64:
        return m_found.get_uint64().value_unsafe();
    case Type::INT64: {
        // Like the tree parser: what is not negative is unsigned.
        const std::int64_t number = m_found.get_int64().value_unsafe();
        return number < 0 ? Json(number) : Json(static_cast<std::uint64_t>(number));
    }
    case Type::NULL_VALUE:
        break;
    }
    return {};
}

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

namespace {

template <typename Block, typename Source>
ContentBlock blockFrom(const Source& from)
{
    Block block;
    decode(from, block);
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

template <typename Source>
void Codec<ContentBlock>::read(const Source& from, ContentBlock& block)
{
    const std::optional<Source> type = from.isObject() ? from.member("type") : std::nullopt;
    const std::optional<std::string_view> word = type ? type->text() : std::nullopt;
    if (!word) {
        throw Mismatch("a block without type");
    }
    if (*word == "text") {
        block = blockFrom<TextBlock>(from);
    } else if (*word == "thinking") {
        block = blockFrom<ThinkingBlock>(from);
    } else if (*word == "tool_use") {
        block = blockFrom<ToolUseBlock>(from);
    } else if (*word == "tool_result") {
        block = blockFrom<ToolResultBlock>(from);
    } else if (*word == "unknown") {
        block = blockFrom<UnknownBlock>(from);
    } else {
        block = blockFrom<MediaBlock>(from);
    }
}
template void Codec<ContentBlock>::read(const TreeValue& from, ContentBlock& block);
template void Codec<ContentBlock>::read(const FoundValue& from, ContentBlock& block);

Json Codec<RoutingOptions>::write(const RoutingOptions& switches)
{
    Json on = Json::array();
    for (const auto& [which, word] : Words<RoutingOption>::table) {
        if (switches.isOn(which)) {
            on.push_back(word);
        }
    }
    return on;
}

template <typename Source>
void Codec<RoutingOptions>::read(const Source& from, RoutingOptions& switches)
{
    std::vector<RoutingOption> on;
    decode(from, on);
    switches = RoutingOptions::none();
    for (const RoutingOption which : on) {
        switches.set(which, true);
    }
}
template void Codec<RoutingOptions>::read(const TreeValue& from, RoutingOptions& switches);
template void Codec<RoutingOptions>::read(const FoundValue& from, RoutingOptions& switches);

} // namespace quarterdeck::conversation::json
