#pragma once

#include <QString>
#include <string>

namespace quarterdeck::ui::wording {

/// What a program wrote, fit to be shown: characters that turn, hide or join text without being seen (direction marks,
/// zero-width spaces, tag characters, controls) become their short name in brackets, "[RLO]". Line breaks and tabs
/// stay; so do the joiners that emoji and variation selectors need. Pure; thread: any.
[[nodiscard]] QString visibleText(const QString& text);
[[nodiscard]] QString visibleText(const std::string& utf8);

} // namespace quarterdeck::ui::wording
