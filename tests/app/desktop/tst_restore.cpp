#include "program_fixture.h"
#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/disk.h"
#include "tests/storage/support/story.h"
#include "tests/support/page_test.h"
#include "ui/dialogs/restore_dialog.h"
#include "ui/theme/action_registry.h"

#include <QAction>
#include <QDir>
#include <QLabel>
#include <QListWidget>
#include <QProcess>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <atomic>
#include <future>
#include <vector>

namespace tst_restore {

using namespace quarterdeck;
using namespace quarterdeck::test;

namespace {

/// One of those in the middle that hold rows of a table.
bool loseAPage(const QString& path)
{
    constexpr qint64 pageSize = 4096;
    constexpr char leafOfTable = 13;
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite))
        return false;
    const QByteArray bytes = file.readAll();
    std::vector<qint64> leaves;
    for (qint64 at = pageSize; at < bytes.size(); at += pageSize) {
        if (bytes.at(at) == leafOfTable)
            leaves.push_back(at);
    }
    return !leaves.empty() && file.seek(leaves[leaves.size() / 2])
        && file.write(QByteArray(pageSize, '\0')) == pageSize;
}

} // namespace

/// A backup takes the library's place, from the window.
class TestRestore final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void backup_isMadeAndRestored();
    void noBackup_isSaid();
    void damagedFile_isRecoveredOnceMore();
    void copyBeforeARecovery_isChosen();
    void slowDisk_keepsNoWindowWaiting();
    void newerVersionsBackup_cannotBeChosen();
    void failure_isSaidByTheNextWindow();
    void waitingGateway_isNotInTheWay();
    void restoring_canBeCancelled();

private:
    [[nodiscard]] QString library() const { return m_program->path(QStringLiteral("library.db")); }
    [[nodiscard]] ui::RestoreDialog* openDialog() const;
    template <typename Widget>
    [[nodiscard]] static Widget& part(const ui::RestoreDialog& dialog, const char* name)
    {
        return *dialog.findChild<Widget*>(QString::fromLatin1(name));
    }

    std::unique_ptr<ProgramFixture> m_program;
};

void TestRestore::init()
{
    m_program = std::make_unique<ProgramFixture>();
    QObject context;
    const auto made = storage::openLibrary(library().toStdString(), &context);
    QVERIFY(made);
    Story story;
    QVERIFY(!story.begin(**made, "before"));
}

ui::RestoreDialog* TestRestore::openDialog() const
{
    (*m_program)->actions()[ui::ActionId::LibraryRestore].trigger();
    return (*m_program)->window().findChild<ui::RestoreDialog*>();
}

void TestRestore::backup_isMadeAndRestored()
{
    m_program->start(QStringLiteral("library.db"));
    QVERIFY(waitFor([&] { return m_program->listedSessions() == 1; }));
    ui::RestoreDialog* dialog = openDialog();
    QVERIFY(dialog);
    auto& make = part<QPushButton>(*dialog, "restore.make");
    QVERIFY(waitFor([&] { return make.isEnabled(); }));
    QVERIFY(!part<QPushButton>(*dialog, "restore.restore").isEnabled());
    QTest::mouseClick(&make, Qt::LeftButton);
    QVERIFY(!make.isEnabled());
    auto& list = part<QListWidget>(*dialog, "restore.list");
    QVERIFY(waitFor([&] { return list.count() == 1; }, ProgramFixture::longMs));
    QVERIFY2(list.item(0)->text().contains(QStringLiteral("by hand\n1 session")), qPrintable(list.item(0)->text()));

    // What happens after the backup.
    dialog->reject();
    m_program->end();
    {
        QObject context;
        const auto grown = storage::openLibrary(library().toStdString(), &context);
        Story story;
        QVERIFY(!story.begin(**grown, "after"));
    }
    m_program->start(QStringLiteral("library.db"));
    QVERIFY(waitFor([&] { return m_program->listedSessions() == 2; }));
    dialog = openDialog();
    QVERIFY(waitFor([&] { return part<QListWidget>(*dialog, "restore.list").count() == 1; }));
    QTimer::singleShot(0, dialog,
                       [dialog] { QTest::mouseClick(&part<QPushButton>(*dialog, "restore.restore"), Qt::LeftButton); });
    QCOMPARE(QApplication::exec(), 0); // it ends the program, as main runs it
    const QString backup = (*m_program)->next().backup;
    QVERIFY(QFile::exists(backup));
    m_program->end();

    // As main continues.
    m_program->start(QStringLiteral("library.db"), [&](app::LaunchOptions& options) {
        options = app::optionsFor({app::NextStart::Kind::Restored, backup}, options);
    });
    QVERIFY(waitFor([&] { return m_program->listedSessions() == 1; }));
    const QString said = m_program->banner(QStringLiteral("greeting"));
    QVERIFY2(said.startsWith(QStringLiteral("The library has been restored.")), qPrintable(said));
    QCOMPARE(QDir(QFileInfo(library()).path()).entryList({QStringLiteral("library (replaced*")}, QDir::Files).size(),
             1);
    m_program->end();
}

