#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/database.h"
#include "tests/storage/support/disk_history.h"
#include "tests/storage/support/promise.h"
#include "tests/storage/support/story.h"
#include "tests/support/test.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <future>
#include <map>
#include <thread>

namespace tst_partial_backups {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using storage::Backup;
using storage::BackupKind;
using storage::makeBackup;
using storage::openLibrary;
using test::Disk;
using test::DiskHistory;
using test::Story;

namespace {

constexpr auto npos = std::string::npos;
constexpr std::int64_t day = 24LL * 60 * 60 * 1000;
constexpr const char* aPayload = "SELECT hex(packed) FROM events WHERE length(packed) > 30 LIMIT 1";

/// Turns a bit of the file's, and back again.
class FallenBit
{
public:
    /// `bytes` asks for those it falls over in, in hexadecimal digits.
    FallenBit(const QString& library, const char* bytes) : m_file(library)
    {
        const std::string digits = test::Database(library.toStdString()).ask(bytes);
        const QByteArray intact = QByteArray::fromHex(QByteArray::fromStdString(digits).trimmed());
        if (intact.size() < 10 || !m_file.open(QIODevice::ReadWrite))
            qFatal("the library has nothing like it");
        m_at = m_file.readAll().indexOf(intact) + intact.size() - 1;
        m_byte = intact.back();
        put(static_cast<char>(m_byte ^ 0x04));
    }
    void mend() { put(m_byte); }

private:
    void put(char byte)
    {
        if (!m_file.seek(m_at) || !m_file.putChar(byte) || !m_file.flush())
            qFatal("the library cannot be written to");
    }

    QFile m_file;
    qsizetype m_at = 0;
    char m_byte = 0;
};

} // namespace

/// Backups of a library that cannot be copied whole, and those that were never finished.
class PartialBackupsTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void damagedContent_isCopiedAndSaid_data();
    void damagedContent_isCopiedAndSaid();
    void damagedPicture_isRecovered_data();
    void damagedPicture_isRecovered();
    void picturesOfNobody_areNoDamage();
    void damagedSnapshot_isNoLoss_data();
    void damagedSnapshot_isNoLoss();
    void lostRow_isCopiedAndSaid_data();
    void lostRow_isCopiedAndSaid();
    void partialCopies_pushNothingOut();
    void partialCopies_goWithTheWeeklyOnes();
    void brokenBackup_isNoneAndGoes_data();
    void brokenBackup_isNoneAndGoes();
    void unfinishedOnes_goUnlessSomebodyIsAtThem();
    void unfinishedLibraries_go();

private:
    [[nodiscard]] QString path(const QString& name = QStringLiteral("library.db")) const
    {
        return m_folder->filePath(name);
    }
    [[nodiscard]] std::string library() const { return path().toStdString(); }
    [[nodiscard]] static Timestamp now() { return {QDateTime::currentMSecsSinceEpoch()}; }
    [[nodiscard]] std::map<BackupKind, int> counts() const
    {
        std::map<BackupKind, int> counts;
        for (const Backup& backup : storage::listBackups(library()))
            ++counts[backup.kind];
        return counts;
    }
    /// One more copy of that one, this many days old by its name.
    void putBackup(const Backup& backup, const char* kind, int age) const
    {
        const QString moment =
            QDateTime::currentDateTimeUtc().addDays(-age).toString(QStringLiteral("yyyy-MM-dd HH.mm.ss.zzz"));
        QVERIFY(QFile::copy(QString::fromStdString(backup.path),
                            path(QStringLiteral("backups/library %1 %2.db").arg(moment, QLatin1String(kind)))));
    }
    /// Of the page that names the sessions which show an attachment.
    void loseWriteOfIndex();
    [[nodiscard]] QStringList unfinished() const
    {
        return QDir(path(QStringLiteral("backups"))).entryList({QStringLiteral("*.making*")}, QDir::Files);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QObject m_context;
    Story m_story;
};

void PartialBackupsTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_story = {};
    const auto made = openLibrary(library(), &m_context);
    QVERIFY(made);
    for (const char* session : {"a", "b"})
        QVERIFY(!m_story.begin(**made, session, 40));
    QVERIFY(!m_story.show(**made, "b", 5000));
    const auto named = test::await<Nothing>([&](auto done) {
        SessionLabels labels;
        labels.title = "The second one";
        (*made)->setLabels(SessionId("b"), labels, std::move(done));
    });
    QVERIFY(named);
}

