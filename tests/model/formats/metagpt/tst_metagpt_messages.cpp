#include "tests/model/formats/writing.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_metagpt_messages {

using namespace quarterdeck;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

/// As `Message.model_dump()` of MetaGPT writes them: an idea, what answers it, and an order in the words in which the
/// environment has it for its members, before the same as it was said.
json messages()
{
    const auto said = [](const char* id, const char* text, const char* from, const json& to) {
        return json{
            {"id", id},          {"content", text}, {"instruct_content", nullptr}, {"role", "user"}, {"cause_by", ""},
            {"sent_from", from}, {"send_to", to},   {"metadata", json::object()}};
    };
    json list{said("1", "Write a game.", "", {"<all>"}),
              said("2", "The plan.", "metagpt.roles.pm.PM", {"Bob"}),
              said("3", "[Message] from Mike to Bob: Draw it.", "Mike", {"Bob"}),
              said("3", "Draw it.", "Mike", {"Bob"}),
              said("4", "Drawn.", "Bob", {"no one"}),
              said("", "Bye.", "Bob", json::array()),
              said("6", "You, too.", "Mike", "Bob")};
    list[0]["cause_by"] = "metagpt.actions.add_requirement.UserRequirement";
    list[1]["instruct_content"] = {{"class", "prd"},
                                   {"mapping", {{"a", "(list[str], Ellipsis)"}, {"b", "(int, Ellipsis)"}}},
                                   {"value", {{"a", {"x"}}, {"b", 5}}}};
    list[1]["metadata"] = {{"agent", "Alice"}};
    list[4]["instruct_content"] = json::object();
    return list;
}

QByteArray linesOfAll(const json& list)
{
    std::string lines;
    for (const json& one : list) {
        lines += one.dump() + '\n';
    }
    return QByteArray::fromStdString(lines);
}

} // namespace

/// MetaGPT messages without their team.
class TestMetaGptMessages final : public QObject
{
    Q_OBJECT

private slots:
    void lists_areRead_data();
    void lists_areRead();
    void oneAlone_isRead();
    void theyGoOutAsTheyCame();
    void wrongOnes_areNamed();
    void othersMessages_areNone();
};

void TestMetaGptMessages::lists_areRead_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("a list") << QByteArray::fromStdString(messages().dump(1));
    QTest::newRow("a line each") << linesOfAll(messages());
    QTest::newRow("a memory") << QByteArray::fromStdString(
        json{{"storage", messages()}, {"index", json::object()}, {"ignore_id", false}}.dump());
}

void TestMetaGptMessages::lists_areRead()
{
    QFETCH(QByteArray, text);
    CollectingSink sink;
    const auto kind = readText("x", text.toStdString(), sink);
    QVERIFY(kind && *kind == "metagpt_messages");
    QCOMPARE(sink.sessions.size(), std::size_t{1});
    const CollectedSession& session = sink.sessions.front();
    QVERIFY(session.hasEnded);
    QCOMPARE(session.settings.title, std::string("Write a game."));
    QStringList said;
    for (const auto& recorded : session.messages) {
        const conversation::Message& message = recorded.record.message;
        const std::string to = message.sendTo.empty() ? "" : message.sendTo.begin()->str();
        said << QString::fromStdString(message.sentFrom.str() + " > " + to + ": " + conversation::textOf(message));
    }
    QCOMPARE(said,
             (QStringList{" > <all>: Write a game.", "metagpt.roles.pm.PM > Bob: The plan.", "Mike > Bob: Draw it.",
                          "Bob > no one: Drawn.", "Bob > <all>: Bye.", "Mike > Bob: You, too."}));
    const conversation::Message& plan = messageAt(session, 1);
    QVERIFY(plan.instructContent && plan.instructContent->value.json() == json({{"a", {"x"}}}));
    QVERIFY(plan.metadata.json().at("agent") == "Alice");
    QVERIFY(messageAt(session, 0).causeBy == conversation::action::userRequirement);
    QCOMPARE(sink.problems.size(), std::size_t{1}); // of the mapping that is none of three
    QStringList team;
    for (const conversation::Role& role : session.team) {
        team << QString::fromStdString(role.name.str());
    }
    QCOMPARE(team, (QStringList{"metagpt.roles.pm.PM", "Bob", "Mike"}));
}

void TestMetaGptMessages::oneAlone_isRead()
{
    CollectingSink sink;
    const auto kind = readText("x", messages().at(0).dump(2), sink);
    QVERIFY(kind && *kind == "metagpt_messages");
    QCOMPARE(sink.sessions.at(0).messages.size(), std::size_t{1});
}

void TestMetaGptMessages::theyGoOutAsTheyCame()
{
    CollectingSink sink;
    QVERIFY(readText("x", messages().dump(), sink));
    const json team = json::parse(written(sink.sessions.front(), "metagpt").text);
    json expected = messages();
    expected.erase(2); // the copy
    json storage = team.at("env").at("history").at("storage");
    expected[1]["metadata"] = {{"agent", "Alice"}};
    storage[4]["id"] = ""; // one is made for whom has none
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QVERIFY2(storage.at(i) == expected[i], storage.at(i).dump().c_str());
    }
    QCOMPARE(team.at("env").at("roles").at("Bob").at("__module_class_name").get<std::string>(),
             std::string("metagpt.roles.role.Role"));
}

void TestMetaGptMessages::wrongOnes_areNamed()
{
    json list = messages();
    list[1]["content"] = 5;
    list.insert(list.begin() + 2, 7);
    CollectingSink sink;
    QVERIFY(readText("x", list.dump(), sink));
    QStringList places;
    for (const ImportProblem& problem : sink.problems) {
        places << QString::fromStdString(problem.place);
    }
    QCOMPARE(places, (QStringList{"message 2", "message 3"}));
    QCOMPARE(sink.sessions.at(0).messages.size(), std::size_t{5});
}

void TestMetaGptMessages::othersMessages_areNone()
{
    for (const char* text : {R"([{"role": "user", "content": "a", "sent_from": "b"}])",
                             R"({"storage": [{"role": "user", "content": "a"}]})"}) {
        CollectingSink sink;
        const auto kind = readText("x", text, sink);
        QVERIFY(!kind || *kind != "metagpt_messages");
    }
}

} // namespace tst_metagpt_messages

QUARTERDECK_TEST(tst_metagpt_messages, TestMetaGptMessages)
#include "tst_metagpt_messages.moc"
