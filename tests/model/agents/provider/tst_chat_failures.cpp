#include "provider_kit.h"
#include "tests/support/test.h"

#include <QDateTime>
#include <QTest>

namespace tst_chat_failures {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using quarterdeck::test::waitFor;
using team::CancelToken;
using team::Protocol;

/// What goes wrong with model servers: said in words that name the server, and tried again only where that may help.
class TestChatFailures final : public QObject
{
    Q_OBJECT
private slots:
    void failureIsUnderstood_data();
    void failureIsUnderstood();
    void whatMayPassIsTriedAgain_data();
    void whatMayPassIsTriedAgain();
    void retriesEnd();
    void longWaitsAreNotWaitedFor();
    void serverThatIsNotThere_data();
    void serverThatIsNotThere();
    void proxyThatIsNotThere();
    void cancelEndsAtOnce_data();
    void cancelEndsAtOnce();
    void cancelWithinProgress();
    void cancelWhileItWaitsToTryAgain();
    void endOfTheProvidersEndsCalls();
    void silenceEnds();
    void slownessEnds();
    void hugeRepliesAreCutOff();
    void nothingIsSentForABadAddress();
};

void TestChatFailures::failureIsUnderstood_data()
{
    QTest::addColumn<bool>("isAnthropic");
    QTest::addColumn<QString>("reply");
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("requests");
    struct Row
    {
        const char* reply;
        ErrorCode code;
        const char* words;
        int requests;
    };
    const std::array rows = {
        Row{R"({"error": "wrong_key"})", ErrorCode::NotAllowed, "does not accept the key", 1},
        Row{R"({"error": "forbidden"})", ErrorCode::NotAllowed, "does not allow this", 1},
        Row{R"({"error": "no_such_model"})", ErrorCode::NotFound, "has no model “small”", 1},
        Row{R"({"error": "not_found"})", ErrorCode::NotFound, "it serves no models at that address", 1},
        Row{R"({"error": "context_too_long"})", ErrorCode::BadInput, "too long for the model “small”", 1},
        Row{R"({"error": "no_credit"})", ErrorCode::NotAllowed, "no credit left", 1},
        Row{R"({"error": "bad_request"})", ErrorCode::Io, "refused the request (HTTP 400)", 1},
        Row{R"({"error": "rate_limited", "retry_after": "0"})", ErrorCode::Io, "because there are too many", 3},
        Row{R"({"error": "server_error"})", ErrorCode::Io, "had an internal error (HTTP 500)", 3},
        Row{R"({"error": "overloaded"})", ErrorCode::Io, "had an internal error (HTTP 529)", 3},
        Row{R"({"error": "in_200"})", ErrorCode::Io, "because there are too many", 3},
        Row{R"({"error": "in_stream", "text": "This begins well and then goes wrong."})", ErrorCode::Io,
            "had an internal error", 1},
        Row{R"({"error": "html"})", ErrorCode::Io, "is not a model server", 1},
        Row{R"({"error": "redirect"})", ErrorCode::Io, "redirects to http://canary.invalid/v1", 1},
        Row{R"({"fault": "cut_after_head", "text": "Nothing of this is heard."})", ErrorCode::Io,
            "closed the connection before it answered", 3},
        Row{R"({"fault": "cut_middle", "text": "Half of this is heard, and no more than that."})", ErrorCode::Io,
            "broke off in the middle", 1},
    };
    for (const bool isAnthropic : {false, true})
        for (const Row& row : rows)
            QTest::newRow((isAnthropic ? "Anthropic, " : "OpenAI, ") + QByteArray(row.reply))
                << isAnthropic << row.reply << row.code << row.words << row.requests;
}

void TestChatFailures::failureIsUnderstood()
{
    QFETCH(bool, isAnthropic);
    QFETCH(QString, reply);
    QFETCH(ErrorCode, code);
    QFETCH(QString, words);
    QFETCH(int, requests);
    ProviderKit kit(scriptOf(("{\"otherwise\": " + reply + "}").toUtf8().constData()));
    kit.connection.keySource = team::KeySource::Keyring;
    kit.environment.retries.attempts = 3;
    if (isAnthropic)
        kit.connection.protocol = Protocol::Anthropic;
    const auto failed = kit.ask("Hello");
    QVERIFY(!failed);
    const QString sentence = QString::fromStdString(failed.error().sentence);
    QVERIFY2(sentence.contains(words), qPrintable(sentence));
    QVERIFY2(sentence.contains("Test server"), qPrintable(sentence));
    QVERIFY2(sentence.contains(QString::number(kit.server().port())), qPrintable(sentence));
    QCOMPARE(failed.error().code, code);
    QCOMPARE(kit.server().chats().size(), static_cast<std::size_t>(requests));
    QCOMPARE(team::isContextTooLong(failed.error()), reply.contains("context_too_long"));
}

void TestChatFailures::whatMayPassIsTriedAgain_data()
{
    QTest::addColumn<QString>("first");
    const QString past = QDateTime::currentDateTimeUtc().addSecs(-60).toString("ddd, dd MMM yyyy hh:mm:ss 'GMT'");
    QTest::newRow("too many requests") << R"({"error": "rate_limited"})";
    QTest::newRow("too many, seconds") << R"({"error": "rate_limited", "retry_after": "0"})";
    QTest::newRow("too many, date") << QString(R"({"error": "rate_limited", "retry_after": "%1"})").arg(past);
    QTest::newRow("its own trouble") << R"({"error": "server_error"})";
    QTest::newRow("trouble under HTTP 200") << R"({"error": "in_200"})";
    QTest::newRow("cut before the head") << R"({"fault": "cut_before"})";
    QTest::newRow("cut before a word") << R"({"fault": "cut_after_head"})";
}

void TestChatFailures::whatMayPassIsTriedAgain()
{
    QFETCH(QString, first);
    ProviderKit kit(scriptOf(
        ("{\"rules\": [{\"once\": true, \"replies\": [" + first + ", " + first + "]}], \"otherwise\": \"Here I am.\"}")
            .toUtf8()
            .constData()));
    const auto reply = kit.ask("Hello");
    QVERIFY2(reply, reply ? "" : reply.error().sentence.c_str());
    QCOMPARE(textOf(*reply), "Here I am.");
    QVERIFY(kit.server().chats().size() >= 3);
}

void TestChatFailures::retriesEnd()
{
    ProviderKit kit(scriptOf(R"({"otherwise": {"fault": "cut_before"}})"));
    kit.environment.retries.attempts = 2;
    const auto failed = kit.ask("Hello");
    QVERIFY(!failed);
    QVERIFY(QString::fromStdString(failed.error().sentence).contains("closed the connection before it answered"));
}

void TestChatFailures::longWaitsAreNotWaitedFor()
{
    ProviderKit kit(scriptOf(R"({"otherwise": {"error": "rate_limited", "retry_after": "86400"}})"));
    const auto failed = kit.ask("Hello");
    QVERIFY(!failed);
    QCOMPARE(kit.server().chats().size(), 1U);
}

void TestChatFailures::serverThatIsNotThere_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("words");
    QTcpServer once;
    QVERIFY(once.listen(QHostAddress::LocalHost));
    const QString closed = QString("127.0.0.1:%1").arg(once.serverPort());
    once.close();
    QTest::newRow("nobody listens") << "http://" + closed << "No server is running at http://" + closed;
    QTest::newRow("no such name") << "http://models.invalid"
                                  << "http://models.invalid";
}

