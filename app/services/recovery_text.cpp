#include "app/services/recovery_text.h"

#include "app/services/console.h"
#include "app/services/language.h"

#include <QCoreApplication>
#include <QDir>
#include <QStringList>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <climits>
#include <limits>

namespace quarterdeck::app {

namespace {

/// The context of the translations; lupdate reads the literal calls.
struct Restore
{
    Q_DECLARE_TR_FUNCTIONS(Restore)
};

struct Backups
{
    Q_DECLARE_TR_FUNCTIONS(Backups)
};

} // namespace

QString backupKindText(storage::BackupKind kind)
{
    switch (kind) {
    case storage::BackupKind::Daily:
        return Restore::tr("daily");
    case storage::BackupKind::Weekly:
        return Restore::tr("weekly");
    case storage::BackupKind::BeforeUpdate:
        return Restore::tr("before an update");
    case storage::BackupKind::Kept:
        return Restore::tr("saved when the library file was removed");
    case storage::BackupKind::Replaced:
        return Restore::tr("replaced by a restored backup");
    case storage::BackupKind::InPart:
        return Restore::tr("copy of a partly damaged library");
    case storage::BackupKind::Damaged:
        return Restore::tr("damaged: whatever is left can be recovered");
    case storage::BackupKind::ByHand:
        break;
    }
    return Restore::tr("by hand");
}

QString earlierLossText(const storage::EarlierLoss& loss)
{
    return loss.events > 0 ? Restore::tr("made after a recovery that lost %n event(s)", nullptr,
                                         static_cast<int>(std::min<std::int64_t>(loss.events, INT_MAX)))
                           : Restore::tr("made after a recovery that did not bring back everything");
}

QString backupMoment(const storage::Backup& backup) { return momentText(backup.made); }

QString lastBackupText(const QString& made)
{
    return made.isEmpty() ? Backups::tr("There is no backup yet.")
                          : Backups::tr("The last good backup was made on %1.").arg(made);
}

QString backupsAgainText() { return Backups::tr("Library backups are working again."); }

namespace {

/// The context of the translations; lupdate reads the literal calls.
struct RecoveryWords
{
    Q_DECLARE_TR_FUNCTIONS(quarterdeck::app)
};

/// Languages tell no more numbers apart than this.
int clamped(std::int64_t count)
{
    return static_cast<int>(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
}

QString partMissing() { return RecoveryWords::tr("Part of the file is missing; there may have been more sessions."); }

QStringList lossesOf(const storage::RecoveryReport& report)
{
    QStringList sentences;
    if (report.isPartMissing)
        sentences.append(partMissing());
    if (report.lostEvents() > 0)
        sentences.append(RecoveryWords::tr("%n event(s) are lost.", nullptr, clamped(report.lostEvents())));
    std::int64_t attachments = 0;
    for (const storage::RecoveredSession& session : report.sessions)
        attachments += session.lostAttachments;
    if (attachments > 0)
        sentences.append(
            RecoveryWords::tr("%n attachment(s) are lost and are shown as missing.", nullptr, clamped(attachments)));
    return sentences;
}

bool isNothing(const storage::RecoveredSession& session) { return session.events == 0 && !session.isWhole(); }

QString counted(const storage::RecoveryReport& report, const QString& allWhole, const QString& notAllWhole)
{
    const auto all = static_cast<std::int64_t>(report.sessions.size());
    const std::int64_t whole = report.wholeSessions();
    if (whole == all)
        return allWhole.arg(whole).arg(all);
    const auto lost = std::ranges::count_if(report.sessions, [](const auto& one) { return isNothing(one); });
    return notAllWhole.arg(whole).arg(all).arg(all - whole - lost).arg(lost);
}

QStringList countsOf(const storage::RecoveryReport& report)
{
    QStringList sentences{
        counted(report, RecoveryWords::tr("The library was damaged: %1 of %2 sessions recovered completely."),
                RecoveryWords::tr(
                    "The library was damaged: %1 of %2 sessions recovered completely, %3 partly and %4 not at all."))};
    if (report.isFromLogAlone)
        sentences.prepend(RecoveryWords::tr(
            "Only the library's log was left, which holds the most recent changes; this was recovered from it."));
    return sentences;
}

QString shownPath(const std::string& path) { return QDir::toNativeSeparators(QString::fromStdString(path)); }

QString attachmentsLost(const storage::RecoveredSession& session)
{
    return RecoveryWords::tr("%n attachment(s) lost", nullptr, clamped(session.lostAttachments));
}

QString moreMayBeLost() { return RecoveryWords::tr("more may be lost after them"); }

/// Readers think in messages, but only events are known to be lost.
QString eventsOf(const storage::RecoveredSession& session)
{
    if (session.lost > 0)
        return RecoveryWords::tr("%1 of %n event(s)", nullptr, clamped(session.events + session.lost))
            .arg(session.events);
    if (!session.isEndKnown)
        return RecoveryWords::tr("%n event(s)", nullptr, clamped(session.events));
    return session.messages > 0 ? RecoveryWords::tr("all %n message(s)", nullptr, clamped(session.messages))
                                : RecoveryWords::tr("all %n event(s)", nullptr, clamped(session.events));
}

} // namespace

QString recoveryCounts(const storage::RecoveryReport& report)
{
    QStringList sentences = countsOf(report);
    if (report.isPartMissing)
        sentences.append(partMissing());
    return sentences.join(QLatin1Char(' '));
}

QString keptText(const storage::RecoveryReport& report)
{
    return RecoveryWords::tr("The damaged file is kept as “%1”.").arg(shownPath(report.keptAside));
}

QString keptSinceText(const storage::RecoveryReport& report)
{
    return RecoveryWords::tr("Recovered %1. The damaged file is kept as “%2”.")
        .arg(momentText(report.recovered), shownPath(report.keptAside));
}

QString keptBeforeText(const storage::RecoveryReport& report)
{
    return report.keptAside.empty()
        ? QString()
        : RecoveryWords::tr("The previous library is kept as “%1”.").arg(shownPath(report.keptAside));
}

QString recoveryText(const storage::RecoveryReport& report)
{
    return (countsOf(report) + lossesOf(report) + QStringList{keptText(report)}).join(QLatin1Char(' '));
}

QString recoveredAsideText(const storage::RecoveryReport& report)
{
    QStringList sentences{
        counted(report, RecoveryWords::tr("The damaged file was recovered: %1 of %2 sessions completely."),
                RecoveryWords::tr(
                    "The damaged file was recovered: %1 of %2 sessions completely, %3 partly and %4 not at all."))};
    sentences += lossesOf(report);
    if (const QString kept = keptBeforeText(report); !kept.isEmpty())
        sentences.append(kept);
    return sentences.join(QLatin1Char(' '));
}

QString recoveredPart(const storage::RecoveredSession& session)
{
    if (isNothing(session))
        return RecoveryWords::tr("nothing");
    QStringList parts{eventsOf(session)};
    if (session.lostAttachments > 0)
        parts.append(attachmentsLost(session));
    if (!session.isEndKnown)
        parts.append(moreMayBeLost());
    return parts.join(QStringLiteral(", "));
}

QString copyText(const storage::RecoveryReport& report)
{
    if (report.isWhole() || !report.newestCopy)
        return {};
    return RecoveryWords::tr("A backup from %1 has %n session(s).", nullptr, clamped(report.newestCopy->sessions))
        .arg(backupMoment(*report.newestCopy));
}

QString recoveryText(const storage::RecoveredSession& session)
{
    QString text = QStringLiteral("%1  %2: ").arg(harmlessLine(session.id.str()), harmlessLine(session.title));
    text += RecoveryWords::tr("%n event(s)", nullptr, clamped(session.events));
    if (session.lost > 0)
        text += QStringLiteral(", ") + RecoveryWords::tr("%n lost", nullptr, clamped(session.lost));
    if (session.lostAttachments > 0)
        text += QStringLiteral(", ") + attachmentsLost(session);
    if (!session.isEndKnown)
        text += QStringLiteral(", ") + moreMayBeLost();
    return text;
}

nlohmann::json toJson(const storage::RecoveryReport& report)
{
    nlohmann::json sessions = nlohmann::json::array();
    for (const storage::RecoveredSession& one : report.sessions) {
        sessions.push_back({{"id", one.id.str()},
                            {"title", one.title},
                            {"events", one.events},
                            {"lost", one.lost},
                            {"attachments", one.attachments},
                            {"lost_attachments", one.lostAttachments},
                            {"is_whole", one.isWhole()}});
    }
    nlohmann::json told = {{"recovered", report.recovered.msSinceEpoch},
                           {"kept_aside", report.keptAside},
                           {"whole_sessions", report.wholeSessions()},
                           {"is_part_missing", report.isPartMissing},
                           {"is_from_log_alone", report.isFromLogAlone},
                           {"lost_events", report.lostEvents()},
                           {"sessions", sessions}};
    if (const auto& copy = report.newestCopy)
        told["newest_copy"] = {{"file", copy->path},
                               {"made", copy->made.msSinceEpoch},
                               {"sessions", copy->sessions},
                               {"events", copy->events}};
    return told;
}

} // namespace quarterdeck::app
