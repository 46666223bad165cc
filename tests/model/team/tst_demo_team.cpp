#include "conversation/channel.h"
#include "conversation/speaker.h"
#include "engine_kit.h"
#include "session/identity.h"
#include "support/wait.h"
#include "team/scripted_team.h"
#include "team/team_runner.h"
#include "team/teams.h"

#include <QSignalSpy>
#include <QtTest>
#include <nlohmann/json.hpp>

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using quarterdeck::test::waitFor;
using team::Teams;

namespace {

constexpr const char* gameTitle = "Twenty \"forty\" `eight`\nfor {{nobody}}";
constexpr const char* quotedTitle = "Twenty \"forty\" 'eight' for {{nobody}}";

/// Answers every question at once, as a person would that has only two answers.
class Person final : public QObject
{
    Q_OBJECT
public:
    explicit Person(session::Session& session) : m_session(session)
    {
        connect(&session, &session::Session::committed, this, &Person::answer);
        answer();
    }

private:
    void answer()
    {
        for (const OpenQuestion& open : m_session.state()->openQuestions()) {
            AnswerQuestion answer;
            answer.id = open.question.id;
            if (open.question.options.empty())
                answer.content = textBlocks(gameTitle);
            else
                answer.option = "5×5";
            m_session.submit(std::move(answer));
        }
    }
    session::Session& m_session;
};

bool hasEnded(const session::Session& session, const Teams& teams)
{
    const team::TeamRunner* runner = teams.runner(session.id());
    return session.state()->runState() == RunState::Finished && runner != nullptr && !runner->isActing()
        && session.state()->isEverybodyIdle();
}

/// Ids of the steps that stand in a log, in its order.
std::vector<std::string> stepsIn(const std::vector<Event>& log)
{
    std::vector<std::string> steps;
    for (const MessagePublished& published : bodiesOf<MessagePublished>(log)) {
        const nlohmann::json& metadata = published.message.metadata.json();
        if (metadata.is_object() && metadata.contains("script_step"))
            steps.push_back(metadata["script_step"].get<std::string>());
    }
    return steps;
}

const MessagePublished* stepOf(const std::vector<MessagePublished>& messages, const std::string& step)
{
    for (const MessagePublished& one : messages)
        if (one.message.metadata.json().is_object() && one.message.metadata.json().value("script_step", "") == step)
            return &one;
    return nullptr;
}

std::string textOfStep(const std::vector<Event>& log, const std::string& step)
{
    const auto messages = bodiesOf<MessagePublished>(log);
    const MessagePublished* found = stepOf(messages, step);
    return found == nullptr ? std::string() : textOf(found->message);
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

session::Session* startDemo(EngineKit& kit, Teams& teams, const std::string& language = "en")
{
    session::Session* session = nullptr;
    bool isDone = false;
    teams.startDemo(language, [&](const session::Result<session::Session*>& started) {
        session = started.value_or(nullptr);
        isDone = true;
    });
    (void)waitFor([&] { return isDone; });
    Q_UNUSED(kit);
    return session;
}

/// The session as it would be had the program died after so many events.
void storeCut(EngineKit& kit, const SessionId& id, const std::vector<Event>& log, std::size_t length,
              SessionKind kind = SessionKind::Demo)
{
    const std::vector<Event> events(log.begin(), log.begin() + static_cast<std::ptrdiff_t>(length));
    ConversationState state;
    std::vector<session::LogRecord> records = session::logRecords(state, events);
    session::SessionSummary summary = session::summaryOf(id, state);
    summary.kind = kind;
    bool isDone = false;
    kit.library().createSession(summary, std::move(records), [&](const session::Result<session::Nothing>& written) {
        isDone = written.has_value();
    });
    (void)waitFor([&] { return isDone; });
}

} // namespace

/// The demo team, from its start to its end through the real engine.
class TestDemoTeam final : public QObject
{
    Q_OBJECT
private slots:
    void playsToItsEnd_data();
    void playsToItsEnd();
    void waitsAsLongAsThePersonTakes();
    void quotesAnAnswerInOwnWords();
    void declinedQuestionsGoOnWithTheDefault();
    void privateChatIsBobsAlone();
    void privateChatIsAnsweredWhileAQuestionIsOpen();
    void leaderAnswersAfterTheEnd();
    void stoppedDemoAsksAgain();
    void typesAtAPace();
    void canBeInterruptedWhileItTypes_data();
    void canBeInterruptedWhileItTypes();
    void goesOnFromEveryEvent();
    void anotherScriptIsNotRead();
    void goesOnWhereItIsLiveAlready();
    void commandWithoutATeamIsRefused();
    void anImportedDemoStaysARecording();
    void strangeMetadataIsPassedOver_data();
    void strangeMetadataIsPassedOver();
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
    QVERIFY(waitFor([&] { return hasEnded(*session, teams); }, 20'000));
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
    QCOMPARE(stepOf(messages, "summary")->route.rule, RoutingRule::ToPerson);
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
        return session->state()->role(RoleName(name))->activity == RoleActivity::WaitingForPerson;
    };
    QVERIFY(waitFor([&] { return isWaiting("Bob") && !textOfStep(kit.log(session->id()), "to-eve").empty(); }));
    QVERIFY(!waitFor([&] { return session->state()->openQuestions().size() != 1; }, 100));
    QCOMPARE(session->state()->runState(), RunState::Running);
    const Question& question = session->state()->openQuestions().front().question;
    QCOMPARE(question.options.size(), std::size_t(3));
    QCOMPARE(question.defaultOption, std::string("4×4"));
    QVERIFY(!question.reason.empty());
}

void TestDemoTeam::quotesAnAnswerInOwnWords()
{
    EngineKit kit;
    Teams teams(kit.hub(), 0);
    session::Session* session = startDemo(kit, teams);
    const Person person(*session);
    QVERIFY(waitFor([&] { return hasEnded(*session, teams); }, 20'000));
    const std::vector<Event> log = kit.log(session->id());
    // In one line, and never out of the code that it stands in.
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
    QVERIFY(waitFor([&] { return hasEnded(*session, teams); }, 20'000));
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
    QVERIFY(waitFor([&] { return hasEnded(*session, teams); }, 20'000));
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
    QVERIFY(waitFor([&] { return hasEnded(*session, teams); }, 20'000));
}

void TestDemoTeam::leaderAnswersAfterTheEnd()
{
    EngineKit kit;
    Teams teams(kit.hub(), 0);
    session::Session* session = startDemo(kit, teams);
    const Person person(*session);
    QVERIFY(waitFor([&] { return hasEnded(*session, teams); }, 20'000));
    const std::int64_t before = session->state()->messageCount();
    kit.tell(*session, {}, "Well done");
    QVERIFY(waitFor([&] { return session->state()->messageCount() == before + 2 && hasEnded(*session, teams); }));
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
        teams.command(session->id(), team::RunCommand::Stop);
        QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Stopped; }));
        QVERIFY(session->state()->openQuestions().empty());
        teams.command(session->id(), team::RunCommand::RunOrPause);
        QVERIFY(waitFor([&] { return !openText().empty(); }));
        QCOMPARE(openText(), first);
    }
    const Person person(*session);
    QVERIFY(waitFor([&] { return hasEnded(*session, teams); }, 20'000));
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
    std::map<std::string, std::vector<session::Draft>> drafts;
    QObject context;
    connect(session, &session::Session::draftChanged, &context,
            [&](const session::Draft& draft) { drafts[draft.id].push_back(draft); });
    const Person person(*session);
    QVERIFY(waitFor([&] { return hasEnded(*session, teams); }, 30'000));
    QVERIFY(drafts.size() > 10);
    for (const auto& message : bodiesOf<MessagePublished>(kit.log(session->id()))) {
        if (isFromPerson(message.message))
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
    std::vector<session::Draft> drafts;
    QObject context;
    connect(session, &session::Session::draftChanged, &context,
            [&](const session::Draft& draft) { drafts.push_back(draft); });
    QVERIFY(waitFor([&] { return drafts.size() >= 2; }));
    if (isStopped) {
        teams->command(session->id(), team::RunCommand::Stop);
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
        teams->command(id, team::RunCommand::RunOrPause);
    const Person person(*session);
    QVERIFY(waitFor([&] { return hasEnded(*session, *teams); }, 20'000));
    const auto steps = stepsIn(kit.log(id));
    QCOMPARE(std::set<std::string>(steps.begin(), steps.end()).size(), steps.size());
    teams.reset();
}

void TestDemoTeam::goesOnFromEveryEvent()
{
    SessionId id;
    std::vector<Event> whole;
    std::vector<std::string> steps;
    {
        EngineKit kit;
        Teams teams(kit.hub(), 0);
        session::Session* session = startDemo(kit, teams);
        const Person person(*session);
        QVERIFY(waitFor([&] { return hasEnded(*session, teams); }, 20'000));
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
        QVERIFY2(waitFor([&] { return hasEnded(*session, teams); }, 20'000), place.c_str());
        const std::vector<Event> log = kit.log(id);
        std::vector<std::string> played = stepsIn(log);
        std::ranges::sort(played);
        QVERIFY2(played == steps, place.c_str());
        QVERIFY2(bodiesOf<AnswerDelivered>(log).size() == 2, place.c_str());
        QVERIFY2(bodiesOf<QuestionAsked>(log).size() == 2, place.c_str());
        QVERIFY2(*session->state() == foldOf(log), place.c_str());
    }
}

void TestDemoTeam::anotherScriptIsNotRead()
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

void TestDemoTeam::goesOnWhereItIsLiveAlready()
{
    EngineKit kit;
    auto teams = std::make_unique<Teams>(kit.hub(), 0);
    session::Session* session = startDemo(kit, *teams);
    QVERIFY(waitFor([&] { return session->state()->openQuestions().size() == 1; }));
    const SessionId id = session->id();
    teams.reset();
    kit.restartHub();
    // The hub opens what has an open question, before anybody else is there.
    kit.hub().start();
    QVERIFY(waitFor([&] { return kit.hub().live(id) != nullptr; }));
    teams = std::make_unique<Teams>(kit.hub(), 0);
    session = kit.hub().live(id);
    const Person person(*session);
    QVERIFY(waitFor([&] { return hasEnded(*session, *teams); }, 20'000));
    QCOMPARE(bodiesOf<QuestionAsked>(kit.log(id)).size(), std::size_t(2));
    teams.reset();
}

void TestDemoTeam::commandWithoutATeamIsRefused()
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
    teams.command(other->id(), team::RunCommand::RunOrPause);
    QVERIFY(waitFor([&] { return failed.count() == 1; }));
    teams.command(other->id(), team::RunCommand::RunOrPause);
    QVERIFY(waitFor([&] { return failed.count() == 2; }));
    teams.command(elsewhere->id(), team::RunCommand::Stop);
    QVERIFY(waitFor([&] { return failed.count() == 3; }));
    for (const QList<QVariant>& error : failed)
        QCOMPARE(error.front().value<session::Error>().code, ErrorCode::NotAllowed);
    QCOMPARE(other->state()->runState(), RunState::NotStarted);
}

void TestDemoTeam::anImportedDemoStaysARecording()
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
    QVERIFY(session != nullptr && session->isRecording());
    // Neither by being opened, nor by a word or a button of the person.
    QVERIFY(kit.tell(*session, {}, "Go on").error);
    teams.command(id, team::RunCommand::RunOrPause);
    QVERIFY(waitFor([&] { return failed.count() == 1; }));
    QVERIFY(!waitFor([&] { return teams.runner(id) != nullptr; }, 100));
    QCOMPARE(session->state()->openQuestions().size(), std::size_t(1));
    QCOMPARE(kit.log(id).size(), log.size());
}

void TestDemoTeam::strangeMetadataIsPassedOver_data()
{
    QTest::addColumn<QString>("metadata");
    QTest::newRow("no role") << R"({"script_reply_to":["x"]})";
    QTest::newRow("a role that is no text") << R"({"script_reply_to":["x"],"script_role":7})";
    QTest::newRow("replies to no list") << R"({"script_reply_to":{"a":1},"script_role":"Bob"})";
    QTest::newRow("replies to no texts") << R"({"script_reply_to":[null,3],"script_role":"Bob"})";
    QTest::newRow("a step that is no text") << R"({"script_step":["prd"]})";
    QTest::newRow("no object") << R"(["script_role"])";
}

void TestDemoTeam::strangeMetadataIsPassedOver()
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
    // As if another program, or a hand, had written more behind it.
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
    QVERIFY(waitFor([&] { return hasEnded(*session, teams); }, 20'000));
}

QTEST_GUILESS_MAIN(TestDemoTeam)
#include "tst_demo_team.moc"
