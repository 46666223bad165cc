#include "app/commands/await.h"
#include "app/commands/commands.h"
#include "app/commands/open_session.h"
#include "conversation/ids.h"

#include <QCoreApplication>
#include <QDateTime>
#include <algorithm>
#include <climits>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

namespace quarterdeck::app {

using nlohmann::json;
using session::SearchHit;
using session::SearchHits;
using session::SessionSummary;

namespace {

QString say(const char* text, int count = -1)
{
    return QCoreApplication::translate("CommandLine", text, nullptr, count);
}

using Sessions = std::map<session::SessionId, SessionSummary>;

json toJson(const SearchHit& hit, const SessionSummary& session)
{
    json marks = json::array();
    for (const session::TextRange& mark : hit.marks) {
        marks.push_back({mark.begin, mark.end});
    }
    json row = {{"session", hit.place.session.str()},
                {"title", session.title},
                {"seq", hit.place.seq.value},
                {"row", hit.row.value},
                {"speaker", hit.speaker},
                {"is_private", hit.isPrivate},
                {"excerpt", hit.excerpt},
                {"marks", std::move(marks)}};
    if (session.areTimesKnown) {
        row["time"] = hit.time.msSinceEpoch;
    }
    return row;
}

/// When, who and where; then what, indented.
QString linesOf(const SearchHit& hit, const SessionSummary& session)
{
    const bool isPerson = hit.speaker == conversation::address::person.str();
    QStringList columns;
    if (session.areTimesKnown) {
        columns
            << QDateTime::fromMSecsSinceEpoch(hit.time.msSinceEpoch).toString(QStringLiteral("yyyy-MM-dd hh:mm:ss"));
    }
    if (!hit.speaker.empty()) {
        columns << (isPerson ? say(QT_TRANSLATE_NOOP("CommandLine", "You")) : harmlessLine(hit.speaker));
    }
    if (hit.isPrivate) {
        columns << say(QT_TRANSLATE_NOOP("CommandLine", "(private)"));
    }
    columns << harmlessLine(session.title);
    return columns.join(QStringLiteral("  ")) + QStringLiteral("\n    ") + harmlessLine(hit.excerpt);
}

/// Pages up to the limit; false when one cannot be read.
session::Result<SearchHits> searchUpTo(session::Library& library, const CommandLine& line)
{
    SearchHits all;
    session::SearchRequest request{session::searchTerms(line.searched.toStdString()), {}, 0};
    do {
        constexpr int page = 200;
        request.limit = std::min(page, line.limit - static_cast<int>(all.hits.size()));
        auto answer = await<SearchHits>([&](auto done) { library.search(request, std::move(done)); });
        if (!answer) {
            return answer;
        }
        std::ranges::move(answer->hits, std::back_inserter(all.hits));
        all.isLast = answer->isLast;
        all.notSearched = answer->notSearched;
        if (!all.hits.empty()) {
            request.after = all.hits.back().place;
        }
    } while (!all.isLast && static_cast<int>(all.hits.size()) < line.limit);
    return all;
}

void print(const SearchHits& found, const Sessions& sessions, bool isJson, Console& console)
{
    json all = json::array();
    for (const SearchHit& hit : found.hits) {
        const auto session = sessions.find(hit.place.session);
        if (session == sessions.end()) {
            continue; // removed since
        }
        if (isJson) {
            all.push_back(toJson(hit, session->second));
        } else {
            console.print(linesOf(hit, session->second));
        }
    }
    if (isJson) {
        console.print(all);
    }
}

} // namespace

int searchSessions(const CommandLine& line, Console& console)
{
    const auto library = openForReading(line, console);
    if (!library && !isFirstUse(line, library.error())) {
        return console.fail(library.error().sentence);
    }
    if (!library) {
        print({}, {}, line.isJson, console);
        return 0;
    }
    const auto found = searchUpTo(**library, line);
    const auto listed =
        await<std::vector<SessionSummary>>([&](auto done) { (*library)->listSessions(std::move(done)); });
    if (!found || !listed) {
        return console.fail(found ? listed.error().sentence : found.error().sentence);
    }
    Sessions sessions;
    for (const SessionSummary& one : *listed) {
        sessions.emplace(one.id, one);
    }
    print(*found, sessions, line.isJson, console);
    if (found->hits.empty()) {
        console.note(say(QT_TRANSLATE_NOOP("CommandLine", "Nothing was found.")).toStdString());
    } else if (!found->isLast) {
        console.note(say(QT_TRANSLATE_NOOP("CommandLine", "There is more; --limit shows it.")).toStdString());
    }
    if (found->notSearched > 0) {
        console.note(
            say(QT_TRANSLATE_N_NOOP("CommandLine", "%n older event(s) are not indexed yet and were not searched."),
                static_cast<int>(std::min<std::int64_t>(found->notSearched, INT_MAX)))
                .toStdString());
    }
    return 0;
}

} // namespace quarterdeck::app
