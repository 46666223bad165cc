#pragma once

#include "model/conversation/state/state.h"
#include "model/session/library.h"

#include <string>
#include <vector>

namespace quarterdeck::test {

/// Writes a log as a live session would: bodies become events, records and a state that agree.
class LogBuilder
{
public:
    explicit LogBuilder(const char* session) : m_session(session) { }

    /// The event happens `afterMs` after the one before; may be negative, as clocks go back.
    conversation::EventSeq add(conversation::EventBody body, std::int64_t afterMs = 1000);
    /// SessionStarted and two members, Mike (the leader) and Alice: 3 events.
    void start(const std::string& title = "A session");
    conversation::EventSeq say(const std::string& who, const std::string& text, std::int64_t afterMs = 1000);
    conversation::EventSeq sayPrivately(const std::string& who, const std::string& chat, std::int64_t afterMs = 1000);
    conversation::EventSeq ask(const std::string& question);
    conversation::EventSeq answer(const std::string& question, const std::string& option);
    conversation::EventSeq annotate(conversation::EventSeq target);
    conversation::EventSeq show(const conversation::AttachmentHash& image);

    /// What was added since the last call.
    [[nodiscard]] std::vector<session::LogRecord> takeRecords();
    [[nodiscard]] session::SessionSummary summary() const { return session::summaryOf(m_session, m_state); }
    [[nodiscard]] const conversation::ConversationState& state() const { return m_state; }
    [[nodiscard]] const std::vector<conversation::Event>& events() const { return m_events; }
    [[nodiscard]] const session::SessionId& id() const { return m_session; }
    [[nodiscard]] conversation::Timestamp timeOf(conversation::EventSeq seq) const;

private:
    session::SessionId m_session;
    conversation::ConversationState m_state;
    std::vector<conversation::Event> m_events;
    std::vector<session::LogRecord> m_records;
    conversation::Timestamp m_now{1'700'000'000'000};
};

/// A log with a bit of everything: `length` events after the start.
[[nodiscard]] LogBuilder mixedLog(int length);

} // namespace quarterdeck::test
