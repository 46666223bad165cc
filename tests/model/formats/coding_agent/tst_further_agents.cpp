#include "tests/model/formats/collecting_sink.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_further_agents {

using namespace quarterdeck;
using namespace quarterdeck::test;
using namespace quarterdeck::conversation;
using nlohmann::json;

namespace {

std::string speaker(const Message& message) { return message.sentFrom.isEmpty() ? "you" : message.sentFrom.str(); }

std::string lines(std::initializer_list<json> records)
{
    std::string text;
    for (const json& record : records) {
        text += record.dump() + "\n";
    }
    return text;
}

/// "you: Hello" for each message, with the output of results.
QStringList wordsOf(const CollectedSession& session)
{
    QStringList words;
    for (const RecordedMessage& recorded : session.messages) {
        const Message& message = recorded.record.message;
        std::string said = textOf(message);
        for (const auto& result : blocksOf<ToolResultBlock>(message)) {
            said += (result.isError ? "!" : "=") + result.output;
        }
        for (const auto& call : blocksOf<ToolUseBlock>(message)) {
            said += "?" + call.name;
        }
        words << QString::fromStdString(speaker(message) + ": " + said);
    }
    return words;
}

QStringList wordsIn(const std::string& text, const std::string& kind, CollectingSink& sink)
{
    const auto read = readText("x", text, sink);
    if (!read) {
        return {QString::fromStdString(read.error().sentence)};
    }
    return *read == kind && !sink.sessions.empty() ? wordsOf(sink.sessions.front()) : QStringList();
}

QStringList wordsIn(const std::string& text, const std::string& kind)
{
    CollectingSink sink;
    return wordsIn(text, kind, sink);
}

json piHeader() { return {{"type", "session"}, {"version", 3}, {"id", "s"}, {"timestamp", "2026"}, {"cwd", "/"}}; }

json piSays(const char* id, const json& parent, const char* role, const json& content)
{
    return {{"type", "message"}, {"id", id}, {"parentId", parent}, {"message", {{"role", role}, {"content", content}}}};
}

json copilot(const char* type, const json& data, const char* id = "e")
{
    return {{"type", type}, {"data", data}, {"id", id}, {"timestamp", "2026-01-01T00:00:00Z"}, {"parentId", nullptr}};
}

/// The first message of a task; what follows is the program's context.
json clineTask(const std::string& text)
{
    return {{"role", "user"},
            {"ts", 1},
            {"content",
             {{{"type", "text"}, {"text", "<task>\n" + text + "\n</task>"}},
              {{"type", "text"}, {"text", "<environment_details>\nx\n</environment_details>"}}}}};
}

json clineUser(const std::string& text)
{
    return {{"role", "user"}, {"content", {{{"type", "text"}, {"text", text}}}}};
}

/// A file beside which another one lies.
class NeighbouredSource final : public ByteSource
{
public:
    NeighbouredSource(std::string text, std::string beside)
        : m_source("api_conversation_history.json", std::move(text), fileTime)
        , m_beside(std::move(beside))
    { }
    [[nodiscard]] const std::string& name() const override { return m_source.name(); }
    [[nodiscard]] Timestamp modified() const override { return m_source.modified(); }
    [[nodiscard]] Result<std::size_t> read(char* to, std::size_t most) override { return m_source.read(to, most); }
    [[nodiscard]] Result<std::size_t> rewind() override { return m_source.rewind(); }
    [[nodiscard]] Result<std::string> attachment(const std::string& folder, const AttachmentHash& hash,
                                                 std::int64_t most) const override
    {
        return m_source.attachment(folder, hash, most);
    }
    [[nodiscard]] Result<NeighbourFile> neighbour(const std::string& beginning, std::int64_t most) const override
    {
        return beginning == "ui_messages" ? Result<NeighbourFile>(NeighbourFile{beginning, m_beside, ""})
                                          : ByteSource::neighbour(beginning, most);
    }

private:
    MemorySource m_source;
    std::string m_beside;
};

} // namespace

