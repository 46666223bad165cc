#pragma once

#include "ui/inspector/inspector_panel.h"

namespace quarterdeck::ui {

/// Name and value with a hairline above, 27 px and more when the value wraps.
QWidget* makeFactLine(const theme::ThemeController& theme, const InspectorView::Fact& fact, QWidget* parent);

/// Whether the role acts, heard it or was not told; its avatar, name and why. `nameWidth` is the same for all.
QWidget* makeRoleLine(const theme::ThemeController& theme, const InspectorView::RoleLine& role, int nameWidth,
                      QWidget* parent);
/// The width that the names of all these roles share.
int nameColumnOf(const theme::Theme& theme, const std::vector<InspectorView::RoleLine>& roles);

} // namespace quarterdeck::ui
