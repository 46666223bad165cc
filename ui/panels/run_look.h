#pragma once

#include "ui/present/toolbar_state.h"
#include "ui/theme/state_glyph.h"
#include "ui/theme/theme.h"

namespace quarterdeck::ui {

/// How the toolbar shows a run's state. Pure, except that the words are in the current language.
[[nodiscard]] theme::StateGlyph glyphOf(view::RunState run);
[[nodiscard]] theme::Color colorOf(view::RunState run);
[[nodiscard]] QString wordOf(view::RunState run);

} // namespace quarterdeck::ui
