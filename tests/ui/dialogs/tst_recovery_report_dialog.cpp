#include "tests/support/widgets_test.h"
#include "ui/dialogs/recovery_report_dialog.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QTest>
#include <memory>

namespace tst_recovery_report_dialog {

using namespace quarterdeck;
using ui::RecoveryReportDialog;
using ui::view::RecoveredRow;
using ui::view::RecoveryReport;
using Fate = ui::view::RecoveredRow::Fate;

namespace {

RecoveryReport report()
{
    return {QStringLiteral("1 of 3 sessions recovered completely."),
            {{Fate::Nothing, QStringLiteral("d41d8cd98f00…"), QStringLiteral("nothing")},
             {Fate::InPart, QStringLiteral("A <b>plan</b>"), QStringLiteral("80 of 120 events")},
             {Fate::Whole, QStringLiteral("Two\nlines"), QStringLiteral("all 120 messages")}},
            QStringLiteral("The damaged file is kept as “/somewhere/else.db”."),
            QStringLiteral("all of it\n")};
}

} // namespace

class TestRecoveryReportDialog final : public QObject
{
    Q_OBJECT

private slots:
    void sessions_areListed();
    void manySessions_canBeScrolled();
    void titles_areHarmless();
    void report_isCopied();
    void place_isLeftOutWhereThereIsNone();
    void everything_hasAName();

private:
    void show(RecoveryReport report)
    {
        m_dialog = std::make_unique<RecoveryReportDialog>(m_theme, std::move(report));
        m_dialog->show();
    }
    template <typename Widget>
    [[nodiscard]] Widget& part(const char* name) const
    {
        return *m_dialog->findChild<Widget*>(QLatin1String("recoveryReport.") + QLatin1String(name));
    }
    /// A picture of a row.
    [[nodiscard]] QImage row(int number) const
    {
        auto& list = part<QListWidget>("list");
        return list.viewport()->grab(list.visualItemRect(list.item(number))).toImage();
    }

    ui::theme::ThemeController m_theme{*qApp};
    std::unique_ptr<RecoveryReportDialog> m_dialog;
};

void TestRecoveryReportDialog::sessions_areListed()
{
    show(report());
    QCOMPARE(part<QLabel>("summary").text(), report().summary);
    QCOMPARE(part<QLabel>("kept").text(), report().kept);
    const auto& list = part<QListWidget>("list");
    QCOMPARE(list.count(), 3);
    QCOMPARE(list.item(0)->text(), QStringLiteral("d41d8cd98f00…\nnothing"));
    QCOMPARE(list.item(1)->text(), QStringLiteral("A <b>plan</b>\n80 of 120 events"));
    QCOMPARE(list.item(2)->text(), QStringLiteral("Two lines\nall 120 messages"));
}

void TestRecoveryReportDialog::manySessions_canBeScrolled()
{
    RecoveryReport many;
    for (int i = 0; i < 1000; ++i)
        many.rows.push_back({Fate::Whole, QString::number(i), QStringLiteral("all 2 messages")});
    show(many);
    auto& list = part<QListWidget>("list");
    QCOMPARE(list.count(), 1000);
    list.verticalScrollBar()->setValue(list.verticalScrollBar()->maximum());
    QVERIFY(list.viewport()->rect().contains(list.visualItemRect(list.item(999))));
    QVERIFY(m_dialog->height() < 600);
}

/// What came back is seen beside a title without end, too, and no title is more than a line.
void TestRecoveryReportDialog::titles_areHarmless()
{
    const QString endless = QStringLiteral("a title and ").repeated(1000);
    show({{},
          {{Fate::InPart, endless, QStringLiteral("80 of 120 events")},
           {Fate::InPart, endless, QStringLiteral("")},
           {Fate::InPart, QStringLiteral("turned \u202Eround"), QStringLiteral("1 of 2 events")}},
          {},
          {}});
    const auto& list = part<QListWidget>("list");
    QVERIFY(list.item(0)->text().size() < 600);
    QVERIFY(!list.item(2)->text().contains(QChar(0x202E)));
    QVERIFY(row(0) != row(1));
}

void TestRecoveryReportDialog::report_isCopied()
{
    show(report());
    auto& copy = part<QPushButton>("copy");
    QTest::mouseClick(&copy, Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), report().text);
    QCOMPARE(copy.text(), QStringLiteral("Copied"));
    QVERIFY(m_dialog->isVisible());
    QTest::mouseClick(&part<QPushButton>("close"), Qt::LeftButton);
    QVERIFY(!m_dialog->isVisible());
}

void TestRecoveryReportDialog::place_isLeftOutWhereThereIsNone()
{
    RecoveryReport without = report();
    without.kept.clear();
    show(without);
    QVERIFY(!part<QLabel>("kept").isVisible());
}

void TestRecoveryReportDialog::everything_hasAName()
{
    show(report());
    QVERIFY(!m_dialog->accessibleName().isEmpty());
    for (const char* name : {"list", "copy", "close"})
        QVERIFY2(!part<QWidget>(name).accessibleName().isEmpty(), name);
}

} // namespace tst_recovery_report_dialog

QUARTERDECK_WIDGETS_TEST(tst_recovery_report_dialog, TestRecoveryReportDialog)
#include "tst_recovery_report_dialog.moc"
