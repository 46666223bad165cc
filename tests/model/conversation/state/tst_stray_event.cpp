#include "tests/model/conversation/team_kit.h"

#include <QTest>

using namespace quarterdeck::conversation;

/// Asserts are for the developers of callers; what ships must stay whole.
class TestStrayEvent final : public QObject
{
    Q_OBJECT
private slots:
    void isIgnored_data();
    void isIgnored();
};

void TestStrayEvent::isIgnored_data()
{
    QTest::addColumn<int>("ahead");
    QTest::newRow("again") << 0;
    QTest::newRow("long past") << -3;
    QTest::newRow("behind a gap") << 5;
}

void TestStrayEvent::isIgnored()
{
    QFETCH(int, ahead);
    TeamKit kit;
    const ConversationState before = kit.state;
    kit.state.apply({{before.lastSeq().value + ahead}, {}, 0, SessionRenamed{"stray"}});
    QCOMPARE(kit.state, before);
    kit.state.apply({before.lastSeq().next(), {}, 0, SessionRenamed{"next"}});
    QCOMPARE(kit.state.title(), std::string("next"));
}

QTEST_GUILESS_MAIN(TestStrayEvent)
#include "tst_stray_event.moc"
