#include "remote_team.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>

namespace tst_remote_roles {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

const QByteArray answer = R"({"sent_from": "Bob", "content": "Three."})";
const std::vector<std::string> wholeTalk = {"User > Mike: How many?", "Mike > Bob: Count.", "Bob > Mike: Three.",
                                            "Mike > <human>: It is three."};

/// Waits until a program that is to play Bob hears that he is needed.
json openRole(const RemoteTeam& team)
{
    const Answered found = team.get("/v1/roles?role=Bob&wait=30");
    return found.status == 200 && !found.body["roles"].empty() ? found.body["roles"][0] : json();
}

} // namespace

/// Members who live here beside members whom programs play.
class TestRemoteRoles final : public QObject
{
    Q_OBJECT
private slots:
    void aLocalLeaderGivesWorkToAProgram();
    void nobodyIsThereAtFirst();
    void theAppIsKilledAndResumed();
    void theProgramIsKilledAndResumed();
    void aTurnMayTakeSeveralMessages();
    void aProgramThatNeverAnswers();
    void aProgramFailsAndIsTriedAgain();
    void aPauseHoldsWhatIsSaid();
    void whoLeavesWhilePausedHasSaidNothing();
    void whoWaitsInADeletedTeamIsTold();
    void aStopEndsTheTurn();
    void mailComesWithTheTurn();
    void whoWaitsForThePersonHoldsUpNobody();
    void usageCounts();
    void aProgramSpeaksForItsMemberAlone();
    void oneProgramPlaysAMember();
    void otherSessionsAreNotReached();
};

void TestRemoteRoles::aLocalLeaderGivesWorkToAProgram()
{
    RemoteTeam team;
    team.playLeader();
    team.start();
    const json role = openRole(team);
    QCOMPARE(role["session"].get<std::string>(), team.id.toStdString());
    QVERIFY(waitFor([&] { return team.isWaitedForProgram(); }));
    const Answered member = team.get(team.path("/roles/Bob"));
    QCOMPARE(member.status, 200);
    QCOMPARE(member.body["is_played"].get<bool>(), false);
    Events events(team.port(), team.mail(member.body["after"].get<std::int64_t>()));
    const json mail = events.wait("message_published");
    QVERIFY(mail["acts"] == true);
    QCOMPARE(mailIn(events), std::vector<std::string>{"Count."});
    QVERIFY(waitFor([&] { return team.bob().hasWork; })); // it has its mail
    QVERIFY(team.get("/v1/roles").body["roles"].empty());
    const Answered posted = team.post("/messages", answer);
    QCOMPARE(posted.status, 200);
    QVERIFY(posted.body["messages"][0]["acting"] == json::array({"Mike"})); // as a member's here
    QVERIFY(waitFor([&] { return team.isDone(); }));
    QCOMPARE(QString::fromStdString(joinedLines(team.spoken())), QString::fromStdString(joinedLines(wholeTalk)));
    QCOMPARE(*team.session->state(), foldOf(team.kit.kit.log(team.session->id())));
    QCOMPARE(team.bob().activity, RoleActivity::Idle);
    for (const auto& published : bodiesOf<MessagePublished>(team.kit.kit.log(team.session->id())))
        if (published.message.sentFrom.str() == "Bob")
            QCOMPARE(published.message.causeBy.str(), std::string("Bob")); // by which others can watch him
}

void TestRemoteRoles::nobodyIsThereAtFirst()
{
    RemoteTeam team;
    team.playLeader();
    Request waiting(team.port(), "GET", "/v1/roles?role=Bob&wait=60");
    QVERIFY(!waitFor([&] { return waiting.isAnswered(); }, 50));
    team.start();
    QCOMPARE(waiting.answer().body["roles"].size(), std::size_t(1));
    QVERIFY(waitFor([&] { return team.isWaitedForProgram(); }));
    const EventSeq before = team.session->state()->lastSeq();
    QVERIFY(!waitFor([&] { return team.session->state()->lastSeq() != before; }, 100)); // it does not spin
    QCOMPARE(team.runState(), RunState::Running);
    QVERIFY(team.kit.runner(team.session).isActing());
    // One that comes and goes silently is waited for again.
    {
        Events events(team.port(), team.mail());
        QVERIFY(waitFor([&] { return team.bob().hasWork; }));
        events.leave();
    }
    QVERIFY(waitFor([&] { return team.isWaitedForProgram(); }));
    QCOMPARE(openRole(team)["is_waited_for"].get<bool>(), true);
}

