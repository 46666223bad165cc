#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/disk.h"
#include "tests/storage/support/library_under_test.h"
#include "tests/storage/support/story.h"
#include "tests/support/test.h"

#include <QDir>
#include <QFile>
#include <QTest>
#include <atomic>
#include <filesystem>
#include <sqlite3.h>

namespace tst_taken_away {

using namespace quarterdeck;
using namespace quarterdeck::session;
using test::await;
using test::Disk;
using test::DiskCall;
using test::DiskFate;
using test::Story;

namespace fs = std::filesystem;

/// The file of an open library is moved, deleted, replaced or truncated: that is reported, nothing more is accepted,
/// and what was acknowledged is found again.
class TakenAwayTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup()
    {
        m_disk.setRule({});
        m_library.reset();
    }
    void file_comesBack_data();
    void file_comesBack();
    void file_isKeptAsACopy_data();
    void file_isKeptAsACopy();
    void copy_hasItsNameWhenItIsWhole();
    void failedCopy_isSaidAndTriedAgain();
    void fileDeletedBeforeTheEnd_isKeptAsACopy();
    void fileCutToNothing_isNoNewLibrary();

private:
    using Change = std::function<void(const fs::path& folder)>;

    [[nodiscard]] std::string path() const
    {
        return (m_folder->path() + QStringLiteral("/data/library.db")).toStdString();
    }
    [[nodiscard]] fs::path folder() const { return m_folder->path().toStdString(); }
    [[nodiscard]] bool waitForTrouble(const char* words)
    {
        return QTest::qWaitFor([&] { return m_trouble && m_trouble->sentence.find(words) != std::string::npos; },
                               60'000);
    }

    [[nodiscard]] QStringList copies() const
    {
        return QDir(m_folder->filePath(QStringLiteral("data"))).entryList({QStringLiteral("library (kept *).db")});
    }

    Disk m_disk; ///< below all connections
    std::unique_ptr<QTemporaryDir> m_folder;
    QObject m_context;
    std::shared_ptr<Library> m_library;
    std::optional<Error> m_trouble;
    Story m_story;
};

void TakenAwayTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("data")));
    m_library = storage::openLibrary(path(), &m_context).value();
    m_trouble.reset();
    m_library->watchWriting([this](std::optional<Error> trouble) { m_trouble = std::move(trouble); });
    m_story = {};
    QVERIFY(!m_story.begin(*m_library, "a"));
    for (int i = 0; i < 20; ++i)
        QVERIFY(!m_story.say(*m_library, "a"));
}

void TakenAwayTest::file_comesBack_data()
{
    QTest::addColumn<Change>("take");
    QTest::addColumn<Change>("putBack");
    QTest::newRow("the file is moved") << Change([](const fs::path& in) {
        fs::rename(in / "data/library.db", in / "elsewhere.db");
    }) << Change([](const fs::path& in) { fs::rename(in / "elsewhere.db", in / "data/library.db"); });
    QTest::newRow("its folder is gone for a while")
        << Change([](const fs::path& in) { fs::rename(in / "data", in / "unmounted"); })
        << Change([](const fs::path& in) { fs::rename(in / "unmounted", in / "data"); });
}

