#include "app/desktop/new_session_controller.h"

#include "app/desktop/connections_controller.h"
#include "app/desktop/settings.h"
#include "app/desktop/window_commands.h"
#include "app/services/language.h"
#include "app/services/model_servers.h"
#include "app/services/team_store.h"
#include "model/agents/definition/team_definition.h"
#include "model/agents/environment/folder_checks.h"
#include "model/agents/provider/token_costs.h"
#include "model/agents/run/teams.h"
#include "model/conversation/run_cause.h"
#include "model/session/session.h"
#include "ui/dialogs/new_session_dialog.h"

#include <QElapsedTimer>
#include <QLocale>
#include <QPointer>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace quarterdeck::app {

using conversation::SessionId;
using session::Result;
using transfer::ContinuationJob;
using transfer::ContinuationReport;
using ui::view::NoticeTone;

ContinuationController::ContinuationController(std::shared_ptr<session::Library> library, ui::NoticeBoard& notices,
                                               QObject* parent, std::chrono::milliseconds patience,
                                               std::shared_ptr<const team::TeamMarks> marks)
    : QObject(parent)
    , m_library(std::move(library))
    , m_notices(notices)
    , m_patience(patience)
    , m_marks(std::move(marks))
{ }

void ContinuationController::read(const SessionId& recording, Read done)
{
    readContinuableRecording(*m_library, recording, m_receiver.wrap<Result<ContinuableRecording>>(std::move(done)));
}

void ContinuationController::start(const ContinuableRecording& recorded, const team::TeamDefinition& team,
                                   const QString& title, const QString& idea)
{
    const SessionId id(session::newId());
    auto* job = new ContinuationJob(m_library, continuationRequest(recorded, team, title, id, {}, m_marks.get()), this);
    connect(job, &ContinuationJob::finished, this, [this, id, team, idea](const ContinuationReport& report) {
        if (!report.error)
            emit made(id, team.rounds, idea);
    });
    follow(*job, QStringLiteral("continuation.%1").arg(++m_started), title);
    job->start();
}

void ContinuationController::follow(ContinuationJob& job, const QString& notice, const QString& title)
{
    auto* patience = new QTimer(&job);
    patience->setSingleShot(true);
    const auto isShown = std::make_shared<bool>(false);
    connect(patience, &QTimer::timeout, this, [this, &job, notice, title, isShown] {
        *isShown = true;
        tellProgress(job, notice, title, {});
    });
    patience->start(m_patience);
    connect(&job, &ContinuationJob::progressed, this,
            [this, &job, isShown, notice, title, last = QElapsedTimer()](qint64 events, qint64 total) mutable {
                constexpr qint64 pauseMs = 300; // nobody reads faster
                if (!*isShown || (last.isValid() && last.elapsed() < pauseMs))
                    return;
                last.start();
                const QLocale locale;
                tellProgress(job, notice, title,
                             tr("%1 of %2 events.").arg(locale.toString(events), locale.toString(total)));
            });
    connect(&job, &ContinuationJob::finished, this,
            [this, &job, isShown, notice, title](const ContinuationReport& report) {
                job.deleteLater();
                if (report.error)
                    m_notices.post({notice,
                                    report.isCancelled ? NoticeTone::Plain : NoticeTone::Danger,
                                    text(report.error->sentence),
                                    tr("Nothing was saved."),
                                    {},
                                    report.isCancelled});
                else if (*isShown)
                    m_notices.post(
                        {notice, NoticeTone::Plain, tr("The team of “%1” is continuing.").arg(title), {}, {}, true});
            });
}

void ContinuationController::tellProgress(ContinuationJob& job, const QString& notice, const QString& title,
                                          const QString& howFar)
{
    ui::view::Notice told{notice,
                          NoticeTone::Plain,
                          tr("Copying the history of “%1”…").arg(title),
                          howFar,
                          {tr("Cancel"), [running = QPointer(&job)] {
                               if (running)
                                   running->cancel();
                           }}};
    told.isUpdate = !howFar.isEmpty();
    m_notices.post(told);
}

