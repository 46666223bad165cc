#include "record/session_check.h"

#include <QCoreApplication>
#include <QString>
#include <algorithm>
#include <utility>

namespace quarterdeck::storage {

using namespace session;

namespace {

/// The context of the translations; lupdate reads the literal calls.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(quarterdeck::storage)
};

/// The list's row without what is kept beside the log.
SessionSummary comparable(SessionSummary summary)
{
    summary.isSample = false;
    return summary;
}

} // namespace

SessionFold::SessionFold(SessionId session) { m_check.id = std::move(session); }

void SessionFold::add(const Event& event)
{
    const EventSeq expected = m_state.lastSeq().next();
    if (event.seq != expected) {
        addFault(
            Words::tr("Event %1 follows event %2.").arg(event.seq.value).arg(m_state.lastSeq().value).toStdString());
        return;
    }
    m_state.apply(event);
    ++m_check.events;
}

void SessionFold::compareSnapshot(const Result<ConversationState>& snapshot, EventSeq at)
{
    ++m_check.snapshots;
    if (!snapshot)
        addFault(Words::tr("The snapshot after event %1 cannot be read.").arg(at.value).toStdString());
    else if (!(*snapshot == m_state))
        addFault(
            Words::tr("The snapshot after event %1 differs from what the events give.").arg(at.value).toStdString());
}

void SessionFold::compareSummary(const SessionSummary& summary)
{
    SessionSummary told = summaryOf(m_check.id, m_state);
    if (summary.kind == conversation::SessionKind::Imported)
        told.kind = summary.kind; // a log from a file is a recording, whatever it was where it was written
    if (!(comparable(summary) == comparable(told)))
        addFault(Words::tr("The list of sessions shows it otherwise than its events tell.").toStdString());
}

void SessionFold::compareChannels(const std::map<ChannelKey, std::int64_t>& rows)
{
    for (const auto& [channel, expected] : m_state.channels()) {
        const auto found = rows.find(channel);
        const std::int64_t stored = found == rows.end() ? 0 : found->second;
        if (stored != expected)
            addFault(Words::tr("The view “%1” has %2 rows instead of %3.")
                         .arg(QString::fromStdString(channel.str()))
                         .arg(stored)
                         .arg(expected)
                         .toStdString());
    }
}

void SessionFold::addUnreadable(const Error& error) { addFault(error.sentence + " (" + error.detail + ")"); }

} // namespace quarterdeck::storage
