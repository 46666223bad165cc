#include "api_kit.h"
#include "tests/support/test.h"

#include "model/conversation/json/event_json.h"
#include "model/gateway/remote_session.h"

#include <QFloat16>
#include <QTest>

namespace tst_api_events {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

const QByteArray asking = R"({"asker": "Bob", "text": "4x4 or 5x5?", "options": ["4x4", "5x5"]})";

} // namespace

/// Questions, and events as they come, by Quarterdeck's own API.
class TestApiEvents final : public QObject
{
    Q_OBJECT
private slots:
    void aQuestionIsAskedAndAnswered();
    void whoWaitsIsAnsweredInTime();
    void aQuestionOutlivesARestart();
    void aQuestionIsAskedOnceForAKey();
    void aQuestionIsWithdrawn();
    void anEndOfLongAgoIsFound();
    void whoLeavesIsForgotten();
    void eventsComeAsTheyHappen();
    void eventsGoOnWhereTheyWere();
    void wrongPlacesAreRefused();
    void aRoleHearsWhatIsForIt();
    void thePersonSteersTheRun();
    void whatARoleHeardIsObserved();
    void whoReadsNothingStallsNobody();
    void theEndOfTheSessionEndsItsEvents();
    void aDeletedSessionEndsItsEvents();

private:
    static QByteArray idOf(const Answered& asked)
    {
        return asked.status == 201 ? QByteArray::fromStdString(asked.body["question"]["id"].get<std::string>())
                                   : QByteArray();
    }
    static void answerIt(Team& team, const QByteArray& id, const char* option = "5x5")
    {
        team.house.kit.submit(team.session(), AnswerQuestion{QuestionId(id.toStdString()), option, {}, {}});
    }
};

void TestApiEvents::aQuestionIsAskedAndAnswered()
{
    Team team;
    const Answered asked = team.post("/questions", asking);
    QCOMPARE(asked.status, 201);
    const QByteArray id = idOf(asked);
    QVERIFY(team.get("/questions/" + id).body == json({{"id", id.toStdString()}, {"status", "open"}}));
    Request waiting(team.house.server->port(), "GET", team.path("/questions/" + id + "?wait=60"));
    QVERIFY(!waitFor([&] { return waiting.isAnswered(); }, 100));
    answerIt(team, id);
    const Answered answer = waiting.answer();
    QCOMPARE(answer.status, 200);
    QCOMPARE(answer.body["status"].get<std::string>(), std::string("answered"));
    QCOMPARE(answer.body["answer"].get<std::string>(), std::string("5x5"));
    QCOMPARE(answer.body["end"]["by"].get<std::string>(), std::string("person"));
    QVERIFY(waitFor([&] { return team.session()->state()->undeliveredAnswers().empty(); }));
    QVERIFY(team.get("/questions/" + id).body == answer.body);
    QCOMPARE(team.get("/questions/nothing").status, 404);
    QCOMPARE(team.get("/questions/" + id + "?wait=soon").status, 400);
}

void TestApiEvents::whoWaitsIsAnsweredInTime()
{
    Team team;
    const QByteArray id = idOf(team.post("/questions", asking));
    Request waiting(team.house.server->port(), "GET", team.path("/questions/" + id + "?wait=1"));
    QVERIFY(waiting.answer().body["status"] == "open");
    answerIt(team, id);
    QVERIFY(team.get("/questions/" + id).body["status"] == "answered");
}

void TestApiEvents::aQuestionOutlivesARestart()
{
    Team team;
    const QByteArray id = idOf(team.post("/questions", asking));
    const QByteArray path = "/questions/" + id + "?wait=60";
    Request cut(team.house.server->port(), "GET", team.path(path));
    QVERIFY(!waitFor([&] { return cut.isAnswered(); }, 100));
    team.house.restart();
    QVERIFY(waitFor([&] { return team.session() != nullptr; }));
    Request resumed(team.house.server->port(), "GET", team.path(path));
    QVERIFY(!waitFor([&] { return resumed.isAnswered(); }, 100));
    answerIt(team, id);
    QVERIFY(resumed.answer().body["answer"] == "5x5");
    team.house.restart();
    QVERIFY(team.get(path).body["answer"] == "5x5");
}

