#include "model/formats/openai/answered_request.h"

#include "model/formats/json/json_shape.h"
#include "model/formats/json/json_text.h"
#include "model/formats/openai/media_part.h"

#include <string>

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

/// A list of messages, or one text of the person's.
json messagesIn(json input)
{
    if (input.is_string()) {
        return json::array({json{{"role", "user"}, {"content", std::move(input)}}});
    }
    return input.is_array() ? std::move(input) : json::array();
}

std::string textsOf(const json& parts)
{
    std::string text;
    for (const json& part : parts.is_array() ? parts : json::array()) {
        text += (text.empty() ? "" : "\n") + textMember(part, "text");
    }
    return text;
}

/// `{instructions, input, output}`
json runOfResponse(json response)
{
    json messages = json::array();
    if (const std::string instructions = textMember(response, "instructions"); !instructions.empty()) {
        messages.push_back({{"role", "system"}, {"content", instructions}});
        response.erase("instructions");
    }
    for (const char* list : {"input", "output"}) {
        for (json& item : messagesIn(response.value(list, json()))) {
            messages.push_back(messageOfItem(std::move(item)));
        }
        response.erase(list);
    }
    response["messages"] = std::move(messages);
    return response;
}

/// `{choices: [{message}]}`: the model's alternatives are appended.
json runOfCompletion(json completion)
{
    json messages = messagesIn(completion.value("messages", json()));
    for (json& choice : completion["choices"]) {
        if (choice.is_object() && choice.contains("message")) {
            messages.push_back(std::move(choice["message"]));
            choice.erase("message");
        }
    }
    completion["messages"] = std::move(messages);
    return completion;
}

/// `{result: Base64}` as a picture that the model shows.
json paintedPicture(json item)
{
    const std::string format = textMember(item, "output_format");
    const std::string data = textMember(item, "result");
    item.erase("result");
    const json picture = dataPart("image/" + (format.empty() ? "png" : format), data);
    return {{"role", "assistant"}, {"content", json::array({picture})}, {"item", std::move(item)}};
}

json runOfBody(json body)
{
    if (memberOf(body, "choices").is_array()) {
        return runOfCompletion(std::move(body));
    }
    const bool isResponse = memberOf(body, "output").is_array() || !memberOf(body, "input").is_null();
    return isResponse && !memberOf(body, "messages").is_array() ? runOfResponse(std::move(body)) : body;
}

} // namespace

bool isItemOfResponse(const json& record)
{
    if (!record.is_object() || !textMember(record, "role").empty()) {
        return false;
    }
    const std::string type = textMember(record, "type");
    return type == "reasoning" || type.ends_with("_call") || type.ends_with("_call_output");
}

json messageOfItem(json item)
{
    const std::string type = textMember(item, "type");
    if (!textMember(item, "role").empty()) {
        return item;
    }
    if (type == "reasoning") {
        const std::string summary = textsOf(memberOf(item, "summary"));
        const std::string whole = textsOf(memberOf(item, "content")); // open models give it
        const std::string text = summary + (summary.empty() || whole.empty() ? "" : "\n") + whole;
        return {{"role", "assistant"}, {"content", nullptr}, {"reasoning_content", text}, {"item", std::move(item)}};
    }
    if (type == "function_call" || type == "custom_tool_call") {
        const bool isFunction = type == "function_call";
        json said{{"name", textMember(item, "name")}};
        said[isFunction ? "arguments" : "input"] = textMember(item, isFunction ? "arguments" : "input");
        const char* kind = isFunction ? "function" : "custom";
        const json call{{"id", textMember(item, "call_id")}, {"type", kind}, {kind, std::move(said)}};
        return {{"role", "assistant"}, {"content", nullptr}, {"tool_calls", json::array({call})}};
    }
    if (type == "image_generation_call" && memberOf(item, "result").is_string()) {
        return paintedPicture(std::move(item));
    }
    if (type.ends_with("_call_output")) {
        json output = item.value("output", json());
        if (output.is_object()) { // a picture of the screen
            output = json::array({json{{"type", "input_image"}, {"image_url", memberOf(output, "image_url")}}});
        }
        return {{"role", "tool"}, {"tool_call_id", textMember(item, "call_id")}, {"content", std::move(output)}};
    }
    return {{"role", "assistant"}, {"content", json::array({std::move(item)})}};
}

bool isOfRequests(const JsonShape& shape)
{
    const bool isBatch = shape.has("custom_id")
        && (shape.memberHas("response", "body") || shape.memberHas("body", "messages")
            || shape.memberHas("body", "input"));
    const bool isResponse = shape.has("object") && shape.has("output") && shape.listHas("output", "type");
    const bool isOfItems = shape.listHas("input", "role") || shape.listHas("input", "type");
    const bool isOfText =
        shape.has("input") && (shape.has("instructions") || shape.has("tools")); // embeddings have none
    const bool isRequest = shape.has("model") && (isOfItems || isOfText);
    return isBatch || isResponse || isRequest || shape.listHas("choices", "message");
}

json runOfRequest(json record)
{
    const json& answered = memberOf(memberOf(record, "response"), "body");
    json body = answered.is_object() ? answered : memberOf(record, "body");
    if (!body.is_object()) {
        return runOfBody(std::move(record));
    }
    json run = runOfBody(std::move(body));
    if (record.contains("custom_id")) {
        run["custom_id"] = record["custom_id"];
    }
    return run;
}

} // namespace quarterdeck::formats
