#pragma once

#include "model/gateway/clients/connected_client.h"
#include "model/session/session_hub.h"
#include "ui/controllers/app_commands.h"
#include "ui/images/remote_images.h"
#include "ui/present/notice_board.h"
#include "ui/present/sessions.h"
#include "ui/shell/main_window.h"
#include "ui/theme/action_registry.h"
#include "ui/theme/theme.h"

#include <QObject>
#include <QStringList>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace quarterdeck::ui {

/// Fills a MainWindow with its panels and connects them to the sessions: makes widgets and controllers, and knows no
/// rules of either. Thread: ui. All its surroundings must outlive it, also the window, which owns the widgets.
class MainController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MainController)
public:
    struct Dependencies
    {
        theme::ThemeController& theme;
        ActionRegistry& actions;
        MainWindow& window;
        AppCommands& commands;
        session::SessionHub* hub; ///< on the engine thread
        std::shared_ptr<session::Library> library;
        QObject* engine; ///< any object of the engine thread
        NoticeBoard& notices;
    };

    explicit MainController(const Dependencies& surroundings, QObject* parent = nullptr);
    ~MainController() override;

    void openSession(const conversation::SessionId& id); ///< as soon as it is listed
    void openMessage(const conversation::SessionId& id, conversation::EventSeq row);
    /// Outside programs that are connected, or were in the last few minutes.
    void setPrograms(const gateway::ConnectedClients& programs);
    /// Sessions whose teams wait for the person's word.
    void setHeldTeams(const std::set<conversation::SessionId>& sessions);
    /// How the list of sessions is shown.
    [[nodiscard]] view::SessionOrder sessionOrder() const;
    [[nodiscard]] bool isArchiveShown() const;
    void setSessionList(view::SessionOrder order, bool isArchiveShown);
    /// In which sessions remote pictures are always, or never, loaded.
    void setRemoteImagePolicies(const RemoteImagePolicies& choices);
    /// Ids of sessions that are never announced on the desktop.
    void setMutedSessions(const QStringList& sessions);
    /// Ids of questions that the person put off.
    void setPostponedQuestions(const QStringList& questions);
    /// See QuestionsController::setChosen.
    void setChosenAnswers(const QStringList& choices);
    /// Titles of sessions whose team of this program is at work, by their ids.
    [[nodiscard]] std::map<conversation::SessionId, QString> teamsAtWork() const;
    /// Likewise those that are pausing: somebody still finishes a turn.
    [[nodiscard]] std::map<conversation::SessionId, QString> teamsPausing() const;
    /// Where the person was in every session; set it before the first one is opened.
    [[nodiscard]] QByteArray scrollPositions() const;
    void restorePlaces(const QByteArray& kept);
    /// How long automatic backups keep what is deleted; 0 = there are none.
    void setBackupWeeks(int weeks);
    /// After how many minutes without news a run is announced on the desktop; 0 = never.
    void setStallMinutes(int minutes);
    /// An outside program tells the person something (notify_human); the texts are untrusted. It is announced on the
    /// desktop if the window has no focus; a click goes to the session.
    void notifyUser(const conversation::SessionId& session, const std::string& program, const std::string& text,
                    view::NoticeTone tone);
    /// Calls once when what the window shows is painted: with a session, its rows and their marks (false: it did not
    /// happen); without one, the first page.
    void whenPainted(std::function<void(bool isPainted)> call);

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void sessionShown(const quarterdeck::conversation::SessionId& id);
    /// The library was found damaged, and the person wants it recovered into a new file.
    void recoveryRequested();
    void sessionsListed(int count);
    /// By the person.
    void sessionListChanged(quarterdeck::ui::view::SessionOrder order, bool isArchiveShown);
    void pictureChoicesChanged(const quarterdeck::ui::RemoteImagePolicies& choices);
    /// By the person.
    void mutedSessionsChanged(const QStringList& sessions);
    /// By the person.
    void postponedQuestionsChanged(const QStringList& questions);
    void chosenAnswersChanged(const QStringList& choices);
    /// Announced on the desktop: a question, or what a program says.
    void announced(const QString& title, const QString& text);
    /// The session shown waits for the person.
    void questionShown();

private:
    class Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace quarterdeck::ui
