#include "app/desktop/team_editor_controller.h"

#include "app/desktop/connections_controller.h"
#include "app/services/language.h"
#include "app/services/model_servers.h"
#include "ui/dialogs/team_editor_dialog.h"
#include "ui/present/names_and_links.h"

#include <QFileDialog>
#include <utility>

namespace quarterdeck::app {

using team::TeamDefinition;

namespace {

std::vector<TeamDefinition> templatesIn(const QString& language)
{
    std::vector<TeamDefinition> teams;
    for (const std::string& id : team::teamTemplateIds())
        if (auto team = team::teamTemplate(id, language.toStdString()))
            teams.push_back(std::move(*team));
    return teams;
}

/// An id means nothing on another computer; a name may.
void nameConnection(team::ModelChoice& choice, const std::vector<team::ModelConnection>& connections)
{
    for (const team::ModelConnection& one : connections)
        if (one.id == choice.connection)
            choice.connection = one.name;
}

void nameConnections(TeamDefinition& team, const std::vector<team::ModelConnection>& connections)
{
    nameConnection(team.model, connections);
    for (auto& [action, choice] : team.models)
        nameConnection(choice, connections);
    for (team::RoleDefinition& role : team.roles) {
        nameConnection(role.model, connections);
        for (auto& [action, choice] : role.models)
            nameConnection(choice, connections);
    }
}

} // namespace

TeamEditorController::TeamEditorController(Dependencies surroundings, QWidget& window)
    : QObject(&window)
    , m_around(surroundings)
    , m_window(window)
{ }

void TeamEditorController::open()
{
    if (!m_dialog)
        makeDialog();
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

void TeamEditorController::makeDialog()
{
    m_dialog = new ui::TeamEditorDialog(
        m_around.theme, [this] { return templatesIn(m_around.language.current()); }, &m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    const auto showConnections = [this] {
        if (m_dialog)
            m_dialog->setConnections(rowsOf(m_around.servers.connections()));
    };
    showConnections();
    OwnTeams kept = m_around.store.load();
    std::vector<ui::EditedTeam> teams;
    for (OwnTeam& one : kept.teams)
        teams.push_back({one.id, one.team, one.team});
    m_dialog->setTeams(std::move(teams));
    if (!kept.problems.empty())
        m_dialog->setFailure(QString::fromStdString(kept.problems.front()));
    connect(&m_around.servers, &ModelServers::connectionsChanged, m_dialog, showConnections);
    connect(m_dialog, &QDialog::finished, this, [this] { m_dialog.clear(); }); // it goes a little later
    connect(m_dialog, &ui::TeamEditorDialog::saveRequested, this, &TeamEditorController::save);
    connect(m_dialog, &ui::TeamEditorDialog::importRequested, this, &TeamEditorController::chooseImport);
    connect(m_dialog, &ui::TeamEditorDialog::exportRequested, this, &TeamEditorController::chooseExport);
}

/// Saves what can be saved, even if something else cannot.
void TeamEditorController::save()
{
    QString failure;
    for (std::size_t i = 0; i < m_dialog->teams().size(); ++i) {
        const ui::EditedTeam edited = m_dialog->teams()[i];
        if (!edited.isChanged())
            continue;
        const auto before = edited.id.isEmpty() ? std::nullopt : std::optional(OwnTeam{edited.id, edited.kept});
        const auto kept = m_around.store.save(edited.team, before);
        if (kept)
            m_dialog->setKept(i, kept->id, kept->team);
        else
            failure = QString::fromStdString(kept.error().sentence);
    }
    for (const QString& id : QStringList(m_dialog->removed())) {
        if (const auto removed = m_around.store.remove(id))
            m_dialog->setRemoved(id);
        else
            failure = QString::fromStdString(removed.error().sentence);
    }
    emit teamsChanged();
    if (failure.isEmpty())
        m_dialog->accept();
    else
        m_dialog->setFailure(failure);
}

void TeamEditorController::chooseImport()
{
    auto* chooser = new QFileDialog(m_dialog, tr("Open a team from a file"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    chooser->setNameFilter(tr("Teams (*.json)"));
    connect(chooser, &QFileDialog::fileSelected, this, &TeamEditorController::importTeam);
    chooser->open();
}

void TeamEditorController::importTeam(const QString& path)
{
    if (!m_dialog)
        return;
    if (const auto team = readTeamFile(path))
        m_dialog->add(*team);
    else
        m_dialog->setFailure(QString::fromStdString(team.error().sentence));
}

void TeamEditorController::chooseExport(const TeamDefinition& team)
{
    auto* chooser = new QFileDialog(m_dialog, tr("Share the team as a file"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->setDefaultSuffix(QStringLiteral("json"));
    chooser->setNameFilter(tr("Teams (*.json)"));
    chooser->selectFile(ui::safeNameOfTitle(QString::fromStdString(team.name), QStringLiteral("json")));
    connect(chooser, &QFileDialog::fileSelected, this, [this, team](const QString& path) { exportTeam(path, team); });
    chooser->open();
}

void TeamEditorController::exportTeam(const QString& path, TeamDefinition team)
{
    nameConnections(team, m_around.servers.connections());
    const auto written = writeTeamFile(path, team);
    if (!written && m_dialog)
        m_dialog->setFailure(QString::fromStdString(written.error().sentence));
}

} // namespace quarterdeck::app
