#include "formats/json_schema.h"

#include "formats/python_json.h"
#include "sentences.h"
#include "json/json_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <mutex>
#include <vector>

namespace quarterdeck::formats {

using conversation::Result;
using nlohmann::json;

namespace {

constexpr int deepestSchema = 32;
constexpr std::size_t mostCached = 64;
constexpr std::size_t mostNodes = 10'000;
constexpr std::array typeNames = {"null", "boolean", "integer", "number", "string", "array", "object"};

bool isOfType(const json& value, const std::string& type)
{
    const bool isWholeMarked = python_json::isMarked(value) && !python_json::isText(value)
        && !python_json::hasNonFinite(value); // a whole number that JSON's have no room for
    if (type == "integer") {
        return value.is_number_integer() || isWholeMarked
            || (value.is_number_float() && std::trunc(value.get<double>()) == value.get<double>());
    }
    if (type == "number") {
        return value.is_number() || (python_json::isMarked(value) && !python_json::isText(value));
    }
    return (type == "string" && python_json::isText(value)) || (type == "null" && value.is_null())
        || (type == "boolean" && value.is_boolean()) || (type == "array" && value.is_array())
        || (type == "object" && value.is_object());
}

std::string memberPath(const std::string& path, const std::string& name) { return path + "." + name; }

} // namespace

struct JsonSchema::Node
{
    bool isNever = false;
    std::vector<std::string> types; ///< empty = any
    std::vector<json> allowed;      ///< of enum or const; empty = any
    std::map<std::string, std::unique_ptr<Node>> properties;
    std::vector<std::string> required;
    std::unique_ptr<Node> additional; ///< null = anything
    std::unique_ptr<Node> items;      ///< null = anything
    /// Of anyOf and of oneOf; one of each must fit.
    std::vector<std::vector<std::unique_ptr<Node>>> choices;
};

/// Throws the finding as a text; `of` catches it.
struct JsonSchema::Parser
{
    explicit Parser(const json& root) : m_root(root) { }

    std::unique_ptr<Node> parse(const json& schema, const std::string& path, int depth)
    {
        if (++m_nodes > mostNodes) {
            throw path + ": size"; // definitions within definitions multiply
        }
        auto node = std::make_unique<Node>();
        if (schema.is_boolean()) {
            node->isNever = schema == false;
            return node;
        }
        if (!schema.is_object() || depth > deepestSchema) {
            throw path + ": " + (schema.is_object() ? "depth" : "no schema");
        }
        if (schema.contains("$ref")) {
            return parse(definition(schema["$ref"], path), path, depth + 1);
        }
        takeTypes(*node, schema, path);
        takeMembers(*node, schema, path, depth);
        if (schema.contains("items")) {
            node->items = parse(schema["items"], path + ".items", depth + 1);
        }
        for (const char* key : {"anyOf", "oneOf"}) {
            const json choices = schema.value(key, json::array());
            std::vector<std::unique_ptr<Node>>& parsed = node->choices.emplace_back();
            for (std::size_t i = 0; i < choices.size() && choices.is_array(); ++i) {
                parsed.push_back(parse(choices[i], path + "." + key + "[" + std::to_string(i) + "]", depth + 1));
            }
        }
        return node;
    }

private:
    /// Of "#/$defs/Name", as Pydantic writes nested models; nothing is looked for elsewhere.
    const json& definition(const json& reference, const std::string& path) const
    {
        for (const char* list : {"$defs", "definitions"}) {
            const std::string start = std::string("#/") + list + "/";
            const json& all = memberOf(m_root, list);
            if (reference.is_string() && reference.get_ref<const std::string&>().starts_with(start)) {
                const auto found = all.is_object()
                    ? all.find(unescaped(reference.get<std::string>().substr(start.size())))
                    : all.end();
                if (all.is_object() && found != all.end()) {
                    return *found;
                }
            }
        }
        throw path + ": $ref";
    }
    /// A name within a reference: "~1" is a slash, "~0" a tilde.
    static std::string unescaped(std::string name)
    {
        for (const auto& [from, to] : {std::pair{"~1", "/"}, std::pair{"~0", "~"}}) {
            for (std::size_t at = name.find(from); at != std::string::npos; at = name.find(from, at + 1)) {
                name.replace(at, 2, to);
            }
        }
        return name;
    }
    static void takeTypes(Node& node, const json& schema, const std::string& path)
    {
        const json type = schema.value("type", json::array());
        for (const json& name : type.is_array() ? type : json::array({type})) {
            if (std::ranges::find(typeNames, name) == typeNames.end()) {
                throw path + ".type: " + textOfJson(name);
            }
            node.types.push_back(name.get<std::string>());
        }
        if (schema.value("nullable", json()) == true && !node.types.empty()) {
            node.types.emplace_back("null");
        }
        const json allowed = schema.value("enum", json::array());
        if (!allowed.is_array()) {
            throw path + ".enum: no list";
        }
        node.allowed.assign(allowed.begin(), allowed.end());
        if (schema.contains("const")) {
            node.allowed = {schema["const"]};
        }
    }
    void takeMembers(Node& node, const json& schema, const std::string& path, int depth)
    {
        const json properties = schema.value("properties", json::object());
        const json required = schema.value("required", json::array());
        if (!properties.is_object() || !required.is_array()) {
            throw path + (properties.is_object() ? ".required: no list" : ".properties: no object");
        }
        for (const auto& [name, member] : properties.items()) {
            node.properties[name] = parse(member, memberPath(path + ".properties", name), depth + 1);
        }
        for (const json& name : required) {
            if (name.is_string()) {
                node.required.push_back(name.get<std::string>());
            }
        }
        if (schema.contains("additionalProperties")) {
            node.additional = parse(schema["additionalProperties"], path + ".additionalProperties", depth + 1);
        }
    }

