#include "app/services/backup_scheduler.h"

#include "storage/backup/backups.h"

#include <QDateTime>
#include <QLoggingCategory>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <utility>

namespace quarterdeck::app {

namespace {

Q_LOGGING_CATEGORY(logBackups, "quarterdeck.app.backups")

using Told = std::function<void(std::optional<BackupTrouble>)>;

/// Whether the library was found damaged.
bool look(const std::stop_token& stop, const std::string& library, const Told& told)
{
    const auto made = storage::makeDueBackups(library, {QDateTime::currentMSecsSinceEpoch()}, stop);
    if (made) {
        told(std::nullopt);
        return false;
    }
    if (made.error().code == conversation::ErrorCode::Cancelled)
        return false;
    qCWarning(logBackups, "no whole backup: %s", made.error().detail.c_str()); // the sentence may name sessions
    told(BackupTrouble{made.error(), storage::lastBackup(library)});
    return made.error().code == conversation::ErrorCode::Damaged;
}

void keep(const std::stop_token& stop, const std::string& library, BackupScheduler::Pace pace, const Told& told)
{
    std::mutex mutex;
    std::condition_variable_any ending;
    std::unique_lock lock(mutex);
    std::chrono::milliseconds wait = pace.first;
    // Only a stop ends the wait early.
    while (!ending.wait_for(lock, stop, wait, [&] { return stop.stop_requested(); })) {
        const bool isDamaged = look(stop, library, told);
        wait = isDamaged ? pace.afterDamage : pace.between;
    }
}

} // namespace

BackupScheduler::BackupScheduler(std::string library, Pace pace)
    : m_thread(
        [path = std::move(library), pace,
         told = m_receiver.wrap<std::optional<BackupTrouble>>([this](const std::optional<BackupTrouble>& trouble) {
             take(trouble);
         })](const std::stop_token& stop) { keep(stop, path, pace, told); })
{ }

void BackupScheduler::take(const std::optional<BackupTrouble>& trouble)
{
    const bool isNews =
        trouble.has_value() != m_trouble.has_value() || (trouble && trouble->error.code != m_trouble->error.code);
    m_trouble = trouble;
    if (isNews)
        emit troubleChanged(m_trouble);
}

} // namespace quarterdeck::app
