#include "model/conversation/channel.h"
#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/appending_process.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/database.h"
#include "tests/storage/support/log_builder.h"
#include "tests/support/test.h"
#include "tests/support/unprivileged.h"

#include <QDir>
#include <QFile>
#include <QStorageInfo>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

namespace tst_library_states {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using storage::Access;
using storage::openLibrary;
using test::await;
using test::LogBuilder;
using test::Unprivileged;

/// What a library's file may be when it is opened, and what becomes of it.
class LibraryStatesTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void missingFile_isMadeWithItsFolders();
    void missingFile_isNotMadeForReading();
    void lockedFolder_isNoMissingLibrary();
    void emptyFile_becomesALibrary();
    void file_hasTheSettingsOfTheDesign();
    void otherFiles_areRefusedAndLeftAlone_data();
    void otherFiles_areRefusedAndLeftAlone();
    void logWithoutItsFile_isKept();
    void newerVersion_isReadOnly();
    void newerVersion_thatCannotBeRead();
    void readOnlyFile_opensReadOnly();
    void folderThatTakesNothing_isSaid();
    void readOnlyFolder_withALogIsReadFromACopy();
    void copyOfReadOnlyFile_needsRoom();
    void damagedPage_isFoundByCheck();
    void secondOpening_isLocked();
    void secondOpening_throughALinkIsLocked();
    void secondOpening_byAnotherNameIsLocked();
    void leftoverLockFile_locksNobodyOut();
    void secondProcess_isLockedOutButMayRead();
    void readOnlyAccess_refusesWrites();
    void standInForAFile_refusesAllButTheList();

private:
    [[nodiscard]] std::string path() const { return (m_folder->path() + QStringLiteral("/library.db")).toStdString(); }
    [[nodiscard]] QString file() const { return QString::fromStdString(path()); }
    void write(const QByteArray& bytes) const;
    [[nodiscard]] QByteArray bytes() const;
    void makeLibrary(int messages = 3);
    void execute(const char* sql) const;
    [[nodiscard]] std::string ask(const char* sql) const;
    /// A snapshot of the folder: the last session is only in the log.
    void makeLibraryWithLog();

    std::unique_ptr<QTemporaryDir> m_folder;
    QObject m_context;
};

void LibraryStatesTest::init() { m_folder = std::make_unique<QTemporaryDir>(); }
void LibraryStatesTest::cleanup() { m_folder.reset(); }

void LibraryStatesTest::write(const QByteArray& bytes) const
{
    QFile target(file());
    if (!target.open(QIODevice::WriteOnly | QIODevice::Truncate) || target.write(bytes) != bytes.size())
        qFatal("cannot write the test's file");
}

QByteArray LibraryStatesTest::bytes() const
{
    QFile source(file());
    if (!source.open(QIODevice::ReadOnly))
        qFatal("cannot read the test's file");
    return source.readAll();
}

void LibraryStatesTest::makeLibrary(int messages)
{
    const auto library = openLibrary(path(), &m_context);
    if (!library)
        qFatal("%s", library.error().detail.c_str());
    LogBuilder log("s");
    log.start();
    for (int i = 0; i < messages; ++i)
        log.say("Mike", std::string(1000, 'm'));
    if (!await<Nothing>([&](auto done) { (*library)->createSession(log.summary(), log.takeRecords(), done); }))
        qFatal("cannot write the session");
}

void LibraryStatesTest::execute(const char* sql) const { test::Database(path()).execute(sql); }

std::string LibraryStatesTest::ask(const char* sql) const { return test::Database(path()).ask(sql); }

void LibraryStatesTest::missingFile_isMadeWithItsFolders()
{
    const std::string deep = (m_folder->path() + QStringLiteral("/a/ä b/file:?%20#x.db")).toStdString();
    QVERIFY(openLibrary(deep, &m_context).has_value());
    QVERIFY(QFile::exists(QString::fromStdString(deep)));
    QCOMPARE(QDir(m_folder->path() + QStringLiteral("/a/ä b")).entryList(QDir::Files).size(), 1);
}

void LibraryStatesTest::missingFile_isNotMadeForReading()
{
    const auto library = openLibrary(path(), nullptr, Access::ReadOnly);
    QVERIFY(!library);
    QCOMPARE(library.error().code, ErrorCode::NotFound);
    QVERIFY(QDir(m_folder->path()).isEmpty());
}

