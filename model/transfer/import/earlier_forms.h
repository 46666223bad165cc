#pragma once

#include "model/conversation/message.h"

#include <set>
#include <string>

namespace quarterdeck::transfer {

/// What earlier versions made of the records of coding agents, ChatGPT and MetaGPT, where this one makes something else
/// of the same.

/// Gemini was called "Assistant", and what a program put into the person's role was taken for the person's.
[[nodiscard]] bool isEarlierSpeaker(const conversation::Message& stored, const conversation::Message& read);
[[nodiscard]] bool areEarlierHearers(const conversation::Message& stored, const conversation::Message& read);
/// The output of a tool was stored with the lines in front of it, and the tags around it.
[[nodiscard]] bool isEarlierOutput(const conversation::ContentBlock& stored, const conversation::ContentBlock& read);
/// Gemini CLI's answers of tools were stored twice. `answered`: the calls so far.
[[nodiscard]] bool isAnsweredAgain(const conversation::Message& stored, std::set<std::string>& answered);

/// Whether a block that an earlier version's import stored may be the one that is read now, although it was understood
/// less well then: raw marks of references in a text, JSON in the place of a picture.
[[nodiscard]] bool isEarlierForm(const conversation::ContentBlock& stored, const conversation::ContentBlock& read);
/// Whether a message that is a member's was stored as the person's, since nobody signed it.
[[nodiscard]] bool isEarlierSender(const conversation::Message& stored, const conversation::Message& read);

} // namespace quarterdeck::transfer
