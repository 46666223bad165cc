#include "app/commands/import_by_owner.h"

#include "app/commands/interruption.h"
#include "app/commands/open_session.h"

#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QLocalSocket>
#include <QTimer>
#include <chrono>
#include <utility>

namespace quarterdeck::app {

using session::Error;
using session::Result;
using transfer::ImportJob;
using transfer::ImportProgress;
using transfer::ImportReport;

namespace {

/// Its window may be busy for a while.
constexpr std::chrono::seconds patience{20};

Error errorOf(conversation::ErrorCode code, const QString& sentence) { return {code, sentence.toStdString(), {}}; }

struct Sentences
{
    Q_DECLARE_TR_FUNCTIONS(CommandLine)

public:
    static Error silent()
    {
        return errorOf(conversation::ErrorCode::Locked, tr("The program that has the library open does not answer."));
    }
    static Error strange()
    {
        return errorOf(conversation::ErrorCode::BadInput,
                       tr("What the program that has the library open answers cannot be understood; perhaps it is of "
                          "another version."));
    }
    static Error gone()
    {
        return errorOf(conversation::ErrorCode::Io,
                       tr("The program that has the library open ended before the import was done. A file comes in as "
                          "a whole or not at all: “quarterdeck list” shows what is there."));
    }
    static Error noFile(const QString& file)
    {
        return errorOf(
            conversation::ErrorCode::BadInput,
            tr("“%1” is no file on the disk, which the program that has the library open could read.").arg(file));
    }
};

/// As the owner finds it, who stands in another folder and has other open files.
Result<QString> pathForOthers(const QString& file)
{
    const QFileInfo info(file);
    if (info.exists() && !info.isFile() && !info.isDir())
        return tl::unexpected(Sentences::noFile(file));
    const QString path = info.absoluteFilePath();
    const bool isOwn = path.startsWith(QLatin1String("/dev/")) || path.startsWith(QLatin1String("/proc/"));
    return isOwn && info.exists() ? info.canonicalFilePath() : path;
}

Result<Handover> requestOf(const CommandLine& line)
{
    Handover what;
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

/// One import by the owner, from the request to the report.
class Conversation final
{
public:
    using Outcome = std::optional<Result<ImportReport>>;

    Conversation(const CommandLine& line, Console& console) : m_line(line), m_console(console)
    {
        m_socket.setReadBufferSize(longestOwnerWord);
        QObject::connect(&m_socket, &QLocalSocket::readyRead, &m_socket, [this] { listen(); });
        QObject::connect(&m_socket, &QLocalSocket::disconnected, &m_socket, [this] {
            listen();
            end(m_isTaken ? Outcome(tl::unexpected(Sentences::gone())) : std::nullopt);
        });
        m_silence.setSingleShot(true);
        QObject::connect(&m_silence, &QTimer::timeout, &m_socket, [this] { end(tl::unexpected(Sentences::silent())); });
    }

    Outcome hold(const Handover& what)
    {
        m_socket.connectToServer(ownerAddress(QString::fromStdString(libraryPath(m_line))));
        if (!m_socket.waitForConnected())
            return std::nullopt;
        const Interruption interruption([this] { m_socket.write(cancelLine); });
        m_socket.write(lineOf(what));
        m_silence.start(patience);
        if (!m_hasEnded)
            m_loop.exec();
        return std::move(m_outcome);
    }

private:
    void listen()
    {
        while (!m_hasEnded && m_socket.canReadLine()) {
            const std::optional<OwnerWord> word = ownerWordFrom(m_socket.readLine());
            if (word)
                std::visit([this](const auto& one) { hear(one); }, *word);
            else
                end(tl::unexpected(Sentences::strange()));
        }
        if (!m_hasEnded && m_socket.bytesAvailable() >= longestOwnerWord)
            end(tl::unexpected(Sentences::strange()));
    }
    void hear(const Taken& /*word*/)
    {
        m_isTaken = true;
        m_silence.stop();
    }
    void hear(const Refused& refused)
    {
        end(tl::unexpected(errorOf(conversation::ErrorCode::BadInput, refused.sentence)));
    }
    void hear(ImportProgress progress)
    {
        rename(progress.path, progress.file - 1);
        m_console.progress(progressLine(progress));
    }
    void hear(ImportReport report)
    {
        for (std::size_t i = 0; i < report.files.size(); ++i)
            rename(report.files[i].path, static_cast<qsizetype>(i));
        end(std::move(report));
    }
    /// To what the person calls it: the owner was told a longer name.
    void rename(std::string& path, qsizetype file) const
    {
        if (file >= 0 && file < m_line.files.size())
            path = m_line.files.at(file).toStdString();
    }
    void end(Outcome outcome)
    {
        if (std::exchange(m_hasEnded, true))
            return;
        m_outcome = std::move(outcome);
        m_loop.quit();
    }

    const CommandLine& m_line;
    Console& m_console;
    QEventLoop m_loop;
    QTimer m_silence;
    bool m_isTaken = false;
    bool m_hasEnded = false;
    Outcome m_outcome;
    QLocalSocket m_socket; ///< last: what it says when it closes finds the rest alive
};

} // namespace

std::optional<Result<ImportReport>> importByOwner(const CommandLine& line, Console& console)
{
    const Result<Handover> what = requestOf(line);
    if (!what)
        return tl::unexpected(what.error());
    return Conversation(line, console).hold(*what);
}

ImportService::ImportService(std::shared_ptr<session::Library> library, const QString& path)
    : m_library(std::move(library))
    , m_owner(path, Owner::Face::None)
{
    connect(&m_owner, &Owner::importAsked, this, &ImportService::serve);
}

void ImportService::serve(ImportGuest& guest)
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
    bool isInterrupted = false;
    const Interruption interruption([&] {
        isInterrupted = true;
        loop.quit();
    });
    connect(this, &ImportService::partEnded, &loop, &QEventLoop::quit);
    while (m_parts > 0 && !isInterrupted)
        loop.exec();
}

} // namespace quarterdeck::app
