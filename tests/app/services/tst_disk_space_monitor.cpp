#include "app/services/disk_space_monitor.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_disk_space_monitor {

using namespace quarterdeck;
using namespace std::chrono_literals;
using app::DiskSpaceMonitor;
using app::pauseBeforeRetry;
using test::waitFor;

/// A disk that was full is tried until it takes something.
class TestDiskSpaceMonitor final : public QObject
{
    Q_OBJECT

private slots:
    void space_isSaidOnce();
    void pauses_grow();
};

void TestDiskSpaceMonitor::space_isSaidOnce()
{
    const QTemporaryDir folder;
    const QString inner = folder.filePath(QStringLiteral("inner"));
    DiskSpaceMonitor watch(inner + QStringLiteral("/library.db"), 5ms);
    QSignalSpy returned(&watch, &DiskSpaceMonitor::spaceReturned);
    DiskSpaceMonitor other(folder.filePath(QStringLiteral("library.db")), 20ms); // by then the first has looked
    const QSignalSpy looked(&other, &DiskSpaceMonitor::spaceReturned);
    QVERIFY(waitFor([&] { return looked.size() == 1; }));
    QCOMPARE(returned.size(), 0); // nothing can be written there
    QVERIFY(QDir().mkpath(inner));
    QVERIFY(waitFor([&] { return returned.size() == 1; }));
    QVERIFY(QDir(inner).isEmpty()); // nothing is left of the try
    QVERIFY(QDir(folder.path()).entryList(QDir::Files).isEmpty());
    QCOMPARE(looked.size(), 1);
}

void TestDiskSpaceMonitor::pauses_grow()
{
    QCOMPARE(pauseBeforeRetry(0), 2000ms);
    QCOMPARE(pauseBeforeRetry(1), 4000ms);
    QCOMPARE(pauseBeforeRetry(7), 256'000ms);
    QCOMPARE(pauseBeforeRetry(8), 300'000ms);
    QCOMPARE(pauseBeforeRetry(1'000'000), 300'000ms);
}

} // namespace tst_disk_space_monitor

QUARTERDECK_TEST(tst_disk_space_monitor, TestDiskSpaceMonitor)
#include "tst_disk_space_monitor.moc"
