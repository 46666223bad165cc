#include "model/conversation/channel.h"
#include "model/session/library.h"
#include "tests/storage/support/faulty_disk.h"
#include "tests/storage/support/promise.h"
#include "tests/support/test.h"

#include <future>
#include <sqlite3.h>

namespace tst_disk_states {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using storage::openLibrary;
using test::await;
using test::DiskCall;
using test::DiskFate;
using test::Fault;
using test::faults;
using test::Injection;
using test::longMs;
using test::Scene;
using test::soundSessions;
using test::Story;
using Kind = DiskCall::Kind;

/// Lasting states of a disk: what is reported, and what continues meanwhile.
class DiskStatesTest final : public test::FaultyDisk
{
    Q_OBJECT

private slots:
    void initTestCase() { makeOriginal(); }
    void cleanup() { mendDisk(); }
    void unwritableFile_isToldAndBoundsItsLog();
    void restingLog_isMovedIn();
    void placeWithoutALog_isReadOnly();
    void fullDisk_isToldOnceAndPassesByItself();
    void fullDisk_isToldToWhoComesLater();
    void fullDiskAtStart_leavesTheLibraryReadable_data();
    void fullDiskAtStart_leavesTheLibraryReadable();
    void fullDiskAtTheFirstStart_leavesNothing();
    void fullDisk_keepsReadingPossible();
    void slowDisk_keepsNobodyWaiting();
    void readOnlyAccess_triesNoWrite();
};

/// Commits go into the log while the file accepts nothing; but not endlessly, and not silently.
void DiskStatesTest::unwritableFile_isToldAndBoundsItsLog()
{
    constexpr std::int64_t most = std::int64_t{100} << 20;
    constexpr std::int64_t each = std::int64_t{8} << 20;
    Scene scene(original(), m_before);
    QVERIFY(scene.open());
    scene.watch();
    LibraryMonitor* signs = LibraryMonitor::of(*scene.library);
    const auto vitals = [&] {
        return await<LibraryStatus>([&](auto done) { signs->readLibraryStatus(done); }).value_or(LibraryStatus{});
    };
    m_disk.setRule([](const DiskCall& call) -> DiskFate {
        const bool isRefused = call.kind == Kind::Write && call.path.ends_with(".db");
        return {isRefused ? SQLITE_IOERR_WRITE : SQLITE_OK, false, {}};
    });
    std::optional<Error> refused;
    std::int64_t written = 0;
    for (; !refused && written < most; written += each)
        refused = scene.story.show(*scene.library, "a", static_cast<std::size_t>(each));
    QVERIFY(refused);
    QCOMPARE(refused->code, ErrorCode::Io);
    QVERIFY2(refused->sentence.find("log beside it") != std::string::npos, refused->sentence.c_str());
    QVERIFY(vitals().logSize > most / 2 && vitals().logSize < most);
    QCOMPARE(vitals().logTrouble.value_or(Error{}).sentence, refused->sentence);
    QTRY_COMPARE_WITH_TIMEOUT(scene.troubles.size(), std::size_t{1}, longMs);
    QCOMPARE(scene.story.faultsOf(*scene.library), QByteArray());
    m_disk.setRule({});
    QTRY_COMPARE_WITH_TIMEOUT(scene.troubles.size(), std::size_t{2}, longMs);
    QVERIFY(!scene.troubles[1]);
    QVERIFY(!vitals().logTrouble);
    compare(scene);
}

/// What was written last is not only in the log, however long nobody writes more.
void DiskStatesTest::restingLog_isMovedIn()
{
    Scene scene(original(), m_before);
    QVERIFY(scene.open());
    QVERIFY(!scene.story.say(*scene.library, "a"));
    const auto withoutLog = [&] {
        const QTemporaryDir folder;
        const QString copy = folder.filePath(QStringLiteral("library.db"));
        QFile::copy(QString::fromStdString(scene.path), copy);
        const auto alone = openLibrary(copy.toStdString(), nullptr, storage::Access::ReadOnly);
        return alone ? scene.story.faultsOf(**alone) : QByteArray("it does not open");
    };
    QVERIFY(!withoutLog().isEmpty());
    QVERIFY2(test::comesTrue([&] { return withoutLog().isEmpty(); }), withoutLog().constData());
}

void DiskStatesTest::placeWithoutALog_isReadOnly()
{
    Scene scene(original(), m_before);
    test::Database(scene.path).execute("PRAGMA journal_mode = DELETE");
    m_disk.setShared(false);
    const bool isOpen = scene.open();
    m_disk.setShared(true);
    QVERIFY(isOpen);
    const std::optional<Error> reason = scene.library->readOnlyReason();
    QVERIFY(reason);
    QCOMPARE(reason->code, ErrorCode::ReadOnly);
    QVERIFY2(reason->sentence.find("written to safely") != std::string::npos, reason->sentence.c_str());
    QCOMPARE(soundSessions(*scene.library), 3);
    scene.library.reset();
    QVERIFY(scene.open());
    compare(scene);
}

void DiskStatesTest::fullDisk_isToldOnceAndPassesByItself()
{
    Scene scene(original(), m_before);
    QVERIFY(scene.open());
    scene.watch();
    {
        const Injection injection(m_disk, faults()[0], 1);
        for (int i = 0; i < 3; ++i) {
            const auto refused = scene.story.say(*scene.library, "a", 50'000);
            QVERIFY(refused);
            QCOMPARE(refused->code, ErrorCode::DiskFull);
            QVERIFY(refused->sentence.find(scene.path) != std::string::npos);
        }
        QCOMPARE(scene.troubles.size(), std::size_t{1});
        QCOMPARE(scene.troubles[0]->code, ErrorCode::DiskFull);
    }
    // Nobody writes: the library finds out.
    QTRY_COMPARE_WITH_TIMEOUT(scene.troubles.size(), std::size_t{2}, longMs);
    QVERIFY(!scene.troubles[1]);
    compare(scene);
    // Nothing stays of what it tried with.
    const auto again = openLibrary(original().toStdString(), &scene.context);
    QVERIFY(again);
}

void DiskStatesTest::fullDisk_isToldToWhoComesLater()
{
    Scene scene(original(), m_before);
    QVERIFY(scene.open());
    const LibraryMonitor* signs = LibraryMonitor::of(*scene.library);
    QVERIFY(!signs->writingTrouble());
    {
        const Injection injection(m_disk, faults()[0], 1);
        QVERIFY(scene.story.say(*scene.library, "a"));
        QTRY_COMPARE_WITH_TIMEOUT(signs->writingTrouble().value_or(Error{}).code, ErrorCode::DiskFull, longMs);
    }
    QTRY_VERIFY_WITH_TIMEOUT(!signs->writingTrouble(), longMs);
}

void DiskStatesTest::fullDiskAtStart_leavesTheLibraryReadable_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("isMemoryRefused");
    QTest::addColumn<int>("sessions");
    QTest::newRow("no room for shared memory") << original() << true << 3;
    QTest::newRow("no room for the copy of an older one")
        << QStringLiteral(QUARTERDECK_TEST_DATA "/library/version2.db") << false << 2;
}

void DiskStatesTest::fullDiskAtStart_leavesTheLibraryReadable()
{
    QFETCH(QString, file);
    QFETCH(bool, isMemoryRefused);
    QFETCH(int, sessions);
    const Fault full = isMemoryRefused
        ? Fault{"full", {Kind::Map, Kind::Write}, SQLITE_IOERR_SHMSIZE, false, true, ErrorCode::DiskFull}
        : faults()[0];
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("library.db"));
    QVERIFY(QFile::copy(file, path));
    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner));
    QFile bytes(path);
    QVERIFY(bytes.open(QIODevice::ReadOnly));
    const QByteArray before = bytes.readAll();
    QObject context;
    {
        const Injection injection(m_disk, full, 1);
        const auto library = openLibrary(path.toStdString(), &context);
        QVERIFY2(library, library ? "" : library.error().detail.c_str());
        const std::optional<Error> reason = (*library)->readOnlyReason();
        QVERIFY(reason);
        QCOMPARE(reason->code, ErrorCode::DiskFull);
        QVERIFY2(reason->sentence.find("is full: nothing can be changed") != std::string::npos,
                 reason->sentence.c_str());
        QCOMPARE(soundSessions(**library), sessions);
        Story story;
        const auto refused = story.begin(**library, "new");
        QVERIFY(refused && refused->code == ErrorCode::DiskFull);
        // Nobody else may change what is read as an unchanging file.
        const auto other = openLibrary(path.toStdString(), &context);
        QVERIFY(!other && other.error().code == ErrorCode::Locked);
        const auto reader = openLibrary(path.toStdString(), nullptr, storage::Access::ReadOnly);
        QVERIFY2(reader, reader ? "" : reader.error().detail.c_str());
        QCOMPARE(soundSessions(**reader), sessions);
    }
    QVERIFY(bytes.seek(0));
    QVERIFY(bytes.readAll() == before);
    const auto library = openLibrary(path.toStdString(), &context);
    QVERIFY(library && !(*library)->isReadOnly());
    Story story;
    QVERIFY(!story.begin(**library, "new"));
    test::countPromise(5, QStringLiteral("a library on a disk that is full already, and one of an older version"));
}

