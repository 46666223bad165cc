#pragma once

#include "model/formats/format_errors.h"
#include "model/formats/recording/iso_time.h"
#include "model/formats/recording/titled_recording_builder.h"
#include "model/formats/source_location.h"

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
