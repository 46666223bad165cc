#include "tests/support/widget_names.h"
#include "tests/support/widgets_test.h"
#include "ui/panels/limits_popup.h"
#include "ui/panels/toolbar.h"
#include "ui/panels/toolbar_parts.h"
#include "ui/theme/action_registry.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <memory>
#include <vector>

namespace tst_limits_popup {

using namespace quarterdeck::ui;

namespace {

view::ToolbarState atWork()
{
    view::ToolbarState state;
    state.hasSession = true;
    state.title = QStringLiteral("Build a 2048 game");
    state.run = view::RunState::Running;
    state.round = 4;
    state.rounds = 12;
    state.canRun = true;
    state.dollars = 0.42;
    state.budget = 3.0;
    state.canSetLimits = true;
    state.hasModels = true;
    return state;
}

} // namespace

/// The limits of a team at work, which the gauge opens.
class TestLimitsPopup final : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void gauge_opensThem();
    void recording_hasNone();
    void field_countsAtEnterAndOnClosing();
    void escape_dropsWhatWasTyped();
    void nonsense_isExplained_data();
    void nonsense_isExplained();
    void emptyField_isNoLimit();
    void whatChangesMeanwhile_leavesWhatIsTyped();
    void valueThatCannotBeTyped_isLeftAlone();
    void anotherSession_getsNothingOfIt();
    void buttons_leadOn();

private:
    struct Chosen
    {
        std::optional<double> budget;
        int rounds = 0;
        friend bool operator==(const Chosen&, const Chosen&) = default;
    };
    [[nodiscard]] QLineEdit* field(const char* name) const
    {
        return m_popup->findChild<QLineEdit*>(QString::fromLatin1(name));
    }
    void open();
    void type(const char* name, const QString& text);
    [[nodiscard]] QStringList shown() const;

    theme::ThemeController m_theme{*qApp};
    std::unique_ptr<ActionRegistry> m_actions;
    std::unique_ptr<Toolbar> m_bar;
    LimitsPopup* m_popup = nullptr;
    QWidget* m_gauge = nullptr;
    std::vector<Chosen> m_chosen;
};

void TestLimitsPopup::init()
{
    m_chosen.clear();
    m_actions = std::make_unique<ActionRegistry>(m_theme);
    m_bar = std::make_unique<Toolbar>(m_theme, *m_actions);
    m_bar->resize(1200, 44);
    m_bar->show();
    m_bar->setState(atWork());
    m_popup = m_bar->findChild<LimitsPopup*>(QStringLiteral("limits"));
    m_gauge = m_bar->findChild<QWidget*>(QStringLiteral("toolbar.budget"));
    connect(m_bar.get(), &Toolbar::limitsChosen, m_bar.get(), [this](std::optional<double> budget, int rounds) {
        m_chosen.push_back({budget, rounds});
    });
}

void TestLimitsPopup::cleanup()
{
    m_bar.reset();
    m_actions.reset();
}

void TestLimitsPopup::open()
{
    QTest::mouseClick(m_gauge, Qt::LeftButton);
    QVERIFY(m_popup->isVisible());
}

void TestLimitsPopup::type(const char* name, const QString& text)
{
    QLineEdit* edit = field(name);
    edit->setFocus();
    edit->selectAll();
    if (text.isEmpty())
        QTest::keyClick(edit, Qt::Key_Delete);
    else
        QTest::keyClicks(edit, text);
}

/// Every text that can be seen in it.
QStringList TestLimitsPopup::shown() const
{
    QStringList texts;
    for (const auto* label : m_popup->findChildren<theme::TextLabel*>())
        if (label->isVisible())
            texts << label->text();
    return texts;
}

void TestLimitsPopup::gauge_opensThem()
{
    open();
    QVERIFY(m_bar->findChild<BudgetGauge*>()->isDown());
    QCOMPARE(field("limits.budget")->text(), QStringLiteral("3.00"));
    QCOMPARE(field("limits.rounds")->text(), QStringLiteral("12"));
    QVERIFY(field("limits.budget")->hasFocus());
    QVERIFY(shown().contains(QStringLiteral("$0.42 spent")));
    QVERIFY(shown().contains(QStringLiteral("4 done")));
    QCOMPARE(quarterdeck::test::namelessWidgets(*m_popup), QString());
    m_popup->hide();
    QVERIFY(!m_bar->findChild<BudgetGauge*>()->isDown());
    QVERIFY(m_chosen.empty()); // nothing was typed
}

void TestLimitsPopup::recording_hasNone()
{
    QSignalSpy costs(m_bar.get(), &Toolbar::costRequested);
    view::ToolbarState recorded = atWork();
    recorded.canSetLimits = false;
    m_bar->setState(recorded);
    QTest::mouseClick(m_gauge, Qt::LeftButton);
    QVERIFY(!m_popup->isVisible());
    QCOMPARE(costs.size(), 1);
}

