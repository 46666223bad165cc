#include "model/conversation/attachments.h"
#include "tests/model/formats/collecting_sink.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_coding_agents {

using namespace quarterdeck;
using namespace quarterdeck::test;
using namespace quarterdeck::conversation;
using nlohmann::json;
using quarterdeck::formats::ImportProblem;

namespace {

CollectedSession readFile(const QString& file, const std::string& kind, CollectingSink& sink)
{
    const auto read = readText(file.toStdString(), testData(QStringLiteral("coding_agents/") + file), sink);
    const bool isRight = read && *read == kind && sink.sessions.size() == 1 && sink.sessions.front().hasEnded;
    return isRight ? sink.sessions.front() : CollectedSession();
}

std::string speaker(const Message& message) { return message.sentFrom.isEmpty() ? "you" : message.sentFrom.str(); }

QStringList placesOf(const std::vector<ImportProblem>& problems)
{
    QStringList places;
    for (const ImportProblem& problem : problems) {
        places << QString::fromStdString(problem.place);
    }
    return places;
}

} // namespace

/// What coding agents write of their work.
class TestCodingAgents final : public QObject
{
    Q_OBJECT

private slots:
    void claudeCode_saysWhoSpoke();
    void claudeCode_keepsWhatTheyDid();
    void claudeCode_namesNothingThatIsStored();
    void notesWithoutAWord_areLeftOut();
    void subAgents_areNumberedByTheirCalls_data();
    void subAgents_areNumberedByTheirCalls();
    void commandsAreNoTitles_data();
    void commandsAreNoTitles();
    void printedWork_isATranscript_data();
    void printedWork_isATranscript();
    void printedFailure_isSaid();
    void printedResult_isAnAnswer_data();
    void printedResult_isAnAnswer();
    void codex_saysWhoSpoke();
    void codex_keepsWhatTheyDid();
    void codexItemsOfAnUnknownKind_areKept();
    void olderCodex_isRead();
    void printedCodex_isATranscript();
    void whoSaidIt_isToldByItsTags_data();
    void whoSaidIt_isToldByItsTags();
    void lastWordsInTheQueue_areSaid();
    void wrongRecords_areNamed_data();
    void wrongRecords_areNamed();
};

void TestCodingAgents::claudeCode_saysWhoSpoke()
{
    CollectingSink sink;
    const auto session = readFile(QStringLiteral("claude_code.jsonl"), "claude_code", sink);
    QCOMPARE(linesOf(session, speaker),
             (QStringList{"Claude Code > Claude: text", "you > Claude: text media", "Claude > Tools: thinking text use",
                          "Tools > Claude: result media", "Claude > Tools: use use", "Claude > Explore: text",
                          "Claude > Explore 2: text", "Explore > Tools: use", "Tools > Explore: result",
                          "Explore 2 > Claude: text", "Explore > Claude: text", "Tools > Claude: result result",
                          "Claude > <human>: text", "Claude Code > <none>: text", "Claude Code > Claude: text"}));
    QCOMPARE(session.settings.title, std::string("Mend the login."));
    QCOMPARE(placesOf(sink.problems), QStringList{"line 20"});
}

void TestCodingAgents::claudeCode_keepsWhatTheyDid()
{
    CollectingSink sink;
    const auto session = readFile(QStringLiteral("claude_code.jsonl"), "claude_code", sink);
    const Message& answer = messageAt(session, 2);
    QVERIFY(answer.usage && *answer.usage == (Usage{"claude-x", 1103, 40, {}, 0, 1000}));
    QVERIFY(answer.metadata.json().at("source").at("uuid") == "a1");
    QCOMPARE(answer.metadata.json().at("further").size(), 2U);
    QVERIFY(!answer.metadata.json().at("source").at("message").contains("content"));
    QCOMPARE(answer.timestampText, std::string("2025-07-01T10:00:03.500Z"));
    QCOMPARE(answer.timestamp.msSinceEpoch, 1'751'364'003'500);
    const auto result = blocksOf<ToolResultBlock>(messageAt(session, 3)).at(0);
    QCOMPARE(result.name, std::string("Read"));
    QCOMPARE(result.output, std::string("def login():"));
    QVERIFY(result.outputBlocks.isNull());
    QVERIFY(blocksOf<ToolResultBlock>(messageAt(session, 8)).at(0).isError);
    QCOMPARE(sink.attachments.size(), 2U);
    QVERIFY(session.settings.details.json().at("fields").at("summary") == "Login mended");
    QVERIFY(session.settings.details.json().at("fields").at("sessionId") == "5e55");
    QVERIFY(!messageAt(session, 6).usage);
}

