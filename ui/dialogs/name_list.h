#pragma once

#include <QString>
#include <set>
#include <string>

namespace quarterdeck::ui {

/// "Alice, Bob" and back.
[[nodiscard]] QString listText(const std::set<std::string>& names);
[[nodiscard]] std::set<std::string> listIn(const QString& text);

} // namespace quarterdeck::ui
