#pragma once

#include "ui/shell/dock.h"

#include <QMainWindow>
#include <functional>
#include <utility>
#include <vector>

class QSplitter;
class QStackedLayout;
class QVBoxLayout;

namespace quarterdeck::ui {

class ActionRegistry;
class DropOverlay;
class MainMenu;
class SideOverlay;

/// The widgets that the window arranges; it takes ownership of all. Any may be null, which leaves its place empty.
struct WindowParts
{
    QWidget* sessions = nullptr;
    QWidget* toolbar = nullptr;
    QWidget* tabs = nullptr;
    QWidget* find = nullptr;           ///< shows and hides itself
    QWidget* goTo = nullptr;           ///< the same
    QWidget* range = nullptr;          ///< the same
    QWidget* banners = nullptr;        ///< over the page
    QWidget* page = nullptr;           ///< the transcript with its scroll map
    std::vector<QWidget*> others = {}; ///< each replaces the transcript while it is wanted
    QWidget* composer = nullptr;       ///< shown if the person can speak
    QWidget* continuation = nullptr;   ///< in the composer's place if a recording can go on
    QWidget* firstStart = nullptr;
    Dock* team = nullptr;
    Dock* needsYou = nullptr;
    Dock* inspector = nullptr;
    DockStrip* strip = nullptr;
    QWidget* replayBar = nullptr; ///< shown only in replay
    QWidget* print = nullptr;     ///< shows and hides itself
    QWidget* hold = nullptr;      ///< shows and hides itself
};

/// What a person may have changed in the arrangement; stored by the caller.
struct WindowLayout
{
    int sessionsWidth = 0; ///< 0 = as designed
    int docksWidth = 0;
    bool isSessionsShown = true;
    bool isDocksShown = true;

    bool operator==(const WindowLayout&) const = default;
};

/// The program's only window: it places what it is given and applies the rules of width (below 1180 px the sessions
/// overlay the page, below 1000 px the docks fold into a strip and open over the page). No logic beyond that. Handles
/// these actions itself: view.menu, view.sessions, view.docks, view.team, view.needsYou, view.inspector, app.quit.
/// Lives on the ui thread; `theme` and `actions` must outlive it.
class MainWindow final : public QMainWindow
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MainWindow)

public:
    enum class Page { FirstStart, Session };

    MainWindow(const theme::ThemeController& theme, ActionRegistry& actions, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Once, before the window is shown.
    void setParts(const WindowParts& parts);

    /// What the window's title and the task bar say: the session (empty = none) and how many questions wait.
    void setSubject(const QString& session, int waiting);
    void showPage(Page page);
    Page page() const { return m_page; }
    /// The replay bar and the line above the toolbar.
    void setReplayShown(bool shown);
    /// Whether the current session accepts messages; a replay or a recording does not.
    void setComposerShown(bool shown);
    /// Whether the current session is a recording whose team can go on.
    void setContinuationShown(bool shown);
    /// Shows one of the other pages in place of the conversation; null = the conversation.
    void showInstead(QWidget* other);
    /// Asked whenever the window is to be closed, by whatever means; empty = it may.
    void setCloseCheck(std::function<bool()> mayClose) { m_mayClose = std::move(mayClose); }
    /// Opens the dock, over the page if the window is narrow, and gives it the focus.
    void showDock(DockId dock);

    /// After the notices got another size.
    void placeBanners();

    /// What was set, plus the person's changes; a width that was never dragged stays 0.
    WindowLayout windowLayout() const { return m_wanted; }
    void setWindowLayout(const WindowLayout& layout);

    bool isSessionsOverlaid() const { return m_isSessionsOverlaid; }
    bool isDocksFolded() const { return m_isDocksFolded; }

signals:
    /// Local files were dropped on the window outside of panels that accept them.
    void filesDropped(const QStringList& paths);

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildFrame();
    [[nodiscard]] std::vector<QWidget*> tabOrder() const;
    void connectActions();
    void arrangeWidths();
    void arrangeSessions(bool overlaid);
    void arrangeDocks(bool folded);
    void toggleSessions(bool on);
    void toggleDocks(bool on);
    void closeOverlay();
    void openMenu();
    void refreshPage();
    void restyle();
    void retranslate();

    std::function<bool()> m_mayClose;
    const theme::ThemeController& m_theme;
    ActionRegistry& m_actions;
    MainMenu* m_menu;
    WindowParts m_parts;
    WindowLayout m_wanted;

    QSplitter* m_outer = nullptr; ///< sessions | everything else
    QWidget* m_main = nullptr;
    QVBoxLayout* m_mainColumn = nullptr;
    QSplitter* m_inner = nullptr; ///< centre | docks
    QWidget* m_centre = nullptr;
    QVBoxLayout* m_centreColumn = nullptr;
    QWidget* m_docks = nullptr;
    QVBoxLayout* m_dockColumn = nullptr;
    QWidget* m_replayLine = nullptr;
    SideOverlay* m_overlay = nullptr;
    DropOverlay* m_dropOverlay = nullptr;

    QString m_session; ///< its title
    int m_waiting = 0;
    Page m_page = Page::FirstStart;
    bool m_isReplay = false;
    bool m_isComposerShown = true;
    bool m_isContinuationShown = false;
    QWidget* m_instead = nullptr;
    bool m_isSessionsOverlaid = false;
    bool m_isDocksFolded = false;
};

} // namespace quarterdeck::ui
