#include "model/gateway/http/request_rules.h"
#include "model/gateway/routes.h"
#include "tests/support/test.h"

#include <QFile>
#include <QFloat16>
#include <QIODevice>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace tst_request_rules {

using namespace quarterdeck::gateway;

namespace {

/// A refusal's text has a translation, which `ui/present` uses.
bool isTranslated(const std::string& refusal)
{
    QFile file(QStringLiteral(QUARTERDECK_TRANSLATIONS "/quarterdeck_zh_CN.ts"));
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray all = file.readAll();
    const auto from = all.indexOf("<name>GatewayRefusals</name>");
    const QByteArray context = all.mid(from, all.indexOf("</context>", from) - from);
    const auto body = QJsonDocument::fromJson(QByteArray::fromStdString(refusal)).object();
    const QString sentence = body[u"error"].toObject()[u"message"].toString();
    QString escaped = sentence.toHtmlEscaped();
    escaped.replace(u'\'', QStringLiteral("&apos;"));
    return !sentence.isEmpty() && context.contains("<source>" + escaped.toUtf8() + "</source>");
}

} // namespace

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
    void withoutATokenOfItsOwn_nobodyIsLetIn();
    void refusals_tellHowToAsk();
    void paths_leadToTheirPart_data();
    void paths_leadToTheirPart();
    void partsOfTheApi_wantTheToken();
    void partsThatActTakeJsonOnly();
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
    QCOMPARE(queryOf("/x?a=1?b"), std::string("a=1?b"));
    QCOMPARE(queryOf("/x"), std::string());
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
    QTest::addColumn<RouteRules>("rules");
    const HttpRequest good{
        "POST", "/trpc/x", "", {{"host", "localhost:3000"}, {"content-type", "application/json"}}, ""};
    const auto rowFor = [&](const char* name, const RouteRules& rules, int status, auto change) {
        HttpRequest request = good;
        change(request);
        QTest::newRow(name) << request << status << rules;
    };
    const auto row = [&](const char* name, int status, auto change) { rowFor(name, {}, status, change); };
    const auto field = [](const char* name, const char* value) {
        return [=](HttpRequest& one) { one.fields[name] = value; };
    };
    row("as AgentScope asks", 0, [](HttpRequest&) {});
    row("with parameters", 0, field("content-type", "Application/JSON ; charset=utf-8"));
    row("uncompressed by name", 0, field("content-encoding", "Identity"));
    row("a rebound name", 403, field("host", "canary.invalid"));
    row("a web page", 403, field("origin", "https://canary.invalid"));
    row("a page of this machine", 403, field("origin", "http://localhost:3000"));
    row("a page without a name", 403, field("origin", "null"));
    row("GET", 405, [](HttpRequest& one) { one.method = "GET"; });
    row("OPTIONS", 405, [](HttpRequest& one) { one.method = "OPTIONS"; });
    row("a form", 415, field("content-type", "text/plain"));
    row("without a type", 415, [](HttpRequest& one) { one.fields.erase("content-type"); });
    row("of a longer type", 415, field("content-type", "application/json-patch"));
    row("gzip", 415, field("content-encoding", "gzip"));

    RouteRules sockets;
    sockets.takesGet = true;
    sockets.wantsJson = false;
    sockets.takesOwnOrigin = true;
    rowFor("GET where it is taken", sockets, 0, [](HttpRequest& one) { one.method = "GET"; });
    for (const char* site : {"cross-site", "same-site", "odd"}) // of another port of this machine, too
        rowFor(qPrintable(QStringLiteral("a picture of a page, %1").arg(QLatin1String(site))), sockets, 403,
               [site](HttpRequest& one) {
                   one.method = "GET";
                   one.fields["sec-fetch-site"] = site;
               });
    for (const char* site : {"none", "same-origin"})
        rowFor(qPrintable(QStringLiteral("typed in a browser, %1").arg(QLatin1String(site))), sockets, 0,
               field("sec-fetch-site", site));
    rowFor("any content", sockets, 0, field("content-type", "text/plain"));
    rowFor("its own origin", sockets, 0, field("origin", "http://localhost:3000"));
    rowFor("another port's", sockets, 403, field("origin", "http://localhost:3001"));
    rowFor("another name's", sockets, 403, field("origin", "http://127.0.0.1:3000"));
    rowFor("its own, but rebound", sockets, 403, [](HttpRequest& one) {
        one.fields["host"] = "canary.invalid";
        one.fields["origin"] = "http://canary.invalid";
    });
    rowFor("PUT", sockets, 405, [](HttpRequest& one) { one.method = "PUT"; });

    RouteRules guarded;
    guarded.takesDelete = guarded.wantsToken = true;
    const auto bearing = [&](const char* name, int status, const char* value) {
        rowFor(name, guarded, status, field("authorization", value));
    };
    bearing("with the token", 0, "Bearer 0123abcd");
    bearing("with the token, its scheme in small letters", 0, "bearer  0123abcd");
    bearing("with another token", 401, "Bearer 0123abce");
    bearing("with the token's beginning", 401, "Bearer 0123abc");
    bearing("with the token and more", 401, "Bearer 0123abcd0");
    bearing("with an empty token", 401, "Bearer ");
    bearing("with the token of another scheme", 401, "Basic 0123abcd");
    bearing("with the token alone", 401, "0123abcd");
    rowFor("without a token", guarded, 401, [](HttpRequest&) {});
    rowFor("without a token where another method is taken", guarded, 401, [](HttpRequest& one) { one.method = "GET"; });
    rowFor("DELETE with the token", guarded, 0, [](HttpRequest& one) {
        one.method = "DELETE";
        one.fields["authorization"] = "Bearer 0123abcd";
    });
    rowFor("a web page with the token", guarded, 403, [](HttpRequest& one) {
        one.fields["origin"] = "https://canary.invalid";
        one.fields["authorization"] = "Bearer 0123abcd";
    });
}

