#include "tests/support/test.h"
#include "ui/transcript/page_recovery.h"

#include <QTest>

namespace tst_crash_suspects {

using quarterdeck::conversation::EventSeq;
using quarterdeck::ui::transcript::CrashSuspects;

class TestCrashSuspects final : public QObject
{
    Q_OBJECT

private slots:
    void twoAnswers_proveARow()
    {
        CrashSuspects rows;
        rows.add({1});
        rows.pageAnswered();
        rows.add({2});
        rows.pageAnswered();
        rows.add({3});
        QVERIFY(rows.take() == (std::vector<EventSeq>{{2}, {3}}));
        QVERIFY(rows.take().empty());
        rows.add({4});
        rows.pageAnswered();
        rows.pageAnswered();
        QVERIFY(rows.take().empty());
    }

    /// Something drawn later in a row suspected before: it is at fault again, and once.
    void rowThatGoesOn_isSuspectedAgain()
    {
        CrashSuspects rows;
        for (std::int64_t seq = 1; seq <= 12; ++seq)
            rows.add({seq});
        rows.pageAnswered();
        rows.pageAnswered();
        for (int slice = 0; slice < 20; ++slice)
            rows.add({3});
        rows.pageAnswered();
        rows.add({4});
        rows.add({3});
        QVERIFY(rows.take() == (std::vector<EventSeq>{{4}, {3}}));
    }

    void rowsOfThePage_areThoseThatWereDrawnLast()
    {
        CrashSuspects rows;
        for (std::int64_t seq = 1; seq <= 200; ++seq)
            rows.add({seq});
        rows.add({60});
        rows.pageAnswered();
        rows.pageAnswered();
        const std::vector<EventSeq> drawn = rows.takeDrawn();
        QCOMPARE(drawn.size(), CrashSuspects::mostDrawn);
        QCOMPARE(drawn.front().value, 51);
        QCOMPARE(drawn.back().value, 60);
        QVERIFY(rows.takeDrawn().empty());
    }

    void onlyTheLast_areSuspected()
    {
        CrashSuspects rows;
        for (std::int64_t seq = 1; seq <= 10; ++seq)
            rows.add({seq});
        rows.pageAnswered();
        for (std::int64_t seq = 11; seq <= 1'000; ++seq)
            rows.add({seq});
        const std::vector<EventSeq> suspected = rows.take();
        QCOMPARE(suspected.size(), CrashSuspects::most);
        QCOMPARE(suspected.back().value, 1'000);
        QCOMPARE(suspected.front().value, 989);
    }
};

} // namespace tst_crash_suspects

QUARTERDECK_TEST(tst_crash_suspects, TestCrashSuspects)
#include "tst_crash_suspects.moc"
