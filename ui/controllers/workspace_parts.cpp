#include "ui/controllers/workspace_parts.h"

#include "model/agents/definition/recorded_team.h"
#include "ui/controllers/transcript_input.h"
#include "ui/panels/composer.h"
#include "ui/panels/find_bars.h"
#include "ui/panels/needs_you_panel.h"
#include "ui/panels/sessions_panel.h"
#include "ui/panels/team_panel.h"
#include "ui/present/present.h"
#include "ui/shell/banner_stack.h"
#include "ui/shell/dock.h"
#include "ui/theme/form_parts.h"
#include "ui/transcript/transcript_page.h"
#include "ui/transcript/transcript_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QShortcut>

namespace quarterdeck::ui {

MainController::Parts::Parts(MainController& workspace, const Dependencies& around)
    : q(workspace)
    , a(around)
    , hub(a.hub)
    , viewed(a.library, a.engine)
    , panels(a.theme, a.actions, a.library, a.notices)
    , sessions(*panels.sessions, hub, viewed, a.commands, a.notices)
    , search(*panels.sessions, hub, *a.library)
    , labels({*panels.sessions, hub, viewed, *a.library, a.theme, a.notices})
    , cleanUp({hub, viewed, *a.library, a.theme, a.window, a.notices})
    , team({*panels.team, *panels.teamDock, *panels.strip, *panels.toolbar, a.actions}, viewed, a.commands)
    , composer(*panels.composer, viewed, a.notices)
    , questions(*panels.needsYou, viewed, hub, a.notices)
    , held({*panels.needsYou, *panels.hold, *panels.holdRules, *panels.channels}, viewed, a.actions, a.notices)
    , inspector(*panels.inspector, *panels.inspectorDock, viewed)
    , pages(*panels.files, *panels.cost, viewed, a.commands)
    , replay(*panels.replay, viewed, a.actions)
    , pageController(*panels.page, *panels.channels, viewed, a.notices)
    , menu(*panels.page, a.actions)
    , find(*panels.find, *panels.page, pageController, viewed, a.actions)
    , goTo(*panels.goTo, *panels.page, pageController, viewed, a.actions)
    , copy(*panels.range, *panels.page, pageController, viewed, a.notices)
    , print({*panels.print, *panels.page, *panels.channels, pageController, viewed, a.actions, a.theme, a.library,
             a.notices})
    , images(a.theme, a.window, viewed, *panels.page, pageController, a.notices)
    , mediaSaver(a.window, viewed, *panels.page, pageController, a.notices)
    , notifier(hub, a.window)
{
    panels.arrange(a.window);
    a.window.installEventFilter(&q);
    connectPanels();
    connectLibrary();
    connectDelay();
    connectQuestions();
    connectTranscript();
    connectPages();
    connectActions();
    showPage();
}

/// Rows and panels contain words.
void MainController::Parts::retranslate()
{
    panels.retranslate();
    sessions.refresh();
    search.refresh();
    team.refresh();
    panels.composer->refresh();
    questions.refresh();
    held.refresh();
    inspector.refresh();
    pages.refresh();
    replay.refresh();
    pageController.refresh();
}

void MainController::Parts::connectPanels()
{
    QObject::connect(panels.banners, &BannerStack::resized, &a.window, &MainWindow::placeBanners);
    QObject::connect(&composer, &ComposerController::resumeRequested, &q, [this](const conversation::SessionId& id) {
        a.commands.steer(id, conversation::RunCommand::Resume);
    });
    QObject::connect(&composer, &ComposerController::sent, &pageController, &TranscriptController::showSent);
    QObject::connect(&labels, &LabelsController::listChanged, &q,
                     [this] { emit q.sessionListChanged(q.sessionOrder(), q.isArchiveShown()); });
    QObject::connect(&viewed, &CurrentSession::sessionChanged, &q, [this] {
        showPage();
        panels.banners->setSession(QString::fromStdString(viewed.id().str()));
        emit q.sessionShown(viewed.id());
    });
    QObject::connect(&viewed, &CurrentSession::stateChanged, &q, [this] {
        showContinuation();
        showTitle();
    });
    QObject::connect(&hub, &HubProxy::sessionsChanged, &q,
                     [this] { emit q.sessionsListed(static_cast<int>(hub.sessions().size())); });
    // The page keeps Esc for itself, so the window never hears of it there.
    auto* leave = new QShortcut(Qt::Key_Escape, panels.page);
    leave->setContext(Qt::WidgetWithChildrenShortcut);
    leave->setEnabled(false);
    QObject::connect(leave, &QShortcut::activated, &a.actions[ActionId::ViewReplay], &QAction::trigger);
    // A bar below the page goes first.
    QObject::connect(leave, &QShortcut::activatedAmbiguously, &q, [this] {
        if (panels.range->isVisible())
            panels.range->close();
        else
            panels.print->close();
    });
    QObject::connect(&viewed, &CurrentSession::replayToggled, leave, &QShortcut::setEnabled);
    QObject::connect(&viewed, &CurrentSession::replayToggled, &q, [this](bool isReplaying) {
        a.window.setReplayShown(isReplaying);
        showPage();
    });
    QObject::connect(&a.window, &MainWindow::filesDropped, &q,
                     [this](const QStringList& paths) { a.commands.importFiles(paths); });
    QObject::connect(panels.team, &TeamPanel::directChatRequested, &q, [this](const QString& role) {
        // What was written for others never becomes a message for this member: their chat has a draft of its own.
        if (!panels.composer->text().isEmpty())
            pageController.openChannel(conversation::channel::privateWith(conversation::RoleName(role.toStdString())));
        if (panels.composer->text().isEmpty())
            panels.composer->address(role, conversation::Audience::OnlyNamed);
        else
            panels.composer->focusText();
    });
    QObject::connect(panels.team, &TeamPanel::inboxRequested, &q, [this](const QString& role) {
        pageController.openInbox(conversation::RoleName(role.toStdString()));
    });
    // Enter opens a session and moves on to reading it; the arrow keys, which only lead through the list, stay.
    QObject::connect(panels.sessions, &SessionsPanel::readingRequested, panels.page, qOverload<>(&QWidget::setFocus));
    QObject::connect(&search, &SearchController::messageChosen, &sessions, &SessionsController::openAt);
    QObject::connect(&goTo, &GoToController::linkFollowed, &sessions, &SessionsController::openAt);
    QObject::connect(&sessions, &SessionsController::rowRequested, &q, [this](conversation::EventSeq row) {
        pageController.goTo(row);
        find.mark(search.phrases(), row);
    });
    QObject::connect(&search, &SearchController::ended, &q, [this] { find.mark({}, {}); });
    QObject::connect(&questions, &QuestionsController::postponedChanged, &q,
                     &MainController::postponedQuestionsChanged);
    QObject::connect(&questions, &QuestionsController::chosenChanged, &q, &MainController::chosenAnswersChanged);
    QObject::connect(&labels, &LabelsController::mutedChanged, &q, &MainController::mutedSessionsChanged);
    QObject::connect(&labels, &LabelsController::mutedChanged, &notifier, &Notifier::setMuted);
    QObject::connect(&notifier, &Notifier::announced, &q, &MainController::announced);
    QObject::connect(&notifier, &Notifier::sessionChosen, &q, [this](const conversation::SessionId& id) {
        a.window.raise();
        a.window.activateWindow();
        sessions.open(id);
    });
}

/// Offers a way out of damage, wherever it was met.
void MainController::Parts::connectLibrary()
{
    const auto failure = [this](const session::Error& error) {
        a.notices.post([this, error] { return failureNotice(error, recovery()); });
    };
    QObject::connect(&viewed, &CurrentSession::failed, &q, failure);
    QObject::connect(&hub, &HubProxy::failed, &q, failure);
    QObject::connect(&sessions, &SessionsController::damageFound, &q, failure);
    QObject::connect(&search, &SearchController::damageFound, &q, failure);
    QObject::connect(&pageController, &TranscriptController::damageFound, &q, failure);
    QObject::connect(&hub, &HubProxy::writingChanged, &q, [this](const std::optional<session::Error>& trouble) {
        panels.setRefused(trouble.has_value());
        if (trouble) // what waited is refused, and waits no more
            a.notices.withdraw(delayNoticeId);
        a.notices.post([this, trouble] { return writingNotice(trouble, recovery()); });
    });
}

Recover MainController::Parts::recovery()
{
    return a.library->isReadOnly() ? Recover() : [this] { emit q.recoveryRequested(); };
}

void MainController::Parts::connectDelay()
{
    session::LibraryMonitor* signs = session::LibraryMonitor::of(*a.library);
    if (signs == nullptr)
        return;
    delay.emplace(*signs);
    QObject::connect(&*delay, &SlowWriteMonitor::delayed, &q, [this, signs](std::chrono::milliseconds longerThan) {
        // A closed notice does not come back because its trouble has grown.
        a.notices.post([longerThan, path = QString::fromStdString(signs->path()), isUpdate = panels.isStoredLate()] {
            view::Notice notice = delayNotice(longerThan, path);
            notice.isUpdate = isUpdate;
            return notice;
        });
        panels.setStoredLate(true);
    });
    QObject::connect(&*delay, &SlowWriteMonitor::ended, &q, [this] {
        panels.setStoredLate(false);
        if (!panels.isRefused()) // else nothing is stored
            a.notices.post(delayEndedNotice);
    });
}

void MainController::Parts::connectQuestions()
{
    QObject::connect(&questions, &QuestionsController::waitingChanged, &q,
                     [this](int here, int everywhere) { showDockTitles(here, everywhere); });
    QObject::connect(&questions, &QuestionsController::sessionChosen, &sessions, &SessionsController::open);
    QObject::connect(&questions, &QuestionsController::questionShown, &pageController, &TranscriptController::goTo);
    QObject::connect(&questions, &QuestionsController::formRequested, &pageController, &TranscriptController::fillIn);
    QObject::connect(&questions, &QuestionsController::panelRequested, &q,
                     [this] { a.window.showDock(DockId::NeedsYou); });
    a.actions.setAvailable(ActionId::QuestionTakeBack, false);
    a.actions[ActionId::QuestionTakeBack].setAutoRepeat(false);
    QObject::connect(&questions, &QuestionsController::canTakeBackChanged, &q,
                     [this](bool can) { a.actions.setAvailable(ActionId::QuestionTakeBack, can); });
    QObject::connect(&a.actions[ActionId::QuestionTakeBack], &QAction::triggered, &questions,
                     &QuestionsController::takeBackLast);
    QObject::connect(&a.actions[ActionId::QuestionDelay], &QAction::toggled, &questions,
                     &QuestionsController::setTakeBack);
    QObject::connect(panels.needsYou, &NeedsYouPanel::allDone, panels.composer, [this] {
        if (panels.composer->isVisible())
            panels.composer->focusText();
    });
    QObject::connect(&held, &HeldController::panelRequested, &q, [this] { a.window.showDock(DockId::NeedsYou); });
    QObject::connect(&held, &HeldController::messageRequested, &pageController, &TranscriptController::goTo);
    QObject::connect(&pageController, &TranscriptController::heldRequested, &held, &HeldController::choose);
    QObject::connect(&menu, &TranscriptMenu::holdRuleRequested, &held, &HeldController::makeRule);
    const auto next = [this] {
        a.window.showDock(DockId::NeedsYou);
        questions.goToNext();
    };
    QObject::connect(panels.sessions, &SessionsPanel::needsYouChosen, &q, next);
    QObject::connect(&a.actions[ActionId::QuestionNext], &QAction::triggered, &q, next);
}

void MainController::Parts::showDockTitles(int here, int everywhere)
{
    const auto moment = viewed.replayMoment();
    const QString clock = moment ? moment->words : QString();
    if (here > 0)
        emit q.questionShown();
    // One number, wherever it stands: all that waits, in whatever session, whatever moment is shown.
    panels.needsYouDock->title().setBadge(everywhere);
    waiting = everywhere;
    showTitle();
    panels.needsYouDock->title().setMoment(clock);
    panels.inspectorDock->title().setMoment({});
    panels.sessions->setNeedsYou(everywhere);
    panels.strip->setNeedsYou(everywhere);
}

void MainController::Parts::showTitle()
{
    const QString session = viewed.state()
        ? present::titleOf(viewed.title(), viewed.state()->kind() == conversation::SessionKind::Demo)
        : QString();
    a.window.setSubject(session, waiting);
}

void MainController::Parts::connectTranscript()
{
    replay.setStart([this](const auto& begin) { pageController.withEventInSight(begin); });
    using transcript::TranscriptPage;
    namespace calls = transcript::calls;
    TranscriptPage& page = panels.page->page();
    page.onCall<calls::Choose>(&inspector, [this](const calls::Choose& call) { inspector.choose(call.seq); });
    QObject::connect(&pageController, &TranscriptController::rawRequested, &q, [this](conversation::EventSeq seq) {
        a.window.showDock(DockId::Inspector);
        inspector.showRaw(seq);
    });
    QObject::connect(&menu, &TranscriptMenu::actionRequested, &pageController, &TranscriptController::act);
    QObject::connect(&menu, &TranscriptMenu::inspectorRequested, &q, [this](conversation::EventSeq seq) {
        a.window.showDock(DockId::Inspector);
        inspector.choose(seq);
    });
    QObject::connect(&page, &TranscriptPage::railChanged, panels.composer, &Composer::setLanes);
    QObject::connect(&inspector, &InspectorController::chosenChanged, &page, &TranscriptPage::select);
    QObject::connect(&inspector, &InspectorController::messageRequested, &pageController, &TranscriptController::goTo);
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
    QObject::connect(&images, &ImagesController::choicesChanged, &q, &MainController::pictureChoicesChanged);
    QObject::connect(&questions, &QuestionsController::answerRefused, &page,
                     [&page](conversation::EventSeq asked) { page.refreshRows({asked}); });
    page.onCall<calls::Answer>(&questions, [this](const calls::Answer& call) {
        questions.answer(conversation::QuestionId(call.questionId.toStdString()), call.kind, call.value);
    });
    QObject::connect(&questions, &QuestionsController::answerRequested, &q, [this](const conversation::QuestionId& id) {
        if (viewed.replay() != nullptr)
            viewed.goToEndOf(id);
    });
    QObject::connect(&find, &FindController::failed, &pageController, &TranscriptController::tellReadFailed);
    QObject::connect(panels.find, &FindBar::opened, panels.goTo, &GoToBar::close); // one line at a time
    QObject::connect(panels.goTo, &GoToBar::opened, panels.find, &FindBar::close);
}

// What the middle of the window shows, and what menus and keys do.

/// Going anywhere in the conversation also brings it into view.
void MainController::Parts::connectPages()
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
    QObject::connect(panels.toolbar, &Toolbar::costRequested, &q, [this] { choosePage(SessionPage::Cost); });
    QObject::connect(panels.toolbar, &Toolbar::unarchiveRequested, &q,
                     [this] { labels.takeOutOfArchive(viewed.id()); });
    QObject::connect(panels.cost, &CostPage::messageRequested, &pageController, &TranscriptController::goTo);
    QObject::connect(panels.files, &FilesPage::messageRequested, &pageController, &TranscriptController::goTo);
    QObject::connect(&pageController, &TranscriptController::wentTo, &q, showConversation);
    QObject::connect(&viewed, &CurrentSession::sessionChanged, &q, showConversation);
    QObject::connect(panels.channels, &ChannelBar::channelChosen, &q, showConversation);
    for (const ActionId id : {ActionId::ViewFind, ActionId::ViewGoTo, ActionId::ViewComposer, ActionId::SessionPrint,
                              ActionId::SessionPrintToPdf})
        QObject::connect(&a.actions[id], &QAction::triggered, &q, showConversation);
}

