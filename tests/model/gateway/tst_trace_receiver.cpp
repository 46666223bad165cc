#include "gateway_kit.h"
#include "otlp/trace_sessions.h"

#include <QtTest>
#include <algorithm>
#include <zlib.h>

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

const std::string traceId = "0af7651916cd43dd8448eb211c80319c";

json attribute(const std::string& name, const json& value)
{
    return {{"key", name}, {"value", {{value.is_string() ? "stringValue" : "intValue", value}}}};
}

/// A call of a model: what was said before, and what it answered.
json call(const std::string& id, std::vector<std::string> before, const std::string& answer, json further = {})
{
    json input = json::array();
    for (const std::string& text : before)
        input.push_back({{"role", input.size() % 2 == 0 ? "user" : "assistant"},
                         {"parts", {{{"type", "text"}, {"content", text}}}}});
    const json output = {{{"role", "assistant"}, {"parts", {{{"type", "text"}, {"content", answer}}}}}};
    json attributes = {attribute("gen_ai.operation.name", "chat"), attribute("gen_ai.agent.name", "Bob"),
                       attribute("gen_ai.usage.input_tokens", 10), attribute("gen_ai.input.messages", input.dump()),
                       attribute("gen_ai.output.messages", output.dump())};
    for (const json& one : further)
        attributes.push_back(one);
    return {{"traceId", traceId},
            {"spanId", id},
            {"name", "chat"},
            {"startTimeUnixNano", "1000000"},
            {"attributes", attributes}};
}

QByteArray request(const std::vector<json>& spans, const json& resource = json::array())
{
    const json body = {
        {"resourceSpans", {{{"resource", {{"attributes", resource}}}, {"scopeSpans", {{{"spans", spans}}}}}}}};
    return QByteArray::fromStdString(body.dump());
}

/// A call in a trace of its own, that names no conversation.
json single(char digit, const std::string& text)
{
    json made = call(std::string(16, digit), {text}, "to " + text);
    made["traceId"] = std::string(32, digit);
    return made;
}

