#include "tests/support/test.h"
#include "ui/transcript/page_recovery.h"

#include <QTest>

namespace tst_reload_limiter {

using quarterdeck::ui::transcript::ReloadLimiter;

class TestReloadLimiter final : public QObject
{
    Q_OBJECT

private slots:
    void threeReloadsAMinute_areSpent()
    {
        ReloadLimiter budget;
        QVERIFY(budget.spend(0));
        QVERIFY(budget.spend(10));
        QCOMPARE(budget.left(10), 1U);
        QVERIFY(budget.spend(59'999));
        QCOMPARE(budget.left(59'999), 0U);
        QVERIFY(!budget.spend(59'999));
        QVERIFY(budget.spend(60'000)); // the first is a minute old
        QVERIFY(!budget.spend(60'001));
        budget.reset();
        QVERIFY(budget.spend(60'002));
    }
};

} // namespace tst_reload_limiter

QUARTERDECK_TEST(tst_reload_limiter, TestReloadLimiter)
#include "tst_reload_limiter.moc"
