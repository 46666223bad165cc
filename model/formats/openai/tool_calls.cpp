#include "openai/tool_calls.h"

#include "formats/python_json.h"
#include "json/json_text.h"
#include "json/parse_text.h"

namespace quarterdeck::formats {

using conversation::JsonValue;
using conversation::ToolUseBlock;
using nlohmann::json;

namespace {

/// Arguments are text that should be JSON, written by a model: null when they are not, or nest too deeply.
void setArguments(ToolUseBlock& block, const std::string& text, const ReadLimits& limits)
{
    json parsed = parseText(text, limits).value_or(json());
    // Kept as written only where the value does not give the same text again.
    if (parsed.is_null() || textOfJson(parsed) != text) {
        block.rawInput = text;
    }
    block.input = JsonValue(std::move(parsed));
}

void readArguments(const json& function, const ReadLimits& limits, ToolUseBlock& block)
{
    const auto arguments = function.find("arguments");
    if (arguments == function.end()) {
        return;
    }
    if (!python_json::isText(*arguments)) {
        block.input = JsonValue(*arguments);
        return;
    }
    setArguments(block, python_json::shown(arguments->get<std::string>()), limits);
}

std::optional<ToolUseBlock> readCall(const json& call, const json& function, const ReadLimits& limits)
{
    if (!function.is_object()) {
        return std::nullopt;
    }
    ToolUseBlock block;
    block.id = textMember(call, "id");
    block.name = textMember(function, "name");
    readArguments(function, limits, block);
    return block;
}

const json* present(const json& message, const char* key)
{
    const auto member = message.find(key);
    return member == message.end() || member->is_null() ? nullptr : &*member;
}

} // namespace

ToolUseBlock toolUseOf(std::string id, std::string name, const std::string& arguments, const ReadLimits& limits)
{
    ToolUseBlock block;
    block.id = std::move(id);
    block.name = std::move(name);
    setArguments(block, arguments, limits);
    return block;
}

bool hasToolCalls(const json& message)
{
    const json* calls = present(message, "tool_calls");
    return (calls && !calls->empty()) || present(message, "function_call");
}

std::optional<std::vector<ToolUseBlock>> readToolCalls(const json& message, const ReadLimits& limits)
{
    std::vector<ToolUseBlock> blocks;
    if (const json* call = present(message, "function_call")) {
        auto block = readCall(json::object(), *call, limits);
        if (!block) {
            return std::nullopt;
        }
        blocks.push_back(std::move(*block));
    }
    const json* calls = present(message, "tool_calls");
    if (!calls) {
        return blocks;
    }
    if (!calls->is_array()) {
        return std::nullopt;
    }
    for (const json& call : *calls) {
        const json* function = call.is_object() ? present(call, "function") : nullptr;
        auto block = function ? readCall(call, *function, limits) : std::nullopt;
        if (!block) {
            return std::nullopt;
        }
        blocks.push_back(std::move(*block));
    }
    return blocks;
}

} // namespace quarterdeck::formats
