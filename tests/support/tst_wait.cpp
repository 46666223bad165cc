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
        QElapsedTimer clock;
        clock.start();
        QVERIFY(waitFor([] { return true; }, 60'000));
        QVERIFY(clock.elapsed() < 30'000); // not until the limit
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
