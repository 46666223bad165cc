#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/disk.h"
#include "tests/storage/support/faults.h"
#include "tests/storage/support/promise.h"
#include "tests/support/test.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStorageInfo>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <map>
#include <sqlite3.h>

namespace tst_recovery_faults {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using storage::openLibrary;
using storage::recoverLibrary;
using storage::RecoveryReport;
using test::await;
using test::bytesOf;
using test::Disk;
using test::DiskCall;
using test::DiskFate;
using test::Fault;
using test::faults;
using test::Injection;
using test::Original;
using test::pageSize;
using test::put;

namespace {

constexpr const char* libraryName = "library.db";

/// Events by session, in a library where every one can be read to its end; nothing if one cannot.
std::map<std::string, std::int64_t> soundSessions(const std::string& path)
{
    QObject context;
    const auto library = openLibrary(path, &context);
    if (!library)
        return {};
    const auto health = await<LibraryHealth>([&](auto done) { (*library)->checkHealth(done); });
    const auto listed = await<std::vector<SessionSummary>>([&](auto done) { (*library)->listSessions(done); });
    if (!health || health->integrity != "ok" || !listed)
        return {};
    std::map<std::string, std::int64_t> sessions;
    for (const SessionSummary& summary : *listed) {
        const auto check = await<SessionCheck>([&](auto done) { (*library)->verifySession(summary.id, done); });
        if (!check || !check->isSound())
            return {};
        sessions[summary.id.str()] = check->events;
    }
    return sessions;
}

} // namespace

/// A disk that fails while a damaged library is recovered: either everything possible is back, or the damaged file is
/// where it was, unchanged, and that is reported.
class RecoveryFaultsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void everyFault_recoversAllOrChangesNothing_data();
    void everyFault_recoversAllOrChangesNothing();
    void everyFault_hasCome();
    void tooLittleRoom_isSaidBeforeAnythingIsTried();
    void whatIsCollected_liesBesideTheLibrary();
    void fullDisk_isSaidAndRecoveredLater_data();
    void fullDisk_isSaidAndRecoveredLater();
    void cleanupTestCase();

private:
    void layOut();
    [[nodiscard]] QString file(const char* name = libraryName) const
    {
        return m_folder->filePath(QString::fromLatin1(name));
    }
    [[nodiscard]] std::string path() const { return file().toStdString(); }
    void checkUnchanged(const Error& told, std::optional<ErrorCode> expected);
    void checkFault(const Fault& fault, int n);

    Disk m_disk;
    Original m_original;
    QByteArray m_damaged;
    std::map<std::string, std::int64_t> m_recoverable;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::map<std::string, int> m_came;
    int m_rows = 0;
    bool m_hasCome = false;
};

void RecoveryFaultsTest::initTestCase()
{
    m_original = test::makeOriginal("s", false);
    QVERIFY(!m_original.log.isEmpty());
    m_damaged = m_original.file;
    constexpr int leafOfTable = 13;
    const std::vector<qsizetype> leaves = test::pagesOfType(m_damaged, leafOfTable);
    QVERIFY(leaves.size() > 10);
    m_damaged.replace(leaves[leaves.size() / 2] * pageSize, pageSize, QByteArray(pageSize, '\xff'));
    init();
    const auto report = recoverLibrary(path());
    QVERIFY2(report, report ? "" : report.error().detail.c_str());
    m_recoverable = soundSessions(path());
    QVERIFY(m_recoverable.size() > 4);
}

void RecoveryFaultsTest::init() { layOut(); }

void RecoveryFaultsTest::layOut()
{
    m_folder = std::make_unique<QTemporaryDir>();
    put(file(), m_damaged);
    put(file("library.db-wal"), m_original.log);
}

void RecoveryFaultsTest::cleanupTestCase()
{
    int all = 0;
    for (const auto& [fault, times] : m_came)
        all += times;
    test::countPromise(
        4, QStringLiteral("%1 recoveries that a fault of the disk met: all is back, or as it was").arg(all));
}

void RecoveryFaultsTest::checkUnchanged(const Error& told, std::optional<ErrorCode> expected)
{
    QVERIFY2(told.code == expected, (told.sentence + told.detail).c_str());
    QVERIFY(told.sentence.find(path()) != std::string::npos);
    QVERIFY(bytesOf(file()) == m_damaged);
    QVERIFY(bytesOf(file("library.db-wal")) == m_original.log);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files, QDir::Name),
             (QStringList{QStringLiteral("library.db"), QStringLiteral("library.db-wal")}));
}

