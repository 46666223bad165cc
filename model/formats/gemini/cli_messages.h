#pragma once

#include "model/formats/openai/chat_recording_builder.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::formats::gemini {

inline const std::string cliAgent = "Gemini";
inline const std::string cliProgram = "Gemini CLI";

/// The parts of a user's record, by who said them. What the program reads for an "@file" stands between two lines.
struct UserParts
{
    nlohmann::json before = nlohmann::json::array(); ///< by the program, before the person's
    nlohmann::json person = nlohmann::json::array();
    nlohmann::json after = nlohmann::json::array();
};
/// `shown`: the parts that the person typed, where they are told; else the form tells.
[[nodiscard]] UserParts splitUser(const nlohmann::json& content, const nlohmann::json& shown);

/// Whether a command's output ends with an exit code that is not 0.
[[nodiscard]] bool hasFailedExit(const std::string& output);

/// Messages that Gemini CLI recorded as an OpenAI chat, which `ChatRecordingBuilder` reads.
using CliSaid = std::vector<std::pair<nlohmann::json, MessageNotes>>;

/// Of one file, or of several that belong to one session: the answer of a tool is written twice or more, and only the
/// main agent knows the names of the others.
class CliMessages
{
public:
    /// A record that is read before all others are said: it may name a sub-agent.
    void noteNames(const nlohmann::json& record);
    [[nodiscard]] bool isNamed(const std::string& agent) const { return m_names.contains(agent); }
    /// What `{type, content, thoughts, toolCalls, tokens}` says; results of tools are messages of their own. Of an
    /// invalid one, a message that ChatRecordingBuilder refuses with the right reason. `agent`: the session of a
    /// sub-agent that it is of; empty for the main one.
    [[nodiscard]] CliSaid saidIn(nlohmann::json record, const std::string& agent = {});

private:
    void addUser(const nlohmann::json& record, const std::string& agent, CliSaid& said);
    void addAnswers(const nlohmann::json& record, const std::string& agent, CliSaid& said) const;
    void addResult(const nlohmann::json& call, const std::string& agent, CliSaid& said);
    void addResponses(const nlohmann::json& parts, const std::string& agent, CliSaid& said);
    [[nodiscard]] std::string nameOf(const std::string& agent) const;

    std::map<std::string, std::string> m_names; ///< of sub-agents, by their sessions
    std::map<std::string, int> m_numbers;       ///< of names of one kind
    std::set<std::size_t> m_answered;           ///< hashes of the ids of calls
};

} // namespace quarterdeck::formats::gemini
