#include "model/formats/gemini/cli_messages.h"

#include "model/formats/gemini/chat_of_contents.h"
#include "model/formats/json/json_text.h"
#include "model/formats/recording/usage_fields.h"

#include <iterator>

namespace quarterdeck::formats::gemini {

using nlohmann::json;

namespace {

using Said = std::vector<std::pair<json, MessageNotes>>;

/// A text, a part, or a list of both.
json partsIn(const json& content)
{
    const bool isNothing = content.is_null() || content == "";
    return content.is_array() ? content : isNothing ? json::array() : json::array({content});
}

std::vector<json> saidBy(const char* role, const json& content)
{
    return messagesOf({{"role", role}, {"parts", partsIn(content)}});
}

std::string thoughtsIn(const json& record)
{
    std::string text;
    for (const json& thought : formats::memberOf(record, "thoughts")) {
        const std::string subject = textMember(thought, "subject");
        const std::string description = textMember(thought, "description");
        text +=
            (text.empty() ? "" : "\n\n") + subject + (subject.empty() || description.empty() ? "" : "\n") + description;
    }
    return text;
}

std::optional<conversation::Usage> usageOfRecord(const json& record)
{
    const json& tokens = formats::memberOf(record, "tokens");
    const auto count = [&](const char* key) {
        const json& number = formats::memberOf(tokens, key);
        return number.is_number() ? number.get<double>() : 0;
    };
    return formats::usageOf(
        {count("input") + count("tool"), count("output") + count("thoughts"), count("cached"), count("thoughts")},
        textMember(record, "model"));
}

json callOf(const json& call)
{
    const json function{{"name", formats::memberOf(call, "name")}, {"arguments", call.value("args", json::object())}};
    return {{"id", formats::memberOf(call, "id")}, {"type", "function"}, {"function", function}};
}

/// The pieces of what a tool gave; a single text is no list.
json outputOfCall(const json& call)
{
    json pieces = json::array();
    for (json& one : saidBy("user", formats::memberOf(call, "result"))) {
        json& content = one["content"];
        if (content.is_array()) {
            std::move(content.begin(), content.end(), std::back_inserter(pieces));
        } else if (content.is_string()) {
            pieces.push_back({{"type", "text"}, {"text", std::move(content)}});
        }
    }
    if (pieces.empty()) {
        const json& shown = formats::memberOf(call, "resultDisplay");
        return shown.is_string() ? shown : json();
    }
    const bool isOneText = pieces.size() == 1 && textMember(pieces[0], "type") == "text";
    return isOneText ? pieces[0]["text"] : pieces;
}

void addResult(const json& call, Said& said)
{
    const std::string status = textMember(call, "status");
    const bool hasFailed = status == "error" || status == "cancelled";
    json output = outputOfCall(call);
    if (output.is_null() && !hasFailed && status != "success") {
        return; // it has not ended
    }
    MessageNotes notes;
    notes.time = textMember(call, "timestamp");
    notes.hasFailed = hasFailed;
    said.emplace_back(json{{"role", "tool"},
                           {"tool_call_id", formats::memberOf(call, "id")},
                           {"name", formats::memberOf(call, "name")},
                           {"content", output.is_null() && hasFailed ? json(status) : std::move(output)}},
                      std::move(notes));
}

Said answersOf(const json& record)
{
    Said said;
    std::vector<json> messages = saidBy("model", formats::memberOf(record, "content"));
    const std::string thoughts = thoughtsIn(record);
    json calls = json::array();
    for (const json& call : formats::memberOf(record, "toolCalls")) {
        if (call.is_object()) {
            calls.push_back(callOf(call));
        }
    }
    const bool isMore = !thoughts.empty() || !calls.empty();
    if (isMore && (messages.empty() || textMember(messages.back(), "role") != "assistant")) {
        messages.push_back({{"role", "assistant"}, {"content", nullptr}});
    }
    for (json& message : messages) {
        said.emplace_back(std::move(message), MessageNotes());
    }
    if (!thoughts.empty()) {
        said.back().first["reasoning_content"] = thoughts;
    }
    for (json& call : calls) {
        said.back().first["tool_calls"].push_back(std::move(call));
    }
    if (!said.empty()) {
        said.back().second.usage = usageOfRecord(record);
    }
    return said;
}

/// What a record says beside its words.
json furtherOf(json record)
{
    for (const char* key : {"content", "thoughts", "toolCalls", "tokens", "timestamp"}) {
        record.erase(key);
    }
    return record;
}

} // namespace

std::vector<std::pair<json, MessageNotes>> cliMessagesOf(json record)
{
    const std::string type = textMember(record, "type");
    Said said;
    if (type == "gemini") {
        said = answersOf(record);
    } else if (type == "user") {
        for (json& message : saidBy("user", formats::memberOf(record, "content"))) {
            said.emplace_back(std::move(message), MessageNotes());
        }
    } else if (!type.empty()) { // info, warning, error
        json note{{"role", "system"}, {"name", "Gemini CLI"}, {"content", formats::memberOf(record, "content")}};
        said.emplace_back(std::move(note), MessageNotes());
    } else {
        said.emplace_back(record.is_object() ? json::object() : record, MessageNotes());
        return said;
    }
    for (auto& [message, notes] : said) {
        notes.time = textMember(record, "timestamp");
    }
    for (const json& call : formats::memberOf(record, "toolCalls")) {
        addResult(call, said);
    }
    if (!said.empty()) {
        said.front().first["further"] = furtherOf(std::move(record));
    }
    return said;
}

} // namespace quarterdeck::formats::gemini
