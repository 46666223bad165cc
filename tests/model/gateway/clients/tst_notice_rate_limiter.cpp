#include "model/gateway/clients/client_limits.h"
#include "tests/support/test.h"

#include <QTest>
#include <string>

namespace tst_notice_rate_limiter {

using namespace quarterdeck;
using conversation::SessionId;
using gateway::NoticeRateLimiter;
using Level = gateway::UserNotification::Level;
using namespace std::chrono_literals;

/// How often programs may call the person.
class TestNoticeRateLimiter final : public QObject
{
    Q_OBJECT
private slots:
    void eachSession_hasItsPause();
    void worse_comesThrough();
    void together_theyAreBounded();
};

void TestNoticeRateLimiter::eachSession_hasItsPause()
{
    NoticeRateLimiter rate;
    const NoticeRateLimiter::Clock::time_point begin{1h};
    const SessionId one("one");
    QVERIFY(rate.admits(one, Level::Info, begin));
    QVERIFY(!rate.admits(one, Level::Info, begin + 1s));
    QVERIFY(rate.admits(SessionId("other"), Level::Info, begin + 1s));
    QVERIFY(!rate.admits(one, Level::Info,
                         begin + NoticeRateLimiter::pauseOfSession - 1ms)); // those refused make no pause longer
    QVERIFY(rate.admits(one, Level::Info, begin + NoticeRateLimiter::pauseOfSession));
}

void TestNoticeRateLimiter::worse_comesThrough()
{
    NoticeRateLimiter rate;
    const NoticeRateLimiter::Clock::time_point begin{1h};
    const SessionId one("one");
    QVERIFY(rate.admits(one, Level::Info, begin));
    QVERIFY(rate.admits(one, Level::Warning, begin + 1s));
    QVERIFY(!rate.admits(one, Level::Info, begin + 2s));
    QVERIFY(rate.admits(one, Level::Error, begin + 2s));
    QVERIFY(!rate.admits(one, Level::Error, begin + 3s));
}

void TestNoticeRateLimiter::together_theyAreBounded()
{
    NoticeRateLimiter rate;
    const NoticeRateLimiter::Clock::time_point begin{1h};
    for (std::size_t i = 0; i < NoticeRateLimiter::mostInSpan; ++i)
        QVERIFY(rate.admits(SessionId(std::to_string(i)), Level::Info, begin + 1s * i));
    const SessionId late("late");
    QVERIFY(!rate.admits(late, Level::Info, begin + NoticeRateLimiter::span - 1ms));
    QVERIFY(rate.admits(late, Level::Info, begin + NoticeRateLimiter::span)); // the first one is over
    QVERIFY(!rate.admits(SessionId("later"), Level::Info, begin + NoticeRateLimiter::span));
}

} // namespace tst_notice_rate_limiter

QUARTERDECK_TEST(tst_notice_rate_limiter, TestNoticeRateLimiter)
#include "tst_notice_rate_limiter.moc"
