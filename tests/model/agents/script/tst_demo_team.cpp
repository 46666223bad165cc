#include "model/agents/run/team_runner.h"
#include "model/agents/run/teams.h"
#include "model/conversation/channel.h"
#include "model/conversation/speaker.h"
#include "tests/model/agents/support/demo_kit.h"
#include "tests/model/agents/support/engine_kit.h"
#include "tests/model/session/support/scripted_library.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QTest>

namespace tst_demo_team {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using team::Teams;

/// The demo team, from its start to its end through the real engine.
class TestDemoTeam final : public QObject
{
    Q_OBJECT
private slots:
    void playsToItsEnd_data();
    void playsToItsEnd();
    void waitsAsLongAsThePersonTakes();
    void goesOnWhenTheDiskTakesIt_data();
    void goesOnWhenTheDiskTakesIt();
    void quotesAnAnswerInOwnWords();
    void declinedQuestionsGoOnWithTheDefault();
    void privateChatIsBobsAlone();
    void privateChatIsAnsweredWhileAQuestionIsOpen();
    void leaderAnswersAfterTheEnd();
    void stoppedDemoAsksAgain();
    void typesAtAPace();
    void canBeInterruptedWhileItTypes_data();
    void canBeInterruptedWhileItTypes();
};

void TestDemoTeam::playsToItsEnd_data()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << "en";
    QTest::newRow("Chinese") << "zh_CN";
}

void TestDemoTeam::playsToItsEnd()
{
    QFETCH(QString, language);
    EngineKit kit;
    Teams teams(kit.hub(), 0);
    session::Session* session = startDemo(kit, teams, language.toStdString());
    QVERIFY(session != nullptr);
    const Person person(*session);
    QVERIFY(waitFor([&] { return hasEnded(*session, teams); }));
    const std::vector<Event> log = kit.log(session->id());
    const auto messages = bodiesOf<MessagePublished>(log);

    QCOMPARE(*session->state(), foldOf(log));
    QCOMPARE(session->state()->kind(), SessionKind::Demo);
    QCOMPARE(bodiesOf<QuestionAsked>(log).size(), std::size_t(2));
    QCOMPARE(bodiesOf<AnswerDelivered>(log).size(), std::size_t(2));
    for (const QuestionAsked& asked : bodiesOf<QuestionAsked>(log))
        QVERIFY(!asked.question.deadline);
    const auto steps = stepsIn(log);
    QCOMPARE(std::set<std::string>(steps.begin(), steps.end()).size(), steps.size());
    QCOMPARE(steps.front(), std::string("idea"));
    QCOMPARE(steps.back(), std::string("summary"));

    QVERIFY(contains(textOfStep(log, "prd"), "```mermaid"));
    QCOMPARE(blocksOf<MediaBlock>(stepOf(messages, "sketches")->message).size(), std::size_t(2));
    for (const MediaBlock& image : blocksOf<MediaBlock>(stepOf(messages, "sketches")->message)) {
        const auto bytes =
            readNow<std::string>([&](auto done) { kit.library().readAttachment(image.source.hash, std::move(done)); });
        QVERIFY(bytes.has_value());
        QCOMPARE(static_cast<std::int64_t>(bytes->size()), image.source.size);
    }
    QVERIFY(hasBlock<ToolUseBlock>(stepOf(messages, "tests")->message));
    QVERIFY(hasBlock<ToolResultBlock>(stepOf(messages, "tests")->message));
    QVERIFY(hasBlock<ThinkingBlock>(stepOf(messages, "plan")->message));
    QVERIFY(contains(textOfStep(log, "code"), "```diff"));
    QVERIFY(stepOf(messages, "to-eve")->route.isUndelivered);
    QCOMPARE(stepOf(messages, "to-eve")->route.unknownRecipients, std::vector<Address>{Address("Eve")});
    QCOMPARE(stepOf(messages, "summary")->route.rule, RoutingRule::ToUser);
    QVERIFY(session->state()->totalCost() > 0.3 && session->state()->totalCost() < 3.0);
    QVERIFY(session->state()->isCostKnown());
    QVERIFY(!session->state()->runReason().empty());
    QVERIFY(session->state()->round() < 12);
}

