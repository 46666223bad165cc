#pragma once

#include "model/formats/export/session_writer.h"

#include <string>

namespace quarterdeck::formats {

/// One event in `format`: a message as an object, several as a list, indented JSON. Empty if the format has nothing for
/// it. Contains no attachment bytes. `first`: the session's first event, which tells whether it came from a file of
/// this format; if so, the message's own fields are as they were there. Thread: any.
[[nodiscard]] std::string messageForm(const ExportFormat& format, const conversation::Event& first,
                                      const conversation::Event& event, const conversation::ConversationState& state);

} // namespace quarterdeck::formats
