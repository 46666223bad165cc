#include "app/desktop/notices.h"
#include "app/services/backup_scheduler.h"
#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

namespace tst_backup_scheduler {

using namespace quarterdeck;
using app::BackupScheduler;
using app::BackupTrouble;
using conversation::ErrorCode;
using test::waitFor;

/// Backups that cannot be made are said once, with the last good one, and so is the end of that.
class TestBackupScheduler final : public QObject
{
    Q_OBJECT

private slots:
    void failedBackup_isToldUntilOneIsMade();
    void notice_saysWhatCanBeDone();
    void oldestWeeklyOne_goesAsIsSaid();
};

void TestBackupScheduler::failedBackup_isToldUntilOneIsMade()
{
    using namespace std::chrono_literals;
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("library.db"));
    const QString aside = folder.filePath(QStringLiteral("aside.db"));
    QObject context;
    QVERIFY(storage::openLibrary(path.toStdString(), &context));
    const auto good = storage::makeBackup(path.toStdString(), storage::BackupKind::ByHand);
    QVERIFY(good);
    QVERIFY(QFile::rename(path, aside));
    QFile noise(path);
    QVERIFY(noise.open(QIODevice::WriteOnly) && noise.write("this is no library at all, but some text") > 0);
    noise.close();

    const BackupScheduler keeper(path.toStdString(), {0ms, 20ms, 20ms});
    QSignalSpy changed(&keeper, &BackupScheduler::troubleChanged);
    QVERIFY(waitFor([&] { return changed.size() == 1; }));
    const auto trouble = changed[0][0].value<std::optional<BackupTrouble>>();
    QVERIFY(trouble);
    QCOMPARE(trouble->error.code, ErrorCode::Damaged);
    QCOMPARE(trouble->lastGood, std::optional(good->made));
    QVERIFY(QFile::remove(path) && QFile::rename(aside, path));
    QVERIFY(waitFor([&] { return changed.size() > 1 && !changed.last()[0].value<std::optional<BackupTrouble>>(); }));
    QCOMPARE(storage::listBackups(path.toStdString()).size(), std::size_t{3}); // a daily and a weekly one, too
}

/// The person is told how long backups retain what is deleted.
void TestBackupScheduler::oldestWeeklyOne_goesAsIsSaid()
{
    constexpr std::int64_t week = 7LL * 86'400'000;
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("library.db")).toStdString();
    QObject context;
    QVERIFY(storage::openLibrary(path, &context));
    const std::int64_t later = QDateTime::currentMSecsSinceEpoch() + 60'000; // than the first copy
    for (std::int64_t weeks = 0; weeks <= app::weeksInBackups; ++weeks) {
        QVERIFY(storage::makeDueBackups(path, {later + weeks * week}));
        const auto backups = storage::listBackups(path);
        const auto weekly = std::ranges::count(backups, storage::BackupKind::Weekly, &storage::Backup::kind);
        QCOMPARE(weekly, std::min<std::int64_t>(weeks + 1, app::weeksInBackups)); // then the first one is gone
    }
}

void TestBackupScheduler::notice_saysWhatCanBeDone()
{
    const BackupTrouble full{{ErrorCode::DiskFull, "No room.", {}}, session::Timestamp{86'400'000}};
    const ui::view::Notice noRoom = app::backupNotice(full);
    QCOMPARE(noRoom.what, QStringLiteral("No room."));
    QVERIFY2(noRoom.meaning.startsWith(QStringLiteral("The last good backup was made on ")),
             qPrintable(noRoom.meaning));
    QVERIFY(noRoom.button.isEmpty()); // it would fail again
    const ui::view::Notice other = app::backupNotice(BackupTrouble{{ErrorCode::Io, "Failed.", {}}, std::nullopt});
    QCOMPARE(other.meaning, QStringLiteral("There is no backup yet."));
    QCOMPARE(other.button.label, QStringLiteral("Back up now"));
    const ui::view::Notice damage =
        app::backupNotice(BackupTrouble{{ErrorCode::Damaged, "Damaged.", {}}, std::nullopt});
    QCOMPARE(damage.id, ui::view::damageNoticeId);
    QVERIFY2(damage.meaning.startsWith(QStringLiteral("There is no backup yet. Recovery ")),
             qPrintable(damage.meaning));
    const ui::view::Notice over = app::backupNotice(std::nullopt);
    QCOMPARE(over.id, noRoom.id);
    QVERIFY(over.passes);
}

} // namespace tst_backup_scheduler

QUARTERDECK_TEST(tst_backup_scheduler, TestBackupScheduler)
#include "tst_backup_scheduler.moc"