void TakenAwayTest::file_comesBack()
{
    QFETCH(Change, take);
    QFETCH(Change, putBack);
    take(folder());
    QVERIFY(waitForTrouble("is no longer where it was")); // without any write
    const auto refused = m_story.say(*m_library, "a");
    QVERIFY(refused && refused->sentence == m_trouble->sentence);
    QCOMPARE(m_story.faultsOf(*m_library), QByteArray()); // reading goes on
    putBack(folder());
    QVERIFY(QTest::qWaitFor([&] { return !m_trouble; }, 60'000));
    QVERIFY(!m_story.say(*m_library, "a"));
    m_library.reset();
    m_library = storage::openLibrary(path(), &m_context).value();
    QCOMPARE(m_story.faultsOf(*m_library), QByteArray());
}

void TakenAwayTest::file_isKeptAsACopy_data()
{
    QTest::addColumn<Change>("take");
    QTest::newRow("deleted") << Change([](const fs::path& in) { fs::remove(in / "data/library.db"); });
    QTest::newRow("deleted with its log") << Change([](const fs::path& in) {
        for (const char* end : {"", "-wal", "-shm"})
            fs::remove(in / (std::string("data/library.db") + end));
    });
    QTest::newRow("moved without its log")
        << Change([](const fs::path& in) { fs::rename(in / "data/library.db", in / "elsewhere.db"); });
    QTest::newRow("replaced") << Change([](const fs::path& in) {
        QFile other(QString::fromStdString((in / "other.db").string()));
        QVERIFY(other.open(QIODevice::WriteOnly) && other.write("of somebody else") > 0);
        other.close();
        fs::rename(in / "other.db", in / "data/library.db");
    });
}

void TakenAwayTest::file_isKeptAsACopy()
{
    QFETCH(Change, take);
    take(folder());
    const auto refused = m_story.say(*m_library, "a");
    QVERIFY(refused && refused->code == conversation::ErrorCode::Io);
    QVERIFY(waitForTrouble("is kept as"));
    m_library.reset();
    QCOMPARE(copies().size(), 1);
    QVERIFY(QString::fromStdString(refused->sentence).contains(copies().front()));
    const QFileDevice::Permissions others = QFileDevice::ReadGroup | QFileDevice::ReadOther;
    QVERIFY(!(QFile::permissions(m_folder->filePath(QStringLiteral("data/") + copies().front())) & others));
    QFile other(QString::fromStdString(path()));
    if (other.open(QIODevice::ReadOnly))
        QCOMPARE(other.readAll(), QByteArray("of somebody else"));
    m_library =
        storage::openLibrary(m_folder->filePath(QStringLiteral("data/") + copies().front()).toStdString(), &m_context)
            .value();
    QCOMPARE(m_story.faultsOf(*m_library), QByteArray());
}

/// Ending the process while it is written leaves nothing that could be taken for a copy; the next start removes it.
void TakenAwayTest::copy_hasItsNameWhenItIsWhole()
{
    std::atomic<int> writes = 0;
    std::atomic<bool> isNamedEarly = false;
    m_disk.setRule([&](const DiskCall& call) -> DiskFate {
        if (call.kind == DiskCall::Kind::Write && call.path.find("(kept ") != std::string::npos) {
            ++writes;
            isNamedEarly = isNamedEarly || !copies().empty();
        }
        return {};
    });
    fs::remove(path());
    QVERIFY(waitForTrouble("is kept as"));
    QVERIFY(writes > 0 && !isNamedEarly);
    m_library.reset();
    const fs::path copy = folder() / "data" / copies().front().toStdString();
    const QStringList left = {QStringLiteral("*.making*")};
    QCOMPARE(QDir(m_folder->filePath(QStringLiteral("data"))).entryList(left), QStringList());

    for (const char* end : {"-wal", "-shm"}) // of the file that is gone
        fs::remove(path() + end);
    fs::rename(copy, path());
    for (const char* end : {"", ".lock"})
        fs::copy_file(path(), copy.string() + ".making" + end);
    m_library = storage::openLibrary(path(), &m_context).value();
    QCOMPARE(QDir(m_folder->filePath(QStringLiteral("data"))).entryList(left), QStringList());
    QCOMPARE(m_story.faultsOf(*m_library), QByteArray());
}

void TakenAwayTest::failedCopy_isSaidAndTriedAgain()
{
    m_disk.setRule([](const DiskCall& call) -> DiskFate {
        return {call.path.find("(kept ") != std::string::npos ? SQLITE_FULL : SQLITE_OK};
    });
    fs::remove(path());
    QVERIFY(waitForTrouble("It could not be copied yet"));
    QCOMPARE(copies(), QStringList());
    m_disk.setRule({});
    QVERIFY(waitForTrouble("is kept as"));
    QCOMPARE(copies().size(), 1);
    QVERIFY(QString::fromStdString(m_trouble->sentence).contains(copies().front()));
}

/// Nobody was looking any more.
void TakenAwayTest::fileDeletedBeforeTheEnd_isKeptAsACopy()
{
    fs::remove(path());
    m_library.reset();
    QCOMPARE(copies().size(), 1);
    m_library =
        storage::openLibrary(m_folder->filePath(QStringLiteral("data/") + copies().front()).toStdString(), &m_context)
            .value();
    QCOMPARE(m_story.faultsOf(*m_library), QByteArray());
}

void TakenAwayTest::fileCutToNothing_isNoNewLibrary()
{
    fs::resize_file(path(), 0);
    QVERIFY(waitForTrouble("was truncated"));
    const auto refused = m_story.say(*m_library, "a");
    QVERIFY(refused && refused->code == conversation::ErrorCode::Damaged);
    m_library.reset();
    const auto opened = storage::openLibrary(path(), &m_context);
    QVERIFY(!opened && opened.error().code == conversation::ErrorCode::Damaged);
    // The log beside it has all of it.
    const auto report = storage::recoverLibrary(path());
    QVERIFY2(report, report ? "" : report.error().detail.c_str());
    QCOMPARE(report->wholeSessions(), 1);
    m_library = storage::openLibrary(path(), &m_context).value();
    QCOMPARE(m_story.faultsOf(*m_library), QByteArray());
}

} // namespace tst_taken_away

QUARTERDECK_TEST(tst_taken_away, TakenAwayTest)
#include "tst_taken_away.moc"