/// Whether a forbidden folder contains one is unknown.
void LibraryStatesTest::lockedFolder_isNoMissingLibrary()
{
    const QString locked = m_folder->filePath(QStringLiteral("locked"));
    QVERIFY(QDir().mkpath(locked));
    const std::string inside = (locked + QStringLiteral("/library.db")).toStdString();
    QVERIFY(QFile::setPermissions(locked, QFile::Permissions()));
    std::optional<Error> error;
    {
        const Unprivileged unprivileged({m_folder->path(), locked});
        const auto library = openLibrary(inside, nullptr, Access::ReadOnly);
        QVERIFY(!library);
        error = library.error();
    }
    QVERIFY(QFile::setPermissions(locked, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    QCOMPARE(error->code, ErrorCode::Io);
    QVERIFY2(error->sentence.find("cannot be reached") != std::string::npos, error->sentence.c_str());
}

void LibraryStatesTest::emptyFile_becomesALibrary()
{
    write({});
    makeLibrary();
    QVERIFY(bytes().startsWith("SQLite format 3"));
}

void LibraryStatesTest::file_hasTheSettingsOfTheDesign()
{
    makeLibrary();
    QCOMPARE(ask("PRAGMA user_version"), std::string("4 "));
    QCOMPARE(ask("PRAGMA application_id"), std::to_string(0x5172446b) + ' ');
    QCOMPARE(ask("PRAGMA journal_mode"), std::string("wal "));
    QCOMPARE(ask("SELECT name FROM pragma_table_list WHERE schema = 'main' AND NOT strict AND name NOT LIKE 'sqlite_%'"
                 " AND name NOT LIKE 'text_index%'"), // FTS5 makes its own
             std::string());
    QVERIFY(!QFile::exists(file() + QStringLiteral("-wal")));
}

void LibraryStatesTest::otherFiles_areRefusedAndLeftAlone_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("text") << "text" << ErrorCode::Damaged;
    QTest::newRow("a database without tables") << "empty database" << ErrorCode::Damaged;
    QTest::newRow("another program's database") << "foreign" << ErrorCode::Damaged;
    QTest::newRow("our id, other tables") << "other tables" << ErrorCode::Damaged;
    QTest::newRow("cut in the middle") << "half" << ErrorCode::Damaged;
    QTest::newRow("cut in the header") << "header" << ErrorCode::Damaged;
    QTest::newRow("header zeroed") << "zeroed" << ErrorCode::Damaged;
}

void LibraryStatesTest::otherFiles_areRefusedAndLeftAlone()
{
    QFETCH(QString, what);
    QFETCH(ErrorCode, code);
    if (what == QLatin1String("text"))
        write("Dear diary, this is no database at all.\n");
    else if (what == QLatin1String("empty database"))
        execute("PRAGMA user_version = 0; CREATE TABLE t (a); DROP TABLE t");
    else if (what == QLatin1String("foreign"))
        execute("PRAGMA user_version = 1; CREATE TABLE sessions (id INTEGER PRIMARY KEY)");
    else if (what == QLatin1String("other tables"))
        execute("PRAGMA application_id = 0x5172446b; PRAGMA user_version = 1; CREATE TABLE sessions (id)");
    else
        makeLibrary(1000);
    if (what == QLatin1String("half"))
        write(bytes().left(bytes().size() / 2));
    else if (what == QLatin1String("header"))
        write(bytes().left(60));
    else if (what == QLatin1String("zeroed"))
        write(QByteArray(100, '\0') + bytes().mid(100));

    const QByteArray before = bytes();
    for (const Access access : {Access::ReadWrite, Access::ReadOnly}) {
        const auto library = openLibrary(path(), &m_context, access);
        QVERIFY(!library);
        QCOMPARE(library.error().code, code);
        QVERIFY(library.error().sentence.find("library.db") != std::string::npos);
        QCOMPARE(bytes(), before);
    }
}

void LibraryStatesTest::logWithoutItsFile_isKept()
{
    const QString log = file() + QStringLiteral("-wal");
    for (const bool hasEmptyFile : {false, true}) {
        QFile::remove(file());
        if (hasEmptyFile)
            write({});
        QFile orphan(log);
        QVERIFY(orphan.open(QIODevice::WriteOnly));
        orphan.write("all that is left");
        orphan.close();
        const auto library = openLibrary(path(), &m_context);
        QVERIFY(!library);
        QCOMPARE(library.error().code, ErrorCode::Damaged);
        QCOMPARE(QFile(log).size(), qint64{16});
    }
}

void LibraryStatesTest::newerVersion_isReadOnly()
{
    makeLibrary();
    execute("ALTER TABLE sessions ADD COLUMN mood TEXT; PRAGMA user_version = 99");
    const QByteArray before = bytes();
    {
        const auto library = openLibrary(path(), &m_context);
        QVERIFY(library.has_value());
        QVERIFY((*library)->isReadOnly());
        QCOMPARE((*library)->readOnlyReason()->code, ErrorCode::NewerVersion);
        const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { (*library)->listSessions(done); });
        QCOMPARE(sessions->size(), std::size_t{1});
        const auto refused = await<Nothing>([&](auto done) { (*library)->saveDraft(SessionId("s"), "d", done); });
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::NewerVersion);
        QVERIFY(refused.error().sentence.find(path()) != std::string::npos);
    }
    QCOMPARE(bytes(), before);
}

