#include "desk.h"
#include "tests/support/widgets_test.h"
#include "ui/controllers/team_controller.h"
#include "ui/theme/labels.h"

#include <QTest>
#include <algorithm>

namespace tst_team_controller {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using test::waitFor;
using ui::ActionId;

namespace {

class NoCommands final : public ui::AppCommands
{
public:
    void startDemo() override { }
    void steer(const SessionId&, conversation::RunCommand what) override { steered.push_back(what); }
    void chooseConnection(const SessionId&, const QString&, const QString&) override { }
    void setLimits(const SessionId&, const team::TeamLimits& given) override { limits.push_back(given); }
    void wake(const SessionId&) override { }
    void retry(const SessionId&, const RoleName&) override { }
    void continueRecording(const SessionId&, const QString&) override { }
    void importFiles(const QStringList&) override { }
    void exportSession(const SessionId&, const QString&) override { }
    void openArtifact(const ui::ArtifactRef&) override { }
    void showArtifact(const ui::ArtifactRef&) override { }
    void setLanguage(const QString&) override { }
    void showLog() override { }
    [[nodiscard]] QString diagnostics() const override { return {}; }

    std::vector<conversation::RunCommand> steered;
    std::vector<team::TeamLimits> limits;
};

/// The toolbar on a desk with a session.
struct Steered : test::Desk
{
    void set(RunState state) { kit.submit(session, SetRunState{state, {}, {}}); }
    void setBob(RoleActivity activity)
    {
        SetRoleActivity change;
        change.role = RoleName("Bob");
        change.activity = activity;
        change.hasWork = activity == RoleActivity::Thinking;
        kit.submit(session, change);
    }
    /// What the toolbar says, and which commands there are: "pause", "step", "stop".
    [[nodiscard]] QString shown() const
    {
        QStringList all{toolbar.findChild<ui::theme::TextLabel*>(QStringLiteral("toolbar.run"))->text()};
        for (const auto& [id, word] : {std::pair{ActionId::RunPause, "pause"}, std::pair{ActionId::RunStep, "step"},
                                       std::pair{ActionId::RunStop, "stop"}})
            if (actions[id].isEnabled())
                all << QString::fromLatin1(word);
        return all.join(u' ');
    }
    [[nodiscard]] bool comesToShow(const char* what) const
    {
        const bool isShown = waitFor([&] { return shown() == QLatin1String(what); });
        if (!isShown)
            qWarning() << shown() << "and not" << what;
        return isShown;
    }

    session::Session* session = kit.create("first");
    NoCommands commands;
    mutable ui::ActionRegistry actions{theme};
    ui::Toolbar toolbar{theme, actions};
    ui::TeamPanel* panel = new ui::TeamPanel(theme);
    ui::Dock dock{theme, QStringLiteral("team"), QStringLiteral("Team"), panel};
    ui::DockStrip strip{theme};
    ui::TeamController controller{{*panel, dock, strip, toolbar, actions}, viewed, commands};
};

} // namespace

/// The toolbar's words and commands, as a run ends.
class TestTeamController final : public QObject
{
    Q_OBJECT

private slots:
    void stop_isSeenInThreeSteps();
    void failure_isTriedAgainByTheKeyThatRuns();
    void limits_canBeSetWhileTheTeamIsThere();
    void heldTeam_isNotSaidToRun();
};

/// Its log ends in the middle of its work, and nobody works before the person says so.
void TestTeamController::heldTeam_isNotSaidToRun()
{
    Steered s;
    s.set(RunState::Running);
    s.setBob(RoleActivity::Thinking);
    QVERIFY(s.show(s.session->id()));
    QVERIFY(s.comesToShow("Running pause step stop"));
    s.viewed.setHeld(true);
    QVERIFY(s.comesToShow("Paused pause step stop"));
    QCOMPARE(s.toolbar.state().reason, QStringLiteral("waiting for you to let it continue"));
    const auto isThinking = [&] {
        return std::ranges::any_of(s.panel->memberGlyphs(),
                                   [](const auto& member) { return member.state == ui::theme::StateGlyph::Thinking; });
    };
    QVERIFY(!isThinking());
    s.viewed.setHeld(false);
    QVERIFY(s.comesToShow("Running pause step stop"));
    QVERIFY(isThinking());
    s.set(RunState::Stopped); // and what has ended does not read as if it waited
    QVERIFY(s.comesToShow("Stopped pause step"));
    s.viewed.setHeld(true);
    QVERIFY(s.comesToShow("Stopped pause step"));
}

void TestTeamController::stop_isSeenInThreeSteps()
{
    Steered s;
    QVERIFY(s.show(s.session->id()));
    s.set(RunState::Running);
    s.setBob(RoleActivity::Thinking);
    QVERIFY(s.comesToShow("Running pause step stop"));
    s.set(RunState::StopRequested);
    QVERIFY(s.comesToShow("Stopping"));
    s.setBob(RoleActivity::Idle);
    s.set(RunState::Stopped);
    QVERIFY(s.comesToShow("Stopped pause step"));
}

void TestTeamController::failure_isTriedAgainByTheKeyThatRuns()
{
    Steered s;
    QVERIFY(s.show(s.session->id()));
    s.set(RunState::Running);
    s.setBob(RoleActivity::Thinking);
    QVERIFY(s.comesToShow("Running pause step stop"));
    s.actions[ActionId::RunPause].trigger();
    s.kit.submit(s.session, SetRunState{RunState::Paused, "No such file", {RunCauseKind::MailUnreadable}});
    QVERIFY(s.comesToShow("Failed pause step stop"));
    s.actions[ActionId::RunPause].trigger();
    QVERIFY(s.commands.steered
            == (std::vector{conversation::RunCommand::RunOrPause, conversation::RunCommand::Resume}));
}

void TestTeamController::limits_canBeSetWhileTheTeamIsThere()
{
    Steered s;
    QVERIFY(s.show(s.session->id()));
    QVERIFY(!s.toolbar.state().canSetLimits); // it has not begun
    s.set(RunState::Running);
    QVERIFY(waitFor([&] { return s.toolbar.state().canSetLimits; }));
    emit s.toolbar.limitsChosen(5.0, 20);
    QVERIFY((s.commands.limits == std::vector<team::TeamLimits>{{5.0, 20}}));
}

} // namespace tst_team_controller

QUARTERDECK_WIDGETS_TEST(tst_team_controller, TestTeamController)
#include "tst_team_controller.moc"
