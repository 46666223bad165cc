#pragma once

#include "model/conversation/message.h"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>

namespace quarterdeck::formats {

/// What the calls of models in a session of Copilot CLI used: told apart from what they answered, by the calls' ids,
/// and all together when the program ends.
class CopilotUsage
{
public:
    /// A record of one call. Costs are not money but requests of a subscription, so they are left out.
    void note(const nlohmann::json& usage);
    /// When the program ended: what all models took since the session began; `told`: by the answers until then.
    void noteTotal(const nlohmann::json& shutdown, const conversation::Usage& told);
    /// What the call took that gave this answer; each call once.
    [[nodiscard]] std::optional<conversation::Usage> take(const nlohmann::json& answer);
    /// What no answer told. That of a call whose answer may still come is not in it: the file may go on.
    [[nodiscard]] const std::optional<conversation::Usage>& rest() const { return m_rest; }

private:
    std::map<std::string, conversation::Usage> m_waiting; ///< by the call's id
    std::set<std::string> m_noted;                        ///< ids of calls
    std::optional<conversation::Usage> m_rest;
};

} // namespace quarterdeck::formats
