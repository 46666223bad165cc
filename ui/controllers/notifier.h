#pragma once

#include "model/session/run_alert.h"
#include "ui/controllers/hub_proxy.h"

#include <QObject>
#include <QPointer>
#include <QStringList>
#include <QSystemTrayIcon>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace quarterdeck::ui {

class NotificationMarkup;

/// Announces on the desktop new questions, runs that end, fail, pause by themselves or stall, and what programs tell
/// the person, while the window has no focus: as a notification (if there is a tray to send it from) and through the
/// taskbar. Never for muted sessions. Thread: ui.
class Notifier final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Notifier)
public:
    using Clock = std::function<conversation::Timestamp()>;
    /// `clock`: empty = the computer's.
    Notifier(HubProxy& hub, QWidget& window, QObject* parent = nullptr, Clock clock = {});
    ~Notifier() override;

    /// A program has something to say, which is in its session. Both texts are untrusted.
    void tell(const conversation::SessionId& session, const std::string& program, const std::string& text,
              QSystemTrayIcon::MessageIcon icon);
    /// The notification was clicked: its session is wanted.
    void openAnnounced();
    /// Ids of sessions that are never announced.
    void setMuted(const QStringList& sessions) { m_muted = sessions; }
    /// After how many minutes without news a running run is announced; 0 = never.
    void setStallMinutes(int minutes);

    /// The title of a notification: plain text.
    [[nodiscard]] static QString titleOf(const session::SessionSummary& session,
                                         const conversation::Question& question);
    /// Its body: a mark-up format, with all mark-up escaped.
    [[nodiscard]] static QString textOf(const conversation::Question& question);
    /// Which session it is about; as `textOf`.
    [[nodiscard]] static QString nameOf(const session::SessionSummary& session);

signals:
    /// A question is news, whether or not the window had to announce it.
    void questionCame(const quarterdeck::conversation::QuestionId& id);
    void sessionChosen(const quarterdeck::conversation::SessionId& id);
    /// Announced on the desktop, if possible: a plain title, and a body as mark-up.
    void announced(const QString& title, const QString& text);

private:
    /// What was last seen of a session.
    struct Seen
    {
        session::RunAlertKind news = session::RunAlertKind::None;
        conversation::EventSeq first;         ///< nothing up to here is reported
        conversation::EventSeq stalled = {0}; ///< the silence after this was reported
    };

    void look();
    void lookAt(const session::SessionSummary& session);
    void lookForSilence();
    void tellNews(const session::SessionSummary& session, const session::RunAlert& standing);
    void prepareTray();
    void announce(const conversation::SessionId& session, const QString& title, const QString& text,
                  QSystemTrayIcon::MessageIcon icon);

    HubProxy& m_hub;
    QWidget& m_window;
    std::unique_ptr<QSystemTrayIcon> m_tray;
    std::unique_ptr<NotificationMarkup> m_markup; ///< once there is a tray
    std::set<conversation::QuestionId> m_known;
    conversation::SessionId m_announced;
    QStringList m_muted;
    std::map<conversation::SessionId, Seen> m_seen;
    Clock m_clock;
    int m_stallMinutes = 0;
    QTimer m_silence;          ///< until the next run may have been silent for long enough
    bool m_isFirstLook = true; ///< what was open when the program started is in the list, and is not news
};

} // namespace quarterdeck::ui