/// At whatever call it is found full.
void DiskStatesTest::fullDiskAtTheFirstStart_leavesNothing()
{
    int refused = 0;
    bool hasCome = true;
    for (int n = 1; hasCome; ++n) {
        const QTemporaryDir folder;
        QObject context;
        {
            const Injection injection(m_disk, faults()[0], n);
            const auto library = openLibrary(folder.filePath(QStringLiteral("library.db")).toStdString(), &context);
            hasCome = injection.hasCome();
            if (library)
                continue; // perhaps for reading only
            QCOMPARE(library.error().code, ErrorCode::DiskFull);
        }
        ++refused;
        const QStringList left = QDir(folder.path()).entryList({QStringLiteral("*.new*")}, QDir::Files);
        QCOMPARE(left, QStringList());
    }
    QVERIFY(refused > 0);
}

void DiskStatesTest::fullDisk_keepsReadingPossible()
{
    Scene scene(original(), m_before);
    QVERIFY(scene.open());
    const Injection injection(m_disk, faults()[0], 1);
    QVERIFY(scene.story.say(*scene.library, "a"));
    QCOMPARE(scene.story.faultsOf(*scene.library), QByteArray());
    const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { scene.library->listSessions(done); });
    QVERIFY(sessions);
    QCOMPARE(sessions->size(), std::size_t{3});
    // Another process can look, too.
    const auto reader = openLibrary(scene.path, nullptr, storage::Access::ReadOnly);
    QVERIFY2(reader, reader ? "" : reader.error().detail.c_str());
    QCOMPARE(scene.story.faultsOf(**reader), QByteArray());
}

