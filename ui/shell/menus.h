#pragma once

#include <QList>
#include <QMenu>
#include <QObject>
#include <QStringList>

class QActionGroup;
class QMenu;
class QMenuBar;

namespace quarterdeck::ui {

class ActionRegistry;

/// What session.new offers: the available ways to start a session. Opens itself when that action is triggered, below
/// the action's button if that is visible. Lives on the ui thread, a child of `window`.
class NewSessionMenu final : public QMenu
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NewSessionMenu)

public:
    NewSessionMenu(const ActionRegistry& actions, QWidget& window);

protected:
    void changeEvent(QEvent* event) override;

private:
    void openInPlace();
    void retranslate();

    QWidget& m_window;
};

/// After how many minutes without news a run is announced on the desktop. Lives on the ui thread.
class StallMenu final : public QMenu
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StallMenu)

public:
    explicit StallMenu(QWidget* parent);

    /// 0 = never. Other values become the nearest that the menu offers.
    void setMinutes(int minutes);

signals:
    void minutesChosen(int minutes);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QActionGroup* m_choices;
};

/// The watched folders, and the way to watch another. Lives on the ui thread.
class WatchedFoldersMenu final : public QMenu
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WatchedFoldersMenu)

public:
    WatchedFoldersMenu(const ActionRegistry& actions, QWidget* parent);

    /// Each is a checked entry.
    void setFolders(const QStringList& folders);

signals:
    /// The person unchecked it.
    void unwatched(const QString& folder);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QList<QAction*> m_entries;
};

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
