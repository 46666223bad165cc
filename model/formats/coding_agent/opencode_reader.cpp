#include "model/formats/coding_agent/opencode_reader.h"

#include "model/formats/coding_agent/opencode_session.h"
#include "model/formats/coding_agent/sub_agents.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/recording/recording_builder.h"

#include <algorithm>
#include <map>
#include <utility>

namespace quarterdeck::formats {

using conversation::Message;
using errors::RejectReason;
using nlohmann::json;

namespace {

const std::string openCodeAgent = "OpenCode";
const char* const familyKey = "opencode_sessions";

/// The sessions of a family, each with the name of who answers in it.
class OpenCodeFamily
{
public:
    OpenCodeFamily(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, SourceLocation place)
        : m_source(source)
        , m_sink(sink)
        , m_limits(limits)
        , m_place(std::move(place))
    { }

    /// The first is the person's; a parent comes before its children. `isLive`: the last message of each may go on.
    void read(const json& sessions, bool isLive)
    {
        for (const json& session : sessions) {
            readOne(session, isLive);
        }
        // Sorted by time: sub-agents work while their caller waits. Those of one session stay in order.
        std::ranges::stable_sort(m_messages, {}, [](const Message& one) { return one.timestamp.msSinceEpoch; });
        const json& first = sessions.empty() ? json() : sessions.front();
        json fields = memberOf(first, "info");
        const std::string title = textMember(fields, "title");
        RecordedDetails details{"opencode", m_place, std::move(fields)};
        if (!m_recordsTakenBack.empty()) {
            details.leftOut["messages"] = static_cast<std::int64_t>(m_recordsTakenBack.size());
        }
        m_sink.acceptTakenBack(std::move(m_recordsTakenBack));
        TitledRecordingBuilder builder(m_source, m_sink, m_limits, std::move(details));
        builder.setTitle(title);
        for (Message& message : m_messages) {
            if (m_sink.isStopped()) {
                return;
            }
            builder.add(std::move(message));
        }
        if (!builder.end()) {
            m_sink.reportProblem(errors::problem(m_source.name(), m_place, RejectReason::NoMessages));
        }
    }

private:
    void readOne(const json& session, bool isLive)
    {
        const json& info = memberOf(session, "info");
        const std::string id = textMember(info, "id");
        const auto parent = m_names.find(textMember(info, "parentID"));
        const bool isOfSubAgent = parent != m_names.end();
        const std::string name = isOfSubAgent ? newName(agentOf(session)) : openCodeAgent;
        OpenCodeSession reading(name, isOfSubAgent ? parent->second : std::string(), id, m_limits);
        m_names.emplace(id, name);
        const json& messages = memberOf(session, "messages");
        const std::string revertedAt = textMember(memberOf(info, "revert"), "messageID");
        bool isTakenBack = false;
        for (std::size_t i = 0; messages.is_array() && i < messages.size(); ++i) {
            std::string record = textMember(memberOf(messages[i], "info"), "id");
            isTakenBack = isTakenBack || (!revertedAt.empty() && record == revertedAt);
            if (isTakenBack) {
                m_recordsTakenBack.push_back(std::move(record));
                continue;
            }
            reading.read(messages[i], isLive && i + 1 == messages.size());
        }
        for (RecordedAttachment& attachment : reading.takeAttachments()) {
            m_sink.acceptAttachment(std::move(attachment));
        }
        std::ranges::move(reading.takeMessages(), std::back_inserter(m_messages));
    }

    static std::string agentOf(const json& session)
    {
        std::string agent = textMember(memberOf(session, "info"), "agent");
        const json& messages = memberOf(session, "messages");
        if (agent.empty() && messages.is_array() && !messages.empty()) {
            agent = textMember(memberOf(messages.front(), "info"), "agent");
        }
        return agent.empty() ? unnamedSubAgent : agent;
    }

    std::string newName(const std::string& kind) { return numberedName(kind, ++m_numbers[kind]); }

