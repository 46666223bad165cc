#pragma once

#include "model/conversation/message.h"
#include "model/formats/coding_agent/coding_agent_recording_builder.h"
#include "model/formats/coding_agent/transcript_speakers.h"
#include "model/formats/read_limits.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace quarterdeck::formats {

/// What a call of the model took, and when it began.
struct ClineCall
{
    std::optional<conversation::Usage> usage{};
    nlohmann::json time{}; ///< milliseconds
};
/// By the number of its answer in what the model was told and said, from 0.
using ClineCalls = std::map<std::int64_t, ClineCall>;
/// What is shown of such a call; anything else is passed over.
void noteClineCall(const nlohmann::json& shown, ClineCalls& calls);

/// What the person saw of a task of Cline or Roo Code: who typed is plain, each call tells its tokens and cost, but
/// what most tools found is not there.
class ClineScreen
{
public:
    ClineScreen(const ByteSource& source, SessionSink& sink, const ReadLimits& limits);

    void add(const nlohmann::json& shown, const SourceLocation& place);
    void end();

private:
    void addTyped(const nlohmann::json& shown, const SourceLocation& place);
    /// False if it is no part of an answer.
    [[nodiscard]] bool addToAnswer(const std::string& what, const nlohmann::json& shown);
    [[nodiscard]] bool addFailure(const std::string& what, const nlohmann::json& shown);
    void addCall(const std::string& name, nlohmann::json input);
    void addOutput(const std::string& text);
    void addRequest(const nlohmann::json& shown);
    void answer(conversation::ContentBlock block);
    void closeAnswer();
    void closeOutput();
    void say(conversation::Message message);

    ReadLimits m_limits;
    std::int64_t m_answerBytes = 0; ///< about
    TranscriptSpeakers m_speakers{"Cline", "Cline's program"};
    CodingAgentRecordingBuilder m_session;
    std::optional<conversation::Usage> m_waiting; ///< of the call whose answer follows
    std::optional<conversation::Usage> m_beside;  ///< of calls without an answer here
    std::optional<conversation::Message> m_answer;
    std::optional<conversation::ToolResultBlock> m_output;
    std::string m_callId;
    std::string m_callName;
    std::string m_completed; ///< the last result that was shown
    std::int64_t m_calls = 0;
    bool m_hasBegun = false;
    nlohmann::json m_source; ///< of what is being read
};

} // namespace quarterdeck::formats
