#pragma once

#include "tests/support/wait.h"

#include <QString>
#include <QVariant>
#include <QWebEnginePage>
#include <QWebEngineScript>

#include <memory>
#include <optional>

namespace quarterdeck::test {

/// What a script says in the page; nothing if that does not answer in time. Its answer may come later, even from the
/// page's destructor: into nothing then.
[[nodiscard]] inline std::optional<QVariant> answerOf(QWebEnginePage& page, const QString& script,
                                                      int timeoutMs = waitLimitMs,
                                                      quint32 world = QWebEngineScript::ApplicationWorld)
{
    const auto answer = std::make_shared<std::optional<QVariant>>();
    page.runJavaScript(script, world, [answer](const QVariant& value) { *answer = value; });
    (void)waitFor([&] { return answer->has_value(); }, timeoutMs);
    return *answer;
}

} // namespace quarterdeck::test
