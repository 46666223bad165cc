#pragma once

#include <QString>

namespace quarterdeck::ui::theme {

/// `text` as a tooltip that shows it as it stands: a tooltip guesses whether it holds markup, and what agents and files
/// are called must not become any. Empty stays empty. Pure; thread: any.
[[nodiscard]] QString plainToolTip(const QString& text);

} // namespace quarterdeck::ui::theme
