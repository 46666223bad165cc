#include "wait.h"

#include <QElapsedTimer>
#include <QTest>

using quarterdeck::test::waitFor;

class TestWait final : public QObject
{
    Q_OBJECT

private slots:
    void whatHoldsAlready_isNotWaitedFor()
    {
        int turns = 0;
        QTimer::singleShot(0, this, [&] { ++turns; });
        QVERIFY(waitFor([] { return true; }, 60'000));
        QCOMPARE(turns, 0); // the event loop was not entered
    }

    void whatComesLater_isSeen()
    {
        bool came = false;
        QTimer::singleShot(20, this, [&] { came = true; });
        QVERIFY(waitFor([&] { return came; }, 60'000));
    }

    void whatNeverComes_endsWithTheTime()
    {
        QElapsedTimer clock;
        clock.start();
        QVERIFY(!waitFor([] { return false; }, 50));
        QVERIFY(clock.elapsed() >= 50);
    }
};

QTEST_GUILESS_MAIN(TestWait)
#include "tst_wait.moc"