/// Cline, pi, Copilot CLI and Aider: what their recordings (tests/data/recordings) do not show.
class TestFurtherAgents final : public QObject
{
    Q_OBJECT

private slots:
    static void pi_followsTheLastEntry_data();
    static void pi_followsTheLastEntry();
    static void pi_namesWrongRecords();
    static void copilot_tellsWhoSpoke();
    static void copilot_leavesOutWhatWasTakenBack();
    static void copilot_countsWhatOnlyTheTotalTells();
    static void earlierCopilot_hasSubAgents();
    static void cline_tellsWhoTyped_data();
    static void cline_tellsWhoTyped();
    static void clineSession_tellsWhoTyped();
    static void cline_knowsWhatTheScreenTells();
    static void rooCode_beginsWithTheTask();
    static void clineTags_takeNoTime();
    static void aider_knowsItsLines_data();
    static void aider_knowsItsLines();
    static void wrongTypes_doNoHarm_data();
    static void wrongTypes_doNoHarm();
    static void othersFiles_areNotTaken_data();
    static void othersFiles_areNotTaken();
};

void TestFurtherAgents::pi_followsTheLastEntry_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("problems");
    const auto row = [](const char* tag, const std::string& text, const QStringList& words, int problems) {
        QTest::newRow(tag) << QByteArray::fromStdString(text) << words << problems;
    };
    const json a = piSays("a", nullptr, "user", "one");
    const json b = piSays("b", "a", "assistant", "two");
    row("a branch", lines({piHeader(), a, b, piSays("c", "a", "user", "three")}), {"you: one", "you: three"}, 1);
    row("another beginning", lines({piHeader(), a, b, piSays("c", nullptr, "user", "three")}), {"you: three"}, 1);
    row("its own parent", lines({piHeader(), a, piSays("b", "b", "user", "two")}), {"you: one", "you: two"}, 0);
    row("a parent behind it", lines({piHeader(), piSays("a", "b", "user", "one"), b}), {"you: one", "Pi: two"}, 0);
    row("a parent that is missing", lines({piHeader(), a, piSays("b", "?", "user", "two")}), {"you: one", "you: two"},
        0);
    row("no ids", lines({piHeader(), {{"type", "message"}, {"message", {{"role", "user"}, {"content", "one"}}}}}),
        {"you: one"}, 0);
}

void TestFurtherAgents::pi_followsTheLastEntry()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QStringList, words);
    QFETCH(const int, problems);
    CollectingSink sink;
    QCOMPARE(wordsIn(text.toStdString(), "pi", sink), words);
    QCOMPARE(static_cast<int>(sink.problems.size()), problems);
}

void TestFurtherAgents::pi_namesWrongRecords()
{
    CollectingSink sink;
    QCOMPARE(wordsIn(lines({piHeader(), piSays("a", nullptr, "user", "one"), 5, piSays("b", "a", "nobody", "x"),
                            piSays("c", "b", "user", 7), piSays("d", "c", "assistant", {{{"type", "image"}}})}),
                     "pi", sink)
                 .first(),
             QString("you: one"));
    QStringList places;
    for (const ImportProblem& problem : sink.problems) {
        places << QString::fromStdString(problem.place);
    }
    QCOMPARE(places, (QStringList{"line 3", "line 4", "line 5", "line 6"}));
}

void TestFurtherAgents::copilot_tellsWhoSpoke()
{
    const std::string text = lines(
        {copilot("session.start", {{"sessionId", "s"}}),
         copilot("user.message",
                 {{"content", "Hello"},
                  {"transformedContent",
                   "<current_datetime>now</current_datetime>\n\nHello\n\n<reminder>Be kind.</reminder>"}}),
         copilot("assistant.message", {{"content", "Hi"}, {"toolRequests", json::array()}}),
         copilot("user.message", {{"content", "Go on"}, {"isAutopilotContinuation", true}}),
         copilot("user.message", {{"content", "A skill"}, {"source", "skill-pdf"}}),
         copilot("tool.user_requested",
                 {{"toolCallId", "t"}, {"toolName", "bash"}, {"arguments", {{"command", "ls"}}}}),
         copilot("tool.execution_complete", {{"toolCallId", "t"}, {"success", true}, {"result", {{"content", "a"}}}}),
         copilot("session.error", {{"message", "Quota"}}), copilot("abort", {{"reason", "user initiated"}})});
    QCOMPARE(wordsIn(text, "copilot"),
             (QStringList{"Copilot CLI: <reminder>Be kind.</reminder>", "you: Hello", "Copilot: Hi",
                          "Copilot CLI: Go on", "Copilot CLI: A skill", "you: !ls", "Tools: =a", "Copilot CLI: !Quota",
                          "Copilot CLI: !user initiated"}));
}

