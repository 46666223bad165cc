#pragma once

#include "model/formats/place.h"
#include "model/formats/recording/recorded_session.h"
#include "model/formats/recording/speaker_name.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace quarterdeck::formats {

/// Reads one run of Who&When. The person is `human`; if the run does not begin with their message, its question does.
class WhoAndWhenSession
{
public:
    WhoAndWhenSession(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, Place place);

    void read(const nlohmann::json& run);

private:
    void hireAll(const nlohmann::json& history);
    void askQuestion(const nlohmann::json& history, const std::string& question);
    void addStep(const nlohmann::json& step, std::size_t index);
    [[nodiscard]] std::optional<conversation::Message> messageOf(const nlohmann::json& step, const Place& place);
    [[nodiscard]] std::optional<RecordedAnnotation> mistakeAt(std::size_t index, const SpeakerName& speaker) const;
    void readMistake(const nlohmann::json& run, std::size_t steps);

    const ByteSource& m_source;
    SessionSink& m_sink;
    Place m_place;
    RecordedSession m_session;
    std::optional<std::size_t> m_mistakeStep;
    std::string m_mistakeAgent;
    std::string m_mistakeReason;
};

} // namespace quarterdeck::formats