void TestLimitsPopup::field_countsAtEnterAndOnClosing()
{
    open();
    type("limits.budget", QStringLiteral("5"));
    QTest::keyClick(field("limits.budget"), Qt::Key_Return);
    QVERIFY((m_chosen == std::vector<Chosen>{{5.0, 12}}));
    QVERIFY(m_popup->isVisible());
    type("limits.rounds", QStringLiteral("20"));
    m_popup->hide();
    QVERIFY((m_chosen == std::vector<Chosen>{{5.0, 12}, {5.0, 20}}));
}

void TestLimitsPopup::escape_dropsWhatWasTyped()
{
    open();
    type("limits.budget", QStringLiteral("5"));
    QTest::keyClick(field("limits.budget"), Qt::Key_Escape);
    QVERIFY(!m_popup->isVisible());
    QVERIFY(m_chosen.empty());
    open();
    QCOMPARE(field("limits.budget")->text(), QStringLiteral("3.00"));
}

void TestLimitsPopup::nonsense_isExplained_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("words");
    QTest::newRow("budget") << QByteArray("limits.budget") << QStringLiteral("much")
                            << QStringLiteral("Enter a budget in dollars, or leave empty for no limit.");
    QTest::newRow("rounds") << QByteArray("limits.rounds") << QStringLiteral("-3")
                            << QStringLiteral("Enter a number of rounds up to 10,000, or leave empty for no limit.");
}

void TestLimitsPopup::nonsense_isExplained()
{
    QFETCH(const QByteArray, name);
    QFETCH(const QString, text);
    QFETCH(const QString, words);
    open();
    type(name, text);
    QVERIFY(shown().contains(words));
    QTest::keyClick(field(name), Qt::Key_Return);
    m_popup->hide();
    QVERIFY(m_chosen.empty());
    open();
    QVERIFY(!shown().contains(words));
}

void TestLimitsPopup::emptyField_isNoLimit()
{
    open();
    type("limits.budget", {});
    type("limits.rounds", {});
    m_popup->hide();
    QVERIFY((m_chosen == std::vector<Chosen>{{{}, 12}, {{}, 0}})); // each when it was left
}

void TestLimitsPopup::whatChangesMeanwhile_leavesWhatIsTyped()
{
    open();
    type("limits.budget", QStringLiteral("5"));
    view::ToolbarState later = atWork();
    later.round = 5;
    later.rounds = 13; // another window, or an answer
    later.dollars = 0.5;
    m_bar->setState(later);
    QCOMPARE(field("limits.budget")->text(), QStringLiteral("5"));
    QCOMPARE(field("limits.rounds")->text(), QStringLiteral("13"));
    QVERIFY(shown().contains(QStringLiteral("5 done")));
    later.canSetLimits = false; // a replay began
    m_bar->setState(later);
    QVERIFY(!m_popup->isVisible());
    QVERIFY(m_chosen.empty()); // what was typed was meant for another moment
}

/// Told by a program, or in words at a question.
void TestLimitsPopup::valueThatCannotBeTyped_isLeftAlone()
{
    view::ToolbarState odd = atWork();
    odd.rounds = 1'000'000;
    odd.budget = 0.001;
    m_bar->setState(odd);
    open();
    type("limits.rounds", QStringLiteral("20"));
    m_popup->hide();
    QVERIFY((m_chosen == std::vector<Chosen>{{0.001, 20}}));
}

void TestLimitsPopup::anotherSession_getsNothingOfIt()
{
    open();
    type("limits.budget", QStringLiteral("5"));
    m_bar->closeLimits();
    QVERIFY(!m_popup->isVisible());
    QVERIFY(m_chosen.empty());
}

void TestLimitsPopup::buttons_leadOn()
{
    QSignalSpy costs(m_bar.get(), &Toolbar::costRequested);
    QSignalSpy models(m_bar.get(), &Toolbar::connectionRequested);
    open();
    QTest::mouseClick(m_popup->findChild<QPushButton*>(QStringLiteral("limits.cost")), Qt::LeftButton);
    QVERIFY(!m_popup->isVisible());
    QCOMPARE(costs.size(), 1);
    open();
    QTest::mouseClick(m_popup->findChild<QPushButton*>(QStringLiteral("limits.model")), Qt::LeftButton);
    QCOMPARE(models.size(), 1);
    view::ToolbarState demo = atWork();
    demo.hasModels = false;
    m_bar->setState(demo);
    open();
    QVERIFY(!m_popup->findChild<QPushButton*>(QStringLiteral("limits.model"))->isVisible());
}

} // namespace tst_limits_popup

QUARTERDECK_WIDGETS_TEST(tst_limits_popup, TestLimitsPopup)
#include "tst_limits_popup.moc"
