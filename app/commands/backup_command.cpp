#include "app/backup_words.h"
#include "app/commands/commands.h"
#include "app/commands/open_session.h"
#include "storage/backups.h"

#include <QCoreApplication>
#include <QDir>
#include <nlohmann/json.hpp>

namespace quarterdeck::app {

using nlohmann::json;
using storage::Backup;

namespace {

QString say(const char* text) { return QCoreApplication::translate("CommandLine", text); }

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
    case storage::BackupKind::ByHand:
        break;
    }
    return "by_hand";
}

json jsonOf(const Backup& backup)
{
    return {{"file", backup.path},         {"kind", wordOf(backup.kind)}, {"made", backup.made.msSinceEpoch},
            {"sessions", backup.sessions}, {"events", backup.events},     {"bytes", backup.bytes}};
}

QString lineOf(const Backup& backup)
{
    return say(QT_TRANSLATE_NOOP("CommandLine", "%1  %2 sessions, %3 events  %4  %5"))
        .arg(backupMoment(backup))
        .arg(backup.sessions)
        .arg(backup.events)
        .arg(backupKindText(backup.kind), QDir::toNativeSeparators(harmlessLine(backup.path)));
}

int listBackups(const CommandLine& line, Console& console)
{
    json all = json::array();
    const std::vector<Backup> backups = storage::listBackups(libraryPath(line));
    for (const Backup& backup : backups) {
        if (line.isJson) {
            all.push_back(jsonOf(backup));
        } else {
            console.print(lineOf(backup));
        }
    }
    if (line.isJson) {
        console.print(all);
    } else if (backups.empty()) {
        console.note(say(QT_TRANSLATE_NOOP("CommandLine", "There is no backup.")).toStdString());
    }
    return 0;
}

int restore(const CommandLine& line, Console& console)
{
    const auto aside = storage::restoreBackup(libraryPath(line), line.restore.toStdString());
    if (!aside) {
        return console.fail(aside.error().sentence);
    }
    if (line.isJson) {
        console.print(json{{"kept_aside", aside->empty() ? json() : json(*aside)}});
    } else if (aside->empty()) {
        console.print(say(QT_TRANSLATE_NOOP("CommandLine", "The library is restored.")));
    } else {
        console.print(say(QT_TRANSLATE_NOOP("CommandLine", "The library is restored. What it was is kept as “%1”."))
                          .arg(QDir::toNativeSeparators(QString::fromStdString(*aside))));
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
    console.progress(say(QT_TRANSLATE_NOOP("CommandLine", "Copying the library, and checking the copy")));
    const auto backup = storage::makeBackup(libraryPath(line), storage::BackupKind::ByHand);
    if (!backup) {
        return console.fail(withWayOut(line, backup.error()).sentence);
    }
    if (line.isJson) {
        console.print(jsonOf(*backup));
    } else {
        console.print(lineOf(*backup));
    }
    return 0;
}

} // namespace quarterdeck::app
