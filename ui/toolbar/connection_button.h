#pragma once

#include "ui/view/connection.h"

#include <optional>

class QAction;
class QPushButton;
class QWidget;

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// The toolbar's button that says whether the session's program is connected, and in its tooltip by what, since when,
/// how busy, and what went wrong. It triggers `action`. Thread: ui.
[[nodiscard]] QPushButton* makeConnectionButton(const theme::ThemeController& theme, QAction& action, QWidget* parent);
/// Without a connection it is hidden; where there is little room it has no word.
void showConnection(const theme::ThemeController& theme, QPushButton& button,
                    const std::optional<view::Connection>& connection, bool isNarrow);

} // namespace quarterdeck::ui
