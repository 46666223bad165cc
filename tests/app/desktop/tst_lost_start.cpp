#include "program_fixture.h"
#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/story.h"
#include "tests/support/page_test.h"
#include "ui/dialogs/restore_dialog.h"

#include <QDir>
#include <QFile>
#include <QListWidget>
#include <QPushButton>
#include <QTest>
#include <QTimer>

namespace tst_lost_start {

using namespace quarterdeck;
using test::ProgramFixture;
using test::Story;
using test::waitFor;

/// The library was there and is gone, or a part of it: the window says so, and leads to the copies.
class TestLostStart final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_program->end(); }
    void lostLibrary_isNotMadeByItself_data();
    void lostLibrary_isNotMadeByItself();
    void libraryThatCameBack_isOpenedAgain();
    void newLibrary_isMadeWhenThePersonSaysSo();
    void backup_isRestoredInItsPlace();
    void recovery_leadsToTheCopyThatMayHaveMore();

private:
    [[nodiscard]] QString library() const { return m_program->path(m_name); }
    void start(const app::NextStart& next = {})
    {
        m_program->start(m_name,
                         [&](app::LaunchOptions& options) { options = app::optionsFor(next, std::move(options)); });
    }
    /// Of the banner of this id, when it shows.
    [[nodiscard]] QPushButton* button(const char* which) const;
    /// What is to follow the program, which it ends.
    [[nodiscard]] app::NextStart endedBy(QPushButton* clicked) const;

    const QString m_name = QStringLiteral("library.db");
    std::unique_ptr<ProgramFixture> m_program;
};

/// A library with two sessions, a backup of it, and nothing in its place.
void TestLostStart::init()
{
    m_program = std::make_unique<ProgramFixture>();
    {
        QObject context;
        const auto made = storage::openLibrary(library().toStdString(), &context);
        QVERIFY(made);
        Story story;
        QVERIFY(!story.begin(**made, "one"));
        QVERIFY(!story.begin(**made, "two"));
    }
    QVERIFY(storage::makeBackup(library().toStdString(), storage::BackupKind::Daily));
    QVERIFY(QFile::rename(library(), m_program->path(QStringLiteral("elsewhere.db"))));
}

QPushButton* TestLostStart::button(const char* which) const
{
    const QString wanted = QStringLiteral("banner.") + QLatin1String(which);
    QPushButton* found = nullptr;
    (void)waitFor([&] {
        for (QPushButton* one : (*m_program)->window().findChildren<QPushButton*>(wanted))
            if (one->isVisible()) // and not one that is on its way out
                found = one;
        return found != nullptr;
    });
    return found;
}

app::NextStart TestLostStart::endedBy(QPushButton* clicked) const
{
    QTimer::singleShot(0, clicked, &QPushButton::click);
    return QApplication::exec() == 0 ? (*m_program)->next() : app::NextStart{};
}

void TestLostStart::lostLibrary_isNotMadeByItself_data()
{
    QTest::addColumn<bool>("isEmpty");
    QTest::newRow("gone") << false;
    QTest::newRow("an empty file") << true;
}

void TestLostStart::lostLibrary_isNotMadeByItself()
{
    QFETCH(bool, isEmpty);
    if (isEmpty)
        m_program->write(m_name, {});
    start();
    QVERIFY((*m_program)->engine().isLost());
    QVERIFY((*m_program)->engine().library()->isReadOnly());
    const QString said = m_program->banner(QStringLiteral("readOnly"));
    QVERIFY2(said.contains(QStringLiteral("was here before")), qPrintable(said));
    QCOMPARE(button("readOnly.button")->text(), QStringLiteral("Restore…"));
    QCOMPARE(button("readOnly.otherButton")->text(), QStringLiteral("Try again"));
    QCOMPARE(button("anew.button")->text(), QStringLiteral("Start a new library"));
    QCOMPARE(m_program->listedSessions(), 0);
    m_program->end();
    QCOMPARE(QFile::exists(library()), isEmpty);
    QCOMPARE(QFile(library()).size(), qint64{0});
}