void PartialBackupsTest::loseWriteOfIndex()
{
    const std::string root = test::Database(library()).ask(
        "SELECT rootpage FROM sqlite_master WHERE name = 'attachment_references_by_hash'");
    const qsizetype at = (std::stoll(root) - 1) * test::pageSize;
    const QByteArray before = test::bytesOf(path()).mid(at, test::pageSize);
    {
        const auto open = openLibrary(library(), &m_context);
        QVERIFY(open);
        QVERIFY(!m_story.show(**open, "a", 3000));
    }
    QByteArray file = test::bytesOf(path());
    QVERIFY(file.mid(at, test::pageSize) != before);
    test::put(path(), file.replace(at, test::pageSize, before));
}

void PartialBackupsTest::damagedContent_isCopiedAndSaid_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("title"); ///< of the session in which it is
    QTest::newRow("a payload") << QByteArray("SELECT hex(packed) FROM events WHERE length(packed) > 30"
                                             " AND id >> 40 = (SELECT id FROM sessions WHERE key = 'a') LIMIT 1")
                               << QStringLiteral("“A session”");
    QTest::newRow("a payload that is not packed")
        << QByteArray("SELECT hex(plain) FROM events WHERE packed IS NULL AND length(plain) > 10"
                      " AND id >> 40 = (SELECT id FROM sessions WHERE key = 'a') LIMIT 1")
        << QStringLiteral("“A session”");
    QTest::newRow("a picture") << QByteArray("SELECT hex(substr(bytes, 1, 200)) FROM attachments LIMIT 1")
                               << QStringLiteral("“The second one”");
}

/// Every page of the file is as it should be, but not the content of one.
void PartialBackupsTest::damagedContent_isCopiedAndSaid()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, title);
    FallenBit bit(path(), bytes.constData());
    const auto backup = makeBackup(library(), BackupKind::Daily);
    QVERIFY2(backup, backup ? "" : backup.error().detail.c_str());
    QCOMPARE(backup->kind, BackupKind::InPart);
    QVERIFY(backup->damage);
    QCOMPARE(backup->damage->code, ErrorCode::Damaged);
    const QString said = QString::fromStdString(backup->damage->sentence);
    QVERIFY2(said.contains(title) && said.contains(QStringLiteral("1 session")), qPrintable(said));
    QCOMPARE(counts(), (std::map<BackupKind, int>{{BackupKind::InPart, 1}}));
    QVERIFY(!storage::lastBackup(library())); // no proven one
    // It is restored as it is.
    QVERIFY(storage::restoreBackup(path(QStringLiteral("other.db")).toStdString(), backup->path));
    // Before an update nothing less than all will do.
    QVERIFY(!makeBackup(library(), BackupKind::BeforeUpdate));
    QCOMPARE(counts(), (std::map<BackupKind, int>{{BackupKind::InPart, 1}}));
    QCOMPARE(unfinished(), QStringList());
    bit.mend();
    const auto whole = makeBackup(library(), BackupKind::Daily);
    QVERIFY(whole && !whole->damage);
    QCOMPARE(whole->kind, BackupKind::Daily);
    QCOMPARE(storage::lastBackup(library()), std::optional(whole->made));
}

void PartialBackupsTest::damagedPicture_isRecovered_data()
{
    QTest::addColumn<bool>("hasBackup"); ///< of before
    QTest::newRow("from a backup") << true;
    QTest::newRow("without a backup") << false;
}

