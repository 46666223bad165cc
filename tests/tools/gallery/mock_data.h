#pragma once

#include "ui/present/open_session.h"
#include "ui/present/sessions.h"

/// The scene of the design's pictures: a team builds a 2048 game, two questions are open.
namespace quarterdeck::gallery {

/// 30 July 2026, 09:56:30 local time: the moment all ages are relative to.
conversation::Timestamp sceneNow();

ui::view::SessionRows sessions(bool isChinese);
ui::view::SessionRows samples();
ui::view::Team team(bool isChinese);
ui::view::ToolbarState toolbar(bool isChinese);
ui::view::ChannelTabs channels();

} // namespace quarterdeck::gallery
