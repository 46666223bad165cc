#include "model/session/session.h"
#include "tests/model/session/support/session_kit.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QTest>
#include <optional>

namespace tst_log_follower {

using namespace quarterdeck;
using quarterdeck::session::Event;
using quarterdeck::session::LogFollower;
using quarterdeck::session::Nothing;
using quarterdeck::session::Result;
using quarterdeck::session::Session;
using quarterdeck::test::said;
using quarterdeck::test::SessionKit;
using quarterdeck::test::waitFor;

namespace {

/// What a follower took, and what it said when it had all there was.
struct Following
{
    explicit Following(Session& session)
        : follower(std::make_unique<LogFollower>(
            session, [this](const Event& event) { taken.push_back(event); },
            [this](const Result<Nothing>& result) {
                ready = result;
                ++answers;
            }))
    { }

    std::vector<Event> taken;
    std::optional<Result<Nothing>> ready;
    int answers = 0;
    std::unique_ptr<LogFollower> follower;
};

/// A session with this many events, in which nothing waits for a time.
Session* sessionOf(SessionKit& kit, std::size_t events)
{
    Session* session = kit.create();
    int answered = 0;
    const auto count = [&](const conversation::Decision&) { ++answered; };
    const auto already = static_cast<std::size_t>(session->state()->lastSeq().value);
    for (std::size_t i = already; i < events; ++i)
        session->submit(said("Alice", std::to_string(i)), count);
    return waitFor([&] { return answered == static_cast<int>(events - already); }, 60'000) ? session : nullptr;
}

} // namespace

/// A session's log from its beginning on, each event once and in order.
class TestLogFollower final : public QObject
{
    Q_OBJECT
private slots:
    void takesAllAndGoesAlong_data();
    void takesAllAndGoesAlong();
    void takesWhatIsCommittedMeanwhile();
    void anErrorEndsIt();
    void itMayGo_data();
    void itMayGo();
};

void TestLogFollower::takesAllAndGoesAlong_data()
{
    QTest::addColumn<int>("events");
    QTest::newRow("a new session") << 6;
    QTest::newRow("a whole page") << 2000;
    QTest::newRow("several pages") << 4300;
}

void TestLogFollower::takesAllAndGoesAlong()
{
    QFETCH(int, events);
    SessionKit kit;
    Session* session = sessionOf(kit, static_cast<std::size_t>(events));
    QVERIFY(session != nullptr);
    const Following following(*session);
    QVERIFY(!following.ready);
    QVERIFY(waitFor([&] { return following.ready.has_value(); }));
    QVERIFY(following.ready->has_value());
    QVERIFY(following.taken == kit.log(session->id()));
    QVERIFY(following.taken.size() >= static_cast<std::size_t>(events));
    QVERIFY(!kit.submit(session, said("Bob", "later")).error);
    QVERIFY(following.taken == kit.log(session->id()));
    QCOMPARE(following.answers, 1);
}

void TestLogFollower::takesWhatIsCommittedMeanwhile()
{
    SessionKit kit;
    Session* session = sessionOf(kit, 2'100);
    QVERIFY(session != nullptr);
    kit.library->holdAnswers();
    const Following following(*session);
    kit.settleReads(); // the first page is read, and does not know of these
    QVERIFY(!kit.submit(session, said("Bob", "while the first page is read")).error);
    QVERIFY(!kit.submit(session, said("Bob", "and another")).error);
    QVERIFY(following.taken.empty());
    kit.library->releaseAnswers();
    QVERIFY(waitFor([&] { return following.ready.has_value(); }));
    QVERIFY(following.taken == kit.log(session->id()));
}

void TestLogFollower::anErrorEndsIt()
{
    SessionKit kit;
    Session* session = sessionOf(kit, 10);
    QVERIFY(session != nullptr);
    kit.library->failReads(true);
    const Following following(*session);
    QVERIFY(waitFor([&] { return following.ready.has_value(); }));
    QVERIFY(!following.ready->has_value());
    QCOMPARE(following.ready->error().detail, SessionKit().library->brokenRead().detail);
    kit.library->failReads(false);
    QVERIFY(!kit.submit(session, said("Bob", "later")).error);
    QVERIFY(following.taken.empty());
}

void TestLogFollower::itMayGo_data()
{
    QTest::addColumn<bool>("isReady");
    QTest::newRow("before it is answered") << false;
    QTest::newRow("within its answer") << true;
}

void TestLogFollower::itMayGo()
{
    QFETCH(bool, isReady);
    SessionKit kit;
    Session* session = sessionOf(kit, 10);
    QVERIFY(session != nullptr);
    int taken = 0;
    int answers = 0;
    std::unique_ptr<LogFollower> follower;
    follower = std::make_unique<LogFollower>(
        *session, [&](const Event&) { ++taken; },
        [&](const Result<Nothing>&) {
            ++answers;
            follower.reset();
        });
    if (!isReady)
        follower.reset();
    kit.settle();
    QVERIFY(!kit.submit(session, said("Bob", "later")).error);
    QCOMPARE(answers, isReady ? 1 : 0);
    QCOMPARE(taken > 0, isReady);
    QVERIFY(follower == nullptr);
}

} // namespace tst_log_follower

QUARTERDECK_TEST(tst_log_follower, TestLogFollower)
#include "tst_log_follower.moc"
