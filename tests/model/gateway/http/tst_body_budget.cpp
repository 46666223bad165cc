#include "model/gateway/http/server_limits.h"
#include "tests/support/test.h"

#include <QTest>
#include <string>
#include <vector>

namespace tst_body_budget {

using quarterdeck::gateway::BodyBudget;

/// Room for 100 bytes.
class TestBodyBudget final : public QObject
{
    Q_OBJECT
private slots:
    void whatHasRoomMayBeRead();
    void theRestWaitsForWhatIsDone();
    void theOldestGoesOnWhereNothingIsDone();
    void whoWaitsAndGoesIsNotCalled();
};

void TestBodyBudget::whatHasRoomMayBeRead()
{
    BodyBudget budget(100);
    const auto first = budget.begin();
    const auto second = budget.begin();
    QVERIFY(first != second && first != 0);
    budget.add(first, 99);
    QVERIFY(budget.admits(first) && budget.admits(second));
    budget.add(second, 1);
    QVERIFY(!budget.admits(second));
    budget.release(first);
    QVERIFY(budget.admits(second));
}

void TestBodyBudget::theRestWaitsForWhatIsDone()
{
    BodyBudget budget(100);
    const auto whole = budget.begin();
    budget.add(whole, 100);
    budget.setWhole(whole);
    const auto next = budget.begin();
    QVERIFY(!budget.admits(next));
    int called = 0;
    budget.wait(next, [&] { ++called; });
    QCOMPARE(called, 0);
    budget.release(whole);
    QCOMPARE(called, 1);
    budget.release(whole); // twice is once
    QVERIFY(budget.admits(next));
    QCOMPARE(called, 1);
}

void TestBodyBudget::theOldestGoesOnWhereNothingIsDone()
{
    BodyBudget budget(100);
    const auto first = budget.begin();
    const auto second = budget.begin();
    budget.add(first, 50);
    budget.add(second, 50);
    QVERIFY(budget.admits(first) && !budget.admits(second));
    std::vector<std::string> called;
    budget.wait(second, [&] { called.emplace_back("second"); });
    budget.add(first, 1000);
    QVERIFY(budget.admits(first));
    budget.setWhole(first);
    QVERIFY(!budget.admits(second)); // it will be done with
    QVERIFY(called.empty());
    budget.release(first);
    QCOMPARE(called.size(), std::size_t(1));
}

void TestBodyBudget::whoWaitsAndGoesIsNotCalled()
{
    BodyBudget budget(100);
    const auto first = budget.begin();
    const auto second = budget.begin();
    const auto third = budget.begin();
    budget.add(first, 100);
    int called = 0;
    budget.wait(second, [&] { called += 1; });
    budget.wait(third, [&] { called += 10; });
    budget.release(second);
    QCOMPARE(called, 0);
    budget.release(first);
    QCOMPARE(called, 10);
}

} // namespace tst_body_budget

QUARTERDECK_TEST(tst_body_budget, TestBodyBudget)
#include "tst_body_budget.moc"
