#pragma once

#include "model/conversation/error.h"
#include "model/conversation/event.h"
#include "model/conversation/ids.h"
#include "model/conversation/intent.h"
#include "model/formats/read_limits.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::formats {

/// A place in a file: all counted from 1, 0 = does not apply.
struct SourceLocation
{
    std::int64_t line = 0;    ///< of JSON lines
    std::int64_t run = 0;     ///< element of a top-level list of sessions
    std::int64_t message = 0; ///< within its session, or within a memory
    std::string row{};        ///< a database row's id; empty = not a row
    std::string memory{};     ///< the role whose memory contains it; empty = none
};

using conversation::AttachmentHash;
using conversation::Error;
using conversation::Result;
using conversation::Timestamp;

/// A file that a recording names only by the beginning of its name, such as a picture's id.
struct NeighbourFile
{
    std::string name; ///< without its folder
    std::string bytes;
    std::string mediaType;
};

/// Bytes to read a recorded session from: a file that the caller opened, or memory. Used by one thread at a time.
class ByteSource
{
public:
    virtual ~ByteSource() = default;

    /// What a person calls it: the file's name without its folder (UTF-8). Every sentence about it contains this name.
    [[nodiscard]] virtual const std::string& name() const = 0;
    /// When it was last written: the time of messages that carry none.
    [[nodiscard]] virtual Timestamp modified() const = 0;
    /// Up to `most` bytes into `to`; 0 at the end. Errors: Io.
    [[nodiscard]] virtual Result<std::size_t> read(char* to, std::size_t most) = 0;
    /// Back to the first byte. Errors: Io.
    [[nodiscard]] virtual Result<std::size_t> rewind() = 0;
    /// The attachment with that hash in a folder beside it (a plain name, checked). Errors: NotFound, Io, BadInput if
    /// it is larger than `most`. The bytes are not yet checked against the hash.
    [[nodiscard]] virtual Result<std::string> attachment(const std::string& folder, const AttachmentHash& hash,
                                                         std::int64_t most) const = 0;
    /// The file beside it, or in a folder there, whose name begins so and goes on with no letter or digit. Errors:
    /// NotFound, Io, BadInput if it is larger than `most`.
    [[nodiscard]] virtual Result<NeighbourFile> neighbour(const std::string& beginning, std::int64_t most) const;
};

/// Bytes in memory (samples, tests). Has no folder beside it.
class MemorySource final : public ByteSource
{
public:
    MemorySource(std::string name, std::string bytes, Timestamp modified);

    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] Timestamp modified() const override { return m_modified; }
    [[nodiscard]] Result<std::size_t> read(char* to, std::size_t most) override;
    [[nodiscard]] Result<std::size_t> rewind() override;
    [[nodiscard]] Result<std::string> attachment(const std::string& folder, const AttachmentHash& hash,
                                                 std::int64_t most) const override;

private:
    std::string m_name;
    std::string m_bytes;
    Timestamp m_modified;
    std::size_t m_position = 0;
};

using conversation::Event;
using conversation::Role;
using conversation::RoleName;
using conversation::SessionStarted;

/// A record that was left out, or a part of it that was lost. `sentence` names the file and the place.
struct ImportProblem
{
    std::string file;
    std::string place; ///< "line 3", "run 2, message 5", as in the sentence
    std::string sentence;
    friend bool operator==(const ImportProblem&, const ImportProblem&) = default;
};

/// A remark on the message that it comes with.
struct RecordedAnnotation
{
    conversation::AnnotationKind kind = conversation::AnnotationKind::Note;
    std::string text;
    std::string by;
    friend bool operator==(const RecordedAnnotation&, const RecordedAnnotation&) = default;
};

/// A message of a recorded session; its event gets the message's timestamp.
struct RecordedMessage
{
    conversation::RecordMessage record;
    std::optional<RecordedAnnotation> annotation;
};

struct RecordedAttachment
{
    AttachmentHash hash; ///< of the bytes (checked)
    std::string bytes;
    std::string mediaType;
    std::int32_t width = 0;
    std::int32_t height = 0;
};

