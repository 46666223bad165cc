#include "app/services/hold_command.h"
#include "tests/app/support/program_runner.h"
#include "tests/app/support/run_kit.h"
#include "tests/app/support/running.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>
#include <nlohmann/json.hpp>

#include <memory>

namespace tst_hold_commands {

using namespace quarterdeck;
using test::Running;
using test::waitFor;

namespace {

constexpr int longMs = 60'000;

constexpr const char* team = R"({"format": "quarterdeck-team", "version": 1, "name": "Pair", "public": false,
    "model": {"connection": "elsewhere", "model": "small"}, "retries": 0,
    "roles": [{"name": "Mike", "leader": true}, {"name": "Bob", "profile": "Engineer"}]})";

/// Mike asks first, so that rules can be set before he speaks to Bob. Each repeats what he was told.
constexpr const char* script = R"({"key": "secret", "rules": [
    {"when": {"system": "You are Mike", "turn": 0}, "reply": {"tool_calls": [
        {"name": "ask_human", "arguments": {"question": "Shall we?", "options": ["Yes", "No"]}}]}},
    {"when": {"system": "You are Mike", "last": "Yes"}, "reply": {"tool_calls": [
        {"name": "publish_team_message", "arguments": {"send_to": "Bob", "content": "Deploy to production"}}]}},
    {"when": {"system": "You are Mike", "last": "was not delivered"}, "reply": "Then not."},
    {"when": {"system": "You are Mike"}, "reply": "Done."},
    {"when": {"system": "You are Bob", "last": "Stage it"}, "reply": "Staged."},
    {"when": {"system": "You are Bob", "last": "Deploy"}, "reply": "Deployed."},
    {"when": {"system": "You are Bob"}, "reply": "Nothing to do."}]})";

} // namespace

/// The person holds messages between agents, from a terminal: a team on a real server, in processes of its own.
class TestHoldCommands final : public QObject, private test::ProgramRunner
{
    Q_OBJECT

private slots:
    void init();
    void heldMessage_isListed();
    void letGo_data();
    void letGo();
    void dropped_itsSenderHearsOfIt();
    void dropped_silently();
    void whileTheTeamRuns_itsProcessIsTold();
    void killed_theSameIsHeld();
    void teamFile_bringsItsRules();
    void mistake_isOneSentence_data();
    void mistake_isOneSentence();
    void command_isReadAsItWasWritten();

private:
    [[nodiscard]] QStringList running(const QStringList& arguments) const
    {
        return QStringList{
                   "run",       "--json", "--base-url", m_server->address(), "--key-env", "QUARTERDECK_TEST_KEY",
                   "--library", library()}
        + arguments;
    }
    /// The team begins, and rests at its question; what members say to each other is held from then on.
    void beginAndHold(const QStringList& conditions = {}) const;
    /// Until something waits for the person.
    void goOnUntilHeld() const;
    [[nodiscard]] QString goOn() const
    {
        return Running(running({"--resume", onlySession()}))
            .result()
            .json()
            .object()
            .value(QStringLiteral("end"))
            .toString();
    }
    [[nodiscard]] QJsonArray held() const { return runOn({"held", "--json"}).json().array(); }
    [[nodiscard]] QString onlyHeld() const { return held().at(0)[QStringLiteral("id")].toString(); }
    /// What was delivered to others than its sender, one line each.
    [[nodiscard]] QByteArray conversation() const
    {
        return runOn({"export", onlySession(), "--to", "markdown"}).output;
    }

    std::unique_ptr<model_server::ModelServer> m_server;
};

void TestHoldCommands::init()
{
    renew();
    m_server = std::make_unique<model_server::ModelServer>(test::scriptOf(script));
    QVERIFY(m_server->listen());
    qputenv("QUARTERDECK_TEST_KEY", "secret");
    write(QStringLiteral("team.json"), team);
}

void TestHoldCommands::beginAndHold(const QStringList& conditions) const
{
    const test::Run begun = Running(running({path("team.json"), "--idea", "Deploy it."})).result();
    QCOMPARE(begun.json().object().value(QStringLiteral("end")).toString(), QStringLiteral("unanswered"));
    const test::Run set = runOn(QStringList{"hold", onlySession()} + conditions);
    QCOMPARE(set.errors, QByteArray());
    QCOMPARE(set.exitCode, 0);
    const QJsonArray questions = runOn({"questions", "--json"}).json().array();
    const QString question = questions.at(0)[QStringLiteral("question")][QStringLiteral("id")].toString();
    QCOMPARE(runOn({"answer", question, "Yes"}).exitCode, 0);
}

void TestHoldCommands::goOnUntilHeld() const
{
    QCOMPARE(goOn(), QStringLiteral("unanswered"));
    QCOMPARE(held().size(), 1);
}

