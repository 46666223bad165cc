#include "tests/model/formats/collecting_sink.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_agent_runs {

using namespace quarterdeck;
using namespace quarterdeck::test;
using conversation::Message;

namespace {

/// As linesOf has it, the speaker by name.
QStringList linesOfAll(const CollectingSink& sink)
{
    QStringList lines;
    for (const CollectedSession& session : sink.sessions) {
        lines << linesOf(session, [](const Message& message) {
            return message.sentFrom.isEmpty() ? std::string("You") : message.sentFrom.str();
        });
    }
    return lines;
}

} // namespace

/// Recorded runs of OpenHands, Inspect AI, AutoGen and LangSmith: what real files have beside the recordings, and wrong
/// types.
class TestAgentRuns final : public QObject
{
    Q_OBJECT

private slots:
    static void saidByWhom_data();
    static void saidByWhom();
    static void wrongTypes_costOnlyThemselves_data();
    static void wrongTypes_costOnlyThemselves();
    static void openHandsSubAgent_isAMember();
    static void langSmithsCosts_areThoseOfCalls();
    static void circlesAndDepth_doNoHarm();
};

void TestAgentRuns::saidByWhom_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QStringList>("lines");
    const auto row = [](const char* tag, const char* kind, const QByteArray& text, const QStringList& lines) {
        QTest::newRow(tag) << text << QString::fromLatin1(kind) << lines;
    };
    row("OpenHands: pairs of an action and its result", "openhands",
        R"({"instance_id": "a", "instruction": "Do it.", "metrics": null, "test_result": {}, "history": [
            [{"id": 1, "source": "user", "action": "message", "args": {"content": "Do it."}},
             {"observation": "null", "content": "", "extras": {}}],
            [{"id": 2, "source": "agent", "action": "run", "args": {"command": "ls", "thought": "I look."}},
             {"id": 3, "source": "agent", "cause": 2, "observation": "run", "content": "x", "extras": {}}]]})",
        {"Environment > OpenHands: text", "OpenHands > Tools: text use", "Tools > OpenHands: result"});
    row("OpenHands: a screenshot", "openhands",
        R"([{"id": 1, "timestamp": "2025-01-20T20:29:13.519638", "source": "agent", "action": "browse",
             "args": {"url": "http://a", "thought": ""}},
            {"id": 2, "timestamp": "2025-01-20T20:29:14.519638", "source": "agent", "cause": 1, "observation": "browse",
             "content": "page", "extras": {"screenshot": "data:image/png;base64,iVBORw0KGgo="}}])",
        {"OpenHands > Tools: use", "Tools > OpenHands: result"});
    row("OpenHands' SDK: another program's agent", "openhands",
        R"([{"kind": "ACPToolCallEvent", "id": "1", "timestamp": "t", "source": "agent", "tool_call_id": "c",
             "title": "Read", "status": "pending", "raw_input": {"path": "a"}},
            {"kind": "ACPToolCallEvent", "id": "2", "timestamp": "t", "source": "agent", "tool_call_id": "c",
             "title": "Read", "status": "completed", "raw_input": {"path": "a"}, "raw_output": "text"}])",
        {"OpenHands > Tools: use", "Tools > OpenHands: result"});
    row("Inspect AI: no event, older reasoning and errors", "inspect",
        R"({"version": 1, "status": "success", "eval": {"task": "t"}, "samples": [{"id": "a", "epoch": 1, "messages": [
            {"role": "user", "content": "q", "source": "input"},
            {"role": "assistant", "content": "a", "reasoning": "r", "tool_calls": [{"id": "c", "function": "f",
             "arguments": {"x": 1}, "type": "function"}]},
            {"role": "tool", "content": "", "tool_call_id": "c", "tool_error": "no"}]}]})",
        {"Inspect AI > Assistant: text", "Assistant > Tools: thinking text use", "Tools > Assistant: result"});
    row("AutoGen: an agent's own state", "autogen",
        R"({"type": "AssistantAgentState", "version": "1.0.0", "llm_context": {"messages": [
            {"content": "Hello", "source": "user", "type": "UserMessage"},
            {"content": "Hi.", "thought": "A greeting.", "source": "helper", "type": "AssistantMessage"},
            {"content": "Hm.", "source": "critic", "type": "UserMessage"}]}})",
        {"You > helper: text", "helper > <human>: thinking text", "critic > helper: text"});
    row("AutoGen: a list of messages", "autogen",
        R"([{"source": "user", "models_usage": null, "metadata": {}, "content": ["See", {"data": "iVBORw0KGgo="}],
             "type": "MultiModalMessage"},
            {"source": "a", "models_usage": null, "metadata": {}, "content": "To b.", "target": "b",
             "type": "HandoffMessage"},
            {"source": "b", "models_usage": null, "metadata": {}, "content": {"x": 1}, "type": "StructuredMessage[X]"}])",
        {"You > <all>: text media", "a > b: text", "b > <all>: text"});
    row("LangSmith: OpenAI's own client, begun and ended", "langsmith",
        R"({"post": [{"id": "1", "run_type": "llm", "name": "ChatOpenAI", "trace_id": "1", "start_time": 1728803137170,
              "inputs": {"model": "m", "messages": [{"role": "user", "content": "howdy"}]}}],
            "patch": [{"end_time": 1728803138285, "dotted_order": "20241013T070537170001Z1", "outputs": {"choices": [
              {"index": 0, "message": {"role": "assistant", "content": "Howdy!"}}], "usage_metadata":
              {"input_tokens": 9, "output_tokens": 9, "total_tokens": 18}}}]})",
        {"You > Assistant: text", "Assistant > <human>: text"});
    row("LangSmith: a whole without calls", "langsmith",
        R"({"id": "1", "run_type": "chain", "name": "Deep Researcher", "trace_id": "1", "parent_run_id": null,
            "start_time": "2026-01-05T16:46:01.068924", "inputs": {"messages": [{"content": "Search.", "type": "human"}]},
            "outputs": {"messages": [{"content": "Search.", "type": "human"}, {"content": "For what?", "type": "ai"}]}})",
        {"You > Assistant: text", "Assistant > <human>: text"});
    row("LangSmith: a program's question, and what was looked up", "langsmith",
        R"([{"id": "2", "run_type": "llm", "trace_id": "1", "parent_run_id": "1", "start_time": "2026-01-05T16:46:03",
             "inputs": {"prompts": ["Rewrite: tides"]}, "outputs": {"generations": [[{"text": "high water"}]]}},
            {"id": "3", "run_type": "retriever", "name": "books", "trace_id": "1", "parent_run_id": "1",
             "start_time": "2026-01-05T16:46:04", "inputs": {"query": "high water"}, "outputs": {"documents": []}},
            {"id": "1", "run_type": "chain", "name": "rag", "trace_id": "1", "start_time": "2026-01-05T16:46:01",
             "end_time": "2026-01-05T16:46:09", "inputs": {"question": "tides"}, "outputs": {"answer": "14:05"}}])",
        {"You > Assistant: text", "rag > Assistant: text", "Assistant > <human>: text", "rag > Tools: use",
         "Tools > rag: result", "Assistant > <human>: text"});
}

