#pragma once

#include "ui/panels/composer.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/needs_you_panel.h"
#include "ui/panels/replay_bar.h"

/// The same scene for the composer, Needs you, the inspector and the replay bar.
namespace quarterdeck::gallery {

std::vector<ui::ComposerMember> members(bool isChinese);
/// Rules that answer as the engine would in this scene: "@Al" goes privately to Alice, everything else to Mike.
ui::Composer::Rules composerRules(bool isChinese);
ui::NeedsYouState needsYou(bool isChinese, bool isReplay, bool isCrowded);
ui::InspectorState inspector(bool isChinese, bool isReplay);
ui::TimelineState timeline();
ui::ReplayState replayMoment();

} // namespace quarterdeck::gallery
