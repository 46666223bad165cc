#include "app/cli/commands.h"
#include "app/cli/interrupt_handler.h"
#include "app/cli/library_owner.h"
#include "app/cli/open_session.h"
#include "app/services/import_report.h"
#include "app/services/language.h"
#include "model/formats/formats_read.h"
#include "model/transfer/transfer_errors.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEventLoop>
#include <QFileInfo>
#include <algorithm>
#include <chrono>
#include <climits>
#include <nlohmann/json.hpp>

namespace quarterdeck::app {

using transfer::FileReport;
using transfer::ImportProgress;
using transfer::ImportReport;

namespace {

/// The sentences that contain numbers.
struct Sentences
{
    Q_DECLARE_TR_FUNCTIONS(CommandLine)
};

int countOf(std::int64_t messages) { return static_cast<int>(std::min<std::int64_t>(messages, INT_MAX)); }

using What = transfer::DuplicateSession::What;

QString textOf(const transfer::DuplicateSession& known)
{
    const int count = countOf(known.newMessages);
    const QString news = known.isUpdated ? Sentences::tr("%n message(s) added", nullptr, count)
        : known.what == What::Same       ? Sentences::tr("already in the library; nothing new in the file")
        : known.what == What::Grown ? Sentences::tr("already in the library; the file has %n more message(s): --update "
                                                    "adds them, --as-new imports the file again",
                                                    nullptr, count)
                                    : Sentences::tr("the same as the file for the first %n message(s), then different; "
                                                    "the file was imported as a separate session",
                                                    nullptr, countOf(known.oldMessages));
    const QString where = known.isArchived ? Sentences::tr("archived, ") : QString();
    return QString::fromStdString(known.id.str()) + QStringLiteral("  ") + harmlessLine(known.title)
        + QStringLiteral(" (") + where + news + u')';
}

/// `isOneOfSeveral`: there are other failed files.
void printText(const FileReport& file, bool isOneOfSeveral, Console& console)
{
    for (const transfer::ImportedSession& one : file.sessions) {
        const QString what =
            Sentences::tr("%1 (%n message(s))", nullptr, countOf(one.messages)).arg(harmlessLine(one.title));
        console.print(QString::fromStdString(one.id.str()) + QStringLiteral("  ") + what);
    }
    for (const transfer::DuplicateSession& one : file.known) {
        if (!file.error || one.isUpdated) {
            console.print(textOf(one));
        }
    }
    if (file.error) {
        // The last sentence already names the file that failed.
        if (isOneOfSeveral) {
            console.print(QStringLiteral("  ") + harmlessLine(file.error->sentence));
        }
        return;
    }
    for (const QString& lack : missingPartsOf(file)) {
        console.print(QStringLiteral("  ") + lack);
    }
    if (formats::isExperimental(file.kind)) {
        const std::string name = QFileInfo(QString::fromStdString(file.path)).fileName().toStdString();
        console.print(QStringLiteral("  ") + harmlessLine(transfer::errors::readExperimentally(name)));
    }
}

std::int64_t failuresOf(const ImportReport& report)
{
    return std::ranges::count_if(report.files, [](const FileReport& file) { return file.error.has_value(); });
}

void noteNotBegun(const ImportReport& report, Console& console)
{
    if (!report.notBegun.empty()) {
        console.note(Sentences::tr("%n other file(s) were not imported; the first: “%1”.", nullptr,
                                   static_cast<int>(report.notBegun.size()))
                         .arg(QString::fromStdString(report.notBegun.front()))
                         .toStdString());
    }
}

int exitCode(const ImportReport& report, Console& console)
{
    const std::int64_t failed = failuresOf(report);
    if (failed == 0) {
        return report.isCancelled ? console.fail(cliText(QT_TRANSLATE_NOOP("CommandLine", "The import was cancelled.")))
                                  : 0;
    }
    const auto first =
        std::ranges::find_if(report.files, [](const FileReport& file) { return file.error.has_value(); });
    const QString sentence = QString::fromStdString(first->error->sentence);
    const QString all = countText(static_cast<std::int64_t>(report.files.size()));
    return console.fail(
        failed == 1 ? sentence
                    : cliText(QT_TRANSLATE_NOOP("CommandLine", "%1 of %2 files were not imported; the first: %3"))
                          .arg(countText(failed), all, sentence));
}

} // namespace

QStringList missingPartsOf(const FileReport& file)
{
    QStringList lacks;
    if (!file.leftOut.empty()) {
        lacks << harmlessLine(file.leftOut);
    }
    for (const formats::ImportProblem& problem : file.problems) {
        lacks << harmlessLine(problem.sentence);
    }
    if (file.problemCount > std::ssize(file.problems)) {
        lacks << cliText(QT_TRANSLATE_NOOP("CommandLine", "  … %1 problems in total"))
                     .arg(countText(file.problemCount))
                     .trimmed();
    }
    return lacks;
}

void printSkipped(const ImportReport& report, Console& console)
{
    if (report.passedOver == 0) {
        return;
    }
    console.note(Sentences::tr("%n other file(s) in the folders are not recordings:", nullptr,
                               static_cast<int>(report.passedOver))
                     .toStdString());
    for (const std::string& file : report.passedOverFirst)
        console.note("  " + harmlessLine(file).toStdString());
    if (report.passedOver > std::ssize(report.passedOverFirst))
        console.note("  …");
}

QString progressLine(const ImportProgress& progress)
{
    const std::int64_t percent = progress.bytesTotal > 0 ? progress.bytesRead * 100 / progress.bytesTotal : 0;
    return Sentences::tr("Importing %1 (%2 of %3): %4%, %n message(s)", nullptr, countOf(progress.messages))
        .arg(QString::fromStdString(progress.path), countText(progress.file), countText(progress.files),
             QString::number(percent));
}

ImportReport runImport(const std::shared_ptr<session::Library>& library, const CommandLine& line, Console& console)
{
    transfer::ImportRequest request;
    request.ifKnown = line.ifKnown;
    for (const QString& file : line.files) {
        request.files.push_back({file.toStdString(), {}});
    }
    transfer::ImportJob job(library, std::move(request));
    const InterruptHandler interruption([&] { job.cancel(); });
    QEventLoop loop;
    ImportReport result;
    QObject::connect(&job, &transfer::ImportJob::progressed, &loop,
                     [&](const ImportProgress& progress) { console.progress(progressLine(progress)); });
    QObject::connect(&job, &transfer::ImportJob::finished, &loop, [&](const ImportReport& report) {
        result = report;
        loop.quit();
    });
    job.start();
    loop.exec();
    return result;
}

namespace {

int printReport(const ImportReport& report, const CommandLine& line, Console& console)
{
    if (!line.isJson) {
        for (const FileReport& file : report.files) {
            printText(file, failuresOf(report) > 1, console);
        }
    }
    const bool hasAny = std::ranges::any_of(report.files, [](const FileReport& file) { return !file.error; });
    if (hasAny) {
        printSkipped(report, console);
    }
    if (line.isJson) {
        console.print(toJson(report));
    } else {
        noteNotBegun(report, console);
    }
    return exitCode(report, console);
}

/// Returns when everything imported can be found by a search. `successors`: who gets the library then.
int importHere(const std::shared_ptr<session::Library>& library, const CommandLine& line, Console& console,
               HandoffQueue& successors)
{
    if (const auto reason = library->readOnlyReason()) {
        return console.fail(reason->sentence);
    }
    InstanceServer owner(QString::fromStdString(libraryPath(line)), InstanceServer::InstanceRole::Import);
    owner.setLibrary(library);
    ImportService service(library, owner);
    QObject::connect(&owner, &InstanceServer::libraryRequested, &service,
                     [&](HandoffTarget* who) { successors.add(who); });
    owner.beginImport(line.files.front());
    const ImportReport report = runImport(library, line, console);
    owner.endImport(line.files.front());
    const int code = printReport(report, line, console);
    if (!report.isCancelled) {
        std::stop_source stop;
        const InterruptHandler interruption([&] {
            stop.request_stop();
            service.giveUp();
        });
        finishIndex(*library, owner, service, console, stop);
    }
    return code;
}

} // namespace

int importFiles(const CommandLine& line, Console& console)
{
    const QDeadlineTimer patience(shortPatience);
    for (;;) {
        QObject completions;
        auto library = openForWriting(line, console, &completions);
        if (library) {
            HandoffQueue successors;
            const int code = importHere(*library, line, console, successors);
            library->reset();
            successors.succeed({});
            return code;
        }
        if (library.error().code != conversation::ErrorCode::Locked) {
            return console.fail(library.error().sentence);
        }
        if (const auto report = importViaInstance(line, console)) {
            return *report ? printReport(**report, line, console) : console.fail(report->error().sentence);
        }
        if (patience.hasExpired()) {
            return console.fail(library.error().sentence);
        }
        waitForOwner();
    }
}

} // namespace quarterdeck::app
