#pragma once

#include "model/session/library.h"

#include <string>
#include <string_view>

namespace quarterdeck::storage::sqlite {

/// The words for enums in the tables: stable, lower-case. A newer version's word reads as the first value.
[[nodiscard]] const std::string& wordOf(conversation::SessionKind kind);
[[nodiscard]] const std::string& wordOf(conversation::RunState state);
[[nodiscard]] const std::string& wordOf(session::TimelineMark::Kind kind);
[[nodiscard]] conversation::SessionKind sessionKindOf(std::string_view word);
[[nodiscard]] conversation::RunState runStateOf(std::string_view word);
[[nodiscard]] session::TimelineMark::Kind markKindOf(std::string_view word);

} // namespace quarterdeck::storage::sqlite
