#pragma once

#include "ui/client/hub_client.h"

#include <QObject>
#include <QPointer>
#include <QSystemTrayIcon>
#include <QWidget>
#include <memory>
#include <set>

namespace quarterdeck::ui {

/// Tells the desktop of new questions while the window has no focus: a notification (where there is a tray to send it
/// from) and the taskbar's attention. Thread: ui.
class Notifier final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Notifier)
public:
    Notifier(HubClient& hub, QWidget& window, QObject* parent = nullptr);

    /// What a notification begins with.
    [[nodiscard]] static QString titleOf(const session::SessionSummary& session,
                                         const conversation::Question& question);
    /// What it goes on with.
    [[nodiscard]] static QString textOf(const conversation::Question& question);

signals:
    /// A question is news, whether or not the window needed to tell of it.
    void questionCame(const quarterdeck::conversation::QuestionId& id);
    void sessionChosen(const quarterdeck::conversation::SessionId& id);

private:
    void look();
    void announce(const session::SessionSummary& session, const conversation::Question& question);

    HubClient& m_hub;
    QWidget& m_window;
    std::unique_ptr<QSystemTrayIcon> m_tray;
    std::set<conversation::QuestionId> m_known;
    conversation::SessionId m_announced;
    bool m_isFirstLook = true; ///< what was open when the program started is in the list, and no news
};

} // namespace quarterdeck::ui