void TestRemoteRoles::theAppIsKilledAndResumed()
{
    RemoteTeam team(EngineKit::Where::File);
    team.playLeader();
    team.start();
    QByteArray last;
    {
        Events events(team.port(), team.mail());
        QVERIFY(!events.wait("message_published").is_null());
        QVERIFY(waitFor([&] { return team.bob().hasWork; }));
        QVERIFY(waitFor(
            [&] { return events.lastId == QByteArray::number(qlonglong(team.session->state()->lastSeq().value)); }));
        last = events.lastId;
    }
    team.restart();
    QVERIFY(waitFor([&] { return team.isWaitedForProgram(); })); // nobody is there, whatever the log says of before
    Events events(team.port(), team.path("/events?role=Bob"), "Last-Event-ID: " + last + "\r\n");
    QVERIFY(waitFor([&] { return team.bob().hasWork; }));
    QVERIFY(mailIn(events).empty()); // it has it
    const QByteArray key = "Idempotency-Key: answer 1\r\n";
    QCOMPARE(team.post("/messages", answer, key).status, 200);
    QVERIFY(waitFor([&] { return team.isDone(); }));
    team.restart();
    const Answered again = team.post("/messages", answer, key);
    QCOMPARE(again.status, 200);
    QVERIFY(again.head.contains("Idempotency-Replayed: true"));
    QCOMPARE(QString::fromStdString(joinedLines(team.spoken())), QString::fromStdString(joinedLines(wholeTalk)));
}

void TestRemoteRoles::theProgramIsKilledAndResumed()
{
    RemoteTeam team;
    team.playLeader();
    team.start();
    QVERIFY(waitFor([&] { return team.isWaitedForProgram(); }));
    for (int i = 0; i < 2; ++i) {
        const Answered member = team.get(team.path("/roles/Bob"));
        Events events(team.port(), team.mail(member.body["after"].get<std::int64_t>()));
        QVERIFY(waitFor([&] { return team.bob().hasWork; }));
        QVERIFY(!events.wait("message_published").is_null());
        QVERIFY(member.body["until"] > member.body["after"]);
        QCOMPARE(mailIn(events), std::vector<std::string>{"Count."}); // as it has not dealt with it
        events.leave();
        QVERIFY(waitFor([&] { return team.isWaitedForProgram(); }));
    }
    QCOMPARE(team.post("/messages", answer).status, 200);
    QVERIFY(waitFor([&] { return team.isDone(); }));
    const Answered member = team.get(team.path("/roles/Bob"));
    QVERIFY(member.body["until"] == member.body["after"]);
    Events events(team.port(), team.mail(member.body["after"].get<std::int64_t>()));
    QVERIFY(events.isOpen());
    QVERIFY(!waitFor([&] { return !mailIn(events).empty(); }, 50)); // it has dealt with it
    QCOMPARE(QString::fromStdString(joinedLines(team.spoken())), QString::fromStdString(joinedLines(wholeTalk)));
}

void TestRemoteRoles::aTurnMayTakeSeveralMessages()
{
    RemoteTeam team;
    team.playLeader();
    team.start();
    Events events(team.port(), team.mail());
    QVERIFY(waitFor([&] { return team.bob().hasWork; }));
    QCOMPARE(team.post("/status", R"({"role": "Bob", "activity": "acting", "detail": "Counting"})").status, 200);
    QCOMPARE(
        team.post("/messages", R"({"sent_from": "Bob", "send_to": "<human>", "content": "One, two…", "more": true})")
            .status,
        200);
    QVERIFY(team.bob().hasNews);
    QCOMPARE(team.bob().activityDetail, std::string("Counting"));
    QCOMPARE(team.post("/status", R"({"role": "Bob", "activity": "idle"})").status, 200);
    QVERIFY(!team.bob().hasNews);
    QVERIFY(waitFor([&] { return !team.kit.runner(team.session).isActing(); }));
    QCOMPARE(team.bob().activity, RoleActivity::Idle);
    QCOMPARE(team.spoken().back(), std::string("Bob > <human>: One, two…"));
}

void TestRemoteRoles::aProgramThatNeverAnswers()
{
    RemoteTeam team;
    team.playLeader();
    team.start();
    QVERIFY(waitFor([&] { return team.isWaitedForProgram(); }));
    team.kit.runner(team.session).setLongestRound(std::chrono::milliseconds(1));
    QVERIFY(waitFor([&] { return !team.session->state()->openQuestions().empty(); }));
    QCOMPARE(team.runState(), RunState::Paused);
    const Question asked = team.session->state()->openQuestions().front().question;
    QCOMPARE(asked.reason, std::string("Waiting for the program that plays Bob."));
    team.kit.runner(team.session).setLongestRound(std::chrono::hours(1));
    AnswerQuestion finish{asked.id, asked.options[1].label, {}, {}};
    team.kit.kit.submit(*team.session, finish);
    QVERIFY(
        waitFor([&] { return team.runState() == RunState::Finished && !team.kit.runner(team.session).isActing(); }));
    QCOMPARE(team.bob().activity, RoleActivity::Idle);
    QVERIFY(!team.bob().hasNews);
}