    const json& m_root;
    std::size_t m_nodes = 0;
};

struct JsonSchema::Checker
{
    static std::optional<std::string> check(const Node& node, const json& value, const std::string& path)
    {
        if (node.isNever) {
            return path + ": not allowed";
        }
        const auto isOne = [&](const std::string& type) { return isOfType(value, type); };
        if (!node.types.empty() && std::ranges::none_of(node.types, isOne)) {
            return path + ": " + namesOf(node.types);
        }
        if (!node.allowed.empty() && std::ranges::find(node.allowed, value) == node.allowed.end()) {
            return path + ": " + textOfJson(json(node.allowed));
        }
        for (const auto& choices : node.choices) {
            if (auto finding = checkChoices(choices, value, path)) {
                return finding;
            }
        }
        return value.is_object() ? checkMembers(node, value, path)
            : value.is_array()   ? checkItems(node, value, path)
                                 : std::nullopt;
    }

private:
    static std::string namesOf(const std::vector<std::string>& types)
    {
        std::string names;
        for (const std::string& type : types) {
            names += (names.empty() ? "" : "|") + type;
        }
        return names;
    }
    /// What the first choice finds when none fits. Each is asked once: choices within choices must not multiply.
    static std::optional<std::string> checkChoices(const std::vector<std::unique_ptr<Node>>& choices, const json& value,
                                                   const std::string& path)
    {
        std::optional<std::string> first;
        for (const std::unique_ptr<Node>& choice : choices) {
            auto finding = check(*choice, value, path);
            if (!finding) {
                return std::nullopt;
            }
            if (!first) {
                first = std::move(finding);
            }
        }
        return first;
    }
    static std::optional<std::string> checkMembers(const Node& node, const json& value, const std::string& path)
    {
        for (const std::string& name : node.required) {
            if (!value.contains(name)) {
                return memberPath(path, name) + ": required";
            }
        }
        for (const auto& [name, member] : value.items()) {
            const auto known = node.properties.find(name);
            const Node* schema = known == node.properties.end() ? node.additional.get() : known->second.get();
            if (auto finding = schema ? check(*schema, member, memberPath(path, name)) : std::nullopt) {
                return finding;
            }
        }
        return std::nullopt;
    }
    static std::optional<std::string> checkItems(const Node& node, const json& value, const std::string& path)
    {
        for (std::size_t i = 0; node.items && i < value.size(); ++i) {
            if (auto finding = check(*node.items, value[i], path + "[" + std::to_string(i) + "]")) {
                return finding;
            }
        }
        return std::nullopt;
    }
};

JsonSchema::JsonSchema(std::unique_ptr<const Node> root) : m_root(std::move(root)) { }
JsonSchema::~JsonSchema() = default;

Result<std::shared_ptr<const JsonSchema>> JsonSchema::of(const json& schema)
{
    // Messages of one class bear the same schema again and again.
    static std::mutex mutex;
    static std::map<std::string, std::shared_ptr<const JsonSchema>> cached;
    std::string text = textOfJson(schema);
    const std::scoped_lock lock(mutex);
    if (const auto known = cached.find(text); known != cached.end()) {
        return known->second;
    }
    try {
        std::shared_ptr<const JsonSchema> parsed(new JsonSchema(Parser(schema).parse(schema, "$", 0)));
        if (cached.size() >= mostCached) {
            cached.clear();
        }
        return cached[std::move(text)] = std::move(parsed);
    } catch (const std::string& finding) {
        return tl::unexpected(sentences::notStructuredContent(finding));
    }
}

std::optional<std::string> JsonSchema::findingIn(const json& value) const
{
    return Checker::check(*m_root, value, "$");
}

} // namespace quarterdeck::formats
