#include "app/cli/commands.h"
#include "app/cli/open_session.h"
#include "app/services/language.h"
#include "app/services/recovery_text.h"
#include "storage/backup/backups.h"
#include "storage/backup/earlier_losses.h"
#include "storage/recover/recover_library.h"

#include <QCoreApplication>
#include <QDir>
#include <QStringList>
#include <map>
#include <nlohmann/json.hpp>

namespace quarterdeck::app {

using nlohmann::json;
using storage::Backup;

namespace {

const char* wordOf(storage::BackupKind kind)
{
    switch (kind) {
    case storage::BackupKind::Daily:
        return "daily";
    case storage::BackupKind::Weekly:
        return "weekly";
    case storage::BackupKind::BeforeUpdate:
        return "before_update";
    case storage::BackupKind::Kept:
        return "kept";
    case storage::BackupKind::Replaced:
        return "replaced";
    case storage::BackupKind::InPart:
        return "in_part";
    case storage::BackupKind::Damaged:
        return "damaged";
    case storage::BackupKind::ByHand:
        break;
    }
    return "by_hand";
}

using Losses = std::map<std::string, storage::EarlierLoss>;

/// Null if nothing had been lost before.
const storage::EarlierLoss* lossOf(const Backup& backup, const Losses& losses)
{
    const auto found = losses.find(backup.path);
    return found == losses.end() ? nullptr : &found->second;
}

/// Not counting those that only stand in for a lost event.
std::int64_t eventsOf(const Backup& backup, const storage::EarlierLoss* loss)
{
    return backup.events - (loss != nullptr ? loss->places : 0);
}

bool isCounted(const Backup& backup) { return backup.kind != storage::BackupKind::Damaged; }

json jsonOf(const Backup& backup, const Losses& losses)
{
    json value = {{"file", backup.path},
                  {"kind", wordOf(backup.kind)},
                  {"made", backup.made.msSinceEpoch},
                  {"bytes", backup.bytes}};
    if (isCounted(backup)) {
        value["sessions"] = backup.sessions;
        value["events"] = eventsOf(backup, lossOf(backup, losses));
    }
    if (const storage::EarlierLoss* loss = lossOf(backup, losses)) {
        value["after_recovery"] = {{"lost_events", loss->events}};
    }
    return value;
}

QString lineOf(const Backup& backup, const Losses& losses)
{
    const QString file = QDir::toNativeSeparators(harmlessLine(backup.path));
    if (!isCounted(backup)) {
        return QStringLiteral("%1  %2  %3").arg(backupMoment(backup), backupKindText(backup.kind), file);
    }
    const storage::EarlierLoss* loss = lossOf(backup, losses);
    QStringList kind{backupKindText(backup.kind)};
    if (loss != nullptr) {
        kind.append(earlierLossText(*loss));
    }
    return cliText(QT_TRANSLATE_NOOP("CommandLine", "%1  %2 sessions, %3 events  %4  %5"))
        .arg(backupMoment(backup))
        .arg(countText(backup.sessions), countText(eventsOf(backup, loss)), kind.join(QStringLiteral(" · ")), file);
}

int listBackups(const CommandLine& line, Console& console)
{
    json all = json::array();
    const std::vector<Backup> backups = storage::listBackups(libraryPath(line));
    const Losses losses = storage::earlierLosses(libraryPath(line), backups);
    for (const Backup& backup : backups) {
        if (line.isJson) {
            all.push_back(jsonOf(backup, losses));
        } else {
            console.print(lineOf(backup, losses));
        }
    }
    if (line.isJson) {
        console.print(all);
    } else if (backups.empty()) {
        console.note(cliText(QT_TRANSLATE_NOOP("CommandLine", "There are no backups.")).toStdString());
    }
    return 0;
}

/// Reports what was recovered from a damaged file.
void printRecovery(const CommandLine& line, const storage::RecoveryReport& report, Console& console)
{
    if (line.isJson) {
        console.print(toJson(report));
        return;
    }
    for (const storage::RecoveredSession& one : report.sessions) {
        console.print(recoveryText(one));
    }
    console.print(recoveredAsideText(report));
}

int restore(const CommandLine& line, Console& console)
{
    const auto restored = storage::restoreOrRecover(libraryPath(line), line.restore.toStdString());
    if (!restored) {
        return console.fail(restored.error().sentence);
    }
    if (restored->recovery) {
        printRecovery(line, *restored->recovery, console);
        return 0;
    }
    const std::string& aside = restored->keptAside;
    if (line.isJson) {
        console.print(json{{"kept_aside", aside.empty() ? json() : json(aside)}});
    } else if (aside.empty()) {
        console.print(cliText(QT_TRANSLATE_NOOP("CommandLine", "The library has been restored.")));
    } else {
        console.print(cliText(QT_TRANSLATE_NOOP("CommandLine",
                                                "The library has been restored. The previous one is kept as “%1”."))
                          .arg(QDir::toNativeSeparators(QString::fromStdString(aside))));
    }
    return 0;
}

} // namespace

int backUp(const CommandLine& line, Console& console)
{
    if (line.isList) {
        return listBackups(line, console);
    }
    if (!line.restore.isEmpty()) {
        return restore(line, console);
    }
    console.progress(cliText(QT_TRANSLATE_NOOP("CommandLine", "Copying the library and verifying the copy")));
    const auto backup = storage::makeBackup(libraryPath(line), storage::BackupKind::ByHand);
    if (!backup) {
        return console.fail(addRecoveryHint(line, backup.error()).sentence);
    }
    const Losses losses = storage::earlierLosses(libraryPath(line), {*backup});
    if (line.isJson) {
        console.print(jsonOf(*backup, losses));
    } else {
        console.print(lineOf(*backup, losses));
    }
    if (!backup->damage) {
        return 0;
    }
    return console.fail(QString::fromStdString(backup->damage->sentence) + QLatin1Char(' ') + recoveryHint(line));
}

} // namespace quarterdeck::app
