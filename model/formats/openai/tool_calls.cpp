#include "model/formats/openai/tool_calls.h"

#include "model/formats/json/json_text.h"
#include "model/formats/json/parse_text.h"
#include "model/formats/json/python_json.h"

namespace quarterdeck::formats {

using conversation::JsonValue;
using conversation::ToolUseBlock;
using nlohmann::json;

namespace {

/// Arguments are text that should be JSON, written by a model: null when they are not, or nest too deeply.
void setArguments(ToolUseBlock& block, const std::string& text, const ReadLimits& limits)
{
    json parsed = parseText(text, limits).value_or(json());
    // The original text is kept only if the value does not produce the same text again.
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

/// `{"type": "custom", "custom": {"name", "input"}}`: its input is any text. Future kinds are read likewise.
std::optional<ToolUseBlock> readOtherCall(const json& call)
{
    const std::string type = textMember(call, "type");
    const json& given = memberOf(call, type.c_str());
    if (type.empty() || !given.is_object()) {
        return std::nullopt;
    }
    ToolUseBlock block;
    block.id = textMember(call, "id");
    block.name = textMember(given, "name");
    block.rawInput = textMember(given, "input");
    return block;
}

/// Whether it has everything that a call is written with, and nothing else.
bool isCallWrittenAgain(const json& call)
{
    const json& function = memberOf(call, "function");
    return call.size() == 3 && textMember(call, "type") == "function" && !textMember(call, "id").empty()
        && function.size() == 2 && !textMember(function, "name").empty() && memberOf(function, "arguments").is_string();
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

std::optional<ParsedToolCalls> readToolCalls(const json& message, const ReadLimits& limits)
{
    ParsedToolCalls read;
    if (const json* call = present(message, "function_call")) {
        auto block = readCall(json::object(), *call, limits);
        if (!block) {
            return std::nullopt;
        }
        read.calls.push_back(std::move(*block));
    }
    const json& calls = memberOf(message, "tool_calls");
    if (calls.is_null()) {
        return read;
    }
    if (!calls.is_array()) {
        return std::nullopt;
    }
    read.areOdd = calls.empty() || python_json::hasMarks(calls);
    for (const json& call : calls) {
        if (auto block = readCall(call, memberOf(call, "function"), limits)) {
            read.areOdd = read.areOdd || !isCallWrittenAgain(call);
            read.calls.push_back(std::move(*block));
            continue;
        }
        read.areOdd = true;
        if (auto other = readOtherCall(call)) {
            read.calls.push_back(std::move(*other));
        }
    }
    return read;
}

} // namespace quarterdeck::formats
