#include "tests/model/formats/collecting_sink.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_further_chats {

using namespace quarterdeck;
using namespace quarterdeck::test;
using conversation::blocksOf;
using conversation::MediaBlock;
using conversation::Message;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;

namespace {

/// As linesOf has it, a session behind the other.
QStringList linesOfAll(const CollectingSink& sink)
{
    QStringList lines;
    for (const CollectedSession& session : sink.sessions) {
        lines << linesOf(session, [](const Message& message) { return message.role; });
    }
    return lines;
}

QString tokensOf(const std::optional<conversation::Usage>& usage)
{
    return usage ? QStringLiteral("%1: %2 (%3) + %4 (%5)")
                       .arg(QString::fromStdString(usage->model), QString::number(usage->promptTokens),
                            QString::number(usage->cachedTokens), QString::number(usage->completionTokens),
                            QString::number(usage->reasoningTokens))
                 : QStringLiteral("-");
}

} // namespace

/// Files of Gemini CLI, Google AI Studio and AI SDK, and the tokens that files tell.
class TestFurtherChats final : public QObject
{
    Q_OBJECT

private slots:
    static void tokens_areTheAnswers_data();
    static void tokens_areTheAnswers();
    static void geminiClisChat_isShown_data();
    static void geminiClisChat_isShown();
    static void aiStudiosChunks_areAnswers();
    static void aiSdksParts_areSteps_data();
    static void aiSdksParts_areSteps();
};

void TestFurtherChats::tokens_areTheAnswers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("messages"); ///< the tokens of each
    QTest::addColumn<QString>("session");      ///< of which no message tells
    const auto row = [](const char* tag, const QByteArray& text, const QStringList& messages,
                        const QString& session = QStringLiteral("-")) {
        QTest::newRow(tag) << text << messages << session;
    };
    const QByteArray said = R"({"content": {"role": "model", "parts": [{"text": "a"}]})";
    const QByteArray told = R"("usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 5, )"
                            R"("thoughtsTokenCount": 3, "toolUsePromptTokenCount": 2, "cachedContentTokenCount": 4, )"
                            R"("totalTokenCount": 20}, "modelVersion": "gemini-x"})";
    const QString counted = QStringLiteral("gemini-x: 12 (4) + 8 (3)");
    row("Gemini", R"({"candidates": [)" + said + "}], " + told, {counted});
    row("Gemini, of its library",
        R"({"candidates": [)" + said
            + R"(}], "usage_metadata": {"prompt_token_count": 10, "candidates_token_count": 5}, "model_version": "m"})",
        {"m: 10 (0) + 5 (0)"});
    row("Gemini: the last piece tells all",
        R"([{"candidates": [)" + said + R"(}], "usageMetadata": {"promptTokenCount": 10}}, {"candidates": [)" + said
            + R"(, "finishReason": "STOP"}], )" + told + "]",
        {counted});
    row("Gemini: two candidates cost once", R"({"candidates": [)" + said + "}, " + said + "}], " + told,
        {counted, "-"});
    row("Gemini: a batch",
        R"({"key": "1", "request": {"contents": [{"role": "user", "parts": [{"text": "q"}]}, )"
        R"({"role": "model", "parts": [{"text": "b"}]}]}, "response": {"candidates": [)"
            + said + "}], " + told + "}",
        {"-", "-", counted});
    row("Gemini: impossible",
        R"({"candidates": [)" + said
            + R"(}], "usageMetadata": {"promptTokenCount": 1e300, "candidatesTokenCount": -1}})",
        {"-"});
    row("Gemini: nothing", R"({"candidates": [)" + said + R"(}], "usageMetadata": 5})", {"-"});
    const QByteArray human = R"([{"type": "human", "content": "q"}, {"type": "ai", "content": "a", )";
    row("LangChain",
        human
            + R"("usage_metadata": {"input_tokens": 7, "output_tokens": 5, "total_tokens": 12, )"
              R"("input_token_details": {"cache_read": 4}, "output_token_details": {"reasoning": 2}}, )"
              R"("response_metadata": {"model_name": "m", "token_usage": {"prompt_tokens": 70}}}])",
        {"-", "m: 7 (4) + 5 (2)"});
    row("LangChain: OpenAI's",
        human
            + R"("response_metadata": {"model_name": "m", "token_usage": {"prompt_tokens": 7, "completion_tokens": 5, )"
              R"("completion_tokens_details": {"reasoning_tokens": 1}}}}])",
        {"-", "m: 7 (0) + 5 (1)"});
    row("LangChain: Anthropic's",
        human
            + R"("response_metadata": {"model": "m", "usage": {"input_tokens": 7, "output_tokens": 5, )"
              R"("cache_read_input_tokens": 3}}}])",
        {"-", "m: 10 (3) + 5 (0)"});
    row("LangChain.js", human + R"("response_metadata": {"tokenUsage": {"promptTokens": 7, "completionTokens": 5}}}])",
        {"-", ": 7 (0) + 5 (0)"});
    row("AI SDK",
        R"([{"id": "1", "role": "assistant", "parts": [{"type": "text", "text": "a"}], "metadata": {"model": "m", )"
        R"("totalUsage": {"inputTokens": 7, "outputTokens": 5, "cachedInputTokens": 2, "reasoningTokens": 1}}}])",
        {"m: 7 (2) + 5 (1)"});
    row("OpenAI: a completion",
        R"({"model": "m", "choices": [{"message": {"role": "assistant", "content": "a"}}], )"
        R"("usage": {"prompt_tokens": 7, "completion_tokens": 5}})",
        {"-"}, "m: 7 (0) + 5 (0)");
    row("OpenAI: a response",
        R"({"object": "response", "model": "m", "output": [{"type": "message", "role": "assistant", )"
        R"("content": [{"type": "output_text", "text": "a"}]}], "usage": {"input_tokens": 7, )"
        R"("input_tokens_details": {"cached_tokens": 6}, "output_tokens": 5, )"
        R"("output_tokens_details": {"reasoning_tokens": 4}}})",
        {"-"}, "m: 7 (6) + 5 (4)");
}

