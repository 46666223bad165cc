#include "tests/support/wait.h"
#include "tests/support/widgets_test.h"

#include "ui/panels/team_list.h"
#include "ui/panels/team_panel.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QListView>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

#include <optional>

namespace tst_team_panel {

using namespace quarterdeck::ui;
using quarterdeck::conversation::Timestamp;
using theme::StateGlyph;

namespace {

constexpr Timestamp now{1'000'000};

view::TeamMember member(const QString& name, StateGlyph state)
{
    view::TeamMember result;
    result.key = result.name = name;
    result.state = state;
    result.avatar = {name.left(1), 1};
    return result;
}

} // namespace

class TestTeamPanel final : public QObject
{
    Q_OBJECT

private slots:
    void words_data();
    void words();
    void accessibleWords_sayEverything();
    void remoteMember_isToldApart();
    void model_staysSound();
    void panel_isAsHighAsItsTeam();
    void panel_offersChatAndInbox();
    void openChat_canBeEnded();
    void panel_offersNoChatWhereNothingCanBeSaid();
    void whoFailed_canBeToldToTryAgain();
    void member_canBePausedAndMuted();
    void glyphs_showWhoAsks();
};

void TestTeamPanel::words_data()
{
    QTest::addColumn<StateGlyph>("state");
    QTest::addColumn<QString>("activity");
    QTest::addColumn<int>("seconds");
    QTest::addColumn<QString>("expected");
    QTest::newRow("idle") << StateGlyph::Idle << QString() << -1 << QStringLiteral("Idle");
    QTest::newRow("thinking") << StateGlyph::Thinking << QString() << 14 << QStringLiteral("Thinking · 14 s");
    QTest::newRow("thinking, no time") << StateGlyph::Thinking << QString() << -1 << QStringLiteral("Thinking");
    QTest::newRow("writing") << StateGlyph::Acting << QString() << 14 << QStringLiteral("Writing");
    QTest::newRow("tool") << StateGlyph::Acting << QStringLiteral("RunCode") << 14 << QStringLiteral("RunCode");
    QTest::newRow("waiting") << StateGlyph::Waiting << QString() << 600 << QStringLiteral("Waiting for you · 10 min");
    QTest::newRow("paused") << StateGlyph::Paused << QString() << 9 << QStringLiteral("Paused");
    QTest::newRow("failed") << StateGlyph::Failed << QStringLiteral("no key") << 9 << QStringLiteral("Failed: no key");
    QTest::newRow("failed, told from right to left") << StateGlyph::Failed << QStringLiteral("تعذر (127.0.0.1)") << 9
                                                     << QStringLiteral("Failed: \u2068تعذر (127.0.0.1)\u2069");
}

void TestTeamPanel::words()
{
    QFETCH(StateGlyph, state);
    QFETCH(QString, activity);
    QFETCH(int, seconds);
    QFETCH(QString, expected);
    view::TeamMember who = member(QStringLiteral("Bob"), state);
    who.activity = activity;
    if (seconds >= 0)
        who.since = Timestamp{now.msSinceEpoch - seconds * 1000};
    QCOMPARE(team::stateWords(who, now), expected);
}

void TestTeamPanel::accessibleWords_sayEverything()
{
    view::TeamMember who = member(QStringLiteral("Alex"), StateGlyph::Acting);
    who.profile = QStringLiteral("Engineer");
    who.asksUser = true;
    who.dollars = 0.14;
    who.tokens = 24'500;
    QCOMPARE(team::accessibleWords(who, now), QStringLiteral("Alex, Engineer, Writing, asks you, $0.14, 24.5k tok"));
}

void TestTeamPanel::remoteMember_isToldApart()
{
    view::TeamMember who = member(QStringLiteral("Alex"), StateGlyph::Idle);
    QVERIFY(team::toolTip(who).isEmpty());
    who.isRemote = true;
    QCOMPARE(team::toolTip(who), QStringLiteral("A program plays this member."));
    QVERIFY(team::accessibleWords(who, now).contains(QStringLiteral("played by a program")));
    QCOMPARE(team::stateWords(who, now), QStringLiteral("Idle"));
    who.isAwaited = true;
    who.since = Timestamp{now.msSinceEpoch - 14'000};
    QCOMPARE(team::stateWords(who, now), QStringLiteral("Waiting for its program · 14 s"));
    QVERIFY(team::toolTip(who).contains(QStringLiteral("Connect an agent")));
    TeamListModel model;
    model.setTeam({who});
    QCOMPARE(model.index(0).data(Qt::ToolTipRole).toString(), team::toolTip(who));
}

void TestTeamPanel::model_staysSound()
{
    TeamListModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    view::Team team{member("Mike", StateGlyph::Idle), member("Alice", StateGlyph::Idle)};
    model.setTeam(team);
    QCOMPARE(model.rowCount(), 2);
    changed.clear();
    model.setTeam(team);
    QCOMPARE(changed.size(), 0);
    team[1].unread = 3;
    team.push_back(member("Bob", StateGlyph::Thinking));
    model.setTeam(team);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(model.rowCount(), 3);
    team.erase(team.begin());
    model.setTeam(team);
    QCOMPARE(model.index(0).data().toString(), QStringLiteral("Alice"));
    QCOMPARE(model.rowCount(), 2);
    model.setTeam({});
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(reset.size(), 0);
}

void TestTeamPanel::panel_isAsHighAsItsTeam()
{
    const theme::ThemeController theme(*qApp);
    TeamPanel panel(theme, nullptr, [] { return now; });
    panel.setTeam({member("Mike", StateGlyph::Idle), member("Bob", StateGlyph::Idle), member("Al", StateGlyph::Idle)});
    QCOMPARE(panel.sizeHint().height(), 3 * 44);
    view::Team many;
    for (int i = 0; i < 30; ++i)
        many.push_back(member(QString::number(i), StateGlyph::Idle));
    panel.setTeam(many);
    QCOMPARE(panel.sizeHint().height(), 8 * 44);
}

void TestTeamPanel::panel_offersChatAndInbox()
{
    const theme::ThemeController theme(*qApp);
    TeamPanel panel(theme, nullptr, [] { return now; });
    panel.setTeam({member("Mike", StateGlyph::Idle), member("Bob", StateGlyph::Idle)});
    panel.resize(320, 200);
    panel.show();
    QVERIFY(quarterdeck::test::waitFor([&] { return panel.isActiveWindow(); }));
    QSignalSpy chat(&panel, &TeamPanel::directChatRequested);
    QSignalSpy inbox(&panel, &TeamPanel::inboxRequested);
    auto* list = panel.findChild<QListView*>(QStringLiteral("team.list"));
    list->setFocus();
    list->setCurrentIndex(list->model()->index(1, 0));
    QTest::keyClick(list, Qt::Key_Return);
    auto* menu = panel.findChild<QMenu*>(QStringLiteral("team.menu"));
    QVERIFY(menu != nullptr);
    QCOMPARE(menu->actions().size(), 2);
    menu->actions().at(0)->trigger();
    menu->actions().at(1)->trigger();
    QCOMPARE(chat.value(0).value(0).toString(), QStringLiteral("Bob"));
    QCOMPARE(inbox.value(0).value(0).toString(), QStringLiteral("Bob"));
    menu->close();
}

void TestTeamPanel::openChat_canBeEnded()
{
    const theme::ThemeController theme(*qApp);
    TeamPanel panel(theme, nullptr, [] { return now; });
    view::Team team{member("Bob", StateGlyph::Idle)};
    team.front().isInDirectChat = true;
    panel.setTeam(team);
    panel.show();
    QVERIFY(quarterdeck::test::waitFor([&] { return panel.isActiveWindow(); }));
    QSignalSpy ended(&panel, &TeamPanel::directChatEndRequested);
    auto* list = panel.findChild<QListView*>(QStringLiteral("team.list"));
    list->setCurrentIndex(list->model()->index(0, 0));
    QTest::keyClick(list, Qt::Key_Return);
    auto* menu = panel.findChild<QMenu*>(QStringLiteral("team.menu"));
    QVERIFY(menu != nullptr);
    QCOMPARE(menu->actions().size(), 3);
    menu->actions().at(1)->trigger();
    QCOMPARE(ended.value(0).value(0).toString(), QStringLiteral("Bob"));
    menu->close();
}

void TestTeamPanel::panel_offersNoChatWhereNothingCanBeSaid()
{
    const theme::ThemeController theme(*qApp);
    TeamPanel panel(theme, nullptr, [] { return now; });
    panel.setTeam({member("Mike", StateGlyph::Idle)});
    panel.setCanSpeak(false);
    panel.show();
    QVERIFY(quarterdeck::test::waitFor([&] { return panel.isActiveWindow(); }));
    auto* list = panel.findChild<QListView*>(QStringLiteral("team.list"));
    list->setCurrentIndex(list->model()->index(0, 0));
    QTest::keyClick(list, Qt::Key_Return);
    auto* menu = panel.findChild<QMenu*>(QStringLiteral("team.menu"));
    QVERIFY(menu != nullptr);
    QCOMPARE(menu->actions().size(), 1);
    menu->close();
}

void TestTeamPanel::whoFailed_canBeToldToTryAgain()
{
    const theme::ThemeController theme(*qApp);
    TeamPanel panel(theme, nullptr, [] { return now; });
    view::Team team{member("Bob", StateGlyph::Failed)};
    team.front().canRetry = true;
    panel.setTeam(team);
    panel.show();
    QVERIFY(quarterdeck::test::waitFor([&] { return panel.isActiveWindow(); }));
    QSignalSpy retried(&panel, &TeamPanel::retryRequested);
    auto* list = panel.findChild<QListView*>(QStringLiteral("team.list"));
    list->setCurrentIndex(list->model()->index(0, 0));
    QTest::keyClick(list, Qt::Key_Return);
    auto* menu = panel.findChild<QMenu*>(QStringLiteral("team.menu"));
    QVERIFY(menu != nullptr);
    QCOMPARE(menu->actions().at(0)->text(), QStringLiteral("Try again"));
    menu->actions().at(0)->trigger();
    QCOMPARE(retried.value(0).value(0).toString(), QStringLiteral("Bob"));
    menu->close();
}

void TestTeamPanel::member_canBePausedAndMuted()
{
    using quarterdeck::conversation::RoleMode;
    const theme::ThemeController theme(*qApp);
    TeamPanel panel(theme, nullptr, [] { return now; });
    view::Team team{member("Bob", StateGlyph::Idle)};
    team.front().canBeSteered = true;
    panel.setTeam(team);
    panel.show();
    QVERIFY(quarterdeck::test::waitFor([&] { return panel.isActiveWindow(); }));
    QSignalSpy wanted(&panel, &TeamPanel::modeRequested);
    const auto choose = [&](const QString& words) {
        auto* list = panel.findChild<QListView*>(QStringLiteral("team.list"));
        list->setCurrentIndex(list->model()->index(0, 0));
        QTest::keyClick(list, Qt::Key_Return);
        auto* menu = panel.findChild<QMenu*>(QStringLiteral("team.menu"));
        for (QAction* action : menu->actions())
            if (action->text().startsWith(words))
                action->trigger();
        menu->close();
        QCoreApplication::sendPostedEvents(menu, QEvent::DeferredDelete);
        return wanted.isEmpty() ? std::optional<RoleMode>() : wanted.takeLast().at(1).value<RoleMode>();
    };
    QVERIFY(choose(QStringLiteral("Pause")) == RoleMode::Paused);
    QVERIFY(choose(QStringLiteral("Mute")) == RoleMode::Muted);
    team.front().mode = RoleMode::Paused;
    panel.setTeam(team);
    QCOMPARE(team::stateWords(team.front(), now), QStringLiteral("Paused by you"));
    QVERIFY(choose(QStringLiteral("Let it continue")) == RoleMode::Active);
    team.front().mode = RoleMode::Muted;
    panel.setTeam(team);
    QCOMPARE(team::stateWords(team.front(), now), QStringLiteral("Idle · muted"));
    QVERIFY(choose(QStringLiteral("Unmute")) == RoleMode::Active);
}

void TestTeamPanel::glyphs_showWhoAsks()
{
    const theme::ThemeController theme(*qApp);
    TeamPanel panel(theme, nullptr, [] { return now; });
    view::Team team{member("Mike", StateGlyph::Idle), member("Alex", StateGlyph::Acting)};
    team[1].asksUser = true;
    panel.setTeam(team);
    const auto glyphs = panel.memberGlyphs();
    QCOMPARE(glyphs.size(), 2U);
    QCOMPARE(glyphs[0].name, QStringLiteral("Mike: Idle"));
    QCOMPARE(glyphs[1].state, StateGlyph::Waiting);
}

} // namespace tst_team_panel

QUARTERDECK_WIDGETS_TEST(tst_team_panel, TestTeamPanel)
#include "tst_team_panel.moc"
