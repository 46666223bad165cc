#include "tests/support/wait.h"
#include "tests/support/widgets_test.h"

#include "ui/panels/channel_bar.h"
#include "ui/panels/toolbar.h"
#include "ui/panels/toolbar_parts.h"
#include "ui/theme/action_registry.h"
#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <memory>

namespace tst_toolbar {

using namespace quarterdeck::ui;
using view::ChannelKind;
using view::RunState;

namespace {

view::ToolbarState running()
{
    view::ToolbarState state;
    state.hasSession = true;
    state.title = QStringLiteral("Build a 2048 game");
    state.run = RunState::Running;
    state.round = 4;
    state.rounds = 12;
    state.canRun = true;
    state.canChangePrivacy = true;
    state.dollars = 0.42;
    state.budget = 3.0;
    return state;
}

view::ChannelTabs manyTabs(int privates)
{
    view::ChannelTabs result{{"everything", ChannelKind::Everything, {}}, {"public", ChannelKind::Public, {}}};
    for (int i = 0; i < privates; ++i)
        result.push_back(
            {QStringLiteral("private:%1").arg(i), ChannelKind::Private, QStringLiteral("Agent %1").arg(i)});
    return result;
}

} // namespace

class TestToolbar final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void empty_showsOnlyTheName();
    void run_buttonsFollowTheState();
    void round_isNeverMoreThanPlanned();
    void failure_isTriedAgain();
    void run_buttonsTriggerActions();
    void program_isConnectedOrNot();
    void archived_isToldAndUndone();
    void privacy_isChosenInTheMenu();
    void replay_showsTheClockAndNoRunButtons();
    void programThatTellsOfNoRun_hasNoState();
    void narrow_keepsNamesForThoseWhoCannotSee();
    void least_keepsWhatCannotBeMissed();
    void gauge_tellsItsValues();
    void channels_areChosenByClickAndKey();
    void channels_thatFindNoRoomAreInTheMenu();
    void channels_theChosenOneAlwaysShows();
    void channels_overlapNothing();
    void channels_leaveRoomForWhatGrows();
    void channels_choicesOpenMore();
    void channels_namesMakeNoShortcuts();

private:
    template <typename T>
    T* part(const char* name) const
    {
        return m_bar->findChild<T*>(QString::fromLatin1(name));
    }

    theme::ThemeController m_theme{*qApp};
    std::unique_ptr<ActionRegistry> m_actions;
    std::unique_ptr<Toolbar> m_bar;
};

void TestToolbar::init()
{
    m_actions = std::make_unique<ActionRegistry>(m_theme);
    m_bar = std::make_unique<Toolbar>(m_theme, *m_actions);
    m_bar->resize(1200, 44);
    m_bar->show();
}

void TestToolbar::cleanup()
{
    m_bar.reset();
    m_actions.reset();
}

void TestToolbar::empty_showsOnlyTheName()
{
    QCOMPARE(part<theme::TextLabel>("toolbar.title")->text(), QStringLiteral("Quarterdeck"));
    QVERIFY(!part<QPushButton>("toolbar.pause")->isVisible());
    QVERIFY(!part<QWidget>("toolbar.privacy")->isVisible());
    QVERIFY(!part<QWidget>("toolbar.budget")->isVisible());
}

