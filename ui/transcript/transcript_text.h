#pragma once

#include <QString>
#include <span>

namespace quarterdeck::ui::transcript {

/// A text of the page: its key there and the English text. The page has the same table (words.en.json), so that it can
/// stand alone in its tests; a test compares the two.
struct TranscriptWord
{
    const char* key;
    const char* english;
};
[[nodiscard]] std::span<const TranscriptWord> transcriptWords();

/// In the application's language. Thread: ui.
[[nodiscard]] QString wordFor(const TranscriptWord& word);

} // namespace quarterdeck::ui::transcript
