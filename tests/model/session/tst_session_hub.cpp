#include "model/session/session.h"
#include "tests/model/conversation/team_kit.h"
#include "tests/model/session/support/session_kit.h"
#include "tests/storage/support/await.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_session_hub {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using quarterdeck::session::Session;
using quarterdeck::session::SessionHub;
using quarterdeck::session::SessionSummary;
using quarterdeck::test::question;
using quarterdeck::test::said;
using quarterdeck::test::SessionKit;
using quarterdeck::test::waitFor;

namespace {

QStringList titles(const SessionHub& hub)
{
    QStringList found;
    for (const SessionSummary& summary : hub.summaries())
        found << QString::fromStdString(summary.title);
    return found;
}

/// The session's log as if it had happened then.
std::vector<Event> logOf(const char* title, std::int64_t time, SessionKind kind = SessionKind::Team)
{
    TeamKit kit;
    std::vector<Event> log = kit.log;
    auto& started = std::get<SessionStarted>(log.front().body);
    started.title = title;
    started.kind = kind;
    for (Event& event : log)
        event.time = {time};
    return log;
}

void add(std::vector<Event>& log, EventBody body)
{
    log.push_back({log.back().seq.next(), log.back().time, 0, std::move(body)});
}

/// Starts the hub and waits for its list.
void start(SessionHub& hub)
{
    QSignalSpy changed(&hub, &SessionHub::sessionsChanged);
    hub.start();
    QVERIFY(!changed.isEmpty() || changed.wait(test::waitLimitMs));
}

/// The outcome of opening, once it came.
struct Opening
{
    explicit Opening(SessionHub& hub, const SessionId& id)
    {
        hub.open(id, [this](session::Result<Session*> opened) { answer = std::move(opened); });
    }
    [[nodiscard]] bool wait()
    {
        return waitFor([this] { return answer.has_value(); });
    }
    std::optional<session::Result<Session*>> answer;
};

} // namespace

/// All sessions: the list in its order, one live object per log.
class TestSessionHub final : public QObject
{
    Q_OBJECT
private slots:
    void listsTheNewestFirst();
    void activityMovesASessionUp();
    void noticesAreBundled();
    void createsWithItsFirstEvents();
    void createRefusesATwofoldRole();
    void createSaysWhenItCannotBeWritten();
    void openGivesTheSameSessionToAll();
    void openSaysWhatIsWrong();
    void openWithOpenQuestionsIsLiveAfterStart();
    void whatWasPausingIsLiveAfterStart();
    void recordingsAreNotLiveAfterStart();
    void whatCameFromAFileIsARecording();
    void recordingGoesOnPastTheHub();
    void refreshKeepsLiveSummaries();
    void refreshFindsWhatWasImported();
    void refreshFailure();
    void samplesStaySamples();
    void isGoneBeforeTheLibraryAnswers();
};

void TestSessionHub::listsTheNewestFirst()
{
    SessionKit kit;
    for (const auto& [title, time] : {std::pair{"middle", 2000}, {"newest", 3000}, {"oldest", 1000}})
        (void)quarterdeck::test::store(*kit.library, logOf(title, time));
    start(*kit.hub);
    QCOMPARE(titles(*kit.hub), QStringList({"newest", "middle", "oldest"}));
    QVERIFY(kit.create("made now"));
    QCOMPARE(titles(*kit.hub).first(), "made now");
}

void TestSessionHub::activityMovesASessionUp()
{
    SessionKit kit;
    const SessionId old = quarterdeck::test::store(*kit.library, logOf("old", 1000));
    (void)quarterdeck::test::store(*kit.library, logOf("newer", 2000));
    start(*kit.hub);
    QCOMPARE(titles(*kit.hub), QStringList({"newer", "old"}));
    Session* session = kit.open(old);
    kit.submit(session, said("Alice", "I am back"));
    QCOMPARE(titles(*kit.hub), QStringList({"old", "newer"}));
    const SessionSummary& summary = kit.hub->summaries().front();
    QVERIFY(summary == session::summaryOf(old, *session->state()));
    QCOMPARE(summary.messageCount, 1);
    kit.submit(session, said("Alice", "still here"), {1500}); // the clock went back
    QCOMPARE(titles(*kit.hub).size(), 2);
}

