#pragma once

#include <QStringList>

namespace quarterdeck::ui::wording {

/// Whole sentences one after the other, with a space between them where the language has one: "。" needs none.
[[nodiscard]] QString paragraph(const QStringList& sentences);

} // namespace quarterdeck::ui::wording
