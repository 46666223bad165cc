#pragma once

#include <QString>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

/// What a scripted model says, and how the server misbehaves. README.md says how it is written.
namespace model_server {

struct ToolCall
{
    std::string name;
    nlohmann::json arguments; ///< an object, or a text that is sent as it is
    std::string id;           ///< empty = one is made
};

struct Reply
{
    std::string text;
    std::string thinking;
    std::vector<ToolCall> toolCalls;
    std::string finish;   ///< empty = as the dialect has it
    nlohmann::json usage; ///< null = counted; an object is sent as it is, `false` none at all
    std::string error;    ///< by name; empty = none
    std::string retryAfter;
    std::string fault; ///< by name; empty = none
    std::vector<std::string> quirks;
    std::string chunking;       ///< empty = the script's
    int delayMs = 0;            ///< before the first byte
    int paceMs = 0;             ///< between pieces
    qint64 bytes = 100'000'000; ///< of the fault "huge"

    [[nodiscard]] bool has(const char* quirk) const;
};

/// When a rule applies: everything given must match.
struct Condition
{
    std::vector<std::string> anywhere; ///< texts in the request's body, each
    std::string system;                ///< in the system's text
    std::string last;                  ///< in the last message
    std::string model;
    std::string tool;        ///< a tool of that name is offered
    std::optional<int> turn; ///< so many messages of the assistant stand in the prompt
};

struct Rule
{
    std::string name;
    Condition when;
    std::vector<Reply> replies; ///< one after the other; the last stays, unless `once`
    bool isOnce = false;        ///< when all are used up, later rules are asked
};

struct Script
{
    std::string key; ///< empty = none is wanted
    std::vector<std::string> models{"small", "large"};
    std::string chunking = "whole";
    std::vector<Rule> rules;
    Reply otherwise;
};

/// Nothing, with `problem` set, when it is not what README.md says.
[[nodiscard]] std::optional<Script> scriptOf(const nlohmann::json& json, std::string& problem);
/// Convenient in tests: a script that always says this.
[[nodiscard]] Script scriptOf(Reply reply);

/// What a request asks, in whichever dialect.
struct Asked
{
    bool isAnthropic = false;
    bool isStreaming = false;
    std::string model;
    nlohmann::json body;
};
[[nodiscard]] bool holds(const Condition& condition, const Asked& asked);

} // namespace model_server
