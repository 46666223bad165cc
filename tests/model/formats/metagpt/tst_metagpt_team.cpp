#include "model/formats/metagpt/team_reader.h"
#include "tests/model/formats/writing.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_metagpt_team {

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
    void otherMemories_areRead();
    void costs_areTheTeams_data();
    void costs_areTheTeams();
    void messagesAlikeWithoutIds_areEachOne();
    void memories_keepTheirOrder();
    void unreadMail_isNoted_data();
    void unreadMail_isNoted();
    void privateEntries_areTheRoles_data();
    void privateEntries_areTheRoles();
    void pathOfAClass_isItsRole();
    void rolesFields_goOutAgain();
    static void memoriesAndCopies_areToldAsLost();
    void index_hasWhatStandsInStorage_data();
    void index_hasWhatStandsInStorage();
    void index_hasAnEnd();
    void historysCommands_areThePersons();
    void eachBadRecord_isNamed();
    void log_isRead();
    void log_hasARunForEachCompany();
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

/// What a role works with is kept separate from its memory; anything else stays as it came.
void TestMetaGptTeam::otherMemories_areRead()
{
    const auto message = [](const char* id, const char* text) {
        return json{{"id", id}, {"content", text}, {"role", "user"}, {"sent_from", "Bob"}, {"send_to", {"<all>"}}};
    };
    const auto memory = [](const std::vector<json>& messages) {
        return json{{"storage", json(messages)}, {"ignore_id", false}};
    };
    const json remembered = memory({message("1", "a")});
    const json role{
        {"name", "Bob"},
        {"rc", {{"memory", remembered}, {"working_memory", memory({message("1", "a"), message("2", "b")})}}},
        {"planner", {{"working_memory", memory({message("3", "c"), message("2", "b")})}, {"goal", "g"}}},
        {"index", {{"storage", "/tmp/index"}}}};
    const json env{{"roles", {{"Bob", role}}}, {"history", remembered}};
    const auto session = readOne(env.dump());
    QCOMPARE(textsOf(session), (QStringList{"a", "b", "c"}));
    const json kept = session.settings.details.json().at("fields").at("roles").at("Bob");
    QVERIFY2(kept.at("index").at("storage") == "/tmp/index" && kept.at("planner").size() == 1, kept.dump().c_str());
}

