#pragma once

#include "model/conversation/message.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace quarterdeck::test {

using namespace quarterdeck::conversation;
using nlohmann::json;

/// What is said in messages, side by side: each part as a text, by its name.
using Parts = std::map<std::string, std::string>;

/// How the loss of a part may be reported.
inline const std::map<std::string, std::set<std::string>>& tellers()
{
    static const std::map<std::string, std::set<std::string>> all = {
        {"text", {"tool_calls", "media", "unknown_blocks", "empty"}},
        {"thinking", {"thinking"}},
        {"signatures", {"thinking", "signatures"}},
        {"media", {"media"}},
        {"media names", {"media", "media_names"}},
        {"order", {"order", "thinking", "media", "tool_calls", "unknown_blocks"}},
        {"calls", {"tool_calls", "tool_names"}},
        {"results", {"tool_calls", "tool_names", "media", "unknown_blocks", "tool_errors"}},
        {"unknown", {"unknown_blocks"}},
        {"speaker", {"names", "instructions", "tool_calls", "merged"}},
        {"role", {"instructions", "tool_calls", "chat_roles", "merged"}},
        {"recipients", {"recipients"}},
        {"cause", {"causes"}},
        {"structured content", {"structured_content"}},
        {"metadata", {"metadata"}},
        {"invocation", {"metadata"}},
        {"usage", {"usage"}},
        {"time", {"times"}},
    };
    return all;
}

inline json asJson(const MediaBlock& media)
{
    const MediaSource& source = media.source; // the type of what is elsewhere is found there
    return {static_cast<int>(media.kind), source.hash.str(), source.url, source.url.empty() ? source.mediaType : ""};
}

/// A text that is an object may appear as that, and vice versa.
inline json argumentsOf(const ToolUseBlock& use)
{
    const json parsed = json::parse(use.rawInput, nullptr, false);
    return use.rawInput.empty() ? use.input.json() : parsed.is_discarded() ? json(use.rawInput) : parsed;
}

/// Adds to the existing. `speaker`: who is shown; empty = the person.
inline void add(Parts& parts, const Message& message, const std::string& speaker)
{
    const auto put = [&](const char* name, const std::string& text) {
        parts[name] += text.empty() ? std::string() : text + "\n";
    };
    put("text", textOf(message));
    for (const ContentBlock& block : message.content) {
        const char kind = static_cast<char>('0' + block.index());
        if (!parts["order"].ends_with(kind)) { // texts may become one
            parts["order"] += kind;
        }
        if (const auto* thinking = std::get_if<ThinkingBlock>(&block)) {
            parts["thinking"] += thinking->text; // however many pieces
            put("signatures", thinking->signature);
        } else if (const auto* media = std::get_if<MediaBlock>(&block)) {
            put("media", asJson(*media).dump());
            put("media names", media->source.name);
        } else if (const auto* use = std::get_if<ToolUseBlock>(&block)) {
            put("calls", json{use->name, argumentsOf(*use)}.dump());
        } else if (const auto* result = std::get_if<ToolResultBlock>(&block)) {
            put("results", json{result->output, result->outputBlocks.json(), result->isError}.dump());
        } else if (const auto* unknown = std::get_if<UnknownBlock>(&block)) {
            put("unknown", unknown->value.json().dump());
        }
    }
    std::string to;
    for (const Address& one : message.sendTo == AddressSet{address::all} ? AddressSet() : message.sendTo) {
        to += one.str() + " ";
    }
    json metadata = message.metadata.json();
    if (metadata.is_object() && metadata.contains("source")) { // what a reader keeps for its writer
        metadata = metadata["source"].value("metadata", json());
    }
    if (metadata.is_object() && metadata.contains("agent") && metadata["agent"] == speaker) {
        metadata.erase("agent"); // the name that is shown
    }
    metadata = metadata.empty() ? json() : metadata;
    put("speaker", message.role == "user" ? std::string() : speaker); // the person
    put("role", message.role);
    put("recipients", to);
    put("cause", message.causeBy == action::userRequirement ? std::string() : message.causeBy.str());
    put("structured content", message.instructContent ? message.instructContent->value.json().dump() : std::string());
    put("metadata", metadata.is_null() ? std::string() : metadata.dump());
    put("invocation", message.invocationId);
    put("usage", message.usage ? message.usage->model + std::to_string(message.usage->totalTokens()) : std::string());
    put("time", std::to_string(message.timestamp.msSinceEpoch));
}

} // namespace quarterdeck::test
