#pragma once

#include "model/conversation/message.h"

#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::formats::cline {

/// Cline puts what the person types into tags, and everything else that is in the person's role around them.
struct Piece
{
    bool isPersons = false;
    std::string text;
};
/// The pieces of a text in the person's role, none of them empty.
[[nodiscard]] std::vector<Piece> piecesOf(const std::string& text);
/// The same for a tool's result: the person's words are in those of a few tools, and behind the sentence that announces
/// them; anywhere else the tags are what the tool found.
[[nodiscard]] std::vector<Piece> piecesOfResult(const std::string& tool, const std::string& text);

/// `[read_file for 'a.txt'] Result:` with what follows.
struct NamedResult
{
    std::string tool;
    std::string output;
};
[[nodiscard]] std::optional<NamedResult> namedResultIn(const std::string& text);
/// The tool that a text says was not run.
[[nodiscard]] std::optional<std::string> refusedToolIn(const std::string& text);
/// Whether a result says that the tool failed, or that the person did not let it run.
[[nodiscard]] bool saysFailed(const std::string& output);

/// What the program writes at the end of an answer that was cut off: takes it out. Empty if the answer is whole.
[[nodiscard]] std::string takeInterruption(std::string& answer);

/// An answer of the model in earlier versions, in which it calls tools by tags in its text, as blocks. Calls get the
/// ids `<prefix>1`, `<prefix>2` …
[[nodiscard]] std::vector<conversation::ContentBlock> blocksOfAnswer(const std::string& text,
                                                                     const std::string& prefix);

} // namespace quarterdeck::formats::cline
