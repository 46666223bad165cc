#include "storage/log/event_document.h"

#include "model/conversation/message_extension.h"
#include "storage/log/log_reader.h"
#include "storage/search/text_index.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace quarterdeck::storage::sqlite {

using namespace session;
using conversation::MessageExtended;
using conversation::MessagePublished;

namespace {

constexpr int kindOfEventColumn = 1; // of QUARTERDECK_EVENT_COLUMNS
constexpr int speakerColumn = 7;     // behind them

const std::string& growthKind()
{
    static const std::string kind = conversation::kindOf(MessageExtended());
    return kind;
}

const std::string& messageKind()
{
    static const std::string kind = conversation::kindOf(MessagePublished());
    return kind;
}

/// In which channels a row is. A session has few channels, and each finds its rows by seq.
std::vector<ChannelKey> channelsOf(Connection& connection, SessionNumber session, EventSeq seq)
{
    std::vector<ChannelKey> channels;
    Query row =
        connection.query("SELECT key FROM channels CROSS JOIN channel_rows ON channel_rows.channel = channels.id"
                         " WHERE channels.session = ? AND channel_rows.seq = ? ORDER BY channels.id");
    row.bind(session.value, seq.value);
    while (row.next())
        channels.emplace_back(row.text(0));
    return channels;
}

bool growsAfter(Connection& connection, SessionNumber session, EventSeq target, EventSeq after, EventSeq end)
{
    Query row = connection.query("SELECT 1 FROM amendments CROSS JOIN events ON events.id = ? + amendments.seq"
                                 " WHERE session = ? AND target_seq = ? AND seq > ? AND seq <= ? AND kind = ? LIMIT 1");
    row.bind(beforeEvents(session), session.value, target.value, after.value, end.value, growthKind());
    return row.next();
}

/// It was held and went with its own words: those are found where it was delivered.
bool isReleasedUnchanged(Connection& connection, SessionNumber session, EventSeq held, EventSeq end)
{
    Query row = connection.query("SELECT " QUARTERDECK_EVENT_COLUMNS
                                 " FROM amendments CROSS JOIN events ON events.id = ? + amendments.seq"
                                 " WHERE session = ? AND target_seq = ? AND seq <= ? AND kind = ? LIMIT 1");
    row.bind(beforeEvents(session), session.value, held.value, end.value, messageKind());
    if (!row.next())
        return false;
    const Result<Event> event = eventFrom(row, connection.path());
    const auto* published = event ? std::get_if<MessagePublished>(&event->body) : nullptr;
    return published != nullptr && published->route.release && !published->route.release->isEdited;
}

/// It was indexed as a whole, with that word, and must be removed as such.
bool isIndexedWhole(Connection& connection, SessionNumber session, EventSeq seq)
{
    static const std::string words = "kind : \"" + std::string(search::wholeWord) + '"';
    bool isWhole = false;
    onIndex([&] {
        Query row = connection.query("SELECT 1 FROM text_index WHERE text_index MATCH ? AND rowid = ?");
        row.bind(words, eventId(session, seq));
        isWhole = row.next();
    });
    return isWhole;
}

struct Said
{
    MessagePublished published;
    std::string speaker;
};

std::optional<Said> readMessageOf(Connection& connection, SessionNumber session, EventSeq seq)
{
    Query row =
        connection.query("SELECT " QUARTERDECK_EVENT_COLUMNS ", events.speaker FROM events WHERE events.id = ?");
    if (!row.bind(eventId(session, seq)).next())
        return std::nullopt;
    Result<Event> event = eventFrom(row, connection.path());
    auto* published = event ? std::get_if<MessagePublished>(&event->body) : nullptr;
    return published != nullptr ? std::optional(Said{std::move(*published), row.text(speakerColumn)}) : std::nullopt;
}

/// Empty if the message cannot be read.
std::optional<search::Document> wholeDocument(Connection& connection, SessionNumber session, EventSeq target,
                                              EventSeq last, std::size_t longestText)
{
    std::optional<Said> said = readMessageOf(connection, session, target);
    if (!said)
        return std::nullopt;
    Query row = connection.query("SELECT " QUARTERDECK_EVENT_COLUMNS
                                 " FROM amendments CROSS JOIN events ON events.id = ? + amendments.seq"
                                 " WHERE session = ? AND target_seq = ? AND seq <= ? AND kind = ? ORDER BY seq");
    row.bind(beforeEvents(session), session.value, target.value, last.value, growthKind());
    while (row.next()) {
        const Result<Event> event = eventFrom(row, connection.path());
        if (const auto* growth = event ? std::get_if<MessageExtended>(&event->body) : nullptr)
            conversation::applyExtension(said->published.message, *growth);
    }
    return search::wholeDocumentOf(said->published, said->speaker, longestText);
}

std::string speakerAt(Connection& connection, SessionNumber session, EventSeq seq)
{
    Query row = connection.query("SELECT speaker FROM events WHERE id = ?");
    return row.bind(eventId(session, seq)).next() ? row.text(0) : std::string();
}

search::Document documentOf(Connection& connection, SessionNumber session, const Query& row, GrowthView view)
{
    using Way = GrowthView::Way;
    const EventSeq seq = seqOf(row.number(0));
    const bool isGrowth = row.view(kindOfEventColumn) == growthKind();
    const bool isMessage = row.view(kindOfEventColumn) == messageKind();
    const EventSeq target = isGrowth ? shownAt(connection, session, seq) : seq;
    const bool isAsked = isGrowth || (isMessage && view.way == Way::Read);
    const bool isLast = isAsked && view.way != Way::Indexed && !growsAfter(connection, session, target, seq, view.end);
    if (isAsked && view.way == Way::Read && !isLast)
        return {};
    if (isMessage && view.way == Way::Read && isReleasedUnchanged(connection, session, seq, view.end))
        return {};
    if (isGrowth && target < seq && (view.way == Way::Indexed ? isIndexedWhole(connection, session, seq) : isLast)) {
        if (std::optional<search::Document> whole = wholeDocument(connection, session, target, seq, view.longestText))
            return *std::move(whole);
    }
    const Result<Event> event = eventFrom(row, connection.path());
    if (!event)
        return {};
    return search::documentOf(event->body, isGrowth ? speakerAt(connection, session, target) : row.text(speakerColumn),
                              view.longestText);
}

} // namespace

