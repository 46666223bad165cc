#include "app/commands/commands.h"
#include "app/commands/open_session.h"
#include "storage/backups.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QLocale>
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
    return say(QT_TRANSLATE_NOOP("CommandLine", "%1  %2 sessions, %3 events  %4"))
        .arg(QDateTime::fromMSecsSinceEpoch(backup.made.msSinceEpoch).toString(QStringLiteral("yyyy-MM-dd hh:mm")))
        .arg(backup.sessions)
        .arg(backup.events)
        .arg(QDir::toNativeSeparators(harmlessLine(backup.path)));
}

int listBackups(const CommandLine& line, Console& console)
{
    json all = json::array();
    for (const Backup& backup : storage::listBackups(libraryPath(line))) {
        if (line.isJson) {
            all.push_back(jsonOf(backup));
        } else {
            console.print(lineOf(backup));
        }
    }
    if (line.isJson) {
        console.print(all);
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
        console.print(json{{"kept_aside", *aside}});
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
        return console.fail(backup.error().sentence);
    }
    if (line.isJson) {
        console.print(jsonOf(*backup));
    } else {
        console.print(lineOf(*backup));
    }
    return 0;
}

} // namespace quarterdeck::app
