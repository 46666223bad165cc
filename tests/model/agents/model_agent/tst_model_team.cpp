#include "model/agents/model_agent/memory.h"
#include "model/session/held_messages.h"
#include "tests/model/agents/support/demo_kit.h"
#include "tests/model/agents/support/model_team_kit.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QFile>
#include <QFloat16>
#include <QIODevice>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace tst_model_team {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;

/// Whole runs of teams on scripted models: to their end, cut off anywhere, stopped, and with many at once.
class TestModelTeam final : public QObject
{
    Q_OBJECT
private slots:
    void fiveRolesComeToTheirEnd();
    void theSameScriptGivesTheSameLog();
    void goesOnFromEveryEvent();
    void goesOnInAnotherProcess();
    void stopInTheMiddleOfAStream();
    void fiftyRolesAtOnce();
    void aHeldWordKeepsTheRunOpen();
    void aDropAfterTheEndWakesNobody();
    void plannedRoundsAreKept();
    void aTeamWithoutConnectionsSaysSo();
    void aLogWithABrokenTeamIsSaid();
};

namespace {

/// A plan, two tasks, a private talk and a question. What the leader does comes from what it knows, so that news may
/// come one by one or together.
ModelAnswer leads(const team::ChatRequest& request)
{
    const std::string prompt = promptText(request);
    if (!contains(prompt, "calls append_task"))
        return together(
            {calls("append_task", R"({"task_id": "1", "dependent_task_ids": [], "instruction": "Say what is wanted",
                "assignee": "Alice"})"),
             calls("append_task", R"({"task_id": "2", "dependent_task_ids": ["1"], "instruction": "Design it",
                "assignee": "Bob"})"),
             calls("publish_team_message", R"({"content": "Say what is wanted.", "send_to": "Alice"})")});
    if (contains(prompt, "A game with tiles.") && !contains(prompt, "calls finish_current_task"))
        return together({calls("finish_current_task", "{}"),
                         calls("publish_team_message", R"({"content": "Design it.", "send_to": "Bob"})"),
                         calls("publish_team_message", R"({"content": "Look at it, too.", "send_to": "David"})")});
    if (!contains(prompt, "One file, one class.") || !contains(prompt, "It looks fine."))
        return calls("end", "{}");
    if (!contains(prompt, "[x] 2"))
        return calls("finish_current_task", "{}");
    return contains(prompt, "ask_human gave") ? calls("end", R"({"summary": "Shipped."})")
                                              : calls("ask_human", R"({"question": "Ship it?"})");
}

void playSmallCompany(ScriptedModels& models)
{
    models.calls->models["Mike"] = leads;
    models.play("Alice", {says("A game with tiles.")});
    models.play("Bob", {calls("reply_to_human", R"({"content": "I begin."})"), says("One file, one class.")});
    models.play("Alex", {says("I have time.")});
    models.play("David", {calls("end", R"({"summary": "It looks fine."})")});
}

team::TeamDefinition smallCompany() { return scriptedTeam({"Mike", "Alice", "Bob", "Alex", "David"}); }

bool hasShipped(const session::Session* session, const team::Teams& teams)
{
    return session->state()->openQuestions().empty() && isQuiet(session, teams)
        && session->state()->role(RoleName("Mike"))->activity == RoleActivity::Idle
        && session->state()->runState() == RunState::Finished;
}

std::vector<std::string> sorted(std::vector<std::string> lines)
{
    std::ranges::sort(lines);
    return lines;
}

/// Runs it, with a word in private to Alex, to the end.
session::Session* playToTheEnd(ModelTeamKit& kit)
{
    playSmallCompany(*kit.models);
    session::Session* session = kit.start(smallCompany(), "Build a game");
    kit.kit.tell(*session, "Alex", "Are you busy?", true);
    const Person person(*session);
    return waitFor([&] { return hasShipped(session, *kit.teams); }) ? session : nullptr;
}

const std::vector<std::string> whatIsSaid = {"User > Mike: Build a game",
                                             "Mike > Alice: Say what is wanted.",
                                             "User > Alex: Are you busy? (private)",
                                             "Alex > <human>: I have time. (private)",
                                             "Alice > Mike: A game with tiles.",
                                             "Mike > Bob: Design it.",
                                             "Mike > David: Look at it, too.",
                                             "Bob > <human>: I begin.",
                                             "Bob > Mike: One file, one class.",
                                             "David > Mike: It looks fine."};

} // namespace

