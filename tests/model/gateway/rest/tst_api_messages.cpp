#include "api_kit.h"
#include "model/session/held_messages.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>

namespace tst_api_messages {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

const QByteArray fromBob = R"({"sent_from": "Bob", "send_to": "Alice", "content": "Shall we?"})";
const QByteArray key = "Idempotency-Key: k-1\r\n";

} // namespace

/// Sessions, members and messages of programs, by Quarterdeck's own API.
class TestApiMessages final : public QObject
{
    Q_OBJECT
private slots:
    void aSessionIsMadeWithItsTeam();
    void aSessionIsMadeOnceForAKey();
    void nobodyWithoutTheToken_data();
    void nobodyWithoutTheToken();
    void otherSessionsAreNotReached();
    void messagesAreRouted();
    void aMessageThatThePersonHolds_isAccepted();
    void thePersonsWordsAreMarked();
    void theLeaderAddressesWhomItLikes();
    void aSessionThatRoutesItselfIsRecorded();
    void anAnswerMeansDurable();
    void aBatchIsStoredAsAWholeOrNotAtAll();
    void aKeyIsForOneMessage();
    void aKeyHoldsAcrossARestart();
    void aKeyHoldsWhileItIsOnItsWay();
    void refused_data();
    void refused();
    void theDescriptionRefuses_data();
    void theDescriptionRefuses();
    void statusIsShown();
};

void TestApiMessages::aSessionIsMadeWithItsTeam()
{
    Team team;
    QVERIFY(!team.id.isEmpty());
    const auto& state = *team.session()->state();
    QCOMPARE(state.title(), std::string("A game"));
    QCOMPARE(state.source(), std::string("api:test"));
    QVERIFY(state.kind() == SessionKind::Team && state.isPublic());
    QCOMPARE(state.roles().size(), std::size_t(3));
    QVERIFY(state.leader() && state.leader()->role.name == RoleName("Mike"));
    const Answered hired = team.post("/roles", R"({"roles": [{"name": "Eve"}, {"name": "Dan", "profile": "Tester"}]})");
    QCOMPARE(hired.status, 201);
    QVERIFY(hired.body["roles"] == json({"Eve", "Dan"}));
    const json told = team.get().body;
    QCOMPARE(told["roles"].size(), std::size_t(5));
    QCOMPARE(told["run_state"].get<std::string>(), std::string("not_started"));
    QCOMPARE(told["last_seq"].get<int>(), 6);
    QCOMPARE(team.post("/roles", R"({"roles": [{"name": "New"}, {"name": "Bob"}]})").code(),
             std::string("duplicate_role"));
    QVERIFY(!team.session()->state()->role(RoleName("New")));
}

void TestApiMessages::aMessageThatThePersonHolds_isAccepted()
{
    Team team;
    HoldRule everything;
    everything.id = holdsEverything;
    QVERIFY(!team.house.kit.submit(team.session(), SetHoldRule{everything}).error);
    const Answered held = team.post("/messages", fromBob, key);
    QVERIFY2(held.status == 202, held.body.dump().c_str());
    const json& one = held.body["messages"][0];
    QVERIFY(one["held"] == true && one["recipients"] == json::array() && one["undelivered"] == false);
    QVERIFY(team.post("/messages", fromBob, key).body["messages"][0]["seq"] == one["seq"]); // known already
    QCOMPARE(team.session()->state()->held().size(), std::size_t(1));
    session::releaseHeld(*team.session(), team.session()->state()->held().front()->seq, {}, {});
    QVERIFY(waitFor([&] { return team.session()->state()->role(RoleName("Alice"))->unread() == 1; }));
    QVERIFY(!team.house.kit.submit(team.session(), RemoveHoldRule{holdsEverything}).error);
    QCOMPARE(team.post("/messages", fromBob).status, 200);
}

