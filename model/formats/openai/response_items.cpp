#include "model/formats/openai/response_items.h"

#include "model/formats/json/json_text.h"
#include "model/formats/openai/message_parts.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

std::string textsOf(const json& parts)
{
    std::string text;
    for (const json& part : parts.is_array() ? parts : json::array()) {
        text += (text.empty() ? "" : "\n") + textMember(part, "text");
    }
    return text;
}

/// What a call and its output know each other by.
std::string idOf(const json& item)
{
    for (const char* key : {"call_id", "approval_request_id", "id"}) {
        if (std::string id = textMember(item, key); !id.empty()) {
            return id;
        }
    }
    return {};
}

json call(const std::string& id, const std::string& name, const std::string& arguments)
{
    const json function{{"name", name}, {"arguments", arguments}};
    const json one{{"id", id}, {"type", "function"}, {"function", function}};
    return {{"role", "assistant"}, {"content", nullptr}, {"tool_calls", json::array({one})}};
}

json result(const std::string& id, json content)
{
    return {{"role", "tool"}, {"tool_call_id", id}, {"content", std::move(content)}};
}

std::string compact(const json& value) { return textOfJson(value); }

void addLine(const std::string& line, std::string& text)
{
    if (!line.empty()) {
        text += (text.empty() || text.ends_with('\n') ? "" : "\n") + line;
    }
}

/// What a person reads of one entry of a result.
void addEntry(const json& entry, std::string& text)
{
    if (entry.is_string()) {
        return addLine(entry.get<std::string>(), text);
    }
    const std::size_t before = text.size();
    for (const char* key : {"filename", "title", "url", "logs", "text", "stdout", "stderr", "message"}) {
        addLine(textMember(entry, key), text);
    }
    const json& outcome = memberOf(entry, "outcome");
    if (const json& code = memberOf(outcome, "exit_code"); code.is_number_integer() && code != 0) {
        addLine("exit code " + code.dump(), text);
    } else if (textMember(outcome, "type") == "timeout") {
        addLine("timeout", text);
    }
    const bool isEmptyOutput = entry.is_object() && entry.contains("stdout");
    if (text.size() == before && !isEmptyOutput) {
        addLine(textMember(entry, "name").empty() ? compact(entry) : textMember(entry, "name"), text);
    }
}

std::string textOfResult(const json& value)
{
    std::string text;
    if (value.is_array()) {
        for (const json& entry : value) {
            addEntry(entry, text);
        }
    } else if (!value.is_null()) {
        addEntry(value, text);
    }
    return text;
}

/// Whether an entry says that a command failed.
bool hasFailedEntry(const json& value)
{
    return value.is_array() && std::ranges::any_of(value, [](const json& entry) {
               const json& outcome = memberOf(entry, "outcome");
               const json& code = memberOf(outcome, "exit_code");
               return (code.is_number_integer() && code != 0) || textMember(outcome, "type") == "timeout";
           });
}

bool isSaid(const json& value) { return !value.is_null() && value != "" && !(value.is_structured() && value.empty()); }

/// Pictures among a result's entries are shown; they are at an address.
json contentOfResult(const json& value)
{
    json parts = json::array();
    for (const json& entry : value.is_array() ? value : json::array()) {
        if (textMember(entry, "type") == "image" && !textMember(entry, "url").empty()) {
            parts.push_back(mediaPart("image/", textMember(entry, "url")));
        }
    }
    std::string text = textOfResult(value);
    if (parts.empty()) {
        return text;
    }
    json others = json::array();
    std::ranges::copy_if(value, std::back_inserter(others),
                         [](const json& entry) { return textMember(entry, "type") != "image"; });
    if (text = textOfResult(others); !text.empty()) {
        parts.insert(parts.begin(), json{{"type", "text"}, {"text", text}});
    }
    return parts;
}

/// "shell" of a "shell_call"; an MCP tool has a name.
std::string nameOf(const json& item, const std::string& type)
{
    if (std::string name = textMember(item, "name"); !name.empty()) {
        return name;
    }
    constexpr std::string_view end = "_call";
    return type.ends_with(end) ? type.substr(0, type.size() - end.size()) : type;
}

/// What the tool was given: arguments as the model wrote them, or the members that are neither result nor bookkeeping.
std::string argumentsOf(const json& item)
{
    for (const char* key : {"arguments", "input"}) {
        if (const json& given = memberOf(item, key); given.is_string()) {
            return given.get<std::string>();
        }
    }
    for (const char* key : {"action", "operation", "arguments", "input"}) {
        if (const json& given = memberOf(item, key); given.is_object()) {
            return compact(given);
        }
    }
    json rest = item;
    for (const char* key :
         {"id", "type", "call_id", "status", "outputs", "output", "results", "result", "error", "tools", "name",
          "container_id", "pending_safety_checks", "agent", "encrypted_content", "created_by"}) {
        rest.erase(key);
    }
    return compact(rest);
}

