#include "storage/backup/earlier_losses.h"

#include "model/conversation/event.h"
#include "model/session/payload_packing.h"
#include "storage/backup/copies.h"
#include "storage/file_state.h"
#include "storage/log/event_id.h"
#include "storage/recover/recover_library.h"
#include "storage/sqlite/library_file.h"
#include "storage/sqlite/sqlite_errors.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

namespace quarterdeck::storage {

using namespace session;

namespace {

/// Names of files that were put aside are no more precise than this.
constexpr std::int64_t aSecond = 1000;

/// More than any library has; sums of it stay far below 64 bits.
constexpr std::int64_t mostLost = 1'000'000'000'000;

/// One placeholder may stand for many events (`recover::Rebuild`).
std::int64_t lostAt(const std::string& payload)
{
    const nlohmann::json json = nlohmann::json::parse(payload, nullptr, false);
    const auto events = json.is_object() ? json.find("events") : json.end();
    const bool isNumber = json.is_object() && events != json.end() && events->is_number_integer();
    return isNumber ? std::clamp<std::int64_t>(events->get<std::int64_t>(), 1, mostLost) : 1;
}

/// Throws SQLite::Exception.
void addLossOf(sqlite::Connection& file, const std::string& session, EarlierLoss& loss)
{
    sqlite::Query number = file.query("SELECT id FROM sessions WHERE is_complete AND key = ?");
    if (!number.bind(session).next())
        return;
    const sqlite::SessionNumber place{number.number(0)};
    // A lost first event is replaced by a name: a recovery writes nothing else in this place.
    sqlite::Query row = file.query("SELECT kind, plain, packed FROM events WHERE id > ? AND id < ?"
                                   " AND (kind = 'lost' OR (id = ? AND kind = ?))");
    const std::string renamed = conversation::kindOf(conversation::SessionRenamed());
    row.bind(sqlite::beforeEvents(place), sqlite::afterEvents(place), sqlite::eventId(place, {1}), renamed);
    while (row.next()) {
        const std::string payload(row.isNull(2) ? row.view(1) : unpackedPayload(row.view(2)).value_or(""));
        ++loss.places;
        loss.events += row.view(0) == "lost" ? lostAt(payload) : 1;
    }
}

/// Empty if the file cannot be read, or if an older version wrote it.
EarlierLoss lossIn(const std::string& copy, const std::set<std::string>& sessions)
{
    EarlierLoss loss;
    const auto read = sqlite::catchSqliteErrors(copy, [&]() -> Result<Nothing> {
        const auto mode = sqlite::hasLog(copy) ? sqlite::Mode::Read : sqlite::Mode::ReadImmutable;
        sqlite::Connection connection(copy, mode);
        for (const std::string& session : sessions)
            addLossOf(connection, session, loss);
        return Nothing{};
    });
    return read ? loss : EarlierLoss{};
}

/// The library's history, as far as it left files behind.
class Past
{
public:
    explicit Past(const std::string& place) : m_recoveries(savedRecoveryReports(place))
    {
        for (const Backup& aside : backup::namedAsides(place)) {
            if (aside.kind == BackupKind::Replaced)
                m_restored.push_back(aside.made);
        }
    }

    [[nodiscard]] std::optional<EarlierLoss> lossOf(const Backup& copy) const
    {
        const std::set<std::string> sessions = sessionsWithLosses(copy.made);
        const EarlierLoss loss = sessions.empty() ? EarlierLoss{} : lossIn(copy.path, sessions);
        return loss.events > 0 ? std::optional(loss) : otherLossOf(copy.made);
    }

private:
    /// The copy itself tells which of these it has.
    [[nodiscard]] std::set<std::string> sessionsWithLosses(Timestamp made) const
    {
        std::set<std::string> sessions;
        for (const RecoveryReport& recovery : m_recoveries) {
            if (recovery.recovered.msSinceEpoch >= made.msSinceEpoch + aSecond)
                continue;
            for (const RecoveredSession& one : recovery.sessions) {
                if (hasPlaces(one))
                    sessions.insert(one.id.str());
            }
        }
        return sessions;
    }

    static bool hasPlaces(const RecoveredSession& one) { return one.lost > 0 && one.events > 0; }

    /// No copy shows what is missing without a placeholder, such as a whole session.
    [[nodiscard]] std::optional<EarlierLoss> otherLossOf(Timestamp made) const
    {
        const auto last = std::find_if(m_recoveries.begin(), m_recoveries.end(), [&](const RecoveryReport& one) {
            return one.recovered.msSinceEpoch <= made.msSinceEpoch;
        });
        if (last == m_recoveries.end() || last->isWhole()
            || std::any_of(last->sessions.begin(), last->sessions.end(), hasPlaces))
            return std::nullopt;
        const bool isRestored = std::any_of(m_restored.begin(), m_restored.end(), [&](Timestamp restored) {
            return restored.msSinceEpoch > last->recovered.msSinceEpoch && restored.msSinceEpoch < made.msSinceEpoch;
        });
        return isRestored ? std::nullopt : std::optional(EarlierLoss{last->lostEvents(), 0});
    }

    std::vector<RecoveryReport> m_recoveries; ///< the last one first
    std::vector<Timestamp> m_restored;
};

} // namespace

std::map<std::string, EarlierLoss> earlierLosses(const std::string& library, const std::vector<Backup>& copies,
                                                 const std::stop_token& stop)
{
    const Past past(resolveLibraryPath(library));
    std::map<std::string, EarlierLoss> losses;
    for (const Backup& copy : copies) {
        if (stop.stop_requested())
            break;
        if (copy.kind == BackupKind::Damaged)
            continue;
        if (const std::optional<EarlierLoss> loss = past.lossOf(copy))
            losses.emplace(copy.path, *loss);
    }
    return losses;
}

} // namespace quarterdeck::storage
