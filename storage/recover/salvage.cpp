#include "storage/recover/salvage.h"

#include "model/conversation/attachments.h"
#include "model/session/payload_packing.h"
#include "storage/log/event_id.h"
#include "storage/log/log_reader.h"
#include "storage/log/summary_row.h"
#include "storage/recover/table_tree.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace quarterdeck::storage::recover {

namespace {

// By the columns in schema.cpp to schema.cpp; in the row itself the id is null. SQLite stores a REAL without a
// fraction as an integer.
constexpr std::string_view eventShape = "ntiiiitt";
constexpr std::string_view plainEventShape = "ntiiiittn"; // of version 3
constexpr std::string_view packedEventShape = "ntiiiittb";
constexpr std::string_view attachmentShape = "nttiiiib";
constexpr std::string_view draftShape = "nt";
constexpr std::string_view labelsShape = "nttti?"; // of version 2
constexpr std::string_view sessionShape = "ntttiittiiiii?itt";

bool fits(std::string_view shape, std::string_view expected)
{
    return std::ranges::equal(shape, expected, [](char is, char wanted) { return wanted == '?' || is == wanted; });
}

std::string text(const LeafRow& row, std::size_t column) { return std::string(row.columns[column].bytes); }
std::int64_t integer(const LeafRow& row, std::size_t column) { return row.columns[column].integer; }

/// The key of a session that is being removed.
bool isHiddenKey(const std::string& key)
{
    constexpr char firstOfKeys = 2;
    return !key.empty() && key.front() < firstOfKeys;
}

bool isHidden(const ListedSession& session) { return !session.isComplete && isHiddenKey(session.key); }

} // namespace

Salvage::Salvage(sqlite::Connection& connection, const std::string& place)
    : m_wall(place, session::ConfinedDatabase::Use::Write)
    , m_connection(connection)
{
    m_connection.query("ATTACH ? AS collected").bind(place).run();
    // Whatever happens to this file, it is thrown away in the end.
    m_connection.execute(R"sql(
PRAGMA collected.journal_mode = OFF;
PRAGMA collected.synchronous = OFF;
CREATE TABLE collected.found_events (
    reading INTEGER NOT NULL, id INTEGER NOT NULL, kind TEXT, version INTEGER, time INTEGER, monotonic INTEGER,
    payload TEXT, merged INTEGER, PRIMARY KEY (reading, id)) WITHOUT ROWID;
CREATE TABLE collected.found_attachments (
    hash TEXT PRIMARY KEY, media_type TEXT, width INTEGER, height INTEGER, bytes BLOB);
)sql");
}

void Salvage::read(PageFile& file, std::int64_t reading, const std::function<void(double share)>& progressed)
{
    const std::set<std::int64_t> free = file.freePages();
    for (std::int64_t page = 1; page <= file.pages(); ++page) {
        if (!free.contains(page))
            visitLeafRows(file, page, [&](const LeafRow& row) { take(row, reading); });
        progressed(static_cast<double>(page) / static_cast<double>(file.pages()));
    }
    for (auto& [number, key] : sessionKeysOf(file))
        m_keys.try_emplace({reading, number}, std::move(key));
}

/// From the list's row, or its index, or else made up. Empty for a session that was being removed.
std::string Salvage::keyOf(const Place& place, const ListedSession& listed) const
{
    if (!listed.key.empty())
        return listed.key;
    const auto known = m_keys.find(place);
    if (known == m_keys.end())
        return "recovered-" + std::to_string(place.second);
    return isHiddenKey(known->second) ? std::string() : known->second;
}

/// What is known of the session besides its events: its row in the list, only its key, or nothing.
int Salvage::knowledgeOf(const Place& place) const
{
    constexpr int rowKnown = 2;
    return m_listed.contains(place) ? rowKnown : static_cast<int>(m_keys.count(place));
}

/// Whether most events that both readings have under this number are equal. With another library's log, they are
/// not.
bool Salvage::areSame(const Place& one, const Place& other) const
{
    const sqlite::SessionNumber number{one.second};
    sqlite::Query row = m_connection.query(
        "SELECT count(*), count(*) FILTER (WHERE one.kind = other.kind AND one.time = other.time"
        " AND one.payload = other.payload) FROM found_events AS one JOIN found_events AS other ON other.id = one.id"
        " WHERE one.reading = ? AND other.reading = ? AND one.id > ? AND one.id < ?");
    row.bind(one.first, other.first, sqlite::beforeEvents(number), sqlite::afterEvents(number));
    return row.next() && row.number(1) * 2 > row.number(0);
}

