#include "model/formats/gemini/cli_messages.h"

#include "model/conversation/message.h"
#include "model/formats/coding_agent/injected_text.h"
#include "model/formats/coding_agent/sub_agents.h"
#include "model/formats/gemini/gemini_reader.h"
#include "model/formats/json/json_text.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <string_view>

namespace quarterdeck::formats::gemini {

using nlohmann::json;

namespace {

constexpr std::size_t mostCalls = 1'000'000;
const std::string toolbox = "Tools";

/// A text, a part, or a list of both.
json partsIn(const json& content)
{
    const bool isNothing = content.is_null() || content == "";
    return content.is_array() ? content : isNothing ? json::array() : json::array({content});
}

std::string textOfPart(const json& part)
{
    return part.is_string() ? part.get<std::string>() : textMember(part, "text");
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

/// Without the tags around what a tool read.
json withoutTags(const json& text)
{
    constexpr std::string_view opening = "<untrusted_context>\n";
    constexpr std::string_view closing = "\n</untrusted_context>";
    std::string_view said = text.is_string() ? std::string_view(text.get_ref<const std::string&>()) : "";
    if (!said.starts_with(opening) || !said.ends_with(closing) || said.size() < opening.size() + closing.size()) {
        return text;
    }
    said.remove_prefix(opening.size());
    said.remove_suffix(closing.size());
    return std::string(said);
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
            pieces.push_back({{"type", "text"}, {"text", withoutTags(content)}});
        }
    }
    if (pieces.empty()) {
        const json& shown = formats::memberOf(call, "resultDisplay");
        return shown.is_string() ? shown : json();
    }
    const bool isOneText = pieces.size() == 1 && textMember(pieces[0], "type") == "text";
    return isOneText ? pieces[0]["text"] : pieces;
}

/// What a record says beside its words.
json furtherOf(json record)
{
    for (const char* key : {"content", "displayContent", "thoughts", "toolCalls", "tokens", "timestamp"}) {
        record.erase(key);
    }
    return record;
}

bool hasResponse(const json& parts)
{
    return std::ranges::any_of(
        parts, [](const json& part) { return memberOf(part, "functionResponse", "function_response").is_object(); });
}

} // namespace

/// It is a line of the output.
bool hasFailedExit(const std::string& output)
{
    constexpr std::string_view mark = "\nExit Code: ";
    const std::string text = "\n" + output;
    const std::size_t at = text.rfind(mark);
    const std::string code = at == std::string::npos ? std::string() : text.substr(at + mark.size());
    const std::size_t end = std::min(code.find('\n'), code.size());
    return !code.empty() && code.find_first_not_of("0123456789-") >= end && code.substr(0, end) != "0";
}

UserParts splitUser(const json& content, const json& shown)
{
    UserParts split;
    split.person = partsIn(shown);
    std::set<std::string> typed;
    for (const json& one : split.person) {
        typed.insert(textOfPart(one));
    }
    bool isReferenced = false;
    for (const json& part : partsIn(content)) {
        const std::string text = textOfPart(part);
        const std::string_view said = trimmedText(text);
        const bool isText = part.is_string() || formats::memberOf(part, "text").is_string();
        if (said == "--- Content from referenced files ---" || said == "--- End of content ---") {
            isReferenced = said.starts_with("--- Content");
        } else if (isText && typed.contains(text)) {
            continue; // it is there
        } else if (isText && (isReferenced || !typed.empty() || isInjected(text))) {
            (split.person.empty() ? split.before : split.after).push_back(part);
        } else {
            split.person.push_back(part);
        }
    }
    return split;
}

void CliMessages::noteNames(const json& record)
{
    for (const json& call : formats::memberOf(record, "toolCalls")) {
        const std::string agent = textMember(call, "agentId");
        if (agent.empty() || m_names.contains(agent) || m_names.size() >= mostCalls) {
            continue;
        }
        std::string name = textMember(formats::memberOf(call, "args"), "agent_name");
        name = name.empty() ? textMember(formats::memberOf(call, "resultDisplay"), "agentName") : name;
        name = name.empty() ? textMember(call, "name") : name;
        name = name.empty() ? unnamedSubAgent : name;
        m_names[agent] = numberedName(name, ++m_numbers[name]);
    }
}

std::string CliMessages::nameOf(const std::string& agent) const
{
    const auto known = m_names.find(agent);
    return agent.empty() ? cliAgent : known == m_names.end() ? unnamedSubAgent : known->second;
}

