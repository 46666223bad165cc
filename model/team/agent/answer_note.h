#pragma once

#include "team/answer_note.h"
#include "team/chat_provider.h"

#include <nlohmann/json_fwd.hpp>

namespace quarterdeck::team {

[[nodiscard]] AnswerNote noteOf(const ChatReply& reply);
/// Adds it to the note of the step that the answer becomes.
void addTo(nlohmann::json& step, const AnswerNote& note);

} // namespace quarterdeck::team
