#pragma once

#include "model/conversation/message.h"
#include "model/formats/format_errors.h"
#include "model/formats/recording/recording_builder.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>

namespace quarterdeck::formats {

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
    void problem(const SourceLocation& place, errors::RejectReason reason, const std::string& detail = {});
    void attachment(RecordedAttachment attachment) { m_sink.acceptAttachment(std::move(attachment)); }
    /// The answer held under that key; null if there is none.
    [[nodiscard]] conversation::Message* held(const std::string& key, const std::string& lane = {});
    void hold(conversation::Message message, std::string key, std::string lane = {});
    /// Ends what is held in the lane, then says this.
    void say(conversation::Message message, std::string lane = {});
    /// What the program itself notes. `record`: see `recordKey`; empty = none.
    void note(const std::string& program, std::string text, const std::string& time, nlohmann::json source,
              std::string lane = {}, const std::string& record = {});
    void setTitle(std::string title) { m_session.setTitle(std::move(title)); }
    void setTitleRule(TitledRecordingBuilder::Suggest suggest) { m_session.setTitleRule(std::move(suggest)); }
    /// A title that the person or the program gave it.
    void setGivenTitle(const std::string& title) { m_session.setGivenTitle(title); }
    /// How much of the source does not come in, by kind.
    void setLeftOut(const std::string& kind, std::int64_t count) { m_session.details().leftOut[kind] = count; }
    /// Counts messages that do not come, since the person went back behind them; the last place is where they are told.
    void noteTakenBack(const SourceLocation& place, std::int64_t messages);
    /// Usage of the whole session beside that of its messages; the last call counts.
    void setUsage(conversation::Usage usage) { m_usage = std::move(usage); }
    /// Usage of all messages so far.
    [[nodiscard]] conversation::Usage usageOfMessages() const;
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
    std::optional<conversation::Usage> m_usageGivenOn;
    std::int64_t m_takenBack = 0; ///< messages
    SourceLocation m_lastTakenBack;
};

} // namespace quarterdeck::formats
