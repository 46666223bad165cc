#include "conversation/channel.h"
#include "session/library_vitals.h"
#include "storage/open_library.h"
#include "storage/support/await.h"
#include "storage/support/database.h"
#include "storage/support/disk.h"
#include "storage/support/faults.h"
#include "storage/support/promise.h"
#include "storage/support/story.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>
#include <functional>
#include <future>
#include <map>
#include <set>
#include <sqlite3.h>

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using storage::openLibrary;
using test::await;
using test::Disk;
using test::DiskCall;
using test::DiskFate;
using test::Fault;
using test::faults;
using test::Injection;
using test::Story;
using Kind = DiskCall::Kind;

namespace {

constexpr int longMs = 60'000;

/// A library with something in it, and what happens to it.
struct Scene
{
    Scene(const QString& original, const Story& before) : story(before)
    {
        if (!QFile::copy(original, QString::fromStdString(path)))
            qFatal("the test's library cannot be copied");
    }
    /// With what was wrong, which the next line would fail on.
    bool open()
    {
        auto opened = openLibrary(path, &context);
        if (!opened)
            refused.push_back(opened.error());
        else
            library = *opened;
        return opened.has_value();
    }
    void watch()
    {
        library->watchWriting([this](const std::optional<Error>& trouble) { troubles.push_back(trouble); });
    }
    void note(const std::optional<Error>& error)
    {
        if (error)
            refused.push_back(*error);
    }
    /// Whether the library does by itself what it is to do, before the fault comes.
    bool waitUnlessFault(const std::function<bool()>& isDone) const
    {
        return test::comesTrue([&] { return hasFaultCome() || isDone(); });
    }

