#include "desk.h"
#include "tests/support/hostile_messages.h"
#include "tests/support/widgets_test.h"
#include "ui/controllers/notifier.h"

#include <QDateTime>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace tst_notifier {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using test::waitFor;

/// Which questions are news.
class TestNotifier final : public QObject
{
    Q_OBJECT

private slots:
    void oldQuestions_areNoNews();
    void notification_saysWhatIsAsked();
    void whatProgramsTell_isPlainAndLeadsToTheirSession();
    void hostileQuestions_reachTheDesktopAsPlainText_data();
    void hostileQuestions_reachTheDesktopAsPlainText();
    void mutedSessions_areSilent();
    void runsThatEnd_areTold_data();
    void runsThatEnd_areTold();
    void heldMessages_areToldOnce();
    void endsThatAskOrWereWished_areNotTold();
    void silence_isToldOnce();
    void silence_isToldWithoutAnythingNew();
};

namespace {

/// A team at work, and what the desktop is told about it.
struct Watched
{
    Watched()
    {
        kit.hub->refresh();
        isListed = waitFor([&] { return hub.isListed() && !hub.sessions().empty(); });
    }
    session::Session* atWork()
    {
        session = kit.create("Game <b>");
        set(RunState::Running);
        setBob(RoleActivity::Thinking);
        kit.settle();
        return session;
    }
    void set(RunState state, const RunCause& cause = {}) { kit.submit(session, SetRunState{state, {}, cause}); }
    void setBob(RoleActivity activity)
    {
        SetRoleActivity change;
        change.role = RoleName("Bob");
        change.activity = activity;
        change.hasWork = activity == RoleActivity::Thinking;
        kit.submit(session, change);
    }
    /// The list shows the session as it is now.
    [[nodiscard]] bool isUpToDate() const
    {
        return waitFor([&] { return hub.sessions().front().lastSeq == session->state()->lastSeq(); });
    }
    [[nodiscard]] QStringList titles() const
    {
        QStringList all;
        for (const QList<QVariant>& one : announced)
            all << one[0].toString();
        return all;
    }

    test::SessionKit kit;
    session::Session* session = atWork(); ///< before anybody looks
    ui::HubProxy hub{kit.hub.get()};
    QWidget window;
    std::int64_t later = 0; ///< by so many milliseconds the clock is ahead
    ui::Notifier notifier{hub, window, nullptr,
                          [this] { return Timestamp{QDateTime::currentMSecsSinceEpoch() + later}; }};
    QSignalSpy announced{&notifier, &ui::Notifier::announced};
    bool isListed = false;
};

} // namespace

