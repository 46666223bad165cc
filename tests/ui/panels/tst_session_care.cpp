#include "tests/support/wait.h"
#include "tests/support/widgets_test.h"

#include "ui/dialogs/session_dialog.h"
#include "ui/panels/session_list_model.h"
#include "ui/panels/sessions_panel.h"
#include "ui/theme/action_registry.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QContextMenuEvent>
#include <QDateTime>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

namespace tst_session_care {

using namespace quarterdeck::ui;
using quarterdeck::conversation::Timestamp;
using view::SessionOrder;

namespace {

constexpr std::int64_t dayMs = 86'400'000;
const Timestamp now{20'000 * dayMs + dayMs / 2};

view::SessionRow row(const char* id, const char* title, int daysAgo, int begunDaysAgo)
{
    view::SessionRow result;
    result.id = QString::fromLatin1(id);
    result.title = QString::fromLatin1(title);
    result.lastActivity = {now.msSinceEpoch - daysAgo * dayMs};
    result.startedAt = {now.msSinceEpoch - begunDaysAgo * dayMs};
    return result;
}

/// As the library lists them: newest activity first.
view::SessionRows sample()
{
    view::SessionRows rows{row("c", "Cherry", 0, 9), row("a", "apple", 2, 2), row("b", "Banana", 3, 5),
                           row("p", "Pinned", 4, 4), row("x", "Old", 5, 50)};
    rows[1].tags = {"Fruit", "red"};
    rows[3].isPinned = true;
    rows[4].isArchived = true;
    rows[4].tags = {"fruit"};
    rows[2].note = QStringLiteral("Ask Ann\nabout the yellow ones");
    return rows;
}

QStringList shown(const SessionListModel& model)
{
    QStringList result;
    for (int i = 0; i < model.rowCount(); ++i)
        result.append(model.index(i).data().toString());
    return result;
}

struct Panel
{
    Panel()
    {
        panel.setSessions(sample());
        panel.resize(260, 600);
        panel.show();
        list().setFocus();
    }
    [[nodiscard]] QListView& list() { return *panel.findChild<QListView*>(QStringLiteral("sessions.list")); }
    void stand(const char* id) { list().setCurrentIndex(panel.model().indexOf(QString::fromLatin1(id))); }

    theme::ThemeController theme{*qApp};
    ActionRegistry actions{theme};
    SessionsPanel panel{theme, actions, nullptr, [] { return now; }};
};

} // namespace

/// How sessions are sorted, pinned, put away and described.
class TestSessionCare final : public QObject
{
    Q_OBJECT

private slots:
    void order_data();
    void order();
    void sizes_standBesideTheTitles();
    void archive_showsWhenAskedForAndWhenSearched();
    void filter_findsTags_data();
    void filter_findsTags();
    void noteThatIsFound_isShown();
    void tags_haveRoomBesideALongDetail();
    void toolTip_saysWhatHasNoRoom();
    void keys_data();
    void keys();
    void menu_isForTheRowUnderTheMouse();
    void menu_byKeyIsForTheCurrentRow();
    void emptyPanel_saysWhy();
    void dialog_givesBackWhatIsTyped();
    void dialog_ownTitleIsNoName();
    void dialog_changesNothingThatIsOnlyShown_data();
    void dialog_changesNothingThatIsOnlyShown();
};

void TestSessionCare::order_data()
{
    QTest::addColumn<SessionOrder>("order");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("activity") << SessionOrder::Activity
                              << QStringList{"Pinned", "Pinned", "Today", "Cherry", "Earlier", "apple", "Banana"};
    QTest::newRow("title") << SessionOrder::Title
                           << QStringList{"Pinned", "Pinned", "By title", "apple", "Banana", "Cherry"};
    QTest::newRow("start") << SessionOrder::Start
                           << QStringList{"Pinned", "Pinned", "By start time", "apple", "Banana", "Cherry"};
    QTest::newRow("size") << SessionOrder::Size
                          << QStringList{"Pinned", "Pinned", "By size", "Banana", "Cherry", "apple"};
}

void TestSessionCare::order()
{
    QFETCH(const SessionOrder, order);
    SessionListModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setNow(now);
    model.setSizes({{"a", 10}, {"b", 3000}, {"c", 200}, {"p", 1}});
    model.setSessions(sample());
    model.setOrder(order);
    QTEST(shown(model), "expected");
}

void TestSessionCare::sizes_standBesideTheTitles()
{
    SessionListModel model;
    model.setNow(now);
    model.setSessions(sample());
    model.setOrder(SessionOrder::Size);
    const auto beside = [&](const char* id) {
        return model.indexOf(QString::fromLatin1(id)).data(SessionListModel::WhenRole).toString();
    };
    QCOMPARE(beside("b"), QString());
    const QSignalSpy changed(&model, &SessionListModel::dataChanged);
    model.setSizes({{"a", 10}, {"b", 3'200'000}, {"c", 2000}});
    QVERIFY(changed.count() > 0);
    QCOMPARE(beside("a"), QStringLiteral("10 B"));
    QCOMPARE(beside("b"), QStringLiteral("3.2 MB"));
    QCOMPARE(beside("c"), QStringLiteral("2.0 kB"));
    QCOMPARE(beside("p"), QString());
}

void TestSessionCare::archive_showsWhenAskedForAndWhenSearched()
{
    SessionListModel model;
    model.setNow(now);
    model.setSessions(sample());
    QVERIFY(!model.indexOf("x").isValid());
    model.setArchiveShown(true);
    QCOMPARE(shown(model).mid(shown(model).size() - 2), (QStringList{"Archive", "Old"}));
    model.setArchiveShown(false);
    QVERIFY(!model.indexOf("x").isValid());
    model.setFilter("old");
    QCOMPARE(shown(model), (QStringList{"Archive", "Old"}));
}

void TestSessionCare::filter_findsTags_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QStringList>("found");
    QTest::newRow("tag") << "fruit" << QStringList{"Earlier", "apple", "Archive", "Old"};
    QTest::newRow("tag with #") << "#RED" << QStringList{"Earlier", "apple"};
    QTest::newRow("no tag") << "#banana" << QStringList{};
    QTest::newRow("title") << "banana" << QStringList{"Earlier", "Banana"};
    QTest::newRow("note") << "YELLOW" << QStringList{"Earlier", "Banana"};
}

void TestSessionCare::filter_findsTags()
{
    QFETCH(const QString, typed);
    SessionListModel model;
    model.setNow(now);
    model.setSessions(sample());
    model.setFilter(typed);
    QTEST(shown(model), "found");
}

void TestSessionCare::noteThatIsFound_isShown()
{
    SessionListModel model;
    model.setNow(now);
    view::SessionRows rows = sample();
    rows[2].detail = QStringLiteral("Finished");
    model.setSessions(rows);
    const auto detail = [&] {
        return model.indexOf("b").data(SessionListModel::RowRole).value<view::SessionRow>().detail;
    };
    model.setFilter(QStringLiteral("yellow"));
    QCOMPARE(detail(), QStringLiteral("…n about the yellow ones"));
    model.setFilter(QStringLiteral("BANAN"));
    QCOMPARE(detail(), QStringLiteral("Finished")); // its title has it, too
    model.setFilter({});
    QCOMPARE(detail(), QStringLiteral("Finished"));
}

/// What the program says makes room for what the person said.
void TestSessionCare::tags_haveRoomBesideALongDetail()
{
    Panel panel;
    const auto pictureWith = [&](const QStringList& tags) {
        view::SessionRow one = row("one", "One", 0, 0);
        one.detail = QString(200, u'x');
        one.tags = tags;
        panel.panel.setSessions({one});
        const QRect line = panel.list().visualRect(panel.panel.model().indexOf("one"));
        return panel.list().grab(line.adjusted(line.width() / 2, 0, 0, 0)).toImage();
    };
    QVERIFY(pictureWith({"a tag"}) != pictureWith({"other"}));
}

void TestSessionCare::toolTip_saysWhatHasNoRoom()
{
    SessionListModel model;
    model.setNow(now);
    view::SessionRows rows = sample();
    rows[1].note = QStringLiteral("<b>remember</b>");
    model.setSessions(rows);
    const QString tip = model.indexOf("a").data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(QStringLiteral("#Fruit #red")), qPrintable(tip));
    QVERIFY2(tip.contains(QStringLiteral("remember")) && !tip.contains(QStringLiteral("<b>")), qPrintable(tip));
    QCOMPARE(model.indexOf("c").data(Qt::ToolTipRole).toString(), QString());
}