CliSaid CliMessages::saidIn(json record, const std::string& agent)
{
    const std::string type = textMember(record, "type");
    CliSaid said;
    if (type == "gemini") {
        addAnswers(record, agent, said);
    } else if (type == "user") {
        addUser(record, agent, said);
    } else if (!type.empty()) { // info, warning, error
        json note{{"role", "system"}, {"name", cliProgram}, {"content", formats::memberOf(record, "content")}};
        said.emplace_back(std::move(note), MessageNotes());
    } else {
        said.emplace_back(record.is_object() ? json::object() : record, MessageNotes());
        return said;
    }
    for (auto& [message, notes] : said) {
        notes.time = textMember(record, "timestamp");
    }
    for (const json& call : formats::memberOf(record, "toolCalls")) {
        addResult(call, agent, said);
    }
    if (!said.empty()) {
        said.front().first["further"] = furtherOf(std::move(record));
    }
    for (auto& [message, notes] : said) {
        if (!agent.empty()) { // as Claude Code says whose work it is
            message["agentId"] = agent;
            message["isSidechain"] = true;
        }
    }
    return said;
}

void CliMessages::addUser(const json& record, const std::string& agent, CliSaid& said)
{
    const json parts = partsIn(formats::memberOf(record, "content"));
    if (hasResponse(parts)) {
        return addResponses(parts, agent, said);
    }
    const UserParts split =
        splitUser(formats::memberOf(record, "content"), formats::memberOf(record, "displayContent"));
    const auto add = [&](const json& some, bool isProgram) {
        for (json& message : saidBy("user", some)) {
            MessageNotes notes;
            notes.to = nameOf(agent);
            notes.from = isProgram ? cliProgram : agent.empty() ? std::string() : cliAgent;
            message["role"] = isProgram ? "system" : "user";
            said.emplace_back(std::move(message), std::move(notes));
        }
    };
    add(split.before, true);
    add(split.person, false);
    add(split.after, true);
}

void CliMessages::addAnswers(const json& record, const std::string& agent, CliSaid& said) const
{
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
    const std::string other = agent.empty() ? conversation::address::person.str() : cliAgent;
    for (json& message : messages) {
        MessageNotes notes;
        const bool isAnswer = textMember(message, "role") == "assistant";
        notes.from = isAnswer ? nameOf(agent) : toolbox;
        notes.to = isAnswer ? other : nameOf(agent);
        said.emplace_back(std::move(message), std::move(notes));
    }
    if (!thoughts.empty()) {
        said.back().first["reasoning_content"] = thoughts;
    }
    for (json& call : calls) {
        said.back().first["tool_calls"].push_back(std::move(call));
    }
    for (auto& [message, notes] : said) {
        notes.to = message.contains("tool_calls") ? toolbox : notes.to;
    }
    if (!said.empty()) {
        said.back().second.usage = usageOfRecord(record);
    }
}

void CliMessages::addResult(const json& call, const std::string& agent, CliSaid& said)
{
    const std::string status = textMember(call, "status");
    const std::string id = textMember(call, "id");
    const bool hasFailed = status == "error" || status == "cancelled";
    json output = outputOfCall(call);
    if (output.is_null() && !hasFailed && status != "success") {
        return; // it has not ended
    }
    if (!id.empty() && m_answered.size() < mostCalls && !m_answered.insert(std::hash<std::string>()(id)).second) {
        return;
    }
    MessageNotes notes;
    notes.time = textMember(call, "timestamp");
    const bool isCommand = textMember(call, "name") == "run_shell_command" && output.is_string();
    notes.hasFailed = hasFailed || (isCommand && hasFailedExit(output.get<std::string>()));
    notes.from = toolbox;
    notes.to = nameOf(agent);
    said.emplace_back(json{{"role", "tool"},
                           {"tool_call_id", formats::memberOf(call, "id")},
                           {"name", formats::memberOf(call, "name")},
                           {"content", output.is_null() && hasFailed ? json(status) : std::move(output)}},
                      std::move(notes));
}

/// What tools answered as the model heard it: what was said with the calls is not said again. Media belong to the
/// answer before them.
void CliMessages::addResponses(const json& parts, const std::string& agent, CliSaid& said)
{
    json calls = json::array();
    for (const json& part : parts) {
        const json& answer = memberOf(part, "functionResponse", "function_response");
        if (answer.is_object()) {
            const bool hasFailed = !formats::memberOf(formats::memberOf(answer, "response"), "error").is_null();
            calls.push_back({{"id", answer.value("id", json())},
                             {"name", answer.value("name", json())},
                             {"status", hasFailed ? "error" : "success"},
                             {"result", json::array()}});
        }
        if (!calls.empty()) {
            calls.back()["result"].push_back(part);
        }
    }
    for (const json& call : calls) {
        addResult(call, agent, said);
    }
}

} // namespace quarterdeck::formats::gemini
