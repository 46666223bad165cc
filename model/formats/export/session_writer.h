#pragma once

#include "model/conversation/event.h"
#include "model/conversation/state/state.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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
    Held,         ///< messages as they were before the person let them go, or dropped them
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

/// What a writer knows of the session before its first event.
struct WriterContext
{
    std::string session;                  ///< id
    conversation::ConversationState last; ///< after the last event written: title, team
    std::string attachmentsFolder;        ///< plain name of a folder beside the file for them; empty = none
    /// The bytes of an attachment; empty if they are lost. Called while the event that refers to it is written.
    std::function<std::optional<std::string>(const conversation::AttachmentHash&)> bytesOf;
    /// Single messages are written: what they answer may precede them, and is missing.
    bool isExcerpt = false;
};

/// One event on its way out.
struct WrittenEvent
{
    const conversation::Event& event;
    const conversation::ConversationState& before;     ///< the state before it; only if the format asks for it
    bool isRow = false;                                ///< a person sees it as a row of the conversation
    std::span<const conversation::Event> amendments{}; ///< of the row: how a question ended, remarks; may come later
};

/// Writes one session in one format, piece by piece: each call appends to `out`, which the caller empties in between,
/// so no writer holds a whole session. Does no I/O. Thread: one at a time.
class SessionWriter
{
public:
    SessionWriter() = default;
    SessionWriter(const SessionWriter&) = delete;
    SessionWriter& operator=(const SessionWriter&) = delete;
    virtual ~SessionWriter() = default;

    virtual void begin(std::string& out) = 0;
    /// All events of the session, in order.
    virtual void event(const WrittenEvent& written, std::string& out) = 0;
    virtual void end(std::string& out) = 0;
    /// What the format could not carry so far.
    [[nodiscard]] virtual std::vector<Loss> losses() const { return {}; }
};

/// A format that sessions can be written in.
struct ExportFormat
{
    std::string name;                  ///< "jsonl", "markdown" …, as on the command line
    std::string ending;                ///< its files' suffix, with the dot
    bool hasAttachmentsBeside = false; ///< in a folder beside the file; otherwise inside, or named
    bool needsRows = true;             ///< `before`, `isRow` and `amendments` are needed
    std::function<std::unique_ptr<SessionWriter>(WriterContext)> make;
    /// Not a text but a file that is read at random: `make` writes the lines from which it is made.
    bool isPackage = false;
};

/// All of them, in the order in which a person is offered them. Thread: any.
[[nodiscard]] const std::vector<ExportFormat>& exportFormats();
/// Null if there is none with that name.
[[nodiscard]] const ExportFormat* exportFormat(std::string_view name);

[[nodiscard]] std::unique_ptr<SessionWriter> jsonlWriter(WriterContext context);
[[nodiscard]] std::unique_ptr<SessionWriter> markdownWriter(WriterContext context);
[[nodiscard]] std::unique_ptr<SessionWriter> htmlWriter(WriterContext context);
[[nodiscard]] std::unique_ptr<SessionWriter> openAiWriter(WriterContext context);
[[nodiscard]] std::unique_ptr<SessionWriter> agentScopeWriter(WriterContext context);
[[nodiscard]] std::unique_ptr<SessionWriter> anthropicWriter(WriterContext context);
[[nodiscard]] std::unique_ptr<SessionWriter> metaGptWriter(WriterContext context);

/// One event in `format`: a message as an object, several as a list, indented JSON. Empty if the format has nothing for
/// it. Contains no attachment bytes. `first`: the session's first event, which tells whether it came from a file of
/// this format; if so, the message's own fields are as they were there. Thread: any.
[[nodiscard]] std::string messageForm(const ExportFormat& format, const conversation::Event& first,
                                      const conversation::Event& event, const conversation::ConversationState& state);

} // namespace quarterdeck::formats