    const ByteSource& m_source;
    SessionSink& m_sink;
    ReadLimits m_limits;
    SourceLocation m_place;
    std::map<std::string, std::string> m_names; ///< of who answers, by the session's id
    std::map<std::string, int> m_numbers;       ///< by the kind of agent
    std::vector<Message> m_messages;
    std::vector<std::string> m_recordsTakenBack; ///< by the person
};

/// What `opencode run --format json` prints: a part a line, of one session.
class OpenCodeStream
{
public:
    OpenCodeStream(const ByteSource& source, SessionSink& sink, const ReadLimits& limits)
        : m_sink(sink)
        , m_session(openCodeAgent, {}, {}, limits)
        , m_builder(source, sink, limits, {"opencode", {}, json::object()})
    { }

    void add(const json& line)
    {
        const json& part = memberOf(line, "part");
        const json& stamp = memberOf(line, "timestamp");
        const std::int64_t time = stamp.is_number_integer() ? stamp.get<std::int64_t>() : 0;
        if (const std::string session = textMember(line, "sessionID"); !m_builder.hasBegun() && !session.empty()) {
            m_builder.details().fields["id"] = session;
        }
        if (textMember(line, "type") == "error") {
            m_session.read(
                {{"info", {{"role", "assistant"}, {"time", {{"created", time}}}, {"error", memberOf(line, "error")}}}},
                false);
        } else if (textMember(part, "type") == "step-finish") {
            if (auto usage = openCodeUsage(part)) {
                m_usage = sumOf(m_usage, std::move(*usage));
            }
        } else {
            m_session.readPart(part, {{"id", textMember(part, "messageID")}, {"time", {{"created", time}}}}, time);
        }
        if (textMember(part, "type") != "text" && textMember(part, "type") != "reasoning") {
            giveOn();
        }
    }
    bool end()
    {
        giveOn();
        if (m_usage) {
            m_builder.setUsage(std::move(*m_usage));
        }
        return m_builder.end();
    }

private:
    void giveOn()
    {
        for (RecordedAttachment& attachment : m_session.takeAttachments()) {
            m_sink.acceptAttachment(std::move(attachment));
        }
        for (Message& message : m_session.takeMessages()) {
            m_builder.add(std::move(message));
        }
    }

    SessionSink& m_sink;
    OpenCodeSession m_session;
    TitledRecordingBuilder m_builder;
    std::optional<conversation::Usage> m_usage;
};

bool isExport(const JsonShape& shape)
{
    return shape.has("info") && shape.has("messages")
        && (shape.listHas("messages", "parts") || shape.memberHas("info", "projectID"));
}

bool isPrintedStream(const JsonShape& shape)
{
    const auto seen = [&](const char* key) { return shape.seenKeys.contains(key); };
    return shape.layout != Layout::Array && seen("sessionID") && seen("type") && seen("timestamp")
        && (seen("part") || seen("error")) && !seen("info");
}

} // namespace

bool OpenCodeReader::recognises(const JsonShape& shape) const
{
    return shape.has(familyKey) || isExport(shape) || isPrintedStream(shape);
}

Result<std::size_t> OpenCodeReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                         const ReadLimits& limits) const
{
    RecordReader records(source, shape.layout, limits);
    if (!shape.has(familyKey) && !isExport(shape)) {
        OpenCodeStream stream(source, sink, limits);
        auto count = records.forEachGood(sink, [&](const json& line, const SourceLocation&) { stream.add(line); });
        if (count && !sink.isStopped()) {
            stream.end();
        }
        return count;
    }
    std::int64_t run = 0;
    return records.forEachGood(sink, [&](json record, SourceLocation place) {
        const json& family = memberOf(record, familyKey);
        if (family.is_array()) { // lines that nobody can look up
            place = {};
            place.run = ++run;
        }
        OpenCodeFamily(source, sink, limits, place)
            .read(family.is_array() ? family : json::array({std::move(record)}), family.is_array());
    });
}

} // namespace quarterdeck::formats
