#pragma once

#include "model/conversation/message.h"

#include <string>

namespace quarterdeck::formats::metagpt {

/// Attributes a message without a sender that only this role remembers: its model's answers with commands, and their
/// results, are its own. What it told the person by them is what it said; the original is in `metadata.source`.
void attribute(conversation::Message& message, const std::string& role);

} // namespace quarterdeck::formats::metagpt
