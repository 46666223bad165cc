#pragma once

#include "model/session/library.h"
#include "model/session/post.h"
#include "ui/controllers/current_session.h"
#include "ui/controllers/hub_proxy.h"
#include "ui/panels/sessions_panel.h"
#include "ui/present/notice_board.h"
#include "ui/present/sessions.h"

#include <QHash>
#include <QObject>
#include <QStringList>
#include <QTimer>
#include <functional>
#include <unordered_map>
#include <vector>

namespace quarterdeck::ui {

class SessionDialog;

/// What the person does with sessions in their list: names, tags, notes, pins, the archive, deletion, and the list's
/// order. Everything but a deletion can be undone. Thread: ui; the parts must outlive it.
class LabelsController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LabelsController)
public:
    struct Dependencies
    {
        SessionsPanel& panel;
        HubProxy& hub;
        CurrentSession& viewed;
        session::Library& library;
        const theme::ThemeController& theme;
        NoticeBoard& notices;
    };
    explicit LabelsController(const Dependencies& parts, QObject* parent = nullptr);

    void takeOutOfArchive(const conversation::SessionId& id) { archive(id, false); }
    /// Undoes the last change, if there was one.
    void undo();
    void setOrder(view::SessionOrder order);
    void setArchiveShown(bool isShown);
    /// Ids of sessions that are never announced on the desktop, in the order in which they were muted.
    void setMuted(const QStringList& sessions) { m_muted = sessions; }
    /// How long automatic backups keep what is deleted; 0 = there are none.
    void setBackupWeeks(int weeks) { m_backupWeeks = weeks; }

signals:
    /// The person changed how the list is shown, which is to be remembered.
    void listChanged();
    void sizesRead();
    /// By the person: to be remembered.
    void mutedChanged(const QStringList& sessions);
    /// A session's menu is about to be shown; others may add to it.
    void sessionMenuOpened(QMenu& menu, const quarterdeck::conversation::SessionId& session);

private:
    using Id = conversation::SessionId;
    struct Change
    {
        Id session;
        session::SessionLabels before;
    };
    /// What a session should have, while the list does not show it yet: the next change builds on it.
    struct Wish
    {
        session::SessionLabels labels;
        int underWay = 0; ///< changes without an answer
    };

    void showMenu(const QString& id, const QPoint& at);
    void addSessionActions(QMenu& menu, const session::SessionSummary& session);
    void addListActions(QMenu& menu);
    void addMuting(QMenu& menu, const QString& id);
    void edit(const Id& id);
    void keepTyped(const Id& id, SessionDialog& dialog);
    [[nodiscard]] QString factsOf(const Id& id) const;
    void pin(const Id& id, bool isPinned);
    void archive(const Id& id, bool isArchived);
    void askBeforeRemoval(const Id& id);
    void remove(const Id& id);
    /// What is reported when a change is stored, and when it is not.
    struct Outcomes
    {
        QString done;
        QString failed;
        QString meaning = {}; ///< describes the action; empty = obvious
    };
    /// `then` is called in any case, with whether it is stored.
    void keep(const Id& id, session::SessionLabels labels, const Outcomes& outcomes,
              const std::function<void(bool isKept)>& then = {});
    [[nodiscard]] const session::SessionLabels& wantedLabels(const session::SessionSummary& session) const;
    /// `failed` is called if they are not stored; `done` is called in any case.
    void send(const Id& id, const session::SessionLabels& labels, std::function<void(bool isKept)> done,
              const QString& failed);
    void forgetGranted();
    void tellFailure(const QString& what, const session::Error& error);
    void readSizes();
    [[nodiscard]] const session::SessionSummary* find(const QString& id) const;

    Dependencies m;
    std::vector<Change> m_changes; ///< that can be undone, the last one last
    std::unordered_map<Id, Wish> m_wishes;
    QHash<QString, qint64> m_sizes;
    QStringList m_muted;
    int m_backupWeeks = 0;
    QTimer m_growing; ///< sizes are read again some seconds after sessions grew
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui
