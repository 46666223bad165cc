#include "storage/search/find_reader.h"

#include "storage/log/channel_reader.h"
#include "storage/log/event_document.h"
#include "storage/log/limits.h"
#include "storage/log/log_reader.h"
#include "storage/log/summary_row.h"
#include "storage/search/document.h"
#include "storage/search/search_matches.h"
#include "storage/search/text_index.h"
#include "storage/search/text_query.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/sqlite_errors.h"
#include "storage/storage_errors.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace quarterdeck::storage::sqlite {

using namespace session;

namespace {

/// Reads one piece of the answer.
class Finder
{
public:
    Finder(Connection& connection, SessionNumber session, const FindRequest& request, const SearchEffort& effort)
        : m_connection(connection)
        , m_session(session)
        , m_terms(request.terms)
        , m_query(request.terms)
        , m_interruption(connection, request.stop)
        , m_effort(effort)
        , m_index(connection, m_interruption, m_query, effort)
        , m_channel(channelNumber(connection, session, request.channel))
        , m_limit(static_cast<std::size_t>(piecesOf(request)))
        , m_readTo(std::max(request.after, EventSeq{0}))
        , m_last(std::min(listedLastSeqOf(connection, session), request.asOf.value_or(EventSeq{INT64_MAX})))
    { }

    FindResult find()
    {
        m_interruption.check();
        if (m_query.isEmpty() || m_channel == 0 || !mayHaveDays())
            return {{}, std::max(m_readTo, m_last), true};
        const EventSeq whole = m_last;
        keepToTimes();
        const EventSeq indexed = std::min(readIndexed(), m_last);
        if (indexed > m_readTo)
            findIndexed(indexed);
        if (m_readTo >= indexed && m_found.size() < m_limit)
            readEvents(m_last);
        const bool isLast = m_readTo >= m_last;
        FindResult found{{}, isLast ? std::max(m_readTo, whole) : m_readTo, isLast};
        for (const EventSeq seq : m_found)
            passOverUnreadable([&] {
                if (const std::optional<Ordinal> row = rowOf(seq))
                    found.rows.push_back(*row);
            });
        if (m_unreadable > 0)
            qCWarning(storageLog, "%lld events of session %lld cannot be read, nor found by their words",
                      static_cast<long long>(m_unreadable), static_cast<long long>(m_session.value));
        return found;
    }

    /// The search went on without it.
    [[nodiscard]] bool isIndexDamaged() const { return m_isIndexDamaged; }

private:
    /// Skips what is on a damaged page, so that everything else is found.
    template <typename Work>
    bool passOverUnreadable(Work&& work)
    {
        const bool isRead = isReadable(std::forward<Work>(work));
        m_unreadable += isRead ? 0 : 1;
        return isRead;
    }

    /// True if no day is asked for or the events have days: a recording without times has those of its import. If that
    /// cannot be told, they are assumed to.
    bool mayHaveDays()
    {
        bool areKnown = true;
        const bool isAsked = m_terms.from || m_terms.until;
        return !isAsked || !isReadable([&] { areKnown = areTimesKnown(m_connection, m_session); }) || areKnown;
    }

    EventSeq readIndexed()
    {
        EventSeq indexed;
        m_isIndexDamaged |= !isReadable([&] { indexed = indexedUpTo(m_connection, m_session); });
        return indexed;
    }

    /// Skips what was said outside the time range, as far as the log is in order.
    void keepToTimes()
    {
        if (m_terms.from)
            m_readTo = std::max(m_readTo, lastInOrder(m_connection, m_session, {m_terms.from->msSinceEpoch - 1}));
        if (m_terms.until)
            m_last = std::min(m_last, lastAtOrBefore(m_connection, m_session, {m_terms.until->msSinceEpoch - 1}));
    }

    /// Through the index if that is fast, otherwise by reading.
    void findIndexed(EventSeq end)
    {
        std::optional<Places> places;
        m_isIndexDamaged |= !isReadable([&] { places = readPlaces(end); });
        if (m_isIndexDamaged || !places) {
            readEvents(end);
            return;
        }
        for (const EventSeq seq : places->events)
            passOverUnreadable([&] {
                if (isFound(seq))
                    m_found.push_back(seq);
            });
        m_readTo = places->areAll ? end : places->events.back();
    }

    /// Matching events, from where the answer begins.
    struct Places
    {
        std::vector<EventSeq> events;
        bool areAll = true;
    };

