#include "tests/model/formats/collecting_sink.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_anthropic_messages {

using namespace quarterdeck;
using namespace quarterdeck::test;
using conversation::Address;
using conversation::Message;
using nlohmann::json;

namespace {

CollectedSession readOne(const std::string& text, std::vector<ImportProblem>* problems = nullptr)
{
    CollectingSink sink;
    const auto kind = readText("a.json", text, sink);
    if (problems) {
        *problems = sink.problems;
    }
    const bool isRight = kind && *kind == "anthropic" && sink.sessions.size() == 1 && sink.sessions.front().hasEnded;
    return isRight ? sink.sessions.front() : CollectedSession();
}

std::string role(const Message& message) { return message.role; }

} // namespace

/// Anthropic's Messages as sessions.
class TestAnthropicMessages final : public QObject
{
    Q_OBJECT

private slots:
    void request_isASession();
    void lines_areOneSession();
    void kinds_areTold_data();
    void kinds_areTold();
    void listOfRequests_isASessionEach();
    void linesOfABatch_areASessionEach_data();
    void linesOfABatch_areASessionEach();
    void wrongRecords_areNamed();
};

void TestAnthropicMessages::request_isASession()
{
    CollectingSink sink;
    const auto kind = readText("request.json", testData(QStringLiteral("anthropic/request.json")), sink);
    QVERIFY2(kind && *kind == "anthropic", kind ? kind->c_str() : kind.error().sentence.c_str());
    const CollectedSession& session = sink.sessions.at(0);
    QCOMPARE(linesOf(session, role),
             (QStringList{"system > Assistant: text text", "user > Assistant: media text media text media unknown",
                          "user > Assistant: text", "assistant > Tools: thinking unknown text use use",
                          "tool > Assistant: result result", "user > Assistant: text", "assistant > Tools: use text",
                          "user > Assistant: text", "tool > Assistant: result", "assistant > <human>:"}));
    QCOMPARE(session.settings.title, std::string("what"));
    QVERIFY(session.settings.details.json().at("fields").at("tools").at(0).at("name") == "look");
    QVERIFY(!session.settings.details.json().at("fields").contains("system"));
    QCOMPARE(sink.attachments.size(), 2U);
    QCOMPARE(sink.attachments[1].bytes, std::string("%PDF-"));
    const auto results = conversation::blocksOf<conversation::ToolResultBlock>(messageAt(session, 4));
    QCOMPARE(results[0].name, std::string("look"));
    QVERIFY(results[1].isError);
    QCOMPARE(results[1].output, std::string("not\ndone"));
    QCOMPARE(messageAt(session, 4).sentFrom, Address("Tools"));
    QVERIFY(messageAt(session, 1).sentFrom.isEmpty());
    QVERIFY(messageAt(session, 1).metadata.json().at("fields").at("3").contains("cache_control"));
}

void TestAnthropicMessages::lines_areOneSession()
{
    const auto session = readOne(testData(QStringLiteral("anthropic/messages.jsonl")));
    QCOMPARE(linesOf(session, role),
             (QStringList{"user > Assistant: text", "assistant > Tools: use", "tool > Assistant: result",
                          "assistant > <human>: text"}));
    const auto usage = messageAt(session, 1).usage;
    QVERIFY(usage && *usage == (conversation::Usage{"claude-x", 15, 7, {}, 0, 5}));
    QVERIFY(messageAt(session, 1).metadata.json().at("source").at("stop_reason") == "tool_use");
}

void TestAnthropicMessages::kinds_areTold_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("kind");
    const char* asked = R"({"role": "user", "content": "hi"})";
    const char* called =
        R"({"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "f", "input": {}}]})";
    const auto list = [](const QByteArray& one, const QByteArray& other) { return "[" + one + ", " + other + "]"; };
    QTest::newRow("plain messages") << list(asked, asked) << "openai";
    QTest::newRow("a call later on") << list(asked, called) << "anthropic";
    QTest::newRow("a call in a later line") << QByteArray(asked) + "\n" + called << "anthropic";
    QTest::newRow("no JSON between") << QByteArray(asked) + "\n{\n" + called << "anthropic";
    QTest::newRow("system at the top") << "{\"system\": \"s\", \"messages\": [" + QByteArray(asked) + "]}"
                                       << "anthropic";
    QTest::newRow("system among the messages")
        << QByteArray(R"({"max_tokens": 9, "messages": [{"role": "system", "content": "s"}]})") << "openai";
    QTest::newRow("OpenAI's parts") << QByteArray(
        R"({"max_tokens": 9, "messages": [{"role": "user", "content": [{"type": "image_url", "image_url": "u"}]}]})")
                                    << "openai";
    QTest::newRow("a response") << QByteArray(
        R"({"type": "message", "role": "assistant", "content": [{"type": "text", "text": "t"}], "stop_reason": "x"})")
                                << "anthropic";
}

