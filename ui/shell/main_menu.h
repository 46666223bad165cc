#pragma once

#include <QList>
#include <QObject>

class QMenu;
class QMenuBar;

namespace quarterdeck::ui {

class ActionRegistry;

/// The menus of the window, filled from the registry: File, Session, View, Replay, Help. Their titles follow the
/// language. Shown as the popup of ≡ and F10; the menu bar itself stays hidden unless the desktop has a global one.
/// Thread: ui; the actions must outlive it.
class MainMenu final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MainMenu)

public:
    MainMenu(const ActionRegistry& actions, QMenuBar& bar);

    QMenu& popup() const { return *m_popup; }
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void retranslate();

    QMenu* m_popup;
    QList<QMenu*> m_menus;
    QMenu* m_themes;
    QMenu* m_languages;
};

} // namespace quarterdeck::ui