void TestRestore::noBackup_isSaid()
{
    m_program->start(QStringLiteral("library.db"));
    const ui::RestoreDialog* dialog = openDialog();
    const auto& state = part<QLabel>(*dialog, "restore.state");
    QVERIFY(waitFor([&] { return state.text().startsWith(QStringLiteral("There is no backup yet.")); }));
    QCOMPARE(openDialog(), dialog); // it is there already
    m_program->end();
}

/// One that a recovery set aside: last in the list, and not preselected for people in a hurry.
void TestRestore::damagedFile_isRecoveredOnceMore()
{
    const QString aside = m_program->path(QStringLiteral("library (damaged 2026-11-22 02.43.11).db"));
    QVERIFY(QFile::copy(library(), aside));
    QVERIFY(QFile::resize(aside, QFileInfo(aside).size() - 1));
    m_program->start(QStringLiteral("library.db"));
    ui::RestoreDialog* dialog = openDialog();
    auto& list = part<QListWidget>(*dialog, "restore.list");
    QVERIFY(waitFor([&] { return list.count() == 1; }));
    const QString shown = list.item(0)->text();
    QVERIFY2(shown.startsWith(QStringLiteral("2026-11-22 02:43 · damaged\nWhatever is left can be recovered · ")),
             qPrintable(shown));
    auto& restore = part<QPushButton>(*dialog, "restore.restore");
    QVERIFY(!restore.isEnabled());
    QCOMPARE(restore.text(), QStringLiteral("Restore"));
    list.setCurrentRow(0);
    QCOMPARE(restore.text(), QStringLiteral("Recover"));
    QVERIFY(part<QLabel>(*dialog, "restore.state").text().startsWith(QStringLiteral("This file is damaged.")));
    QTimer::singleShot(0, dialog, [&] { QTest::mouseClick(&restore, Qt::LeftButton); });
    QCOMPARE(QApplication::exec(), 0);
    const QString chosen = (*m_program)->next().backup;
    QCOMPARE(QFileInfo(chosen), QFileInfo(aside));
    m_program->end();
    m_program->start(QStringLiteral("library.db"), [&](app::LaunchOptions& options) {
        options = app::optionsFor({app::NextStart::Kind::Restored, chosen}, options);
    });
    const QString said = m_program->banner(QStringLiteral("greeting"));
    QVERIFY2(said.startsWith(QStringLiteral("The damaged file was recovered: ")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("library (replaced")), qPrintable(said));
    QVERIFY(waitFor([&] { return m_program->listedSessions() == 1; }));
    m_program->end();
}

