#include "ui/workspace/workspace.h"

#include "ui/client/hub_client.h"
#include "ui/composer/composer.h"
#include "ui/present/present.h"
#include "ui/questions/needs_you_panel.h"
#include "ui/replay/replay_bar.h"
#include "ui/sessions/session_list_model.h"
#include "ui/sessions/sessions_panel.h"
#include "ui/shell/banner_stack.h"
#include "ui/shell/dock.h"
#include "ui/team/team_panel.h"
#include "ui/theme/segmented_choice.h"
#include "ui/toolbar/find_bar.h"
#include "ui/toolbar/go_to_bar.h"
#include "ui/toolbar/print_bar.h"
#include "ui/toolbar/range_bar.h"
#include "ui/transcript/transcript_view.h"
#include "ui/workspace/viewed_session.h"
#include "workspace/clean_up_controller.h"
#include "workspace/composer_controller.h"
#include "workspace/copy_controller.h"
#include "workspace/find_controller.h"
#include "workspace/go_to_controller.h"
#include "workspace/images_controller.h"
#include "workspace/inspector_controller.h"
#include "workspace/labels_controller.h"
#include "workspace/library_notices.h"
#include "workspace/notifier.h"
#include "workspace/pages_controller.h"
#include "workspace/panels.h"
#include "workspace/print_controller.h"
#include "workspace/questions_controller.h"
#include "workspace/replay_controller.h"
#include "workspace/search_controller.h"
#include "workspace/sessions_controller.h"
#include "workspace/team_controller.h"
#include "workspace/transcript_controller.h"

#include <QClipboard>
#include <QEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLoggingCategory>

namespace quarterdeck::ui {

namespace {
Q_LOGGING_CATEGORY(logWorkspace, "quarterdeck.ui.workspace")
}

/// The panels and their controllers, and what goes between those.
class Workspace::Parts
{
public:
    Parts(Workspace& workspace, const Surroundings& around);

    void connectPanels();
    void connectLibrary();
    void connectQuestions();
    void connectTranscript();
    void connectActions();
    void showDockTitles(int here, int everywhere);
    void retranslate();
    /// In the order of the choice above them.
    void connectPages();
    void choosePage(SessionPage page);
    void showPage();
    void openFiles(QFileDialog::FileMode mode);
    void exportSession();