void TestSessionCare::keys_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("modifiers");
    QTest::addColumn<QString>("asked");
    QTest::newRow("F2") << int(Qt::Key_F2) << 0 << "rename b";
    QTest::newRow("Delete") << int(Qt::Key_Delete) << 0 << "archive b";
    QTest::newRow("Ctrl+Z") << int(Qt::Key_Z) << int(Qt::ControlModifier) << "undo";
    QTest::newRow("Return") << int(Qt::Key_Return) << 0 << "open b";
    QTest::newRow("a letter") << int(Qt::Key_Q) << 0 << "";
}

void TestSessionCare::keys()
{
    QFETCH(const int, key);
    QFETCH(const int, modifiers);
    Panel f;
    QStringList asked;
    connect(&f.panel, &SessionsPanel::renameRequested, this, [&](const QString& id) { asked << "rename " + id; });
    connect(&f.panel, &SessionsPanel::archiveRequested, this, [&](const QString& id) { asked << "archive " + id; });
    connect(&f.panel, &SessionsPanel::undoRequested, this, [&] { asked << "undo"; });
    connect(&f.panel, &SessionsPanel::sessionChosen, this, [&](const QString& id) { asked << "open " + id; });
    f.stand("b");
    QTest::keyClick(&f.list(), static_cast<Qt::Key>(key), Qt::KeyboardModifiers(modifiers));
    QTEST(asked.join(u' '), "asked");
}

