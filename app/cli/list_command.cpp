#include "app/cli/commands.h"
#include "app/cli/open_session.h"
#include "app/services/await.h"
#include "app/services/language.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <climits>
#include <nlohmann/json.hpp>

namespace quarterdeck::app {

using nlohmann::json;
using session::SessionSummary;

namespace {

json toJson(const SessionSummary& one)
{
    json row = {{"id", one.id.str()},
                {"title", one.title},
                {"kind", kindWord(one.kind)},
                {"is_scripted", one.isScripted},
                {"is_sample", one.isSample},
                {"source", one.source},
                {"run_state", runStateWord(one.runState)},
                {"times_known", one.areTimesKnown},
                {"events", one.lastSeq.value},
                {"messages", one.messageCount},
                {"open_questions", one.openQuestions.size()},
                {"tokens", one.tokens},
                {"cost", one.cost}};
    if (one.areTimesKnown) {
        row["started"] = one.startedAt.msSinceEpoch;
        row["last_activity"] = one.lastActivity.msSinceEpoch;
    }
    return row;
}

/// Padded to `columns` of a terminal, where a Chinese character takes two.
QString padded(const QString& text, qsizetype columns)
{
    constexpr char16_t firstWide = 0x2E80;
    const auto wide = std::ranges::count_if(text, [](QChar c) { return c.unicode() >= firstWide; });
    return text + QString(std::max<qsizetype>(0, columns - text.size() - wide), u' ');
}

QString timeOf(const SessionSummary& one) { return one.areTimesKnown ? momentText(one.lastActivity) : QString(); }

/// Questions, rounds and notices are rows of the transcript as well, but are not counted.
QString countOf(const SessionSummary& one)
{
    const auto count = static_cast<int>(std::min<std::int64_t>(one.messageCount, INT_MAX));
    return QCoreApplication::translate("CommandLine", "%n message(s)", nullptr, count);
}

QString lineOf(const SessionSummary& one)
{
    constexpr int shortId = 12;
    constexpr int timeColumns = 16;
    constexpr int kindColumns = 8;
    constexpr int countColumns = 16;
    const QString title = harmlessLine(one.title);
    const QStringList columns{
        QString::fromStdString(one.id.str().substr(0, shortId)), padded(timeOf(one), timeColumns),
        padded(kindText(one.kind), kindColumns), countOf(one).rightJustified(countColumns),
        one.isScripted ? cliText(QT_TRANSLATE_NOOP("CommandLine", "%1 (scripted demo)")).arg(title) : title};
    return columns.join(QStringLiteral("  "));
}

} // namespace

int listSessions(const CommandLine& line, Console& console)
{
    const auto library = openForReading(line, console);
    if (!library && !isFirstUse(line, library.error())) {
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
