#include "tests/support/wait.h"
#include "tests/support/widgets_test.h"

#include "ui/panels/session_list_model.h"
#include "ui/panels/sessions_panel.h"
#include "ui/theme/action_registry.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QDateTime>
#include <QLineEdit>
#include <QListView>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

namespace tst_sessions_panel {

using namespace quarterdeck::ui;
using quarterdeck::conversation::Timestamp;

namespace {

Timestamp at(int day, int hour, int minute)
{
    return {QDateTime(QDate(2026, 7, day), QTime(hour, minute)).toMSecsSinceEpoch()};
}

const Timestamp now = at(30, 10, 0);

view::SessionRow row(const QString& id, const QString& title, Timestamp activity)
{
    view::SessionRow result;
    result.id = id;
    result.title = title;
    result.lastActivity = activity;
    return result;
}

view::SessionRows sample()
{
    view::SessionRows rows{row("live", "Build a 2048 game", at(30, 9, 42)), row("today", "Airline", at(30, 8, 12)),
                           row("earlier", "Libraries", at(28, 12, 0)), row("sample", "Demo team", at(1, 9, 0))};
    rows[0].isLive = true;
    rows[0].questions = 2;
    rows[3].isSample = true;
    rows[3].length = std::chrono::minutes(9);
    return rows;
}

QStringList shown(const SessionListModel& model)
{
    QStringList result;
    for (int i = 0; i < model.rowCount(); ++i)
        result.append(model.index(i).data().toString());
    return result;
}

} // namespace

class TestSessionsPanel final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void groups_inTheirOrder();
    void when_isToldByKind();
    void filter_isByTitleWithoutCase();
    void updates_keepTheModelSound();
    void midnight_movesTodayToEarlier();
    void current_isMarked();
    void accessibleText_saysEverything();
    void panel_saysWhatWasChosen();
    void panel_headingsAreNotChosen();
    void panel_keysReachTheSearch();
    void field_showsWhatNarrowsDown();
    void examples_goIntoTheField();
    void field_isEmptiedByItsButton();
};

void TestSessionsPanel::groups_inTheirOrder()
{
    SessionListModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setNow(now);
    model.setSessions(sample());
    const QStringList expected{"Running", "Build a 2048 game", "Today",   "Airline",
                               "Earlier", "Libraries",         "Samples", "Demo team"};
    QCOMPARE(shown(model), expected);
    model.setNeedsYou(2);
    QCOMPARE(shown(model), QStringList{"Needs you"} + expected);
    QCOMPARE(model.index(0).data(SessionListModel::CountRole).toInt(), 2);
    model.setNeedsYou(0);
    QCOMPARE(shown(model), expected);
}

void TestSessionsPanel::when_isToldByKind()
{
    SessionListModel model;
    model.setNow(now);
    model.setSessions(sample());
    const auto when = [&](const char* id) { return model.indexOf(id).data(SessionListModel::WhenRole).toString(); };
    QCOMPARE(when("live"), QStringLiteral("18 min"));
    QCOMPARE(when("today"), QStringLiteral("08:12"));
    QCOMPARE(when("earlier"), QStringLiteral("28 Jul"));
    QCOMPARE(when("sample"), QStringLiteral("9 min long"));
    view::SessionRows untimed = sample();
    for (view::SessionRow& one : untimed)
        one.areTimesKnown = false;
    model.setSessions(untimed);
    QCOMPARE(when("today") + when("earlier") + when("sample"), QString());
}

void TestSessionsPanel::filter_isByTitleWithoutCase()
{
    SessionListModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setNow(now);
    model.setSessions(sample());
    model.setFilter(QStringLiteral(" LIB "));
    QCOMPARE(shown(model), (QStringList{"Earlier", "Libraries"}));
    model.setFilter(QStringLiteral("nothing has this"));
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.sessionCount(), 4);
    model.setFilter({});
    QCOMPARE(model.rowCount(), 8);
}

void TestSessionsPanel::updates_keepTheModelSound()
{
    SessionListModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    model.setNow(now);
    model.setSessions(sample());
    QPersistentModelIndex airline(model.indexOf(QStringLiteral("today")));
    inserted.clear();

    view::SessionRows rows = sample();
    rows[1].detail = QStringLiteral("Finished");
    model.setSessions(rows); // only a text changed
    QCOMPARE(inserted.size(), 0);
    QCOMPARE(airline.data(SessionListModel::RowRole).value<view::SessionRow>().detail, QStringLiteral("Finished"));

    rows.insert(rows.begin(), row("new", "New", at(30, 9, 59)));
    rows[0].isLive = true;
    model.setSessions(rows);
    QVERIFY(airline.isValid());
    rows.erase(rows.begin() + 1);
    model.setSessions(rows);
    QVERIFY(airline.isValid());
    rows[0].isLive = false; // it ended: another group
    model.setSessions(rows);
    model.setSessions({});
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(reset.size(), 0);
}