/// People in a hurry get the state before the damage, not the copy of what was left.
void TestRestore::copyBeforeARecovery_isChosen()
{
    const std::string place = library().toStdString();
    {
        QObject context;
        const auto grown = storage::openLibrary(place, &context);
        Story story;
        QVERIFY(!story.begin(**grown, "long", 300));
    }
    const auto before = storage::makeBackup(place, storage::BackupKind::ByHand);
    QVERIFY(before);
    QVERIFY(loseAPage(library()));
    const auto report = storage::recoverLibrary(place);
    QVERIFY(report && !report->isWhole());
    QVERIFY(storage::makeBackup(place, storage::BackupKind::ByHand));
    m_program->start(QStringLiteral("library.db"));
    ui::RestoreDialog* dialog = openDialog();
    auto& list = part<QListWidget>(*dialog, "restore.list");
    QVERIFY(waitFor([&] { return list.count() == 3; })); // and what the recovery put aside
    QCOMPARE(list.currentRow(), 1);
    const auto said = [&](int row) { return list.item(row)->text().section(u'\n', 1); };
    QVERIFY2(said(0).startsWith(QStringLiteral("Made after a recovery that ")), qPrintable(said(0)));
    QVERIFY2(!said(1).contains(QStringLiteral("recovery")), qPrintable(said(1)));
    const auto& state = part<QLabel>(*dialog, "restore.state");
    QVERIFY(!state.text().startsWith(QStringLiteral("This backup was made after a recovery")));
    list.setCurrentRow(0);
    QVERIFY(state.text().startsWith(QStringLiteral("This backup was made after a recovery and lacks what was lost.")));
    m_program->end();
}

/// The dialog is closed and opened again while the disk does not tell what the first one asked for.
void TestRestore::slowDisk_keepsNoWindowWaiting()
{
    QVERIFY(storage::makeBackup(library().toStdString(), storage::BackupKind::ByHand));
    Disk disk; // below all connections
    std::promise<void> release;
    std::atomic<bool> isHeld = false;
    disk.setRule([&isHeld, held = release.get_future().share()](const DiskCall& call) -> DiskFate {
        if (call.path.find("/backups/") == std::string::npos)
            return {};
        isHeld = true;
        return {0, false, {}, held};
    });
    m_program->start(QStringLiteral("library.db"));
    ui::RestoreDialog* first = openDialog();
    QVERIFY(waitFor([&] { return isHeld.load(); }));
    first->reject();
    QCoreApplication::sendPostedEvents(first, QEvent::DeferredDelete);
    QCOMPARE((*m_program)->window().findChild<ui::RestoreDialog*>(), nullptr);
    ui::RestoreDialog* dialog = openDialog();
    const auto& list = part<QListWidget>(*dialog, "restore.list");
    QCOMPARE(list.count(), 0);
    release.set_value();
    QVERIFY(waitFor([&] { return list.count() == 1; }));
    m_program->end();
    disk.setRule({});
}

/// What this version made before is chosen instead.
void TestRestore::newerVersionsBackup_cannotBeChosen()
{
    using storage::BackupKind;
    QVERIFY(storage::makeBackup(library().toStdString(), BackupKind::ByHand));
    const auto newer = storage::makeBackup(library().toStdString(), BackupKind::ByHand);
    QVERIFY(newer);
    QFile file(QString::fromStdString(newer->path));
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(60)); // SQLite's user_version, big-endian
    file.write(QByteArray::fromHex("00000063"));
    file.close();
    m_program->start(QStringLiteral("library.db"));
    ui::RestoreDialog* dialog = openDialog();
    auto& list = part<QListWidget>(*dialog, "restore.list");
    QVERIFY(waitFor([&] { return list.count() == 2; }));
    const auto& restore = part<QPushButton>(*dialog, "restore.restore");
    QCOMPARE(list.currentRow(), 1);
    QVERIFY(restore.isEnabled());
    list.setCurrentRow(0);
    QVERIFY(!restore.isEnabled());
    const QString said = part<QLabel>(*dialog, "restore.state").text();
    QVERIFY2(said.startsWith(QStringLiteral("This backup was made by a newer version of Quarterdeck")),
             qPrintable(said));
    m_program->end();
}

