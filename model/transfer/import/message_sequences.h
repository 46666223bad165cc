#pragma once

#include "model/conversation/message.h"
#include "model/session/library.h"

#include <cstdint>
#include <map>
#include <optional>

/// A recording may be written by several agents at once, each in a growing file of its own: a main agent and its
/// sub-agents. What one of them says has an order; between two, the order may differ when the same is read later.
namespace quarterdeck::transfer {

/// Identifies one of them; most recordings have just one. Two may share a lane, which matters only if they grow at the
/// same time.
using MessageSequence = std::uint16_t;
[[nodiscard]] MessageSequence laneOf(const conversation::Message& message);

/// The unit in which what is read is compared with what is stored: a block of a message, its structured content, or the
/// whole message if it has neither. So a message imported before its last blocks were written, which then grew by them,
/// equals the whole one; likewise if another message completes it, as in earlier versions.
struct ComparisonUnit
{
    const conversation::Message* message = nullptr;
    std::size_t index = 0;
};
[[nodiscard]] std::size_t piecesOf(const conversation::Message& message);

/// A message stored by an import, as it is now.
struct StoredMessage
{
    session::EventSeq seq; ///< of its event; 0 = none
    std::int64_t blocks = 0;
};

/// What is stored of one lane.
struct StoredSequence
{
    std::int64_t pieces = 0;                        ///< its messages; in a log of our own, events
    std::optional<conversation::Usage> lastUsage{}; ///< the usage counted with the last one, by all of its parts
    StoredMessage open{};                           ///< the last one, which may grow
};
using MessageSequences = std::map<MessageSequence, StoredSequence>;

} // namespace quarterdeck::transfer
