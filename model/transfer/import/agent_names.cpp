#include "model/transfer/import/agent_names.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::transfer {

using conversation::Address;
using conversation::Message;

namespace {

/// The agent that speaks, or is spoken to; null if there is none, or several.
const Address* agentIn(const Message& message)
{
    if (message.role == "assistant") {
        return &message.sentFrom;
    }
    return message.sendTo.size() == 1 ? &*message.sendTo.begin() : nullptr;
}

void setAgent(Message& message, const std::string& name)
{
    if (message.role == "assistant") {
        message.sentFrom = Address(name);
    } else {
        message.sendTo = {Address(name)};
    }
}

/// "Explore" of "Explore 2".
std::string kindOf(const std::string& name)
{
    const std::size_t last = name.find_last_not_of("0123456789");
    const bool isNumbered = last != std::string::npos && last > 0 && last + 1 < name.size() && name[last] == ' ';
    return isNumbered ? name.substr(0, last) : name;
}

} // namespace

bool AgentNames::isOfOne(const Message& read)
{
    const nlohmann::json& metadata = read.metadata.json();
    const auto source = metadata.is_object() ? metadata.find("source") : metadata.end();
    return metadata.is_object() && source != metadata.end() && source->is_object()
        && source->value("isSidechain", nlohmann::json()) == true;
}

std::optional<Message> AgentNames::headAs(const Message& stored, const Message& read) const
{
    const Address* there = agentIn(stored);
    const Address* here = agentIn(read);
    if (there == nullptr || here == nullptr || stored.role != read.role) {
        return std::nullopt;
    }
    const auto known = m_stored.find(here->str());
    if (known != m_stored.end() ? known->second != there->str() : m_taken.contains(there->str())) {
        return std::nullopt;
    }
    Message head;
    head.sentFrom = read.sentFrom;
    head.name = read.name;
    head.role = read.role;
    head.sendTo = read.sendTo;
    head.causeBy = read.causeBy;
    setAgent(head, there->str());
    return head;
}

void AgentNames::note(const Message& stored, const Message& read)
{
    if (m_stored.try_emplace(agentIn(read)->str(), agentIn(stored)->str()).second) {
        m_taken.insert(agentIn(stored)->str());
    }
}

std::string AgentNames::nameFor(const std::string& read)
{
    const auto known = m_stored.find(read);
    if (known != m_stored.end()) {
        return known->second;
    }
    const std::string kind = kindOf(read);
    std::string name = m_taken.contains(read) ? kind : read;
    for (int number = 2; m_taken.contains(name); ++number) {
        name = kind + " " + std::to_string(number);
    }
    m_taken.insert(name);
    return m_stored[read] = name;
}

void AgentNames::rename(conversation::RecordMessage& record)
{
    Message& message = record.message;
    const Address* agent = m_stored.empty() || !isOfOne(message) ? nullptr : agentIn(message);
    if (agent == nullptr) {
        return;
    }
    const std::string read = agent->str();
    const std::string name = nameFor(read);
    setAgent(message, name);
    std::ranges::replace(record.recipients, conversation::RoleName(read), conversation::RoleName(name));
}

void AgentNames::rename(conversation::Role& role)
{
    if (m_stored.contains(role.name.str()) || m_taken.contains(role.name.str())) {
        role.name = conversation::RoleName(nameFor(role.name.str()));
    }
}

} // namespace quarterdeck::transfer
