#include "model/gateway/clients/notice_rate.h"
#include "tests/support/test.h"

#include <QTest>
#include <string>

namespace tst_notice_rate {

using namespace quarterdeck;
using conversation::SessionId;
using gateway::NoticeRate;
using Level = gateway::PersonNotice::Level;
using namespace std::chrono_literals;

/// How often programs may call the person.
class TestNoticeRate final : public QObject
{
    Q_OBJECT
private slots:
    void eachSession_hasItsPause();
    void worse_comesThrough();
    void together_theyAreBounded();
};

void TestNoticeRate::eachSession_hasItsPause()
{
    NoticeRate rate;
    const NoticeRate::Clock::time_point begin{1h};
    const SessionId one("one");
    QVERIFY(rate.admits(one, Level::Info, begin));
    QVERIFY(!rate.admits(one, Level::Info, begin + 1s));
    QVERIFY(rate.admits(SessionId("other"), Level::Info, begin + 1s));
    QVERIFY(
        !rate.admits(one, Level::Info, begin + NoticeRate::pauseOfSession - 1ms)); // those refused make no pause longer
    QVERIFY(rate.admits(one, Level::Info, begin + NoticeRate::pauseOfSession));
}

void TestNoticeRate::worse_comesThrough()
{
    NoticeRate rate;
    const NoticeRate::Clock::time_point begin{1h};
    const SessionId one("one");
    QVERIFY(rate.admits(one, Level::Info, begin));
    QVERIFY(rate.admits(one, Level::Warning, begin + 1s));
    QVERIFY(!rate.admits(one, Level::Info, begin + 2s));
    QVERIFY(rate.admits(one, Level::Error, begin + 2s));
    QVERIFY(!rate.admits(one, Level::Error, begin + 3s));
}

void TestNoticeRate::together_theyAreBounded()
{
    NoticeRate rate;
    const NoticeRate::Clock::time_point begin{1h};
    for (std::size_t i = 0; i < NoticeRate::mostInSpan; ++i)
        QVERIFY(rate.admits(SessionId(std::to_string(i)), Level::Info, begin + 1s * i));
    const SessionId late("late");
    QVERIFY(!rate.admits(late, Level::Info, begin + NoticeRate::span - 1ms));
    QVERIFY(rate.admits(late, Level::Info, begin + NoticeRate::span)); // the first one is over
    QVERIFY(!rate.admits(SessionId("later"), Level::Info, begin + NoticeRate::span));
}

} // namespace tst_notice_rate

QUARTERDECK_TEST(tst_notice_rate, TestNoticeRate)
#include "tst_notice_rate.moc"