void TestRemoteRoles::aProgramFailsAndIsTriedAgain()
{
    RemoteTeam team;
    team.playLeader();
    team.start();
    Events events(team.port(), team.mail());
    QVERIFY(waitFor([&] { return team.bob().hasWork; }));
    QCOMPARE(team.post("/status", R"({"role": "Bob", "activity": "failed", "detail": "No fingers left"})").status, 200);
    QVERIFY(waitFor([&] { return !team.kit.runner(team.session).isActing(); }));
    QCOMPARE(team.bob().activity, RoleActivity::Failed);
    QCOMPARE(team.bob().activityDetail, std::string("No fingers left"));
    int failures = 0;
    for (const auto& changed : bodiesOf<RoleActivityChanged>(team.kit.kit.log(team.session->id())))
        failures += changed.activity == RoleActivity::Failed ? 1 : 0;
    QCOMPARE(failures, 1);
    team.kit.runner(team.session).retry(RoleName("Bob"));
    QVERIFY(waitFor([&] { return team.isBobsTurn() && team.bob().hasWork; }));
    QCOMPARE(team.post("/messages", answer).status, 200);
    QVERIFY(waitFor([&] { return team.isDone(); }));
    QCOMPARE(QString::fromStdString(joinedLines(team.spoken())), QString::fromStdString(joinedLines(wholeTalk)));
}

void TestRemoteRoles::aPauseHoldsWhatIsSaid()
{
    RemoteTeam team;
    team.playLeader();
    team.start();
    Events events(team.port(), team.mail());
    QVERIFY(waitFor([&] { return team.bob().hasWork; }));
    team.kit.runner(team.session).pause();
    QVERIFY(events.wait("run_state_changed")["payload"]["state"] == "running");
    QVERIFY(waitFor([&] { return events.events.back()["payload"]["state"] == "paused"; }));
    Request one(team.port(), "POST", team.path("/messages"),
                R"({"sent_from": "Bob", "content": "Three.", "more": true})");
    QVERIFY(!waitFor([&] { return one.isAnswered(); }, 50));
    QVERIFY(waitFor([&] { return team.bob().activity == RoleActivity::Paused; })); // he has said his part
    Request two(team.port(), "POST", team.path("/questions"), R"({"asker": "Bob", "text": "Enough?"})");
    QVERIFY(!waitFor([&] { return two.isAnswered(); }, 50));
    QCOMPARE(team.spoken().size(), std::size_t(2));
    team.kit.runner(team.session).resume();
    QCOMPARE(one.answer().status, 200);
    QCOMPARE(two.answer().status, 201);
    QVERIFY(team.bob().activity != RoleActivity::Paused);
    QVERIFY(waitFor([&] { return team.spoken().size() >= 3; })); // Mike may have answered already
    QCOMPARE(QString::fromStdString(team.spoken().at(2)), QStringLiteral("Bob > Mike: Three."));
}

void TestRemoteRoles::whoLeavesWhilePausedHasSaidNothing()
{
    RemoteTeam team;
    team.playLeader();
    team.start();
    QVERIFY(waitFor([&] { return team.isWaitedForProgram(); }));
    team.kit.runner(team.session).pause();
    QVERIFY(waitFor([&] { return team.runState() == RunState::Paused; }));
    Request left(team.port(), "POST", team.path("/messages"), R"({"sent_from": "Bob", "content": "Two."})");
    Request stays(team.port(), "POST", team.path("/messages"), answer);
    QVERIFY(!waitFor([&] { return left.isAnswered() || stays.isAnswered(); }, 50));
    left.leave();
    QVERIFY(!waitFor([&] { return stays.isAnswered(); }, 50));
    team.kit.runner(team.session).resume();
    QCOMPARE(stays.answer().status, 200);
    QVERIFY(waitFor([&] { return team.isDone(); }));
    QCOMPARE(QString::fromStdString(joinedLines(team.spoken())), QString::fromStdString(joinedLines(wholeTalk)));
}

