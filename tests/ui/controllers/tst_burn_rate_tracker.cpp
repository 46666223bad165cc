#include "desk.h"
#include "tests/support/widgets_test.h"
#include "ui/controllers/team_controller.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_burn_rate_tracker {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using test::waitFor;

namespace {

constexpr std::int64_t begin = 1'700'000'000'000;
constexpr std::int64_t minute = 60'000;

void work(test::SessionKit& kit, session::Session* session, RoleActivity activity, std::int64_t ms)
{
    SetRoleActivity intent;
    intent.role = RoleName("Bob");
    intent.activity = activity;
    intent.hasWork = activity == RoleActivity::Thinking;
    kit.submit(session, intent, {begin + ms});
}

void use(test::SessionKit& kit, session::Session* session, std::int64_t tokens, std::int64_t ms)
{
    RecordStep step;
    step.role = RoleName("Bob");
    step.message.content = textBlocks("Done");
    step.message.usage = Usage{"m", tokens, 0, 0.5, 0};
    kit.submit(session, step, {begin + ms});
}

} // namespace

/// What a minute of a session's work uses up, read from its log.
class TestBurnRateTracker final : public QObject
{
    Q_OBJECT
private slots:
    void rate_isThatOfTheLog();
    void rate_isThatOfTheMoment();
    void rate_isOfTheSessionThatIsShown();
    void log_isReadAfterWhatIsSeen();
};

void TestBurnRateTracker::rate_isThatOfTheLog()
{
    test::Desk desk;
    session::Session* session = desk.kit.create("first");
    work(desk.kit, session, RoleActivity::Thinking, 0);
    use(desk.kit, session, 900, minute);
    ui::BurnRateTracker finder(desk.viewed);
    QSignalSpy changes(&finder, &ui::BurnRateTracker::changed);
    QVERIFY(desk.show(session->id()));
    QVERIFY(waitFor([&] { return finder.rate() == BurnRate{900.0, 0.5}; }));
    QCOMPARE(changes.size(), 1);
    use(desk.kit, session, 100, 2 * minute);
    QVERIFY(waitFor([&] { return finder.rate() == BurnRate{500.0, 0.5}; }));
}

void TestBurnRateTracker::rate_isThatOfTheMoment()
{
    test::Desk desk;
    session::Session* session = desk.kit.create("first");
    work(desk.kit, session, RoleActivity::Thinking, 0);
    const EventSeq before = session->state()->lastSeq();
    use(desk.kit, session, 900, minute);
    const EventSeq then = session->state()->lastSeq();
    use(desk.kit, session, 100, 2 * minute);
    ui::BurnRateTracker finder(desk.viewed);
    QVERIFY(desk.show(session->id()));
    QVERIFY(desk.replayAt(then));
    QVERIFY(waitFor([&] { return finder.rate() == BurnRate{900.0, 0.5}; }));
    desk.viewed.replay()->seek(before);
    QVERIFY(waitFor([&] { return !finder.rate(); }));
    desk.viewed.endReplay();
    QVERIFY(waitFor([&] { return finder.rate() == BurnRate{500.0, 0.5}; }));
}

void TestBurnRateTracker::rate_isOfTheSessionThatIsShown()
{
    test::Desk desk;
    session::Session* session = desk.kit.create("first");
    work(desk.kit, session, RoleActivity::Thinking, 0);
    use(desk.kit, session, 900, minute);
    session::Session* other = desk.kit.create("second");
    ui::BurnRateTracker finder(desk.viewed);
    QVERIFY(desk.show(session->id()));
    QVERIFY(waitFor([&] { return finder.rate().has_value(); }));
    QVERIFY(desk.show(other->id()));
    QVERIFY(!finder.rate());
}

/// The first rows of a session wait for the same reader.
void TestBurnRateTracker::log_isReadAfterWhatIsSeen()
{
    test::Desk desk;
    session::Session* session = desk.kit.create("first");
    work(desk.kit, session, RoleActivity::Thinking, 0);
    use(desk.kit, session, 900, minute);
    QVERIFY(desk.show(session->id()));
    QVERIFY(waitFor([&] { return desk.viewed.state() != nullptr; }));
    desk.kit.settle();
    ui::BurnRateTracker finder(desk.viewed);
    const int before = desk.kit.library->eventReads;
    emit desk.viewed.sessionChanged();
    emit desk.viewed.stateChanged();
    emit desk.viewed.stateChanged();
    QCOMPARE(desk.kit.library->eventReads, before);
    QVERIFY(waitFor([&] { return finder.rate().has_value(); }));
}

} // namespace tst_burn_rate_tracker

QUARTERDECK_WIDGETS_TEST(tst_burn_rate_tracker, TestBurnRateTracker)
#include "tst_burn_rate_tracker.moc"
