#pragma once

#include "ui/inspector/inspector_panel.h"

namespace quarterdeck::ui {

/// Those of the roles that act on the message or heard it.
std::vector<InspectorView::RoleLine> thoseWhoSawIt(std::vector<InspectorView::RoleLine> roles);

/// What a page says, as plain text to be copied.
QString inspectorText(const InspectorView& view, InspectorPanel::Page page);

} // namespace quarterdeck::ui
