#include "app/cli/commands.h"
#include "app/cli/interrupt_handler.h"
#include "app/cli/open_session.h"
#include "app/services/await.h"
#include "app/services/command_line.h"
#include "app/services/keys.h"
#include "app/services/language.h"
#include "app/services/model_servers.h"
#include "app/services/packages.h"
#include "model/transfer/export_job.h"
#include "storage/open_library.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QFileInfo>
#include <QString>
#include <QTemporaryDir>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace quarterdeck::app {

/// Why the command line must not write there, as a sentence for a person; empty if it may. Never onto its own input (a
/// file that is converted, the library); onto another existing file only with --force.
[[nodiscard]] QString outFileRefusal(const QString& outFile, const CommandLine& line);

namespace {

bool isSameFile(const QString& one, const QString& other)
{
    // Resolves links; empty if there is no such file.
    const QString path = QFileInfo(one).canonicalFilePath();
    return !path.isEmpty() && path == QFileInfo(other).canonicalFilePath();
}

} // namespace

QString outFileRefusal(const QString& outFile, const CommandLine& line)
{
    if (outFile.isEmpty() || !QFileInfo(outFile).isFile()) {
        return {};
    }
    const auto isOut = [&](const QString& file) { return isSameFile(file, outFile); };
    if (std::ranges::any_of(line.files, isOut)) {
        return cliText(
                   QT_TRANSLATE_NOOP("CommandLine", "“%1” is the file to be converted: choose another file for --out."))
            .arg(outFile);
    }
    if (isOut(QString::fromStdString(libraryPath(line)))) {
        return cliText(QT_TRANSLATE_NOOP("CommandLine", "“%1” is the library: choose another file for --out."))
            .arg(outFile);
    }
    return line.isForced
        ? QString()
        : cliText(QT_TRANSLATE_NOOP("CommandLine", "“%1” already exists; --force replaces it.")).arg(outFile);
}

using nlohmann::json;
using transfer::ExportReport;

namespace {

/// The keys of the stored connections, which no export holds.
std::vector<std::string> connectionKeys(Console& console)
{
    const auto connections = ConnectionStore(ConnectionStore::defaultFolder()).connections();
    if (!connections) {
        console.note(connections.error().sentence);
        return {};
    }
    KeyManager keeper(std::make_unique<Keyring>());
    const auto keys = await<KeyManager::Keys>([&](auto done) { keeper.readAll(*connections, done); });
    if (!keys->isComplete) {
        console.note(
            cliText(QT_TRANSLATE_NOOP("CommandLine",
                                      "Some keys of your model connections could not be read from the keyring. "
                                      "They are removed only where their format or name gives them away."))
                .toStdString());
    }
    return keys->keys;
}

ExportReport runJob(const OpenedSession& opened, const CommandLine& line, Console& console)
{
    transfer::ExportRequest request;
    if (line.isRedacted) {
        std::ranges::move(connectionKeys(console), std::back_inserter(request.keys));
    }
    request.session = opened.summary.id;
    request.path = line.outFile.toStdString();
    request.format = line.format.toStdString();
    request.isRedacted = line.isRedacted;
    request.packages = packageFiles();
    if (line.outFile.isEmpty()) {
        request.write = [&console](std::string_view bytes) { return console.write(bytes); };
    }
    transfer::ExportJob job(opened.library, std::move(request));
    const InterruptHandler interruption([&] { job.cancel(); });
    QEventLoop loop;
    ExportReport result;
    QObject::connect(&job, &transfer::ExportJob::progressed, &loop, [&](qint64 events, qint64 total) {
        console.progress(cliText(QT_TRANSLATE_NOOP("CommandLine", "Exported %1 of %2 events"))
                             .arg(countText(events), countText(total)));
    });
    QObject::connect(&job, &transfer::ExportJob::finished, &loop, [&](const ExportReport& report) {
        result = report;
        loop.quit();
    });
    job.start();
    loop.exec();
    return result;
}

void noteLosses(const ExportReport& report, Console& console)
{
    for (const formats::Loss& loss : report.losses) {
        console.note(loss.sentence);
    }
    for (const formats::Redaction& redaction : report.redactions) {
        console.note(redaction.sentence);
    }
}

json listOf(const std::vector<formats::Loss>& losses)
{
    json list = json::array();
    for (const formats::Loss& one : losses) {
        list.push_back(
            {{"kind", one.kind}, {"count", one.count}, {"sentence", one.sentence}, {"messages", one.places}});
    }
    return list;
}

json listOf(const std::vector<formats::Redaction>& redactions)
{
    json list = json::array();
    for (const formats::Redaction& one : redactions) {
        list.push_back({{"kind", one.kind}, {"count", one.count}, {"places", one.places}, {"sentence", one.sentence}});
    }
    return list;
}

void noteLeftOut(const ExportReport& report, Console& console)
{
    constexpr const char* withoutFile = QT_TRANSLATE_N_NOOP(
        "CommandLine", "%n attachment(s) were left out: --out FILE saves them in a folder beside the file.");
    constexpr const char* lost =
        QT_TRANSLATE_N_NOOP("CommandLine", "%n attachment(s) are missing from the export: the library has lost them.");
    for (const auto& [sentence, count] : {std::pair{withoutFile, report.attachmentsLeftOut - report.attachmentsLost},
                                          std::pair{lost, report.attachmentsLost}}) {
        if (count > 0) {
            const QString said = QCoreApplication::translate("CommandLine", sentence, nullptr, static_cast<int>(count));
            console.note(said.toStdString());
        }
    }
}

} // namespace

int exportSession(const CommandLine& line, Console& console)
{
    if (const QString refusal = outFileRefusal(line.outFile, line); !refusal.isEmpty()) {
        return console.fail(refusal);
    }
    const auto opened = openSession(line, console);
    return opened ? exportFrom(*opened, line, console) : console.fail(opened.error().sentence);
}

int exportFrom(const OpenedSession& opened, const CommandLine& line, Console& console)
{
    const ExportReport report = runJob(opened, line, console);
    if (!console.isWritable()) {
        return 1; // the job saw no more than that nobody takes its bytes; the console knows why
    }
    if (report.error) {
        return console.fail(report.error->sentence);
    }
    noteLosses(report, console);
    noteLeftOut(report, console);
    // Without a file, standard output is the export itself and must carry nothing else.
    if (line.outFile.isEmpty()) {
        return 0;
    }
    if (line.isJson) {
        console.print(json{{"file", line.outFile.toStdString()},
                           {"format", line.format.toStdString()},
                           {"events", report.events},
                           {"attachments", report.attachments},
                           {"attachments_left_out", report.attachmentsLeftOut},
                           {"losses", listOf(report.losses)},
                           {"redactions", listOf(report.redactions)}});
    } else {
        console.print(cliText(QT_TRANSLATE_NOOP("CommandLine", "“%1” has %2 events and %3 attachments."))
                          .arg(line.outFile, countText(report.events), countText(report.attachments)));
    }
    return 0;
}

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