void TestModelTeam::fiveRolesComeToTheirEnd()
{
    ModelTeamKit kit;
    session::Session* session = playToTheEnd(kit);
    QVERIFY(session != nullptr);
    const auto log = kit.kit.log(session->id());
    QCOMPARE(QString::fromStdString(joinedLines(sorted(spokenIn(log)))),
             QString::fromStdString(joinedLines(sorted(whatIsSaid))));
    const std::string steps = joinedLines(stepsOfAgents(log));
    QVERIFY(contains(steps,
                     "Mike: finish_current_task gave: [x] 1: Say what is wanted (Alice)\n[x] 2: Design it (Bob) "
                     "after 1\n"));
    QCOMPARE(bodiesOf<QuestionAsked>(log).size(), std::size_t(1));
    QCOMPARE(*session->state(), foldOf(log));
    for (const RoleState& role : session->state()->roles())
        QCOMPARE(role.unread(), 0);
}

void TestModelTeam::theSameScriptGivesTheSameLog()
{
    const auto play = [] {
        ModelTeamKit kit;
        kit.models->play("Mike",
                         {calls("publish_team_message", R"({"content": "Count.", "send_to": "Alice"})"),
                          calls("end", "{}"), calls("ask_human", R"({"question": "Enough?"})"), says("Three it is.")});
        kit.models->play("Alice", {says("One, two, three.")});
        session::Session* session = kit.start(scriptedTeam({"Mike", "Alice"}), "How many?");
        const Person person(*session);
        (void)waitFor([&] {
            return isQuiet(session, *kit.teams) && kit.models->calls->requests.size() == 5
                && !kit.runner(session).isActing();
        });
        return transcriptOf(kit.kit.log(session->id()));
    };
    const QString first = QString::fromStdString(play());
    QCOMPARE(QString::fromStdString(play()), first);
    QFile golden(QFINDTESTDATA("../../../data/teams/two_roles.txt"));
    QVERIFY(golden.open(QIODevice::ReadOnly));
    QCOMPARE(first, QString::fromUtf8(golden.readAll()));
}

void TestModelTeam::goesOnFromEveryEvent()
{
    SessionId id;
    std::vector<Event> whole;
    {
        ModelTeamKit kit;
        session::Session* session = playToTheEnd(kit);
        QVERIFY(session != nullptr);
        id = session->id();
        whole = kit.kit.log(id);
    }
    // From the first word on: before, the person has not spoken to Alex.
    const auto hasAll = [](const std::vector<Event>& log, std::size_t length) {
        return spokenIn({log.begin(), log.begin() + static_cast<std::ptrdiff_t>(length)}).size() >= 2
            && joinedLines(spokenIn({log.begin(), log.begin() + static_cast<std::ptrdiff_t>(length)})).find("busy")
            != std::string::npos;
    };
    std::size_t length = 1;
    while (!hasAll(whole, length))
        ++length;
    for (; length <= whole.size(); ++length) {
        const std::string place = "cut after event " + std::to_string(length);
        ModelTeamKit kit;
        playSmallCompany(*kit.models);
        storeCut(kit.kit, id, whole, length, SessionKind::Team);
        session::Session* session = kit.kit.open(id);
        QVERIFY(session != nullptr);
        const Person person(*session);
        QVERIFY2(waitFor([&] { return hasShipped(session, *kit.teams); }),
                 (place + "\n" + transcriptOf(kit.kit.log(id))).c_str());
        const auto log = kit.kit.log(id);
        QVERIFY2(sorted(spokenIn(log)) == sorted(whatIsSaid), (place + "\n" + joinedLines(spokenIn(log))).c_str());
        QVERIFY2(bodiesOf<QuestionAsked>(log).size() == 1, place.c_str());
        std::set<std::string> ids;
        for (const MessagePublished& one : bodiesOf<MessagePublished>(log))
            QVERIFY2(ids.insert(one.message.id.str()).second, place.c_str());
        QVERIFY2(*session->state() == foldOf(log), place.c_str());
    }
}

void TestModelTeam::goesOnInAnotherProcess()
{
    ModelTeamKit kit(EngineKit::Where::File);
    playSmallCompany(*kit.models);
    session::Session* session = kit.start(smallCompany(), "Build a game");
    const SessionId id = session->id();
    QVERIFY(waitFor([&] { return session->state()->messageCount() > 6; })); // in its middle: it will ask
    kit.teams.reset();
    kit.kit.reopen();
    kit.teams = std::make_unique<team::Teams>(kit.kit.hub(), 0, nullptr, kit.models);
    session = kit.kit.open(id);
    kit.kit.tell(*session, "Alex", "Are you busy?", true);
    const Person person(*session);
    QVERIFY(waitFor([&] { return hasShipped(session, *kit.teams); }));
    QVERIFY(sorted(spokenIn(kit.kit.log(id))) == sorted(whatIsSaid));
}

