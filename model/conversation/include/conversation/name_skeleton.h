#pragma once

#include <string>

namespace quarterdeck::conversation {

/// What is left of a name when all that the eye overlooks is taken away: case, accents, width, invisible characters,
/// spaces and punctuation, and letters of other alphabets that look Latin. Two names with one skeleton look alike.
/// Pure; thread: any.
[[nodiscard]] std::string nameSkeleton(const std::string& name);

/// The same for what is to be chosen, where punctuation says something: "-5" is not "5". Pure; thread: any.
[[nodiscard]] std::string labelSkeleton(const std::string& label);

/// May it be mistaken for the name in which the program itself speaks? Nobody else is to bear such a one.
[[nodiscard]] bool isLikeProgramName(const std::string& name);

} // namespace quarterdeck::conversation
