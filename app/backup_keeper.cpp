#include "app/backup_keeper.h"

#include "storage/backups.h"

#include <QDateTime>
#include <QLoggingCategory>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <utility>

namespace quarterdeck::app {

namespace {

Q_LOGGING_CATEGORY(logBackups, "quarterdeck.app.backups")

constexpr std::chrono::hours betweenLooks{1};

void keep(const std::stop_token& stop, const std::string& library, std::chrono::milliseconds wait)
{
    std::mutex mutex;
    std::condition_variable_any ending;
    std::unique_lock lock(mutex);
    // Only a stop ends the wait early.
    while (!ending.wait_for(lock, stop, wait, [&] { return stop.stop_requested(); })) {
        const auto made = storage::makeDueBackups(library, {QDateTime::currentMSecsSinceEpoch()}, stop);
        if (!made && made.error().code != conversation::ErrorCode::Cancelled)
            qCWarning(logBackups, "%s (%s)", made.error().sentence.c_str(), made.error().detail.c_str());
        wait = betweenLooks;
    }
}

} // namespace

BackupKeeper::BackupKeeper(std::string library, std::chrono::milliseconds firstLook)
    : m_thread([path = std::move(library), firstLook](const std::stop_token& stop) { keep(stop, path, firstLook); })
{ }

} // namespace quarterdeck::app
