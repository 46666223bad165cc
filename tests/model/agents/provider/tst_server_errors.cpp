#include "model/agents/provider/failure.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <QUrl>
#include <nlohmann/json.hpp>

namespace tst_server_errors {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::team;

/// Servers' error messages, in any shape: understood as far as possible, and shown only if clean.
class TestServerErrors final : public QObject
{
    Q_OBJECT
private slots:
    void errorOfAnyShapeIsRead_data();
    void errorOfAnyShapeIsRead();
    void whatIsForeignIsCleaned();
    void addressItNamesIsCleaned();
    void delayIsNeverLessThanOurs_data();
    void delayIsNeverLessThanOurs();
};

namespace {

const std::string model = "small";
const std::string key = "sk-Secret-Of-The-Test";

ModelConnection server()
{
    ModelConnection connection = newConnection(Service::Other);
    connection.name = "Test server";
    connection.address = "http://127.0.0.1:1";
    return connection;
}

} // namespace

void TestServerErrors::errorOfAnyShapeIsRead_data()
{
    QTest::addColumn<QByteArray>("error");
    QTest::addColumn<QString>("words");
    const char* tooMany = "because there are too many";
    QTest::newRow("type is null") << QByteArray(R"({"type": null, "code": "rate_limit_exceeded"})") << tooMany;
    QTest::newRow("type is a number") << QByteArray(R"({"type": 429})") << tooMany;
    QTest::newRow("type is an object") << QByteArray(R"({"type": {}, "code": 429})") << tooMany;
    QTest::newRow("type is a list") << QByteArray(R"({"type": ["x"], "code": "rate_limit"})") << tooMany;
    QTest::newRow("error is a text") << QByteArray(R"("It broke")") << "It says: It broke";
    QTest::newRow("error is a number") << QByteArray("7") << "reported an error";
    QTest::newRow("what we read ourselves") << QByteArray(R"({"type": "invalid_json"})") << "cannot be read";
}

void TestServerErrors::errorOfAnyShapeIsRead()
{
    QFETCH(QByteArray, error);
    QFETCH(QString, words);
    formats::StreamedReply reply;
    reply.error = JsonValue(nlohmann::json::parse(error.toStdString()));
    const ModelConnection connection = server();
    const auto failure = failureOf(reply, HttpResponse(), Asked{connection, model, key});
    QVERIFY(failure);
    QVERIFY2(QString::fromStdString(failure->error.sentence).contains(words), failure->error.sentence.c_str());
}

void TestServerErrors::whatIsForeignIsCleaned()
{
    const nlohmann::json body = {
        {"error", {{"code", key + "\nsecond line"}, {"type", std::string(60'000, 'x')}, {"message", "No " + key}}}};
    HttpResponse answer;
    answer.end = HttpResponse::End::Complete;
    answer.status = 400;
    answer.errorBody = body.dump();
    const ModelConnection connection = server();
    const auto failure = failureOf(answer, Asked{connection, model, key}, false, HttpRequest());
    QVERIFY(failure);
    const QString detail = QString::fromStdString(failure->error.detail);
    const QString told = QString::fromStdString(failure->error.sentence) + detail;
    QVERIFY2(!told.contains(QString::fromStdString(key), Qt::CaseInsensitive), qPrintable(told));
    QVERIFY2(!told.contains('\n'), qPrintable(told));
    QVERIFY2(detail.startsWith("HTTP 400 … second line xxx"), qPrintable(detail));
    QVERIFY2(detail.size() < 140, qPrintable(detail));
}

void TestServerErrors::addressItNamesIsCleaned()
{
    HttpResponse answer;
    answer.end = HttpResponse::End::Complete;
    answer.status = 301;
    answer.location = "http://elsewhere.invalid/" + key + '/' + std::string(5'000, 'x');
    const ModelConnection connection = server();
    HttpRequest request;
    request.request.setUrl(QUrl("http://127.0.0.1:1/v1"));
    const auto failure = failureOf(answer, Asked{connection, model, key}, false, request);
    QVERIFY(failure);
    const QString told = QString::fromStdString(failure->error.sentence);
    QVERIFY2(told.contains("http://elsewhere.invalid/…/x"), qPrintable(told));
    QVERIFY(told.size() < 600);
}

void TestServerErrors::delayIsNeverLessThanOurs_data()
{
    QTest::addColumn<int>("retryAfterMs"); ///< -1: none
    QTest::addColumn<int>("attemptsDone");
    QTest::addColumn<int>("least"); ///< -1: not tried again
    QTest::newRow("no wish") << -1 << 1 << 1'000;
    QTest::newRow("at once") << 0 << 1 << 1'000;
    QTest::newRow("at once, the third time") << 0 << 3 << 4'000;
    QTest::newRow("later") << 100'000 << 1 << 100'000;
    QTest::newRow("too late") << 200'000 << 1 << -1;
    QTest::newRow("tried often enough") << 0 << 5 << -1;
}

void TestServerErrors::delayIsNeverLessThanOurs()
{
    QFETCH(int, retryAfterMs);
    QFETCH(int, attemptsDone);
    QFETCH(int, least);
    Failure failure;
    failure.isRetryable = true;
    if (retryAfterMs >= 0)
        failure.retryAfterMs = retryAfterMs;
    const auto delay = delayUntilRetry(failure, attemptsDone, RetryPolicy());
    QCOMPARE(delay.has_value(), least >= 0);
    if (delay)
        QVERIFY2(*delay >= least && *delay <= least + least / 2, qPrintable(QString::number(*delay)));
}

} // namespace tst_server_errors

QUARTERDECK_TEST(tst_server_errors, TestServerErrors)
#include "tst_server_errors.moc"
