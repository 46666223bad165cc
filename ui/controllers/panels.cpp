#include "ui/controllers/panels.h"

#include "ui/controllers/main_controller.h"
#include "ui/panels/channel_bar.h"
#include "ui/panels/composer.h"
#include "ui/panels/cost_page.h"
#include "ui/panels/files_page.h"
#include "ui/panels/find_bars.h"
#include "ui/panels/hold_bar.h"
#include "ui/panels/hold_rules_popup.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/needs_you_panel.h"
#include "ui/panels/range_bars.h"
#include "ui/panels/replay_bar.h"
#include "ui/panels/sessions_panel.h"
#include "ui/panels/team_panel.h"
#include "ui/panels/toolbar.h"
#include "ui/shell/banner_stack.h"
#include "ui/shell/continue_bar.h"
#include "ui/shell/dock.h"
#include "ui/shell/welcome_page.h"
#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/transcript/transcript_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLocale>
#include <QMenu>
#include <QToolButton>

namespace quarterdeck::ui {

Panels::Panels(const theme::ThemeController& theme, ActionRegistry& actions,
               const std::shared_ptr<session::Library>& library, NoticeBoard& notices)
    : sessions(new SessionsPanel(theme, actions))
    , toolbar(new Toolbar(theme, actions))
    , channels(new ChannelBar(theme, actions))
    , find(new FindBar(theme, actions))
    , goTo(new GoToBar(theme))
    , range(new CopyRangeBar(theme))
    , print(new PrintBar(theme))
    , hold(new HoldBar(theme, actions))
    , holdRules(new HoldRulesPopup(theme, channels))
    , banners(new BannerStack(theme, notices))
    , page(new transcript::TranscriptView(library, theme))
    , files(new FilesPage(theme))
    , cost(new CostPage(theme))
    , pageChoice(new theme::SegmentedChoice(theme))
    , composer(new Composer(theme))
    , continuation(new ContinueBar(theme, actions[ActionId::SessionContinue]))
    , firstStart(new WelcomePage(theme, actions))
    , team(new TeamPanel(theme))
    , needsYou(new NeedsYouPanel(theme))
    , inspector(new InspectorPanel(theme))
    , teamDock(new Dock(theme, QStringLiteral("teamDock"), MainController::tr("Team"), team))
    , needsYouDock(new Dock(theme, QStringLiteral("needsYouDock"), MainController::tr("Needs you"), needsYou))
    , inspectorDock(new Dock(theme, QStringLiteral("inspectorDock"), MainController::tr("Inspector"), inspector))
    , strip(new DockStrip(theme))
    , replay(new ReplayBar(theme))
    , m_copyInspector(theme::makeIconButton(theme, QStringLiteral("inspectorCopy"),
                                            MainController::tr("Copy what the inspector shows"), theme::Icon::Copy,
                                            theme::ButtonSize::Small))
    , m_isStored(!library->isReadOnly())
{
    QObject::connect(m_copyInspector, &QToolButton::clicked, inspector,
                     [shown = inspector] { QGuiApplication::clipboard()->setText(shown->textToCopy()); });
    QObject::connect(inspector, &InspectorPanel::copyWanted, inspector,
                     [](const QString& text) { QGuiApplication::clipboard()->setText(text); });
    inspectorDock->title().addTool(m_copyInspector);
    channels->addTool(
        theme::makeActionButton(theme, actions[ActionId::ViewFind], theme::Icon::Search, theme::ButtonSize::Small));
    channels->addTool(pageChoice);
    pageChoice->setChoices(
        {QStringLiteral("page.conversation"), QStringLiteral("page.files"), QStringLiteral("page.cost")},
        {MainController::tr("Conversation"), MainController::tr("Files"), MainController::tr("Cost")});
    pageChoice->setIcons({theme::Icon::MessageSquare, theme::Icon::FileText, theme::Icon::Coins});
    QObject::connect(channels, &ChannelBar::narrowChanged, pageChoice, &theme::SegmentedChoice::setNarrow);
    buildSettingsMenu(actions);
    retranslate();
}

void Panels::arrange(MainWindow& window) const
{
    WindowParts parts;
    parts.sessions = sessions;
    parts.toolbar = toolbar;
    parts.tabs = channels;
    parts.find = find;
    parts.goTo = goTo;
    parts.range = range;
    parts.print = print;
    parts.hold = hold;
    parts.banners = banners;
    parts.page = page;
    parts.others = {files, cost};
    parts.composer = composer;
    parts.continuation = continuation;
    parts.firstStart = firstStart;
    parts.team = teamDock;
    parts.needsYou = needsYouDock;
    parts.inspector = inspectorDock;
    parts.strip = strip;
    parts.replayBar = replay;
    window.setParts(parts);
}

void Panels::buildSettingsMenu(ActionRegistry& actions) const
{
    auto* menu = new QMenu(sessions);
    menu->setObjectName(QStringLiteral("menu.settings"));
    for (const ActionId id :
         {ActionId::ThemeSystem, ActionId::ThemeLight, ActionId::ThemeDark, ActionId::ThemeHighContrast})
        menu->addAction(&actions[id]);
    menu->addSeparator();
    for (const ActionId id : {ActionId::LanguageEnglish, ActionId::LanguageChinese})
        menu->addAction(&actions[id]);
    menu->addSeparator();
    for (const ActionId id : {ActionId::ViewTextLarger, ActionId::ViewTextSmaller, ActionId::ViewTextNormal})
        menu->addAction(&actions[id]);
    sessions->setSettingsMenu(menu);
}

void Panels::setStoredLate(bool isLate)
{
    m_isLate = isLate;
    sayWhereItIsStored();
}

void Panels::setRefused(bool isRefused)
{
    m_isRefused = isRefused;
    sayWhereItIsStored();
}

void Panels::sayWhereItIsStored() const
{
    if (!m_isStored || m_isRefused)
        sessions->setFoot(theme::Icon::Unplug, MainController::tr("Nothing new is stored"));
    else if (m_isLate)
        sessions->setFoot(theme::Icon::CircleAlert, MainController::tr("Waiting for the disk"));
    else
        sessions->setFoot(theme::Icon::Server, MainController::tr("Stored on this computer"));
}

void Panels::retranslate() const
{
    teamDock->setTitle(MainController::tr("Team"));
    needsYouDock->setTitle(MainController::tr("Needs you"));
    inspectorDock->setTitle(MainController::tr("Inspector"));
    pageChoice->setNames({MainController::tr("Conversation"), MainController::tr("Files"), MainController::tr("Cost")});
    pageChoice->setAccessibleName(MainController::tr("View"));
    m_copyInspector->setAccessibleName(MainController::tr("Copy what the inspector shows"));
    m_copyInspector->setToolTip(m_copyInspector->accessibleName());
    sayWhereItIsStored();
    const bool isChinese = QLocale().language() == QLocale::Chinese;
    page->setLanguage(isChinese ? QStringLiteral("zh_CN") : QStringLiteral("en"));
}

} // namespace quarterdeck::ui