/// A check and a backup agree on what is damaged, and the advice of one helps the other.
void PartialBackupsTest::damagedPicture_isRecovered()
{
    QFETCH(bool, hasBackup);
    const std::string hash = test::Database(library()).ask("SELECT hash FROM attachments").substr(0, 64);
    const auto faults = [&] {
        std::size_t count = 0;
        const auto open = openLibrary(library(), &m_context);
        for (const char* session : {"a", "b"})
            count += test::await<SessionCheck>(
                         [&](auto done) { (*open)->verifySession(SessionId(session), std::move(done)); })
                         .value()
                         .faults.size();
        return count;
    };
    const auto picture = [&] {
        const auto open = openLibrary(library(), &m_context);
        return test::await<std::string>(
            [&](auto done) { (*open)->readAttachment(AttachmentHash(hash), std::move(done)); });
    };
    const std::string intact = picture().value();
    if (hasBackup)
        QVERIFY(makeBackup(library(), BackupKind::ByHand));
    test::Database(library()).execute("UPDATE attachments SET bytes = zeroblob(length(bytes))");
    QCOMPARE(faults(), std::size_t{1});
    const auto partial = makeBackup(library(), BackupKind::Daily);
    QVERIFY(partial && partial->damage);
    const auto report = storage::recoverLibrary(library());
    QVERIFY2(report, report ? "" : report.error().sentence.c_str());
    QCOMPARE(report->wholeSessions(), std::int64_t{hasBackup ? 2 : 1});
    QCOMPARE(report->lostEvents(), std::int64_t{0});
    QCOMPARE(report->sessions[1].lostAttachments, std::int64_t{hasBackup ? 0 : 1});
    QCOMPARE(report->sessions[1].attachments, std::int64_t{hasBackup ? 1 : 0});
    QCOMPARE(faults(), std::size_t{0});
    const auto back = picture();
    QCOMPARE(back.has_value(), hasBackup);
    if (hasBackup)
        QCOMPARE(*back, intact);
    else
        QCOMPARE(back.error().code, ErrorCode::NotFound);
    const auto whole = makeBackup(library(), BackupKind::Daily);
    QVERIFY(whole && !whole->damage);
    // The damaged file once more, from where it was set aside.
    const auto again = storage::restoreOrRecover(library(), report->keptAside);
    QVERIFY(again && again->recovery);
    QCOMPARE(again->recovery->wholeSessions(), std::int64_t{hasBackup ? 2 : 1});
}

/// They go with the next cleaning up.
void PartialBackupsTest::picturesOfNobody_areNoDamage()
{
    test::Database(library()).execute("DELETE FROM attachment_references;"
                                      "UPDATE attachments SET bytes = zeroblob(length(bytes))");
    const auto whole = makeBackup(library(), BackupKind::Daily);
    QVERIFY(whole && !whole->damage);
}

void PartialBackupsTest::damagedSnapshot_isNoLoss_data()
{
    QTest::addColumn<QByteArray>("damage");
    QTest::newRow("another state") << QByteArray(
        "UPDATE snapshots SET state = replace(state, 'A session', 'B session')");
    QTest::newRow("no state") << QByteArray("UPDATE snapshots SET state = substr(state, 3)");
}

/// It follows from the events, which are whole: a check says so, and a backup is good.
void PartialBackupsTest::damagedSnapshot_isNoLoss()
{
    QFETCH(QByteArray, damage);
    const auto check = [&] {
        const auto open = openLibrary(library(), &m_context);
        return test::await<SessionCheck>([&](auto done) { (*open)->verifySession(SessionId("a"), std::move(done)); })
            .value();
    };
    {
        const auto open = openLibrary(library(), &m_context);
        QVERIFY(open && !m_story.snapshot(**open, "a"));
    }
    QCOMPARE(check().snapshots, std::int64_t{1});
    QVERIFY(check().isSound());
    test::Database(library()).execute(damage.constData());
    QCOMPARE(check().faults.size(), std::size_t{1});
    QVERIFY2(check().faults[0].find("a repair rebuilds it") != npos, check().faults[0].c_str());
    const auto whole = makeBackup(library(), BackupKind::Daily);
    QVERIFY(whole && !whole->damage);
    const auto report = storage::recoverLibrary(library());
    QVERIFY(report && report->isWhole());
    QCOMPARE(check().snapshots, std::int64_t{1});
    QVERIFY(check().isSound());
}

void PartialBackupsTest::lostRow_isCopiedAndSaid_data()
{
    QTest::addColumn<bool>("isOfAnIndex");
    QTest::newRow("an index's") << true;
    QTest::newRow("an event") << false;
}