void LibraryStatesTest::newerVersion_thatCannotBeRead()
{
    makeLibrary();
    execute("ALTER TABLE events RENAME TO happenings; PRAGMA user_version = 99");
    const auto library = openLibrary(path(), &m_context);
    QVERIFY(!library);
    QCOMPARE(library.error().code, ErrorCode::NewerVersion);
}

void LibraryStatesTest::readOnlyFile_opensReadOnly()
{
    makeLibrary();
    const Unprivileged unprivileged({m_folder->path(), file()});
    QVERIFY(QFile::setPermissions(file(), QFile::ReadOwner));
    for (const bool isFolderToo : {false, true}) {
        if (isFolderToo)
            QVERIFY(QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::ExeOwner));
        const auto library = openLibrary(path(), &m_context);
        QVERIFY(library.has_value());
        QCOMPARE((*library)->readOnlyReason()->code, ErrorCode::ReadOnly);
        QVERIFY(await<ConversationState>([&](auto done) { (*library)->readState(SessionId("s"), {}, done); }));
    }
    QVERIFY(QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

/// What does not exist is not reported as open.
void LibraryStatesTest::folderThatTakesNothing_isSaid()
{
    const Unprivileged unprivileged({m_folder->path()});
    QVERIFY(QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::ExeOwner));
    const auto library = openLibrary(path(), &m_context);
    QVERIFY(QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    QVERIFY(!library);
    QCOMPARE(library.error().code, ErrorCode::ReadOnly);
    QVERIFY2(library.error().sentence.find("There is no library “") == 0, library.error().sentence.c_str());
}

void LibraryStatesTest::makeLibraryWithLog()
{
    makeLibrary();
    QByteArray file;
    QByteArray log;
    {
        const auto library = openLibrary(path(), &m_context);
        QVERIFY(library);
        LogBuilder late("late");
        late.start();
        QVERIFY(
            await<Nothing>([&](auto done) { (*library)->createSession(late.summary(), late.takeRecords(), done); }));
        file = bytes();
        log = test::bytesOf(this->file() + QStringLiteral("-wal"));
    }
    QVERIFY(!log.isEmpty());
    write(file);
    test::put(this->file() + QStringLiteral("-wal"), log);
}

void LibraryStatesTest::readOnlyFolder_withALogIsReadFromACopy()
{
    makeLibraryWithLog();
    const QString log = file() + QStringLiteral("-wal");
    const QTemporaryDir temporary;
    const Unprivileged unprivileged({m_folder->path(), file(), log, temporary.path()});
    const QByteArray usual = qgetenv("TMPDIR");
    qputenv("TMPDIR", QFile::encodeName(temporary.path()));
    const QStringList before = QDir(m_folder->path()).entryList(QDir::Files);
    for (const QString& name : {file(), log})
        QVERIFY(QFile::setPermissions(name, QFile::ReadOwner));
    QVERIFY(QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::ExeOwner));
    for (const Access access : {Access::ReadOnly, Access::ReadWrite}) {
        const auto library = openLibrary(path(), &m_context, access);
        QVERIFY2(library, library ? "" : library.error().detail.c_str());
        QVERIFY(storage::isReadFromCopy(**library));
        const std::optional<Error> reason = (*library)->readOnlyReason();
        QCOMPARE(reason->code, ErrorCode::ReadOnly);
        QVERIFY2(reason->sentence.find("a read-only copy") != std::string::npos, reason->sentence.c_str());
        QVERIFY(reason->sentence.find(path()) != std::string::npos);
        QVERIFY(await<ConversationState>([&](auto done) { (*library)->readState(SessionId("late"), {}, done); }));
        const auto health = await<LibraryHealth>([&](auto done) { (*library)->checkHealth(done); });
        QVERIFY(health && health->integrity == "ok" && health->path == path());
        QCOMPARE(QDir(temporary.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(), 1);
    }
    QVERIFY(QDir(temporary.path()).isEmpty());
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), before);
    QVERIFY(QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    if (usual.isNull())
        qunsetenv("TMPDIR");
    else
        qputenv("TMPDIR", usual);
}

