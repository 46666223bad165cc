#include "programs/notice_rate.h"

#include <QTest>
#include <string>

using namespace quarterdeck;
using conversation::SessionId;
using gateway::NoticeRate;
using namespace std::chrono_literals;

/// How often programs may call the person.
class TestNoticeRate final : public QObject
{
    Q_OBJECT
private slots:
    void eachSession_hasItsPause();
    void together_theyAreBounded();
};

void TestNoticeRate::eachSession_hasItsPause()
{
    NoticeRate rate;
    const NoticeRate::Clock::time_point begin{1h};
    const SessionId one("one");
    QVERIFY(rate.admits(one, begin));
    QVERIFY(!rate.admits(one, begin + 1s));
    QVERIFY(rate.admits(SessionId("other"), begin + 1s));
    QVERIFY(!rate.admits(one, begin + NoticeRate::pauseOfSession - 1ms)); // those refused make no pause longer
    QVERIFY(rate.admits(one, begin + NoticeRate::pauseOfSession));
}

void TestNoticeRate::together_theyAreBounded()
{
    NoticeRate rate;
    const NoticeRate::Clock::time_point begin{1h};
    for (std::size_t i = 0; i < NoticeRate::mostInSpan; ++i)
        QVERIFY(rate.admits(SessionId(std::to_string(i)), begin + 1s * i));
    const SessionId late("late");
    QVERIFY(!rate.admits(late, begin + NoticeRate::span - 1ms));
    QVERIFY(rate.admits(late, begin + NoticeRate::span)); // the first one is over
    QVERIFY(!rate.admits(SessionId("later"), begin + NoticeRate::span));
}

QTEST_GUILESS_MAIN(TestNoticeRate)
#include "tst_notice_rate.moc"
