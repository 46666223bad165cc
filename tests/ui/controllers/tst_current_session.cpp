#include "desk.h"
#include "tests/support/widgets_test.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_current_session {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using test::Desk;
using ui::CurrentSession;

/// What the whole window looks at.
class TestCurrentSession final : public QObject
{
    Q_OBJECT

private slots:
    void anotherSession_endsTheReplay();
    void recording_isNotSpokenIn();
    void nothingShown_isNotSpokenIn();
};

void TestCurrentSession::anotherSession_endsTheReplay()
{
    Desk desk;
    session::Session* first = desk.kit.create("first");
    session::Session* second = desk.kit.create("second");
    desk.kit.submit(first, test::said("Alice", "one"));
    QVERIFY(desk.show(first->id()));
    QVERIFY(desk.viewed.canSpeak());
    QVERIFY(desk.replayAt({1}));
    QVERIFY(!desk.viewed.canSpeak());

    QStringList told;
    connect(&desk.viewed, &CurrentSession::replayToggled, this,
            [&](bool on) { told.append(on ? QStringLiteral("replay") : QStringLiteral("live")); });
    connect(&desk.viewed, &CurrentSession::sessionChanged, this, [&] { told.append(QStringLiteral("session")); });
    QVERIFY(desk.show(second->id()));
    QCOMPARE(told, (QStringList{QStringLiteral("live"), QStringLiteral("session")}));
    QVERIFY(!desk.viewed.isReplaying());
    QVERIFY(desk.viewed.canSpeak());
    QCOMPARE(desk.viewed.state()->title(), std::string("second"));
}

void TestCurrentSession::recording_isNotSpokenIn()
{
    Desk desk;
    Event started{{1}, {1'700'000'000'000}, 0, {}};
    SessionStarted settings;
    settings.kind = SessionKind::Imported;
    started.body = settings;
    const session::SessionId id = test::store(*desk.kit.library, {started});
    desk.kit.settle();
    QVERIFY(desk.show(id));
    QVERIFY(!desk.viewed.canSpeak());
    const conversation::Decision outcome = desk.kit.submit(desk.kit.open(id), test::said("Alice", "in the past"));
    QVERIFY(outcome.error.has_value());
    QCOMPARE(outcome.error->code, ErrorCode::NotAllowed);
    QVERIFY(outcome.events.empty());
}

void TestCurrentSession::nothingShown_isNotSpokenIn()
{
    Desk desk;
    QVERIFY(desk.viewed.isEmpty());
    QVERIFY(!desk.viewed.canSpeak());
}

} // namespace tst_current_session

QUARTERDECK_WIDGETS_TEST(tst_current_session, TestCurrentSession)
#include "tst_current_session.moc"
