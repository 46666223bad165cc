#pragma once

#include <QString>

/// What the transcript's page is asked: expressions, evaluated beside its own script.
namespace quarterdeck::hostile::scripts {

/// What a script has left or could use: in the whole document, since nothing of it is the message's to change.
extern const QString countDangers;
/// What stays in sight wherever its row is, which only the page's own parts may. Text, as the next.
extern const QString findOverlays;
/// Where a person who clicks a row would hit another.
extern const QString findCovered;
/// Keeps the page's longest task in `__longest`, from then on.
extern const QString watchTasks;
/// Whether a row could not be drawn, and is shown as it came.
extern const QString countNotDrawn;

} // namespace quarterdeck::hostile::scripts
