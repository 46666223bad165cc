#include "model/formats/json/json_schema.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/schema_check.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace quarterdeck::formats {

using conversation::Result;
using nlohmann::json;

namespace {

constexpr int deepestSchema = 32;
constexpr std::size_t mostCached = 64;
constexpr std::size_t mostNodes = 10'000;
constexpr std::array passedOverWords = {"pattern", "format", "patternProperties", "unevaluatedItems",
                                        "unevaluatedProperties"};
constexpr std::array typeNames = {"null", "boolean", "integer", "number", "string", "array", "object"};

/// Throws what is wrong as a text, which JsonSchema::of catches.
class SchemaParser
{
public:
    using Owned = SchemaNode::Owned;

    explicit SchemaParser(const json& root) : m_root(root) { }

    Owned parse(const json& schema, const std::string& path, int depth)
    {
        if (++m_nodes > mostNodes) {
            throw path + ": size"; // definitions within definitions multiply
        }
        auto node = std::make_unique<SchemaNode>();
        const std::size_t passedOver = m_passedOver;
        if (schema.is_boolean()) {
            node->isNever = schema == false;
            return node;
        }
        if (!schema.is_object() || depth > deepestSchema) {
            throw path + ": " + (schema.is_object() ? "depth" : "no schema");
        }
        if (schema.contains("$ref")) {
            // What is beside a reference applies, too.
            node->all.push_back(parse(definition(schema["$ref"], path), path, depth + 1));
        }
        for (const char* elsewhere : {"$dynamicRef", "$recursiveRef"}) {
            if (schema.contains(elsewhere)) {
                throw path + ": " + elsewhere;
            }
        }
        takeTypes(*node, schema, path);
        takeValues(*node, schema, path);
        takeMembers(*node, schema, path, depth);
        takeDependencies(*node, schema, path, depth);
        takeItems(*node, schema, path, depth);
        takeCombined(*node, schema, path, depth);
        m_passedOver += passesOver(schema) ? 1U : 0U;
        node->isLoose = m_passedOver != passedOver;
        return node;
    }

private:
    /// Whether it restricts values in a way that is not checked here.
    static bool passesOver(const json& schema)
    {
        const auto says = [&](const char* key) {
            const json& said = memberOf(schema, key);
            return !said.is_null() && said != true && said != json::object();
        };
        return std::ranges::any_of(passedOverWords, says);
    }
    /// Resolves "#/$defs/Name", as Pydantic writes nested models; other references are not followed.
    [[nodiscard]] const json& definition(const json& reference, const std::string& path) const
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
    /// A name in a reference: "~1" is a slash, "~0" a tilde.
    static std::string unescaped(std::string name)
    {
        for (const auto& [from, to] : {std::pair{"~1", "/"}, std::pair{"~0", "~"}}) {
            for (std::size_t at = name.find(from); at != std::string::npos; at = name.find(from, at + 1)) {
                name.replace(at, 2, to);
            }
        }
        return name;
    }
    static const json& listAt(const json& schema, const char* key, const std::string& path)
    {
        static const json none = json::array();
        if (!schema.contains(key)) {
            return none;
        }
        if (!schema[key].is_array()) {
            throw path + "." + key + ": no list";
        }
        return schema[key];
    }
    static const json& objectAt(const json& schema, const char* key, const std::string& path)
    {
        static const json none = json::object();
        if (!schema.contains(key)) {
            return none;
        }
        if (!schema[key].is_object()) {
            throw path + "." + key + ": no object";
        }
        return schema[key];
    }
    static std::vector<std::string> namesIn(const json& list, const std::string& path)
    {
        std::vector<std::string> names;
        for (const json& name : list) {
            if (!name.is_string()) {
                throw path + ": " + textOfJson(name);
            }
            names.push_back(name.get<std::string>());
        }
        return names;
    }
    static std::optional<json> numberAt(const json& schema, const char* key, const std::string& path)
    {
        if (!schema.contains(key)) {
            return std::nullopt;
        }
        if (!schema[key].is_number()) {
            throw path + "." + key + ": no number";
        }
        return schema[key];
    }
    static std::optional<std::uint64_t> countAt(const json& schema, const std::string& key, const std::string& path)
    {
        constexpr double most = 1e18;
        const std::optional<json> said = numberAt(schema, key.c_str(), path);
        const double count = said ? said->get<double>() : 0;
        if (!(count >= 0)) {
            throw path + "." + key + ": less than 0";
        }
        return said ? std::optional(static_cast<std::uint64_t>(std::min(count, most))) : std::nullopt;
    }
    static SchemaCount countsAt(const json& schema, const std::string& what, const std::string& path)
    {
        return {countAt(schema, "min" + what, path), countAt(schema, "max" + what, path)};
    }
    /// Null if there is none.
    Owned at(const json& schema, const char* key, const std::string& path, int depth)
    {
        return schema.contains(key) ? parse(schema[key], path + "." + key, depth + 1) : nullptr;
    }
    std::vector<Owned> listOfSchemas(const json& list, const std::string& path, int depth)
    {
        std::vector<Owned> parsed;
        for (std::size_t i = 0; i < list.size(); ++i) {
            parsed.push_back(parse(list[i], path + "[" + std::to_string(i) + "]", depth + 1));
        }
        return parsed;
    }
    std::map<std::string, Owned> schemasByName(const json& object, const std::string& path, int depth)
    {
        std::map<std::string, Owned> parsed;
        for (const auto& [name, member] : object.items()) {
            parsed[name] = parse(member, path + "." + name, depth + 1);
        }
        return parsed;
    }

