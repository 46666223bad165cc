#pragma once

#include "ui/panels/inspector_panel.h"

namespace quarterdeck::ui {

/// The roles that act on the message or heard it.
std::vector<InspectorView::RoleLine> thoseWhoSawIt(std::vector<InspectorView::RoleLine> roles);

/// A page's content as plain text for copying.
QString inspectorText(const InspectorView& view, InspectorPanel::Page page);

} // namespace quarterdeck::ui
