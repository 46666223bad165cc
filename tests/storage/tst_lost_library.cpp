#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/database.h"
#include "tests/storage/support/promise.h"
#include "tests/storage/support/story.h"
#include "tests/support/test.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <memory>
#include <stop_token>

namespace tst_lost_library {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using storage::Access;
using storage::Backup;
using storage::BackupKind;
using storage::openLibrary;
using test::await;
using test::bytesOf;
using test::put;
using test::Story;

namespace {

/// What is in the library's place.
enum class Left { Nothing, EmptyFile };

} // namespace

/// A library that was there and is gone: no new one takes its place by itself, and its copies are found all the same.
class LostLibraryTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void lostLibrary_isNotMadeByItself_data();
    void lostLibrary_isNotMadeByItself();
    void strangersFiles_areNoCopies_data();
    void strangersFiles_areNoCopies();
    void linkToNothing_isNotMadeByItself();
    void newLibrary_leavesTheOldCopies();
    void copies_areListedAndRestored_data();
    void copies_areListedAndRestored();
    void copies_areFoundThroughALink();
    void whatWasPutAside_isListed();
    void failedRestore_leavesNothing();
    void whatIsNoBackup_isSaid_data();
    void whatIsNoBackup_isSaid();

private:
    [[nodiscard]] QString path(const QString& name = QStringLiteral("library.db")) const
    {
        return m_folder->filePath(name);
    }
    [[nodiscard]] std::string library() const { return path().toStdString(); }
    [[nodiscard]] QStringList files() const
    {
        return QDir(m_folder->path()).entryList(QDir::Files | QDir::NoDotAndDotDot, QDir::Name);
    }
    /// With one session.
    void makeLibrary();
    void lose(Left left) const;
    /// In the library: as in the story, or what is wrong.
    [[nodiscard]] QByteArray faults();

    std::unique_ptr<QTemporaryDir> m_folder;
    QObject m_context;
    Story m_story;
};

void LostLibraryTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_story = {};
}

void LostLibraryTest::makeLibrary()
{
    const auto made = openLibrary(library(), &m_context);
    if (!made)
        qFatal("%s", made.error().sentence.c_str());
    QVERIFY(!m_story.begin(**made, "a"));
    for (int i = 0; i < 5; ++i)
        QVERIFY(!m_story.say(**made, "a"));
}

void LostLibraryTest::lose(Left left) const
{
    for (const char* end : {"", "-wal", "-shm"})
        QFile::remove(path() + QLatin1String(end));
    if (left == Left::EmptyFile)
        put(path(), {});
}

QByteArray LostLibraryTest::faults()
{
    const auto opened = openLibrary(library(), nullptr, Access::ReadOnly);
    return opened ? m_story.faultsOf(**opened) : QByteArray::fromStdString(opened.error().sentence);
}

void LostLibraryTest::lostLibrary_isNotMadeByItself_data()
{
    QTest::addColumn<Left>("left");
    QTest::addColumn<QString>("copy"); ///< empty = a backup, as the program makes it
    for (const Left left : {Left::Nothing, Left::EmptyFile}) {
        const char* what = left == Left::Nothing ? "gone" : "empty";
        QTest::addRow("%s, a backup", what) << left << QString();
        for (const char* word : {"kept", "damaged", "replaced"})
            QTest::addRow("%s, one that was %s", what, word)
                << left << QStringLiteral("library (%1 2026-11-22 02.43.11).db").arg(QLatin1String(word));
        QTest::addRow("%s, the second one", what) << left << "library (kept 2026-11-22 02.43.11, 2).db";
    }
}

