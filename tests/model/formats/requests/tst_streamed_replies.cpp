#include "model/formats/requests/anthropic_messages.h"
#include "model/formats/requests/openai_reply.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_streamed_replies {

using namespace quarterdeck;
using namespace quarterdeck::formats;
using nlohmann::json;

namespace {

/// One event with each object as data, then the end mark.
std::string stream(const std::vector<json>& objects, const std::string& end = "data: [DONE]\n\n")
{
    std::string bytes;
    for (const json& object : objects) {
        bytes += "data: " + object.dump() + "\n\n";
    }
    return bytes + end;
}

json chunk(const json& delta, const json& reason = nullptr)
{
    return {{"id", "r1"}, {"choices", json::array({{{"index", 0}, {"delta", delta}, {"finish_reason", reason}}})}};
}

json calls(const std::vector<json>& entries) { return chunk({{"tool_calls", entries}}); }

std::unique_ptr<ReplyReader> read(std::unique_ptr<ReplyReader> reader, std::string_view bytes, std::size_t step = 7)
{
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        reader->feed(bytes.substr(at, step));
    }
    reader->finish();
    return reader;
}

StreamedReply openAi(const std::string& bytes) { return read(openAiReplyReader(), bytes)->reply(); }

using Calls = std::vector<StreamedToolCall>;

} // namespace

/// What servers stream, with the quirks that are known of them.
class TestStreamedReplies final : public QObject
{
    Q_OBJECT

private slots:
    void toolCalls_areJoined_data();
    void toolCalls_areJoined();
    void errors_endTheReply_data();
    void errors_endTheReply();
    void earlyEnd_isReported_data();
    void earlyEnd_isReported();
    void texts_areJoined();
    void halfCharacters_areJoined_data();
    void halfCharacters_areJoined();
    void halfCharactersOfArguments_areJoined();
    void otherChoices_areLeftOut();
    void wholeBody_isRead();
    void blocks_keepArguments();
    void anthropic_isRead();
    void anthropicBody_isRead();
    void anthropicError_endsTheReply();
    void usage_isRead();
};

