#pragma once

#include "app/owner_guests.h"
#include "app/owner_protocol.h"
#include "session/library.h"
#include "session/receiver.h"

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
[[nodiscard]] QString ownerAddress(const QString& library);

/// What came of asking for the library's window.
enum class Handing {
    Taken,  ///< its owner shows it, and does what was wanted
    Left,   ///< its owner has no window, and left the library to who asked
    Nobody, ///< nobody listens there, answers in time, has a window, or can leave the library now
};

/// Asks for the window of a library. As long as it lives, whoever left the library for it does not take it back: let it
/// go when the library is open, and its owner listens. Needs no event loop. Thread: one.
class LibraryClaim final
{
public:
    explicit LibraryClaim(QString library) : m_library(std::move(library)) { }
    /// Waits until the owner has taken it or left, so long at most for each word.
    [[nodiscard]] Handing ask(const Handover& what, std::chrono::milliseconds patience = std::chrono::seconds{5});
    /// What the one that was asked last imports (the name of a file, as anybody may have written it), so that it cannot
    /// leave the library yet; empty = nothing.
    [[nodiscard]] const QString& importing() const { return m_importing; }
    /// What the last one that left, and had taken agents in, had said to them.
    [[nodiscard]] const Yours& inherited() const { return m_inherited; }

private:
    QString m_library;
    std::vector<std::unique_ptr<QLocalSocket>> m_left; ///< to those who left
    Yours m_inherited;
    QString m_importing;
};

/// Listens for later starts. To be made by whoever has the library's lock: what a killed owner left at the address is
/// in nobody's use. Thread: one with an event loop.
class Owner final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Owner)
public:
    /// What it is, and so what it does for whom: all import for others.
    enum class Face {
        Window,  ///< runs teams, takes agents in, and shows itself
        Gateway, ///< runs teams; leaves the library to a window
        Run,     ///< runs teams; leaves the library to a window and to a gateway
        Import,  ///< nothing else
        Index,   ///< indexes what is there, as any other would: leaves the library to whoever else wants it
    };
    explicit Owner(const QString& library, Face face, QObject* parent = nullptr);
    /// Whoever still waits is left without an answer, and says so or takes the library.
    ~Owner() override;

    /// What it does has changed.
    void setFace(Face face) { m_face = face; }
    /// Agents connect there, as it tells who would take them in, too.
    void setPort(quint16 port) { m_port = port; }
    /// Of which it tells who asks how it fares. Held by others.
    void setLibrary(std::weak_ptr<session::Library> library) { m_library = std::move(library); }
    /// From here to its end the library is left to no window: an import may take long, and whoever waited for it would
    /// have nothing to look at.
    void beginImport(const QString& file) { m_imports.append(file); }
    void endImport(const QString& file) { m_imports.removeOne(file); }

signals:
    /// Somebody wants the window, and this in it.
    void asked(const quarterdeck::app::Handover& what);
    /// Somebody wants files imported; to be followed up at once.
    void importAsked(quarterdeck::app::ImportGuest& guest);
    /// Somebody wants a team run; to be followed up at once.
    void runAsked(quarterdeck::app::RunGuest& guest);
    /// Somebody would take agents in; to be told where that is done.
    void gatewayAsked(quarterdeck::app::GatewayGuest& guest);
    /// Somebody is to have the library: it gets it when this one is closed. The receiver owns who that is.
    void libraryWanted(quarterdeck::app::Successor* who);

private:
    void welcome();
    void read(QLocalSocket& guest);
    void take(QLocalSocket& guest, const Handover& what);
    /// Why it does not; empty = it does.
    [[nodiscard]] QString refusalOf(const Handover& what) const;
    [[nodiscard]] bool leavesFor(const Handover& what) const;

    /// Tells how the library fares.
    void tellVitals(QLocalSocket& guest);

    QLocalServer m_server;
    Face m_face;
    quint16 m_port = 0;    ///< 0 = nowhere
    QStringList m_imports; ///< under way
    std::weak_ptr<session::Library> m_library;
    session::Receiver m_receiver{this};
};

} // namespace quarterdeck::app
