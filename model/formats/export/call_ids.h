#pragma once

#include "conversation/message.h"

#include <string>
#include <vector>

namespace quarterdeck::formats {

/// The ids under which calls of tools go out where each must have one, and each result must answer a call that waits.
class CallIds
{
public:
    /// `mustBePlain`: letters, digits, "_" and "-" alone.
    explicit CallIds(bool mustBePlain = false) : m_mustBePlain(mustBePlain) { }

    /// Its own where the format takes it and no other call waits under it, else one that is made up.
    [[nodiscard]] std::string ofCall(const conversation::ToolUseBlock& call);
    /// It goes out under its own, whatever that is.
    void keep(const conversation::ToolUseBlock& call) { wait(call, call.id); }
    /// Of the call that it answers, which then waits no longer; empty when none waits for it.
    [[nodiscard]] std::string ofResult(const conversation::ToolResultBlock& result);

private:
    struct Waiting
    {
        std::string id; ///< as the session has it
        std::string name;
        std::string written;
    };
    void wait(const conversation::ToolUseBlock& call, std::string written);
    [[nodiscard]] bool isTaken(const std::string& id) const;

    bool m_mustBePlain = false;
    std::vector<Waiting> m_waiting;
    int m_made = 0;
};

} // namespace quarterdeck::formats
