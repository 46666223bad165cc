#pragma once

#include "session/library.h"

#include <map>
#include <string>

namespace quarterdeck::storage {

/// Folds a session from its first event and collects where something stored beside the log disagrees with it.
class SessionFold
{
public:
    explicit SessionFold(session::SessionId session);

    /// The next event in order.
    void add(const session::Event& event);
    [[nodiscard]] const session::ConversationState& state() const { return m_state; }

    void compareSnapshot(const session::Result<session::ConversationState>& snapshot, session::EventSeq at);
    void compareSummary(const session::SessionSummary& summary);
    /// Rows per channel, as stored.
    void compareChannels(const std::map<session::ChannelKey, std::int64_t>& rows);
    void addFault(const std::string& sentence) { m_check.faults.push_back(sentence); }
    void addUnreadable(const session::Error& error);

    [[nodiscard]] session::SessionCheck result() const { return m_check; }

private:
    session::SessionCheck m_check;
    session::ConversationState m_state;
};

} // namespace quarterdeck::storage
