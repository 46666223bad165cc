#pragma once

#include <string>

namespace quarterdeck::conversation {

/// A name reduced to what the eye sees: without case, accents, width, invisible characters, spaces and punctuation, and
/// with lookalike letters of other alphabets mapped to Latin. Two names with one skeleton look alike. Pure; thread:
/// any.
[[nodiscard]] std::string nameSkeleton(const std::string& name);

/// The same for options to choose from, where punctuation has meaning: "-5" is not "5". Pure; thread: any.
[[nodiscard]] std::string labelSkeleton(const std::string& label);

/// May it be mistaken for the program's own name? Nobody else may bear such a name.
[[nodiscard]] bool isLikeProgramName(const std::string& name);

} // namespace quarterdeck::conversation
