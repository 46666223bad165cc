#include "model/gateway/studio/studio_bodies.h"
#include "tests/support/test.h"

#include <QFile>
#include <QFloat16>
#include <QIODevice>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_studio_bodies {

using namespace quarterdeck::conversation;
using namespace quarterdeck::gateway;
using nlohmann::json;

namespace {

DecideContext context()
{
    DecideContext made;
    made.now = {1'700'000'000'000};
    made.makeId = [] { return std::string("made"); };
    return made;
}

std::vector<std::string> posts()
{
    QFile file(QStringLiteral(QUARTERDECK_TEST_DATA "/agentscope/posts.jsonl"));
    std::vector<std::string> lines;
    if (file.open(QIODevice::ReadOnly))
        while (!file.atEnd())
            lines.push_back(file.readLine().toStdString());
    return lines;
}

QByteArray nested(int depth) { return QByteArray(depth, '[') + QByteArray(depth, ']'); }

QByteArray inContent(const QByteArray& content)
{
    return R"({"replyName": "Bob", "runId": "1", "msg": {"id": "m", "name": "Bob", "content": [)" + content + "]}}";
}

} // namespace

/// What AgentScope's programs post, and what nobody should.
class TestStudioBodies final : public QObject
{
    Q_OBJECT
private slots:
    void aRealRunIsUnderstood();
    void speakers_data();
    void speakers();
    void oddMessagesAreKept_data();
    void oddMessagesAreKept();
    void speechIsKept_data();
    void speechIsKept();
    void whatIsTooMuchIsKeptAsText_data();
    void whatIsTooMuchIsKeptAsText();
    void aRunOfTooManyFieldsBegins();
    void aFormThatIsTooLargeIsAskedWithout();
    void whoAsksIsNotTheProgram();
    void bodiesWithoutARun_data();
    void bodiesWithoutARun();
    void whatJsonDoesNotHold();
};

void TestStudioBodies::aRealRunIsUnderstood()
{
    const auto lines = posts();
    QCOMPARE(lines.size(), std::size_t(37));
    const auto run = readRun(lines.front());
    QVERIFY(run.has_value());
    QCOMPARE(run->id, std::string("real-d2a0d322cc"));
    QCOMPARE(run->title, std::string("driver"));
    std::set<MessageId> ids;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const auto pushed = readMessage(lines[i], context());
        QVERIFY2(pushed.has_value(), lines[i].c_str());
        QCOMPARE(pushed->runId, run->id);
        QVERIFY(!hasBlock<UnknownBlock>(pushed->message));
        QVERIFY(pushed->message.timestampText.starts_with("2026-11-21 05:14:4"));
        ids.insert(pushed->message.id);
    }
    QCOMPARE(ids.size(), std::size_t(18));
}

void TestStudioBodies::speakers_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("role");
    const auto row = [](const char* name, const char* fields, const char* from, const char* role) {
        QTest::newRow(name) << QByteArray(fields) << QByteArray(from) << QByteArray(role);
    };
    row("1.0.21", R"("replyId": "r", "replyName": "Bob", "replyRole": "assistant",
        "msg": {"id": "m", "name": "Bob", "role": "assistant", "content": "x"})",
        "Bob", "assistant");
    row("1.0.7, whose name is the reply's id", R"("replyId": "r", "name": "r", "role": "assistant",
        "msg": {"id": "m", "name": "Bob", "role": "assistant", "content": "x"})",
        "Bob", "assistant");
    row("a tool's result", R"("replyId": "r", "replyName": "Bob", "replyRole": "assistant",
        "msg": {"id": "m", "name": "system", "role": "system",
                "content": [{"type": "tool_result", "id": "1", "name": "f", "output": "5"}]})",
        "Bob", "tool");
    row("a tool's result in 1.0.7", R"("replyId": "r", "name": "r",
        "msg": {"id": "m", "name": "system", "role": "system",
                "content": [{"type": "tool_result", "id": "1", "name": "f", "output": "5"}]})",
        "system", "tool");
    row("1.0.8 and Java", R"("replyId": "r", "name": "Bob", "role": "assistant",
        "msg": {"id": "m", "name": "system", "role": "system",
                "content": [{"type": "tool_result", "id": "1", "name": "f", "output": "5"}]})",
        "Bob", "tool");
    row("the person", R"("replyId": "r", "replyName": "Human", "replyRole": "user",
        "msg": {"id": "m", "name": "Human", "role": "user", "content": "x"})",
        "", "user");
    row("who is called like this program", R"("replyId": "r", "replyName": "Quarterdeck",
        "msg": {"id": "m", "name": "Qu\u0430rterdeck", "role": "assistant", "content": "x"})",
        "Qu\xD0\xB0rterdeck (another program)", "assistant");
    row("a tool's result of such a one", R"("replyId": "r", "replyName": "Quarterdeck",
        "msg": {"id": "m", "name": "system", "role": "system",
                "content": [{"type": "tool_result", "id": "1", "name": "f", "output": "5"}]})",
        "Quarterdeck (another program)", "tool");
    row("nobody", R"("msg": {"id": "m", "content": "x"})", "agent", "assistant");
}

