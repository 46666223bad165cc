#include "model/conversation/channel.h"
#include "model/session/search.h"
#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/database.h"
#include "tests/storage/support/disk.h"
#include "tests/storage/support/faults.h"
#include "tests/storage/support/promise.h"
#include "tests/storage/support/story.h"
#include "tests/support/test.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QStorageInfo>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>

namespace tst_backups {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using storage::Backup;
using storage::BackupKind;
using storage::makeBackup;
using storage::openLibrary;
using test::await;
using test::Disk;
using test::DiskCall;
using test::DiskFate;
using test::Story;

namespace {

/// Of its two sessions, each of which can be read from beginning to end; otherwise 0.
std::int64_t soundEvents(Library& library)
{
    const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { library.listSessions(done); });
    if (!sessions || sessions->size() != 2)
        return 0;
    std::int64_t events = 0;
    for (const SessionSummary& summary : *sessions) {
        const auto check = await<SessionCheck>([&](auto done) { library.verifySession(summary.id, done); });
        const auto timeline = await<Timeline>([&](auto done) { library.readTimeline(summary.id, 10, done); });
        if (!check || !check->isSound() || !timeline || timeline->lastSeq != summary.lastSeq)
            return 0;
        events += check->events;
    }
    return events;
}

/// Of what stays free beside a copy.
constexpr std::uintmax_t almostReserved = 40 << 20;

} // namespace

/// Only what was verified is a backup; and what a file of an older version becomes.
class BackupsTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void backup_holdsWhatTheLibraryHolds();
    void damagedLibrary_givesNoneBeforeAnUpdate();
    void stoppedBackup_leavesNothing();
    void tooLittleRoom_isSaidBeforeAnythingIsTried();
    void restoring_needsRoomForTheCopyOnly();
    void olderFile_saysThatItsCopyHasNoRoom();
    void everyFault_givesAWholeBackupOrNone_data();
    void everyFault_givesAWholeBackupOrNone();
    void dueBackups_areMadeAndOldOnesGo();
    void backupsOfTheFuture_countForNothing();
    void restore_keepsThePresentFileAside();
    void everyFault_restoresAllOrChangesNothing_data();
    void everyFault_restoresAllOrChangesNothing();
    void restore_refusesWhatIsNoLibrary();
    void restore_isStopped();
    void olderVersion_isCopiedBeforeItIsTouched();
    void failedUpdate_leavesTheLibraryReadable();
    void olderFile_isReadAsItWasWritten_data();
    void olderFile_isReadAsItWasWritten();
    void version3_hasAllThatItHad();

private:
    [[nodiscard]] QString path(const char* name = "library.db") const
    {
        return m_folder->filePath(QString::fromLatin1(name));
    }
    [[nodiscard]] std::string library() const { return path().toStdString(); }
    [[nodiscard]] QStringList backupFiles() const
    {
        return QDir(path("backups")).entryList(QDir::Files | QDir::NoDotAndDotDot, QDir::Name);
    }
    /// Of a library at this path: as in the story, or what is wrong.
    QByteArray faultsOf(const std::string& file);

    std::unique_ptr<QTemporaryDir> m_folder;
    QObject m_context;
    Disk m_disk;
    Story m_story;
    std::shared_ptr<Library> m_library;
};

void BackupsTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_story = {};
    m_library = *openLibrary(library(), &m_context);
    for (const char* session : {"a", "b"}) {
        QVERIFY(!m_story.begin(*m_library, session, 5));
        QVERIFY(!m_story.show(*m_library, session, 5000));
    }
}

void BackupsTest::cleanup()
{
    m_disk.setRule({});
    m_library.reset();
}

QByteArray BackupsTest::faultsOf(const std::string& file)
{
    const auto opened = openLibrary(file, nullptr, storage::Access::ReadOnly);
    return opened ? m_story.faultsOf(**opened) : QByteArray::fromStdString(opened.error().sentence);
}