void TestStreamedReplies::toolCalls_areJoined_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<Calls>("joined");
    const auto row = [](const char* tag, const std::vector<json>& objects, Calls joined) {
        QTest::newRow(tag) << QByteArray::fromStdString(stream(objects)) << joined;
    };
    const auto piece = [](const json& index, const json& id, const json& name, const json& arguments) {
        json entry{{"type", "function"}, {"function", {{"arguments", arguments}}}};
        for (const auto& [key, value] : {std::pair{"index", index}, std::pair{"id", id}}) {
            if (!value.is_null()) {
                entry[key] = value;
            }
        }
        if (!name.is_null()) {
            entry["function"]["name"] = name;
        }
        return entry;
    };
    const json none;
    const Calls two{{"a", "f", "{\"x\":1}"}, {"b", "g", "{\"y\":2}"}};
    row("pieces in turns",
        {calls({piece(0, "a", "f", "{\"x\""), piece(1, "b", "g", "{\"y\"")}), calls({piece(1, none, none, ":2}")}),
         calls({piece(0, none, none, ":1}")})},
        two);
    row("all of index 0",
        {calls({piece(0, "a", "f", "{\"x\"")}), calls({piece(0, none, none, ":1}")}),
         calls({piece(0, "b", "g", "{\"y\"")}), calls({piece(0, "", none, ":2}")})},
        two);
    row("index 0 in turns, by id",
        {calls({piece(0, "a", "f", "{\"x\"")}), calls({piece(0, "b", "g", "{\"y\"")}),
         calls({piece(0, "a", none, ":1}")}), calls({piece(0, "b", none, ":2}")})},
        two);
    row("all of index 0 without ids",
        {calls({piece(0, none, "f", "{\"x\":1}")}), calls({piece(0, none, "g", "{\"y\"")}),
         calls({piece(0, none, none, ":2}")})},
        {{{}, "f", "{\"x\":1}"}, {{}, "g", "{\"y\":2}"}});
    row("one tool twice of index 0 without ids",
        {calls({piece(0, none, "f", "{\"x\":1}")}), calls({piece(0, none, "f", "{\"x\":2}")})},
        {{{}, "f", "{\"x\":1}"}, {{}, "f", "{\"x\":2}"}});
    row("by id",
        {calls({piece(none, "a", "f", "{\"x\"")}), calls({piece(none, "b", "g", "{\"y\"")}),
         calls({piece(none, "a", none, ":1}")}), calls({piece(none, "b", none, ":2}")})},
        two);
    row("by place",
        {calls({piece(none, "a", "f", "{\"x\""), piece(none, "b", "g", "{\"y\"")}),
         calls({piece(none, none, none, ":1}"), piece(none, none, none, ":2}")})},
        two);
    row("one after the other without index",
        {calls({piece(none, "a", "f", "{\"x\"")}), calls({piece(none, none, none, ":1}")}),
         calls({piece(none, "b", "g", "{\"y\"")}), calls({piece(none, none, none, ":2}")})},
        two);
    row("neither id nor index",
        {calls({piece(none, none, "f", "{\"x\"")}), calls({piece(none, none, none, ":1}")}),
         calls({piece(none, none, "g", "{}")}), calls({piece(none, none, "g", "{}")})},
        {{{}, "f", "{\"x\":1}"}, {{}, "g", "{}"}, {{}, "g", "{}"}});
    row("the name in each piece", {calls({piece(0, "a", "f", "{\"x\"")}), calls({piece(0, "a", "f", ":1}")})},
        {{"a", "f", "{\"x\":1}"}});
    row("a name in two pieces", {calls({piece(0, "a", "get_", "")}), calls({piece(0, none, "it", "{}")})},
        {{"a", "get_it", "{}"}});
    row("the id later", {calls({piece(0, none, "f", "")}), calls({piece(0, "a", none, "{}")})}, {{"a", "f", "{}"}});
    row("an index that starts at 3", {calls({piece(3, "a", "f", "{}")})}, {{"a", "f", "{}"}});
    row("arguments as an object", {calls({piece(0, "a", "f", json{{"x", 1}})})}, {{"a", "f", "{\"x\":1}"}});
    row("no arguments", {calls({piece(0, "a", "f", none)})}, {{"a", "f", ""}});
    row("what is no call", {calls({5, nullptr, "x"}), calls({json(true)}), chunk({{"tool_calls", nullptr}})}, {});
    row("function_call",
        {chunk({{"function_call", {{"name", "f"}, {"arguments", "{\"x\""}}}}),
         chunk({{"function_call", {{"arguments", ":1}"}}}})},
        {{{}, "f", "{\"x\":1}"}});
}

void TestStreamedReplies::toolCalls_areJoined()
{
    QFETCH(QByteArray, bytes);
    QFETCH(Calls, joined);
    QCOMPARE(openAi(bytes.toStdString()).toolCalls, joined);
}

void TestStreamedReplies::errors_endTheReply_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("error");
    const auto row = [](const char* tag, const std::string& bytes, const json& error) {
        QTest::newRow(tag) << QByteArray::fromStdString(bytes) << QByteArray::fromStdString(error.dump());
    };
    const json limit{{"message", "slow down"}, {"code", 429}};
    const std::string came = stream({chunk({{"content", "came"}})}, "");
    row("object", came + stream({{{"error", limit}}}), limit);
    row("text", came + stream({{{"error", "slow down"}}}), "slow down");
    row("named event", came + "event: error\n" + stream({limit}), limit);
    row("marked object", came + stream({{{"object", "error"}, {"message", "m"}}}),
        {{"object", "error"}, {"message", "m"}});
    row("code and message", came + stream({limit}), limit);
    row("no JSON", came + "data: {\"choices\"\n\n" + stream({}), {{"type", "invalid_json"}});
    row("no object", came + "data: 5\n\n", {{"type", "invalid_json"}});
    row("too deep", came + "data: " + std::string(200'000, '[') + "\n\n", {{"type", "invalid_json"}});
    row("body", "{\n \"error\": " + limit.dump() + "\n}", limit);
    row("a list as the body", "[{\n  \"error\": " + limit.dump() + "\n}\n]\n", limit);
    row("body after a mark and blanks", "\xEF\xBB\xBF\n {\"error\": \"slow down\"}\n\n", "slow down");
}

void TestStreamedReplies::errors_endTheReply()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, error);
    for (const std::size_t step : {std::size_t{1}, std::size_t{1'000'000}}) {
        const auto reader = read(openAiReplyReader(), bytes.toStdString(), step);
        QVERIFY(reader->reply().error.json() == json::parse(error.toStdString()));
        QVERIFY(reader->isEnded());
        QVERIFY(!reader->reply().isDone);
        QVERIFY(!reader->reply().isCutOff);
        reader->feed(stream({chunk({{"content", " late"}})}));
        const auto came = bytes.startsWith("data:") ? std::optional<std::string>("came") : std::nullopt;
        QCOMPARE(reader->reply().content, came);
    }
}

