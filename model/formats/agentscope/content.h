#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The `content` of an AgentScope message: a text or a list of blocks, as JSON.
namespace quarterdeck::formats::agentscope {

/// Why content that AgentScope itself accepted cannot be used.
enum class ContentFault {
    NotAnObject, ///< a block is not an object
    NoType,      ///< a block does not say what it is
    NoText,      ///< a text block has no text
    TextNotText, ///< its text is not text
};

/// A value, or the fault that prevents it.
template <typename T>
struct Content
{
    T value{};
    std::optional<ContentFault> fault;
};

/// Msg.get_text_content: the texts joined; empty if there are none.
[[nodiscard]] Content<std::optional<std::string>> textContent(const nlohmann::json& content,
                                                              std::string_view separator = "\n");
/// Msg.get_content_blocks: a text is one block; all blocks when `types` is empty.
[[nodiscard]] Content<std::vector<nlohmann::json>> contentBlocks(const nlohmann::json& content,
                                                                 const std::vector<std::string>& types = {});

} // namespace quarterdeck::formats::agentscope
