#include "tests/support/wait.h"
#include "tests/support/widget_names.h"
#include "tests/support/widgets_test.h"

#include "model/conversation/burn_meter.h"
#include "model/conversation/state/cost_ledger.h"
#include "ui/panels/cost_page.h"
#include "ui/present/present.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QGridLayout>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <memory>

namespace tst_cost_page {

using namespace quarterdeck;
using namespace quarterdeck::ui;
using conversation::RoleName;
using conversation::Usage;
using conversation::UsageRecorded;

namespace {

/// Mike leads, Alice writes; the ledger and the state hear what they use.
struct Run
{
    Run()
    {
        conversation::SessionStarted started;
        started.budget = 2.0;
        take(0, started);
        for (const char* name : {"Mike", "Alice"}) {
            conversation::Role role;
            role.name = RoleName(name);
            role.profile = "Writer";
            take(0, conversation::RoleHired{role});
        }
        take(1'000, conversation::RoundStarted{1, 2});
    }

    void take(std::int64_t time, conversation::EventBody body)
    {
        const conversation::Event event{state.lastSeq().next(), {1'760'000'000'000 + time}, 0, std::move(body)};
        state.apply(event);
        ledger.take(event, state);
        burn.add(event);
    }

    void use(std::int64_t time, const char* role, Usage usage)
    {
        take(time, UsageRecorded{RoleName(role), std::move(usage)});
    }

    void say(std::int64_t time, const char* role, Usage usage)
    {
        conversation::MessagePublished published;
        published.message.id = conversation::MessageId(std::to_string(time));
        published.message.sentFrom = conversation::Address(role);
        published.message.usage = std::move(usage);
        take(time, std::move(published));
    }

    [[nodiscard]] view::Cost cost() const
    {
        return present::cost(ledger, burn.rate(), state, present::membersOf(state));
    }

    conversation::ConversationState state;
    conversation::CostLedger ledger;
    conversation::BurnMeter burn;
};

} // namespace

class TestCostPage final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void nothingUsed_isSaid();
    void figures_stayInTheirPlaces();
    void figures_nameTheBudgetAndTheCache();
    void figures_sayHowLongTheBudgetLasts();
    void lines_areTheDearestFirst();
    void curve_addsUpToTheTotals();
    void curve_endsAtTheMomentThatIsShown();
    void noPrice_countsTokens();
    void page_showsLinesAndTheirTotal();
    void largestCall_leadsToItsMessage();
    void callWithoutAMessage_leadsNowhere();
    void chosenQuantity_stays();
    void narrowPage_cutsNothingOff_data();
    void narrowPage_cutsNothingOff();
    void widgetsHaveNames();

private:
    template <typename Widget>
    Widget* part(const char* name)
    {
        return m_page->findChild<Widget*>(QString::fromLatin1(name));
    }

    QString cell(const char* table, int row, int column)
    {
        const QAbstractItemModel* model = part<QAbstractItemView>(table)->model();
        return model->index(row, column).data().toString();
    }

