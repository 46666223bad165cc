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
    void whatProgramsTell_isPlainAndLeadsToTheirSession();
    void mutedSessions_areSilent();
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

void TestNotifier::whatProgramsTell_isPlainAndLeadsToTheirSession()
{
    test::SessionKit kit;
    ui::HubClient hub(kit.hub.get());
    QWidget window;
    ui::Notifier notifier(hub, window);
    QSignalSpy announced(&notifier, &ui::Notifier::announced);
    QSignalSpy chosen(&notifier, &ui::Notifier::sessionChosen);
    const SessionId session("s");
    notifier.tell(session, "Claude\u202e <i>", "<b>Done</b>\n" + std::string(500, 'x'), QSystemTrayIcon::Warning);
    QCOMPARE(announced.size(), 1);
    QCOMPARE(announced[0][0].toString(), QStringLiteral("Claude  &lt;i&gt; tells you"));
    const QString text = announced[0][1].toString();
    QVERIFY2(text.startsWith(QStringLiteral("&lt;b&gt;Done&lt;/b&gt; xxx")) && text.size() < 230, qPrintable(text));
    notifier.openAnnounced();
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].value<SessionId>(), session);
}

void TestNotifier::mutedSessions_areSilent()
{
    test::SessionKit kit;
    session::Session* session = kit.create("first");
    kit.settle();
    kit.hub->refresh();
    ui::HubClient hub(kit.hub.get());
    QWidget window;
    ui::Notifier notifier(hub, window);
    QSignalSpy announced(&notifier, &ui::Notifier::announced);
    QSignalSpy came(&notifier, &ui::Notifier::questionCame);
    QVERIFY(waitFor([&] { return hub.isListed() && !hub.sessions().empty(); }));
    notifier.setMuted({QString::fromStdString(session->id().str())});
    kit.submit(session, test::question("one"));
    QVERIFY(waitFor([&] { return came.size() == 1; })); // it waits in the window all the same
    notifier.tell(session->id(), "Bob", "Done", QSystemTrayIcon::Information);
    QCOMPARE(announced.size(), 0);
    notifier.tell(SessionId("other"), "Bob", "Done", QSystemTrayIcon::Information);
    QCOMPARE(announced.size(), 1);
    notifier.setMuted({});
    kit.submit(session, test::question("two"));
    QVERIFY(waitFor([&] { return announced.size() == 2; }));
}

QTEST_MAIN(TestNotifier)
#include "tst_notifier.moc"
