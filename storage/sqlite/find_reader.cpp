#include "sqlite/find_reader.h"

#include "record/limits.h"
#include "search/document.h"
#include "search/text_query.h"
#include "sqlite/event_reader.h"
#include "sqlite/row_reader.h"
#include "sqlite/text_index.h"

#include <algorithm>
#include <vector>

namespace quarterdeck::storage::sqlite {

using namespace session;

namespace {

/// Reads one piece of the answer.
class Finder
{
public:
    Finder(Connection& connection, SessionNumber session, const FindRequest& request)
        : m_connection(connection)
        , m_session(session)
        , m_query(request.phrases)
        , m_channel(channelNumber(connection, session, request.channel))
        , m_limit(static_cast<std::size_t>(piecesOf(request)))
        , m_readTo(std::max(request.after, EventSeq{0}))
        , m_last(std::min(lastSeqOf(connection, session), request.asOf.value_or(EventSeq{INT64_MAX})))
    { }

    FoundRows find()
    {
        if (m_query.isEmpty() || m_channel == 0)
            return {{}, m_last, true};
        readIndex();
        if (m_found.size() < m_limit)
            readRest();
        FoundRows found{{}, m_readTo, m_readTo >= m_last};
        for (const EventSeq seq : m_found)
            if (const std::optional<Ordinal> row = rowOf(seq))
                found.rows.push_back(*row);
        return found;
    }

private:
    void readIndex()
    {
        const EventSeq end = std::min(indexedUpTo(m_connection, m_session), m_last);
        if (end <= m_readTo)
            return;
        const std::string words = m_query.fts5();
        Query row = m_connection.query("SELECT rowid FROM text_index WHERE text_index MATCH ? AND rowid > ?"
                                       " AND rowid <= ? ORDER BY rowid LIMIT ?");
        row.bind(words, eventId(m_session, m_readTo), eventId(m_session, end), m_limit);
        while (row.next())
            m_found.push_back(seqOf(row.number(0)));
        m_readTo = m_found.size() < m_limit ? end : m_found.back();
    }

    /// As the index, without what is damaged.
    void readRest()
    {
        const EventSeq end = std::min(m_last, EventSeq{m_readTo.value + mostEventsScanned});
        forEachReadableEvent(m_connection, m_session, m_readTo, end, [this](const Event& event) {
            if (m_query.matches(search::documentOf(event.body, {})))
                m_found.push_back(event.seq);
        });
        m_readTo = std::max(m_readTo, end);
    }

    /// Its own, or that of the event which it amends.
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
    search::TextQuery m_query;
    std::int64_t m_channel;
    std::size_t m_limit;
    EventSeq m_readTo;
    EventSeq m_last;
    std::vector<EventSeq> m_found;
};

} // namespace

Result<FoundRows> findRows(Connection& connection, const FindRequest& request)
{
    const Result<SessionNumber> session = findSession(connection, request.session);
    if (!session)
        return tl::unexpected(session.error());
    return Finder(connection, *session, request).find();
}

} // namespace quarterdeck::storage::sqlite