void TestChatFailures::serverThatIsNotThere()
{
    QFETCH(QString, address);
    QFETCH(QString, words);
    ProviderKit kit(scriptOf(R"({"otherwise": "Yes"})"));
    kit.connection.address = address.toStdString();
    kit.environment.retries.attempts = 2;
    const auto failed = kit.ask("Hello");
    QVERIFY(!failed);
    const QString sentence = QString::fromStdString(failed.error().sentence);
    QVERIFY2(sentence.contains(words) && sentence.contains("Test server"), qPrintable(sentence));
}

void TestChatFailures::proxyThatIsNotThere()
{
    QTcpServer once;
    QVERIFY(once.listen(QHostAddress::LocalHost));
    const QByteArray proxy = "http://127.0.0.1:" + QByteArray::number(once.serverPort());
    once.close();
    qputenv("http_proxy", proxy);
    const auto restored = qScopeGuard([] { qunsetenv("http_proxy"); });
    ProviderKit away(scriptOf(R"({"otherwise": "Yes"})"));
    away.connection.address = "http://models.invalid";
    const auto failed = away.ask("Hello");
    QVERIFY(!failed);
    const QString sentence = QString::fromStdString(failed.error().sentence);
    QVERIFY2(sentence.contains("proxy"), qPrintable(sentence));
    // There is no proxy for this computer itself.
    ProviderKit here(scriptOf(R"({"otherwise": "Yes"})"));
    QVERIFY(here.ask("Hello"));
}

void TestChatFailures::cancelEndsAtOnce_data()
{
    QTest::addColumn<QString>("fault");
    QTest::newRow("before the head") << "hang";
    QTest::newRow("in the middle of a stream") << "silence";
}

void TestChatFailures::cancelEndsAtOnce()
{
    QFETCH(QString, fault);
    model_server::Script script =
        scriptOf(R"({"otherwise": {"text": "A text of some length, so that a part is heard."}})");
    script.otherwise.fault = fault.toStdString();
    ProviderKit kit(std::move(script));
    const auto cancel = std::make_shared<CancelToken>();
    int pieces = 0;
    const auto running = kit.start(kit.request("Hello"), cancel, [&](const formats::StreamedReply&) { ++pieces; });
    QVERIFY(waitFor([&] { return fault == "hang" ? kit.server().chats().size() == 1 : pieces > 0; }));
    QVERIFY(!running->has_value());
    cancel->cancel();
    QVERIFY2(running->has_value(), "it did not end within the cancel");
    QVERIFY(!**running);
    QCOMPARE((*running)->error().code, ErrorCode::Cancelled);
    QVERIFY2(waitFor([&] { return kit.server().openConnections() == 0; }), "the connection is still there");
}

