#pragma once

#include "model/conversation/ids.h"
#include "model/conversation/json_value.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace quarterdeck::conversation {

/// Numbers from a log can be anything: sums of them stop at the limits of the type instead of overflowing.
[[nodiscard]] constexpr std::int64_t saturatingSum(std::int64_t a, std::int64_t b)
{
    using Limits = std::numeric_limits<std::int64_t>;
    if (b > 0 && a > Limits::max() - b) {
        return Limits::max();
    }
    if (b < 0 && a < Limits::min() - b) {
        return Limits::min();
    }
    return a + b;
}

[[nodiscard]] constexpr std::int64_t saturatingDifference(std::int64_t a, std::int64_t b)
{
    using Limits = std::numeric_limits<std::int64_t>;
    // The smallest number has no negative counterpart.
    return b == Limits::min() ? saturatingSum(saturatingSum(a, Limits::max()), 1) : saturatingSum(a, -b);
}

/// The sum of two finite numbers, also finite: JSON has no infinity, and what is written must be readable again.
[[nodiscard]] inline double finiteSum(double a, double b)
{
    constexpr double most = std::numeric_limits<double>::max();
    return std::clamp(a + b, -most, most);
}

/// Addresses in code point order, each once (MetaGPT's `send_to` is a set of strings).
using AddressSet = std::set<Address>;

namespace address {
inline const Address all{"<all>"};      ///< MESSAGE_ROUTE_TO_ALL
inline const Address none{"<none>"};    ///< MESSAGE_ROUTE_TO_NONE: matches nobody
inline const Address self{"<self>"};    ///< MESSAGE_ROUTE_TO_SELF: replaced by the sender's class path
inline const Address noOne{"no one"};   ///< TEAMLEADER's dummy: nothing happens at all
inline const Address person{"<human>"}; ///< ours: a message to the person (reply_to_human); matches no role
} // namespace address

namespace action {
inline const ActionName userRequirement{"metagpt.actions.add_requirement.UserRequirement"};
inline const ActionName runCommand{"metagpt.actions.di.run_command.RunCommand"};
inline const ActionName quickThink{"QuickThink"};
inline const ActionName step{"quarterdeck.Step"}; ///< ours: what a role did while it acted; see RecordStep
} // namespace action

/// Where media is: in the library by hash, or at an address that nobody has fetched.
struct MediaSource
{
    AttachmentHash hash; ///< empty if only the URL is known
    std::string url;     ///< empty if the bytes are in the library
    std::string mediaType;
    std::string name;       ///< file name as given; untrusted
    std::int64_t size = 0;  ///< bytes; 0 = unknown
    std::int32_t width = 0; ///< pixels; 0 = unknown or not a picture
    std::int32_t height = 0;
    friend bool operator==(const MediaSource&, const MediaSource&) = default;
};

struct TextBlock
{
    std::string text;
    friend bool operator==(const TextBlock&, const TextBlock&) = default;
};
struct ThinkingBlock
{
    std::string text;
    std::string signature;
    friend bool operator==(const ThinkingBlock&, const ThinkingBlock&) = default;
};
enum class MediaKind { Image, Audio, Video, File };
struct MediaBlock
{
    MediaKind kind = MediaKind::Image;
    MediaSource source;
    friend bool operator==(const MediaBlock&, const MediaBlock&) = default;
};
struct ToolUseBlock
{
    std::string id;
    std::string name;
    JsonValue input;
    std::string rawInput; ///< the arguments as the model wrote them, if not JSON or different from it
    friend bool operator==(const ToolUseBlock&, const ToolUseBlock&) = default;
};
struct ToolResultBlock
{
    std::string id;
    std::string name;
    std::string output;     ///< text; other kinds of blocks are in `outputBlocks`
    JsonValue outputBlocks; ///< null if the output is text only
    bool isError = false;
    friend bool operator==(const ToolResultBlock&, const ToolResultBlock&) = default;
};
/// A block of a kind that this version does not know: kept verbatim, shown as JSON.
struct UnknownBlock
{
    JsonValue value;
    friend bool operator==(const UnknownBlock&, const UnknownBlock&) = default;
};

using ContentBlock = std::variant<TextBlock, ThinkingBlock, MediaBlock, ToolUseBlock, ToolResultBlock, UnknownBlock>;

/// What a model call cost. If prices are unknown, `cost` is empty and only the tokens are known.
struct Usage
{
    std::string model;
    std::int64_t promptTokens = 0;
    std::int64_t completionTokens = 0;
    std::optional<double> cost; ///< US dollars
    std::int64_t durationMs = 0;
    std::int64_t cachedTokens = 0;    ///< those of the prompt that the server had cached
    std::int64_t reasoningTokens = 0; ///< those of the completion used for thinking
    [[nodiscard]] std::int64_t totalTokens() const { return saturatingSum(promptTokens, completionTokens); }
    friend bool operator==(const Usage&, const Usage&) = default;
};

/// `instruct_content` as data: its schema in the sender's own words, and the value. Never evaluated.
struct StructuredContent
{
    JsonValue schema;
    JsonValue value;
    friend bool operator==(const StructuredContent&, const StructuredContent&) = default;
};

/// One message: the union of what MetaGPT's and AgentScope's carry.
struct Message
{
    MessageId id;
    Address sentFrom;          ///< the address as sent: a name or a class path; empty = the person (MetaGPT)
    std::string name;          ///< what is shown; empty = derive by `displayName`
    std::string role = "user"; ///< system, user, assistant, tool; other strings are kept
    AddressSet sendTo{address::all};
    ActionName causeBy;
    std::vector<ContentBlock> content;
    std::optional<StructuredContent> instructContent;
    JsonValue metadata; ///< an object or null; never sent to a model
    Timestamp timestamp;
    std::string timestampText; ///< as the source wrote it; empty if made here
    std::string invocationId;
    std::optional<Usage> usage;
    friend bool operator==(const Message&, const Message&) = default;
};

/// Text blocks joined by newlines; nothing if there are none (AgentScope's get_text_content).
[[nodiscard]] std::optional<std::string> textContent(const Message& message);
/// The same, with "" for none.
[[nodiscard]] std::string textOf(const Message& message);
[[nodiscard]] std::vector<ContentBlock> textBlocks(std::string text);
/// Whether it has a block of that type, e.g. hasBlock<MediaBlock>(message).
template <typename Block>
[[nodiscard]] bool hasBlock(const Message& message)
{
    for (const ContentBlock& block : message.content) {
        if (std::holds_alternative<Block>(block)) {
            return true;
        }
    }
    return false;
}
/// Its blocks of that type, in order.
template <typename Block>
[[nodiscard]] std::vector<Block> blocksOf(const Message& message)
{
    std::vector<Block> found;
    for (const ContentBlock& block : message.content) {
        if (const auto* one = std::get_if<Block>(&block)) {
            found.push_back(*one);
        }
    }
    return found;
}
/// `metadata.agent` as text, if that key exists and holds text.
[[nodiscard]] std::optional<std::string> metadataAgent(const Message& message);

} // namespace quarterdeck::conversation