/// While a sync does not end, writers and readers hear at once; only the acknowledgement waits.
void DiskStatesTest::slowDisk_keepsNobodyWaiting()
{
    Scene scene(original(), m_before);
    QVERIFY(scene.open());
    std::promise<void> release; // also by its end
    m_disk.setRule([held = release.get_future().share()](const DiskCall& call) -> DiskFate {
        return call.kind == Kind::Sync ? DiskFate{SQLITE_OK, false, {}, held} : DiskFate{};
    });
    constexpr int appends = 20;
    int answered = 0;
    test::LogBuilder log = scene.story.log("a");
    for (int i = 0; i < appends; ++i) {
        log.say("Mike", "slowly");
        scene.library->append(log.summary(), log.takeRecords(),
                              [&](const Result<Nothing>& written) { answered += written ? 1 : 0; });
    }
    const auto rows = await<Rows>([&](auto done) {
        scene.library->readRows({log.id(), conversation::channel::everything, {0}, 60, {}}, done);
    });
    QVERIFY(rows && !rows->rows.empty());
    const auto vitals =
        await<LibraryStatus>([&](auto done) { LibraryMonitor::of(*scene.library)->readLibraryStatus(done); });
    QVERIFY(vitals && vitals->queued > 0 && vitals->queued <= appends);
    const auto waited = [&] {
        return await<LibraryStatus>([&](auto done) { LibraryMonitor::of(*scene.library)->readLibraryStatus(done); })
            .value_or(LibraryStatus{})
            .waitedMs;
    };
    QTRY_VERIFY(waited() > vitals->waitedMs);
    QVERIFY(LibraryMonitor::of(*scene.library)->waitingSince());
    QCOMPARE(LibraryMonitor::of(*scene.library)->path(), scene.path);
    QCOMPARE(answered, 0);
    release.set_value();
    QTRY_COMPARE_WITH_TIMEOUT(answered, appends, longMs);
    QVERIFY(!LibraryMonitor::of(*scene.library)->waitingSince());
    QCOMPARE(waited(), 0);
    QCOMPARE(await<LibraryStatus>([&](auto done) { LibraryMonitor::of(*scene.library)->readLibraryStatus(done); })
                 .value()
                 .queued,
             0);
    m_disk.setRule({});
    test::countPromise(11, QStringLiteral("%1 appends and a read while a sync did not end").arg(appends));
}

void DiskStatesTest::readOnlyAccess_triesNoWrite()
{
    Scene scene(original(), m_before);
    int changes = 0;
    int reads = 0;
    m_disk.setRule([&](const DiskCall& call) -> DiskFate {
        changes += call.kind == Kind::Write || call.kind == Kind::Truncate || call.kind == Kind::Delete ? 1 : 0;
        reads += call.kind == Kind::Read ? 1 : 0;
        return {};
    });
    {
        const auto library = openLibrary(scene.path, &scene.context, storage::Access::ReadOnly);
        QVERIFY(library);
        QCOMPARE(scene.story.faultsOf(**library), QByteArray());
        QVERIFY(scene.story.say(**library, "a"));
    }
    m_disk.setRule({});
    QVERIFY(reads > 0);
    QCOMPARE(changes, 0);
    test::countPromise(6, QStringLiteral("%1 reads of a file that is only read, and no write").arg(reads));
}

} // namespace tst_disk_states

QUARTERDECK_TEST(tst_disk_states, DiskStatesTest)
#include "tst_disk_states.moc"
