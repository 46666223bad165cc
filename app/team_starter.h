#pragma once

#include "ui/view/new_session.h"

#include <QObject>
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

/// Begins sessions of teams on models: which team, which model and what to do the person says in a dialog. Begins with
/// what was chosen last time. Thread: ui; all that it is given must outlive it.
class TeamStarter final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TeamStarter)
public:
    struct Surroundings
    {
        const ui::theme::ThemeController& theme;
        const Language& language;
        Settings& settings;
        const ModelServers& servers;
        WindowCommands& commands;
        const TeamStore& store;
        QString library; ///< the file
    };
    /// A child of `window`, over which the dialog stands.
    TeamStarter(Surroundings surroundings, QWidget& window);

    /// Shows the dialog, or brings it to the front.
    void open();
    /// The person's teams are others now.
    void refresh();

signals:
    void connectionsWanted();
    void teamsWanted();
    /// A file of the person's teams holds none.
    void problemFound(const QString& sentence);

private:
    [[nodiscard]] ui::NewSessionDialog* makeDialog();
    [[nodiscard]] ui::view::TeamRow rowOf(const QString& id, const team::TeamDefinition& team) const;
    [[nodiscard]] std::optional<team::TeamDefinition> teamOf(const QString& id) const;
    [[nodiscard]] QList<ui::view::TeamRow> teams() const;
    [[nodiscard]] ui::view::FolderFinding lookAt(const QString& folder) const;
    void start(const ui::view::NewSessionChoice& choice);

    const Surroundings m_around;
    QWidget& m_window;
};

} // namespace quarterdeck::app
