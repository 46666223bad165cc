#include "tests/support/test.h"
#include "trace_kit.h"

#include "model/conversation/attachments.h"

#include <QFloat16>
#include <QTest>
#include <algorithm>

namespace tst_span_messages {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::gateway::otlp;
using namespace quarterdeck::test;
using nlohmann::json;

/// What spans tell of messages by the conventions: by those of today, by earlier ones, and by OpenInference's.
class TestSpanMessages final : public QObject
{
    Q_OBJECT
private slots:
    void conventions_data();
    void conventions();
    void whatToolsGave_isTheirs();
    void picturesGoWithTheirResults();
    void halfCharacters_stayAsTheyWereWritten();
    void whatASpanSays();
};

void TestSpanMessages::conventions_data()
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
    QTest::newRow("a file of this computer is no picture")
        << QByteArray(R"({"gen_ai.operation.name": "chat", "gen_ai.input.messages": [{"role": "user", "parts": [
            {"type": "uri", "modality": "image", "uri": "file:///etc/passwd"}]}]})")
        << QByteArray("[]") << QStringLiteral("user: {\"address\":\"file:///etc/passwd\",\"type\":\"image\"}");
}

void TestSpanMessages::conventions()
{
    QFETCH(QByteArray, attributes);
    QFETCH(QByteArray, events);
    QFETCH(QString, messages);
    const ParsedSpan span = parseSpan(spanIn(attributes, events), json::object());
    QCOMPARE(QString::fromStdString(shown(span.messages)), messages);
    QVERIFY(span.isOfAgent);
}

/// Not the agent's, and never the person's.
void TestSpanMessages::whatToolsGave_isTheirs()
{
    const json attributes = {
        {"gen_ai.operation.name", "chat"},
        {"gen_ai.input.messages",
         {{{"role", "user"}, {"parts", {{{"type", "tool_result"}, {"tool_use_id", "1"}, {"content", "done"}}}}},
          {{"role", "tool"}, {"name", "f"}, {"content", "also"}}}}};
    const TraceIntents wanted = test::admitted({parseSpan(received(attributes), json::object())});
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
    const ParsedSpan span = parseSpan(received(hostile), json::object());
    QVERIFY(std::get<ToolResultBlock>(span.messages.at(0).content.at(0)).outputBlocks.isNull());
}

/// Even if a message is taken apart.
void TestSpanMessages::picturesGoWithTheirResults()
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
    const ParsedSpan span = parseSpan(received(attributes), json::object());
    std::vector<std::pair<std::string, std::size_t>> found;
    for (const SpanMessage& message : span.messages)
        found.emplace_back(message.role, message.attachments.size());
    QVERIFY((found == std::vector<std::pair<std::string, std::size_t>>{{"user", 0}, {"tool", 2}, {"user", 1}}));
}

void TestSpanMessages::halfCharacters_stayAsTheyWereWritten()
{
    const auto said = [](const std::string& attribute) {
        const std::string body = R"({"resourceSpans": [{"scopeSpans": [{"spans": [{"traceId": ")" + traceId
            + R"(", "spanId": ")" + spanId + R"(", "attributes": [)"
            + R"({"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}},)"
            + R"({"key": "gen_ai.input.messages", "value": {)" + attribute + "}}]}]}]}]}";
        const auto read = readJson(body);
        return read ? shown(parseSpan(read->spans.front(), read->resources.front()).messages) : std::string("refused");
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

void TestSpanMessages::whatASpanSays()
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
    const ParsedSpan told = parseSpan(span, {{"service.name", "unknown_service:node"}});
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

    const ParsedSpan early = parseSpan(received({{"span.kind", "LLM"}, {"project.run_id", "run 2"}}), json::object());
    QCOMPARE(early.run, std::string("run 2"));
    QVERIFY(!parseSpan(received({{"http.method", "GET"}}), json::object()).isOfAgent);
    // A turn that sums up its calls must not count them twice.
    const json turn = {{"gen_ai.operation.name", "invoke_agent"}, {"gen_ai.usage.input_tokens", 12}};
    QCOMPARE(parseSpan(received(turn), json::object()).span.usage, Usage());
}

} // namespace tst_span_messages

QUARTERDECK_TEST(tst_span_messages, TestSpanMessages)
#include "tst_span_messages.moc"
