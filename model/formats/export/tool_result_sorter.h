#pragma once

#include "model/conversation/message.h"
#include "model/conversation/state/state.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <nlohmann/json.hpp>
#include <vector>

namespace quarterdeck::formats {

/// Moves answers of tools directly behind their calls, for formats whose servers refuse anything in between, which
/// waits meanwhile. Calls that nothing answers, or not soon enough, become text. Holds a limited number of messages.
class ToolResultSorter
{
public:
    struct One
    {
        conversation::Message message;
        conversation::ConversationState before{};
        bool isPrivate = false;
        nlohmann::json source{};      ///< null unless it comes from the format being written
        std::int64_t number = 0;      ///< the message's; 0 = not a message
        std::int64_t movedBefore = 0; ///< how many others it overtook to follow its call directly
        std::int64_t callsAsText = 0; ///< how many of its calls became text
    };
    /// Receives the messages in their new order.
    using Write = std::function<void(const One& one)>;

    void add(One one, const Write& write);
    /// Writes everything that waits, since nothing follows.
    void release(const Write& write);
    [[nodiscard]] bool isEmpty() const { return m_waiting.empty(); }
    /// Whether a message must go through here even if nothing waits.
    [[nodiscard]] static bool isCalling(const conversation::Message& message);

private:
    struct Waiting
    {
        One one;
        std::vector<conversation::ToolUseBlock> open; ///< its calls without an answer
        std::vector<One> answers;
    };
    /// The index of the first whose call is answered by this message; the number of messages if there is none.
    [[nodiscard]] std::size_t callerOf(const conversation::Message& message) const;
    void writeFirst(const Write& write);

    std::deque<Waiting> m_waiting; ///< the first has an open call
};

} // namespace quarterdeck::formats
