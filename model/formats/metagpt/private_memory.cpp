#include "model/formats/metagpt/private_memory.h"

#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace quarterdeck::formats::metagpt {

using conversation::Address;
using conversation::Message;
using nlohmann::json;

namespace {

/// `[{"command_name", "args"}]`: what a role's model decided to do; only the role's own memory has it.
bool isCommandList(const json& value)
{
    return value.is_array() && !value.empty()
        && std::ranges::all_of(value, [](const json& one) { return !textMember(one, "command_name").empty(); });
}

/// The content of the first "```json" block, extracted as MetaGPT does it; empty if there is none.
std::string fenced(const std::string& text)
{
    constexpr std::string_view open = "```json";
    const std::size_t start = text.find(open);
    const std::size_t line = start == std::string::npos ? start : text.find('\n', start);
    const std::size_t end = line == std::string::npos ? line : text.find("\n```", line);
    return end == std::string::npos ? std::string() : text.substr(line + 1, end - line - 1);
}

/// The commands in a model's answer, in a block of their own or not, with or without thoughts before them.
std::optional<json> commandsIn(const std::string& text)
{
    std::string candidate = fenced(text);
    if (candidate.empty()) {
        std::size_t at = text.starts_with('[') ? 0 : text.find("\n[");
        at = at == std::string::npos ? text.find("[{") : at;
        const std::size_t end = text.rfind(']');
        if (at == std::string::npos || end == std::string::npos || end < at) {
            return std::nullopt;
        }
        candidate = text.substr(at, end - at + 1);
    }
    auto commands = python_json::parse(candidate);
    return commands && isCommandList(*commands) ? commands : std::nullopt;
}

/// What a role told or asked the person through its commands.
std::string replyIn(const json& commands)
{
    std::string reply;
    for (const json& one : commands) {
        const std::string name = textMember(one, "command_name");
        const char* key = name.ends_with(".reply_to_human") ? "content"
            : name.ends_with(".ask_human")                  ? "question"
                                                            : nullptr;
        const std::string said = key == nullptr ? std::string() : textMember(memberOf(one, "args"), key);
        reply += (reply.empty() || said.empty() ? "" : "\n") + said;
    }
    return reply;
}

/// "Command Editor.write executed: …", "Human response: …": the results of commands, as the role tells them to itself.
bool isOfCommands(const std::string& text)
{
    const std::string line = text.substr(0, text.find('\n'));
    return (line.starts_with("Command ") && line.find(" executed") != std::string::npos)
        || line.starts_with("Human response");
}

/// A quick answer is added to the memory by the action that gave it to the person; others are for the role.
bool isQuickAnswer(const Message& message) { return message.causeBy.str().ends_with(".RunCommand"); }

} // namespace

void attribute(Message& message, const std::string& role)
{
    if (!message.sentFrom.isEmpty()) {
        return;
    }
    const std::string text = conversation::textOf(message);
    const auto commands = commandsIn(text);
    const bool isAnswer = message.role == "assistant";
    if (!commands && !isAnswer && !isOfCommands(text)) {
        return;
    }
    const std::string reply = commands ? replyIn(*commands) : isAnswer && isQuickAnswer(message) ? text : "";
    json metadata = message.metadata.json();
    metadata["source"]["content"] = text;
    metadata["source"]["sent_from"] = "";
    json sendTo = json::array();
    for (const Address& address : message.sendTo) {
        sendTo.push_back(address.str());
    }
    metadata["source"]["send_to"] = std::move(sendTo);
    message.metadata = conversation::JsonValue(std::move(metadata));
    message.sentFrom = Address(role);
    message.sendTo = {reply.empty() ? conversation::address::none : conversation::address::person};
    if (!reply.empty()) {
        message.content = conversation::textBlocks(reply);
    }
}

} // namespace quarterdeck::formats::metagpt