void TestDemoTeam::waitsAsLongAsThePersonTakes()
{
    EngineKit kit;
    Teams teams(kit.hub(), 0);
    session::Session* session = startDemo(kit, teams);
    const auto isWaiting = [&](const char* name) {
        return session->state()->role(RoleName(name))->activity == RoleActivity::WaitingForUser;
    };
    QVERIFY(waitFor([&] { return isWaiting("Bob") && !textOfStep(kit.log(session->id()), "to-eve").empty(); }));
    QVERIFY(!waitFor([&] { return session->state()->openQuestions().size() != 1; }, 100));
    QCOMPARE(session->state()->runState(), RunState::Running);
    const Question& question = session->state()->openQuestions().front().question;
    QCOMPARE(question.options.size(), std::size_t(3));
    QCOMPARE(question.defaultOption, std::string("4×4"));
    QVERIFY(!question.reason.empty());
}

void TestDemoTeam::goesOnWhenTheDiskTakesIt_data()
{
    QTest::addColumn<int>("events");
    for (const int events : {1, 7, 12, 20, 40, 60})
        QTest::addRow("full after %d events", events) << events;
}

/// Nobody has to pause and resume it.
void TestDemoTeam::goesOnWhenTheDiskTakesIt()
{
    QFETCH(const int, events);
    constexpr int all = 1'000'000;
    QObject context;
    const auto library = std::make_shared<ScriptedLibrary>(&context);
    EngineKit kit(EngineKit::Where::Memory, [&](const auto&) { return library; });
    kit.hub().start();
    Teams teams(kit.hub(), 0);
    session::Session* session = startDemo(kit, teams);
    const Person person(*session);
    std::size_t tried = 0;
    connect(session, &session::Session::committed, &context, [&] {
        if (tried == 0 && session->state()->lastSeq().value >= events) {
            library->refuseAppends(all);
            tried = library->appends.size();
        }
    });
    QVERIFY(waitFor([&] { return tried > 0 && library->appends.size() > tried; }));
    QVERIFY(!waitFor([&] { return hasEnded(*session, teams); }, 200));
    library->refuseAppends(0);
    library->tellWriting({});
    QVERIFY(waitFor([&] { return hasEnded(*session, teams); }));
    const std::vector<std::string> steps = stepsIn(kit.log(session->id()));
    QCOMPARE(std::set<std::string>(steps.begin(), steps.end()).size(), steps.size());
    QCOMPARE(steps.back(), std::string("summary"));
}

void TestDemoTeam::quotesAnAnswerInOwnWords()
{
    EngineKit kit;
    Teams teams(kit.hub(), 0);
    session::Session* session = startDemo(kit, teams);
    const Person person(*session);
    QVERIFY(waitFor([&] { return hasEnded(*session, teams); }));
    const std::vector<Event> log = kit.log(session->id());
    // In one line, and never outside the code that contains it.
    QVERIFY(contains(textOfStep(log, "code"), std::string("+export const title = '") + quotedTitle + "'"));
    QVERIFY(contains(textOfStep(log, "readme"), std::string("# ") + quotedTitle));
    QVERIFY(contains(textOfStep(log, "summary"), quotedTitle));
    QVERIFY(contains(textOfStep(log, "design"), "5×5"));
    QVERIFY(contains(textOfStep(log, "design"), "type Size = 5;"));
}