void TestFurtherAgents::copilot_leavesOutWhatWasTakenBack()
{
    CollectingSink sink;
    const std::string text = lines(
        {copilot("session.start", json::object(), "s"), copilot("user.message", {{"content", "one"}}, "a"),
         copilot("user.message", {{"content", "two"}}, "b"), copilot("assistant.message", {{"content", "three"}}, "c"),
         copilot("session.snapshot_rewind", {{"upToEventId", "b"}}, "d"),
         copilot("user.message", {{"content", "four"}}, "e"),
         copilot("session.snapshot_rewind", {{"upToEventId", "unknown"}}, "f")});
    QCOMPARE(wordsIn(text, "copilot", sink), (QStringList{"you: one", "you: four"}));
    QCOMPARE(sink.problems.size(), 1U);
}

void TestFurtherAgents::copilot_countsWhatOnlyTheTotalTells()
{
    CollectingSink sink;
    const json total = {{"modelMetrics", {{"m", {{"usage", {{"inputTokens", 100}, {"outputTokens", 12}}}}}}}};
    const std::string text =
        lines({copilot("session.start", json::object()), copilot("user.message", {{"content", "one"}}),
               copilot("assistant.message", {{"content", "two"}, {"outputTokens", 10}, {"model", "m"}}),
               copilot("session.shutdown", total)});
    QCOMPARE(wordsIn(text, "copilot", sink), (QStringList{"you: one", "Copilot: two"}));
    QCOMPARE(messageAt(sink.sessions.front(), 1).usage->completionTokens, 10);
    QVERIFY(sink.sessions.front().usage);
    QCOMPARE(sink.sessions.front().usage->promptTokens, 100);
    QCOMPARE(sink.sessions.front().usage->completionTokens, 2);
}

void TestFurtherAgents::earlierCopilot_hasSubAgents()
{
    const json asked = {{{"toolCallId", "t"}, {"name", "task"}, {"arguments", {{"prompt", "Look"}}}}};
    const std::string text =
        lines({copilot("session.start", json::object()), copilot("user.message", {{"content", "one"}}),
               copilot("assistant.message", {{"content", "I ask."}, {"toolRequests", asked}}),
               copilot("subagent.started", {{"toolCallId", "t"}, {"agentName", "explore"}}),
               copilot("assistant.reasoning", {{"content", "Hm."}, {"parentToolCallId", "t"}}),
               copilot("assistant.message", {{"content", "Seen."}, {"parentToolCallId", "t"}})});
    CollectingSink sink;
    QCOMPARE(wordsIn(text, "copilot", sink), (QStringList{"you: one", "Copilot: I ask.?task", "explore: Seen."}));
    QVERIFY(hasBlock<ThinkingBlock>(messageAt(sink.sessions.front(), 2)));
    QVERIFY(messageAt(sink.sessions.front(), 2).sendTo.contains(Address("Copilot")));
}

