#include "collecting_sink.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace quarterdeck;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

CollectedSession readOne(const std::string& text)
{
    CollectingSink sink;
    const auto kind = readText("team.json", text, sink);
    return kind && *kind == "metagpt" && sink.sessions.size() == 1 ? sink.sessions.front() : CollectedSession();
}

QStringList textsOf(const CollectedSession& session)
{
    QStringList texts;
    for (const RecordedMessage& message : session.messages) {
        texts << QString::fromStdString(conversation::textOf(message.record.message));
    }
    return texts;
}

} // namespace

/// MetaGPT's saved teams as sessions.
class TestMetaGptTeam final : public QObject
{
    Q_OBJECT

private slots:
    void savedTeam_isRead_data();
    void savedTeam_isRead();
    void memories_completeTheHistory();
    void log_isRead();
    void log_namesWhatIsBroken();
    void log_ofAnotherProgram_isNone();
};

void TestMetaGptTeam::savedTeam_isRead_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("team") << "team.json";
    QTest::newRow("environment") << "MGXEnv.json";
}

void TestMetaGptTeam::savedTeam_isRead()
{
    QFETCH(QString, file);
    const auto session = readOne(testData("metagpt/" + file));
    QCOMPARE(session.team.size(), 5U);
    QCOMPARE(session.settings.routing.leader.str(), std::string("Mike"));
    QCOMPARE(session.settings.title, std::string("Write a 2048 game using JavaScript without using any frameworks"));
    QCOMPARE(session.messages.size(), 4U);
    QCOMPARE(textsOf(session).at(1), QStringLiteral("Please implement the 2048 game in plain JavaScript."));
    const auto& message = session.messages[1].record.message;
    QCOMPARE(message.sentFrom.str(), std::string("Mike"));
    QVERIFY(message.sendTo.contains(conversation::Address("Alex")));
    QVERIFY(session.messages.front().record.message.sentFrom.isEmpty());
    QVERIFY(session.settings.details.json().dump().find("storage") == std::string::npos);
}

void TestMetaGptTeam::memories_completeTheHistory()
{
    const auto message = [](const char* id, const char* text) {
        return json{{"id", id}, {"content", text}, {"role", "user"}, {"sent_from", ""}, {"send_to", {"<all>"}}};
    };
    json said = message("1", "a");
    said["instruct_content"] = {{"class", "p"}, {"mapping", {{"x", "eval('1')"}}}, {"value", {{"x", "y"}}}};
    const json env{
        {"roles",
         {{"Bob", {{"name", "Bob"}, {"rc", {{"memory", {{"storage", {message("1", "a"), message("2", "b")}}}}}}}}}},
        {"history", {{"storage", json::array({message("1", "[Message] from User to Bob: a"), said})}}}};
    const auto session = readOne(env.dump());
    QCOMPARE(textsOf(session), (QStringList{"a", "b"}));
}

void TestMetaGptTeam::log_isRead()
{
    CollectingSink sink;
    const auto kind = readText("run.txt", testData(QStringLiteral("metagpt/log_excerpt.txt")), sink);
    QVERIFY(kind && *kind == "metagpt_log");
    const CollectedSession& session = sink.sessions.at(0);
    QCOMPARE(session.messages.size(), 4U);
    QCOMPARE(session.settings.title, std::string("Write a 2048 game using JavaScript without using any frameworks"));
    const auto& order = session.messages[1].record.message;
    QCOMPARE(order.sentFrom.str(), std::string("Mike"));
    QVERIFY(order.sendTo.contains(conversation::Address("Alex")));
    QCOMPARE(order.id.str(), std::string("00000000000000000000000000000002"));
    QCOMPARE(order.timestampText, std::string("2025-06-30 19:45:55.101"));
    QCOMPARE(order.timestamp.msSinceEpoch - session.messages[0].record.message.timestamp.msSinceEpoch, 1);
    QStringList names;
    for (const Role& role : session.team) {
        names << QString::fromStdString(role.name.str());
    }
    names.sort();
    QCOMPARE(names, (QStringList{"Alex", "Bob", "Mike"}));
    QVERIFY(sink.problems.empty());
}

void TestMetaGptTeam::log_namesWhatIsBroken()
{
    CollectingSink sink;
    const std::string head = "2025-06-30 19:45:55.001 | INFO     | a:b:1 - ";
    const auto kind = readText("run.txt",
                               head + "x\n" + head + "publish_message: {\"content\": \"a\", \"sent_from\": \"A\"}\n"
                                   + "a second line\n" + head + "publish_message: {\"cont",
                               sink);
    QVERIFY(kind && *kind == "metagpt_log");
    QCOMPARE(sink.sessions.at(0).messages.size(), 1U);
    QCOMPARE(sink.problems.size(), 1U);
    QCOMPARE(sink.problems[0].place, std::string("line 4"));
}

void TestMetaGptTeam::log_ofAnotherProgram_isNone()
{
    const auto isKnown = [](const std::string& text) {
        formats::MemorySource source("run.txt", text, fileTime);
        return formats::ReaderRegistry::standard().knows(source);
    };
    const std::string line = "2025-06-30 19:45:55.001 | INFO     | server:run:1 - x\n";
    QVERIFY(!isKnown(line + line));
    // A script of one's own may write the first lines.
    QVERIFY(isKnown(line + "2025-06-30 19:45:55.002 | INFO     | metagpt.team:invest:96 - y\n"));
}

QTEST_GUILESS_MAIN(TestMetaGptTeam)
#include "tst_metagpt_team.moc"
