#pragma once

#include "model/conversation/message.h"
#include "model/conversation/state/state.h"

#include <optional>
#include <string>

namespace quarterdeck::team {

/// The model through which a team speaks from then on, whatever its file says: the person's choice. An empty connection
/// revokes it.
struct ChosenModel
{
    std::string connection; ///< its id
    std::string name;       ///< the connection's, as the person calls it
    std::string model;      ///< in the server's words
    friend bool operator==(const ChosenModel&, const ChosenModel&) = default;
};

/// Notes of the program itself in the log of a team's session: messages to nobody, which a transcript shows as lines of
/// their own.
[[nodiscard]] conversation::Message resumeNote();
[[nodiscard]] conversation::Message noteOf(const ChosenModel& chosen);
/// What stands before it is the history of this recording. `areTimesKnown`: it tells when that was said.
[[nodiscard]] conversation::Message continuationNote(const std::string& title, bool areTimesKnown);

/// The run was over, and goes on from there.
[[nodiscard]] bool isResumeNote(const conversation::Message& message);
/// Nothing for any other message.
[[nodiscard]] std::optional<ChosenModel> chosenModelIn(const conversation::Message& message);
/// The event after which the person last chose; 0 = never.
[[nodiscard]] conversation::EventSeq newestChoice(const conversation::ConversationState& state);
/// One of the program's own, including manifests: not a word to anybody.
[[nodiscard]] bool isOfProgram(const conversation::Message& message);

} // namespace quarterdeck::team
