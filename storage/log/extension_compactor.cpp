#include "storage/log/extension_compactor.h"

#include "storage/log/event_reader.h"
#include "storage/log/extended_message.h"
#include "storage/search/text_index.h"
#include "storage/sqlite/enum_columns.h"
#include "storage/sqlite/logging.h"
#include "storage/sqlite/sqlite_errors.h"

#include <algorithm>

namespace quarterdeck::storage::sqlite {

using conversation::EventSeq;

namespace {

/// Without a growth for this long, the message is at rest.
constexpr std::chrono::milliseconds restSpell{2000};
/// After a failure, wait before the next attempt.
constexpr std::chrono::milliseconds shortestWait{50};
/// Beyond this many it is merged even while it grows: reading its row means reading all of them.
constexpr int mostUnmerged = 256;
/// Searches have to read whatever is not indexed.
constexpr std::int64_t longestHeld = 2000;
/// More than can remain of one message, since each is twice as long as the one before.
constexpr std::int64_t mostKept = 40;

bool isComplete(Connection& connection, SessionNumber session)
{
    return connection.query("SELECT 1 FROM sessions WHERE id = ? AND is_complete").bind(session.value).next();
}

/// Recordings stay as they came: the next import of the file continues after the last event that both have.
bool isMergeable(Connection& connection, SessionNumber session)
{
    const std::string imported = wordOf(conversation::SessionKind::Imported);
    return connection.query("SELECT 1 FROM sessions WHERE id = ? AND is_complete AND kind <> ?")
        .bind(session.value, imported)
        .next();
}

} // namespace

void ExtensionCompactor::note(SessionNumber session, EventSeq target)
{
    Growing& growing = m_growing[{session.value, target.value}];
    growing.last = Clock::now();
    ++growing.growths;
    m_held.try_emplace(session.value, target.value);
}

bool ExtensionCompactor::holds(SessionNumber session, EventSeq lastSeq)
{
    const auto held = m_held.find(session.value);
    if (held == m_held.end())
        return false;
    if (lastSeq.value - held->second < longestHeld)
        return true;
    held->second = lastSeq.value;
    return false;
}

bool ExtensionCompactor::mergeSlice()
{
    readUnmerged();
    const std::optional<Place> due = nextDue();
    if (!due)
        return false;
    bool isMoreLeft = false;
    try {
        Transaction transaction(m_connection, Transaction::Kind::Write);
        isMoreLeft =
            isMergeable(m_connection, {due->first}) && compactExtensions(m_connection, {due->first}, {due->second});
        transaction.commit();
    } catch (const IndexDamage&) {
        throw; // it is made anew
    } catch (const SQLite::Exception& failure) {
        using conversation::ErrorCode;
        const ErrorCode code = errorOf(failure, m_connection.path()).code;
        if (code != ErrorCode::Damaged && code != ErrorCode::BadInput)
            throw;
        qCWarning(storageLog, "what event %lld of session %lld grew by stays as it is: %s",
                  static_cast<long long>(due->second), static_cast<long long>(due->first), failure.what());
    }
    Growing& growing = m_growing.at(*due);
    growing.growths = isMoreLeft ? growing.growths : 0;
    if (!isMoreLeft && Clock::now() - growing.last >= restSpell)
        release(*due);
    return true;
}

std::chrono::milliseconds ExtensionCompactor::untilNext() const
{
    std::chrono::milliseconds wait = std::chrono::milliseconds::max();
    for (const auto& [place, growing] : m_growing)
        wait = std::min(wait, std::chrono::ceil<std::chrono::milliseconds>(growing.last + restSpell - Clock::now()));
    return std::max(wait, shortestWait);
}

/// Finds what was left when the program ended.
void ExtensionCompactor::readUnmerged()
{
    if (std::exchange(m_isRead, true))
        return;
    Query row = m_connection.query("SELECT session, target_seq FROM amendments GROUP BY session, target_seq"
                                   " HAVING count(*) > ?");
    row.bind(mostKept);
    while (row.next())
        m_growing.try_emplace({row.number(0), row.number(1)});
}

std::optional<ExtensionCompactor::Place> ExtensionCompactor::nextDue() const
{
    const auto now = Clock::now();
    const auto due = std::ranges::find_if(m_growing, [&](const auto& one) {
        return one.second.growths >= mostUnmerged || now - one.second.last >= restSpell;
    });
    return due == m_growing.end() ? std::nullopt : std::optional(due->first);
}

/// The session is indexed to its end once none of its messages is growing.
void ExtensionCompactor::release(const Place& place)
{
    m_growing.erase(place);
    const std::int64_t session = place.first;
    const auto next = m_growing.lower_bound({session, 0});
    if (next != m_growing.end() && next->first.first == session)
        return;
    if (m_held.erase(session) > 0 && isComplete(m_connection, {session}))
        m_index.note({session}, listedLastSeqOf(m_connection, {session}));
}

} // namespace quarterdeck::storage::sqlite