void TestApiMessages::aSessionIsMadeOnceForAKey()
{
    Team team;
    const Answered first = team.ask("POST", "/v1/sessions", R"({"title": "Once"})", key);
    QCOMPARE(first.status, 201);
    const Answered again = team.ask("POST", "/v1/sessions", R"({"title": "Once"})", key);
    QVERIFY(again.body["id"] == first.body["id"] && again.head.contains("Idempotency-Replayed: true"));
    team.house.restart();
    QVERIFY(team.ask("POST", "/v1/sessions", R"({"title": "Once"})", key).body["id"] == first.body["id"]);
    QVERIFY(team.ask("POST", "/v1/sessions", R"({"title": "Once"})").body["id"] != first.body["id"]);
    QVERIFY(team.ask("POST", "/v1/sessions", R"({"title": "Once", "source": "other"})", key).body["id"]
            != first.body["id"]);
    QCOMPARE(team.house.kit.hub->summaries().size(), std::size_t(4));
}

void TestApiMessages::nobodyWithoutTheToken_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("sessions") << QByteArray("POST") << QByteArray("/v1/sessions");
    for (const char* below : {"roles", "messages", "questions", "status", "attachments"})
        QTest::newRow(below) << QByteArray("POST") << QByteArray("/v1/sessions/x/") + below;
    QTest::newRow("session") << QByteArray("GET") << QByteArray("/v1/sessions/x");
    QTest::newRow("events") << QByteArray("GET") << QByteArray("/v1/sessions/x/events");
    QTest::newRow("attachment") << QByteArray("GET") << QByteArray("/v1/sessions/x/attachments/a");
    QTest::newRow("question") << QByteArray("GET") << QByteArray("/v1/sessions/x/questions/q");
    QTest::newRow("withdraw") << QByteArray("DELETE") << QByteArray("/v1/sessions/x/questions/q");
}

void TestApiMessages::nobodyWithoutTheToken()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, path);
    House house;
    const auto ask = [&](const QByteArray& token, const QByteArray& fields = {}) {
        return Request(house.server->port(), method, path, "{}", fields, token).answer();
    };
    for (const char* token : {"", "wrong", "0123456789abcde", "0123456789abcdef0"}) {
        const Answered answer = ask(token);
        QCOMPARE(answer.status, 401);
        QVERIFY2(answer.head.contains("WWW-Authenticate: Bearer"), answer.head);
    }
    QCOMPARE(ask(House::token, "Origin: https://canary.invalid\r\n").status, 403);
    QVERIFY(ask(House::token).status != 401);
}

void TestApiMessages::otherSessionsAreNotReached()
{
    Team team;
    const session::Session* own = team.house.kit.create("The person's own");
    Client studio(team.house.server->port());
    studio.send(studioPost("registerRun", R"({"id": "r", "name": "run"})"));
    QCOMPARE(studio.status(), 200);
    QCOMPARE(team.house.kit.hub->summaries().size(), std::size_t(3));
    for (const session::SessionSummary& one : team.house.kit.hub->summaries()) {
        const bool isTheirs = one.id.str() == team.id.toStdString();
        const Answered answer = team.ask("GET", "/v1/sessions/" + QByteArray::fromStdString(one.id.str()));
        QCOMPARE(answer.status, isTheirs ? 200 : 404);
    }
    QCOMPARE(
        team.ask("POST", "/v1/sessions/" + QByteArray::fromStdString(own->id().str()) + "/messages", fromBob).status,
        404);
    QCOMPARE(own->state()->messageCount(), std::int64_t(0));
}

void TestApiMessages::messagesAreRouted()
{
    Team team;
    const Answered answer = team.post("/messages", fromBob);
    QCOMPARE(answer.status, 200);
    const json told = answer.body["messages"][0];
    QVERIFY2(told["recipients"] == json({"Mike", "Bob", "Alice"}), told.dump().c_str()); // public: all hear it
    QVERIFY(told["acting"] == json({"Mike", "Alice"}));                                  // rule 4: the leader, too
    QCOMPARE(told["route"]["rule"].get<std::string>(), std::string("ordinary"));
    QVERIFY(told["undelivered"] == false);
    QCOMPARE(told["seq"].get<std::int64_t>(), team.session()->state()->lastSeq().value);
    const json astray = team.post("/messages", R"({"sent_from": "Bob", "send_to": ["Nobody"], "content": "?"})").body;
    QVERIFY(astray["messages"][0]["route"]["unknown_recipients"] == json({"Nobody"}));
}