void MainController::Parts::choosePage(SessionPage page)
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

void MainController::Parts::connectActions()
{
    const auto on = [this](ActionId id, const auto& call) {
        QObject::connect(&a.actions[id], &QAction::triggered, &q, call);
    };
    on(ActionId::SessionDemo, [this] { a.commands.startDemo(); });
    on(ActionId::SessionOpen, [this] { openFiles(QFileDialog::ExistingFiles); });
    on(ActionId::FolderImport, [this] { openFiles(QFileDialog::Directory); });
    on(ActionId::SessionExport, [this] { exportSession(); });
    on(ActionId::SessionContinue, [this] { continueRecording(); });
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
    new TextSizeWheel(*panels.page, a.actions, &q);
}

void MainController::Parts::showPage()
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
    showContinuation();
}

/// Nobody can be written to in a recording, but its team may go on elsewhere.
void MainController::Parts::showContinuation()
{
    const bool isImportedSession =
        viewed.live() != nullptr && viewed.live()->isImportedSession() && !viewed.isReplaying();
    const bool canGoOn =
        isImportedSession && viewed.state() && team::containsTeam(*viewed.state()) && !a.library->isReadOnly();
    a.window.setContinuationShown(canGoOn);
    a.actions.setAvailable(ActionId::SessionContinue, canGoOn);
}

void MainController::Parts::openFiles(QFileDialog::FileMode mode)
{
    auto* dialog = new QFileDialog(&a.window,
                                   mode == QFileDialog::Directory ? MainController::tr("Import a folder")
                                                                  : MainController::tr("Open or import"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(mode);
    QObject::connect(dialog, &QFileDialog::filesSelected, &q,
                     [this](const QStringList& paths) { a.commands.importFiles(paths); });
    dialog->open();
}

void MainController::Parts::exportSession()
{
    if (!viewed.state())
        return;
    a.commands.exportSession(viewed.id(), QString::fromStdString(viewed.title()));
}

void MainController::Parts::continueRecording()
{
    if (viewed.state())
        a.commands.continueRecording(viewed.id(), QString::fromStdString(viewed.title()));
}

} // namespace quarterdeck::ui