void TestModelTeam::stopInTheMiddleOfAStream()
{
    ModelTeamKit kit;
    bool hangs = true;
    kit.models->calls->models["Mike"] = [&](const team::ChatRequest&) {
        ModelAnswer answer = says("A word that takes long");
        answer.hangs = hangs;
        return answer;
    };
    session::Session* session = kit.start(scriptedTeam({"Mike"}), "");
    std::vector<session::StreamingMessage> drafts;
    connect(session, &session::Session::streamingMessageChanged, this,
            [&](const session::StreamingMessage& draft) { drafts.push_back(draft); });
    kit.kit.tell(*session, "", "Go");
    QVERIFY(waitFor([&] { return !drafts.empty(); }));
    kit.runner(session).stop();
    QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Stopped; }));
    QCOMPARE(kit.models->calls->running, 0);
    QVERIFY(drafts.back().isDone);
    QCOMPARE(spokenIn(kit.kit.log(session->id())).size(), std::size_t(1));
    // What was read of it stays, before the end of the run, marked as incomplete.
    const auto stopped = [&] {
        std::vector<Message> all;
        for (const MessagePublished& one : bodiesOf<MessagePublished>(kit.kit.log(session->id())))
            if (team::answerNoteOf(one.message).isStopped)
                all.push_back(one.message);
        return all;
    };
    QCOMPARE(stopped().size(), std::size_t(1));
    QCOMPARE(stopped().front().id.str(), drafts.front().id);
    QVERIFY(textOf(stopped().front()).starts_with(drafts.at(drafts.size() - 2).text));
    QVERIFY(std::holds_alternative<RunStateChanged>(kit.kit.log(session->id()).back().body));
    hangs = false;
    kit.runner(session).resume();
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
    QCOMPARE(spokenIn(kit.kit.log(session->id())).back(), std::string("Mike > <human>: A word that takes long"));
    QCOMPARE(stopped().size(), std::size_t(1));
    // Its model knows how far it came, and only once where it continues.
    const std::string prompt = promptText(kit.models->calls->requests.back());
    QVERIFY2(contains(prompt, textOf(stopped().front()) + " (You were stopped here. Go on from this place"),
             prompt.c_str());
    kit.kit.tell(*session, "", "And?");
    QVERIFY(waitFor([&] { return kit.models->calls->requests.size() == 3 && isQuiet(session, *kit.teams); }));
    QVERIFY(contains(promptText(kit.models->calls->requests.back()), "(You were stopped here.)"));
    QVERIFY(!contains(promptText(kit.models->calls->requests.back()), "Go on from this place"));
}

void TestModelTeam::fiftyRolesAtOnce()
{
    ModelTeamKit kit;
    std::vector<std::string> names = {"Mike"};
    std::vector<ModelAnswer> tasks;
    for (int i = 0; i < 50; ++i) {
        names.push_back("R" + std::to_string(i));
        tasks.push_back(calls("publish_team_message", R"({"content": "Go", "send_to": ")" + names.back() + R"("})"));
        ModelAnswer done = says("Done by " + names.back());
        done.untilAtOnce = 50;
        kit.models->play(names.back(), {done});
    }
    kit.models->play("Mike", {together(tasks), calls("end", "{}"), says("All are done."), says("Yes."), says("Yes.")});
    session::Session* session = kit.start(scriptedTeam(names));
    QVERIFY(waitFor(
        [&] {
            return isQuiet(session, *kit.teams)
                && contains(joinedLines(spokenIn(kit.kit.log(session->id()))), "All are done.");
        },
        60'000));
    QCOMPARE(kit.models->calls->mostAtOnce, 50);
    const std::string prompt = promptText(kit.models->requestsTo("Mike").back());
    for (int i = 0; i < 50; ++i)
        QVERIFY2(contains(prompt, "Done by R" + std::to_string(i)), names[static_cast<std::size_t>(i) + 1].c_str());
    QCOMPARE(*session->state(), foldOf(kit.kit.log(session->id())));
}

void TestModelTeam::aHeldWordKeepsTheRunOpen()
{
    ModelTeamKit kit;
    kit.models->play("Mike",
                     {calls("publish_team_message", R"({"content": "Count.", "send_to": "Alice"})"), calls("end", "{}"),
                      calls("end", "{}")});
    kit.models->play("Alice", {says("One, two, three.")});
    team::TeamDefinition team = scriptedTeam({"Mike", "Alice"});
    HoldRule rule;
    rule.from = {RoleName("Mike")};
    team.holds = {rule};
    session::Session* session = kit.start(team, "How many?");
    const auto rests = [&] { return isQuiet(session, *kit.teams) && !kit.runner(session).isActing(); };
    QVERIFY(waitFor([&] { return session->state()->held().size() == 1 && rests(); }));
    QCOMPARE(session->state()->runState(), RunState::Running); // for all that its leader has ended
    session::releaseHeld(*session, session->state()->held().front()->seq, {}, {});
    QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Finished && rests(); }));
    QVERIFY(contains(joinedLines(spokenIn(kit.kit.log(session->id()))), "Alice > Mike: One, two, three."));
}