void TestSessionHub::noticesAreBundled()
{
    SessionKit kit;
    Session* session = kit.create();
    QSignalSpy changed(kit.hub.get(), &SessionHub::sessionsChanged);
    QVERIFY(changed.wait(test::waitLimitMs)); // of the making
    changed.clear();
    int answered = 0;
    kit.library->holdWrites();
    for (int i = 0; i < 200; ++i)
        session->submit(said("Alice", "again"), [&](const auto&) { ++answered; });
    kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return answered == 200 && !changed.isEmpty(); }));
    QVERIFY2(changed.size() <= 5, qPrintable(QString::number(changed.size())));
    QVERIFY(waitFor(
        [&] { return changed.last().front().value<std::vector<SessionSummary>>().front().messageCount == 200; }));
}

void TestSessionHub::createsWithItsFirstEvents()
{
    SessionKit kit;
    Session* session = kit.create("2048");
    QVERIFY(session);
    QVERIFY(kit.hub->live(session->id()) == session);
    QCOMPARE(session->state()->roles().size(), std::size_t(5));
    const std::vector<Event> log = kit.log(session->id());
    QCOMPARE(log.size(), std::size_t(6));
    QVERIFY(std::holds_alternative<SessionStarted>(log.front().body));
    QVERIFY(quarterdeck::test::foldOf(log, log.back().seq) == *session->state());
    QCOMPARE(titles(*kit.hub), QStringList("2048"));
}

void TestSessionHub::createRefusesATwofoldRole()
{
    SessionKit kit;
    std::vector<Role> team = quarterdeck::test::usualTeam();
    team.push_back(team.back());
    std::optional<session::Result<Session*>> answer;
    kit.hub->create({}, team, [&](session::Result<Session*> made) { answer = std::move(made); });
    QVERIFY(waitFor([&] { return answer.has_value(); }));
    QCOMPARE(answer->error().code, ErrorCode::DuplicateRole);
    start(*kit.hub);
    QVERIFY(kit.hub->summaries().empty());
}

void TestSessionHub::createSaysWhenItCannotBeWritten()
{
    SessionKit kit;
    kit.library->refuseCreation(true);
    std::optional<session::Result<Session*>> answer;
    kit.hub->create({}, quarterdeck::test::usualTeam(),
                    [&](session::Result<Session*> made) { answer = std::move(made); });
    QVERIFY(waitFor([&] { return answer.has_value(); }));
    QCOMPARE(answer->error(), quarterdeck::test::ScriptedLibrary::diskFull());
    QVERIFY(kit.hub->summaries().empty());
}

void TestSessionHub::openGivesTheSameSessionToAll()
{
    SessionKit kit;
    const SessionId id = quarterdeck::test::store(*kit.library, logOf("one", 1000));
    Opening first(*kit.hub, id);
    Opening second(*kit.hub, id);
    QVERIFY(first.wait());
    QVERIFY(second.wait());
    Opening third(*kit.hub, id);
    QVERIFY(third.wait());
    QVERIFY(first.answer->has_value());
    QVERIFY(**first.answer == **second.answer);
    QVERIFY(**first.answer == **third.answer);
    QCOMPARE(kit.library->stateReads, 1);
    QCOMPARE((**first.answer)->id(), id);
}

void TestSessionHub::openSaysWhatIsWrong()
{
    SessionKit kit;
    Opening unknown(*kit.hub, SessionId("nobody"));
    QVERIFY(unknown.wait());
    QCOMPARE(unknown.answer->error().code, ErrorCode::NotFound);
    const SessionId id = quarterdeck::test::store(*kit.library, logOf("one", 1000));
    kit.library->failReads(true);
    Opening broken(*kit.hub, id);
    QVERIFY(broken.wait());
    QCOMPARE(broken.answer->error(), quarterdeck::test::ScriptedLibrary::brokenRead());
    kit.library->failReads(false);
    QVERIFY(kit.open(id)); // it is asked anew
}

void TestSessionHub::openWithOpenQuestionsIsLiveAfterStart()
{
    SessionKit kit;
    Session* session = kit.create("asks");
    const SessionId asking = session->id();
    kit.submit(session, question("q1"));
    const SessionId quiet = kit.create("quiet")->id();
    kit.reopen();
    start(*kit.hub);
    QVERIFY(waitFor([&] { return kit.hub->live(asking) != nullptr; }));
    QVERIFY(kit.hub->live(asking)->state()->openQuestion(QuestionId("q1")));
    kit.settle();
    QVERIFY(kit.hub->live(quiet) == nullptr);
}