void TestApiMessages::thePersonsWordsAreMarked()
{
    Team team;
    const Answered answer =
        team.post("/messages", R"({"sent_from": "", "content": "Build it", "recipient": "Bob", "private": true})");
    QVERIFY(answer.body["messages"][0]["recipients"] == json({"Bob"}));
    QVERIFY(answer.body["messages"][0]["route"]["rule"] == "direct_message");
    const auto log = team.house.kit.log(team.session()->id());
    const auto published = std::ranges::find_if(
        log, [](const session::Event& event) { return std::holds_alternative<MessagePublished>(event.body); });
    QVERIFY(published != log.end());
    const Message& message = std::get<MessagePublished>(published->body).message;
    QVERIFY(message.sentFrom.isEmpty() && message.role == "user");
    QVERIFY(message.metadata.json() == json({{"via", "api"}}));
}

void TestApiMessages::theLeaderAddressesWhomItLikes()
{
    Team team;
    const json told =
        team.post("/messages", R"({"sent_from": "Mike", "send_to": ["Bob", "Alice"], "content": "Begin"})").body;
    QVERIFY(told["messages"][0]["route"]["rule"] == "from_leader");
    QVERIFY(told["messages"][0]["acting"] == json({"Bob", "Alice"}));
    const json nothing = team.post("/messages", R"({"sent_from": "Mike", "send_to": "no one", "content": "Hm"})").body;
    QVERIFY(nothing["messages"][0]["seq"].is_null());
    const json person =
        team.post("/messages", R"({"sent_from": "Mike", "send_to": "<human>", "content": "Done"})").body;
    QVERIFY(person["messages"][0]["route"]["rule"] == "to_person");
    QCOMPARE(team.messages(), std::size_t(2));
}

void TestApiMessages::aSessionThatRoutesItselfIsRecorded()
{
    Team team;
    const Answered made = team.ask("POST", "/v1/sessions", R"({"kind": "remote", "source": "other", "is_public": false,
        "team": [{"name": "Ann"}, {"name": "Ben"}]})");
    team.id = QByteArray::fromStdString(made.body["id"].get<std::string>());
    const json told = team.post("/messages", R"({"sent_from": "Ann", "content": "Hi", "recipients": ["Ben"]})").body;
    QVERIFY(told["messages"][0]["recipients"] == json({"Ben"}));
    QVERIFY(told["messages"][0]["route"].value("rule", "none") == "none");
    const Answered persons = team.post("/messages", R"({"sent_from": "", "content": "In the person's name"})");
    QCOMPARE(persons.status, 200);
    const auto log = team.house.kit.log(team.session()->id());
    const auto* published = std::get_if<MessagePublished>(&log.back().body);
    QVERIFY(published != nullptr && published->message.metadata.json() == json({{"via", "api"}}));
    QVERIFY(team.get().body["is_public"] == false);
}

void TestApiMessages::anAnswerMeansDurable()
{
    Team team;
    team.house.kit.library->holdWrites();
    Request waiting(team.house.server->port(), "POST", team.path("/messages"), fromBob);
    QVERIFY(waitFor([&] { return team.house.kit.library->heldWrites() == 1; }));
    QVERIFY(!waiting.isAnswered());
    team.house.kit.library->releaseWrites();
    QCOMPARE(waiting.answer().status, 200);
    QCOMPARE(team.messages(), std::size_t(1));
}