void TestAnthropicMessages::kinds_areTold()
{
    QFETCH(QByteArray, text);
    CollectingSink sink;
    const auto kind = readText("a.json", text.toStdString(), sink);
    QTEST(kind ? QString::fromStdString(*kind) : QString(), "kind");
}

void TestAnthropicMessages::listOfRequests_isASessionEach()
{
    CollectingSink sink;
    const auto kind = readText("a.json", R"([{"system": "s", "messages": [{"role": "user", "content": "a"}]},
        {"system": "s"}, {"messages": [{"role": "user", "content": "b"}]}])",
                               sink);
    QVERIFY(kind && *kind == "anthropic");
    QCOMPARE(sink.sessions.size(), 2U);
    QCOMPARE(sink.sessions[1].settings.title, std::string("b"));
    QCOMPARE(sink.problems.size(), 1U);
    QCOMPARE(sink.problems[0].place, std::string("run 2"));
}

void TestAnthropicMessages::linesOfABatch_areASessionEach_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("messages");
    QTest::addColumn<int>("problems");
    QTest::newRow("what was asked for") << QByteArray(
        R"({"custom_id": "a", "params": {"model": "m", "max_tokens": 9, "system": "be brief",)"
        R"( "messages": [{"role": "user", "content": "q"}]}})"
        "\n"
        R"({"custom_id": "b", "params": {"model": "m", "max_tokens": 9,)"
        R"( "messages": [{"role": "user", "content": "r"}]}})")
                                        << QStringList{"a", "system > Assistant: text", "user > Assistant: text", "b",
                                                       "user > Assistant: text"}
                                        << 0;
    QTest::newRow("what came of it") << QByteArray(
        R"({"custom_id": "a", "result": {"type": "errored", "error": {"type": "x"}}})"
        "\n"
        R"({"custom_id": "b", "result": {"type": "succeeded", "message": {"id": "1", "type": "message",)"
        R"( "role": "assistant", "model": "m", "content": [{"type": "text", "text": "hi"}],)"
        R"( "stop_reason": "end_turn", "usage": {"input_tokens": 3, "output_tokens": 2}}}})")
                                     << QStringList{"b", "assistant > <human>: text"} << 1;
}

void TestAnthropicMessages::linesOfABatch_areASessionEach()
{
    QFETCH(const QByteArray, text);
    CollectingSink sink;
    const auto kind = readText("a.jsonl", text.toStdString(), sink);
    QVERIFY2(kind && *kind == "anthropic", kind ? kind->c_str() : kind.error().sentence.c_str());
    QStringList messages;
    for (const CollectedSession& session : sink.sessions) {
        const json& fields = session.settings.details.json().at("fields");
        messages << QString::fromStdString(fields.at("custom_id").get<std::string>()) << linesOf(session, role);
    }
    QTEST(messages, "messages");
    QTEST(static_cast<int>(sink.problems.size()), "problems");
}

void TestAnthropicMessages::wrongRecords_areNamed()
{
    const std::string good = R"({"role": "assistant", "content": [{"type": "tool_use", "name": "f"}]})";
    std::vector<ImportProblem> problems;
    const auto session = readOne("[" + good + R"x(, 1, {"content": "c"}, {"role": "user", "content": 3},
        {"role": "user", "content": [{"type": "image", "source": {"type": "base64", "data": "%"}},
        {"type": "tool_result", "content": 7}, {"type": "text"}, 5]}])x",
                                 &problems);
    QStringList places;
    for (const ImportProblem& problem : problems) {
        places << QString::fromStdString(problem.place);
    }
    QCOMPARE(places, (QStringList{"message 2", "message 3", "message 4", "message 5"}));
    QCOMPARE(linesOf(session, role).last(), QStringLiteral("user > Assistant: unknown unknown unknown unknown"));
}

} // namespace tst_anthropic_messages

QUARTERDECK_TEST(tst_anthropic_messages, TestAnthropicMessages)
#include "tst_anthropic_messages.moc"