/// What the program tells the sender of a dropped message is not the person's word.
void TestModelTeam::aDropAfterTheEndWakesNobody()
{
    ModelTeamKit kit;
    kit.models->play("Mike",
                     {calls("publish_team_message", R"({"content": "Count.", "send_to": "Alice"})"), says("Wait.")});
    team::TeamDefinition team = scriptedTeam({"Mike", "Alice"});
    HoldRule rule;
    rule.from = {RoleName("Mike")};
    rule.to = {Address("Alice")};
    team.holds = {rule};
    session::Session* session = kit.start(team, "How many?");
    QVERIFY(waitFor([&] { return session->state()->held().size() == 1 && isQuiet(session, *kit.teams); }));
    const std::vector<std::string> steps = stepsOfAgents(kit.kit.log(session->id()));
    QVERIFY2(contains(joinedLines(steps), "is held for the user"), joinedLines(steps).c_str());
    kit.kit.submit(*session, SetRunState{RunState::Finished, {}, {}});
    std::optional<Decision> dropped;
    session::dropHeld(*session, session->state()->held().front()->seq, {}, [&](const Decision& d) { dropped = d; });
    QVERIFY(waitFor([&] { return dropped.has_value(); }));
    QVERIFY(!dropped->error && session->state()->held().empty());
    QVERIFY(waitFor([&] { return kit.runner(session).isAtRest(); }));
    QCOMPARE(session->state()->runState(), RunState::Finished);
    QCOMPARE(stepsOfAgents(kit.kit.log(session->id())).size(), steps.size());
}

void TestModelTeam::plannedRoundsAreKept()
{
    ModelTeamKit kit;
    kit.models->calls->models["Mike"] = [](const team::ChatRequest& request) {
        return answersIn(request, "Mike") % 2 == 0
            ? calls("publish_team_message", R"({"content": "Again", "send_to": "Bob"})")
            : calls("end", "{}");
    };
    kit.models->calls->models["Bob"] = [](const team::ChatRequest&) { return says("Again"); };
    team::TeamDefinition team = scriptedTeam({"Mike", "Bob"});
    team.rounds = 3;
    session::Session* session = kit.start(team);
    QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Paused; }));
    QCOMPARE(session->state()->round(), 3);
    QCOMPARE(session->state()->runCause().kind, RunCauseKind::RoundsDone);
}

void TestModelTeam::aTeamWithoutConnectionsSaysSo()
{
    ModelTeamKit kit;
    kit.teams.reset();
    kit.teams = std::make_unique<team::Teams>(kit.kit.hub(), 0);
    session::Session* session = kit.start(scriptedTeam({"Mike"}));
    const auto detail = [&] { return session->state()->role(RoleName("Mike"))->activityDetail; };
    QVERIFY(waitFor([&] { return !detail().empty(); }));
    QCOMPARE(detail(), std::string("There are no model connections."));
    team::TeamDefinition unchosen = scriptedTeam({"Mike"});
    unchosen.roles.front().model = {};
    session = kit.start(unchosen);
    QVERIFY(waitFor([&] { return !detail().empty(); }));
    QVERIFY(contains(detail(), "No model is chosen for “Mike”"));
}

void TestModelTeam::aLogWithABrokenTeamIsSaid()
{
    ModelTeamKit kit;
    SessionStarted settings = sessionOf(scriptedTeam({"Mike"}), "A run", "Go");
    settings.details = JsonValue(nlohmann::json{{"team", {{"format", "quarterdeck-team"}, {"version", 9}}}});
    QSignalSpy failed(kit.teams.get(), &team::Teams::failed);
    session::Session* session = kit.kit.create(settings, usualTeam());
    QVERIFY(session != nullptr);
    QVERIFY(waitFor([&] { return failed.count() == 1; }));
    QVERIFY(kit.teams->runner(session->id()) == nullptr);
}

} // namespace tst_model_team

QUARTERDECK_TEST(tst_model_team, TestModelTeam)
#include "tst_model_team.moc"
