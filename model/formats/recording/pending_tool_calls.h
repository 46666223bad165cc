#pragma once

#include <map>
#include <string>

namespace quarterdeck::formats {

/// The names of tools that were called and have not answered yet, for recordings whose results only say which call they
/// answer.
class PendingToolCalls
{
public:
    void note(const std::string& id, const std::string& tool);
    /// The tool called under this id, which has now answered; empty if there is none.
    [[nodiscard]] std::string take(const std::string& id);

private:
    std::map<std::string, std::string> m_names;
};

} // namespace quarterdeck::formats
