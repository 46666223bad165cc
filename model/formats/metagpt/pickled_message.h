#pragma once

#include "model/conversation/error.h"
#include "model/conversation/message.h"

#include <string>
#include <string_view>

namespace quarterdeck::formats::metagpt {

/// A message that MetaGPT pickled (`serialize_message`, 0.4 to 0.8; protocols 0 to 5). Where it has a class of
/// MetaGPT's for an action or an address, as in 0.4, that is read as the class's path.
struct PickledMessage
{
    conversation::Message message;
    std::string className; ///< Message, UserMessage, SystemMessage, AIMessage
};

/// Reads it as data: nothing is called, imported or built; only names on a list are known; values, depth and sizes are
/// limited; cycles are refused. Errors: BadInput, with the reason as detail. Never throws. There is no writer.
[[nodiscard]] conversation::Result<PickledMessage> readPickledMessage(std::string_view bytes);

} // namespace quarterdeck::formats::metagpt
