#include "conversation/stored_media.h"
#include "otlp/inflate.h"
#include "otlp/told_ids.h"
#include "otlp/trace_data.h"
#include "otlp/trace_intents.h"

#include <QtTest>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <protozero/pbf_writer.hpp>
#include <random>
#include <string>
#include <variant>
#include <zlib.h>

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::gateway::otlp;
using nlohmann::json;
using protozero::pbf_writer;

namespace {

const std::string traceId = "0af7651916cd43dd8448eb211c80319c";
const std::string spanId = "b7ad6b7169203331";

std::string bytesOf(const std::string& hex)
{
    return QByteArray::fromHex(QByteArray::fromStdString(hex)).toStdString();
}

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

/// AnyValue
std::string textValue(const std::string& text)
{
    std::string bytes;
    pbf_writer(bytes).add_string(1, text);
    return bytes;
}

std::string pairOf(const std::string& key, const std::string& value)
{
    std::string bytes;
    pbf_writer pair(bytes);
    pair.add_string(1, key);
    pair.add_message(2, value);
    return bytes;
}

std::string requestOf(const std::vector<std::string>& spans)
{
    std::string scope;
    for (const std::string& span : spans)
        pbf_writer(scope).add_message(2, span);
    std::string group;
    pbf_writer(group).add_message(2, scope);
    std::string resource;
    pbf_writer(resource).add_message(1, pairOf("service.name", textValue("weather")));
    pbf_writer(group).add_message(1, resource); // behind its spans
    std::string request;
    pbf_writer(request).add_message(1, group);
    return request;
}

std::string spanOf(const std::string& trace, const std::string& id)
{
    std::string bytes;
    pbf_writer span(bytes);
    span.add_bytes(1, bytesOf(trace));
    span.add_bytes(2, bytesOf(id));
    return bytes;
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

ReceivedSpan received(json attributes, std::vector<ReceivedEvent> events = {})
{
    ReceivedSpan span;
    span.trace = traceId;
    span.id = spanId;
    span.name = "chat";
    span.startNs = 2'000'000'000;
    span.endNs = 3'000'000'000;
    span.attributes = std::move(attributes);
    span.events = std::move(events);
    return span;
}

/// "role: what", for all of them.
std::string shown(const std::vector<ToldMessage>& messages)
{
    struct Words
    {
        std::string operator()(const TextBlock& block) const { return block.text; }
        std::string operator()(const ThinkingBlock& block) const { return "(" + block.text + ")"; }
        std::string operator()(const ToolUseBlock& block) const
        {
            return block.name + "#" + block.id + block.input.json().dump() + block.rawInput;
        }
        std::string operator()(const ToolResultBlock& block) const
        {
            const std::string pieces = block.outputBlocks.isNull() ? "" : block.outputBlocks.json().dump();
            return block.name + "#" + block.id + (block.isError ? "!" : "=") + block.output + pieces;
        }
        std::string operator()(const MediaBlock& block) const { return block.source.url + block.source.mediaType; }
        std::string operator()(const UnknownBlock& block) const { return block.value.json().dump(); }
    };
    std::string text;
    for (const ToldMessage& message : messages) {
        text += (text.empty() ? "" : " | ") + message.role + (message.isAnswer ? "!" : "") + ":";
        for (const ContentBlock& block : message.content)
            text += " " + std::visit(Words(), block);
    }
    return text;
}

ToldSpan call(const std::string& id, std::int64_t startUs, std::vector<ToldMessage> messages)
{
    ToldSpan told;
    told.span.trace = traceId;
    told.span.id = id;
    told.span.startUs = startUs;
    told.span.usage.promptTokens = 5;
    told.messages = std::move(messages);
    identify(told.messages);
    return told;
}

ToldMessage saying(const std::string& role, const std::string& text, bool isAnswer = false)
{
    return {role, {}, textBlocks(text), {}, isAnswer};
}

std::vector<std::string> texts(const TraceIntents& wanted)
{
    std::vector<std::string> found;
    for (const Intent& intent : wanted.intents)
        if (const auto* record = std::get_if<RecordMessage>(&intent))
            found.push_back(record->message.sentFrom.str() + ": " + textOf(record->message));
    return found;
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
    void conventions_data();
    void conventions();
    void whatToolsGave_isTheirs();
    void picturesGoWithTheirResults();
    void halfCharacters_stayAsTheyWereWritten();
    void whatASpanSays();
    void repeatedPromptsAreSaidOnce();
    void sessionsOfStudioCountTokensOnly();
    void tokensCountWithoutAnAnswer();
    void logRecordsSayMessages();
    void otherLogsAreNothing();
    void agentsAreThoseAround();
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
                    static_cast<void>(intentsOf({toldBy(span, read->resources[span.resource])}, false, {}));
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

void TestTraces::conventions_data()
{
    QTest::addColumn<QByteArray>("attributes");
    QTest::addColumn<QByteArray>("events");
    QTest::addColumn<QString>("messages");
    QTest::newRow("messages as attributes")
        << QByteArray(R"({"gen_ai.operation.name": "chat",
            "gen_ai.system_instructions": "[{\"type\": \"text\", \"content\": \"Be brief.\"}]",
            "gen_ai.input.messages": "[{\"role\": \"user\", \"parts\": [{\"type\": \"text\", \"content\": \"Hi\"}]},
                {\"role\": \"tool\", \"parts\": [{\"type\": \"tool_call_response\", \"id\": \"1\", \"response\": {\"a\": 1}}]}]",
            "gen_ai.output.messages": [{"role": "assistant", "finish_reason": "stop", "parts": [
                {"type": "reasoning", "content": "hm"}, {"type": "text", "content": "Ho"},
                {"type": "tool_call", "id": "2", "name": "f", "arguments": {"x": 1}}, {"type": "novel", "x": 1}]}]})")
        << QByteArray("[]")
        << QStringLiteral("system: Be brief. | user: Hi | tool: #1={\"a\": 1} | "
                          "assistant!: (hm) Ho f#2{\"x\":1} {\"type\":\"novel\",\"x\":1}");
    QTest::newRow("messages as events")
        << QByteArray(R"({"gen_ai.operation.name": "chat"})")
        << QByteArray(R"([["gen_ai.system.message", {"content": "Be brief."}],
            ["gen_ai.user.message", {"content": "[{\"type\": \"text\", \"text\": \"Hi\"}]"}],
            ["gen_ai.assistant.message", {"tool_calls": "[{\"id\": \"1\", \"type\": \"function\", \"function\":
                {\"name\": \"f\", \"arguments\": \"{\\\"x\\\": 1}\"}}]"}],
            ["gen_ai.tool.message", {"id": "1", "content": "done"}], ["unrelated", {"content": "no"}],
            ["gen_ai.choice", {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Ho"}}]])")
        << QStringLiteral("system: Be brief. | user: Hi | assistant: f#1{\"x\":1} | tool: f#1=done | assistant!: Ho");
    QTest::newRow("OpenInference")
        << QByteArray(R"({"openinference.span.kind": "LLM", "llm.input_messages.10.message.role": "user",
            "llm.input_messages.10.message.content": "last",
            "llm.input_messages.0.message.role": "user",
            "llm.input_messages.0.message.contents.0.message_content.type": "text",
            "llm.input_messages.0.message.contents.0.message_content.text": "see",
            "llm.input_messages.0.message.contents.1.message_content.image.image.url": "https://example.org/a.png",
            "llm.input_messages.2.message.role": "tool", "llm.input_messages.2.message.tool_call_id": "1",
            "llm.input_messages.2.message.content": "done",
            "llm.output_messages.0.message.role": "assistant",
            "llm.output_messages.0.message.tool_calls.0.tool_call.id": "2",
            "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "f",
            "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": "no JSON"})")
        << QByteArray("[]")
        << QStringLiteral(
               "user: see https://example.org/a.png | tool: #1=done | user: last | assistant!: f#2nullno JSON");
    QTest::newRow("results in whichever role")
        << QByteArray(R"({"gen_ai.operation.name": "chat", "gen_ai.input.messages": [
            {"role": "assistant", "parts": [{"type": "tool_use", "id": "1", "name": "f", "input": {}},
                {"type": "tool_call", "id": "2", "name": "g", "arguments": {}}]},
            {"role": "user", "parts": [{"type": "tool_result", "tool_use_id": "2", "is_error": true, "content": "no"},
                {"type": "tool_result", "tool_use_id": "1", "content": [{"type": "text", "text": "one"},
                    {"type": "image", "source": {"type": "url", "url": "https://example.org/a.png"}},
                    {"type": "text", "text": "two"}]}, {"type": "text", "content": "And?"}]},
            {"role": "assistant", "tool_calls": [{"id": "3", "function": {"name": "h", "arguments": "{}"}}]},
            {"role": "system", "name": "system", "parts": [{"type": "tool_call_response", "id": "3", "response":
                [{"type": "text", "text": "three"}, {"type": "novel", "x": 1}]}]},
            {"role": "tool", "tool_call_id": "9", "content": "of no call"}]})")
        << QByteArray("[]")
        << QStringLiteral("assistant: f#1{} g#2{} | tool: g#2!no f#1=one\ntwo https://example.org/a.png | user: And? | "
                          "assistant: h#3{} | tool: h#3=three[{\"text\":\"three\",\"type\":\"text\"},"
                          "{\"type\":\"novel\",\"x\":1}] | tool: #9=of no call");
    QTest::newRow("results without ids") << QByteArray(R"({"gen_ai.operation.name": "chat", "gen_ai.input.messages": [
            {"role": "assistant", "parts": [{"type": "tool_call", "id": "1", "name": "f", "arguments": {}},
                {"type": "tool_call", "id": "2", "name": "g", "arguments": {}}]},
            {"role": "function", "name": "g", "parts": [{"type": "text", "content": "of g"}]},
            {"role": "tool", "parts": ["of f"]}]})")
                                         << QByteArray("[]")
                                         << QStringLiteral("assistant: f#1{} g#2{} | tool: g#2=of g | tool: f#1=of f");
    QTest::newRow("results in OpenInference")
        << QByteArray(R"({"openinference.span.kind": "LLM", "llm.input_messages.0.message.role": "assistant",
            "llm.input_messages.0.message.tool_calls.0.tool_call.id": "1",
            "llm.input_messages.0.message.tool_calls.0.tool_call.function.name": "f",
            "llm.input_messages.1.message.role": "tool", "llm.input_messages.1.message.tool_call_id": "1",
            "llm.input_messages.1.message.contents.0.message_content.text": "one",
            "llm.input_messages.1.message.contents.1.message_content.image.image.url": "https://example.org/a.png"})")
        << QByteArray("[]") << QStringLiteral("assistant: f#1null | tool: f#1=one https://example.org/a.png");
    QTest::newRow("an agent's turn repeats what its calls say")
        << QByteArray(R"({"gen_ai.operation.name": "invoke_agent", "gen_ai.input.messages":
            "[{\"role\": \"user\", \"parts\": [{\"type\": \"text\", \"content\": \"Hi\"}]}]"})")
        << QByteArray("[]") << QString();
    QTest::newRow("odd values") << QByteArray(R"({"gen_ai.operation.name": "chat", "gen_ai.input.messages": "[1, null,
            {\"role\": 7}, {\"parts\": \"x\"}, {\"parts\": [3, \"plain\"]}]", "gen_ai.output.messages": "{}"})")
                                << QByteArray(R"([["gen_ai.choice", {"message": 3}]])")
                                << QStringLiteral("user: 3 plain");
    QTest::newRow("OpenLLMetry")
        << QByteArray(R"({"llm.request.type": "chat", "gen_ai.request.model": "m", "gen_ai.prompt.0.role": "system",
            "gen_ai.prompt.0.content": "Be brief.", "gen_ai.prompt.1.role": "user",
            "gen_ai.prompt.1.content": "[{\"type\": \"text\", \"text\": \"Hi\"}]",
            "gen_ai.prompt.2.role": "assistant", "gen_ai.prompt.2.tool_calls.0.id": "1",
            "gen_ai.prompt.2.tool_calls.0.name": "f", "gen_ai.prompt.2.tool_calls.0.arguments": "{\"x\": 1}",
            "gen_ai.prompt.3.role": "tool", "gen_ai.prompt.3.tool_call_id": "1", "gen_ai.prompt.3.content": "done",
            "gen_ai.prompt.4.role": "user", "gen_ai.prompt.4.content": "[1, 2]",
            "gen_ai.completion.0.role": "assistant", "gen_ai.completion.0.content": "Ho",
            "gen_ai.completion.0.finish_reason": "stop"})")
        << QByteArray("[]")
        << QStringLiteral("system: Be brief. | user: Hi | assistant: f#1{\"x\":1} | tool: f#1=done | user: [1, 2] | "
                          "assistant!: Ho");
    QTest::newRow("the AI SDK")
        << QByteArray(R"({"gen_ai.request.model": "m", "ai.operationId": "ai.streamText.doStream",
            "ai.prompt.messages": "[{\"role\": \"system\", \"content\": \"Be brief.\"},
                {\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}]},
                {\"role\": \"assistant\", \"content\": [{\"type\": \"tool-call\", \"toolCallId\": \"1\",
                    \"toolName\": \"f\", \"input\": {\"x\": 1}}]},
                {\"role\": \"tool\", \"content\": [{\"type\": \"tool-result\", \"toolCallId\": \"1\",
                    \"toolName\": \"f\", \"output\": {\"type\": \"error-text\", \"value\": \"no\"}}]}]",
            "ai.response.text": "Ho",
            "ai.response.toolCalls": "[{\"toolCallId\": \"2\", \"toolName\": \"g\", \"args\": \"{}\"}]"})")
        << QByteArray("[]")
        << QStringLiteral(
               "system: Be brief. | user: Hi | assistant: f#1{\"x\":1} | tool: f#1!no | assistant!: Ho g#2{}");
    QTest::newRow("events in an attribute") << QByteArray(R"({"gen_ai.operation.name": "chat", "events": "[
            {\"event.name\": \"gen_ai.user.message\", \"role\": \"user\", \"content\": \"Hi\"},
            {\"event.name\": \"gen_ai.choice\", \"index\": 0,
                \"message\": {\"role\": \"assistant\", \"content\": \"Ho\"}}]"})")
                                            << QByteArray("[]") << QStringLiteral("user: Hi | assistant!: Ho");
    QTest::newRow("Gemini's, by its ADK")
        << QByteArray(R"({"gen_ai.request.model": "g", "gcp.vertex.agent.llm_request": "{\"model\": \"g\",
            \"config\": {\"system_instruction\": \"Be brief.\"}, \"contents\": [
                {\"role\": \"user\", \"parts\": [{\"text\": \"Hi\"}]},
                {\"role\": \"model\", \"parts\": [{\"function_call\": {\"name\": \"f\", \"args\": {\"x\": 1}}}]},
                {\"role\": \"user\", \"parts\": [{\"function_response\": {\"name\": \"f\",
                    \"response\": {\"r\": 2}}}]}]}",
            "gcp.vertex.agent.llm_response": "{\"content\": {\"role\": \"model\", \"parts\": [
                {\"text\": \"hm\", \"thought\": true}, {\"text\": \"Ho\"}]}}"})")
        << QByteArray("[]")
        << QStringLiteral("system: Be brief. | user: Hi | assistant: f#{\"x\":1} | tool: f#={\"r\": 2} | "
                          "assistant!: (hm) Ho");
    QTest::newRow("Bedrock's parts, in events")
        << QByteArray(R"({"gen_ai.operation.name": "chat"})")
        << QByteArray(R"([["gen_ai.user.message", {"content": "[{\"text\": \"Hi\"}]"}],
            ["gen_ai.assistant.message", {"content": "[{\"toolUse\": {\"toolUseId\": \"1\", \"name\": \"f\",
                \"input\": {}}}]"}],
            ["gen_ai.tool.message", {"role": "tool", "content": "[{\"toolResult\": {\"toolUseId\": \"1\",
                \"status\": \"error\", \"content\": [{\"text\": \"no\"}]}}]"}],
            ["gen_ai.choice", {"finish_reason": "end_turn", "message": "[{\"text\": \"Ho\"}]"}]])")
        << QStringLiteral("user: Hi | assistant: f#1{} | tool: f#1!no | assistant!: Ho");
    QTest::newRow("all messages in one event")
        << QByteArray(R"({"gen_ai.request.model": "m"})") << QByteArray(R"([["gen_ai.content.prompt", {"gen_ai.prompt":
                "[{\"role\": \"user\", \"content\": \"Hi\"}]"}],
            ["gen_ai.content.completion", {"gen_ai.completion": "{\"answer\": 1}"}]])")
        << QStringLiteral("user: Hi | assistant!: {\"answer\": 1}");
    QTest::newRow("LangChain's, in one attribute")
        << QByteArray(R"({"gen_ai.request.model": "m", "gen_ai.prompt": "{\"messages\": [[{\"lc\": 1,
                \"type\": \"constructor\", \"kwargs\": {\"content\": \"Hi\", \"type\": \"human\"}}]]}",
            "gen_ai.completion": "{\"generations\": [[{\"text\": \"Ho\", \"type\": \"ChatGeneration\",
                \"message\": {\"lc\": 1, \"type\": \"constructor\", \"kwargs\": {\"content\": \"Ho\",
                \"type\": \"ai\", \"tool_calls\": [{\"name\": \"f\", \"args\": {\"x\": 1}, \"id\": \"1\"}]}}}]]}"})")
        << QByteArray("[]") << QStringLiteral("user: Hi | assistant!: Ho f#1{\"x\":1}");
    QTest::newRow("a request and a response") << QByteArray(R"({"gen_ai.request.model": "m",
            "request_data": "{\"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]}",
            "response_data": "{\"message\": {\"role\": \"assistant\", \"content\": \"Ho\"}}"})")
                                              << QByteArray("[]") << QStringLiteral("user: Hi | assistant!: Ho");
    QTest::newRow("a file of this computer is no picture")
        << QByteArray(R"({"gen_ai.operation.name": "chat", "gen_ai.input.messages": [{"role": "user", "parts": [
            {"type": "uri", "modality": "image", "uri": "file:///etc/passwd"}]}]})")
        << QByteArray("[]") << QStringLiteral("user: {\"address\":\"file:///etc/passwd\",\"type\":\"image\"}");
}

