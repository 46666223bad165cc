#include "app/services/disk_space_monitor.h"

#include <QByteArray>
#include <QFileInfo>
#include <QTemporaryFile>
#include <QThreadPool>
#include <algorithm>
#include <unistd.h>

namespace quarterdeck::app {

namespace {

constexpr std::chrono::milliseconds shortestPause{2000};
constexpr std::chrono::milliseconds longestPause = std::chrono::minutes{5};

/// Roughly what a library needs to be opened for writing.
constexpr int enough = 1 << 20;

/// Only an actual write tells: the free space reported may not be available to us.
bool takesSomething(const QString& folder)
{
    QTemporaryFile file(folder + QStringLiteral("/quarterdeck-room-XXXXXX"));
    return file.open() && file.write(QByteArray(enough, 'x')) == enough && file.flush() && ::fsync(file.handle()) == 0;
}

} // namespace

std::chrono::milliseconds pauseBeforeRetry(int retries)
{
    constexpr int mostDoublings = 16;
    return std::min(shortestPause * (1 << std::clamp(retries, 0, mostDoublings)), longestPause);
}

DiskSpaceMonitor::DiskSpaceMonitor(const QString& library, std::chrono::milliseconds pause, QObject* parent)
    : QObject(parent)
    , m_folder(QFileInfo(library).absolutePath())
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(pause);
    connect(&m_pause, &QTimer::timeout, this, &DiskSpaceMonitor::look);
    m_pause.start();
}

void DiskSpaceMonitor::look()
{
    const auto take = m_receiver.wrap<bool>([this](bool isThere) {
        if (isThere)
            emit spaceReturned();
        else
            m_pause.start();
    });
    QThreadPool::globalInstance()->start([folder = m_folder, take] { take(takesSomething(folder)); });
}

} // namespace quarterdeck::app
