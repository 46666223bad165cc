#include "studio/studio_bodies.h"

#include <QFile>
#include <QtTest>
#include <nlohmann/json.hpp>

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
    const auto row = [](const char* name, const char* body, const char* id, int unknownBlocks) {
        QTest::newRow(name) << QByteArray(body) << QByteArray(id) << unknownBlocks;
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

void TestStudioBodies::bodiesWithoutARun_data()
{
    QTest::addColumn<QByteArray>("body");
    for (const char* body : {"", "{", "[]", "5", "null", R"({"runId": ""})", R"({"runId": null})", R"({"msg": {}})",
                             "{\"runId\": \"\xff\"}"})
        QTest::newRow(body) << QByteArray(body);
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
    const auto pushed = readMessage(
        R"({"runId": "1", "msg": {"id": "m", "content": "a\ud800b\u0000c", "metadata": {"score": NaN}}})", context());
    QVERIFY(pushed.has_value());
    QCOMPARE(textOf(pushed->message),
             std::string("a\xEF\xBF\xBD"
                         "b\0c",
                         7));
}

QTEST_GUILESS_MAIN(TestStudioBodies)
#include "tst_studio_bodies.moc"
