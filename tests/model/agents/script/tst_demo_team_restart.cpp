#include "model/agents/run/team_runner.h"
#include "model/agents/run/teams.h"
#include "tests/model/agents/support/demo_kit.h"
#include "tests/model/agents/support/engine_kit.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QFloat16>
#include <QSignalSpy>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_demo_team_restart {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using team::Teams;

/// The demo team after the program ended: what continues, and what is left alone.
class TestDemoTeamRestart final : public QObject
{
    Q_OBJECT
private slots:
    void goesOnFromEveryEvent();
    void anotherScriptIsNotRead();
    void goesOnWhereItIsLiveAlready();
    void commandWithoutATeamIsRefused();
    void anImportedDemoStaysARecording();
    void strangeMetadataIsPassedOver_data();
    void strangeMetadataIsPassedOver();
};

void TestDemoTeamRestart::goesOnFromEveryEvent()
{
    SessionId id;
    std::vector<Event> whole;
    std::vector<std::string> steps;
    {
        EngineKit kit;
        Teams teams(kit.hub(), 0);
        session::Session* session = startDemo(kit, teams);
        const Person person(*session);
        QVERIFY(waitFor([&] { return hasEnded(*session, teams); }));
        id = session->id();
        whole = kit.log(id);
        steps = stepsIn(whole);
        std::ranges::sort(steps);
    }
    // The session's start and its team are one transaction; before the run is on, starting it is the person's affair.
    std::size_t first = 0;
    while (!std::holds_alternative<RunStateChanged>(whole[first].body))
        ++first;
    for (std::size_t length = first + 1; length <= whole.size(); ++length) {
        EngineKit kit;
        Teams teams(kit.hub(), 0);
        storeCut(kit, id, whole, length);
        session::Session* session = kit.open(id);
        QVERIFY(session != nullptr);
        const Person person(*session);
        const std::string place = "cut after event " + std::to_string(length);
        QVERIFY2(waitFor([&] { return hasEnded(*session, teams); }), place.c_str());
        const std::vector<Event> log = kit.log(id);
        std::vector<std::string> played = stepsIn(log);
        std::ranges::sort(played);
        QVERIFY2(played == steps, place.c_str());
        QVERIFY2(bodiesOf<AnswerDelivered>(log).size() == 2, place.c_str());
        QVERIFY2(bodiesOf<QuestionAsked>(log).size() == 2, place.c_str());
        QVERIFY2(*session->state() == foldOf(log), place.c_str());
    }
}

void TestDemoTeamRestart::anotherScriptIsNotRead()
{
    // A log from elsewhere cannot name a file for this program to read.
    EngineKit kit;
    Teams teams(kit.hub(), 0);
    SessionStarted settings;
    settings.kind = SessionKind::Demo;
    settings.details = JsonValue(nlohmann::json{{"script", "/etc/passwd"}, {"language", "en"}});
    const QSignalSpy failed(&teams, &Teams::failed);
    const session::Session* session = kit.create(settings, usualTeam());
    QVERIFY(!waitFor([&] { return teams.runner(session->id()) != nullptr; }, 100));
    QCOMPARE(failed.count(), 0);
}

void TestDemoTeamRestart::goesOnWhereItIsLiveAlready()
{
    EngineKit kit;
    auto teams = std::make_unique<Teams>(kit.hub(), 0);
    session::Session* session = startDemo(kit, *teams);
    QVERIFY(waitFor([&] { return session->state()->openQuestions().size() == 1; }));
    const SessionId id = session->id();
    teams.reset();
    kit.restartHub();
    // The hub opens sessions with an open question before anybody else is there.
    kit.hub().start();
    QVERIFY(waitFor([&] { return kit.hub().live(id) != nullptr; }));
    teams = std::make_unique<Teams>(kit.hub(), 0);
    session = kit.hub().live(id);
    const Person person(*session);
    QVERIFY(waitFor([&] { return hasEnded(*session, *teams); }));
    QCOMPARE(bodiesOf<QuestionAsked>(kit.log(id)).size(), std::size_t(2));
    teams.reset();
}

