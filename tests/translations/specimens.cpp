#include "specimens.h"

#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/new_session_dialog.h"
#include "ui/dialogs/restore_dialog.h"
#include "ui/dialogs/session_dialog.h"
#include "ui/dialogs/team_editor_dialog.h"
#include "ui/panels/channel_bar.h"
#include "ui/panels/composer.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/needs_you_panel.h"
#include "ui/panels/replay_bar.h"
#include "ui/panels/sessions_panel.h"
#include "ui/panels/team_panel.h"
#include "ui/panels/toolbar.h"
#include "ui/present/notice_board.h"
#include "ui/shell/banner_stack.h"
#include "ui/shell/continue_bar.h"
#include "ui/shell/dock.h"
#include "ui/shell/help_windows.h"
#include "ui/shell/main_window.h"
#include "ui/shell/welcome_page.h"

#include <QDateTime>
#include <QMenu>

namespace quarterdeck::test {

using namespace ui;
using conversation::Timestamp;
using theme::StateGlyph;

namespace {

constexpr std::int64_t hourMs = 3'600'000;
constexpr Timestamp noon{12 * hourMs};

Timestamp now() { return noon; }
Timestamp ago(std::int64_t ms) { return {noon.msSinceEpoch - ms}; }

QString q(int number) { return QStringLiteral("Q%1").arg(number); }

view::SessionRows sessionRows()
{
    view::SessionRows rows{{q(1), q(1), q(11), StateGlyph::Acting, true, false, ago(0), {}, 2},
                           {q(2), q(2), q(12), StateGlyph::Done, false, false, ago(2 * hourMs)},
                           {q(3), q(3), q(13), StateGlyph::Done, false, false, ago(60 * hourMs)},
                           {q(4), q(4), q(14), StateGlyph::Recorded, false, true, ago(60 * hourMs)}};
    rows.back().length = std::chrono::minutes(9);
    return rows;
}

view::Team team()
{
    using G = StateGlyph;
    view::Team members;
    for (const G state : {G::Idle, G::Thinking, G::Acting, G::Waiting, G::Paused, G::Failed}) {
        view::TeamMember member;
        member.key = member.name = q(static_cast<int>(members.size()));
        member.state = state;
        member.since = ago(14'000);
        member.unread = 1;
        member.asksUser = state == G::Acting;
        member.tokens = 15'900;
        members.push_back(member);
    }
    return members;
}

view::ToolbarState toolbarState(view::RunState run, bool isPrivate)
{
    view::ToolbarState state;
    state.hasSession = true;
    state.title = q(1);
    state.run = run;
    state.round = 4;
    state.rounds = 12;
    state.isPrivate = isPrivate;
    state.canChangePrivacy = state.canRun = true;
    state.dollars = 0.42;
    state.budget = 3.0;
    return state;
}

QuestionCardState card(int number)
{
    QuestionCardState view;
    view.id = conversation::QuestionId(q(number).toStdString());
    view.asker = q(number);
    view.text = q(10 + number);
    view.deadline = Timestamp{QDateTime::currentMSecsSinceEpoch() + 5 * hourMs + 30 * 60'000};
    return view;
}

NeedsYouState questions()
{
    NeedsYouState view;
    view.questions = {card(1), card(2), card(3), card(4)};
    view.questions[0].options = {q(21), q(22)};
    view.questions[0].defaultOption = q(22);
    view.questions[1].formFields = 4;
    view.questions[3].isLater = true;
    OtherQuestionView other;
    other.title = other.asker = other.text = other.reason = other.program = q(6);
    other.askedAt = view.questions[0].deadline;
    other.deadline = other.askedAt;
    view.otherQuestions = {other, other};
    view.otherQuestions[1].id = conversation::QuestionId("paused");
    view.otherQuestions[1].isDeadlinePaused = view.otherQuestions[1].isUrgent = true;
    view.others = {{conversation::SessionId("other"), q(5), 2}, {conversation::SessionId("more"), q(5), 2, {}, true}};
    return view;
}

NeedsYouState pastQuestions(const QString& answer)
{
    NeedsYouState view;
    view.isReplay = true;
    view.questions = {card(1)};
    view.questions[0].pastAnswer = answer;
    return view;
}

InspectorState inspected()
{
    InspectorState view;
    view.isEmpty = false;
    view.title = q(1);
    view.rule = q(2);
    view.sentence = q(3);
    view.roles = {{{}, q(4), wording::HeardAs::Acts, q(5)}};
    view.raw = q(6);
    view.usage = {{q(7), q(8), false}};
    return view;
}

TimelineState timeline()
{
    using Kind = TimelineState::MarkKind;
    TimelineState view;
    view.start = ago(hourMs);
    view.end = noon;
    view.buckets = {{3, 1}, {0, -1}, {2, 2}};
    view.marks = {{Kind::Question, ago(hourMs / 2), {}}, {Kind::Error, ago(hourMs / 4), {}}};
    return view;
}

struct Around
{
    const theme::ThemeController& theme;
    ActionRegistry& actions;
};

/// Collects the specimens of one theme and one set of actions.
class Collector
{
public:
    Collector(const theme::ThemeController& theme, ActionRegistry& actions) : m_around{theme, actions} { }

    std::vector<Specimen> all()
    {
        addShell();
        addDialogs();
        addSessionsAndTeam();
        addToolbar();
        addComposerAndQuestions();
        addInspectorAndReplay();
        return std::move(m_specimens);
    }

private:
    template <typename Make>
    void add(const char* name, Make make)
    {
        m_specimens.push_back({QString::fromLatin1(name), [make] { return std::unique_ptr<QWidget>(make()); }});
    }

    void addShell()
    {
        add("window with its menus", [a = m_around] { return new MainWindow(a.theme, a.actions); });
        add("recording", [a = m_around] { return new ContinueBar(a.theme, a.actions[ActionId::SessionContinue]); });
        add("first start", [a = m_around] { return new WelcomePage(a.theme, a.actions); });
        add("about", [a = m_around] { return new AboutWindow(a.theme); });
        add("banners", [a = m_around] {
            auto* board = new NoticeBoard;
            auto* banners = new BannerStack(a.theme, *board);
            board->setParent(banners);
            board->post({q(1), view::NoticeTone::Danger, q(2), q(3), {q(4)}});
            return banners;
        });
        add("strip", [a = m_around] {
            auto* strip = new DockStrip(a.theme);
            strip->setNeedsYou(2);
            return strip;
        });
        for (const bool isFolded : {false, true})
            add(isFolded ? "folded dock" : "dock", [a = m_around, isFolded] {
                auto* dock = new Dock(a.theme, q(1), q(2), new QWidget);
                dock->title().setMoment(QStringLiteral("09:46:52"));
                dock->title().setFolded(isFolded);
                return dock;
            });
    }

    void addDialogs()
    {
        add("export", [a = m_around] {
            const auto formats = [] { return QList<view::ExportFormatRow>{{q(1), q(2), q(3), q(4)}}; };
            return new ExportDialog(a.theme, q(5), formats);
        });
        const auto teams = [] { return QList<view::TeamRow>{{q(1), q(2), q(3), {{q(4), q(5), true}}}}; };
        add("new session", [a = m_around, teams] {
            auto* dialog = new NewSessionDialog(a.theme, teams);
            dialog->setConnections({{q(6), q(7), {q(8)}}}, q(6), q(8));
            return dialog;
        });
        add("continued session", [a = m_around, teams] {
            auto* dialog = new NewSessionDialog(a.theme, teams);
            dialog->setConnections({{q(6), q(7), {q(8)}}}, q(6), q(8));
            dialog->setContinued(q(9), true);
            return dialog;
        });
        add("new session without a model", [a = m_around, teams] { return new NewSessionDialog(a.theme, teams); });
        add("team editor without a team", [a = m_around] {
            return new TeamEditorDialog(a.theme, [] { return std::vector<team::TeamDefinition>(); });
        });
        add("team editor", [a = m_around] {
            auto* dialog = new TeamEditorDialog(a.theme, [] { return std::vector<team::TeamDefinition>(); });
            team::TeamDefinition team;
            team.name = q(1).toStdString();
            team.parameters[q(2).toStdString()] = q(3).toStdString();
            team.roles.emplace_back().name = conversation::RoleName(q(4).toStdString());
            dialog->add(team);
            return dialog;
        });
        add("restore", [a = m_around] {
            auto* dialog = new RestoreDialog(a.theme);
            dialog->setBackups({{q(1), q(2), q(3)}});
            return dialog;
        });
        add("session's name", [a = m_around] { return new SessionDialog(a.theme); });
    }

    void addSessionsAndTeam()
    {
        const auto sessions = [a = m_around](const view::SessionRows& rows) {
            auto* panel = new SessionsPanel(a.theme, a.actions, nullptr, now);
            panel->setSessions(rows);
            panel->setNeedsYou(static_cast<int>(rows.size()));
            panel->setSettingsMenu(new QMenu(panel));
            return panel;
        };
        add("sessions", [sessions] { return sessions(sessionRows()); });
        add("no sessions", [sessions] { return sessions({}); });
        add("team", [a = m_around] {
            auto* panel = new TeamPanel(a.theme, nullptr, now);
            panel->setTeam(team());
            return panel;
        });
        add("no team", [a = m_around] { return new TeamPanel(a.theme, nullptr, now); });
    }

    void addToolbar()
    {
        using R = view::RunState;
        add("toolbar without a session", [a = m_around] { return new Toolbar(a.theme, a.actions); });
        for (const R run : {R::NotStarted, R::Running, R::WaitingForUser, R::Paused, R::Finished, R::Stopped, R::Failed,
                            R::AtRest, R::Stopping})
            add(qPrintable(QStringLiteral("toolbar %1").arg(static_cast<int>(run))), [a = m_around, run] {
                auto* bar = new Toolbar(a.theme, a.actions);
                bar->setState(toolbarState(run, run == R::Paused));
                return bar;
            });
        add("toolbar in replay", [a = m_around] {
            auto* bar = new Toolbar(a.theme, a.actions);
            view::ToolbarState state = toolbarState(R::Finished, false);
            state.replayClock = QStringLiteral("09:46:52");
            bar->setState(state);
            return bar;
        });
        add("channels", [a = m_around] {
            using view::ChannelKind;
            auto* bar = new ChannelBar(a.theme, a.actions);
            bar->setTabs({{q(1), ChannelKind::Everything, {}},
                          {q(2), ChannelKind::Public, {}},
                          {q(3), ChannelKind::Private, q(3)},
                          {q(4), ChannelKind::Inbox, q(4)}});
            bar->setChoices({{q(5), ChannelKind::Inbox, q(5)}});
            return bar;
        });
    }

    void addComposerAndQuestions()
    {
        for (const bool isPrivate : {false, true})
            add(isPrivate ? "private message" : "message", [a = m_around, isPrivate] {
                auto* composer = new Composer(a.theme);
                composer->setMembers({{q(1), q(2), {}, q(1)}});
                composer->setRules({[isPrivate](const QString&, Composer::Audience) {
                                        ComposerPreview view;
                                        view.recipients = {{theme::ChipStyle::Kind::Role, q(1), 1}};
                                        view.isPrivate = isPrivate;
                                        view.canSwitchAudience = true;
                                        view.sentence = q(3);
                                        return view;
                                    },
                                    [](const QString&, const QString&) { return std::vector<CompletionRow>(); },
                                    [](const QString&) { return qsizetype(0); }});
                QImage image(4, 3, QImage::Format_RGB32);
                image.fill(Qt::blue);
                composer->addImage({{}, q(4), QStringLiteral("image/png"), image.size(), image});
                composer->setText(q(5));
                return composer;
            });
        const auto needsYou = [a = m_around](const NeedsYouState& view) {
            auto* panel = new NeedsYouPanel(a.theme);
            panel->setView(view);
            return panel;
        };
        add("questions", [needsYou] { return needsYou(questions()); });
        add("no questions", [needsYou] { return needsYou({}); });
        add("question in replay", [needsYou] { return needsYou(pastQuestions(q(9))); });
        add("question in replay without an answer", [needsYou] { return needsYou(pastQuestions({})); });
        add("no questions in replay", [needsYou] {
            NeedsYouState view;
            view.isReplay = true;
            return needsYou(view);
        });
    }

    void addInspectorAndReplay()
    {
        add("nothing to inspect", [a = m_around] { return new InspectorPanel(a.theme); });
        using Page = InspectorPanel::Page;
        for (const Page page : {Page::Route, Page::Raw, Page::Usage, Page::WhoSawIt})
            add(qPrintable(QStringLiteral("inspector %1").arg(static_cast<int>(page))), [a = m_around, page] {
                auto* panel = new InspectorPanel(a.theme);
                panel->setView(inspected());
                panel->showPage(page);
                return panel;
            });
        for (const bool isPlaying : {false, true})
            add(isPlaying ? "replay bar that plays" : "replay bar", [a = m_around, isPlaying] {
                auto* bar = new ReplayBar(a.theme);
                bar->setTimeline(timeline());
                bar->setMoment({ago(hourMs / 3), 12, 88, isPlaying, 20.0, true});
                return bar;
            });
    }

    const Around m_around;
    std::vector<Specimen> m_specimens;
};

} // namespace

std::vector<Specimen> specimens(const theme::ThemeController& theme, ActionRegistry& actions)
{
    return Collector(theme, actions).all();
}

} // namespace quarterdeck::test
