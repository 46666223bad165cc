#pragma once

#include "conversation/message.h"

#include <string>

namespace quarterdeck::formats::metagpt {

/// A message without a sender that nobody but this role remembers: what its model answered, with its commands, and what
/// these gave, are its own. What it told the person by them is what it said; how it came stays in `metadata.source`.
void attribute(conversation::Message& message, const std::string& role);

} // namespace quarterdeck::formats::metagpt