void TestDemoTeam::declinedQuestionsGoOnWithTheDefault()
{
    EngineKit kit;
    Teams teams(kit.hub(), 0);
    session::Session* session = startDemo(kit, teams);
    QObject context;
    connect(session, &session::Session::committed, &context, [session] {
        for (const OpenQuestion& open : session->state()->openQuestions())
            session->submit(DeclineQuestion{open.question.id});
    });
    QVERIFY(waitFor([&] { return hasEnded(*session, teams); }));
    const std::vector<Event> log = kit.log(session->id());
    QVERIFY(contains(textOfStep(log, "design"), "4×4"));
    QVERIFY(contains(textOfStep(log, "code"), "title = '2048'"));
}

void TestDemoTeam::privateChatIsBobsAlone()
{
    EngineKit kit;
    Teams teams(kit.hub(), 0);
    session::Session* session = startDemo(kit, teams);
    const Person person(*session);
    QVERIFY(waitFor([&] { return hasEnded(*session, teams); }));
    const SessionId id = session->id();
    const std::size_t bobs = kit.inbox(id, "Bob").size();
    for (int i = 1; i <= 4; ++i) {
        const std::string text = "Between us " + std::to_string(i);
        QVERIFY(!kit.tell(*session, "Bob", text, true).error);
        QVERIFY(waitFor([&] {
            return kit.rows(id, channel::privateWith(RoleName("Bob"))).size() == static_cast<std::size_t>(2 * i)
                && hasEnded(*session, teams);
        }));
        QCOMPARE(session->state()->directChats().size(), std::size_t(0));
        for (const Event& event : kit.rows(id, channel::publicOnly))
            if (const auto* published = std::get_if<MessagePublished>(&event.body))
                QVERIFY(!published->route.isPrivate);
        for (const char* other : {"Mike", "Alice", "Alex", "David"})
            for (const std::string& heard : textsOf(kit.inbox(id, other)))
                QVERIFY(!contains(heard, "Between us"));
    }
    QCOMPARE(kit.inbox(id, "Bob").size(), bobs + 4);
    const auto texts = textsOf(kit.rows(id, channel::privateWith(RoleName("Bob"))));
    QVERIFY(texts[1] != texts[3]); // in turn
    QCOMPARE(texts[1], texts[7]);
    QCOMPARE(session->state()->runState(), RunState::Finished);
}

void TestDemoTeam::privateChatIsAnsweredWhileAQuestionIsOpen()
{
    EngineKit kit;
    Teams teams(kit.hub(), 0);
    session::Session* session = startDemo(kit, teams);
    QVERIFY(waitFor(
        [&] { return session->state()->openQuestions().size() == 1 && session->state()->isIdle(RoleName("David")); }));
    QVERIFY(!kit.tell(*session, "David", "How sure are you?", true).error);
    QVERIFY(waitFor([&] { return kit.rows(session->id(), channel::privateWith(RoleName("David"))).size() == 2; }));
    QCOMPARE(session->state()->openQuestions().size(), std::size_t(1));
    // It cost the play nothing.
    const Person person(*session);
    QVERIFY(waitFor([&] { return hasEnded(*session, teams); }));
}

void TestDemoTeam::leaderAnswersAfterTheEnd()
{
    EngineKit kit;
    Teams teams(kit.hub(), 0);
    session::Session* session = startDemo(kit, teams);
    const Person person(*session);
    QVERIFY(waitFor([&] { return hasEnded(*session, teams); }));
    const std::int64_t before = session->state()->messageCount();
    kit.tell(*session, {}, "Well done");
    // The person's words, the answer, and a note that the team continues.
    QVERIFY(waitFor([&] { return session->state()->messageCount() == before + 3 && hasEnded(*session, teams); }));
}

