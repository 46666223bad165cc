#pragma once

#include "model/conversation/message.h"
#include "model/formats/coding_agent/coding_agent_recording_builder.h"
#include "model/formats/coding_agent/copilot_usage.h"
#include "model/formats/coding_agent/taken_back_lines.h"
#include "model/formats/coding_agent/transcript_speakers.h"
#include "model/formats/read_limits.h"
#include "model/formats/recording/recording_builder.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <vector>

namespace quarterdeck::formats {

/// What only later events of Copilot CLI tell: the title, and what the person took back.
class CopilotSurvey
{
public:
    void note(const nlohmann::json& event, std::int64_t line);
    [[nodiscard]] bool isTakenBack(std::int64_t line) const { return m_takenBack.contains(line); }
    [[nodiscard]] const std::string& title() const { return m_title; }

private:
    std::map<std::size_t, std::int64_t> m_lines; ///< of events, by hashes of their ids
    TakenBackLines m_takenBack;
    std::string m_title;
};

/// Reads the events of one session.
class CopilotTranscript
{
public:
    CopilotTranscript(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, CopilotSurvey survey);

    void add(const nlohmann::json& event, const SourceLocation& place);
    void end();

private:
    struct Agent
    {
        std::string name; ///< empty = the one that the person talks to
        std::string caller{};
    };
    [[nodiscard]] Agent agentOf(const nlohmann::json& event);
    void noteAgent(const nlohmann::json& event);
    void addSpeech(const std::string& type, const nlohmann::json& event, const SourceLocation& place);
    void addUser(const nlohmann::json& event, const SourceLocation& place);
    void addAnswer(const nlohmann::json& event);
    void addResult(const nlohmann::json& event);
    void addTyped(const nlohmann::json& event);
    void addNote(const nlohmann::json& event, const std::string& text);
    void addFailure(const nlohmann::json& event, const std::string& text);
    void noteAsset(const nlohmann::json& data);
    [[nodiscard]] const nlohmann::json& assetOf(const nlohmann::json& reference);
    void closeThought(const std::string& agent, const nlohmann::json& event);
    void say(conversation::Message message, const nlohmann::json& event);

    ReadLimits m_limits;
    CopilotSurvey m_survey;
    TranscriptSpeakers m_speakers{"Copilot", "Copilot CLI"};
    CodingAgentRecordingBuilder m_session;
    CopilotUsage m_usage;
    PendingToolCalls m_calls;
    std::map<std::string, Agent> m_agents;         ///< by their ids, and by the calls that started them
    std::map<std::string, int> m_numbers;          ///< of names of one kind
    std::map<std::string, std::string> m_callers;  ///< names of who called, by the calls' ids; the main agent's are not
    std::map<std::string, std::string> m_thoughts; ///< told before the answer, by the agent's name
    std::map<std::string, nlohmann::json> m_assets;
    std::int64_t m_assetBytes = 0;
    std::int64_t m_assetBytesShown = 0; ///< however often they are named
};

} // namespace quarterdeck::formats
