#include "ui/workspace/workspace.h"

#include "session/receiver.h"
#include "ui/client/hub_client.h"
#include "ui/composer/composer.h"
#include "ui/images/image_viewer.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/questions/needs_you_panel.h"
#include "ui/replay/replay_bar.h"
#include "ui/sessions/sessions_panel.h"
#include "ui/shell/banner_stack.h"
#include "ui/shell/dock.h"
#include "ui/shell/dock_strip.h"
#include "ui/shell/first_start.h"
#include "ui/team/team_panel.h"
#include "ui/theme/buttons.h"
#include "ui/toolbar/channel_bar.h"
#include "ui/toolbar/toolbar.h"
#include "ui/transcript/transcript_view.h"
#include "ui/wording/quantities.h"
#include "ui/workspace/viewed_session.h"
#include "workspace/composer_controller.h"
#include "workspace/inspector_controller.h"
#include "workspace/notifier.h"
#include "workspace/questions_controller.h"
#include "workspace/replay_controller.h"
#include "workspace/sessions_controller.h"
#include "workspace/team_controller.h"
#include "workspace/transcript_controller.h"

#include <QClipboard>
#include <QEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLocale>
#include <QLoggingCategory>
#include <QMenu>
#include <QToolButton>

namespace quarterdeck::ui {

namespace {
Q_LOGGING_CATEGORY(logWorkspace, "quarterdeck.ui.workspace")
}

/// Widgets first, controllers after them; the window owns the widgets.
class Workspace::Parts
{
public:
    Parts(Workspace& workspace, const Surroundings& around);

    void arrange();
    void connectPanels();
    void connectQuestions();
    void connectTranscript();
    void connectActions();
    void connectImages();
    void openImages(conversation::EventSeq seq, int index);
    void showDockTitles(int here, int everywhere);
    void buildSettingsMenu();
    void retranslate();
    void showPage();
    void openFiles();
    void exportSession();

    Workspace& q;
    Surroundings a;
    HubClient hub;
    ViewedSession viewed;

    SessionsPanel* sessions;
    Toolbar* toolbar;
    ChannelBar* channels;
    BannerStack* banners;
    transcript::TranscriptView* page;
    Composer* composer;
    FirstStart* firstStart;
    TeamPanel* team;
    NeedsYouPanel* needsYou;
    InspectorPanel* inspector;
    Dock* teamDock;
    Dock* needsYouDock;
    Dock* inspectorDock;
    DockStrip* strip;
    ReplayBar* replay;
    QToolButton* copyInspector = nullptr;