void TestRemoteRoles::whoWaitsInADeletedTeamIsTold()
{
    RemoteTeam team;
    team.playLeader();
    team.start();
    Events events(team.port(), team.mail());
    QVERIFY(waitFor([&] { return team.bob().hasWork; }));
    team.kit.runner(team.session).pause();
    QVERIFY(waitFor([&] { return team.runState() == RunState::Paused; }));
    Request waiting(team.port(), "POST", team.path("/messages"), answer);
    QVERIFY(waitFor([&] { return team.bob().activity == RoleActivity::Paused; })); // he has said his part
    QVERIFY(isDeleted(team.kit.kit.hub(), team.session->id()));
    QCOMPARE(waiting.answer().status, 404);
    QVERIFY(events.isEnded());
}

void TestRemoteRoles::aStopEndsTheTurn()
{
    RemoteTeam team;
    team.playLeader();
    team.start();
    Events events(team.port(), team.mail());
    QVERIFY(waitFor([&] { return team.bob().hasWork; }));
    team.kit.runner(team.session).stop();
    QVERIFY(waitFor([&] { return team.runState() == RunState::Stopped; }));
    QCOMPARE(team.bob().activity, RoleActivity::Idle);
    QVERIFY(waitFor([&] { return events.events.back()["payload"]["state"] == "stopped"; }));
    const Answered refused = team.post("/messages", answer);
    QCOMPARE(refused.status, 409);
    QCOMPARE(refused.code(), std::string("not_allowed"));
    QVERIFY(team.get("/v1/roles").body["roles"].empty());
    team.kit.runner(team.session).resume();
    QVERIFY(waitFor([&] { return team.isBobsTurn() && team.bob().hasWork; })); // with what he had
    QCOMPARE(team.post("/messages", answer).status, 200);
    QVERIFY(waitFor([&] { return team.isDone(); }));
    QCOMPARE(QString::fromStdString(joinedLines(team.spoken())), QString::fromStdString(joinedLines(wholeTalk)));
}

void TestRemoteRoles::mailComesWithTheTurn()
{
    RemoteTeam team;
    team.playLeader();
    team.start();
    Events events(team.port(), team.mail());
    QVERIFY(waitFor([&] { return team.bob().hasWork; }));
    // What he is told while working comes when he is done: all at once, in order.
    for (const char* text : {"And then?", "And after that?"})
        team.kit.kit.tell(*team.session, "Bob", text);
    QVERIFY(!waitFor([&] { return mailIn(events).size() > 1; }, 50));
    QCOMPARE(team.bob().unread(), 2);
    QCOMPARE(team.post("/messages", answer).status, 200);
    QVERIFY(waitFor([&] { return mailIn(events).size() == 3; }));
    QCOMPARE(mailIn(events), (std::vector<std::string>{"Count.", "And then?", "And after that?"}));
    QCOMPARE(team.bob().unread(), 0);
    // And once more for a program that starts over.
    events.leave();
    QVERIFY(waitFor([&] { return team.isWaitedForProgram(); }));
    Events again(team.port(), team.mail(team.get(team.path("/roles/Bob")).body["after"].get<std::int64_t>()));
    QVERIFY(waitFor([&] { return mailIn(again).size() == 2; }));
    QCOMPARE(mailIn(again), (std::vector<std::string>{"And then?", "And after that?"}));
}

void TestRemoteRoles::whoWaitsForThePersonHoldsUpNobody()
{
    RemoteTeam team;
    team.playLeader();
    team.start();
    Events events(team.port(), team.mail());
    QVERIFY(waitFor([&] { return team.bob().hasWork; }));
    const Answered asked =
        team.post("/questions", R"({"asker": "Bob", "text": "From one?", "options": ["Yes", "No"]})");
    QCOMPARE(asked.status, 201);
    const QuestionId id(asked.body["question"]["id"].get<std::string>());
    team.kit.kit.tell(*team.session, "", "Are you there?");
    // The leader answers in the next round while Bob waits.
    QVERIFY(waitFor([&] { return team.session->state()->role(RoleName("Mike"))->unread() == 0; }));
    QVERIFY(team.bob().hasNews);
    team.kit.kit.submit(*team.session, AnswerQuestion{id, "Yes", {}, {}});
    const Answered end = team.get(team.path("/questions/" + QByteArray::fromStdString(id.str()) + "?wait=30"));
    QCOMPARE(end.body["answer"].get<std::string>(), std::string("Yes"));
    QVERIFY(events.wait("question_ended")["payload"]["id"] == id.str());
    QCOMPARE(team.post("/messages", answer).status, 200);
    QVERIFY(!team.bob().hasNews);
}

