#include "tests/support/test.h"
#include "ui/panels/cost_chart.h"

#include <QTest>
#include <limits>

namespace tst_chart_ticks {

using namespace quarterdeck::ui;

class TestChartTicks final : public QObject
{
    Q_OBJECT

private slots:
    void values_data();
    void values();
    void values_reachAnyTop();
    void times_data();
    void times();
    void times_areNeverTooMany();
    void seconds_areSaidWhereTheyMatter();
};

void TestChartTicks::seconds_areSaidWhereTheyMatter()
{
    QVERIFY(!needSeconds({}));
    QVERIFY(!needSeconds(timeTicks(30'000, 250'000, 0, 6)));
    QVERIFY(needSeconds(timeTicks(30'000, 190'000, 0, 8))); // half minutes of two minutes and more
    QVERIFY(!needSeconds(timeTicks(0, 4 * 86'400'000LL, 3'600'000, 6)));
}

void TestChartTicks::values_data()
{
    QTest::addColumn<double>("top");
    QTest::addColumn<QList<double>>("ticks");
    QTest::newRow("nothing") << 0.0 << QList<double>{0, 1};
    QTest::newRow("no number") << std::numeric_limits<double>::quiet_NaN() << QList<double>{0, 1};
    QTest::newRow("cents") << 0.42 << QList<double>{0, 0.1, 0.2, 0.3, 0.4, 0.5};
    QTest::newRow("exactly") << 0.5 << QList<double>{0, 0.1, 0.2, 0.3, 0.4, 0.5};
    QTest::newRow("twos") << 7.0 << QList<double>{0, 2, 4, 6, 8};
    QTest::newRow("fives") << 21'000.0 << QList<double>{0, 5'000, 10'000, 15'000, 20'000, 25'000};
}

void TestChartTicks::values()
{
    QFETCH(double, top);
    QFETCH(QList<double>, ticks);
    const std::vector<double> found = valueTicks(top, 5);
    QCOMPARE(found.size(), static_cast<std::size_t>(ticks.size()));
    for (std::size_t i = 0; i < found.size(); ++i)
        QVERIFY(qAbs(found[i] - ticks[static_cast<int>(i)]) < 1e-9 * std::max(1.0, top));
}

void TestChartTicks::values_reachAnyTop()
{
    for (double top = 1e-9; top < 1e15; top *= 1.7) {
        const std::vector<double> ticks = valueTicks(top, 5);
        QVERIFY(ticks.back() >= top * (1 - 1e-9));
        QVERIFY(ticks.size() >= 3 && ticks.size() <= 7);
    }
}

void TestChartTicks::times_data()
{
    QTest::addColumn<qint64>("from");
    QTest::addColumn<qint64>("to");
    QTest::addColumn<qint64>("offset");
    QTest::addColumn<QList<qint64>>("ticks");
    QTest::newRow("nothing") << qint64{5} << qint64{5} << qint64{0} << QList<qint64>{};
    QTest::newRow("minutes") << qint64{30'000} << qint64{250'000} << qint64{0}
                             << QList<qint64>{60'000, 120'000, 180'000, 240'000};
    QTest::newRow("a day begins where the person is")
        << qint64{0} << qint64{4 * 86'400'000ll} << qint64{3'600'000}
        << QList<qint64>{86'400'000 - 3'600'000, 2 * 86'400'000 - 3'600'000, 3 * 86'400'000ll - 3'600'000,
                         4 * 86'400'000ll - 3'600'000};
}

void TestChartTicks::times()
{
    QFETCH(qint64, from);
    QFETCH(qint64, to);
    QFETCH(qint64, offset);
    QFETCH(QList<qint64>, ticks);
    const std::vector<std::int64_t> found = timeTicks(from, to, offset, 5);
    QCOMPARE(QList<qint64>(found.begin(), found.end()), ticks);
}

void TestChartTicks::times_areNeverTooMany()
{
    for (qint64 length = 1; length < (qint64{1} << 58); length *= 3)
        for (const int most : {1, 2, 7})
            QVERIFY(timeTicks(1'760'000'000'000, 1'760'000'000'000 + length, 0, most).size()
                    <= static_cast<std::size_t>(most));
}

} // namespace tst_chart_ticks

QUARTERDECK_TEST(tst_chart_ticks, TestChartTicks)
#include "tst_chart_ticks.moc"