void TestAgentRuns::saidByWhom()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, kind);
    QFETCH(const QStringList, lines);
    CollectingSink sink;
    const auto read = readText("x", text.toStdString(), sink);
    QVERIFY2(read, read ? "" : read.error().sentence.c_str());
    QCOMPARE(QString::fromStdString(*read), kind);
    QCOMPARE(linesOfAll(sink), lines);
}

void TestAgentRuns::wrongTypes_costOnlyThemselves_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("messages");
    const auto row = [](const char* tag, const QByteArray& text, int messages) {
        QTest::newRow(tag) << text << messages;
    };
    row("OpenHands", R"([{"id": 1, "source": "user", "action": "message", "args": {"content": "a", "image_urls": 7}},
        null, 7, [], {}, {"action": 7, "args": 7}, {"id": [], "source": {}, "action": "run", "args": [],
        "tool_call_metadata": {"model_response": {"choices": [7], "id": 7, "usage": []}, "tool_call_id": 7}},
        {"observation": "run", "content": {"a": [1]}, "extras": 7, "cause": "x", "success": 7},
        {"observation": "recall", "extras": {"microagent_knowledge": 7}}, {"action": "delegate", "args": {"agent": 7}},
        {"action": "finish", "args": {"outputs": 7}}])",
        3);
    row("OpenHands' SDK", R"([{"kind": "MessageEvent", "id": "1", "timestamp": 7, "source": "user",
        "llm_message": {"content": "a"}}, {"kind": 7}, {"kind": "New"}, {"kind": "MessageEvent", "llm_message": 7},
        {"kind": "ActionEvent", "thought": 7, "tool_call": 7, "action": 7, "thinking_blocks": 7},
        {"kind": "ObservationEvent", "observation": 7, "extended_content": 7},
        {"kind": "ConversationStateUpdateEvent", "key": "stats", "value": {"usage_to_metrics": 7}}])",
        3);
    row("Inspect AI", R"({"eval": {"task": "t"}, "status": 7, "samples": [7, {"id": {}, "epoch": "x", "scores": 7,
        "attachments": 7, "events": [7, {"event": "model", "output": 7}], "model_usage": {"m": 7}, "error": 7,
        "messages": [7, {"role": 7}, {"role": "user", "content": 7}, {"role": "user", "content": [7, {"type": "image"}]},
        {"role": "assistant", "content": "a", "tool_calls": [7, {"arguments": 7}]}]}, {"messages": 7}]})",
        2);
    row("AutoGen", R"({"type": "TeamState", "agent_states": {"a": 7, "b": {"message_thread": [7, {}, {"type": 7},
        {"type": "TextMessage", "source": "user", "content": "a", "models_usage": 7, "created_at": 7},
        {"type": "ToolCallRequestEvent", "source": "b", "content": 7}, {"type": "ToolCallExecutionEvent",
        "content": [7]}]}, "c": {"agent_state": {"llm_context": {"messages": [7, {"type": "AssistantMessage"}]}}}}})",
        5);
    row("LangSmith", R"([{"id": 7, "run_type": "llm", "trace_id": 7, "inputs": 7, "outputs": 7, "extra": 7},
        {"id": "1", "run_type": "llm", "trace_id": "1", "start_time": [], "inputs": {"messages": [7, [7], {"role": 7},
        {"role": "user", "content": "a", "tool_calls": 7}]}, "outputs": {"generations": [7], "choices": 7},
        "child_runs": [7, {"run_type": "tool", "inputs": 7, "outputs": {"output": 7}}]}, 7])",
        2);
}

