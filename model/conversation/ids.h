#pragma once

#include "model/conversation/strong_text.h"

#include <cstdint>

namespace quarterdeck::conversation {

using SessionId = StrongText<struct SessionIdTag>;       ///< 32 hex digits if made here
using MessageId = StrongText<struct MessageIdTag>;       ///< any text; 32 hex digits if made here
using QuestionId = StrongText<struct QuestionIdTag>;     ///< as MessageId
using DirectChatId = StrongText<struct DirectChatIdTag>; ///< as MessageId
using RoleName = StrongText<struct RoleNameTag>;     ///< a member of the team, unique in it; never empty for a member
using Address = StrongText<struct AddressTag>;       ///< what `send_to` can match: a name, a class path, `<all>` …
using ActionName = StrongText<struct ActionNameTag>; ///< what caused a message (`cause_by`)
using ChannelKey = StrongText<struct ChannelKeyTag>; ///< see channel.h
using AttachmentHash = StrongText<struct AttachmentHashTag>; ///< SHA-256, 64 lower-case hex digits

/// A whole number with a type of its own.
template <typename Tag>
struct StrongNumber
{
    std::int64_t value = 0;
    // clang-tidy 14 takes the 0 in a defaulted comparison for a null pointer.
    friend auto operator<=>(const StrongNumber&, const StrongNumber&) = default; // NOLINT(modernize-use-nullptr)
    [[nodiscard]] StrongNumber next() const { return {value + 1}; }
};

using EventSeq =
    StrongNumber<struct EventSeqTag>; ///< place in a session's log: 1, 2, 3 … without a gap; 0 = before the first
using Ordinal = StrongNumber<struct OrdinalTag>; ///< place in a channel: 0, 1, 2 … without a gap

/// Milliseconds since 1970-01-01 UTC. Shown to people, never used for order: order is EventSeq.
struct Timestamp
{
    std::int64_t msSinceEpoch = 0;
    friend auto operator<=>(const Timestamp&, const Timestamp&) = default; // NOLINT(modernize-use-nullptr)
};

} // namespace quarterdeck::conversation

template <typename Tag>
struct std::hash<quarterdeck::conversation::StrongNumber<Tag>>
{
    std::size_t operator()(quarterdeck::conversation::StrongNumber<Tag> number) const noexcept
    {
        return std::hash<std::int64_t>{}(number.value);
    }
};
