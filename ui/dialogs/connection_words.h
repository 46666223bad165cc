#pragma once

#include "model/agents/provider/connection_report.h"

#include <QString>
#include <QStringList>

namespace quarterdeck::ui {

/// What a test found, in sentences: what works; the rest is the report's own error.
[[nodiscard]] QStringList wordsOf(const team::ConnectionReport& report);

} // namespace quarterdeck::ui