void TestRestore::failure_isSaidByTheNextWindow()
{
    const QString diary = m_program->write(QStringLiteral("diary.txt"), "no library at all");
    m_program->start(QStringLiteral("library.db"), [&](app::LaunchOptions& options) {
        options.isDemo = true;
        options = app::optionsFor({app::NextStart::Kind::Restored, diary}, options);
    });
    QVERIFY(waitFor([&] { return m_program->listedSessions() == 1; })); // and no demo has begun
    const QString said = m_program->banner(QStringLiteral("greeting"));
    QVERIFY2(said.contains(QStringLiteral("diary.txt")), qPrintable(said));
    m_program->end();
}

/// It got the library when the window was closed for this, and leaves it again.
void TestRestore::waitingGateway_isNotInTheWay()
{
    const QString other = m_program->path(QStringLiteral("other.db"));
    {
        QObject context;
        const auto made = storage::openLibrary(other.toStdString(), &context);
        Story one;
        QVERIFY(!one.begin(**made, "one"));
        Story two;
        QVERIFY(!two.begin(**made, "two"));
    }
    QProcess gateway;
    gateway.start(QStringLiteral(QUARTERDECK_BIN "/quarterdeck"),
                  {QStringLiteral("gateway"), QStringLiteral("--port"), QStringLiteral("0"), QStringLiteral("--json"),
                   QStringLiteral("--library"), library()});
    QVERIFY(waitFor([&] { return gateway.canReadLine(); }, ProgramFixture::longMs));
    m_program->start(QStringLiteral("library.db"), [&](app::LaunchOptions& options) {
        options = app::optionsFor({app::NextStart::Kind::Restored, other}, options);
    });
    QVERIFY(waitFor([&] { return m_program->listedSessions() == 2; }));
    QVERIFY(m_program->banner(QStringLiteral("greeting")).startsWith(QStringLiteral("The library has been restored.")));
    QVERIFY(!(*m_program)->engine().library()->isReadOnly());
    m_program->end();
    gateway.kill();
    QVERIFY(gateway.waitForFinished(ProgramFixture::longMs));
}

/// The copy's disk does not answer before the person has had enough.
void TestRestore::restoring_canBeCancelled()
{
    const QString other = m_program->path(QStringLiteral("other.db"));
    Disk disk; // below all connections
    {
        QObject context;
        const auto made = storage::openLibrary(other.toStdString(), &context);
        QVERIFY(made);
    }
    std::promise<void> release;
    disk.setRule([held = release.get_future().share()](const DiskCall& call) -> DiskFate {
        const bool isHeld = call.kind == DiskCall::Kind::Write && call.path.ends_with(".restoring");
        return isHeld ? DiskFate{0, false, {}, held} : DiskFate{};
    });
    bool isCancelled = false;
    QTimer look;
    connect(&look, &QTimer::timeout, &look, [&] {
        for (const QWidget* window : QApplication::topLevelWidgets()) {
            auto* cancel = window->findChild<QPushButton*>(QStringLiteral("recovery.cancel"));
            if (cancel == nullptr || !cancel->isVisible())
                continue;
            cancel->click();
            isCancelled = !cancel->isEnabled();
            look.stop();
            release.set_value();
        }
    });
    look.start(1);
    m_program->start(QStringLiteral("library.db"), [&](app::LaunchOptions& options) {
        options = app::optionsFor({app::NextStart::Kind::Restored, other}, options);
        QVERIFY(!options.isGreetingBad);
    });
    QVERIFY(isCancelled);
    const QString said = m_program->banner(QStringLiteral("greeting"));
    QVERIFY2(said.startsWith(QStringLiteral("Restoring was cancelled.")), qPrintable(said));
    QVERIFY(waitFor([&] { return m_program->listedSessions() == 1; })); // as it was
    const QStringList left = {QStringLiteral("library (replaced*"), QStringLiteral("*.restoring*")};
    QVERIFY(QDir(QFileInfo(library()).path()).entryList(left, QDir::Files).isEmpty());
    m_program->end();
    disk.setRule({});
}

} // namespace tst_restore

QUARTERDECK_PAGE_TEST(tst_restore, TestRestore)
#include "tst_restore.moc"
