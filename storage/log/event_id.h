#pragma once

#include "model/conversation/ids.h"

#include <cstdint>

namespace quarterdeck::storage::sqlite {

/// The number of a session in this file; small, and unique while its rows exist.
struct SessionNumber
{
    std::int64_t value = 0;
};

/// The version of what a snapshot holds. Those of another version are not read: the fold makes the state anew. Bump it
/// when the state's JSON gains or loses a key, or a key changes its meaning.
inline constexpr int snapshotVersion = 5;

inline constexpr int eventIdSeqBits = 40;

/// The key of an event's row: the session's number above 40 bits of its seq.
[[nodiscard]] constexpr std::int64_t eventId(SessionNumber session, conversation::EventSeq seq)
{
    return (session.value << eventIdSeqBits) | seq.value;
}
[[nodiscard]] constexpr conversation::EventSeq seqOf(std::int64_t eventId)
{
    return {eventId & ((std::int64_t{1} << eventIdSeqBits) - 1)};
}
/// Before the first and after the last possible event of a session.
[[nodiscard]] constexpr std::int64_t beforeEvents(SessionNumber session) { return eventId(session, {0}); }
[[nodiscard]] constexpr std::int64_t afterEvents(SessionNumber session) { return eventId({session.value + 1}, {0}); }

} // namespace quarterdeck::storage::sqlite
