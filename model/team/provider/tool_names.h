#pragma once

#include "conversation/message.h"
#include "formats/chat/tool.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace quarterdeck::team {

/// Names of tools as servers take them (`[A-Za-z0-9_-]{1,64}`, each once), and back.
class ToolNames
{
public:
    /// Of these tools and of the calls in these messages, so that both bear the same.
    ToolNames(std::span<const formats::Tool> tools, std::span<const conversation::Message> messages);

    [[nodiscard]] std::vector<formats::Tool> sent(std::vector<formats::Tool> tools) const;
    [[nodiscard]] std::vector<conversation::Message> sent(std::vector<conversation::Message> messages) const;
    /// What the server calls so; the same name when it is none of ours.
    [[nodiscard]] const std::string& original(const std::string& sentName) const;
    /// Every name goes out as it is.
    [[nodiscard]] bool areAllKept() const { return m_originals.empty(); }

private:
    void add(const std::string& name);
    [[nodiscard]] const std::string& sentName(const std::string& name) const;

    std::map<std::string, std::string> m_sent;      ///< of every name
    std::map<std::string, std::string> m_originals; ///< of those that had to change
    std::set<std::string> m_taken;
};

} // namespace quarterdeck::team
