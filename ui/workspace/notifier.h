#pragma once

#include "ui/client/hub_client.h"

#include <QObject>
#include <QPointer>
#include <QStringList>
#include <QSystemTrayIcon>
#include <QWidget>
#include <memory>
#include <set>
#include <string>

namespace quarterdeck::ui {

/// Tells the desktop of new questions, and of what programs tell the person, while the window has no focus: a
/// notification (where there is a tray to send it from) and the taskbar's attention. Not of sessions that the person
/// muted. Thread: ui.
class Notifier final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Notifier)
public:
    Notifier(HubClient& hub, QWidget& window, QObject* parent = nullptr);

    /// A program has something to say, which stands in its session. Both texts are untrusted.
    void tell(const conversation::SessionId& session, const std::string& program, const std::string& text,
              QSystemTrayIcon::MessageIcon icon);
    /// The notification was clicked: its session is wanted.
    void openAnnounced();
    /// Sessions that the desktop is told nothing of, by their ids.
    void setMuted(const QStringList& sessions) { m_muted = sessions; }

    /// What a notification begins with.
    [[nodiscard]] static QString titleOf(const session::SessionSummary& session,
                                         const conversation::Question& question);
    /// What it goes on with.
    [[nodiscard]] static QString textOf(const conversation::Question& question);

signals:
    /// A question is news, whether or not the window needed to tell of it.
    void questionCame(const quarterdeck::conversation::QuestionId& id);
    void sessionChosen(const quarterdeck::conversation::SessionId& id);
    /// The desktop is told, as far as it has a place for that.
    void announced(const QString& title, const QString& text);

private:
    void look();
    void announce(const conversation::SessionId& session, const QString& title, const QString& text,
                  QSystemTrayIcon::MessageIcon icon);

    HubClient& m_hub;
    QWidget& m_window;
    std::unique_ptr<QSystemTrayIcon> m_tray;
    std::set<conversation::QuestionId> m_known;
    conversation::SessionId m_announced;
    QStringList m_muted;
    bool m_isFirstLook = true; ///< what was open when the program started is in the list, and no news
};

} // namespace quarterdeck::ui
