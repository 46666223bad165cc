#include "provider_kit.h"
#include "tests/support/test.h"

#include <QTest>
#include <functional>

namespace tst_connection_keys {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using quarterdeck::test::waitFor;
using team::Protocol;

using Change = std::function<void(team::ModelConnection&)>;
/// Where a connection's key goes, and where it never does.
class TestConnectionKeys final : public QObject
{
    Q_OBJECT
private slots:
    void keyGoesToItsServerOnly();
    void newKeyGoesToNoOldAddress_data();
    void newKeyGoesToNoOldAddress();
    void keyThatComesLateGoesToNoOldAddress();
    void waitingCallGetsNoNewKey();
    void keyIsNeverTold();
    void keyIsReadAnewWhenItIsRefused();
    void keyThatIsMissingIsSaid();
};

void TestConnectionKeys::keyGoesToItsServerOnly()
{
    model_server::ModelServer elsewhere(scriptOf(R"({"otherwise": "Come in."})"));
    QVERIFY(elsewhere.listen());
    ProviderKit kit(scriptOf(R"({"key": "sk-secret-of-the-test", "otherwise": {"error": "redirect"}})"));
    kit.connection.keySource = team::KeySource::Keyring;
    QVERIFY(!kit.ask("Hello"));
    const auto sent = kit.server().chats();
    QCOMPARE(sent.size(), 1U);
    QCOMPARE(sent.front().headers.at("authorization"), "Bearer sk-secret-of-the-test");
    QVERIFY(!sent.front().headers.contains("cookie"));
    QVERIFY(!sent.front().headers.contains("referer"));

    ProviderKit anthropic(scriptOf(R"({"key": "sk-secret-of-the-test", "otherwise": "Yes"})"));
    anthropic.connection.keySource = team::KeySource::Keyring;
    anthropic.connection.protocol = Protocol::Anthropic;
    QVERIFY(anthropic.ask("Hello"));
    QVERIFY(!anthropic.server().chats().front().headers.contains("authorization"));
    QVERIFY(anthropic.server().chats().front().headers.contains("anthropic-version"));
}

void TestConnectionKeys::newKeyGoesToNoOldAddress_data()
{
    QTest::addColumn<Change>("change");
    QTest::newRow("another address") << Change([](team::ModelConnection& c) { c.address = "http://models.invalid"; });
    QTest::newRow("another protocol") << Change([](team::ModelConnection& c) { c.protocol = Protocol::Anthropic; });
    QTest::newRow("another source") << Change([](team::ModelConnection& c) { c.keySource = team::KeySource::ThisRun; });
    QTest::newRow("another variable") << Change([](team::ModelConnection& c) { c.keyVariable = "ANOTHER_KEY"; });
    QTest::newRow("no connection any more") << Change();
}

void TestConnectionKeys::newKeyGoesToNoOldAddress()
{
    QFETCH(Change, change);
    ProviderKit kit(scriptOf(R"({"otherwise": "Yes"})"));
    kit.connection.keySource = team::KeySource::Keyring;
    const auto before = kit.provider();
    QVERIFY(kit.ask("Hello"));
    kit.key = "sk-new-secret";
    if (change) {
        change(kit.connection);
        kit.providers().setConnections({kit.connection});
    } else {
        kit.providers().setConnections({});
    }
    const auto running = ProviderKit::startWith(before, "Hello again");
    QVERIFY(waitFor([&] { return running->has_value(); }));
    QVERIFY(!**running);
    QCOMPARE((*running)->error().code, ErrorCode::NotFound);
    QCOMPARE(kit.server().chats().size(), 1U);
    QCOMPARE(kit.keyReads, 1);
    if (!change || kit.connection.address != kit.server().address().toStdString())
        return;
    QVERIFY(kit.ask("Hello"));
    QCOMPARE(kit.keyReads, 2);
}

void TestConnectionKeys::keyThatComesLateGoesToNoOldAddress()
{
    ProviderKit kit(scriptOf(R"({"otherwise": "Yes"})"));
    kit.connection.keySource = team::KeySource::Keyring;
    std::function<void(Result<std::string>)> answer;
    kit.environment.readKey = [&](const team::ModelConnection&, auto done) { answer = std::move(done); };
    const auto running = kit.start(kit.request("Hello"));
    QVERIFY(answer);
    kit.connection.address = "http://models.invalid";
    kit.providers().setConnections({kit.connection});
    answer(Result<std::string>("sk-new-secret"));
    QVERIFY(waitFor([&] { return running->has_value(); }));
    QVERIFY(!**running);
    QCOMPARE((*running)->error().code, ErrorCode::NotFound);
    QCOMPARE(kit.server().requests().size(), 0U);
}

/// New limits let it continue at once.
void TestConnectionKeys::waitingCallGetsNoNewKey()
{
    ProviderKit kit(scriptOf(R"({"otherwise": {"fault": "hang"}})"));
    kit.connection.keySource = team::KeySource::Keyring;
    kit.connection.limits.callsAtOnce = 1;
    const auto first = kit.start(kit.request("Hello"));
    const auto second = kit.start(kit.request("Hello"));
    QVERIFY(waitFor([&] { return kit.server().chats().size() == 1; }));
    kit.key = "sk-new-secret";
    kit.connection.limits.callsAtOnce = 2;
    kit.connection.address = "http://models.invalid";
    kit.providers().setConnections({kit.connection});
    QVERIFY(waitFor([&] { return second->has_value(); }));
    QCOMPARE((*second)->error().code, ErrorCode::NotFound);
    QVERIFY(!first->has_value());
    QCOMPARE(kit.keyReads, 1);
}

void TestConnectionKeys::keyIsNeverTold()
{
    // A server that repeats it, in its error.
    model_server::Script script = scriptOf(R"({"otherwise": {"error": "no_such_model"}})");
    ProviderKit kit(std::move(script));
    kit.connection.keySource = team::KeySource::Keyring;
    auto request = kit.request("Hello");
    request.options.model = kit.key;
    const auto failed = kit.ask(request);
    QVERIFY(!failed);
    const std::string words = failed.error().sentence.substr(failed.error().sentence.find("It says"));
    QVERIFY2(words.find(kit.key) == std::string::npos, words.c_str());
    QVERIFY(words.find("The model `…` does not exist") != std::string::npos);
    QVERIFY(failed.error().detail.find(kit.key) == std::string::npos);
}

void TestConnectionKeys::keyIsReadAnewWhenItIsRefused()
{
    ProviderKit kit(scriptOf(R"({"key": "right-key", "otherwise": "Yes"})"));
    kit.connection.keySource = team::KeySource::Keyring;
    kit.key = "wrong-key";
    QVERIFY(!kit.ask("Hello"));
    kit.key = "right-key\n"; // as it is pasted
    for (int i = 0; i < 3; ++i)
        QVERIFY(kit.ask("Hello"));
    QCOMPARE(kit.keyReads, 2);
}

void TestConnectionKeys::keyThatIsMissingIsSaid()
{
    ProviderKit kit(scriptOf(R"({"otherwise": "Yes"})"));
    kit.connection.keySource = team::KeySource::Keyring;
    kit.key.clear();
    const auto failed = kit.ask("Hello");
    QVERIFY(!failed);
    QVERIFY(QString::fromStdString(failed.error().sentence).contains("There is no key for “Test server”"));
    kit.key = "two\r\nHost: elsewhere";
    QVERIFY2(!kit.ask("Hello"), "a key that is no header's value was sent");
    QCOMPARE(kit.server().requests().size(), 0U);
}

} // namespace tst_connection_keys

QUARTERDECK_TEST(tst_connection_keys, TestConnectionKeys)
#include "tst_connection_keys.moc"