void TestRemoteRoles::usageCounts()
{
    RemoteTeam team;
    team.playLeader();
    team.start();
    QVERIFY(waitFor([&] { return team.isWaitedForProgram(); }));
    const double before = team.session->state()->totalCost();
    const char* usage = R"({"role": "Bob", "usage": {"model": "own", "prompt_tokens": 10, "completion_tokens": 5,
        "cost": 0.5}})";
    QCOMPARE(team.post("/status", usage).status, 200);
    QCOMPARE(team.bob().tokens, 15);
    QVERIFY(qAbs(team.session->state()->totalCost() - before - 0.5) < 1e-9);
    QVERIFY(qAbs(team.bob().cost - 0.5) < 1e-9);
}

void TestRemoteRoles::aProgramSpeaksForItsMemberAlone()
{
    RemoteTeam team;
    team.playLeader();
    team.start();
    QVERIFY(waitFor([&] { return team.isWaitedForProgram(); }));
    const EventSeq before = team.session->state()->lastSeq();
    for (const char* message :
         {R"({"sent_from": "", "content": "As the person"})", R"({"sent_from": "Mike", "content": "As another"})",
          R"({"sent_from": "Zoe", "content": "As a stranger"})",
          R"({"sent_from": "Bob", "recipient": "Alice", "content": "As the person would"})",
          R"({"messages": [{"sent_from": "Bob", "content": "Fine"}, {"sent_from": "Alice", "content": "Not"}]})"})
        QCOMPARE(team.post("/messages", message).status, 403);
    QCOMPARE(team.post("/questions", R"({"asker": "Mike", "text": "Who?"})").status, 403);
    QCOMPARE(team.post("/status", R"({"run_state": "stopped"})").status, 403);
    QCOMPARE(team.post("/status", R"({"role": "Mike", "activity": "failed", "detail": "So"})").status, 403);
    const char* usage = R"({"role": "Alice", "usage": {"prompt_tokens": 1, "completion_tokens": 1}})";
    QCOMPARE(team.post("/status", usage).status, 403);
    QCOMPARE(team.post("/roles", R"({"name": "Eve"})").status, 403);
    QCOMPARE(team.get(team.path("/events")).status, 403);
    QCOMPARE(team.get(team.path("/events?role=Mike")).status, 403);
    QCOMPARE(team.get(team.path("/roles/Mike")).status, 404);
    // Another's question is none of its business.
    AskUser theirs;
    theirs.question.id = QuestionId("q-mike");
    theirs.question.asker = RoleName("Mike");
    theirs.question.text = "May I?";
    QVERIFY(!team.kit.kit.submit(*team.session, theirs).error);
    QCOMPARE(team.get(team.path("/questions/q-mike")).status, 404);
    QCOMPARE(Request(team.port(), "DELETE", team.path("/questions/q-mike")).answer().status, 404);
    QVERIFY(team.get(team.path()).body["open_questions"].empty());
    QCOMPARE(team.session->state()->lastSeq().value, before.value + 1);
    // Without the token there is nothing at all.
    QCOMPARE(Request(team.port(), "GET", "/v1/roles", {}, {}, "").answer().status, 401);
    QCOMPARE(Request(team.port(), "POST", team.path("/messages"), answer, {}, "wrong").answer().status, 401);
}

void TestRemoteRoles::oneProgramPlaysAMember()
{
    RemoteTeam team;
    team.playLeader();
    team.start();
    Events first(team.port(), team.mail());
    QVERIFY(waitFor([&] { return team.bob().hasWork; }));
    QCOMPARE(team.get(team.mail()).status, 409);
    QVERIFY(team.get(team.path("/roles/Bob")).body["is_played"] == true);
    first.leave();
    QVERIFY(waitFor([&] { return team.isWaitedForProgram(); }));
    Events second(team.port(), team.mail());
    QVERIFY(!second.wait("message_published").is_null());
}

void TestRemoteRoles::otherSessionsAreNotReached()
{
    RemoteTeam team;
    team.kit.models->play("Mike", {says("Hello.")});
    session::Session* mine = team.kit.start(scriptedTeam({"Mike", "Bob"}), "Hello?");
    QVERIFY(waitFor([&] { return isQuiet(mine, *team.kit.teams); }));
    const QByteArray path = "/v1/sessions/" + QByteArray::fromStdString(mine->id().str());
    QCOMPARE(team.get(path).status, 404);
    QCOMPARE(team.get(path + "/events?role=Bob").status, 404);
    QCOMPARE(Request(team.port(), "POST", path + "/messages", answer).answer().status, 404);
    QVERIFY(team.get("/v1/roles").body["roles"].empty());
}

} // namespace tst_remote_roles

QUARTERDECK_TEST(tst_remote_roles, TestRemoteRoles)
#include "tst_remote_roles.moc"