void BackupsTest::backup_holdsWhatTheLibraryHolds()
{
    // The library is open, and most of it is in its log.
    const auto backup = makeBackup(library(), BackupKind::ByHand);
    QVERIFY2(backup, backup ? "" : backup.error().detail.c_str());
    QCOMPARE(backup->sessions, std::int64_t{2});
    QCOMPARE(backup->events, m_story.log("a").state().lastSeq().value + m_story.log("b").state().lastSeq().value);
    QCOMPARE(faultsOf(backup->path), QByteArray());
    QVERIFY(!m_story.say(*m_library, "a"));
    QCOMPARE(faultsOf(library()), QByteArray());
    const std::vector<Backup> listed = storage::listBackups(library());
    QCOMPARE(listed.size(), std::size_t{1});
    QCOMPARE(listed[0].path, backup->path);
    QCOMPARE(listed[0].made, backup->made);
    QCOMPARE(listed[0].sessions, backup->sessions);
    QCOMPARE(listed[0].events, backup->events);
    QVERIFY(listed[0].bytes > 0);
}

void BackupsTest::damagedLibrary_givesNoneBeforeAnUpdate()
{
    m_library.reset();
    test::Database(library()).execute("DELETE FROM events WHERE id % 7 = 3");
    const auto backup = makeBackup(library(), BackupKind::BeforeUpdate);
    QVERIFY(!backup);
    QCOMPARE(backup.error().code, ErrorCode::Damaged);
    QCOMPARE(backupFiles(), QStringList());
    m_library = *openLibrary(library(), &m_context);
}

void BackupsTest::stoppedBackup_leavesNothing()
{
    std::stop_source source;
    source.request_stop();
    const auto backup = makeBackup(library(), BackupKind::Daily, source.get_token());
    QVERIFY(!backup);
    QCOMPARE(backup.error().code, ErrorCode::Cancelled);
    QCOMPARE(backupFiles(), QStringList());
}

/// A file with a hole that is larger than what the disk has left.
void BackupsTest::tooLittleRoom_isSaidBeforeAnythingIsTried()
{
    m_library.reset();
    const auto size = std::filesystem::file_size(library());
    const auto left = static_cast<std::uintmax_t>(QStorageInfo(m_folder->path()).bytesAvailable());
    std::filesystem::resize_file(library(), size + 2 * left); // others may free some meanwhile
    std::atomic<int> writes = 0;
    m_disk.setRule([&](const DiskCall& call) -> DiskFate {
        writes += call.kind == DiskCall::Kind::Write ? 1 : 0;
        return {};
    });
    for (const auto& refused :
         {makeBackup(library(), BackupKind::Daily).map([](const Backup&) { return 1; }),
          storage::makeDueBackups(library(), {QDateTime::currentMSecsSinceEpoch()}),
          storage::restoreBackup(library(), library()).map([](const std::string&) { return 1; })}) {
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::DiskFull);
        QVERIFY2(refused.error().sentence.find("There is not enough space to copy") == 0,
                 refused.error().sentence.c_str());
    }
    QCOMPARE(writes, 0);
    QCOMPARE(backupFiles(), QStringList());
    std::filesystem::resize_file(library(), size);
    QVERIFY(makeBackup(library(), BackupKind::Daily));
    m_library = *openLibrary(library(), &m_context);
    QCOMPARE(m_story.faultsOf(*m_library), QByteArray());
}

/// Files with holes again, for whose copies there is room, but not for the other files beside a library.
void BackupsTest::restoring_needsRoomForTheCopyOnly()
{
    const auto made = makeBackup(library(), BackupKind::ByHand);
    QVERIFY(made);
    m_library.reset();
    QFile::remove(QString::fromStdString(library()));
    const auto left = static_cast<std::uintmax_t>(QStorageInfo(m_folder->path()).bytesAvailable());
    std::filesystem::resize_file(made->path, left - almostReserved);
    const auto restored = storage::restoreBackup(library(), made->path);
    QVERIFY2(restored, restored ? "" : restored.error().sentence.c_str());
    m_library = *openLibrary(library(), &m_context);
    QCOMPARE(m_story.faultsOf(*m_library), QByteArray());
}

