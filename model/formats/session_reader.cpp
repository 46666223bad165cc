#include "model/formats/session_reader.h"

#include "model/formats/agentscope/agentscope_readers.h"
#include "model/formats/anthropic/anthropic_reader.h"
#include "model/formats/coding_agent/aider_reader.h"
#include "model/formats/coding_agent/claude_code_reader.h"
#include "model/formats/coding_agent/cline_reader.h"
#include "model/formats/coding_agent/codex_exec_reader.h"
#include "model/formats/coding_agent/codex_reader.h"
#include "model/formats/coding_agent/copilot_reader.h"
#include "model/formats/coding_agent/cursor_reader.h"
#include "model/formats/coding_agent/opencode_reader.h"
#include "model/formats/coding_agent/openhands_reader.h"
#include "model/formats/coding_agent/pi_reader.h"
#include "model/formats/coding_agent/qwen_reader.h"
#include "model/formats/coding_agent/swe_agent_reader.h"
#include "model/formats/format_errors.h"
#include "model/formats/gemini/cli_chat_reader.h"
#include "model/formats/gemini/cli_stream_reader.h"
#include "model/formats/gemini/gemini_reader.h"
#include "model/formats/gemini/studio_prompt_reader.h"
#include "model/formats/json/json_source.h"
#include "model/formats/metagpt/message_readers.h"
#include "model/formats/metagpt/pickled_message.h"
#include "model/formats/metagpt/team_reader.h"
#include "model/formats/openai/openai_reader.h"
#include "model/formats/other_systems/autogen_reader.h"
#include "model/formats/other_systems/chatgpt_reader.h"
#include "model/formats/other_systems/claude_ai_reader.h"
#include "model/formats/other_systems/inspect_reader.h"
#include "model/formats/other_systems/langchain_reader.h"
#include "model/formats/other_systems/langsmith_reader.h"
#include "model/formats/other_systems/librechat_reader.h"
#include "model/formats/other_systems/open_webui_reader.h"
#include "model/formats/other_systems/ui_messages_reader.h"
#include "model/formats/other_systems/who_and_when_reader.h"
#include "model/formats/recording/jsonl.h"

#include <algorithm>
#include <cstring>
#include <exception>

namespace quarterdeck::formats {

Result<NeighbourFile> ByteSource::neighbour(const std::string& beginning, std::int64_t) const
{
    return tl::unexpected(errors::missingNeighbour(name(), beginning));
}

MemorySource::MemorySource(std::string name, std::string bytes, Timestamp modified)
    : m_name(std::move(name))
    , m_bytes(std::move(bytes))
    , m_modified(modified)
{ }

Result<std::size_t> MemorySource::read(char* to, std::size_t most)
{
    const std::size_t count = std::min(most, m_bytes.size() - m_position);
    std::memcpy(to, m_bytes.data() + m_position, count);
    m_position += count;
    return count;
}

Result<std::size_t> MemorySource::rewind()
{
    m_position = 0;
    return 0;
}

Result<std::string> MemorySource::attachment(const std::string&, const AttachmentHash& hash, std::int64_t) const
{
    return tl::unexpected(errors::missingAttachment(m_name, hash));
}

namespace {

struct HasWord
{
    bool operator()(const conversation::TextBlock& block) const { return isWord(block.text); }
    bool operator()(const conversation::ThinkingBlock& block) const { return isWord(block.text); }
    bool operator()(const conversation::MediaBlock&) const { return true; }
    bool operator()(const conversation::ToolUseBlock& block) const { return isWord(block.name); }
    bool operator()(const conversation::ToolResultBlock& block) const
    {
        return isWord(block.output) || !block.outputBlocks.isNull();
    }
    bool operator()(const conversation::UnknownBlock& block) const { return !block.value.json().empty(); }

private:
    static bool isWord(const std::string& text) { return text.find_first_not_of(" \t\r\n") != std::string::npos; }
};

bool hasWord(const conversation::Message& message)
{
    return message.instructContent
        || std::ranges::any_of(message.content, [](const auto& block) { return std::visit(HasWord{}, block); });
}

/// Remembers what passed through, to tell a session from a file with nothing but problems.
class CountingSink final : public SessionSink
{
public:
    explicit CountingSink(SessionSink& next) : m_next(next) { }

    [[nodiscard]] std::int64_t entries() const { return m_entries; }
    /// Whether there is anything to read in any of them.
    [[nodiscard]] bool hasWords() const { return m_hasWords; }
    [[nodiscard]] const std::optional<ImportProblem>& firstProblem() const { return m_firstProblem; }