    SessionsController sessionsController;
    TeamController teamController;
    ComposerController composerController;
    QuestionsController questionsController;
    InspectorController inspectorController;
    ReplayController replayController;
    TranscriptController transcriptController;
    Notifier notifier;
    session::Receiver receiver{&q};
    ImageViewer viewer;
};

Workspace::Parts::Parts(Workspace& workspace, const Surroundings& around)
    : q(workspace)
    , a(around)
    , hub(a.hub)
    , viewed(a.library, a.engine)
    , sessions(new SessionsPanel(a.theme, a.actions))
    , toolbar(new Toolbar(a.theme, a.actions))
    , channels(new ChannelBar(a.theme, a.actions))
    , banners(new BannerStack(a.theme))
    , page(new transcript::TranscriptView(a.library, a.theme))
    , composer(new Composer(a.theme))
    , firstStart(new FirstStart(a.theme, a.actions))
    , team(new TeamPanel(a.theme))
    , needsYou(new NeedsYouPanel(a.theme))
    , inspector(new InspectorPanel(a.theme))
    , teamDock(new Dock(a.theme, QStringLiteral("teamDock"), Workspace::tr("Team"), team))
    , needsYouDock(new Dock(a.theme, QStringLiteral("needsYouDock"), Workspace::tr("Needs you"), needsYou))
    , inspectorDock(new Dock(a.theme, QStringLiteral("inspectorDock"), Workspace::tr("Inspector"), inspector))
    , strip(new DockStrip(a.theme))
    , replay(new ReplayBar(a.theme))
    , sessionsController(*sessions, hub, viewed, a.commands)
    , teamController({*team, *teamDock, *strip, *toolbar, a.actions}, viewed, a.commands)
    , composerController(*composer, viewed)
    , questionsController(*needsYou, viewed, hub)
    , inspectorController(*inspector, *inspectorDock, viewed)
    , replayController(*replay, viewed, a.actions)
    , transcriptController(*page, *channels, viewed)
    , notifier(hub, a.window)
    , viewer(a.theme,
             {[this](const QString& key, std::function<void(conversation::Result<QByteArray>)> done) {
                  using Bytes = session::Result<std::string>;
                  a.library->readAttachment(conversation::AttachmentHash(key.toStdString()),
                                            receiver.on<Bytes>([done = std::move(done)](Bytes bytes) {
                                                if (bytes)
                                                    done(QByteArray::fromStdString(*bytes));
                                                else
                                                    done(tl::make_unexpected(bytes.error()));
                                            }));
              },
              {}},
             &a.window)
{
    arrange();
    buildSettingsMenu();
    retranslate();
    a.window.installEventFilter(&q);
    connectPanels();
    connectQuestions();
    connectTranscript();
    connectActions();
    connectImages();
    showPage();
}

void Workspace::Parts::arrange()
{
    copyInspector =
        theme::makeIconButton(a.theme, QStringLiteral("inspectorCopy"), Workspace::tr("Copy what the inspector shows"),
                              theme::Icon::Copy, theme::ButtonSize::Small);
    QObject::connect(copyInspector, &QToolButton::clicked, inspector,
                     [this] { QGuiApplication::clipboard()->setText(inspector->textToCopy()); });
    inspectorDock->title().addTool(copyInspector);
    firstStart->setWayShown(FirstStart::Way::Model, false);
    firstStart->setWayShown(FirstStart::Way::Program, false);
    WindowParts parts;
    parts.sessions = sessions;
    parts.toolbar = toolbar;
    parts.tabs = channels;
    parts.banners = banners;
    parts.page = page;
    parts.composer = composer;
    parts.firstStart = firstStart;
    parts.team = teamDock;
    parts.needsYou = needsYouDock;
    parts.inspector = inspectorDock;
    parts.strip = strip;
    parts.replayBar = replay;
    a.window.setParts(parts);
}

void Workspace::Parts::buildSettingsMenu()
{
    auto* menu = new QMenu(sessions);
    for (const ActionId id : {ActionId::ThemeSystem, ActionId::ThemeLight, ActionId::ThemeDark})
        menu->addAction(&a.actions[id]);
    menu->addSeparator();
    for (const ActionId id : {ActionId::LanguageEnglish, ActionId::LanguageChinese})
        menu->addAction(&a.actions[id]);
    menu->addSeparator();
    for (const ActionId id : {ActionId::ViewTextLarger, ActionId::ViewTextSmaller, ActionId::ViewTextNormal})
        menu->addAction(&a.actions[id]);
    sessions->setSettingsMenu(menu);
}

/// What this class said itself; the widgets follow the language on their own.
void Workspace::Parts::retranslate()
{
    teamDock->setTitle(Workspace::tr("Team"));
    needsYouDock->setTitle(Workspace::tr("Needs you"));
    inspectorDock->setTitle(Workspace::tr("Inspector"));
    copyInspector->setAccessibleName(Workspace::tr("Copy what the inspector shows"));
    copyInspector->setToolTip(copyInspector->accessibleName());
    sessions->setFoot(theme::Icon::Server, Workspace::tr("Stored on this computer"));
    const bool isChinese = QLocale().language() == QLocale::Chinese;
    page->setLanguage(isChinese ? QStringLiteral("zh_CN") : QStringLiteral("en"));
    emit viewed.stateChanged(); // rows and panels are written in words
    emit hub.sessionsChanged();
}

void Workspace::Parts::connectPanels()
{
    const auto notice = [this](const view::Notice& raised) { q.showNotice(raised); };
    QObject::connect(&composerController, &ComposerController::noticeRaised, &q, notice);
    QObject::connect(&composerController, &ComposerController::noticeDismissed, banners, &BannerStack::dismiss);
    QObject::connect(&questionsController, &QuestionsController::noticeRaised, &q, notice);
    QObject::connect(&sessionsController, &SessionsController::noticeRaised, &q, notice);
    QObject::connect(&transcriptController, &TranscriptController::noticeRaised, &q, notice);
    const auto failure = [this](const session::Error& error) {
        q.showNotice({QStringLiteral("library"),
                      view::NoticeTone::Danger,
                      QString::fromStdString(error.sentence),
                      Workspace::tr("What is shown is stored; the last change is not."),
                      {}});
    };
    QObject::connect(&viewed, &ViewedSession::failed, &q, failure);
    QObject::connect(&hub, &HubClient::failed, &q, failure);
    QObject::connect(&viewed, &ViewedSession::sessionChanged, &q, [this] {
        showPage();
        emit q.sessionShown(viewed.id());
    });
    QObject::connect(&hub, &HubClient::sessionsChanged, &q,
                     [this] { emit q.sessionsListed(static_cast<int>(hub.sessions().size())); });
    QObject::connect(&viewed, &ViewedSession::replayToggled, &a.window, &MainWindow::setReplayShown);
    QObject::connect(&a.window, &MainWindow::filesDropped, &q,
                     [this](const QStringList& paths) { a.commands.importFiles(paths); });
    QObject::connect(team, &TeamPanel::directChatRequested, &q,
                     [this](const QString& role) { composer->address(role, conversation::Audience::OnlyNamed); });
    QObject::connect(team, &TeamPanel::inboxRequested, &q, [this](const QString& role) {
        transcriptController.openInbox(conversation::RoleName(role.toStdString()));
    });
    QObject::connect(&notifier, &Notifier::sessionChosen, &q, [this](const conversation::SessionId& id) {
        a.window.raise();
        a.window.activateWindow();
        sessionsController.open(id);
    });
}

void Workspace::Parts::connectQuestions()
{
    QObject::connect(&questionsController, &QuestionsController::waitingChanged, &q,
                     [this](int here, int everywhere) { showDockTitles(here, everywhere); });
    QObject::connect(&questionsController, &QuestionsController::sessionChosen, &sessionsController,
                     &SessionsController::open);
    QObject::connect(
        &questionsController, &QuestionsController::questionShown, &q,
        [this](const conversation::QuestionId&, conversation::EventSeq asked) { transcriptController.goTo(asked); });
    const auto next = [this] {
        a.window.showDock(DockId::NeedsYou);
        questionsController.goToNext();
    };
    QObject::connect(sessions, &SessionsPanel::needsYouChosen, &q, next);
    QObject::connect(&a.actions[ActionId::QuestionNext], &QAction::triggered, &q, next);
}

void Workspace::Parts::showDockTitles(int here, int everywhere)
{
    const auto moment = viewed.replayMoment();
    const QString clock = moment ? wording::clockTimeWithSeconds(moment->time) : QString();
    if (here > 0)
        emit q.questionShown();
    needsYouDock->title().setBadge(here);
    needsYouDock->title().setMoment(clock);
    inspectorDock->title().setMoment({});
    sessions->setNeedsYou(everywhere);
    strip->setNeedsYou(everywhere);
}

void Workspace::Parts::connectTranscript()
{
    using transcript::TranscriptView;
    QObject::connect(page, &TranscriptView::rowChosen, &inspectorController, &InspectorController::choose);
    QObject::connect(&transcriptController, &TranscriptController::rawRequested, &q,
                     [this](conversation::EventSeq seq) {
                         a.window.showDock(DockId::Inspector);
                         inspectorController.showRaw(seq);
                     });
    QObject::connect(&inspectorController, &InspectorController::chosenChanged, page, &TranscriptView::select);
    QObject::connect(&transcriptController, &TranscriptController::replyRequested, &q,
                     [this](const QString& role) { composer->address(role, conversation::Audience::ByDefault); });
    QObject::connect(page, &TranscriptView::questionAnswered, &questionsController, &QuestionsController::answer);
    QObject::connect(&questionsController, &QuestionsController::answerWanted, &q,
                     [this](const conversation::QuestionId& id) {
                         if (viewed.replay() != nullptr)
                             viewed.goToEndOf(id);
                     });
    QObject::connect(banners, &BannerStack::buttonClicked, &q, [this](const QString& id) {
        banners->dismiss(id);
        if (id == QStringLiteral("link"))
            transcriptController.openAskedLink();
        else if (id == QStringLiteral("page"))
            page->reload();
        else
            emit q.noticeButtonClicked(id);
    });
}

void Workspace::Parts::connectImages()
{
    QObject::connect(&transcriptController, &TranscriptController::imageRequested, &q,
                     [this](conversation::EventSeq seq, int index) { openImages(seq, index); });
    QObject::connect(page, &transcript::TranscriptView::imageClicked, &transcriptController,
                     &TranscriptController::imageRequested);
    QObject::connect(&viewer, &ImageViewer::failed, &q, [this](const QString& sentence) {
        q.showNotice({QStringLiteral("image"), view::NoticeTone::Danger, sentence, {}, {}});
    });
}

void Workspace::Parts::openImages(conversation::EventSeq seq, int index)
{
    using Events = session::Result<std::vector<session::Event>>;
    a.library->readEvents(viewed.id(), {seq.value - 1}, 1, receiver.on<Events>([this, index](Events events) {
        if (!events || events->empty())
            return;
        const auto* published = std::get_if<conversation::MessagePublished>(&events->front().body);
        if (published == nullptr)
            return;
        std::vector<ViewerImage> images;
        for (const conversation::ContentBlock& block : published->message.content)
            if (const auto* media = std::get_if<conversation::MediaBlock>(&block))
                if (media->kind == conversation::MediaKind::Image)
                    images.push_back(
                        {QString::fromStdString(media->source.hash.str()), QString::fromStdString(media->source.name)});
        if (index < static_cast<int>(images.size()))
            viewer.open(std::move(images), index);
    }));
}

void Workspace::Parts::connectActions()
{
    const auto on = [this](ActionId id, const auto& call) {
        QObject::connect(&a.actions[id], &QAction::triggered, &q, call);
    };
    on(ActionId::SessionDemo, [this] { a.commands.startDemo(); });
    on(ActionId::SessionOpen, [this] { openFiles(); });
    on(ActionId::SessionExport, [this] { exportSession(); });
    on(ActionId::ViewComposer, [this] { composer->focusText(); });
    on(ActionId::HelpLog, [this] { a.commands.showLog(); });
    on(ActionId::HelpDiagnostics, [this] { QGuiApplication::clipboard()->setText(a.commands.diagnostics()); });
    on(ActionId::LanguageEnglish, [this] { a.commands.setLanguage(QStringLiteral("en")); });
    on(ActionId::LanguageChinese, [this] { a.commands.setLanguage(QStringLiteral("zh_CN")); });
    on(ActionId::ThemeSystem, [this] { a.theme.setChoice(theme::ThemeChoice::System); });
    on(ActionId::ThemeLight, [this] { a.theme.setChoice(theme::ThemeChoice::Light); });
    on(ActionId::ThemeDark, [this] { a.theme.setChoice(theme::ThemeChoice::Dark); });
    constexpr double step = 0.1;
    on(ActionId::ViewTextLarger, [this] { a.theme.setTextScale(a.theme.textScale() + step); });
    on(ActionId::ViewTextSmaller, [this] { a.theme.setTextScale(a.theme.textScale() - step); });
    on(ActionId::ViewTextNormal, [this] { a.theme.setTextScale(1.0); });
}

void Workspace::Parts::showPage()
{
    a.window.showPage(viewed.isEmpty() ? MainWindow::Page::FirstStart : MainWindow::Page::Session);
    a.actions.setAvailable(ActionId::SessionExport, !viewed.isEmpty());
    composer->setVisible(!viewed.isEmpty() && viewed.live()->state()->kind() != conversation::SessionKind::Imported);
}

void Workspace::Parts::openFiles()
{
    auto* dialog = new QFileDialog(&a.window, Workspace::tr("Open or import"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    QObject::connect(dialog, &QFileDialog::filesSelected, &q,
                     [this](const QStringList& paths) { a.commands.importFiles(paths); });
    dialog->open();
}

void Workspace::Parts::exportSession()
{
    auto* dialog = new QFileDialog(&a.window, Workspace::tr("Export as JSON lines"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("jsonl"));
    dialog->setNameFilter(Workspace::tr("JSON lines (*.jsonl)"));
    QObject::connect(dialog, &QFileDialog::fileSelected, &q,
                     [this, id = viewed.id()](const QString& path) { a.commands.exportSession(id, path); });
    dialog->open();
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

void Workspace::openSession(const conversation::SessionId& id) { m_parts->sessionsController.openWhenListed(id); }

void Workspace::showNotice(const view::Notice& notice)
{
    qCDebug(logWorkspace).noquote() << notice.id << notice.what;
    m_parts->banners->show(notice);
}

void Workspace::whenPainted(std::function<void()> call)
{
    if (m_parts->viewed.isEmpty())
        QMetaObject::invokeMethod(this, std::move(call), Qt::QueuedConnection);
    else
        m_parts->page->whenPainted([call = std::move(call)](bool) { call(); });
}

} // namespace quarterdeck::ui