void TestStudioBodies::speakers()
{
    QFETCH(QByteArray, fields);
    const auto pushed = readMessage(R"({"runId": "1", )" + fields.toStdString() + "}", context());
    QVERIFY(pushed.has_value());
    QTEST(QByteArray::fromStdString(pushed->message.sentFrom.str()), "from");
    QTEST(QByteArray::fromStdString(pushed->message.role), "role");
    QCOMPARE(pushed->message.id.str(), std::string("m"));
}

void TestStudioBodies::oddMessagesAreKept_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<int>("unknownBlocks");
    const auto row = [](const char* name, const QByteArray& body, const char* id, int unknownBlocks) {
        QTest::newRow(name) << body << QByteArray(id) << unknownBlocks;
    };
    row("no message", R"({"runId": "1"})", "made", 1);
    row("a list for a message", R"({"runId": "1", "replyId": "r", "msg": [1]})", "r", 1);
    row("a number for its content", R"({"runId": "1", "msg": {"id": "m", "content": 5}})", "m", 1);
    row("an object for its content", R"({"runId": "1", "msg": {"id": "m", "content": {"a": 1}}})", "m", 1);
    row("an unknown block", R"({"runId": "1", "msg": {"id": "m", "content": [{"type": "hologram"}, 7]}})", "m", 2);
    row("an unknown role", R"({"runId": "1", "msg": {"id": "m", "role": "developer", "content": "x"}})", "m", 0);
    row("nothing for its content", R"({"runId": "1", "msg": {"id": "m", "content": null}})", "m", 0);
    row("a number for its id", R"({"runId": "1", "msg": {"id": 5, "content": "x"}})", "5", 0);
    row("numbers for names", R"({"runId": 1, "replyName": 2, "msg": {"id": "m", "name": 3, "content": "x"}})", "m", 0);
    row("numbers of 400 digits",
        inContent(R"({"type": "text", "text": "x"}], "metadata": {"n": )" + QByteArray(400, '7') + R"(, "m": [-)"
                  + QByteArray(400, '7') + "]}, \"more\": ["),
        "m", 0);
    row("nested 300 deep", inContent(nested(300)), "m", 1);
}

void TestStudioBodies::oddMessagesAreKept()
{
    QFETCH(QByteArray, body);
    const auto pushed = readMessage(body.toStdString(), context());
    QVERIFY(pushed.has_value());
    QTEST(QByteArray::fromStdString(pushed->message.id.str()), "id");
    QTEST(static_cast<int>(blocksOf<UnknownBlock>(pushed->message).size()), "unknownBlocks");
    QCOMPARE(pushed->message.timestamp.msSinceEpoch, context().now.msSinceEpoch);
}