void TestMetaGptTeam::costs_areTheTeams_data()
{
    QTest::addColumn<QByteArray>("costs");
    QTest::addColumn<QString>("usage"); // tokens of prompts and completions, cost
    QTest::newRow("an object") << QByteArray(
        R"({"total_prompt_tokens": 10, "total_completion_tokens": 5, "total_cost": 0.5})")
                               << "10 5 0.5";
    QTest::newRow("as text") << QByteArray(R"("{\"total_prompt_tokens\": 10, \"total_cost\": 0.25}")") << "10 0 0.25";
    QTest::newRow("none") << QByteArray(
        R"({"total_prompt_tokens": 0, "total_completion_tokens": 0, "total_cost": 0.0})")
                          << "";
    QTest::newRow("nonsense") << QByteArray(R"({"total_prompt_tokens": -4, "total_cost": "much"})") << "";
    QTest::newRow("no text") << QByteArray(R"("{")") << "";
}

void TestMetaGptTeam::costs_areTheTeams()
{
    QFETCH(const QByteArray, costs);
    const json document{
        {"context", {{"cost_manager", json::parse(costs.toStdString())}}},
        {"env",
         {{"roles", json::object()},
          {"history", {{"storage", json::array({{{"id", "1"}, {"content", "a"}, {"role", "user"}}})}}}}}};
    const auto session = readOne(document.dump());
    QCOMPARE(session.messages.size(), 1U);
    const auto& usage = session.usage;
    QTEST(usage ? QStringLiteral("%1 %2 %3")
                      .arg(usage->promptTokens)
                      .arg(usage->completionTokens)
                      .arg(usage->cost.value_or(0))
                : QString(),
          "usage");
    // They go out again with what the file said of its team; another format has no place for them.
    const auto isTold = [&](const char* format) {
        const Written made = written(session, format);
        return std::ranges::find(made.losses, "costs", &formats::Loss::kind) != made.losses.end();
    };
    QVERIFY(!isTold("metagpt"));
    QCOMPARE(isTold("openai"), usage.has_value());
}

/// Said twice; a memory that has both says nothing new.
void TestMetaGptTeam::messagesAlikeWithoutIds_areEachOne()
{
    const json good{{"content", "LGTM"}, {"role", "user"}, {"sent_from", ""}, {"send_to", {"<all>"}}};
    const json twice = json::array({good, good});
    const json env{{"roles", {{"Bob", {{"name", "Bob"}, {"rc", {{"memory", {{"storage", twice}}}}}}}}},
                   {"history", {{"storage", twice}}}};
    QCOMPARE(textsOf(readOne(env.dump())), (QStringList{"LGTM", "LGTM"}));
}

/// What a role said in private, and what its commands told the person, are where its memory has them.
void TestMetaGptTeam::memories_keepTheirOrder()
{
    const auto message = [](const char* id, const std::string& text, const char* from, const char* to) {
        return json{
            {"id", id},        {"content", text},           {"role", "user"}, {"cause_by", "x"}, {"sent_from", from},
            {"send_to", {to}}, {"metadata", json::object()}};
    };
    const std::string commands = R"([{"command_name": "RoleZero.reply_to_human", "args": {"content": "done"}},)"
                                 R"( {"command_name": "end", "args": {}}])";
    const std::string plan = R"([{"command_name": "Plan.append_task", "args": {"task_id": "1"}}])";
    const json one = message("1", "a", "", "<all>");
    const json own = message("2", "[Message] from Bob to User: between us", "Bob", "User");
    const json three = message("5", "c", "Alice", "<all>");
    const json memory =
        json::array({one, own, message("3", commands, "", "<all>"), message("4", plan, "", "<all>"), three});
    const json env{{"roles", {{"Bob", {{"name", "Bob"}, {"rc", {{"memory", {{"storage", memory}}}}}}}}},
                   {"history", {{"storage", json::array({one, three})}}}};
    const auto session = readOne(env.dump());
    QCOMPARE(textsOf(session), (QStringList{"a", "between us", "done", QString::fromStdString(plan), "c"}));
    QStringList speakers;
    QStringList hearers;
    for (std::size_t i = 0; i < session.messages.size(); ++i) {
        speakers << QString::fromStdString(messageAt(session, i).sentFrom.str());
        hearers << QString::fromStdString(messageAt(session, i).sendTo.begin()->str());
    }
    QCOMPARE(speakers, (QStringList{"", "Bob", "Bob", "Bob", "Alice"}));
    QVERIFY(messageAt(session, 2).sendTo == conversation::AddressSet{conversation::address::person});
    QVERIFY(messageAt(session, 3).sendTo == conversation::AddressSet{conversation::address::none});
    // It goes out as it came.
    const json again = json::parse(written(session, "metagpt").text);
    const json& storage = again.at("history").at("storage");
    QCOMPARE(storage.size(), memory.size());
    for (std::size_t i = 0; i < memory.size(); ++i) {
        for (const char* key : {"id", "content", "sent_from", "send_to", "role", "metadata"}) {
            QVERIFY2(storage[i].at(key) == memory[i].at(key), (storage[i].dump() + memory[i].dump()).c_str());
        }
    }
}

void TestMetaGptTeam::privateEntries_areTheRoles_data()
{
    QTest::addColumn<QString>("role");
    QTest::addColumn<QString>("content");
    QTest::addColumn<QString>("speaker");
    QTest::addColumn<QString>("hearer");
    QTest::addColumn<QString>("text");
    const QString reply = R"([{"command_name": "RoleZero.reply_to_human", "args": {"content": "done"}}])";
    const QString ask = R"([{"command_name": "RoleZero.ask_human", "args": {"question": "blue?"}}])";
    const QString plan = R"([{"command_name": "end"}])";
    const QString person = "<human>";
    const auto row = [](const char* name, const char* role, const QString& content, const char* speaker,
                        const QString& hearer,
                        const QString& text) { QTest::newRow(name) << role << content << speaker << hearer << text; };
    row("bare", "user", reply, "Bob", person, "done");
    row("fenced", "assistant", "```json\n" + reply + "\n```", "Bob", person, "done");
    row("fenced behind thoughts", "assistant", "I [will] answer.\n```json\n" + reply + "\n```", "Bob", person, "done");
    row("behind thoughts", "assistant", "I [will] answer.\n\n" + reply, "Bob", person, "done");
    row("a question", "assistant", "```json\n" + ask + "\n```", "Bob", person, "blue?");
    row("nothing told", "assistant", plan, "Bob", "<none>", plan);
    row("quick answer", "assistant", "Four.", "Bob", person, "Four.");
    row("result", "user", "Command Editor.write executed: ok", "Bob", "<none>", "Command Editor.write executed: ok");
    row("response", "user", "Human response: blue", "Bob", "<none>", "Human response: blue");
    row("the person's", "user", "Command me", "", "<all>", "Command me");
}

void TestMetaGptTeam::unreadMail_isNoted_data()
{
    QTest::addColumn<QByteArray>("bob");
    QTest::addColumn<QByteArray>("expected"); // null = he has read everything
    const QByteArray none = "null";
    QTest::newRow("nothing") << QByteArray("{}") << none;
    QTest::newRow("observed and remembered") << QByteArray(R"({"latest_observed_msg": {"id": "1"}})") << none;
    QTest::newRow("interrupted at it") << QByteArray(R"({"latest_observed_msg": {"id": "2"}})")
                                       << QByteArray(R"(["2"])");
    QTest::newRow("news") << QByteArray(R"({"rc": {"news": [{"id": "1"}, {"id": "2"}]}})") << QByteArray(R"(["2"])");
    QTest::newRow("buffer") << QByteArray(R"({"rc": {"msg_buffer": [{"id": "2"}, {"id": "2"}, {}]}})")
                            << QByteArray(R"(["2"])");
    QTest::newRow("buffer as text") << QByteArray(R"({"rc": {"msg_buffer": "[\"{\\\"id\\\": \\\"2\\\"}\"]"}})")
                                    << QByteArray(R"(["2"])");
    QTest::newRow("no buffer") << QByteArray(R"({"rc": {"msg_buffer": "[oh"}})") << none;
    QTest::newRow("nonsense") << QByteArray(R"({"latest_observed_msg": 7, "rc": {"news": {"id": "2"}}})") << none;
    QTest::newRow("unknown memory") << QByteArray(R"({"latest_observed_msg": {"id": "2"}, "rc": {"memory": null}})")
                                    << none;
}

/// What a role had not read when it was saved, so that it reads it when its team goes on.
void TestMetaGptTeam::unreadMail_isNoted()
{
    QFETCH(const QByteArray, bob);
    QFETCH(const QByteArray, expected);
    const auto said = [](const char* id) {
        return json{{"id", id}, {"content", id}, {"role", "user"}, {"sent_from", "Mike"}, {"send_to", {"Bob"}}};
    };
    json role{{"rc", {{"memory", {{"storage", json::array({said("1")})}}}}}};
    role.merge_patch(json::parse(bob.toStdString()));
    const json env{{"roles", {{"Bob", role}, {"Mike", json::object()}}},
                   {"history", {{"storage", json::array({said("1"), said("2")})}}}};
    const auto session = readOne(env.dump());
    QCOMPARE(session.messages.size(), 2U);
    const json unread = session.settings.details.json().value("unread", json::object());
    QVERIFY2(unread.value("Bob", json()) == json::parse(expected.toStdString()), unread.dump().c_str());
    QVERIFY(!unread.contains("Mike"));
}

/// What is only in one role's memory, naming nobody.
void TestMetaGptTeam::privateEntries_areTheRoles()
{
    QFETCH(QString, role);
    QFETCH(QString, content);
    const json one{{"id", "1"},
                   {"content", content.toStdString()},
                   {"role", role.toStdString()},
                   {"cause_by", "metagpt.actions.di.run_command.RunCommand"},
                   {"sent_from", ""},
                   {"send_to", {"<all>"}}};
    const json memory{{"memory", {{"storage", json::array({one})}}}};
    const json env{{"roles", {{"Bob", {{"name", "Bob"}, {"rc", memory}}}}}, {"history", {{"storage", json::array()}}}};
    const auto session = readOne(env.dump());
    QCOMPARE(session.messages.size(), 1U);
    const auto& message = messageAt(session, 0);
    QTEST(QString::fromStdString(message.sentFrom.str()), "speaker");
    QTEST(QString::fromStdString(message.sendTo.begin()->str()), "hearer");
    QTEST(QString::fromStdString(conversation::textOf(message)), "text");
    const json again = json::parse(written(session, "metagpt").text);
    QVERIFY(again.at("history").at("storage").at(0).at("content") == content.toStdString());
    QVERIFY(again.at("history").at("storage").at(0).at("sent_from") == "");
}

/// As in the folder of 0.5, where only the list of roles has their classes.
void TestMetaGptTeam::pathOfAClass_isItsRole()
{
    formats::metagpt::TeamFolder folder;
    folder.name = "team";
    folder.info = R"({"idea": "i"})";
    folder.roles = R"([{"role_class": "ProductManager", "module_name": "m.pm", "role_name": "Alice"}])";
    folder.members.push_back(
        {"ProductManager_Alice", R"({"name": "Alice"})",
         R"({"storage": [{"content": "a", "role": "PM", "sent_from": "m.pm.ProductManager", "send_to": ["<all>"]}]})"});
    const auto text = formats::metagpt::teamText(folder);
    QVERIFY(text);
    const auto session = readOne(*text);
    QCOMPARE(messageAt(session, 0).sentFrom.str(), std::string("Alice"));
    QCOMPARE(session.team.size(), 1U);
    const json again = json::parse(written(session, "metagpt").text);
    QVERIFY(again.at("env").at("history").at("storage").at(0).at("sent_from") == "m.pm.ProductManager");
}

void TestMetaGptTeam::rolesFields_goOutAgain()
{
    const json rc{{"watch", {"x"}},
                  {"react_mode", "by_order"},
                  {"memory", {{"storage", json::array()}, {"index", json::object()}}}};
    const json env{
        {"desc", "d"},
        {"roles", {{"Bob", {{"name", "Bob"}, {"is_human", false}, {"states", {"a", "b"}}, {"rc", rc}}}}},
        {"history",
         {{"storage", json::array({{{"id", "1"}, {"content", "a"}, {"sent_from", ""}, {"send_to", {"<all>"}}}})}}}};
    const json again = json::parse(written(readOne(env.dump()), "metagpt").text);
    const json& bob = again.at("roles").at("Bob");
    QVERIFY(bob.at("is_human") == false);
    QVERIFY(bob.at("states") == json({"a", "b"}));
    QVERIFY(bob.at("rc").at("react_mode") == "by_order");
    QVERIFY(bob.at("rc").at("watch") == json::array({"x"}));
    QVERIFY(!bob.at("rc").contains("memory"));
}

/// A history repeats what was said to several; members have memories of their own. Neither is exported again.
void TestMetaGptTeam::memoriesAndCopies_areToldAsLost()
{
    const auto losses = written(readOne(testData("metagpt/team.json")), "metagpt").losses;
    const auto countOf = [&](const char* kind) {
        const auto loss = std::ranges::find(losses, kind, &formats::Loss::kind);
        return loss == losses.end() || loss->sentence.empty() ? 0 : loss->count;
    };
    QCOMPARE(countOf("memories"), 5);
    QCOMPARE(countOf("copies"), 4);
    const json one{{"id", "1"}, {"content", "a"}, {"role", "user"}, {"sent_from", ""}, {"send_to", {"<all>"}}};
    const json nothing{{"memory", {{"storage", json::array()}}}};
    const json env{{"roles", {{"Bob", {{"name", "Bob"}, {"rc", nothing}}}}},
                   {"history", {{"storage", json::array({one})}}}};
    for (const formats::Loss& loss : written(readOne(env.dump()), "metagpt").losses) {
        QVERIFY2(loss.kind != "memories" && loss.kind != "copies", loss.kind.c_str());
    }
}

void TestMetaGptTeam::index_hasWhatStandsInStorage_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("team") << "team.json";
    QTest::newRow("environment") << "MGXEnv.json";
}

/// As Memory.add of MetaGPT: what an action made is found under it, in order, and equal.
void TestMetaGptTeam::index_hasWhatStandsInStorage()
{
    QFETCH(const QString, file);
    auto session = readOne(testData("metagpt/" + file));
    conversation::Message& last = session.messages.back().record.message;
    last.causeBy = {};
    last.metadata = {};
    const json document = json::parse(written(session, "metagpt").text);
    const json& history = (document.contains("env") ? document["env"] : document).at("history");
    json expected = json::object();
    for (const json& message : history.at("storage")) {
        if (message.at("cause_by") != "") {
            expected[message.at("cause_by").get<std::string>()].push_back(message);
        }
    }
    QCOMPARE(history.at("storage").size(), 4U);
    QCOMPARE(expected.size(), 2U);
    QVERIFY2(history.at("index") == expected, history.at("index").dump().c_str());
    QCOMPARE(textsOf(readOne(document.dump())), textsOf(session));
}

/// A long session is not held whole: what is not indexed is reported.
void TestMetaGptTeam::index_hasAnEnd()
{
    CollectedSession session;
    conversation::Message message;
    message.causeBy = conversation::action::userRequirement;
    message.content = conversation::textBlocks(std::string(1 << 20, 'a'));
    session.messages.assign(33, {{message, {}}, {}});
    const Written made = written(session, "metagpt");
    const json history = json::parse(made.text).at("env").at("history");
    QCOMPARE(history.at("storage").size(), 33U);
    QCOMPARE(history.at("index").front().size(), 31U);
    const auto loss = std::ranges::find(made.losses, "index", &formats::Loss::kind);
    QVERIFY(loss != made.losses.end() && loss->count == 2 && !loss->sentence.empty());
}

/// The person's own text may look like commands.
void TestMetaGptTeam::historysCommands_areThePersons()
{
    const std::string text = R"([{"command_name": "RoleZero.reply_to_human", "args": {"content": "done"}}])";
    const json one{{"id", "1"}, {"content", text}, {"role", "user"}, {"sent_from", ""}, {"send_to", {"<all>"}}};
    const json env{{"roles", {{"Bob", {{"name", "Bob"}}}}}, {"history", {{"storage", json::array({one})}}}};
    const auto session = readOne(env.dump());
    QCOMPARE(textsOf(session), QStringList{QString::fromStdString(text)});
    QVERIFY(messageAt(session, 0).sentFrom.isEmpty());
}

void TestMetaGptTeam::eachBadRecord_isNamed()
{
    const auto message = [](const json& content, const json& structured = nullptr) {
        return json{{"content", content}, {"sent_from", "A"}, {"send_to", {"<all>"}}, {"instruct_content", structured}};
    };
    const json unknown{{"class", "p"}, {"mapping", {{"x", "eval('1')"}}}, {"value", {{"x", "y"}}}};
    const json wrong{{"class", "p"}, {"mapping", {{"x", "(<class 'str'>, Ellipsis)"}}}, {"value", {{"x", 5}}}};
    const json env{
        {"roles", {{"Bob", {{"rc", {{"memory", {{"storage", json::array({message("m"), message(7)})}}}}}}}}},
        {"history",
         {{"storage", json::array({message("a"), message(5), message("b", unknown), 6, message("c", wrong)})}}}};
    CollectingSink sink;
    QVERIFY(readText("t", env.dump(), sink));
    QStringList sentences;
    for (const ImportProblem& problem : sink.problems) {
        sentences << QString::fromStdString(problem.sentence);
    }
    sentences.sort();
    const QString left = "the content is neither text nor a list of parts; it was left out.";
    QCOMPARE(sentences,
             (QStringList{
                 QString::fromUtf8("In “t”, message 2, memory of “Bob”: ") + left,
                 QString::fromUtf8("In “t”, message 2: ") + left,
                 QString::fromUtf8("In “t”, message 3: fields of the structured content have unknown types (x: "
                                   "eval('1')); they were kept unchanged."),
                 QString::fromUtf8("In “t”, message 4: ") + left,
                 QString::fromUtf8(
                     "In “t”, message 5: the structured content cannot be read ($.value.x); it was kept unchanged.")}));
    QCOMPARE(sink.sessions.front().messages.size(), std::size_t{4});
}

void TestMetaGptTeam::log_isRead()
{
    CollectingSink sink;
    const auto kind = readText("run.txt", testData(QStringLiteral("metagpt/log_excerpt.txt")), sink);
    QVERIFY(kind && *kind == "metagpt_log");
    const CollectedSession& session = sink.sessions.at(0);
    QCOMPARE(
        textsOf(session),
        (QStringList{"Write a 2048 game using JavaScript without using any frameworks",
                     "Please implement the 2048 game in plain JavaScript.",
                     "I have finished the task, please mark my task as finished. Outputs: /workspace/2048/index.html",
                     "@Bob is the design documented?"}));
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

void TestMetaGptTeam::log_hasARunForEachCompany()
{
    const auto line = [](const char* place, const std::string& text) {
        return std::string("2025-06-30 19:45:55.001 | INFO     | metagpt.") + place + ":96 - " + text + '\n';
    };
    const auto message = [&](const char* text, const char* from, const char* cause) {
        const nlohmann::json said{{"content", text}, {"role", "user"}, {"sent_from", from}, {"cause_by", cause}};
        return line("environment.base_env:publish_message", "publish_message: " + said.dump());
    };
    const std::string money = line("team:invest", "Investment: $3.0.");
    const char* required = "metagpt.actions.add_requirement.UserRequirement";
    const std::string first = money + message("Write a game.", "", required) + message("Here.", "Alex", "other")
        + message("Another colour.", "", required)   // the person says more
        + money + message("Done.", "Alex", "other"); // and gives more
    CollectingSink sink;
    QVERIFY(readText("20250630.txt",
                     first + money + line("const:x", "y") + message("Write a poem.", "", required)
                         + message("Roses.", "Eve", "other"),
                     sink));
    QCOMPARE(sink.sessions.size(), std::size_t{2});
    QCOMPARE(textsOf(sink.sessions[0]), (QStringList{"Write a game.", "Here.", "Another colour.", "Done."}));
    QCOMPARE(textsOf(sink.sessions[1]), (QStringList{"Write a poem.", "Roses."}));
    QCOMPARE(sink.sessions[1].settings.title, std::string("Write a poem."));
    QCOMPARE(sink.sessions[1].team.size(), std::size_t{1});
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
        return formats::ReaderRegistry::standard().canRead(source);
    };
    const std::string line = "2025-06-30 19:45:55.001 | INFO     | server:run:1 - x\n";
    QVERIFY(!isKnown(line + line));
    // A script of one's own may write the first lines.
    QVERIFY(isKnown(line + "2025-06-30 19:45:55.002 | INFO     | metagpt.team:invest:96 - y\n"));
}

} // namespace tst_metagpt_team

QUARTERDECK_TEST(tst_metagpt_team, TestMetaGptTeam)
#include "tst_metagpt_team.moc"