    /// Empty if the index is too slow for it.
    std::optional<Places> readPlaces(EventSeq end)
    {
        if (!m_index.ask(m_effort.look, m_effort.lookWords) && !m_index.askRest())
            return std::nullopt;
        const std::size_t limit = m_index.isToBeChecked() ? std::size_t(mostEventsScanned) : m_limit;
        Places places;
        Query row = m_connection.query("SELECT rowid FROM text_index WHERE text_index MATCH ? AND rowid > ?"
                                       " AND rowid <= ? ORDER BY rowid LIMIT ?");
        row.bind(m_index.words(), eventId(m_session, m_readTo), eventId(m_session, end), limit);
        while (row.next())
            places.events.push_back(seqOf(row.number(0)));
        places.areAll = places.events.size() < limit;
        return places;
    }

    /// The index says that it has the words.
    bool isFound(EventSeq seq)
    {
        if (isSuperseded(m_connection, m_session, seq, m_last))
            return false;
        bool isFound = !m_index.isToBeChecked();
        if (!isFound)
            forEachDocument(m_connection, m_session, {seq.value - 1}, seq, view(),
                            [&](EventSeq, const search::Document& document) {
                                isFound = m_query.matches(document);
                                return true;
                            });
        return isFound && isInTime(seq);
    }

    /// Reads the next few events, like the index does, skipping damage.
    void readEvents(EventSeq end)
    {
        end = std::min(end, EventSeq{m_readTo.value + mostEventsScanned});
        const auto take = [this](EventSeq seq, const search::Document& document) {
            if (m_query.matches(document) && isInTime(seq))
                m_found.push_back(seq);
            m_readTo = seq;
            return true;
        };
        while (m_readTo < end) {
            const auto readOn = [&] { forEachDocument(m_connection, m_session, m_readTo, end, view(), take); };
            m_readTo = passOverUnreadable(readOn) ? end : m_readTo.next();
        }
    }

    /// A message is searched as it was where the search ends.
    [[nodiscard]] GrowthView view() const { return {GrowthView::Way::Read, m_last}; }

    bool isInTime(EventSeq seq)
    {
        if (!m_terms.from && !m_terms.until)
            return true;
        Query row = m_connection.query("SELECT time FROM events WHERE id = ?");
        if (!row.bind(eventId(m_session, seq)).next())
            return false;
        const Timestamp time{row.number(0)};
        return (!m_terms.from || *m_terms.from <= time) && (!m_terms.until || time < *m_terms.until);
    }

    /// Its own row, or that of the event it amends.
    std::optional<Ordinal> rowOf(EventSeq seq)
    {
        if (const std::optional<Ordinal> own = ordinalIn(seq))
            return own;
        Query row = m_connection.query("SELECT target_seq FROM amendments WHERE session = ? AND seq = ?");
        return row.bind(m_session.value, seq.value).next() ? ordinalIn({row.number(0)}) : std::nullopt;
    }

    std::optional<Ordinal> ordinalIn(EventSeq seq)
    {
        Query row = m_connection.query("SELECT ordinal FROM channel_rows WHERE channel = ? AND seq = ?");
        return row.bind(m_channel, seq.value).next() ? std::optional(Ordinal{row.number(0)}) : std::nullopt;
    }

    Connection& m_connection;
    SessionNumber m_session;
    const SearchTerms& m_terms;
    search::TextQuery m_query;
    StatementInterrupter m_interruption;
    const SearchEffort& m_effort;
    IndexMatches m_index;
    std::int64_t m_channel;
    std::size_t m_limit;
    EventSeq m_readTo;
    EventSeq m_last;
    std::vector<EventSeq> m_found;
    std::int64_t m_unreadable = 0; ///< events, as far as they might have been found
    bool m_isIndexDamaged = false; ///< then the log is read
};

} // namespace

Result<FindResult> findRows(Connection& connection, const FindRequest& request, const SearchEffort& effort,
                            const std::function<void()>& doubtIndex)
{
    const Result<SessionNumber> session = findSession(connection, request.session);
    if (!session)
        return tl::unexpected(session.error());
    try {
        Finder finder(connection, *session, request, effort);
        FindResult found = finder.find();
        if (finder.isIndexDamaged())
            doubtIndex();
        return found;
    } catch (const SQLite::Exception&) {
        if (request.stop.stop_requested())
            return tl::unexpected(errors::searchStopped());
        throw;
    }
}

} // namespace quarterdeck::storage::sqlite
