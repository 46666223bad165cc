#pragma once

#include "model/conversation/message.h"
#include "model/formats/requests/tool.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace quarterdeck::team {

/// Tool names in the form that servers accept (`[A-Za-z0-9_-]{1,64}`, unique), and back.
class ToolNames
{
public:
    /// For these tools and the calls in these messages, so that both get the same.
    ToolNames(std::span<const formats::Tool> tools, std::span<const conversation::Message> messages);

    [[nodiscard]] std::vector<formats::Tool> toServerNames(std::vector<formats::Tool> tools) const;
    [[nodiscard]] std::vector<conversation::Message> toServerNames(std::vector<conversation::Message> messages) const;
    /// Our name for what the server calls so; unchanged if it is none of ours.
    [[nodiscard]] const std::string& original(const std::string& sentName) const;
    /// Every name goes out unchanged.
    [[nodiscard]] bool areAllKept() const { return m_originals.empty(); }

private:
    void add(const std::string& name);
    [[nodiscard]] const std::string& sentName(const std::string& name) const;

    std::map<std::string, std::string> m_sent;      ///< by name
    std::map<std::string, std::string> m_originals; ///< of those that had to change
    std::set<std::string> m_taken;
};

} // namespace quarterdeck::team
