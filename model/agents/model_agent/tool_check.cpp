#include "model/agents/model_agent/tool_calls.h"
#include "model/formats/json/json_schema.h"
#include "model/formats/requests/message_serializer.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::team {

namespace {

using nlohmann::json;

/// The tool's parameters as a JSON Schema, the form in which servers get them.
json schemaOf(const formats::Tool& tool)
{
    const json tools = formats::anthropicSerializer()->serializeTools({&tool, 1}, formats::ChatConfig());
    return tools.is_array() && !tools.empty() ? tools.front().value("input_schema", json::object()) : json::object();
}

} // namespace

std::optional<std::string> faultIn(const conversation::ToolUseBlock& use, const formats::Tool& tool)
{
    const json& input = use.input.json();
    if (!input.is_object())
        return "$: not a JSON object";
    const auto schema = formats::JsonSchema::of(schemaOf(tool));
    if (!schema)
        return schema.error().detail;
    return (*schema)->findingIn(input);
}

} // namespace quarterdeck::team
