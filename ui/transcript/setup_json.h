#pragma once

#include "ui/theme/rail_geometry.h"

#include <QJsonObject>
#include <QString>

namespace quarterdeck::ui::transcript {

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