/// A file may not name what is in the library.
void TestCodingAgents::claudeCode_namesNothingThatIsStored()
{
    const std::string named = storedMediaText({AttachmentHash(std::string(64, 'a')), "image/png", 5, false});
    const json record = {
        {"type", "user"},
        {"sessionId", "s"},
        {"uuid", "u"},
        {"message",
         {{"role", "user"},
          {"content",
           {{{"type", "tool_result"},
             {"tool_use_id", "1"},
             {"content",
              {{{"type", "image"}, {"source", {{"type", "base64"}, {"media_type", "image/png"}, {"data", named}}}},
               {{"type", "text"}, {"text", "x"}}}}}}}}}};
    CollectingSink sink;
    QVERIFY(readText("x.jsonl", record.dump(), sink));
    QVERIFY(!blocksOf<ToolResultBlock>(messageAt(sink.sessions.front(), 0)).empty());
    QVERIFY(!namesStoredMedia(messageAt(sink.sessions.front(), 0)));
}

/// Rows that say nothing; none of them is a problem.
void TestCodingAgents::notesWithoutAWord_areLeftOut()
{
    const std::string lines = R"({"type":"user","sessionId":"s","uuid":"u","message":{"role":"user","content":"hi"}}
{"type":"system","subtype":"turn_duration","durationMs":1234,"sessionId":"s","uuid":"a"}
{"type":"system","subtype":"informational","content":"Said.","sessionId":"s","uuid":"b"}
{"type":"worktree-state","sessionId":"s"}
)";
    CollectingSink sink;
    QVERIFY(readText("x.jsonl", lines, sink) && sink.problems.empty());
    QCOMPARE(sink.sessions.front().messages.size(), std::size_t{2});
    QCOMPARE(textOf(messageAt(sink.sessions.front(), 1)), std::string("Said."));
}

void TestCodingAgents::subAgents_areNumberedByTheirCalls_data()
{
    QTest::addColumn<QStringList>("records"); ///< "call ID PROMPT [KIND [ID OF WHOM IT WAKES]]", "failed ID", "done ID"
                                              ///< "begin ID PROMPT", "say ID": of a sub-agent
    QTest::addColumn<QStringList>("speakers");
    QTest::newRow("in the order of the calls")
        << QStringList{"call 1 left", "call 2 right", "begin b right", "say b", "begin a left", "say a"}
        << QStringList{"Explore 2", "Explore"};
    QTest::newRow("the first was refused")
        << QStringList{"call 1 left", "failed 1", "call 2 right", "begin b right", "say b"} << QStringList{"Explore"};
    QTest::newRow("and asked for once more") << QStringList{"call 1 left", "failed 1",  "call 2 left", "begin a left",
                                                            "say a",       "call 3 up", "begin c up",  "say c"}
                                             << QStringList{"Explore", "Explore 2"};
    QTest::newRow("one of two was refused")
        << QStringList{"call 1 left", "call 2 right", "failed 1",    "begin b right", "say b", "call 3 up",
                       "begin c up",  "say c",        "call 4 down", "begin d down",  "say d"}
        << QStringList{"Explore 2", "Explore", "Explore 3"};
    QTest::newRow("what has begun fails")
        << QStringList{"call 1 left", "begin a left", "say a", "failed 1", "call 2 right", "begin b right", "say b"}
        << QStringList{"Explore", "Explore 2"};
    QTest::newRow("it is told at once that it works")
        << QStringList{"call 1 left", "done 1", "call 2 right", "begin b right", "say b", "begin a left", "say a"}
        << QStringList{"Explore 2", "Explore"};
    QTest::newRow("the same prompt") << QStringList{"call 1 left", "call 2 left",  "begin a left",
                                                    "say a",       "begin b left", "say b"}
                                     << QStringList{"Explore", "Explore 2"};
    QTest::newRow("another tool fails") << QStringList{"call 1 left", "failed 7", "begin a left", "say a"}
                                        << QStringList{"Explore"};
    QTest::newRow("another kind") << QStringList{"call 1 left", "call 2 right Plan", "begin b right", "say b"}
                                  << QStringList{"Plan"};
    QTest::newRow("one goes on") << QStringList{"call 1 left",  "begin a left", "say a",     "call 2 more Explore a",
                                                "begin a more", "say a",        "call 3 up", "begin c up",
                                                "say c"}
                                 << QStringList{"Explore", "Explore", "Explore 2"};
}