void TestApiEvents::aQuestionIsAskedOnceForAKey()
{
    Team team;
    const QByteArray key = "Idempotency-Key: q\r\n";
    const Answered first = team.post("/questions", asking, key);
    QVERIFY(team.post("/questions", asking, key).body == first.body);
    answerIt(team, idOf(first));
    team.house.restart();
    const Answered again = team.post("/questions", asking, key);
    QVERIFY(again.body == first.body && again.head.contains("Idempotency-Replayed: true"));
    QVERIFY(team.session()->state()->openQuestions().empty());
    QCOMPARE(team.post("/questions", QByteArray(asking).replace("4x4 or", "Is it"), key).status, 409);
    Request one(team.house.server->port(), "POST", team.path("/questions"), asking, "Idempotency-Key: twice\r\n");
    Request two(team.house.server->port(), "POST", team.path("/questions"), asking, "Idempotency-Key: twice\r\n");
    QVERIFY(one.answer().body == two.answer().body);
    QCOMPARE(team.session()->state()->openQuestions().size(), std::size_t(1));
}

void TestApiEvents::aQuestionIsWithdrawn()
{
    Team team;
    const QByteArray id = idOf(team.post("/questions", asking));
    Request waiting(team.house.server->port(), "GET", team.path("/questions/" + id + "?wait=60"));
    QVERIFY(!waitFor([&] { return waiting.isAnswered(); }, 100));
    const Answered gone = team.ask("DELETE", team.path("/questions/" + id));
    QCOMPARE(gone.status, 200);
    QVERIFY(gone.body["status"] == "withdrawn");
    QVERIFY(waiting.answer().body == gone.body);
    QCOMPARE(team.ask("DELETE", team.path("/questions/" + id)).status, 409);
    QCOMPARE(team.ask("DELETE", team.path("/questions/none")).status, 404);
}

/// The state remembers the last ones only.
void TestApiEvents::anEndOfLongAgoIsFound()
{
    Team team;
    QByteArray first;
    for (std::size_t i = 0; i <= ConversationState::maxEndedQuestions; ++i) {
        const QByteArray id = idOf(team.post("/questions", asking));
        answerIt(team, id, i == 0 ? "4x4" : "5x5");
        if (i == 0)
            first = id;
    }
    QVERIFY(team.session()->state()->endedQuestion(QuestionId(first.toStdString())) == nullptr);
    QVERIFY(team.get("/questions/" + first + "?wait=5").body["answer"] == "4x4");
}

void TestApiEvents::whoLeavesIsForgotten()
{
    Team team;
    const QByteArray id = idOf(team.post("/questions", asking));
    {
        Request waiting(team.house.server->port(), "GET", team.path("/questions/" + id + "?wait=60"));
        QVERIFY(!waitFor([&] { return waiting.isAnswered(); }, 100));
        waiting.leave();
    }
    answerIt(team, id);
    // Reported or not, it is there for those who ask again.
    QVERIFY(team.get("/questions/" + id).body["answer"] == "5x5");
}

void TestApiEvents::eventsComeAsTheyHappen()
{
    Team team;
    Events events(team.house.server->port(), team.path("/events"));
    QVERIFY(!events.wait("role_hired").is_null());
    QVERIFY(waitFor([&] { return events.events.size() == 4; }));
    QVERIFY(events.events.front()["kind"] == "session_started");
    QVERIFY(team.post("/messages", R"({"sent_from": "Bob", "content": "Hello"})").status == 200);
    const json said = events.wait("message_published");
    QVERIFY(said["payload"]["message"]["content"][0]["text"] == "Hello");
    const auto event = eventFromJson(said);
    QVERIFY(event && event->seq == team.session()->state()->lastSeq()); // the shape of our JSONL
    QCOMPARE(events.lastId, QByteArray::number(static_cast<qlonglong>(event->seq.value)));
}

void TestApiEvents::eventsGoOnWhereTheyWere()
{
    Team team;
    for (int i = 0; i < 200; ++i) // more than one page of the log
        team.house.kit.submit(team.session(), RecordMessage{{}, {}});
    Events all(team.house.server->port(), team.path("/events"));
    QVERIFY(waitFor([&] { return all.events.size() == 204; }));
    for (std::size_t i = 0; i < all.events.size(); ++i)
        QCOMPARE(all.events[i]["seq"].get<std::size_t>(), i + 1);
    Events after(team.house.server->port(), team.path("/events?after=200"));
    QVERIFY(waitFor([&] { return after.events.size() == 4; }));
    QVERIFY(after.events.front()["seq"] == 201);
    team.house.restart();
    Events resumed(team.house.server->port(), team.path("/events?after=1"), "Last-Event-ID: 203\r\n");
    QVERIFY(waitFor([&] { return resumed.events.size() == 1; }));
    QVERIFY(resumed.events.front()["seq"] == 204);
}