void TestFurtherChats::tokens_areTheAnswers()
{
    QFETCH(const QByteArray, text);
    CollectingSink sink;
    const auto read = readText("x", text.toStdString(), sink);
    QVERIFY2(read, read ? "" : read.error().sentence.c_str());
    const CollectedSession& session = sink.sessions.front();
    QStringList tokens;
    for (std::size_t i = 0; i < session.messages.size(); ++i) {
        tokens << tokensOf(messageAt(session, i).usage);
    }
    QTEST(tokens, "messages");
    QTEST(tokensOf(session.usage), "session");
}

namespace {

/// What Gemini CLI writes in one line per message.
const QByteArrayList cliRecords = {
    R"({"id": "1", "timestamp": "2026-01-02T10:00:00.000Z", "type": "user", "content": [{"text": "Look."}]})",
    R"({"id": "2", "timestamp": "2026-01-02T10:00:05.000Z", "type": "gemini", "content": "I look.", "model": "gemini-x",)"
    R"( "thoughts": [{"subject": "Plan", "description": "Read it.", "timestamp": "2026-01-02T10:00:04.000Z"}],)"
    R"( "tokens": {"input": 10, "output": 5, "cached": 4, "thoughts": 3, "tool": 0, "total": 18},)"
    R"( "toolCalls": [{"id": "c1", "name": "read_file", "args": {"path": "a"}, "status": "success",)"
    R"( "timestamp": "2026-01-02T10:00:06.000Z",)"
    R"( "result": [{"functionResponse": {"id": "c1", "name": "read_file", "response": {"output": "text"}}}]},)"
    R"( {"id": "c2", "name": "shell", "args": {}, "status": "cancelled", "timestamp": "x", "result": null},)"
    R"( {"id": "c3", "name": "shell", "args": {}, "status": "executing"}]})",
    R"({"id": "3", "timestamp": "2026-01-02T10:00:09.000Z", "type": "info", "content": "Update available."})",
    R"({"id": "4", "timestamp": "2026-01-02T10:00:10.000Z", "type": "gemini", "content": "Done."})"};
const QByteArray cliHead = R"("sessionId": "s", "projectHash": "h", "startTime": "2026-01-02T09:59:59.000Z")";

} // namespace