void TestCodingAgents::subAgents_areNumberedByTheirCalls()
{
    QFETCH(QStringList, records);
    std::string lines;
    for (const QString& record : records) {
        const QStringList words = record.split(u' ');
        const auto word = [&](qsizetype i) { return words.value(i).toStdString(); };
        const bool isCall = word(0) == "call";
        const bool isAside = word(0) == "begin" || word(0) == "say";
        const std::string kind = words.size() > 3 ? word(3) : "Explore";
        json block = {{"type", "text"}, {"text", isAside ? words.value(2, "Here.").toStdString() : ""}};
        if (isCall) {
            block = {{"type", "tool_use"},
                     {"id", word(1)},
                     {"name", "Task"},
                     {"input", {{"prompt", word(2)}, {"subagent_type", kind}, {"resume", word(4)}}}};
        } else if (!isAside) {
            block = {{"type", "tool_result"},
                     {"tool_use_id", word(1)},
                     {"content", "as it is"},
                     {"is_error", word(0) == "failed"}};
        }
        const char* role = isCall || word(0) == "say" ? "assistant" : "user";
        json line = {{"type", role},
                     {"sessionId", "s"},
                     {"uuid", "u" + std::to_string(lines.size())},
                     {"isSidechain", isAside},
                     {"message", {{"role", role}, {"content", {block}}}}};
        if (isAside) {
            line["agentId"] = word(1);
        }
        lines += line.dump() + '\n';
    }
    CollectingSink sink;
    QVERIFY(readText("x.jsonl", lines, sink) && sink.problems.empty());
    QStringList speakers;
    for (std::size_t i = 0; i < sink.sessions.front().messages.size(); ++i) {
        const Message& message = messageAt(sink.sessions.front(), i);
        if (message.role == "assistant" && message.sentFrom != Address("Claude")) {
            speakers << QString::fromStdString(message.sentFrom.str());
        }
    }
    QTEST(speakers, "speakers");
}

void TestCodingAgents::commandsAreNoTitles_data()
{
    QTest::addColumn<QStringList>("said");
    QTest::addColumn<QString>("title");
    const QString clear = QStringLiteral("<command-name>/clear</command-name>\n<command-message>clear</command-message>"
                                         "\n<command-args></command-args>");
    const QString review = QStringLiteral("<command-message>review is running…</command-message>\n"
                                          "<command-name>/review</command-name>\n<command-args>42</command-args>");
    const QString printed = QStringLiteral("<local-command-stdout>done</local-command-stdout>");
    QTest::newRow("a command before") << QStringList{clear, printed, "Mend the login."} << "Mend the login.";
    QTest::newRow("commands only") << QStringList{review, printed} << "/review 42";
    QTest::newRow("a command of the shell")
        << QStringList{"<bash-input>ls</bash-input>", "<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>"}
        << "!ls";
    QTest::newRow("an editor's note")
        << QStringList{"<ide_opened_file>The user opened a.cpp.</ide_opened_file>\nMend it."} << "Mend it.";
    QTest::newRow("interrupted") << QStringList{"[Request interrupted by user]"} << "x";
    QTest::newRow("any other tag") << QStringList{"<b>bold</b>"} << "<b>bold</b>";
    QTest::newRow("an open tag") << QStringList{"<command-name>/clear", "<ide_x"} << "x";
}