void TestApiEvents::wrongPlacesAreRefused()
{
    Team team;
    QCOMPARE(team.get("/events?after=99").status, 409);
    QCOMPARE(team.get("/events?after=-1").status, 400);
    QCOMPARE(team.get("/events?after=x").status, 400);
    QCOMPARE(team.get("/events?role=Zoe").status, 404);
    QCOMPARE(team.ask("GET", "/v1/sessions/none/events").status, 404);
    QCOMPARE(team.get("/nothing").status, 404);
    QCOMPARE(team.post("/events", "{}").status, 405);
}

void TestApiEvents::aRoleHearsWhatIsForIt()
{
    Team team;
    QVERIFY(team.post("/questions", R"({"id": "q-alice", "asker": "Alice", "text": "Why?"})").status == 201);
    QVERIFY(team.post("/questions", R"({"id": "q-bob", "asker": "Bob", "text": "How?"})").status == 201);
    const auto from = QByteArray::number(static_cast<qlonglong>(team.session()->state()->lastSeq().value));
    Events bob(team.house.server->port(), team.path("/events?role=Bob&after=" + from));
    QVERIFY(bob.isOpen());
    const Events all(team.house.server->port(), team.path("/events")); // it is nobody's receipt
    team.house.kit.submit(team.session(), DeclineQuestion{QuestionId("q-alice")});
    team.house.kit.submit(team.session(), DeclineQuestion{QuestionId("q-bob")});
    Publish hidden;
    hidden.message.content = textBlocks("for Alice alone");
    hidden.userDefinedRecipient = "Alice";
    hidden.isPrivate = true;
    team.house.kit.submit(team.session(), hidden);
    Publish open = hidden;
    open.message.content = textBlocks("for Bob");
    open.userDefinedRecipient = "Bob";
    team.house.kit.submit(team.session(), open);
    const json told = bob.wait("message_published");
    QVERIFY(told["acts"] == true);
    QVERIFY2(told["delivered"]["content"][0]["text"] == "[Message] from User to Bob: for Bob", told.dump().c_str());
    team.house.kit.submit(team.session(), SetRunState{RunState::Paused, {}, {}});
    QVERIFY(bob.wait("run_state_changed")["payload"]["state"] == "paused");
    QVERIFY(bob.wait("question_ended")["payload"]["id"] == "q-bob");
    QVERIFY(waitFor([&] { return team.session()->state()->undeliveredAnswers().size() == 1; }));
    QCOMPARE(team.session()->state()->undeliveredAnswers().front().str(), std::string("q-alice"));
    for (const json& one : bob.events) {
        QVERIFY(one.dump().find("q-alice") == std::string::npos);
        QVERIFY(one.dump().find("for Alice alone") == std::string::npos);
    }
}

void TestApiEvents::thePersonSteersTheRun()
{
    Team team;
    const session::SessionId id(team.id.toStdString());
    const session::SessionHub& hub = *team.house.kit.hub;
    Events bob(team.house.server->port(), team.path("/events?role=Bob"));
    const auto hears = [&](const char* state) {
        return waitFor([&] {
            return !bob.events.empty() && bob.events.back()["kind"] == "run_state_changed"
                && bob.events.back()["payload"]["state"] == state;
        });
    };
    QVERIFY(gateway::commandPrograms(hub, id, RunCommand::RunOrPause));
    QVERIFY(hears("running"));
    QVERIFY(gateway::commandPrograms(hub, id, RunCommand::RunOrPause));
    QVERIFY(hears("paused"));
    QVERIFY(gateway::commandPrograms(hub, id, RunCommand::Resume));
    QVERIFY(hears("running"));
    QVERIFY(gateway::commandPrograms(hub, id, RunCommand::Resume)); // it runs, and is not paused by that
    team.house.kit.settle();
    QVERIFY(team.session()->state()->runState() == RunState::Running);
    QVERIFY(gateway::commandPrograms(hub, id, RunCommand::Stop));
    QVERIFY(hears("stop_requested"));
    QVERIFY(team.post("/status", R"({"run_state": "stopped", "reason": "Asked to"})").status == 200);
    QVERIFY(hears("stopped"));
    QVERIFY(gateway::commandPrograms(hub, id, RunCommand::Stop));
    team.house.kit.settle();
    QVERIFY(team.session()->state()->runState() == RunState::Stopped);
    // A program that has died says nothing: who asks it twice is not kept waiting.
    QVERIFY(gateway::commandPrograms(hub, id, RunCommand::RunOrPause) && hears("running"));
    QVERIFY(gateway::commandPrograms(hub, id, RunCommand::Stop) && hears("stop_requested"));
    QVERIFY(gateway::commandPrograms(hub, id, RunCommand::Stop) && hears("stopped"));
    QVERIFY(team.session()->state()->runCause().kind == RunCauseKind::ProgramLeft);
    const session::Session* own = team.house.kit.create();
    QVERIFY(!gateway::commandPrograms(hub, own->id(), RunCommand::RunOrPause)
            && !gateway::commandPrograms(hub, own->id(), RunCommand::Stop));
    QVERIFY(!gateway::commandPrograms(hub, own->id(), RunCommand::Resume));
    QVERIFY(own->state()->runState() == RunState::NotStarted);
}

