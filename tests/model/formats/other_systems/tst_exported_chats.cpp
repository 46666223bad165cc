#include "tests/model/formats/collecting_sink.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_exported_chats {

using namespace quarterdeck;
using namespace quarterdeck::test;
using conversation::blocksOf;
using conversation::Message;
using conversation::TextBlock;
using conversation::ThinkingBlock;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;

/// What people export from Claude.ai, Open WebUI and LibreChat: what the recorded examples do not have.
class TestExportedChats final : public QObject
{
    Q_OBJECT

private slots:
    static void oddFiles_doNoHarm_data();
    static void oddFiles_doNoHarm();
    static void claudesResults_findTheirCalls();
    static void openWebUisElements_areParts_data();
    static void openWebUisElements_areParts();
    static void openWebUisOldLists_areRead();
    static void libreChatsOlderCalls_areRead();
    static void libreChatsLongTree_isRead();
};

namespace {

QString said(const CollectingSink& sink)
{
    QStringList lines;
    for (const CollectedSession& session : sink.sessions) {
        for (const RecordedMessage& recorded : session.messages) {
            const Message& message = recorded.record.message;
            const QString from = QString::fromStdString(message.sentFrom.str());
            lines << (from.isEmpty() ? QStringLiteral("You") : from) + ": "
                    + QString::fromStdString(conversation::textOf(message));
        }
    }
    return lines.join(QStringLiteral(" | "));
}

} // namespace