void TestApiMessages::aBatchIsStoredAsAWholeOrNotAtAll()
{
    Team team;
    const Answered good = team.post("/messages", R"({"messages": [{"sent_from": "Bob", "content": "one"},
        {"sent_from": "Alice", "content": "two"}]})");
    QCOMPARE(good.status, 200);
    QCOMPARE(good.body["messages"].size(), std::size_t(2));
    const auto before = team.session()->state()->lastSeq();
    const Answered stranger = team.post("/messages", R"({"messages": [{"sent_from": "Bob", "content": "three"},
        {"sent_from": "Stranger", "content": "four"}]})");
    QCOMPARE(stranger.status, 422);
    QCOMPARE(stranger.code(), std::string("unknown_role"));
    QVERIFY2(stranger.message().starts_with("Message 2: "), stranger.message().c_str());
    const Answered bad = team.post("/messages", R"({"messages": [{"sent_from": "Bob", "content": "five"},
        {"sent_from": "Bob", "content": 6}]})");
    QCOMPARE(bad.status, 400);
    QVERIFY2(bad.message().starts_with("Message 2: "), bad.message().c_str());
    QVERIFY(team.session()->state()->lastSeq() == before);
    QCOMPARE(team.post("/messages", fromBob).status, 200); // it goes on
}

void TestApiMessages::aKeyIsForOneMessage()
{
    Team team;
    const Answered first = team.post("/messages", fromBob, key);
    const Answered again = team.post("/messages", fromBob, key);
    QCOMPARE(again.status, 200);
    QVERIFY(again.body == first.body);
    QVERIFY(again.head.contains("Idempotency-Replayed: true") && !first.head.contains("Idempotency-Replayed"));
    const Answered other = team.post("/messages", QByteArray(fromBob).replace("Shall we", "Who"), key);
    QCOMPARE(other.status, 409);
    const Answered more = team.post("/messages", "{\"messages\": [" + fromBob + ", " + QByteArray(fromBob) + "]}", key);
    QCOMPARE(more.status, 409);
    QCOMPARE(team.messages(), std::size_t(1));
    QVERIFY(team.post("/messages", fromBob, "Idempotency-Key: k-2\r\n").body != first.body);
    const QByteArray named = R"({"id": "m-1", "sent_from": "Bob", "content": "named"})";
    QCOMPARE(team.post("/messages", named).body["messages"][0]["id"].get<std::string>(), std::string("m-1"));
    QVERIFY(team.post("/messages", named).head.contains("Idempotency-Replayed: true"));
    QCOMPARE(team.messages(), std::size_t(3));
    QCOMPARE(team.post("/messages", "{\"messages\": [" + named + ", " + named + "]}").status, 400);
}

void TestApiMessages::aKeyHoldsAcrossARestart()
{
    Team team;
    const QByteArray batch = "{\"messages\": [" + fromBob
        + ", {\"sent_from\": \"Mike\", \"send_to\": \"no one\", "
          "\"content\": \"Hm\"}, "
        + fromBob + "]}";
    const Answered first = team.post("/messages", batch, key);
    QCOMPARE(first.status, 200);
    team.house.restart();
    const Answered again = team.post("/messages", batch, key);
    QVERIFY2(again.body == first.body, again.body.dump().c_str());
    QCOMPARE(team.messages(), std::size_t(2));
}

void TestApiMessages::aKeyHoldsWhileItIsOnItsWay()
{
    Team team;
    team.house.kit.library->holdWrites();
    Request first(team.house.server->port(), "POST", team.path("/messages"), fromBob, key);
    QVERIFY(waitFor([&] { return team.house.kit.library->heldWrites() == 1; }));
    Request second(team.house.server->port(), "POST", team.path("/messages"), fromBob, key);
    QVERIFY(!waitFor([&] { return second.isAnswered() || team.house.kit.library->heldWrites() > 1; }, 200));
    team.house.kit.library->releaseWrites();
    const Answered answer = first.answer();
    QCOMPARE(answer.status, 200);
    QVERIFY(second.answer().body == answer.body);
    QCOMPARE(team.messages(), std::size_t(1));
}

