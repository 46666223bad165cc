#include "provider_kit.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_connection_test {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using quarterdeck::test::waitFor;
using team::ConnectionTestReport;
using Answer = team::ConnectionTestReport::Answer;

/// What a test of a connection finds out.
class TestConnectionTest final : public QObject
{
    Q_OBJECT
private slots:
    void abilitiesAreFound_data();
    void abilitiesAreFound();
    void toolsThatAreRefusedAreNoFailure();
    void failureIsSaid_data();
    void failureIsSaid();
    void modelIsTheWantedOne();
    void typedKeyIsUsed();
    void typedKeyIsTrimmedAndChecked();
    void whatFailsTellsNoAbility_data();
    void whatFailsTellsNoAbility();
    void testIsCancelled();
};

namespace {

QCoro::Task<void> store(QCoro::Task<ConnectionTestReport> task,
                        std::shared_ptr<std::optional<ConnectionTestReport>> into)
{
    ConnectionTestReport report = co_await task;
    *into = std::move(report);
}

ConnectionTestReport tested(ProviderKit& kit, const std::string& key = {}, const std::string& model = {})
{
    auto report = std::make_shared<std::optional<ConnectionTestReport>>();
    store(kit.providers().test(kit.connection, key, model, std::make_shared<team::CancelToken>()), report);
    if (!waitFor([&] { return report->has_value(); }))
        qFatal("the test does not end");
    return **report;
}

const char* const able = R"({"models": ["first", "second"], "rules": [
    {"when": {"tool": "tell_time"}, "reply": {"tool_calls": [{"name": "tell_time", "arguments": {"zone": "UTC"}}]}},
    {"when": {"last": "What colour"}, "reply": "Red."}]})";

} // namespace

void TestConnectionTest::abilitiesAreFound_data()
{
    QTest::addColumn<bool>("isAnthropic");
    QTest::addColumn<QString>("script");
    QTest::addColumn<Answer>("streams");
    QTest::addColumn<Answer>("callsTools");
    QTest::addColumn<Answer>("seesImages");
    for (const bool isAnthropic : {false, true}) {
        const QByteArray dialect = isAnthropic ? "Anthropic, " : "OpenAI, ";
        QTest::newRow(dialect + "all") << isAnthropic << able << Answer::Yes << Answer::Yes << Answer::Yes;
        QTest::newRow(dialect + "words only")
            << isAnthropic << R"({"otherwise": "It is blue, and noon."})" << Answer::Yes << Answer::No << Answer::No;
        QTest::newRow(dialect + "no stream")
            << isAnthropic << R"({"otherwise": {"text": "Red", "quirks": ["not_streamed"]}})" << Answer::No
            << Answer::No << Answer::Yes;
    }
    QTest::newRow("pictures are refused") << false << R"({"rules": [{"when": {"any": "image_url"},
        "reply": {"error": "bad_request"}}], "otherwise": "Red."})"
                                          << Answer::Yes << Answer::No << Answer::No;
}

void TestConnectionTest::abilitiesAreFound()
{
    QFETCH(bool, isAnthropic);
    QFETCH(QString, script);
    QFETCH(Answer, streams);
    QFETCH(Answer, callsTools);
    QFETCH(Answer, seesImages);
    ProviderKit kit(scriptOf(script.toUtf8().constData()));
    if (isAnthropic)
        kit.connection.protocol = team::Protocol::Anthropic;
    const ConnectionTestReport report = tested(kit);
    QVERIFY2(!report.error, report.error ? report.error->sentence.c_str() : "");
    QCOMPARE(report.models.size(), 2U);
    QCOMPARE(report.model, report.models.front());
    QCOMPARE(report.streams, streams);
    QCOMPARE(report.callsTools, callsTools);
    QCOMPARE(report.seesImages, seesImages);
    QVERIFY(report.usage && report.usage->promptTokens > 0);
}

void TestConnectionTest::toolsThatAreRefusedAreNoFailure()
{
    ProviderKit kit(scriptOf(R"({"rules": [{"when": {"tool": "tell_time"}, "reply": {"error": "bad_request"}}]})"));
    const ConnectionTestReport report = tested(kit);
    QVERIFY(!report.error);
    QCOMPARE(report.callsTools, Answer::No);
}

