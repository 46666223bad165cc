#include "model/conversation/decide/decide.h"
#include "model/conversation/state/cost_ledger.h"
#include "tests/model/conversation/random_conversation.h"
#include "tests/model/conversation/team_kit.h"
#include "tests/support/test.h"

#include <QTest>
#include <algorithm>

namespace tst_cost_ledger {

using namespace quarterdeck::conversation;

namespace {

Event said(std::int64_t seq, std::int64_t timeMs, const char* role, Usage usage)
{
    return {{seq}, {timeMs}, 0, UsageRecorded{RoleName(role), std::move(usage)}};
}

Usage used(std::int64_t prompt, std::int64_t completion, std::optional<double> cost, const char* model = "small")
{
    return Usage{model, prompt, completion, cost, 0};
}

UsageSum sumOf(const std::vector<CostSlice>& slices)
{
    UsageSum sum;
    for (const CostSlice& slice : slices)
        for (const UsageSum& one : slice.byRole)
            sum.add(one);
    return sum;
}

} // namespace

class TestCostLedger final : public QObject
{
    Q_OBJECT
private slots:
    void booksAgreeWithTheState_data();
    void booksAgreeWithTheState();
    void linesAreByRoleAndModel();
    void callsWithoutAPriceAreCounted();
    void largestComeFirst();
    void timesStayFew();
    void clockThatGoesBackLosesNothing();
    void rolesStayFew();
    void roundsAreKept();
};

void TestCostLedger::booksAgreeWithTheState_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 20; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

/// Whatever anybody does: the sums are those of the state that the same events make.
void TestCostLedger::booksAgreeWithTheState()
{
    QFETCH(int, seed);
    RandomConversation random(static_cast<std::uint32_t>(seed));
    TeamKit kit;
    CostLedger ledger;
    for (const Event& event : kit.log)
        ledger.take(event, kit.state);
    for (int step = 0; step < 300; ++step) {
        const Intent intent = random.intent(kit.state);
        for (const Event& event : kit.submit(intent).events)
            ledger.take(event, kit.state);
    }
    QCOMPARE(ledger.total().totalTokens(), kit.state.totalTokens());
    QVERIFY(qFuzzyCompare(ledger.total().cost + 1, kit.state.totalCost() + 1));
    QCOMPARE(ledger.total().unpricedCalls == 0, kit.state.isCostKnown());
    QVERIFY(ledger.total().calls > 0);
    UsageSum lines;
    for (const CostLine& line : ledger.lines())
        lines.add(line.sum);
    QCOMPARE(lines.totalTokens(), ledger.total().totalTokens());
    QCOMPARE(sumOf(ledger.slices()).totalTokens(), ledger.total().totalTokens());
    QCOMPARE(sumOf(ledger.slices()).calls, ledger.total().calls);
    for (const RoleState& role : kit.state.roles()) {
        std::int64_t tokens = 0;
        for (const CostLine& line : ledger.lines())
            tokens += line.role == role.role.name ? line.sum.totalTokens() : 0;
        QVERIFY(tokens >= role.tokens); // more, when it spoke before it was hired
    }
}

void TestCostLedger::linesAreByRoleAndModel()
{
    const TeamKit kit;
    CostLedger ledger;
    ledger.take(said(1, 0, "Alice", used(10, 1, 0.25)), kit.state);
    ledger.take(said(2, 0, "Bob", used(20, 2, 0.5)), kit.state);
    ledger.take(said(3, 0, "Alice", used(30, 3, 1.0, "large")), kit.state);
    Usage whole = used(40, 4, 2.0);
    whole.cachedTokens = 8;
    whole.reasoningTokens = 3;
    ledger.take(said(4, 0, "Alice", whole), kit.state);
    QCOMPARE(ledger.lines().size(), 3U);
    QCOMPARE(ledger.lines()[0].role, RoleName("Alice"));
    QCOMPARE(ledger.lines()[0].model, std::string("small"));
    QCOMPARE(ledger.lines()[0].sum, (UsageSum{50, 5, 8, 3, 2.25, 0, 2}));
    QCOMPARE(ledger.lines()[1].model, std::string("large")); // beside the other one of Alice
    QCOMPARE(ledger.lines()[2].role, RoleName("Bob"));
    QCOMPARE(ledger.roles(), (std::vector{RoleName("Alice"), RoleName("Bob")}));
    QCOMPARE(ledger.total(), (UsageSum{100, 10, 8, 3, 3.75, 0, 4}));
}

void TestCostLedger::callsWithoutAPriceAreCounted()
{
    const TeamKit kit;
    CostLedger ledger;
    ledger.take(said(1, 0, "Alice", used(10, 1, {})), kit.state);
    ledger.take(said(2, 0, "Alice", used(0, 0, {})), kit.state);
    ledger.take(said(3, 0, "Alice", used(1, 1, std::numeric_limits<double>::infinity())), kit.state);
    QCOMPARE(ledger.total().unpricedCalls, 2);
    QCOMPARE(ledger.total().cost, 0.0);
}

void TestCostLedger::largestComeFirst()
{
    const TeamKit kit;
    CostLedger ledger;
    for (int i = 0; i < 50; ++i)
        ledger.take(said(i + 1, i, "Alice", used(i, 0, (i * 7 % 50) / 100.0)), kit.state);
    QCOMPARE(ledger.largest().size(), CostLedger::mostLargest);
    for (std::size_t i = 0; i < ledger.largest().size(); ++i)
        QCOMPARE(*ledger.largest()[i].usage.cost, (49 - static_cast<double>(i)) / 100.0);
    ledger.take(said(60, 60, "Bob", used(1, 1, 9.0)), kit.state);
    QCOMPARE(ledger.largest().front().role, RoleName("Bob"));
    QCOMPARE(ledger.largest().front().seq, EventSeq{}); // it made no message
    MessagePublished published;
    published.message.sentFrom = Address("Alice");
    published.message.usage = used(1, 1, 10.0);
    ledger.take({{61}, {61}, 0, published}, kit.state);
    QCOMPARE(ledger.largest().front().seq, EventSeq{61});
}

void TestCostLedger::timesStayFew()
{
    const TeamKit kit;
    CostLedger ledger;
    for (std::int64_t i = 0; i < 20'000; ++i)
        ledger.take(said(i + 1, i * 977, i % 3 == 0 ? "Alice" : "Bob", used(1, 0, 0.001)), kit.state);
    QVERIFY(ledger.slices().size() <= CostLedger::mostSlices);
    QVERIFY(ledger.slices().size() > CostLedger::mostSlices / 4);
    QCOMPARE(sumOf(ledger.slices()).promptTokens, 20'000);
    for (std::size_t i = 1; i < ledger.slices().size(); ++i)
        QCOMPARE(ledger.slices()[i].from.msSinceEpoch - ledger.slices()[i - 1].from.msSinceEpoch, ledger.sliceMs());
    QCOMPARE(ledger.begin(), Timestamp{0});
    QCOMPARE(ledger.end(), Timestamp{19'999 * 977});
}

void TestCostLedger::clockThatGoesBackLosesNothing()
{
    const TeamKit kit;
    CostLedger ledger;
    using Limits = std::numeric_limits<std::int64_t>;
    std::int64_t seq = 0;
    for (const std::int64_t time :
         {std::int64_t{5'000}, std::int64_t{1'000}, Limits::min(), Limits::max(), std::int64_t{2}})
        for (int i = 0; i < 300; ++i)
            ledger.take(said(++seq, time, "Alice", used(1, 0, {})), kit.state);
    QCOMPARE(sumOf(ledger.slices()).promptTokens, 1'500);
    QVERIFY(std::ranges::is_sorted(ledger.slices(), {}, [](const CostSlice& slice) { return slice.from; }));
}

void TestCostLedger::rolesStayFew()
{
    const TeamKit kit;
    CostLedger ledger;
    for (int i = 0; i < 2'000; ++i)
        ledger.take(said(i + 1, i, ("role " + std::to_string(i)).c_str(), used(1, 0, {})), kit.state);
    QCOMPARE(ledger.lines().size(), CostLedger::mostLines);
    QVERIFY(ledger.roles().size() <= CostLedger::mostLines);
    QVERIFY(ledger.lines().back().role.str().empty()); // all others together
    QCOMPARE(ledger.lines().back().sum.calls, 2'000 - static_cast<std::int64_t>(CostLedger::mostLines) + 1);
}

void TestCostLedger::roundsAreKept()
{
    const TeamKit kit;
    CostLedger ledger;
    ledger.take({{1}, {500}, 0, RoundStarted{1, 2}}, kit.state);
    ledger.take({{2}, {900}, 0, RoundStarted{2, 2}}, kit.state);
    QCOMPARE(ledger.rounds(), (std::vector<CostLedger::Round>{{{500}, 1}, {{900}, 2}}));
    QVERIFY(ledger.lines().empty());
}

} // namespace tst_cost_ledger

QUARTERDECK_TEST(tst_cost_ledger, TestCostLedger)
#include "tst_cost_ledger.moc"
