#include "storage/log/merged_events.h"

#include "model/conversation/json/event_json.h"
#include "model/conversation/message_extension.h"
#include "storage/sqlite/schema.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <variant>

namespace quarterdeck::storage::sqlite {

using namespace conversation;

namespace {

/// A foreign file may contain any number, and each place is read as an event.
constexpr std::int64_t mostMerged = 1'000'000;

} // namespace

bool isMerged(const EventBody& body)
{
    const auto* grown = std::get_if<MessageExtended>(&body);
    return grown != nullptr && grown->target.value == 0 && isEmpty(*grown);
}

std::string mergedPayload(std::int64_t before) { return R"({"target":0,"merged":)" + std::to_string(before) + '}'; }

std::int64_t mergedBefore(std::string_view kind, std::string_view payload)
{
    constexpr std::size_t longest = 64;
    if (kind != kindOf(MessageExtended()) || payload.size() > longest)
        return 0;
    const nlohmann::json body = nlohmann::json::parse(payload, nullptr, false);
    if (!body.is_object() || body.value("target", nlohmann::json()) != 0)
        return 0;
    const auto merged = body.find("merged");
    if (merged == body.end() || !merged->is_number_integer())
        return 0;
    const auto before = merged->get<std::int64_t>();
    return before <= mostMerged ? std::max<std::int64_t>(before, 0) : 0;
}

std::int64_t countEvents(Connection& connection)
{
    std::int64_t count = 0;
    {
        Query rows = connection.query("SELECT count(*) FROM events"
                                      " WHERE id >> 40 IN (SELECT id FROM sessions WHERE is_complete)");
        count = rows.next() ? rows.number(0) : 0;
    }
    if (readSchemaState(connection).version < mergedVersion)
        return count;
    Query row = connection.query("SELECT kind, plain FROM events WHERE kind = ? AND packed IS NULL"
                                 " AND id >> 40 IN (SELECT id FROM sessions WHERE is_complete)");
    const std::string kind(kindOf(MessageExtended()));
    row.bind(kind);
    while (row.next())
        count += mergedBefore(row.view(0), row.view(1));
    return count;
}

Event mergedEvent(EventSeq seq, const Event& row) { return {seq, row.time, row.monotonicMs, MessageExtended()}; }

} // namespace quarterdeck::storage::sqlite
