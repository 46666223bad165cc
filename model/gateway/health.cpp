#include "model/gateway/health.h"

#include "model/gateway/http/request_rules.h"
#include "model/session/library_status.h"

#include <QCoreApplication>
#include <QDateTime>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace quarterdeck::gateway {

using nlohmann::json;
using session::Error;
using session::LibraryStatus;

namespace {

json whoThisIs()
{
    return {
        {"name", "Quarterdeck"}, {"version", QCoreApplication::applicationVersion().toStdString()}, {"protocol", 1}};
}

std::int64_t ageInSeconds(session::Timestamp moment)
{
    constexpr std::int64_t msPerSecond = 1000;
    return std::max<std::int64_t>(0, QDateTime::currentMSecsSinceEpoch() - moment.msSinceEpoch) / msPerSecond;
}

/// Leaves out what is unknown.
json jsonOf(const LibraryStatus& vitals, const std::optional<Error>& trouble)
{
    json library = {{"is_read_only", vitals.isReadOnly}, {"queued", vitals.queued}, {"index_lag", vitals.indexLag}};
    if (vitals.queued > 0)
        library["waited_ms"] = vitals.waitedMs;
    if (vitals.diskLeft >= 0)
        library["disk_left"] = vitals.diskLeft;
    if (vitals.lastCommit)
        library["last_commit_age_s"] = ageInSeconds(*vitals.lastCommit);
    if (vitals.lastBackup)
        library["last_backup_age_s"] = ageInSeconds(*vitals.lastBackup);
    library["log_size"] = vitals.logSize;
    if (vitals.logTrouble)
        library["log_trouble"] = vitals.logTrouble->sentence;
    if (trouble)
        library["trouble"] = trouble->sentence;
    return library;
}

} // namespace

HttpResponse healthAnswer() { return {200, whoThisIs().dump()}; }

void handleHealthRequest(session::SessionHub& hub, std::shared_ptr<HttpExchange> exchange)
{
    session::LibraryMonitor* signs = session::LibraryMonitor::of(hub.library());
    if (signs == nullptr)
        return exchange->answer(healthAnswer());
    signs->readLibraryStatus([exchange = std::move(exchange),
                              trouble = signs->writingTrouble()](const session::Result<LibraryStatus>& vitals) {
        if (!vitals)
            return exchange->answer(errorAnswer(503, vitals.error().sentence));
        json health = whoThisIs();
        health["library"] = jsonOf(*vitals, trouble);
        exchange->answer({200, health.dump()});
    });
}

} // namespace quarterdeck::gateway
