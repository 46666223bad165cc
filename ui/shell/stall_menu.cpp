#include "ui/shell/stall_menu.h"

#include <QActionGroup>
#include <QEvent>
#include <algorithm>
#include <cstdlib>
#include <initializer_list>

namespace quarterdeck::ui {

StallMenu::StallMenu(QWidget* parent) : QMenu(parent), m_choices(new QActionGroup(this))
{
    setObjectName(QStringLiteral("menu.stall"));
    for (const int minutes : {0, 5, 10, 30}) {
        QAction* choice = addAction(QString());
        choice->setCheckable(true);
        choice->setData(minutes);
        m_choices->addAction(choice);
        connect(choice, &QAction::triggered, this, [this, minutes] { emit minutesChosen(minutes); });
    }
    retranslate();
}

void StallMenu::setMinutes(int minutes)
{
    const QList<QAction*> choices = m_choices->actions();
    const auto nearest = std::ranges::min_element(
        choices, {}, [minutes](const QAction* choice) { return std::abs(choice->data().toInt() - minutes); });
    (*nearest)->setChecked(true);
}

void StallMenu::changeEvent(QEvent* event)
{
    QMenu::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void StallMenu::retranslate()
{
    setTitle(tr("Notify me when &nothing happens"));
    setAccessibleName(tr("Notify me when nothing happens"));
    for (QAction* choice : m_choices->actions()) {
        const int minutes = choice->data().toInt();
        choice->setText(minutes == 0 ? tr("Never") : tr("After %n minute(s)", nullptr, minutes));
    }
}

} // namespace quarterdeck::ui
