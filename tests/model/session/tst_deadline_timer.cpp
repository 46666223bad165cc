#include "model/session/session.h"
#include "model/session/session_hub.h"
#include "tests/model/conversation/team_kit.h"
#include "tests/model/session/support/session_kit.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QEventLoop>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

namespace tst_deadline_timer {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using quarterdeck::session::DeadlineTimer;
using quarterdeck::session::Session;
using quarterdeck::test::question;
using quarterdeck::test::said;
using quarterdeck::test::SessionKit;
using quarterdeck::test::waitFor;

namespace {

/// Deadlines with a clock of the test's. It is in a distant year, which the hub's own never reach.
struct Watched
{
    Watched() : session(kit.create())
    {
        deadlines.watch(*session);
        QObject::connect(session, &Session::committed, &context, [this](const auto& events, const auto&) {
            for (const Event& event : events)
                shown.push_back(event);
        });
    }
    [[nodiscard]] Timestamp in(std::int64_t ms) const { return {now.msSinceEpoch + ms}; }
    void jump(std::int64_t ms)
    {
        now = in(ms);
        deadlines.endExpired();
        kit.settle();
    }
    void ask(const char* id, std::optional<Timestamp> deadline) { kit.submit(session, question(id, deadline), now); }
    /// How a question ended; empty while it has not.
    [[nodiscard]] QString endOf(const char* id) const
    {
        for (const Event& event : shown)
            if (const auto* ended = std::get_if<QuestionEnded>(&event.body); ended && ended->id == QuestionId(id))
                return ended->end.kind == QuestionEndKind::TimedOut ? "timed out" : "otherwise";
        return {};
    }