void TestHoldCommands::heldMessage_isListed()
{
    beginAndHold();
    goOnUntilHeld();
    const QJsonObject one = held().at(0).toObject();
    QCOMPARE(one.value(QStringLiteral("from")).toString(), QStringLiteral("Mike"));
    QVERIFY(one.value(QStringLiteral("id")).toString().startsWith(onlySession().left(8)));
    const QByteArray listed = runOn({"held", "--lang", "en"}).output;
    QVERIFY2(listed.contains("Mike → Bob\n    Deploy to production"), listed.constData());
    const test::Run rests = Running(running({"--resume", onlySession(), "--lang", "en"})).result();
    QVERIFY2(rests.errors.contains("A message from Mike is held"), rests.errors.constData());
    QCOMPARE(held().size(), 1); // nobody lets it go but the person
}

void TestHoldCommands::letGo_data()
{
    QTest::addColumn<QStringList>("conditions");
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("reply");
    QTest::newRow("as it is") << QStringList{} << QStringList{} << QByteArray("Deployed.");
    QTest::newRow("with other words") << QStringList{} << QStringList{"Stage", "it"} << QByteArray("Staged.");
    QTest::newRow("to another") << QStringList{} << QStringList{"Stage", "it", "--to", "you"} << QByteArray("Stage it");
    QTest::newRow("by a rule") << QStringList{"--from", "Mike", "--to", "Bob", "--text", "DEPLOY"} << QStringList{}
                               << QByteArray("Deployed.");
    QTest::newRow("by a pattern") << QStringList{"--pattern", "prod\\w+$"} << QStringList{"Stage it"}
                                  << QByteArray("Staged.");
}

void TestHoldCommands::letGo()
{
    QFETCH(QStringList, conditions);
    QFETCH(QStringList, words);
    QFETCH(QByteArray, reply);
    beginAndHold(conditions);
    goOnUntilHeld();
    QVERIFY(!conversation().contains(reply));
    const test::Run let = runOn(QStringList{"release", onlyHeld()} + words);
    QCOMPARE(let.errors, QByteArray());
    QVERIFY(held().isEmpty());
    QCOMPARE(runOn({"hold", onlySession(), "--off"}).exitCode, 0);
    QCOMPARE(goOn(), QStringLiteral("done"));
    QVERIFY2(conversation().contains(reply), conversation().constData());
}

void TestHoldCommands::dropped_itsSenderHearsOfIt()
{
    beginAndHold();
    goOnUntilHeld();
    QCOMPARE(runOn({"drop", onlyHeld(), "not", "today"}).exitCode, 0);
    QCOMPARE(runOn({"hold", onlySession(), "--off"}).exitCode, 0);
    QCOMPARE(goOn(), QStringLiteral("done"));
    const QByteArray all = conversation();
    QVERIFY2(all.contains("Then not.") && all.contains("not today"), all.constData());
    QVERIFY(!all.contains("Deployed."));
}

void TestHoldCommands::dropped_silently()
{
    beginAndHold();
    goOnUntilHeld();
    QCOMPARE(runOn({"drop", onlyHeld(), "not", "today", "--silent"}).exitCode, 0);
    QCOMPARE(runOn({"hold", onlySession(), "--off"}).exitCode, 0);
    (void)goOn();
    QVERIFY2(!conversation().contains("was not delivered"), conversation().constData());
}

void TestHoldCommands::whileTheTeamRuns_itsProcessIsTold()
{
    Running run(running({path("team.json"), "--idea", "Deploy it.", "--answer-from", "stdin"}));
    QVERIFY(waitFor([&] { return !runOn({"questions", "--json"}).json().array().isEmpty(); }, longMs));
    const test::Run set = runOn({"hold", onlySession()});
    QCOMPARE(set.errors, QByteArray());
    const QJsonArray questions = runOn({"questions", "--json"}).json().array();
    const QString question = questions.at(0)[QStringLiteral("question")][QStringLiteral("id")].toString();
    QCOMPARE(runOn({"answer", question, "Yes"}).exitCode, 0);
    QCOMPARE(run.result().json().object().value(QStringLiteral("end")).toString(), QStringLiteral("unanswered"));
    QCOMPARE(held().size(), 1);
}

