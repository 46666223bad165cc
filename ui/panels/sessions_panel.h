#pragma once

#include "ui/present/sessions.h"
#include "ui/theme/icons.h"
#include "ui/theme/surface.h"

#include <QTimer>

#include <functional>

class QContextMenuEvent;
class QKeyEvent;
class QListView;
class QMenu;
class QToolButton;

namespace quarterdeck::ui {

class ActionRegistry;
class NewResultsBar;
class SessionDelegate;
class SessionListModel;

namespace theme {
class IconLabel;
class SearchField;
class TextLabel;
} // namespace theme

/// The list of sessions: menu, search and new-session at the top, the groups, a foot line. A view: it shows the rows it
/// was given and reports what the person chose. Focus goes to the list; session.search goes to the field. Thread: ui;
/// `theme` and `actions` must outlive it.
class SessionsPanel final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SessionsPanel)

public:
    using Clock = std::function<conversation::Timestamp()>;

    /// `clock` supplies the current time; if empty, the system does.
    SessionsPanel(const theme::ThemeController& theme, const ActionRegistry& actions, QWidget* parent = nullptr,
                  Clock clock = {});

    void setSessions(view::SessionRows rows);
    /// The same if most rows are unchanged: those passed by the same pointer are not examined again.
    void setSharedSessions(view::SharedSessionRows rows);
    /// What the search in all sessions has found so far.
    void setFound(view::FoundMessages found);
    /// How many more would be found by now, or even more; 0 = none. What is shown stays as it is.
    void setFoundNews(int count, bool hasMore = false);
    /// Scrolls to the newest result and makes it the current row.
    void goToNewestFound();
    /// The session that is open in the window; empty = none.
    void setCurrentSession(const QString& id);
    /// The chosen session will not be opened: the row then shows that the focus is on it, and not on the open one.
    void tellNotOpened();
    /// Moves the focus to this session, as soon as it is listed: the person has just brought it back.
    void highlightSession(const QString& id);
    /// Questions and held messages of all sessions; 0 removes the row.
    void setNeedsYou(int count);
    void setArchiveShown(bool isShown);
    /// Scrolls to the archive and focuses its first session; false if none of it is shown.
    bool goToArchive();
    /// The line at the foot, such as "2 programs connected".
    void setFoot(theme::Icon icon, const QString& text);
    /// The menu of the gear in the foot; without one there is no gear. The caller owns it, and may delete it any time.
    void setSettingsMenu(QMenu* menu);

    SessionListModel& model() const { return *m_model; }

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void sessionChosen(const QString& id);
    /// The session was chosen by Enter, so the focus moves on to it. After a click it stays on the row.
    void readingRequested();
    void messageChosen(const QString& session, quarterdeck::conversation::EventSeq row);
    /// The text in the search field has changed; empty = none.
    void searched(const QString& typed);
    /// The end of the results is coming into view.
    void moreRequested();
    /// The new results that were offered are to be shown.
    void foundNewsRequested();
    void needsYouChosen();
    /// The menu of this session (empty = of the list) is wanted, at this position on the screen.
    void menuRequested(const QString& id, const QPoint& at);
    void renameRequested(const QString& id);
    void archiveRequested(const QString& id);
    void undoRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void buildHead(const ActionRegistry& actions);
    void buildFoot();
    void connectParts();
    void choose(const QModelIndex& index);
    void stand(const QModelIndex& index);
    void standAgain();
    void enter(const QModelIndex& index);
    bool takeFieldKey(int key);
    bool takeListKey(const QKeyEvent& event);
    void askForMenu(const QContextMenuEvent& event);
    QString sessionAt(const QModelIndex& index) const;
    void askForMore();
    void refreshEmpty();
    void refreshMotion();
    void retranslate();

    Clock m_clock;
    SessionListModel* m_model;
    SessionDelegate* m_delegate;
    QListView* m_list;
    NewResultsBar* m_foundNews;
    theme::SearchField* m_search;
    theme::TextLabel* m_empty;
    theme::Surface* m_head;
    theme::Surface* m_foot;
    theme::IconLabel* m_footIcon;
    theme::TextLabel* m_footText;
    QToolButton* m_settings;
    theme::ThinkingSpinner* m_breathing;
    QTimer m_aging;
    QString m_stoodOn; ///< the session that the person focused, even while it is not listed; empty = none
};

} // namespace quarterdeck::ui
