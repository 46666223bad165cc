#pragma once

#include "app/services/team_store.h"

#include <QObject>
#include <QPointer>
#include <QWidget>

namespace quarterdeck::ui {
class TeamEditorDialog;
namespace theme {
class ThemeController;
}
} // namespace quarterdeck::ui

namespace quarterdeck::app {

class Language;
class ModelServers;

/// Shows the person's teams, stores what the person made of them, and reads and writes team files for sharing. Thread:
/// ui. A child of the window; everything it is given must outlive it.
class TeamEditorController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TeamEditorController)
public:
    struct Dependencies
    {
        const ui::theme::ThemeController& theme;
        const Language& language;
        const ModelServers& servers;
        const TeamStore& store;
    };
    TeamEditorController(Dependencies surroundings, QWidget& window);

    void open();
    /// As through the dialog's file choosers. Failures are shown in the dialog.
    void importTeam(const QString& path);
    void exportTeam(const QString& path, team::TeamDefinition team);

signals:
    /// Some were stored or removed.
    void teamsChanged();

private:
    void makeDialog();
    void save();
    void chooseImport();
    void chooseExport(const team::TeamDefinition& team);

    Dependencies m_around;
    QWidget& m_window;
    QPointer<ui::TeamEditorDialog> m_dialog;
};

} // namespace quarterdeck::app
