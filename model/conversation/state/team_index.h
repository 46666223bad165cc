#pragma once

#include "model/conversation/role.h"

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace quarterdeck::conversation {

/// Who answers to which name, so that routing costs depend on the recipients rather than on the team. Immutable once a
/// state that has it was copied.
class TeamIndex
{
public:
    using Places = std::vector<std::size_t>;

    /// `place` is the role's place in hire order; roles are added in that order.
    void add(const Role& role, std::size_t place);

    /// The place of the role with that name; `none` if there is none.
    [[nodiscard]] std::size_t placeOf(const RoleName& name) const;
    [[nodiscard]] std::span<const std::size_t> withAddress(const Address& address) const;
    [[nodiscard]] std::span<const std::size_t> withProfile(const std::string& profile) const;
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

private:
    std::unordered_map<RoleName, std::size_t> m_byName;
    std::unordered_map<Address, Places> m_byAddress;
    std::unordered_map<std::string, Places> m_byProfile;
};

} // namespace quarterdeck::conversation
