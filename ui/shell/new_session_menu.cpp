#include "ui/shell/new_session_menu.h"

#include "ui/theme/action_registry.h"

#include <QEvent>
#include <QToolButton>

namespace quarterdeck::ui {

NewSessionMenu::NewSessionMenu(const ActionRegistry& actions, QWidget& window) : QMenu(&window), m_window(window)
{
    setObjectName(QStringLiteral("menu.newSession"));
    for (const ActionId id :
         {ActionId::SessionTeam, ActionId::SessionDemo, ActionId::AgentsConnect, ActionId::SessionOpen})
        addAction(&actions[id]);
    connect(&actions[ActionId::SessionNew], &QAction::triggered, this, &NewSessionMenu::openInPlace);
    retranslate();
}

void NewSessionMenu::changeEvent(QEvent* event)
{
    QMenu::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void NewSessionMenu::openInPlace()
{
    const auto* button = m_window.findChild<QToolButton*>(QStringLiteral("session.new.button"));
    popup(button != nullptr && button->isVisible() ? button->mapToGlobal(QPoint(0, button->height()))
                                                   : m_window.mapToGlobal(QPoint(8, 8)));
}

void NewSessionMenu::retranslate() { setAccessibleName(tr("New session")); }

} // namespace quarterdeck::ui