    static void takeTypes(SchemaNode& node, const json& schema, const std::string& path)
    {
        const json type = schema.value("type", json::array());
        for (const json& name : type.is_array() ? type : json::array({type})) {
            if (std::ranges::find(typeNames, name) == typeNames.end()) {
                throw path + ".type: " + textOfJson(name);
            }
            node.types.push_back(name.get<std::string>());
        }
        if (schema.contains("type") && node.types.empty()) {
            throw path + ".type: []";
        }
        if (schema.value("nullable", json()) == true && !node.types.empty()) {
            node.types.emplace_back("null");
        }
    }
    static void takeValues(SchemaNode& node, const json& schema, const std::string& path)
    {
        if (schema.contains("enum")) {
            const json& allowed = listAt(schema, "enum", path);
            node.allowed.emplace(allowed.begin(), allowed.end());
        }
        if (schema.contains("const")) {
            node.constant = schema["const"];
        }
        node.characters = countsAt(schema, "Length", path);
        takeNumbers(node.numbers, schema, path);
    }
    static void takeNumbers(SchemaNumbers& numbers, const json& schema, const std::string& path)
    {
        numbers.least = numberAt(schema, "minimum", path);
        numbers.most = numberAt(schema, "maximum", path);
        // Up to draft 4, these are flags that make the other two exclusive.
        const auto beyond = [&](const char* key, std::optional<json>& bound) -> std::optional<json> {
            if (const json said = schema.value(key, json()); said.is_boolean()) {
                return said == true ? std::exchange(bound, std::nullopt) : std::nullopt;
            }
            return numberAt(schema, key, path);
        };
        numbers.above = beyond("exclusiveMinimum", numbers.least);
        numbers.below = beyond("exclusiveMaximum", numbers.most);
        numbers.step = numberAt(schema, "multipleOf", path);
        if (numbers.step && !(numbers.step->get<double>() > 0)) {
            throw path + ".multipleOf: not more than 0";
        }
    }
    void takeMembers(SchemaNode& node, const json& schema, const std::string& path, int depth)
    {
        node.properties = schemasByName(objectAt(schema, "properties", path), path + ".properties", depth);
        node.required = namesIn(listAt(schema, "required", path), path + ".required");
        // We do not know which members the patterns match, so none is known to be additional.
        if (objectAt(schema, "patternProperties", path).empty()) {
            node.additional = at(schema, "additionalProperties", path, depth);
        }
        node.names = at(schema, "propertyNames", path, depth);
        node.members = countsAt(schema, "Properties", path);
    }
    void takeDependencies(SchemaNode& node, const json& schema, const std::string& path, int depth)
    {
        for (const char* key : {"dependentRequired", "dependentSchemas", "dependencies"}) {
            for (const auto& [name, said] : objectAt(schema, key, path).items()) {
                const std::string place = path + "." + key + "." + name;
                if (said.is_array()) {
                    node.requiredWith[name] = namesIn(said, place);
                } else {
                    node.fitsWith[name] = parse(said, place, depth + 1);
                }
            }
        }
    }
    /// Positional elements are `prefixItems`; up to draft 2019-09 they are `items`, and the rest has a keyword of its
    /// own.
    void takeItems(SchemaNode& node, const json& schema, const std::string& path, int depth)
    {
        const bool isOld = schema.contains("items") && schema["items"].is_array();
        const char* places = isOld ? "items" : "prefixItems";
        node.firstItems = listOfSchemas(listAt(schema, places, path), path + "." + places, depth);
        node.items = at(schema, isOld ? "additionalItems" : "items", path, depth);
        node.length = countsAt(schema, "Items", path);
        node.areItemsUnique = schema.value("uniqueItems", json()) == true;
        node.contained = at(schema, "contains", path, depth);
        node.containing = countsAt(schema, "Contains", path);
    }
    void takeCombined(SchemaNode& node, const json& schema, const std::string& path, int depth)
    {
        for (const auto& [key, choices] :
             {std::pair{"allOf", &node.all}, std::pair{"anyOf", &node.any}, std::pair{"oneOf", &node.one}}) {
            const json& said = listAt(schema, key, path);
            if (schema.contains(key) && said.empty()) {
                throw path + "." + key + ": []";
            }
            for (Owned& one : listOfSchemas(said, path + "." + key, depth)) {
                choices->push_back(std::move(one));
            }
        }
        node.excluded = at(schema, "not", path, depth);
        node.condition = at(schema, "if", path, depth);
        node.then = at(schema, "then", path, depth);
        node.otherwise = at(schema, "else", path, depth);
    }

    const json& m_root;
    std::size_t m_nodes = 0;
    std::size_t m_passedOver = 0; ///< schemas so far that say what is passed over
};

} // namespace

JsonSchema::JsonSchema(std::unique_ptr<const SchemaNode> root) : m_root(std::move(root)) { }
JsonSchema::~JsonSchema() = default;

Result<std::shared_ptr<const JsonSchema>> JsonSchema::of(const json& schema)
{
    // Messages of one class carry the same schema over and over.
    static std::mutex mutex;
    static std::map<std::string, std::shared_ptr<const JsonSchema>> cached;
    std::string text = textOfJson(schema);
    const std::scoped_lock lock(mutex);
    if (const auto known = cached.find(text); known != cached.end()) {
        return known->second;
    }
    try {
        std::shared_ptr<const JsonSchema> parsed(new JsonSchema(SchemaParser(schema).parse(schema, "$", 0)));
        if (cached.size() >= mostCached) {
            cached.clear();
        }
        return cached[std::move(text)] = std::move(parsed);
    } catch (const std::string& finding) {
        return tl::unexpected(errors::notStructuredContent(finding));
    }
}

std::optional<std::string> JsonSchema::findingIn(const json& value) const { return findingOf(*m_root, value, "$"); }

} // namespace quarterdeck::formats
