#include "tests/support/widget_names.h"
#include "tests/support/widgets_test.h"
#include "ui/dialogs/prices_dialog.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QLayout>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>

namespace tst_prices_dialog {

using namespace quarterdeck;
using namespace quarterdeck::ui;
using team::ModelPrice;
using team::PriceClass;
using team::PriceTable;

/// The table of prices.
class TestPricesDialog final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_dialog.reset(); }
    void untouched_changesNothing();
    void changedPrice_isAChange();
    void newLine_isAChange();
    void removedLine_hasNoPrice();
    void badNumbers_areRefused_data();
    void badNumbers_areRefused();
    void everythingHasAName();

private:
    void click(const char* name) const
    {
        QTest::mouseClick(m_dialog->findChild<QAbstractButton*>(QString::fromLatin1(name)), Qt::LeftButton);
    }
    void set(int row, int column, const QString& text) const { m_table->item(row, column)->setText(text); }
    [[nodiscard]] int rowOf(const QString& model) const
    {
        return m_table->row(m_table->findItems(model, Qt::MatchExactly).at(0));
    }
    [[nodiscard]] PriceTable saved() const
    {
        const QSignalSpy saves(m_dialog.get(), &PricesDialog::saveRequested);
        click("prices.save");
        return saves.size() == 1 ? m_dialog->changes() : PriceTable({ModelPrice{"not saved"}});
    }

    std::unique_ptr<theme::ThemeController> m_theme;
    std::unique_ptr<PricesDialog> m_dialog;
    QTableWidget* m_table = nullptr;
    PriceTable m_builtIn;
};

namespace {

ModelPrice priced(const char* model, std::vector<PriceClass> classes)
{
    ModelPrice price;
    price.model = model;
    price.classes = std::move(classes);
    price.contextTokens = 1000;
    return price;
}

PriceClass oneClass(std::int64_t upTo, double prompt, double completion)
{
    PriceClass one;
    one.upToPromptTokens = upTo;
    one.prompt = prompt;
    one.completion = completion;
    one.cached = prompt / 2;
    one.cacheWritten = prompt * 2;
    return one;
}

} // namespace

void TestPricesDialog::init()
{
    m_theme = std::make_unique<theme::ThemeController>(*qApp);
    m_builtIn = PriceTable({priced("plain", {oneClass(0, 1, 2)}),
                            priced("sized", {oneClass(100, 1, 2), oneClass(0, 3, 4)}), priced("unpriced", {})},
                           "2025-01");
    m_dialog = std::make_unique<PricesDialog>(*m_theme, m_builtIn, PriceTable({priced("mine", {oneClass(0, 8, 9)})}));
    m_table = m_dialog->findChild<QTableWidget*>(QStringLiteral("prices.table"));
    m_dialog->show();
}

void TestPricesDialog::untouched_changesNothing()
{
    QCOMPARE(m_table->rowCount(), 4);
    QVERIFY(saved() == PriceTable({priced("mine", {oneClass(0, 8, 9)})}));
}

void TestPricesDialog::changedPrice_isAChange()
{
    set(rowOf(QStringLiteral("plain")), 2, QStringLiteral("1.5"));
    const PriceTable changes = saved();
    QCOMPARE(changes.rows().size(), 2U);
    const ModelPrice* changed = changes.find("plain");
    QVERIFY(changed);
    QCOMPARE(changed->classes.front().prompt, 1.5);
    QCOMPARE(changed->classes.front().cacheWritten, std::optional(2.0));
    QCOMPARE(changed->contextTokens, 1000);
    QCOMPARE(*m_builtIn.changedBy(changes).costOf("plain", {2'000'000, 0, 0, 0, 0}), 3.0);
}

void TestPricesDialog::newLine_isAChange()
{
    click("prices.add");
    const int row = m_table->rowCount() - 1;
    QCOMPARE(m_table->currentRow(), row);
    set(row, 0, QStringLiteral("new-*"));
    set(row, 2, QStringLiteral("0.5"));
    set(row, 4, QStringLiteral("1"));
    set(row, 5, QStringLiteral("1000"));
    QCOMPARE(*saved().costOf("new-model", {1000, 0, 0, 1000, 0}), 1.5);
}

void TestPricesDialog::removedLine_hasNoPrice()
{
    m_table->setCurrentCell(rowOf(QStringLiteral("plain")), 0);
    click("prices.remove");
    const PriceTable now = m_builtIn.changedBy(saved());
    QVERIFY(!now.costOf("plain", {1, 0, 0, 0, 0}));
    QCOMPARE(now.find("plain")->contextTokens, 1000);
    QVERIFY(now.costOf("sized", {1, 0, 0, 0, 0}));
}

void TestPricesDialog::badNumbers_areRefused_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("text");
    QTest::newRow("no name") << 0 << "  ";
    QTest::newRow("length") << 1 << "long";
    QTest::newRow("no price") << 2 << "";
    QTest::newRow("negative") << 2 << "-1";
    QTest::newRow("not a number") << 4 << "nan";
    QTest::newRow("words") << 3 << "cheap";
    QTest::newRow("per what") << 5 << "100";
}

void TestPricesDialog::badNumbers_areRefused()
{
    QFETCH(int, column);
    QFETCH(QString, text);
    set(rowOf(QStringLiteral("plain")), column, text);
    QVERIFY(saved().find("not saved"));
    const auto* trouble = m_dialog->findChild<QLabel*>(QStringLiteral("prices.trouble"));
    QVERIFY(!trouble->text().isEmpty());
    // It is below the table, whole.
    m_dialog->layout()->activate();
    QVERIFY(!trouble->geometry().intersects(m_table->geometry()));
    QVERIFY(trouble->height() >= trouble->heightForWidth(trouble->width()));
    QVERIFY(m_dialog->rect().contains(trouble->geometry()));
}

void TestPricesDialog::everythingHasAName() { QCOMPARE(test::namelessWidgets(*m_dialog), QString()); }

} // namespace tst_prices_dialog

QUARTERDECK_WIDGETS_TEST(tst_prices_dialog, TestPricesDialog)
#include "tst_prices_dialog.moc"
