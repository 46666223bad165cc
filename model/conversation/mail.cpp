#include "model/conversation/mail.h"

#include <algorithm>

namespace quarterdeck::conversation {

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

void Memory::add(const Message& message)
{
    if (contains(message)) {
        return;
    }
    Message stored = asStored(message);
    ++m_countById[stored.id];
    m_storage.push_back(std::move(stored));
}

void Memory::add(const std::vector<Message>& messages)
{
    for (const Message& message : messages) {
        add(message);
    }
}

bool Memory::contains(const Message& message) const
{
    if (m_ignoreId) {
        return std::find(m_storage.begin(), m_storage.end(), asStored(message)) != m_storage.end();
    }
    return m_countById.contains(message.id)
        && std::find(m_storage.begin(), m_storage.end(), message) != m_storage.end();
}

Message Memory::asStored(const Message& message) const
{
    Message stored = message;
    if (m_ignoreId) {
        stored.id = MessageId();
    }
    return stored;
}

std::vector<Message> Memory::latest(std::size_t count) const
{
    if (count == 0 || count >= m_storage.size()) {
        return m_storage;
    }
    return {m_storage.end() - static_cast<std::ptrdiff_t>(count), m_storage.end()};
}

std::vector<Message> Memory::byCause(const ActionName& cause) const
{
    std::vector<Message> found;
    std::copy_if(m_storage.begin(), m_storage.end(), std::back_inserter(found),
                 [&](const Message& message) { return message.causeBy == cause; });
    return found;
}

std::vector<Message> Memory::byText(const std::string& text) const
{
    std::vector<Message> found;
    std::copy_if(m_storage.begin(), m_storage.end(), std::back_inserter(found),
                 [&](const Message& message) { return textOf(message).find(text) != std::string::npos; });
    return found;
}

const Message* Memory::byId(const MessageId& id) const
{
    const auto found =
        std::find_if(m_storage.begin(), m_storage.end(), [&](const Message& one) { return one.id == id; });
    return found == m_storage.end() ? nullptr : &*found;
}

void Memory::remove(const MessageId& id)
{
    std::erase_if(m_storage, [&](const Message& message) { return message.id == id; });
    m_countById.erase(id);
}

void Memory::remove(std::size_t index)
{
    if (index >= m_storage.size()) {
        return;
    }
    const auto place = m_storage.begin() + static_cast<std::ptrdiff_t>(index);
    const auto counted = m_countById.find(place->id);
    if (counted != m_countById.end() && --counted->second == 0) {
        m_countById.erase(counted);
    }
    m_storage.erase(place);
}

void Memory::removeNewest()
{
    if (!m_storage.empty()) {
        remove(m_storage.size() - 1);
    }
}

void Memory::clear()
{
    m_storage.clear();
    m_countById.clear();
}

} // namespace quarterdeck::conversation
