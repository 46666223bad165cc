#include "model/formats/metagpt/structured_content.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/json_schema.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"

#include <algorithm>
#include <array>

namespace quarterdeck::formats::metagpt {

using conversation::JsonValue;
using conversation::Result;
using nlohmann::json;

namespace {

struct TypeRow
{
    FieldType type;
    std::string_view mapping;
    std::string_view name;
};

constexpr std::array rows = {
    TypeRow{FieldType::Text, "(<class 'str'>, Ellipsis)", "str"},
    TypeRow{FieldType::ListOfTexts, "(list[str], Ellipsis)", "list[str]"},
    TypeRow{FieldType::ListOfListsOfTexts, "(list[list[str]], Ellipsis)", "list[list[str]]"},
};

const TypeRow& rowOf(FieldType type)
{
    return *std::ranges::find_if(rows, [&](const TypeRow& row) { return row.type == type; });
}

/// For a JSON Schema that says no more than one of the three types.
std::optional<FieldType> fieldTypeOfSchema(const json& schema, std::size_t lists)
{
    const std::string type = textMember(schema, "type");
    if (type == "array" && lists < 2 && schema.contains("items")) {
        return fieldTypeOfSchema(schema["items"], lists + 1);
    }
    constexpr std::array types = {FieldType::Text, FieldType::ListOfTexts, FieldType::ListOfListsOfTexts};
    return type == "string" && !schema.contains("enum") ? std::optional(types.at(lists)) : std::nullopt;
}

Result<ParsedStructuredContent> refusal(const std::string& finding)
{
    return tl::unexpected(errors::notStructuredContent(finding));
}

} // namespace

std::optional<FieldType> fieldTypeOf(std::string_view mappingText)
{
    const auto row = std::ranges::find_if(rows, [&](const TypeRow& one) { return one.mapping == mappingText; });
    return row == rows.end() ? std::nullopt : std::optional(row->type);
}

std::string mappingText(FieldType type) { return std::string(rowOf(type).mapping); }

std::string typeName(FieldType type) { return std::string(rowOf(type).name); }

bool isOfType(const json& value, FieldType type)
{
    if (type == FieldType::Text) {
        return python_json::isText(value);
    }
    const FieldType element = type == FieldType::ListOfTexts ? FieldType::Text : FieldType::ListOfTexts;
    return value.is_array() && std::ranges::all_of(value, [&](const json& one) { return isOfType(one, element); });
}

std::optional<json> mappingOfSchema(const json& schema)
{
    const json properties = schema.is_object() ? schema.value("properties", json()) : json();
    if (!properties.is_object() || properties.empty()) {
        return std::nullopt;
    }
    const json required = schema.value("required", json::array());
    json mapping = json::object();
    for (const auto& [name, property] : properties.items()) {
        const auto type = fieldTypeOfSchema(property, 0);
        if (!type || std::find(required.begin(), required.end(), name) == required.end()) {
            return std::nullopt;
        }
        mapping[name] = mappingText(*type);
    }
    return mapping;
}

Result<ParsedStructuredContent> readStructuredContent(const json& content)
{
    if (!content.is_object() || !content.value("class", json()).is_string()
        || !content.value("value", json()).is_object()) {
        return refusal("$.class, $.value");
    }
    ParsedStructuredContent read;
    json schema{{"class", content["class"]}};
    json value = content["value"];
    if (const json mapping = content.value("mapping", json()); mapping.is_object()) {
        schema["mapping"] = json::object();
        for (const auto& [field, text] : mapping.items()) {
            const auto type = text.is_string() ? fieldTypeOf(text.get<std::string>()) : std::nullopt;
            if (!type) {
                read.refused[field] = text.is_string() ? text.get<std::string>() : textOfJson(text);
                value.erase(field);
            } else if (!value.contains(field) || !isOfType(value[field], *type)) {
                return refusal("$.value." + field);
            } else {
                schema["mapping"][field] = typeName(*type);
            }
        }
    } else if (content.contains("schema")) {
        const auto parsed = JsonSchema::of(content["schema"]);
        if (!parsed) {
            return refusal("$.schema" + parsed.error().detail.substr(1));
        }
        if (const auto finding = (*parsed)->findingIn(value)) {
            return refusal("$.value" + finding->substr(1));
        }
        schema["schema"] = content["schema"];
    } else if (!textMember(content, "module").empty()) {
        schema["module"] = content["module"];
    } else {
        return refusal("$.mapping");
    }
    read.content = {JsonValue(std::move(schema)), JsonValue(std::move(value))};
    return read;
}

} // namespace quarterdeck::formats::metagpt