void TestStreamedReplies::earlyEnd_isReported_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isCutOff");
    const std::string said = stream({chunk({{"content", "a"}})}, "");
    const std::string stopped = stream({chunk(json::object(), "stop")}, "");
    const auto row = [](const char* tag, const std::string& bytes, bool isCutOff) {
        QTest::newRow(tag) << QByteArray::fromStdString(bytes) << isCutOff;
    };
    row("nothing", "", true);
    row("no reason", said, true);
    row("a reason", said + stopped, false);
    row("end mark", said + "data: [DONE]\n\n", false);
    row("half an event after the reason", said + stopped + "data: {\"usage", true);
    row("an end mark without its blank line", said + stopped + "data: [DONE]\n", true);
    row("after the end mark", said + stopped + "data:[done]\n\ndata: {", false);
    row("a body that is no reply", "{\"a\": 1}", true);
}

void TestStreamedReplies::earlyEnd_isReported()
{
    QFETCH(QByteArray, bytes);
    QTEST(openAi(bytes.toStdString()).isCutOff, "isCutOff");
}

void TestStreamedReplies::texts_areJoined()
{
    const StreamedReply reply = openAi(stream({
        {{"id", ""}, {"model", ""}, {"choices", json::array()}},
        chunk({{"role", "assistant"}, {"content", ""}, {"reasoning", "h"}}),
        chunk({{"role", ""}, {"reasoning_content", "m"}, {"reasoning", "m"}}),
        chunk({{"content", json::array({{{"type", "text"}, {"text", "par"}}})}}),
        chunk({{"content", "ts"}, {"refusal", "no"}}),
        {{"choices", json::array({{{"index", 0}, {"delta", nullptr}, {"finish_reason", "length"}}})}, {"model", "m1"}},
    }));
    QCOMPARE(reply.content, std::optional<std::string>("parts"));
    QCOMPARE(reply.reasoning, std::optional<std::string>("hm"));
    QCOMPARE(reply.refusal, std::optional<std::string>("no"));
    QCOMPARE(reply.role, std::optional<std::string>("assistant"));
    QCOMPARE(reply.id, std::optional<std::string>("r1"));
    QCOMPARE(reply.model, std::optional<std::string>("m1"));
    QCOMPARE(reply.finishReason, std::optional<std::string>("length"));
    QCOMPARE(reply.eventsUsed, 7);
}

void TestStreamedReplies::halfCharacters_areJoined_data()
{
    QTest::addColumn<QList<QByteArray>>("pieces"); // the tokens of the deltas
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* tag, const QList<QByteArray>& pieces, const char* text) {
        QTest::newRow(tag) << pieces << QByteArray(text);
    };
    row("a pair", {R"("a\ud83d")", R"("\ude00b")"}, "a😀b");
    row("halves alone", {R"("\ud83d")", R"("\ude00")"}, "😀");
    row("with nothing between", {R"("\ud83d")", R"("")", R"("\ude00")"}, "😀");
    row("two in a row", {R"("\ud83d")", R"("\ude00\ud83d")", R"("\ude00")"}, "😀😀");
    row("a half that nothing follows", {R"("a\ud83d")"}, "a");
    row("a half that a text follows", {R"("a\ud83d")", R"("b")"}, "a\uFFFDb");
    row("a half that a quotation mark follows", {R"("a\ud83d")", R"("\"")"}, "a\uFFFD\"");
    row("a second half alone", {R"("a\ude00b")"}, "a\uFFFDb");
    row("what looks like one", {R"("a\\ud83d")", R"("\ude00")"}, "a\\ud83d\uFFFD");
}

