#include "model/gateway/studio/message_index.h"

#include <functional>
#include <string_view>
#include <utility>

namespace quarterdeck::gateway {

using conversation::EventSeq;
using conversation::MessageId;

namespace {

constexpr std::size_t fewest = 64;

std::uint32_t keyOf(const MessageId& id)
{
    return static_cast<std::uint32_t>(std::hash<std::string_view>{}(id.str()) & UINT32_MAX);
}

} // namespace

void MessageIndex::add(const MessageId& id, EventSeq seq)
{
    if (4 * (m_used + 1) > 3 * m_slots.size())
        grow();
    put({keyOf(id), static_cast<std::uint32_t>(seq.value)});
}

std::vector<EventSeq> MessageIndex::of(const MessageId& id) const
{
    std::vector<EventSeq> places;
    if (m_slots.empty())
        return places;
    const std::uint32_t key = keyOf(id);
    const std::size_t mask = m_slots.size() - 1;
    for (std::size_t at = key & mask; m_slots[at].seq != 0; at = (at + 1) & mask)
        if (m_slots[at].key == key)
            places.push_back({m_slots[at].seq});
    return places;
}

void MessageIndex::clear()
{
    m_slots = {};
    m_used = 0;
}

void MessageIndex::put(Slot slot)
{
    const std::size_t mask = m_slots.size() - 1;
    std::size_t at = slot.key & mask;
    for (; m_slots[at].seq != 0; at = (at + 1) & mask)
        if (m_slots[at].key == slot.key && m_slots[at].seq == slot.seq)
            return;
    m_slots[at] = slot;
    ++m_used;
}

void MessageIndex::grow()
{
    const std::vector<Slot> before =
        std::exchange(m_slots, std::vector<Slot>(m_slots.empty() ? fewest : 2 * m_slots.size()));
    m_used = 0;
    for (const Slot& slot : before)
        if (slot.seq != 0)
            put(slot);
}

} // namespace quarterdeck::gateway
