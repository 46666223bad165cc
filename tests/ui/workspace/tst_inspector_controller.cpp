#include "desk.h"
#include "workspace/inspector_controller.h"

#include <QSignalSpy>
#include <QTest>

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using test::waitFor;

/// The inspector shows the message as of what the window shows.
class TestInspectorController final : public QObject
{
    Q_OBJECT

private slots:
    void chosen_isCleared_whenTheClockStandsBeforeIt();
    void chosen_isSaidAnewInAReplay();
};

void TestInspectorController::chosen_isCleared_whenTheClockStandsBeforeIt()
{
    test::Desk desk;
    session::Session* session = desk.kit.create("first");
    ui::InspectorPanel panel(desk.theme);
    ui::Dock dock(desk.theme, QStringLiteral("dock"), QStringLiteral("Inspector"), new QWidget);
    ui::InspectorController inspector(panel, dock, desk.viewed);
    desk.kit.submit(session, test::said("Alice", "early"));
    const EventSeq early = session->state()->lastSeq();
    desk.kit.submit(session, test::said("Alice", "late"));
    const EventSeq late = session->state()->lastSeq();
    QVERIFY(desk.show(session->id()));
    inspector.choose(late);
    QVERIFY(waitFor([&] { return panel.textToCopy().contains(QStringLiteral("Alice")); }));
    QVERIFY(desk.replayAt(late));
    QCOMPARE(inspector.chosen(), std::optional(late));
    desk.viewed.replay()->seek(early);
    QVERIFY(waitFor([&] { return !inspector.chosen(); }));
    QVERIFY(!panel.textToCopy().contains(QStringLiteral("Alice")));
}

void TestInspectorController::chosen_isSaidAnewInAReplay()
{
    test::Desk desk;
    session::Session* session = desk.kit.create("first");
    ui::InspectorPanel panel(desk.theme);
    ui::Dock dock(desk.theme, QStringLiteral("dock"), QStringLiteral("Inspector"), new QWidget);
    ui::InspectorController inspector(panel, dock, desk.viewed);
    desk.kit.submit(session, test::said("Alice", "early"));
    const EventSeq early = session->state()->lastSeq();
    QVERIFY(desk.show(session->id()));
    inspector.choose(early);
    QVERIFY(waitFor([&] { return panel.textToCopy().contains(QStringLiteral("Alice")); }));
    const QString live = panel.textToCopy();
    QVERIFY(desk.replayAt(early));
    QVERIFY(waitFor([&] { return panel.textToCopy() != live; })); // with the facts of that moment
    desk.viewed.endReplay();
    QVERIFY(waitFor([&] { return panel.textToCopy() == live; }));
}

QTEST_MAIN(TestInspectorController)
#include "tst_inspector_controller.moc"
