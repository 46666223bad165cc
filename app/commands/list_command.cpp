#include "app/commands/await.h"
#include "app/commands/commands.h"
#include "app/commands/open_session.h"
#include "app/commands/words.h"

#include <QDateTime>
#include <nlohmann/json.hpp>

namespace quarterdeck::app {

using nlohmann::json;
using session::SessionSummary;

namespace {

json toJson(const SessionSummary& one)
{
    return {{"id", one.id.str()},
            {"title", one.title},
            {"kind", kindWord(one.kind)},
            {"is_sample", one.isSample},
            {"source", one.source},
            {"run_state", runStateWord(one.runState)},
            {"started", one.startedAt.msSinceEpoch},
            {"last_activity", one.lastActivity.msSinceEpoch},
            {"events", one.lastSeq.value},
            {"messages", one.messageCount},
            {"open_questions", one.openQuestions.size()},
            {"tokens", one.tokens},
            {"cost", one.cost}};
}

QString lineOf(const SessionSummary& one)
{
    constexpr int shortId = 12;
    const auto time = QDateTime::fromMSecsSinceEpoch(one.lastActivity.msSinceEpoch);
    return QStringLiteral("%1  %2  %3  %4  %5")
        .arg(QString::fromStdString(one.id.str().substr(0, shortId)), time.toString(QStringLiteral("yyyy-MM-dd hh:mm")))
        .arg(QString::fromLatin1(kindWord(one.kind)), -8)
        .arg(one.messageCount, 7)
        .arg(harmlessLine(one.title));
}

} // namespace

int listSessions(const CommandLine& line, Console& console)
{
    const auto library = openForReading(line, console);
    // Who never started the program has no sessions: that is an answer, and not a failure.
    const bool isFirstUse =
        !library && library.error().code == conversation::ErrorCode::NotFound && line.library.isEmpty();
    if (!library && !isFirstUse) {
        return console.fail(library.error().sentence);
    }
    std::vector<SessionSummary> sessions;
    if (library) {
        auto answer = await<std::vector<SessionSummary>>([&](auto done) { (*library)->listSessions(std::move(done)); });
        if (!answer) {
            return console.fail(answer.error().sentence);
        }
        sessions = std::move(*answer);
    }
    json all = json::array();
    for (const SessionSummary& one : sessions) {
        if (line.isJson) {
            all.push_back(toJson(one));
        } else {
            console.print(lineOf(one));
        }
    }
    if (line.isJson) {
        console.print(all);
    }
    return 0;
}

} // namespace quarterdeck::app
