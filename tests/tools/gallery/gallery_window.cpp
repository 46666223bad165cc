#include "gallery_window.h"

#include "mock_data.h"
#include "mock_panels.h"

#include "ui/panels/channel_bar.h"
#include "ui/panels/sessions_panel.h"
#include "ui/panels/team_panel.h"
#include "ui/panels/toolbar.h"
#include "ui/present/notice_board.h"
#include "ui/shell/banner_stack.h"
#include "ui/shell/welcome_page.h"
#include "ui/theme/buttons.h"
#include "ui/theme/labels.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QVBoxLayout>

namespace quarterdeck::gallery {

using namespace ui;
using theme::Color;
using theme::TextRole;

namespace {

/// As the workspace names its docks.
QString word(const char* english) { return QCoreApplication::translate("quarterdeck::ui::MainController", english); }

/// The kinds of buttons, chips and fields side by side.
QWidget* makeSamples(const theme::ThemeController& theme)
{
    auto* page = new theme::Surface(theme, Color::BgCanvas, {});
    page->setObjectName(QStringLiteral("page"));
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(140, 40, 40, 40);
    column->setSpacing(14);
    auto* buttons = new QHBoxLayout;
    using theme::ButtonKind;
    const struct
    {
        const char* text;
        ButtonKind kind;
        theme::Icon icon;
    } kinds[] = {{"Later", ButtonKind::Normal, theme::Icon::None}, {"4×4", ButtonKind::Default, theme::Icon::None},
                 {"Fill in…", ButtonKind::Ask, theme::Icon::None}, {"Send", ButtonKind::Primary, theme::Icon::Lock},
                 {"Decline", ButtonKind::Flat, theme::Icon::None}, {"Go there", ButtonKind::Link, theme::Icon::None},
                 {"Copy", ButtonKind::Normal, theme::Icon::Copy}};
    for (const auto& kind : kinds)
        buttons->addWidget(theme::makeButton(theme, QString::fromUtf8(kind.text), QString::fromUtf8(kind.text),
                                             kind.kind, kind.icon, theme::ButtonSize::Normal, page));
    auto* off = theme::makeButton(theme, QStringLiteral("off"), QStringLiteral("Answer"), ButtonKind::Normal,
                                  theme::Icon::Send, theme::ButtonSize::Normal, page);
    off->setEnabled(false);
    buttons->addWidget(off);
    buttons->addStretch();
    column->addLayout(buttons);

    auto* chips = new QHBoxLayout;
    using Kind = theme::ChipStyle::Kind;
    for (const auto& look :
         {theme::ChipStyle{Kind::Role, QStringLiteral("Mike"), 1}, theme::ChipStyle{Kind::You, QStringLiteral("you")},
          theme::ChipStyle{Kind::Everyone, QStringLiteral("everyone")},
          theme::ChipStyle{Kind::Private, QStringLiteral("Alice"), 2, true},
          theme::ChipStyle{Kind::Unknown, QStringLiteral("Eve")}}) {
        auto* chip = new theme::ChipLabel(theme, page);
        chip->setLook(look);
        chips->addWidget(chip);
    }
    for (const double part : {0.95, 0.39, 0.05}) {
        auto* ring = new theme::RingLabel(theme, 16, page);
        ring->setRemaining(part, part < 0.1);
        chips->addWidget(ring);
    }
    chips->addStretch();
    column->addLayout(chips);
    auto* avatars = new QHBoxLayout;
    auto* person = new theme::AvatarLabel(theme, theme::Measure::Avatar, Color::BgCanvas, page);
    person->setLook({{}, 0, true}, QStringLiteral("You"));
    avatars->addWidget(person);
    for (int hue = 1; hue <= theme::roleHueCount; ++hue) {
        auto* avatar = new theme::AvatarLabel(
            theme, hue % 2 == 0 ? theme::Measure::AvatarSmall : theme::Measure::Avatar, Color::BgCanvas, page);
        avatar->setLook({QString(QChar('A' + hue)), hue}, QStringLiteral("Agent"));
        avatars->addWidget(avatar);
    }
    avatars->addStretch();
    column->addLayout(avatars);
    auto* field = new QLineEdit(page);
    field->setPlaceholderText(QStringLiteral("or answer in your own words"));
    field->setObjectName(QStringLiteral("field"));
    field->setMaximumWidth(416);
    column->addWidget(field);
    column->addStretch();
    return page;
}

Dock* makeTeam(const theme::ThemeController& theme, const Scene& scene)
{
    auto* panel = new TeamPanel(theme, nullptr, sceneNow);
    if (!scene.isFirstStart)
        panel->setTeam(team(scene.isChinese));
    auto* dock = new Dock(theme, QStringLiteral("dock.team"), word("Team"), panel);
    dock->title().setCount(scene.isFirstStart || scene.isReplay ? 0 : 5);
    dock->title().setMoment(scene.isReplay ? QStringLiteral("09:46:52") : QString());
    dock->title().setMembers(panel->memberGlyphs());
    if (scene.isTeamFolded) {
        dock->title().setFolded(true);
        panel->hide();
    }
    return dock;
}

Dock* makeNeedsYou(const theme::ThemeController& theme, const ActionRegistry& actions, const Scene& scene)
{
    auto* panel = new NeedsYouPanel(theme, nullptr, sceneNow);
    auto* dock = new Dock(theme, QStringLiteral("dock.needsYou"), word("Needs you"), panel);
    if (scene.isFirstStart)
        return dock;
    const NeedsYouState view = needsYou(scene.isChinese, scene.isReplay, scene.isCrowded);
    panel->setView(view);
    dock->title().setBadge(static_cast<int>(view.questions.size()));
    dock->title().setMoment(scene.isReplay ? QStringLiteral("09:46:52") : QString());
    auto* next = new theme::TextLabel(theme, TextRole::Meta, Color::Text3);
    next->setText(QStringLiteral("next"));
    auto* keys = new theme::KeyCapLabel(theme);
    dock->title().addTool(next);
    dock->title().addTool(keys);
    keys->setKeys(actions.shortcut(ActionId::QuestionNext));
    return dock;
}

Dock* makeInspector(const theme::ThemeController& theme, const Scene& scene)
{
    auto* panel = new InspectorPanel(theme);
    auto* dock = new Dock(theme, QStringLiteral("dock.inspector"), word("Inspector"), panel);
    if (scene.isFirstStart)
        return dock;
    const InspectorState view = inspector(scene.isChinese, scene.isReplay);
    panel->setView(view);
    dock->title().setSubtitle(view.title);
    dock->title().addTool(theme::makeIconButton(theme, QStringLiteral("copy"), QStringLiteral("Copy"),
                                                theme::Icon::Copy, theme::ButtonSize::Small));
    return dock;
}

Composer* makeComposer(const theme::ThemeController& theme, const Scene& scene)
{
    auto* composer = new Composer(theme);
    composer->setMembers(members(scene.isChinese));
    composer->setRules(composerRules(scene.isChinese));
    return composer;
}

ReplayBar* makeReplayBar(const theme::ThemeController& theme, const ActionRegistry& actions)
{
    auto* bar = new ReplayBar(theme);
    bar->setTimeline(timeline());
    bar->setKeys({{}, {}, {}, actions.shortcut(ActionId::QuestionNext), {}});
    bar->setMoment(replayMoment());
    return bar;
}

BannerStack* makeBanners(const theme::ThemeController& theme, const Scene& scene)
{
    auto* board = new NoticeBoard;
    auto* banners = new BannerStack(theme, *board);
    board->setParent(banners);
    if (!scene.hasBanners)
        return banners;
    using view::NoticeTone;
    board->post({QStringLiteral("held"),
                 NoticeTone::Held,
                 QStringLiteral("Held, not yet delivered."),
                 QStringLiteral("Rule “deploy”: from Alex, to anyone."),
                 {QStringLiteral("Let go")}});
    board->post({QStringLiteral("budget"),
                 NoticeTone::Limit,
                 QStringLiteral("The budget of $2.00 is used up."),
                 QStringLiteral("The team is paused until you raise it."),
                 {QStringLiteral("Raise…")}});
    board->post({QStringLiteral("file"),
                 NoticeTone::Danger,
                 QStringLiteral("notes.txt was not imported."),
                 QStringLiteral("It is no session of a known kind; nothing was changed."),
                 {}});
    return banners;
}

SessionsPanel* makeSessions(const theme::ThemeController& theme, const ActionRegistry& actions, const Scene& scene)
{
    auto* panel = new SessionsPanel(theme, actions, nullptr, sceneNow);
    panel->setSessions(scene.isFirstStart ? samples() : sessions(scene.isChinese));
    panel->setNeedsYou(scene.isFirstStart ? 0 : 2);
    panel->setCurrentSession(scene.isFirstStart ? QString() : QStringLiteral("2048"));
    panel->setFoot(scene.isFirstStart ? theme::Icon::Unplug : theme::Icon::Plug,
                   scene.isFirstStart ? QStringLiteral("No agent program connected")
                                      : QStringLiteral("2 programs connected"));
    panel->setSettingsMenu(new QMenu(panel));
    return panel;
}

Toolbar* makeToolbar(const theme::ThemeController& theme, ActionRegistry& actions, const Scene& scene)
{
    auto* bar = new Toolbar(theme, actions);
    if (scene.isFirstStart)
        return bar;
    view::ToolbarState state = toolbar(scene.isChinese);
    if (scene.isReplay) {
        state.isPrivate = false;
        state.canChangePrivacy = false;
        state.round = 2;
        state.rounds = 7;
        state.dollars = 0.16;
        state.replayClock = QStringLiteral("09:46:52");
    }
    bar->setState(state);
    return bar;
}

} // namespace

MainWindow* makeWindow(const theme::ThemeController& theme, ActionRegistry& actions, const Scene& scene)
{
    auto* window = new MainWindow(theme, actions);
    window->resize(scene.size);
    WindowParts parts;
    parts.sessions = makeSessions(theme, actions, scene);
    parts.toolbar = makeToolbar(theme, actions, scene);
    auto* tabs = new ChannelBar(theme, actions);
    tabs->setTabs(channels());
    tabs->setChoices({{"inbox:Bob", view::ChannelKind::Inbox, "Bob"}});
    tabs->setCurrent(QStringLiteral("everything"));
    parts.tabs = tabs;
    parts.banners = makeBanners(theme, scene);
    parts.page = makeSamples(theme);
    parts.firstStart = new WelcomePage(theme, actions);
    parts.team = makeTeam(theme, scene);
    parts.needsYou = makeNeedsYou(theme, actions, scene);
    parts.inspector = makeInspector(theme, scene);
    parts.composer = makeComposer(theme, scene);
    parts.replayBar = makeReplayBar(theme, actions);
    parts.strip = new DockStrip(theme);
    parts.strip->setNeedsYou(2);
    parts.strip->setMembers(static_cast<TeamPanel&>(parts.team->content()).memberGlyphs());
    window->setParts(parts);
    window->showPage(scene.isFirstStart ? MainWindow::Page::FirstStart : MainWindow::Page::Session);
    window->setReplayShown(scene.isReplay);
    return window;
}

} // namespace quarterdeck::gallery
