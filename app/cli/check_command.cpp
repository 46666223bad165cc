#include "app/cli/commands.h"
#include "app/cli/open_session.h"
#include "app/services/await.h"
#include "app/services/instance_client.h"
#include "app/services/language.h"
#include "app/services/recovery_text.h"
#include "storage/backup/backups.h"
#include "storage/open_library.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <map>
#include <nlohmann/json.hpp>

namespace quarterdeck::app {

using nlohmann::json;
using session::LibraryHealth;
using session::SessionCheck;
using session::SessionSummary;

namespace {

struct Findings
{
    LibraryHealth health;
    std::vector<SessionCheck> sessions;
    std::optional<std::int64_t> queued{};                 ///< told by who writes to the library; empty = nobody does
    std::int64_t waitedMs = 0;                            ///< that the oldest of these has waited
    std::map<session::SessionId, std::int64_t> missing{}; ///< attachments, which is no damage
    [[nodiscard]] std::int64_t unsound() const
    {
        return std::ranges::count_if(sessions, [](const SessionCheck& one) { return !one.isSound(); });
    }
    [[nodiscard]] bool isSound() const { return health.integrity == "ok" && unsound() == 0; }
    /// Only the index is wrong, and it can be rebuilt from the log.
    [[nodiscard]] bool isIndexAlone() const { return health.isIndexAlone && unsound() == 0; }
};

session::Result<Findings> examine(session::Library& library, Console& console)
{
    Findings findings;
    console.progress(cliText(QT_TRANSLATE_NOOP("CommandLine", "Checking the library file")));
    auto health = await<LibraryHealth>([&](auto done) { library.checkHealth(std::move(done)); });
    if (!health) {
        return tl::unexpected(health.error());
    }
    findings.health = std::move(*health);
    if (const auto told = libraryStatusOfInstance(QString::fromStdString(findings.health.path))) {
        findings.queued = told->queued;
        findings.waitedMs = told->waitedMs;
    }
    const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { library.listSessions(std::move(done)); });
    if (!sessions) {
        return tl::unexpected(sessions.error());
    }
    for (const SessionSummary& one : *sessions) {
        console.progress(cliText(QT_TRANSLATE_NOOP("CommandLine", "Checking session %1 of %2"))
                             .arg(countText(static_cast<std::int64_t>(findings.sessions.size()) + 1),
                                  countText(static_cast<std::int64_t>(sessions->size()))));
        auto check = await<SessionCheck>([&](auto done) { library.verifySession(one.id, std::move(done)); });
        if (!check && check.error().code == conversation::ErrorCode::NotFound) {
            continue; // who has the library open has deleted it meanwhile
        }
        if (!check) {
            return tl::unexpected(check.error());
        }
        findings.sessions.push_back(std::move(*check));
    }
    return findings;
}

std::int64_t ageInSeconds(conversation::Timestamp moment)
{
    constexpr std::int64_t msPerSecond = 1000;
    return std::max<std::int64_t>(0, QDateTime::currentMSecsSinceEpoch() - moment.msSinceEpoch) / msPerSecond;
}

json jsonOf(const Findings& findings)
{
    json sessions = json::array();
    for (const SessionCheck& one : findings.sessions) {
        const auto missing = findings.missing.find(one.id);
        sessions.push_back({{"id", one.id.str()},
                            {"events", one.events},
                            {"snapshots", one.snapshots},
                            {"faults", one.faults},
                            {"missing_attachments", missing == findings.missing.end() ? 0 : missing->second}});
    }
    const LibraryHealth& health = findings.health;
    json value = {{"library", health.path},       {"integrity", health.integrity}, {"is_sound", findings.isSound()},
                  {"index_lag", health.indexLag}, {"disk_left", health.diskLeft},  {"log_size", health.logSize},
                  {"sessions", sessions}};
    if (!findings.isSound()) {
        value["is_index_alone"] = findings.isIndexAlone();
    }
    if (findings.queued) {
        value["queued"] = *findings.queued;
        value["waited_ms"] = findings.waitedMs;
    }
    if (health.lastCommit) {
        value["last_commit_age_s"] = ageInSeconds(*health.lastCommit);
    }
    if (health.lastBackup) {
        value["last_backup_age_s"] = ageInSeconds(*health.lastBackup);
    }
    return value;
}

/// A slow disk refuses no write, so nothing else would report it.
QString waitingText(std::int64_t writes, std::int64_t waitedMs)
{
    constexpr std::int64_t msPerSecond = 1000;
    const QString text = cliText(QT_TRANSLATE_NOOP("CommandLine", "Writes waiting to be stored: %1")).arg(writes);
    if (waitedMs < msPerSecond) {
        return text;
    }
    return cliText(QT_TRANSLATE_NOOP("CommandLine", "%1, the oldest for %2 s: the disk is slow"))
        .arg(text, QString::number(waitedMs / msPerSecond));
}

void printHealth(const Findings& findings, Console& console)
{
    const LibraryHealth& health = findings.health;
    const QLocale locale;
    if (health.lastCommit) {
        console.print(cliText(QT_TRANSLATE_NOOP("CommandLine", "Last change: %1")).arg(momentText(*health.lastCommit)));
    }
    console.print(health.lastBackup
                      ? cliText(QT_TRANSLATE_NOOP("CommandLine", "Last backup: %1")).arg(momentText(*health.lastBackup))
                      : cliText(QT_TRANSLATE_NOOP("CommandLine", "Last backup: none yet")));
    if (findings.queued.value_or(0) > 0) {
        console.print(waitingText(*findings.queued, findings.waitedMs));
    }
    if (health.indexLag > 0) {
        console.print(cliText(QT_TRANSLATE_NOOP("CommandLine", "Not yet indexed for search: %1 events"))
                          .arg(countText(health.indexLag)));
    }
    if (health.diskLeft >= 0) {
        console.print(cliText(QT_TRANSLATE_NOOP("CommandLine", "Free disk space: %1"))
                          .arg(locale.formattedDataSize(health.diskLeft)));
    }
}

void printText(const Findings& findings, Console& console)
{
    for (const SessionCheck& one : findings.sessions) {
        for (const std::string& fault : one.faults) {
            console.print(QString::fromStdString(one.id.str()) + QStringLiteral("  ") + harmlessLine(fault));
        }
    }
    for (const auto& [id, count] : findings.missing) {
        console.print(harmlessLine(id.str()) + QStringLiteral("  ")
                      + cliText(QT_TRANSLATE_NOOP("CommandLine", "Attachments missing from the library: %1"))
                            .arg(countText(count)));
    }
    printHealth(findings, console);
    if (findings.isSound()) {
        console.print(cliText(QT_TRANSLATE_NOOP("CommandLine", "“%1” is intact: %2 sessions with %3 events."))
                          .arg(QString::fromStdString(findings.health.path),
                               countText(static_cast<std::int64_t>(findings.sessions.size())),
                               countText(findings.health.events)));
    }
}

bool isDamaged(const session::Result<Findings>& findings)
{
    return findings ? !findings->isSound() : findings.error().code == conversation::ErrorCode::Damaged;
}

session::Result<Findings> examine(const CommandLine& line, Console& console)
{
    auto findings = openForReading(line, console).and_then([&](const auto& library) {
        return examine(*library, console).map_error([&](const conversation::Error& error) {
            return addRecoveryHint(line, error);
        });
    });
    if (auto missing = storage::missingAttachments(libraryPath(line)); findings && missing) {
        findings->missing = std::move(*missing);
    }
    return findings;
}

/// Even if nothing can be recovered there may be backups.
QString withCopies(const CommandLine& line, const conversation::Error& error)
{
    const QString sentence = QString::fromStdString(error.sentence);
    if (error.code != conversation::ErrorCode::Damaged || storage::listBackups(libraryPath(line)).empty()) {
        return sentence;
    }
    const QString copies = cliText(QT_TRANSLATE_NOOP("CommandLine", "“%1” lists its backups."));
    return sentence + QLatin1Char(' ')
        + copies.arg(commandText({QStringLiteral("backup"), QStringLiteral("--list")}, line));
}

/// Loses nothing and replaces no file.
int renewIndex(const CommandLine& line, Console& console)
{
    const auto renewed = storage::rebuildTextIndex(libraryPath(line), [&](std::int64_t left) {
        console.progress(cliText(QT_TRANSLATE_NOOP("CommandLine", "Indexing for search: %1 events left"))
                             .arg(QLocale().toString(static_cast<qlonglong>(left))));
    });
    if (!renewed) {
        return console.fail(renewed.error().sentence);
    }
    if (*renewed) {
        console.note((*renewed)->sentence);
    }
    if (line.isJson) {
        console.print(json{{"is_index_made_anew", true}});
    } else {
        console.print(
            cliText(QT_TRANSLATE_NOOP("CommandLine", "The search index of “%1” was damaged and has been rebuilt."))
                .arg(harmlessLine(libraryPath(line))));
    }
    return 0;
}

/// Mentions an earlier recovery, however long ago it was.
void printLastRecovery(const CommandLine& line, const storage::RecoveryReport& report, Console& console)
{
    console.print(cliText(QT_TRANSLATE_NOOP("CommandLine", "Last recovery: %1. %2 “%3” shows what was recovered."))
                      .arg(momentText(report.recovered), recoveryCounts(report),
                           commandText({QStringLiteral("check"), QStringLiteral("--report")}, line)));
}

json summaryOf(const storage::RecoveryReport& report)
{
    return {{"recovered", report.recovered.msSinceEpoch},
            {"kept_aside", report.keptAside},
            {"sessions", report.sessions.size()},
            {"whole_sessions", report.wholeSessions()},
            {"lost_events", report.lostEvents()}};
}

/// Prints the reports of all past recoveries; the library itself may be missing.
int reportRecoveries(const CommandLine& line, Console& console)
{
    const std::vector<storage::RecoveryReport> reports = storage::savedRecoveryReports(libraryPath(line));
    if (line.isJson) {
        json all = json::array();
        for (const storage::RecoveryReport& report : reports) {
            all.push_back(toJson(report));
        }
        console.print(all);
        return 0;
    }
    for (const storage::RecoveryReport& report : reports) {
        for (const storage::RecoveredSession& one : report.sessions) {
            console.print(recoveryText(one));
        }
        console.print(momentText(report.recovered) + QStringLiteral("  ") + recoveryText(report));
    }
    if (reports.empty()) {
        console.note(cliText(QT_TRANSLATE_NOOP("CommandLine", "There is no recovery report.")).toStdString());
    }
    return 0;
}

int repair(const CommandLine& line, Console& console)
{
    console.progress(cliText(QT_TRANSLATE_NOOP("CommandLine", "Recovering the library")));
    const auto report = storage::recoverLibrary(libraryPath(line));
    if (!report) {
        return console.fail(withCopies(line, report.error()));
    }
    if (line.isJson) {
        console.print(toJson(*report));
        return 0;
    }
    for (const storage::RecoveredSession& one : report->sessions) {
        console.print(recoveryText(one));
    }
    console.print(recoveryText(*report));
    if (const QString copy = copyText(*report); !copy.isEmpty()) {
        const QStringList restore{QStringLiteral("backup"), QStringLiteral("--restore"),
                                  QString::fromStdString(report->newestCopy->path)};
        console.print(copy + QLatin1Char(' ')
                      + cliText(QT_TRANSLATE_NOOP("CommandLine", "“%1” restores it.")).arg(commandText(restore, line)));
    }
    return 0;
}

/// SQLite lists every page; the sentence quotes the first.
QString damageOf(const QString& path, const QString& integrity)
{
    const QStringList told = integrity.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    const QString first = harmlessLine(told.value(0).toStdString());
    return told.size() > 1
        ? cliText(QT_TRANSLATE_NOOP("CommandLine", "“%1” is damaged: %2 (the first of %3 problems)."))
              .arg(path, first, QString::number(told.size()))
        : cliText(QT_TRANSLATE_NOOP("CommandLine", "“%1” is damaged: %2.")).arg(path, first);
}

} // namespace

