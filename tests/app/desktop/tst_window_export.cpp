#include "program_fixture.h"
#include "tests/support/page_test.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/theme/action_registry.h"
#include "ui/transcript/transcript_view.h"

#include <QAction>
#include <QCheckBox>
#include <QFileDialog>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTest>
#include <QTimer>

namespace tst_window_export {

using namespace quarterdeck;
using namespace quarterdeck::test;

/// A session leaves the window as a file, by its dialog.
class TestWindowExport final : public QObject
{
    Q_OBJECT

private slots:
    void export_saysWhatWasTakenOut_data();
    void export_saysWhatWasTakenOut();
    void missingAttachment_isSaid();
    void otherFormat_isWritten();
    void package_isShownByItselfAndAdded();
    void damagedPackage_isSaid();
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
    program.start(QStringLiteral("library.db"), [&](app::LaunchOptions& options) { options.files = {recording}; });
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
    auto* formats = choosing->findChild<QListWidget*>(QStringLiteral("export.formats"));
    QCOMPARE(choosing->format(), QStringLiteral("qdeck")); // all of it, in one file
    while (choosing->format() != QStringLiteral("jsonl") && formats->currentRow() + 1 < formats->count())
        formats->setCurrentRow(formats->currentRow() + 1);
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

void TestWindowExport::missingAttachment_isSaid()
{
    ProgramFixture program;
    const QByteArray hash(64, 'a');
    const QString recording = program.write(
        QStringLiteral("recorded.jsonl"),
        R"({"events": 2, "format": "quarterdeck", "session": "one", "version": 1})"
        "\n"
        R"({"kind": "session_started", "monotonic": 0, "payload": {"kind": "imported", "title": "one"}, "seq": 1, "time": 1700000000000, "version": 1})"
        "\n"
        R"({"kind": "message_published", "monotonic": 0, "payload": {"message": {"id": "m", "role": "assistant", "sent_from": "Bob", "send_to": ["<none>"], "content": [{"type": "image", "source": {"hash": ")"
            + hash
            + R"(", "media_type": "image/png", "width": 1, "height": 1, "size": 5}}]}}, "seq": 2, "time": 1700000000000, "version": 1})"
              "\n");
    program.start(QStringLiteral("library.db"), [&](app::LaunchOptions& options) { options.files = {recording}; });
    const QAction& action = program->actions()[ui::ActionId::SessionExport];
    QVERIFY(waitFor([&] { return action.isEnabled(); }, ProgramFixture::longMs));
    program->actions()[ui::ActionId::SessionExport].trigger();
    auto* choosing = program->window().findChild<ui::ExportDialog*>();
    emit choosing->exportChosen({choosing->format(), false, program.path(QStringLiteral("bare.qdeck"))});
    const QString said = program.banner(QStringLiteral("export"));
    QVERIFY2(said.contains(QStringLiteral("bare.qdeck")), qPrintable(said));
    const auto* banner = program->window().findChild<QWidget*>(QStringLiteral("banner.export"));
    QVERIFY2(banner->accessibleDescription().contains(QStringLiteral("missing from the export")),
             qPrintable(banner->accessibleDescription()));
    program.end();
}

void TestWindowExport::otherFormat_isWritten()
{
    ProgramFixture program;
    const QString recording = program.write(
        QStringLiteral("recorded.json"),
        R"([{"id": "1", "name": "Alice", "role": "assistant", "content": "in /home/mary", "metadata": {}, "timestamp": "2026-03-01 10:00:00.000"}])");
    program.start(QStringLiteral("library.db"), [&](app::LaunchOptions& options) { options.files = {recording}; });
    QAction& action = program->actions()[ui::ActionId::SessionExport];
    QVERIFY(waitFor([&] { return action.isEnabled(); }, ProgramFixture::longMs));
    action.trigger();
    auto* choosing = program->window().findChild<ui::ExportDialog*>();
    auto* formats = choosing->findChild<QListWidget*>(QStringLiteral("export.formats"));
    QCOMPARE(formats->count(), 8);
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

void TestWindowExport::package_isShownByItselfAndAdded()
{
    ProgramFixture program;
    const QString recording = program.write(QStringLiteral("recorded.jsonl"),
                                            R"({"role": "user", "content": "A word to keep"})"
                                            "\n");
    program.start(QStringLiteral("library.db"), [&](app::LaunchOptions& options) { options.files = {recording}; });
    const QAction& action = program->actions()[ui::ActionId::SessionExport];
    QVERIFY(waitFor([&] { return action.isEnabled(); }, ProgramFixture::longMs));
    program->actions()[ui::ActionId::SessionExport].trigger();
    auto* choosing = program->window().findChild<ui::ExportDialog*>();
    const QString package = program.path(QStringLiteral("kept.qdeck"));
    emit choosing->exportChosen({choosing->format(), choosing->isRedacted(), package});
    QVERIFY(!program.banner(QStringLiteral("export")).isEmpty());
    const QByteArray bytes = program.read(QStringLiteral("kept.qdeck"));
    QVERIFY(!bytes.isEmpty());

    app::LaunchOptions options;
    program.start(QStringLiteral("other.db"), [&](app::LaunchOptions& changed) {
        changed.package = package;
        options = changed;
    });
    const QString said = program.banner(QStringLiteral("package"));
    QCOMPARE(said, QString::fromUtf8("“kept.qdeck” is open on its own."));
    QVERIFY(waitFor([&] { return program.listedSessions() == 1; }, ProgramFixture::longMs));
    QVERIFY(program->engine().library()->isReadOnly());
    QVERIFY(!program->actions()[ui::ActionId::SessionOpen].isEnabled());
    QCOMPARE(program.read(QStringLiteral("kept.qdeck")), bytes);
    QVERIFY(!QFile::exists(program.path(QStringLiteral("other.db"))));

    QCOMPARE(program->next().kind, app::NextStart::Kind::Nothing);
    auto* banner = program->window().findChild<QWidget*>(QStringLiteral("banner.package"));
    QTimer::singleShot(0, banner, [&] { banner->findChild<QPushButton*>()->click(); });
    QCOMPARE(QApplication::exec(), 0); // it ends the program, as main runs it
    QCOMPARE(program->next().kind, app::NextStart::Kind::Add);
    const app::LaunchOptions next = app::optionsFor({app::NextStart::Kind::Add}, options);
    QVERIFY(next.package.isEmpty());
    QCOMPARE(next.files, QStringList{package});
    program.start(QStringLiteral("other.db"), [&](app::LaunchOptions& changed) { changed = next; });
    QVERIFY(waitFor([&] { return program.listedSessions() == 1; }, ProgramFixture::longMs));
    QVERIFY(!program->engine().library()->isReadOnly());
    program.end();
}

void TestWindowExport::damagedPackage_isSaid()
{
    ProgramFixture program;
    const QString broken = program.write(QStringLiteral("broken.qdeck"), "SQLite format 3");
    program.start(QStringLiteral("library.db"), [&](app::LaunchOptions& options) { options.package = broken; });
    const QString said = program.banner(QStringLiteral("readOnly"));
    QVERIFY2(said.contains(QStringLiteral("broken.qdeck")), qPrintable(said));
    QCOMPARE(program.listedSessions(), 0);
    program.end();
}

} // namespace tst_window_export

QUARTERDECK_PAGE_TEST(tst_window_export, TestWindowExport)
#include "tst_window_export.moc"
