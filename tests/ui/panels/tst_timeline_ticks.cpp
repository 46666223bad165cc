#include "tests/support/widgets_test.h"
#include "ui/panels/replay_timeline.h"

#include <QSet>
#include <QTest>

namespace tst_timeline_ticks {

using namespace quarterdeck;
using namespace quarterdeck::ui;

/// The axis of a replay.
class TestTimelineTicks final : public QObject
{
    Q_OBJECT

private slots:
    void labels_areToldOnce_data();
    void labels_areToldOnce();
};

void TestTimelineTicks::labels_areToldOnce_data()
{
    QTest::addColumn<qint64>("start");
    QTest::addColumn<qint64>("length");
    QTest::addColumn<int>("least");
    constexpr qint64 noon = 1'760'000'400'000;
    QTest::newRow("begins within a second") << noon + 11'200 << qint64(9'000) << 5;
    QTest::newRow("ends within a second") << noon << qint64(9'900) << 5;
    QTest::newRow("within one second") << noon + 100 << qint64(700) << 1;
    QTest::newRow("an hour, begins within a minute") << noon + 20'000 << qint64(3'600'000) << 4;
}

void TestTimelineTicks::labels_areToldOnce()
{
    QFETCH(const qint64, start);
    QFETCH(const qint64, length);
    QFETCH(const int, least);
    const auto ticks = timelineTicks({start}, {start + length}, 12);
    QSet<QString> labels;
    for (const TimelineTick& tick : ticks) {
        QVERIFY2(!labels.contains(tick.label), qPrintable(tick.label));
        labels.insert(tick.label);
    }
    QVERIFY(labels.size() >= least);
    QCOMPARE(ticks.front().time.msSinceEpoch, start);
}

} // namespace tst_timeline_ticks

QUARTERDECK_WIDGETS_TEST(tst_timeline_ticks, TestTimelineTicks)
#include "tst_timeline_ticks.moc"
