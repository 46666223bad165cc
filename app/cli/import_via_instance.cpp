#include "app/cli/import_via_instance.h"

#include "app/cli/instance_link.h"
#include "app/cli/interrupt_handler.h"
#include "app/cli/open_session.h"

#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <utility>

namespace quarterdeck::app {

using session::Error;
using session::Result;
using transfer::ImportJob;
using transfer::ImportProgress;
using transfer::ImportReport;

namespace {

Error errorOf(conversation::ErrorCode code, const QString& sentence) { return {code, sentence.toStdString(), {}}; }

struct OwnerSentences
{
    Q_DECLARE_TR_FUNCTIONS(CommandLine)

public:
    static Error gone()
    {
        return errorOf(conversation::ErrorCode::Io,
                       tr("The Quarterdeck that has the library open quit before the import was finished. New sessions "
                          "are imported completely or not at all; an updated session may have only some of its new "
                          "messages. “quarterdeck list” shows what is there."));
    }
    static Error noFile(const QString& file)
    {
        return errorOf(
            conversation::ErrorCode::BadInput,
            tr("“%1” is not a file on disk, so the Quarterdeck that has the library open cannot read it.").arg(file));
    }
};

/// The path as the owner can open it: it has another working directory and other open files.
Result<QString> pathForOthers(const QString& file)
{
    const QFileInfo info(file);
    if (info.exists() && !info.isFile() && !info.isDir())
        return tl::unexpected(OwnerSentences::noFile(file));
    const QString path = info.absoluteFilePath();
    const bool isOwn = path.startsWith(QLatin1String("/dev/")) || path.startsWith(QLatin1String("/proc/"));
    return isOwn && info.exists() ? info.canonicalFilePath() : path;
}

Result<LaunchRequest> requestOf(const CommandLine& line)
{
    LaunchRequest what;
    what.isImport = true;
    what.ifKnown = line.ifKnown;
    for (const QString& file : line.files) {
        const Result<QString> path = pathForOthers(file);
        if (!path)
            return tl::unexpected(path.error());
        what.files.append(*path);
    }
    return what;
}

/// Back to the name that the person used: the owner was given a longer one, and for a folder it names the files in it.
void rename(std::string& path, const QStringList& told, const CommandLine& line)
{
    const QString name = QString::fromStdString(path);
    for (qsizetype i = 0; i < told.size() && i < line.files.size(); ++i) {
        const QString& longer = told.at(i);
        if (name == longer || name.startsWith(longer + u'/')) {
            path = (line.files.at(i) + name.mid(longer.size())).toStdString();
            return;
        }
    }
}

} // namespace

std::optional<Result<ImportReport>> importViaInstance(const CommandLine& line, Console& console)
{
    const Result<LaunchRequest> what = requestOf(line);
    if (!what)
        return tl::unexpected(what.error());
    InstanceLink link(QString::fromStdString(libraryPath(line)));
    const InterruptHandler interruption([&link] { link.say(cancelLine); });
    ImportReport report;
    const auto hear = [&](const InstanceMessage& word) {
        if (const auto* told = std::get_if<ImportReport>(&word)) {
            report = *told;
            for (transfer::FileReport& file : report.files)
                rename(file.path, what->files, line);
            for (std::string& file : report.notBegun)
                rename(file, what->files, line);
            link.finish();
            return true;
        }
        const auto* progress = std::get_if<ImportProgress>(&word);
        if (progress == nullptr)
            return false;
        ImportProgress named = *progress;
        rename(named.path, what->files, line);
        console.progress(progressLine(named));
        return true;
    };
    switch (link.hold(*what, hear)) {
    case InstanceLink::End::NobodyThere:
        return std::nullopt;
    case InstanceLink::End::Gone:
        return tl::unexpected(OwnerSentences::gone());
    case InstanceLink::End::Failed:
        return tl::unexpected(link.error());
    case InstanceLink::End::Told:
        break;
    }
    return report;
}

ImportService::ImportService(std::shared_ptr<session::Library> library, InstanceServer& owner)
    : m_library(std::move(library))
    , m_owner(owner)
{
    connect(&owner, &InstanceServer::importAsked, this, &ImportService::serve);
}

void ImportService::serve(ImportPeer& guest)
{
    transfer::ImportRequest request;
    request.ifKnown = guest.ifKnown();
    for (const QString& file : guest.files())
        request.files.push_back({file.toStdString(), {}});
    auto* job = new ImportJob(m_library, std::move(request), this);
    guest.follow(*job);
    connect(job, &ImportJob::finished, job, &QObject::deleteLater);
    waitFor(guest);
    waitFor(*job);
    m_owner.beginImport(guest.files().front());
    connect(job, &QObject::destroyed, this, [this, file = guest.files().front()] { m_owner.endImport(file); });
    job->start();
}

void ImportService::waitFor(QObject& part)
{
    ++m_parts;
    connect(&part, &QObject::destroyed, this, [this] {
        --m_parts;
        emit partEnded();
    });
}

void ImportService::finish()
{
    QEventLoop loop;
    connect(this, &ImportService::partEnded, &loop, &QEventLoop::quit);
    connect(this, &ImportService::givenUp, &loop, &QEventLoop::quit);
    while (isBusy())
        loop.exec();
}

void ImportService::giveUp()
{
    m_isGivenUp = true;
    emit givenUp();
}

} // namespace quarterdeck::app