/// The place where more is known of its session. An older log has the list as it was then; whatever came later is in
/// the file, and is no session of its own.
Salvage::Place Salvage::namedPlaceOf(const Place& place) const
{
    const Place other{1 - place.first, place.second};
    return knowledgeOf(other) > knowledgeOf(place) && areSame(place, other) ? other : place;
}

/// Whether the list with the log is certainly newer than the one without it. In an older log's, some sessions are
/// shorter or missing; with another library's log, none is the same.
bool Salvage::isNewerList(bool hasMoreChanges) const
{
    bool isAnyKnown = false;
    bool isOneGone = false;
    bool isNewer = hasMoreChanges;
    for (auto alone = m_listed.lower_bound({1, 0}); alone != m_listed.end(); ++alone) {
        const ListedSession& before = alone->second;
        const auto known = m_listed.find({0, alone->first.second});
        if (known == m_listed.end() || known->second.started != before.started) {
            isOneGone = isOneGone || (known == m_listed.end() && before.isComplete);
            continue;
        }
        const ListedSession& now = known->second;
        if (now.lastSeq < before.lastSeq || (!isHidden(now) && now.key != before.key))
            return false;
        isAnyKnown = true;
        // Numbers only grow: a session with a lower one began before this one, and so before the log got here.
        isNewer = isNewer || isOneGone || now.lastSeq > before.lastSeq || (isHidden(now) && !isHidden(before));
    }
    return isAnyKnown && isNewer;
}

/// With the log. What came after an older log, or is another library's than the log, is in the file as well.
bool Salvage::hasUnlistedEvents() const
{
    sqlite::Query row =
        m_connection.query("SELECT id >> 40, max(id) FROM found_events WHERE reading = 0 GROUP BY id >> 40");
    while (row.next()) {
        const auto listed = m_listed.find({0, row.number(0)});
        if (listed == m_listed.end())
            return true;
        if (listed->second.isComplete && sqlite::seqOf(row.number(1)).value > listed->second.lastSeq)
            return true;
    }
    return false;
}

/// For what the file has without its log, which goes on from there: the log has it no more, or another in its place.
bool Salvage::isDeleted(const Place& place) const
{
    const Place now{0, place.second};
    const auto listed = m_listed.find(now);
    if (listed == m_listed.end() || !listed->second.isComplete)
        return true;
    const auto before = m_listed.find(place);
    return before != m_listed.end() ? before->second.started != listed->second.started : !areSame(now, place);
}

void Salvage::take(const LeafRow& row, std::int64_t reading)
{
    const std::string shape = row.shape();
    if (shape == eventShape || shape == plainEventShape)
        takeEvent(row, text(row, 7), reading);
    else if (shape == packedEventShape)
        takePackedEvent(row, reading);
    else if (shape == attachmentShape)
        takeAttachment(row);
    else if (shape == draftShape)
        m_drafts.try_emplace({reading, row.id}, text(row, 1));
    else if (fits(shape, labelsShape))
        takeLabels(row, reading);
    else if (fits(shape, sessionShape))
        takeSession(row, reading);
}

/// A payload that does not match its checksum is lost.
void Salvage::takePackedEvent(const LeafRow& row, std::int64_t reading)
{
    if (const auto payload = session::unpackedPayload(row.columns[8].bytes))
        takeEvent(row, std::string(*payload), reading);
}

void Salvage::takeEvent(const LeafRow& row, const std::string& payload, std::int64_t reading)
{
    const std::string kind = text(row, 1);
    m_connection
        .query("INSERT OR IGNORE INTO found_events (reading, id, kind, version, time, monotonic, payload, merged)"
               " VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        .bind(reading, row.id, kind, integer(row, 2), integer(row, 3), integer(row, 5), payload,
              sqlite::mergedBefore(kind, payload))
        .run();
}