void TestToolbar::run_buttonsFollowTheState()
{
    view::ToolbarState state = running();
    m_bar->setState(state);
    QCOMPARE(part<theme::TextLabel>("toolbar.run")->text(), QStringLiteral("Running"));
    QCOMPARE(part<QPushButton>("toolbar.pause")->text(), QStringLiteral("Pause"));
    QCOMPARE(part<QPushButton>("toolbar.pause")->property("segment").toString(), QStringLiteral("first"));
    state.run = RunState::Paused;
    m_bar->setState(state);
    QCOMPARE(part<QPushButton>("toolbar.pause")->text(), QStringLiteral("Resume"));
    state.run = RunState::Pausing;
    state.reason = QStringLiteral("waiting for Bob");
    m_bar->setState(state);
    QCOMPARE(part<theme::TextLabel>("toolbar.run")->text(), QStringLiteral("Pausing"));
    QCOMPARE(part<QPushButton>("toolbar.pause")->text(), QStringLiteral("Resume"));
    state.run = RunState::NotStarted;
    m_bar->setState(state);
    QCOMPARE(part<QPushButton>("toolbar.pause")->text(), QStringLiteral("Run"));
    state.run = RunState::Stopping;
    state.reason = QStringLiteral("waiting for Bob");
    m_bar->setState(state);
    QCOMPARE(part<theme::TextLabel>("toolbar.run")->text(), QStringLiteral("Stopping"));
    QCOMPARE(part<QPushButton>("toolbar.pause")->text(), QStringLiteral("Pause")); // nothing is offered to go on
    state.run = RunState::Finished;
    m_bar->setState(state);
    QVERIFY(!part<QPushButton>("toolbar.pause")->isVisible());
    QCOMPARE(part<theme::TextLabel>("toolbar.run")->text(), QStringLiteral("Finished"));
    state.run = RunState::Stopped; // it can go on
    m_bar->setState(state);
    QVERIFY(part<QPushButton>("toolbar.pause")->isVisible());
    QCOMPARE(part<QPushButton>("toolbar.pause")->text(), QStringLiteral("Resume"));
    QVERIFY(part<QPushButton>("toolbar.pause")->property("segment").toString().isEmpty()); // alone: round on both sides
    QVERIFY(!part<QPushButton>("toolbar.stop")->isVisible());
}

void TestToolbar::round_isNeverMoreThanPlanned()
{
    view::ToolbarState state = running();
    const auto shown = [&] {
        m_bar->setState(state);
        return part<theme::TextLabel>("toolbar.round")->text();
    };
    QCOMPARE(shown(), QStringLiteral("round 4 of 12"));
    state.rounds = 3; // an earlier version let it go on
    QCOMPARE(shown(), QStringLiteral("round 4"));
    state.rounds = 0;
    QCOMPARE(shown(), QStringLiteral("round 4"));
}

void TestToolbar::failure_isTriedAgain()
{
    view::ToolbarState state = running();
    m_bar->setState(state);
    QVERIFY(!part<QPushButton>("toolbar.retry")->isVisible());
    state.run = RunState::Failed;
    state.reason = QStringLiteral("Bob could not continue");
    state.failure = QStringLiteral("The key was refused.");
    m_bar->setState(state);
    QCOMPARE(part<theme::TextLabel>("toolbar.run")->text(), QStringLiteral("Failed"));
    QVERIFY(part<theme::TextLabel>("toolbar.run")->toolTip().contains(state.failure));
    QVERIFY(part<QPushButton>("toolbar.retry")->isVisible() && part<QPushButton>("toolbar.stop")->isVisible());
    QVERIFY(!part<QPushButton>("toolbar.pause")->isVisible() && !part<QPushButton>("toolbar.step")->isVisible());
    QVERIFY(!part<QPushButton>("toolbar.chooseConnection")->isVisible());
    QVERIFY(part<QPushButton>("toolbar.stop")->property("segment").toString().isEmpty());
    QSignalSpy again(&(*m_actions)[ActionId::RunPause], &QAction::triggered);
    QTest::mouseClick(part<QPushButton>("toolbar.retry"), Qt::LeftButton);
    QCOMPARE(again.size(), 1);
    state.canChooseModel = true;
    m_bar->setState(state);
    QSignalSpy asked(m_bar.get(), &Toolbar::connectionRequested);
    QTest::mouseClick(part<QPushButton>("toolbar.chooseConnection"), Qt::LeftButton);
    QCOMPARE(asked.size(), 1);
}

