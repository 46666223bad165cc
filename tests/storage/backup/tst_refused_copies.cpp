#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/database.h"
#include "tests/support/test.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

namespace tst_refused_copies {

using namespace quarterdeck;
using conversation::ErrorCode;
using storage::BackupKind;
using test::bytesOf;
using test::put;

/// What is not copied, and what does not replace a library.
class RefusedCopiesTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void newerVersionsBackup_isNotRestored();
    void whatIsNoLibrary_isNotCopied_data();
    void whatIsNoLibrary_isNotCopied();

private:
    [[nodiscard]] QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    [[nodiscard]] std::string library() const { return path("library.db").toStdString(); }
    [[nodiscard]] QStringList files() const
    {
        return QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot, QDir::Name);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QObject m_context;
};

void RefusedCopiesTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(storage::openLibrary(library(), &m_context));
}

/// It could only be read there. That is said before anything is replaced, and in the list.
void RefusedCopiesTest::newerVersionsBackup_isNotRestored()
{
    const auto made = storage::makeBackup(library(), BackupKind::ByHand);
    QVERIFY(made);
    QVERIFY(!storage::listBackups(library()).front().isOfNewerVersion);
    test::Database(made->path).execute("PRAGMA user_version = 99");
    const std::vector<storage::Backup> listed = storage::listBackups(library());
    QVERIFY(listed.size() == 1 && listed.front().isOfNewerVersion);
    const QByteArray before = bytesOf(path("library.db"));
    const QStringList around = files();
    const auto restored = storage::restoreOrRecover(library(), made->path);
    QVERIFY(!restored);
    QCOMPARE(restored.error().code, ErrorCode::NewerVersion);
    QVERIFY2(restored.error().sentence.find("newer version") != std::string::npos, restored.error().sentence.c_str());
    QVERIFY(bytesOf(path("library.db")) == before);
    QCOMPARE(files(), around);
}

void RefusedCopiesTest::whatIsNoLibrary_isNotCopied_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<bool>("isMissing");
    QTest::newRow("a text") << QByteArray("Dear diary, today I was mistaken for a library.") << false;
    QTest::newRow("an empty file") << QByteArray() << true;
    const QTemporaryDir folder;
    const QString other = folder.filePath(QStringLiteral("other.db"));
    test::Database(other.toStdString()).execute("CREATE TABLE accounts (id); INSERT INTO accounts VALUES (1)");
    QTest::newRow("another program's") << bytesOf(other) << false;
}

void RefusedCopiesTest::whatIsNoLibrary_isNotCopied()
{
    QFETCH(QByteArray, content);
    QFETCH(bool, isMissing);
    put(path("diary.db"), content);
    const QStringList before = files();
    const auto made = storage::makeBackup(path("diary.db").toStdString(), BackupKind::ByHand);
    QVERIFY(!made);
    QCOMPARE(made.error().code, isMissing ? ErrorCode::NotFound : ErrorCode::Damaged);
    const char* told = isMissing ? "There is no library" : "is not a Quarterdeck library";
    QVERIFY2(made.error().sentence.find(told) != std::string::npos, made.error().sentence.c_str());
    QCOMPARE(files(), before);
    QVERIFY(bytesOf(path("diary.db")) == content);
}

} // namespace tst_refused_copies

QUARTERDECK_TEST(tst_refused_copies, RefusedCopiesTest)
#include "tst_refused_copies.moc"