void BackupsTest::olderFile_saysThatItsCopyHasNoRoom()
{
    const std::string older = m_folder->filePath(QStringLiteral("older.db")).toStdString();
    std::filesystem::copy_file(QUARTERDECK_TEST_DATA "/library/version2.db", older);
    std::filesystem::permissions(older, std::filesystem::perms::owner_write, std::filesystem::perm_options::add);
    const auto size = std::filesystem::file_size(older);
    const auto left = static_cast<std::uintmax_t>(QStorageInfo(m_folder->path()).bytesAvailable());
    std::filesystem::resize_file(older, left - almostReserved);
    {
        const auto opened = openLibrary(older, &m_context);
        QVERIFY2(opened, opened ? "" : opened.error().detail.c_str());
        const std::optional<Error> reason = (*opened)->readOnlyReason();
        QVERIFY(reason);
        QCOMPARE(reason->code, ErrorCode::DiskFull);
        QVERIFY2(reason->sentence.find("There is not enough space to copy") == 0, reason->sentence.c_str());
        QVERIFY2(reason->sentence.find("an older version") != std::string::npos, reason->sentence.c_str());
    }
    std::filesystem::resize_file(older, size);
    const auto opened = openLibrary(older, &m_context);
    QVERIFY(opened && !(*opened)->isReadOnly());
}

void BackupsTest::everyFault_givesAWholeBackupOrNone_data()
{
    QTest::addColumn<int>("fault");
    for (std::size_t fault = 0; fault < test::faults().size(); ++fault)
        QTest::newRow(test::faults()[fault].name) << static_cast<int>(fault);
}

void BackupsTest::everyFault_givesAWholeBackupOrNone()
{
    QFETCH(int, fault);
    const test::Fault& injected = test::faults()[static_cast<std::size_t>(fault)];
    // Some are few, and not all of these are the backup's.
    const bool areMany =
        injected.kinds.contains(DiskCall::Kind::Write) || injected.kinds.contains(DiskCall::Kind::Read);
    int refused = 0;
    int met = 0;
    bool hasCome = true;
    for (int n = 1; hasCome; n = areMany ? test::callAfter(n, static_cast<std::size_t>(fault)) : n + 1) {
        const auto backup = [&] {
            const test::Injection injection(m_disk, injected, n);
            const auto made = makeBackup(library(), BackupKind::ByHand);
            hasCome = injection.hasCome();
            return made;
        }();
        QCOMPARE(backupFiles().size(), backup ? 1 : 0);
        QCOMPARE(faultsOf(backup ? backup->path : library()), QByteArray());
        met += hasCome ? 1 : 0;
        refused += backup ? 0 : 1;
        QVERIFY(QDir(path("backups")).removeRecursively() || !backup);
    }
    QVERIFY(injected.told ? refused > 0 || met == 0 : refused == 0); // SQLite may make no such call
    test::countPromise(10, QStringLiteral("%1 backups that a fault of the disk broke: none was kept").arg(refused));
}