void TestCodingAgents::commandsAreNoTitles()
{
    QFETCH(const QStringList, said);
    std::string lines;
    for (const QString& text : said) {
        const json message = {{"role", "user"}, {"content", text.toStdString()}};
        const std::string uuid = "u" + std::to_string(lines.size());
        lines += json{{"type", "user"}, {"sessionId", "s"}, {"uuid", uuid}, {"message", message}}.dump() + '\n';
    }
    CollectingSink sink;
    QVERIFY(readText("x.jsonl", lines, sink));
    QTEST(QString::fromStdString(sink.sessions.front().settings.title), "title");
    QCOMPARE(sink.sessions.front().messages.size(), static_cast<std::size_t>(said.size())); // all of it comes in
}

namespace {

/// What `claude -p --output-format stream-json` prints.
const QByteArrayList printed = {
    R"({"type":"system","subtype":"init","cwd":"/w","session_id":"s","tools":["Task"],"model":"claude-x"})",
    R"({"type":"assistant","message":{"id":"m1","role":"assistant","model":"claude-x","content":[{"type":"tool_use",)"
    R"("id":"t1","name":"Task","input":{"prompt":"look","subagent_type":"Explore"}}]},"parent_tool_use_id":null,)"
    R"("session_id":"s"})",
    R"({"type":"user","message":{"role":"user","content":[{"type":"text","text":"look around"}]},)"
    R"("parent_tool_use_id":"t1","session_id":"s"})",
    R"({"type":"assistant","message":{"id":"m2","role":"assistant","content":[{"type":"text","text":"seen"}]},)"
    R"("parent_tool_use_id":"t1","session_id":"s"})",
    R"({"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1",)"
    R"("content":"seen"}]},"parent_tool_use_id":null,"session_id":"s"})",
    R"({"type":"stream_event","event":{},"session_id":"s"})",
    R"({"type":"user","isSynthetic":true,"message":{"role":"user","content":"Go on."},"parent_tool_use_id":null,)"
    R"("session_id":"s"})",
    R"({"type":"assistant","message":{"id":"m3","role":"assistant","content":[{"type":"text","text":"done"}]},)"
    R"("parent_tool_use_id":null,"session_id":"s"})",
    R"({"type":"result","subtype":"success","is_error":false,"result":"done","session_id":"s","total_cost_usd":0.25})"};

} // namespace

void TestCodingAgents::printedWork_isATranscript_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("lines") << printed.join('\n');
    QTest::newRow("a list") << "[" + printed.join(",\n") + "]";
}

void TestCodingAgents::printedWork_isATranscript()
{
    QFETCH(const QByteArray, text);
    CollectingSink sink;
    const auto kind = readText("x.jsonl", text.toStdString(), sink);
    QVERIFY2(kind && *kind == "claude_code", kind ? kind->c_str() : kind.error().sentence.c_str());
    QVERIFY(sink.problems.empty());
    const CollectedSession& session = sink.sessions.front();
    QCOMPARE(linesOf(session, speaker),
             (QStringList{"Claude > Tools: use", "Claude > Explore: text", "Explore > Claude: text",
                          "Tools > Claude: result", "Claude Code > Claude: text", "Claude > <human>: text"}));
    QVERIFY(session.settings.details.json().at("fields").at("sessionId") == "s");
    QVERIFY(session.settings.details.json().at("fields").at("model") == "claude-x");
    QVERIFY(session.usage && session.usage->cost == 0.25);
}

