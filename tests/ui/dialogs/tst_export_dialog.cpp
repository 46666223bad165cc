#include "tests/support/wait.h"
#include "tests/support/widgets_test.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QFileDialog>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

namespace tst_export_dialog {

using namespace quarterdeck;
using ui::ExportDialog;
using ui::view::ExportChoice;
using ui::view::ExportFormatRow;

namespace {

QList<ExportFormatRow> formats()
{
    return {
        {QStringLiteral("jsonl"), QStringLiteral("Lines"), QStringLiteral("The whole log."), QStringLiteral("jsonl")},
        {QStringLiteral("markdown"), QStringLiteral("Markdown"), QStringLiteral("To read."), QStringLiteral("md")}};
}

} // namespace

/// What a file will be without is shown before it is written.
class TestExportDialog final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void preview_isAskedForEachChoice();
    void preview_isShown();
    void manyPlaces_areShownWhenAsked();
    void name_isWithoutSecretsAsTheFileIs();
    void nothingLost_isSaid();
    void failure_isSaid();
    void choice_hasFormatSwitchAndPath();
    void everything_hasAName();

private:
    [[nodiscard]] QStringList lines() const
    {
        QStringList lines;
        const auto* details = m_dialog->findChild<QWidget*>(QStringLiteral("export.details"));
        for (const QLabel* label : details->findChildren<QLabel*>())
            lines << label->text();
        return lines;
    }
    [[nodiscard]] QString state() const { return m_dialog->findChild<QLabel*>(QStringLiteral("export.state"))->text(); }
    [[nodiscard]] QListWidget& list() const
    {
        return *m_dialog->findChild<QListWidget*>(QStringLiteral("export.formats"));
    }
    [[nodiscard]] QCheckBox& redact() const
    {
        return *m_dialog->findChild<QCheckBox*>(QStringLiteral("export.redact"));
    }

    ui::theme::ThemeController m_theme{*qApp};
    std::unique_ptr<ExportDialog> m_dialog;
};

void TestExportDialog::init()
{
    m_dialog = std::make_unique<ExportDialog>(m_theme, QStringLiteral("A / plan"), &formats);
    m_dialog->show();
}

void TestExportDialog::preview_isAskedForEachChoice()
{
    QSignalSpy changed(m_dialog.get(), &ExportDialog::choiceChanged);
    QCOMPARE(m_dialog->format(), QStringLiteral("jsonl"));
    QVERIFY(m_dialog->isRedacted());
    m_dialog->setProgress(40);
    QCOMPARE(state(), QStringLiteral("Scanning the session: 40%"));
    m_dialog->setPreview({});
    QCOMPARE(state(), QString());
    list().setCurrentRow(1);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(m_dialog->format(), QStringLiteral("markdown"));
    QVERIFY(lines().contains(QStringLiteral("To read.")));
    QCOMPARE(state(), QStringLiteral("Scanning the session: 0%"));
    redact().click();
    QCOMPARE(changed.size(), 2);
    QVERIFY(!m_dialog->isRedacted());
}

void TestExportDialog::preview_isShown()
{
    const QString home = QStringLiteral("2 home folders are written as “~”.");
    const QString place = QStringLiteral("Message 3 · Alice · look at ~/plan");
    const QString lost = QStringLiteral("4 messages lose their metadata.");
    m_dialog->setPreview({{lost}, {{home, {place}, 2}}, {}});
    for (const QString& line : {home, place, lost})
        QVERIFY2(lines().contains(line), qPrintable(line));
    redact().click();
    m_dialog->setPreview({{lost}, {}, {}});
    QVERIFY(!lines().contains(home) && !lines().contains(place));
    QVERIFY(lines().contains(
        QStringLiteral("Keys, tokens, passwords and home folders appear in the file as they were written.")));
}

void TestExportDialog::manyPlaces_areShownWhenAsked()
{
    QStringList places;
    for (int i = 1; i <= 12; ++i)
        places << QStringLiteral("Message %1 · Alice · ~/plan").arg(i);
    const QString sentence = QStringLiteral("14 home folders are written as “~”.");
    m_dialog->setPreview({{}, {{sentence, places, 14}}, {}});
    QVERIFY(lines().contains(places.at(2)) && !lines().contains(places.at(3)));
    auto* more = m_dialog->findChild<QPushButton*>(QStringLiteral("export.more"));
    QVERIFY(more);
    QVERIFY(more->accessibleName().endsWith(QStringLiteral("Show 9 more place(s)")));
    more->click();
    QVERIFY(test::waitFor([&] { return lines().contains(places.back()); }));
    QVERIFY(lines().contains(QStringLiteral("2 more place(s) are not listed.")));
    QVERIFY(test::waitFor([&] { return m_dialog->findChild<QPushButton*>(QStringLiteral("export.more")) == nullptr; }));
}

void TestExportDialog::name_isWithoutSecretsAsTheFileIs()
{
    m_dialog->setTitleWithoutSecrets(QStringLiteral("A [redacted]"));
    const auto nameOf = [&] {
        m_dialog->findChild<QPushButton*>(QStringLiteral("export.export"))->click();
        const std::unique_ptr<QFileDialog> files(m_dialog->findChild<QFileDialog*>());
        return QFileInfo(files->selectedFiles().value(0)).fileName();
    };
    QCOMPARE(nameOf(), QStringLiteral("A [redacted].jsonl"));
    redact().click();
    QCOMPARE(nameOf(), QStringLiteral("A - plan.jsonl"));
}

void TestExportDialog::nothingLost_isSaid()
{
    m_dialog->setPreview({});
    QVERIFY(lines().contains(QStringLiteral("Nothing is lost.")));
    QVERIFY(lines().contains(QStringLiteral("None were recognised by their format.")));
}

void TestExportDialog::failure_isSaid()
{
    m_dialog->setPreview({{}, {}, QStringLiteral("The disk is gone.")});
    QCOMPARE(state(), QStringLiteral("The disk is gone."));
    QVERIFY(!lines().contains(QStringLiteral("Nothing is lost.")));
}

void TestExportDialog::choice_hasFormatSwitchAndPath()
{
    QSignalSpy chosen(m_dialog.get(), &ExportDialog::exportChosen);
    list().setCurrentRow(1);
    redact().click();
    m_dialog->findChild<QPushButton*>(QStringLiteral("export.export"))->click();
    auto* files = m_dialog->findChild<QFileDialog*>();
    QVERIFY(files);
    QCOMPARE(QFileInfo(files->selectedFiles().value(0)).fileName(), QStringLiteral("A - plan.md"));
    emit files->fileSelected(QStringLiteral("/tmp/out.md"));
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.front().front().value<ExportChoice>(),
             (ExportChoice{QStringLiteral("markdown"), false, QStringLiteral("/tmp/out.md")}));
    QVERIFY(!m_dialog->isVisible());
}

void TestExportDialog::everything_hasAName()
{
    for (const QWidget* widget : m_dialog->findChildren<QWidget*>())
        if (widget->focusPolicy() != Qt::NoFocus && widget->objectName().startsWith(QStringLiteral("export."))
            && widget->objectName() != QStringLiteral("export.details"))
            QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
    QCOMPARE(m_dialog->windowTitle(), QStringLiteral("Export “A / plan”"));
}

} // namespace tst_export_dialog

QUARTERDECK_WIDGETS_TEST(tst_export_dialog, TestExportDialog)
#include "tst_export_dialog.moc"
