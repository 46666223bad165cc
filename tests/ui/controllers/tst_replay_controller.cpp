#include "desk.h"
#include "tests/support/widgets_test.h"
#include "ui/controllers/replay_controller.h"
#include "ui/panels/replay_bar.h"
#include "ui/theme/labels.h"

#include <QTest>

namespace tst_replay_controller {

using namespace quarterdeck;
using namespace quarterdeck::test;
using conversation::EventSeq;

/// What the replay bar shows and does.
class TestReplayController final : public QObject
{
    Q_OBJECT

private slots:
    void sessionThatGoesOn_isReplayedToItsNewestEvent();
};

void TestReplayController::sessionThatGoesOn_isReplayedToItsNewestEvent()
{
    Desk desk;
    ui::ActionRegistry actions{desk.theme};
    ui::ReplayBar bar(desk.theme);
    const ui::ReplayController controller(bar, desk.viewed, actions);
    session::Session* session = desk.kit.create();
    desk.kit.submit(session, said("Alice", "one"));
    QVERIFY(desk.show(session->id()));
    actions[ui::ActionId::ViewReplay].trigger();
    const auto isAt = [&] { return desk.viewed.asOf() == session->state()->lastSeq(); };
    QVERIFY(waitFor(isAt));
    const auto place = [&] { return bar.findChild<ui::theme::TextLabel*>(QStringLiteral("replayPlace"))->text(); };
    QVERIFY(waitFor([&] { return place() == QStringLiteral("row 1 of 1"); }));

    desk.kit.submit(session, said("Alice", "two"));
    QVERIFY(waitFor([&] { return place() == QStringLiteral("row 1 of 2"); }));
    QVERIFY(!isAt());
    actions[ui::ActionId::ReplayEnd].trigger();
    QVERIFY(waitFor(isAt));
    QVERIFY(waitFor([&] { return place() == QStringLiteral("row 2 of 2"); }));
}

} // namespace tst_replay_controller

QUARTERDECK_WIDGETS_TEST(tst_replay_controller, TestReplayController)
#include "tst_replay_controller.moc"
