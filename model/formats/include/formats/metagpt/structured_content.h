#pragma once

#include "conversation/error.h"
#include "conversation/json_value.h"
#include "conversation/message.h"

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

/// MetaGPT's `instruct_content`: `{class, mapping, value}` or `{class, module, value}`. It evaluates the mapping's
/// texts as Python; here they are only compared with the three that it writes, and nothing is ever evaluated or
/// imported. What they cannot say (numbers, objects, what may be missing) says a JSON Schema: `{class, schema, value}`.
namespace quarterdeck::formats::metagpt {

/// The types that a field of a mapping can have.
enum class FieldType { Text, ListOfTexts, ListOfListsOfTexts };

/// Of "(<class 'str'>, Ellipsis)", "(list[str], Ellipsis)", "(list[list[str]], Ellipsis)"; nothing for any other text.
[[nodiscard]] std::optional<FieldType> fieldTypeOf(std::string_view mappingText);
[[nodiscard]] std::string mappingText(FieldType type);
/// "str", "list[str]", "list[list[str]]".
[[nodiscard]] std::string typeName(FieldType type);
/// Whether a value is of that type.
[[nodiscard]] bool isOfType(const nlohmann::json& value, FieldType type);

/// Structured content as it was read, and the fields that were refused.
struct ReadStructuredContent
{
    conversation::StructuredContent content;    ///< schema: {class, mapping: field → type name}, {class, schema} or
                                                ///< {class, module}
    std::map<std::string, std::string> refused; ///< field → its mapping's text as it came
};

/// A mapping that says what a JSON Schema says, for MetaGPT's reader; nothing where there is none.
[[nodiscard]] std::optional<nlohmann::json> mappingOfSchema(const nlohmann::json& schema);

/// Reads it as data. A field whose mapping is none of the three is refused by itself. Errors: BadInput for what is of
/// none of the shapes, and for a value that is not as its schema says; the detail is "$.path: what".
[[nodiscard]] conversation::Result<ReadStructuredContent> readStructuredContent(const nlohmann::json& content);

} // namespace quarterdeck::formats::metagpt
