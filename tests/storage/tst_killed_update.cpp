#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/disk.h"
#include "tests/storage/support/promise.h"
#include "tests/storage/support/story.h"
#include "tests/support/test.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_killed_update {

using namespace quarterdeck;
using namespace quarterdeck::session;
using storage::openLibrary;
using test::await;
using test::Disk;
using test::DiskCall;
using test::DiskFate;
using Kind = DiskCall::Kind;

namespace {

/// Everything a statement can leave on the disk is there after one of these calls, or not yet.
bool changesTheDisk(Kind kind) { return kind != Kind::Read && kind != Kind::Map; }

} // namespace

/// A library of an older version whose owner is killed during the upgrade, at each call that changes the disk (one in
/// seven without QUARTERDECK_FULL): the next owner finds everything that was there.
class KilledUpdateTest final : public QObject
{
    Q_OBJECT

private slots:
    void killedUpdate_losesNothing_data();
    void killedUpdate_losesNothing();

private:
    /// In a process of its own. False if it ended before that call came.
    [[nodiscard]] bool isKilledAt(int call, const std::string& library);

    Disk m_disk; ///< handed down to that process
};

bool KilledUpdateTest::isKilledAt(int call, const std::string& library)
{
    const pid_t process = ::fork();
    if (process == 0) {
        int count = 0;
        m_disk.setRule([&count, call](const DiskCall& made) -> DiskFate {
            if (changesTheDisk(made.kind) && ++count == call)
                ::kill(::getpid(), SIGKILL);
            return {};
        });
        QObject context;
        const auto opened = openLibrary(library, &context);
        m_disk.setRule({}); // what closing does is no part of it
        ::_exit(opened && !(*opened)->isReadOnly() ? 0 : 1);
    }
    int status = 0;
    if (process < 0 || ::waitpid(process, &status, 0) != process)
        qFatal("the test cannot run a process");
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        return true;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        QTest::qFail("the process ended in another way", __FILE__, __LINE__);
    return false;
}

void KilledUpdateTest::killedUpdate_losesNothing_data()
{
    QTest::addColumn<QString>("file");
    for (const char* file : {"version1.db", "version2.db", "version3.db"})
        QTest::newRow(file) << QString::fromLatin1(file);
}

void KilledUpdateTest::killedUpdate_losesNothing()
{
    QFETCH(QString, file);
    const int step = test::isFull() ? 1 : 7;
    int kills = 0;
    for (int call = 1;; call += step) {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("library.db"));
        QVERIFY(QFile::copy(QStringLiteral(QUARTERDECK_TEST_DATA "/library/") + file, path));
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner));
        if (!isKilledAt(call, path.toStdString()))
            break;
        ++kills;
        QObject context;
        const auto library = openLibrary(path.toStdString(), &context);
        QVERIFY2(library, library ? "" : library.error().detail.c_str());
        QVERIFY(!(*library)->isReadOnly());
        const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { (*library)->listSessions(done); });
        QVERIFY(sessions);
        QCOMPARE(sessions->size(), std::size_t{2});
        for (const SessionSummary& one : *sessions) {
            const auto check = await<SessionCheck>([&](auto done) { (*library)->verifySession(one.id, done); });
            QVERIFY2(check && check->isSound(), qPrintable(QStringLiteral("killed at call %1").arg(call)));
        }
        // A partial copy does not count; the one before the update is whole.
        const std::vector<storage::Backup> backups = storage::listBackups(path.toStdString());
        QVERIFY(!backups.empty() && backups.back().sessions == 2);
        test::Story story;
        QVERIFY(!story.begin(**library, "new"));
    }
    QVERIFY2(kills >= 10, qPrintable(QString::number(kills)));
    test::countPromise(9, QStringLiteral("%1 updates of %2 were killed: none lost anything").arg(kills).arg(file));
}

} // namespace tst_killed_update

QUARTERDECK_TEST(tst_killed_update, KilledUpdateTest)
#include "tst_killed_update.moc"
