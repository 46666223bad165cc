#pragma once

#include "conversation/message.h"
#include "session/library.h"

#include <cstdint>
#include <map>
#include <optional>

/// A recording may be told by several at once, each in a file of its own that grows by itself: an agent and those that
/// work for it. What one of them says has an order; between two of them it may be another when the same is read later.
namespace quarterdeck::transfer {

/// Which of them it is; most recordings have but one. Two may share a lane, which counts only where they grow at the
/// same time.
using Lane = std::uint16_t;
[[nodiscard]] Lane laneOf(const conversation::Message& message);

/// The unit in which what is read is compared with what is stored: one block of a message, its structured content, or
/// all of a message that has neither. So a message that was imported while its last blocks were not written yet, and
/// then grew by them, equals the whole one; so it does when another message completes it, as versions before did.
struct Piece
{
    const conversation::Message* message = nullptr;
    std::size_t index = 0;
};
[[nodiscard]] std::size_t piecesOf(const conversation::Message& message);

/// A message that an import stored, as it is now.
struct StoredMessage
{
    session::EventSeq seq; ///< of its event; 0 = none
    std::int64_t blocks = 0;
};

/// What is stored of one lane.
struct LaneSoFar
{
    std::int64_t pieces = 0;                        ///< of its messages; of a log of our own, events
    std::optional<conversation::Usage> lastUsage{}; ///< that was counted with the last one, by all of its parts
    StoredMessage open{};                           ///< the last one, which may grow
};
using Lanes = std::map<Lane, LaneSoFar>;

} // namespace quarterdeck::transfer
