#include "model/conversation/burn_meter.h"
#include "tests/support/test.h"

#include <QTest>
#include <cmath>
#include <limits>
#include <vector>

namespace tst_burn_meter {

using namespace quarterdeck::conversation;

namespace {

constexpr std::int64_t second = 1'000;
constexpr std::int64_t minute = 60 * second;

Event at(std::int64_t ms, EventBody body)
{
    Event event;
    event.time = {1'700'000'000'000 + ms};
    event.body = std::move(body);
    return event;
}

Event does(std::int64_t ms, RoleActivity activity, const char* role = "Bob")
{
    RoleActivityChanged changed;
    changed.role = RoleName(role);
    changed.activity = activity;
    return at(ms, changed);
}

Event runs(std::int64_t ms, RunState state) { return at(ms, RunStateChanged{state, {}, {}}); }

Event uses(std::int64_t ms, std::int64_t tokens, std::optional<double> cost)
{
    MessagePublished published;
    published.message.usage = Usage{"m", tokens, 0, cost, 0};
    return at(ms, published);
}

using Events = std::vector<Event>;

} // namespace

/// What a run uses up in a minute.
class TestBurnMeter final : public QObject
{
    Q_OBJECT
private slots:
    void rateIsOfTheLastMinutesOfWork_data();
    void rateIsOfTheLastMinutesOfWork();
    void budgetIsReachedAtThatRate_data();
    void budgetIsReachedAtThatRate();
};

void TestBurnMeter::rateIsOfTheLastMinutesOfWork_data()
{
    QTest::addColumn<Events>("events");
    QTest::addColumn<double>("tokens");  ///< less than 0 = no rate
    QTest::addColumn<double>("dollars"); ///< less than 0 = no price
    const Event begins = does(0, RoleActivity::Thinking);
    QTest::newRow("nothing") << Events{} << -1.0 << -1.0;
    QTest::newRow("one minute") << Events{begins, uses(minute, 600, 0.3)} << 600.0 << 0.3;
    QTest::newRow("two calls in two minutes")
        << Events{begins, uses(minute, 600, 0.3), uses(2 * minute, 200, 0.1)} << 400.0 << 0.2;
    QTest::newRow("too short") << Events{begins, uses(29 * second, 600, 0.3)} << -1.0 << -1.0;
    QTest::newRow("nothing used up") << Events{begins, does(minute, RoleActivity::Acting)} << -1.0 << -1.0;
    QTest::newRow("a price is not known")
        << Events{begins, uses(minute, 600, 0.3), uses(2 * minute, 200, std::nullopt)} << 400.0 << -1.0;
    QTest::newRow("a price that is no number")
        << Events{begins, uses(minute, 600, std::numeric_limits<double>::infinity())} << 600.0 << -1.0;
    QTest::newRow("pauses do not count") << Events{begins, uses(minute, 600, 0.3), runs(minute, RunState::Paused),
                                                   runs(60 * minute, RunState::Running), uses(61 * minute, 200, 0.1)}
                                         << 400.0 << 0.2;
    QTest::newRow("nor stops") << Events{begins, uses(minute, 600, 0.3), runs(minute, RunState::Stopped),
                                         runs(60 * minute, RunState::Running), uses(61 * minute, 200, 0.1)}
                               << 400.0 << 0.2;
    QTest::newRow("nor does waiting for the person")
        << Events{begins, uses(minute, 600, 0.3), does(minute, RoleActivity::WaitingForUser),
                  does(90 * minute, RoleActivity::Thinking), uses(91 * minute, 200, 0.1)}
        << 400.0 << 0.2;
    QTest::newRow("another one works meanwhile")
        << Events{begins, does(0, RoleActivity::Acting, "Alice"), uses(minute, 600, 0.3),
                  does(minute, RoleActivity::Idle), uses(2 * minute, 200, 0.1)}
        << 400.0 << 0.2;
    QTest::newRow("what is longer ago is forgotten")
        << Events{begins, uses(minute, 60'000, 30.0), uses(8 * minute, 1'000, 0.5)} << 200.0 << 0.1;
    QTest::newRow("what no work was seen for")
        << Events{uses(0, 60'000, 30.0), does(1, RoleActivity::Thinking), uses(1 + minute, 600, 0.3)} << 600.0 << 0.3;
    QTest::newRow("a clock that goes back")
        << Events{begins, uses(minute, 600, 0.3), uses(-minute, 0, 0.0), uses(0, 200, 0.1)} << 400.0 << 0.2;
    QTest::newRow("what is recorded apart")
        << Events{begins, at(minute, UsageRecorded{RoleName("Bob"), Usage{"m", 500, 100, 0.3, 0}})} << 600.0 << 0.3;
}

void TestBurnMeter::rateIsOfTheLastMinutesOfWork()
{
    QFETCH(Events, events);
    QFETCH(double, tokens);
    QFETCH(double, dollars);
    BurnMeter meter;
    for (const Event& event : events)
        meter.add(event);
    const auto rate = meter.rate();
    QCOMPARE(rate.has_value(), tokens >= 0);
    if (!rate)
        return;
    QVERIFY2(std::abs(rate->tokensPerMinute - tokens) < 1e-6, std::to_string(rate->tokensPerMinute).c_str());
    QCOMPARE(rate->dollarsPerMinute.has_value(), dollars >= 0);
    if (rate->dollarsPerMinute)
        QVERIFY2(std::abs(*rate->dollarsPerMinute - dollars) < 1e-9, std::to_string(*rate->dollarsPerMinute).c_str());
}

void TestBurnMeter::budgetIsReachedAtThatRate_data()
{
    QTest::addColumn<double>("perMinute"); ///< less than 0 = no price
    QTest::addColumn<double>("budget");    ///< less than 0 = none
    QTest::addColumn<double>("spent");
    QTest::addColumn<double>("minutes"); ///< less than 0 = not told
    QTest::newRow("in ten minutes") << 0.25 << 3.0 << 0.5 << 10.0;
    QTest::newRow("no budget") << 0.25 << -1.0 << 0.5 << -1.0;
    QTest::newRow("no price") << -1.0 << 3.0 << 0.5 << -1.0;
    QTest::newRow("for nothing") << 0.0 << 3.0 << 0.5 << -1.0;
    QTest::newRow("reached") << 0.25 << 3.0 << 3.0 << -1.0;
    QTest::newRow("in years") << 1e-6 << 3.0 << 0.5 << -1.0;
}

void TestBurnMeter::budgetIsReachedAtThatRate()
{
    QFETCH(double, perMinute);
    QFETCH(double, budget);
    QFETCH(double, spent);
    QFETCH(double, minutes);
    const BurnRate rate{100.0, perMinute < 0 ? std::nullopt : std::optional(perMinute)};
    const auto left = minutesToBudget(rate, budget < 0 ? std::nullopt : std::optional(budget), spent);
    QCOMPARE(left.value_or(-1.0), minutes);
}

} // namespace tst_burn_meter

QUARTERDECK_TEST(tst_burn_meter, TestBurnMeter)
#include "tst_burn_meter.moc"