void TestRequestRules::refusals()
{
    QFETCH(HttpRequest, request);
    QFETCH(RouteRules, rules);
    const auto refusal = admit(request, rules, "0123abcd").refusal;
    QTEST(refusal ? static_cast<int>(refusal->status) : 0, "status");
    // The window says it in the person's words; which methods are taken is for programs alone.
    if (refusal && refusal->status != 405)
        QVERIFY2(isTranslated(refusal->body), refusal->body.c_str());
}

void TestRequestRules::withoutATokenOfItsOwn_nobodyIsLetIn()
{
    RouteRules guarded;
    guarded.wantsToken = true;
    for (const char* authorization : {"Bearer ", "Bearer", "", "Bearer 0"}) {
        const HttpRequest request{
            "POST",
            "/v1/x",
            "",
            {{"host", "localhost"}, {"content-type", "application/json"}, {"authorization", authorization}},
            ""};
        const auto refusal = admit(request, guarded, {}).refusal;
        QVERIFY(refusal && refusal->status == 401);
    }
}

void TestRequestRules::refusals_tellHowToAsk()
{
    RouteRules guarded;
    guarded.takesGet = guarded.wantsToken = true;
    HttpRequest request{"PUT", "/v1/x", "", {{"host", "localhost"}}, ""};
    using Fields = std::vector<std::pair<std::string, std::string>>;
    const auto unknown = admit(request, guarded, "0").refusal;
    QVERIFY(unknown && unknown->fields == (Fields{{"WWW-Authenticate", "Bearer realm=\"Quarterdeck\""}}));
    const std::string beginning = "{\"error\":{\"code\":\"unauthorized\",\"message\":\"This address needs";
    QVERIFY2(unknown->body.starts_with(beginning), unknown->body.c_str());
    request.fields["authorization"] = "Bearer 0";
    const auto wrong = admit(request, guarded, "0").refusal;
    QVERIFY(wrong && wrong->fields == (Fields{{"Allow", "GET, POST"}}));
}

