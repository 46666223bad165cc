#pragma once

#include "model/conversation/event.h"
#include "model/conversation/message.h"
#include "model/formats/read_limits.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::formats {

/// The ids of outgoing tool calls, for formats in which each must have one, and each result must answer a waiting call.
class CallIds
{
public:
    /// `mustBePlain`: only letters, digits, "_" and "-".
    explicit CallIds(bool mustBePlain = false) : m_mustBePlain(mustBePlain) { }

    /// Its own id if the format accepts it and no other call waits under it, otherwise a made-up one.
    [[nodiscard]] std::string ofCall(const conversation::ToolUseBlock& call);
    /// It goes out under its own id, whatever that is.
    void keep(const conversation::ToolUseBlock& call) { wait(call, call.id); }
    /// The id of the call that it answers, which then waits no longer; empty if none waits for it.
    [[nodiscard]] std::string ofResult(const conversation::ToolResultBlock& result);

private:
    struct Waiting
    {
        std::string id; ///< as in the session
        std::string name;
        std::string written;
    };
    void wait(const conversation::ToolUseBlock& call, std::string written);
    [[nodiscard]] bool isTaken(const std::string& id) const;

    bool m_mustBePlain = false;
    std::vector<Waiting> m_waiting;
    int m_made = 0;
};

/// Knows the tools of unanswered calls, since some programs name a tool only in its call. Thread: one at a time.
class CallNames
{
public:
    /// The event with its results named after their calls; unchanged if none lacks a name. Valid until the next call.
    [[nodiscard]] const conversation::Event& named(const conversation::Event& event);

private:
    std::map<std::string, std::string> m_names; ///< by the call's id
    conversation::Event m_named;
};

/// A piece of a tool's answer, whichever program's form it came in.
struct ResultPart
{
    enum class Kind { Text, Media, Other };
    Kind kind = Kind::Other;
    std::string text; ///< of Kind::Text
    conversation::MediaKind media = conversation::MediaKind::Image;
    std::string url;                  ///< of Kind::Media: an address, or `data:` with the bytes
    std::string name;                 ///< of a file as given; untrusted
    conversation::MediaSource stored; ///< of Kind::Media whose bytes are in the library: `url` is empty then
    conversation::JsonValue value;    ///< the piece as it came
};

/// The pieces of an answer that is a list: texts and media of Anthropic, AgentScope, MCP and OpenAI, everything else as
/// it came. Empty for a single text, or what is not a list. Pure; thread: any.
[[nodiscard]] std::vector<ResultPart> resultParts(const conversation::ToolResultBlock& result);

using BytesOf = std::function<std::optional<std::string>(const conversation::AttachmentHash&)>;

/// Moves the bytes out of the pieces of a tool's answer: they join `attachments`, and a text that names them takes
/// their place (model/conversation/attachments.h). What could not be restored exactly stays. Pure.
void storeMedia(conversation::ToolResultBlock& result, const ReadLimits& limits,
                std::vector<RecordedAttachment>& attachments);

/// The same for one piece, or each of a list, without disowning foreign names: keep the result only if `withBytes`
/// restores what it was. Pure.
void storeMedia(nlohmann::json& pieces, const ReadLimits& limits, std::vector<RecordedAttachment>& attachments);

/// The pieces with their bytes back in place; those not at hand stay named. Pure.
[[nodiscard]] nlohmann::json withBytes(nlohmann::json pieces, const BytesOf& bytesOf);

} // namespace quarterdeck::formats