/// The turn that was waited for ended with the program: who plays there says so.
void TestSessionHub::whatWasPausingIsLiveAfterStart()
{
    SessionKit kit;
    Session* session = kit.create("pauses");
    const SessionId pausing = session->id();
    const RoleName who = session->state()->roles().front().role.name;
    kit.submit(session, SetRunState{RunState::Running, {}, {}});
    kit.submit(session, SetRoleActivity{who, RoleActivity::Thinking, {}, true, false});
    kit.submit(session, SetRunState{RunState::Paused, {}, {}});
    kit.reopen();
    start(*kit.hub);
    QVERIFY(waitFor([&] { return kit.hub->live(pausing) != nullptr; }));
}

void TestSessionHub::recordingsAreNotLiveAfterStart()
{
    SessionKit kit;
    std::vector<Event> log = logOf("recorded", 1000, SessionKind::Imported);
    add(log, QuestionAsked{question("q1", Timestamp{2000}).question});
    const SessionId id = quarterdeck::test::store(*kit.library, log);
    start(*kit.hub);
    kit.settle();
    QVERIFY(kit.hub->live(id) == nullptr);
    Session* session = kit.open(id);
    QSignalSpy committed(session, &Session::committed);
    const conversation::Decision refused = kit.submit(session, said("Alice", "one more"));
    QVERIFY(refused.error && refused.events.empty());
    kit.submit(session, Annotate{{EventSeq{1}, AnnotationKind::Note, "seen", "a test"}});
    kit.settle();
    QCOMPARE(session->state()->openQuestions().size(), std::size_t(1)); // long due, but it was another's clock
    QCOMPARE(committed.size(), 1);
}

void TestSessionHub::whatCameFromAFileIsARecording()
{
    // Whatever the log was where it was written: here nobody takes an answer, and its time is over.
    SessionKit kit;
    std::vector<Event> log = logOf("exported", 1000, SessionKind::Team);
    add(log, QuestionAsked{question("q1", Timestamp{2000}).question});
    ConversationState state;
    std::vector<session::LogRecord> records = session::makeLogRecords(state, log);
    SessionSummary summary = session::summaryOf(SessionId("exported"), state);
    summary.kind = SessionKind::Imported;
    QVERIFY(quarterdeck::test::await<session::Nothing>(
        [&](auto done) { kit.library->createSession(summary, records, done); }));
    start(*kit.hub);
    kit.settle();
    QVERIFY(kit.hub->live(summary.id) == nullptr);
    Session* session = kit.open(summary.id);
    QVERIFY(session->isImportedSession());
    QCOMPARE(session->state()->kind(), SessionKind::Team); // the log stays what it is
    kit.submit(session, Annotate{{EventSeq{1}, AnnotationKind::Note, "seen", "a test"}});
    kit.settle();
    QCOMPARE(session->state()->openQuestions().size(), std::size_t(1));
    QCOMPARE(kit.hub->summaries().front().kind, SessionKind::Imported);
    QSignalSpy changed(kit.hub.get(), &SessionHub::sessionsChanged);
    kit.hub->refresh();
    QVERIFY(changed.wait(test::waitLimitMs));
    QCOMPARE(kit.hub->summaries().front().kind, SessionKind::Imported);
    const auto check = quarterdeck::test::await<session::SessionCheck>(
        [&](auto done) { kit.library->verifySession(summary.id, done); });
    QVERIFY(check && check->isSound());
}

