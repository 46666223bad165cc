#include "tests/support/widgets_test.h"
#include "ui/panels/session_list_model.h"
#include "ui/panels/sessions_panel.h"
#include "ui/theme/action_registry.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QListView>
#include <QPersistentModelIndex>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

namespace tst_session_keyboard {

using namespace quarterdeck::ui;
using quarterdeck::conversation::Timestamp;
using view::SessionOrder;

namespace {

constexpr std::int64_t dayMs = 86'400'000;
const Timestamp now{20'000 * dayMs + dayMs / 2};

view::SessionRow row(const QString& id, int minutesAgo)
{
    view::SessionRow result;
    result.id = id;
    result.title = QStringLiteral("Run ") + id;
    result.lastActivity = {now.msSinceEpoch - minutesAgo * std::int64_t{60'000}};
    result.startedAt = result.lastActivity;
    return result;
}

struct Panel
{
    Panel()
    {
        for (int i = 0; i < 6; ++i)
            rows.push_back(row(QString(QChar(u'a' + i)), i + 1));
        panel.setSessions(rows);
        panel.resize(260, 600);
        panel.show();
        QObject::connect(&panel, &SessionsPanel::archiveRequested, &panel, [this](const QString& id) { asked << id; });
        QObject::connect(&panel, &SessionsPanel::renameRequested, &panel, [this](const QString& id) { asked << id; });
        QObject::connect(&panel, &SessionsPanel::sessionChosen, &panel, &SessionsPanel::setCurrentSession);
    }
    [[nodiscard]] QListView& list() { return *panel.findChild<QListView*>(QStringLiteral("sessions.list")); }
    [[nodiscard]] view::SessionRow& of(const char* id)
    {
        return *std::ranges::find(rows, QString::fromLatin1(id), &view::SessionRow::id);
    }
    void tell() { panel.setSessions(rows); }
    void click(const char* id, Qt::MouseButton button = Qt::LeftButton)
    {
        const QRect place = list().visualRect(panel.model().indexOf(QString::fromLatin1(id)));
        QTest::mouseClick(list().viewport(), button, {}, place.center());
    }
    /// Which session a key is for.
    [[nodiscard]] QString press(Qt::Key key)
    {
        asked.clear();
        QTest::keyClick(&list(), key);
        return asked.join(u' ');
    }
    /// Which session the window shows as the open one.
    [[nodiscard]] QString highlighted() const
    {
        for (int i = 0; i < panel.model().rowCount(); ++i)
            if (const QModelIndex at = panel.model().index(i); at.data(SessionListModel::CurrentRole).toBool())
                return at.data(SessionListModel::RowRole).value<view::SessionRow>().id;
        return {};
    }
    [[nodiscard]] QImage picture(const char* id)
    {
        const QRect place = list().visualRect(panel.model().indexOf(QString::fromLatin1(id)));
        return list().viewport()->grab(place).toImage();
    }

    theme::ThemeController theme{*qApp};
    ActionRegistry actions{theme};
    SessionsPanel panel{theme, actions, nullptr, [] { return now; }};
    view::SessionRows rows;
    QStringList asked;
};

using Change = void (*)(Panel&);

} // namespace

/// The list's keys are for the session that shows the focus, whatever becomes of its row.
class TestSessionKeyboard final : public QObject
{
    Q_OBJECT

private slots:
    void keys_areForTheSameSession_data();
    void keys_areForTheSameSession();
    void sessionThatComesBack_hasTheKeyboardAgain();
    void neighbour_keepsTheKeyboardOnceItWasUsed();
    void filteredSession_hasTheKeyboardAgain();
    void broughtBackSession_hasTheKeyboard();
    void equalTimes_keepTheirOrder();
    void rowThatIsNotOpen_showsTheKeyboard();
    void anyChange_keepsWhoPointsAtRows();
};

void TestSessionKeyboard::keys_areForTheSameSession_data()
{
    QTest::addColumn<SessionOrder>("order");
    QTest::addColumn<Change>("change");
    const std::pair<const char*, Change> changes[] = {
        {"renamed to the end",
         [](Panel& f) {
             f.of("c").title = QStringLiteral("Zulu");
             f.tell();
         }},
        {"renamed to the beginning",
         [](Panel& f) {
             f.of("c").title = QStringLiteral("Alpha");
             f.tell();
         }},
        {"it posted",
         [](Panel& f) {
             f.of("c").lastActivity = now;
             f.tell();
         }},
        {"it runs",
         [](Panel& f) {
             f.of("c").isLive = true;
             f.of("c").lastActivity = now;
             f.tell();
             f.of("c").isLive = false;
             f.tell();
         }},
        {"others posted",
         [](Panel& f) {
             for (const char* other : {"f", "d", "b"}) {
                 f.of(other).lastActivity = now;
                 f.tell();
             }
         }},
        {"it is pinned",
         [](Panel& f) {
             f.of("c").isPinned = true;
             f.tell();
         }},
        {"its neighbours go",
         [](Panel& f) {
             f.of("b").isArchived = f.of("d").isArchived = true;
             f.tell();
         }},
        {"all are listed the other way round",
         [](Panel& f) {
             std::ranges::reverse(f.rows);
             f.tell();
         }},
        {"sorted otherwise",
         [](Panel& f) {
             f.panel.model().setSizes({{"c", 100}, {"a", 10}, {"f", 1}});
             for (const SessionOrder order : {SessionOrder::Title, SessionOrder::Size, SessionOrder::Start})
                 f.panel.model().setOrder(order);
         }},
        {"a filter and none",
         [](Panel& f) {
             auto* field = f.panel.findChild<QLineEdit*>(QStringLiteral("sessions.search"));
             for (const char* text : {"Run c", "Run", "nothing", ""})
                 field->setText(QString::fromLatin1(text));
         }},
        {"questions come and go",
         [](Panel& f) {
             f.panel.setNeedsYou(2);
             f.panel.setNeedsYou(0);
         }},
        {"all go and come", [](Panel& f) {
             f.panel.setSessions({});
             f.tell();
         }}};
    const std::pair<const char*, SessionOrder> orders[] = {{"activity", SessionOrder::Activity},
                                                           {"title", SessionOrder::Title},
                                                           {"start", SessionOrder::Start},
                                                           {"size", SessionOrder::Size}};
    for (const auto& [order, value] : orders)
        for (const auto& [what, change] : changes)
            QTest::addRow("%s, %s", order, what) << value << change;
}

void TestSessionKeyboard::keys_areForTheSameSession()
{
    QFETCH(const SessionOrder, order);
    QFETCH(const Change, change);
    Panel f;
    f.panel.model().setOrder(order);
    f.click("c");
    QCOMPARE(f.highlighted(), QStringLiteral("c"));
    change(f);
    f.list().setFocus();
    QCOMPARE(f.highlighted(), QStringLiteral("c"));
    QCOMPARE(f.press(Qt::Key_F2), QStringLiteral("c"));
    QCOMPARE(f.press(Qt::Key_Delete), QStringLiteral("c"));
    QCOMPARE(f.press(Qt::Key_Delete), QStringLiteral("c")); // as long as it is there
}

/// Del, and Ctrl+Z.
void TestSessionKeyboard::sessionThatComesBack_hasTheKeyboardAgain()
{
    Panel f;
    f.click("c");
    QCOMPARE(f.press(Qt::Key_Delete), QStringLiteral("c"));
    f.of("c").isArchived = true;
    f.tell();
    QCOMPARE(f.highlighted(), QString());
    f.of("c").isArchived = false;
    f.tell();
    QCOMPARE(f.press(Qt::Key_Delete), QStringLiteral("c"));
}

void TestSessionKeyboard::neighbour_keepsTheKeyboardOnceItWasUsed()
{
    Panel f;
    f.click("c");
    f.of("c").isArchived = true;
    f.tell();
    QCOMPARE(f.press(Qt::Key_F2), QStringLiteral("b")); // and not Delete alone makes it the row of the person
    f.of("c").isArchived = false;
    f.tell();
    QCOMPARE(f.press(Qt::Key_Delete), QStringLiteral("b"));
    QTest::keyClick(&f.list(), Qt::Key_Down);
    QCOMPARE(f.press(Qt::Key_Delete), QStringLiteral("c"));
}

void TestSessionKeyboard::filteredSession_hasTheKeyboardAgain()
{
    Panel f;
    f.click("c");
    auto* field = f.panel.findChild<QLineEdit*>(QStringLiteral("sessions.search"));
    field->setText(QStringLiteral("Run e"));
    QTest::keyClick(field, Qt::Key_Down);
    QCOMPARE(f.press(Qt::Key_F2), QStringLiteral("e"));
    field->clear();
    QCOMPARE(f.press(Qt::Key_Delete), QStringLiteral("e"));
    field->setText(QStringLiteral("Run a"));
    field->clear();
    QCOMPARE(f.press(Qt::Key_Delete), QStringLiteral("e"));
}

void TestSessionKeyboard::broughtBackSession_hasTheKeyboard()
{
    Panel f;
    f.click("c");
    for (const char* id : {"c", "b"}) { // one after the other, by the key
        QCOMPARE(f.press(Qt::Key_Delete), QString::fromLatin1(id));
        f.of(id).isArchived = true;
        f.tell();
    }
    for (const char* id : {"b", "c"}) {
        f.panel.highlightSession(QString::fromLatin1(id)); // it is listed when that is stored
        f.of(id).isArchived = false;
        f.tell();
        QCOMPARE(f.press(Qt::Key_F2), QString::fromLatin1(id));
    }
}

/// A copy has the times of what it was made from; the library lists such in any order.
void TestSessionKeyboard::equalTimes_keepTheirOrder()
{
    Panel f;
    for (view::SessionRow& session : f.rows)
        session.lastActivity = session.startedAt = now;
    f.tell();
    const QPersistentModelIndex third = f.panel.model().indexOf(QStringLiteral("c"));
    const int before = third.row();
    std::ranges::reverse(f.rows);
    f.tell();
    QCOMPARE(third.row(), before);
}

/// By the mouse alone: the row that a key would be for is distinguished from the others.
void TestSessionKeyboard::rowThatIsNotOpen_showsTheKeyboard()
{
    Panel f;
    QApplication::setActiveWindow(&f.panel);
    f.click("c");
    QVERIFY(f.list().hasFocus());
    f.panel.setCurrentSession(QStringLiteral("c"));
    f.panel.window()->setAttribute(Qt::WA_KeyboardFocusChange, false);
    QTest::mouseMove(f.list().viewport(), QPoint(20, f.list().viewport()->height() - 4));
    const QImage plain = f.picture("d");
    const QImage open = f.picture("c");
    f.click("d", Qt::RightButton);
    QTest::mouseMove(f.list().viewport(), QPoint(20, f.list().viewport()->height() - 4));
    QCOMPARE(f.press(Qt::Key_F2), QStringLiteral("d"));
    QVERIFY(f.picture("d") != plain);
    QCOMPARE(f.picture("c"), open);
}

void TestSessionKeyboard::anyChange_keepsWhoPointsAtRows()
{
    SessionListModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setNow(now);
    QRandomGenerator random(7);
    view::SessionRows all;
    for (int i = 0; i < 12; ++i)
        all.push_back(row(QString::number(i), i));
    for (int round = 0; round < 300; ++round) {
        QHash<QString, QPersistentModelIndex> pointers;
        for (const view::SessionRow& session : all)
            if (const QModelIndex at = model.indexOf(session.id); at.isValid())
                pointers.insert(session.id, at);
        for (view::SessionRow& session : all) {
            session.lastActivity = {now.msSinceEpoch - random.bounded(2 * static_cast<int>(dayMs))};
            session.isLive = random.bounded(4) == 0;
            session.isArchived = random.bounded(4) == 0;
            session.isPinned = random.bounded(5) == 0;
        }
        model.setSessions(all);
        for (const view::SessionRow& session : all)
            if (const QModelIndex at = model.indexOf(session.id); at.isValid() && pointers.contains(session.id))
                QCOMPARE(QModelIndex(pointers[session.id]), at);
    }
}

} // namespace tst_session_keyboard

QUARTERDECK_WIDGETS_TEST(tst_session_keyboard, TestSessionKeyboard)
#include "tst_session_keyboard.moc"
