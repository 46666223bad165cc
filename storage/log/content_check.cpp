#include "storage/log/content_check.h"

#include "model/conversation/json/event_json.h"
#include "storage/log/log_reader.h"
#include "storage/log/session_check.h"
#include "storage/log/summary_row.h"
#include "storage/sqlite/schema.h"
#include "storage/sqlite/sqlite_errors.h"

#include <QByteArray>
#include <QCryptographicHash>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace quarterdeck::storage::sqlite {

namespace {

struct StoredAttachment
{
    std::int64_t id = 0;
    std::string hash;
};

std::vector<StoredAttachment> storedIn(Query& row)
{
    std::vector<StoredAttachment> attachments;
    while (row.next())
        attachments.push_back({row.number(0), row.text(1)});
    return attachments;
}

/// True also when stopped, since nobody wants to know then.
bool isAttachmentWhole(Connection& connection, const StoredAttachment& attachment, const std::stop_token& stop)
{
    QCryptographicHash sum(QCryptographicHash::Sha256);
    const bool isRead = isReadable([&] {
        connection.visitBlob("attachments", "bytes", attachment.id, [&](std::string_view part) {
            sum.addData(QByteArray::fromRawData(part.data(), static_cast<qsizetype>(part.size())));
            return !stop.stop_requested();
        });
    });
    return stop.stop_requested() || (isRead && sum.result().toHex().toStdString() == attachment.hash);
}

} // namespace

bool isPayloadIntact(const Query& row, int kind)
{
    const int plain = kind + 2;
    const std::optional<std::string_view> payload = payloadFrom(row, plain);
    if (!payload || !row.isNull(plain + 1))
        return payload.has_value(); // what has a checksum is what was written
    return conversation::eventFromPayload(row.view(kind), static_cast<int>(row.number(kind + 1)), *payload).has_value();
}

std::vector<std::string> damagedAttachmentsOf(Connection& connection, SessionNumber session)
{
    Query shown = connection.query("SELECT attachments.id, attachments.hash FROM attachment_references AS shown"
                                   " JOIN attachments ON attachments.hash = shown.hash WHERE shown.session = ?");
    std::vector<std::string> damaged;
    for (StoredAttachment& one : storedIn(shown.bind(session.value))) {
        if (!isAttachmentWhole(connection, one, {}))
            damaged.push_back(std::move(one.hash));
    }
    return damaged;
}

void forEachDamagedAttachment(Connection& connection, const std::stop_token& stop,
                              const std::function<void(const std::string& hash)>& found)
{
    std::vector<StoredAttachment> attachments;
    {
        Query stored =
            connection.query("SELECT id, hash FROM attachments AS stored WHERE EXISTS"
                             " (SELECT 1 FROM attachment_references AS shown WHERE shown.hash = stored.hash)");
        attachments = storedIn(stored);
    }
    for (const StoredAttachment& one : attachments) {
        if (stop.stop_requested())
            return;
        if (!isAttachmentWhole(connection, one, stop))
            found(one.hash);
    }
}

using namespace session;

namespace {

std::set<EventSeq> snapshotSeqs(Connection& connection, SessionNumber session)
{
    std::set<EventSeq> seqs;
    Query row = connection.query("SELECT id FROM snapshots WHERE id > ? AND id < ? AND version = ?");
    row.bind(beforeEvents(session), afterEvents(session), snapshotVersion);
    while (row.next())
        seqs.insert(seqOf(row.number(0)));
    return seqs;
}

void compareSnapshot(Connection& connection, SessionNumber session, SessionFold& fold)
{
    Query row = connection.query("SELECT state FROM snapshots WHERE id = ?");
    const EventSeq seq = fold.state().lastSeq();
    if (row.bind(eventId(session, seq)).next())
        fold.compareSnapshot(snapshotFrom(row.view(0), seq), seq);
}

/// The tables beside the events.
class TablePlaces final : public DerivedRows
{
public:
    TablePlaces(Connection& connection, SessionNumber session) : m_connection(connection), m_session(session)
    {
        Query row = connection.query("SELECT key, id FROM channels WHERE session = ?");
        row.bind(session.value);
        while (row.next())
            m_channels[ChannelKey(row.text(0))] = row.number(1);
    }

    [[nodiscard]] std::optional<Ordinal> ordinalOf(const ChannelKey& channel, EventSeq seq) const override
    {
        const auto number = m_channels.find(channel);
        if (number == m_channels.end())
            return std::nullopt;
        Query row = m_connection.query("SELECT ordinal FROM channel_rows WHERE channel = ? AND seq = ?");
        return row.bind(number->second, seq.value).next() ? std::optional(Ordinal{row.number(0)}) : std::nullopt;
    }
    [[nodiscard]] bool isAmended(EventSeq target, EventSeq by) const override
    {
        return m_connection.query("SELECT 1 FROM amendments WHERE session = ? AND target_seq = ? AND seq = ?")
            .bind(m_session.value, target.value, by.value)
            .next();
    }
    [[nodiscard]] bool isMarked(const MarkFact& mark) const override
    {
        return m_connection.query("SELECT 1 FROM marks WHERE session = ? AND seq = ? AND kind = ? AND subject = ?")
            .bind(m_session.value, mark.at.value, wordOf(mark.kind), mark.subject)
            .next();
    }
    [[nodiscard]] std::map<ChannelKey, std::int64_t> channelRows() const override
    {
        std::map<ChannelKey, std::int64_t> rows;
        for (const auto& [channel, number] : m_channels)
            rows[channel] = count("SELECT count(*) FROM channel_rows WHERE channel = ?", number);
        return rows;
    }
    [[nodiscard]] std::int64_t amendmentCount() const override
    {
        return count("SELECT count(*) FROM amendments WHERE session = ?", m_session.value);
    }
    [[nodiscard]] std::int64_t markCount() const override
    {
        return count("SELECT count(*) FROM marks WHERE session = ?", m_session.value);
    }

private:
    [[nodiscard]] std::int64_t count(const char* sql, std::int64_t of) const
    {
        Query row = m_connection.query(sql);
        return row.bind(of).next() ? row.number(0) : 0;
    }

    Connection& m_connection;
    SessionNumber m_session;
    std::unordered_map<ChannelKey, std::int64_t> m_channels;
};

} // namespace

Result<SessionCheck> verifySession(Connection& connection, const SessionId& session)
{
    const Result<SessionNumber> number = findSession(connection, session);
    if (!number)
        return tl::unexpected(number.error());
    const std::set<EventSeq> snapshots = snapshotSeqs(connection, *number);
    const TablePlaces places(connection, *number);
    SessionFold fold(session, places);
    const Result<Nothing> read = forEachEvent(connection, *number, {0}, lastSeqOf(connection, *number),
                                              [&](const Event& event) -> Result<Nothing> {
                                                  fold.add(event);
                                                  if (fold.isWhole() && snapshots.contains(event.seq))
                                                      compareSnapshot(connection, *number, fold);
                                                  return Nothing{};
                                              });
    for (std::string& damaged : damagedAttachmentsOf(connection, *number))
        fold.addDamagedAttachment(AttachmentHash(std::move(damaged)));
    if (!read) {
        fold.addUnreadable(read.error());
        return fold.result();
    }
    if (const std::optional<SessionSummary> summary = readSummary(connection, *number))
        fold.compareSummary(*summary);
    fold.compareTotals();
    return fold.result();
}

} // namespace quarterdeck::storage::sqlite
