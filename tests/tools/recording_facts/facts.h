#pragma once

#include "model/conversation/event.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace quarterdeck::test {

/// One line: what somebody said, in JSON. Keys, in this order:
///   session  its title
///   n        1, 2, 3 … within the session; a question and its answer count as messages
///   from     who said it: "You" for the person, the member's name as it is shown, "program" for what a program said in
///            the person's name without a name of its own, "" for notes that nobody says
///   to       whom it was for: names as they are shown, "You", "everyone"; [] if it went to nobody
///   kind     of all its parts, the first of these that it has:
///            said (words), media (a picture, a sound, a file), error (a result that failed, or a failed member),
///            result (of a tool), call (of a tool), thought, unknown (JSON of a kind that is not known), empty;
///            a message of the chat role "system" and a remark on a message are a note instead of said. Not messages
///            by themselves: question, answer, unanswered (declined, timed out, withdrawn)
///   text     of the parts of that kind, joined by line breaks. A call is "name {input}"; media are "name type"
///   tokens   {"total", "in", "out", "cached", "reasoning", "model", "cost"} of the call that made it; left out if
///   unknown parts    if it has more than one: [{"kind", "text"}], in their order
/// The last line of a session is of kind "total": {"session", "kind", "messages", "tokens"}, the sum of all its calls.
using Fact = nlohmann::ordered_json;

/// Of the whole log of one session.
[[nodiscard]] std::vector<Fact> factsOf(const std::string& title, const std::vector<conversation::Event>& events);

/// Where what is there falls short of what is wanted; empty if it does not. Of a wanted line, only the keys that it has
/// count: "text" by its beginning, "tokens" as the total if it is a number, otherwise key by key; "parts" one by one.
[[nodiscard]] std::string shortfall(const Fact& wanted, const Fact& there);

} // namespace quarterdeck::test
