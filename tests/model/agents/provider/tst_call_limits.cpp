#include "model/agents/provider/provider_state.h"
#include "provider_kit.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_call_limits {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using quarterdeck::test::waitFor;
using team::ConnectionLimits;
using team::RateWindow;

/// What all agents of one connection may do together.
class TestCallLimits final : public QObject
{
    Q_OBJECT
private slots:
    void minuteIsCounted_data();
    void minuteIsCounted();
    void onlySoManyAtOnce();
    void fiftyAtOnce();
    void waitingIsCancelled();
    void serversWishHoldsAll_data();
    void serversWishHoldsAll();
};

namespace {

/// What happens at a moment: 'b' a call begins, a number: this many tokens are used.
struct Step
{
    std::int64_t time;
    std::int64_t tokens; ///< 0 = a call begins
};

} // namespace
void TestCallLimits::minuteIsCounted_data()
{
    QTest::addColumn<qint64>("requests");
    QTest::addColumn<qint64>("tokens");
    QTest::addColumn<std::vector<Step>>("steps");
    QTest::addColumn<qint64>("now");
    QTest::addColumn<qint64>("wait");
    using Steps = std::vector<Step>;
    QTest::newRow("nothing yet") << qint64{1} << qint64{1} << Steps{} << qint64{0} << qint64{0};
    QTest::newRow("no limits") << qint64{0} << qint64{0} << Steps{{0, 0}, {0, 0}, {0, 999}} << qint64{1} << qint64{0};
    QTest::newRow("one begun") << qint64{2} << qint64{0} << Steps{{0, 0}} << qint64{5} << qint64{0};
    QTest::newRow("as many as may be") << qint64{2} << qint64{0} << Steps{{0, 0}, {10, 0}} << qint64{20}
                                       << qint64{59'980};
    QTest::newRow("the first is a minute old")
        << qint64{2} << qint64{0} << Steps{{0, 0}, {10, 0}} << qint64{60'000} << qint64{0};
    QTest::newRow("limit was lowered") << qint64{1} << qint64{0} << Steps{{0, 0}, {10, 0}} << qint64{20}
                                       << qint64{59'990};
    QTest::newRow("tokens left") << qint64{0} << qint64{100} << Steps{{0, 99}} << qint64{5} << qint64{0};
    QTest::newRow("tokens used up") << qint64{0} << qint64{100} << Steps{{0, 60}, {7, 60}} << qint64{10}
                                    << qint64{59'990};
    QTest::newRow("far too many tokens") << qint64{0} << qint64{100} << Steps{{0, 60}, {7, 500}} << qint64{10}
                                         << qint64{59'997};
    QTest::newRow("tokens of the last minute")
        << qint64{0} << qint64{100} << Steps{{0, 60}, {7, 60}} << qint64{60'001} << qint64{0};
}

void TestCallLimits::minuteIsCounted()
{
    QFETCH(qint64, requests);
    QFETCH(qint64, tokens);
    QFETCH(std::vector<Step>, steps);
    QFETCH(qint64, now);
    QFETCH(qint64, wait);
    RateWindow window(ConnectionLimits{requests, tokens, 0});
    for (const Step& step : steps) {
        if (step.tokens == 0)
            window.begin(step.time);
        else
            window.spend(step.time, step.tokens);
    }
    QCOMPARE(window.waitAt(now), wait);
}

void TestCallLimits::onlySoManyAtOnce()
{
    ProviderKit kit(scriptOf(R"({"otherwise": "Yes"})"));
    kit.connection.limits.callsAtOnce = 2;
    int begun = 0;
    int ended = 0;
    int most = 0;
    std::vector<ProviderKit::Running> running;
    const auto count = [&] {
        ended = static_cast<int>(std::ranges::count_if(running, [](const auto& one) { return one->has_value(); }));
        most = std::max(most, begun - ended);
    };
    connect(&kit.server(), &model_server::ModelServer::requested, this, [&] {
        ++begun;
        count();
    });
    kit.server().hold();
    for (int i = 0; i < 7; ++i)
        running.push_back(kit.start(kit.request("Hello")));
    QVERIFY(waitFor([&] { return begun == 2; }));
    kit.server().release();
    QVERIFY(waitFor([&] {
        count();
        return ended == 7;
    }));
    QCOMPARE(most, 2);
    for (const auto& one : running)
        QVERIFY(**one);
}

void TestCallLimits::fiftyAtOnce()
{
    ProviderKit kit(scriptOf(R"({"otherwise": "Yes"})"));
    kit.server().hold();
    std::vector<ProviderKit::Running> running;
    for (int i = 0; i < 50; ++i)
        running.push_back(kit.start(kit.request("Hello")));
    QVERIFY2(waitFor([&] { return kit.server().chats().size() == 50; }), "some wait for others' connections");
    kit.server().release();
    QVERIFY(waitFor([&] { return std::ranges::all_of(running, [](const auto& one) { return one->has_value(); }); }));
    for (const auto& one : running)
        QVERIFY(**one);
    // What is free is used again.
    const int connections = kit.server().acceptedConnections();
    for (int i = 0; i < 5; ++i)
        QVERIFY(kit.ask("Hello"));
    QVERIFY(kit.server().acceptedConnections() < connections + 5);
}

void TestCallLimits::waitingIsCancelled()
{
    ProviderKit kit(scriptOf(R"({"rules": [{"when": {"last": "first"}, "reply": {"fault": "hang"}}]})"));
    kit.connection.limits.callsAtOnce = 1;
    const auto cancelFirst = std::make_shared<team::CancelToken>();
    const auto first = kit.start(kit.request("first"), cancelFirst);
    const auto cancelSecond = std::make_shared<team::CancelToken>();
    const auto second = kit.start(kit.request("second"), cancelSecond);
    const auto third = kit.start(kit.request("third"));
    QVERIFY(waitFor([&] { return kit.server().chats().size() == 1; }));
    cancelSecond->cancel();
    QVERIFY(second->has_value());
    QCOMPARE((*second)->error().code, ErrorCode::Cancelled);
    QVERIFY(!third->has_value());
    cancelFirst->cancel();
    QVERIFY(waitFor([&] { return third->has_value(); }));
    QVERIFY(**third);
    QCOMPARE(kit.server().chats().size(), 2U);
}

void TestCallLimits::serversWishHoldsAll_data()
{
    QTest::addColumn<QString>("seconds");
    QTest::newRow("short") << "100";
    QTest::newRow("longer than anybody waits") << "86400";
}

void TestCallLimits::serversWishHoldsAll()
{
    QFETCH(QString, seconds);
    ProviderKit kit(scriptOf((R"({"rules": [{"when": {"last": "first"}, "reply":
        {"error": "rate_limited", "retry_after": ")"
                              + seconds + R"("}}], "otherwise": "Yes"})")
                                 .toUtf8()
                                 .constData()));
    kit.environment.retries.attempts = 1;
    kit.connection.limits.callsAtOnce = 1;
    team::ModelConnection other = team::newConnection(team::Service::Other);
    other.name = "Another to the same server";
    other.address = kit.connection.address;
    kit.providers().setConnections({kit.connection, other});
    const auto first = kit.start(kit.request("first"));
    const auto cancel = std::make_shared<team::CancelToken>();
    const auto second = kit.start(kit.request("second"), cancel);
    QVERIFY(waitFor([&] { return first->has_value(); }));
    // What was sent before these is there before their answers.
    for (int i = 0; i < 2; ++i) {
        const auto third = ProviderKit::startWith(kit.providers().provider(other.id, "small").value(), "third");
        QVERIFY(waitFor([&] { return third->has_value(); }));
        QVERIFY(**third);
    }
    QCOMPARE(kit.server().chats().size(), 3U);
    QVERIFY(!second->has_value());
    cancel->cancel();
    QVERIFY(second->has_value());
}

} // namespace tst_call_limits

QUARTERDECK_TEST(tst_call_limits, TestCallLimits)
#include "tst_call_limits.moc"
