#include "tests/support/test.h"
#include "trace_kit.h"

#include "model/gateway/otlp/trace_receiver.h"

#include <QFloat16>
#include <QTest>
#include <algorithm>
#include <random>
#include <zlib.h>

namespace tst_traces {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::gateway::otlp;
using namespace quarterdeck::test;
using nlohmann::json;
using protozero::pbf_writer;

namespace {

std::string compressed(const std::string& text, int windowBits)
{
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
    std::string in = text;
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

/// One with everything there is in it.
std::string wholeSpan()
{
    std::string bytes = spanOf(traceId, spanId);
    pbf_writer span(bytes);
    span.add_bytes(4, bytesOf("00f067aa0ba902b7"));
    span.add_string(5, "chat");
    span.add_uint32(6, 3);
    span.add_fixed64(7, 1'700'000'000'000'000'000);
    span.add_fixed64(8, 1'700'000'001'500'000'000);
    span.add_message(9, pairOf("text", textValue("a \xff b"))); // no UTF-8
    const auto add = [&span](const std::string& key, const auto& write) {
        std::string value;
        pbf_writer writer(value);
        write(writer);
        span.add_message(9, pairOf(key, value));
    };
    add("yes", [](pbf_writer& value) { value.add_bool(2, true); });
    add("number", [](pbf_writer& value) { value.add_int64(3, -5); });
    add("ratio", [](pbf_writer& value) { value.add_double(4, 0.5); });
    add("list", [](pbf_writer& value) {
        pbf_writer list(value, 5);
        list.add_message(1, textValue("x"));
        list.add_message(1, std::string());
    });
    add("map", [](pbf_writer& value) { pbf_writer(value, 6).add_message(1, pairOf("k", textValue("v"))); });
    std::string event;
    pbf_writer(event).add_string(2, "gen_ai.choice");
    pbf_writer(event).add_message(3, pairOf("content", textValue("hello")));
    span.add_message(11, event);
    std::string status;
    pbf_writer(status).add_string(2, "down");
    pbf_writer(status).add_enum(3, 2);
    span.add_message(15, status);
    span.add_fixed32(16, 1);          // flags: not wanted
    span.add_string(1'000, "future"); // nobody knows it
    return bytes;
}

const char* wholeInJson = R"({"resourceSpans": [{"resource": {"attributes": [
    {"key": "service.name", "value": {"stringValue": "weather"}}]}, "scopeSpans": [{"scope": {}, "spans": [{
    "traceId": "0AF7651916CD43DD8448EB211C80319C", "spanId": "b7ad6b7169203331", "parentSpanId": "00f067aa0ba902b7",
    "name": "chat", "kind": 3, "startTimeUnixNano": "1700000000000000000", "endTimeUnixNano": 1700000001500000000,
    "attributes": [{"key": "text", "value": {"stringValue": "a \ufffd b"}}, {"key": "yes", "value": {"boolValue": true}},
        {"key": "number", "value": {"intValue": "-5"}}, {"key": "ratio", "value": {"doubleValue": 0.5}},
        {"key": "list", "value": {"arrayValue": {"values": [{"stringValue": "x"}, {}]}}},
        {"key": "map", "value": {"kvlistValue": {"values": [{"key": "k", "value": {"stringValue": "v"}}]}}}],
    "events": [{"name": "gen_ai.choice", "attributes": [{"key": "content", "value": {"stringValue": "hello"}}]}],
    "status": {"code": "STATUS_CODE_ERROR", "message": "down"}, "flags": 1, "future": {}}]}]}]})";

/// A list in a list in a list …
std::string nested(int depth)
{
    std::string value = textValue("x");
    for (int i = 0; i < depth; ++i) {
        std::string outer;
        pbf_writer writer(outer);
        pbf_writer(writer, 5).add_message(1, value);
        value = outer;
    }
    std::string span = spanOf(traceId, spanId);
    pbf_writer(span).add_message(9, pairOf("deep", value));
    return requestOf({span});
}

} // namespace