void TestHoldCommands::killed_theSameIsHeld()
{
    Running gateway({"gateway", "--json", "--port", "0", "--library", library()});
    QVERIFY(gateway.line().contains("port"));
    Running run(running({path("team.json"), "--idea", "Deploy it.", "--answer-from", "stdin"}));
    QVERIFY(waitFor([&] { return !runOn({"questions", "--json"}).json().array().isEmpty(); }, longMs));
    QCOMPARE(runOn({"hold", onlySession(), "--from", "Mike"}).exitCode, 0);
    const QJsonArray questions = runOn({"questions", "--json"}).json().array();
    const QString question = questions.at(0)[QStringLiteral("question")][QStringLiteral("id")].toString();
    QCOMPARE(runOn({"answer", question, "Yes"}).exitCode, 0);
    QVERIFY(waitFor([&] { return held().size() == 1; }, longMs));
    const QJsonArray before = held();
    gateway.kill(); // which runs the team for the other
    run.kill();
    QCOMPARE(held(), before);
    QCOMPARE(runOn({"release", onlyHeld(), "Stage", "it"}).exitCode, 0);
    QVERIFY(held().isEmpty());
    QCOMPARE(goOn(), QStringLiteral("done"));
    QVERIFY2(conversation().contains("Staged."), conversation().constData());
}

void TestHoldCommands::teamFile_bringsItsRules()
{
    QByteArray withRules = team;
    withRules.chop(1);
    write(QStringLiteral("team.json"),
          withRules + R"(, "holds": [{"name": "deploy", "to": ["Bob"], "text": "deploy"}]})");
    const test::Run begun = Running(running({path("team.json"), "--idea", "Deploy it."})).result();
    QVERIFY2(begun.errors.contains("Shall we?"), begun.errors.constData());
    const QJsonArray questions = runOn({"questions", "--json"}).json().array();
    const QString question = questions.at(0)[QStringLiteral("question")][QStringLiteral("id")].toString();
    QCOMPARE(runOn({"answer", question, "Yes"}).exitCode, 0);
    goOnUntilHeld();
    const QByteArray listed = runOn({"held", "--lang", "en"}).output;
    QVERIFY2(listed.contains("held by “deploy”"), listed.constData());
}

void TestHoldCommands::mistake_isOneSentence_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("no message") << QStringList{"release"} << QByteArray("needs a message");
    QTest::newRow("no session") << QStringList{"hold"} << QByteArray("needs a session");
    QTest::newRow("unknown") << QStringList{"release", "nothing"} << QByteArray("No message “nothing” is held");
    QTest::newRow("not held") << QStringList{"drop", "SESSION:1"} << QByteArray("no longer, held");
    QTest::newRow("no member") << QStringList{"hold", "SESSION", "--from", "Mik"}
                               << QByteArray("“Mik” is not a member");
    QTest::newRow("bad pattern") << QStringList{"hold", "SESSION", "--pattern", "(a"}
                                 << QByteArray("regular expression");
    QTest::newRow("both") << QStringList{"hold", "SESSION", "--text", "a", "--pattern", "b"} << QByteArray("either");
    QTest::newRow("off, with a condition")
        << QStringList{"hold", "SESSION", "--off", "--from", "Mike"} << QByteArray("takes no conditions");
}

void TestHoldCommands::mistake_isOneSentence()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, words);
    const test::Run begun = Running(running({path("team.json"), "--idea", "Deploy it."})).result();
    QVERIFY(!begun.output.isEmpty());
    arguments.replaceInStrings(QStringLiteral("SESSION"), onlySession());
    const test::Run run = runOn(arguments + QStringList{"--lang", "en"});
    QVERIFY(run.exitCode != 0);
    QVERIFY2(run.errors.contains(words), run.errors.constData());
    QCOMPARE(run.errors.trimmed().count('\n'), 0);
}

void TestHoldCommands::command_isReadAsItWasWritten()
{
    app::HoldCommand command{conversation::SessionId("s/1")};
    command.kind = app::HoldCommand::Kind::Set;
    command.message = {57};
    command.words = "stage \"it\"";
    command.recipient = "Bob";
    command.isAnyway = true;
    command.isSilent = true;
    command.rule.from = {conversation::RoleName("Alex")};
    command.rule.text = "\\bdeploy";
    command.rule.isPattern = true;
    QVERIFY(app::holdCommandFrom(pathOf(command), bodyOf(command)) == command);
    for (const char* body : {"", "[]", "{}", R"({"do": "explode", "rule": {"rule": {}}})", R"({"do": "set"})",
                             R"({"do": "set", "rule": {"rule": {"text": 1}}})", R"({"do": 1, "rule": {"rule": {}}})"})
        QVERIFY2(!app::holdCommandFrom(pathOf(command), body), body);
    QVERIFY(!app::holdCommandFrom("/v1/sessions/s", bodyOf(command)));
    QVERIFY(app::personCommandFrom(pathOf(command), bodyOf(command)).has_value());
}

} // namespace tst_hold_commands

QUARTERDECK_TEST(tst_hold_commands, TestHoldCommands)
#include "tst_hold_commands.moc"