    QTemporaryDir folder;
    std::string path = (folder.path() + QStringLiteral("/library.db")).toStdString();
    QObject context;
    Story story;
    std::shared_ptr<Library> library;
    std::vector<Error> refused;
    std::vector<std::optional<Error>> troubles;
    std::map<std::string, SessionLabels> labels; ///< as acknowledged
    std::function<bool()> hasFaultCome = [] { return false; };
};

/// Past the test's disk, which is to count what the library does.
std::int64_t hiddenSessions(const std::string& path)
{
    test::Database database(path, test::Database::Way::PastTheTestsDisk);
    return std::stoll(database.ask("SELECT count(*) FROM sessions WHERE NOT is_complete"));
}

void append(Scene& scene)
{
    for (int i = 0; i < 4; ++i)
        scene.note(scene.story.say(*scene.library, i % 2 == 0 ? "a" : "b", i == 3 ? 20'000 : 300));
}

void saveSnapshots(Scene& scene)
{
    for (int i = 0; i < 2; ++i) {
        scene.note(scene.story.say(*scene.library, "a"));
        scene.note(scene.story.snapshot(*scene.library, "a"));
    }
}

void attach(Scene& scene)
{
    for (const std::size_t size : {100u, 30'000u})
        scene.note(scene.story.show(*scene.library, "b", size));
}

void index(Scene& scene)
{
    scene.note(scene.story.say(*scene.library, "a"));
    const bool isEnded = scene.waitUnlessFault([&] {
        const auto health = await<LibraryHealth>([&](auto done) { scene.library->checkHealth(done); });
        return health && health->indexLag == 0;
    });
    QVERIFY(isEnded);
}

void label(Scene& scene)
{
    for (const char* note : {"first", "second"}) {
        const SessionLabels labels{"mine", {"a tag"}, note, true, Timestamp{1}};
        const auto kept = await<Nothing>([&](auto done) { scene.library->setLabels(SessionId("a"), labels, done); });
        if (kept)
            scene.labels["a"] = labels;
        else
            scene.refused.push_back(kept.error());
    }
}

/// Until nothing of it is left in the tables.
void remove(Scene& scene)
{
    scene.note(scene.story.remove(*scene.library, "going"));
    QVERIFY(scene.waitUnlessFault([&] { return hiddenSessions(scene.path) == 0; }));
}

void closeAndOpen(Scene& scene)
{
    scene.note(scene.story.say(*scene.library, "a"));
    scene.library.reset();
    scene.open();
}

/// How many can be read from their beginning to their end; -1 = one cannot.
int soundSessions(Library& library)
{
    const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { library.listSessions(done); });
    if (!sessions)
        return -1;
    for (const SessionSummary& one : *sessions) {
        const auto check = await<SessionCheck>([&](auto done) { library.verifySession(one.id, done); });
        if (!check || !check->isSound())
            return -1;
    }
    return static_cast<int>(sessions->size());
}

struct Scenario
{
    const char* name;
    void (*run)(Scene&);
};
constexpr std::array scenarios = {Scenario{"append", append},
                                  Scenario{"snapshot", saveSnapshots},
                                  Scenario{"attachments", attach},
                                  Scenario{"index", index},
                                  Scenario{"labels", label},
                                  Scenario{"removal", remove},
                                  Scenario{"closing and opening", closeAndOpen}};

} // namespace

/// Every fault of a disk, at every call (one in ten without QUARTERDECK_FULL): what was acknowledged stays, what was
/// refused is not there, and the library goes on when the fault is over.
class FaultyDiskTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup();
    void everyFault_leavesWhatWasAcknowledged_data();
    void everyFault_leavesWhatWasAcknowledged();
    void everyFault_hasCome();
    void making_failsOrIsWhole_data();
    void making_failsOrIsWhole();
    void migration_failsOrIsWhole_data();
    void migration_failsOrIsWhole();
    void unwritableFile_isToldAndBoundsItsLog();
    void restingLog_isMovedIn();
    void placeWithoutALog_isReadOnly();
    void fullDisk_isToldOnceAndPassesByItself();
    void fullDisk_isToldToWhoComesLater();
    void fullDiskAtStart_leavesTheLibraryReadable_data();
    void fullDiskAtStart_leavesTheLibraryReadable();
    void fullDisk_keepsReadingPossible();
    void slowDisk_keepsNobodyWaiting();
    void readOnlyAccess_triesNoWrite();
    void cleanupTestCase();

private:
    void checkFault(const Scenario& scenario, const Fault& fault, int n);
    void compare(Scene& scene);
    [[nodiscard]] QString original() const { return m_folder.filePath(QStringLiteral("original.db")); }

    QTemporaryDir m_folder;
    Disk m_disk;
    Story m_before;
    bool m_hasCome = false; ///< the last injected fault
    int m_rows = 0;
    std::map<std::string, int> m_came; ///< how often each fault did
    int m_injected = 0;
    int m_full = 0;
    int m_migrations = 0;
};

void FaultyDiskTest::initTestCase()
{
    QObject context;
    const auto library = openLibrary(original().toStdString(), &context);
    QVERIFY(library);
    for (const char* session : {"a", "b", "going"}) {
        QVERIFY(!m_before.begin(**library, session));
        QVERIFY(!m_before.show(**library, session, 2000));
        for (int i = 0; i < 5; ++i)
            QVERIFY(!m_before.say(**library, session));
        QVERIFY(!m_before.snapshot(**library, session));
    }
}

void FaultyDiskTest::cleanup()
{
    m_disk.setRule({});
    m_disk.setShared(true);
}

void FaultyDiskTest::cleanupTestCase()
{
    test::countPromise(5, QStringLiteral("%1 times the disk was full at a write").arg(m_full));
    test::countPromise(1, QStringLiteral("%1 other faults of the disk").arg(m_injected));
    test::countPromise(
        9, QStringLiteral("%1 changes of version that a fault of the disk met: none lost anything").arg(m_migrations));
}

void FaultyDiskTest::everyFault_leavesWhatWasAcknowledged_data()
{
    QTest::addColumn<int>("scenario");
    QTest::addColumn<int>("fault");
    for (std::size_t scenario = 0; scenario < scenarios.size(); ++scenario)
        for (std::size_t fault = 0; fault < faults().size(); ++fault)
            QTest::addRow("%s: %s", scenarios.at(scenario).name, faults()[fault].name)
                << static_cast<int>(scenario) << static_cast<int>(fault);
}

void FaultyDiskTest::compare(Scene& scene)
{
    QVERIFY2(scene.library, scene.refused.empty() ? "" : scene.refused.back().detail.c_str());
    for (const char* session : {"a", "b"}) {
        const auto refused = scene.story.say(*scene.library, session);
        QVERIFY2(!refused, refused ? (refused->sentence + refused->detail).c_str() : "");
    }
    QCOMPARE(scene.story.faultsOf(*scene.library), QByteArray());
    scene.library.reset();
    QVERIFY(scene.open());
    QCOMPARE(scene.story.faultsOf(*scene.library), QByteArray());
    const auto listed = await<std::vector<SessionSummary>>([&](auto done) { scene.library->listSessions(done); });
    QVERIFY(listed);
    QCOMPARE(listed->size(), scene.story.sessions());
    for (const SessionSummary& summary : *listed) {
        if (const auto labels = scene.labels.find(summary.id.str()); labels != scene.labels.end())
            QVERIFY(summary.labels == labels->second);
    }
    // What is removed goes on being taken out.
    QVERIFY(test::comesTrue([&] { return hiddenSessions(scene.path) == 0; }));
}

void FaultyDiskTest::checkFault(const Scenario& scenario, const Fault& fault, int n)
{
    Scene scene(original(), m_before);
    QVERIFY(scene.open());
    {
        const Injection injection(m_disk, fault, n);
        scene.hasFaultCome = [&] { return injection.hasCome(); };
        scenario.run(scene);
        m_hasCome = injection.hasCome();
    }
    for (const Error& error : scene.refused)
        QVERIFY2(error.code == fault.told, (error.sentence + error.detail).c_str());
    if (scene.library && scene.library->isReadOnly()) {
        QCOMPARE(scene.story.faultsOf(*scene.library), QByteArray());
        scene.library.reset();
    }
    if (!scene.library)
        QVERIFY(scene.open());
    compare(scene);
}

void FaultyDiskTest::everyFault_leavesWhatWasAcknowledged()
{
    QFETCH(int, scenario);
    QFETCH(int, fault);
    const Fault& injected = faults()[static_cast<std::size_t>(fault)];
    const auto spread = static_cast<std::size_t>(scenario + fault * 3);
    m_hasCome = true;
    ++m_rows;
    for (int n = 1; m_hasCome; n = test::callAfter(n, spread)) {
        checkFault(scenarios.at(static_cast<std::size_t>(scenario)), injected, n);
        if (QTest::currentTestFailed()) {
            qWarning("at call %d", n);
            return;
        }
        if (m_hasCome) {
            ++m_came[injected.name];
            ++(injected.error == SQLITE_FULL ? m_full : m_injected);
        }
    }
}

/// Each of them was met; where a row has none of its calls it proves nothing.
void FaultyDiskTest::everyFault_hasCome()
{
    if (m_rows < static_cast<int>(scenarios.size() * faults().size()))
        QSKIP("only some of the rows were run");
    const std::set<Kind> frequent{Kind::Write, Kind::Sync, Kind::Read};
    for (const Fault& fault : faults()) {
        const bool isFrequent = !fault.isOfFileOnly && std::ranges::includes(frequent, fault.kinds);
        QVERIFY2(m_came[fault.name] >= (isFrequent ? 5 : 1), fault.name);
    }
}

void FaultyDiskTest::making_failsOrIsWhole_data()
{
    QTest::addColumn<int>("fault");
    for (std::size_t fault = 0; fault < faults().size(); ++fault)
        QTest::newRow(faults()[fault].name) << static_cast<int>(fault);
}

/// The making of a library is a migration from nothing.
void FaultyDiskTest::making_failsOrIsWhole()
{
    QFETCH(int, fault);
    const Fault& injected = faults()[static_cast<std::size_t>(fault)];
    bool hasCome = true;
    for (int n = 1; hasCome; n = test::callAfter(n, static_cast<std::size_t>(fault))) {
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("library.db")).toStdString();
        QObject context;
        {
            const Injection injection(m_disk, injected, n);
            const auto library = openLibrary(path, &context);
            hasCome = injection.hasCome();
            if (!library)
                QVERIFY2(library.error().code == injected.told, library.error().detail.c_str());
        }
        const auto library = openLibrary(path, &context);
        QVERIFY2(library, library ? "" : library.error().detail.c_str());
        Story story;
        QVERIFY(!story.begin(**library, "first"));
        QCOMPARE(story.faultsOf(**library), QByteArray());
        if (hasCome)
            ++(injected.error == SQLITE_FULL ? m_full : m_injected);
    }
}

void FaultyDiskTest::migration_failsOrIsWhole_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("fault");
    for (const char* file : {"version1.db", "version2.db", "version3.db"})
        for (std::size_t fault = 0; fault < faults().size(); ++fault)
            QTest::addRow("%s: %s", file, faults()[fault].name) << QString::fromLatin1(file) << static_cast<int>(fault);
}