void TestFurtherAgents::cline_tellsWhoTyped_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("words");
    const json call = {{"role", "assistant"},
                       {"content", {{{"type", "tool_use"}, {"id", "1"}, {"name", "read_file"}, {"input", {}}}}}};
    const json asking = {
        {"role", "assistant"},
        {"content", {{{"type", "tool_use"}, {"id", "1"}, {"name", "ask_followup_question"}, {"input", {}}}}}};
    const auto row = [&](const char* tag, const json& before, const json& answer, const QStringList& words) {
        const json all = {clineTask("Go"), before, answer};
        QTest::newRow(tag) << QByteArray::fromStdString(all.dump())
                           << QStringList{"you: Go",
                                          "Cline's program: <environment_details>\nx\n</environment_details>"}
                + words;
    };
    const auto result = [](const json& content) {
        return json{{"role", "user"},
                    {"content", {{{"type", "tool_result"}, {"tool_use_id", "1"}, {"content", content}}}}};
    };
    row("a result by its id", call, result("[read_file for 'a'] Result:\n<feedback>\nx\n</feedback>"),
        {"Cline: ?read_file", "Tools: =<feedback>\nx\n</feedback>"});
    row("an answer in a result", asking, result("<user_message>\nYes\n</user_message>"),
        {"Cline: ?ask_followup_question", "you: Yes"});
    row("Roo Code's refusal", call, result(R"({"status":"denied","feedback":"Not that one"})"),
        {"Cline: ?read_file", "Tools: !{\"status\":\"denied\"}", "you: Not that one"});
    row("a result of parts", call,
        result(
            {{{"type", "text"},
              {"text",
               "The user denied this operation and provided the following feedback:\n<feedback>\nNo\n</feedback>"}}}),
        {"Cline: ?read_file",
         "Tools: !The user denied this operation and provided the following feedback:", "you: No"});
    row("instructions before the words", call,
        clineUser("<explicit_instructions type=\"new_task\">\nDo "
                  "it\n</explicit_instructions>\n<feedback>\nWell\n</feedback>"),
        {"Cline: ?read_file",
         "Cline's program: <explicit_instructions type=\"new_task\">\nDo it\n</explicit_instructions>", "you: Well"});
    row("a summary", call, {{"role", "user"}, {"isSummary", true}, {"content", "<task>\nGo\n</task>"}},
        {"Cline: ?read_file", "Cline's program: <task>\nGo\n</task>"});
    row("an answer that was cut off", call,
        {{"role", "assistant"}, {"content", {{{"type", "text"}, {"text", "I w\n\n[Response interrupted by user]"}}}}},
        {"Cline: ?read_file", "Cline: I w", "Cline's program: ![Response interrupted by user]"});
    row("a tag that is not closed", call, clineUser("<feedback>\nWell"),
        {"Cline: ?read_file", "Cline's program: <feedback>\nWell"});
}

void TestFurtherAgents::cline_tellsWhoTyped()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QStringList, words);
    QCOMPARE(wordsIn(text.toStdString(), "cline"), words);
}

void TestFurtherAgents::clineSession_tellsWhoTyped()
{
    const auto user = [](const std::string& text) { return clineUser(text); };
    const json session = {{"version", 1},
                          {"sessionId", "s"},
                          {"agent", "lead"},
                          {"messages",
                           {user("<user_input mode=\"act\"><mode_notice>You may act.</mode_notice>One</user_input>"),
                            user("Two <task> three"),
                            user("<user_command slash=\"init\">Make rules.</user_command>"),
                            user("<file_content path=\"a\">\nx\n</file_content>"),
                            {{"role", "user"},
                             {"metadata", {{"kind", "compaction_summary"}}},
                             {"content", {{{"type", "text"}, {"text", "Context summary"}}}}}}}};
    QCOMPARE(
        wordsIn(session.dump(), "cline"),
        (QStringList{"Cline's program: You may act.", "you: One", "you: Two <task> three", "you: /init",
                     "Cline's program: Make rules.", "Cline's program: <file_content path=\"a\">\nx\n</file_content>",
                     "Cline's program: Context summary"}));
}

