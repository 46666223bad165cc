#pragma once

#include <QCoreApplication>
#include <QString>

namespace quarterdeck::app {

/// A sentence of the command line, marked by QT_TRANSLATE_NOOP("CommandLine", …), in the chosen language; `count` is
/// its %n.
[[nodiscard]] inline QString cliText(const char* text, int count = -1)
{
    return QCoreApplication::translate("CommandLine", text, nullptr, count);
}

} // namespace quarterdeck::app
