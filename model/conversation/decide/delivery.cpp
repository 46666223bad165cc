#include "model/conversation/decide/decide.h"
#include "model/conversation/decide/rules.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace quarterdeck::conversation {

namespace {

/// Words with a special meaning: they name nobody, so nobody is missing.
bool isWord(const Address& address)
{
    return address.isEmpty() || address == address::all || address == address::none || address == address::self
        || address == address::noOne || address == address::person;
}

bool reachesByProfile(const ConversationState& state) { return state.routing().isOn(RoutingOption::ProfileIsAddress); }

DeliveryReason reasonFor(const ConversationState& state, const Role& role, const Message& message, bool isAddressed)
{
    // A MetaGPT role takes as news what is addressed to its name; what comes by another address it only remembers.
    const bool isMgx = state.routing().fidelity == Fidelity::Mgx;
    const bool isNamed = isMgx ? message.sendTo.contains(role.name.as<Address>()) : isAddressed;
    if (isNamed) {
        return DeliveryReason::Named;
    }
    return role.watch.contains(message.causeBy) ? DeliveryReason::Watches : DeliveryReason::Everyone;
}

} // namespace

std::vector<std::size_t> namedPlaces(const ConversationState& state, const AddressSet& sendTo)
{
    std::vector<std::size_t> places;
    const auto take = [&](std::span<const std::size_t> found) {
        places.insert(places.end(), found.begin(), found.end());
    };
    for (const Address& address : sendTo) {
        if (address == address::all) {
            continue;
        }
        take(state.rolesWithAddress(address));
        if (reachesByProfile(state)) {
            take(state.rolesWithProfile(address.str()));
        }
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

std::vector<Address> unknownAddresses(const ConversationState& state, const AddressSet& sendTo)
{
    std::vector<Address> unknown;
    for (const Address& address : sendTo) {
        const bool isKnown = isWord(address) || !state.rolesWithAddress(address).empty()
            || (reachesByProfile(state) && !state.rolesWithProfile(address.str()).empty());
        if (!isKnown) {
            unknown.push_back(address);
        }
    }
    return unknown;
}

std::vector<Delivery> deliveriesOf(const ConversationState& state, const Message& message)
{
    const std::vector<std::size_t> named = namedPlaces(state, message.sendTo);
    std::vector<Delivery> deliveries;
    const auto deliver = [&](std::size_t place, bool isAddressed) {
        const Role& role = state.roles()[place].role;
        deliveries.push_back({role.name, reasonFor(state, role, message, isAddressed)});
    };
    if (message.sendTo.contains(address::all)) {
        auto next = named.begin();
        for (std::size_t place = 0; place < state.roles().size(); ++place) {
            const bool isAddressed = next != named.end() && *next == place;
            next += isAddressed ? 1 : 0;
            deliver(place, isAddressed);
        }
    } else {
        for (const std::size_t place : named) {
            deliver(place, true);
        }
    }
    return deliveries;
}

namespace {

/// A message for nobody in particular is noted as for the leader, unless the team has none.
std::string addressNoteOf(const Routing& routing, bool sayEveryone)
{
    const RoutingSettings& settings = routing.decision.routing();
    if (settings.fidelity == Fidelity::Mgx || routing.state().leader()) {
        return addressNoteFor(settings, routing.message, sayEveryone);
    }
    RoutingSettings leaderless = settings;
    leaderless.leader = {};
    return addressNoteFor(leaderless, routing.message, sayEveryone);
}

} // namespace

void publishToRoles(Routing& routing, bool sayEveryone)
{
    Message& message = routing.message;
    Route& route = routing.route;
    if (routing.state().isPublic() && !route.isPrivate) {
        message.sendTo.insert(address::all);
    }
    route.deliveries = deliveriesOf(routing.state(), message);
    route.unknownRecipients = unknownAddresses(routing.state(), message.sendTo);
    route.isUndelivered = route.deliveries.empty();
    route.hasAddressedCopy = true;
    route.addressNote = addressNoteOf(routing, sayEveryone);
}

namespace {

/// In public the speaker hears itself like everyone else; the reason tells this delivery from what it remembers.
void rememberBySpeaker(const ConversationState& state, const RoleName& speaker, Route& route)
{
    const auto own = std::find_if(route.deliveries.begin(), route.deliveries.end(),
                                  [&](const Delivery& one) { return one.role == speaker; });
    if (own != route.deliveries.end()) {
        own->reason = DeliveryReason::Self;
        return;
    }
    const auto placeOf = [&](const RoleName& name) { return state.role(name); };
    const auto behind = std::find_if(route.deliveries.begin(), route.deliveries.end(),
                                     [&](const Delivery& one) { return placeOf(one.role) > placeOf(speaker); });
    route.deliveries.insert(behind, {speaker, DeliveryReason::Self});
}

} // namespace

bool record(Routing& routing)
{
    if (routing.isRemembered && routing.speaker) {
        rememberBySpeaker(routing.state(), *routing.speaker, routing.route);
    }
    if (isMuted(routing)) {
        recordMuted(routing);
        return false;
    }
    if (auto hold = holdFor(routing)) {
        recordHeld(routing, std::move(*hold));
        return false;
    }
    if (const HeldMessage* released = routing.released) {
        if (auto problem = whyItWaits(routing)) {
            routing.decision.refuse(std::move(*problem));
            return false;
        }
        if (released->isRemembered) { // it has its own words since then
            std::erase_if(routing.route.deliveries,
                          [&](const Delivery& one) { return one.role == released->hold.speaker; });
        }
    }
    routing.decision.add(MessagePublished{routing.message, routing.route});
    routing.decision.setRoute(routing.route);
    routing.decision.setPublished();
    return true;
}

namespace {

using Names = std::vector<std::string>;

std::string mgxLine(const std::string& sender, const Names& recipients)
{
    std::string names;
    for (const std::string& name : recipients) {
        names += (names.empty() && &name == &recipients.front() ? "" : ", ") + name;
    }
    return "[Message] from " + sender + " to " + names + ": ";
}

std::string jsonLine(const std::string& sender, const Names& recipients)
{
    const nlohmann::json line{{"from", sender}, {"to", recipients}};
    return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

/// `metadata.agent` as Python would print it, if the key exists; empty if Python regards the value as false.
std::optional<std::string> agentText(const Message& message)
{
    const nlohmann::json& metadata = message.metadata.json();
    const auto agent = metadata.is_object() ? metadata.find("agent") : metadata.end();
    if (!metadata.is_object() || agent == metadata.end()) {
        return {};
    }
    if (agent->is_string()) {
        return agent->get<std::string>();
    }
    const bool isFalse =
        agent->is_null() || *agent == false || *agent == 0 || (agent->is_structured() && agent->empty());
    return isFalse ? std::string() : agent->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string senderText(const RoutingSettings& settings, const Message& message)
{
    const std::optional<std::string> agent = agentText(message);
    std::string sender = agent.value_or(message.sentFrom.str());
    if (sender.empty() && settings.isOn(RoutingOption::EmptyAgentFallsBackToSender)) {
        sender = message.sentFrom.str();
    }
    return sender.empty() ? "User" : sender;
}

Names recipientNames(const RoutingSettings& settings, const AddressSet& sendTo, bool sayEveryone)
{
    Names names;
    for (const Address& address : sendTo) {
        // A reply addressed to nobody in particular is for everyone who hears it.
        const bool isNobody = sayEveryone && address == address::noOne;
        if (address != address::all && !isNobody) {
            names.push_back(address.str());
        }
    }
    if (names.empty() && sendTo.contains(address::all)) {
        names.push_back(sayEveryone || settings.leader.isEmpty() ? "everyone" : settings.leader.str());
    }
    return names;
}

} // namespace

std::string addressNoteFor(const RoutingSettings& settings, const Message& message, bool sayEveryone)
{
    if (settings.addressNote == AddressNote::None) {
        return {};
    }
    const std::string sender = senderText(settings, message);
    const Names recipients = recipientNames(settings, message.sendTo, sayEveryone);
    return settings.addressNote == AddressNote::MgxText ? mgxLine(sender, recipients) : jsonLine(sender, recipients);
}

Message addressedCopy(const MessagePublished& published)
{
    Message copy = published.message;
    if (copy.role != "system" && copy.role != "user" && copy.role != "assistant") {
        copy.role = "assistant";
    }
    copy.content = textBlocks(published.route.addressNote + textOf(published.message));
    for (const ContentBlock& block : published.message.content) {
        if (!std::holds_alternative<TextBlock>(block)) {
            copy.content.push_back(block);
        }
    }
    return copy;
}

Message deliveredMessage(const MessagePublished& published)
{
    return published.route.hasAddressedCopy ? addressedCopy(published) : published.message;
}

std::vector<Message> mgxHistory(const MessagePublished& published)
{
    const Route& route = published.route;
    if (route.isFiltered || route.isKeptBack() || route.rule == RoutingRule::ToSelf
        || route.rule == RoutingRule::ToUser) {
        return {};
    }
    if (!route.hasAddressedCopy) {
        return {published.message};
    }
    return {addressedCopy(published), published.message};
}

} // namespace quarterdeck::conversation