void BackupsTest::dueBackups_areMadeAndOldOnesGo()
{
    constexpr std::int64_t day = 24LL * 60 * 60 * 1000;
    const Timestamp now{QDateTime::currentMSecsSinceEpoch()};
    QVERIFY(!storage::lastBackup(library()));
    QCOMPARE(storage::makeDueBackups(library(), now).value(), 2);
    // One that cannot be read does not count.
    const QString later = QDateTime::fromMSecsSinceEpoch(now.msSinceEpoch + 60'000, Qt::UTC)
                              .toString(QStringLiteral("yyyy-MM-dd HH.mm.ss.zzz"));
    const QString unreadable = path("backups") + QStringLiteral("/library %1 daily.db").arg(later);
    const std::optional<Timestamp> newest = storage::lastBackup(library());
    QVERIFY(QFile::copy(QString::fromStdString(storage::listBackups(library()).front().path), unreadable));
    QCOMPARE(storage::lastBackup(library())->msSinceEpoch, now.msSinceEpoch + 60'000);
    QVERIFY(QFile::resize(unreadable, 8192));
    QCOMPARE(storage::lastBackup(library()), newest);
    QVERIFY(QFile::remove(unreadable));
    // Both are one file.
    for (const Backup& backup : storage::listBackups(library()))
        QCOMPARE(std::filesystem::hard_link_count(backup.path), std::uintmax_t{2});
    QCOMPARE(storage::lastBackup(library()), std::optional(storage::listBackups(library()).front().made));
    QCOMPARE(storage::makeDueBackups(library(), now).value(), 0);
    QCOMPARE(storage::makeDueBackups(library(), {now.msSinceEpoch + 2 * day}).value(), 1);
    QCOMPARE(storage::makeDueBackups(library(), {now.msSinceEpoch + 8 * day}).value(), 2);
    // Older ones, by their names.
    const QString some = QString::fromStdString(storage::listBackups(library()).front().path);
    for (int age = 1; age <= 20; ++age) {
        const QString moment =
            QDateTime::currentDateTimeUtc().addDays(-age).toString(QStringLiteral("yyyy-MM-dd HH.mm.ss.zzz"));
        for (const char* kind : {"daily", "weekly", "by hand"})
            QVERIFY(QFile::copy(
                some, path("backups") + QStringLiteral("/library %1 %2.db").arg(moment).arg(QLatin1String(kind))));
    }
    QCOMPARE(storage::makeDueBackups(library(), {now.msSinceEpoch + 2 * day}).value(), 1);
    std::map<BackupKind, int> counts;
    Timestamp last{INT64_MAX};
    for (const Backup& backup : storage::listBackups(library())) {
        QVERIFY(backup.made <= last);
        last = backup.made;
        ++counts[backup.kind];
    }
    QCOMPARE(counts[BackupKind::Daily], 7);
    QCOMPARE(counts[BackupKind::Weekly], 4);
    QCOMPARE(counts[BackupKind::ByHand], 20);
}

/// The clock was a year ahead once.
void BackupsTest::backupsOfTheFuture_countForNothing()
{
    const QDateTime today = QDateTime::currentDateTimeUtc();
    const Timestamp now{today.toMSecsSinceEpoch()};
    QCOMPARE(storage::makeDueBackups(library(), now).value(), 2);
    const std::optional<Timestamp> made = storage::lastBackup(library());
    const QString some = QString::fromStdString(storage::listBackups(library()).front().path);
    const auto copyTo = [&](const QDateTime& moment, const char* kind) {
        return QFile::copy(
            some,
            path("backups")
                + QStringLiteral("/library %1 %2.db")
                      .arg(moment.toString(QStringLiteral("yyyy-MM-dd HH.mm.ss.zzz")), QLatin1String(kind)));
    };
    for (int i = 0; i < 8; ++i)
        QVERIFY(copyTo(today.addYears(1).addDays(i), "daily") && copyTo(today.addYears(1).addDays(i), "weekly"));
    QVERIFY(copyTo(today.addDays(-7), "weekly"));
    QCOMPARE(storage::lastBackup(library()), made);
    QCOMPARE(storage::makeDueBackups(library(), now).value(), 0);
    constexpr std::int64_t day = 24LL * 60 * 60 * 1000;
    QCOMPARE(storage::makeDueBackups(library(), {now.msSinceEpoch + 2 * day}).value(), 1);
    std::map<BackupKind, int> ofThePast;
    for (const Backup& backup : storage::listBackups(library()))
        ofThePast[backup.kind] += backup.made.msSinceEpoch < now.msSinceEpoch + day ? 1 : 0;
    QCOMPARE(ofThePast[BackupKind::Daily], 2);
    QCOMPARE(ofThePast[BackupKind::Weekly], 2);
}

void BackupsTest::restore_keepsThePresentFileAside()
{
    const auto backup = makeBackup(library(), BackupKind::ByHand);
    QVERIFY(backup);
    const Story then = m_story;
    QVERIFY(!m_story.say(*m_library, "a"));
    const auto locked = storage::restoreBackup(library(), backup->path);
    QVERIFY(!locked);
    QCOMPARE(locked.error().code, ErrorCode::Locked);
    m_library.reset();
    const auto aside = storage::restoreBackup(library(), backup->path);
    QVERIFY2(aside, aside ? "" : aside.error().detail.c_str());
    QCOMPARE(faultsOf(*aside), QByteArray()); // with what was said since
    m_story = then;
    m_library = *openLibrary(library(), &m_context);
    QCOMPARE(m_story.faultsOf(*m_library), QByteArray());
    QVERIFY(!m_story.say(*m_library, "b"));
}

void BackupsTest::everyFault_restoresAllOrChangesNothing_data()
{
    QTest::addColumn<int>("fault");
    for (std::size_t fault = 0; fault < test::faults().size(); ++fault)
        QTest::newRow(test::faults()[fault].name) << static_cast<int>(fault);
}

void BackupsTest::everyFault_restoresAllOrChangesNothing()
{
    QFETCH(int, fault);
    const test::Fault& injected = test::faults()[static_cast<std::size_t>(fault)];
    const auto backup = makeBackup(library(), BackupKind::ByHand);
    QVERIFY(backup);
    const Story copied = m_story;
    QVERIFY(!m_story.say(*m_library, "a"));
    m_library.reset();
    const QByteArray present = test::bytesOf(path());
    int refused = 0;
    bool hasCome = true;
    for (int n = 1; hasCome; n = test::callAfter(n, static_cast<std::size_t>(fault))) {
        const QTemporaryDir folder;
        const QString place = folder.filePath(QStringLiteral("library.db"));
        test::put(place, present);
        {
            const test::Injection injection(m_disk, injected, n);
            const auto restored = storage::restoreBackup(place.toStdString(), backup->path);
            hasCome = injection.hasCome();
            if (restored) {
                QVERIFY(test::bytesOf(QString::fromStdString(*restored)) == present);
            } else {
                ++refused;
                QVERIFY2(restored.error().code == injected.told, restored.error().detail.c_str());
                QVERIFY(test::bytesOf(place) == present);
                QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList(QStringLiteral("library.db")));
                continue;
            }
        }
        const auto opened = openLibrary(place.toStdString(), &m_context);
        QVERIFY(opened);
        QCOMPARE(copied.faultsOf(**opened), QByteArray());
    }
    test::countPromise(
        10, QStringLiteral("%1 restored backups that a fault of the disk met: nothing had changed").arg(refused));
}

void BackupsTest::restore_refusesWhatIsNoLibrary()
{
    m_library.reset();
    QFile diary(path("diary.txt"));
    QVERIFY(diary.open(QIODevice::WriteOnly) && diary.write("Dear diary") > 0);
    diary.close();
    for (const char* name : {"diary.txt", "missing.db"})
        QVERIFY(!storage::restoreBackup(library(), path(name).toStdString()));
    QCOMPARE(QDir(m_folder->path()).entryList({QStringLiteral("library*")}, QDir::Files),
             QStringList{QStringLiteral("library.db")});
    m_library = *openLibrary(library(), &m_context);
    QCOMPARE(m_story.faultsOf(*m_library), QByteArray());
}

void BackupsTest::restore_isStopped()
{
    const auto backup = makeBackup(library(), BackupKind::ByHand);
    QVERIFY(backup);
    m_library.reset();
    std::stop_source source;
    source.request_stop();
    const auto stopped = storage::restoreBackup(library(), backup->path, source.get_token());
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
    QCOMPARE(QDir(m_folder->path()).entryList({QStringLiteral("library*")}, QDir::Files),
             QStringList{QStringLiteral("library.db")});
    m_library = *openLibrary(library(), &m_context);
    QCOMPARE(m_story.faultsOf(*m_library), QByteArray());
}

/// A version before the first, which nobody ever wrote, stands in for a step that fails.
void BackupsTest::olderVersion_isCopiedBeforeItIsTouched()
{
    m_library.reset();
    test::Database(library()).execute("PRAGMA user_version = 3");
    QFile file(path());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray before = file.readAll();
    {
        const auto opened = openLibrary(library(), &m_context);
        QVERIFY(opened && (*opened)->isReadOnly()); // it has what the update would add
    }
    QVERIFY(file.seek(0));
    QVERIFY(file.readAll() == before);
    const std::vector<Backup> backups = storage::listBackups(library());
    QCOMPARE(backups.size(), std::size_t{1});
    QCOMPARE(backups[0].kind, BackupKind::BeforeUpdate);
    QCOMPARE(backups[0].sessions, std::int64_t{2});
    test::Database(library()).execute("PRAGMA user_version = 4");
    m_library = *openLibrary(library(), &m_context);
    QCOMPARE(m_story.faultsOf(*m_library), QByteArray());
}

/// An index in the way of a step's own.
void BackupsTest::failedUpdate_leavesTheLibraryReadable()
{
    const QString copy = path("older.db");
    QVERIFY(QFile::copy(QStringLiteral(QUARTERDECK_TEST_DATA "/library/version2.db"), copy));
    QVERIFY(QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner));
    test::Database(copy.toStdString()).execute("CREATE INDEX unfinished_sessions ON sessions (title)");
    const auto opened = openLibrary(copy.toStdString(), &m_context);
    QVERIFY2(opened, opened ? "" : opened.error().detail.c_str());
    const std::optional<Error> reason = (*opened)->readOnlyReason();
    QVERIFY(reason);
    QCOMPARE(reason->code, ErrorCode::ReadOnly);
    QVERIFY2(reason->sentence.find("cannot be written to right now") != std::string::npos, reason->sentence.c_str());
    QVERIFY(soundEvents(**opened) > 0);
}