void TestExportedChats::oddFiles_doNoHarm_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("problems");
    const auto row = [](const char* tag, const char* kind, const QByteArray& text, const char* words, int problems) {
        QTest::newRow(tag) << text << QString::fromLatin1(kind) << QString::fromUtf8(words) << problems;
    };
    const auto claude = [](const QByteArray& messages, const QByteArray& more = {}) {
        return R"([{"uuid": "c", "name": 5)" + more + R"(, "chat_messages": [)" + messages + "]}]";
    };
    row("Claude.ai: wrong types", "claude_ai",
        claude(R"(null, 7, {"uuid": 1, "sender": "human", "content": "typed", "text": "typed", "attachments": 5,)"
               R"( "files": [null, {"file_name": 3}], "created_at": {}}, {"uuid": "b", "sender": "assistant",)"
               R"( "content": [1, null, {"type": "text", "text": 5}, {"type": "thinking", "summaries": 3},)"
               R"( {"type": "text", "text": "well"}, {"type": "token_budget"}]})"),
        "You: typed | Claude: well", 2);
    row("Claude.ai: a circle", "claude_ai",
        claude(R"({"uuid": "x", "sender": "human", "text": "x"}, {"uuid": "y", "sender": "human", "text": "y"},)"
               R"( {"uuid": "a", "parent_message_uuid": "b", "sender": "human", "text": "q"},)"
               R"( {"uuid": "b", "parent_message_uuid": "a", "sender": "assistant", "text": "a"})"),
        "You: q | Claude: a", 1);
    row("Claude.ai: the branch that was open", "claude_ai",
        claude(R"({"uuid": "a", "sender": "human", "text": "q"}, {"uuid": "b", "parent_message_uuid": "a",)"
               R"( "sender": "assistant", "text": "one"}, {"uuid": "c", "parent_message_uuid": "a",)"
               R"( "sender": "assistant", "text": "two"})",
               R"(, "current_leaf_message_uuid": "b")"),
        "You: q | Claude: one", 1);
    row("Claude.ai: somebody else", "claude_ai",
        claude(R"({"uuid": "a", "sender": "human", "text": "q"}, {"uuid": "b", "sender": "other", "text": "n"})"),
        "You: q | System: n", 0);
    row("Claude.ai: no conversations", "claude_ai",
        R"([{"uuid": "c", "chat_messages": 5}, {"uuid": "d", "chat_messages": []}, 5, {"uuid": "e", "chat_messages": )"
        R"([{"uuid": "a", "sender": "human", "text": "q"}]}])",
        "You: q", 3);
    const auto webUi = [](const QByteArray& messages, const QByteArray& current = "null") {
        return R"([{"title": [], "chat": {"params": 5, "history": {"currentId": )" + current + R"(, "messages": {)"
            + messages + "}}}}]";
    };
    row("Open WebUI: wrong types", "open_webui",
        webUi(R"("x": null, "u": {"role": "user", "content": "q", "timestamp": "now", "files": [5, {}], "models": 3,)"
              R"( "childrenIds": {"a": 1}}, "a": {"parentId": "u", "role": "assistant", "content": 5, "output": [5],)"
              R"( "usage": 3, "error": 4, "merged": []})",
              R"("a")"),
        "You: q | Assistant: ", 1);
    row("Open WebUI: a circle", "open_webui",
        webUi(R"("u": {"parentId": "a", "role": "user", "content": "q"}, "a": {"parentId": "u", "role": "assistant",)"
              R"( "content": "a"})",
              R"("a")"),
        "You: q | Assistant: a", 0);
    row("Open WebUI: no current message", "open_webui",
        webUi(R"("z": {"role": "user", "content": "q", "timestamp": 1}, "y": {"parentId": "z", "role": "assistant",)"
              R"( "content": "old", "timestamp": 2}, "b": {"parentId": "z", "role": "assistant", "content": "new",)"
              R"( "timestamp": 3})"),
        "You: q | Assistant: new", 1);
    row("Open WebUI: no role", "open_webui",
        webUi(R"("u": {"role": "user", "content": "q"}, "a": {"parentId": "u", "content": "a"})", R"("a")"), "You: q",
        1);
    const auto libre = [](const QByteArray& messages) {
        return R"({"conversationId": "c", "title": {}, "options": 5, "messages": [)" + messages + "]}";
    };
    row("LibreChat: wrong types", "librechat",
        libre(R"({"messageId": "a", "isCreatedByUser": true, "text": "q", "content": 5, "files": 3, "children": 5},)"
              R"( null, {"messageId": "b", "parentMessageId": "a", "isCreatedByUser": false, "sender": 5, "text": {},)"
              R"( "content": [null, 5, {"type": "tool_call", "tool_call": 5}, {"type": "think", "think": []},)"
              R"( {"type": "text", "text": {"value": "a"}}]})"),
        "You: q | Assistant: a", 1);
    row("Cursor: wrong types", "cursor",
        R"({"cursor_chat": 5, "bubbles": [null, {"type": 3}, {"type": 1, "text": "q", "images": [5, {"path": 3}]},)"
        R"( {"type": "ai", "text": "a", "thinking": 5, "createdAt": {}, "toolFormerData": {"name": "f", "result": "[["}}]})",
        "You: q | Cursor: a | Tools: ", 2);
    row("LibreChat: a circle, and an id twice", "librechat",
        libre(R"({"messageId": "a", "parentMessageId": "b", "isCreatedByUser": true, "text": "q"},)"
              R"( {"messageId": "b", "parentMessageId": "a", "isCreatedByUser": false, "text": "a"},)"
              R"( {"messageId": "c", "parentMessageId": "0", "isCreatedByUser": true, "text": "one"},)"
              R"( {"messageId": "c", "parentMessageId": "c", "isCreatedByUser": false, "text": "two"})"),
        "You: one | Assistant: two", 1);
}

void TestExportedChats::oddFiles_doNoHarm()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, kind);
    QFETCH(const int, problems);
    CollectingSink sink;
    const auto read = readText("x", text.toStdString(), sink);
    QVERIFY2(read && QString::fromStdString(*read) == kind, read ? read->c_str() : read.error().sentence.c_str());
    QTEST(said(sink), "words");
    QCOMPARE(static_cast<int>(sink.problems.size()), problems);
}

