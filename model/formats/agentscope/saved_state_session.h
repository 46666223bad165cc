#pragma once

#include "formats/agentscope/msg.h"
#include "place.h"
#include "recorded/recorded_session.h"

#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace quarterdeck::formats {

/// Messages of AgentScope on their way into one session.
class SavedStateSession
{
public:
    SavedStateSession(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, RecordedDetails details);

    /// A message as it was saved, with the marks that its memory gave it (null = none). Of two with one id the first
    /// stays.
    void add(const nlohmann::json& msg, const nlohmann::json& marks, const Place& place);
    /// What a memory says of messages that it has dropped.
    void addSummary(const std::string& agent, const std::string& text);
    /// False when there was no message.
    bool end();

private:
    void begin(const conversation::Message& first);
    void push(conversation::Message message);

    const ByteSource& m_source;
    SessionSink& m_sink;
    ReadLimits m_limits;
    RecordedDetails m_details;
    RecordedSession m_session;
    std::set<std::string> m_ids;
};

} // namespace quarterdeck::formats
