#pragma once

#include "model/conversation/message.h"

#include <string>
#include <vector>

namespace quarterdeck::formats {

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

} // namespace quarterdeck::formats
