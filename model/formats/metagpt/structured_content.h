#pragma once

#include "model/conversation/error.h"
#include "model/conversation/json_value.h"
#include "model/conversation/message.h"

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

/// MetaGPT's `instruct_content`: `{class, mapping, value}` or `{class, module, value}`. MetaGPT evaluates the mapping's
/// texts as Python; here they are only compared with the three that it writes, and nothing is evaluated or imported.
/// What those cannot express (numbers, objects, optional members) says a JSON Schema: `{class, schema, value}`.
namespace quarterdeck::formats::metagpt {

/// The types that a field of a mapping can have.
enum class FieldType { Text, ListOfTexts, ListOfListsOfTexts };

/// Parses "(<class 'str'>, Ellipsis)", "(list[str], Ellipsis)", "(list[list[str]], Ellipsis)"; empty for others.
[[nodiscard]] std::optional<FieldType> fieldTypeOf(std::string_view mappingText);
[[nodiscard]] std::string mappingText(FieldType type);
/// "str", "list[str]", "list[list[str]]".
[[nodiscard]] std::string typeName(FieldType type);
/// Whether a value is of that type.
[[nodiscard]] bool isOfType(const nlohmann::json& value, FieldType type);

/// Structured content as it was read, and the fields that were refused.
struct ParsedStructuredContent
{
    conversation::StructuredContent content;    ///< schema: {class, mapping: field → type name}, {class, schema} or
                                                ///< {class, module}
    std::map<std::string, std::string> refused; ///< field → its mapping's text as it came
};

/// A mapping equivalent to a JSON Schema, for MetaGPT's reader; empty if there is none.
[[nodiscard]] std::optional<nlohmann::json> mappingOfSchema(const nlohmann::json& schema);

/// Reads it as data. A field whose mapping is none of the three is refused on its own. Errors: BadInput if it has none
/// of the shapes, or the value does not match its schema; the detail is "$.path: what".
[[nodiscard]] conversation::Result<ParsedStructuredContent> readStructuredContent(const nlohmann::json& content);

} // namespace quarterdeck::formats::metagpt