/// A file of an older version: it stays what it was, or has become one of this version.
void FaultyDiskTest::migration_failsOrIsWhole()
{
    QFETCH(QString, file);
    QFETCH(int, fault);
    const Fault& injected = faults()[static_cast<std::size_t>(fault)];
    bool hasCome = true;
    for (int n = 1; hasCome; n = test::callAfter(n, static_cast<std::size_t>(fault))) {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("library.db"));
        QVERIFY(QFile::copy(QStringLiteral(QUARTERDECK_TEST_DATA "/library/") + file, path));
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner));
        QObject context;
        {
            const Injection injection(m_disk, injected, n);
            const auto library = openLibrary(path.toStdString(), &context);
            hasCome = injection.hasCome();
            if (!library)
                QVERIFY2(library.error().code == injected.told, library.error().detail.c_str());
            else if ((*library)->isReadOnly())
                QCOMPARE(soundSessions(**library), 2);
        }
        const auto library = openLibrary(path.toStdString(), &context);
        QVERIFY2(library, library ? "" : library.error().detail.c_str());
        const std::optional<Error> reason = (*library)->readOnlyReason();
        QVERIFY2(!reason,
                 qPrintable(QStringLiteral("%1: %2").arg(n).arg(
                     QString::fromStdString(reason ? reason->sentence + ' ' + reason->detail : std::string()))));
        QCOMPARE(soundSessions(**library), 2);
        if (hasCome)
            ++m_migrations;
    }
}

