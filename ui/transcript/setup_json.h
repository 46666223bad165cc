#pragma once

#include "ui/theme/role_look.h"

#include <QJsonObject>
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

/// "light", "dark", "light-high" or "dark-high", the themes' names in both pages.
[[nodiscard]] QString themeName(const theme::Theme& theme);
/// What `setupJson` writes.
[[nodiscard]] QJsonObject setupObject(const theme::Theme& theme, const QString& language, bool isReplay,
                                      theme::RailMode rail);
/// `setup` of the page's contract: the words in the application's language, theme, fonts, sizes. Thread: ui.
[[nodiscard]] QString setupJson(const theme::Theme& theme, const QString& language, bool isReplay,
                                theme::RailMode rail);
/// The theme argument of the page for diagrams.
[[nodiscard]] QString diagramThemeJson(const theme::Theme& theme);

} // namespace quarterdeck::ui::transcript
