#pragma once

#include <QString>
#include <string>

namespace quarterdeck::formats {

/// A text of the model (UTF-8) as Qt takes it.
inline QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

} // namespace quarterdeck::formats