/// Commits go on into the log while the file takes nothing; but not without end, and not without a word.
void FaultyDiskTest::unwritableFile_isToldAndBoundsItsLog()
{
    constexpr std::int64_t most = std::int64_t{100} << 20;
    constexpr std::int64_t each = std::int64_t{8} << 20;
    Scene scene(original(), m_before);
    QVERIFY(scene.open());
    scene.watch();
    VitalSigns* signs = VitalSigns::of(*scene.library);
    const auto vitals = [&] {
        return await<LibraryVitals>([&](auto done) { signs->readVitals(done); }).value_or(LibraryVitals{});
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

/// What was written last does not stand in the log only, for as long as nobody writes more.
void FaultyDiskTest::restingLog_isMovedIn()
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

void FaultyDiskTest::placeWithoutALog_isReadOnly()
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

void FaultyDiskTest::fullDisk_isToldOnceAndPassesByItself()
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

void FaultyDiskTest::fullDisk_isToldToWhoComesLater()
{
    Scene scene(original(), m_before);
    QVERIFY(scene.open());
    const VitalSigns* signs = VitalSigns::of(*scene.library);
    QVERIFY(!signs->writingTrouble());
    {
        const Injection injection(m_disk, faults()[0], 1);
        QVERIFY(scene.story.say(*scene.library, "a"));
        QTRY_COMPARE_WITH_TIMEOUT(signs->writingTrouble().value_or(Error{}).code, ErrorCode::DiskFull, longMs);
    }
    QTRY_VERIFY_WITH_TIMEOUT(!signs->writingTrouble(), longMs);
}

void FaultyDiskTest::fullDiskAtStart_leavesTheLibraryReadable_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("isMemoryRefused");
    QTest::addColumn<int>("sessions");
    QTest::newRow("no room for shared memory") << original() << true << 3;
    QTest::newRow("no room for the copy of an older one")
        << QStringLiteral(QUARTERDECK_TEST_DATA "/library/version2.db") << false << 2;
}

void FaultyDiskTest::fullDiskAtStart_leavesTheLibraryReadable()
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
        // Nobody else may change what is read as a file that does not change.
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

void FaultyDiskTest::fullDisk_keepsReadingPossible()
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

/// While a sync does not end whoever writes or reads hears at once; only the acknowledgement waits.
void FaultyDiskTest::slowDisk_keepsNobodyWaiting()
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
    const auto vitals = await<LibraryVitals>([&](auto done) { VitalSigns::of(*scene.library)->readVitals(done); });
    QVERIFY(vitals && vitals->queued > 0 && vitals->queued <= appends);
    const auto waited = [&] {
        return await<LibraryVitals>([&](auto done) { VitalSigns::of(*scene.library)->readVitals(done); })
            .value_or(LibraryVitals{})
            .waitedMs;
    };
    QTRY_VERIFY(waited() > vitals->waitedMs);
    QVERIFY(VitalSigns::of(*scene.library)->waitingSince());
    QCOMPARE(VitalSigns::of(*scene.library)->path(), scene.path);
    QCOMPARE(answered, 0);
    release.set_value();
    QTRY_COMPARE_WITH_TIMEOUT(answered, appends, longMs);
    QVERIFY(!VitalSigns::of(*scene.library)->waitingSince());
    QCOMPARE(waited(), 0);
    QCOMPARE(await<LibraryVitals>([&](auto done) { VitalSigns::of(*scene.library)->readVitals(done); }).value().queued,
             0);
    m_disk.setRule({});
    test::countPromise(11, QStringLiteral("%1 appends and a read while a sync did not end").arg(appends));
}

void FaultyDiskTest::readOnlyAccess_triesNoWrite()
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

QTEST_GUILESS_MAIN(FaultyDiskTest)
#include "tst_faulty_disk.moc"
