#pragma once

#include "model/conversation/message.h"
#include "model/formats/coding_agent/coding_agent_recording_builder.h"
#include "model/formats/read_limits.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::formats {

/// What OpenHands' agent says or does in one event.
struct OpenHandsStep
{
    std::string response; ///< the model's answer that it is part of; empty if nothing tells
    std::string reasoning;
    std::string thought;  ///< its words beside what it does
    std::string thinking; ///< what it thinks aloud by a tool of its own
    std::optional<conversation::ToolUseBlock> call;
    std::string words; ///< to whom it works for
    std::optional<conversation::Usage> usage;
    std::string time;
    std::string source{}; ///< "user" or "environment" for what those had done; else it is the agent's
};

/// A conversation of OpenHands on its way into a session, in the words that the events of 0.x and of the SDK share.
class OpenHandsSession
{
public:
    /// `isInstructed`: a benchmark wrote what stands in the person's role.
    OpenHandsSession(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, bool isInstructed);

    [[nodiscard]] CodingAgentRecordingBuilder& recording() { return m_session; }
    [[nodiscard]] const ReadLimits& limits() const { return m_limits; }

    /// What stands in the person's role: a chat's content. `sender`: another agent that wrote it.
    void ask(const nlohmann::json& content, const std::string& time, const std::string& sender = {});
    void step(OpenHandsStep step);
    /// Of the call with that id, or of the last one. `content`: as in a tool's message of a chat.
    void result(std::string id, nlohmann::json content, bool isError, const std::string& time);
    /// Of the program; nothing for an empty text.
    void note(std::string text, const std::string& time);
    /// An event of unknown kind.
    void unknown(const SourceLocation& place);

    /// What follows is said by an agent that the one before called, until it answers.
    void callAgent(const std::string& name) { m_agents.push_back(name.empty() ? "Sub-agent" : name); }
    void endAgent();
    [[nodiscard]] bool isInSubAgent() const { return m_agents.size() > 1; }

    /// What was used until now: `{accumulated_cost, accumulated_token_usage}`.
    void setMetrics(const nlohmann::json& metrics);
    /// The costs of all of an SDK's models, by what they are used for.
    void setStats(const nlohmann::json& stats);
    /// False when there was no message at all.
    bool end();

private:
    [[nodiscard]] conversation::Address caller() const;
    [[nodiscard]] std::vector<conversation::ContentBlock> blocksOf(const nlohmann::json& content);

    ReadLimits m_limits;
    CodingAgentRecordingBuilder m_session;
    bool m_isInstructed = false;
    std::vector<std::string> m_agents; ///< who works, with all who called
    conversation::Address m_lastCaller;
    std::set<std::size_t> m_counted; ///< hashes of the answers whose usage is told
    PendingToolCalls m_calls;
    std::string m_lastCall; ///< its id
    std::optional<conversation::Usage> m_total;
    SourceLocation m_unknownPlace; ///< the first
    std::int64_t m_unknown = 0;
};

/// Whether what a tool gave back tells that it failed, or that its command ended with an error.
[[nodiscard]] bool hasOpenHandsFailed(const nlohmann::json& observation);

/// The parts of a chat's content: a text and pictures.
[[nodiscard]] nlohmann::json openHandsContent(const std::string& text, const nlohmann::json& pictures);

} // namespace quarterdeck::formats
