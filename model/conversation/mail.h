#pragma once

#include "model/conversation/message.h"
#include "model/conversation/role.h"
#include "model/conversation/settings.h"

#include <cstddef>
#include <functional>
#include <unordered_map>
#include <vector>

namespace quarterdeck::conversation {

/// What a role finds when it takes its buffer (Role._observe): pure. `isRemembered` tells what it already remembers
/// (asked by id, so that the state need not hold a memory); `mail` is in buffer order.
struct Observation
{
    std::vector<Message> remembered; ///< goes to memory (all of it, or only news if the role does not observe all)
    std::vector<Message> news;       ///< names it in send_to, or its cause is watched
};
/// In Fidelity::Mgx only the role's name counts as naming it; else any of its addresses, and its profile with
/// Switch::ProfileIsAddress.
[[nodiscard]] Observation observe(const Role& role, const std::vector<Message>& mail,
                                  const std::function<bool(const Message&)>& isRemembered,
                                  const RoutingSettings& routing = {});

/// MetaGPT's Memory: equal messages once, an index by cause. A value.
class Memory
{
public:
    void add(const Message& message);
    void add(const std::vector<Message>& messages);
    [[nodiscard]] bool contains(const Message& message) const;
    [[nodiscard]] const std::vector<Message>& storage() const { return m_storage; }
    [[nodiscard]] std::vector<Message> latest(std::size_t count) const; ///< 0 = all
    [[nodiscard]] std::vector<Message> byCause(const ActionName& cause) const;
    [[nodiscard]] std::vector<Message> byText(const std::string& text) const;
    [[nodiscard]] const Message* byId(const MessageId& id) const;
    void remove(const MessageId& id);
    void remove(std::size_t index); ///< by index; out of range does nothing
    void removeNewest();
    void clear();
    [[nodiscard]] std::size_t size() const { return m_storage.size(); }
    /// With it on, stored messages get empty ids and equality is by content (Memory.ignore_id).
    void setIgnoreId(bool ignore) { m_ignoreId = ignore; }

private:
    [[nodiscard]] Message asStored(const Message& message) const;

    std::vector<Message> m_storage;
    std::unordered_map<MessageId, std::size_t> m_countById; ///< a quick "surely not there" before comparing
    bool m_ignoreId = false;
};

} // namespace quarterdeck::conversation
