#pragma once

#include "model/formats/recording/recording_builder.h"
#include "model/formats/recording/speaker_name.h"
#include "model/formats/source_location.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace quarterdeck::formats {

/// Reads one run of Who&When. The person is `human`; if the run does not begin with their message, its question does.
class WhoAndWhenRecordingBuilder
{
public:
    WhoAndWhenRecordingBuilder(const ByteSource& source, SessionSink& sink, const ReadLimits& limits,
                               SourceLocation place);

    void read(const nlohmann::json& run);

private:
    void hireAll(const nlohmann::json& history);
    void askQuestion(const nlohmann::json& history, const std::string& question);
    void addStep(const nlohmann::json& step, std::size_t index);
    [[nodiscard]] std::optional<conversation::Message> messageOf(const nlohmann::json& step,
                                                                 const SourceLocation& place);
    [[nodiscard]] std::optional<RecordedAnnotation> mistakeAt(std::size_t index, const SpeakerName& speaker) const;
    void readMistake(const nlohmann::json& run, std::size_t steps);

    const ByteSource& m_source;
    SessionSink& m_sink;
    SourceLocation m_place;
    RecordingBuilder m_session;
    std::optional<std::size_t> m_mistakeStep;
    std::string m_mistakeAgent;
    std::string m_mistakeReason;
};

} // namespace quarterdeck::formats