void LostLibraryTest::lostLibrary_isNotMadeByItself()
{
    QFETCH(Left, left);
    QFETCH(QString, copy);
    makeLibrary();
    if (copy.isEmpty())
        QVERIFY(storage::makeBackup(library(), BackupKind::Daily));
    else
        QVERIFY(QFile::copy(path(), path(copy)));
    QVERIFY(!storage::isLost(library()));
    lose(left);
    QVERIFY(storage::isLost(library()));
    const QStringList before = files();
    for (const Access access : {Access::ReadWrite, Access::ReadOnly}) {
        const auto refused = openLibrary(library(), &m_context, access);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::NotFound);
        const char* words = left == Left::Nothing ? "was here before, but is gone" : "is now an empty file";
        QVERIFY2(refused.error().sentence.find(words) != std::string::npos, refused.error().sentence.c_str());
        QVERIFY(refused.error().sentence.find(library()) != std::string::npos);
        QCOMPARE(files(), before);
        QVERIFY(bytesOf(path()).isEmpty());
    }
    test::countPromise(4,
                       QStringLiteral("a lost library (%1) was not silently made anew")
                           .arg(QString::fromLatin1(QTest::currentDataTag())));
}

void LostLibraryTest::strangersFiles_areNoCopies_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"library notes.db", "library (copy).db", "library (kept).db", "library (kept yesterday).db",
          "library (lost 2026-11-22 02.43.11).db", "other (kept 2026-11-22 02.43.11).db",
          "library (kept 2026-11-22 02.43.11).txt", "library (kept 2026-11-22 02.43.11) of mine.db",
          "backups/other 2026-11-22 02.43.11.042 daily.db", "backups/library 2026-11-22 daily.db",
          "backups/library 2026-11-22 02.43.11.042 hourly.db",
          "backups/library 2026-11-22 02.43.11.042 daily.db.making"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

/// A first start stays one.
void LostLibraryTest::strangersFiles_areNoCopies()
{
    QFETCH(QString, name);
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("backups")));
    put(path(name), "something");
    for (const Left left : {Left::Nothing, Left::EmptyFile}) {
        lose(left);
        QVERIFY(!storage::isLost(library()));
        const auto opened = openLibrary(library(), &m_context);
        QVERIFY2(opened, opened ? "" : opened.error().sentence.c_str());
        QVERIFY(!(*opened)->isReadOnly());
    }
    // A copy that nobody is making any more is removed.
    const bool isUnfinished = name.endsWith(QStringLiteral(".making"));
    QCOMPARE(QFile::exists(path(name)), !isUnfinished);
    if (!isUnfinished)
        QCOMPARE(bytesOf(path(name)), QByteArray("something"));
}

/// The disk on which it is may be away.
void LostLibraryTest::linkToNothing_isNotMadeByItself()
{
    const QString target = path(QStringLiteral("disk/real.db"));
    QVERIFY(QFile::link(target, path()));
    QVERIFY(storage::isLost(library()));
    for (const Access access : {Access::ReadWrite, Access::ReadOnly}) {
        const auto refused = openLibrary(library(), &m_context, access);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::NotFound);
        QVERIFY(!QFileInfo::exists(path(QStringLiteral("disk"))));
        QVERIFY(QFileInfo(path()).isSymLink());
    }
    QVERIFY(openLibrary(library(), &m_context, Access::Anew));
    QVERIFY(QFileInfo::exists(target));
    QVERIFY(QFileInfo(path()).isSymLink());
    QVERIFY(!storage::isLost(library()));
}