void TestSessionHub::recordingGoesOnPastTheHub()
{
    SessionKit kit;
    std::vector<Event> log = logOf("recorded", 1000, SessionKind::Imported);
    const SessionId id = quarterdeck::test::store(*kit.library, log);
    start(*kit.hub);
    Session* session = kit.open(id);
    QSignalSpy committed(session, &Session::committed);
    kit.hub->refresh();
    kit.settle();
    QCOMPARE(committed.size(), 0);
    // As an import does that updates it, in more than one page.
    ConversationState state = *session->state();
    const std::size_t before = log.size();
    for (int i = 0; i < 4500; ++i)
        add(log, SessionRenamed{std::to_string(i)});
    std::vector<session::LogRecord> records =
        session::makeLogRecords(state, {log.begin() + static_cast<std::ptrdiff_t>(before), log.end()});
    QVERIFY(quarterdeck::test::await<session::Nothing>(
        [&](auto done) { kit.library->append(session::summaryOf(id, state), records, done); }));
    kit.hub->refresh();
    QVERIFY(waitFor([&] { return session->state()->lastSeq() == state.lastSeq(); }));
    QVERIFY(committed.size() > 1);
    QCOMPARE(session->state()->title(), std::string("4499"));
    QCOMPARE(kit.hub->summaries().front().title, std::string("4499"));
    QVERIFY(kit.submit(session, Annotate{{EventSeq{1}, AnnotationKind::Note, "seen", "a test"}}).events.size() == 1);
}

void TestSessionHub::refreshKeepsLiveSummaries()
{
    SessionKit kit;
    Session* session = kit.create("live");
    start(*kit.hub);
    kit.library->holdReads();
    kit.hub->refresh(); // the list is read before, and comes after what is said now
    kit.submit(session, said("Alice", "one"));
    const SessionSummary now = session::summaryOf(session->id(), *session->state());
    QSignalSpy changed(kit.hub.get(), &SessionHub::sessionsChanged);
    kit.library->releaseReads();
    QVERIFY(waitFor([&] { return !changed.isEmpty(); }));
    QVERIFY(kit.hub->summaries().front() == now);
    QCOMPARE(kit.hub->summaries().size(), std::size_t(1));
}

void TestSessionHub::refreshFindsWhatWasImported()
{
    SessionKit kit;
    start(*kit.hub);
    QVERIFY(kit.hub->summaries().empty());
    (void)quarterdeck::test::store(*kit.library, logOf("imported", 1000, SessionKind::Imported));
    QSignalSpy changed(kit.hub.get(), &SessionHub::sessionsChanged);
    kit.hub->refresh();
    QVERIFY(changed.wait(test::waitLimitMs));
    QCOMPARE(titles(*kit.hub), QStringList("imported"));
}

void TestSessionHub::refreshFailure()
{
    SessionKit kit;
    QSignalSpy failures(kit.hub.get(), &SessionHub::failed);
    kit.library->failReads(true);
    kit.hub->start();
    QVERIFY(failures.wait(test::waitLimitMs));
    QCOMPARE(failures.front().front().value<session::Error>(), quarterdeck::test::ScriptedLibrary::brokenRead());
}

void TestSessionHub::samplesStaySamples()
{
    SessionKit kit;
    const std::vector<Event> log = logOf("sample", 1000);
    ConversationState state;
    std::vector<session::LogRecord> records = session::makeLogRecords(state, log);
    SessionSummary summary = session::summaryOf(SessionId("sample"), state);
    summary.isSample = true;
    QVERIFY(quarterdeck::test::await<session::Nothing>(
        [&](auto done) { kit.library->createSession(summary, records, done); }));
    start(*kit.hub);
    Session* session = kit.open(summary.id);
    kit.submit(session, said("Alice", "one"));
    QVERIFY(kit.hub->summaries().front().isSample);
    QSignalSpy changed(kit.hub.get(), &SessionHub::sessionsChanged);
    kit.hub->refresh();
    QVERIFY(changed.wait(test::waitLimitMs));
    QVERIFY(kit.hub->summaries().front().isSample);
}

void TestSessionHub::isGoneBeforeTheLibraryAnswers()
{
    SessionKit kit;
    const SessionId id = quarterdeck::test::store(*kit.library, logOf("one", 1000));
    int answers = 0;
    kit.library->holdReads();
    kit.library->holdWrites();
    kit.hub->start();
    kit.hub->open(id, [&](const auto&) { ++answers; });
    kit.hub->create({}, {}, [&](const auto&) { ++answers; });
    kit.hub.reset();
    kit.library->releaseWrites();
    kit.library->releaseReads();
    kit.settle();
    QCOMPARE(answers, 0);
}

} // namespace tst_session_hub

QUARTERDECK_TEST(tst_session_hub, TestSessionHub)
#include "tst_session_hub.moc"