    std::unique_ptr<theme::ThemeController> m_theme;
    std::unique_ptr<CostPage> m_page;
};

void TestCostPage::init()
{
    m_theme = std::make_unique<theme::ThemeController>(*qApp);
    m_page = std::make_unique<CostPage>(*m_theme);
    m_page->resize(900, 700);
    m_page->show();
}

void TestCostPage::cleanup()
{
    m_page.reset();
    m_theme.reset();
}

void TestCostPage::nothingUsed_isSaid()
{
    const Run run;
    QVERIFY(run.cost().isEmpty());
    m_page->setCost(run.cost());
    QVERIFY(part<QLabel>("cost.empty")->isVisible());
    QVERIFY(!part<QAbstractItemView>("cost.lines")->isVisible());
}

void TestCostPage::figures_nameTheBudgetAndTheCache()
{
    Run run;
    Usage usage{"large", 800, 200, 0.5, 0};
    usage.cachedTokens = 200;
    run.use(2'000, "Mike", usage);
    const view::Cost cost = run.cost();
    QCOMPARE(cost.figures[0].value, QStringLiteral("$0.50"));
    QCOMPARE(cost.figures[0].meaning, QStringLiteral("of $2.00, 25%"));
    QCOMPARE(cost.figures[1].value, QStringLiteral("1.0k"));
    QVERIFY(cost.figures[1].meaning.contains(QStringLiteral("25%")));
    QCOMPARE(cost.figures[2].value, QStringLiteral("1"));
}

void TestCostPage::figures_sayHowLongTheBudgetLasts()
{
    using conversation::RoleActivity;
    Run run;
    run.take(1'000, conversation::RunStateChanged{conversation::RunState::Running, {}});
    run.take(2'000, conversation::RoleActivityChanged{RoleName("Mike"), RoleActivity::Acting, {}});
    run.use(122'000, "Mike", {"large", 800, 200, 1.0, 0}); // two minutes of work
    const view::Cost cost = run.cost();
    QCOMPARE(cost.figures.size(), 5U);
    QCOMPARE(cost.figures[3].value, QStringLiteral("$0.500"));
    QCOMPARE(cost.figures[4].value, QStringLiteral("2 min"));
    run.take(122'000, conversation::RunStateChanged{conversation::RunState::Paused, {}});
    QCOMPARE(run.cost().figures.size(), 4U); // no forecast while nothing goes on
}

void TestCostPage::lines_areTheDearestFirst()
{
    Run run;
    run.use(2'000, "Mike", {"small", 100, 10, 0.1, 0});
    run.use(3'000, "Alice", {"large", 200, 20, 0.3, 0});
    run.use(4'000, "Alice", {"local", 900, 90, {}, 0});
    const view::Cost cost = run.cost();
    QCOMPARE(cost.lines.size(), 3U);
    QCOMPARE(cost.lines[0].model, QStringLiteral("large"));
    QCOMPARE(cost.lines[0].share, 0.75);
    QCOMPARE(cost.lines[1].name, QStringLiteral("Mike"));
    QVERIFY(!cost.lines[2].dollars);
    QCOMPARE(cost.total.prompt, 1'200);
    QCOMPARE(cost.total.dollars, std::optional(0.4));
}

void TestCostPage::curve_addsUpToTheTotals()
{
    Run run;
    for (int i = 0; i < 100; ++i)
        run.use(2'000 + i * 700, i % 3 == 0 ? "Mike" : "Alice", {"m", 10, 1, 0.01, 0});
    const view::CostCurve curve = run.cost().curve;
    QCOMPARE(curve.series.size(), 2U);
    double dollars = 0;
    for (const view::CostCurve::Series& series : curve.series) {
        QCOMPARE(series.dollars.size(), curve.times.size());
        QCOMPARE(series.tokens.size(), curve.times.size());
        QVERIFY(std::ranges::is_sorted(series.dollars));
        dollars += series.dollars.back();
    }
    QVERIFY(qFuzzyCompare(dollars, 1.0));
    QVERIFY(std::ranges::is_sorted(curve.times));
    QCOMPARE(curve.rounds, (std::vector<view::CostCurve::Round>{{1'760'000'001'000, 1}}));
}

/// A busy team changes them several times a second.
void TestCostPage::figures_stayInTheirPlaces()
{
    Run run;
    for (int i = 0; i < 20; ++i) {
        run.use(2'000 + i, "Mike", {"m", 10, 1, 0.01, 0});
        m_page->setCost(run.cost());
    }
    const QList<QLabel*> figures = m_page->findChildren<QLabel*>(QStringLiteral("cost.figure"));
    QVERIFY(figures.size() > 2);
    int columns = 0;
    for (const QGridLayout* grid : m_page->findChildren<QGridLayout*>())
        columns = std::max(columns, grid->columnCount());
    QVERIFY2(columns > 0 && columns <= figures.size(), qPrintable(QString::number(columns)));
}

void TestCostPage::curve_endsAtTheMomentThatIsShown()
{
    Run run;
    run.use(2'000, "Mike", {"m", 10, 1, 0.01, 0});
    QCOMPARE(run.cost().curve.times.back(), 1'760'000'002'000);
    run.take(60'000, conversation::RoundStarted{2, 2});
    QCOMPARE(run.cost().curve.times.back(), 1'760'000'060'000);
}

void TestCostPage::noPrice_countsTokens()
{
    Run run;
    run.use(2'000, "Mike", {"local", 300, 100, {}, 0});
    run.use(3'000, "Alice", {"local", 100, 0, {}, 0});
    const view::Cost cost = run.cost();
    QVERIFY(!cost.isMoneyKnown);
    QVERIFY(!cost.total.dollars);
    QCOMPARE(cost.lines[0].share, 0.8);
    m_page->setCost(cost);
    QVERIFY(part<QToolButton>("cost.tokens")->isChecked());
    QCOMPARE(cell("cost.lines", 0, 6), QStringLiteral("no price"));
}

void TestCostPage::page_showsLinesAndTheirTotal()
{
    Run run;
    Usage usage{"large", 12'345, 200, 0.5, 0};
    usage.reasoningTokens = 77;
    run.use(2'000, "Mike", usage);
    m_page->setCost(run.cost());
    const QAbstractItemView* lines = part<QAbstractItemView>("cost.lines");
    QVERIFY(lines->isVisible());
    QCOMPARE(lines->model()->rowCount(), 2);
    QCOMPARE(cell("cost.lines", 0, 0), QStringLiteral("Mike"));
    QCOMPARE(cell("cost.lines", 0, 2), QLocale().toString(12'345));
    QCOMPARE(cell("cost.lines", 0, 5), QStringLiteral("77"));
    QCOMPARE(cell("cost.lines", 1, 0), QStringLiteral("Total"));
    QCOMPARE(cell("cost.lines", 1, 6), QStringLiteral("$0.500"));
    QVERIFY(part<QTableView>("cost.lines")->isColumnHidden(4)); // nothing came from a cache
    QVERIFY(!part<QTableView>("cost.lines")->isColumnHidden(5));
    QVERIFY(part<QWidget>("costChart")->isVisible());
    QVERIFY(part<QWidget>("costChart")->accessibleDescription().contains(QStringLiteral("Mike: $0.50")));
}

void TestCostPage::largestCall_leadsToItsMessage()
{
    Run run;
    run.use(2'000, "Mike", {"m", 10, 1, 0.01, 0});
    run.say(3'000, "Alice", {"m", 10, 1, 0.5, 0});
    const conversation::EventSeq dearest = run.state.lastSeq();
    m_page->setCost(run.cost());
    QSignalSpy wanted(m_page.get(), &CostPage::messageRequested);
    auto* largest = part<QAbstractItemView>("cost.largest");
    QTest::mouseClick(largest->viewport(), Qt::LeftButton, {},
                      largest->visualRect(largest->model()->index(0, 2)).center());
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.at(0).at(0).value<conversation::EventSeq>(), dearest);
}

void TestCostPage::callWithoutAMessage_leadsNowhere()
{
    Run run;
    run.use(2'000, "Mike", {"m", 10, 1, 0.5, 0}); // the dearest
    run.say(3'000, "Alice", {"m", 10, 1, 0.01, 0});
    m_page->setCost(run.cost());
    QSignalSpy wanted(m_page.get(), &CostPage::messageRequested);
    auto* largest = part<QAbstractItemView>("cost.largest");
    const QModelIndex first = largest->model()->index(0, 2);
    QVERIFY(!first.flags().testFlag(Qt::ItemIsSelectable));
    QVERIFY(largest->model()->index(1, 2).flags().testFlag(Qt::ItemIsSelectable));
    QTest::mouseClick(largest->viewport(), Qt::LeftButton, {}, largest->visualRect(first).center());
    emit largest->activated(first);
    QCOMPARE(wanted.size(), 0);
}

void TestCostPage::chosenQuantity_stays()
{
    Run run;
    run.use(2'000, "Mike", {"m", 10, 1, 0.01, 0});
    m_page->setCost(run.cost());
    QVERIFY(part<QToolButton>("cost.money")->isChecked());
    QTest::mouseClick(part<QToolButton>("cost.tokens"), Qt::LeftButton);
    QVERIFY(part<QWidget>("costChart")->accessibleName().startsWith(QStringLiteral("Tokens")));
    run.use(4'000, "Mike", {"m", 10, 1, 0.01, 0});
    m_page->setCost(run.cost());
    QVERIFY(part<QToolButton>("cost.tokens")->isChecked());
}

void TestCostPage::narrowPage_cutsNothingOff_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<double>("textScale");
    QTest::newRow("narrow") << 420 << 1.0;
    QTest::newRow("large text") << 750 << 2.0;
}

void TestCostPage::narrowPage_cutsNothingOff()
{
    QFETCH(int, width);
    QFETCH(double, textScale);
    Run run;
    run.take(1'000, conversation::RunStateChanged{conversation::RunState::Running, {}});
    run.take(2'000, conversation::RoleActivityChanged{RoleName("Mike"), conversation::RoleActivity::Acting, {}});
    run.use(122'000, "Mike", {"a model with a name", 800, 200, 1.0, 0});
    m_theme->setTextScale(textScale);
    m_page->resize(width, 700);
    m_page->setCost(run.cost());
    const QList<QLabel*> figures = m_page->findChildren<QLabel*>(QStringLiteral("cost.figure"));
    QCOMPARE(figures.size(), 5);
    const auto isWhole = [&](const QLabel* figure) {
        const QLabel* meaning = figure->parentWidget()->findChildren<QLabel*>().last();
        return figure->mapTo(m_page.get(), QPoint(figure->width(), 0)).x() <= width
            && figure->width() >= figure->sizeHint().width()
            && meaning->height() >= meaning->heightForWidth(meaning->width());
    };
    QVERIFY(test::waitFor([&] { return std::ranges::all_of(figures, isWhole); })); // layouts take some turns
    const auto* lines = part<QTableView>("cost.lines");
    const QFont font = m_theme->theme().font(theme::TextRole::Ui);
    QVERIFY(lines->columnWidth(1) >= theme::textWidth(font, QStringLiteral("a model with a name")));
    m_theme->setTextScale(1);
}

void TestCostPage::widgetsHaveNames()
{
    Run run;
    run.use(2'000, "Mike", {"m", 10, 1, 0.01, 0});
    m_page->setCost(run.cost());
    QCOMPARE(test::namelessWidgets(*m_page), QString());
}

} // namespace tst_cost_page

QUARTERDECK_WIDGETS_TEST(tst_cost_page, TestCostPage)
#include "tst_cost_page.moc"