void LostLibraryTest::newLibrary_leavesTheOldCopies()
{
    makeLibrary();
    QVERIFY(storage::makeBackup(library(), BackupKind::Daily));
    lose(Left::EmptyFile);
    {
        const auto anew = openLibrary(library(), &m_context, Access::Anew);
        QVERIFY2(anew, anew ? "" : anew.error().sentence.c_str());
        QVERIFY(!(*anew)->isReadOnly());
        const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { (*anew)->listSessions(done); });
        QVERIFY(sessions && sessions->empty());
    }
    const QStringList aside = files().filter(QStringLiteral("library (damaged 20"));
    QCOMPARE(aside.size(), 1);
    QVERIFY(bytesOf(path(aside.front())).isEmpty());
    // Years of backups of the new one do not push the last of the old one out.
    constexpr std::int64_t day = 24LL * 60 * 60 * 1000;
    const Timestamp old = storage::listBackups(library()).front().made;
    for (int age = 1; age <= 9; ++age) {
        const Backup made = storage::makeBackup(library(), BackupKind::Daily).value();
        QVERIFY(made.sessions == 0);
    }
    QVERIFY(storage::makeDueBackups(library(), {old.msSinceEpoch + 2 * day}).value() > 0);
    std::vector<Backup> ofOld;
    for (const Backup& backup : storage::listBackups(library()))
        if (backup.sessions == 1)
            ofOld.push_back(backup);
    QCOMPARE(ofOld.size(), std::size_t{1});
    QCOMPARE(ofOld.front().kind, BackupKind::ByHand);
    QVERIFY(storage::restoreBackup(library(), ofOld.front().path));
    QCOMPARE(faults(), QByteArray());
}

void LostLibraryTest::copies_areListedAndRestored_data()
{
    QTest::addColumn<Left>("left");
    QTest::newRow("gone") << Left::Nothing;
    QTest::newRow("empty") << Left::EmptyFile;
}

void LostLibraryTest::copies_areListedAndRestored()
{
    QFETCH(Left, left);
    makeLibrary();
    const auto made = storage::makeBackup(library(), BackupKind::ByHand);
    QVERIFY(made);
    lose(left);
    QCOMPARE(storage::lastBackup(library()), std::optional(made->made));
    const std::vector<Backup> listed = storage::listBackups(library());
    QCOMPARE(listed.size(), std::size_t{1});
    QCOMPARE(listed.front().path, made->path);
    QCOMPARE(listed.front().sessions, std::int64_t{1});
    const auto aside = storage::restoreBackup(library(), listed.front().path);
    QVERIFY2(aside, aside ? "" : aside.error().sentence.c_str());
    QCOMPARE(aside->empty(), left == Left::Nothing);
    QCOMPARE(files().size(), left == Left::Nothing ? 1 : 2); // an empty file is kept, too
    QCOMPARE(faults(), QByteArray());
    QVERIFY(!storage::isLost(library()));
}

/// The copies are beside the file, not beside the link.
void LostLibraryTest::copies_areFoundThroughALink()
{
    makeLibrary();
    const QTemporaryDir elsewhere;
    const std::string link = elsewhere.filePath(QStringLiteral("link.db")).toStdString();
    QVERIFY(QFile::link(path(), QString::fromStdString(link)));
    const auto made = storage::makeBackup(link, BackupKind::ByHand);
    QVERIFY(made);
    lose(Left::Nothing);
    QCOMPARE(storage::listBackups(link).size(), std::size_t{1});
    QVERIFY(storage::restoreBackup(link, made->path));
    QCOMPARE(faults(), QByteArray());
    QVERIFY(QFileInfo(QString::fromStdString(link)).isSymLink());
}

void LostLibraryTest::whatWasPutAside_isListed()
{
    const QString kept = path(QStringLiteral("library (kept 2026-11-22 02.43.11).db"));
    const QString replaced = path(QStringLiteral("library (replaced 2026-11-23 02.43.11, 2).db"));
    makeLibrary();
    QVERIFY(QFile::copy(path(), kept));
    {
        // As a crash left it: its last session is in its log.
        const auto open = openLibrary(library(), &m_context);
        QVERIFY(!m_story.begin(**open, "b"));
        put(replaced, bytesOf(path()));
        put(replaced + QStringLiteral("-wal"), bytesOf(path() + QStringLiteral("-wal")));
    }
    put(path(QStringLiteral("library (kept 2026-11-24 02.43.11).db")), "of no use");
    put(path(QStringLiteral("library (kept 2026-11-25 02.43.11).db")), {});
    lose(Left::Nothing);
    put(path() + QStringLiteral("-wal"), "all that is left in its place");
    const std::vector<Backup> listed = storage::listBackups(library());
    QCOMPARE(listed.size(), std::size_t{3});
    QCOMPARE(listed[0].kind, BackupKind::Replaced);
    QCOMPARE(listed[0].path, replaced.toStdString());
    QCOMPARE(listed[0].sessions, std::int64_t{2});
    QCOMPARE(listed[1].kind, BackupKind::Kept);
    QCOMPARE(listed[1].sessions, std::int64_t{1});
    QCOMPARE(listed[2].kind, BackupKind::Damaged);
    QCOMPARE(listed[1].made.msSinceEpoch,
             QDateTime(QDate(2026, 11, 22), QTime(2, 43, 11)).toMSecsSinceEpoch()); // on the clock of this place
    QVERIFY(!storage::lastBackup(library()));                                       // none was made
    const auto aside = storage::restoreBackup(library(), listed[0].path);
    QVERIFY2(aside, aside ? "" : aside.error().sentence.c_str());
    QCOMPARE(bytesOf(QString::fromStdString(*aside) + QStringLiteral("-wal")),
             QByteArray("all that is left in its place"));
    QCOMPARE(faults(), QByteArray());
}

