#pragma once

#include "model/conversation/message.h"
#include "model/formats/format_errors.h"
#include "model/formats/recording/recording_builder.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace quarterdeck::formats {

/// Which sub-agent a sidechain record belongs to. A sub-agent begins with the prompt of the call that started it, and
/// is named after the kind that the call asked for; those of one kind are numbered in the order of their calls,
/// whichever is heard first. A call that failed before anybody was heard, or that wakes an earlier one, gets no
/// number.
class SubAgents
{
public:
    /// Notes the calls in a message that start sub-agents, and those that failed.
    void note(const conversation::Message& message);
    /// The name for a record of a sidechain.
    [[nodiscard]] std::string nameOf(const nlohmann::json& record, const std::string& text);

private:
    struct Call
    {
        std::string kind;
        int number = 1;
        std::string id; ///< may be empty
    };
    using Calls = std::multimap<std::string, Call>; ///< by their prompts
    struct Numbers
    {
        int taken = 0;        ///< 1, 2 … up to this one
        std::set<int> free{}; ///< except these
    };

    void noteCall(const conversation::ToolUseBlock& call);
    void noteFailure(const std::string& id);
    [[nodiscard]] std::string nameFor(const std::string& agent, const std::string& prompt);
    [[nodiscard]] std::string taken(Calls::iterator call);
    [[nodiscard]] int newNumber(const std::string& kind);

    Calls m_called;                                ///< not worked on yet
    std::map<std::string, Calls::iterator> m_byId; ///< the same
    std::map<std::string, std::string> m_names;    ///< agentId, or uuid of a record -> name
    std::map<std::string, Numbers> m_numbers;      ///< of names of one kind
};

/// A coding agent's transcript on its way into a session. Such files spread one answer of a model over several records,
/// so it is held until its agent does something else. Agents working side by side (each in a lane of its own, with any
/// name) do not end each other's answers; all appear in the order of their first records.
class CodingAgentRecordingBuilder
{
public:
    CodingAgentRecordingBuilder(const ByteSource& source, SessionSink& sink, const ReadLimits& limits,
                                std::string format);

    /// What records tell about the whole before anything has begun; for each field, the first value stays.
    void setFields(const nlohmann::json& fields);
    [[nodiscard]] bool hasBegun() const { return m_session.hasBegun(); }
    void problem(const SourceLocation& place, errors::RejectReason reason);
    void attachment(RecordedAttachment attachment) { m_sink.acceptAttachment(std::move(attachment)); }
    /// The answer held under that key; null if there is none.
    [[nodiscard]] conversation::Message* held(const std::string& key, const std::string& lane = {});
    void hold(conversation::Message message, std::string key, std::string lane = {});
    /// Ends what is held in the lane, then says this.
    void say(conversation::Message message, std::string lane = {});
    /// What the program itself notes.
    void note(const std::string& program, std::string text, const std::string& time, nlohmann::json source);
    void setTitleRule(TitledRecordingBuilder::Suggest suggest) { m_session.setTitleRule(std::move(suggest)); }
    /// Usage of the whole session beside that of its messages; the last call counts.
    void setUsage(conversation::Usage usage) { m_usage = std::move(usage); }
    /// False when there was no message at all.
    bool end();

private:
    struct Waiting
    {
        conversation::Message message;
        std::string lane;
        std::string key{}; ///< of an answer that may go on
        bool isOpen = false;
    };
    void put(Waiting next);
    void giveOn(std::size_t mostHeld);

    const ByteSource& m_source;
    SessionSink& m_sink;
    TitledRecordingBuilder m_session;
    std::deque<Waiting> m_waiting;
    std::optional<conversation::Usage> m_usage;
};

} // namespace quarterdeck::formats