void TestTraces::conventions()
{
    QFETCH(QByteArray, attributes);
    QFETCH(QByteArray, events);
    QFETCH(QString, messages);
    std::vector<ReceivedEvent> told;
    for (const json& event : json::parse(events.replace('\n', ' ').toStdString()))
        told.push_back({event[0].get<std::string>(), event[1]});
    // A text may extend over lines here.
    const auto value = json::parse(attributes.replace('\n', ' ').toStdString());
    const ToldSpan span = toldBy(received(value, told), json::object());
    QCOMPARE(QString::fromStdString(shown(span.messages)), messages);
    QVERIFY(span.isOfAgent);
}

/// Not the agent's, and never the person's.
void TestTraces::whatToolsGave_isTheirs()
{
    const json attributes = {
        {"gen_ai.operation.name", "chat"},
        {"gen_ai.input.messages",
         {{{"role", "user"}, {"parts", {{{"type", "tool_result"}, {"tool_use_id", "1"}, {"content", "done"}}}}},
          {{"role", "tool"}, {"name", "f"}, {"content", "also"}}}}};
    const TraceIntents wanted = intentsOf({toldBy(received(attributes), json::object())}, false, {});
    QCOMPARE(texts(wanted), (std::vector<std::string>{"Tools: ", "Tools: "}));
    for (const Intent& intent : wanted.intents)
        if (const auto* record = std::get_if<RecordMessage>(&intent))
            QVERIFY(hasBlock<ToolResultBlock>(record->message) && record->message.causeBy.isEmpty());
    // What is in the library cannot be named by anybody.
    const json named = {{{"type", "text"}, {"text", "x"}},
                        {{"type", "image"},
                         {"source",
                          {{"type", "base64"},
                           {"data", storedMediaText({AttachmentHash(std::string(64, 'a')), "image/png", 5, false})}}}}};
    const json hostile = {
        {"gen_ai.operation.name", "chat"},
        {"gen_ai.input.messages", {{{"role", "tool"}, {"tool_call_id", "1"}, {"content", named}}, "and another"}}};
    const ToldSpan span = toldBy(received(hostile), json::object());
    QVERIFY(std::get<ToolResultBlock>(span.messages.at(0).content.at(0)).outputBlocks.isNull());
}

