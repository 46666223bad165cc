#include "model/conversation/settings.h"

namespace quarterdeck::conversation {

namespace {
constexpr std::uint32_t everyBit = (1u << 7) - 1;
static_assert(static_cast<std::uint32_t>(Switch::PrivateWords) * 2 - 1 == everyBit, "a new switch widens everyBit");
} // namespace

Switches Switches::all() { return fromBits(everyBit); }

Switches Switches::fromBits(std::uint32_t bits)
{
    Switches switches;
    switches.m_bits = bits & everyBit;
    return switches;
}

void Switches::set(Switch which, bool on)
{
    const auto bit = static_cast<std::uint32_t>(which);
    m_bits = on ? (m_bits | bit) : (m_bits & ~bit);
}

} // namespace quarterdeck::conversation