/// Exporters' posts are read in both forms alike, and anything else costs no more than its bounds.
class TestTraces final : public QObject
{
    Q_OBJECT
private slots:
    void bothFormsSayTheSame();
    void idsOfExporters_data();
    void idsOfExporters();
    void badBodies_data();
    void badBodies();
    void bounds();
    void nothingThrows_data();
    void nothingThrows();
    void compressedBodies();
};

void TestTraces::bothFormsSayTheSame()
{
    const auto binary = readProtobuf(requestOf({wholeSpan()}));
    const auto text = readJson(wholeInJson);
    QVERIFY(binary.has_value());
    QVERIFY(text.has_value());
    QCOMPARE(binary->spans.size(), std::size_t(1));
    QCOMPARE(QString::fromStdString(binary->spans[0].attributes.dump()),
             QString::fromStdString(text->spans[0].attributes.dump()));
    QVERIFY(binary->spans == text->spans);
    QVERIFY(binary->resources == text->resources);
    const ReceivedSpan& span = binary->spans.front();
    QCOMPARE(span.trace, traceId);
    QCOMPARE(span.parent, std::string("00f067aa0ba902b7"));
    QCOMPARE(span.endNs - span.startNs, std::uint64_t(1'500'000'000));
    QVERIFY(span.isFailed);
    QCOMPARE(span.status, std::string("down"));
    QCOMPARE(
        QString::fromStdString(span.attributes.dump()),
        QString::fromUtf8(R"({"list":["x",null],"map":{"k":"v"},"number":-5,"ratio":0.5,"text":"a � b","yes":true})"));
    QCOMPARE(span.events.front().attributes["content"], json("hello"));
    QCOMPARE(binary->resources.front()["service.name"], json("weather"));
}

void TestTraces::idsOfExporters_data()
{
    QTest::addColumn<QByteArray>("trace");
    QTest::addColumn<QByteArray>("span");
    QTest::addColumn<bool>("isTaken");
    QTest::newRow("hex") << QByteArray("0af7651916cd43dd8448eb211c80319c") << QByteArray("b7ad6b7169203331") << true;
    QTest::newRow("base64") << QByteArray("CvdlGRbNQ92ESOshHIAxnA==") << QByteArray("t61rcWkgMzE=") << true;
    QTest::newRow("none") << QByteArray() << QByteArray() << false;
    QTest::newRow("zero") << QByteArray(32, '0') << QByteArray("b7ad6b7169203331") << false;
    QTest::newRow("too short") << QByteArray("0af7651916cd43dd8448eb211c80319") << QByteArray("b7ad6b7169203331")
                               << false;
    QTest::newRow("no hex") << QByteArray("zzf7651916cd43dd8448eb211c80319c") << QByteArray("b7ad6b7169203331")
                            << false;
}

void TestTraces::idsOfExporters()
{
    QFETCH(QByteArray, trace);
    QFETCH(QByteArray, span);
    QFETCH(bool, isTaken);
    const auto traces = readJson(R"({"resourceSpans": [{"scopeSpans": [{"spans": [{"traceId": ")" + trace.toStdString()
                                 + R"(", "spanId": ")" + span.toStdString() + R"("}]}]}]})");
    QVERIFY(traces.has_value());
    QCOMPARE(traces->spans.size(), std::size_t(isTaken));
    QCOMPARE(traces->rejected, std::int64_t(!isTaken));
    QCOMPARE(traces->reason.empty(), isTaken);
    if (isTaken) {
        QCOMPARE(traces->spans.front().trace, traceId);
        QCOMPARE(traces->spans.front().id, spanId);
    }
}

