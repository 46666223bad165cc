#include "model/gateway/routes.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_body_order {

using namespace quarterdeck::gateway;

/// What belongs together, without its being read.
class TestBodyOrder final : public QObject
{
    Q_OBJECT
private slots:
    void orders_data();
    void orders();
};

void TestBodyOrder::orders_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("order");
    const auto row = [](const char* name, const char* path, const QByteArray& body, const char* order) {
        QTest::newRow(name) << QByteArray(path) << body << QByteArray(order);
    };
    const QByteArray much(200'000, 'x');
    row("a run", "/trpc/pushMessage", R"({"runId": "r 1", "msg": {}})", "studio \"r 1");
    row("a run, without blanks", "/trpc/pushMessage", R"({"runId":"r 1","msg":{}})", "studio \"r 1");
    row("a run whose id is a number", "/trpc/pushMessage", R"({"runId": 7, "msg": {}})", "studio 7");
    row("a run, behind a long message", "/trpc/pushMessage", "{\"msg\": \"" + much + R"(", "runId": "r"})",
        "studio \"r");
    row("a run in the middle is not found", "/trpc/pushMessage",
        "{\"a\": \"" + much + R"(", "runId": "r", "b": ")" + much + "\"}", "");
    row("a name within a text", "/trpc/pushMessage", R"({"a": "\"runId\": \"no\"", "runId": "r"})", "studio \"r");
    row("no run", "/trpc/pushMessage", R"({"msg": {}})", "");
    row("cut off", "/trpc/pushMessage", R"({"runId")", "");
    row("cut off behind the colon", "/trpc/pushMessage", R"({"runId": )", "");
    row("a long id", "/trpc/pushMessage", "{\"runId\": \"" + much, ("studio \"" + QByteArray(499, 'x')).constData());
    row("a new run", "/trpc/registerRun", R"({"id": "r", "project": "p"})", "studio \"r");
    row("Studio's own agent", "/trpc/pushMessageToFridayApp", R"({"replyId": "1"})", "studio friday");
    row("a reporter", "/metagpt/report", "{}", "metagpt ");
    row("a reporter of a run", "/metagpt/report?run=a", "{}", "metagpt a");
    row("a session", "/v1/sessions/abc/messages", "{}", "api /v1/sessions/abc");
    row("its questions", "/v1/sessions/abc/questions", "{}", "api /v1/sessions/abc");
    row("its pictures", "/v1/sessions/abc/attachments", "", "api /v1/sessions/abc");
    row("a new session", "/v1/sessions", "{}", "");
    row("a client of MCP", "/mcp", "{}", "mcp client 1");
    row("anything else", "/", "{}", "");
}

void TestBodyOrder::orders()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, body);
    HttpRequest request;
    request.path = path.split('?').value(0).toStdString();
    request.query = path.split('?').value(1).toStdString();
    request.body = body.toStdString();
    request.fields["mcp-session-id"] = "client 1";
    QTEST(QByteArray::fromStdString(orderOf(request)), "order");
    request.fields.clear();
    if (request.path == "/mcp")
        QCOMPARE(orderOf(request), std::string());
}

} // namespace tst_body_order

QUARTERDECK_TEST(tst_body_order, TestBodyOrder)
#include "tst_body_order.moc"
