#pragma once

#include "app/services/instance_protocol.h"

#include <QLocalSocket>
#include <QObject>
#include <QString>

/// Those who wait for the owner of the library. Each is its child, and deletes itself after the last word or when the
/// other side disconnects. Thread: the owner's.
namespace quarterdeck::app {

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

} // namespace quarterdeck::app
