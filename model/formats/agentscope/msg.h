#pragma once

#include "model/conversation/error.h"
#include "model/conversation/message.h"
#include "model/formats/read_limits.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::formats::agentscope {

/// The `content` of an AgentScope message: a text or a list of blocks, as JSON.

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

/// AgentScope's Msg, 1.x (`Msg.to_dict` and `Msg.from_dict`) and 2.x (blocks `data`, `tool_call`, `hint`;
/// `created_at`), to and from our Message.
///
/// What of our Message it does not carry: send_to, cause_by, instruct_content, the role "tool" (written as "system", as
/// AgentScope does), usage, media that are neither in memory nor at a URL, and the kinds file and unknown of 1.x.

enum class Mode {
    Compatible, ///< what AgentScope's from_dict accepts: for files and live clients. Odd blocks become unknown ones
    Strict,     ///< also checks the declared types, and that all texts are Unicode: for what is made here
};

struct ReadOptions
{
    Mode mode = Mode::Compatible;
    bool isMediaChecked = false;           ///< also Base64, URLs and sizes; with Mode::Strict only
    std::string idIfMissing;               ///< for a message without an id: see shortUuid
    conversation::Timestamp timeIfMissing; ///< likewise
    ReadLimits limits;
};

/// A message as it was read.
struct ParsedMsg
{
    conversation::Message message;
    conversation::JsonValue original; ///< as it came (see python_json): unchanged parts are written from it
    std::vector<RecordedAttachment> attachments;
    std::vector<std::string> oddities; ///< "$.content[0].text: not a string"
};

/// Reads one message. Errors: BadInput, whose detail is "$.path: what". Never throws.
[[nodiscard]] conversation::Result<ParsedMsg> readMsg(const nlohmann::json& msg, const ReadOptions& options);
[[nodiscard]] conversation::Result<ParsedMsg> readMsgText(std::string_view text, const ReadOptions& options);

struct WriteOptions
{
    /// What the message was read from: unchanged parts go out as they came.
    conversation::JsonValue original;
    /// The bytes of an attachment, if at hand; media without bytes and URL become a text block that names
    /// them.
    std::function<std::optional<std::string>(const conversation::AttachmentHash&)> bytesOf;
    bool hasInvocationId = true; ///< AgentScope's own to_dict leaves it out
};

/// The message as Msg.to_dict gives it (1.x). Write its text with python_json::text.
[[nodiscard]] nlohmann::json toDict(const conversation::Message& message, const WriteOptions& options = {});

/// An id as AgentScope makes them: 22 characters for 16 random bytes.
[[nodiscard]] std::string shortUuid(const std::array<std::uint8_t, 16>& random);
/// "YYYY-MM-DD HH:MM:SS.mmm" in this machine's time zone.
[[nodiscard]] std::string timestampText(conversation::Timestamp time);
/// Parses that, and ISO 8601 as written by 2.x; empty for any other text.
[[nodiscard]] std::optional<conversation::Timestamp> timestampOf(std::string_view text);

} // namespace quarterdeck::formats::agentscope