void TestStudioBodies::speechIsKept_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("speech");
    QTest::addColumn<int>("sounds");
    QTest::addColumn<int>("unknownBlocks");
    const QByteArray sound =
        R"({"type": "audio", "source": {"type": "base64", "media_type": "audio/wav", "data": "UklGRg=="}})";
    const QByteArray address = R"({"type": "audio", "source": {"type": "url", "url": "https://sounds.invalid/a.wav"}})";
    const QByteArray text = R"("hello")";
    QTest::newRow("none") << text << QByteArray("null") << 0 << 0;
    QTest::newRow("an empty list") << text << QByteArray("[]") << 0 << 0;
    QTest::newRow("one sound") << text << sound << 1 << 0;
    QTest::newRow("two sounds, beside blocks")
        << QByteArray(R"([{"type": "text", "text": "hello"}])") << "[" + sound + ", " + address + "]" << 2 << 0;
    QTest::newRow("blocks of another kind") << text << QByteArray(R"([{"type": "hum"}, "la"])") << 0 << 2;
    QTest::newRow("a text") << text << QByteArray(R"("la")") << 0 << 1;
    QTest::newRow("a number") << text << QByteArray("7") << 0 << 1;
}

/// Speech that goes with a message is beside it in the post.
void TestStudioBodies::speechIsKept()
{
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, speech);
    const QByteArray body = R"({"runId": "1", "replyName": "Bob", "msg": {"id": "m", "name": "Bob", "content": )"
        + content + R"(}, "speech": )" + speech + "}";
    const auto pushed = readMessage(body.toStdString(), context());
    QVERIFY(pushed.has_value());
    QCOMPARE(textOf(pushed->message), std::string("hello"));
    const auto sounds = blocksOf<MediaBlock>(pushed->message);
    QTEST(static_cast<int>(sounds.size()), "sounds");
    for (const MediaBlock& sound : sounds)
        QVERIFY(sound.kind == MediaKind::Audio);
    QTEST(static_cast<int>(blocksOf<UnknownBlock>(pushed->message).size()), "unknownBlocks");
    QCOMPARE(pushed->attachments.size(), std::size_t(speech.contains("base64") ? 1 : 0));
    QCOMPARE(pushed->spokenBlocks + 1, pushed->message.content.size());
}