void Salvage::takeSession(const LeafRow& row, std::int64_t reading)
{
    const ListedSession listed{text(row, 1),         text(row, 2),         text(row, 3),    text(row, 6),
                               integer(row, 4) != 0, integer(row, 5) != 0, integer(row, 8), integer(row, 10)};
    const auto [known, isNew] = m_listed.try_emplace({reading, row.id}, listed);
    if (!isNew && known->second.lastSeq < listed.lastSeq)
        known->second = listed;
}

void Salvage::takeLabels(const LeafRow& row, std::int64_t reading)
{
    session::SessionLabels labels{
        text(row, 1), sqlite::tagsFromText(text(row, 2)), text(row, 3), integer(row, 4) != 0, {}};
    if (row.columns[5].kind == Value::Kind::Integer)
        labels.archivedAt = conversation::Timestamp{integer(row, 5)};
    m_labels.try_emplace({reading, row.id}, std::move(labels));
}

/// Bytes that do not match their hash are damaged.
void Salvage::takeAttachment(const LeafRow& row)
{
    const std::string hash = text(row, 1);
    const std::string mediaType = text(row, 2);
    const std::string bytes = text(row, 7);
    if (conversation::attachmentHash(bytes).str() != hash)
        return;
    m_connection
        .query("INSERT OR IGNORE INTO found_attachments (hash, media_type, width, height, bytes)"
               " VALUES (?, ?, ?, ?, ?)")
        .bind(hash, mediaType, integer(row, 4), integer(row, 5), sqlite::Bytes{bytes})
        .run();
}

std::map<Salvage::Place, FoundSession> Salvage::foundByPlace()
{
    std::map<Place, FoundSession> found;
    for (const auto& [place, listed] : m_listed) {
        if (listed.isComplete)
            found[place] = {place.first, place.second, listed, {}, {}, 0, 0, 0, true};
    }
    sqlite::Query row = m_connection.query(
        "SELECT reading, id >> 40, sum(1 + merged), max(id), sum(EXISTS (SELECT 1 FROM found_events AS previous"
        " WHERE previous.reading = found.reading AND previous.id = found.id - 1))"
        " FROM found_events AS found GROUP BY reading, id >> 40");
    while (row.next()) {
        const Place place{row.number(0), row.number(1)};
        if (const auto listed = m_listed.find(place); listed != m_listed.end() && !listed->second.isComplete)
            continue;
        FoundSession& session = found[place];
        std::tie(session.reading, session.number) = place;
        session.events = row.number(2);
        session.lastSeq = sqlite::seqOf(row.number(3)).value;
        session.neighbours = row.number(4);
    }
    return found;
}

bool Salvage::complete(FoundSession& session) const
{
    // A damaged number makes an event look like a session of its own, but never two consecutive ones.
    if (session.listed.key.empty() && session.neighbours == 0 && session.events * 2 < session.lastSeq)
        return false;
    const Place place{session.reading, session.number};
    if (const auto draft = m_drafts.find(place); draft != m_drafts.end())
        session.draft = draft->second;
    if (const auto labels = m_labels.find(place); labels != m_labels.end())
        session.labels = labels->second;
    const Place named = namedPlaceOf(place);
    const auto listed = m_listed.find(named);
    if (named != place && listed != m_listed.end()) {
        if (!listed->second.isComplete)
            return false;
        session.listed = listed->second;
        session.isListed = true;
    }
    session.listed.key = keyOf(named, session.listed);
    return !session.listed.key.empty();
}

std::vector<FoundSession> Salvage::sessions(const LogFacts& facts)
{
    const bool doesLogGoOn = facts.isListIntact && isNewerList(facts.hasMoreChanges) && !hasUnlistedEvents();
    std::map<std::string, FoundSession> best;
    for (auto& [place, session] : foundByPlace()) {
        if (doesLogGoOn && place.first != 0 && isDeleted(place))
            continue;
        if (!complete(session))
            continue;
        const auto [known, isNew] = best.try_emplace(session.listed.key, session);
        if (!isNew && known->second.events < session.events)
            known->second = session;
    }
    std::vector<FoundSession> sessions;
    for (auto& [key, session] : best)
        sessions.push_back(std::move(session));
    return sessions;
}

} // namespace quarterdeck::storage::recover