    void beginSession(SessionStarted settings, std::vector<Role> team, Timestamp at) override
    {
        m_next.beginSession(std::move(settings), std::move(team), at);
    }
    void acceptRole(Role role, Timestamp at) override { m_next.acceptRole(std::move(role), at); }
    void acceptMessage(RecordedMessage message) override
    {
        ++m_entries;
        m_hasWords = m_hasWords || hasWord(message.record.message);
        m_next.acceptMessage(std::move(message));
    }
    void acceptUsage(conversation::Usage usage, Timestamp at) override { m_next.acceptUsage(std::move(usage), at); }
    void beginLog() override { m_next.beginLog(); }
    void acceptEvent(Event event) override
    {
        ++m_entries;
        m_hasWords = true; // a log of our own is taken as it is
        m_next.acceptEvent(std::move(event));
    }
    void acceptAttachment(RecordedAttachment attachment) override { m_next.acceptAttachment(std::move(attachment)); }
    void acceptTakenBack(std::vector<std::string> records) override { m_next.acceptTakenBack(std::move(records)); }
    void endSession() override { m_next.endSession(); }
    void reportProblem(ImportProblem problem) override
    {
        if (!m_firstProblem) {
            m_firstProblem = problem;
        }
        m_next.reportProblem(std::move(problem));
    }
    [[nodiscard]] bool isStopped() const override { return m_next.isStopped(); }

private:
    SessionSink& m_next;
    std::int64_t m_entries = 0;
    bool m_hasWords = false;
    std::optional<ImportProblem> m_firstProblem;
};

Error nothingFound(const std::string& file, const std::optional<ImportProblem>& problem)
{
    if (!problem) {
        return errors::noMessages(file);
    }
    return {conversation::ErrorCode::BadInput, problem->sentence, {}};
}

} // namespace

ReaderRegistry ReaderRegistry::standard()
{
    ReaderRegistry registry;
    registry.add(std::make_unique<JsonlReader>());
    registry.add(std::make_unique<StudioReader>());
    registry.add(std::make_unique<QwenReader>()); // it has Claude Code's envelope
    registry.add(std::make_unique<ClaudeCodeReader>());
    registry.add(std::make_unique<CodexReader>());
    registry.add(std::make_unique<CodexExecReader>());
    registry.add(std::make_unique<OpenCodeReader>());
    registry.add(std::make_unique<ClineReader>()); // its messages are Anthropic's with more fields
    registry.add(std::make_unique<PiReader>());
    registry.add(std::make_unique<CopilotReader>());
    registry.add(std::make_unique<AiderReader>());
    registry.add(std::make_unique<CursorReader>());
    registry.add(std::make_unique<SweAgentReader>()); // its history is Who&When's, too
    registry.add(std::make_unique<OpenHandsReader>());
    registry.add(std::make_unique<InspectReader>());
    registry.add(std::make_unique<AutoGenReader>());
    registry.add(std::make_unique<LangSmithReader>());
    registry.add(std::make_unique<GeminiStreamReader>());
    registry.add(std::make_unique<WhoAndWhenReader>());
    registry.add(std::make_unique<TeamReader>());
    registry.add(std::make_unique<MetaGptLogReader>());
    registry.add(std::make_unique<PickledMessageReader>());
    registry.add(std::make_unique<MessageListReader>());
    registry.add(std::make_unique<GeminiCliReader>());
    registry.add(std::make_unique<StudioPromptReader>());
    registry.add(std::make_unique<GeminiReader>());
    registry.add(std::make_unique<UiMessagesReader>());
    registry.add(std::make_unique<LangChainReader>());
    registry.add(std::make_unique<ChatGptReader>());
    registry.add(std::make_unique<ClaudeAiReader>());
    registry.add(std::make_unique<OpenWebUiReader>());
    registry.add(std::make_unique<LibreChatReader>());
    registry.add(std::make_unique<SavedStateReader>()); // its messages are OpenAI's with more fields: asked before
    registry.add(std::make_unique<AnthropicReader>());  // so are these
    registry.add(std::make_unique<OpenAiReader>());
    return registry;
}

void ReaderRegistry::add(std::unique_ptr<SessionReader> reader) { m_readers.push_back(std::move(reader)); }

std::vector<std::string> ReaderRegistry::kinds() const
{
    std::vector<std::string> kinds;
    for (const auto& reader : m_readers) {
        kinds.push_back(reader->kind());
    }
    return kinds;
}

const SessionReader* ReaderRegistry::readerOf(const JsonShape& shape) const
{
    const auto reader = std::ranges::find_if(m_readers, [&](const auto& one) { return one->recognises(shape); });
    return reader == m_readers.end() ? nullptr : reader->get();
}

bool ReaderRegistry::canRead(ByteSource& source, const ReadLimits& limits) const
{
    try {
        const JsonShape shape = sniffShape(source, limits);
        return source.rewind() && (readerOf(shape) != nullptr || readerOf(shape.widened()) != nullptr);
    } catch (const std::exception&) {
        return false;
    }
}

Result<std::string> ReaderRegistry::read(ByteSource& source, SessionSink& sink, const ReadLimits& limits) const
{
    try {
        return readUnguarded(source, sink, limits);
    } catch (const std::exception& error) {
        return tl::unexpected(errors::unreadable(source.name(), error.what()));
    }
}

Result<std::string> ReaderRegistry::readUnguarded(ByteSource& source, SessionSink& sink, const ReadLimits& limits) const
{
    JsonShape shape = sniffShape(source, limits);
    const SessionReader* reader = readerOf(shape);
    if (reader == nullptr) {
        shape = shape.widened();
        reader = readerOf(shape);
    }
    if (reader == nullptr) {
        if (auto other = errors::otherThing(source.name(), shape.start)) {
            return tl::unexpected(std::move(*other));
        }
        return tl::unexpected(shape.error ? *shape.error : errors::unknownKind(source.name()));
    }
    CountingSink counting(sink);
    if (const auto records = reader->read(source, shape, counting, limits); !records) {
        return tl::unexpected(records.error());
    }
    if (sink.isStopped()) {
        return tl::unexpected(errors::cancelled(source.name()));
    }
    if (counting.entries() == 0) {
        return tl::unexpected(nothingFound(source.name(), counting.firstProblem()));
    }
    if (!counting.hasWords()) { // a reader that understands nothing of what it reads must not say that it came in
        return tl::unexpected(errors::noWords(source.name()));
    }
    return reader->kind();
}

} // namespace quarterdeck::formats
