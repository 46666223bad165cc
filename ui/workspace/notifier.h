#pragma once

#include "session/run_news.h"
#include "ui/client/hub_client.h"

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

/// Tells the desktop of new questions, of runs that end, fail, pause by themselves or in which nothing happens, and of
/// what programs tell the person, while the window has no focus: a notification (where there is a tray to send it from)
/// and the taskbar's attention. Not of sessions that the person muted. Thread: ui.
class Notifier final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Notifier)
public:
    using Clock = std::function<conversation::Timestamp()>;
    /// `clock`: empty = the computer's.
    Notifier(HubClient& hub, QWidget& window, QObject* parent = nullptr, Clock clock = {});

    /// A program has something to say, which stands in its session. Both texts are untrusted.
    void tell(const conversation::SessionId& session, const std::string& program, const std::string& text,
              QSystemTrayIcon::MessageIcon icon);
    /// The notification was clicked: its session is wanted.
    void openAnnounced();
    /// Sessions that the desktop is told nothing of, by their ids.
    void setMuted(const QStringList& sessions) { m_muted = sessions; }
    /// After so many minutes in which nothing happens in a run that goes on, the desktop is told; 0 = never.
    void setStallMinutes(int minutes);

    /// What a notification begins with: plain text.
    [[nodiscard]] static QString titleOf(const session::SessionSummary& session,
                                         const conversation::Question& question);
    /// What it goes on with: markup, of which it has none.
    [[nodiscard]] static QString textOf(const conversation::Question& question);
    /// Which session it is about; as `textOf`.
    [[nodiscard]] static QString nameOf(const session::SessionSummary& session);

signals:
    /// A question is news, whether or not the window needed to tell of it.
    void questionCame(const quarterdeck::conversation::QuestionId& id);
    void sessionChosen(const quarterdeck::conversation::SessionId& id);
    /// The desktop is told, as far as it has a place for that: a plain title, and a text as markup.
    void announced(const QString& title, const QString& text);

private:
    /// What was last seen of a session.
    struct Seen
    {
        session::RunNews news = session::RunNews::None;
        conversation::EventSeq first;         ///< nothing is told of what happened up to there
        conversation::EventSeq stalled = {0}; ///< told of the silence after this
    };

    void look();
    void lookAt(const session::SessionSummary& session);
    void lookForSilence();
    void tellNews(const session::SessionSummary& session, const session::RunStanding& standing);
    void announce(const conversation::SessionId& session, const QString& title, const QString& text,
                  QSystemTrayIcon::MessageIcon icon);

    HubClient& m_hub;
    QWidget& m_window;
    std::unique_ptr<QSystemTrayIcon> m_tray;
    std::set<conversation::QuestionId> m_known;
    conversation::SessionId m_announced;
    QStringList m_muted;
    std::map<conversation::SessionId, Seen> m_seen;
    Clock m_clock;
    int m_stallMinutes = 0;
    QTimer m_silence;          ///< until the next run may have been silent for so long
    bool m_isFirstLook = true; ///< what was open when the program started is in the list, and no news
};

} // namespace quarterdeck::ui
