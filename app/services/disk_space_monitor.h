#pragma once

#include "model/session/post.h"

#include <QObject>
#include <QString>
#include <QTimer>
#include <chrono>

namespace quarterdeck::app {

/// How long to wait before retrying a start that failed on a full disk: longer each time, as there may be room for
/// something but not for what the library needs.
[[nodiscard]] std::chrono::milliseconds pauseBeforeRetry(int retries);

/// Tests now and then, off this thread, whether the library's disk accepts something again. Reports it once. Thread:
/// one with an event loop.
class DiskSpaceMonitor final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DiskSpaceMonitor)
public:
    /// `library`: its path. Each attempt, including the first, comes after the pause.
    DiskSpaceMonitor(const QString& library, std::chrono::milliseconds pause, QObject* parent = nullptr);
    ~DiskSpaceMonitor() override = default;

signals:
    void spaceReturned();

private:
    void look();

    QString m_folder;
    QTimer m_pause;
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::app
