#pragma once

#include "app/services/hold_command.h"
#include "app/services/instance_protocol.h"
#include "model/gateway/http/http_message.h"
#include "model/gateway/http/http_server.h"
#include "model/session/library.h"
#include "model/session/post.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>

#include <atomic>
#include <memory>

namespace quarterdeck::app {

/// Where the process that has this library (a path) listens, for this person only: a local socket in the runtime
/// folder.
[[nodiscard]] QString instanceAddress(const QString& library);

/// Somebody who waits for the process that has the library, and is told what happens by events. Deletes itself after
/// the last one, or when the other side is gone. Thread: the server's.
class InstancePeer : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InstancePeer)
public:
    /// Nothing is sent before the first message.
    explicit InstancePeer(std::shared_ptr<gateway::HttpExchange> exchange, QObject* parent = nullptr);
    ~InstancePeer() override;

    void tell(const InstanceMessage& message);
    /// Skipped while it does not read.
    void tellInPassing(const InstanceMessage& message);
    void tellLast(const InstanceMessage& message);

signals:
    /// The other side has closed the connection.
    void gone();

private:
    void send(const InstanceMessage& message, std::function<void()> whenTaken);

    std::shared_ptr<gateway::HttpExchange> m_exchange;
    bool m_hasBegun = false;
    int m_onTheirWay = 0; ///< messages that the other side has not taken
    session::CallbackGuard m_receiver{this};
};

/// A later start that waits for the import of its files.
class ImportPeer final : public InstancePeer
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ImportPeer)
public:
    ImportPeer(std::shared_ptr<gateway::HttpExchange> exchange, ImportFiles what, QObject* parent);
    ~ImportPeer() override = default;

    [[nodiscard]] const QStringList& files() const { return m_what.files; }
    [[nodiscard]] transfer::DuplicatePolicy ifKnown() const { return m_what.ifKnown; }
    /// Reports the job's progress and outcome to it, and cancels the job if it wants that or is gone.
    void follow(transfer::ImportJob& job);

signals:
    /// It no longer wants it.
    void cancelled();

private:
    ImportFiles m_what;
};

/// A later start that waits for a run.
class RunPeer final : public InstancePeer
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunPeer)
public:
    /// `process`: the one that asks for it, and alone answers.
    RunPeer(std::shared_ptr<gateway::HttpExchange> exchange, RunTeam what, std::int64_t process, QObject* parent);
    ~RunPeer() override = default;

    [[nodiscard]] std::int64_t process() const { return m_process; }

    /// A RunRequest as text.
    [[nodiscard]] const QString& request() const { return m_what.request; }

signals:
    /// It no longer wants it, or is gone.
    void cancelled();
    void answered(const quarterdeck::app::RunAnswer& answer);

private:
    RunTeam m_what;
    std::int64_t m_process;
};

/// The process that gets the library. Has no parent, and keeps the connection, though its server ends first.
class HandoffTarget final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HandoffTarget)
public:
    HandoffTarget(std::shared_ptr<gateway::HttpExchange> exchange, std::shared_ptr<gateway::HttpServer> server);
    ~HandoffTarget() override;
    /// The library is closed.
    void sendLibraryReleased(const LibraryReleased& released);
    /// It has the library open, or has failed.
    [[nodiscard]] bool isGone() const { return m_isGone; }

signals:
    void gone();

private:
    std::shared_ptr<gateway::HttpServer> m_server; ///< before the peer
    InstancePeer* m_peer;                          ///< a child; null once it is gone
    bool m_isGone = false;
};

/// Listens for later starts. To be made by the holder of the library's lock, so that whatever a killed process left at
/// the address is unused. Thread: one with an event loop.
class InstanceServer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InstanceServer)
public:
    /// The kind of process, and so what it does for others: all of them import.
    enum class InstanceRole {
        Window,  ///< runs teams, lets agents in, and shows itself
        Gateway, ///< runs teams; releases the library to a window
        Run,     ///< runs teams; releases the library to a window and to a gateway
        Import,  ///< nothing else
        Index,   ///< indexes what is there, like any other; releases the library to whoever else wants it
    };
    explicit InstanceServer(const QString& library, InstanceRole role, QObject* parent = nullptr);
    /// Whoever still waits gets no answer, and says so or takes the library. Their runs go on, in this process or
    /// theirs: nobody has cancelled anything.
    ~InstanceServer() override;

    /// Its kind has changed.
    void setRole(InstanceRole role) { m_role = role; }
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
    void asked(const quarterdeck::app::ShowWindow& what);
    /// Somebody wants files imported; call `follow` at once.
    void importAsked(quarterdeck::app::ImportPeer& peer);
    /// Somebody wants a team run; to be served at once.
    void runAsked(quarterdeck::app::RunPeer& peer);
    /// The person answers a question, or decides on held messages, by another process: `servePerson` (hold_command.h).
    void personAsked(const quarterdeck::app::PersonCommand& command, qint64 process,
                     const std::shared_ptr<quarterdeck::gateway::HttpExchange>& exchange);
    /// Somebody would serve agents; tell it where that is done (GatewayListening).
    void gatewayAsked(quarterdeck::app::InstancePeer& peer);
    /// Somebody is to get the library when this one is closed. The receiver owns the object.
    void libraryRequested(quarterdeck::app::HandoffTarget* who);

private:
    struct Arrived
    {
        gateway::HttpRequest request;
        std::shared_ptr<gateway::HttpExchange> exchange;
    };
    struct TakeRequest;

    void handle(const Arrived& arrived);
    void takeCommand(const PersonCommand& command, const Arrived& arrived);
    void handlePeer(const QStringList& path, const Arrived& arrived);
    void take(const InstanceRequest& what, const Arrived& arrived);
    void tellHealth(const std::shared_ptr<gateway::HttpExchange>& exchange);
    /// Why it refuses; empty = it does not.
    [[nodiscard]] QString refusalOf(const InstanceRequest& what) const;
    [[nodiscard]] bool leavesFor(const InstanceRequest& what) const;

    InstanceRole m_role;
    quint16 m_port = 0;    ///< 0 = nowhere
    QStringList m_imports; ///< running
    std::weak_ptr<session::Library> m_library;
    QHash<QString, QPointer<ImportPeer>> m_importPeers;
    QHash<QString, QPointer<RunPeer>> m_runPeers;
    /// Those who get the library keep the server longer than this; whoever comes then is sent away.
    std::shared_ptr<std::atomic<bool>> m_isHere = std::make_shared<std::atomic<bool>>(true);
    std::shared_ptr<gateway::HttpServer> m_server; ///< null if it cannot listen
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::app