void TestChatFailures::cancelWithinProgress()
{
    model_server::Script script =
        scriptOf(R"({"otherwise": {"text": "Enough said already, but there is more to come."}})");
    script.chunking = "event";
    ProviderKit kit(std::move(script));
    const auto cancel = std::make_shared<CancelToken>();
    const auto running = kit.start(kit.request("Hello"), cancel, [&](const formats::StreamedReply& soFar) {
        if (soFar.content.value_or("").size() > 10)
            cancel->cancel();
    });
    QVERIFY(waitFor([&] { return running->has_value(); }));
    QVERIFY(!**running);
    QCOMPARE((*running)->error().code, ErrorCode::Cancelled);
}

void TestChatFailures::cancelWhileItWaitsToTryAgain()
{
    ProviderKit kit(scriptOf(
        R"({"rules": [{"when": {"last": "first"}, "reply": {"error": "rate_limited"}}], "otherwise": "Yes"})"));
    kit.environment.retries.firstDelayMs = 1'000'000;
    kit.environment.retries.longestDelayMs = 1'000'000;
    kit.connection.limits.callsAtOnce = 1;
    const auto cancel = std::make_shared<CancelToken>();
    const auto first = kit.start(kit.request("first"), cancel);
    // It is let through when the first one has read its answer, and waits.
    const auto second = kit.start(kit.request("second"));
    QVERIFY(waitFor([&] { return second->has_value(); }));
    QVERIFY(**second);
    QVERIFY(!first->has_value());
    cancel->cancel();
    QVERIFY(first->has_value());
    QCOMPARE((*first)->error().code, ErrorCode::Cancelled);
    QCOMPARE(kit.server().chats().size(), 2U);
}

void TestChatFailures::endOfTheProvidersEndsCalls()
{
    ProviderKit kit(scriptOf(R"({"otherwise": {"fault": "hang"}})"));
    const auto running = kit.start(kit.request("Hello"));
    QVERIFY(waitFor([&] { return kit.server().chats().size() == 1; }));
    kit.endProviders();
    QVERIFY(running->has_value());
    QCOMPARE((*running)->error().code, ErrorCode::Cancelled);
}

void TestChatFailures::silenceEnds()
{
    ProviderKit kit(scriptOf(R"({"otherwise": {"fault": "silence", "text": "This will never be said to its end."}})"));
    kit.connection.timeouts.idle = 150;
    const auto failed = kit.ask("Hello");
    QVERIFY(!failed);
    QVERIFY2(QString::fromStdString(failed.error().sentence).contains("has sent nothing for 0.15 s"),
             failed.error().sentence.c_str());
    QCOMPARE(kit.server().chats().size(), 1U);
}

void TestChatFailures::slownessEnds()
{
    model_server::Script script = scriptOf(R"({"otherwise": {"pace_ms": 20, "chunking": "byte",
        "text": "This will be said very slowly, but never stands still."}})");
    ProviderKit kit(std::move(script));
    kit.connection.timeouts.request = 300;
    const auto failed = kit.ask("Hello");
    QVERIFY(!failed);
    QVERIFY2(QString::fromStdString(failed.error().sentence).contains("did not finish within 0.3 s"),
             failed.error().sentence.c_str());
}

void TestChatFailures::hugeRepliesAreCutOff()
{
    ProviderKit kit(scriptOf(R"({"otherwise": {"fault": "huge", "bytes": 100000000}})"));
    std::size_t most = 0;
    const auto failed = kit.ask(kit.request("Hello"), [&](const formats::StreamedReply& soFar) {
        most = std::max(most, soFar.content ? soFar.content->size() : 0);
    });
    QVERIFY(!failed);
    QVERIFY2(QString::fromStdString(failed.error().sentence).contains("sent more than 32 MB"),
             failed.error().sentence.c_str());
    QVERIFY2(most < (std::size_t{33} << 20), qPrintable(QString::number(most)));
    QVERIFY(waitFor([&] { return kit.server().openConnections() == 0; }));
    QCOMPARE(kit.server().chats().size(), 1U);
}

void TestChatFailures::nothingIsSentForABadAddress()
{
    ProviderKit kit(scriptOf(R"({"otherwise": "Yes"})"));
    kit.connection.address = "file:///etc/passwd";
    const auto failed = kit.ask("Hello");
    QVERIFY(!failed);
    QCOMPARE(failed.error().code, ErrorCode::BadInput);
}

} // namespace tst_chat_failures

QUARTERDECK_TEST(tst_chat_failures, TestChatFailures)
#include "tst_chat_failures.moc"