void forEachDocument(Connection& connection, SessionNumber session, EventSeq after, EventSeq last, GrowthView view,
                     const std::function<bool(EventSeq, const search::Document&)>& visit, const KnownDocument& known)
{
    Query row = connection.query("SELECT " QUARTERDECK_EVENT_COLUMNS
                                 ", events.speaker FROM events WHERE id >= ? AND id <= ? ORDER BY id");
    row.bind(eventId(session, after.next()), eventId(session, last));
    bool goesOn = true;
    while (goesOn && row.next()) {
        const EventSeq seq = seqOf(row.number(0));
        search::Document document;
        if (const search::Document* kept = known ? known(seq) : nullptr)
            document = *kept;
        else
            document = documentOf(connection, session, row, view);
        if (!document.isEmpty())
            search::addPlace(channelsOf(connection, session, shownAt(connection, session, seq)), document);
        goesOn = visit(seq, document) && seq < last; // what follows is not examined: it may be damaged
    }
}

bool isSuperseded(Connection& connection, SessionNumber session, EventSeq seq, EventSeq end)
{
    bool isGrowth = false;
    {
        Query row = connection.query("SELECT kind FROM events WHERE id = ?");
        if (!row.bind(eventId(session, seq)).next())
            return false;
        isGrowth = row.view(0) == growthKind();
        if (!isGrowth && row.view(0) != messageKind())
            return false;
    }
    return growsAfter(connection, session, isGrowth ? shownAt(connection, session, seq) : seq, seq, end)
        || (!isGrowth && isReleasedUnchanged(connection, session, seq, end));
}

EventSeq shownAt(Connection& connection, SessionNumber session, EventSeq seq)
{
    Query row = connection.query("SELECT target_seq FROM amendments CROSS JOIN events ON events.id = ? + amendments.seq"
                                 " WHERE session = ? AND seq = ? AND kind <> ?");
    row.bind(beforeEvents(session), session.value, seq.value, messageKind()); // a released message has a row of its own
    return row.next() ? EventSeq{row.number(0)} : seq;
}

} // namespace quarterdeck::storage::sqlite
