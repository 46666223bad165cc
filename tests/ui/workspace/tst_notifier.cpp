#include "desk.h"
#include "workspace/notifier.h"

#include <QSignalSpy>
#include <QTest>

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using test::waitFor;

/// Which questions are news.
class TestNotifier final : public QObject
{
    Q_OBJECT

private slots:
    void oldQuestions_areNoNews();
    void notification_saysWhatIsScripted();
};

void TestNotifier::oldQuestions_areNoNews()
{
    test::SessionKit kit;
    session::Session* session = kit.create("first");
    kit.submit(session, test::question("old"));
    kit.settle();
    kit.hub->refresh();
    ui::HubClient hub(kit.hub.get());
    QWidget window;
    ui::Notifier notifier(hub, window);
    QSignalSpy came(&notifier, &ui::Notifier::questionCame);
    emit hub.sessionsChanged(); // such as when all is said in another language, before the list is there
    QVERIFY(waitFor([&] { return hub.isListed() && !hub.sessions().empty(); }));
    QCOMPARE(came.size(), 0);
    kit.submit(session, test::question("new"));
    QVERIFY(waitFor([&] { return !came.isEmpty(); }));
    QCOMPARE(came.size(), 1);
    QCOMPARE(came[0][0].value<QuestionId>(), QuestionId("new"));
}

void TestNotifier::notification_saysWhatIsScripted()
{
    session::SessionSummary summary;
    Question asked;
    asked.asker = RoleName("Bob");
    QCOMPARE(ui::Notifier::titleOf(summary, asked), QStringLiteral("Bob asks you"));
    summary.isScripted = true;
    QCOMPARE(ui::Notifier::titleOf(summary, asked), QStringLiteral("Bob asks you (scripted demo)"));
}

QTEST_MAIN(TestNotifier)
#include "tst_notifier.moc"
