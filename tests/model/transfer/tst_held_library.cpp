#include "model/session/safe_files.h"
#include "model/transfer/folder_watch.h"
#include "storage/open_library.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"
#include "transfer_support.h"

#include <QFile>
#include <QTest>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_held_library {

using namespace quarterdeck;
using namespace quarterdeck::test;

namespace {

/// Whether SQLite's lock of those who have a database open is on it, as another process sees it: this one does not see
/// its own.
bool isLockSeen(const QString& path)
{
    const QByteArray name = path.toUtf8();
    const pid_t child = fork();
    if (child == 0) {
        struct flock lock = {};
        lock.l_type = F_WRLCK;
        lock.l_whence = SEEK_SET;
        lock.l_start = 0x40000002; // SQLite's file format: the range of those who read
        lock.l_len = 510;
        const int file = open(name.constData(), O_RDWR | O_CLOEXEC);
        _exit(file >= 0 && fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK ? 1 : 0);
    }
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

} // namespace

/// A library that this process has open is not opened once more to be looked into: to close it drops all locks on it.
class TestHeldLibrary final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void whenWatched_keepsItsLock();
    void whenItsFolderIsImported_keepsItsLock();
    void whenNamed_isRefused_data();
    void whenNamed_isRefused();
    void anyName_isKnown();

private:
    [[nodiscard]] transfer::ImportReport take(const QString& path)
    {
        transfer::ImportRequest request;
        request.files = {{path.toStdString(), {}}};
        return import(m_library, request);
    }

    QObject m_completions;
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
    std::shared_ptr<Library> m_library;
};

void TestHeldLibrary::init()
{
    m_library.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(QStringLiteral("quarterdeck.db"));
    auto library = storage::openLibrary(m_path.toStdString(), &m_completions);
    QVERIFY(library);
    m_library = *library;
    QVERIFY(QFile::link(m_path, m_folder->filePath(QStringLiteral("link.db"))));
    QCOMPARE(link(m_path.toUtf8().constData(), m_folder->filePath(QStringLiteral("other.qdeck")).toUtf8().constData()),
             0);
    writeFile(*m_folder, QStringLiteral("one.jsonl"), "{}");
    QVERIFY(isLockSeen(m_path));
}

void TestHeldLibrary::whenWatched_keepsItsLock()
{
    QStringList told;
    transfer::FolderWatch watch(m_folder->path(), 0, nullptr, std::chrono::milliseconds{50});
    connect(&watch, &transfer::FolderWatch::changed, this, [&](const QStringList& files) { told << files; });
    QVERIFY(waitFor([&] { return !told.isEmpty(); }));
    (void)waitFor([&] { return told.size() > 1; }, 600);
    QCOMPARE(told, QStringList{m_folder->filePath(QStringLiteral("one.jsonl"))});
    QVERIFY(isLockSeen(m_path));
}

void TestHeldLibrary::whenItsFolderIsImported_keepsItsLock()
{
    const auto report = take(m_folder->path());
    QCOMPARE(report.files.size(), std::size_t{1}); // the document without a message
    QVERIFY(isLockSeen(m_path));
}

void TestHeldLibrary::whenNamed_isRefused_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"quarterdeck.db", "link.db", "other.qdeck", "quarterdeck.db-wal", "quarterdeck.db-shm"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestHeldLibrary::whenNamed_isRefused()
{
    QFETCH(QString, name);
    const auto report = take(m_folder->filePath(name));
    QCOMPARE(report.files.size(), std::size_t{1});
    QVERIFY(report.files.front().error);
    QVERIFY(report.files.front().error->code == conversation::ErrorCode::BadInput);
    QCOMPARE(QString::fromStdString(report.files.front().error->sentence),
             QStringLiteral("“%1” is the library that is open in this program, so it was not imported.")
                 .arg(m_folder->filePath(name)));
    QVERIFY(isLockSeen(m_path));
}

void TestHeldLibrary::anyName_isKnown()
{
    const QString path = m_folder->filePath(QStringLiteral("library.db"));
    const auto isHeld = [&](const char* name) {
        return session::isOpenInThisProcess(m_folder->filePath(QString::fromLatin1(name)).toStdString());
    };
    for (const char* name : {"library.db", "library.db-wal", "another.db", "another.db-wal"})
        writeFile(*m_folder, QString::fromLatin1(name), "x");
    QVERIFY(QFile::link(path, m_folder->filePath(QStringLiteral("its link.db"))));
    {
        const session::OpenFileMarker held(m_folder->filePath(QStringLiteral("its link.db")).toStdString());
        const session::OpenFileMarker again(path.toStdString());
        for (const char* name : {"library.db", "library.db-wal", "its link.db"})
            QVERIFY2(isHeld(name), name);
        for (const char* name : {"another.db", "another.db-wal", "library.db-shm"})
            QVERIFY2(!isHeld(name), name);
        QVERIFY(QFile::rename(path, m_folder->filePath(QStringLiteral("moved.db"))));
        QVERIFY(isHeld("moved.db") && isHeld("library.db-wal"));
    }
    QVERIFY(!isHeld("moved.db"));
}

} // namespace tst_held_library

QUARTERDECK_TEST(tst_held_library, TestHeldLibrary)
#include "tst_held_library.moc"