void TestStudioBodies::whatIsTooMuchIsKeptAsText_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("nested 1,000 deep") << inContent(nested(1'000));
    QTest::newRow("nested 100,000 deep") << inContent(nested(100'000));
    QTest::newRow("5.1 million values") << inContent('[' + QByteArray("0,").repeated(5'100'000) + "0]");
    QTest::newRow("what JSON does not hold, too deep") << inContent(
        nested(1'000) + R"(, NaN, -Infinity, 1e999, -0.5E-7, "\ud800\u0000", true, null, {"a": {}, "b": []})");
    QTest::newRow("names in other places, too deep")
        << inContent(R"({"id": "no", "runId": "no"}, )" + nested(1'000) + R"(, {"msg": {"id": "no"}})");
}

void TestStudioBodies::whatIsTooMuchIsKeptAsText()
{
    QFETCH(QByteArray, body);
    const auto pushed = readMessage(body.toStdString(), context());
    QVERIFY(pushed.has_value());
    QCOMPARE(pushed->runId, std::string("1"));
    QCOMPARE(pushed->message.id.str(), std::string("m"));
    QCOMPARE(pushed->message.sentFrom.str(), std::string("Bob"));
    const auto blocks = blocksOf<UnknownBlock>(pushed->message);
    QCOMPARE(blocks.size(), std::size_t(1));
    QVERIFY(blocks.front().value.json() == json({{"unread_body", body.toStdString()}}));
}

void TestStudioBodies::aRunOfTooManyFieldsBegins()
{
    const QByteArray body = R"({"id": "r", "project": "p", "more": )" + nested(1'000) + "}";
    const auto run = readRun(body.toStdString());
    QVERIFY(run.has_value());
    QCOMPARE(run->id, std::string("r"));
    QCOMPARE(run->title, std::string("p"));
    QCOMPARE(run->fields.json().at("unread_body").get<std::string>(), body.toStdString());
}

void TestStudioBodies::aFormThatIsTooLargeIsAskedWithout()
{
    const QByteArray body =
        R"({"runId": "r", "requestId": "q", "agentName": "Bob", "structuredInput": {"a": )" + nested(1'000) + "}}";
    const auto input = readInputRequest(body.toStdString(), context());
    QVERIFY(input.has_value());
    QCOMPARE(input->runId, std::string("r"));
    QCOMPARE(input->question.id.str(), std::string("q"));
    QCOMPARE(input->question.asker.str(), std::string("Bob"));
    QVERIFY(input->question.schema.isNull());
    QVERIFY(!input->question.reason.empty());
}

void TestStudioBodies::whoAsksIsNotTheProgram()
{
    const auto asked = readInputRequest(R"({"runId": "1", "requestId": "q", "agentName": "Quarterdeck"})", context());
    QVERIFY(asked.has_value());
    QCOMPARE(asked->question.asker.str(), std::string("Quarterdeck (another program)"));
    const auto reply = readReply(R"({"runId": "1", "replyId": "r", "replyName": "Quarterdeck"})");
    QVERIFY(reply.has_value());
    QCOMPARE(reply->speaker, std::string("Quarterdeck (another program)"));
}

void TestStudioBodies::bodiesWithoutARun_data()
{
    QTest::addColumn<QByteArray>("body");
    for (const char* body : {"", "{", "[]", "5", "null", R"({"runId": ""})", R"({"runId": null})", R"({"msg": {}})",
                             "{\"runId\": \"\xff\"}"})
        QTest::newRow(body) << QByteArray(body);
    const auto deep = [](const QByteArray& rest) { return "{" + rest + R"(, "a": )" + nested(1'000) + "}"; };
    QTest::newRow("too deep, no run") << deep(R"("b": 1)");
    QTest::newRow("too deep, a run that is a list") << deep(R"("runId": ["1"])");
    QTest::newRow("too deep, no UTF-8") << deep("\"runId\": \"1\", \"b\": \"\xff\"");
    for (const char* fault : {"01",      "-",        "1.",         "1e",        ".5",    "+1",       "nul",
                              "'a'",     "\"\n\"",   R"("\x")",    R"("\u12")", "[1 2]", "[1,]",     "{,}",
                              "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{1:2}",     "[}",    "1, \"c\"", ""})
        QTest::newRow(qPrintable(QLatin1String("too deep, and no JSON: ") + QLatin1String(fault)))
            << deep(R"("runId": "1", "b": )" + QByteArray(fault));
    QTest::newRow("too deep, and more behind it") << deep(R"("runId": "1")") + "1";
    QTest::newRow("too deep") << QByteArray(R"({"runId": "1", "msg": )") + QByteArray(100'000, '[');
}

void TestStudioBodies::bodiesWithoutARun()
{
    QFETCH(QByteArray, body);
    QVERIFY(!readMessage(body.toStdString(), context()));
    QVERIFY(!readReply(body.toStdString()));
    QVERIFY(!readRun(body.toStdString()));
}

void TestStudioBodies::whatJsonDoesNotHold()
{
    QCOMPARE(readRun(R"({"id": "a\ud800", "name": "x\udc00"})")->id, std::string("a\\ud800"));
    QCOMPARE(readRun(R"({"id": "a\ud800", "name": "x\udc00"})")->title, std::string("x\\udc00"));
    const auto pushed = readMessage(
        R"({"runId": "1", "msg": {"id": "m", "content": "a\ud800b\u0000c", "metadata": {"score": NaN}}})", context());
    QVERIFY(pushed.has_value());
    QCOMPARE(textOf(pushed->message), std::string("a\\ud800b\0c", 10));
    const auto blocks = readMessage(
        R"({"runId": "1", "msg": {"content": [{"type": "text", "text": "\ud83d\ude00\ude00"}]}})", context());
    QCOMPARE(textOf(blocks->message), std::string("\U0001F600\\ude00")); // and a whole one stays
}

} // namespace tst_studio_bodies

QUARTERDECK_TEST(tst_studio_bodies, TestStudioBodies)
#include "tst_studio_bodies.moc"
