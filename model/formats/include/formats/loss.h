#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace quarterdeck::formats {

/// What a format cannot carry.
enum class LossKind {
    Times,             ///< when messages were sent
    Names,             ///< who spoke, where a format knows roles only
    Recipients,        ///< to whom a message went
    Privacy,           ///< that it was said in private
    Causes,            ///< which action made it
    StructuredContent, ///< instruct_content
    Metadata,
    Usage,     ///< tokens and money
    Thinking,  ///< what a model thought
    ToolCalls, ///< kept as text
    Media,     ///< named, but not contained
    UnknownBlocks,
    Questions,    ///< kept as plain messages
    Annotations,  ///< remarks on messages
    OtherEvents,  ///< rounds, changes of the run and the like
    ToolNames,    ///< letters of them that the format does not take
    Empty,        ///< messages without anything in them, which it does not have
    Instructions, ///< of the system within the conversation, kept as the user's
    Roles,        ///< what members of the team are for
    Diagrams,     ///< kept as their source
    Formulas,     ///< kept as their source
    Index,        ///< of messages by their action: it has an end
    ChatRoles,    ///< other than system, user, assistant and tool
    Signatures,   ///< of thinking
    MediaNames,   ///< of the media's files
    ToolErrors,   ///< that what a tool answered is an error
    Order,        ///< of what is said, called and answered within a message
    Costs,        ///< tokens and money of which no message tells
    Traces,       ///< of programs
    Memories,     ///< of members: each its own
    Copies,       ///< of messages, that a history has
    Fields,       ///< what a recording says beside its messages
    Merged,       ///< messages that become part of the one before
    Opening,      ///< nothing is lost: a message of the user was put before the first
};

/// One kind of loss: how often, and a sentence for a person that says so.
struct Loss
{
    std::string kind; ///< stable name: "recipients" ...
    std::int64_t count = 0;
    std::string sentence; ///< with the places
    std::vector<std::int64_t>
        places{}; ///< the numbers of the first messages that it is in: 1, 2, 3 ...; empty = no one's
    friend bool operator==(const Loss&, const Loss&) = default;
};

/// Counts losses while a session is written.
class LossCounter
{
public:
    /// What is added from now on is this message's; 0 = no message's.
    void at(std::int64_t message) { m_message = message; }
    [[nodiscard]] std::int64_t place() const { return m_message; }
    void add(LossKind kind, std::int64_t count = 1);
    void addIf(bool isLost, LossKind kind) { add(kind, isLost ? 1 : 0); }
    /// Those that happened, in the order of LossKind.
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
