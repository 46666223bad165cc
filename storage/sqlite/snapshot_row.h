#pragma once

#include "session/library.h"

#include <string_view>

namespace quarterdeck::storage::sqlite {

/// A snapshot's text as a state; Damaged when it is none, or not of the event at which it stands.
[[nodiscard]] session::Result<session::ConversationState> snapshotFrom(std::string_view text, session::EventSeq seq);

} // namespace quarterdeck::storage::sqlite
