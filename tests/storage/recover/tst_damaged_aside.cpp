#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/promise.h"
#include "tests/support/test.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <stop_token>

namespace tst_damaged_aside {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using storage::Backup;
using storage::BackupKind;
using storage::RecoveredSession;
using test::bytesOf;
using test::put;

/// The damaged files that recoveries put aside, and copies that got damaged: they are listed, and recovered when they
/// are chosen.
class DamagedAsideTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void damagedFiles_areListedLast();
    void chosenOne_isRecoveredOnceMore_data();
    void chosenOne_isRecoveredOnceMore();
    void damagedCopy_isRecovered_data();
    void damagedCopy_isRecovered();
    void stopped_changesNothing();
    void uselessOne_changesNothing();

private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] QString aside() const { return path(QStringLiteral("library (damaged 2026-11-22 02.43.11).db")); }
    [[nodiscard]] QString place() const { return path(QStringLiteral("library.db")); }
    [[nodiscard]] std::string library() const { return place().toStdString(); }

    test::Original m_original;
    QByteArray m_damaged; ///< some of its pages say nothing
    std::unique_ptr<QTemporaryDir> m_folder;
};

void DamagedAsideTest::initTestCase()
{
    m_original = test::makeOriginal("aside", true);
    m_damaged = m_original.file;
    constexpr int leafOfTable = 13;
    const std::vector<qsizetype> leaves = test::pagesOfType(m_damaged, leafOfTable);
    QVERIFY(leaves.size() > 20);
    for (std::size_t i = leaves.size() / 2; i < leaves.size() / 2 + 3; ++i)
        m_damaged.replace(leaves[i] * test::pageSize, test::pageSize, QByteArray(test::pageSize, '\0'));
}

void DamagedAsideTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    put(place(), m_original.file);
    put(aside(), m_damaged);
}

void DamagedAsideTest::damagedFiles_areListedLast()
{
    const auto made = storage::makeBackup(library(), BackupKind::ByHand);
    QVERIFY(made);
    put(path(QStringLiteral("library (damaged 2036-11-22 02.43.11).db")), m_damaged);
    put(path(QStringLiteral("library (damaged 2026-11-23 02.43.11).db")), {}); // a new library was begun over it
    put(path(QStringLiteral("library (replaced 2026-11-21 02.43.11).db")), m_original.file);
    const std::vector<Backup> listed = storage::listBackups(library());
    QCOMPARE(listed.size(), std::size_t{4});
    QCOMPARE(listed[0].kind, BackupKind::ByHand);
    QCOMPARE(listed[1].kind, BackupKind::Replaced);
    QCOMPARE(listed[2].kind, BackupKind::Damaged);
    QCOMPARE(listed[3].path, aside().toStdString());
    QCOMPARE(listed[3].bytes, std::int64_t{m_damaged.size()});
    QCOMPARE(listed[3].made.msSinceEpoch, QDateTime(QDate(2026, 11, 22), QTime(2, 43, 11)).toMSecsSinceEpoch());
    QCOMPARE(bytesOf(aside()), m_damaged);
}

void DamagedAsideTest::chosenOne_isRecoveredOnceMore_data()
{
    QTest::addColumn<bool>("hasLibrary");
    QTest::newRow("a library is in its place") << true;
    QTest::newRow("none is") << false;
}

