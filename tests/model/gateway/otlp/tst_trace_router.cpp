#include "model/gateway/otlp/trace_sessions.h"
#include "tests/support/test.h"
#include "trace_posts.h"

#include <QFloat16>
#include <QTest>
#include <algorithm>

namespace tst_trace_router {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

/// Traces become sessions, once, and durably before they are acknowledged.
class TestTraceRouter final : public QObject
{
    Q_OBJECT
private slots:
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
    void deletedSession_isMadeAnew();
    void logRecords_areSaidInTheSessionOfTheirTrace();
};

void TestTraceRouter::repeated_isKeptOnce_evenAfterARestart()
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

void TestTraceRouter::conversations_areSessions()
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

void TestTraceRouter::traces_followTheConversationTheyNamed()
{
    House house;
    const json first = call("00ad6b7169203333", {"a"}, "b", {attribute("gen_ai.conversation.id", "talk")});
    const json turn = {{"traceId", postedTraceId}, {"spanId", "00ad6b7169203334"}, {"name", "HTTP POST"}};
    QCOMPARE(statusOf(answer(house, post(request({first})))), 200);
    QCOMPARE(statusOf(answer(house, post(request({turn})))), 200);
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
    QCOMPARE(spansIn(house, withSource(house, "otlp:talk")->id), std::size_t(2));
}

void TestTraceRouter::tracesOfOneProgram_areOneSession()
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

void TestTraceRouter::programs_areKeptApart_data()
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

void TestTraceRouter::programs_areKeptApart()
{
    QFETCH(QByteArray, one);
    QFETCH(QByteArray, other);
    House house;
    QCOMPARE(statusOf(answer(house, post(request({single('1', "one")}, json::parse(one.toStdString()))))), 200);
    QCOMPARE(statusOf(answer(house, post(request({single('2', "two")}, json::parse(other.toStdString()))))), 200);
    QTEST(static_cast<int>(house.kit.hub->summaries().size()), "sessions");
}

void TestTraceRouter::afterAPause_itIsAnotherRun()
{
    for (const auto pause : {std::chrono::milliseconds(0), std::chrono::milliseconds(std::chrono::hours(1))}) {
        SessionKit kit;
        kit.hub->start();
        gateway::otlp::TraceRouter sessions(*kit.hub, pause);
        for (const char digit : {'1', '2', '3'}) {
            gateway::otlp::ParsedTraces traces;
            traces.resources.push_back(json::object());
            gateway::otlp::ParsedSpan told;
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

void TestTraceRouter::runsOfStudio_keepTheirMessages()
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

void TestTraceRouter::muchIsStoredPieceByPiece_data()
{
    QTest::addColumn<bool>("isOfStudio");
    QTest::newRow("a program's own") << false;
    QTest::newRow("of a run of Studio's") << true;
}

/// Others have their turn in between; and usage comes with the spans that identify it.
void TestTraceRouter::muchIsStoredPieceByPiece()
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

void TestTraceRouter::othersSpans_areNotKept()
{
    House house;
    const json span = {{"traceId", postedTraceId},
                       {"spanId", "00ad6b7169203334"},
                       {"name", "GET /"},
                       {"attributes", {attribute("http.method", "GET")}}};
    QCOMPARE(statusOf(answer(house, post(request({span})))), 200);
    QVERIFY(house.kit.hub->summaries().empty());
}

void TestTraceRouter::pictures_areStored()
{
    House house;
    const std::string picture =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5Er"
        "kJggg==";
    const json input = {
        {{"role", "user"},
         {"parts", {{{"type", "blob"}, {"modality", "image"}, {"mime_type", "image/png"}, {"content", picture}}}}}};
    const json span = {
        {"traceId", postedTraceId},
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

void TestTraceRouter::deletedSession_isMadeAnew()
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

/// Of a call whose span tells no messages; which of the two comes first is not known.
void TestTraceRouter::logRecords_areSaidInTheSessionOfTheirTrace()
{
    House house;
    const auto record = [](const char* name, const char* text) {
        const json content = {{"key", "content"}, {"value", {{"stringValue", text}}}};
        return json{{"eventName", name},
                    {"timeUnixNano", "1000000"},
                    {"traceId", postedTraceId},
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

} // namespace tst_trace_router

QUARTERDECK_TEST(tst_trace_router, TestTraceRouter)
#include "tst_trace_router.moc"
