#include "ui/panels/find_bar.h"

#include "ui/theme/action_registry.h"

#include <QAction>
#include <QLocale>

namespace quarterdeck::ui {

using theme::Icon;

namespace {

QString wordsOf(const view::FindCount& count)
{
    const QLocale locale;
    if (!count.isAsked)
        return {};
    if (count.hasFailed)
        return FindBar::tr("The search failed");
    if (count.total == 0 && !count.isWhole)
        return FindBar::tr("Searching…");
    if (count.total == 0)
        return count.hint.isEmpty() ? FindBar::tr("Nothing found") : count.hint;
    const QString place = locale.toString(count.place);
    const QString total = locale.toString(count.total);
    if (count.place == 0) // none of them was gone to
        return (count.isWhole ? FindBar::tr("%1 found") : FindBar::tr("%1 found so far")).arg(total);
    if (count.places > 1) {
        const QString words = count.isWhole ? FindBar::tr("%1 of %2 here · message %3 of %4")
                                            : FindBar::tr("%1 of %2 here · message %3 of %4 so far");
        return words.arg(locale.toString(count.here), locale.toString(count.places), place, total);
    }
    if (count.isOutOfSight) {
        const QString words = count.isWhole ? FindBar::tr("Message %1 of %2 found, in a part that is not shown")
                                            : FindBar::tr("Message %1 of %2 found so far, in a part that is not shown");
        return words.arg(place, total);
    }
    const QString words =
        count.isWhole ? FindBar::tr("Message %1 of %2 found") : FindBar::tr("Message %1 of %2 found so far");
    return words.arg(place, total);
}

} // namespace

FindBar::FindBar(const theme::ThemeController& theme, const ActionRegistry& actions, QWidget* parent)
    : InputBar(theme, QStringLiteral("find"), Icon::Search, parent)
{
    addButton(actions[ActionId::ViewFindPrevious], Icon::ChevronUp);
    addButton(actions[ActionId::ViewFindNext], Icon::ChevronDown);
    FindBar::retranslate();
}

void FindBar::setCount(const view::FindCount& count)
{
    m_shown = count;
    showHint(wordsOf(count), count.isAsked && (count.hasFailed || (count.isWhole && count.total == 0)));
}

void FindBar::enter(Qt::KeyboardModifiers modifiers)
{
    if (modifiers.testFlag(Qt::ShiftModifier))
        emit previousRequested();
    else
        emit nextRequested();
}

void FindBar::retranslate()
{
    name(tr("Find in this conversation"), tr("Find in this conversation"));
    explain(tr("Finds words in exactly this order. Filters narrow the search: %1.")
                .arg(QStringLiteral("from:Bob, in:private, has:image, has:error, tool:search, after:2026-03-01")));
    setCount(m_shown);
}

} // namespace quarterdeck::ui