/// Before 2025 they had no ids.
void TestExportedChats::claudesResults_findTheirCalls()
{
    CollectingSink sink;
    QVERIFY(readText("x", R"([{"uuid": "c", "name": "Named", "chat_messages": [
        {"uuid": "a", "sender": "human", "text": "q", "created_at": "2024-11-23T01:53:10.123456+00:00"},
        {"uuid": "b", "sender": "assistant", "content": [{"type": "tool_use", "name": "f", "input": {"x": 1}},
          {"type": "tool_use", "name": "g", "input": {}}, {"type": "tool_result", "name": "g", "content": "two"},
          {"type": "tool_result", "name": "other", "content": [{"type": "local_resource", "file_path": "/a.md"}]},
          {"type": "voice_note", "title": "t", "text": "spoken"}]}]}])",
                     sink));
    const CollectedSession& session = sink.sessions.front();
    QCOMPARE(linesOf(session, [](const Message& message) { return message.role; }),
             (QStringList{"user > Claude: text", "assistant > Tools: use use", "tool > Claude: result",
                          "tool > Claude: result", "assistant > <human>: text"}));
    QCOMPARE(session.settings.title, std::string("Named"));
    QCOMPARE(messageAt(session, 0).timestamp.msSinceEpoch, 1732326790123);
    const std::vector<ToolUseBlock> uses = blocksOf<ToolUseBlock>(messageAt(session, 1));
    const ToolResultBlock first = blocksOf<ToolResultBlock>(messageAt(session, 2)).at(0);
    const ToolResultBlock second = blocksOf<ToolResultBlock>(messageAt(session, 3)).at(0);
    QVERIFY(first.id == uses.at(1).id && first.output == "two");
    QVERIFY(second.id == uses.at(0).id && second.output == "/a.md");
}

void TestExportedChats::openWebUisElements_areParts_data()
{
    QTest::addColumn<QString>("content");
    QTest::addColumn<QStringList>("lines");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* tag, const char* content, const QStringList& lines, const char* words) {
        QTest::newRow(tag) << QString::fromUtf8(content) << lines << QString::fromUtf8(words);
    };
    const QStringList text{"assistant > <human>: text"};
    row("one that breaks off", "a <details type=\"reasoning\" done=\"false\">\n> hm", text,
        "a <details type=\"reasoning\" done=\"false\">\n> hm");
    row("one of the model's own", "a <details><summary>s</summary>b</details> c", text,
        "a <details><summary>s</summary>b</details> c");
    row("attributes that do not end", "<details type=\"reasoning></details>", text,
        "<details type=\"reasoning></details>");
    row("a thought", "<details type='reasoning' done='true'><summary>s</summary>\n> one\n>\n> > two\n</details>\nb",
        {"assistant > <human>: thinking text"}, "b");
    row("code",
        "<details type=\"code_interpreter\" done=\"true\" output=\"{&quot;stdout&quot;:&quot;4\\n&quot;,"
        "&quot;result&quot;:&quot;5&quot;}\">\n<summary>Analyzed</summary>\n```python\n2+2\n```\n</details>\nfour",
        {"assistant > Tools: use", "tool > m: result", "assistant > <human>: text"}, "four");
    row("a call that goes on",
        "<details type=\"tool_calls\" done=\"false\" id=\"1\" name=\"f\" arguments=\"{}\">\n"
        "<summary>Executing...</summary>\n</details>",
        {"assistant > Tools: use"}, "");
    row("a result in the element",
        "<details type=\"tool_calls\" done=\"true\" id=\"1\" name=\"f\" arguments=\"{}\">\n"
        "<summary>Tool Executed</summary>\n&quot;out&quot;\n</details>",
        {"assistant > Tools: use", "tool > m: result"}, "");
}

void TestExportedChats::openWebUisElements_areParts()
{
    QFETCH(const QString, content);
    const nlohmann::json messages{
        {"a", {{"role", "assistant"}, {"model", "m"}, {"content", content.toStdString()}, {"timestamp", 1745071894}}}};
    const nlohmann::json chat{{"id", "x"}, {"chat", {{"history", {{"messages", messages}, {"currentId", "a"}}}}}};
    CollectingSink sink;
    const auto read = readText("x", chat.dump(), sink);
    QVERIFY2(read && *read == "open_webui", read ? read->c_str() : read.error().sentence.c_str());
    const CollectedSession& session = sink.sessions.front();
    QTEST(linesOf(session, [](const Message& message) { return message.role; }), "lines");
    QTEST(QString::fromStdString(conversation::textOf(messageAt(session, session.messages.size() - 1))), "words");
    QCOMPARE(messageAt(session, 0).timestamp.msSinceEpoch, 1745071894000);
    if (content.contains(QLatin1String("> > two"))) {
        QCOMPARE(blocksOf<ThinkingBlock>(messageAt(session, 0)).at(0).text, std::string("one\n\n> two"));
    }
    if (content.contains(QLatin1String("2+2"))) {
        QVERIFY(blocksOf<ToolUseBlock>(messageAt(session, 0)).at(0).input.json().at("code") == "2+2");
        QCOMPARE(blocksOf<ToolResultBlock>(messageAt(session, 1)).at(0).output, std::string("4\n5"));
    }
    if (content.contains(QLatin1String("out")) && content.contains(QLatin1String("Tool Executed"))) {
        QCOMPARE(blocksOf<ToolResultBlock>(messageAt(session, 1)).at(0).output, std::string("out"));
    }
}