void TestFurtherChats::geminiClisChat_isShown_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("a document") << "{" + cliHead + R"(, "messages": [)" + cliRecords.join(",\n")
            + R"(], "summary": "Looked"})";
    const QByteArray head = "{" + cliHead + "}\n";
    const QByteArray set = R"({"$set": {"lastUpdated": "2026-01-02T10:00:00.000Z", "summary": "Looked"}})"
                           "\n";
    QTest::newRow("lines") << head + cliRecords[0] + "\n" + set + cliRecords.mid(1).join("\n");
    const QByteArray begun = R"({"id": "2", "timestamp": "x", "type": "gemini", "content": "I"})"
                             "\n";
    QTest::newRow("lines: written again") << head + set + cliRecords[0] + "\n" + begun + cliRecords.mid(1).join("\n");
    const QByteArray left = R"({"id": "8", "type": "user", "content": "Never mind."})"
                            "\n"
                            R"({"id": "9", "type": "gemini", "content": "Well."})"
                            "\n"
                            R"({"$rewindTo": "8"})"
                            "\n";
    QTest::newRow("lines: gone back") << head + set + cliRecords.mid(0, 2).join("\n") + "\n" + left
            + cliRecords.mid(2).join("\n");
    QTest::newRow("lines: gone back to the beginning") << head + left
            + R"({"$rewindTo": "7"})"
              "\n"
            + set + cliRecords.join("\n");
    // What the model still knows, without what was only shown: it takes nothing back.
    QTest::newRow("lines: all of them set") << head + cliRecords.mid(0, 2).join("\n") + "\n" + set
            + R"({"$set": {"messages": [{"id": "1", "type": "user", "content": [{"text": "Look."}]}, )"
              R"({"id": "2", "type": "gemini", "content": [{"text": "I look."}, )"
              R"({"functionCall": {"id": "c1", "name": "read_file", "args": {}}}]}, )"
              R"({"id": "2_response", "type": "user", "content": )"
              R"([{"functionResponse": {"id": "c1", "response": {"output": "text"}}}]}]}})"
              "\n"
            + cliRecords.mid(2).join("\n");
    QTest::newRow("lines: set at first") << head + R"({"$set": {"messages": [)" + cliRecords.mid(0, 2).join(", ")
            + "]}}\n" + set + cliRecords.mid(2).join("\n");
}

void TestFurtherChats::geminiClisChat_isShown()
{
    QFETCH(const QByteArray, text);
    CollectingSink sink;
    const auto read = readText("x", text.toStdString(), sink);
    QVERIFY2(read && *read == "gemini_cli", read ? read->c_str() : read.error().sentence.c_str());
    QCOMPARE(sink.problems.size(), text.contains("$rewindTo") ? 1U : 0U);
    QCOMPARE(
        linesOfAll(sink),
        (QStringList{"user > Gemini: text", "assistant > Tools: thinking text use use use", "tool > Gemini: result",
                     "tool > Gemini: result", "system > <all>: text", "assistant > <human>: text"}));
    const CollectedSession& session = sink.sessions.front();
    QCOMPARE(messageAt(session, 1).sentFrom.str(), std::string("Gemini"));
    QCOMPARE(session.settings.title, std::string("Look."));
    QVERIFY(session.settings.details.json().at("fields").at("summary") == "Looked");
    QVERIFY(session.settings.details.json().at("times") == "recorded");
    const Message& answer = messageAt(session, 1);
    QCOMPARE(tokensOf(answer.usage), QStringLiteral("gemini-x: 10 (4) + 8 (3)"));
    QCOMPARE(answer.timestampText, std::string("2026-01-02T10:00:05.000Z"));
    QCOMPARE(conversation::blocksOf<conversation::ThinkingBlock>(answer).at(0).text, std::string("Plan\nRead it."));
    QVERIFY(blocksOf<ToolUseBlock>(answer).at(0).input.json().at("path") == "a");
    const ToolResultBlock good = blocksOf<ToolResultBlock>(messageAt(session, 2)).at(0);
    QVERIFY(good.id == "c1" && good.name == "read_file" && good.output == "text" && !good.isError);
    const ToolResultBlock stopped = blocksOf<ToolResultBlock>(messageAt(session, 3)).at(0);
    QVERIFY(stopped.id == "c2" && stopped.output == "cancelled" && stopped.isError);
    QCOMPARE(messageAt(session, 4).sentFrom.str(), std::string("Gemini CLI"));
}

void TestFurtherChats::aiStudiosChunks_areAnswers()
{
    CollectingSink sink;
    QVERIFY(readText("x", R"({"runSettings": {"model": "models/m"}, "chunkedPrompt": {"chunks": [
        {"driveImage": {"id": "1"}, "role": "user", "tokenCount": 258},
        {"text": "See?", "role": "user", "tokenCount": 2, "createTime": "2026-01-02T10:00:00.000Z"},
        {"text": "hm", "role": "model", "isThought": true, "tokenCount": 4, "parts": [{"text": "hm", "thought": true}]},
        {"executableCode": {"language": "PYTHON", "code": "1"}, "role": "model"},
        {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1"}, "role": "model"},
        {"text": "One.", "role": "model", "tokenCount": 3, "finishReason": "STOP"},
        {"inlineImage": {"mimeType": "image/png", "data": "MTIz"}, "role": "user"}, 5]}})",
                     sink));
    QCOMPARE(
        linesOfAll(sink),
        (QStringList{"user > Assistant: unknown text", "assistant > Tools: thinking use", "tool > Assistant: result",
                     "assistant > <human>: text", "user > Assistant: media", "user > Assistant: unknown"}));
    const CollectedSession& session = sink.sessions.front();
    QCOMPARE(tokensOf(messageAt(session, 0).usage), QStringLiteral("-"));
    QCOMPARE(tokensOf(messageAt(session, 1).usage), QStringLiteral("models/m: 0 (0) + 7 (4)"));
    QCOMPARE(tokensOf(messageAt(session, 3).usage), QStringLiteral("-"));
    QCOMPARE(messageAt(session, 0).timestampText, std::string("2026-01-02T10:00:00.000Z"));
    QCOMPARE(sink.attachments.at(0).bytes, std::string("123"));
}

