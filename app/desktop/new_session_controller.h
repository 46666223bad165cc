#pragma once

#include "app/desktop/continuation_controller.h"
#include "ui/present/new_session.h"

#include <QObject>
#include <functional>
#include <optional>

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
    /// One of the person's team files is not a team.
    void problemFound(const QString& sentence);

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
    /// The team as the person wants it to run.
    [[nodiscard]] static team::TeamDefinition chosen(team::TeamDefinition team,
                                                     const ui::view::NewSessionChoice& choice);

    const Dependencies m_around;
    QWidget& m_window;
};

} // namespace quarterdeck::app
