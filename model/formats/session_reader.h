#pragma once

#include "model/formats/byte_source.h"
#include "model/formats/read_limits.h"
#include "model/formats/session_sink.h"

#include <memory>
#include <string>
#include <vector>

namespace quarterdeck::formats {

struct JsonShape;

/// Reads one kind of recorded session. Stateless: one reader serves any number of files and threads.
class SessionReader
{
public:
    virtual ~SessionReader() = default;

    /// Stable name: "who_and_when", "metagpt", "metagpt_log", "metagpt_pickle", "metagpt_messages", "agentscope",
    /// "agentscope_studio", "openai", "anthropic", "claude_code", "codex", "gemini", "gemini_cli", "ai_studio",
    /// "langchain", "ai_sdk", "chatgpt", "quarterdeck".
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
