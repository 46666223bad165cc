#pragma once

#include <QStringList>

namespace quarterdeck::ui::wording {

/// Whole sentences one after the other, separated by a space if the language has one: "。" needs none.
[[nodiscard]] QString paragraph(const QStringList& sentences);

} // namespace quarterdeck::ui::wording
