#include "api_kit.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_api_keys {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;

namespace {

const QByteArray key = "Idempotency-Key: k-1\r\n";

} // namespace

/// What a program's keys mean for the sessions that it makes.
class TestApiKeys final : public QObject
{
    Q_OBJECT
private slots:
    void aKeyIsForOneSession_data();
    void aKeyIsForOneSession();
    void aKeyAloneTellsNoId();
};

void TestApiKeys::aKeyIsForOneSession_data()
{
    QTest::addColumn<QByteArray>("wanted");
    QTest::addColumn<int>("status");
    const auto row = [](const char* name, const char* wanted, int status) {
        QTest::newRow(name) << QByteArray(wanted) << status;
    };
    row("the same", R"({"title": "Once", "source": "one", "team": [{"name": "Bob"}]})", 201);
    row("in another order", R"({"team": [{"name": "Bob"}], "kind": "team", "source": "one", "title": "Once"})", 201);
    row("another title", R"({"title": "Twice", "source": "one", "team": [{"name": "Bob"}]})", 409);
    row("another kind", R"({"title": "Once", "source": "one", "kind": "remote", "team": [{"name": "Bob"}]})", 409);
    row("another team", R"({"title": "Once", "source": "one", "team": [{"name": "Eve"}]})", 409);
    row("a larger team", R"({"title": "Once", "source": "one", "team": [{"name": "Bob"}, {"name": "Eve"}]})", 409);
}

void TestApiKeys::aKeyIsForOneSession()
{
    QFETCH(QByteArray, wanted);
    QFETCH(int, status);
    Team team;
    const QByteArray first = R"({"title": "Once", "source": "one", "team": [{"name": "Bob"}]})";
    team.house.kit.library->holdWrites();
    Request making(team.house.server->port(), "POST", "/v1/sessions", first, key);
    QVERIFY(waitFor([&] { return team.house.kit.library->heldWrites() == 1; }));
    Request meanwhile(team.house.server->port(), "POST", "/v1/sessions", wanted, key);
    QVERIFY(waitFor([&] { return meanwhile.isAnswered() || team.house.kit.library->heldWrites() == 2; }));
    team.house.kit.library->releaseWrites();
    const Answered made = making.answer();
    QCOMPARE(made.status, 201);
    QCOMPARE(meanwhile.answer().status, status);
    const session::SessionId id(made.body["id"].get<std::string>());
    QVERIFY(!team.house.kit.submit(team.house.kit.open(id), RenameSession{"By the person"}).error);
    const Answered later = team.ask("POST", "/v1/sessions", wanted, key);
    QCOMPARE(later.status, status);
    QVERIFY(status == 409 || later.body["id"] == made.body["id"]);
    QCOMPARE(team.house.kit.hub->summaries().size(), std::size_t(2));
}

void TestApiKeys::aKeyAloneTellsNoId()
{
    const auto idFor = [](const std::string& token) {
        SessionKit kit;
        kit.hub->start();
        const auto gateway = gateway::Gateway::start(*kit.hub, 0, token);
        return Request((*gateway)->port(), "POST", "/v1/sessions", "{}", key, QByteArray::fromStdString(token))
            .answer()
            .body["id"]
            .get<std::string>();
    };
    const std::string here = idFor("0123456789abcdef");
    QCOMPARE(idFor("0123456789abcdef"), here);
    QVERIFY(idFor("fedcba9876543210").substr(0, 16) != here.substr(0, 16));
}

} // namespace tst_api_keys

QUARTERDECK_TEST(tst_api_keys, TestApiKeys)
#include "tst_api_keys.moc"
