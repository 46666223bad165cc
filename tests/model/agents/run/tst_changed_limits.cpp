#include "model/agents/run/session_notes.h"
#include "tests/model/agents/support/demo_kit.h"
#include "tests/model/agents/support/model_team_kit.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QTest>
#include <algorithm>

namespace tst_changed_limits {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using team::TeamLimits;

namespace {

/// A team that never comes to an end by itself. Each of its answers costs a dollar.
struct Endless
{
    explicit Endless(const TeamLimits& limits)
    {
        kit.models->calls->models["Mike"] = [](const team::ChatRequest& request) {
            return costing(answersIn(request, "Mike") % 2 == 0
                               ? calls("publish_team_message", R"({"content": "Again", "send_to": "Bob"})")
                               : calls("end", "{}"));
        };
        kit.models->calls->models["Bob"] = [](const team::ChatRequest&) { return costing(says("Again")); };
        team::TeamDefinition team = scriptedTeam({"Mike", "Bob"});
        team.rounds = limits.rounds;
        team.budget = limits.budget;
        session = kit.start(team);
    }
    static ModelAnswer costing(ModelAnswer answer)
    {
        answer.usage.cost = 1.0;
        return answer;
    }
    [[nodiscard]] const ConversationState& state() const { return *session->state(); }
    [[nodiscard]] bool pausesFor(RunCauseKind cause)
    {
        return waitFor([&] {
            return state().runState() == RunState::Paused && state().runCause().kind == cause
                && state().openQuestions().size() == 1;
        });
    }
    void setLimits(const TeamLimits& limits) { kit.teams->setLimits(session->id(), limits); }
    [[nodiscard]] std::vector<team::LimitsChange> changes()
    {
        std::vector<team::LimitsChange> noted;
        for (const auto& published : bodiesOf<MessagePublished>(kit.kit.log(session->id())))
            if (const auto change = team::limitsChangeIn(published.message))
                noted.push_back(*change);
        return noted;
    }

