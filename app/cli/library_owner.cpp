#include "app/cli/library_owner.h"

#include "app/cli/interrupt_handler.h"
#include "app/cli/open_session.h"
#include "app/services/await.h"
#include "app/services/instance_client.h"
#include "app/services/instance_server.h"
#include "model/session/library.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QLocale>
#include <QTimer>

#include <chrono>
#include <optional>
#include <utility>

namespace quarterdeck::app {

using session::Error;

void waitForOwner()
{
    QEventLoop loop;
    QTimer::singleShot(std::chrono::milliseconds{50}, &loop, &QEventLoop::quit);
    loop.exec();
}

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

Result<ImportFiles> requestOf(const CommandLine& line)
{
    ImportFiles what{{}, line.ifKnown};
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
    const Result<ImportFiles> what = requestOf(line);
    if (!what)
        return tl::unexpected(what.error());
    InstanceLink link(QString::fromStdString(libraryPath(line)));
    const InterruptHandler interruption([&link] { link.cancel(); });
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
    case InstanceLink::End::Finished:
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

void ImportService::serve(ImportPeer& peer)
{
    transfer::ImportRequest request;
    request.ifKnown = peer.ifKnown();
    for (const QString& file : peer.files())
        request.files.push_back({file.toStdString(), {}});
    auto* job = new ImportJob(m_library, std::move(request), this);
    peer.follow(*job);
    connect(job, &ImportJob::finished, job, &QObject::deleteLater);
    waitFor(peer);
    waitFor(*job);
    m_owner.beginImport(peer.files().front());
    connect(job, &QObject::destroyed, this, [this, file = peer.files().front()] { m_owner.endImport(file); });
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

void HandoffQueue::succeed(const LibraryReleased& word)
{
    for (const auto& who : m_all)
        who->sendLibraryReleased(word);
    for (const auto& who : m_all) {
        QEventLoop loop;
        QObject::connect(who.get(), &HandoffTarget::gone, &loop, &QEventLoop::quit);
        if (!who->isGone())
            loop.exec();
    }
}

using session::LibraryStatus;

namespace {

/// How often to ask how much is left.
constexpr std::chrono::milliseconds lookSpell{100};
/// One step of the index may take seconds on a slow disk. Without any progress for this long, it has stalled.
constexpr std::chrono::seconds longestStandstill{30};

void pause()
{
    QEventLoop loop;
    QTimer::singleShot(lookSpell, &loop, &QEventLoop::quit);
    loop.exec();
}

/// False if it was stopped or cannot be done now.
bool waitForIndex(session::Library& library, Console& console, const std::stop_token& stop)
{
    session::LibraryMonitor* signs = session::LibraryMonitor::of(library);
    std::optional<std::int64_t> left;
    QDeadlineTimer standstill;
    while (signs != nullptr && !stop.stop_requested() && !signs->writingTrouble()) {
        const auto vitals = await<LibraryStatus>([&](auto done) { signs->readLibraryStatus(std::move(done)); });
        if (!vitals || vitals->indexLag == 0)
            return vitals.has_value();
        if (left != vitals->indexLag)
            standstill = QDeadlineTimer(longestStandstill);
        else if (standstill.hasExpired())
            return false;
        left = vitals->indexLag;
        console.progress(QCoreApplication::translate("CommandLine", "Indexing for search: %1 events left")
                             .arg(QLocale().toString(static_cast<qlonglong>(*left))));
        pause();
    }
    return false;
}

} // namespace

void finishIndex(session::Library& library, InstanceServer& owner, ImportService& service, Console& console,
                 const std::stop_source& stop)
{
    owner.setRole(InstanceServer::InstanceRole::Index);
    QObject context;
    QObject::connect(&owner, &InstanceServer::libraryRequested, &context, [&stop] { stop.request_stop(); });
    do {
        service.finish();
    } while (waitForIndex(library, console, stop.get_token()) && service.isBusy());
    service.finish(); // who came meanwhile
}

} // namespace quarterdeck::app
