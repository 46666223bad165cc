#include "ui/controllers/main_controller.h"

#include "model/session/library.h"
#include "ui/controllers/workspace_parts.h"
#include "ui/panels/session_list_model.h"
#include "ui/panels/sessions_panel.h"
#include "ui/present/visible_text.h"
#include "ui/transcript/transcript_view.h"

#include <QEvent>

namespace quarterdeck::ui {

namespace {
std::map<conversation::SessionId, QString> titlesOf(const std::vector<session::SessionSummary>& sessions,
                                                    bool (*isMeant)(const session::SessionSummary&))
{
    std::map<conversation::SessionId, QString> titles;
    for (const session::SessionSummary& session : sessions)
        if (isMeant(session))
            titles.emplace(session.id, wording::visibleText(session.title));
    return titles;
}

} // namespace

view::SessionOrder MainController::sessionOrder() const { return m_parts->panels.sessions->model().order(); }

void MainController::setRemoteImagePolicies(const RemoteImagePolicies& choices) { m_parts->images.setChoices(choices); }

bool MainController::isArchiveShown() const { return m_parts->panels.sessions->model().isArchiveShown(); }

void MainController::setSessionList(view::SessionOrder order, bool isArchiveShown)
{
    m_parts->labels.setOrder(order);
    m_parts->labels.setArchiveShown(isArchiveShown);
}

MainController::MainController(const Dependencies& surroundings, QObject* parent)
    : QObject(parent)
    , m_parts(std::make_unique<Parts>(*this, surroundings))
{ }

MainController::~MainController() = default;

bool MainController::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LanguageChange && watched == &m_parts->a.window)
        m_parts->retranslate();
    return QObject::eventFilter(watched, event);
}

void MainController::openSession(const conversation::SessionId& id) { m_parts->sessions.openWhenListed(id); }
void MainController::openMessage(const conversation::SessionId& id, conversation::EventSeq row)
{
    m_parts->sessions.openAt(id, row);
}

void MainController::setPrograms(const gateway::ConnectedClients& programs)
{
    m_parts->sessions.setPrograms(programs);
    m_parts->team.setPrograms(programs);
}

void MainController::setHeldTeams(const std::set<conversation::SessionId>& sessions)
{
    m_parts->sessions.setHeld(sessions);
}

QByteArray MainController::scrollPositions() const { return m_parts->pageController.scrollPositions(); }

void MainController::restorePlaces(const QByteArray& kept) { m_parts->pageController.restorePlaces(kept); }

void MainController::setMutedSessions(const QStringList& sessions)
{
    m_parts->labels.setMuted(sessions);
    m_parts->notifier.setMuted(sessions);
}

void MainController::setPostponedQuestions(const QStringList& questions) { m_parts->questions.setPostponed(questions); }

void MainController::setChosenAnswers(const QStringList& choices) { m_parts->questions.setChosen(choices); }

std::map<conversation::SessionId, QString> MainController::teamsAtWork() const
{
    return titlesOf(m_parts->hub.sessions(), session::isAtWork);
}

std::map<conversation::SessionId, QString> MainController::teamsPausing() const
{
    return titlesOf(m_parts->hub.sessions(), session::isPausing);
}

void MainController::setBackupWeeks(int weeks)
{
    m_parts->labels.setBackupWeeks(weeks);
    m_parts->cleanUp.setBackupWeeks(weeks);
}

void MainController::setStallMinutes(int minutes) { m_parts->notifier.setStallMinutes(minutes); }

void MainController::notifyUser(const conversation::SessionId& session, const std::string& program,
                                const std::string& text, view::NoticeTone tone)
{
    const auto icon = tone == view::NoticeTone::Danger ? QSystemTrayIcon::Critical
        : tone == view::NoticeTone::Limit              ? QSystemTrayIcon::Warning
                                                       : QSystemTrayIcon::Information;
    m_parts->notifier.tell(session, program, text, icon);
}

void MainController::whenPainted(std::function<void(bool)> call)
{
    if (m_parts->viewed.isEmpty())
        QMetaObject::invokeMethod(
            this, [call = std::move(call)] { call(true); }, Qt::QueuedConnection);
    else
        m_parts->panels.page->whenPainted([this, call = std::move(call)](bool isPainted) {
            if (isPainted)
                m_parts->pageController.whenMarked([call] { call(true); });
            else
                call(false);
        });
}

} // namespace quarterdeck::ui
