#include "tests/model/formats/collecting_sink.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_other_chats {

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

QStringList sentencesOf(const CollectingSink& sink)
{
    QStringList sentences;
    for (const ImportProblem& problem : sink.problems) {
        sentences << QString::fromStdString(problem.sentence);
    }
    return sentences;
}

QString textAt(const CollectingSink& sink, std::size_t index)
{
    return QString::fromStdString(conversation::textOf(messageAt(sink.sessions.front(), index)));
}

} // namespace

/// Files of Gemini, LangChain, AI SDK and ChatGPT as sessions.
class TestOtherChats final : public QObject
{
    Q_OBJECT

private slots:
    static void files_areSessions_data();
    static void files_areSessions();
    static void geminisParts_areBlocks();
    static void geminisStream_isOneAnswer();
    static void langChainsContent_isShown();
    static void chatGptsTree_isTheBranchShownLast();
    static void chatGptsTree_hasAnEnd_data();
    static void chatGptsTree_hasAnEnd();
};

namespace {

/// Question and answer, an answer that was asked for again, and a note that nobody sees.
const char* const tree = R"({"title": "Trees", "create_time": 1700000000.5, "current_node": "d", "conversation_id": "1",
    "mapping": {
    "root": {"id": "root", "message": null, "parent": null, "children": ["n"]},
    "n": {"parent": "root", "message": {"author": {"role": "user"}, "create_time": null, "content":
        {"content_type": "user_editable_context", "user_profile": "I like trees."}}},
    "a": {"parent": "n", "message": {"author": {"role": "user"}, "create_time": 1700000001.25, "recipient": "all",
        "content": {"content_type": "multimodal_text", "parts": ["Which?", {"content_type": "image_asset_pointer"}]}}},
    "b": {"parent": "a", "message": {"author": {"role": "assistant"}, "content":
        {"content_type": "text", "parts": ["Oaks."]}}},
    "c": {"parent": "a", "message": {"id": "call", "author": {"role": "assistant"}, "recipient": "python", "content":
        {"content_type": "code", "text": "{\"x\": 1}"}}},
    "r": {"parent": "c", "message": {"author": {"role": "tool", "name": "python"}, "content":
        {"content_type": "execution_output", "text": "1"}}},
    "t": {"parent": "r", "message": {"author": {"role": "assistant"}, "content":
        {"content_type": "thoughts", "thoughts": [{"summary": "Choose", "content": "One of two."}]}}},
    "d": {"parent": "t", "message": {"author": {"role": "assistant"}, "create_time": 1700000009, "content":
        {"content_type": "text", "parts": ["Elms."]}}}}})";

} // namespace

