#pragma once

#include "ui/panels/inspector_panel.h"

namespace quarterdeck::ui {

/// The roles that act on the message or heard it.
std::vector<InspectorState::RoleLine> thoseWhoSawIt(std::vector<InspectorState::RoleLine> roles);

/// A page's content as plain text for copying.
QString inspectorText(const InspectorState& view, InspectorPanel::Page page);

} // namespace quarterdeck::ui
