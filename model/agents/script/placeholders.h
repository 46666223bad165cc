#pragma once

#include "model/agents/script/script.h"

#include <functional>
#include <string>
#include <vector>

namespace quarterdeck::team {

/// `{{step}}` or `{{step.key}}` in a text; without a key it is "answer".
struct Placeholder
{
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string step;
    std::string key;
};
[[nodiscard]] std::vector<Placeholder> placeholdersIn(const std::string& text);

using Answers = std::map<std::string, ScriptStep::Values>; ///< per step that asked

/// The text with the answers filled in, each as one short line: it may be in the middle of code.
[[nodiscard]] std::string filledIn(const std::string& text, const Answers& answers);

} // namespace quarterdeck::team
