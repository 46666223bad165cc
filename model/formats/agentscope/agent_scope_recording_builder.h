#pragma once

#include "model/formats/agentscope/msg.h"
#include "model/formats/recording/recording_builder.h"
#include "model/formats/session_reader.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace quarterdeck::formats {

/// Messages of AgentScope on their way into one session.
class AgentScopeRecordingBuilder
{
public:
    AgentScopeRecordingBuilder(const ByteSource& source, SessionSink& sink, const ReadLimits& limits,
                               RecordedDetails details);

    /// A message as it was saved, with the marks from its memory (null = none). Of two equal ones the first stays; a
    /// different one whose id is taken gets a new id. An agent's whole turn in one message (2.x) is split into what the
    /// agent said and called, and what its tools answered, each marked with its part number.
    void add(const nlohmann::json& msg, const nlohmann::json& marks, const SourceLocation& place);
    /// What a memory says about messages that it has dropped.
    void addSummary(const std::string& agent, const std::string& text);
    /// False if there was no message.
    bool end();

private:
    struct Part
    {
        nlohmann::json msg;
        nlohmann::json mark; ///< for rewriting the message whole; null for one without another part
    };
    [[nodiscard]] static std::vector<Part> partsOf(const nlohmann::json& msg);
    void addOne(const Part& part, const nlohmann::json& marks, const SourceLocation& place);
    /// Whether it is in already; removes an id that belongs to another message.
    [[nodiscard]] bool isRepeated(const nlohmann::json& msg, conversation::Message& message);
    void begin();
    void pass(conversation::Message message);
    void push(conversation::Message message);

    const ByteSource& m_source;
    SessionSink& m_sink;
    ReadLimits m_limits;
    RecordedDetails m_details;
    RecordingBuilder m_session;
    std::map<std::string, std::size_t> m_ids;     ///< with the hash of what was said under them
    std::vector<conversation::Message> m_waiting; ///< until one has a time
};

} // namespace quarterdeck::formats
