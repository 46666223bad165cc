#pragma once

#include "model/conversation/message.h"
#include "model/formats/anthropic/anthropic_reader.h"
#include "model/formats/coding_agent/claude_code_survey.h"
#include "model/formats/coding_agent/coding_agent_recording_builder.h"
#include "model/formats/coding_agent/sub_agents.h"
#include "model/formats/format_errors.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace quarterdeck::formats::claude_code {

/// Makes a session of the records of one transcript, or of what the program printed.
class Transcript
{
public:
    Transcript(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, const Survey& survey);

    void add(const nlohmann::json& record, const SourceLocation& place);
    void end();

private:
    /// Who works in a record, and for whom.
    struct Agent
    {
        std::string name;
        std::string caller; ///< empty = the person
        std::string lane;   ///< a sub-agent with an id has a file of its own, which grows beside the others
    };
    /// What was read of an answer, whose records may come twice.
    struct Answer
    {
        std::unordered_set<std::size_t> blocks; ///< hashes
        std::optional<conversation::Usage> usage;
    };
    struct Unknown
    {
        SourceLocation place;
        std::int64_t count = 0;
    };

    void addMessage(const nlohmann::json& record, const SourceLocation& place);
    void addQuoted(const nlohmann::json& record, const SourceLocation& place);
    void addContent(const nlohmann::json& record, const nlohmann::json& content, const std::string* speaker,
                    const Agent& agent, const SourceLocation& place);
    void addSystem(const nlohmann::json& record);
    void addResult(const nlohmann::json& record);
    void addLoneAnswer(const nlohmann::json& record);
    void addFailure(const nlohmann::json& record);
    void noteQueue(const nlohmann::json& record);
    void heardInQueue(const std::string& text);
    void sayQueued();
    void noteCost(const nlohmann::json& record, const char* cost);
    void noteUnknown(const std::string& type, const SourceLocation& place);
    void setFields(const nlohmann::json& record, std::initializer_list<const char*> keys);
    void addPart(conversation::Message message, const nlohmann::json& record, const Agent& agent);
    static void setPeople(conversation::Message& message, const nlohmann::json& record, const Agent& agent,
                          const std::string* speaker);
    [[nodiscard]] Agent agentOf(const nlohmann::json& record);
    [[nodiscard]] bool isRepeated(const nlohmann::json& record, const nlohmann::json& content,
                                  const std::string& answer);
    void setUsage(conversation::Message& message, const nlohmann::json& record, const std::string& answer,
                  const std::string& lane);

    ReadLimits m_limits;
    const Survey& m_survey;
    anthropic::ContentReader m_content;
    CodingAgentRecordingBuilder m_session;
    SubAgents m_agents;
    std::unordered_set<std::string> m_records;                    ///< the ids of those read
    std::unordered_map<std::string, Answer> m_answers;            ///< by agent and id
    std::unordered_set<std::size_t> m_said;                       ///< hashes of the main agent's texts
    bool m_isAnswered = false;                                    ///< since the last result
    std::deque<std::string> m_composed;                           ///< what the person typed and the agent has not heard
    std::vector<std::pair<std::string, nlohmann::json>> m_queued; ///< what it will hear next, with records of it
    std::map<std::string, Unknown> m_unknown;                     ///< by kind
    std::optional<conversation::Usage> m_cost;                    ///< of this process of the program, so far
    conversation::Usage m_costBefore;                             ///< of earlier ones
};

} // namespace quarterdeck::formats::claude_code
