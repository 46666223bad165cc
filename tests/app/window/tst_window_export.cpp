#include "program_fixture.h"
#include "ui/actions/action_registry.h"
#include "ui/shell/export_dialog.h"
#include "ui/transcript/transcript_view.h"

#include <QAction>
#include <QCheckBox>
#include <QFileDialog>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTest>

using namespace quarterdeck;
using namespace quarterdeck::test;

/// A session leaves the window as a file, by its dialog.
class TestWindowExport final : public QObject
{
    Q_OBJECT

private slots:
    void export_saysWhatWasTakenOut_data();
    void export_saysWhatWasTakenOut();
    void otherFormat_isWritten();
};

void TestWindowExport::export_saysWhatWasTakenOut_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("written");
    QTest::addColumn<bool>("isTold");
    QTest::newRow("nothing secret") << QByteArray("Look at /usr/share/dict.") << QByteArray("/usr/share/dict") << false;
    QTest::newRow("a home folder") << QByteArray("Look at /home/mary/dict.") << QByteArray("~/dict") << true;
}

void TestWindowExport::export_saysWhatWasTakenOut()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, written);
    QFETCH(const bool, isTold);
    ProgramFixture program;
    const QString recording = program.write(QStringLiteral("recorded.json"),
                                            R"([{"id": "1", "name": "Alice", "role": "assistant", "content": ")" + text
                                                + R"(", "metadata": {}, "timestamp": "2026-03-01 10:00:00.000"}])");
    program.start(QStringLiteral("library.db"), [&](app::ProgramOptions& options) { options.files = {recording}; });
    const QAction& action = program->actions()[ui::ActionId::SessionExport];
    QVERIFY(waitFor([&] { return action.isEnabled(); }, ProgramFixture::longMs));
    program->actions()[ui::ActionId::SessionExport].trigger();
    auto* choosing = program->window().findChild<ui::ExportDialog*>();
    QVERIFY(choosing);
    const auto lines = [&] {
        QStringList texts;
        for (const QLabel* label : choosing->findChildren<QLabel*>())
            texts << label->text();
        return texts;
    };
    // What it will be without is said before there is a file.
    const QString place = QStringLiteral("Message 1 · Alice · Look at ~/dict.");
    QVERIFY(waitFor([&] { return lines().contains(QStringLiteral("Nothing is lost.")); }, ProgramFixture::longMs));
    QCOMPARE(lines().contains(place), isTold);
    choosing->findChild<QPushButton*>(QStringLiteral("export.export"))->click();
    auto* dialog = choosing->findChild<QFileDialog*>();
    QVERIFY(dialog);
    const QString path = program.path(QStringLiteral("out.jsonl"));
    dialog->selectFile(path);
    QVERIFY(QMetaObject::invokeMethod(dialog, "accept"));
    const QString said = program.banner(QStringLiteral("export"));
    QVERIFY2(said.contains(QStringLiteral("out.jsonl")), qPrintable(said));
    const auto* banner = program->window().findChild<QWidget*>(QStringLiteral("banner.export"));
    QVERIFY(banner);
    QCOMPARE(banner->accessibleDescription().contains(QStringLiteral("home folder")), isTold);
    QVERIFY(program.read(QStringLiteral("out.jsonl")).contains(written));
    program.end();
}

void TestWindowExport::otherFormat_isWritten()
{
    ProgramFixture program;
    const QString recording = program.write(
        QStringLiteral("recorded.json"),
        R"([{"id": "1", "name": "Alice", "role": "assistant", "content": "in /home/mary", "metadata": {}, "timestamp": "2026-03-01 10:00:00.000"}])");
    program.start(QStringLiteral("library.db"), [&](app::ProgramOptions& options) { options.files = {recording}; });
    QAction& action = program->actions()[ui::ActionId::SessionExport];
    QVERIFY(waitFor([&] { return action.isEnabled(); }, ProgramFixture::longMs));
    action.trigger();
    auto* choosing = program->window().findChild<ui::ExportDialog*>();
    auto* formats = choosing->findChild<QListWidget*>(QStringLiteral("export.formats"));
    QCOMPARE(formats->count(), 7);
    for (int i = 0; i < formats->count(); ++i) {
        formats->setCurrentRow(i);
        QVERIFY(!formats->item(i)->text().isEmpty());
        if (choosing->format() == QStringLiteral("anthropic"))
            break;
    }
    choosing->findChild<QCheckBox*>(QStringLiteral("export.redact"))->click();
    emit choosing->exportChosen({choosing->format(), choosing->isRedacted(), program.path(QStringLiteral("o.json"))});
    const QString said = program.banner(QStringLiteral("export"));
    QVERIFY2(said.contains(QStringLiteral("o.json")), qPrintable(said));
    const QByteArray written = program.read(QStringLiteral("o.json"));
    QVERIFY2(written.contains("\"role\"") && written.contains("/home/mary"), written.constData());
    const auto* banner = program->window().findChild<QWidget*>(QStringLiteral("banner.export"));
    QVERIFY2(banner->accessibleDescription().contains(QStringLiteral("lose")),
             qPrintable(banner->accessibleDescription()));
    program.end();
}

int main(int argc, char** argv)
{
    return runPageTest(argc, argv, [](int count, char** arguments) {
        TestWindowExport test;
        return QTest::qExec(&test, count, arguments);
    });
}
#include "tst_window_export.moc"
