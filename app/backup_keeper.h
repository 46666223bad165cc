#pragma once

#include <QtGlobal>
#include <chrono>
#include <string>
#include <thread>

namespace quarterdeck::app {

/// Makes the daily and weekly backups of a library while the program runs, on a thread of its own: the first look some
/// minutes after the start, then every hour. The destructor stops a copy that is being made, and joins. Thread: one.
class BackupKeeper final
{
public:
    explicit BackupKeeper(std::string library, std::chrono::milliseconds firstLook = std::chrono::minutes{2});
    ~BackupKeeper() = default;
    Q_DISABLE_COPY_MOVE(BackupKeeper)

private:
    std::jthread m_thread;
};

} // namespace quarterdeck::app