/// A file with a hole that is larger than what the disk has left.
void LibraryStatesTest::copyOfReadOnlyFile_needsRoom()
{
    makeLibraryWithLog();
    const QString log = file() + QStringLiteral("-wal");
    const auto left = static_cast<std::uintmax_t>(QStorageInfo(QDir::tempPath()).bytesAvailable());
    std::filesystem::resize_file(path(), static_cast<std::uintmax_t>(bytes().size()) + left);
    const Unprivileged unprivileged({m_folder->path(), file(), log});
    QVERIFY(QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::ExeOwner));
    const auto library = openLibrary(path(), nullptr, Access::ReadOnly);
    QVERIFY(!library);
    QCOMPARE(library.error().code, ErrorCode::DiskFull);
    QVERIFY2(library.error().sentence.find("There is not enough space to copy") == 0, library.error().sentence.c_str());
    QVERIFY(QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

void LibraryStatesTest::damagedPage_isFoundByCheck()
{
    makeLibrary(1000);
    QByteArray content = bytes();
    const qsizetype page = content.size() / 2 / 4096 * 4096;
    content.replace(page, 4096, QByteArray(4096, '\x55'));
    write(content);
    const auto library = openLibrary(path(), &m_context, Access::ReadOnly);
    QVERIFY(library.has_value());
    const auto health = await<LibraryHealth>([&](auto done) { (*library)->checkHealth(done); });
    QVERIFY(health.has_value());
    QVERIFY(health->integrity != "ok");
    const auto check = await<SessionCheck>([&](auto done) { (*library)->verifySession(SessionId("s"), done); });
    QVERIFY(!check || !check->isSound());
}

void LibraryStatesTest::secondOpening_isLocked()
{
    {
        const auto first = openLibrary(path(), &m_context);
        QVERIFY(first.has_value());
        const auto second = openLibrary(path(), &m_context);
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::Locked);
        QVERIFY(second.error().sentence.find(path()) != std::string::npos);
    }
    QVERIFY(openLibrary(path(), &m_context).has_value());
}

void LibraryStatesTest::secondOpening_throughALinkIsLocked()
{
    makeLibrary();
    const QString link = m_folder->path() + QStringLiteral("/link.db");
    QVERIFY(QFile::link(file(), link));
    for (const bool isLinkFirst : {false, true}) {
        const std::string names[] = {path(), link.toStdString()};
        const auto first = openLibrary(names[isLinkFirst ? 1 : 0], &m_context);
        QVERIFY2(first.has_value(), first ? "" : first.error().detail.c_str());
        const auto second = openLibrary(names[isLinkFirst ? 0 : 1], &m_context);
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::Locked);
    }
}