void TestOtherChats::files_areSessions_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QStringList>("messages");
    QTest::addColumn<QStringList>("problems");
    const auto row = [](const char* tag, const char* kind, const QByteArray& text, const QStringList& messages,
                        const QStringList& problems = {}) {
        QTest::newRow(tag) << text << QString::fromLatin1(kind) << messages << problems;
    };
    const QStringList talk{"user > Assistant: text", "assistant > <human>: text"};
    const QStringList told{"system > Assistant: text", "user > Assistant: text", "assistant > <human>: text"};
    const QByteArray asked = R"({"role": "user", "parts": [{"text": "q"}]})";
    const QByteArray said = R"({"role": "model", "parts": [{"text": "a"}]})";
    const QByteArray both = "[" + asked + ", " + said + "]";
    row("Gemini: contents", "gemini", both, talk);
    row("Gemini: parts as texts", "gemini", R"([{"role": "user", "parts": ["q"]}, {"role": "model", "parts": "a"}])",
        talk);
    row("Gemini: lines", "gemini", asked + "\n" + said, talk);
    row("Gemini: a request", "gemini",
        R"({"systemInstruction": {"parts": [{"text": "s"}]}, "tools": [], "contents": )" + both + "}", told);
    row("Gemini: of its library", "gemini",
        R"([{"system_instruction": "s", "contents": )" + both + R"(}, {"contents": []}, 5])", told,
        {"In “x”, run 2: there are no messages; it was left out.",
         "In “x”, run 3: this is not an object; it was left out."});
    row("Gemini: a response", "gemini", R"({"candidates": [{"content": )" + said + "}]}",
        {"assistant > <human>: text"});
    row("Gemini: a batch", "gemini",
        R"({"key": "1", "request": {"contents": )" + both + "}}\n" + R"({"key": "2", "response": {"candidates": []}})",
        talk, {"In “x”, line 2: there are no messages; it was left out."});
    row("Gemini: wrong contents", "gemini", "[" + asked + R"(, {"role": "model", "parts": null}, 5, )" + said + "]",
        talk,
        {"In “x”, message 2: the content is neither text nor a list of parts; it was left out.",
         "In “x”, message 3: this is not an object; it was left out."});
    const QByteArray human = R"({"type": "human", "data": {"content": "q", "additional_kwargs": {}}})";
    const QByteArray ai = R"({"type": "ai", "data": {"content": "a", "type": "ai", "tool_calls": []}})";
    row("LangChain: messages_to_dict", "langchain",
        R"([{"type": "system", "data": {"content": "s"}}, )" + human + ", " + ai + "]", told);
    row("LangChain: lines", "langchain", human + "\n" + ai, talk);
    const auto dumped = [](const char* kind, const char* content) {
        return QByteArray(R"({"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", ")") + kind
            + R"("], "kwargs": {"content": ")" + content + "\"}}";
    };
    row("LangChain: dumpd", "langchain",
        "[" + dumped("HumanMessage", "q") + ", " + dumped("AIMessage", "a") + ", " + dumped("Prompt", "x") + "]", talk,
        {"In “x”, message 3: the message does not say who sent it; it was left out."});
    row("LangChain: its fields", "langchain",
        R"([{"type": "human", "content": "q", "id": "1"}, {"type": "AIMessageChunk", "content": "a"}])", talk);
    row("LangChain: runs", "langchain", R"([{"messages": [)" + human + ", " + ai + R"(]}, {"messages": 1}])", talk,
        {"In “x”, run 2: there is no list of messages; it was left out."});
    row("LangGraph: a state", "langchain",
        R"({"values": {"messages": [{"type": "human", "content": "q"}, {"type": "ai", "content": "a"}]}, "next": []})",
        talk);
    row("LangChain: a tool", "langchain",
        R"([{"type": "human", "content": "q"}, {"type": "ai", "content": [{"type": "tool_use", "id": "c", "name": "f"}],)"
        R"( "tool_calls": [{"name": "f", "args": {"x": 1}, "id": "c", "type": "tool_call"}]},)"
        R"( {"type": "tool", "content": "out", "tool_call_id": "c", "name": "f"}])",
        {"user > Assistant: text", "assistant > Tools: use", "tool > Assistant: result"});
    const QByteArray uiAsked = R"({"id": "1", "role": "user", "parts": [{"type": "text", "text": "q"}]})";
    const QByteArray uiSaid = R"({"id": "2", "role": "assistant", "parts": [{"type": "text", "text": "a"}]})";
    row("AI SDK: messages", "ai_sdk", "[" + uiAsked + ", " + uiSaid + "]", talk);
    row("AI SDK: lines", "ai_sdk", uiAsked + "\n" + uiSaid, talk);
    row("AI SDK: a chat", "ai_sdk", R"({"id": "c", "messages": [)" + uiAsked + ", " + uiSaid + R"(], "title": "t"})",
        talk);
    row("AI SDK: chats", "ai_sdk", R"([{"messages": [)" + uiAsked + ", " + uiSaid + R"(, 5]}, {"messages": []}])", talk,
        {"In “x”, run 1, message 3: this is not an object; it was left out.",
         "In “x”, run 2: there are no messages; it was left out."});
    row("AI Studio: a prompt", "ai_studio",
        R"({"runSettings": {"model": "m"}, "systemInstruction": {"text": "s"}, "chunkedPrompt": {"chunks": [)"
        R"({"text": "q", "role": "user"}, {"text": "hm", "role": "model", "isThought": true},)"
        R"( {"text": "a", "role": "model"}], "pendingInputs": []}})",
        {"system > Assistant: text", "user > Assistant: text", "assistant > <human>: thinking text"});
    row("AI Studio: no chunks", "ai_studio",
        R"([{"chunkedPrompt": {"chunks": [{"text": "q", "role": "user"}, {"text": "a", "role": "model"}]}},)"
        R"( {"chunkedPrompt": {"chunks": []}}, {"chunkedPrompt": 1}, 5])",
        talk,
        {"In “x”, run 2: there are no messages; it was left out.",
         "In “x”, run 3: there is no list of messages; it was left out.",
         "In “x”, run 4: this is not an object; it was left out."});
    const QStringList branch{"system > Assistant: text", "user > Assistant: text unknown", "assistant > Tools: use",
                             "tool > Assistant: result", "assistant > <human>: thinking",  "assistant > <human>: text"};
    row("ChatGPT: a conversation", "chatgpt", tree, branch);
    row("ChatGPT: an account's", "chatgpt",
        "[" + QByteArray(tree) + R"(, {"mapping": {}, "conversation_id": "2"}, {"mapping": 1}, null])", branch,
        {"In “x”, run 2: there are no messages; it was left out.",
         "In “x”, run 3: there is no list of messages; it was left out.",
         "In “x”, run 4: this is not an object; it was left out."});
}