void TestApiMessages::refused_data()
{
    QTest::addColumn<QByteArray>("below");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const char* below, const QByteArray& body, int status, const char* says) {
        QTest::newRow(name) << QByteArray(below) << body << status << QByteArray(says);
    };
    row("no JSON", "/messages", "{", 400, "not valid JSON");
    row("no object", "/messages", "[]", 400, "not a JSON object");
    row("no UTF-8", "/messages", "{\"content\": \"\xff\"}", 400, "not valid JSON");
    row("too deep", "/messages", QByteArray(1000, '['), 400, "too deeply");
    row("an unknown key", "/messages", R"({"sent_form": "Bob", "content": "x"})", 400, "sent_form");
    row("nobody named", "/messages", R"({"content": "x"})", 400, "sent_from is missing: the name of the member");
    row("nobody named, but a role", "/messages", R"({"content": "x", "role": "user"})", 400, "sent_from is missing");
    row("nobody named, among others", "/messages",
        R"({"messages": [{"sent_from": "Bob", "content": "x"}, {"content": "y"}]})", 400, "Message 2: sent_from");
    row("nothing said", "/messages", R"({"sent_from": "Bob"})", 400, "content");
    row("an empty text", "/messages", R"({"sent_from": "Bob", "content": ""})", 400, "content is missing or empty");
    row("a number for content", "/messages", R"({"sent_from": "Bob", "content": 5})", 400,
        "content: neither a text nor a list");
    row("an empty batch", "/messages", R"({"messages": []})", 400, "empty");
    row("a batch and more", "/messages", R"({"messages": [{"content": "x"}], "id": "x"})", 400, "unknown key");
    row("a long batch", "/messages", "{\"messages\": [0" + QByteArray(",0").repeated(1000) + "]}", 400, "1000");
    row("a long name", "/messages", "{\"content\": \"x\", \"sent_from\": \"" + QByteArray(501, 'x') + "\"}", 400,
        "too long");
    row("usage below zero", "/messages", R"({"sent_from": "", "content": "x", "usage": {"prompt_tokens": -1}})", 400,
        "below zero");
    row("a result that names stored bytes", "/messages",
        R"({"sent_from": "Bob", "content": [{"type": "tool_result", "id": "c", "output_blocks": [{"data":)"
        R"( "quarterdeck-media:bytes:9:)"
            + QByteArray(64, 'a') + R"(:image/png"}]}]})",
        400, "output_blocks");
    row("metadata of no object", "/messages", R"({"sent_from": "", "content": "x", "metadata": []})", 400, "metadata");
    row("an unknown block", "/messages", R"({"sent_from": "", "content": [{"type": "spell"}]})", 400, "content");
    row("nobody of that name, named by the person", "/messages",
        R"({"sent_from": "", "content": "x", "send_to": "Zoe"})", 422, "Zoe");
    row("a role without a name", "/roles", R"({"name": ""})", 422, "");
    row("a role without its key", "/roles", R"({"profile": "x"})", 400, "name");
    row("no status", "/status", R"({"role": "Bob"})", 400, "none of");
    row("an unknown activity", "/status", R"({"role": "Bob", "activity": "sleeping"})", 400, "activity");
    row("nobody's activity", "/status", R"({"role": "Zoe", "activity": "idle"})", 422, "Zoe");
    row("an unknown run state", "/status", R"({"run_state": "flying"})", 400,
        "run_state: \"flying\" is none of not_started, running, paused, stop_requested, stopped, finished.");
    row("half of a status", "/status", R"({"role": "Zoe", "activity": "idle", "run_state": "running"})", 422, "Zoe");
    row("a question of nobody", "/questions", R"({"asker": "Zoe", "text": "?"})", 422, "Zoe");
    row("a question in the program's name", "/questions", R"({"asker": "Quarterdeck", "text": "?"})", 403, "own name");
    row("words in the program's name", "/messages", R"({"sent_from": "Quarterdeck", "content": "x"})", 400,
        "Quarterdeck speaks in this name itself");
    row("in one that looks like it", "/messages", R"({"sent_from": "qu\u0430rter-deck", "content": "x"})", 400,
        "Message 1: Quarterdeck speaks in this name itself");
    row("in the program's name beside the sender's", "/messages",
        R"({"sent_from": "Bob", "name": "Quarterdeck", "content": "x"})", 400, "in this name itself");
    row("in the program's name beside the words", "/messages",
        R"({"sent_from": "Bob", "metadata": {"agent": "Quarterdeck"}, "content": "x"})", 400, "in this name itself");
    row("a role of the program's name", "/roles", R"({"name": "QuarterDeck"})", 400,
        "Role 1: name: Quarterdeck speaks in this name itself");
    row("an empty question", "/questions", R"({"asker": "Bob"})", 422, "Bob");
    row("a question without who asks", "/questions", R"({"text": "?"})", 400, "asker is missing");
    row("a deadline in words", "/questions", R"({"asker": "Bob", "text": "?", "deadline": "soon"})", 400,
        "milliseconds since 1970");
    row("a number for an option", "/questions", R"({"asker": "Bob", "text": "?", "options": ["a", 1]})", 400,
        "options[1]: neither");
    row("a number for a form", "/questions", R"({"asker": "Bob", "text": "?", "schema": 5})", 400, "schema");
    row("a form that is no object", "/questions", R"({"asker": "Bob", "text": "?", "schema": {"type": "string"}})", 400,
        "schema");
    row("a form without a type", "/questions", R"({"asker": "Bob", "text": "?", "schema": {"properties": {}}})", 400,
        "schema");
}