void TestCodingAgents::printedFailure_isSaid()
{
    const QByteArray failed = R"({"type":"result","subtype":"error_max_turns","is_error":true,"session_id":"s"})";
    CollectingSink sink;
    QVERIFY(readText("x.jsonl", (printed.mid(0, 2) + QByteArrayList{failed}).join('\n').toStdString(), sink));
    QCOMPARE(linesOf(sink.sessions.front(), speaker),
             (QStringList{"Claude > Tools: use", "Claude Code > <none>: text"}));
    QCOMPARE(textOf(messageAt(sink.sessions.front(), 1)), std::string("error_max_turns"));
}

void TestCodingAgents::printedResult_isAnAnswer_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("lines");
    const QByteArray result =
        R"({"type":"result","subtype":"success","is_error":false,"duration_ms":5,"num_turns":1,"result":"done",)"
        R"("session_id":"s","total_cost_usd":0.25,"usage":{"input_tokens":3,"cache_read_input_tokens":100,)"
        R"("output_tokens":7},"modelUsage":{"claude-x":{"inputTokens":3}},"permission_denials":[]})";
    const QStringList answer{"Claude > <human>: text"};
    QTest::newRow("in a line") << result + "\n" << answer;
    QByteArray broad = result;
    broad.replace(",\"", ",\n  \"");
    QTest::newRow("in several") << broad << answer;
    QTest::newRow("two of them") << result + "\n" + result + "\n" << answer + answer;
    QTest::newRow("in a list") << "[" + result + "]" << answer;
    QTest::newRow("behind a question") << R"({"type":"user","message":{"role":"user","content":"q"},"session_id":"s"})"
                                          "\n"
            + result << QStringList{"you > Claude: text"} + answer;
}

/// What `claude -p --output-format json` prints.
void TestCodingAgents::printedResult_isAnAnswer()
{
    QFETCH(const QByteArray, text);
    CollectingSink sink;
    const auto kind = readText("x.json", text.toStdString(), sink);
    QVERIFY2(kind && *kind == "claude_code", kind ? kind->c_str() : kind.error().sentence.c_str());
    const CollectedSession& session = sink.sessions.front();
    QTEST(linesOf(session, speaker), "lines");
    const Message& answer = messageAt(session, session.messages.size() - 1);
    QCOMPARE(textOf(answer), std::string("done"));
    QVERIFY(answer.usage && *answer.usage == (Usage{"claude-x", 103, 7, 0.25, 0, 100}));
    QVERIFY(!session.usage && sink.problems.empty());
    QVERIFY(session.settings.details.json().at("fields").at("sessionId") == "s");
}

void TestCodingAgents::codex_saysWhoSpoke()
{
    CollectingSink sink;
    const auto session = readFile(QStringLiteral("codex.jsonl"), "codex", sink);
    QCOMPARE(linesOf(session, speaker),
             (QStringList{"Codex CLI > Codex: text", "you > Codex: text media", "Codex > Tools: thinking text use use",
                          "Tools > Codex: result", "Tools > Codex: result", "Codex > Tools: use",
                          "Tools > Codex: result media", "Codex > Tools: use", "Codex > <human>: text",
                          "Codex CLI > <none>: text"}));
    QCOMPARE(session.settings.title, std::string("Add a test."));
    QCOMPARE(placesOf(sink.problems), QStringList{"line 22"});
}

