#include "desk.h"
#include "tests/support/widgets_test.h"
#include "ui/controllers/search_controller.h"
#include "ui/controllers/sessions_controller.h"
#include "ui/panels/session_list_model.h"
#include "ui/present/present.h"
#include "ui/theme/action_registry.h"

#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QScrollBar>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

namespace tst_search_controller {

using namespace quarterdeck;
using namespace quarterdeck::test;
using ui::SessionListModel;

namespace {

struct Searching
{
    Searching()
    {
        panel.resize(264, 600);
        panel.show();
        QObject::connect(&desk.hub, &ui::HubProxy::sessionsChanged, &panel,
                         [this] { panel.setSessions(ui::present::sessionRows(desk.hub.sessions())); });
    }
    /// A session with these messages.
    session::Session* talk(const char* title, const std::vector<std::string>& texts)
    {
        session::Session* session = desk.kit.create(title);
        for (const std::string& text : texts)
            desk.kit.submit(session, said("Alice", text.c_str()));
        return session;
    }
    void type(const char* text) { field().setText(QString::fromUtf8(text)); }
    [[nodiscard]] QLineEdit& field() { return *panel.findChild<QLineEdit*>(QStringLiteral("sessions.search")); }
    [[nodiscard]] QListView& list() { return *panel.findChild<QListView*>(QStringLiteral("sessions.list")); }
    [[nodiscard]] QStringList rowsOf(SessionListModel::Kind kind) const
    {
        QStringList rows;
        for (int i = 0; i < panel.model().rowCount(); ++i) {
            const QModelIndex index = panel.model().index(i);
            if (index.data(SessionListModel::KindRole).toInt() == static_cast<int>(kind))
                rows.append(index.data().toString());
        }
        return rows;
    }
    [[nodiscard]] QStringList messages() const { return rowsOf(SessionListModel::Kind::Message); }
    [[nodiscard]] QPushButton& news() const
    {
        return *panel.findChild<QPushButton*>(QStringLiteral("sessions.foundNews"));
    }
    [[nodiscard]] QString note() const { return rowsOf(SessionListModel::Kind::Note).join(QLatin1Char(' ')); }

