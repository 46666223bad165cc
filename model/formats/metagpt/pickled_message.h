#pragma once

#include "model/conversation/error.h"
#include "model/conversation/message.h"
#include "model/formats/session_reader.h"

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

namespace quarterdeck::formats {

/// A file that holds one message as MetaGPT pickled it (`serialize_message`): a session of one message. Read as data,
/// as readPickledMessage does.
class PickledMessageReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "metagpt_pickle"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