void BackupsTest::olderFile_isReadAsItWasWritten_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"version1.db", "version2.db", "version3.db"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

/// A file that an older version wrote, kept as it was: every later one must read and write it, and show it where it may
/// not write.
void BackupsTest::olderFile_isReadAsItWasWritten()
{
    QFETCH(QString, name);
    const QString copy = m_folder->filePath(name);
    QVERIFY(QFile::copy(QStringLiteral(QUARTERDECK_TEST_DATA "/library/") + name, copy));
    QVERIFY(QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner));
    std::int64_t events = 0;
    {
        const auto library = openLibrary(copy.toStdString(), nullptr, storage::Access::ReadOnly);
        QVERIFY2(library, library ? "" : library.error().detail.c_str());
        events = soundEvents(**library);
        QVERIFY(events > 0);
    }
    const auto library = openLibrary(copy.toStdString(), &m_context);
    QVERIFY2(library, library ? "" : library.error().detail.c_str());
    QCOMPARE(soundEvents(**library), events);
    QVERIFY(!m_story.begin(**library, "new"));
    test::countPromise(9, QStringLiteral("%1 with %2 events: read, sound and written to").arg(name).arg(events));
}

void BackupsTest::version3_hasAllThatItHad()
{
    const QString copy = m_folder->filePath(QStringLiteral("older.db"));
    QVERIFY(QFile::copy(QStringLiteral(QUARTERDECK_TEST_DATA "/library/version3.db"), copy));
    QVERIFY(QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner));
    const auto library = *openLibrary(copy.toStdString(), &m_context);
    const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { library->listSessions(done); });
    QVERIFY(sessions && sessions->size() == 2);
    const bool isFirst = sessions->front().title == "Renamed";
    const SessionSummary& log = sessions->at(isFirst ? 0 : 1);
    const SessionSummary& chat = sessions->at(isFirst ? 1 : 0);
    QCOMPARE(log.labels, (SessionLabels{"Renamed", {"one", "две"}, "a note", true, {}}));
    QCOMPARE(chat.labels, (SessionLabels{{}, {}, {}, false, Timestamp{1'700'000'100'000}}));
    QCOMPARE(await<std::string>([&](auto done) { library->readDraft(log.id, done); }).value(), std::string("not sent"));
    const auto rows = await<Rows>([&](auto done) {
        library->readRows({log.id, conversation::channel::everything, {0}, 60, {}}, done);
    });
    const auto said = std::ranges::find_if(rows->rows, [](const Row& row) { return row.event.seq.value == 5; });
    QVERIFY(said != rows->rows.end());
    QCOMPARE(conversation::textOf(std::get<conversation::MessagePublished>(said->event.body).message),
             std::string("I begin with the plan and 写一个2048."));
    const auto hits = await<SearchHits>([&](auto done) { library->search({searchTerms("has:image"), {}}, done); });
    QVERIFY(hits && hits->hits.size() == 1 && hits->hits.front().place.session == chat.id);
    const auto sizes = await<std::vector<SessionSize>>([&](auto done) { library->readSizes(done); });
    QVERIFY(std::ranges::any_of(*sizes,
                                [&](const SessionSize& size) { return size.id == chat.id && size.attachments > 0; }));
    // What was being removed is gone.
    QVERIFY(test::comesTrue(
        [&] { return test::Database(copy.toStdString()).ask("SELECT count(*) FROM sessions") == "2 "; }));
}

} // namespace tst_backups

QUARTERDECK_TEST(tst_backups, BackupsTest)
#include "tst_backups.moc"