    SessionKit kit;
    Timestamp now{4'102'444'800'000};
    Session* session;
    QObject context;
    std::vector<Event> shown;
    DeadlineTimer deadlines{nullptr, [this] { return now; }};
};

} // namespace

/// Ends what has a time-out when it is due, by a clock that may jump.
class TestDeadlineTimer final : public QObject
{
    Q_OBJECT
private slots:
    void reachedDeadlineTimesOut();
    void byItselfWhenItsTimeComes();
    void whatIsDueAtTheStart();
    void pausedDoesNot();
    void movedDeadline();
    void answeredInTime();
    void severalAtOnce();
    void clockGoesBack();
    void directChatWithoutActivity();
    void activityKeepsADirectChatOpen();
    void triesAgainButDoesNotSpin();
    void asksOnceWhileItIsWritten();
    void outlivesItsSessions();
};

void TestDeadlineTimer::reachedDeadlineTimesOut()
{
    Watched watched;
    watched.ask("q1", watched.in(5000));
    watched.ask("never", {});
    watched.jump(4999);
    QCOMPARE(watched.endOf("q1"), "");
    watched.jump(1);
    QCOMPARE(watched.endOf("q1"), "timed out");
    const auto& end = std::get<QuestionEnded>(watched.shown.back().body).end;
    QCOMPARE(end.at, watched.now);
    QVERIFY(end.option.empty()); // silence is never consent
    watched.jump(1'000'000'000);
    QCOMPARE(watched.endOf("never"), "");
}

void TestDeadlineTimer::byItselfWhenItsTimeComes()
{
    SessionKit kit; // with the hub's own, and the system's clock
    Session* session = kit.create();
    const auto now = session::decideContextNow().now.msSinceEpoch;
    kit.submit(session, question("q1", Timestamp{now + 60}));
    QCOMPARE(session->state()->openQuestions().size(), std::size_t(1));
    QVERIFY(waitFor([&] { return session->state()->openQuestions().empty(); }));
    QVERIFY(session::decideContextNow().now.msSinceEpoch >= now + 60);
    QCOMPARE(session->state()->endedQuestion(QuestionId("q1"))->kind, QuestionEndKind::TimedOut);
}

void TestDeadlineTimer::whatIsDueAtTheStart()
{
    TeamKit team; // long ago, and nobody ran since
    team.submit(question("q1", Timestamp{team.context.now.msSinceEpoch + 1000}));
    SessionKit kit;
    const SessionId id = quarterdeck::test::store(*kit.library, team.log);
    kit.hub->start();
    QVERIFY(waitFor([&] { return kit.hub->live(id) != nullptr; }));
    QVERIFY(waitFor([&] { return kit.hub->live(id)->state()->openQuestions().empty(); }));
}

void TestDeadlineTimer::pausedDoesNot()
{
    Watched watched;
    watched.ask("q1", watched.in(5000));
    watched.kit.submit(watched.session, MoveDeadline{QuestionId("q1"), watched.in(5000), true}, watched.now);
    watched.jump(100'000);
    QCOMPARE(watched.endOf("q1"), "");
    watched.kit.submit(watched.session, MoveDeadline{QuestionId("q1"), watched.in(-1), false}, watched.now);
    QVERIFY(waitFor([&] { return watched.endOf("q1") == "timed out"; }));
}

void TestDeadlineTimer::movedDeadline()
{
    Watched watched;
    watched.ask("q1", watched.in(5000));
    watched.kit.submit(watched.session, MoveDeadline{QuestionId("q1"), watched.in(9000), false}, watched.now);
    watched.jump(6000);
    QCOMPARE(watched.endOf("q1"), "");
    watched.jump(3000);
    QCOMPARE(watched.endOf("q1"), "timed out");
}

void TestDeadlineTimer::answeredInTime()
{
    Watched watched;
    watched.ask("q1", watched.in(5000));
    AnswerQuestion answer;
    answer.id = QuestionId("q1");
    answer.option = "5×5";
    watched.kit.submit(watched.session, answer, watched.now);
    watched.jump(6000);
    QCOMPARE(watched.endOf("q1"), "otherwise");
    QCOMPARE(watched.kit.library->appends.size(), std::size_t(2));
}

void TestDeadlineTimer::severalAtOnce()
{
    Watched watched;
    Session* other = watched.kit.create("other");
    watched.deadlines.watch(*other);
    watched.ask("q1", watched.in(1000));
    watched.ask("q2", watched.in(2000));
    watched.ask("q3", watched.in(9000));
    watched.kit.submit(other, question("q4", watched.in(1500)), watched.now);
    watched.jump(3000);
    QCOMPARE(watched.endOf("q1"), "timed out");
    QCOMPARE(watched.endOf("q2"), "timed out");
    QCOMPARE(watched.endOf("q3"), "");
    QVERIFY(other->state()->openQuestions().empty());
}

void TestDeadlineTimer::clockGoesBack()
{
    Watched watched;
    watched.ask("q1", watched.in(5000));
    watched.jump(-3'600'000);
    QCOMPARE(watched.endOf("q1"), "");
    watched.jump(3'604'999);
    QCOMPARE(watched.endOf("q1"), "");
    watched.jump(1);
    QCOMPARE(watched.endOf("q1"), "timed out");
}

void TestDeadlineTimer::directChatWithoutActivity()
{
    Watched watched;
    const std::int64_t timeOut = watched.session->state()->routing().directChatTimeoutMs;
    QVERIFY(timeOut > 0);
    watched.kit.submit(watched.session, Publish{makeMessage("", "a word", {"Alice"}), "Alice", {}, true}, watched.now);
    QCOMPARE(watched.session->state()->directChats().size(), std::size_t(1));
    watched.jump(timeOut - 1);
    QCOMPARE(watched.session->state()->directChats().size(), std::size_t(1));
    watched.jump(1);
    QVERIFY(watched.session->state()->directChats().empty());
    QCOMPARE(std::get<DirectChatEnded>(watched.shown.back().body).reason, DirectChatEndReason::TimedOut);
}

void TestDeadlineTimer::activityKeepsADirectChatOpen()
{
    Watched watched;
    const std::int64_t timeOut = watched.session->state()->routing().directChatTimeoutMs;
    const Publish word{makeMessage("", "a word", {"Alice"}), "Alice", {}, true};
    watched.kit.submit(watched.session, word, watched.now);
    watched.jump(timeOut - 10);
    watched.kit.submit(watched.session, word, watched.now);
    watched.jump(timeOut - 10);
    QCOMPARE(watched.session->state()->directChats().size(), std::size_t(1));
    watched.jump(10);
    QVERIFY(watched.session->state()->directChats().empty());
}

void TestDeadlineTimer::triesAgainButDoesNotSpin()
{
    Watched watched;
    watched.ask("q1", watched.in(5000));
    watched.kit.library->refuseAppends(1'000'000);
    const std::size_t before = watched.kit.library->appends.size();
    watched.jump(5000);
    QEventLoop loop;
    QTimer::singleShot(100, &loop, &QEventLoop::quit);
    loop.exec();
    QCOMPARE(watched.kit.library->appends.size(), before + 1);
    watched.kit.library->refuseAppends(0);
    watched.jump(10'000); // its timer's next turn
    QCOMPARE(watched.endOf("q1"), "timed out");
}

void TestDeadlineTimer::asksOnceWhileItIsWritten()
{
    Watched watched;
    watched.ask("q1", watched.in(5000));
    const std::size_t before = watched.kit.library->appends.size();
    watched.kit.library->holdWrites();
    watched.jump(5000);
    watched.jump(1);
    watched.jump(1);
    QCOMPARE(watched.endOf("q1"), "");
    watched.kit.library->releaseWrites();
    watched.kit.settle();
    QCOMPARE(watched.endOf("q1"), "timed out");
    QCOMPARE(watched.kit.library->appends.size(), before + 1);
}

void TestDeadlineTimer::outlivesItsSessions()
{
    Watched watched;
    watched.ask("q1", watched.in(5000));
    watched.kit.hub.reset();
    watched.now = watched.in(6000);
    watched.deadlines.endExpired();
    watched.kit.settle();
    QCOMPARE(watched.endOf("q1"), "");
}

} // namespace tst_deadline_timer

QUARTERDECK_TEST(tst_deadline_timer, TestDeadlineTimer)
#include "tst_deadline_timer.moc"