void TestCodingAgents::codex_keepsWhatTheyDid()
{
    CollectingSink sink;
    const auto session = readFile(QStringLiteral("codex.jsonl"), "codex", sink);
    const Message& answer = messageAt(session, 2);
    QVERIFY(answer.usage && *answer.usage == (Usage{"gpt-x", 60, 8, {}, 0, 1, 2}));
    const auto calls = blocksOf<ToolUseBlock>(answer);
    QVERIFY(calls.at(0).input.json() == json({{"command", {"ls"}}}) && calls.at(0).rawInput.empty());
    QCOMPARE(calls.at(1).rawInput, std::string(R"({"command": ["false"]})"));
    const auto failed = blocksOf<ToolResultBlock>(messageAt(session, 4)).at(0);
    QVERIFY(failed.isError && failed.output == "no" && failed.name == "shell" && failed.id == "c2");
    QVERIFY(!blocksOf<ToolResultBlock>(messageAt(session, 3)).at(0).isError);
    QCOMPARE(blocksOf<ToolUseBlock>(messageAt(session, 5)).at(0).rawInput,
             std::string("*** Begin Patch\n*** End Patch"));
    QCOMPARE(blocksOf<ToolUseBlock>(messageAt(session, 7)).at(0).name, std::string("web_search"));
    QCOMPARE(messageAt(session, 8).timestampText, std::string("2025-09-01T08:00:20.250Z"));
    QVERIFY(session.settings.details.json().at("fields").at("cli_version") == "0.30.0");
    QCOMPARE(sink.attachments.size(), 2U);
}

/// But not what the program keeps for itself.
void TestCodingAgents::codexItemsOfAnUnknownKind_areKept()
{
    std::string lines = R"({"type":"session_meta","payload":{"id":"s"}})"
                        "\n";
    for (const char* type : {"ghost_snapshot", "hologram", "compaction"}) {
        lines += json{{"type", "response_item"}, {"payload", {{"type", type}}}}.dump() + '\n';
    }
    CollectingSink sink;
    QVERIFY(readText("x.jsonl", lines, sink) && sink.problems.empty());
    QCOMPARE(linesOf(sink.sessions.front(), speaker), QStringList{"Codex > <human>: unknown"});
    const auto& block = messageAt(sink.sessions.front(), 0).content.front();
    QVERIFY(std::get<UnknownBlock>(block).value.json() == json({{"type", "hologram"}}));
}

void TestCodingAgents::olderCodex_isRead()
{
    CollectingSink sink;
    const auto session = readFile(QStringLiteral("codex_old.jsonl"), "codex", sink);
    QCOMPARE(
        linesOf(session, speaker),
        (QStringList{"you > Codex: text", "Codex > Tools: use", "Tools > Codex: result", "Codex > <human>: text"}));
    QVERIFY(session.settings.details.json().at("fields").at("instructions") == "Be brief.");
    QVERIFY(sink.problems.empty());
}

/// What `codex exec --json` prints.
void TestCodingAgents::printedCodex_isATranscript()
{
    const std::string lines = R"({"type":"thread.started","thread_id":"t"}
{"type":"turn.started"}
{"type":"item.completed","item":{"id":"i0","type":"reasoning","text":"Look first."}}
{"type":"item.started","item":{"id":"i1","type":"command_execution","command":"ls","aggregated_output":"","status":"in_progress"}}
{"type":"item.completed","item":{"id":"i1","type":"command_execution","command":"ls","aggregated_output":"a\n","exit_code":1,"status":"failed"}}
{"type":"item.completed","item":{"id":"i2","type":"mcp_tool_call","server":"docs","tool":"search","arguments":{"q":"x"},"result":{"content":[{"type":"text","text":"found"}]},"status":"completed"}}
{"type":"item.completed","item":{"id":"i3","type":"file_change","changes":[{"path":"a","kind":"add"}],"status":"completed"}}
{"type":"odd"}
{"type":"item.completed","item":{"id":"i4","type":"agent_message","text":"Done."}}
{"type":"turn.completed","usage":{"input_tokens":100,"cached_input_tokens":60,"output_tokens":8}}
{"type":"item.started","item":{"id":"i5","type":"command_execution","command":"sleep","status":"in_progress"}}
{"type":"error","message":"It broke."}
)";
    CollectingSink sink;
    const auto kind = readText("x.jsonl", lines, sink);
    QVERIFY2(kind && *kind == "codex", kind ? kind->c_str() : kind.error().sentence.c_str());
    const CollectedSession& session = sink.sessions.front();
    QCOMPARE(linesOf(session, speaker),
             (QStringList{"Codex > Tools: thinking use", "Tools > Codex: result", "Codex > Tools: use",
                          "Tools > Codex: result", "Codex > Tools: use", "Tools > Codex: result",
                          "Codex > <human>: text", "Codex CLI > <none>: text", "Codex > Tools: use"}));
    QCOMPARE(placesOf(sink.problems), QStringList{"line 8"});
    const auto failed = blocksOf<ToolResultBlock>(messageAt(session, 1)).at(0);
    QVERIFY(failed.isError && failed.output == "a\n" && failed.name == "shell" && failed.id == "i1");
    const auto found = blocksOf<ToolResultBlock>(messageAt(session, 3)).at(0);
    QVERIFY(!found.isError && found.output == "found" && found.name == "docs.search");
    QVERIFY(blocksOf<ToolUseBlock>(messageAt(session, 4)).at(0).input.json().at("changes").size() == 1U);
    const Message& answer = messageAt(session, 6);
    QVERIFY(answer.usage && *answer.usage == (Usage{{}, 100, 8, {}, 0, 60}));
    QVERIFY(session.settings.details.json().at("fields").at("thread_id") == "t");
}

