#include "model/conversation/route.h"

namespace quarterdeck::conversation {

namespace {
constexpr std::uint32_t everyBit = (1u << 7) - 1;
static_assert(static_cast<std::uint32_t>(RoutingOption::PrivateWords) * 2 - 1 == everyBit,
              "a new switch widens everyBit");
} // namespace

RoutingOptions RoutingOptions::all() { return fromBits(everyBit); }

RoutingOptions RoutingOptions::fromBits(std::uint32_t bits)
{
    RoutingOptions switches;
    switches.m_bits = bits & everyBit;
    return switches;
}

void RoutingOptions::set(RoutingOption which, bool on)
{
    const auto bit = static_cast<std::uint32_t>(which);
    m_bits = on ? (m_bits | bit) : (m_bits & ~bit);
}

} // namespace quarterdeck::conversation