void TestSessionCare::menu_isForTheRowUnderTheMouse()
{
    Panel f;
    const QSignalSpy wanted(&f.panel, &SessionsPanel::menuRequested);
    const auto press = [&](const QPoint& at) {
        const QPoint global = f.list().viewport()->mapToGlobal(at);
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, global);
        QCoreApplication::sendEvent(f.list().viewport(), &event);
        return global;
    };
    const QPoint place = press(f.list().visualRect(f.panel.model().indexOf("a")).center());
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted[0][0].toString(), QStringLiteral("a"));
    QCOMPARE(wanted[0][1].toPoint(), place);
    press(QPoint(20, f.list().viewport()->height() - 4)); // below the rows
    QCOMPARE(wanted.count(), 2);
    QCOMPARE(wanted[1][0].toString(), QString());
}

void TestSessionCare::menu_byKeyIsForTheCurrentRow()
{
    Panel f;
    f.stand("c");
    const QSignalSpy wanted(&f.panel, &SessionsPanel::menuRequested);
    const QPoint centre = f.list().rect().center();
    QContextMenuEvent event(QContextMenuEvent::Keyboard, centre, f.list().mapToGlobal(centre));
    QCoreApplication::sendEvent(&f.list(), &event);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted[0][0].toString(), QStringLiteral("c"));
    const QRect row = f.list().visualRect(f.panel.model().indexOf("c"));
    QCOMPARE(f.list().viewport()->mapFromGlobal(wanted[0][1].toPoint()), row.bottomLeft());
}