/// A hard link: its lock and its log would be elsewhere.
void LibraryStatesTest::secondOpening_byAnotherNameIsLocked()
{
    makeLibrary();
    const std::string other = (m_folder->path() + QStringLiteral("/other.db")).toStdString();
    std::filesystem::create_hard_link(path(), other);
    {
        const auto first = openLibrary(path(), &m_context);
        QVERIFY(first);
        for (const Access access : {Access::ReadWrite, Access::ReadOnly}) {
            const auto second = openLibrary(other, &m_context, access);
            QVERIFY(!second);
            QCOMPARE(second.error().code, ErrorCode::Locked);
        }
        QVERIFY(!storage::recoverLibrary(other));
        QVERIFY(!storage::makeBackup(other, storage::BackupKind::ByHand));
        QVERIFY(openLibrary(path(), &m_context, Access::ReadOnly)); // by its owner's name it can be read
        const auto backup = storage::makeBackup(path(), storage::BackupKind::ByHand);
        QVERIFY(backup);
        const auto restored = storage::restoreBackup(other, backup->path);
        QVERIFY(!restored); // its owner would write on into what was put aside
        QCOMPARE(restored.error().code, ErrorCode::Locked);
        QVERIFY(!storage::recoverInPlace(other, backup->path));
        QVERIFY(std::filesystem::equivalent(path(), other));
    }
    QCOMPARE(QDir(m_folder->path()).entryList({QStringLiteral("other*")}, QDir::Files),
             QStringList{QStringLiteral("other.db")});
    QVERIFY(openLibrary(other, &m_context));
}

void LibraryStatesTest::leftoverLockFile_locksNobodyOut()
{
    makeLibrary();
    for (const char* content : {"", "4711\nquarterdeck\nhost\n"}) {
        QFile left(file() + QStringLiteral(".lock"));
        QVERIFY(left.open(QIODevice::WriteOnly));
        left.write(content);
        left.close();
        const auto library = openLibrary(path(), &m_context);
        QVERIFY2(library.has_value(), library ? "" : library.error().detail.c_str());
        QVERIFY(!(*library)->isReadOnly());
    }
    QVERIFY(!QFile::exists(file() + QStringLiteral(".lock")));
}

void LibraryStatesTest::secondProcess_isLockedOutButMayRead()
{
    test::AppendingProcess owner(path(), QStringLiteral("owner"));
    QVERIFY(owner.waitForFirstAcknowledgement());
    const auto refused = openLibrary(path(), &m_context);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Locked);
    {
        const auto reader = openLibrary(path(), nullptr, Access::ReadOnly);
        QVERIFY2(reader.has_value(), reader ? "" : reader.error().detail.c_str());
        const auto events = [&] {
            return await<LibraryHealth>([&](auto done) { (*reader)->checkHealth(done); }).value();
        };
        const LibraryHealth first = events();
        QCOMPARE(first.integrity, std::string("ok"));
        QVERIFY(first.isReadOnly);
        constexpr int patience = 6000;
        for (int i = 0; i < patience && events().events == first.events; ++i)
            owner.waitMs(10);
        QVERIFY(events().events > first.events);
        owner.kill();
        QCOMPARE(events().integrity, std::string("ok"));
    }
    QVERIFY(openLibrary(path(), &m_context).has_value());
}

void LibraryStatesTest::readOnlyAccess_refusesWrites()
{
    makeLibrary();
    const auto library = openLibrary(path(), &m_context, Access::ReadOnly);
    QVERIFY(library.has_value());
    QCOMPARE((*library)->readOnlyReason()->code, ErrorCode::ReadOnly);
    const auto refused = await<Nothing>([&](auto done) { (*library)->removeSession(SessionId("s"), done); });
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::ReadOnly);
    QVERIFY(await<ConversationState>([&](auto done) { (*library)->readState(SessionId("s"), {}, done); }));
}

void LibraryStatesTest::standInForAFile_refusesAllButTheList()
{
    const Error reason{ErrorCode::ReadOnly, "The file is damaged.", "at byte 1"};
    const auto library = quarterdeck::storage::makeUnavailableLibrary(&m_context, reason);
    QCOMPARE(library->readOnlyReason()->sentence, reason.sentence);
    const auto refused =
        await<AttachmentInfo>([&](auto done) { library->putAttachment("a", "text/plain", 0, 0, done); });
    QVERIFY(!refused);
    QCOMPARE(refused.error().sentence, reason.sentence);
    QCOMPARE(await<std::string>([&](auto done) { library->readDraft(SessionId("s"), done); }).error().sentence,
             reason.sentence);
    QVERIFY(await<std::vector<SessionSummary>>([&](auto done) { library->listSessions(done); })->empty());
}

} // namespace tst_library_states

QUARTERDECK_TEST(tst_library_states, LibraryStatesTest)
#include "tst_library_states.moc"
