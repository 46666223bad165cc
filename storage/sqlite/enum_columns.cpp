#include "storage/sqlite/enum_columns.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace quarterdeck::storage::sqlite {

namespace {

using conversation::RunState;
using conversation::SessionKind;
using MarkKind = session::TimelineMark::Kind;

// In the order of the enums.
const std::array<std::string, 4> sessionKinds = {"team", "demo", "imported", "remote"};
const std::array<std::string, 6> runStates = {"not_started",    "running", "paused",
                                              "stop_requested", "stopped", "finished"};
const std::array<std::string, 4> markKinds = {"question", "error", "private_chat", "mistake"};

static_assert(static_cast<int>(SessionKind::Remote) == 3);
static_assert(static_cast<int>(RunState::Finished) == 5);
static_assert(static_cast<int>(MarkKind::Mistake) == 3);

template <typename Enum, std::size_t count>
Enum valueOf(const std::array<std::string, count>& words, std::string_view word)
{
    const auto found = std::find(words.begin(), words.end(), word);
    return found == words.end() ? Enum{} : static_cast<Enum>(found - words.begin());
}

} // namespace

const std::string& wordOf(SessionKind kind) { return sessionKinds.at(static_cast<std::size_t>(kind)); }
const std::string& wordOf(RunState state) { return runStates.at(static_cast<std::size_t>(state)); }
const std::string& wordOf(MarkKind kind) { return markKinds.at(static_cast<std::size_t>(kind)); }
SessionKind sessionKindOf(std::string_view word) { return valueOf<SessionKind>(sessionKinds, word); }
RunState runStateOf(std::string_view word) { return valueOf<RunState>(runStates, word); }
MarkKind markKindOf(std::string_view word) { return valueOf<MarkKind>(markKinds, word); }

} // namespace quarterdeck::storage::sqlite
