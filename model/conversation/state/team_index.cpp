#include "model/conversation/state/team_index.h"

namespace quarterdeck::conversation {

void TeamIndex::add(const Role& role, std::size_t place)
{
    m_byName.emplace(role.name, place);
    for (const Address& address : addressesOf(role)) {
        m_byAddress[address].push_back(place);
    }
    if (!role.profile.empty()) {
        m_byProfile[role.profile].push_back(place);
    }
}

std::size_t TeamIndex::placeOf(const RoleName& name) const
{
    const auto found = m_byName.find(name);
    return found == m_byName.end() ? none : found->second;
}

std::span<const std::size_t> TeamIndex::withAddress(const Address& address) const
{
    const auto found = m_byAddress.find(address);
    return found == m_byAddress.end() ? std::span<const std::size_t>() : std::span(found->second);
}

std::span<const std::size_t> TeamIndex::withProfile(const std::string& profile) const
{
    const auto found = m_byProfile.find(profile);
    return found == m_byProfile.end() ? std::span<const std::size_t>() : std::span(found->second);
}

} // namespace quarterdeck::conversation
