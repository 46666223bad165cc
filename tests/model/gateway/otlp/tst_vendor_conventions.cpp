#include "tests/support/test.h"
#include "trace_kit.h"

#include <QFloat16>
#include <QTest>

namespace tst_vendor_conventions {

using namespace quarterdeck;
using namespace quarterdeck::test;
using nlohmann::json;

/// What the spans of libraries tell that have names of their own.
class TestVendorConventions final : public QObject
{
    Q_OBJECT
private slots:
    void conventions_data();
    void conventions();
};

void TestVendorConventions::conventions_data()
{
    QTest::addColumn<QByteArray>("attributes");
    QTest::addColumn<QByteArray>("events");
    QTest::addColumn<QString>("messages");
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
}

void TestVendorConventions::conventions()
{
    QFETCH(QByteArray, attributes);
    QFETCH(QByteArray, events);
    QFETCH(QString, messages);
    const gateway::otlp::ParsedSpan span = parseSpan(spanIn(attributes, events), json::object());
    QCOMPARE(QString::fromStdString(shown(span.messages)), messages);
    QVERIFY(span.isOfAgent);
}

} // namespace tst_vendor_conventions

QUARTERDECK_TEST(tst_vendor_conventions, TestVendorConventions)
#include "tst_vendor_conventions.moc"
