#include "model/conversation/decide/decide.h"
#include "model/conversation/decide/routing.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::conversation {

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
    if (route.isFiltered || route.rule == RoutingRule::ToSelf || route.rule == RoutingRule::ToUser) {
        return {};
    }
    if (!route.hasAddressedCopy) {
        return {published.message};
    }
    return {addressedCopy(published), published.message};
}

} // namespace quarterdeck::conversation
