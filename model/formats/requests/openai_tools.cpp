#include "model/formats/requests/openai_tools.h"

#include "model/formats/requests/serialize_list.h"

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

void addMembers(json& object, const std::vector<ToolParameter>& parameters, const SerializerFixes& mends);

json baseSchemaOf(const ToolParameter& parameter)
{
    json schema = json::object();
    if (parameter.type) {
        schema["type"] = *parameter.type;
    }
    if (parameter.description) {
        schema["description"] = *parameter.description;
    }
    if (parameter.allowed) {
        schema["enum"] = *parameter.allowed;
    }
    return schema;
}

/// What an array holds if only `children` say so: a single unnamed child is the element, otherwise they are the members
/// of an object.
std::vector<ToolParameter> itemsFromChildren(const ToolParameter& array)
{
    if (array.children.empty()) {
        return {};
    }
    if (array.children.size() == 1 && array.children.front().name.empty()) {
        return {array.children.front()};
    }
    ToolParameter object;
    object.type = "object";
    object.children = array.children;
    return {object};
}

json schemaOfParameter(const ToolParameter& parameter, const SerializerFixes& mends)
{
    json schema = baseSchemaOf(parameter);
    if (parameter.type == "object" && !parameter.children.empty()) {
        addMembers(schema, parameter.children, mends);
    } else if (parameter.type == "array") {
        const auto items =
            parameter.items.empty() && mends.readsItemsFromChildren ? itemsFromChildren(parameter) : parameter.items;
        if (!items.empty()) {
            schema["items"] = schemaOfParameter(items.front(), mends);
        }
    }
    return schema;
}

void addMembers(json& object, const std::vector<ToolParameter>& parameters, const SerializerFixes& mends)
{
    object["properties"] = json::object();
    for (const ToolParameter& parameter : parameters) {
        object["properties"][parameter.name] = schemaOfParameter(parameter, mends);
        if (parameter.isRequired) {
            object["required"].push_back(parameter.name);
        }
    }
}

} // namespace

json schemaOf(const std::vector<ToolParameter>& parameters, const SerializerFixes& mends)
{
    json schema{{"type", "object"}};
    addMembers(schema, parameters, mends);
    return schema;
}

json openAiTools(std::span<const Tool> tools, const ChatConfig& config, const SerializerFixes& mends)
{
    const auto ofProvider = [](const std::string& name) { return json{{"type", name}}; };
    return toolList(tools, config, ofProvider, [&](const Tool& tool) {
        json function{{"name", tool.name}, {"parameters", schemaOf(tool.parameters, mends)}};
        if (tool.description) {
            function["description"] = *tool.description;
        }
        return json{{"type", "function"}, {"function", std::move(function)}};
    });
}

} // namespace quarterdeck::formats