void TestTraces::badBodies_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("isJson");
    QTest::newRow("cut in a length") << QByteArray("\x0a\xff") << false;
    QTest::newRow("length beyond the end") << QByteArray("\x0a\x7f\x01") << false;
    QTest::newRow("varint without end") << QByteArray(12, '\xff') << false;
    QTest::newRow("field 0") << QByteArray("\x02\x00", 2) << false;
    QTest::newRow("a group") << QByteArray("\x0b\x0c") << false;
    QTest::newRow("JSON as protobuf") << QByteArray("{\"resourceSpans\":[]}") << false;
    QTest::newRow("too deep") << QByteArray::fromStdString(nested(33)) << false;
    QTest::newRow("no JSON") << QByteArray("{") << true;
    QTest::newRow("empty") << QByteArray() << true;
    QTest::newRow("a list") << QByteArray("[]") << true;
    QTest::newRow("deep JSON") << QByteArray(100'000, '[') << true;
}

void TestTraces::badBodies()
{
    QFETCH(QByteArray, body);
    QFETCH(bool, isJson);
    const auto read = isJson ? readJson(body.toStdString()) : readProtobuf(body.toStdString());
    QVERIFY(!read.has_value());
    QVERIFY(read.error().ends_with('.'));
}

void TestTraces::bounds()
{
    QVERIFY(readProtobuf(nested(30)).has_value());
    QVERIFY(readProtobuf("")->spans.empty());

    TraceLimits few;
    few.spans = 2;
    few.attributes = 1;
    few.events = 0;
    const std::string request = requestOf({wholeSpan(), wholeSpan(), wholeSpan(), spanOf(traceId, "")});
    const auto read = readProtobuf(request, few);
    QCOMPARE(read->spans.size(), std::size_t(2));
    QCOMPARE(read->rejected, std::int64_t(2));
    QVERIFY(read->reason.find("too many spans") != std::string::npos);
    QCOMPARE(read->spans.front().attributes.size(), std::size_t(1));
    QVERIFY(read->spans.front().events.empty());
    QCOMPARE(readJson(wholeInJson, few)->spans.front().attributes.size(), std::size_t(1));

    few.values = 10;
    QVERIFY(!readProtobuf(request, few));
    QVERIFY(!readJson(wholeInJson, few));
    few.values = 1'000;
    few.groups = 1;
    QVERIFY(!readProtobuf(request, few));
    QVERIFY(!readJson(wholeInJson, few));
}

void TestTraces::nothingThrows_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("protobuf") << QByteArray::fromStdString(requestOf({wholeSpan()}));
    QTest::newRow("JSON") << QByteArray(wholeInJson);
    QTest::newRow("gzip") << QByteArray::fromStdString(compressed(wholeInJson, MAX_WBITS + 16));
}

void TestTraces::nothingThrows()
{
    QFETCH(QByteArray, body);
    std::minstd_rand random(1);
    for (int i = 0; i < 5'000; ++i) {
        std::string broken = body.toStdString();
        for (int changes = 0; changes < 3; ++changes)
            broken[random() % broken.size()] = static_cast<char>(random());
        broken.resize(i % 2 == 0 ? broken.size() : random() % broken.size());
        for (const auto& read : {readProtobuf(broken), readJson(broken)})
            if (read)
                for (const ReceivedSpan& span : read->spans)
                    static_cast<void>(test::admitted({parseSpan(span, read->resources[span.resource])}));
        static_cast<void>(inflated(broken, 100'000));
    }
}

void TestTraces::compressedBodies()
{
    const std::string text = "some text, some text, some text";
    for (const int head : {MAX_WBITS + 16, MAX_WBITS, -MAX_WBITS}) {
        const std::string body = compressed(text, head);
        QCOMPARE(inflated(body, 1'000).value_or("?"), text);
        QCOMPARE(inflated(body, text.size()).value_or("?"), text);
        QVERIFY(inflated(body, text.size() - 1).error() == InflateError::TooLarge);
        QVERIFY(inflated(body.substr(0, body.size() - 5), 1'000).error() == InflateError::Broken);
    }
    const std::string gzip = compressed(text, MAX_WBITS + 16);
    QCOMPARE(inflated(gzip + gzip, 1'000).value_or("?"), text + text);
    QVERIFY(inflated(gzip + "x", 1'000).error() == InflateError::Broken);
    QVERIFY(inflated("", 1'000).error() == InflateError::Broken);
    const std::string bomb = compressed(std::string(std::size_t{64} << 20, '0'), MAX_WBITS + 16);
    QVERIFY(bomb.size() < 100'000);
    QVERIFY(inflated(bomb, std::size_t{20} << 20).error() == InflateError::TooLarge);
}

} // namespace tst_traces

QUARTERDECK_TEST(tst_traces, TestTraces)
#include "tst_traces.moc"