void TestNotifier::oldQuestions_areNoNews()
{
    test::SessionKit kit;
    session::Session* session = kit.create("first");
    kit.submit(session, test::question("old"));
    kit.settle();
    kit.hub->refresh();
    ui::HubProxy hub(kit.hub.get());
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

void TestNotifier::notification_saysWhatIsAsked()
{
    session::SessionSummary summary;
    Question asked;
    asked.asker = RoleName("Bob");
    QCOMPARE(ui::Notifier::titleOf(summary, asked), QStringLiteral("Bob asks you"));
    summary.isScripted = true;
    QCOMPARE(ui::Notifier::titleOf(summary, asked), QStringLiteral("Bob asks you (scripted demo)"));
    asked.text = "```diff\n-a\n+b\n```";
    QCOMPARE(ui::Notifier::textOf(asked), QStringLiteral("-a +b"));
    asked.text = "Change it?\n" + asked.text;
    QCOMPARE(ui::Notifier::textOf(asked), QStringLiteral("Change it?"));
}

void TestNotifier::whatProgramsTell_isPlainAndLeadsToTheirSession()
{
    test::SessionKit kit;
    ui::HubProxy hub(kit.hub.get());
    QWidget window;
    ui::Notifier notifier(hub, window);
    QSignalSpy announced(&notifier, &ui::Notifier::announced);
    QSignalSpy chosen(&notifier, &ui::Notifier::sessionChosen);
    const SessionId session("s");
    notifier.tell(session, "R&D\u202e <i>", "<b>Done</b>\n" + std::string(500, 'x'), QSystemTrayIcon::Information);
    QCOMPARE(announced.size(), 1);
    QCOMPARE(announced[0][0].toString(), QStringLiteral("Message from R&D \u2039i\u203a"));
    const QString text = announced[0][1].toString();
    QVERIFY2(text.startsWith(QStringLiteral("&lt;b&gt;Done&lt;/b&gt; xxx")) && text.size() < 230, qPrintable(text));
    notifier.openAnnounced();
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].value<SessionId>(), session);
    notifier.tell(session, "Claude", "Hm", QSystemTrayIcon::Warning);
    QCOMPARE(announced[1][0].toString(), QStringLiteral("Warning from Claude"));
    notifier.tell(session, "Claude", "Oh", QSystemTrayIcon::Critical);
    QCOMPARE(announced[2][0].toString(), QStringLiteral("Error from Claude"));
    notifier.tell(session, "Claude", std::string(30'000, '\n') + "what \t it\u3000is", QSystemTrayIcon::Information);
    QCOMPARE(announced[3][1].toString(), QStringLiteral("what it is"));
}

void TestNotifier::hostileQuestions_reachTheDesktopAsPlainText_data()
{
    QTest::addColumn<QString>("asked");
    const QStringList files{QStringLiteral(HOSTILE_FOLDER "/messages.jsonl"),
                            QStringLiteral(HOSTILE_FOLDER "/further.jsonl")};
    for (const auto& [name, text] : test::hostileMessages(files))
        QTest::newRow(name.c_str()) << QString::fromStdString(text);
    QTest::newRow("tags") << QStringLiteral("Delete it?\U000E0041\U000E0042\U000E007F");
    QTest::newRow("fillers") << QStringLiteral("Delete\u3164it?\u115f\uffa0\u2800\u034f");
    QTest::newRow("variations") << QStringLiteral("Delete\ufe0f it?\U000E0100");
    QTest::newRow("half a pair") << QStringLiteral("Delete it?") + QChar(0xd800);
    QTest::newRow("a pile") << u'D' + QString(1'000, QChar(0x301));
    QTest::newRow("an entity") << QStringLiteral("&lt;b&gt; &#60;b&#62;");
}

/// What is handed over on the way from the log to the desktop, where a server may read it as markup.
void TestNotifier::hostileQuestions_reachTheDesktopAsPlainText()
{
    QFETCH(QString, asked);
    static const QRegularExpression unsafe(QStringLiteral(
        "[<>]|&(?!(?:lt|gt|amp|quot);)|[\\p{C}\\p{Zl}\\p{Zp}]|\\p{M}{11}|"
        "[\\x{34f}\\x{115f}\\x{1160}\\x{2800}\\x{3164}\\x{ffa0}\\x{fe00}-\\x{fe0f}\\x{e0100}-\\x{e01ef}]"));
    constexpr qsizetype longest = 260; // but for what escapes add
    Watched watched;
    QVERIFY(watched.isListed);
    AskUser question = test::question("hostile");
    question.question.text = asked.toStdString();
    watched.kit.submit(watched.session, question);
    QVERIFY(waitFor([&] { return !watched.announced.isEmpty(); }));
    watched.notifier.tell(SessionId("s"), asked.toStdString(), asked.toStdString(), QSystemTrayIcon::Warning);
    QCOMPARE(watched.announced.size(), 2);
    for (const QList<QVariant>& told : watched.announced)
        for (const bool isTitle : {true, false}) {
            QString text = told[isTitle ? 0 : 1].toString();
            if (isTitle) // no markup, so it has no entities either
                text.replace(u'&', QLatin1String("&amp;"));
            const auto found = unsafe.match(text);
            QVERIFY2(!found.hasMatch(), qPrintable(QString::number(found.capturedStart()) + u' ' + text));
            QString shown = text;
            shown.replace(QLatin1String("&lt;"), QLatin1String("<")).replace(QLatin1String("&gt;"), QLatin1String(">"));
            shown.replace(QLatin1String("&quot;"), QLatin1String("\""))
                .replace(QLatin1String("&amp;"), QLatin1String("&"));
            QVERIFY(shown.size() <= longest);
        }
}

void TestNotifier::mutedSessions_areSilent()
{
    test::SessionKit kit;
    session::Session* session = kit.create("first");
    kit.settle();
    kit.hub->refresh();
    ui::HubProxy hub(kit.hub.get());
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

void TestNotifier::runsThatEnd_areTold_data()
{
    QTest::addColumn<RunState>("run");
    QTest::addColumn<RunCause>("cause");
    QTest::addColumn<bool>("hasFailed");
    QTest::addColumn<QString>("title");
    QTest::newRow("finished") << RunState::Finished << RunCause() << false << "The run has finished";
    QTest::newRow("its rounds are done") << RunState::Paused << RunCause{RunCauseKind::RoundsDone, 3} << false
                                         << "The run is paused";
    QTest::newRow("its mail is lost") << RunState::Paused << RunCause{RunCauseKind::MailUnreadable} << false
                                      << "The run is paused";
    QTest::newRow("all is done") << RunState::Running << RunCause() << false << "The team has nothing more to do";
    QTest::newRow("somebody failed") << RunState::Running << RunCause() << true << "Bob could not continue";
}

void TestNotifier::runsThatEnd_areTold()
{
    QFETCH(RunState, run);
    QFETCH(RunCause, cause);
    QFETCH(bool, hasFailed);
    Watched w;
    QVERIFY(w.isListed);
    QCOMPARE(w.titles(), QStringList()); // how it stood when the program began is no news
    if (hasFailed)
        w.kit.submit(w.session, ObserveMail{RoleName("Bob"), true});
    w.setBob(hasFailed ? RoleActivity::Failed : RoleActivity::Idle);
    if (run != RunState::Running)
        w.set(run, cause);
    QVERIFY(w.isUpToDate() && waitFor([&] { return !w.announced.isEmpty(); }));
    QTEST(w.titles().last(), "title");
    QCOMPARE(w.announced.last()[1].toString(), QStringLiteral("Game &lt;b&gt;"));
    const auto told = w.announced.size();
    w.kit.submit(w.session, RenameSession{"Another"});
    QVERIFY(w.isUpToDate());
    QCOMPARE(w.announced.size(), told);
    w.notifier.setMuted({QString::fromStdString(w.session->id().str())});
    w.setBob(RoleActivity::Thinking);
    w.set(RunState::Running);
    QVERIFY(w.isUpToDate());
    w.set(RunState::Finished);
    QVERIFY(w.isUpToDate());
    QCOMPARE(w.announced.size(), told);
}

/// Others are at work meanwhile.
void TestNotifier::heldMessages_areToldOnce()
{
    Watched w;
    QVERIFY(w.isListed);
    HoldRule rule;
    rule.from = {RoleName("Bob")};
    w.kit.submit(w.session, SetHoldRule{rule});
    w.kit.submit(w.session, test::said("Bob", "deploy it", "Alice"));
    QVERIFY(w.isUpToDate());
    QCOMPARE(w.titles(), QStringList{"A message from Bob is held and waits for you"});
    QCOMPARE(w.hub.sessions().front().held, 1);
    w.kit.submit(w.session, test::said("Bob", "and that", "Alice"));
    w.setBob(RoleActivity::Idle); // so that nobody has anything to do
    QVERIFY(w.isUpToDate());
    QCOMPARE(w.titles().size(), 1);
}

void TestNotifier::endsThatAskOrWereWished_areNotTold()
{
    Watched w;
    QVERIFY(w.isListed);
    w.set(RunState::Paused); // the person's wish: there is no reason
    QVERIFY(w.isUpToDate());
    w.set(RunState::Running);
    QVERIFY(w.isUpToDate());
    w.kit.submit(w.session, test::question("budget"));
    w.set(RunState::Paused, {RunCauseKind::BudgetUsedUp, 1.0});
    QVERIFY(w.isUpToDate() && waitFor([&] { return !w.announced.isEmpty(); }));
    QCOMPARE(w.titles().size(), 1);
    QVERIFY(w.titles().front().endsWith(QStringLiteral("asks you")));
    w.kit.submit(w.session, WithdrawQuestion{QuestionId("budget")});
    QVERIFY(w.isUpToDate());
    w.set(RunState::Stopped);
    QVERIFY(w.isUpToDate());
    QCOMPARE(w.titles().size(), 1);
}

void TestNotifier::silence_isToldOnce()
{
    Watched w;
    QVERIFY(w.isListed);
    w.later = 9 * 60'000;
    const auto look = [&] { emit w.hub.sessionsChanged(); };
    w.notifier.setStallMinutes(10);
    w.later = 11 * 60'000;
    look();
    QCOMPARE(w.titles(), QStringList()); // since the program began nothing happened there at all
    w.kit.submit(w.session, RenameSession{"Another"});
    QVERIFY(w.isUpToDate());
    w.later = 9 * 60'000;
    w.announced.clear(); // the clock was ahead when the list came
    w.kit.submit(w.session, RenameSession{"A third"});
    QVERIFY(w.isUpToDate());
    look();
    QCOMPARE(w.titles(), QStringList());
    w.later = 11 * 60'000;
    look();
    look();
    QCOMPARE(w.titles(), QStringList{"Nothing has happened for 10 minute(s)"});
    w.later = 0;
    w.kit.submit(w.session, RenameSession{"A fourth"});
    QVERIFY(w.isUpToDate());
    w.notifier.setStallMinutes(0);
    w.later = 60 * 60'000;
    look();
    QCOMPARE(w.titles().size(), 1);
    w.notifier.setStallMinutes(10);
    QCOMPARE(w.titles().size(), 2);
}

void TestNotifier::silence_isToldWithoutAnythingNew()
{
    Watched w;
    QVERIFY(w.isListed);
    w.kit.submit(w.session, RenameSession{"Another"});
    QVERIFY(w.isUpToDate());
    w.later = 10 * 60'000 - 300; // in a moment it is ten minutes
    w.notifier.setStallMinutes(10);
    QVERIFY(waitFor([&] { return !w.announced.isEmpty(); }));
}

} // namespace tst_notifier

QUARTERDECK_WIDGETS_TEST(tst_notifier, TestNotifier)
#include "tst_notifier.moc"
