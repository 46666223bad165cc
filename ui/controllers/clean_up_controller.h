#pragma once

#include "model/session/library.h"
#include "model/session/post.h"
#include "ui/controllers/current_session.h"
#include "ui/controllers/hub_proxy.h"
#include "ui/dialogs/clean_up_dialog.h"
#include "ui/present/notice_board.h"

#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>

#include <cstdint>

namespace quarterdeck::ui {

/// What is said before sessions are deleted for good. `backupWeeks`: how long daily and weekly backups keep what is
/// deleted; 0 = there are none. `questions`: that are open in them. Thread: ui.

[[nodiscard]] QString removalOfOne(std::int64_t messages, int questions, int backupWeeks);
[[nodiscard]] QString removalOfMany(int sessions, int questions, int backupWeeks);
/// For a session that is being archived; empty = nothing.
[[nodiscard]] QString openQuestionsWarning(const session::SessionSummary& session);
/// Questions whose askers wait, which in a recording nobody does.
[[nodiscard]] int openQuestionsIn(const session::SessionSummary& session);

/// File ▸ Clean up…: deletes the archived sessions that the person selects, one after the other. Thread: ui; the parts
/// must outlive it.
class CleanUpController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CleanUpController)
public:
    struct Dependencies
    {
        HubProxy& hub;
        CurrentSession& viewed;
        session::Library& library;
        const theme::ThemeController& theme;
        QWidget& window;
        NoticeBoard& notices;
    };
    explicit CleanUpController(const Dependencies& parts, QObject* parent = nullptr);

    void open();
    void setBackupWeeks(int weeks) { m_backupWeeks = weeks; }

private:
    void readSizes();
    void show(const std::vector<session::SessionSize>& sizes);
    void ask(const QStringList& sessions);
    void begin(const QStringList& sessions);
    void removeNext();
    void end(const QString& failure);

    Dependencies m;
    QPointer<CleanUpDialog> m_dialog;
    QStringList m_left; ///< to be deleted
    int m_wanted = 0;
    int m_deleted = 0;
    int m_backupWeeks = 0;
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui
