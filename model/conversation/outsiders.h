#pragma once

#include "model/conversation/message.h"

#include <string>
#include <string_view>

/// What programs outside say, and must not be taken for.
namespace quarterdeck::conversation {

/// Under this key, the metadata of what a program said in the person's name have by which way it did.
inline constexpr const char* toldByKey = "via";
/// It has the person's mark, but a program outside said it: it is routed as theirs, and not shown as their word.
[[nodiscard]] bool isToldByProgram(const Message& message);
/// Notes that; `way` is the protocol.
void setToldByProgram(Message& message, const char* way);

/// Whether a name is one of this program's own, such as `action::step`: "quarterdeck." and anything. What bears one has
/// a meaning here, so nobody outside may give one.
[[nodiscard]] bool isOwnName(std::string_view name);
/// Likewise for the keys of a message's metadata by which agents that live here note what they did.
[[nodiscard]] bool isOwnMetadataKey(std::string_view key);
/// An action as another system's recording names it. One of our own names means nothing there, and is told apart.
[[nodiscard]] ActionName recordedAction(std::string name);

} // namespace quarterdeck::conversation