void RecoveryFaultsTest::checkFault(const Fault& fault, int n)
{
    layOut();
    {
        const Injection injection(m_disk, fault, n);
        const auto report = recoverLibrary(path());
        m_hasCome = injection.hasCome();
        if (!report)
            checkUnchanged(report.error(), fault.told);
        else
            QVERIFY(bytesOf(QString::fromStdString(report->keptAside)) == m_damaged);
        if (QTest::currentTestFailed())
            return;
        if (!report) {
            m_disk.setRule({});
            const auto again = recoverLibrary(path());
            QVERIFY2(again, again ? "" : again.error().detail.c_str());
        }
    }
    QVERIFY(soundSessions(path()) == m_recoverable);
}

void RecoveryFaultsTest::everyFault_recoversAllOrChangesNothing_data()
{
    QTest::addColumn<int>("fault");
    for (std::size_t fault = 0; fault < faults().size(); ++fault)
        QTest::newRow(faults()[fault].name) << static_cast<int>(fault);
}

void RecoveryFaultsTest::everyFault_recoversAllOrChangesNothing()
{
    QFETCH(int, fault);
    const Fault& injected = faults()[static_cast<std::size_t>(fault)];
    m_hasCome = true;
    ++m_rows;
    for (int n = 1; m_hasCome; n = test::callAfter(n, static_cast<std::size_t>(fault))) {
        checkFault(injected, n);
        if (QTest::currentTestFailed()) {
            qWarning("at call %d", n);
            return;
        }
        m_came[injected.name] += m_hasCome ? 1 : 0;
    }
}

void RecoveryFaultsTest::everyFault_hasCome()
{
    if (m_rows < static_cast<int>(faults().size()))
        QSKIP("only some of the rows were run");
    for (const Fault& fault : faults()) {
        const bool isMet = !fault.kinds.contains(DiskCall::Kind::Map); // nobody shares the new file
        QVERIFY2(m_came[fault.name] > 0 || !isMet, fault.name);
    }
}

/// A file with a hole that is larger than what the disk has left.
void RecoveryFaultsTest::tooLittleRoom_isSaidBeforeAnythingIsTried()
{
    const qint64 size = QFileInfo(file()).size();
    QVERIFY(QFile::resize(file(), size + QStorageInfo(m_folder->path()).bytesAvailable()));
    std::atomic<int> writes = 0;
    m_disk.setRule([&](const DiskCall& call) -> DiskFate {
        writes += call.kind == DiskCall::Kind::Write ? 1 : 0;
        return {};
    });
    const auto refused = recoverLibrary(path());
    m_disk.setRule({});
    QVERIFY(QFile::resize(file(), size));
    QVERIFY(!refused);
    checkUnchanged(refused.error(), ErrorCode::DiskFull);
    QCOMPARE(writes.load(), 0);
}

/// And not where SQLite has its temporary files, which may be another disk.
void RecoveryFaultsTest::whatIsCollected_liesBesideTheLibrary()
{
    m_disk.setRule([](const DiskCall& call) -> DiskFate {
        const bool isCollected = call.path.ends_with(".recovering-collected") && call.kind == DiskCall::Kind::Write;
        return {isCollected ? SQLITE_FULL : SQLITE_OK, false, {}};
    });
    const auto refused = recoverLibrary(path());
    m_disk.setRule({});
    QVERIFY(!refused);
    checkUnchanged(refused.error(), ErrorCode::DiskFull);
    QVERIFY(recoverLibrary(path()));
    QVERIFY(!QFile::exists(file() + QStringLiteral(".recovering-collected")));
    QVERIFY(soundSessions(path()) == m_recoverable);
}

void RecoveryFaultsTest::fullDisk_isSaidAndRecoveredLater_data()
{
    QTest::addColumn<int>("pages"); ///< of the new file, for which there is room
    for (const int pages : {0, 1, 10, 40})
        QTest::addRow("room for %d pages", pages) << pages;
}

/// However much is written beside the new file: what does not fit into it is not a library.
void RecoveryFaultsTest::fullDisk_isSaidAndRecoveredLater()
{
    QFETCH(int, pages);
    m_disk.setRule([pages](const DiskCall& call) -> DiskFate {
        const bool isNewFile = call.path.ends_with(".recovering") && call.kind == DiskCall::Kind::Write;
        return {isNewFile && call.offset >= pages * pageSize ? SQLITE_FULL : SQLITE_OK, false, {}};
    });
    const auto refused = recoverLibrary(path());
    m_disk.setRule({});
    QVERIFY(!refused);
    checkUnchanged(refused.error(), ErrorCode::DiskFull);
    QVERIFY2(refused.error().sentence.find("could not be recovered") != std::string::npos,
             refused.error().sentence.c_str());
    QVERIFY(recoverLibrary(path()));
    QVERIFY(soundSessions(path()) == m_recoverable);
}

} // namespace tst_recovery_faults

QUARTERDECK_TEST(tst_recovery_faults, RecoveryFaultsTest)
#include "tst_recovery_faults.moc"