void TestToolbar::run_buttonsTriggerActions()
{
    m_bar->setState(running());
    QSignalSpy step(&(*m_actions)[ActionId::RunStep], &QAction::triggered);
    QTest::mouseClick(part<QPushButton>("toolbar.step"), Qt::LeftButton);
    QCOMPARE(step.size(), 1);
    m_actions->setAvailable(ActionId::RunStep, false);
    QVERIFY(!part<QPushButton>("toolbar.step")->isEnabled());
}

void TestToolbar::program_isConnectedOrNot()
{
    const auto* button = part<QPushButton>("toolbar.connection");
    view::ToolbarState state = running();
    m_bar->setState(state);
    QVERIFY(!button->isVisible()); // nobody else's program has it
    state.connection = view::Connection{true,
                                        QStringLiteral("MCP"),
                                        QStringLiteral("Connected since 14:02"),
                                        QStringLiteral("3 messages per minute"),
                                        {}};
    m_bar->setState(state);
    QVERIFY(button->isVisible());
    QCOMPARE(button->text(), QStringLiteral("Connected"));
    QVERIFY2(button->toolTip().contains(QStringLiteral("Connected since 14:02")), qPrintable(button->toolTip()));
    state.connection->isSure = false;
    m_bar->setState(state);
    QCOMPARE(button->text(), QStringLiteral("Heard recently"));
    state.connection->isHere = false;
    state.connection->error = QStringLiteral("14:05: <b>refused</b>");
    m_bar->setState(state);
    QCOMPARE(button->text(), QStringLiteral("Not connected"));
    QVERIFY(!button->toolTip().contains(QStringLiteral("<b>"))); // what a program says makes no markup
    QVERIFY(button->accessibleDescription().contains(QStringLiteral("MCP")));
    m_bar->resize(800, 44);
    QCoreApplication::processEvents();
    QCOMPARE(button->text(), QString());
    QCOMPARE(button->accessibleName(), QStringLiteral("Not connected"));
    QSignalSpy wanted(&(*m_actions)[ActionId::AgentsConnect], &QAction::triggered);
    QTest::mouseClick(part<QPushButton>("toolbar.connection"), Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    state.replayClock = QStringLiteral("09:46:52"); // then is not now
    m_bar->setState(state);
    QVERIFY(!button->isVisible());
}

/// Its row may be out of sight while it is open.
void TestToolbar::archived_isToldAndUndone()
{
    view::ToolbarState state = running();
    m_bar->setState(state);
    auto* archived = part<QPushButton>("toolbar.archived");
    QVERIFY(archived && !archived->isVisibleTo(m_bar.get()));
    state.isArchived = true;
    m_bar->setState(state);
    QVERIFY(archived->isVisibleTo(m_bar.get()));
    QCOMPARE(archived->text().trimmed(), QStringLiteral("Archived"));
    const QSignalSpy wanted(m_bar.get(), &Toolbar::unarchiveRequested);
    QTest::mouseClick(archived, Qt::LeftButton);
    QCOMPARE(wanted.count(), 1);
}

void TestToolbar::privacy_isChosenInTheMenu()
{
    view::ToolbarState state = running();
    m_bar->setState(state);
    auto* button = part<theme::MenuButton>("toolbar.privacy");
    QCOMPARE(button->text(), QStringLiteral("Public"));
    QSignalSpy chosen(m_bar.get(), &Toolbar::privacyChosen);
    button->menu()->actions().at(1)->trigger();
    QCOMPARE(chosen.value(0).value(0).toBool(), true);
    (*m_actions)[ActionId::RunPrivate].trigger(); // has its own receiver: the bar would ask a second time
    QCOMPARE(chosen.size(), 1);
    state.isPrivate = true;
    m_bar->setState(state);
    QCOMPARE(button->text(), QStringLiteral("Private"));
    state.canChangePrivacy = false;
    m_bar->setState(state);
    QVERIFY(!button->isEnabled());
}

void TestToolbar::replay_showsTheClockAndNoRunButtons()
{
    view::ToolbarState state = running();
    state.replayClock = QStringLiteral("09:46:52");
    m_bar->setState(state);
    QVERIFY(part<QWidget>("toolbar.clock")->isVisible());
    QVERIFY(part<QWidget>("toolbar.clock")->accessibleName().contains(QStringLiteral("09:46:52")));
    QVERIFY(!part<QPushButton>("toolbar.pause")->isVisible());
    QVERIFY(!part<QWidget>("toolbar.run")->isVisible());
}

void TestToolbar::programThatTellsOfNoRun_hasNoState()
{
    view::ToolbarState state = running();
    state.canRun = false;
    m_bar->setState(state);
    QVERIFY(part<QWidget>("toolbar.run")->isVisible());
    state.run = RunState::NotStarted;
    m_bar->setState(state);
    QVERIFY(!part<QWidget>("toolbar.run")->isVisible());
}

void TestToolbar::narrow_keepsNamesForThoseWhoCannotSee()
{
    m_bar->setState(running());
    m_bar->resize(800, 44);
    QCoreApplication::processEvents();
    QCOMPARE(part<QPushButton>("toolbar.pause")->text(), QString());
    QCOMPARE(part<QPushButton>("toolbar.pause")->accessibleName(), QStringLiteral("Pause"));
    QVERIFY(part<QPushButton>("toolbar.pause")->toolTip().contains(QStringLiteral("F5")));
    QVERIFY(!part<QWidget>("toolbar.privacy")->accessibleName().isEmpty());
}

/// Text of 200 % in a window of 850 px.
void TestToolbar::least_keepsWhatCannotBeMissed()
{
    m_bar->setState(running());
    m_theme.setTextScale(2);
    m_bar->resize(850, 88);
    QCoreApplication::processEvents();
    const int least = m_bar->minimumSizeHint().width();
    const bool hasStep = part<QWidget>("toolbar.step")->isVisible();
    const int title = part<QWidget>("toolbar.title")->width();
    m_theme.setTextScale(1);
    QVERIFY2(least <= 850, qPrintable(QString::number(least)));
    QVERIFY2(title >= 100, qPrintable(QString::number(title)));
    QVERIFY(!hasStep);
    QVERIFY(part<QWidget>("toolbar.pause")->isVisible());
    QVERIFY(part<QWidget>("toolbar.stop")->isVisible());
}

void TestToolbar::gauge_tellsItsValues()
{
    BudgetGauge gauge(m_theme);
    gauge.setValues(0.42, 3.0);
    QCOMPARE(gauge.accessibleName(), QStringLiteral("Cost: $0.42 of a budget of $3.00"));
    const QImage calm = [&gauge] {
        gauge.resize(gauge.sizeHint());
        return gauge.grab().toImage();
    }();
    gauge.setValues(2.9, 3.0);
    QVERIFY(gauge.grab().toImage() != calm);
    gauge.setValues(std::nullopt, std::nullopt);
    QCOMPARE(gauge.accessibleName(), QStringLiteral("Cost: no price known, no budget set"));
    QCOMPARE(gauge.toolTip(), gauge.accessibleName());
    gauge.setValues(std::nullopt, 3.0); // nothing was used yet
    QCOMPARE(gauge.accessibleName(), QStringLiteral("Cost: $0.00 of a budget of $3.00"));
    const QImage nothing = gauge.grab().toImage();
    gauge.setValues(std::nullopt, 3.0, 12'300);
    QCOMPARE(
        gauge.accessibleName(),
        QStringLiteral("No price is known for the tokens used (12.3k tok), so the budget of $3.00 cannot be enforced"));
    QVERIFY(gauge.grab().toImage() != nothing);
    const QImage unknown = gauge.grab().toImage();
    gauge.setValues(0.12, 3.0, 12'300); // of one member it is known
    QCOMPARE(gauge.accessibleName(),
             QStringLiteral(
                 "Cost: $0.12, plus calls without a price (12.3k tok), so the budget of $3.00 cannot be enforced"));
    QVERIFY(gauge.grab().toImage() != unknown);
    gauge.setValues(0.12, std::nullopt, 12'300);
    QCOMPARE(gauge.accessibleName(),
             QStringLiteral("Cost: $0.12, plus calls without a price (12.3k tok); no budget set"));
    gauge.setValues(std::nullopt, std::nullopt);
    gauge.setBurn(QStringLiteral("900 tok a minute"));
    QCOMPARE(gauge.toolTip(), gauge.accessibleName() + QStringLiteral("\n900 tok a minute"));
    QCOMPARE(gauge.accessibleDescription(), QStringLiteral("900 tok a minute"));
}

void TestToolbar::channels_areChosenByClickAndKey()
{
    ChannelBar channels(m_theme, *m_actions);
    channels.addActions(m_actions->all());
    channels.resize(900, 36);
    channels.setTabs(manyTabs(2));
    channels.setCurrent(QStringLiteral("everything"));
    channels.show();
    QVERIFY(quarterdeck::test::waitFor([&] { return channels.isActiveWindow(); }));
    QSignalSpy chosen(&channels, &ChannelBar::channelChosen);
    auto* tab = channels.findChild<QAbstractButton*>(QStringLiteral("channel.private:0"));
    QTest::mouseClick(tab, Qt::LeftButton);
    QCOMPARE(chosen.takeFirst().at(0).toString(), QStringLiteral("private:0"));
    QVERIFY(!tab->isChecked()); // until the caller says so
    channels.setCurrent(QStringLiteral("private:0"));
    QVERIFY(tab->isChecked());
    QTest::keyClick(&channels, Qt::Key_2, Qt::AltModifier);
    QCOMPARE(chosen.takeFirst().at(0).toString(), QStringLiteral("public"));
    QTest::keyClick(&channels, Qt::Key_PageDown, Qt::ControlModifier);
    QCOMPARE(chosen.takeFirst().at(0).toString(), QStringLiteral("private:1"));
    QTest::keyClick(&channels, Qt::Key_9, Qt::AltModifier);
    QCOMPARE(chosen.size(), 0);
}

void TestToolbar::channels_thatFindNoRoomAreInTheMenu()
{
    ChannelBar channels(m_theme, *m_actions);
    channels.resize(420, 36);
    channels.setTabs(manyTabs(12));
    channels.setCurrent(QStringLiteral("everything"));
    channels.show();
    auto* more = channels.findChild<QToolButton*>(QStringLiteral("channels.more"));
    QVERIFY(more->isVisible());
    QVERIFY(more->geometry().right() <= 420);
    emit more->menu()->aboutToShow();
    int shown = 0;
    for (const QAbstractButton* tab : channels.findChildren<QAbstractButton*>()) {
        if (tab->objectName().startsWith(QStringLiteral("channel.")) && tab->isVisible())
            ++shown;
    }
    QVERIFY(shown >= 2);
    QCOMPARE(shown + more->menu()->actions().size(), 14);
    channels.resize(2000, 36);
    QCoreApplication::processEvents();
    QVERIFY(!more->isVisible());
}

void TestToolbar::channels_theChosenOneAlwaysShows()
{
    ChannelBar channels(m_theme, *m_actions);
    channels.resize(420, 36);
    channels.setTabs(manyTabs(12));
    channels.setCurrent(QStringLiteral("private:11"));
    channels.show();
    const auto* tab = channels.findChild<QAbstractButton*>(QStringLiteral("channel.private:11"));
    QVERIFY(tab->isVisible());
    QVERIFY(tab->geometry().right() <= 420);
}

/// Large text in a narrow window: the selected tab shrinks, and no button overlaps another.
void TestToolbar::channels_overlapNothing()
{
    ChannelBar channels(m_theme, *m_actions);
    auto* tool = new QToolButton;
    tool->setFixedWidth(170);
    channels.addTool(tool);
    channels.setTabs(manyTabs(12));
    channels.setChoices({{QStringLiteral("inbox:Mike"), ChannelKind::Inbox, QStringLiteral("Mike")}});
    channels.setCurrent(QStringLiteral("private:11"));
    channels.resize(320, 36);
    channels.show();
    QCoreApplication::processEvents();
    const auto* tab = channels.findChild<QWidget*>(QStringLiteral("channel.private:11"));
    const auto* more = channels.findChild<QWidget*>(QStringLiteral("channels.more"));
    const auto* add = channels.findChild<QWidget*>(QStringLiteral("channels.add"));
    QVERIFY(tab->isVisible() && more->isVisible() && add->isVisible());
    QVERIFY(tab->geometry().right() < more->geometry().left());
    QVERIFY(more->geometry().right() < add->geometry().left());
    QVERIFY(add->geometry().right() < tool->mapTo(&channels, QPoint(0, 0)).x());
}

/// Words become longer with the size of text and the language.
void TestToolbar::channels_leaveRoomForWhatGrows()
{
    ChannelBar channels(m_theme, *m_actions);
    auto* pages = new theme::SegmentedChoice(m_theme);
    channels.addTool(pages);
    pages->setChoices({QStringLiteral("one"), QStringLiteral("two")}, {QStringLiteral("One"), QStringLiteral("Two")});
    channels.resize(900, 36);
    channels.show();
    QCoreApplication::processEvents();
    const int before = pages->width();
    pages->setNames({QStringLiteral("Conversation of all"), QStringLiteral("Two")});
    QVERIFY(quarterdeck::test::waitFor([&] { return pages->width() > before; }));
    QCOMPARE(pages->width(), pages->sizeHint().width());
    const auto* one = pages->findChild<QWidget*>(QStringLiteral("one"));
    const auto* two = pages->findChild<QWidget*>(QStringLiteral("two"));
    QVERIFY(one->geometry().right() < two->geometry().left());
    QVERIFY(pages->mapTo(&channels, QPoint(pages->width(), 0)).x() <= channels.width());
}

void TestToolbar::channels_choicesOpenMore()
{
    ChannelBar channels(m_theme, *m_actions);
    channels.resize(900, 36);
    channels.setTabs(manyTabs(1));
    channels.show();
    auto* add = channels.findChild<QToolButton*>(QStringLiteral("channels.add"));
    QVERIFY(!add->isVisible());
    channels.setChoices({{QStringLiteral("inbox:Mike"), ChannelKind::Inbox, QStringLiteral("Mike & Co")}});
    QVERIFY(add->isVisible());
    QSignalSpy chosen(&channels, &ChannelBar::channelChosen);
    emit add->menu()->aboutToShow();
    QCOMPARE(add->menu()->actions().size(), 1);
    QVERIFY(add->menu()->actions().at(0)->text().contains(QStringLiteral("Mike && Co")));
    add->menu()->actions().at(0)->trigger();
    QCOMPARE(chosen.takeFirst().at(0).toString(), QStringLiteral("inbox:Mike"));
}

void TestToolbar::channels_namesMakeNoShortcuts()
{
    ChannelBar channels(m_theme, *m_actions);
    channels.setTabs({{QStringLiteral("private:x"), ChannelKind::Private, QStringLiteral("R&D <b>")}});
    const auto* tab = channels.findChild<QAbstractButton*>(QStringLiteral("channel.private:x"));
    QVERIFY(tab->shortcut().isEmpty());
    QVERIFY(tab->accessibleName().contains(QStringLiteral("R&D <b>")));
    QVERIFY(tab->toolTip().contains(QStringLiteral("R&amp;D &lt;b&gt;")));
}

} // namespace tst_toolbar

QUARTERDECK_WIDGETS_TEST(tst_toolbar, TestToolbar)
#include "tst_toolbar.moc"
