#pragma once

#include "app/owner_protocol.h"

#include <QLocalServer>
#include <QLocalSocket>
#include <QObject>
#include <QString>
#include <chrono>

namespace quarterdeck::app {

/// Where the owner of this library (a path) listens, for this person only: a local socket in the runtime folder.
[[nodiscard]] QString ownerAddress(const QString& library);

/// Hands it to the window that has the library and waits until it is taken. False when nobody listens there, or does
/// not answer in time, or has no window. Needs no event loop.
[[nodiscard]] bool handOver(const QString& library, const Handover& what,
                            std::chrono::milliseconds patience = std::chrono::seconds{5});

/// A later start that waits for the import of its files. Belongs to the owner, and goes by itself: after its report, or
/// when the other side goes. Thread: that of the owner.
class ImportGuest final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ImportGuest)
public:
    ImportGuest(QLocalSocket& socket, Handover what);
    ~ImportGuest() override = default;

    [[nodiscard]] const QStringList& files() const { return m_what.files; }
    [[nodiscard]] transfer::IfKnown ifKnown() const { return m_what.ifKnown; }
    /// Tells it how the job goes on and what comes of it, and cancels the job when it wants that or is gone.
    void follow(transfer::ImportJob& job);

signals:
    /// It wants no more of it.
    void cancelled();

private:
    void listen();

    QLocalSocket& m_socket; ///< the parent
    Handover m_what;
};

/// Listens for later starts. To be made by whoever has the library's lock: what a killed owner left at the address is
/// in nobody's use. Thread: one with an event loop.
class Owner final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Owner)
public:
    /// Without a window only imports are taken.
    enum class Face { Window, None };
    explicit Owner(const QString& library, Face face, QObject* parent = nullptr);
    /// Whoever still waits is left without an answer, and says so.
    ~Owner() override = default;

signals:
    /// Somebody wants the window, and this in it.
    void asked(const quarterdeck::app::Handover& what);
    /// Somebody wants files imported; to be followed up at once.
    void importAsked(quarterdeck::app::ImportGuest& guest);

private:
    void welcome();
    void read(QLocalSocket& guest);
    void take(QLocalSocket& guest, const Handover& what);

    QLocalServer m_server;
    Face m_face;
};

} // namespace quarterdeck::app
