#pragma once

#include <QString>

namespace quarterdeck::ui::theme {

/// `text` as a tooltip that shows it literally: Qt guesses whether a tooltip is markup, and names of agents and files
/// must not become any. Empty stays empty. Pure; thread: any.
[[nodiscard]] QString plainToolTip(const QString& text);

} // namespace quarterdeck::ui::theme