void TestOtherChats::files_areSessions()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, kind);
    CollectingSink sink;
    const auto read = readText("x", text.toStdString(), sink);
    QVERIFY2(read, read ? "" : read.error().sentence.c_str());
    QCOMPARE(QString::fromStdString(*read), kind);
    QTEST(linesOfAll(sink), "messages");
    QTEST(sentencesOf(sink), "problems");
    QVERIFY(sink.sessions.front().hasEnded);
    QVERIFY(sink.sessions.front().settings.details.json().at("format") == kind.toStdString());
}

void TestOtherChats::geminisParts_areBlocks()
{
    CollectingSink sink;
    QVERIFY(readText("x", R"({"contents": [
        {"role": "user", "parts": [{"text": "see"}, {"inline_data": {"mime_type": "image/png", "data": "MTIz"}},
            {"fileData": {"mimeType": "video/mp4", "fileUri": "https://example.org/a"}}]},
        {"role": "model", "parts": [{"text": "hm", "thought": true}, {"text": "I call."},
            {"functionCall": {"name": "f", "args": {"x": 1}}, "thoughtSignature": "AA=="}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "f", "response": {"result": "out"}}}]},
        {"role": "model", "parts": [{"executableCode": {"language": "PYTHON", "code": "1"}},
            {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1"}}, {"text": "One."}]}]})",
                     sink));
    QCOMPARE(linesOfAll(sink),
             (QStringList{"user > Assistant: text media media", "assistant > Tools: thinking text use",
                          "tool > Assistant: result", "assistant > Tools: use", "tool > Assistant: result",
                          "assistant > <human>: text"}));
    const CollectedSession& session = sink.sessions.front();
    const auto media = blocksOf<MediaBlock>(messageAt(session, 0));
    QCOMPARE(media[0].source.mediaType, std::string("image/png"));
    QVERIFY(media[1].kind == conversation::MediaKind::Video && media[1].source.url == "https://example.org/a");
    QCOMPARE(sink.attachments.at(0).bytes, std::string("123"));
    QVERIFY(blocksOf<ToolUseBlock>(messageAt(session, 1)).at(0).input.json().at("x") == 1);
    const ToolResultBlock result = blocksOf<ToolResultBlock>(messageAt(session, 2)).at(0);
    QVERIFY(result.name == "f" && result.output == "out");
}

/// Its pieces are a list of responses.
void TestOtherChats::geminisStream_isOneAnswer()
{
    CollectingSink sink;
    QVERIFY(readText("x", R"([
        {"candidates": [{"content": {"role": "model", "parts": [{"text": "think", "thought": true}]}}]},
        {"candidates": [{"content": {"role": "model", "parts": [{"text": "Hel"}]}}]},
        {"candidates": [{"content": {"role": "model", "parts": [{"text": "lo"}]}, "finishReason": "STOP"}]},
        {"candidates": [{"content": {"role": "model"}, "finishReason": "MAX_TOKENS"}]},
        {"candidates": [{"content": {"role": "model", "parts": [{"text": "cut"}]}}]}])",
                     sink));
    QCOMPARE(linesOfAll(sink), (QStringList{"assistant > <human>: thinking text", "assistant > <human>: text"}));
    QCOMPARE(textAt(sink, 0), QStringLiteral("Hello"));
    QCOMPARE(textAt(sink, 1), QStringLiteral("cut"));
}