QByteArray post(const QByteArray& body, const QByteArray& fields = "Content-Type: application/json\r\n")
{
    return "POST /v1/traces HTTP/1.1\r\nHost: localhost:4318\r\n" + fields
        + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

QByteArray gzip(const QByteArray& bytes)
{
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
    QByteArray in = bytes;
    QByteArray out(static_cast<qsizetype>(deflateBound(&stream, static_cast<uLong>(in.size()))), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(static_cast<qsizetype>(stream.total_out));
    deflateEnd(&stream);
    return out;
}

/// Head and body of the answer, over a connection of its own.
QByteArray answer(const House& house, const QByteArray& bytes)
{
    QTcpSocket socket;
    socket.connectToHost(QHostAddress::LocalHost, house.server->port());
    socket.write(bytes);
    QByteArray read;
    static_cast<void>(waitFor([&] {
        read += socket.readAll();
        const auto end = read.indexOf("\r\n\r\n");
        const auto length = read.indexOf("Content-Length: ");
        return end >= 0 && length >= 0
            && read.size() >= end + 4 + read.mid(length + 16, read.indexOf('\r', length) - length - 16).toInt();
    }));
    return read;
}

int statusOf(const QByteArray& read) { return read.mid(9, 3).toInt(); }
QByteArray bodyOf(const QByteArray& read) { return read.mid(read.indexOf("\r\n\r\n") + 4); }

const session::SessionSummary* withSource(const House& house, const std::string& source)
{
    const auto& all = house.kit.hub->summaries();
    const auto found = std::ranges::find(all, source, &session::SessionSummary::source);
    return found == all.end() ? nullptr : &*found;
}

std::size_t spansIn(const House& house, const session::SessionId& id)
{
    std::size_t count = 0;
    for (const session::Event& event : house.kit.log(id))
        if (const auto* recorded = std::get_if<SpansRecorded>(&event.body))
            count += recorded->spans.size();
    return count;
}

} // namespace

/// Traces over real sockets become sessions, once, and durably before they are acknowledged.
class TestTraceReceiver final : public QObject
{
    Q_OBJECT
private slots:
    void answers_data();
    void answers();
    void partialSuccess();
    void bodiesThatAreTooLarge();
    void repeated_isKeptOnce_evenAfterARestart();
    void conversations_areSessions();
    void traces_followTheConversationTheyNamed();
    void tracesOfOneProgram_areOneSession();
    void programs_areKeptApart_data();
    void programs_areKeptApart();
    void afterAPause_itIsAnotherRun();
    void runsOfStudio_keepTheirMessages();
    void muchIsStoredPieceByPiece_data();
    void muchIsStoredPieceByPiece();
    void othersSpans_areNotKept();
    void pictures_areStored();
    void aFullDisk_isTriedAgain();
    void traffic_isBounded();
    void whatIsDecompressed_isBounded();
    void deletedSession_isMadeAnew();
    void otherSignals_areTakenAndDropped_data();
    void otherSignals_areTakenAndDropped();
    void logRecords_areSaidInTheSessionOfTheirTrace();
    void onlyTracesOnTheirOwnPort();
};

void TestTraceReceiver::answers_data()
{
    QTest::addColumn<QByteArray>("sent");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    const QByteArray good = request({call("b7ad6b7169203331", {"Hi"}, "Ho")});
    const QByteArray asJson = "Content-Type: application/json; charset=utf-8\r\n";
    const QByteArray asProtobuf = "Content-Type: application/x-protobuf\r\n";
    QTest::newRow("JSON") << post(good) << 200 << QByteArray("{}");
    QTest::newRow("no span") << post("{}") << 200 << QByteArray("{}");
    QTest::newRow("no byte of protobuf") << post("", asProtobuf) << 200 << QByteArray();
    QTest::newRow("gzip") << post(gzip(good), asJson + "Content-Encoding: gzip\r\n") << 200 << QByteArray("{}");
    QTest::newRow("identity") << post(good, asJson + "Content-Encoding: identity\r\n") << 200 << QByteArray("{}");
    QTest::newRow("no gzip") << post(good, asJson + "Content-Encoding: gzip\r\n") << 400
                             << QByteArray(R"({"message":"The content is not compressed as its head says."})");
    QTest::newRow("no JSON") << post("{") << 400
                             << QByteArray(R"({"message":"The content is no JSON: line 1, column 2."})");
    QTest::newRow("no protobuf") << post("\xff\xff", asProtobuf) << 400
                                 << QByteArray("\x12\x2c"
                                               "The content is no ExportTraceServiceRequest.");
    QTest::newRow("other compression") << post(good, asJson + "Content-Encoding: br\r\n") << 415 << QByteArray();
    QTest::newRow("other content") << post(good, "Content-Type: text/plain\r\n") << 415 << QByteArray();
    QTest::newRow("a web page") << post(good, asJson + "Origin: https://example.org\r\n") << 403 << QByteArray();
    QTest::newRow("a name that points here")
        << post(good).replace("localhost:4318", "canary.invalid") << 403 << QByteArray();
    QTest::newRow("GET") << QByteArray("GET /v1/traces HTTP/1.1\r\nHost: localhost\r\n\r\n") << 405 << QByteArray();
}

void TestTraceReceiver::answers()
{
    QFETCH(QByteArray, sent);
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    House house;
    const QByteArray read = answer(house, sent);
    QCOMPARE(statusOf(read), status);
    if (status == 200 || status == 400)
        QCOMPARE(bodyOf(read), body);
    QCOMPARE(read.contains("Content-Type: application/x-protobuf"), sent.contains("application/x-protobuf"));
    QCOMPARE(house.kit.hub->summaries().empty(),
             status != 200 || !sent.contains("Content-Length: ") || sent.contains("-Length: 0")
                 || sent.endsWith("\r\n{}"));
}

void TestTraceReceiver::partialSuccess()
{
    House house;
    json nameless = call("b7ad6b7169203331", {"Hi"}, "Ho");
    nameless.erase("spanId");
    const QByteArray read = answer(house, post(request({nameless, call("b7ad6b7169203331", {"Hi"}, "Ho")})));
    QCOMPARE(statusOf(read), 200);
    const json body = json::parse(bodyOf(read).toStdString());
    QCOMPARE(body["partialSuccess"]["rejectedSpans"], json("1"));
    QVERIFY(body["partialSuccess"]["errorMessage"].get<std::string>().ends_with('.'));
    QCOMPARE(house.texts(), (std::vector<std::string>{"Hi", "Ho"}));
    // In protobuf: field 1, which holds field 1 (a number) and field 2 (a sentence).
    const QByteArray empty("\x0a\x06\x12\x04\x12\x02\x0a\x00", 8); // a span with an empty id
    const QByteArray partial = bodyOf(answer(house, post(empty, "Content-Type: application/x-protobuf\r\n")));
    QCOMPARE(partial.left(1), QByteArray("\x0a"));
    QCOMPARE(partial.mid(2, 3), QByteArray("\x08\x01\x12"));
}

void TestTraceReceiver::bodiesThatAreTooLarge()
{
    House house;
    const QByteArray large((20 << 20) + 1, ' ');
    QCOMPARE(statusOf(answer(house, post(gzip(large), "Content-Type: application/json\r\nContent-Encoding: gzip\r\n"))),
             413);
    QCOMPARE(statusOf(answer(house,
                             "POST /v1/traces HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                             "Content-Length: 20971521\r\n\r\n")),
             413);
}

void TestTraceReceiver::repeated_isKeptOnce_evenAfterARestart()
{
    House house;
    const QByteArray first = post(request({call("b7ad6b7169203331", {"Hi"}, "Ho")}));
    QCOMPARE(statusOf(answer(house, first)), 200);
    QCOMPARE(statusOf(answer(house, first)), 200);
    house.restart();
    QCOMPARE(statusOf(answer(house, first)), 200);
    QCOMPARE(statusOf(answer(house, post(request({call("00ad6b7169203332", {"Hi", "Ho", "So?"}, "Yes.")})))), 200);
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
    QCOMPARE(house.texts(), (std::vector<std::string>{"Hi", "Ho", "So?", "Yes."}));
    QCOMPARE(spansIn(house, house.kit.hub->summaries().front().id), std::size_t(2));
    QCOMPARE(house.kit.hub->summaries().front().tokens, std::int64_t(20));
    QCOMPARE(house.kit.hub->summaries().front().title, std::string("Bob"));
}

void TestTraceReceiver::conversations_areSessions()
{
    House house;
    json other = call("00ad6b7169203332", {"one"}, "two", {attribute("gen_ai.conversation.id", "\"talk\"")});
    other["traceId"] = "11111111111111111111111111111111";
    const json here = call("00ad6b7169203333", {"a"}, "b", {attribute("session.id", "chat")});
    QCOMPARE(statusOf(answer(house, post(request({other, here})))), 200);
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(2));
    QVERIFY(withSource(house, "otlp:talk") != nullptr);
    QVERIFY(withSource(house, "otlp:chat") != nullptr);
    QCOMPARE(withSource(house, "otlp:chat")->messageCount, std::int64_t(2));
}

void TestTraceReceiver::traces_followTheConversationTheyNamed()
{
    House house;
    const json first = call("00ad6b7169203333", {"a"}, "b", {attribute("gen_ai.conversation.id", "talk")});
    const json turn = {{"traceId", traceId}, {"spanId", "00ad6b7169203334"}, {"name", "HTTP POST"}};
    QCOMPARE(statusOf(answer(house, post(request({first})))), 200);
    QCOMPARE(statusOf(answer(house, post(request({turn})))), 200);
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
    QCOMPARE(spansIn(house, withSource(house, "otlp:talk")->id), std::size_t(2));
}

void TestTraceReceiver::tracesOfOneProgram_areOneSession()
{
    House house;
    const json program = json::array({attribute("service.name", "script"), attribute("process.pid", 7)});
    QCOMPARE(statusOf(answer(house, post(request({single('1', "one"), single('2', "two")}, program)))), 200);
    QCOMPARE(statusOf(answer(house, post(request({single('3', "three")}, program)))), 200);
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
    house.restart();
    QCOMPARE(statusOf(answer(house, post(request({single('4', "four")}, program)))), 200);
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
    QCOMPARE(house.texts(),
             (std::vector<std::string>{"one", "to one", "two", "to two", "three", "to three", "four", "to four"}));
}

void TestTraceReceiver::programs_areKeptApart_data()
{
    QTest::addColumn<QByteArray>("one");
    QTest::addColumn<QByteArray>("other");
    QTest::addColumn<int>("sessions");
    const auto row = [](const char* name, const json& one, const json& other, int sessions) {
        QTest::newRow(name) << QByteArray::fromStdString(one.dump()) << QByteArray::fromStdString(other.dump())
                            << sessions;
    };
    const json script = attribute("service.name", "script");
    const json first = attribute("process.pid", 1);
    const json second = attribute("process.pid", 2);
    row("of the same name", json::array({script}), json::array({script}), 1);
    row("of other names", json::array({script}), json::array({attribute("service.name", "another")}), 2);
    row("of other processes", {script, first}, {script, second}, 2);
    row("of one instance", {script, first, attribute("service.instance.id", "i")},
        {script, second, attribute("service.instance.id", "i")}, 1);
    row("of other instances", {script, attribute("service.instance.id", "i")},
        {script, attribute("service.instance.id", "j")}, 2);
    row("of no name", json::array(), json::array(), 1);
}

void TestTraceReceiver::programs_areKeptApart()
{
    QFETCH(QByteArray, one);
    QFETCH(QByteArray, other);
    House house;
    QCOMPARE(statusOf(answer(house, post(request({single('1', "one")}, json::parse(one.toStdString()))))), 200);
    QCOMPARE(statusOf(answer(house, post(request({single('2', "two")}, json::parse(other.toStdString()))))), 200);
    QTEST(static_cast<int>(house.kit.hub->summaries().size()), "sessions");
}

void TestTraceReceiver::afterAPause_itIsAnotherRun()
{
    for (const auto pause : {std::chrono::milliseconds(0), std::chrono::milliseconds(std::chrono::hours(1))}) {
        SessionKit kit;
        kit.hub->start();
        gateway::otlp::TraceSessions sessions(*kit.hub, pause);
        for (const char digit : {'1', '2', '3'}) {
            gateway::otlp::ToldTraces traces;
            traces.resources.push_back(json::object());
            gateway::otlp::ToldSpan told;
            told.isOfAgent = true;
            told.span.trace = std::string(32, digit);
            told.span.id = std::string(16, digit);
            traces.spans.push_back({told, 0});
            bool isTaken = false;
            sessions.take(traces, [&](const auto& taken) { isTaken = taken.has_value(); });
            QVERIFY(waitFor([&] { return isTaken; }));
        }
        QCOMPARE(kit.hub->summaries().size(), std::size_t(pause.count() == 0 ? 3 : 1));
    }
}

void TestTraceReceiver::runsOfStudio_keepTheirMessages()
{
    House house;
    QVERIFY(answerToPost(house.server->port(), "pushMessage", saying("m1", "Said by Studio's protocol"))
                .startsWith("HTTP/1.1 200"));
    // As 1.0.9 names the run, and as those before did.
    const json now = call("00ad6b7169203333", {"a"}, "b", {attribute("gen_ai.conversation.id", "\"run 1\"")});
    const json before = call("00ad6b7169203334", {"c"}, "d", {attribute("project.run_id", "run 1")});
    QCOMPARE(statusOf(answer(house, post(request({now, before})))), 200);
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
    QCOMPARE(house.texts(), std::vector<std::string>{"Said by Studio's protocol"});
    QCOMPARE(spansIn(house, house.kit.hub->summaries().front().id), std::size_t(2));
    QCOMPARE(house.kit.hub->summaries().front().tokens, std::int64_t(20));
}

void TestTraceReceiver::muchIsStoredPieceByPiece_data()
{
    QTest::addColumn<bool>("isOfStudio");
    QTest::newRow("a program's own") << false;
    QTest::newRow("of a run of Studio's") << true;
}

/// Others have their turn in between; and usage comes with the spans that identify it.
void TestTraceReceiver::muchIsStoredPieceByPiece()
{
    QFETCH(bool, isOfStudio);
    House house;
    if (isOfStudio)
        QVERIFY(answerToPost(house.server->port(), "registerRun", R"({"id": "c", "name": "A review"})")
                    .startsWith("HTTP/1.1 200"));
    std::size_t pieces = 0;
    std::size_t largest = 0;
    bool isUsageWithSpans = true;
    const auto look = [&](const std::vector<session::Event>& events) {
        std::size_t spans = 0;
        std::size_t usages = 0;
        for (const session::Event& event : events) {
            const auto* recorded = std::get_if<SpansRecorded>(&event.body);
            spans += recorded == nullptr ? 0 : recorded->spans.size();
            usages += std::holds_alternative<UsageRecorded>(event.body) ? 1U : 0U;
        }
        pieces += spans > 0 ? 1 : 0;
        largest = std::max(largest, std::max(spans, events.size()));
        isUsageWithSpans = isUsageWithSpans && (usages == 0 || usages == spans);
    };
    const auto watch = [&](session::Session* session) { connect(session, &session::Session::committed, this, look); };
    connect(house.kit.hub.get(), &session::SessionHub::opened, this, watch);
    for (session::Session* session : house.kit.hub->liveSessions())
        watch(session);
    constexpr std::size_t count = 1'000;
    std::vector<json> spans;
    for (std::size_t i = 0; i < count; ++i)
        spans.push_back(
            call(QByteArray::number(static_cast<qulonglong>(i + 1), 16).rightJustified(16, '0').toStdString(), {"go"},
                 "answer " + std::to_string(i), {attribute("gen_ai.conversation.id", "c")}));
    QCOMPARE(statusOf(answer(house, post(request(spans)))), 200);
    const auto* found = withSource(house, isOfStudio ? "agentscope:c" : "otlp:c");
    QVERIFY(found != nullptr);
    QCOMPARE(spansIn(house, found->id), count);
    QCOMPARE(found->messageCount, std::int64_t(isOfStudio ? 0 : count + 1));
    QVERIFY2(pieces >= 4 && largest <= 400, QByteArray::number(static_cast<qulonglong>(largest)));
    QVERIFY(isUsageWithSpans);
    QCOMPARE(statusOf(answer(house, post(request(spans)))), 200); // and once
    QCOMPARE(spansIn(house, found->id), count);
}

void TestTraceReceiver::othersSpans_areNotKept()
{
    House house;
    const json span = {{"traceId", traceId},
                       {"spanId", "00ad6b7169203334"},
                       {"name", "GET /"},
                       {"attributes", {attribute("http.method", "GET")}}};
    QCOMPARE(statusOf(answer(house, post(request({span})))), 200);
    QVERIFY(house.kit.hub->summaries().empty());
}

void TestTraceReceiver::pictures_areStored()
{
    House house;
    const std::string picture =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5Er"
        "kJggg==";
    const json input = {
        {{"role", "user"},
         {"parts", {{{"type", "blob"}, {"modality", "image"}, {"mime_type", "image/png"}, {"content", picture}}}}}};
    const json span = {
        {"traceId", traceId},
        {"spanId", "00ad6b7169203334"},
        {"name", "chat"},
        {"attributes", {attribute("gen_ai.operation.name", "chat"), attribute("gen_ai.input.messages", input.dump())}}};
    QCOMPARE(statusOf(answer(house, post(request({span})))), 200);
    const auto rows = house.rows();
    QCOMPARE(rows.size(), std::size_t(1));
    const auto& published = std::get<MessagePublished>(rows.front().event.body);
    const auto& media = std::get<MediaBlock>(published.message.content.front());
    std::int64_t size = -1;
    bool isRead = false;
    house.kit.library->attachmentInfo(media.source.hash, [&](const session::Result<session::AttachmentInfo>& info) {
        size = info ? info->size : 0;
        isRead = true;
    });
    house.kit.settle();
    QVERIFY(isRead);
    QCOMPARE(size, media.source.size);
    QVERIFY(size > 0);
}

void TestTraceReceiver::aFullDisk_isTriedAgain()
{
    House house;
    const QByteArray first = post(request({call("b7ad6b7169203331", {"Hi"}, "Ho")}));
    QCOMPARE(statusOf(answer(house, first)), 200);
    house.kit.library->refuseAppends(1);
    const QByteArray second = post(request({call("00ad6b7169203332", {"Hi", "Ho", "So?"}, "Yes.")}));
    const QByteArray refused = answer(house, second);
    QCOMPARE(statusOf(refused), 503);
    QVERIFY(refused.contains("Retry-After: 1"));
    QCOMPARE(house.texts(), (std::vector<std::string>{"Hi", "Ho"}));
    QCOMPARE(statusOf(answer(house, second)), 200);
    QCOMPARE(house.texts(), (std::vector<std::string>{"Hi", "Ho", "So?", "Yes."}));
}

void TestTraceReceiver::traffic_isBounded()
{
    House house;
    QCOMPARE(statusOf(answer(house, post(request({call("b7ad6b7169203331", {"Hi"}, "Ho")})))), 200);
    house.kit.library->holdWrites();
    std::vector<std::unique_ptr<Client>> clients;
    for (int i = 0; i < 64; ++i) {
        clients.push_back(std::make_unique<Client>(house.server->port()));
        const std::string id = "00000000000001" + std::to_string(10 + i);
        clients.back()->send(post(request({call(id, {"Hi"}, id)})));
    }
    // The next one is told to come again, once all of them have been accepted.
    QByteArray refused;
    QVERIFY(waitFor([&] {
        QByteArray read = answer(house, post("{}"));
        if (statusOf(read) == 503)
            refused = read;
        return !refused.isEmpty();
    }));
    QVERIFY(refused.contains("Retry-After: 1"));
    house.kit.library->releaseWrites();
    for (const auto& client : clients)
        QCOMPARE(client->status(), 200);
    QCOMPARE(statusOf(answer(house, post("{}"))), 200);
    QCOMPARE(spansIn(house, house.kit.hub->summaries().front().id), std::size_t(65));
}

/// 15 kB when it is sent, 15 MB in memory.
void TestTraceReceiver::whatIsDecompressed_isBounded()
{
    House house;
    QCOMPARE(statusOf(answer(house, post(request({call("b7ad6b7169203331", {"Hi"}, "Ho")})))), 200);
    house.kit.library->holdWrites();
    std::vector<std::unique_ptr<Client>> clients;
    for (int i = 0; i < 6; ++i) {
        clients.push_back(std::make_unique<Client>(house.server->port()));
        const std::string id = "00000000000001" + std::to_string(10 + i);
        const QByteArray body = gzip(request({call(id, {"Hi"}, std::string(15'000'000, static_cast<char>('a' + i)))}));
        QVERIFY(body.size() < 100'000);
        clients.back()->send(post(body, "Content-Type: application/json\r\nContent-Encoding: gzip\r\n"));
    }
    const auto waiting = [&] {
        return std::ranges::count_if(clients, [](const auto& client) { return client->isWaiting(); });
    };
    QVERIFY(waitFor([&] { return waiting() == 4; })); // 60 MB
    for (auto client = clients.begin(); client != clients.end();) {
        if (!(*client)->isWaiting()) {
            QCOMPARE((*client)->status(), 503);
            client = clients.erase(client);
        } else {
            ++client;
        }
    }
    QCOMPARE(statusOf(answer(house, post("{}"))), 200); // which has its place
    house.kit.library->releaseWrites();
    for (const auto& client : clients)
        QCOMPARE(client->status(), 200);
    QCOMPARE(spansIn(house, house.kit.hub->summaries().front().id), std::size_t(5));
}

void TestTraceReceiver::deletedSession_isMadeAnew()
{
    House house;
    const QByteArray first = post(request({call("b7ad6b7169203331", {"Hi"}, "Ho")}));
    QCOMPARE(statusOf(answer(house, first)), 200);
    const session::SessionId id = house.kit.hub->summaries().front().id;
    session::SessionLabels labels;
    labels.archivedAt = Timestamp{5000};
    house.kit.hub->setLabels(id, labels, [](const session::Result<session::Nothing>&) {});
    QVERIFY(waitFor([&] { return house.kit.hub->summaries().front().labels.archivedAt.has_value(); }));
    bool isGone = false;
    house.kit.hub->remove(id, [&](const session::Result<session::Nothing>& removed) { isGone = removed.has_value(); });
    QVERIFY(waitFor([&] { return isGone; }));
    QCOMPARE(statusOf(answer(house, first)), 200);
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
    QVERIFY(house.kit.hub->summaries().front().id != id);
    QCOMPARE(house.texts(), (std::vector<std::string>{"Hi", "Ho"}));
}

void TestTraceReceiver::otherSignals_areTakenAndDropped_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("metrics") << QByteArray("/v1/metrics");
    QTest::newRow("logs") << QByteArray("/v1/logs");
}

/// An exporter of them writes errors into its program's output where they are refused.
void TestTraceReceiver::otherSignals_areTakenAndDropped()
{
    QFETCH(const QByteArray, path);
    House house;
    const auto port = house.server->listenForTraces(0);
    QVERIFY(port.has_value());
    const auto to = [&](QByteArray sent) { return sent.replace("/v1/traces", path); };
    const QByteArray inJson = to(post(R"({"resourceLogs": []})"));
    const QByteArray inProtobuf =
        answer(house, to(post(QByteArray("\x0a\x00", 2), "Content-Type: application/x-protobuf\r\n")));
    QCOMPARE(bodyOf(answer(house, inJson)), QByteArray("{}"));
    QCOMPARE(statusOf(inProtobuf), 200);
    QVERIFY(inProtobuf.contains("Content-Type: application/x-protobuf"));
    Client other(*port);
    other.send(inJson);
    QCOMPARE(other.status(), 200);
    Client page(*port);
    page.send(QByteArray(inJson).replace("Host:", "Origin: https://example.org\r\nHost:"));
    QCOMPARE(page.status(), 403);
    QVERIFY(house.kit.hub->summaries().empty());
}

/// Of a call whose span tells no messages; which of the two comes first is not known.
void TestTraceReceiver::logRecords_areSaidInTheSessionOfTheirTrace()
{
    House house;
    const auto record = [](const char* name, const char* text) {
        const json content = {{"key", "content"}, {"value", {{"stringValue", text}}}};
        return json{{"eventName", name},
                    {"timeUnixNano", "1000000"},
                    {"traceId", traceId},
                    {"spanId", "b7ad6b7169203331"},
                    {"body", {{"kvlistValue", {{"values", {content}}}}}}};
    };
    const json service = {attribute("service.name", "weather")};
    const json group = {
        {"resource", {{"attributes", service}}},
        {"scopeLogs", {{{"logRecords", {record("gen_ai.user.message", "Hi"), record("gen_ai.choice", "Ho")}}}}}};
    const QByteArray logs =
        post(QByteArray::fromStdString(json{{"resourceLogs", {group}}}.dump())).replace("/v1/traces", "/v1/logs");
    QCOMPARE(bodyOf(answer(house, logs)), QByteArray("{}"));
    json span = call("b7ad6b7169203331", {}, "");
    span["attributes"] = {attribute("gen_ai.operation.name", "chat"), attribute("gen_ai.usage.input_tokens", 10)};
    QCOMPARE(statusOf(answer(house, post(request({span}, service)))), 200);
    QCOMPARE(bodyOf(answer(house, logs)), QByteArray("{}"));
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
    const session::SessionId id = house.kit.hub->summaries().front().id;
    QCOMPARE(spansIn(house, id), std::size_t(1));
    std::vector<std::string> said;
    std::int64_t tokens = 0;
    for (const session::Event& event : house.kit.log(id))
        if (const auto* published = std::get_if<MessagePublished>(&event.body))
            said.push_back(textOf(published->message));
        else if (const auto* used = std::get_if<UsageRecorded>(&event.body))
            tokens += used->usage.promptTokens;
    QCOMPARE(said, (std::vector<std::string>{"Hi", "Ho"}));
    QCOMPARE(tokens, std::int64_t(10));
}

void TestTraceReceiver::onlyTracesOnTheirOwnPort()
{
    House house;
    const auto port = house.server->listenForTraces(0);
    QVERIFY(port.has_value());
    Client client(*port);
    client.send("GET /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QCOMPARE(client.status(), 404);
    Client pushing(*port);
    pushing.send(studioPost("pushMessage", saying("m1", "no")));
    QCOMPARE(pushing.status(), 404);
    Client traces(*port);
    traces.send(post("{}"));
    QCOMPARE(traces.status(), 200);
    QCOMPARE(house.server->listenForTraces(house.server->port()).error().code, ErrorCode::Locked);
}

QTEST_GUILESS_MAIN(TestTraceReceiver)
#include "tst_trace_receiver.moc"