void TestSessionsPanel::midnight_movesTodayToEarlier()
{
    SessionListModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setNow(at(30, 23, 59));
    model.setSessions({row("a", "A", at(30, 12, 0))});
    QCOMPARE(shown(model), (QStringList{"Today", "A"}));
    model.setNow(at(31, 0, 1));
    QCOMPARE(shown(model), (QStringList{"Earlier", "A"}));
    model.setNow(at(29, 12, 0));
    QCOMPARE(shown(model), (QStringList{"Today", "A"})); // whatever is to come is not earlier
}

void TestSessionsPanel::current_isMarked()
{
    SessionListModel model;
    model.setNow(now);
    model.setSessions(sample());
    model.setCurrent(QStringLiteral("today"));
    QVERIFY(model.indexOf(QStringLiteral("today")).data(SessionListModel::CurrentRole).toBool());
    model.setCurrent(QStringLiteral("live"));
    QVERIFY(!model.indexOf(QStringLiteral("today")).data(SessionListModel::CurrentRole).toBool());
}

void TestSessionsPanel::accessibleText_saysEverything()
{
    SessionListModel model;
    model.setNow(now);
    model.setSessions(sample());
    const QString text = model.indexOf(QStringLiteral("live")).data(Qt::AccessibleTextRole).toString();
    for (const char* part : {"Build a 2048 game", "18 min", "2"})
        QVERIFY2(text.contains(QString::fromLatin1(part)), qPrintable(text));
}

void TestSessionsPanel::panel_saysWhatWasChosen()
{
    const theme::ThemeController theme(*qApp);
    const ActionRegistry actions(theme);
    SessionsPanel panel(theme, actions, nullptr, [] { return now; });
    panel.setSessions(sample());
    panel.setNeedsYou(1);
    panel.resize(248, 600);
    panel.show();
    QVERIFY(quarterdeck::test::waitFor([&] { return panel.isActiveWindow(); }));
    auto* list = panel.findChild<QListView*>(QStringLiteral("sessions.list"));
    QSignalSpy chosen(&panel, &SessionsPanel::sessionChosen);
    QSignalSpy needs(&panel, &SessionsPanel::needsYouChosen);
    QSignalSpy reading(&panel, &SessionsPanel::readingRequested);
    const auto click = [&](const QModelIndex& index) {
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(index).center());
    };
    click(panel.model().indexOf(QStringLiteral("today")));
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].toString(), QStringLiteral("today"));
    // The second click of a double click does not count by itself.
    const QPoint today = list->visualRect(panel.model().indexOf(QStringLiteral("today"))).center();
    QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, today);
    QCOMPARE(chosen.size(), 1);
    click(panel.model().index(0));
    QCOMPARE(needs.size(), 1);
    QCOMPARE(reading.size(), 0); // the keys stay with the row
    // By key: down over the heading, Enter.
    panel.setFocus();
    list->setCurrentIndex(panel.model().index(0));
    QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(list, Qt::Key_Return);
    QCOMPARE(chosen.size(), 2);
    QCOMPARE(chosen[1][0].toString(), QStringLiteral("live"));
    QCOMPARE(reading.size(), 1);
}

void TestSessionsPanel::panel_headingsAreNotChosen()
{
    const theme::ThemeController theme(*qApp);
    const ActionRegistry actions(theme);
    SessionsPanel panel(theme, actions, nullptr, [] { return now; });
    panel.setSessions(sample());
    panel.resize(248, 600);
    panel.show();
    auto* list = panel.findChild<QListView*>(QStringLiteral("sessions.list"));
    QSignalSpy chosen(&panel, &SessionsPanel::sessionChosen);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(panel.model().index(0)).center());
    QCOMPARE(chosen.size(), 0);
}