void TestCodingAgents::whoSaidIt_isToldByItsTags_data()
{
    QTest::addColumn<QString>("record");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("lines");
    const QString claude = QStringLiteral(R"({"type":"user","sessionId":"s","uuid":"u",%1"message":{"role":"user"}})");
    const QString unsaid = claude.arg(QString());
    const QString human = claude.arg(QStringLiteral(R"("origin":{"kind":"human"},)"));
    const QString sent = QStringLiteral("<teammate-message teammate_id=\"tern\">\nGreen.\n</teammate-message>");
    QTest::newRow("a message alone") << unsaid << sent << QStringList{"tern > Claude: text"};
    QTest::newRow("words after a message")
        << unsaid << sent + "\nShip it." << QStringList{"tern > Claude: text", "you > Claude: text"};
    QTest::newRow("messages with words between")
        << unsaid << sent + "\nAnd:\n" + sent
        << QStringList{"tern > Claude: text", "you > Claude: text", "tern > Claude: text"};
    QTest::newRow("a person's words like the program's")
        << human << "Stop hook feedback: what is that?" << QStringList{"you > Claude: text"};
    QTest::newRow("what a person's command printed")
        << human << "<local-command-stdout>a</local-command-stdout>" << QStringList{"Claude Code > Claude: text"};
    const QString codex = QStringLiteral(R"({"type":"response_item","payload":{"type":"message","role":"user"}})");
    const QString context = QStringLiteral("<environment_context>a</environment_context>");
    QTest::newRow("a known tag") << codex << context << QStringList{"Codex CLI > Codex: text"};
    QTest::newRow("two known tags") << codex << context + "\n" + context << QStringList{"Codex CLI > Codex: text"};
    QTest::newRow("an open tag") << codex << "<environment_context>a" << QStringList{"you > Codex: text"};
    QTest::newRow("a tag of the person's") << codex << "<my-tag>a</my-tag>" << QStringList{"you > Codex: text"};
    QTest::newRow("a plain tag") << codex << "<tools>a</tools>" << QStringList{"you > Codex: text"};
    QTest::newRow("words after a known tag") << codex << context + "\nMend it." << QStringList{"you > Codex: text"};
}

void TestCodingAgents::whoSaidIt_isToldByItsTags()
{
    QFETCH(const QString, record);
    QFETCH(const QString, text);
    json line = json::parse(record.toStdString());
    json& message = line.contains("payload") ? line["payload"] : line["message"];
    message["content"] =
        json::array({json{{"type", line.contains("payload") ? "input_text" : "text"}, {"text", text.toStdString()}}});
    CollectingSink sink;
    QVERIFY(readText("x.jsonl", line.dump() + '\n', sink) && sink.sessions.size() == 1);
    QTEST(linesOf(sink.sessions.front(), speaker), "lines");
}

