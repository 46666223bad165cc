#include "model/conversation/role.h"

namespace quarterdeck::conversation {

AddressSet addressesOf(const Role& role)
{
    if (!role.addresses.empty()) {
        return role.addresses;
    }
    AddressSet addresses{role.name.as<Address>()};
    if (!role.classPath.empty()) {
        addresses.insert(Address(role.classPath));
    }
    return addresses;
}

std::string agentLabel(const Role& role) { return role.name.str() + "(" + role.profile + ")"; }

} // namespace quarterdeck::conversation
