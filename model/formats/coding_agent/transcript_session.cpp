#include "coding_agent/transcript_session.h"

#include <QDateTime>

namespace quarterdeck::formats {

using conversation::Message;
using nlohmann::json;

TranscriptSession::TranscriptSession(const ByteSource& source, SessionSink& sink, const ReadLimits& limits,
                                     std::string format)
    : m_source(source)
    , m_sink(sink)
    , m_session(source, sink, limits, {std::move(format), {}, json::object()})
{ }

void TranscriptSession::setFields(const json& fields)
{
    if (m_session.hasBegun()) {
        return;
    }
    for (const auto& [key, value] : fields.items()) {
        m_session.details().fields.emplace(key, value);
    }
}

void TranscriptSession::problem(const Place& place, sentences::Reason reason)
{
    m_sink.problem(sentences::problem(m_source.name(), place, reason));
}

Message* TranscriptSession::held(const std::string& key) { return m_held && m_key == key ? &*m_held : nullptr; }

void TranscriptSession::hold(Message message, std::string key)
{
    flush();
    m_held = std::move(message);
    m_key = std::move(key);
}

void TranscriptSession::say(Message message)
{
    flush();
    m_session.add(std::move(message));
}

void TranscriptSession::note(const std::string& program, std::string text, const std::string& time, json source)
{
    Message message;
    message.role = "system";
    message.sentFrom = conversation::Address(program);
    message.sendTo = {conversation::address::none};
    message.content = conversation::textBlocks(std::move(text));
    message.metadata = conversation::JsonValue(json{{"source", std::move(source)}});
    setTime(message, time);
    say(std::move(message));
}

void TranscriptSession::flush()
{
    if (m_held) {
        m_session.add(std::move(*m_held));
        m_held.reset();
    }
}

bool TranscriptSession::end()
{
    flush();
    return m_session.end();
}

void setTime(Message& message, const std::string& text)
{
    const QDateTime time = QDateTime::fromString(QString::fromStdString(text), Qt::ISODateWithMs);
    if (time.isValid() && time.toMSecsSinceEpoch() > 0) {
        message.timestamp = {time.toMSecsSinceEpoch()};
        message.timestampText = text;
    }
}

} // namespace quarterdeck::formats
