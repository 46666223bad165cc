#pragma once

#include "random.h"

#include <string>

/// What people and agents write to each other: made of a few hundred parts, so that no two messages are quite alike.
namespace quarterdeck::test::texts {

/// One or a few sentences; some in Chinese, some with emoji.
[[nodiscard]] std::string talk(Random& random);
[[nodiscard]] std::string sentence(Random& random);
[[nodiscard]] std::string chinese(Random& random);
[[nodiscard]] std::string request(Random& random);
[[nodiscard]] std::string question(Random& random);
/// Headings, lists, a table, a quotation, a task list; a formula now and then.
[[nodiscard]] std::string markdown(Random& random);
/// A fenced block of a few to fifty lines in one of several languages, with a word about it.
[[nodiscard]] std::string code(Random& random);
/// A unified diff in a fence.
[[nodiscard]] std::string diff(Random& random);
/// Several pages with a mermaid diagram.
[[nodiscard]] std::string document(Random& random);
[[nodiscard]] std::string thinking(Random& random);
/// What a command printed.
[[nodiscard]] std::string commandOutput(Random& random, int lines);
[[nodiscard]] std::string fileName(Random& random);
[[nodiscard]] std::string optionLabel(Random& random);

} // namespace quarterdeck::test::texts
