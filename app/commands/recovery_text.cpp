#include "app/commands/recovery_text.h"

#include "app/backup_words.h"
#include "app/commands/console.h"

#include <QCoreApplication>
#include <QDir>
#include <QStringList>
#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

namespace quarterdeck::app {

namespace {

/// The context of the translations; lupdate reads the literal calls.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(quarterdeck::app)
};

/// As many as the words of a language can tell apart.
int clamped(std::int64_t count)
{
    return static_cast<int>(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
}

QStringList lossesOf(const storage::RecoveryReport& report)
{
    QStringList sentences;
    if (report.isPartMissing)
        sentences.append(Words::tr("Part of the file is missing; there may have been more sessions."));
    if (report.lostEvents() > 0)
        sentences.append(Words::tr("%n event(s) are lost.", nullptr, clamped(report.lostEvents())));
    return sentences;
}

} // namespace

QString recoveryText(const storage::RecoveryReport& report)
{
    const auto count = static_cast<std::int64_t>(report.sessions.size());
    const QString back =
        Words::tr("The library was damaged: %1 of %2 sessions are back whole.").arg(report.wholeSessions()).arg(count);
    const QString kept = Words::tr("The damaged file is kept as “%1”.")
                             .arg(QDir::toNativeSeparators(QString::fromStdString(report.keptAside)));
    QStringList sentences{back};
    if (report.isFromLogAlone)
        sentences.prepend(
            Words::tr("Of the library only its log was left, which holds what was written last; this comes from it."));
    sentences += lossesOf(report);
    sentences.append(kept);
    return sentences.join(QLatin1Char(' '));
}

QString recoveredAsideText(const storage::RecoveryReport& report)
{
    const auto count = static_cast<std::int64_t>(report.sessions.size());
    QStringList sentences{Words::tr("The damaged file was recovered: %1 of %2 sessions are back whole.")
                              .arg(report.wholeSessions())
                              .arg(count)};
    sentences += lossesOf(report);
    if (!report.keptAside.empty())
        sentences.append(Words::tr("What the library was is kept as “%1”.")
                             .arg(QDir::toNativeSeparators(QString::fromStdString(report.keptAside))));
    return sentences.join(QLatin1Char(' '));
}

QString copyText(const storage::RecoveryReport& report)
{
    if (report.isWhole() || !report.newestCopy)
        return {};
    return Words::tr("A copy of %1 has %n session(s).", nullptr, clamped(report.newestCopy->sessions))
        .arg(backupMoment(*report.newestCopy));
}

QString recoveryText(const storage::RecoveredSession& session)
{
    QString text = QStringLiteral("%1  %2: ").arg(harmlessLine(session.id.str()), harmlessLine(session.title));
    text += Words::tr("%n event(s)", nullptr, clamped(session.events));
    if (session.lost > 0)
        text += QStringLiteral(", ") + Words::tr("%n lost", nullptr, clamped(session.lost));
    if (session.lostAttachments > 0)
        text += QStringLiteral(", ") + Words::tr("%n attachment(s) lost", nullptr, clamped(session.lostAttachments));
    if (!session.isEndKnown)
        text += QStringLiteral(", ") + Words::tr("more may be lost behind them");
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
    nlohmann::json json = {{"kept_aside", report.keptAside},          {"whole_sessions", report.wholeSessions()},
                           {"is_part_missing", report.isPartMissing}, {"is_from_log_alone", report.isFromLogAlone},
                           {"lost_events", report.lostEvents()},      {"sessions", sessions}};
    if (const auto& copy = report.newestCopy)
        json["newest_copy"] = {{"file", copy->path},
                               {"made", copy->made.msSinceEpoch},
                               {"sessions", copy->sessions},
                               {"events", copy->events}};
    return json;
}

} // namespace quarterdeck::app
