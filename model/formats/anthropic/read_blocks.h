#pragma once

#include "model/conversation/message.h"
#include "model/formats/read_limits.h"
#include "model/formats/recording/pending_tool_calls.h"
#include "model/formats/session_sink.h"

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

} // namespace quarterdeck::formats::anthropic
