#include "ui/controllers/workspace.h"

#include "model/session/run_news.h"
#include "ui/controllers/workspace_parts.h"
#include "ui/panels/session_list_model.h"
#include "ui/panels/sessions_panel.h"
#include "ui/present/visible_text.h"
#include "ui/shell/banner_stack.h"
#include "ui/transcript/transcript_view.h"

#include <QEvent>
#include <QLoggingCategory>

namespace quarterdeck::ui {

namespace {
Q_LOGGING_CATEGORY(logWorkspace, "quarterdeck.ui.workspace")

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

view::SessionOrder Workspace::sessionOrder() const { return m_parts->panels.sessions->model().order(); }

void Workspace::setPictureChoices(const PictureChoices& choices) { m_parts->images.setChoices(choices); }

bool Workspace::isArchiveShown() const { return m_parts->panels.sessions->model().isArchiveShown(); }

void Workspace::setSessionList(view::SessionOrder order, bool isArchiveShown)
{
    m_parts->labels.setOrder(order);
    m_parts->labels.setArchiveShown(isArchiveShown);
}

Workspace::Workspace(const Surroundings& surroundings, QObject* parent)
    : QObject(parent)
    , m_parts(std::make_unique<Parts>(*this, surroundings))
{ }

Workspace::~Workspace() = default;

bool Workspace::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LanguageChange && watched == &m_parts->a.window)
        m_parts->retranslate();
    return QObject::eventFilter(watched, event);
}

void Workspace::openSession(const conversation::SessionId& id) { m_parts->sessions.openWhenListed(id); }
void Workspace::openMessage(const conversation::SessionId& id, conversation::EventSeq row)
{
    m_parts->sessions.openAt(id, row);
}

void Workspace::showNotice(const view::Notice& notice)
{
    qCDebug(logWorkspace).noquote() << notice.id << notice.what;
    m_parts->panels.banners->show(notice);
}

void Workspace::withdrawNotice(const QString& id) { m_parts->panels.banners->dismiss(id); }

void Workspace::setPrograms(const gateway::ConnectedPrograms& programs)
{
    m_parts->sessions.setPrograms(programs);
    m_parts->team.setPrograms(programs);
}

void Workspace::setHeldTeams(const std::set<conversation::SessionId>& sessions) { m_parts->sessions.setHeld(sessions); }

QByteArray Workspace::keptPlaces() const { return m_parts->pageController.keptPlaces(); }

void Workspace::restorePlaces(const QByteArray& kept) { m_parts->pageController.restorePlaces(kept); }

void Workspace::setMutedSessions(const QStringList& sessions)
{
    m_parts->labels.setMuted(sessions);
    m_parts->notifier.setMuted(sessions);
}

void Workspace::setPutOffQuestions(const QStringList& questions) { m_parts->questions.setPutOff(questions); }

std::map<conversation::SessionId, QString> Workspace::teamsAtWork() const
{
    return titlesOf(m_parts->hub.sessions(), session::isAtWork);
}

std::map<conversation::SessionId, QString> Workspace::teamsPausing() const
{
    return titlesOf(m_parts->hub.sessions(), session::isPausing);
}

void Workspace::setBackupWeeks(int weeks)
{
    m_parts->labels.setBackupWeeks(weeks);
    m_parts->cleanUp.setBackupWeeks(weeks);
}

void Workspace::setStallMinutes(int minutes) { m_parts->notifier.setStallMinutes(minutes); }

void Workspace::tellPerson(const conversation::SessionId& session, const std::string& program, const std::string& text,
                           view::NoticeTone tone)
{
    const auto icon = tone == view::NoticeTone::Danger ? QSystemTrayIcon::Critical
        : tone == view::NoticeTone::Limit              ? QSystemTrayIcon::Warning
                                                       : QSystemTrayIcon::Information;
    m_parts->notifier.tell(session, program, text, icon);
}

void Workspace::whenPainted(std::function<void(bool)> call)
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