void TestApiMessages::refused()
{
    QFETCH(QByteArray, below);
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, says);
    Team team;
    const auto before = team.session()->state()->lastSeq();
    const Answered answer = team.post(below, body);
    QTEST(answer.status, "status");
    QVERIFY2(answer.message().find(says.toStdString()) != std::string::npos, answer.message().c_str());
    QVERIFY(!answer.code().empty());
    QVERIFY(team.session()->state()->lastSeq() == before);
}

/// The descriptions of the schemas hold what they refuse, too: a document that allows everything would prove nothing.
void TestApiMessages::theDescriptionRefuses_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("answer");
    const QByteArray messages = "/v1/sessions/s/messages";
    QTest::newRow("another path") << QByteArray("/v1/other") << QByteArray("{}") << 200 << QByteArray("{}");
    QTest::newRow("another status") << messages << fromBob << 418 << QByteArray("{}");
    QTest::newRow("another answer") << messages << fromBob << 200 << QByteArray("{}");
    QTest::newRow("an answer with more") << QByteArray("/v1/sessions") << QByteArray("{}") << 201
                                         << QByteArray(R"({"id": "i", "last_seq": 1, "more": 2})");
    QTest::newRow("a key that nobody knows") << QByteArray("/v1/sessions") << QByteArray(R"({"titel": "x"})") << 201
                                             << QByteArray(R"({"id": "i", "last_seq": 1})");
    QTest::newRow("an error without a sentence")
        << messages << fromBob << 409 << QByteArray(R"({"error": {"code": "conflict"}})");
}

void TestApiMessages::theDescriptionRefuses()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, request);
    QFETCH(int, status);
    QFETCH(QByteArray, answer);
    QVERIFY(!description().fault("POST", path, request, status, json::parse(answer.toStdString())).empty());
}

void TestApiMessages::statusIsShown()
{
    Team team;
    const Answered answer = team.post("/status", R"({"role": "Bob", "activity": "acting", "detail": "WriteCode",
        "usage": {"model": "m", "prompt_tokens": 10, "completion_tokens": 5, "cost": 0.25}, "run_state": "running"})");
    QCOMPARE(answer.status, 200);
    const RoleState* bob = team.session()->state()->role(RoleName("Bob"));
    QVERIFY(bob->activity == RoleActivity::Acting && bob->hasWork && bob->activityDetail == "WriteCode");
    QCOMPARE(bob->tokens, std::int64_t(15));
    QCOMPARE(bob->cost, 0.25);
    QVERIFY(team.session()->state()->runState() == RunState::Running);
    QVERIFY(answer.body["last_seq"] == team.session()->state()->lastSeq().value);
    QVERIFY(team.post("/status", R"({"role": "Bob", "activity": "idle"})").status == 200);
    QVERIFY(!team.session()->state()->role(RoleName("Bob"))->hasWork);
    QVERIFY(team.get().body["roles"][1]["activity"] == "idle");
}

} // namespace tst_api_messages

QUARTERDECK_TEST(tst_api_messages, TestApiMessages)
#include "tst_api_messages.moc"