/// Even if a message is taken apart.
void TestTraces::picturesGoWithTheirResults()
{
    const std::string picture =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E"
        "rkJggg==";
    const json image = {{"type", "image"},
                        {"source", {{"type", "base64"}, {"media_type", "image/png"}, {"data", picture}}}};
    const json parts = {{{"type", "text"}, {"content", "before"}},
                        {{"type", "tool_result"}, {"tool_use_id", "1"}, {"content", {image, image}}},
                        {{"type", "text"}, {"content", "behind"}},
                        {{"type", "blob"}, {"modality", "image"}, {"mime_type", "image/png"}, {"content", picture}}};
    const json attributes = {{"gen_ai.operation.name", "chat"},
                             {"gen_ai.input.messages", {{{"role", "user"}, {"parts", parts}}, "and another"}}};
    const ToldSpan span = toldBy(received(attributes), json::object());
    std::vector<std::pair<std::string, std::size_t>> found;
    for (const ToldMessage& message : span.messages)
        found.emplace_back(message.role, message.attachments.size());
    QVERIFY((found == std::vector<std::pair<std::string, std::size_t>>{{"user", 0}, {"tool", 2}, {"user", 1}}));
}

void TestTraces::halfCharacters_stayAsTheyWereWritten()
{
    const auto said = [](const std::string& attribute) {
        const std::string body = R"({"resourceSpans": [{"scopeSpans": [{"spans": [{"traceId": ")" + traceId
            + R"(", "spanId": ")" + spanId + R"(", "attributes": [)"
            + R"({"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}},)"
            + R"({"key": "gen_ai.input.messages", "value": {)" + attribute + "}}]}]}]}]}";
        const auto read = readJson(body);
        return read ? shown(toldBy(read->spans.front(), read->resources.front()).messages) : std::string("refused");
    };
    // Its exporter escaped the text once more, or not at all; or it sent no text, but values.
    const std::vector<std::string> attributes = {
        R"("stringValue": "[{\"role\": \"user\", \"content\": \"a \\ud83d b\"}]")",
        R"("stringValue": "[{\"role\": \"user\", \"content\": \"a \ud83d b\"}]")",
        R"("arrayValue": {"values": [{"kvlistValue": {"values": [{"key": "role", "value": {"stringValue": "user"}},)"
        R"({"key": "content", "value": {"stringValue": "a \ud83d b"}}]}}]})"};
    for (const std::string& attribute : attributes)
        QCOMPARE(said(attribute), std::string("user: a \\ud83d b"));
}

void TestTraces::whatASpanSays()
{
    const json attributes = {{"gen_ai.operation.name", "chat"},
                             {"gen_ai.request.model", "asked"},
                             {"gen_ai.response.model", "m-1"},
                             {"gen_ai.usage.input_tokens", 12},
                             {"gen_ai.usage.output_tokens", -3},
                             {"gen_ai.conversation.id", R"("run 1")"},
                             {"gen_ai.usage.cache_read.input_tokens", 5},
                             {"gen_ai.input.messages", "[]"},
                             {"input.value", "all of it again"},
                             {"gen_ai.prompt.0.content", "and again"},
                             {"long", std::string(10'000, 'x')}};
    ReceivedSpan span = received(attributes);
    span.isFailed = true;
    const ToldSpan told = toldBy(span, {{"service.name", "unknown_service:node"}});
    QCOMPARE(told.conversation, std::string("run 1"));
    QVERIFY(told.program.empty());
    QCOMPARE(told.span.usage, (Usage{"m-1", 12, 0, {}, 1'000, 5}));
    QCOMPARE(told.span.startUs, std::int64_t(2'000'000));
    QCOMPARE(told.span.durationUs, std::int64_t(1'000'000));
    QCOMPARE(told.span.error, std::string("error"));
    const json& rest = told.span.attributes.json();
    QVERIFY(!rest.contains("gen_ai.input.messages") && !rest.contains("input.value"));
    QVERIFY(!rest.contains("gen_ai.prompt.0.content"));
    QVERIFY(rest["long"].get<std::string>().size() < 5'000);

    const ToldSpan early = toldBy(received({{"span.kind", "LLM"}, {"project.run_id", "run 2"}}), json::object());
    QCOMPARE(early.run, std::string("run 2"));
    QVERIFY(!toldBy(received({{"http.method", "GET"}}), json::object()).isOfAgent);
    // A turn that sums up its calls must not count them twice.
    const json turn = {{"gen_ai.operation.name", "invoke_agent"}, {"gen_ai.usage.input_tokens", 12}};
    QCOMPARE(toldBy(received(turn), json::object()).span.usage, Usage());
}

void TestTraces::repeatedPromptsAreSaidOnce()
{
    ToldMessage thoughtful = saying("assistant", "ok", true);
    thoughtful.content.insert(thoughtful.content.begin(), ThinkingBlock{"hm", {}});
    const ToldSpan first = call("01", 1, {saying("user", "go"), thoughtful});
    const ToldSpan second =
        call("02", 2,
             {saying("user", "go"), saying("assistant", "ok"), saying("user", "go"), saying("assistant", "ok", true)});
    // The other way round, as exporters may send them; the second "go" and "ok" are others than the first.
    const TraceIntents wanted = intentsOf({second, first}, false, {});
    QCOMPARE(texts(wanted), (std::vector<std::string>{": go", "assistant: ok", ": go", "assistant: ok"}));
    QVERIFY(wanted.speakers == std::set<std::string>{"assistant"});
    const auto* record = std::get_if<RecordSpans>(&wanted.intents.back());
    QVERIFY(record != nullptr);
    QCOMPARE(record->spans.size(), std::size_t(2));

    KnownTraces known;
    known.spans.insert(keyOf(first.span));
    for (const ToldMessage& message : first.messages)
        known.messages.insert(keyOf(message.id));
    QCOMPARE(texts(intentsOf({first, second}, false, known)), (std::vector<std::string>{": go", "assistant: ok"}));
    QVERIFY(intentsOf({first, first}, false, known).intents.empty());
}

void TestTraces::sessionsOfStudioCountTokensOnly()
{
    const TraceIntents wanted = intentsOf({call("01", 1, {saying("user", "go")})}, true, {});
    QCOMPARE(wanted.intents.size(), std::size_t(2));
    QCOMPARE(std::get<RecordUsage>(wanted.intents.front()).usage.promptTokens, std::int64_t(5));
    QVERIFY(wanted.speakers.empty());
}

/// Most programs report no messages unless asked to, and an answer may repeat an earlier one.
void TestTraces::tokensCountWithoutAnAnswer()
{
    const auto usages = [](const TraceIntents& wanted) {
        std::int64_t tokens = 0;
        for (const Intent& intent : wanted.intents)
            if (const auto* used = std::get_if<RecordUsage>(&intent))
                tokens += used->usage.promptTokens;
            else if (const auto* record = std::get_if<RecordMessage>(&intent); record && record->message.usage)
                tokens += record->message.usage->promptTokens;
        return tokens;
    };
    QCOMPARE(usages(intentsOf({call("01", 1, {})}, false, {})), std::int64_t(5));
    const ToldSpan first = call("01", 1, {saying("user", "go"), saying("assistant", "ok", true)});
    const ToldSpan again = call("02", 2, {saying("user", "go"), saying("assistant", "ok", true)});
    QCOMPARE(usages(intentsOf({first, again}, false, {})), std::int64_t(10));
    QCOMPARE(usages(intentsOf({first, first}, false, {})), std::int64_t(5));
}

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

/// As OpenTelemetry's own libraries for Python tell them.
void TestTraces::logRecordsSayMessages()
{
    const auto binary = readProtobufLogs(logsInProtobuf());
    const auto text = readJsonLogs(logsInJson);
    QVERIFY(binary.has_value());
    QVERIFY(text.has_value());
    QCOMPARE(text->spans.size(), std::size_t(1));
    QVERIFY(binary->spans == text->spans);
    QVERIFY(binary->resources == text->resources);
    const ToldSpan told = toldBy(text->spans.front(), text->resources.front());
    QCOMPARE(shown(told.messages), std::string("user: Hi | assistant!: Ho"));
    QVERIFY(told.isOfAgent);
    const TraceIntents wanted = intentsOf({told}, false, {});
    QCOMPARE(texts(wanted), (std::vector<std::string>{": Hi", "weather: Ho"}));
    QCOMPARE(wanted.intents.size(), std::size_t(2)); // and no span
    // The span itself is another thing.
    ToldSpan span = call(spanId, 1, {});
    QCOMPARE(intentsOf({told, span}, false, {}).intents.size(), std::size_t(4));
    QVERIFY(intentsOf({told}, true, {}).intents.empty());
}

/// Whatever else a program logs, and however much: its exporter is not told so repeatedly.
void TestTraces::otherLogsAreNothing()
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

void TestTraces::agentsAreThoseAround()
{
    std::vector<ToldSpan> spans;
    for (const auto& [id, parent] : std::vector<std::pair<std::string, std::string>>{
             {"01", ""}, {"02", "01"}, {"03", "02"}, {"04", "05"}, {"05", "04"}}) {
        spans.push_back(call(id, 1, {}));
        spans.back().span.parent = parent;
    }
    spans.front().span.agent = "Bob";
    const TraceIntents wanted = intentsOf(spans, false, {});
    const auto& recorded = std::get<RecordSpans>(wanted.intents.back()).spans;
    QCOMPARE(recorded[2].agent, std::string("Bob"));
    QVERIFY(recorded[3].agent.empty()); // in a circle
}

QTEST_GUILESS_MAIN(TestTraces)
#include "tst_traces.moc"
