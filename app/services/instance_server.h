#pragma once

#include "app/services/instance_peers.h"
#include "app/services/instance_protocol.h"
#include "model/session/callback_guard.h"
#include "model/session/library.h"

#include <QLocalServer>
#include <QLocalSocket>
#include <QObject>
#include <QString>
#include <QStringList>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

namespace quarterdeck::app {

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

} // namespace quarterdeck::app
