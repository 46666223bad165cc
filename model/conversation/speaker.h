#pragma once

#include "model/conversation/message.h"
#include "model/conversation/state/state.h"

#include <string>

namespace quarterdeck::conversation {

/// Speaker and asker where the program itself speaks; no member and no outsider may bear this name.
inline constexpr const char* programName = "Quarterdeck";

/// Does the program itself speak in this log, too? Only if its agents live in it, or did when the log was written: in
/// what other programs post or recorded, its name is just a name. Nor if a member bears it.
[[nodiscard]] bool doesProgramSpeak(const ConversationState& state);

/// The member who sent it: by any address of its own; null for the person and for outsiders. Owned by `state`.
[[nodiscard]] const RoleState* speakerOf(const ConversationState& state, const Message& message);
/// Whether the person wrote it (MetaGPT's mark: no sender).
[[nodiscard]] bool isFromUser(const Message& message);
/// What is shown as its sender: `message.name`, else the member's name, else `metadata.agent`, else `sentFrom`; empty
/// for the person.
[[nodiscard]] std::string displayName(const ConversationState& state, const Message& message);

/// A name reduced to what the eye sees: without case, accents, width, invisible characters, spaces and punctuation, and
/// with lookalike letters of other alphabets mapped to Latin. Two names with one skeleton look alike. Pure; thread:
/// any.
[[nodiscard]] std::string nameSkeleton(const std::string& name);

/// The same for options to choose from, where punctuation has meaning: "-5" is not "5". Pure; thread: any.
[[nodiscard]] std::string labelSkeleton(const std::string& label);

/// May it be mistaken for the program's own name? Nobody else may bear such a name.
[[nodiscard]] bool isLikeProgramName(const std::string& name);

} // namespace quarterdeck::conversation