void TestSessionCare::emptyPanel_saysWhy()
{
    Panel f;
    const auto says = [&](const char* words) {
        for (const QLabel* label : f.panel.findChildren<QLabel*>())
            if (label->isVisible() && label->text() == QLatin1String(words))
                return true;
        return false;
    };
    view::SessionRows archived{sample()[4]};
    f.panel.setSessions(archived);
    QVERIFY(says("All sessions are archived."));
    f.panel.setArchiveShown(true);
    QVERIFY(!says("All sessions are archived."));
    QCOMPARE(shown(f.panel.model()), (QStringList{"Archive", "Old"}));
}

void TestSessionCare::dialog_givesBackWhatIsTyped()
{
    const theme::ThemeController theme(*qApp);
    SessionDialog dialog(theme);
    const SessionDialog::Labels before{"mine", "a, b", "a note"};
    dialog.setLabels(before, QString());
    QCOMPARE(dialog.labels(), before);
    dialog.show();
    const auto field = [&](const char* name) { return dialog.findChild<QLineEdit*>(QString::fromLatin1(name)); };
    field("session.title")->clear();
    QTest::keyClicks(field("session.title"), QStringLiteral("  another   name "));
    QTest::keyClicks(field("session.tags"), QStringLiteral(", c"));
    dialog.findChild<QPlainTextEdit*>(QStringLiteral("session.note"))->setPlainText(QStringLiteral("two\nlines\n"));
    QCOMPARE(dialog.labels(), (SessionDialog::Labels{"another name", "a, b, c", "two\nlines"}));
    const QSignalSpy wanted(&dialog, &SessionDialog::saveRequested);
    QTest::keyClick(field("session.tags"), Qt::Key_Return);
    QCOMPARE(wanted.count(), 1);
    QVERIFY(dialog.isVisible()); // until it is stored
}

/// Who leaves the log's title as it is has given no name: the title may change in the log.
void TestSessionCare::dialog_ownTitleIsNoName()
{
    const theme::ThemeController theme(*qApp);
    SessionDialog dialog(theme);
    dialog.setLabels({}, QStringLiteral("the log's"));
    auto* title = dialog.findChild<QLineEdit*>(QStringLiteral("session.title"));
    QCOMPARE(title->text(), QStringLiteral("the log's"));
    QCOMPARE(dialog.labels(), SessionDialog::Labels{});
    title->setText(QString());
    QCOMPARE(dialog.labels(), SessionDialog::Labels{});
    title->setText(QStringLiteral("mine"));
    QCOMPARE(dialog.labels().title, QStringLiteral("mine"));
}

void TestSessionCare::dialog_changesNothingThatIsOnlyShown_data()
{
    QTest::addColumn<QString>("own");
    QTest::newRow("two blanks") << QStringLiteral("Build  a game");
    QTest::newRow("a blank at its end") << QStringLiteral("Build a game ");
    QTest::newRow("two lines") << QStringLiteral("Build a game\nwith tiles");
    QTest::newRow("longer than a name may be") << QStringLiteral("tile ").repeated(100);
}

/// Adding a tag does not set a name, however the log's title is written; and loses no other tag.
void TestSessionCare::dialog_changesNothingThatIsOnlyShown()
{
    QFETCH(QString, own);
    const theme::ThemeController theme(*qApp);
    SessionDialog dialog(theme);
    QStringList tags;
    for (int i = 0; i < 400; ++i)
        tags.append(QString::number(i));
    const SessionDialog::Labels before{{}, tags.join(QStringLiteral(", ")), {}};
    dialog.setLabels(before, own);
    QCOMPARE(dialog.labels(), before);
    dialog.findChild<QPlainTextEdit*>(QStringLiteral("session.note"))->setPlainText(QStringLiteral("a note"));
    QCOMPARE(dialog.labels(), (SessionDialog::Labels{{}, before.tags, "a note"}));
    auto* title = dialog.findChild<QLineEdit*>(QStringLiteral("session.title"));
    title->setText(QString());
    title->setText(own.simplified());
    QCOMPARE(dialog.labels().title, QString());
}

} // namespace tst_session_care

QUARTERDECK_WIDGETS_TEST(tst_session_care, TestSessionCare)
#include "tst_session_care.moc"
