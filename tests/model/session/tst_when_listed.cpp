#include "model/session/session_hub.h"
#include "tests/model/session/support/session_kit.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QStringList>
#include <QTest>
#include <memory>
#include <utility>

namespace tst_when_listed {

using namespace quarterdeck;
using quarterdeck::session::afterSessionsListed;
using quarterdeck::test::SessionKit;
using quarterdeck::test::waitFor;

/// Who must know which sessions there are waits for it once.
class TestWhenListed final : public QObject
{
    Q_OBJECT
private slots:
    void callsInOrderAndOnce();
    void callsNobodyWhoIsGone();
};

void TestWhenListed::callsInOrderAndOnce()
{
    SessionKit kit;
    QObject context;
    QStringList called;
    afterSessionsListed(*kit.hub, context, [&] { called << QStringLiteral("first"); });
    afterSessionsListed(*kit.hub, context,
                        [&, mine = QStringLiteral("second")]() mutable { called << std::exchange(mine, {}); });
    QVERIFY(called.isEmpty());
    kit.hub->start();
    QVERIFY(waitFor([&] { return called.size() == 2; }));
    afterSessionsListed(*kit.hub, context, [&] { called << QStringLiteral("at once"); });
    const QStringList all{QStringLiteral("first"), QStringLiteral("second"), QStringLiteral("at once")};
    QCOMPARE(called, all);
    QVERIFY(kit.create() != nullptr); // the list changes again
    kit.settle();
    QCOMPARE(called, all);
}

void TestWhenListed::callsNobodyWhoIsGone()
{
    SessionKit kit;
    QObject staying;
    auto leaving = std::make_unique<QObject>();
    bool isCalled = false;
    bool isOther = false;
    afterSessionsListed(*kit.hub, *leaving, [&] { isCalled = true; });
    afterSessionsListed(*kit.hub, staying, [&] { isOther = true; });
    leaving.reset();
    kit.hub->start();
    QVERIFY(waitFor([&] { return isOther; }));
    QVERIFY(!isCalled);
}

} // namespace tst_when_listed

QUARTERDECK_TEST(tst_when_listed, TestWhenListed)
#include "tst_when_listed.moc"