void TestFurtherAgents::cline_knowsWhatTheScreenTells()
{
    const json shown = {{{"ts", 5000},
                         {"say", "api_req_started"},
                         {"text", R"({"tokensIn": 3, "cacheReads": 4, "tokensOut": 2, "cost": 0.5})"},
                         {"conversationHistoryIndex", -1}},
                        {{"say", "api_req_started"}, {"conversationHistoryIndex", "x"}},
                        {{"say", "api_req_started"}, {"conversationHistoryIndex", 1e18}}};
    json task = clineTask("Go");
    task.erase("ts");
    const json told = {task, {{"role", "assistant"}, {"content", "I go."}}};
    for (const std::string& beside : {shown.dump(), std::string("[{")}) {
        CollectingSink sink;
        NeighbouredSource source(told.dump(), beside);
        const auto read = ReaderRegistry::standard().read(source, sink);
        QVERIFY(read && *read == "cline");
        const Message& answer = messageAt(sink.sessions.front(), 2);
        QCOMPARE(answer.usage.has_value(), beside.size() > 2);
        QVERIFY(!answer.usage || (answer.usage->promptTokens == 7 && answer.usage->cost == 0.5));
        QVERIFY(!answer.usage || messageAt(sink.sessions.front(), 0).timestamp.msSinceEpoch == 5000);
    }
}

void TestFurtherAgents::rooCode_beginsWithTheTask()
{
    const auto say = [](const char* what, const std::string& text) {
        return json{{"ts", 1}, {"type", "say"}, {"say", what}, {"text", text}};
    };
    const json shown = {say("text", "Go"),
                        say("api_req_started", "{\"tokensIn\": 3, \"streamingFailedMessage\": \"cut\"}"),
                        say("text", "I go."), say("condense_context", R"({"summary": "Short.", "cost": 0.1})"),
                        say("mcp_server_response", "nothing was called")};
    QCOMPARE(wordsIn(shown.dump(), "cline"),
             (QStringList{"you: Go", "Cline's program: !cut", "Cline: I go.", "Cline's program: Short."}));
}

/// Texts of many tags that are never closed.
void TestFurtherAgents::clineTags_takeNoTime()
{
    std::string text;
    for (int i = 0; i < 100'000; ++i) {
        text += "<task \n<read_file>\n<a>";
    }
    const json all = {clineTask(text), {{"role", "assistant"}, {"content", text}}, clineUser("[a] Result:" + text)};
    CollectingSink sink;
    QVERIFY(readText("x", all.dump(), sink));
    QCOMPARE(sink.sessions.size(), 1U);
}

void TestFurtherAgents::aider_knowsItsLines_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char* tag, const QByteArray& text, const QStringList& words) {
        QTest::newRow(tag) << "\n# aider chat started at 2026-01-01 00:00:00\n\n" + text << words;
    };
    row("ends of lines as on Windows", "#### Hi  \r\n\r\nHello.\r\n\r\n> Done  \r\n",
        {"you: Hi", "Assistant: Hello.", "Aider: Done"});
    row("quotes and headings of the model", "#### Hi  \n\n> a quote\n#### a heading\n",
        {"you: Hi", "Assistant: > a quote\n#### a heading"});
    row("a notice of several lines", "#### Hi  \n> One:\ntwo\nthree  \n\nHello.\n",
        {"you: Hi", "Aider: One:\ntwo\nthree", "Assistant: Hello."});
    row("no words", "> Aider v0.86  \n", {QString::fromUtf8("“x” contains no messages.")});
    row("no UTF-8", "#### H\xff  \n", {QString::fromUtf8("you: H\xef\xbf\xbd")});
}

void TestFurtherAgents::aider_knowsItsLines()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QStringList, words);
    QCOMPARE(wordsIn(text.toStdString(), "aider"), words);
}

