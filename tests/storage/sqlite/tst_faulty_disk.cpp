#include "tests/storage/support/faulty_disk.h"
#include "tests/storage/support/promise.h"
#include "tests/support/test.h"

#include <QDir>
#include <algorithm>
#include <array>
#include <set>
#include <sqlite3.h>

namespace tst_faulty_disk {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using storage::openLibrary;
using test::await;
using test::Fault;
using test::faults;
using test::hiddenSessions;
using test::Injection;
using test::Scene;
using test::soundSessions;
using test::Story;
using Kind = test::DiskCall::Kind;

namespace {

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
/// refused is not there, and the library continues when the fault is over.
class FaultyDiskTest final : public test::FaultyDisk
{
    Q_OBJECT

private slots:
    void initTestCase() { makeOriginal(); }
    void cleanup() { mendDisk(); }
    void everyFault_leavesWhatWasAcknowledged_data();
    void everyFault_leavesWhatWasAcknowledged();
    void everyFault_hasCome();
    void making_failsOrIsWhole_data();
    void making_failsOrIsWhole();
    void migration_failsOrIsWhole_data();
    void migration_failsOrIsWhole();
    void cleanupTestCase();

private:
    void checkFault(const Scenario& scenario, const Fault& fault, int n);

    bool m_hasCome = false; ///< the last injected fault
    int m_rows = 0;
    std::map<std::string, int> m_came; ///< how often each fault did
    int m_injected = 0;
    int m_full = 0;
    int m_migrations = 0;
};

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
        QVERIFY(fault.told);
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

/// Each of them occurred; if a row has none of its calls it proves nothing.
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
                QVERIFY(injected.told && soundSessions(**library) == 2);
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

} // namespace tst_faulty_disk

QUARTERDECK_TEST(tst_faulty_disk, FaultyDiskTest)
#include "tst_faulty_disk.moc"
