#pragma once

#include "model/conversation/message.h"
#include "model/formats/read_limits.h"
#include "model/formats/session_sink.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace quarterdeck::formats::chatgpt {

/// Reads the messages of one branch, one after the other.
class MessageReader
{
public:
    /// `begun`: when the conversation began, in seconds. A message without a time gets the previous one's.
    MessageReader(const nlohmann::json& begun, const ReadLimits& limits);

    /// Nothing for a message without content, such as the empty ones at the beginning of a conversation.
    [[nodiscard]] std::optional<conversation::Message> read(const nlohmann::json& source);

private:
    ReadLimits m_limits;
    Timestamp m_time;
    std::string m_call; ///< the id of the last call until it is answered
};

} // namespace quarterdeck::formats::chatgpt