void TestConnectionTest::failureIsSaid_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("words");
    QTest::addColumn<bool>("areModelsListed");
    QTest::newRow("wrong key") << R"({"key": "another"})"
                               << "does not accept the key" << false;
    QTest::newRow("no credit") << R"({"otherwise": {"error": "no_credit"}})"
                               << "no credit left" << true;
    QTest::newRow("broken") << R"({"otherwise": {"error": "server_error"}})"
                            << "had an internal error" << true;
}

void TestConnectionTest::failureIsSaid()
{
    QFETCH(QString, script);
    QFETCH(QString, words);
    QFETCH(bool, areModelsListed);
    ProviderKit kit(scriptOf(script.toUtf8().constData()));
    kit.connection.keySource = team::KeySource::Keyring;
    const ConnectionTestReport report = tested(kit);
    QVERIFY(report.error);
    QVERIFY2(QString::fromStdString(report.error->sentence).contains(words), report.error->sentence.c_str());
    QCOMPARE(!report.models.empty(), areModelsListed);
}

void TestConnectionTest::modelIsTheWantedOne()
{
    ProviderKit kit(scriptOf(able));
    const ConnectionTestReport report = tested(kit, {}, "second");
    QCOMPARE(report.model, "second");
    for (const auto& request : kit.server().chats())
        QCOMPARE(request.body["model"].get<std::string>(), "second");
}

void TestConnectionTest::typedKeyIsUsed()
{
    ProviderKit kit(scriptOf(R"({"key": "typed", "otherwise": "Red."})"));
    kit.connection.keySource = team::KeySource::Keyring;
    const ConnectionTestReport typed = tested(kit, "typed");
    QVERIFY2(!typed.error, typed.error ? typed.error->sentence.c_str() : "");
    QCOMPARE(kit.keyReads, 0);
    QVERIFY2(tested(kit).error, "a key that was only tried was kept");
}

void TestConnectionTest::typedKeyIsTrimmedAndChecked()
{
    ProviderKit kit(scriptOf(R"({"key": "typed", "otherwise": "Red."})"));
    // Whatever the source is.
    const ConnectionTestReport typed = tested(kit, " typed\n");
    QVERIFY2(!typed.error, typed.error ? typed.error->sentence.c_str() : "");
    const std::size_t before = kit.server().requests().size();
    const ConnectionTestReport broken = tested(kit, "typed\r\nHost: elsewhere");
    QVERIFY(broken.error);
    QCOMPARE(broken.error->code, ErrorCode::NotAllowed);
    QCOMPARE(kit.server().requests().size(), before);
}

void TestConnectionTest::whatFailsTellsNoAbility_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<Answer>("callsTools");
    QTest::addColumn<Answer>("seesImages");
    for (const char* error : {R"("error": "rate_limited", "retry_after": "100")", R"("error": "server_error")"}) {
        QTest::newRow(QByteArray("picture: ") + error)
            << QString(R"({"rules": [{"when": {"any": "image_url"}, "reply": {%1}}], "otherwise": "Red."})").arg(error)
            << Answer::No << Answer::Unknown;
        QTest::newRow(QByteArray("tool: ") + error)
            << QString(R"({"rules": [{"when": {"tool": "tell_time"}, "reply": {%1}}], "otherwise": "Red."})").arg(error)
            << Answer::Unknown << Answer::Yes;
    }
}

void TestConnectionTest::whatFailsTellsNoAbility()
{
    QFETCH(QString, script);
    QFETCH(Answer, callsTools);
    QFETCH(Answer, seesImages);
    ProviderKit kit(scriptOf(script.toUtf8().constData()));
    const ConnectionTestReport report = tested(kit);
    QCOMPARE(report.callsTools, callsTools);
    QCOMPARE(report.seesImages, seesImages);
    QVERIFY(report.error);
    QCOMPARE(report.error->code, ErrorCode::Io);
}

void TestConnectionTest::testIsCancelled()
{
    ProviderKit kit(scriptOf(R"({"otherwise": {"fault": "hang"}})"));
    auto report = std::make_shared<std::optional<ConnectionTestReport>>();
    const auto cancel = std::make_shared<team::CancelToken>();
    store(kit.providers().test(kit.connection, {}, {}, cancel), report);
    QVERIFY(waitFor([&] { return kit.server().chats().size() == 1; }));
    cancel->cancel();
    QVERIFY(report->has_value());
    QCOMPARE((*report)->error->code, ErrorCode::Cancelled);
}

} // namespace tst_connection_test

QUARTERDECK_TEST(tst_connection_test, TestConnectionTest)
#include "tst_connection_test.moc"