/// What a call that the server ran says of its result; none if that is an item of its own.
void addResultWithin(const json& item, const std::string& id, std::vector<ItemMessage>& messages)
{
    const std::string status = textMember(item, "status");
    const json& error = memberOf(item, "error");
    const bool hasFailed = isSaid(error) || status == "failed" || status == "incomplete";
    if (isSaid(error)) {
        messages.push_back({result(id, textOfResult(error)), true});
        return;
    }
    for (const char* key : {"outputs", "output", "results", "result", "tools"}) {
        if (const json& value = memberOf(item, key); isSaid(value)) {
            messages.push_back({result(id, contentOfResult(value)), hasFailed || hasFailedEntry(value)});
            return;
        }
    }
    if (const json& sources = memberOf(memberOf(item, "action"), "sources"); isSaid(sources)) {
        messages.push_back({result(id, textOfResult(sources)), hasFailed});
        return;
    }
    // Those that the program runs say what came out in an item of its own.
    constexpr std::array runByProgram = {"computer_call", "local_shell_call", "shell_call", "apply_patch_call"};
    const std::string type = textMember(item, "type");
    const bool isRunByProgram = std::ranges::find(runByProgram, type) != runByProgram.end();
    if (hasFailed || (!status.empty() && !isRunByProgram && status != "in_progress")) {
        messages.push_back({result(id, status), hasFailed});
    }
}

std::vector<ItemMessage> callOfTool(const json& item, const std::string& type)
{
    const std::string id = idOf(item);
    std::vector<ItemMessage> messages{{call(id, nameOf(item, type), argumentsOf(item))}};
    addResultWithin(item, id, messages);
    return messages;
}

/// `{result: Base64}` as a picture that the model shows, after the call that made it.
std::vector<ItemMessage> paintedPicture(json item)
{
    const std::string format = textMember(item, "output_format");
    const std::string data = textMember(item, "result");
    item.erase("result");
    json given = json::object();
    if (const std::string prompt = textMember(item, "revised_prompt"); !prompt.empty()) {
        given["prompt"] = prompt;
    }
    const std::string id = idOf(item);
    const std::string status = textMember(item, "status");
    const json picture = dataPart("image/" + (format.empty() ? "png" : format), data);
    return {{call(id, "image_generation", compact(given))},
            {result(id, status.empty() ? "completed" : status)},
            {{{"role", "assistant"}, {"content", json::array({picture})}, {"item", std::move(item)}}}};
}

std::vector<ItemMessage> output(const json& item)
{
    json value = item.value("output", json());
    const bool isPicture = value.is_object() && value.contains("image_url");
    if (isPicture) { // of the screen
        value = json::array({json{{"type", "input_image"}, {"image_url", memberOf(value, "image_url")}}});
    }
    const bool isOfShell =
        value.is_array() && !value.empty() && value.front().is_object() && value.front().contains("stdout");
    const std::string status = textMember(item, "status");
    const bool hasFailed = status == "failed" || hasFailedEntry(value);
    if (isOfShell) {
        value = textOfResult(value);
    } else if (value.is_null() && !status.empty()) {
        value = status;
    }
    return {{result(idOf(item), std::move(value)), hasFailed}};
}

/// What the person (or the program for them) answered to a request.
std::vector<ItemMessage> approval(const json& item)
{
    const bool isApproved = memberOf(item, "approve") == true;
    std::string said = isApproved ? "approved" : "denied";
    addLine(textMember(item, "reason"), said);
    return {{result(idOf(item), said), !isApproved}};
}

std::vector<ItemMessage> reasoning(json item)
{
    const std::string summary = textsOf(memberOf(item, "summary"));
    const std::string whole = textsOf(memberOf(item, "content")); // open models give it
    const std::string text = summary + (summary.empty() || whole.empty() ? "" : "\n") + whole;
    if (text.empty()) {
        return {};
    }
    return {{{{"role", "assistant"}, {"content", nullptr}, {"reasoning_content", text}, {"item", std::move(item)}}}};
}

std::vector<ItemMessage> callOfProgram(const json& item, bool isFunction)
{
    json said{{"name", textMember(item, "name")}};
    said[isFunction ? "arguments" : "input"] = textMember(item, isFunction ? "arguments" : "input");
    const char* kind = isFunction ? "function" : "custom";
    const json one{{"id", textMember(item, "call_id")}, {"type", kind}, {kind, std::move(said)}};
    return {{{{"role", "assistant"}, {"content", nullptr}, {"tool_calls", json::array({one})}}}};
}

} // namespace

bool isItemOfResponse(const json& record)
{
    if (!record.is_object() || !textMember(record, "role").empty()) {
        return false;
    }
    const std::string type = textMember(record, "type");
    return type == "reasoning" || type.ends_with("_call") || type.ends_with("_call_output") || type == "mcp_list_tools"
        || type == "mcp_approval_request" || type == "mcp_approval_response";
}

std::vector<ItemMessage> messagesOfItem(json item)
{
    const std::string type = textMember(item, "type");
    if (!textMember(item, "role").empty()) {
        return {{std::move(item)}};
    }
    if (type == "reasoning") {
        return reasoning(std::move(item));
    }
    if (type == "function_call" || type == "custom_tool_call") {
        return callOfProgram(item, type == "function_call");
    }
    if (type == "image_generation_call" && memberOf(item, "result").is_string()) {
        return paintedPicture(std::move(item));
    }
    if (type.ends_with("_call_output")) {
        return output(item);
    }
    if (type == "mcp_approval_response") {
        return approval(item);
    }
    if (type.ends_with("_call") || type == "mcp_list_tools" || type == "mcp_approval_request") {
        return callOfTool(item, type);
    }
    return {{{{"role", "assistant"}, {"content", json::array({std::move(item)})}}}};
}

} // namespace quarterdeck::formats
