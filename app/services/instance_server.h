#pragma once

#include "app/services/instance_protocol.h"
#include "model/session/library.h"
#include "model/session/post.h"

#include <QByteArray>
#include <QLocalServer>
#include <QLocalSocket>
#include <QObject>
#include <QString>
#include <QStringList>

#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace quarterdeck::app {

/// Those who wait for the owner of the library. Each is its child, and deletes itself after the last word or when the
/// other side disconnects. Thread: the owner's.

/// A later start that waits for the import of its files.
class ImportPeer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ImportPeer)
public:
    ImportPeer(QLocalSocket& socket, LaunchRequest what);
    ~ImportPeer() override = default;

    [[nodiscard]] const QStringList& files() const { return m_what.files; }
    [[nodiscard]] transfer::DuplicatePolicy ifKnown() const { return m_what.ifKnown; }
    /// Reports the job's progress and outcome to it, and cancels the job if it wants that or is gone.
    void follow(transfer::ImportJob& job);

signals:
    /// It no longer wants it.
    void cancelled();

private:
    void listen();

    QLocalSocket& m_socket; ///< the parent
    LaunchRequest m_what;
};

/// A later start that waits for a run.
class RunPeer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunPeer)
public:
    RunPeer(QLocalSocket& socket, LaunchRequest what);
    ~RunPeer() override = default;

    /// A RunRequest as text.
    [[nodiscard]] const QString& request() const { return m_what.run; }
    /// Call it when everybody interested is connected: starts receiving.
    void listen();
    void tellBegun(const QString& session, qint64 since);
    /// Skipped while it does not read.
    void tellProgress(const QString& line);
    void askAnswer(const QString& question);
    /// The last word: a RunOutcome as text.
    void tellEnded(const QString& outcome);
    /// The last word: why it is not done.
    void refuse(const QString& sentence);

signals:
    /// It no longer wants it, or is gone.
    void cancelled();
    void answered(const quarterdeck::app::RunAnswer& answer);

private:
    QLocalSocket& m_socket; ///< the parent
    LaunchRequest m_what;
};

/// A gateway that waits beside the owner, which serves the agents.
class GatewayPeer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(GatewayPeer)
public:
    explicit GatewayPeer(QLocalSocket& socket);
    ~GatewayPeer() override = default;
    /// 0 = nowhere.
    void tellPort(quint16 port);

private:
    QLocalSocket& m_socket; ///< the parent
};

/// The process that gets the library. Has no parent: the owner ends first.
class HandoffTarget final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HandoffTarget)
public:
    explicit HandoffTarget(QLocalSocket& socket);
    ~HandoffTarget() override = default;
    /// The library is closed.
    void sendLibraryReleased(const LibraryReleased& word);
    /// It has the library open, or has failed.
    [[nodiscard]] bool isGone() const;

signals:
    void gone();

private:
    QLocalSocket& m_socket; ///< a child
};

/// Where the owner of this library (a path) listens, for this person only: a local socket in the runtime folder.
[[nodiscard]] QString instanceAddress(const QString& library);

/// The outcome of asking for the library's window.
enum class HandoffResult {
    Taken,  ///< its owner shows it, and does what was asked
    Left,   ///< its owner has no window, and released the library to the caller
    Nobody, ///< nobody listens there, answers in time, has a window, or can release the library now
};

/// Asks for the window of a library. While it lives, an owner that left the library for it does not take it back:
/// release it once the library is open and its new owner listens. Needs no event loop. Thread: one.
class InstanceClient final
{
public:
    explicit InstanceClient(QString library) : m_library(std::move(library)) { }
    /// Waits until the owner has taken it or left, at most this long for each word.
    [[nodiscard]] HandoffResult ask(const LaunchRequest& what,
                                    std::chrono::milliseconds patience = std::chrono::seconds{5});
    /// The file that the owner asked last is importing (an untrusted name), so that it cannot leave the library yet;
    /// empty = none.
    [[nodiscard]] const QString& importing() const { return m_importing; }
    /// What the last owner that left had told its agents, if it had any.
    [[nodiscard]] const LibraryReleased& inherited() const { return m_inherited; }

private:
    QString m_library;
    std::vector<std::unique_ptr<QLocalSocket>> m_left; ///< to those it was released to
    LibraryReleased m_inherited;
    QString m_importing;
};

