#pragma once

#include "model/conversation/ids.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace quarterdeck::gateway {

/// Where messages are in a log, by id, in eight bytes each plus room to grow: a run may have hundreds of thousands. Ids
/// are hashed, so another one may have the same hash; reading the event tells. Thread: one.
class MessageIndex final
{
public:
    /// Adding the same again changes nothing.
    void add(const conversation::MessageId& id, conversation::EventSeq seq);
    /// Where it may be, usually nowhere or in one place.
    [[nodiscard]] std::vector<conversation::EventSeq> of(const conversation::MessageId& id) const;
    void clear();

    [[nodiscard]] std::size_t bytes() const { return m_slots.capacity() * sizeof(Slot); }

private:
    struct Slot
    {
        std::uint32_t key = 0;
        std::uint32_t seq = 0; ///< 0 = free; no log is longer
    };
    void put(Slot slot);
    void grow();

    std::vector<Slot> m_slots; ///< a power of two; if the slot is taken, the next one is tried
    std::size_t m_used = 0;
};

} // namespace quarterdeck::gateway
