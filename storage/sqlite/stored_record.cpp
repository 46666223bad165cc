#include "sqlite/stored_record.h"

#include "conversation/attachments.h"
#include "conversation/event_json.h"
#include "conversation/payload_view.h"
#include "sentences.h"
#include "session/payload_packing.h"

#include <exception>
#include <string_view>
#include <utility>
#include <variant>

namespace quarterdeck::storage::sqlite {

namespace {

StoredRecord stored(session::LogRecord&& record)
{
    const session::Event& event = record.event;
    StoredRecord result;
    result.seq = event.seq;
    result.time = event.time;
    result.monotonicMs = event.monotonicMs;
    result.kind = conversation::kindOf(event.body);
    const auto* unknown = std::get_if<conversation::UnknownEvent>(&event.body);
    result.version = unknown != nullptr ? unknown->version : conversation::eventVersion;
    const std::string_view payload = conversation::payloadView(event.body);
    result.payloadBytes = static_cast<std::int64_t>(payload.size());
    std::optional<std::string> packed = session::packedPayload(payload);
    result.isPacked = packed.has_value();
    result.payload = packed ? std::move(*packed) : std::string(payload);
    result.speaker = speakerOf(record);
    result.marks = marksOf(event);
    for (const conversation::MediaSource& media : conversation::attachmentsOf(event.body))
        result.attachments.push_back(media.hash);
    result.channels = std::move(record.channels);
    result.amends = record.amends;
    return result;
}

} // namespace

session::Result<std::vector<StoredRecord>> storedRecords(std::vector<session::LogRecord> records)
{
    std::vector<StoredRecord> result;
    result.reserve(records.size());
    try {
        for (session::LogRecord& record : records)
            result.push_back(stored(std::move(record)));
    } catch (const std::exception& failure) {
        return tl::unexpected(sentences::unwritableEvent(failure.what()));
    }
    return result;
}

std::size_t sizeOf(const std::vector<StoredRecord>& records)
{
    constexpr std::size_t perRecord = 120;
    constexpr std::size_t perChannel = 30;
    std::size_t size = 0;
    for (const StoredRecord& record : records)
        size += perRecord + record.payload.size() + perChannel * record.channels.size();
    return size;
}

} // namespace quarterdeck::storage::sqlite