void TestAgentRuns::wrongTypes_costOnlyThemselves()
{
    QFETCH(const QByteArray, text);
    QFETCH(const int, messages);
    CollectingSink sink;
    const auto read = readText("x", text.toStdString(), sink);
    QVERIFY2(read, read ? "" : read.error().sentence.c_str());
    QCOMPARE(static_cast<int>(linesOfAll(sink).size()), messages);
}

void TestAgentRuns::openHandsSubAgent_isAMember()
{
    CollectingSink sink;
    const auto read = readText("x", R"([
        {"id": 1, "source": "user", "action": "message", "args": {"content": "Search."}},
        {"id": 2, "source": "agent", "action": "delegate", "args": {"agent": "BrowsingAgent",
         "inputs": {"task": "Look up the tide"}, "thought": ""}},
        {"id": 3, "source": "user", "action": "message", "args": {"content": "TASK: Look up the tide"}},
        {"id": 4, "source": "agent", "action": "finish", "args": {"final_thought": "14:05", "outputs": {}}},
        {"id": 5, "source": "agent", "cause": 2, "observation": "delegate", "content": "BrowsingAgent finishes",
         "extras": {"outputs": {}}},
        {"id": 6, "source": "agent", "action": "message", "args": {"content": "At 14:05."}}])",
                               sink);
    QVERIFY(read);
    const QStringList lines = {"You > OpenHands: text", "OpenHands > Tools: use", "BrowsingAgent > OpenHands: text",
                               "Tools > OpenHands: result", "OpenHands > <human>: text"};
    QCOMPARE(linesOfAll(sink), lines);
}

/// Those of the whole repeat them.
void TestAgentRuns::langSmithsCosts_areThoseOfCalls()
{
    CollectingSink sink;
    const auto read = readText("x", R"([
        {"id": "1", "run_type": "chain", "name": "c", "trace_id": "1", "start_time": "2026-01-05T16:46:01",
         "inputs": {"input": "q"}, "outputs": {"output": "a"}, "prompt_tokens": 10, "completion_tokens": 2,
         "total_cost": "0.5"},
        {"id": "2", "run_type": "llm", "name": "m", "trace_id": "1", "parent_run_id": "1",
         "start_time": "2026-01-05T16:46:02", "inputs": {"messages": [[{"type": "human", "content": "q"}]]},
         "outputs": {"generations": [[{"message": {"type": "ai", "content": "a"}}]]}, "prompt_tokens": 10,
         "completion_tokens": 2, "total_cost": "0.5", "extra": {"metadata": {"ls_model_name": "gpt"}}}])",
                               sink);
    QVERIFY(read);
    QCOMPARE(sink.sessions.size(), 1U);
    QCOMPARE(sink.sessions[0].messages.size(), 2U);
    const auto& usage = messageAt(sink.sessions[0], 1).usage;
    QVERIFY(usage);
    QCOMPARE(usage->promptTokens, 10);
    QCOMPARE(usage->cost.value_or(0), 0.5);
    QCOMPARE(QString::fromStdString(usage->model), QStringLiteral("gpt"));
    QVERIFY(!sink.sessions[0].usage);
}

void TestAgentRuns::circlesAndDepth_doNoHarm()
{
    const std::string event =
        R"({"kind": "MessageEvent", "timestamp": "t", "source": "user", "llm_message": {"content": )";
    CollectingSink sink;
    QVERIFY(readText(
        "x", "[" + event + R"("a"}, "id": "1", "parent_id": "2"}, )" + event + R"("b"}, "id": "2", "parent_id": "1"}])",
        sink));
    QCOMPARE(linesOfAll(sink).size(), 2);
    std::string deep = R"({"id": "0", "run_type": "tool", "name": "t", "inputs": {}, "outputs": {"output": "o"}})";
    for (int i = 1; i < 50; ++i) {
        const char* parent = i == 49 ? "" : "9";
        deep = R"({"id": ")" + std::to_string(i) + R"(", "run_type": "chain", "parent_run_id": ")" + parent
            + R"(", "inputs": {"input": "q"}, "child_runs": [)" + deep + "]}";
    }
    CollectingSink runs;
    QVERIFY(readText("x", deep, runs));
    QCOMPARE(linesOfAll(runs).size(), 3);
}

} // namespace tst_agent_runs

QUARTERDECK_TEST(tst_agent_runs, TestAgentRuns)
#include "tst_agent_runs.moc"