void TestLostStart::libraryThatCameBack_isOpenedAgain()
{
    start();
    QPushButton* again = button("readOnly.otherButton");
    QVERIFY(again);
    QVERIFY(QFile::rename(m_program->path(QStringLiteral("elsewhere.db")), library()));
    const app::NextStart next = endedBy(again);
    QCOMPARE(next.kind, app::NextStart::Kind::Again);
    start(next);
    QVERIFY(waitFor([&] { return m_program->listedSessions() == 2; }));
    QVERIFY(m_program->banners().isEmpty());
}

void TestLostStart::newLibrary_isMadeWhenThePersonSaysSo()
{
    m_program->write(m_name, {});
    start();
    QPushButton* anew = button("anew.button");
    QVERIFY(anew);
    const app::NextStart next = endedBy(anew);
    QCOMPARE(next.kind, app::NextStart::Kind::Anew);
    start(next);
    QVERIFY(!(*m_program)->engine().isLost());
    QVERIFY(!(*m_program)->engine().library()->isReadOnly());
    QVERIFY(m_program->banners().isEmpty());
    QCOMPARE(QDir(m_program->path({})).entryList({QStringLiteral("library (damaged 20*).db")}).size(), 1);
    // Once: it is not made again by itself.
    QVERIFY(!app::optionsFor({app::NextStart::Kind::Again}, app::optionsFor(next, {})).isNewWanted);
    QVERIFY(!app::optionsFor({app::NextStart::Kind::Recover}, app::optionsFor(next, {})).isNewWanted);
}

void TestLostStart::backup_isRestoredInItsPlace()
{
    start();
    QPushButton* restore = button("readOnly.button");
    QVERIFY(restore);
    restore->click();
    auto* dialog = (*m_program)->window().findChild<ui::RestoreDialog*>();
    QVERIFY(dialog);
    QVERIFY(!dialog->findChild<QPushButton*>(QStringLiteral("restore.make"))->isVisible()); // of what?
    const auto* list = dialog->findChild<QListWidget*>(QStringLiteral("restore.list"));
    QVERIFY(waitFor([&] { return list->count() == 1; }));
    QVERIFY2(list->item(0)->text().contains(QStringLiteral("daily\n2 sessions")), qPrintable(list->item(0)->text()));
    const app::NextStart next = endedBy(dialog->findChild<QPushButton*>(QStringLiteral("restore.restore")));
    QCOMPARE(next.kind, app::NextStart::Kind::Restored);
    m_program->end(); // as main does before it goes on
    start(next);
    QVERIFY(waitFor([&] { return m_program->listedSessions() == 2; }));
    QCOMPARE(m_program->banner(QStringLiteral("greeting")), QStringLiteral("The library has been restored."));
    QVERIFY(!(*m_program)->engine().library()->isReadOnly());
}

/// Its last page is gone.
void TestLostStart::recovery_leadsToTheCopyThatMayHaveMore()
{
    const QByteArray file = test::bytesOf(m_program->path(QStringLiteral("elsewhere.db")));
    test::put(library(), file.left(file.size() - test::pageSize));
    start();
    const QString said = m_program->banner(QStringLiteral("recovered"));
    QVERIFY2(said.contains(QStringLiteral("Part of the file is missing; there may have been more sessions.")),
             qPrintable(said));
    const auto* banner = (*m_program)->window().findChild<QWidget*>(QStringLiteral("banner.recovered"));
    QVERIFY2(banner->accessibleDescription().contains(QStringLiteral("has 2 sessions.")),
             qPrintable(banner->accessibleDescription()));
    QPushButton* restore = button("recovered.otherButton");
    QVERIFY(restore);
    QCOMPARE(restore->text(), QStringLiteral("Restore…"));
    restore->click();
    QVERIFY((*m_program)->window().findChild<ui::RestoreDialog*>()->isVisible());
    QVERIFY(!m_program->banner(QStringLiteral("recovered")).isEmpty()); // what it says is still to be read
}

} // namespace tst_lost_start

QUARTERDECK_PAGE_TEST(tst_lost_start, TestLostStart)
#include "tst_lost_start.moc"