void DamagedAsideTest::chosenOne_isRecoveredOnceMore()
{
    QFETCH(bool, hasLibrary);
    if (hasLibrary)
        put(place(), m_original.file);
    else
        QVERIFY(QFile::remove(place()));
    QVERIFY(!storage::restoreBackup(library(), aside().toStdString())); // not as a backup
    const auto restored = storage::restoreOrRecover(library(), aside().toStdString());
    QVERIFY2(restored, restored ? "" : restored.error().sentence.c_str());
    QVERIFY(restored->recovery);
    const std::optional<storage::RecoveryReport>& report = restored->recovery;
    QCOMPARE(report->keptAside, restored->keptAside);
    QCOMPARE(report->sessions.size(), m_original.sessions.size());
    QVERIFY(report->wholeSessions() > 0);
    QVERIFY(!report->isWhole());
    QCOMPARE(report->keptAside.empty(), !hasLibrary);
    if (hasLibrary)
        QCOMPARE(bytesOf(QString::fromStdString(report->keptAside)), m_original.file);
    QCOMPARE(bytesOf(aside()), m_damaged);
    QObject context;
    const auto opened = storage::openLibrary(library(), &context);
    QVERIFY(opened);
    const auto sessions =
        test::await<std::vector<SessionSummary>>([&](auto done) { (*opened)->listSessions(std::move(done)); });
    QVERIFY(sessions);
    const auto hasEvents = [](const RecoveredSession& session) { return session.events > 0; };
    QCOMPARE(std::ssize(*sessions), std::ranges::count_if(report->sessions, hasEvents));
    for (const SessionSummary& one : *sessions) {
        const auto check =
            test::await<SessionCheck>([&](auto done) { (*opened)->verifySession(one.id, std::move(done)); });
        QVERIFY(check && check->isSound());
    }
    test::countPromise(4, QStringLiteral("1 damaged file that was put aside: recovered once more"));
}

void DamagedAsideTest::damagedCopy_isRecovered_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("hasHeader"); ///< so that SQLite can read a part of it
    for (const char* name :
         {"library (replaced 2026-11-22 02.43.11).db", "library (kept 2026-11-22 02.43.11).db",
          "backups/library 2026-11-22 02.43.11.042 daily.db", "backups/library 2026-11-22 02.43.11.042 weekly.db",
          "backups/library 2026-11-22 02.43.11.042 by hand.db", "backups/library 2026-11-22 02.43.11.042 in part.db"}) {
        for (const bool hasHeader : {true, false})
            QTest::addRow("%s%s", name, hasHeader ? "" : ", without its header")
                << QString::fromLatin1(name) << hasHeader;
    }
}

/// What a restored backup took the place of may have been damaged; a backup may have got so later.
void DamagedAsideTest::damagedCopy_isRecovered()
{
    QFETCH(QString, name);
    QFETCH(bool, hasHeader);
    QVERIFY(QFile::remove(aside()));
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("backups")));
    QByteArray damaged = m_damaged;
    if (!hasHeader)
        damaged.replace(0, 100, QByteArray(100, '\0'));
    put(path(name), damaged);
    const std::vector<Backup> listed = storage::listBackups(library());
    QCOMPARE(listed.size(), std::size_t{1});
    QCOMPARE(listed[0].path, path(name).toStdString());
    QCOMPARE(listed[0].bytes, std::int64_t{damaged.size()});
    QCOMPARE(listed[0].kind == BackupKind::Damaged, !hasHeader);
    const auto restored = storage::restoreOrRecover(library(), listed[0].path);
    QVERIFY2(restored, restored ? "" : restored.error().sentence.c_str());
    QVERIFY(restored->recovery);
    QVERIFY(restored->recovery->wholeSessions() > 0);
    QVERIFY(!restored->recovery->isWhole());
    QCOMPARE(bytesOf(QString::fromStdString(restored->keptAside)), m_original.file);
    QCOMPARE(bytesOf(path(name)), damaged);
    // Its outcome is reported later, too.
    const std::vector<storage::RecoveryReport> reports = storage::savedRecoveryReports(library());
    QCOMPARE(reports.size(), std::size_t{1});
    QCOMPARE(reports[0].keptAside, listed[0].path);
    QCOMPARE(reports[0].lostEvents(), restored->recovery->lostEvents());
    test::countPromise(4, QStringLiteral("1 copy that was damaged: recovered"));
}

void DamagedAsideTest::stopped_changesNothing()
{
    std::stop_source source;
    source.request_stop();
    const auto report = storage::recoverInPlace(library(), aside().toStdString(), source.get_token());
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Cancelled);
    QCOMPARE(bytesOf(place()), m_original.file);
    QCOMPARE(bytesOf(aside()), m_damaged);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 2);
}

void DamagedAsideTest::uselessOne_changesNothing()
{
    put(aside(), QByteArray(100'000, 'x'));
    const auto report = storage::recoverInPlace(library(), aside().toStdString());
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Damaged);
    QCOMPARE(bytesOf(place()), m_original.file);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 2);
}

} // namespace tst_damaged_aside

QUARTERDECK_TEST(tst_damaged_aside, DamagedAsideTest)
#include "tst_damaged_aside.moc"
