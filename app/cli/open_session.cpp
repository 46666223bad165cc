#include "app/cli/open_session.h"

#include "app/services/await.h"
#include "app/services/language.h"
#include "app/services/recovery_text.h"
#include "storage/backup/backups.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace quarterdeck::app {

using session::Library;
using session::Result;
using session::SessionSummary;
using Summaries = std::vector<SessionSummary>;

namespace {

conversation::Error noSession(const QString& name)
{
    return {
        conversation::ErrorCode::NotFound,
        QCoreApplication::translate("CommandLine", "There is no session “%1” in the library.").arg(name).toStdString(),
        {}};
}

conversation::Error severalSessions(const QString& name)
{
    return {conversation::ErrorCode::BadInput,
            QCoreApplication::translate("CommandLine", "“%1” matches several sessions; type more of it, or the id.")
                .arg(name)
                .toStdString(),
            {}};
}

/// Quoted for a shell.
QString quoted(QString word)
{
    static const QRegularExpression unsafe(QStringLiteral("[^A-Za-z0-9_./:@%+=-]"));
    if (!word.contains(unsafe)) {
        return word;
    }
    const QChar quote(u'\'');
    return quote + word.replace(quote, QStringLiteral("'\\''")) + quote;
}

template <typename Fits>
Summaries filtered(const Summaries& sessions, Fits fits)
{
    Summaries found;
    std::ranges::copy_if(sessions, std::back_inserter(found), fits);
    return found;
}

} // namespace

std::string libraryPath(const CommandLine& line)
{
    return line.library.isEmpty() ? storage::defaultLibraryPath() : line.library.toStdString();
}

QString commandText(QStringList arguments, const CommandLine& line)
{
    if (!line.library.isEmpty()) {
        arguments << QStringLiteral("--library") << line.library;
    }
    QString text = QStringLiteral("quarterdeck");
    for (const QString& argument : arguments) {
        text += QLatin1Char(' ') + quoted(argument);
    }
    return text;
}

conversation::Error addRecoveryHint(const CommandLine& line, conversation::Error error)
{
    if (error.code == conversation::ErrorCode::Damaged) {
        error.sentence += ' ' + recoveryHint(line).toStdString();
        return error;
    }
    if (error.code != conversation::ErrorCode::NotFound || !storage::isLost(libraryPath(line))) {
        return error;
    }
    const QString way = storage::listBackups(libraryPath(line)).empty()
        ? QCoreApplication::translate(
            "CommandLine",
            "There is no backup of it here: move the file back to its place, or choose another library with --library.")
        : QCoreApplication::translate("CommandLine",
                                      "Restore a backup of it (“%1” lists them), move the file back to its place, or "
                                      "choose another library with --library.")
              .arg(commandText({QStringLiteral("backup"), QStringLiteral("--list")}, line));
    error.sentence += ' ' + way.toStdString();
    return error;
}

QString repairCommand(const CommandLine& line)
{
    return commandText({QStringLiteral("check"), QStringLiteral("--repair")}, line);
}

QString recoveryHint(const CommandLine& line)
{
    return QCoreApplication::translate("CommandLine", "“%1” recovers as much of a library as possible.")
        .arg(repairCommand(line));
}

Result<std::shared_ptr<Library>> openForReading(const CommandLine& line, Console& console, storage::SearchDepth depth)
{
    auto library = storage::openLibrary(libraryPath(line), nullptr, storage::Access::ReadOnly, depth);
    if (!library) {
        return tl::unexpected(addRecoveryHint(line, library.error()));
    }
    const auto reason = (*library)->readOnlyReason();
    if (reason && (reason->code == conversation::ErrorCode::NewerVersion || storage::isReadFromCopy(**library))) {
        console.note(reason->sentence);
    }
    return library;
}

Result<std::shared_ptr<Library>> openForWriting(const CommandLine& line, Console& console, QObject* completions)
{
    auto library = storage::openLibrary(libraryPath(line), completions);
    if (!library) {
        return tl::unexpected(addRecoveryHint(line, library.error()));
    }
    if (const auto lost = storage::lostLog(**library)) {
        console.note(lost->sentence);
    }
    return library;
}

bool isFirstUse(const CommandLine& line, const conversation::Error& error)
{
    return error.code == conversation::ErrorCode::NotFound && line.library.isEmpty()
        && !storage::isLost(libraryPath(line));
}

Result<SessionSummary> findSession(const Summaries& sessions, const QString& name)
{
    const std::string text = name.toStdString();
    Summaries found = filtered(sessions, [&](const SessionSummary& one) { return one.id.str() == text; });
    if (found.empty()) {
        found = filtered(sessions, [&](const SessionSummary& one) { return one.title == text; });
    }
    if (found.empty() && !text.empty()) {
        found = filtered(sessions, [&](const SessionSummary& one) { return one.id.str().starts_with(text); });
    }
    if (found.empty() && !text.empty()) {
        found = filtered(sessions, [&](const SessionSummary& one) { return one.title.starts_with(text); });
    }
    if (found.empty()) {
        return tl::unexpected(noSession(name));
    }
    if (found.size() > 1) {
        return tl::unexpected(severalSessions(name));
    }
    return found.front();
}

Result<OpenedSession> openSession(const CommandLine& line, Console& console)
{
    auto library = openForReading(line, console);
    if (!library) {
        return tl::unexpected(library.error());
    }
    const auto sessions = await<Summaries>([&](auto done) { (*library)->listSessions(std::move(done)); });
    if (!sessions) {
        return tl::unexpected(sessions.error());
    }
    auto summary = findSession(*sessions, line.session);
    if (!summary) {
        return tl::unexpected(summary.error());
    }
    return OpenedSession{std::move(*library), std::move(*summary)};
}

namespace {

void tellOfBackups(const CommandLine& line, const std::optional<BackupTrouble>& trouble, Console& console)
{
    if (!trouble)
        return console.note(backupsAgainText().toStdString());
    const QString made = trouble->lastGood ? momentText(*trouble->lastGood) : QString();
    console.note(addRecoveryHint(line, trouble->error).sentence + ' ' + lastBackupText(made).toStdString());
}

} // namespace

std::unique_ptr<BackupScheduler> startBackups(const CommandLine& line, Console& console, BackupScheduler::Pace pace)
{
    auto keeper = std::make_unique<BackupScheduler>(libraryPath(line), pace);
    QObject::connect(
        keeper.get(), &BackupScheduler::troubleChanged, keeper.get(),
        [&line, &console](const std::optional<BackupTrouble>& trouble) { tellOfBackups(line, trouble, console); });
    return keeper;
}

} // namespace quarterdeck::app
