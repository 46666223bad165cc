#include "model/conversation/role.h"

#include <algorithm>

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

namespace {

bool names(const Role& role, const Message& message, const RoutingSettings& routing)
{
    const auto isNamed = [&](const Address& address) { return message.sendTo.contains(address); };
    if (routing.fidelity == Fidelity::Mgx) {
        return isNamed(role.name.as<Address>());
    }
    const AddressSet addresses = addressesOf(role);
    const bool byProfile = routing.isOn(RoutingOption::ProfileIsAddress) && isNamed(Address(role.profile));
    return byProfile || std::any_of(addresses.begin(), addresses.end(), [&](const Address& address) {
               return address != address::all && isNamed(address);
           });
}

} // namespace

Observation observe(const Role& role, const std::vector<Message>& mail,
                    const std::function<bool(const Message&)>& isRemembered, const RoutingSettings& routing)
{
    Observation observation;
    for (const Message& message : mail) {
        const bool isForIt = names(role, message, routing) || role.watch.contains(message.causeBy);
        const bool isOld = role.memoryEnabled && isRemembered && isRemembered(message);
        if (isForIt && !isOld) {
            observation.news.push_back(message);
        }
    }
    observation.remembered = role.observeAll ? mail : observation.news;
    return observation;
}

} // namespace quarterdeck::conversation