void TestStreamedReplies::halfCharacters_areJoined()
{
    QFETCH(const QList<QByteArray>, pieces);
    QFETCH(const QByteArray, text);
    std::string openAiBytes;
    std::string anthropicBytes = "data: {\"type\":\"content_block_start\",\"index\":0,"
                                 "\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n";
    for (const QByteArray& piece : pieces) {
        openAiBytes += "data: {\"choices\":[{\"index\":0,\"logprobs\":{\"x\":-Infinity},\"delta\":{\"content\":"
            + piece.toStdString() + "}}]}\n\n";
        anthropicBytes +=
            "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"text\":" + piece.toStdString() + "}}\n\n";
    }
    const StreamedReply reply = openAi(openAiBytes + "data: [DONE]\n\n");
    QVERIFY(reply.error.isNull());
    QVERIFY(reply.isDone);
    QCOMPARE(QByteArray::fromStdString(reply.content.value_or("")), text);
    const auto anthropic = read(anthropicReplyReader(), anthropicBytes);
    QCOMPARE(QByteArray::fromStdString(anthropic->reply().content.value_or("")), text);
}

void TestStreamedReplies::halfCharactersOfArguments_areJoined()
{
    const auto piece = [](int index, const char* token) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":" + std::to_string(index)
            + ",\"function\":{\"arguments\":" + token + "}}]}}]}\n\n";
    };
    const StreamedReply reply = openAi(piece(0, R"("{\"x\":\"\ud83d")") + piece(1, R"("{\"y\":\"\ud83d")")
                                       + piece(1, R"("\ude01\"}")") + piece(0, R"("\ude00\"}")") + "data: [DONE]\n\n");
    QCOMPARE(reply.toolCalls, (Calls{{{}, {}, "{\"x\":\"😀\"}"}, {{}, {}, "{\"y\":\"😁\"}"}}));
}

void TestStreamedReplies::otherChoices_areLeftOut()
{
    const json both{
        {"choices",
         json::array({{{"index", 1}, {"delta", {{"content", "b"}}}}, {{"index", 0}, {"delta", {{"content", "a"}}}}})}};
    QCOMPARE(openAi(stream({both, both})).content, std::optional<std::string>("aa"));
}

void TestStreamedReplies::wholeBody_isRead()
{
    const json body{
        {"id", "r1"},
        {"choices",
         json::array(
             {{{"index", 0}, {"message", {{"role", "assistant"}, {"content", "hello"}}}, {"finish_reason", "stop"}}})},
        {"usage", {{"prompt_tokens", 3}}}};
    const StreamedReply reply = openAi(body.dump(2));
    QCOMPARE(reply.content, std::optional<std::string>("hello"));
    QVERIFY(reply.isDone);
    QVERIFY(!reply.isCutOff);
    QVERIFY(reply.usage.json() == body.at("usage"));
}

void TestStreamedReplies::blocks_keepArguments()
{
    const json entries =
        json::array({{{"index", 0}, {"id", "a"}, {"function", {{"name", "f"}, {"arguments", "{\"x\": 1}"}}}},
                     {{"index", 1}, {"id", "b"}, {"function", {{"name", "g"}, {"arguments", "{\"x\""}}}}});
    const auto reader =
        read(openAiReplyReader(),
             stream({chunk({{"reasoning", "hm"}}), chunk({{"content", "ok"}}), chunk({{"tool_calls", entries}})}));
    const auto blocks = reader->blocks();
    QCOMPARE(blocks.size(), 4U);
    QCOMPARE(std::get<conversation::ThinkingBlock>(blocks[0]).text, std::string("hm"));
    QCOMPARE(std::get<conversation::TextBlock>(blocks[1]).text, std::string("ok"));
    const auto call = std::get<conversation::ToolUseBlock>(blocks[2]);
    QVERIFY(call.input.json() == (json{{"x", 1}}));
    QCOMPARE(call.rawInput, std::string("{\"x\": 1}"));
    QCOMPARE(std::get<conversation::ToolUseBlock>(blocks[3]).rawInput, std::string("{\"x\""));
}

void TestStreamedReplies::anthropic_isRead()
{
    const auto delta = [](int index, const json& content) {
        return json{{"type", "content_block_delta"}, {"index", index}, {"delta", content}};
    };
    const auto start = [](int index, const json& block) {
        return json{{"type", "content_block_start"}, {"index", index}, {"content_block", block}};
    };
    const std::vector<json> objects = {
        {{"type", "message_start"},
         {"message",
          {{"id", "m1"},
           {"role", "assistant"},
           {"model", "c"},
           {"usage", {{"input_tokens", 9}, {"output_tokens", 1}}}}}},
        {{"type", "ping"}},
        start(0, {{"type", "thinking"}, {"thinking", ""}, {"signature", ""}}),
        delta(0, {{"type", "thinking_delta"}, {"thinking", "hm"}}),
        delta(0, {{"type", "signature_delta"}, {"signature", "sig"}}),
        start(1, {{"type", "text"}, {"text", ""}}),
        delta(1, {{"type", "text_delta"}, {"text", "Hel"}}),
        delta(1, {{"type", "text_delta"}, {"text", "lo"}}),
        start(2, {{"type", "tool_use"}, {"id", "t1"}, {"name", "f"}, {"input", json::object()}}),
        delta(2, {{"type", "input_json_delta"}, {"partial_json", ""}}),
        delta(2, {{"type", "input_json_delta"}, {"partial_json", "{\"x\":"}}),
        delta(2, {{"type", "input_json_delta"}, {"partial_json", "1}"}}),
        start(3, {{"type", "tool_use"}, {"id", "t2"}, {"name", "g"}, {"input", json::object()}}),
        {{"type", "content_block_stop"}, {"index", 3}},
        start(4, {{"type", "redacted_thinking"}, {"data", "zz"}}),
        {{"type", "message_delta"}, {"delta", {{"stop_reason", "tool_use"}}}, {"usage", {{"output_tokens", 5}}}},
        {{"type", "message_stop"}},
    };
    const auto reader = read(anthropicReplyReader(), stream(objects, ""));
    const StreamedReply& reply = reader->reply();
    QVERIFY(reply.isDone);
    QCOMPARE(reply.content, std::optional<std::string>("Hello"));
    QCOMPARE(reply.reasoning, std::optional<std::string>("hm"));
    QCOMPARE(reply.finishReason, std::optional<std::string>("tool_use"));
    QCOMPARE(reply.toolCalls, (Calls{{"t1", "f", "{\"x\":1}"}, {"t2", "g", "{}"}}));
    QVERIFY(reply.usage.json() == (json{{"input_tokens", 9}, {"output_tokens", 5}}));
    const auto blocks = reader->blocks();
    QCOMPARE(blocks.size(), 5U);
    QCOMPARE(std::get<conversation::ThinkingBlock>(blocks[0]).signature, std::string("sig"));
    QVERIFY(std::get<conversation::ToolUseBlock>(blocks[3]).input.json() == json::object());
    QCOMPARE(std::get<conversation::UnknownBlock>(blocks[4]).value.json().at("data").dump(), std::string("\"zz\""));
}

void TestStreamedReplies::anthropicBody_isRead()
{
    const json body{{"id", "m1"},
                    {"type", "message"},
                    {"content",
                     {{{"type", "text"}, {"text", "hi"}},
                      {{"type", "tool_use"}, {"id", "t"}, {"name", "f"}, {"input", {{"x", 1}}}}}},
                    {"stop_reason", "end_turn"}};
    const auto reader = read(anthropicReplyReader(), body.dump());
    QVERIFY(reader->reply().isDone);
    QCOMPARE(reader->reply().content, std::optional<std::string>("hi"));
    QVERIFY(std::get<conversation::ToolUseBlock>(reader->blocks().at(1)).input.json() == (json{{"x", 1}}));
}

void TestStreamedReplies::anthropicError_endsTheReply()
{
    const json error{{"type", "overloaded_error"}, {"message", "Overloaded"}};
    const auto reader =
        read(anthropicReplyReader(),
             "event: error\n" + stream({{{"type", "error"}, {"error", error}}, {{"type", "message_stop"}}}));
    QVERIFY(reader->reply().error.json() == error);
    QCOMPARE(errorText(reader->reply()), std::string("Overloaded"));
    QVERIFY(!reader->reply().isDone);
}

void TestStreamedReplies::usage_isRead()
{
    StreamedReply reply;
    QVERIFY(!usageOf(reply));
    reply.model = "m";
    reply.usage = conversation::JsonValue(json{{"prompt_tokens", 3}, {"completion_tokens", 4}});
    QCOMPARE(usageOf(reply)->totalTokens(), 7);
    reply.usage = conversation::JsonValue(json{{"input_tokens", 5}, {"output_tokens", -4}});
    QCOMPARE(usageOf(reply)->promptTokens, 5);
    QCOMPARE(usageOf(reply)->completionTokens, 0);
    QCOMPARE(usageOf(reply)->model, std::string("m"));
}

} // namespace tst_streamed_replies

QUARTERDECK_TEST(tst_streamed_replies, TestStreamedReplies)
#include "tst_streamed_replies.moc"