/// Something the disk claimed to write but did not: SQLite copies the rest, and so it remains in one place only.
void PartialBackupsTest::lostRow_isCopiedAndSaid()
{
    QFETCH(bool, isOfAnIndex);
    if (isOfAnIndex)
        loseWriteOfIndex();
    else
        test::Database(library()).execute("DELETE FROM events WHERE id = (SELECT max(id) - 30 FROM events)");
    const auto backup = makeBackup(library(), BackupKind::Daily);
    QVERIFY2(backup, backup ? "" : backup.error().detail.c_str());
    QCOMPARE(backup->kind, BackupKind::InPart);
    QVERIFY(backup->damage);
    QCOMPARE(backup->damage->code, ErrorCode::Damaged);
    const std::string& detail = backup->damage->detail;
    QVERIFY2(detail.find(isOfAnIndex ? "index attachment_references_by_hash" : "the list of sessions has") != npos,
             detail.c_str());
    QVERIFY(!storage::makeDueBackups(library(), now()));
    QCOMPARE(counts(), (std::map<BackupKind, int>{{BackupKind::InPart, 1}}));
    QVERIFY(!storage::lastBackup(library())); // no proven one
    QVERIFY(!makeBackup(library(), BackupKind::BeforeUpdate));
    QCOMPARE(unfinished(), QStringList());
    const auto restored = storage::restoreOrRecover(library(), backup->path);
    QVERIFY2(restored, restored ? "" : restored.error().sentence.c_str());
    QVERIFY(restored->recovery);
    QCOMPARE(restored->recovery->sessions.size(), std::size_t{2});
    const auto whole = makeBackup(library(), BackupKind::Daily);
    QVERIFY(whole && !whole->damage);
}

void PartialBackupsTest::partialCopies_pushNothingOut()
{
    const auto good = makeBackup(library(), BackupKind::ByHand);
    QVERIFY(good);
    for (int age = 2; age < 9; ++age)
        putBackup(*good, "daily", age);
    for (int age = 10; age < 38; age += 7)
        putBackup(*good, "weekly", age);
    std::map<BackupKind, int> expected = {
        {BackupKind::Daily, 7}, {BackupKind::Weekly, 4}, {BackupKind::ByHand, 1}, {BackupKind::InPart, 1}};
    FallenBit bit(path(), aPayload);
    for (int look = 0; look < 3; ++look) {
        const auto made = storage::makeDueBackups(library(), now());
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::Damaged);
        QCOMPARE(counts(), expected); // one copy in part a day
    }
    // Of these the newest stay.
    const auto partial = makeBackup(library(), BackupKind::ByHand);
    QVERIFY(partial && partial->damage);
    for (int age = 2; age < 6; ++age)
        putBackup(*partial, "in part", age);
    QVERIFY(!storage::makeDueBackups(library(), now()));
    expected[BackupKind::InPart] = 3;
    QCOMPARE(counts(), expected);
    bit.mend();
    QCOMPARE(storage::makeDueBackups(library(), now()).value(), 2);
    QCOMPARE(counts(), expected);
    QVERIFY(storage::lastBackup(library())->msSinceEpoch > good->made.msSinceEpoch);
}

/// The person is told how long backups contain what was deleted.
void PartialBackupsTest::partialCopies_goWithTheWeeklyOnes()
{
    FallenBit bit(path(), aPayload);
    const auto partial = makeBackup(library(), BackupKind::Daily);
    QVERIFY(partial && partial->damage);
    putBackup(*partial, "in part", 20);
    bit.mend();
    const auto good = makeBackup(library(), BackupKind::ByHand);
    QVERIFY(good);
    for (const int age : {1, 8, 15})
        putBackup(*good, "weekly", age);
    QVERIFY(storage::makeDueBackups(library(), now())); // a daily one
    QCOMPARE(counts()[BackupKind::InPart], 2);
    QVERIFY(storage::makeDueBackups(library(), {now().msSinceEpoch + 7 * day})); // the fourth weekly one after it
    QCOMPARE(counts()[BackupKind::Weekly], 4);
    QCOMPARE(counts()[BackupKind::InPart], 1);
}

void PartialBackupsTest::brokenBackup_isNoneAndGoes_data()
{
    QTest::addColumn<double>("chance"); ///< of each piece that was not synced to be on the disk
    for (const double chance : {0.0, 0.5, 1.0})
        QTest::newRow(qPrintable(QString::number(chance))) << chance;
}

