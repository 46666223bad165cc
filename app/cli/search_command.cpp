#include "app/cli/commands.h"
#include "app/cli/interrupt_handler.h"
#include "app/cli/library_owner.h"
#include "app/cli/open_session.h"
#include "app/services/await.h"
#include "app/services/language.h"
#include "model/conversation/channel.h"
#include "model/conversation/ids.h"
#include "model/session/library.h"

#include <QCoreApplication>
#include <QDateTime>
#include <algorithm>
#include <climits>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <utility>
#include <vector>

namespace quarterdeck::app {

using nlohmann::json;
using session::SearchHit;
using session::SearchHits;
using session::SessionSummary;

namespace {

using Sessions = std::map<session::SessionId, SessionSummary>;

/// A hit, and its number in its session.
struct Found
{
    SearchHit hit;
    std::int64_t number = 0; ///< of its row among all of its session, from 1 on; as the window goes to it
};

/// A link to the row, in the form read by "Go to message" and the program itself (`wording::MessageLink`).
QString linkTo(const SearchHit& hit)
{
    return QStringLiteral("quarterdeck:%1#%2").arg(harmlessLine(hit.place.session.str())).arg(hit.row.value);
}

json toJson(const Found& found, const SessionSummary& session)
{
    const SearchHit& hit = found.hit;
    json marks = json::array();
    for (const session::TextRange& mark : hit.marks) {
        marks.push_back({mark.begin, mark.end});
    }
    json row = {{"session", hit.place.session.str()},
                {"title", session.title},
                {"seq", hit.place.seq.value},
                {"row", hit.row.value},
                {"number", found.number},
                {"link", linkTo(hit).toStdString()},
                {"speaker", hit.speaker},
                {"is_private", hit.isPrivate},
                {"excerpt", hit.excerpt},
                {"marks", std::move(marks)}};
    if (session.areTimesKnown) {
        row["time"] = hit.time.msSinceEpoch;
    }
    return row;
}

/// When, who and where; then the excerpt, indented; then how to open it: a link with the session's whole id, and the
/// row's number.
QString linesOf(const Found& found, const SessionSummary& session)
{
    const SearchHit& hit = found.hit;
    const bool isPerson = hit.speaker == conversation::address::person.str();
    QStringList columns;
    if (session.areTimesKnown) {
        columns
            << QDateTime::fromMSecsSinceEpoch(hit.time.msSinceEpoch).toString(QStringLiteral("yyyy-MM-dd hh:mm:ss"));
    }
    if (!hit.speaker.empty()) {
        columns << (isPerson ? cliText(QT_TRANSLATE_NOOP("CommandLine", "You")) : harmlessLine(hit.speaker));
    }
    if (hit.isPrivate) {
        columns << cliText(QT_TRANSLATE_NOOP("CommandLine", "(private)"));
    }
    columns << harmlessLine(session.title);
    const QString place = cliText(QT_TRANSLATE_NOOP("CommandLine", "%1 (row %2)")).arg(linkTo(hit)).arg(found.number);
    const QString indent = QStringLiteral("\n    ");
    return columns.join(QStringLiteral("  ")) + indent + harmlessLine(hit.excerpt) + indent + place;
}

/// Scanning more unindexed events than this takes longer than a second.
constexpr std::int64_t longestTail = 20'000;

std::int64_t notIndexed(session::Library& library)
{
    session::LibraryMonitor* signs = session::LibraryMonitor::of(library);
    if (signs == nullptr) {
        return 0;
    }
    const auto vitals = await<session::LibraryStatus>([&](auto done) { signs->readLibraryStatus(std::move(done)); });
    return vitals ? vitals->indexLag : 0;
}

/// Indexes as far as this process can have the library; if it cannot, or is stopped, the search scans the rest.
void indexFirst(const CommandLine& line, Console& console, const std::stop_source& stop)
{
    QObject completions;
    auto library = storage::openLibrary(libraryPath(line), &completions);
    if (!library || (*library)->isReadOnly()) {
        return;
    }
    HandoffQueue successors;
    {
        InstanceServer owner(QString::fromStdString(libraryPath(line)), InstanceServer::InstanceRole::Index);
        owner.setLibrary(*library);
        ImportService service(*library, owner);
        QObject::connect(&owner, &InstanceServer::libraryRequested, &service,
                         [&](HandoffTarget* who) { successors.add(who); });
        finishIndex(**library, owner, service, console, stop);
    }
    library->reset();
    successors.succeed({});
}

/// Opens the library for a complete search.
session::Result<std::shared_ptr<session::Library>> openForSearch(const CommandLine& line, Console& console)
{
    auto library = openForReading(line, console, storage::SearchDepth::Whole);
    if (!library || notIndexed(**library) <= longestTail) {
        return library;
    }
    library->reset();
    std::stop_source stop;
    bool isInterrupted = false;
    const InterruptHandler interruption([&] {
        isInterrupted = true;
        stop.request_stop();
    });
    indexFirst(line, console, stop);
    if (isInterrupted) {
        return tl::unexpected(
            session::Error{conversation::ErrorCode::Cancelled,
                           cliText(QT_TRANSLATE_NOOP("CommandLine", "The search was cancelled.")).toStdString(),
                           {}});
    }
    return storage::openLibrary(libraryPath(line), nullptr, storage::Access::ReadOnly, storage::SearchDepth::Whole);
}

/// Reads pages up to the limit; an interruption cancels.
session::Result<SearchHits> searchUpTo(session::Library& library, const CommandLine& line, Console& console)
{
    SearchHits all;
    std::stop_source stop;
    const InterruptHandler interruption([&] { stop.request_stop(); });
    console.progress(cliText(QT_TRANSLATE_NOOP("CommandLine", "Searching…")));
    session::SearchRequest request{session::searchTerms(line.searched.toStdString()), {}, 0};
    request.stop = stop.get_token();
    do {
        constexpr int page = 200;
        request.limit = std::min(page, line.limit - static_cast<int>(all.hits.size()));
        auto answer = await<SearchHits>([&](auto done) { library.search(request, std::move(done)); });
        if (!answer) {
            return answer;
        }
        std::ranges::move(answer->hits, std::back_inserter(all.hits));
        all.isLast = answer->isLast;
        all.notSearched += answer->notSearched;
        if (!all.hits.empty()) {
            request.after = all.hits.back().place;
        }
    } while (!all.isLast && static_cast<int>(all.hits.size()) < line.limit);
    return all;
}

/// 0 if it is no longer in any row.
std::int64_t numberOf(session::Library& library, const SearchHit& hit)
{
    const auto ordinal = await<conversation::Ordinal>([&](auto done) {
        library.ordinalOf(hit.place.session, conversation::channel::everything, hit.row, std::move(done));
    });
    return ordinal ? ordinal->value + 1 : 0;
}

/// Drops hits that were removed since.
std::vector<Found> stillThere(session::Library& library, const SearchHits& hits, const Sessions& sessions)
{
    std::vector<Found> all;
    for (const SearchHit& hit : hits.hits) {
        const std::int64_t number = sessions.contains(hit.place.session) ? numberOf(library, hit) : 0;
        if (number > 0) {
            all.push_back({hit, number});
        }
    }
    return all;
}

void print(const SearchHits& hits, const std::vector<Found>& all, const Sessions& sessions, bool isJson,
           Console& console)
{
    json array = json::array();
    for (const Found& found : all) {
        const SessionSummary& session = sessions.at(found.hit.place.session);
        if (isJson) {
            array.push_back(toJson(found, session));
        } else {
            console.print(linesOf(found, session));
        }
    }
    if (isJson) {
        console.print(json{{"hits", std::move(array)}, {"has_more", !hits.isLast}, {"not_searched", hits.notSearched}});
    }
}

/// Prints what else a person should know about the result.
void printNotes(const SearchHits& found, bool isAnyThere, const std::string& searched, Console& console)
{
    const session::SearchTerms terms = session::searchTerms(searched);
    if ((!isAnyThere && found.isLast) || terms.leftOut > 0) {
        const std::string hint = session::searchHint(terms);
        console.note(hint.empty() ? cliText(QT_TRANSLATE_NOOP("CommandLine", "Nothing was found.")).toStdString()
                                  : harmlessLine(hint).toStdString());
    } else if (!found.isLast) {
        console.note(
            cliText(QT_TRANSLATE_NOOP("CommandLine", "There are more results: use a higher --limit to see them."))
                .toStdString());
    }
    if (found.notSearched > 0) {
        console.note(cliText(QT_TRANSLATE_N_NOOP(
                                 "CommandLine",
                                 "%n event(s) were not fully searched: they cannot be read, or are longer than 1 MB."),
                             static_cast<int>(std::min<std::int64_t>(found.notSearched, INT_MAX)))
                         .toStdString());
    }
}

} // namespace

int searchSessions(const CommandLine& line, Console& console)
{
    const auto library = openForSearch(line, console);
    if (!library && !isFirstUse(line, library.error())) {
        return console.fail(library.error().sentence);
    }
    if (!library) {
        print({}, {}, {}, line.isJson, console);
        return 0;
    }
    const auto found = searchUpTo(**library, line, console);
    const auto listed =
        await<std::vector<SessionSummary>>([&](auto done) { (*library)->listSessions(std::move(done)); });
    if (!found || !listed) {
        return console.fail(found ? listed.error().sentence : found.error().sentence);
    }
    Sessions sessions;
    for (const SessionSummary& one : *listed) {
        sessions.emplace(one.id, one);
    }
    const std::vector<Found> all = stillThere(**library, *found, sessions);
    print(*found, all, sessions, line.isJson, console);
    printNotes(*found, !all.empty(), line.searched.toStdString(), console);
    return 0;
}

} // namespace quarterdeck::app