    Workspace& q;
    Surroundings a;
    HubClient hub;
    ViewedSession viewed;
    Panels panels;
    SessionsController sessions;
    SearchController search;
    LabelsController labels;
    CleanUpController cleanUp;
    TeamController team;
    ComposerController composer;
    QuestionsController questions;
    InspectorController inspector;
    PagesController pages;
    ReplayController replay;
    TranscriptController pageController;
    FindController find;
    GoToController goTo;
    CopyController copy;
    PrintController print;
    ImagesController images;
    Notifier notifier;
};

Workspace::Parts::Parts(Workspace& workspace, const Surroundings& around)
    : q(workspace)
    , a(around)
    , hub(a.hub)
    , viewed(a.library, a.engine)
    , panels(a.theme, a.actions, a.library)
    , sessions(*panels.sessions, hub, viewed, a.commands)
    , search(*panels.sessions, hub, *a.library)
    , labels({*panels.sessions, hub, viewed, *a.library, a.theme})
    , cleanUp({hub, viewed, *a.library, a.theme, a.window})
    , team({*panels.team, *panels.teamDock, *panels.strip, *panels.toolbar, a.actions}, viewed, a.commands)
    , composer(*panels.composer, viewed)
    , questions(*panels.needsYou, viewed, hub)
    , inspector(*panels.inspector, *panels.inspectorDock, viewed)
    , pages(*panels.files, *panels.cost, viewed, a.commands)
    , replay(*panels.replay, viewed, a.actions)
    , pageController(*panels.page, *panels.channels, viewed)
    , find(*panels.find, *panels.page, pageController, viewed, a.actions)
    , goTo(*panels.goTo, *panels.page, pageController, viewed, a.actions)
    , copy(*panels.range, *panels.page, pageController, viewed)
    , print({*panels.print, *panels.page, *panels.channels, pageController, viewed, a.actions, a.theme, a.library})
    , images(a.theme, a.window, viewed, *panels.page, pageController)
    , notifier(hub, a.window)
{
    panels.arrange(a.window);
    a.window.installEventFilter(&q);
    connectPanels();
    connectLibrary();
    connectQuestions();
    connectTranscript();
    connectPages();
    connectActions();
    showPage();
}

/// Rows and panels are written in words.
void Workspace::Parts::retranslate()
{
    panels.retranslate();
    sessions.refresh();
    search.refresh();
    team.refresh();
    panels.composer->refresh();
    questions.refresh();
    inspector.refresh();
    pages.refresh();
    replay.refresh();
    pageController.refresh();
}

void Workspace::Parts::connectPanels()
{
    const auto notice = [this](const view::Notice& raised) { q.showNotice(raised); };
    QObject::connect(&images, &ImagesController::noticeRaised, &q, notice);
    QObject::connect(&composer, &ComposerController::noticeRaised, &q, notice);
    QObject::connect(&composer, &ComposerController::noticeDismissed, panels.banners, &BannerStack::dismiss);
    QObject::connect(&composer, &ComposerController::sent, &pageController, &TranscriptController::showSent);
    QObject::connect(&questions, &QuestionsController::noticeRaised, &q, notice);
    QObject::connect(&sessions, &SessionsController::noticeRaised, &q, notice);
    QObject::connect(&pageController, &TranscriptController::noticeRaised, &q, notice);
    QObject::connect(&copy, &CopyController::noticeRaised, &q, notice);
    QObject::connect(&labels, &LabelsController::noticeRaised, &q, notice);
    QObject::connect(&labels, &LabelsController::noticeDismissed, panels.banners, &BannerStack::dismiss);
    QObject::connect(&labels, &LabelsController::listChanged, &q,
                     [this] { emit q.sessionListChanged(q.sessionOrder(), q.isArchiveShown()); });
    QObject::connect(&cleanUp, &CleanUpController::noticeRaised, &q, notice);
    QObject::connect(&print, &PrintController::noticeRaised, &q, notice);
    QObject::connect(&viewed, &ViewedSession::sessionChanged, &q, [this] {
        showPage();
        emit q.sessionShown(viewed.id());
    });
    QObject::connect(&hub, &HubClient::sessionsChanged, &q,
                     [this] { emit q.sessionsListed(static_cast<int>(hub.sessions().size())); });
    QObject::connect(&viewed, &ViewedSession::replayToggled, &q, [this](bool isReplaying) {
        a.window.setReplayShown(isReplaying);
        showPage();
    });
    QObject::connect(&a.window, &MainWindow::filesDropped, &q,
                     [this](const QStringList& paths) { a.commands.importFiles(paths); });
    QObject::connect(panels.team, &TeamPanel::directChatRequested, &q, [this](const QString& role) {
        panels.composer->address(role, conversation::Audience::OnlyNamed);
    });
    QObject::connect(panels.team, &TeamPanel::inboxRequested, &q, [this](const QString& role) {
        pageController.openInbox(conversation::RoleName(role.toStdString()));
    });
    // Who has opened a session reads it; the arrow keys, which only lead through the list, stay there.
    QObject::connect(panels.sessions, &SessionsPanel::sessionChosen, panels.page, qOverload<>(&QWidget::setFocus));
    QObject::connect(&search, &SearchController::messageChosen, &sessions, &SessionsController::openAt);
    QObject::connect(&goTo, &GoToController::linkFollowed, &sessions, &SessionsController::openAt);
    QObject::connect(&sessions, &SessionsController::rowWanted, &q, [this](conversation::EventSeq row) {
        pageController.goTo(row);
        find.mark(search.phrases(), row);
    });
    QObject::connect(&search, &SearchController::ended, &q, [this] { find.mark({}, {}); });
    QObject::connect(&labels, &LabelsController::mutedChanged, &q, &Workspace::mutedSessionsChanged);
    QObject::connect(&labels, &LabelsController::mutedChanged, &notifier, &Notifier::setMuted);
    QObject::connect(&notifier, &Notifier::announced, &q, &Workspace::announced);
    QObject::connect(&notifier, &Notifier::sessionChosen, &q, [this](const conversation::SessionId& id) {
        a.window.raise();
        a.window.activateWindow();
        sessions.open(id);
    });
}

/// Damage has a way out, wherever it was met.
void Workspace::Parts::connectLibrary()
{
    const auto failure = [this](const session::Error& error) {
        q.showNotice(failureNotice(error, !a.library->isReadOnly()));
    };
    QObject::connect(&viewed, &ViewedSession::failed, &q, failure);
    QObject::connect(&hub, &HubClient::failed, &q, failure);
    QObject::connect(&sessions, &SessionsController::damageFound, &q, failure);
    QObject::connect(&search, &SearchController::damageFound, &q, failure);
    QObject::connect(&pageController, &TranscriptController::damageFound, &q, failure);
    QObject::connect(&hub, &HubClient::writingChanged, &q, [this](const std::optional<session::Error>& trouble) {
        q.showNotice(writingNotice(trouble, !a.library->isReadOnly()));
    });
}

void Workspace::Parts::connectQuestions()
{
    QObject::connect(&questions, &QuestionsController::waitingChanged, &q,
                     [this](int here, int everywhere) { showDockTitles(here, everywhere); });
    QObject::connect(&questions, &QuestionsController::sessionChosen, &sessions, &SessionsController::open);
    QObject::connect(&questions, &QuestionsController::questionShown, &pageController, &TranscriptController::goTo);
    QObject::connect(&questions, &QuestionsController::formWanted, &pageController, &TranscriptController::fillIn);
    QObject::connect(&questions, &QuestionsController::panelWanted, &q,
                     [this] { a.window.showDock(DockId::NeedsYou); });
    const auto next = [this] {
        a.window.showDock(DockId::NeedsYou);
        questions.goToNext();
    };
    QObject::connect(panels.sessions, &SessionsPanel::needsYouChosen, &q, next);
    QObject::connect(&a.actions[ActionId::QuestionNext], &QAction::triggered, &q, next);
}

void Workspace::Parts::showDockTitles(int here, int everywhere)
{
    const auto moment = viewed.replayMoment();
    const QString clock = moment ? moment->words : QString();
    if (here > 0)
        emit q.questionShown();
    panels.needsYouDock->title().setBadge(here);
    panels.needsYouDock->title().setMoment(clock);
    panels.inspectorDock->title().setMoment({});
    panels.sessions->setNeedsYou(everywhere);
    panels.strip->setNeedsYou(everywhere);
}

void Workspace::Parts::connectTranscript()
{
    using transcript::TranscriptView;
    QObject::connect(panels.page, &TranscriptView::rowChosen, &inspector, &InspectorController::choose);
    QObject::connect(&pageController, &TranscriptController::rawRequested, &q, [this](conversation::EventSeq seq) {
        a.window.showDock(DockId::Inspector);
        inspector.showRaw(seq);
    });
    QObject::connect(panels.page, &TranscriptView::railChanged, panels.composer, &Composer::setLanes);
    QObject::connect(&inspector, &InspectorController::chosenChanged, panels.page, &TranscriptView::select);
    QObject::connect(&inspector, &InspectorController::messageWanted, &pageController, &TranscriptController::goTo);
    QObject::connect(&pageController, &TranscriptController::replyRequested, &q, [this](const QString& role) {
        panels.composer->address(role, conversation::Audience::ByDefault);
    });
    QObject::connect(&pageController, &TranscriptController::retryRequested, panels.team, &TeamPanel::retryRequested);
    QObject::connect(&pageController, &TranscriptController::connectionRequested, &team,
                     &TeamController::chooseConnection);
    QObject::connect(&pageController, &TranscriptController::copyFromRequested, &inspector,
                     &InspectorController::choose);
    QObject::connect(&pageController, &TranscriptController::channelShown, &composer, &ComposerController::writeIn);
    QObject::connect(&pageController, &TranscriptController::forwardRequested, panels.composer, &Composer::forward);
    QObject::connect(&labels, &LabelsController::sessionMenuOpened, &images, &ImagesController::addChoices);
    QObject::connect(&images, &ImagesController::choicesChanged, &q, &Workspace::pictureChoicesChanged);
    QObject::connect(&questions, &QuestionsController::answerRefused, panels.page,
                     [this](conversation::EventSeq asked) { panels.page->refreshRows({asked}); });
    QObject::connect(panels.page, &TranscriptView::questionAnswered, &questions, &QuestionsController::answer);
    QObject::connect(&questions, &QuestionsController::answerWanted, &q, [this](const conversation::QuestionId& id) {
        if (viewed.replay() != nullptr)
            viewed.goToEndOf(id);
    });
    QObject::connect(&find, &FindController::failed, &pageController, &TranscriptController::tellReadFailed);
    QObject::connect(panels.find, &FindBar::opened, panels.goTo, &GoToBar::close); // one line at a time
    QObject::connect(panels.goTo, &GoToBar::opened, panels.find, &FindBar::close);
    QObject::connect(panels.page, &TranscriptView::readRecovered, panels.banners,
                     [this] { panels.banners->dismiss(QStringLiteral("rows")); });
    QObject::connect(panels.banners, &BannerStack::buttonClicked, &q, [this](const QString& id) {
        panels.banners->dismiss(id);
        if (id == QStringLiteral("link"))
            pageController.openAskedLink();
        else if (id == QStringLiteral("sent"))
            pageController.goToSent();
        else if (id == QStringLiteral("labels"))
            labels.undo();
        else if (id == QStringLiteral("page"))
            panels.page->reload();
        else if (id == QStringLiteral("rows"))
            panels.page->tryAgain();
        else if (id == damageNoticeId)
            emit q.recoveryWanted();
        else
            emit q.noticeButtonClicked(id);
    });
    QObject::connect(panels.banners, &BannerStack::otherButtonClicked, &q, [this](const QString& id) {
        panels.banners->dismiss(id);
        emit q.noticeOtherButtonClicked(id);
    });
}

/// Whoever wants to be somewhere in the conversation gets to see it.
void Workspace::Parts::connectPages()
{
    const auto showConversation = [this] { choosePage(SessionPage::Conversation); };
    const auto toggles = [this](ActionId id, SessionPage page) {
        QObject::connect(&a.actions[id], &QAction::triggered, &q,
                         [this, page](bool isOn) { choosePage(isOn ? page : SessionPage::Conversation); });
    };
    toggles(ActionId::ViewFiles, SessionPage::Files);
    toggles(ActionId::ViewCost, SessionPage::Cost);
    QObject::connect(panels.pageChoice, &theme::SegmentedChoice::chosen, &q,
                     [this](int chosen) { choosePage(static_cast<SessionPage>(chosen)); });
    QObject::connect(panels.toolbar, &Toolbar::budgetRequested, &q, [this] { choosePage(SessionPage::Cost); });
    QObject::connect(panels.cost, &CostPage::messageWanted, &pageController, &TranscriptController::goTo);
    QObject::connect(panels.files, &FilesPage::messageWanted, &pageController, &TranscriptController::goTo);
    QObject::connect(&pageController, &TranscriptController::wentTo, &q, showConversation);
    QObject::connect(&viewed, &ViewedSession::sessionChanged, &q, showConversation);
    QObject::connect(panels.channels, &ChannelBar::channelChosen, &q, showConversation);
    for (const ActionId id : {ActionId::ViewFind, ActionId::ViewGoTo, ActionId::ViewComposer, ActionId::SessionPrint,
                              ActionId::SessionPrintToPdf})
        QObject::connect(&a.actions[id], &QAction::triggered, &q, showConversation);
}

void Workspace::Parts::choosePage(SessionPage page)
{
    a.actions[ActionId::ViewFiles].setChecked(page == SessionPage::Files);
    a.actions[ActionId::ViewCost].setChecked(page == SessionPage::Cost);
    panels.pageChoice->setCurrent(static_cast<int>(page));
    QWidget* other = nullptr;
    if (page != SessionPage::Conversation)
        other = page == SessionPage::Files ? static_cast<QWidget*>(panels.files) : panels.cost;
    a.window.showInstead(other);
    pages.setShown(page);
}

void Workspace::Parts::connectActions()
{
    const auto on = [this](ActionId id, const auto& call) {
        QObject::connect(&a.actions[id], &QAction::triggered, &q, call);
    };
    on(ActionId::SessionDemo, [this] { a.commands.startDemo(); });
    on(ActionId::SessionOpen, [this] { openFiles(QFileDialog::ExistingFiles); });
    on(ActionId::FolderImport, [this] { openFiles(QFileDialog::Directory); });
    on(ActionId::SessionExport, [this] { exportSession(); });
    on(ActionId::LibraryCleanUp, [this] { cleanUp.open(); });
    on(ActionId::ViewComposer, [this] { panels.composer->focusText(); });
    on(ActionId::HelpLog, [this] { a.commands.showLog(); });
    on(ActionId::HelpDiagnostics, [this] { QGuiApplication::clipboard()->setText(a.commands.diagnostics()); });
    on(ActionId::LanguageEnglish, [this] { a.commands.setLanguage(QStringLiteral("en")); });
    on(ActionId::LanguageChinese, [this] { a.commands.setLanguage(QStringLiteral("zh_CN")); });
    on(ActionId::ThemeSystem, [this] { a.theme.setChoice(theme::ThemeChoice::System); });
    on(ActionId::ThemeLight, [this] { a.theme.setChoice(theme::ThemeChoice::Light); });
    on(ActionId::ThemeDark, [this] { a.theme.setChoice(theme::ThemeChoice::Dark); });
    on(ActionId::ThemeHighContrast, [this](bool isOn) { a.theme.setHighContrast(isOn); });
    constexpr double step = 0.1;
    on(ActionId::ViewTextLarger, [this] { a.theme.setTextScale(a.theme.textScale() + step); });
    on(ActionId::ViewTextSmaller, [this] { a.theme.setTextScale(a.theme.textScale() - step); });
    on(ActionId::ViewTextNormal, [this] { a.theme.setTextScale(1.0); });
}

void Workspace::Parts::showPage()
{
    a.window.showPage(viewed.isEmpty() ? MainWindow::Page::FirstStart : MainWindow::Page::Session);
    for (const ActionId id : {ActionId::SessionExport, ActionId::SessionPrint, ActionId::SessionPrintToPdf,
                              ActionId::ViewFind, ActionId::ViewFindNext, ActionId::ViewFindPrevious,
                              ActionId::ViewGoTo, ActionId::ViewFiles, ActionId::ViewCost})
        a.actions.setAvailable(id, !viewed.isEmpty());
    if (viewed.isEmpty()) {
        panels.find->close();
        panels.goTo->close();
    }
    a.window.setComposerShown(viewed.canSpeak());
    a.actions.setAvailable(ActionId::ViewComposer, viewed.canSpeak());
}

void Workspace::Parts::openFiles(QFileDialog::FileMode mode)
{
    auto* dialog = new QFileDialog(
        &a.window, mode == QFileDialog::Directory ? Workspace::tr("Import a folder") : Workspace::tr("Open or import"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(mode);
    QObject::connect(dialog, &QFileDialog::filesSelected, &q,
                     [this](const QStringList& paths) { a.commands.importFiles(paths); });
    dialog->open();
}

void Workspace::Parts::exportSession()
{
    if (!viewed.state())
        return;
    a.commands.exportSession(viewed.id(), QString::fromStdString(viewed.title()));
}

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

void Workspace::setPrograms(const gateway::ConnectedPrograms& programs)
{
    m_parts->sessions.setPrograms(programs);
    m_parts->team.setPrograms(programs);
}

void Workspace::setMutedSessions(const QStringList& sessions)
{
    m_parts->labels.setMuted(sessions);
    m_parts->notifier.setMuted(sessions);
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
