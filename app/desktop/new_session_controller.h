#pragma once

#include "app/services/continuable_recording.h"
#include "model/session/library.h"
#include "model/session/post.h"
#include "ui/present/new_session.h"
#include "ui/present/notice_board.h"

#include <QObject>
#include <QString>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace quarterdeck::app {

/// Lets teams of recordings go on in sessions of their own: what takes a while shows its progress, and can be
/// cancelled. Thread: ui.
class ContinuationController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ContinuationController)
public:
    /// `marks`: of this installation, for the new sessions. `patience`: what takes no longer is reported only if it
    /// fails.
    ContinuationController(std::shared_ptr<session::Library> library, ui::NoticeBoard& notices,
                           QObject* parent = nullptr,
                           std::chrono::milliseconds patience = std::chrono::milliseconds{500},
                           std::shared_ptr<const team::TeamMarks> marks = {});
    ~ContinuationController() override = default;

    using Read = std::function<void(session::Result<ContinuableRecording>)>;
    void read(const conversation::SessionId& recording, Read done);
    /// `team` as the person wants it to run. `idea`: what it is to do next; may be empty. `made` follows, or a notice.
    void start(const ContinuableRecording& recorded, const team::TeamDefinition& team, const QString& title,
               const QString& idea);

signals:
    /// The session is there, with the history, and nobody acts in it yet.
    void made(const quarterdeck::conversation::SessionId& session, int rounds, const QString& idea);

private:
    void follow(transfer::ContinuationJob& job, const QString& notice, const QString& title);
    void tellProgress(transfer::ContinuationJob& job, const QString& notice, const QString& title,
                      const QString& howFar);

    std::shared_ptr<session::Library> m_library;
    ui::NoticeBoard& m_notices;
    std::chrono::milliseconds m_patience;
    std::shared_ptr<const team::TeamMarks> m_marks;
    int m_started = 0;
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::app

namespace quarterdeck::ui {
class NewSessionDialog;
namespace theme {
class ThemeController;
}
} // namespace quarterdeck::ui

namespace quarterdeck::team {
struct TeamDefinition;
}

namespace quarterdeck::app {

class Language;
class TeamStore;
class ModelServers;
class Settings;
class WindowCommands;

/// Starts sessions of teams on models: a dialog asks for the team, the model and the task, beginning with the last
/// choices. Thread: ui; everything it is given must outlive it.
class NewSessionController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NewSessionController)
public:
    struct Dependencies
    {
        const ui::theme::ThemeController& theme;
        const Language& language;
        Settings& settings;
        const ModelServers& servers;
        WindowCommands& commands;
        const TeamStore& store;
        ContinuationController& continuer;
        ui::NoticeBoard& notices;
        QString library; ///< the file
    };
    /// A child of `window`, above which the dialog appears.
    NewSessionController(Dependencies surroundings, QWidget& window);

    /// Shows the dialog, or brings it to the front.
    void open();
    /// Asks the same for the team of a recording, which then goes on in a session of its own.
    void openContinuation(const conversation::SessionId& recording, const QString& title);
    /// The person's teams have changed.
    void refresh();

signals:
    void connectionsWanted();
    void teamsWanted();

private:
    using TeamOf = std::function<std::optional<team::TeamDefinition>(const QString& id)>;
    [[nodiscard]] ui::NewSessionDialog* makeDialog(std::function<QList<ui::view::TeamRow>()> rows,
                                                   const TeamOf& findTeam);
    static void showDialog(ui::NewSessionDialog& dialog);
    void askHowToGoOn(const ContinuableRecording& recorded, const QString& title);
    [[nodiscard]] ui::view::TeamRow rowOf(const QString& id, const team::TeamDefinition& team) const;
    [[nodiscard]] std::optional<team::TeamDefinition> teamOf(const QString& id) const;
    [[nodiscard]] QList<ui::view::TeamRow> teams() const;
    [[nodiscard]] ui::view::FolderFinding lookAt(const QString& folder) const;
    void start(const ui::view::NewSessionChoice& choice);
    void tell(const QString& problem);
    /// The team as the person wants it to run.
    [[nodiscard]] static team::TeamDefinition chosen(team::TeamDefinition team,
                                                     const ui::view::NewSessionChoice& choice);

    const Dependencies m_around;
    QWidget& m_window;
};

} // namespace quarterdeck::app
