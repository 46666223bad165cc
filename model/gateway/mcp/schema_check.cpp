#include "model/gateway/mcp/schema_check.h"

#include "model/conversation/text.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace quarterdeck::gateway::mcp {

namespace {

using nlohmann::json;
using Finding = std::optional<std::string>;

constexpr std::size_t longestShown = 60;

std::string shown(const json& value)
{
    const std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
    return text.size() <= longestShown ? text : text.substr(0, longestShown) + "...";
}

std::string listed(const json& values)
{
    std::string list;
    for (const json& one : values)
        list += (list.empty() ? "" : ", ") + one.dump();
    return list;
}

std::string keysOf(const json& object)
{
    json keys = json::array();
    for (const auto& member : object.items())
        keys.push_back(member.key());
    return listed(keys);
}

/// In characters.
std::size_t lengthOf(const std::string& text)
{
    return static_cast<std::size_t>(std::ranges::count_if(text, std::not_fn(conversation::utf8::isContinuation)));
}

std::string number(const json& limit) { return limit.dump(); }

bool hasType(const json& value, const std::string& type)
{
    if (type == "integer")
        return value.is_number_integer();
    return type == (value.is_number() ? "number" : value.type_name());
}

Finding typeIn(const json& value, const json& schema, const std::string& place)
{
    const auto type = schema.find("type");
    if (type == schema.end() || !type->is_string() || hasType(value, type->get<std::string>()))
        return std::nullopt;
    const bool isVowel = std::string("aio").find(type->get<std::string>().front()) != std::string::npos;
    return place + " is " + shown(value) + "; it must be " + (isVowel ? "an " : "a ") + type->get<std::string>() + ".";
}

Finding limitsIn(const json& value, const json& schema, const std::string& place)
{
    if (const auto words = schema.find("enum");
        words != schema.end() && std::ranges::find(*words, value) == words->end())
        return place + " is " + shown(value) + "; it must be one of " + listed(*words) + ".";
    if (value.is_number() && schema.contains("minimum") && value < schema["minimum"])
        return place + " is " + shown(value) + "; it must be at least " + number(schema["minimum"]) + ".";
    if (value.is_number() && schema.contains("maximum") && value > schema["maximum"])
        return place + " is " + shown(value) + "; it must be at most " + number(schema["maximum"]) + ".";
    if (value == json("") && schema.value("minLength", 0) > 0)
        return place + " is empty; it must say something.";
    if (value.is_string() && schema.contains("maxLength")
        && lengthOf(value.get_ref<const std::string&>()) > schema["maxLength"].get<std::size_t>())
        return place + " is too long; it may have at most " + number(schema["maxLength"]) + " characters.";
    if (value.is_array() && schema.contains("maxItems") && value.size() > schema["maxItems"].get<std::size_t>())
        return place + " has " + std::to_string(value.size()) + " items; it may have at most "
            + number(schema["maxItems"]) + ".";
    return std::nullopt;
}

Finding wordsFor(const json& value, const json& schema, const std::string& place);

Finding membersIn(const json& value, const json& schema, const std::string& place)
{
    const json known = schema.value("properties", json::object());
    for (const json& key : schema.value("required", json::array()))
        if (!value.contains(key.get<std::string>()))
            return place + "[" + key.get<std::string>() + "] is missing.";
    for (const auto& member : value.items()) {
        const std::string inside = place + "[" + member.key() + "]";
        if (const auto one = known.find(member.key()); one == known.end())
            return schema.value("additionalProperties", json(true)) == json(false)
                ? Finding(place + "[" + shown(member.key()) + "] is unknown; known are " + keysOf(known) + ".")
                : std::nullopt;
        else if (auto finding = wordsFor(member.value(), *one, inside))
            return finding;
    }
    return std::nullopt;
}

/// For a choice, the message of the alternative whose type fits.
Finding choiceIn(const json& value, const json& schema, const std::string& place)
{
    const json choice = schema.value("anyOf", json::array());
    json types = json::array();
    Finding fitting;
    for (const json& one : choice) {
        const auto finding = wordsFor(value, one, place);
        if (!finding)
            return std::nullopt;
        const std::string type = one.value("type", std::string());
        types.push_back(type);
        if (hasType(value, type))
            fitting = finding;
    }
    if (choice.empty() || fitting)
        return fitting;
    return place + " is " + shown(value) + "; it must be one of these types: " + listed(types) + ".";
}

/// The first mismatch, worded for a model: where it is, what it is, what it must be. Covers what our tools' schemas
/// use.
Finding wordsFor(const json& value, const json& schema, const std::string& place)
{
    if (auto finding = typeIn(value, schema, place))
        return finding;
    if (auto finding = limitsIn(value, schema, place))
        return finding;
    if (auto finding = choiceIn(value, schema, place))
        return finding;
    if (value.is_object())
        return membersIn(value, schema, place);
    if (value.is_array() && schema.contains("items"))
        for (std::size_t i = 0; i < value.size(); ++i)
            if (auto finding = wordsFor(value[i], schema["items"], place + "[" + std::to_string(i) + "]"))
                return finding;
    return std::nullopt;
}

} // namespace

SchemaCheck::SchemaCheck(json schema) : m_text(std::move(schema)), m_schema(formats::JsonSchema::of(m_text).value()) { }

std::optional<std::string> SchemaCheck::findingIn(const json& value) const
{
    const Finding finding = m_schema->findingIn(value);
    if (!finding)
        return std::nullopt;
    if (auto words = wordsFor(value, m_text, "arguments"))
        return words;
    return "The arguments do not fit: " + *finding + ".";
}

} // namespace quarterdeck::gateway::mcp
