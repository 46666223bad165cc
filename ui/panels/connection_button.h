#pragma once

#include "ui/present/client_status.h"

#include <optional>

class QAction;
class QPushButton;
class QWidget;

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// The toolbar's button that tells whether the session's program is connected; its tooltip says by what, since when,
/// how busy it is, and what went wrong. It triggers `action`. Thread: ui.
[[nodiscard]] QPushButton* makeConnectionButton(const theme::ThemeController& theme, QAction& action, QWidget* parent);
/// Hidden without a connection; without text if there is little room.
void showConnection(const theme::ThemeController& theme, QPushButton& button,
                    const std::optional<view::Connection>& connection, bool isNarrow);

} // namespace quarterdeck::ui
