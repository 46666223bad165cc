#pragma once

#include "ui/shell/main_window.h"
#include "ui/theme/action_registry.h"
#include "ui/theme/focus_ring.h"
#include "ui/theme/theme.h"

#include <QString>

namespace quarterdeck::gallery {

/// Which of the design's pictures the window is to be compared with.
struct Scene
{
    QString name;
    QSize size{1440, 900};
    bool isDark = false;
    bool isChinese = false;
    bool isFirstStart = false;
    bool isReplay = false;
    bool isTeamFolded = false;
    bool hasBanners = false;
    bool isTyping = false;  ///< "@Al" stands in the composer, its completion is open
    bool isCrowded = false; ///< more questions than the dock can show
    bool hasImageOpen = false;
    bool isHighContrast = false;
    double textScale = 1.0;
};

/// The real window with its real widgets, but for the page.
ui::MainWindow* makeWindow(const ui::theme::ThemeController& theme, ui::ActionRegistry& actions, const Scene& scene);

} // namespace quarterdeck::gallery
