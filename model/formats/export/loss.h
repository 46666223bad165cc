#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace quarterdeck::formats {

/// What a format cannot carry.
enum class LossKind {
    Times,             ///< when messages were sent
    Names,             ///< who spoke, if a format only knows roles
    Recipients,        ///< to whom a message was sent
    Privacy,           ///< that it was said in private
    Causes,            ///< which action caused it
    StructuredContent, ///< instruct_content
    Metadata,
    Usage,     ///< tokens and cost
    Thinking,  ///< a model's thinking
    ToolCalls, ///< kept as text
    Media,     ///< named, but not contained
    UnknownBlocks,
    Questions,    ///< kept as plain messages
    Annotations,  ///< remarks on messages
    OtherEvents,  ///< rounds, run state changes and the like
    ToolNames,    ///< letters in them that the format does not accept
    Empty,        ///< messages without content, which the format does not have
    Instructions, ///< system instructions within the conversation, kept as the user's
    Roles,        ///< what the team's members are for
    Diagrams,     ///< kept as their source
    Formulas,     ///< kept as their source
    Index,        ///< of messages by their action: it is limited
    ChatRoles,    ///< other than system, user, assistant and tool
    Signatures,   ///< of thinking
    MediaNames,   ///< of the media's files
    ToolErrors,   ///< that a tool's answer is an error
    Order,        ///< of words, calls and answers within a message
    Costs,        ///< tokens and cost that no message mentions
    Traces,       ///< of programs
    Memories,     ///< of members: each has its own
    Copies,       ///< of messages, as a history has them
    Fields,       ///< a recording's fields besides its messages
    Merged,       ///< messages that become part of the previous one
    Opening,      ///< nothing is lost: a message of the user was put before the first
};

/// One kind of loss: how often, and a sentence for a person that says so.
struct Loss
{
    std::string kind; ///< stable name: "recipients" …
    std::int64_t count = 0;
    std::string sentence;               ///< including the places
    std::vector<std::int64_t> places{}; ///< the numbers of the first affected messages: 1, 2, 3 …; empty = no message's
    friend bool operator==(const Loss&, const Loss&) = default;
};

/// Counts losses while a session is written.
class LossCounter
{
public:
    /// Losses counted from now on belong to this message; 0 = to none.
    void at(std::int64_t message) { m_message = message; }
    [[nodiscard]] std::int64_t place() const { return m_message; }
    void add(LossKind kind, std::int64_t count = 1);
    void addIf(bool isLost, LossKind kind) { add(kind, isLost ? 1 : 0); }
    /// Those that occurred, in the order of LossKind.
    [[nodiscard]] std::vector<Loss> losses() const;

private:
    struct Found
    {
        std::int64_t count = 0;
        std::vector<std::int64_t> places;
    };
    std::map<LossKind, Found> m_found;
    std::int64_t m_message = 0;
};

} // namespace quarterdeck::formats