int checkLibrary(const CommandLine& line, Console& console)
{
    if (line.isReport) {
        return reportRecoveries(line, console);
    }
    const session::Result<Findings> findings = examine(line, console);
    if (line.isRepair && findings && findings->isIndexAlone()) {
        return renewIndex(line, console);
    }
    if (line.isRepair && isDamaged(findings)) {
        return repair(line, console);
    }
    if (!findings) {
        return console.fail(findings.error().sentence);
    }
    const std::vector<storage::RecoveryReport> recoveries = storage::savedRecoveryReports(libraryPath(line));
    if (line.isJson) {
        json value = jsonOf(*findings);
        if (!recoveries.empty()) {
            value["last_recovery"] = summaryOf(recoveries.front());
        }
        console.print(value);
    } else {
        if (!recoveries.empty()) {
            printLastRecovery(line, recoveries.front(), console);
        }
        printText(*findings, console);
    }
    if (findings->isSound()) {
        return 0;
    }
    const QString path = QString::fromStdString(findings->health.path);
    if (findings->isIndexAlone()) {
        return console.fail(
            cliText(QT_TRANSLATE_NOOP("CommandLine", "Only the search index of “%1” is damaged; “%2” rebuilds it."))
                .arg(path, repairCommand(line)));
    }
    const QString damage = findings->health.integrity != "ok"
        ? damageOf(path, QString::fromStdString(findings->health.integrity))
        : cliText(QT_TRANSLATE_NOOP("CommandLine", "“%1” is damaged. Sessions with errors: %2."))
              .arg(path, QString::number(findings->unsound()));
    return console.fail(damage + QLatin1Char(' ') + recoveryHint(line));
}

} // namespace quarterdeck::app