void TestSessionsPanel::panel_keysReachTheSearch()
{
    const theme::ThemeController theme(*qApp);
    const ActionRegistry actions(theme);
    SessionsPanel panel(theme, actions, nullptr, [] { return now; });
    panel.addActions(actions.all());
    panel.setSessions(sample());
    panel.show();
    QVERIFY(quarterdeck::test::waitFor([&] { return panel.isActiveWindow(); }));
    QTest::keyClick(&panel, Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    auto* search = panel.findChild<QLineEdit*>(QStringLiteral("sessions.search"));
    QVERIFY(search->hasFocus());
    QTest::keyClicks(search, QStringLiteral("air"));
    QCOMPARE(shown(panel.model()), (QStringList{"Today", "Airline", "Messages", "Searching…"}));
    QTest::keyClick(search, Qt::Key_Escape);
    QCOMPARE(panel.model().rowCount(), 8);
}

namespace {

struct Searching
{
    Searching()
    {
        panel.setSessions(sample());
        panel.resize(264, 600);
        panel.show();
        (void)quarterdeck::test::waitFor([&] { return panel.isActiveWindow(); });
        search->setFocus();
    }
    [[nodiscard]] bool areExamplesShown(bool areShown) const
    {
        return quarterdeck::test::waitFor([&] { return examples->isVisible() == areShown; });
    }
    /// Also after what the field's events have asked for.
    [[nodiscard]] bool areExamplesStillHidden() const
    {
        QCoreApplication::sendPostedEvents();
        return !examples->isVisible();
    }

    theme::ThemeController theme{*qApp};
    ActionRegistry actions{theme};
    SessionsPanel panel{theme, actions, nullptr, [] { return now; }};
    QLineEdit* search = panel.findChild<QLineEdit*>(QStringLiteral("sessions.search"));
    QWidget* examples = panel.findChild<QWidget*>(QStringLiteral("sessions.filters"));
    QListView* list = panel.findChild<QListView*>(QStringLiteral("sessions.list"));
};

} // namespace

void TestSessionsPanel::field_showsWhatNarrowsDown()
{
    const Searching under;
    QVERIFY(under.areExamplesShown(true));
    QTest::keyClicks(under.search, QStringLiteral("a"));
    QVERIFY(under.areExamplesShown(false));
    QTest::keyClick(under.search, Qt::Key_Escape); // empties it: the list is wanted
    QVERIFY(under.areExamplesStillHidden());
    QTest::mouseClick(under.search, Qt::LeftButton);
    QVERIFY(under.areExamplesShown(true));
    QTest::keyClicks(under.search, QStringLiteral("a"));
    QTest::mouseClick(under.search->findChild<QToolButton*>(QStringLiteral("clear")), Qt::LeftButton);
    QCOMPARE(under.search->text(), QString());
    QVERIFY(under.search->hasFocus());
    QVERIFY(under.areExamplesStillHidden());
    QTest::keyClicks(under.search, QStringLiteral("  "));
    QVERIFY(under.areExamplesShown(true));
    QTest::keyClick(under.search, Qt::Key_Escape);
    QVERIFY(under.areExamplesShown(false)); // they are in the way
    under.list->setFocus();
    QVERIFY(quarterdeck::test::waitFor([&] { return under.list->hasFocus(); }));
    under.search->setFocus();
    QVERIFY(under.areExamplesShown(true));
    under.list->setFocus();
    QVERIFY(under.areExamplesShown(false));
}

void TestSessionsPanel::examples_goIntoTheField()
{
    const Searching under;
    QVERIFY(under.areExamplesShown(true));
    QTest::keyClick(under.search, Qt::Key_Return); // none is chosen yet
    QCOMPARE(under.search->text(), QString());
    QTest::keyClick(under.search, Qt::Key_Down);
    QTest::keyClick(under.search, Qt::Key_Down);
    QTest::keyClick(under.search, Qt::Key_Up);
    QTest::keyClick(under.search, Qt::Key_Return);
    QCOMPARE(under.search->text(), QStringLiteral("from:Bob"));
    QTest::keyClicks(under.search, QStringLiteral("Ann")); // in the place of the name
    QCOMPARE(under.search->text(), QStringLiteral("from:Ann"));
    QVERIFY(under.areExamplesShown(false));
    under.search->clear();
    QTest::mouseClick(under.search, Qt::LeftButton);
    QVERIFY(under.areExamplesShown(true));
    QTest::mouseClick(under.examples, Qt::LeftButton, {},
                      {under.examples->width() / 2, under.examples->height() - under.examples->height() / 12});
    QCOMPARE(under.search->text(), QStringLiteral("after:2026"));
    QVERIFY(under.search->hasFocus());
    under.search->clear();
    for (int i = 0; i < 20; ++i)
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    QVERIFY(under.list->hasFocus()); // the last one leads on
}

void TestSessionsPanel::field_isEmptiedByItsButton()
{
    const Searching under;
    auto* clear = under.search->findChild<QToolButton*>(QStringLiteral("clear"));
    QVERIFY(clear && !clear->isVisible());
    QTest::keyClicks(under.search, QStringLiteral("airline"));
    QVERIFY(clear->isVisible());
    QTest::mouseClick(clear, Qt::LeftButton);
    QCOMPARE(under.search->text(), QString());
    QVERIFY(!clear->isVisible());
}

} // namespace tst_sessions_panel

QUARTERDECK_WIDGETS_TEST(tst_sessions_panel, TestSessionsPanel)
#include "tst_sessions_panel.moc"
