#include "model/gateway/clients/client_limits.h"
#include "tests/model/gateway/gateway_kit.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <algorithm>

namespace tst_session_quota {

using namespace quarterdeck;
using namespace quarterdeck::gateway;
using namespace quarterdeck::test;
using std::chrono::seconds;

namespace {

using Clock = SessionQuota::Clock;

QByteArray request(const QByteArray& target, const QByteArray& body)
{
    return "POST " + target
        + " HTTP/1.1\r\nHost: localhost:3000\r\nContent-Type: application/json\r\nAuthorization: Bearer " + House::token
        + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

QByteArray traceOf(int number)
{
    const QByteArray digits = QByteArray::number(number).rightJustified(16, '0');
    return R"({"resourceSpans": [{"resource": {"attributes": []}, "scopeSpans": [{"spans": [{"traceId": ")" + digits
        + digits + R"(", "spanId": ")" + digits + R"(", "name": "invoke_agent Bob", "startTimeUnixNano": "1000",)"
        + R"( "endTimeUnixNano": "2000", "attributes": [{"key": "gen_ai.operation.name", "value": {"stringValue":)"
        + R"( "invoke_agent"}}, {"key": "gen_ai.agent.name", "value": {"stringValue": "Bob"}},)"
        + R"( {"key": "gen_ai.conversation.id", "value": {"stringValue": "talk )" + QByteArray::number(number)
        + R"("}}]}]}]}]})";
}

QByteArray messageOf(int number)
{
    const QByteArray run = "run " + QByteArray::number(number);
    return R"({"runId": ")" + run + R"(", "replyId": "r", "replyName": "Bob", "msg": {"id": "m", "name": "Bob",)"
        + R"( "role": "assistant", "content": "text of )" + run + R"("}})";
}

std::ptrdiff_t gatheringSessions(const House& house)
{
    return std::ranges::count_if(house.kit.hub->summaries(), [](const session::SessionSummary& one) {
        return one.title.starts_with("Too many from tests_");
    });
}

} // namespace

} // namespace tst_session_quota

namespace tst_session_quota { // begun anew, since moc miscounts the braces of raw strings

/// However many a program begins, the person's own sessions can be found.
class TestSessionQuota final : public QObject
{
    Q_OBJECT
private slots:
    void counts();
    void makersAreApart();
    void surplus_isGathered_data();
    void surplus_isGathered();
    void surplusOfTheApi_isRefused();
};

void TestSessionQuota::counts()
{
    SessionQuota quota;
    const SessionQuota::Maker maker = SessionQuota::maker(ClientKind::AgentScope, 7);
    const Clock::time_point begin = Clock::now();
    for (std::size_t i = 0; i < SessionQuota::most; ++i)
        QVERIFY(!quota.take(maker, begin + seconds(i)));
    QVERIFY(quota.take(maker, begin + seconds(256)) == seconds(600 - 256));
    QVERIFY(quota.take(maker, begin + seconds(599)) == seconds(1));
    QVERIFY(!quota.take(maker, begin + seconds(600))); // the first one is ten minutes old
    QVERIFY(quota.take(maker, begin + seconds(600)) == seconds(1));
    QVERIFY(!quota.take(maker, begin + seconds(601)));
}

void TestSessionQuota::makersAreApart()
{
    SessionQuota quota;
    const auto now = Clock::now();
    const auto fill = [&](const SessionQuota::Maker& maker) {
        for (std::size_t i = 0; i < SessionQuota::most; ++i)
            if (quota.take(maker, now))
                return false;
        return quota.take(maker, now).has_value();
    };
    QVERIFY(fill(SessionQuota::maker(ClientKind::AgentScope, 7)));
    QVERIFY(quota.take(SessionQuota::maker(ClientKind::Traces, 7), now)); // the same process
    QVERIFY(fill(SessionQuota::maker(ClientKind::AgentScope, 8)));
    QVERIFY(fill(SessionQuota::maker(ClientKind::AgentScope, 0)));
    QVERIFY(fill(SessionQuota::maker(ClientKind::Traces, 0)));
}

void TestSessionQuota::surplus_isGathered_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::newRow("Studio") << QByteArray("/trpc/pushMessage");
    QTest::newRow("traces") << QByteArray("/v1/traces");
}

void TestSessionQuota::surplus_isGathered()
{
    QFETCH(QByteArray, target);
    const auto body = [&](int number) { return target == "/v1/traces" ? traceOf(number) : messageOf(number); };
    constexpr int most = SessionQuota::most;
    constexpr int surplus = 3;
    House house;
    Client client(house.server->port());
    for (int i = 0; i < most + surplus; ++i) {
        client.send(request(target, body(i)));
        QCOMPARE(client.status(), 200); // their programs end, or drop what is refused
    }
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(most + 1));
    QCOMPARE(gatheringSessions(house), std::ptrdiff_t(1));
    if (target == "/v1/traces")
        return;
    // Though each gave its message the same id, all is there.
    auto texts = house.texts(); // of the newest session
    QVERIFY(texts == (std::vector<std::string>{"text of run 256", "text of run 257", "text of run 258"}));
    client.send(request(target, messageOf(3))); // one that was there before
    QCOMPARE(client.status(), 200);
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(most + 1));
}

void TestSessionQuota::surplusOfTheApi_isRefused()
{
    House house;
    Client client(house.server->port());
    const QByteArray wanted = R"({"title": "Chess", "source": "chess"})";
    for (std::size_t i = 0; i < SessionQuota::most; ++i) {
        client.send(request("/v1/sessions", wanted));
        QCOMPARE(client.status(), 201);
    }
    client.send(request("/v1/sessions", wanted));
    const QByteArray refusal = client.answers(1);
    QCOMPARE(refusal.mid(9, 3).toInt(), 429);
    QVERIFY2(refusal.contains("\r\nRetry-After: "), refusal);
    QCOMPARE(house.kit.hub->summaries().size(), SessionQuota::most);

    const QByteArray hello = R"({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": )"
                             R"("2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}})";
    client.send(request("/mcp", hello));
    const QByteArray welcome = client.answers(1);
    QCOMPARE(welcome.mid(9, 3).toInt(), 200); // a client that only connects has no session here
    const auto at = welcome.toLower().indexOf("mcp-session-id: ") + 16;
    const QByteArray mcpSession = welcome.mid(at, welcome.indexOf('\r', at) - at);
    const QByteArray note = R"({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "notify_human",)"
                            R"( "arguments": {"text": "hello"}}})";
    client.send(request("/mcp", note).replace("Host:", "Mcp-Session-Id: " + mcpSession + "\r\nHost:"));
    QCOMPARE(client.status(), 429);
    QCOMPARE(house.kit.hub->summaries().size(), SessionQuota::most);
}

} // namespace tst_session_quota

QUARTERDECK_TEST(tst_session_quota, TestSessionQuota)
#include "tst_session_quota.moc"
