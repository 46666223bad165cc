#pragma once

#include "session/receiver.h"

#include <QObject>
#include <QString>
#include <QTimer>
#include <chrono>

namespace quarterdeck::app {

/// How long to wait before a start that a full disk failed is tried again: longer each time, as there may be room for
/// something and not for what the library needs.
[[nodiscard]] std::chrono::milliseconds pauseBeforeRetry(int retries);

/// Tries whether the disk that holds a library takes something again, now and then and off this thread. Says so once.
/// Thread: one with an event loop.
class SpaceWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SpaceWatch)
public:
    /// `library`: its path. The first try comes after the pause, as does each next one.
    SpaceWatch(const QString& library, std::chrono::milliseconds pause, QObject* parent = nullptr);
    ~SpaceWatch() override = default;

signals:
    void spaceReturned();

private:
    void look();

    QString m_folder;
    QTimer m_pause;
    session::Receiver m_receiver{this};
};

} // namespace quarterdeck::app
