#pragma once

#include "model/conversation/message.h"
#include "model/formats/coding_agent/cline_screen.h"
#include "model/formats/coding_agent/coding_agent_recording_builder.h"
#include "model/formats/coding_agent/transcript_speakers.h"
#include "model/formats/read_limits.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::formats {

/// The messages between Cline and its model, which are Anthropic's with more fields. In the person's role are the
/// person's words, results of tools, and what the program tells the model; earlier versions have calls and results only
/// in their texts.
class ClineTask
{
public:
    enum class Form {
        Task,     ///< the person's words are in tags
        Session,  ///< of the SDK: a text without tags is the person's as well
        SubAgent, ///< likewise, but it is Cline that asks
    };
    ClineTask(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, Form form);

    void setFields(const nlohmann::json& fields) { m_session.setFields(fields); }
    /// What another file tells of the calls.
    void setCalls(ClineCalls calls) { m_toldCalls = std::move(calls); }
    /// Before the messages.
    void addSystem(const std::string& prompt);
    void add(const nlohmann::json& message, const SourceLocation& place);
    void end() { m_session.end(); }

private:
    /// A call that has not been answered yet.
    struct Call
    {
        std::string id;
        std::string name;
    };
    /// A result that the next blocks may continue.
    struct OpenResult
    {
        Call call;
        nlohmann::json parts = nlohmann::json::array();
        bool isError = false;
        bool wantsText = false; ///< only its heading was there so far
    };

    void addAnswer(const nlohmann::json& message, const nlohmann::json& blocks, const SourceLocation& place);
    void addAnswerBlock(const nlohmann::json& block, const SourceLocation& place,
                        std::vector<conversation::ContentBlock>& into);
    void addUserBlock(const nlohmann::json& block, const SourceLocation& place);
    void addUserText(const std::string& text);
    void addToolResult(const nlohmann::json& block);
    void addResultText(const std::string& text);
    void addPicture(const nlohmann::json& block, const SourceLocation& place);
    [[nodiscard]] bool isProgramsText(const std::string& text) const;
    [[nodiscard]] Call takeCall(const std::string& id, const std::string& name);
    void openResult(Call call);
    void closeResult();
    /// Adds to what is being said, or begins it.
    void put(bool isPersons, conversation::ContentBlock block);
    void closeSaid();
    void say(conversation::Message message);

    ReadLimits m_limits;
    Form m_form;
    TranscriptSpeakers m_speakers;
    CodingAgentRecordingBuilder m_session;
    std::deque<Call> m_calls;
    ClineCalls m_toldCalls;
    std::int64_t m_messages = 0; ///< before the one that is being read
    bool m_hasTitle = false;
    // Of the message that is being read:
    nlohmann::json m_source;
    nlohmann::json m_time;
    bool m_isNotice = false;    ///< all of it is the program's
    std::string m_interruption; ///< what the program added
    std::optional<OpenResult> m_result;
    std::optional<conversation::Message> m_said;
};

} // namespace quarterdeck::formats