    ModelTeamKit kit;
    session::Session* session = nullptr;
};

} // namespace

/// The person changes budget and rounds of a team that is at work, or that waits at a limit.
class TestChangedLimits final : public QObject
{
    Q_OBJECT
private slots:
    void moreRounds_letTheTeamGoOn();
    void largerBudget_letsTheTeamGoOn();
    void smallerLimits_holdFromThere();
    void pausedTeam_staysPaused();
    void sameLimits_changeNothing();
    void wrongBudget_changesNothing();
    void restart_keepsThem();
    void lastWish_counts();
    void change_isToldInWords_data();
    void change_isToldInWords();
};

void TestChangedLimits::moreRounds_letTheTeamGoOn()
{
    Endless run({{}, 2});
    QVERIFY(run.pausesFor(RunCauseKind::RoundsDone));
    run.setLimits({{}, 5});
    QVERIFY(waitFor([&] { return run.state().round() == 5; }));
    QVERIFY(run.pausesFor(RunCauseKind::RoundsDone));
    QCOMPARE(run.state().roundLimit(), 5);
    QVERIFY((run.changes() == std::vector<team::LimitsChange>{{{{}, 2}, {{}, 5}}}));
    QCOMPARE(run.state(), foldOf(run.kit.kit.log(run.session->id())));
}

void TestChangedLimits::largerBudget_letsTheTeamGoOn()
{
    Endless run({3.0, 0});
    QVERIFY(run.pausesFor(RunCauseKind::BudgetUsedUp));
    const double spent = run.state().totalCost();
    run.setLimits({spent, 0}); // which is used up just the same
    QVERIFY(waitFor([&] { return run.changes().size() == std::size_t(spent == 3.0 ? 0 : 1); }));
    QCOMPARE(run.state().runState(), RunState::Paused);
    run.setLimits({spent + 4.0, 0});
    QVERIFY(waitFor([&] { return run.state().totalCost() >= spent + 4.0; }));
    QVERIFY(run.pausesFor(RunCauseKind::BudgetUsedUp));
    QCOMPARE(run.state().budget(), std::optional(spent + 4.0));
    run.setLimits({});
    QVERIFY(waitFor([&] { return run.state().totalCost() >= spent + 8.0; }));
    QVERIFY(run.state().openQuestions().empty());
    run.kit.teams->command(run.session->id(), RunCommand::Stop);
    QVERIFY(waitFor([&] { return run.state().runState() == RunState::Stopped; }));
}

void TestChangedLimits::smallerLimits_holdFromThere()
{
    Endless run({{}, 1000});
    QVERIFY(waitFor([&] { return run.state().round() >= 3; }));
    run.setLimits({{}, 1}); // which is over
    QVERIFY(run.pausesFor(RunCauseKind::RoundsDone));
    QCOMPARE(run.state().round(), run.state().roundLimit());
    QVERIFY(run.state().round() >= 3);
}

/// Not by the limit, so it does not go on with it either.
void TestChangedLimits::pausedTeam_staysPaused()
{
    Endless run({{}, 0});
    QVERIFY(waitFor([&] { return run.state().round() >= 2; }));
    run.kit.kit.submit(*run.session, SetRunState{RunState::Paused, "for lunch"});
    const auto rows = [&] {
        const auto events = run.kit.kit.log(run.session->id());
        return std::ranges::count_if(events, [](const session::Event& event) {
            const auto* changed = std::get_if<RunStateChanged>(&event.body);
            return changed != nullptr && changed->state == RunState::Paused
                && changed->cause.kind != RunCauseKind::RoundsGranted;
        });
    };
    run.setLimits({9.0, 50});
    QVERIFY(waitFor([&] { return run.state().roundLimit() == 50 && run.changes().size() == 1; }));
    QCOMPARE(run.state().runState(), RunState::Paused);
    QCOMPARE(run.state().runReason(), std::string("for lunch"));
    QCOMPARE(run.state().budget(), std::optional(9.0));
    QCOMPARE(rows(), std::ptrdiff_t(1)); // of which only one is a line of the conversation
    QCOMPARE(run.state(), foldOf(run.kit.kit.log(run.session->id())));
}

void TestChangedLimits::sameLimits_changeNothing()
{
    Endless run({7.5, 2});
    QVERIFY(run.pausesFor(RunCauseKind::RoundsDone));
    const std::size_t before = run.kit.kit.log(run.session->id()).size();
    run.setLimits({7.5, 2});
    run.setLimits({7.5, 1}); // the second is over already
    run.setLimits({8.5, 2}); // so that there is an end to wait for
    QVERIFY(waitFor([&] { return run.state().budget() == 8.5 && !run.changes().empty(); }));
    QCOMPARE(run.kit.kit.log(run.session->id()).size(), before + 2); // the budget, and the note
    QCOMPARE(run.state().runState(), RunState::Paused);
}

void TestChangedLimits::wrongBudget_changesNothing()
{
    Endless run({7.5, 2});
    QVERIFY(run.pausesFor(RunCauseKind::RoundsDone));
    run.setLimits({-1.0, 9});
    run.setLimits({8.5, 2});
    QVERIFY(waitFor([&] { return run.changes().size() == 1; }));
    QVERIFY((run.changes().front() == team::LimitsChange{{7.5, 2}, {8.5, 2}}));
}

void TestChangedLimits::restart_keepsThem()
{
    Endless run({{}, 2});
    QVERIFY(run.pausesFor(RunCauseKind::RoundsDone));
    run.kit.kit.submit(*run.session, SetRunState{RunState::Paused, "for lunch"});
    run.setLimits({{}, 4});
    QVERIFY(waitFor([&] { return run.changes().size() == 1; }));
    run.session = run.kit.restart(run.session->id());
    QCOMPARE(run.state().roundLimit(), 4);
    QCOMPARE(run.state().runReason(), std::string("for lunch"));
    run.kit.teams->command(run.session->id(), RunCommand::RunOrPause);
    QVERIFY(waitFor([&] { return run.state().round() == 4; }));
    QVERIFY(run.pausesFor(RunCauseKind::RoundsDone));
}

/// The second is said while the first is being stored.
void TestChangedLimits::lastWish_counts()
{
    Endless run({30.0, 2});
    QVERIFY(run.pausesFor(RunCauseKind::RoundsDone));
    run.setLimits({50.0, 2});
    run.setLimits({40.0, 2});
    run.setLimits({30.0, 2});
    QVERIFY(waitFor([&] { return run.changes().size() == 2; }));
    QCOMPARE(run.state().budget(), std::optional(30.0));
    QVERIFY((run.changes() == std::vector<team::LimitsChange>{{{30.0, 2}, {50.0, 2}}, {{50.0, 2}, {30.0, 2}}}));
}

void TestChangedLimits::change_isToldInWords_data()
{
    QTest::addColumn<TeamLimits>("before");
    QTest::addColumn<TeamLimits>("now");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("both") << TeamLimits{2.0, 8} << TeamLimits{3.0, 12}
                          << QByteArray("You changed the limits. Budget: $2.00 → $3.00. Rounds: 8 → 12.");
    QTest::newRow("budget") << TeamLimits{{}, 8} << TeamLimits{3.0, 8}
                            << QByteArray("You changed the limits. Budget: no limit → $3.00.");
    QTest::newRow("rounds") << TeamLimits{3.0, 8} << TeamLimits{3.0, 0}
                            << QByteArray("You changed the limits. Rounds: 8 → no limit.");
}

void TestChangedLimits::change_isToldInWords()
{
    QFETCH(const TeamLimits, before);
    QFETCH(const TeamLimits, now);
    QFETCH(const QByteArray, words);
    const team::LimitsChange change{before, now};
    const Message note = team::noteOf(change);
    QCOMPARE(textOf(note), words.toStdString());
    QVERIFY(team::limitsChangeIn(note) == change);
    QVERIFY(team::isOfProgram(note));
    Message another = note;
    another.sentFrom = Address("Mike");
    QVERIFY(!team::limitsChangeIn(another));
}

} // namespace tst_changed_limits

QUARTERDECK_TEST(tst_changed_limits, TestChangedLimits)
#include "tst_changed_limits.moc"
