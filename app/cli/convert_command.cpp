#include "app/cli/commands.h"
#include "app/cli/output_path.h"
#include "app/cli/transfers.h"
#include "app/services/await.h"
#include "app/services/cli_text.h"
#include "app/services/value_text.h"
#include "storage/open_library.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QTemporaryDir>
#include <algorithm>

namespace quarterdeck::app {

using session::SessionSummary;
using Summaries = std::vector<SessionSummary>;

namespace {

/// "runs.json" for the third of several sessions: "runs-3.json".
QString numbered(const QString& file, std::size_t number)
{
    const QFileInfo info(file);
    const QString ending = info.suffix().isEmpty() ? QString() : QLatin1Char('.') + info.suffix();
    return file.chopped(ending.size()) + QLatin1Char('-') + QString::number(number) + ending;
}

int write(const std::shared_ptr<session::Library>& library, const Summaries& sessions, const CommandLine& line,
          Console& console)
{
    if (sessions.size() > 1 && line.outFile.isEmpty()) {
        return console.fail(
            cliText(
                QT_TRANSLATE_NOOP(
                    "CommandLine",
                    "“%1” contains %2 sessions: --out FILE writes each to its own file, with its number in the name."))
                .arg(line.files.front(), countText(static_cast<std::int64_t>(sessions.size()))));
    }
    const auto outFile = [&](std::size_t index) {
        return sessions.size() > 1 ? numbered(line.outFile, index + 1) : line.outFile;
    };
    for (std::size_t i = 0; i < sessions.size(); ++i) {
        if (const QString refusal = outFileRefusal(outFile(i), line); !refusal.isEmpty()) {
            return console.fail(refusal);
        }
    }
    int exitCode = 0;
    for (std::size_t i = 0; i < sessions.size() && exitCode == 0; ++i) {
        CommandLine one = line;
        one.outFile = outFile(i);
        exitCode = exportFrom({library, sessions[i]}, one, console);
    }
    return exitCode;
}

} // namespace

int convertFile(const CommandLine& line, Console& console)
{
    // A library in a file rather than in memory, since the input may be large.
    const QTemporaryDir folder;
    QObject completions;
    const auto library =
        storage::openLibrary(folder.filePath(QStringLiteral("convert.db")).toStdString(), &completions);
    if (!library) {
        return console.fail(library.error().sentence);
    }
    const transfer::ImportReport report = runImport(*library, line, console);
    if (report.files.empty() || !report.notBegun.empty()) {
        return console.fail(cliText(QT_TRANSLATE_NOOP("CommandLine", "The import was cancelled.")));
    }
    for (const transfer::FileReport& file : report.files) {
        if (file.error) {
            return console.fail(file.error->sentence);
        }
        for (const QString& lack : missingPartsOf(file)) {
            console.note(lack.toStdString());
        }
    }
    printSkipped(report, console);
    const auto listed = await<Summaries>([&](auto done) { (*library)->listSessions(std::move(done)); });
    if (!listed) {
        return console.fail(listed.error().sentence);
    }
    // In the order of the file, or of the files in the folder.
    Summaries sessions;
    for (const transfer::FileReport& file : report.files) {
        for (const transfer::ImportedSession& one : file.sessions) {
            const auto found = std::ranges::find(*listed, one.id, &SessionSummary::id);
            if (found != listed->end()) {
                sessions.push_back(*found);
            }
        }
    }
    return write(*library, sessions, line, console);
}

} // namespace quarterdeck::app
