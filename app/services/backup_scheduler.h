#pragma once

#include "model/session/library.h"
#include "model/session/post.h"

#include <QObject>
#include <chrono>
#include <optional>
#include <string>
#include <thread>

namespace quarterdeck::app {

/// How long the last daily or weekly backup keeps what was deleted since. Other copies stay.
inline constexpr int weeksInBackups = 4;

/// Why no backup could be made when one was due.
struct BackupTrouble
{
    session::Error error;
    std::optional<session::Timestamp> lastGood; ///< when the newest was made
    friend bool operator==(const BackupTrouble&, const BackupTrouble&) = default;
};

/// Makes a library's daily and weekly backups while the program runs, on a thread of its own: the first look comes some
/// minutes after the start, then one every hour. The destructor stops a copy under way, and joins. Thread: one with an
/// event loop.
class BackupScheduler final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(BackupScheduler)
public:
    struct Pace
    {
        std::chrono::milliseconds first = std::chrono::minutes{2};
        std::chrono::milliseconds between = std::chrono::hours{1};
        /// Damage does not heal by itself, and each look copies and reads the whole library.
        std::chrono::milliseconds afterDamage = std::chrono::hours{6};
    };
    explicit BackupScheduler(std::string library) : BackupScheduler(std::move(library), Pace{}) { }
    BackupScheduler(std::string library, Pace pace);
    ~BackupScheduler() override = default;

signals:
    /// A backup failed; or, if empty, one was made again. Not repeated while it fails in the same way.
    void troubleChanged(const std::optional<quarterdeck::app::BackupTrouble>& trouble);

private:
    void take(const std::optional<BackupTrouble>& trouble);

    std::optional<BackupTrouble> m_trouble;
    session::CallbackGuard m_receiver{this};
    std::jthread m_thread; ///< last, so that it ends first
};

} // namespace quarterdeck::app
