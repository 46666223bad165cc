#pragma once

#include "model/agents/provider/connection_test_report.h"

#include <QString>
#include <QStringList>

namespace quarterdeck::ui {

/// What a test found, in sentences: what works; the rest is the report's own error.
[[nodiscard]] QStringList wordsOf(const team::ConnectionTestReport& report);

} // namespace quarterdeck::ui