void TestExportedChats::openWebUisOldLists_areRead()
{
    CollectingSink sink;
    const auto read = readText("x", R"({"title": "T", "models": ["m"], "history": {"currentId": null, "messages": {}},
        "messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a", "model": "m",
                      "info": {"prompt_eval_count": 7, "eval_count": 5}}]})",
                               sink);
    QVERIFY2(read && *read == "open_webui", read ? read->c_str() : read.error().sentence.c_str());
    QCOMPARE(said(sink), QStringLiteral("You: q | m: a"));
    QCOMPARE(messageAt(sink.sessions.front(), 1).usage->totalTokens(), 12);
}

void TestExportedChats::libreChatsOlderCalls_areRead()
{
    CollectingSink sink;
    QVERIFY(readText("x", R"({"conversationId": "c", "messages": [
        {"messageId": "a", "isCreatedByUser": true, "text": "q"},
        {"messageId": "b", "isCreatedByUser": false, "sender": "S", "content": [
          {"type": "tool_call", "tool_call": {"id": "1", "type": "function", "function": {"name": "f", "arguments": "{}",
            "output": "out"}}},
          {"type": "tool_call", "tool_call": {"id": "2", "type": "code_interpreter", "code_interpreter": {"input": "2+2",
            "outputs": [{"type": "logs", "logs": "4"}]}}},
          {"type": "tool_call", "tool_call": {"id": "3", "name": "g", "args": {"x": 1}, "output": "no",
            "runStepStatus": "failed"}}]}]})",
                     sink));
    const CollectedSession& session = sink.sessions.front();
    QCOMPARE(linesOf(session, [](const Message& message) { return message.role; }),
             (QStringList{"user > S: text", "assistant > Tools: use", "tool > S: result", "assistant > Tools: use",
                          "tool > S: result", "assistant > Tools: use", "tool > S: result"}));
    QCOMPARE(blocksOf<ToolUseBlock>(messageAt(session, 3)).at(0).name, std::string("code_interpreter"));
    QCOMPARE(blocksOf<ToolResultBlock>(messageAt(session, 4)).at(0).output, std::string("4"));
    QVERIFY(blocksOf<ToolResultBlock>(messageAt(session, 6)).at(0).isError);
}

/// Each message is inside the one before it.
void TestExportedChats::libreChatsLongTree_isRead()
{
    constexpr int count = 3'000;
    std::string begin = R"({"conversationId": "c", "recursive": true, "messagesTree": [)";
    std::string end = "]}";
    for (int i = 0; i < count; ++i) {
        const std::string number = std::to_string(i);
        begin += R"({"messageId": "m)" + number + R"(", "isCreatedByUser": )" + (i % 2 == 0 ? "true" : "false")
            + R"(, "text": "t)" + number + R"(", "children": [)";
        end = "]}" + end;
    }
    CollectingSink sink;
    const auto read = readText("x", begin + end, sink);
    QVERIFY2(read && *read == "librechat", read ? read->c_str() : read.error().sentence.c_str());
    QCOMPARE(sink.sessions.front().messages.size(), static_cast<std::size_t>(count));
    std::string deep =
        R"({"conversationId": "c", "messages": [{"messageId": "a", "isCreatedByUser": true, "text": "q"},)"
        R"( {"messageId": "b", "parentMessageId": "a", "isCreatedByUser": false, "text": "a", "content": )"
        + std::string(5'000, '[') + std::string(5'000, ']') + "}]}";
    CollectingSink other;
    QVERIFY(readText("x", deep, other));
    QCOMPARE(said(other), QStringLiteral("You: q"));
    QCOMPARE(other.problems.size(), 1U);
}

} // namespace tst_exported_chats

QUARTERDECK_TEST(tst_exported_chats, TestExportedChats)
#include "tst_exported_chats.moc"