void TestApiEvents::whatARoleHeardIsObserved()
{
    Team team;
    QVERIFY(team.post("/messages", R"({"sent_from": "Mike", "send_to": "Bob", "content": "Begin"})").status == 200);
    const auto bob = [&] { return *team.session()->state()->role(RoleName("Bob")); };
    QCOMPARE(bob().unread(), std::int64_t(1));
    const Events events(team.house.server->port(), team.path("/events?role=Bob"));
    QVERIFY(waitFor([&] { return bob().unread() == 0; }));
    QVERIFY(bob().hasNews);
    QVERIFY(team.post("/status", R"({"role": "Bob", "activity": "idle"})").status == 200);
    QVERIFY(!bob().hasNews);
    QVERIFY(team.post("/messages", R"({"sent_from": "Mike", "send_to": "Alice", "content": "And you"})").status == 200);
    QVERIFY(waitFor([&] { return bob().unread() == 0; }));
    QVERIFY(!bob().hasNews); // it knows, and does not act
    QCOMPARE(team.session()->state()->role(RoleName("Alice"))->unread(), std::int64_t(2));
}

void TestApiEvents::whoReadsNothingStallsNobody()
{
    Team team;
    Events slow(team.house.server->port(), team.path("/events?role=Bob"), {}, 1);
    RecordMessage large;
    large.message.content = textBlocks(std::string(1'000'000, 'x'));
    large.recipients = {RoleName("Bob")};
    for (int i = 0; i < 40; ++i)
        team.house.kit.submit(team.session(), large);
    Events quick(team.house.server->port(), team.path("/events"));
    QVERIFY(waitFor([&] { return quick.events.size() >= 44; }));
    QCOMPARE(team.get().status, 200);
    // The system took some of it; what the client has not taken is not said to be.
    QVERIFY(team.session()->state()->role(RoleName("Bob"))->unread() > 0);
    slow.hurry();
    QVERIFY(waitFor([&] { return team.session()->state()->role(RoleName("Bob"))->unread() == 0; }));
    const auto isMessage = [](const json& one) { return one["kind"] == "message_published"; };
    QVERIFY(waitFor([&] { return std::ranges::count_if(slow.events, isMessage) == 40; }));
}

void TestApiEvents::theEndOfTheSessionEndsItsEvents()
{
    Team team;
    Events events(team.house.server->port(), team.path("/events"));
    QVERIFY(events.isOpen());
    team.house.server.reset();
    QVERIFY(events.isEnded());
}

void TestApiEvents::aDeletedSessionEndsItsEvents()
{
    Team team;
    Events all(team.house.server->port(), team.path("/events"));
    Events bobs(team.house.server->port(), team.path("/events?role=Bob"));
    QVERIFY(all.isOpen() && bobs.isOpen());
    QVERIFY(isDeleted(*team.house.kit.hub, team.session()->id()));
    QVERIFY(all.isEnded() && bobs.isEnded());
    QCOMPARE(team.get("/events").status, 404);
}

} // namespace tst_api_events

QUARTERDECK_TEST(tst_api_events, TestApiEvents)
#include "tst_api_events.moc"
