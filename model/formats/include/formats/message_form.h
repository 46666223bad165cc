#pragma once

#include "formats/session_writer.h"

#include <string>

namespace quarterdeck::formats {

/// One event as `format` has it: a message as an object, several as a list, indented JSON. Empty where the format has
/// nothing for it. Bytes of attachments are not in it. `first`: the session's first event, which tells whether it came
/// from a file of this format: then the message's own fields are as they were there. Thread: any.
[[nodiscard]] std::string messageForm(const ExportFormat& format, const conversation::Event& first,
                                      const conversation::Event& event, const conversation::ConversationState& state);

} // namespace quarterdeck::formats
