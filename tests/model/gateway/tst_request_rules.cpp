#include "http/request_rules.h"

#include <QtTest>

using namespace quarterdeck::gateway;

/// Who is answered at all.
class TestRequestRules final : public QObject
{
    Q_OBJECT
private slots:
    void hosts_data();
    void hosts();
    void paths_data();
    void paths();
    void refusals_data();
    void refusals();
};

void TestRequestRules::hosts_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<bool>("isLoopback");
    const auto row = [](const char* host, bool isLoopback) { QTest::newRow(host) << QByteArray(host) << isLoopback; };
    for (const char* host : {"localhost", "localhost:3000", "LocalHost:3000", "127.0.0.1", "127.0.0.1:3000", "[::1]",
                             "[::1]:65535", "localhost:"})
        row(host, true);
    for (const char* host :
         {"", "example.com", "localhost.example.com", "127.0.0.1.example.com:3000", "localhost:3000.x", "127.0.0.2",
          "0.0.0.0:3000", "::1", "evil@localhost", "localhost:123456", "localhost 1"})
        row(host, false);
}

void TestRequestRules::hosts()
{
    QFETCH(QByteArray, host);
    QTEST(isLoopbackHost(host.toStdString()), "isLoopback");
}

void TestRequestRules::paths_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("plain") << QByteArray("/trpc/pushMessage") << QByteArray("/trpc/pushMessage");
    QTest::newRow("doubled slash") << QByteArray("//trpc///pushMessage") << QByteArray("/trpc/pushMessage");
    QTest::newRow("query") << QByteArray("/trpc/x?a=//b") << QByteArray("/trpc/x");
    QTest::newRow("nothing") << QByteArray() << QByteArray();
}

void TestRequestRules::paths()
{
    QFETCH(QByteArray, target);
    QFETCH(QByteArray, path);
    QCOMPARE(plainPath(target.toStdString()), path.toStdString());
}

void TestRequestRules::refusals_data()
{
    QTest::addColumn<HttpRequest>("request");
    QTest::addColumn<int>("status");
    const HttpRequest good{"POST", "/trpc/x", "localhost:3000", "", "application/json", "", ""};
    const auto row = [&](const char* name, int status, auto change) {
        HttpRequest request = good;
        change(request);
        QTest::newRow(name) << request << status;
    };
    row("as AgentScope asks", 0, [](HttpRequest&) {});
    row("with parameters", 0, [](HttpRequest& one) { one.contentType = "Application/JSON ; charset=utf-8"; });
    row("uncompressed by name", 0, [](HttpRequest& one) { one.contentEncoding = "Identity"; });
    row("a rebound name", 403, [](HttpRequest& one) { one.host = "canary.invalid"; });
    row("a web page", 403, [](HttpRequest& one) { one.origin = "https://canary.invalid"; });
    row("a page of this machine", 403, [](HttpRequest& one) { one.origin = "http://localhost:3000"; });
    row("a page without a name", 403, [](HttpRequest& one) { one.origin = "null"; });
    row("GET", 405, [](HttpRequest& one) { one.method = "GET"; });
    row("OPTIONS", 405, [](HttpRequest& one) { one.method = "OPTIONS"; });
    row("a form", 415, [](HttpRequest& one) { one.contentType = "text/plain"; });
    row("without a type", 415, [](HttpRequest& one) { one.contentType.clear(); });
    row("of a longer type", 415, [](HttpRequest& one) { one.contentType = "application/json-patch"; });
    row("gzip", 415, [](HttpRequest& one) { one.contentEncoding = "gzip"; });
}

void TestRequestRules::refusals()
{
    QFETCH(HttpRequest, request);
    const auto refusal = refusalOf(request);
    QTEST(refusal ? static_cast<int>(refusal->status) : 0, "status");
}

QTEST_GUILESS_MAIN(TestRequestRules)
#include "tst_request_rules.moc"