void TestCodingAgents::lastWordsInTheQueue_areSaid()
{
    const std::string lines = R"({"type":"user","sessionId":"s","uuid":"u","message":{"role":"user","content":"Go."}}
{"type":"queue-operation","operation":"enqueue","sessionId":"s","content":"Stop."}
{"type":"queue-operation","operation":"remove","sessionId":"s","content":"Stop."}
{"type":"assistant","isSidechain":true,"agentId":"a","sessionId":"s","uuid":"v","message":{"role":"assistant","content":"Hm."}}
)";
    CollectingSink sink;
    QVERIFY(readText("x.jsonl", lines, sink) && sink.sessions.size() == 1);
    QCOMPARE(linesOf(sink.sessions.front(), speaker),
             (QStringList{"you > Claude: text", "Sub-agent > Claude: text", "you > Claude: text"}));
}

void TestCodingAgents::wrongRecords_areNamed_data()
{
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<QStringList>("places");
    QTest::newRow("Claude Code") << QByteArray(
        R"({"type":"user","sessionId":"s","uuid":"u","message":{"role":"user","content":"hi"}}
[]
{"type":"user","message":{"content":"who?"}}
{"type":"user","message":{"role":"user","content":7}}
{"type":"user","isSidechain":true,"parentUuid":3,"message":{"role":"user","content":[{"type":"tool_result","content":[3]}]}}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","name":"Task","input":{"prompt":1}}],"usage":{"input_tokens":-5}}}
{"type":)") << QStringList{"line 2", "line 3", "line 4", "line 7"};
    QTest::newRow("Codex") << QByteArray(
        R"({"type":"response_item","payload":{"type":"message","role":"user","content":"hi"}}
7
{"type":"response_item","payload":{"type":"message","role":"user","content":7}}
{"payload":{}}
{"type":"response_item","payload":{"type":"function_call","arguments":{"a":1}}}
{"type":"event_msg","payload":{"type":"token_count","info":{"last_token_usage":{"input_tokens":"x"}}}}
{"type":"response_item","payload":{"type":"function_call_output","output":7}}
{"type":"response_item","payload":{"type":"message","content":[{"type":"input_image","image_url":"data:x"}]}})")
                           << QStringList{"line 2", "line 3", "line 4", "line 8"};
    QTest::newRow("Qwen Code, printed") << QByteArray(
        R"({"type":"system","subtype":"init","session_id":"s","qwen_code_version":"0.24.4"}
{"type":"assistant","session_id":"s","message":{"role":"assistant","content":[{"type":"text","text":"hi"}]}}
{"type":"assistant","session_id":"s"}
{"type":"quarterdeck-agent","agentId":"a"})")
                                        << QStringList{"line 3"};
    QTest::newRow("OpenCode, printed") << QByteArray(
        R"({"type":"text","timestamp":1,"sessionID":"s","part":{"type":"text","text":"hi","messageID":"m"}}
{"type":"error","timestamp":2,"sessionID":"s"})")
                                       << QStringList();
    QTest::newRow("SWE-agent") << QByteArray(
        R"({"trajectory":[{"action":"ls","observation":"a","thought":"look"}],"history":[],"info":{}}
7)") << QStringList{"line 2"};
}

void TestCodingAgents::wrongRecords_areNamed()
{
    QFETCH(QByteArray, lines);
    CollectingSink sink;
    const auto kind = readText("x.jsonl", lines.toStdString(), sink);
    QVERIFY2(kind, kind ? "" : kind.error().sentence.c_str());
    QTEST(placesOf(sink.problems), "places");
}

} // namespace tst_coding_agents

QUARTERDECK_TEST(tst_coding_agents, TestCodingAgents)
#include "tst_coding_agents.moc"
