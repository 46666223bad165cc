#pragma once

#include "ui/inspector/inspector_panel.h"

namespace quarterdeck::ui {

/// Name and value with a hairline above, 27 px and more when the value wraps.
QWidget* makeFactLine(const theme::ThemeController& theme, const InspectorView::Fact& fact, QWidget* parent);

/// A step of a trace: its name, as far to the right as it is deep, then its tokens and its time.
QWidget* makeTraceLine(const theme::ThemeController& theme, const InspectorView::TraceLine& step, QWidget* parent);

/// Whether the role acts, heard it or was not told; its avatar, name and why. The name is a label called
/// `roleNameLabel`.
QWidget* makeRoleLine(const theme::ThemeController& theme, const InspectorView::RoleLine& role, QWidget* parent);
inline const QString roleNameLabel = QStringLiteral("inspectorRoleName");
/// The width that the names of all these roles share in lines of `lineWidth`: as much as what is said of them leaves.
int nameColumnOf(const theme::Theme& theme, const std::vector<InspectorView::RoleLine>& roles, int lineWidth);

} // namespace quarterdeck::ui