void TestFurtherAgents::wrongTypes_doNoHarm_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const std::string& tag, const std::string& text) {
        QTest::newRow(tag.c_str()) << QByteArray::fromStdString(text);
    };
    const std::vector<json> wrong = {
        nullptr, true, -1, 1e300, "", "text", json::array(), json::array({1, nullptr}), {{"a", {{"b", 1}}}}};
    for (std::size_t i = 0; i < wrong.size(); ++i) {
        const json& odd = wrong[i];
        const std::string number = std::to_string(i);
        row("pi " + number,
            lines({piHeader(),
                   piSays("a", nullptr, "user", "one"),
                   piSays("b", odd, "user", odd),
                   piSays("c", "a", "assistant", {odd}),
                   {{"type", "message"}, {"id", odd}, {"parentId", odd}, {"timestamp", odd}, {"message", odd}},
                   {{"type", "message"},
                    {"id", "d"},
                    {"parentId", "a"},
                    {"message",
                     {{"role", "toolResult"},
                      {"content", odd},
                      {"toolCallId", odd},
                      {"usage", odd},
                      {"timestamp", odd}}}},
                   {{"type", "compaction"}, {"id", "f"}, {"parentId", "d"}, {"summary", odd}}}));
        row("copilot " + number,
            lines({copilot("session.start", odd), copilot("user.message", {{"content", "one"}}),
                   copilot("user.message", odd),
                   copilot("user.message", {{"content", odd}, {"attachments", {odd}}, {"transformedContent", odd}}),
                   copilot("assistant.message", {{"content", odd}, {"toolRequests", odd}, {"apiCallId", odd}}),
                   copilot("assistant.message", {{"toolRequests", {odd}}, {"reasoningText", odd}}),
                   copilot("tool.execution_complete", {{"result", odd}, {"error", odd}, {"shellExecution", odd}}),
                   copilot("session.usage_record", {{"usage", odd}}),
                   copilot("session.shutdown", {{"modelMetrics", odd}}),
                   copilot("session.shutdown", {{"modelMetrics", {{"m", odd}}}}), copilot("session.binary_asset", odd),
                   copilot("subagent.started", odd), copilot("session.snapshot_rewind", odd)}));
        row("cline " + number,
            json({clineTask("Go"),
                  odd,
                  {{"role", odd}, {"content", odd}},
                  {{"role", "user"}, {"content", odd}, {"ts", odd}},
                  {{"role", "assistant"}, {"content", {odd}}, {"metrics", odd}, {"modelInfo", odd}},
                  {{"role", "assistant"},
                   {"content", {{{"type", "tool_use"}, {"id", odd}, {"name", odd}, {"input", odd}}}}},
                  {{"role", "user"},
                   {"content",
                    {odd,
                     {{"type", "tool_result"}, {"tool_use_id", odd}, {"content", odd}},
                     {{"type", "image"}, {"source", odd}}}}}})
                .dump());
        row("cline's screen " + number,
            json({{{"ts", 1}, {"type", "say"}, {"say", "task"}, {"text", "Go"}},
                  odd,
                  {{"type", odd}, {"say", odd}, {"text", odd}},
                  {{"ts", odd}, {"type", "say"}, {"say", "user_feedback"}, {"images", odd}, {"text", odd}},
                  {{"type", "say"}, {"say", "user_feedback"}, {"images", {odd}}},
                  {{"type", "say"}, {"say", "tool"}, {"text", odd.dump()}},
                  {{"type", "say"}, {"say", "api_req_started"}, {"text", odd.dump()}}})
                .dump());
    }
}

void TestFurtherAgents::wrongTypes_doNoHarm()
{
    QFETCH(const QByteArray, text);
    CollectingSink sink;
    QVERIFY(readText("x", text.toStdString(), sink));
    QCOMPARE(sink.sessions.size(), 1U);
    for (const RecordedMessage& recorded : sink.sessions.front().messages) {
        QVERIFY(!recorded.record.message.content.empty());
    }
}

void TestFurtherAgents::othersFiles_areNotTaken_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("kind");
    QTest::newRow("a prompt with tags") << QByteArray(R"([{"role": "user", "content": "<task>\nGo\n</task>"}])")
                                        << "openai";
    QTest::newRow("a request with tags") << QByteArray(
        R"([{"role": "user", "content": [{"type": "text", "text": "<task>\nGo\n</task>"}]},)"
        R"({"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "a", "input": {}}]}])")
                                         << "anthropic";
    QTest::newRow("a heading") << QByteArray("# aider\n\n#### Hi  \n") << "";
}

void TestFurtherAgents::othersFiles_areNotTaken()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, kind);
    CollectingSink sink;
    const auto read = readText("x", text.toStdString(), sink);
    QCOMPARE(read ? QString::fromStdString(*read) : QString(), kind);
}

} // namespace tst_further_agents

QUARTERDECK_TEST(tst_further_agents, TestFurtherAgents)
#include "tst_further_agents.moc"
