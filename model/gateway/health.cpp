#include "model/gateway/health.h"

#include "model/gateway/http/request_rules.h"

#include <QCoreApplication>
#include <QDateTime>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace quarterdeck::gateway {

using nlohmann::json;
using session::LibraryStatus;
using session::Timestamp;

namespace {

constexpr std::int64_t msPerSecond = 1000;

json whoThisIs()
{
    return {
        {"name", "Quarterdeck"}, {"version", QCoreApplication::applicationVersion().toStdString()}, {"protocol", 1}};
}

std::int64_t ageInSeconds(Timestamp moment)
{
    return std::max<std::int64_t>(0, QDateTime::currentMSecsSinceEpoch() - moment.msSinceEpoch) / msPerSecond;
}

/// Leaves out what is unknown.
json jsonOf(const LibraryStatus& status, const std::optional<session::Error>& trouble)
{
    json library = {{"is_read_only", status.isReadOnly}, {"queued", status.queued}, {"index_lag", status.indexLag}};
    if (status.queued > 0)
        library["waited_ms"] = status.waitedMs;
    if (status.diskLeft >= 0)
        library["disk_left"] = status.diskLeft;
    if (status.lastCommit)
        library["last_commit_age_s"] = ageInSeconds(*status.lastCommit);
    if (status.lastBackup)
        library["last_backup_age_s"] = ageInSeconds(*status.lastBackup);
    library["log_size"] = status.logSize;
    if (status.logTrouble)
        library["log_trouble"] = status.logTrouble->sentence;
    if (trouble)
        library["trouble"] = trouble->sentence;
    return library;
}

/// 0 if it is missing or no number.
std::int64_t numberIn(const json& object, const char* name, std::int64_t otherwise = 0)
{
    const auto found = object.find(name);
    return found != object.end() && found->is_number_integer() ? found->get<std::int64_t>() : otherwise;
}

std::optional<Timestamp> momentIn(const json& object, const char* ageName)
{
    constexpr std::int64_t longest = 1'000'000'000;
    const std::int64_t age = numberIn(object, ageName, -1);
    if (age < 0 || age > longest)
        return std::nullopt;
    return Timestamp{QDateTime::currentMSecsSinceEpoch() - age * msPerSecond};
}

} // namespace

HttpResponse healthAnswer() { return {200, whoThisIs().dump()}; }

void answerHealth(session::Library& library, std::shared_ptr<HttpExchange> exchange)
{
    session::LibraryMonitor* monitor = session::LibraryMonitor::of(library);
    if (monitor == nullptr)
        return exchange->answer(healthAnswer());
    monitor->readLibraryStatus([exchange = std::move(exchange),
                                trouble = monitor->writingTrouble()](const session::Result<LibraryStatus>& status) {
        if (!status)
            return exchange->answer(errorAnswer(503, status.error().sentence));
        json health = whoThisIs();
        health["library"] = jsonOf(*status, trouble);
        exchange->answer({200, health.dump()});
    });
}

std::optional<LibraryStatus> libraryStatusIn(std::string_view healthBody)
{
    const json health = json::parse(healthBody, nullptr, false);
    const auto library = health.is_object() ? health.find("library") : health.end();
    if (!health.is_object() || library == health.end() || !library->is_object())
        return std::nullopt;
    LibraryStatus status;
    const auto readOnly = library->find("is_read_only");
    status.isReadOnly = readOnly != library->end() && readOnly->is_boolean() && readOnly->get<bool>();
    status.queued = numberIn(*library, "queued");
    status.indexLag = numberIn(*library, "index_lag");
    status.waitedMs = numberIn(*library, "waited_ms");
    status.diskLeft = numberIn(*library, "disk_left", -1);
    status.logSize = numberIn(*library, "log_size");
    status.lastCommit = momentIn(*library, "last_commit_age_s");
    status.lastBackup = momentIn(*library, "last_backup_age_s");
    return status;
}

} // namespace quarterdeck::gateway