namespace {

constexpr qsizetype longestTitle = 60;

const QString newDialog = QStringLiteral("newSession");
const QString continuedDialog = QStringLiteral("continuedSession");

/// Prefix for ids of the person's own teams, since a template may have the same id.
QString ownPrefix() { return QStringLiteral("own:"); }

/// The beginning of the task, cut where a word ends.
QString titleOf(const QString& idea)
{
    QString title = idea.section(u'\n', 0, 0).simplified();
    if (title.size() <= longestTitle)
        return title;
    const qsizetype space = title.lastIndexOf(u' ', longestTitle);
    title.truncate(space > longestTitle / 2 ? space : longestTitle);
    return title + QChar(0x2026);
}

} // namespace

NewSessionController::NewSessionController(Dependencies surroundings, QWidget& window)
    : QObject(&window)
    , m_around(surroundings)
    , m_window(window)
{ }

void NewSessionController::open()
{
    auto* dialog = m_window.findChild<ui::NewSessionDialog*>(newDialog);
    if (dialog == nullptr) {
        dialog = makeDialog([this] { return teams(); }, [this](const QString& id) { return teamOf(id); });
        dialog->chooseTeam(m_around.settings.lastTeam().team);
        connect(dialog, &ui::NewSessionDialog::startChosen, this, &NewSessionController::start);
    }
    for (const std::string& problem : m_around.store.load().problems)
        tell(text(problem));
    showDialog(*dialog);
}

void NewSessionController::tell(const QString& problem)
{
    m_around.notices.post({QStringLiteral("teams"), NoticeTone::Limit, problem, {}, {}});
}

void NewSessionController::showDialog(ui::NewSessionDialog& dialog)
{
    dialog.show();
    dialog.raise();
    dialog.activateWindow();
}

void NewSessionController::openContinuation(const conversation::SessionId& recording, const QString& title)
{
    m_around.continuer.read(recording, [this, title](const session::Result<ContinuableRecording>& recorded) {
        if (recorded)
            askHowToGoOn(*recorded, title);
        else
            tell(text(recorded.error().sentence));
    });
}

void NewSessionController::askHowToGoOn(const ContinuableRecording& recorded, const QString& title)
{
    delete m_window.findChild<ui::NewSessionDialog*>(continuedDialog); // of another recording, perhaps
    const auto rows = [this, recorded] {
        ui::view::TeamRow row = rowOf(QString(), recorded.team);
        row.description = tr("The recording's team and its whole conversation. What each member has read and what was "
                             "spent are carried over.");
        if (recorded.state->totalCost() > 0)
            row.description += u' '
                + tr("%1 of the budget is already spent.")
                      .arg(text(conversation::dollarsText(recorded.state->totalCost())));
        return QList<ui::view::TeamRow>{row};
    };
    auto* dialog = makeDialog(rows, [team = recorded.team](const QString&) { return std::optional(team); });
    dialog->setContinued(title, recorded.team.isPublic);
    connect(dialog, &ui::NewSessionDialog::startChosen, this,
            [this, recorded, title](const ui::view::NewSessionChoice& choice) {
                const QString team = m_around.settings.lastTeam().team;
                m_around.settings.setLastTeam({team, choice.connection, choice.model});
                m_around.continuer.start(recorded, chosen(recorded.team, choice), title, choice.idea);
            });
    showDialog(*dialog);
}

