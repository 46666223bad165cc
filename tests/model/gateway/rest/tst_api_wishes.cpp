#include "api_kit.h"
#include "tests/support/test.h"

#include <QByteArrayList>
#include <QTest>

namespace tst_api_wishes {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;

namespace {

const QByteArray key = "Idempotency-Key: k-1\r\n";

} // namespace

/// A key, or an id, stands for one wish: the same again gets the first answer, another one is refused.
class TestApiWishes final : public QObject
{
    Q_OBJECT
private slots:
    void messages_data();
    void messages();
    void questions_data();
    void questions();
    void anIdIsForOneSpeaker();
    void anIdIsForOneQuestion();
};

void TestApiWishes::messages_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("again");
    QTest::addColumn<int>("status");
    const QByteArray one = R"({"sent_from": "Bob", "send_to": "Mike", "content": "hi"})";
    const auto row = [&](const char* name, const QByteArray& again, int status, const QByteArray& first = {}) {
        QTest::newRow(name) << (first.isEmpty() ? one : first) << again << status;
    };
    const auto changed = [&](const char* from, const char* to) { return QByteArray(one).replace(from, to); };
    const auto batch = [](const QByteArrayList& all) { return "{\"messages\": [" + all.join(',') + "]}"; };
    row("the same", one, 200);
    row("written in another way",
        R"({"content": [{"type": "text", "text": "hi"}], "send_to": ["Mike"], "sent_from": "Bob"})", 200);
    row("by itself in a batch", batch({one}), 200);
    row("of another time", changed("}", R"(, "timestamp": 5})"), 200);
    row("from and to changed about", R"({"sent_from": "Mike", "send_to": "Bob", "content": "hi"})", 409);
    row("another speaker", changed("Bob", "Alice"), 409);
    row("another recipient", changed("Mike", "Alice"), 409);
    row("one more recipient", changed(R"("Mike")", R"(["Mike", "Alice"])"), 409);
    row("no recipient", changed(R"("send_to": "Mike",)", ""), 409);
    row("another text", changed("hi", "ho"), 409);
    row("other metadata", changed("}", R"(, "metadata": {"a": 1}})"), 409);
    row("more of them", batch({one, changed("hi", "ho")}), 409);
    row("fewer of them", one, 409, batch({one, changed("hi", "ho")}));
    row("the person's, to another", R"({"sent_from": "", "content": "hi", "recipient": "Alice"})", 409,
        R"({"sent_from": "", "content": "hi", "recipient": "Bob"})");
    row("the person's, in private", R"({"sent_from": "", "content": "hi", "recipient": "Bob", "private": true})", 409,
        R"({"sent_from": "", "content": "hi", "recipient": "Bob"})");
}

/// While the first is on its way, when it is there, and after a restart.
void TestApiWishes::messages()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, again);
    QFETCH(int, status);
    Team team;
    team.house.kit.library->holdWrites();
    Request posting(team.house.server->port(), "POST", team.path("/messages"), first, key);
    QVERIFY(waitFor([&] { return team.house.kit.library->heldWrites() == 1; }));
    Request meanwhile(team.house.server->port(), "POST", team.path("/messages"), again, key);
    QCOMPARE(team.get().status, 200); // it has been taken by then
    team.house.kit.library->releaseWrites();
    const Answered answered = posting.answer();
    QCOMPARE(answered.status, 200);
    QCOMPARE(meanwhile.answer().status, status);
    const auto count = answered.body["messages"].size();
    for (int i = 0; i < 2; ++i) {
        const Answered later = team.post("/messages", again, key);
        QCOMPARE(later.status, status);
        QVERIFY(status == 409 || later.body == answered.body);
        QCOMPARE(team.post("/messages", first, key).status, 200);
        team.house.restart();
    }
    QCOMPARE(team.get().status, 200);
    QCOMPARE(team.messages(), count);
}

void TestApiWishes::questions_data()
{
    QTest::addColumn<QByteArray>("again");
    QTest::addColumn<int>("status");
    const auto row = [](const char* name, const char* again, int status) {
        QTest::newRow(name) << QByteArray(again) << status;
    };
    row("the same", R"({"asker": "Bob", "text": "Which?", "options": ["a", "b"]})", 201);
    row("with another deadline", R"({"asker": "Bob", "text": "Which?", "options": ["a", "b"], "deadline": 99})", 201);
    row("another asker", R"({"asker": "Alice", "text": "Which?", "options": ["a", "b"]})", 409);
    row("another text", R"({"asker": "Bob", "text": "What?", "options": ["a", "b"]})", 409);
    row("other options", R"({"asker": "Bob", "text": "Which?", "options": ["a", "c"]})", 409);
    row("a reason", R"({"asker": "Bob", "text": "Which?", "options": ["a", "b"], "reason": "r"})", 409);
    row("a default", R"({"asker": "Bob", "text": "Which?", "options": ["a", "b"], "default_option": "b"})", 409);
    row("a form", R"({"asker": "Bob", "text": "Which?", "options": ["a", "b"], "schema": {"type": "object"}})", 409);
}

void TestApiWishes::questions()
{
    QFETCH(QByteArray, again);
    QFETCH(int, status);
    Team team;
    const QByteArray first = R"({"asker": "Bob", "text": "Which?", "options": ["a", "b"]})";
    team.house.kit.library->holdWrites();
    Request asking(team.house.server->port(), "POST", team.path("/questions"), first, key);
    QVERIFY(waitFor([&] { return team.house.kit.library->heldWrites() == 1; }));
    Request meanwhile(team.house.server->port(), "POST", team.path("/questions"), again, key);
    QCOMPARE(team.get().status, 200);
    team.house.kit.library->releaseWrites();
    const Answered asked = asking.answer();
    QCOMPARE(asked.status, 201);
    QCOMPARE(meanwhile.answer().status, status);
    for (int i = 0; i < 2; ++i) {
        const Answered later = team.post("/questions", again, key);
        QCOMPARE(later.status, status);
        QVERIFY(status == 409 || later.body == asked.body);
        QCOMPARE(team.post("/questions", first, key).status, 201);
        team.house.restart();
    }
    QCOMPARE(team.get().status, 200);
    QCOMPARE(team.session()->state()->openQuestions().size(), std::size_t(1));
}

void TestApiWishes::anIdIsForOneSpeaker()
{
    Team team;
    const QByteArray named = R"({"id": "m-1", "sent_from": "Bob", "content": "named"})";
    QCOMPARE(team.post("/messages", named).status, 200);
    QCOMPARE(team.post("/messages", named).status, 200);
    QCOMPARE(team.post("/messages", QByteArray(named).replace("Bob", "Alice")).status, 409);
    QCOMPARE(team.post("/messages", R"({"id": "m-1", "sent_from": "", "content": "named"})").status, 409);
    QCOMPARE(team.messages(), std::size_t(1));
}

void TestApiWishes::anIdIsForOneQuestion()
{
    Team team;
    const QByteArray named = R"({"id": "q-1", "asker": "Bob", "text": "Which?", "options": ["a", "b"]})";
    QCOMPARE(team.post("/questions", named).status, 201);
    QVERIFY(team.post("/questions", named).head.contains("Idempotency-Replayed: true"));
    QCOMPARE(team.post("/questions", QByteArray(named).replace("\"b\"", "\"c\"")).status, 409);
    QCOMPARE(team.session()->state()->openQuestions().size(), std::size_t(1));
}

} // namespace tst_api_wishes

QUARTERDECK_TEST(tst_api_wishes, TestApiWishes)
#include "tst_api_wishes.moc"
