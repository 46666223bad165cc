#pragma once

#include "model/session/library.h"

#include <string_view>

namespace quarterdeck::storage::sqlite {

/// A snapshot's text as a state; Damaged if it is none, or not of the event it belongs to.
[[nodiscard]] session::Result<session::ConversationState> snapshotFrom(std::string_view text, session::EventSeq seq);

} // namespace quarterdeck::storage::sqlite