void TestDemoTeam::stoppedDemoAsksAgain()
{
    EngineKit kit;
    Teams teams(kit.hub(), 0);
    session::Session* session = startDemo(kit, teams);
    const auto openText = [&] {
        const auto& open = session->state()->openQuestions();
        return open.size() == 1 ? open.front().question.text : std::string();
    };
    QVERIFY(waitFor([&] { return !openText().empty(); }));
    const std::string first = openText();
    const int stops = 3;
    for (int i = 0; i < stops; ++i) {
        teams.command(session->id(), conversation::RunCommand::Stop);
        QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Stopped; }));
        QVERIFY(session->state()->openQuestions().empty());
        teams.command(session->id(), conversation::RunCommand::RunOrPause);
        QVERIFY(waitFor([&] { return !openText().empty(); }));
        QCOMPARE(openText(), first);
    }
    const Person person(*session);
    QVERIFY(waitFor([&] { return hasEnded(*session, teams); }));
    const std::vector<Event> log = kit.log(session->id());
    QCOMPARE(bodiesOf<QuestionAsked>(log).size(), std::size_t(2 + stops));
    QCOMPARE(bodiesOf<AnswerDelivered>(log).size(), std::size_t(2));
    QVERIFY(contains(textOfStep(log, "design"), "5×5")); // what the person said, and not what counts without an answer
    const auto steps = stepsIn(log);
    QCOMPARE(std::set<std::string>(steps.begin(), steps.end()).size(), steps.size());
}

void TestDemoTeam::typesAtAPace()
{
    EngineKit kit;
    Teams teams(kit.hub(), 0.01);
    session::Session* session = startDemo(kit, teams);
    std::map<std::string, std::vector<session::StreamingMessage>> drafts;
    QObject context;
    connect(session, &session::Session::streamingMessageChanged, &context,
            [&](const session::StreamingMessage& draft) { drafts[draft.id].push_back(draft); });
    const Person person(*session);
    QVERIFY(waitFor([&] { return hasEnded(*session, teams); }));
    QVERIFY(drafts.size() > 10);
    for (const auto& message : bodiesOf<MessagePublished>(kit.log(session->id()))) {
        if (isFromUser(message.message))
            continue;
        const auto& of = drafts[message.message.id.str()];
        QVERIFY(of.size() >= 2);
        QVERIFY(of.back().isDone);
        QCOMPARE(of[of.size() - 2].text, textOf(message.message));
    }
}

void TestDemoTeam::canBeInterruptedWhileItTypes_data()
{
    QTest::addColumn<bool>("isStopped");
    QTest::newRow("stopped") << true;
    QTest::newRow("the program ends") << false;
}

void TestDemoTeam::canBeInterruptedWhileItTypes()
{
    QFETCH(bool, isStopped);
    EngineKit kit;
    auto teams = std::make_unique<Teams>(kit.hub(), 0.1);
    session::Session* session = startDemo(kit, *teams);
    std::vector<session::StreamingMessage> drafts;
    QObject context;
    connect(session, &session::Session::streamingMessageChanged, &context,
            [&](const session::StreamingMessage& draft) { drafts.push_back(draft); });
    QVERIFY(waitFor([&] { return drafts.size() >= 2; }));
    if (isStopped) {
        teams->command(session->id(), conversation::RunCommand::Stop);
        QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Stopped; }));
        QVERIFY(drafts.back().isDone);
        QCOMPARE(session->state()->round(), 1);
    }
    teams.reset();
    QCOMPARE(stepsIn(kit.log(session->id())), std::vector<std::string>{"idea"});
    // The next program plays what was not said, and says nothing twice.
    const SessionId id = session->id();
    kit.restartHub();
    teams = std::make_unique<Teams>(kit.hub(), 0);
    session = kit.open(id);
    QVERIFY(waitFor([&] { return teams->runner(id) != nullptr; }));
    if (isStopped)
        teams->command(id, conversation::RunCommand::RunOrPause);
    const Person person(*session);
    QVERIFY(waitFor([&] { return hasEnded(*session, *teams); }));
    const auto steps = stepsIn(kit.log(id));
    QCOMPARE(std::set<std::string>(steps.begin(), steps.end()).size(), steps.size());
    teams.reset();
}

} // namespace tst_demo_team

QUARTERDECK_TEST(tst_demo_team, TestDemoTeam)
#include "tst_demo_team.moc"
