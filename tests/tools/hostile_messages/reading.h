#pragma once

#include "hostile_case.h"

#include <QString>
#include <QStringList>
#include <string>

class QWidget;

/// Whether what an agent wrote is still there to be read, in the window around the transcript.
namespace quarterdeck::hostile {

/// Letters of a case that a reader would look for, in lower case, each once.
[[nodiscard]] QStringList wordsOf(const std::string& text);

/// Whether enough of them are there. If nothing is searched for, anything there will do.
[[nodiscard]] bool isFoundIn(const QString& shown, const QStringList& words);

/// What the question says in the panel of what waits for the person, and that its answers look different.
[[nodiscard]] QStringList questionPanelFaults(const QWidget& window, const HostileCase& hostile);
/// Of the message that is chosen, as it came.
[[nodiscard]] QStringList inspectorFaults(const QWidget& window, const HostileCase& hostile);
/// What Qt would take for markup: in labels, tooltips and the tooltips of lists.
[[nodiscard]] QStringList markupFaults(const QWidget& window);

/// A fault where two of these would look the same to a person.
[[nodiscard]] QStringList equalLooks(const QString& where, const QStringList& answers);

} // namespace quarterdeck::hostile