/// Listens for later starts. To be made by the holder of the library's lock, so that whatever a killed owner left at
/// the address is unused. Thread: one with an event loop.
class InstanceServer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InstanceServer)
public:
    /// The owner's kind, and so what it does for others: all of them import.
    enum class InstanceRole {
        Window,  ///< runs teams, lets agents in, and shows itself
        Gateway, ///< runs teams; releases the library to a window
        Run,     ///< runs teams; releases the library to a window and to a gateway
        Import,  ///< nothing else
        Index,   ///< indexes what is there, like any other; releases the library to whoever else wants it
    };
    explicit InstanceServer(const QString& library, InstanceRole face, QObject* parent = nullptr);
    /// Whoever still waits gets no answer, and says so or takes the library.
    ~InstanceServer() override;

    /// Its kind has changed.
    void setFace(InstanceRole face) { m_face = face; }
    /// Agents connect there, which it tells others that would serve them.
    void setPort(quint16 port) { m_port = port; }
    /// The library whose condition it reports on request. Owned by others.
    void setLibrary(std::weak_ptr<session::Library> library) { m_library = std::move(library); }
    /// From here to its end, the library is left to no window: an import may take long, and whoever waited for it would
    /// have nothing to look at.
    void beginImport(const QString& file) { m_imports.append(file); }
    void endImport(const QString& file) { m_imports.removeOne(file); }

signals:
    /// Somebody wants the window, showing this.
    void asked(const quarterdeck::app::LaunchRequest& what);
    /// Somebody wants files imported; call `follow` at once.
    void importAsked(quarterdeck::app::ImportPeer& guest);
    /// Somebody wants a team run; to be served at once.
    void runAsked(quarterdeck::app::RunPeer& guest);
    /// Somebody would serve agents; tell it where that is done.
    void gatewayAsked(quarterdeck::app::GatewayPeer& guest);
    /// Somebody is to get the library when this one is closed. The receiver owns the object.
    void libraryRequested(quarterdeck::app::HandoffTarget* who);

private:
    void welcome();
    void read(QLocalSocket& guest);
    void take(QLocalSocket& guest, const LaunchRequest& what);
    /// Why it refuses; empty = it does not.
    [[nodiscard]] QString refusalOf(const LaunchRequest& what) const;
    [[nodiscard]] bool leavesFor(const LaunchRequest& what) const;

    /// Reports the library's condition.
    void tellVitals(QLocalSocket& guest);

    QLocalServer m_server;
    InstanceRole m_face;
    quint16 m_port = 0;    ///< 0 = nowhere
    QStringList m_imports; ///< running
    std::weak_ptr<session::Library> m_library;
    session::CallbackGuard m_receiver{this};
};

/// The process that writes to a library knows its condition best.

/// The request; not JSON, so that the owner of an older version refuses it.
inline constexpr const char* vitalsLine = "vitals\n";

[[nodiscard]] QByteArray lineOf(const session::LibraryStatus& vitals);
/// Parsed as untrusted input.
[[nodiscard]] std::optional<session::LibraryStatus> vitalsFrom(const QByteArray& line);

/// What the owner of this library (a path) reports. Empty if nobody listens there, knows it, or answers in time. Needs
/// no event loop.
[[nodiscard]] std::optional<session::LibraryStatus>
vitalsOfOwner(const QString& library, std::chrono::milliseconds patience = std::chrono::seconds{5});

} // namespace quarterdeck::app
