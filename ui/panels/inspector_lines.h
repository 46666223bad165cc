#pragma once

#include "ui/panels/inspector_panel.h"

namespace quarterdeck::ui {

/// Name and value below a hairline, 27 px or more if the value wraps.
QWidget* makeFactLine(const theme::ThemeController& theme, const InspectorState::Fact& fact, QWidget* parent);

/// A step of a trace: its name, indented by its depth, then its tokens and its time.
QWidget* makeTraceLine(const theme::ThemeController& theme, const InspectorState::TraceLine& step, QWidget* parent);

/// Whether the role acts, heard it or was not told; its avatar, name and why. The name is a label called
/// `roleNameLabel`.
QWidget* makeRoleLine(const theme::ThemeController& theme, const InspectorState::RoleLine& role, QWidget* parent);
inline const QString roleNameLabel = QStringLiteral("inspectorRoleName");
/// The width shared by all role names in lines of `lineWidth`: as much as the text about them leaves.
int nameColumnOf(const theme::Theme& theme, const std::vector<InspectorState::RoleLine>& roles, int lineWidth);

} // namespace quarterdeck::ui