    Desk desk;
    ui::ActionRegistry actions{desk.theme};
    ui::SessionsPanel panel{desk.theme, actions};
    ui::SearchController controller{panel, desk.hub, *desk.kit.library};
};

} // namespace

/// Searching all sessions from the field over their list.
class TestSearchController final : public QObject
{
    Q_OBJECT

private slots:
    void typed_findsMessagesOfAllSessions();
    void noWords_showNothing();
    void more_comesWhenTheEndIsInSight();
    void typedOn_stopsTheSearchBefore();
    void message_isChosen();
    void keys_leadToWhatWasFound();
    void failure_isSaid();
    void halfKnownFilter_isExplained();
    void hiddenCharacters_areShownAndMarksStay();
    void news_areOfferedAndMoveNothing();
    void news_areSearchedForOnceInAWhile();
    void news_fillAnEmptyList();
    void deletedForGood_isNotShownAnyMore();
};

void TestSearchController::typed_findsMessagesOfAllSessions()
{
    Searching searching;
    searching.talk("first", {"a plan", "nothing"});
    searching.talk("second", {"another plan"});
    QVERIFY(waitFor([&] { return searching.desk.hub.sessions().size() == 2; }));
    searching.type("plan");
    QVERIFY(waitFor([&] { return searching.messages().size() == 2; }));
    QVERIFY(searching.messages().contains(QStringLiteral("a plan")));
    QVERIFY(searching.messages().contains(QStringLiteral("another plan")));
    QCOMPARE(searching.note(), QString());
    searching.type("plan another");
    QVERIFY(waitFor([&] { return searching.messages() == QStringList{QStringLiteral("another plan")}; }));
    searching.type("from:Bob");
    QVERIFY(waitFor([&] { return searching.note() == QStringLiteral("No message matches."); }));
    QCOMPARE(searching.messages(), QStringList());
}

void TestSearchController::halfKnownFilter_isExplained()
{
    Searching searching;
    searching.talk("first", {"a plan, which has foo"});
    QVERIFY(waitFor([&] { return searching.desk.hub.sessions().size() == 1; }));
    searching.type("in:xyz");
    QVERIFY(waitFor([&] { return searching.note().contains(QStringLiteral("private chats with “xyz”")); }));
    searching.type("date:nonsense");
    QVERIFY(waitFor([&] { return searching.note().contains(QStringLiteral("use “on:”")); }));
    const auto noteHeight = [&] {
        const QModelIndex note = searching.panel.model().index(searching.panel.model().rowCount() - 1);
        return searching.list().visualRect(note).height();
    };
    const int low = noteHeight();
    searching.type("foo:bar");
    QVERIFY(waitFor([&] { return searching.note().startsWith(QStringLiteral("“foo:” is not a filter")); }));
    const int high = noteHeight();
    QVERIFY2(high > low, qPrintable(QString::number(high))); // all of its lines are seen
    searching.panel.resize(700, 600);
    QVERIFY(waitFor([&] { return noteHeight() < high; }));
    searching.panel.resize(264, 600);
    searching.type("has:foo"); // its words stand there
    QVERIFY(waitFor([&] { return searching.messages().size() == 1; }));
    QCOMPARE(searching.note(), QString());
}

void TestSearchController::noWords_showNothing()
{
    Searching searching;
    searching.talk("first", {"a plan"});
    searching.type("plan");
    QVERIFY(waitFor([&] { return searching.messages().size() == 1; }));
    searching.type("");
    QCOMPARE(searching.messages(), QStringList());
    QVERIFY(!searching.panel.model().found().isAsked);
    // The answer to a superseded request has no effect.
    searching.type("plan");
    searching.type("");
    QVERIFY(!waitFor([&] { return !searching.messages().empty(); }, 400));
}

void TestSearchController::more_comesWhenTheEndIsInSight()
{
    Searching searching;
    std::vector<std::string> texts;
    for (int i = 0; i < 130; ++i)
        texts.push_back("plan " + std::to_string(i));
    searching.talk("first", texts);
    searching.type("plan");
    QVERIFY(waitFor([&] { return !searching.messages().empty(); }));
    QVERIFY(!waitFor([&] { return searching.messages().size() != 50; }, 400));
    QCOMPARE(searching.messages().first(), QStringLiteral("plan 129"));
    for (const int count : {100, 130}) {
        QScrollBar* bar = searching.list().verticalScrollBar();
        bar->setValue(bar->maximum());
        QVERIFY(waitFor([&] { return searching.messages().size() == count; }));
    }
    const QStringList found = searching.messages();
    QCOMPARE(found.last(), QStringLiteral("plan 0"));
    QCOMPARE(QSet<QString>(found.cbegin(), found.cend()).size(), 130);
}

void TestSearchController::typedOn_stopsTheSearchBefore()
{
    Searching searching;
    searching.talk("first", {"a plan"});
    const std::vector<std::stop_token>& stops = searching.desk.kit.library->searchStops;
    searching.type("plan");
    QVERIFY(waitFor([&] { return stops.size() == 1; }));
    QVERIFY(!stops[0].stop_requested());
    searching.type("plan another");
    QVERIFY(waitFor([&] { return stops.size() == 2; }));
    QVERIFY(stops[0].stop_requested());
    QVERIFY(!stops[1].stop_requested());
    searching.type("");
    QVERIFY(waitFor([&] { return stops[1].stop_requested(); }));
}

void TestSearchController::message_isChosen()
{
    Searching searching;
    const session::Session* session = searching.talk("first", {"nothing", "a plan"});
    searching.type("plan");
    QVERIFY(waitFor([&] { return searching.messages().size() == 1; }));
    const QSignalSpy chosen(&searching.controller, &ui::SearchController::messageChosen);
    const QModelIndex last = searching.panel.model().index(searching.panel.model().rowCount() - 1);
    QTest::mouseClick(searching.list().viewport(), Qt::LeftButton, {}, searching.list().visualRect(last).center());
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen[0][0].value<conversation::SessionId>(), session->id());
    const auto row = chosen[0][1].value<conversation::EventSeq>();
    const std::vector<session::Event> log = searching.desk.kit.log(session->id());
    const auto* published =
        std::get_if<conversation::MessagePublished>(&log.at(static_cast<std::size_t>(row.value - 1)).body);
    QVERIFY(published);
    QCOMPARE(conversation::textOf(published->message), std::string("a plan"));
}

void TestSearchController::keys_leadToWhatWasFound()
{
    Searching searching;
    searching.talk("first", {"a plan"});
    searching.type("plan");
    QVERIFY(waitFor([&] { return searching.messages().size() == 1; }));
    const QSignalSpy chosen(&searching.controller, &ui::SearchController::messageChosen);
    QTest::keyClick(&searching.field(), Qt::Key_Down);
    QCOMPARE(searching.list().currentIndex().data().toString(), QStringLiteral("a plan"));
    QCOMPARE(chosen.count(), 0);
    QTest::keyClick(&searching.list(), Qt::Key_Return);
    QCOMPARE(chosen.count(), 1);
    QTest::keyClick(&searching.field(), Qt::Key_Return);
    QCOMPARE(chosen.count(), 2);
}

void TestSearchController::failure_isSaid()
{
    Searching searching;
    searching.talk("first", {"a plan"});
    searching.desk.kit.library->failReads(true);
    searching.type("plan");
    QVERIFY(waitFor([&] { return !searching.note().isEmpty() && searching.note() != QStringLiteral("Searching…"); }));
    QVERIFY2(searching.note() != QStringLiteral("No message matches."), qPrintable(searching.note()));
}

void TestSearchController::hiddenCharacters_areShownAndMarksStay()
{
    Searching searching;
    searching.talk("first", {"turn \u202e round: the plan"});
    searching.type("plan");
    QVERIFY(waitFor([&] { return searching.messages().size() == 1; }));
    const ui::view::FoundMessage message = searching.panel.model().found().messages.front();
    QCOMPARE(message.excerpt, QStringLiteral("turn [RLO] round: the plan"));
    QCOMPARE(message.marks, (std::vector<ui::view::MarkedPart>{{22, 4}}));
    QCOMPARE(message.speaker, QStringLiteral("Alice"));
}

