#include "app/desktop/window_commands.h"

#include "app/desktop/notices.h"
#include "app/services/language.h"
#include "app/services/log_file.h"
#include "model/agents/definition/team_definition.h"
#include "model/agents/provider/chat_provider.h"
#include "model/agents/run/teams.h"
#include "model/gateway/remote_session.h"
#include "model/session/post.h"
#include "ui/present/names_and_links.h"
#include "ui/transcript/rendering.h"

#include <QDesktopServices>
#include <QSysInfo>
#include <QUrl>

namespace quarterdeck::app {

namespace {

QString heldNotice(const conversation::SessionId& session) { return QStringLiteral("heldTeam.") + text(session.str()); }

} // namespace

WindowCommands::WindowCommands(Engine& engine, Settings& settings, Language& language, ui::NoticeBoard& notices,
                               double demoPace, std::shared_ptr<team::ModelSource> models, std::string workspaces,
                               team::TeamGuard guard)
    : m_engine(engine)
    , m_settings(settings)
    , m_language(language)
    , m_notices(notices)
    , m_imports(new ImportController(engine, notices, this))
    , m_madeFiles(new ArtifactOpener({}, notices, this))
{
    connect(m_imports, &ImportController::sessionMade, this, &WindowCommands::sessionMade);
    connect(m_imports, &ImportController::nothingMade, this, &WindowCommands::nothingMade);
    m_engine.addPart([&](session::SessionHub& hub) {
        m_teams = new team::Teams(hub, demoPace, nullptr, std::move(models), std::move(workspaces), std::move(guard));
        return m_teams;
    });
    connect(m_teams, &team::Teams::failed, this,
            [this](const conversation::Error& error) { tellTrouble(text(error.sentence)); });
    connect(m_teams, &team::Teams::teamHeld, this, &WindowCommands::tellHeld);
    connect(m_teams, &team::Teams::teamReleased, this, [this](const conversation::SessionId& session) {
        m_held.erase(session);
        emit heldTeamsChanged(m_held);
        m_notices.withdraw(heldNotice(session));
    });
    connect(m_teams, &team::Teams::teamWentOn, this, [this](const team::TeamWentOn& team) {
        ui::view::Notice notice = wentOnNotice(team);
        notice.button.act = [this, session = team.session] { pause(session); };
        m_notices.post(notice);
    });
}

WindowCommands::~WindowCommands() = default;

void WindowCommands::startDemo()
{
    session::post(m_teams, [teams = m_teams, language = m_language.current().toStdString(), made = whenMade()] {
        teams->startDemo(language, made);
    });
}

void WindowCommands::startTeam(const team::TeamDefinition& team, const QString& title, const QString& idea,
                               const team::ChosenFolder& folder)
{
    session::post(m_teams,
                  [teams = m_teams, team, title = title.toStdString(), idea = idea.toStdString(), folder,
                   made = whenMade()] { teams->start(team, title, idea, made, folder); });
}

/// Called on the engine thread.
session::SessionHub::Opened WindowCommands::whenMade()
{
    const auto started =
        m_receiver.wrap<session::Result<conversation::SessionId>>([this](const auto& id) { reportStart(id); });
    return [started](const session::Result<session::Session*>& opened) {
        if (opened)
            started((*opened)->id());
        else
            started(tl::unexpected(opened.error()));
    };
}

void WindowCommands::reportStart(const session::Result<conversation::SessionId>& started)
{
    if (started) {
        emit sessionMade(*started);
        return;
    }
    const QString sentence = text(started.error().sentence);
    tellTrouble(sentence);
    emit nothingMade(sentence);
}

void WindowCommands::steer(const conversation::SessionId& session, conversation::RunCommand what)
{
    session::post(m_teams, [teams = m_teams, hub = m_engine.hub(), session, what] {
        if (!gateway::commandPrograms(*hub, session, what))
            teams->command(session, what);
    });
}

void WindowCommands::retry(const conversation::SessionId& session, const conversation::RoleName& role)
{
    session::post(m_teams, [teams = m_teams, session, role] { teams->retry(session, role); });
}

void WindowCommands::setLimits(const conversation::SessionId& session, const team::TeamLimits& limits)
{
    session::post(m_teams, [teams = m_teams, session, limits] { teams->setLimits(session, limits); });
}

void WindowCommands::chooseConnection(const conversation::SessionId& session, const QString& title,
                                      const QString& failure)
{
    emit connectionChoiceRequested(session, title, failure);
}

void WindowCommands::speakThrough(const conversation::SessionId& session, const team::ChosenModel& chosen)
{
    session::post(m_teams, [teams = m_teams, session, chosen] { teams->speakThrough(session, chosen); });
}

void WindowCommands::wake(const conversation::SessionId& session)
{
    session::post(m_teams, [teams = m_teams, session] { teams->wake(session); });
}

void WindowCommands::tellHeld(const team::HeldTeam& team)
{
    m_held.insert(team.session);
    emit heldTeamsChanged(m_held);
    const auto trust = [this, session = team.session] {
        session::post(m_teams, [teams = m_teams, session] { teams->trust(session); });
    };
    const auto leave = [this, session = team.session] {
        session::post(m_teams, [teams = m_teams, session] { teams->leaveStopped(session); });
    };
    m_notices.post({heldNotice(team.session),
                    ui::view::NoticeTone::Held,
                    text(team.what),
                    text(team.means),
                    {tr("Continue"), trust},
                    false,
                    {tr("Leave it stopped"), leave}},
                   team.session);
}

void WindowCommands::pause(const conversation::SessionId& session)
{
    session::post(m_teams, [teams = m_teams, session] {
        if (team::TeamRunner* runner = teams->runner(session))
            runner->pause();
    });
}

void WindowCommands::continueRecording(const conversation::SessionId& session, const QString& title)
{
    emit continuationRequested(session, title);
}

void WindowCommands::playOn(const conversation::SessionId& session, int rounds, const QString& idea)
{
    session::post(
        m_teams,
        [teams = m_teams, hub = m_engine.hub(), session, rounds, idea = idea.toStdString(), made = whenMade()] {
            hub->refresh();
            teams->runAgain(session, rounds, idea, made);
        });
}

void WindowCommands::importFiles(const QStringList& paths) { m_imports->start(paths); }

void WindowCommands::open(const QStringList& given)
{
    QStringList files;
    for (const QString& one : given) {
        if (const auto link = ui::wording::messageLinkIn(one))
            emit messageRequested(link->session, link->seq);
        else
            files.append(one);
    }
    if (!files.isEmpty())
        importFiles(files);
}

void WindowCommands::exportSession(const conversation::SessionId& session, const QString& title)
{
    emit exportRequested(session, title);
}

void WindowCommands::openArtifact(const ui::ArtifactRef& file)
{
    m_madeFiles->open(m_teams->placeOf(file.session, file.folder).folder, file.path);
}

void WindowCommands::showArtifact(const ui::ArtifactRef& file)
{
    m_madeFiles->show(m_teams->placeOf(file.session, file.folder).folder, file.path);
}

void WindowCommands::setLanguage(const QString& language)
{
    m_settings.setLanguage(language);
    m_language.use(language);
}

void WindowCommands::showLog() { QDesktopServices::openUrl(QUrl::fromLocalFile(LogFile::defaultFolder())); }

QString WindowCommands::diagnostics() const
{
    return QStringLiteral("Quarterdeck %1\nQt %2, %3, %4\nChromium %6%7\nLibrary: %5\n")
        .arg(QCoreApplication::applicationVersion(), QString::fromLatin1(qVersion()), QSysInfo::prettyProductName(),
             QSysInfo::currentCpuArchitecture(),
             m_engine.library()->isReadOnly() ? QStringLiteral("read-only") : QStringLiteral("writable"),
             ui::transcript::webEngineVersion(),
             ui::transcript::isSandboxOff() ? QStringLiteral(", without its sandbox") : QString());
}

void WindowCommands::tellTrouble(const QString& sentence)
{
    m_notices.post({QStringLiteral("team"), ui::view::NoticeTone::Danger, sentence, {}, {}});
}

} // namespace quarterdeck::app
