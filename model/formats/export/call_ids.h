#pragma once

#include "model/conversation/message.h"

#include <string>
#include <vector>

namespace quarterdeck::formats {

/// The ids of outgoing tool calls, for formats in which each must have one, and each result must answer a waiting call.
class CallIds
{
public:
    /// `mustBePlain`: only letters, digits, "_" and "-".
    explicit CallIds(bool mustBePlain = false) : m_mustBePlain(mustBePlain) { }

    /// Its own id if the format accepts it and no other call waits under it, otherwise a made-up one.
    [[nodiscard]] std::string ofCall(const conversation::ToolUseBlock& call);
    /// It goes out under its own id, whatever that is.
    void keep(const conversation::ToolUseBlock& call) { wait(call, call.id); }
    /// The id of the call that it answers, which then waits no longer; empty if none waits for it.
    [[nodiscard]] std::string ofResult(const conversation::ToolResultBlock& result);

private:
    struct Waiting
    {
        std::string id; ///< as in the session
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
