#pragma once

#include "model/conversation/message.h"
#include "model/formats/read_limits.h"
#include "model/formats/recording/recording_builder.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::formats::anthropic {

/// A content block as it was read.
struct ParsedBlock
{
    conversation::ContentBlock block;
    nlohmann::json fields; ///< fields besides those in `block` (cache_control, citations …); null = none
};

struct ParsedContent
{
    std::vector<ParsedBlock> blocks;
    std::vector<RecordedAttachment> attachments; ///< pictures and documents inside it
    bool hasBrokenImage = false;                 ///< one that cannot be decoded; kept as an unknown block
};

/// Reads the content of Anthropic's messages one after the other; names a tool's result after its call.
class ContentReader
{
public:
    explicit ContentReader(const ReadLimits& limits) : m_limits(limits) { }

    /// Of a text, null, or a list of blocks; empty for anything else. Other kinds of blocks become unknown blocks.
    [[nodiscard]] std::optional<ParsedContent> read(const nlohmann::json& content);

private:
    [[nodiscard]] ParsedBlock readBlock(const nlohmann::json& block, ParsedContent& content);
    [[nodiscard]] std::optional<conversation::ContentBlock> readKnown(const nlohmann::json& block,
                                                                      const std::string& type, ParsedContent& content);
    [[nodiscard]] conversation::ContentBlock readUse(const nlohmann::json& block);
    [[nodiscard]] conversation::ContentBlock readResult(const nlohmann::json& block);
    [[nodiscard]] std::optional<conversation::ContentBlock>
    readMedia(const nlohmann::json& block, conversation::MediaKind kind, ParsedContent& content) const;

    ReadLimits m_limits;
    PendingToolCalls m_calls;
};

/// What a model call used, from `usage` and `model` of a response; empty if there is none.
[[nodiscard]] std::optional<conversation::Usage> readUsage(const nlohmann::json& response);

/// Our form of one of Anthropic's messages: results of tools become a message of `Tools`, whereas there they are part
/// of the user's.
struct SplitMessage
{
    std::vector<conversation::Message> messages;
    std::vector<RecordedAttachment> attachments;
    bool hasBrokenImage = false;
};

/// `assistant`: the member that answers. The first bears usage; all of them have in their metadata `source`, the
/// message's members beside its content, `part` from the second on, and `fields`: what blocks say beside what is held,
/// by their number. Nothing when the content is of no known shape.
[[nodiscard]] std::optional<SplitMessage> splitMessage(const nlohmann::json& source, const std::string& assistant,
                                                       ContentReader& reader);

/// Reads one conversation of Anthropic's Messages, message by message.
class AnthropicRecordingBuilder
{
public:
    AnthropicRecordingBuilder(const ByteSource& source, SessionSink& sink, const ReadLimits& limits,
                              RecordedDetails details);

    /// `system` of a request: a text or a list of text blocks. Before the messages.
    void addSystem(const nlohmann::json& system, const SourceLocation& place);
    void add(const nlohmann::json& message, const SourceLocation& place);
    /// False if there was no message at all.
    bool end() { return m_session.end(); }

private:
    void storeResultMedia(conversation::Message& message);

    const ByteSource& m_source;
    SessionSink& m_sink;
    ReadLimits m_limits;
    ContentReader m_reader;
    TitledRecordingBuilder m_session;
};

} // namespace quarterdeck::formats::anthropic

namespace quarterdeck::formats {

/// Anthropic's Messages: requests `{system, messages, tools ..}`, alone, in a list, or one per line, are a session
/// each; a list of messages or responses (or one per line) is a single session.
class AnthropicReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "anthropic"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