ui::NewSessionDialog* NewSessionController::makeDialog(std::function<QList<ui::view::TeamRow>()> rows,
                                                       const TeamOf& findTeam)
{
    auto* dialog = new ui::NewSessionDialog(m_around.theme, std::move(rows), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFolderCheck([this](const QString& folder) { return lookAt(folder); });
    // This runs with every keystroke, so the team's file is read only once.
    dialog->setTaskCheck([findTeam, known = std::optional<QString>(), team = std::optional<team::TeamDefinition>()](
                             const QString& id, const QString& task) mutable {
        if (!task.startsWith(u'@')) // nothing else can be wrong with it
            return QString();
        if (known != id)
            team = findTeam(id);
        known = id;
        const auto problem = team ? team::validateIdea(*team, task.toStdString()) : std::nullopt;
        return problem ? text(problem->sentence) : QString();
    });
    dialog->setPriceCheck([this](const QString& model) {
        const team::PriceTable prices = m_around.servers.prices();
        const team::ModelPrice* price = prices.find(model.toStdString());
        return price != nullptr && !price->classes.empty();
    });
    connect(&m_around.servers, &ModelServers::pricesChanged, dialog, &ui::NewSessionDialog::refreshPrices);
    const auto showConnections = [this, dialog] {
        const TeamChoice last = m_around.settings.lastTeam();
        dialog->setConnections(rowsOf(m_around.servers.connections()), last.connection, last.model);
    };
    showConnections();
    connect(&m_around.servers, &ModelServers::connectionsChanged, dialog, showConnections);
    connect(dialog, &ui::NewSessionDialog::connectionsRequested, this, &NewSessionController::connectionsWanted);
    connect(dialog, &ui::NewSessionDialog::teamsRequested, this, &NewSessionController::teamsWanted);
    return dialog;
}

void NewSessionController::refresh()
{
    if (auto* dialog = m_window.findChild<ui::NewSessionDialog*>(newDialog))
        dialog->refreshTeams();
}

ui::view::TeamRow NewSessionController::rowOf(const QString& id, const team::TeamDefinition& team) const
{
    ui::view::TeamRow row{id, text(team.name), text(team.description), {}, team.budget, team.rounds};
    for (const team::RoleDefinition& role : team.roles)
        row.members.append({text(role.name.str()), text(role.profile), role.isLeader});
    for (const team::ModelConnection& one : m_around.servers.connections())
        if (one.id == team.model.connection || one.name == team.model.connection)
            row.connection = text(one.id);
    row.model = text(team.model.model);
    row.lastFolder = m_around.settings.lastFolder(id);
    return row;
}

QList<ui::view::TeamRow> NewSessionController::teams() const
{
    QList<ui::view::TeamRow> rows;
    for (const std::string& id : team::teamTemplateIds())
        if (const auto team = team::teamTemplate(id, m_around.language.current().toStdString()))
            rows.append(rowOf(text(id), *team));
    for (const OwnTeam& own : m_around.store.load().teams)
        rows.append(rowOf(ownPrefix() + own.id, own.team));
    return rows;
}

ui::view::FolderFinding NewSessionController::lookAt(const QString& folder) const
{
    const auto found = team::openWorkspaceFolder(folder.toStdString(), keptFromTeams(m_around.library));
    if (!found)
        return {folder, false, text(found.error().sentence)};
    return {text(found->path), found->isRepository, {}};
}

std::optional<team::TeamDefinition> NewSessionController::teamOf(const QString& id) const
{
    for (OwnTeam& own : m_around.store.load().teams)
        if (ownPrefix() + own.id == id)
            return std::move(own.team);
    auto team = team::teamTemplate(id.toStdString(), m_around.language.current().toStdString());
    return team ? std::optional(std::move(*team)) : std::nullopt;
}

team::TeamDefinition NewSessionController::chosen(team::TeamDefinition team, const ui::view::NewSessionChoice& choice)
{
    team.model = {choice.connection.toStdString(), choice.model.toStdString()};
    team.budget = choice.budget;
    team.rounds = choice.rounds;
    team.isPublic = choice.isPublic;
    return team;
}

void NewSessionController::start(const ui::view::NewSessionChoice& choice)
{
    auto team = teamOf(choice.team);
    if (!team) { // its file went away meanwhile
        tell(tr("This team no longer exists."));
        return;
    }
    m_around.settings.setLastTeam({choice.team, choice.connection, choice.model});
    if (!choice.folder.isEmpty())
        m_around.settings.setLastFolder(choice.team, choice.folder);
    m_around.commands.startTeam(chosen(std::move(*team), choice), titleOf(choice.idea), choice.idea,
                                {choice.folder.toStdString(), choice.isAutoArchived});
}

} // namespace quarterdeck::app