void TestRequestRules::paths_leadToTheirPart_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<Part>("part");
    QTest::newRow("Studio") << QByteArray("/trpc/registerRun") << Part::Studio;
    QTest::newRow("Studio, a question") << QByteArray("/trpc/getCurrentVersion") << Part::StudioQuery;
    QTest::newRow("Socket.IO") << QByteArray("/socket.io/") << Part::SocketIo;
    QTest::newRow("Socket.IO without its slash") << QByteArray("/socket.io") << Part::SocketIo;
    QTest::newRow("beside it") << QByteArray("/socket.io.js") << Part::None;
    QTest::newRow("MCP") << QByteArray("/mcp") << Part::Mcp;
    QTest::newRow("MetaGPT's reporters") << QByteArray("/metagpt/report") << Part::MetaGptReport;
    QTest::newRow("traces") << QByteArray("/v1/traces") << Part::Traces;
    QTest::newRow("log records") << QByteArray("/v1/logs") << Part::Traces;
    QTest::newRow("metrics") << QByteArray("/v1/metrics") << Part::OtherSignals;
    QTest::newRow("health") << QByteArray("/v1/health") << Part::Health;
    QTest::newRow("the API's description") << QByteArray("/v1/openapi.json") << Part::Description;
    QTest::newRow("sessions") << QByteArray("/v1/sessions") << Part::ApiPost;
    for (const char* below : {"roles", "messages", "questions", "status"})
        QTest::newRow(below) << QByteArray("/v1/sessions/s/") + below << Part::ApiPost;
    QTest::newRow("attachments") << QByteArray("/v1/sessions/s/attachments") << Part::ApiAttachments;
    QTest::newRow("attachment") << QByteArray("/v1/sessions/s/attachments/a") << Part::ApiQuery;
    QTest::newRow("session") << QByteArray("/v1/sessions/s") << Part::ApiQuery;
    QTest::newRow("events") << QByteArray("/v1/sessions/s/events") << Part::ApiQuery;
    QTest::newRow("role") << QByteArray("/v1/sessions/s/roles/Bob") << Part::ApiQuery;
    QTest::newRow("open roles") << QByteArray("/v1/roles") << Part::ApiQuery;
    QTest::newRow("question") << QByteArray("/v1/sessions/s/questions/q") << Part::ApiQuestion;
    for (const char* path : {"/v1/sessions/", "/v1/sessionsx", "/v1/sessions/s/", "/v1/sessions/s/other",
                             "/v1/sessions/s/events/e", "/v1/sessions/s/attachments/", "/v1/sessions/s/attachments/a/b",
                             "/v1/sessions/s/questions/q/x", "/v1/other", "/v1/roles/Bob"})
        QTest::newRow(path) << QByteArray(path) << Part::None;
    QTest::newRow("nothing") << QByteArray("/") << Part::None;
}

void TestRequestRules::paths_leadToTheirPart()
{
    QFETCH(QByteArray, path);
    QTEST(partOf(path.toStdString()), "part");
}

void TestRequestRules::partsOfTheApi_wantTheToken()
{
    for (const Part part : {Part::ApiPost, Part::ApiQuery, Part::ApiQuestion, Part::ApiAttachments})
        QVERIFY(rulesOf(part).wantsToken && !rulesOf(part).takesOwnOrigin);
}

/// What a web page could ask without leave must never reach a part that takes JSON.
void TestRequestRules::partsThatActTakeJsonOnly()
{
    const RouteRules rules = rulesOf(Part::Studio);
    QVERIFY(rules.wantsJson && !rules.takesGet && !rules.takesOwnOrigin && !rules.isWebSocket);
}

} // namespace tst_request_rules

QUARTERDECK_TEST(tst_request_rules, TestRequestRules)
#include "tst_request_rules.moc"
