#include "app/cli/instance_link.h"

#include "app/cli/interrupt_handler.h"
#include "app/cli/open_session.h"
#include "app/services/await.h"
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

using conversation::ErrorCode;
using session::Error;

namespace {

/// The owner's window may be busy for a while.
constexpr std::chrono::seconds longestSilence{20};

struct LinkSentences
{
    Q_DECLARE_TR_FUNCTIONS(CommandLine)

public:
    static Error silent()
    {
        return {ErrorCode::Locked, tr("The Quarterdeck that has the library open does not respond.").toStdString(), {}};
    }
    static Error strange()
    {
        return {ErrorCode::BadInput,
                tr("The answer from the Quarterdeck that has the library open cannot be understood. It may be a "
                   "different version.")
                    .toStdString(),
                {}};
    }
};

} // namespace

InstanceLink::InstanceLink(const QString& library) : m_address(instanceAddress(library))
{
    m_socket.setReadBufferSize(longestInstanceMessage);
    QObject::connect(&m_socket, &QLocalSocket::readyRead, &m_socket, [this] { listen(); });
    QObject::connect(&m_socket, &QLocalSocket::disconnected, &m_socket, [this] {
        listen();
        end(m_isTaken ? End::Gone : End::NobodyThere);
    });
    m_silence.setSingleShot(true);
    QObject::connect(&m_silence, &QTimer::timeout, &m_socket, [this] { fail(LinkSentences::silent()); });
}

InstanceLink::End InstanceLink::hold(const LaunchRequest& what, std::function<bool(const InstanceMessage&)> hear)
{
    m_hear = std::move(hear);
    m_socket.connectToServer(m_address);
    if (!m_socket.waitForConnected())
        return End::NobodyThere;
    m_socket.write(lineOf(what));
    m_silence.start(longestSilence);
    if (!m_hasEnded)
        m_loop.exec();
    return m_end;
}

void InstanceLink::listen()
{
    while (!m_hasEnded && m_socket.canReadLine()) {
        if (const std::optional<InstanceMessage> word = instanceMessageFrom(m_socket.readLine()))
            take(*word);
        else
            fail(LinkSentences::strange());
    }
    if (!m_hasEnded && m_socket.bytesAvailable() >= longestInstanceMessage)
        fail(LinkSentences::strange());
}

void InstanceLink::take(const InstanceMessage& word)
{
    if (const auto* refused = std::get_if<RequestRejected>(&word))
        return fail({ErrorCode::BadInput, refused->sentence.toStdString(), {}});
    if (!std::holds_alternative<RequestAccepted>(word) && !m_hear(word))
        return fail(LinkSentences::strange());
    m_isTaken = true;
    m_silence.stop();
}

void InstanceLink::end(End how)
{
    if (std::exchange(m_hasEnded, true))
        return;
    m_end = how;
    m_silence.stop();
    m_loop.quit();
}

void InstanceLink::fail(const Error& error)
{
    m_error = error;
    end(End::Failed);
}

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
    owner.setFace(InstanceServer::InstanceRole::Index);
    QObject context;
    QObject::connect(&owner, &InstanceServer::libraryRequested, &context, [&stop] { stop.request_stop(); });
    do {
        service.finish();
    } while (waitForIndex(library, console, stop.get_token()) && service.isBusy());
    service.finish(); // who came meanwhile
}

} // namespace quarterdeck::app