void TestFurtherChats::aiSdksParts_areSteps_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QStringList>("lines");
    QTest::addColumn<bool>("hasFailed");
    const auto row = [](const char* tag, const QByteArray& parts, const QStringList& lines, bool hasFailed = false) {
        QTest::newRow(tag)
            << R"([{"id": "1", "role": "assistant", "createdAt": "2026-01-02T10:00:00.000Z", "content": )"
               R"("not this", "parts": [)"
                + parts + "]}]"
            << lines << hasFailed;
    };
    const QStringList two{"assistant > Tools: thinking text use", "tool > Assistant: result",
                          "assistant > <human>: text"};
    const QByteArray begun =
        R"({"type": "step-start"}, {"type": "reasoning", "text": "hm"}, {"type": "text", "text": "I )"
        R"(call."}, )";
    row("a tool's part",
        begun
            + R"({"type": "tool-f", "toolCallId": "c", "state": "output-available", "input": {"x": 1}, "output": "out"}, )"
              R"({"type": "step-start"}, {"type": "text", "text": "a"})",
        two);
    row("without a step between",
        begun
            + R"({"type": "dynamic-tool", "toolName": "f", "toolCallId": "c", "state": "output-available", )"
              R"("input": {"x": 1}, "output": "out"}, {"type": "text", "text": "a"})",
        two);
    row("a failure",
        begun
            + R"({"type": "tool-f", "toolCallId": "c", "state": "output-error", "rawInput": {"x": 1}, )"
              R"("errorText": "out"}, {"type": "step-start"}, {"type": "text", "text": "a"})",
        two, true);
    row("of version 4",
        R"({"type": "reasoning", "reasoning": "hm"}, {"type": "text", "text": "I call."}, {"type": "tool-invocation", )"
        R"("toolInvocation": {"state": "result", "toolCallId": "c", "toolName": "f", "args": {"x": 1}, "result": "out"}}, )"
        R"({"type": "text", "text": "a"})",
        two);
    row("not answered yet",
        begun + R"({"type": "tool-f", "toolCallId": "c", "state": "input-available", "input": {"x": 1}})",
        {"assistant > Tools: thinking text use"});
    row("files and sources",
        R"({"type": "file", "mediaType": "image/png", "filename": "a.png", "url": "data:image/png;base64,MTIz"}, )"
        R"({"type": "file", "mediaType": "audio", "url": "https://example.org/a"}, )"
        R"({"type": "source-url", "sourceId": "1", "url": "https://example.org"}, {"type": "data-x", "data": 1}, 5)",
        {"assistant > <human>: media media unknown unknown unknown"});
}

void TestFurtherChats::aiSdksParts_areSteps()
{
    QFETCH(const QByteArray, message);
    QFETCH(const QStringList, lines);
    QFETCH(const bool, hasFailed);
    CollectingSink sink;
    const auto read = readText("x", message.toStdString(), sink);
    QVERIFY2(read && *read == "ai_sdk", read ? read->c_str() : read.error().sentence.c_str());
    QCOMPARE(linesOfAll(sink), lines);
    const CollectedSession& session = sink.sessions.front();
    QCOMPARE(messageAt(session, 0).timestampText, std::string("2026-01-02T10:00:00.000Z"));
    for (const ToolUseBlock& use : blocksOf<ToolUseBlock>(messageAt(session, 0))) {
        QVERIFY(use.name == "f" && use.id == "c" && use.input.json().at("x") == 1);
    }
    if (lines.size() > 1) {
        const ToolResultBlock result = blocksOf<ToolResultBlock>(messageAt(session, 1)).at(0);
        QVERIFY(result.name == "f" && result.id == "c" && result.output == "out" && result.isError == hasFailed);
    }
    for (const MediaBlock& media : blocksOf<MediaBlock>(messageAt(session, 0))) {
        QVERIFY(media.kind == conversation::MediaKind::Audio || media.source.name == "a.png");
    }
}

} // namespace tst_further_chats

QUARTERDECK_TEST(tst_further_chats, TestFurtherChats)
#include "tst_further_chats.moc"