/// The power goes at any moment while one is made.
void PartialBackupsTest::brokenBackup_isNoneAndGoes()
{
    QFETCH(double, chance);
    const auto before = makeBackup(library(), BackupKind::Daily);
    QVERIFY(before);
    Disk disk;
    const DiskHistory history(disk, m_folder->path());
    QVERIFY(makeBackup(library(), BackupKind::Daily));
    QVERIFY(history.moments() > 20);
    QRandomGenerator random(20'261'124);
    const std::size_t step = test::isFull() ? 1 : 7;
    int losses = 0;
    for (std::size_t moment = 0; moment < history.moments(); moment += step, ++losses) {
        const QTemporaryDir left;
        (void)history.writeTo(left.path(), moment, chance, random);
        QVERIFY(QDir(left.path()).mkpath(QStringLiteral("backups")));
        const QString backups = left.filePath(QStringLiteral("backups/"));
        const QString name = QFileInfo(QString::fromStdString(before->path)).fileName();
        QVERIFY(QFile::copy(QString::fromStdString(before->path), backups + name));
        const std::string place = left.filePath(QStringLiteral("library.db")).toStdString();
        const std::vector<Backup> listed = storage::listBackups(place);
        QCOMPARE(listed.size(), std::size_t{1});
        QCOMPARE(listed[0].events, before->events);
        QObject context;
        const auto opened = openLibrary(place, &context);
        QVERIFY(opened);
        QCOMPARE(m_story.faultsOf(**opened), QByteArray());
        // The next one finds what is left, and its place.
        QVERIFY(makeBackup(place, BackupKind::Daily));
        const QStringList files = QDir(backups).entryList(QDir::Files);
        QCOMPARE(files.size(), 2);
        QVERIFY2(files.filter(QStringLiteral(".making")).isEmpty(), qPrintable(files.join(u' ')));
    }
    test::countPromise(10, QStringLiteral("%1 losses of power while a backup was made: none is broken").arg(losses));
}

void PartialBackupsTest::unfinishedOnes_goUnlessSomebodyIsAtThem()
{
    const QString left = path(QStringLiteral("backups/library 2026-11-22 03.20.11.042 daily.db.making"));
    QVERIFY(QDir().mkpath(path(QStringLiteral("backups"))));
    const QString others = path(QStringLiteral("backups/other 2026-11-22 03.20.11.042 daily.db.making"));
    const auto putAll = [&] {
        for (const char* end : {"", "-journal", ".lock"})
            test::put(left + QLatin1String(end), "half of a backup");
        test::put(others, "another library's");
    };
    putAll();
    QVERIFY(makeBackup(library(), BackupKind::ByHand));
    QCOMPARE(unfinished(), QStringList(QFileInfo(others).fileName()));
    // While one is made another is asked for: the disk holds the first until the second is there.
    Disk disk;
    std::promise<void> release;
    std::atomic<bool> isHeld = false;
    std::string first;
    disk.setRule([&, until = release.get_future().share()](const test::DiskCall& call) -> test::DiskFate {
        if (call.kind != test::DiskCall::Kind::Write || !call.path.ends_with(".making"))
            return {};
        if (first.empty())
            first = call.path;
        if (call.path != first)
            return {};
        isHeld = true;
        return {0, false, {}, until};
    });
    Result<Backup> slow;
    std::thread making([&] { slow = makeBackup(library(), BackupKind::Daily); });
    while (!isHeld)
        std::this_thread::yield();
    const auto quick = makeBackup(library(), BackupKind::ByHand);
    QVERIFY2(QFile::exists(QString::fromStdString(first)), "it was taken away from who makes it");
    release.set_value();
    making.join();
    QVERIFY(quick);
    QVERIFY2(slow, slow ? "" : slow.error().detail.c_str());
    QVERIFY(!slow->damage);
}

/// What a restoring or a recovery had written before it came to an end goes with the next opening.
void PartialBackupsTest::unfinishedLibraries_go()
{
    for (const char* end : {".restoring", ".restoring-journal", ".recovering", ".recovering-wal"})
        test::put(path() + QLatin1String(end), "half of a library");
    const auto opened = openLibrary(library(), &m_context);
    QVERIFY(opened);
    QCOMPARE(m_story.faultsOf(**opened), QByteArray());
    QCOMPARE(QDir(m_folder->path()).entryList({QStringLiteral("*.re*")}, QDir::Files), QStringList());
}

} // namespace tst_partial_backups

QUARTERDECK_TEST(tst_partial_backups, PartialBackupsTest)
#include "tst_partial_backups.moc"
