#pragma once

#include "conversation/message.h"
#include "conversation/state.h"

#include <optional>
#include <string>

namespace quarterdeck::team {

/// Through which model a team speaks from there on, whatever it says itself: the person's choice. An empty connection
/// takes that back.
struct ChosenModel
{
    std::string connection; ///< its id
    std::string name;       ///< of the connection, as the person calls it
    std::string model;      ///< in the server's words
    friend bool operator==(const ChosenModel&, const ChosenModel&) = default;
};

/// What the program itself notes in the log of a team's session: messages to nobody, which a transcript shows as lines
/// of their own.
[[nodiscard]] conversation::Message goingOnNote();
[[nodiscard]] conversation::Message noteOf(const ChosenModel& chosen);

/// It was over, and goes on from there.
[[nodiscard]] bool isGoingOnNote(const conversation::Message& message);
/// Nothing for any other message.
[[nodiscard]] std::optional<ChosenModel> chosenModelIn(const conversation::Message& message);
/// After which event the person chose last; 0 = never.
[[nodiscard]] conversation::EventSeq newestChoice(const conversation::ConversationState& state);
/// The program's own, a manifest among them: no word to anybody.
[[nodiscard]] bool isOfProgram(const conversation::Message& message);

} // namespace quarterdeck::team
