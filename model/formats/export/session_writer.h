#pragma once

#include "model/conversation/event.h"
#include "model/conversation/state/state.h"
#include "model/formats/export/loss.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::formats {

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

} // namespace quarterdeck::formats