void TestOtherChats::langChainsContent_isShown()
{
    CollectingSink sink;
    QVERIFY(readText("x", R"([{"type": "human", "content": ["see", {"type": "image", "base64": "MTIz",
            "mime_type": "image/png"}, {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}]},
        {"type": "ai", "name": "Planner", "response_metadata": {"model_name": "m"},
            "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Look."}],
            "invalid_tool_calls": [{"name": "f", "args": "{\"x\": ", "id": "c"}]}])",
                     sink));
    QCOMPARE(linesOfAll(sink),
             (QStringList{"user > Assistant: text media media", "assistant > Tools: thinking text use"}));
    const Message& answer = messageAt(sink.sessions.front(), 1);
    QCOMPARE(answer.sentFrom.str(), std::string("Planner"));
    QCOMPARE(blocksOf<ToolUseBlock>(answer).at(0).rawInput, std::string("{\"x\": "));
    QVERIFY(answer.metadata.json().at("source").at("further").at("response_metadata").at("model_name") == "m");
    QCOMPARE(sink.attachments.size(), std::size_t{1});
}

void TestOtherChats::chatGptsTree_isTheBranchShownLast()
{
    CollectingSink sink;
    QVERIFY(readText("x", tree, sink));
    const CollectedSession& session = sink.sessions.front();
    QCOMPARE(session.settings.title, std::string("Trees"));
    const auto& details = session.settings.details.json();
    QVERIFY(details.at("times") == "recorded" && details.at("left_out").at("messages") == 1);
    QVERIFY(!details.at("fields").contains("mapping"));
    QCOMPARE(messageAt(session, 0).timestamp.msSinceEpoch, std::int64_t{1'700'000'000'500});
    QCOMPARE(messageAt(session, 1).timestamp.msSinceEpoch, std::int64_t{1'700'000'001'250});
    const ToolUseBlock call = blocksOf<ToolUseBlock>(messageAt(session, 2)).at(0);
    QVERIFY(call.name == "python" && call.input.json().at("x") == 1);
    const ToolResultBlock result = blocksOf<ToolResultBlock>(messageAt(session, 3)).at(0);
    QVERIFY(result.id == call.id && result.name == "python" && result.output == "1");
    QCOMPARE(textAt(sink, 5), QStringLiteral("Elms."));
}

void TestOtherChats::chatGptsTree_hasAnEnd_data()
{
    QTest::addColumn<QByteArray>("current");
    QTest::addColumn<QByteArray>("parent");
    QTest::newRow("in a circle") << QByteArray(R"("a")") << QByteArray(R"("b")");
    QTest::newRow("its own parent") << QByteArray(R"("a")") << QByteArray(R"("a")");
    QTest::newRow("a parent that is not there") << QByteArray(R"("b")") << QByteArray(R"("gone")");
    QTest::newRow("a current one that is not there") << QByteArray(R"("gone")") << QByteArray("null");
    QTest::newRow("no current one") << QByteArray("null") << QByteArray("7");
}

void TestOtherChats::chatGptsTree_hasAnEnd()
{
    QFETCH(const QByteArray, current);
    QFETCH(const QByteArray, parent);
    const QByteArray text = R"({"current_node": )" + current + R"(, "mapping": {"a": {"parent": )" + parent
        + R"(, "message": {"author": {"role": "user"}, "create_time": 1, "content": {"parts": ["q"]}}},)"
          R"( "b": {"parent": "a", "message": {"author": {"role": "assistant"}, "create_time": 2,)"
          R"( "content": {"parts": ["a"]}}}}})";
    CollectingSink sink;
    const auto read = readText("x", text.toStdString(), sink);
    QVERIFY2(read, read ? "" : read.error().sentence.c_str());
    QVERIFY(sink.sessions.front().messages.size() <= 2U);
}

} // namespace tst_other_chats

QUARTERDECK_TEST(tst_other_chats, TestOtherChats)
#include "tst_other_chats.moc"