/// Takes what a reader finds, in the order of the file, so that a reader never holds a whole session. A session is
/// either *recorded* (beginSession, then hire and message) or one of our own *logs* (beginLog, then event); endSession
/// ends both. Nothing counts until the reader returns without an error. Thread: the reader's.
class SessionSink
{
public:
    virtual ~SessionSink() = default;

    virtual void beginSession(SessionStarted settings, std::vector<Role> team, Timestamp at) = 0;
    /// A role that was unknown when the session began.
    virtual void acceptRole(Role role, Timestamp at) = 0;
    virtual void acceptMessage(RecordedMessage message) = 0;
    /// The total of model calls that no message mentions. Sinks that do not count may ignore it.
    // NOLINTNEXTLINE(performance-unnecessary-value-param): who counts keeps it
    virtual void acceptUsage(conversation::Usage, Timestamp) { }

    virtual void beginLog() = 0;
    /// With seq 1, 2, 3 … (checked by the reader).
    virtual void acceptEvent(Event event) = 0;

    /// Comes before the message or event that refers to it.
    virtual void acceptAttachment(RecordedAttachment attachment) = 0;
    /// Before the session: ids of records in its source that were said once and are taken back, so they do not come.
    // NOLINTNEXTLINE(performance-unnecessary-value-param): who compares keeps them
    virtual void acceptTakenBack(std::vector<std::string>) { }
    virtual void endSession() = 0;
    virtual void reportProblem(ImportProblem problem) = 0;
    /// True once nothing more is wanted (cancelled, or storing failed): the reader then soon returns Cancelled.
    [[nodiscard]] virtual bool isStopped() const = 0;
};

struct JsonShape;

/// Reads one kind of recorded session. Stateless: one reader serves any number of files and threads.
class SessionReader
{
public:
    virtual ~SessionReader() = default;

    /// Stable name: "who_and_when", "metagpt", "metagpt_log", "metagpt_pickle", "metagpt_messages", "agentscope",
    /// "agentscope_studio", "openai", "anthropic", "claude_code", "qwen_code", "codex", "opencode", "cursor", "cline",
    /// "pi", "copilot", "aider", "swe_agent", "openhands", "inspect", "autogen", "langsmith", "gemini", "gemini_cli",
    /// "ai_studio", "langchain", "ai_sdk", "chatgpt", "claude_ai", "open_webui", "librechat", "quarterdeck".
    [[nodiscard]] virtual std::string kind() const = 0;
    /// Whether a file that begins like this is of its kind: by content, never by name.
    [[nodiscard]] virtual bool recognises(const JsonShape& shape) const = 0;
    /// Pushes all sessions of the source, which is at its first byte. A bad record becomes a problem and the rest comes
    /// in; an error means that nothing of the source counts. Never throws.
    [[nodiscard]] virtual Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                                   const ReadLimits& limits) const = 0;
};

/// All readers, asked in order.
class ReaderRegistry
{
public:
    /// Every kind that this program reads.
    [[nodiscard]] static ReaderRegistry standard();

    void add(std::unique_ptr<SessionReader> reader);
    /// Of all readers, in their order; two may read one kind.
    [[nodiscard]] std::vector<std::string> kinds() const;
    /// Whether it recognises a kind. Afterwards the source is at its first byte again. Never throws. Thread: any.
    [[nodiscard]] bool canRead(ByteSource& source, const ReadLimits& limits = {}) const;
    /// Recognises the kind and reads. The result is the kind; errors name the file and, if known, the line: BadInput,
    /// NewerVersion, Io, Cancelled; NotFound if it has no messages. Never throws. Thread: any.
    [[nodiscard]] Result<std::string> read(ByteSource& source, SessionSink& sink, const ReadLimits& limits = {}) const;

private:
    [[nodiscard]] const SessionReader* readerOf(const JsonShape& shape) const;
    [[nodiscard]] Result<std::string> readUnguarded(ByteSource& source, SessionSink& sink,
                                                    const ReadLimits& limits) const;

    std::vector<std::unique_ptr<SessionReader>> m_readers;
};

} // namespace quarterdeck::formats