/// It stays lost, and is not an empty file now.
void LostLibraryTest::failedRestore_leavesNothing()
{
    makeLibrary();
    const auto made = storage::makeBackup(library(), BackupKind::ByHand);
    QVERIFY(made);
    lose(Left::Nothing);
    const QString inTheWay = path() + QStringLiteral(".replacing");
    QVERIFY(QDir().mkpath(inTheWay + QStringLiteral("/full")));
    QVERIFY(!storage::restoreBackup(library(), made->path));
    QVERIFY(!QFileInfo::exists(path()));
    QVERIFY(storage::isLost(library()));
    QVERIFY(QDir(inTheWay).removeRecursively());
    std::stop_source source;
    source.request_stop();
    const auto stopped = storage::restoreBackup(library(), made->path, source.get_token());
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
    QVERIFY(files().filter(QStringLiteral(".replacing.new")).size() == files().size());
    QVERIFY(storage::restoreBackup(library(), made->path));
    QCOMPARE(faults(), QByteArray());
}

void LostLibraryTest::whatIsNoBackup_isSaid_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("missing") << "missing" << ErrorCode::NotFound << "There is no backup “";
    QTest::newRow("text") << "text" << ErrorCode::Damaged << "is not a Quarterdeck library";
    QTest::newRow("of no bytes") << "empty" << ErrorCode::Damaged << "is not a Quarterdeck library";
    QTest::newRow("another program's") << "foreign" << ErrorCode::Damaged << "is not a Quarterdeck library";
    QTest::newRow("a folder") << "folder" << ErrorCode::Io << "is a folder";
    QTest::newRow("cut") << "cut" << ErrorCode::Damaged << "Part of the library";
}

void LostLibraryTest::whatIsNoBackup_isSaid()
{
    QFETCH(QString, what);
    QFETCH(ErrorCode, code);
    QFETCH(QString, words);
    makeLibrary();
    const QString file = path(QStringLiteral("chosen.db"));
    if (what == QLatin1String("text"))
        put(file, "root:x:0:0:root:/root:/bin/bash\n");
    else if (what == QLatin1String("empty"))
        put(file, {});
    else if (what == QLatin1String("foreign"))
        test::Database(file.toStdString()).execute("CREATE TABLE sessions (id INTEGER PRIMARY KEY)");
    else if (what == QLatin1String("folder"))
        QVERIFY(QDir().mkpath(file));
    else if (what == QLatin1String("cut"))
        put(file, bytesOf(path()).left(20'000));
    const auto refused = storage::restoreBackup(library(), file.toStdString());
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, code);
    const QString said = QString::fromStdString(refused.error().sentence);
    QVERIFY2(said.contains(words) && said.contains(file), qPrintable(said));
    QCOMPARE(faults(), QByteArray());
}

} // namespace tst_lost_library

QUARTERDECK_TEST(tst_lost_library, LostLibraryTest)
#include "tst_lost_library.moc"