void TestDemoTeamRestart::commandWithoutATeamIsRefused()
{
    EngineKit kit;
    Teams teams(kit.hub(), 0);
    SessionStarted settings;
    settings.kind = SessionKind::Demo;
    settings.details = JsonValue(nlohmann::json{{"script", ":/demo/another.json"}, {"language", "en"}});
    const session::Session* other = kit.create(settings, usualTeam());
    const session::Session* elsewhere = kit.create();
    const QSignalSpy failed(&teams, &Teams::failed);
    // While it looks for a script, and after it found none.
    teams.command(other->id(), conversation::RunCommand::RunOrPause);
    QVERIFY(waitFor([&] { return failed.count() == 1; }));
    teams.command(other->id(), conversation::RunCommand::RunOrPause);
    QVERIFY(waitFor([&] { return failed.count() == 2; }));
    teams.command(elsewhere->id(), conversation::RunCommand::Stop);
    QVERIFY(waitFor([&] { return failed.count() == 3; }));
    for (const QList<QVariant>& error : failed)
        QCOMPARE(error.front().value<session::Error>().code, ErrorCode::NotAllowed);
    QCOMPARE(other->state()->runState(), RunState::NotStarted);
}

void TestDemoTeamRestart::anImportedDemoStaysARecording()
{
    EngineKit kit;
    std::vector<Event> log;
    {
        EngineKit there;
        Teams teams(there.hub(), 0);
        const session::Session* session = startDemo(there, teams);
        QVERIFY(waitFor([&] { return session->state()->openQuestions().size() == 1; }));
        log = there.log(session->id());
    }
    const SessionId id("imported");
    storeCut(kit, id, log, log.size(), SessionKind::Imported);
    Teams teams(kit.hub(), 0);
    const QSignalSpy failed(&teams, &Teams::failed);
    session::Session* session = kit.open(id);
    QVERIFY(session != nullptr && session->isImportedSession());
    // Neither by being opened, nor by a word or a button of the person.
    QVERIFY(kit.tell(*session, {}, "Go on").error);
    teams.command(id, conversation::RunCommand::RunOrPause);
    QVERIFY(waitFor([&] { return failed.count() == 1; }));
    QVERIFY(!waitFor([&] { return teams.runner(id) != nullptr; }, 100));
    QCOMPARE(session->state()->openQuestions().size(), std::size_t(1));
    QCOMPARE(kit.log(id).size(), log.size());
}

void TestDemoTeamRestart::strangeMetadataIsPassedOver_data()
{
    QTest::addColumn<QString>("metadata");
    QTest::newRow("no role") << R"({"script_reply_to":["x"]})";
    QTest::newRow("a role that is no text") << R"({"script_reply_to":["x"],"script_role":7})";
    QTest::newRow("replies to no list") << R"({"script_reply_to":{"a":1},"script_role":"Bob"})";
    QTest::newRow("replies to no texts") << R"({"script_reply_to":[null,3],"script_role":"Bob"})";
    QTest::newRow("a step that is no text") << R"({"script_step":["prd"]})";
    QTest::newRow("no object") << R"(["script_role"])";
}

void TestDemoTeamRestart::strangeMetadataIsPassedOver()
{
    QFETCH(QString, metadata);
    EngineKit kit;
    std::vector<Event> log;
    SessionId id;
    {
        Teams teams(kit.hub(), 0);
        const session::Session* session = startDemo(kit, teams);
        QVERIFY(waitFor([&] { return session->state()->openQuestions().size() == 1; }));
        id = session->id();
        log = kit.log(id);
    }
    // As if another program, or a person, had written more after it.
    Message strange;
    strange.id = MessageId("strange");
    strange.role = "assistant";
    strange.sentFrom = Address("Bob");
    strange.content = textBlocks("Hm.");
    strange.metadata = JsonValue(nlohmann::json::parse(metadata.toStdString()));
    Event event = log.back();
    event.seq = event.seq.next();
    event.body = MessagePublished{strange, {}};
    log.push_back(event);
    EngineKit other;
    storeCut(other, id, log, log.size());
    Teams teams(other.hub(), 0);
    session::Session* session = other.open(id);
    QVERIFY(session != nullptr);
    const Person person(*session);
    QVERIFY(waitFor([&] { return hasEnded(*session, teams); }));
}

} // namespace tst_demo_team_restart

QUARTERDECK_TEST(tst_demo_team_restart, TestDemoTeamRestart)
#include "tst_demo_team_restart.moc"
