#include "app/cli/commands.h"
#include "app/cli/interrupt_handler.h"
#include "app/cli/output_path.h"
#include "app/cli/transfers.h"
#include "app/services/await.h"
#include "app/services/cli_text.h"
#include "app/services/connection_store.h"
#include "app/services/key_manager.h"
#include "app/services/keyring.h"
#include "app/services/package_files.h"
#include "app/services/value_text.h"
#include "model/transfer/export_job.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <algorithm>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::app {

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

} // namespace quarterdeck::app
