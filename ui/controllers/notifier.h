#pragma once

#include "model/session/library.h"
#include "ui/controllers/hub_proxy.h"

#include <QDBusConnection>
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

/// Whether the body of a notification is read as markup: where it is not, escapes would be seen. Asks the bus of the
/// desktop without waiting. Until it knows better it is, since then nothing in a text can become an element.
/// Thread: ui.
class NotificationMarkup final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NotificationMarkup)
public:
    explicit NotificationMarkup(const QDBusConnection& bus, QObject* parent = nullptr);

    /// Again, for the next one: the desktop's server may be another by then.
    void ask();
    [[nodiscard]] bool isRead() const { return m_isServerAsked && m_hasMarkup; }
    /// `body`, which is markup without any element, as the desktop wants it.
    [[nodiscard]] QString written(const QString& body) const;

signals:
    /// Once for each question, of which `ask` has two.
    void answered();

private:
    QDBusConnection m_bus;
    bool m_isServerAsked = true; ///< otherwise Qt shows notifications itself, as plain text
    bool m_hasMarkup = true;     ///< of the server
};

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
        std::int32_t held = 0;
    };

    void look();
    void lookAt(const session::SessionSummary& session);
    void lookForSilence();
    void tellHeld(const session::SessionSummary& session);
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
