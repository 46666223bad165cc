#include "tests/support/test.h"
#include "trace_kit.h"

#include <QFloat16>
#include <QTest>

namespace tst_trace_logs {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::gateway::otlp;
using namespace quarterdeck::test;
using nlohmann::json;
using protozero::pbf_writer;

namespace {

const std::string logsInJson = R"({"resourceLogs": [{"resource": {"attributes": [
    {"key": "service.name", "value": {"stringValue": "weather"}}]}, "scopeLogs": [{"logRecords": [
    {"timeUnixNano": "2000000000", "eventName": "gen_ai.user.message", "traceId": "0af7651916cd43dd8448eb211c80319c",
        "spanId": "b7ad6b7169203331", "body": {"kvlistValue": {"values": [
            {"key": "content", "value": {"stringValue": "Hi"}}]}}},
    {"timeUnixNano": "1", "severityText": "INFO", "body": {"stringValue": "started"},
        "traceId": "0af7651916cd43dd8448eb211c80319c", "spanId": "b7ad6b7169203331"},
    {"observedTimeUnixNano": "3000000000", "traceId": "0af7651916cd43dd8448eb211c80319c", "spanId": "b7ad6b7169203331",
        "attributes": [{"key": "event.name", "value": {"stringValue": "gen_ai.choice"}}],
        "body": {"kvlistValue": {"values": [{"key": "message", "value": {"kvlistValue": {"values": [
            {"key": "content", "value": {"stringValue": "Ho"}}]}}}]}}},
    {"eventName": "gen_ai.user.message", "body": {"stringValue": "within no span"}}]}]}]})";

/// KeyValueList
std::string listValue(const std::string& key, const std::string& value)
{
    std::string bytes;
    pbf_writer writer(bytes);
    pbf_writer(writer, 6).add_message(1, pairOf(key, value));
    return bytes;
}

std::string logsInProtobuf()
{
    std::string asked;
    {
        pbf_writer record(asked);
        record.add_fixed64(1, 2'000'000'000);
        record.add_message(5, listValue("content", textValue("Hi")));
        record.add_bytes(9, bytesOf(traceId));
        record.add_bytes(10, bytesOf(spanId));
        record.add_string(12, "gen_ai.user.message");
    }
    std::string other;
    pbf_writer(other).add_message(5, textValue("started"));
    std::string answered;
    {
        pbf_writer record(answered);
        record.add_fixed64(11, 3'000'000'000);
        record.add_message(6, pairOf("event.name", textValue("gen_ai.choice")));
        record.add_message(5, listValue("message", listValue("content", textValue("Ho"))));
        record.add_bytes(9, bytesOf(traceId));
        record.add_bytes(10, bytesOf(spanId));
    }
    return requestOf({asked, other, answered});
}

} // namespace

/// Log records that say messages of a model, in both forms.
class TestTraceLogs final : public QObject
{
    Q_OBJECT
private slots:
    void logRecordsSayMessages();
    void otherLogsAreNothing();
};

/// As OpenTelemetry's own libraries for Python tell them.
void TestTraceLogs::logRecordsSayMessages()
{
    const auto binary = readProtobufLogs(logsInProtobuf());
    const auto text = readJsonLogs(logsInJson);
    QVERIFY(binary.has_value());
    QVERIFY(text.has_value());
    QCOMPARE(text->spans.size(), std::size_t(1));
    QVERIFY(binary->spans == text->spans);
    QVERIFY(binary->resources == text->resources);
    const ParsedSpan told = parseSpan(text->spans.front(), text->resources.front());
    QCOMPARE(shown(told.messages), std::string("user: Hi | assistant!: Ho"));
    QVERIFY(told.isOfAgent);
    const TraceIntents wanted = test::admitted({told});
    QCOMPARE(texts(wanted), (std::vector<std::string>{": Hi", "weather: Ho"}));
    QCOMPARE(wanted.intents.size(), std::size_t(2)); // and no span
    // The span itself is another thing.
    ParsedSpan span = call(spanId, 1, {});
    QCOMPARE(test::admitted({told, span}).intents.size(), std::size_t(4));
    QVERIFY(test::admitted({told}, true).intents.empty());
}

/// Whatever else a program logs, and however much: its exporter is not told so repeatedly.
void TestTraceLogs::otherLogsAreNothing()
{
    QVERIFY(readProtobufLogs("")->spans.empty());
    QVERIFY(readJsonLogs("{}")->spans.empty());
    QVERIFY(readJsonLogs(R"({"resourceLogs": [{"scopeLogs": [{"logRecords": [{"body": 1}, 7]}, null]}, "x"]})"));
    TraceLimits few;
    few.values = 1;
    QVERIFY(readProtobufLogs(logsInProtobuf(), few).has_value());
    few.values = 20;
    QVERIFY(readJsonLogs(logsInJson, few).has_value());
    few = {};
    few.spans = 0;
    QVERIFY(readJsonLogs(logsInJson, few)->spans.empty());
    QVERIFY(!readProtobufLogs("\xff\xff"));
    QVERIFY(!readJsonLogs("[]"));
    QVERIFY(!readJsonLogs("{"));
}

} // namespace tst_trace_logs

QUARTERDECK_TEST(tst_trace_logs, TestTraceLogs)
#include "tst_trace_logs.moc"
