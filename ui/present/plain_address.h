#pragma once

#include <QString>

namespace quarterdeck::ui::wording {

/// Whether an address has no characters that browsers drop, or read differently from QUrl: what is checked must be what
/// is opened. Pure; thread: any.
[[nodiscard]] bool isUnambiguousUrl(const QString& address);

} // namespace quarterdeck::ui::wording