void TestSearchController::news_areOfferedAndMoveNothing()
{
    Searching searching;
    std::vector<std::string> texts;
    for (int i = 0; i < 60; ++i)
        texts.push_back("plan " + std::to_string(i));
    session::Session* session = searching.talk("first", texts);
    searching.type("plan");
    QVERIFY(waitFor([&] { return searching.messages().size() == 50; }));
    const QStringList before = searching.messages();
    QListView& list = searching.list();
    list.setCurrentIndex(searching.panel.model().index(9));
    list.verticalScrollBar()->setValue(200);
    const QString current = list.currentIndex().data().toString();
    const QModelIndex top = list.indexAt({10, 10});

    for (const char* text : {"plan new 0", "something else", "plan new 1"})
        searching.desk.kit.submit(session, said("Alice", text));
    QVERIFY(waitFor([&] { return searching.news().isVisible(); }));
    QCOMPARE(searching.news().text(), QStringLiteral("Show 2 new result(s)"));
    QCOMPARE(searching.messages(), before);
    QCOMPARE(list.verticalScrollBar()->value(), 200);
    QCOMPARE(list.indexAt({10, 10}), top);
    QCOMPARE(list.currentIndex().data().toString(), current);

    QTest::mouseClick(&searching.news(), Qt::LeftButton);
    QCOMPARE(searching.messages().mid(0, 3), (QStringList{"plan new 1", "plan new 0", "plan 59"}));
    QCOMPARE(list.currentIndex().data().toString(), QStringLiteral("plan new 1"));
    QVERIFY(!searching.news().isVisible());
    list.verticalScrollBar()->setValue(list.verticalScrollBar()->maximum()); // the rest follows as before
    QVERIFY(waitFor([&] { return searching.messages().size() == 62; }));

    searching.desk.kit.submit(session, said("Alice", "plan new 2"));
    QVERIFY(waitFor([&] { return searching.news().isVisible(); }));
    searching.type("plan new");
    QVERIFY(!searching.news().isVisible());
    QVERIFY(waitFor([&] { return searching.messages().size() == 3; }));
}

/// However much happens, and only where something did.
void TestSearchController::news_areSearchedForOnceInAWhile()
{
    Searching searching;
    session::Session* session = searching.talk("first", {"a plan"});
    searching.type("plan");
    QVERIFY(waitFor([&] { return searching.messages().size() == 1; }));
    const std::vector<std::stop_token>& searches = searching.desk.kit.library->searchStops;
    QCOMPARE(searches.size(), std::size_t(1));
    for (int i = 0; i < 40; ++i) {
        searching.desk.kit.submit(session, said("Alice", "nothing"));
        QCoreApplication::processEvents();
    }
    QVERIFY(waitFor([&] { return searches.size() == 2; }));
    QVERIFY(!waitFor([&] { return searches.size() > 2; }, 1500)); // nothing has happened since
    QVERIFY(!searching.news().isVisible());
    searching.type("");
    searching.desk.kit.submit(session, said("Alice", "a plan"));
    QVERIFY(!waitFor([&] { return searches.size() > 2; }, 1500)); // nothing is looked for
}

void TestSearchController::news_fillAnEmptyList()
{
    Searching searching;
    session::Session* session = searching.talk("first", {"nothing"});
    searching.type("plan");
    QVERIFY(waitFor([&] { return searching.note() == QStringLiteral("No message matches."); }));
    searching.desk.kit.submit(session, said("Alice", "a plan"));
    QVERIFY(waitFor([&] { return searching.messages() == QStringList{QStringLiteral("a plan")}; }));
    QCOMPARE(searching.note(), QString());
    QVERIFY(!searching.news().isVisible());
}

void TestSearchController::deletedForGood_isNotShownAnyMore()
{
    Searching searching;
    const conversation::SessionId going = searching.talk("going", {"a plan that goes"})->id();
    searching.talk("staying", {"a plan that stays"});
    QVERIFY(waitFor([&] { return searching.desk.hub.sessions().size() == 2; }));
    searching.type("plan");
    QVERIFY(waitFor([&] { return searching.messages().size() == 2; }));
    session::SessionLabels labels;
    labels.archivedAt = conversation::Timestamp{1};
    searching.desk.hub.setLabels(going, labels, [](const auto&) {});
    QVERIFY(waitFor([&] { return searching.desk.hub.find(going)->labels == labels; }));
    QCOMPARE(searching.messages().size(), 2);
    searching.desk.hub.remove(going, [](const auto&) {});
    QVERIFY(waitFor([&] { return searching.desk.hub.find(going) == nullptr; }));
    QCOMPARE(searching.messages(), QStringList{QStringLiteral("a plan that stays")});
}

} // namespace tst_search_controller

QUARTERDECK_WIDGETS_TEST(tst_search_controller, TestSearchController)
#include "tst_search_controller.moc"
