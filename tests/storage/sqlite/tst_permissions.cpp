#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/story.h"
#include "tests/support/test.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <memory>
#include <sys/stat.h>

namespace tst_permissions {

using namespace quarterdeck;
using storage::BackupKind;
using test::put;

namespace {

constexpr mode_t owners = 0600;
constexpr mode_t ownersFolder = 0700;
constexpr mode_t withGroup = 0640;
constexpr mode_t everybodys = 0644;
constexpr mode_t everybodysFolder = 0755;

} // namespace

/// Who else on the machine may read a library: nobody, unless the person has said so.
class RightsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void newLibrary_isForItsOwner();
    void copies_areForTheOwner();
    void existingLibrary_staysAsItIs();
    void recovered_isSharedAsTheDamagedOne_data();
    void recovered_isSharedAsTheDamagedOne();
    void recoveredFromItsLog_isForTheOwner();
    void restored_isSharedNoFurtherThanEither_data();
    void restored_isSharedNoFurtherThanEither();

private:
    [[nodiscard]] QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    [[nodiscard]] std::string library() const { return path("library.db").toStdString(); }
    [[nodiscard]] static mode_t rightsOf(const QString& file)
    {
        constexpr mode_t all = 0777;
        struct stat found
        { };
        return stat(QFile::encodeName(file).constData(), &found) == 0 ? found.st_mode & all : 0;
    }
    void set(const char* name, mode_t rights) const { chmod(QFile::encodeName(path(name)).constData(), rights); }
    /// What others may read below the folder.
    [[nodiscard]] QStringList shared() const
    {
        QStringList found;
        QDirIterator all(m_folder->path(), QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                         QDirIterator::Subdirectories);
        while (all.hasNext()) {
            const QString one = all.next();
            if (rightsOf(one) & (everybodysFolder & ~ownersFolder))
                found.append(QFileInfo(one).fileName());
        }
        return found;
    }

    QByteArray m_whole;
    QByteArray m_damaged;
    QByteArray m_log;
    std::unique_ptr<QTemporaryDir> m_folder;
};

/// A umask as most systems have it.
void RightsTest::initTestCase()
{
    constexpr mode_t usual = 022;
    umask(usual);
    m_whole = test::makeOriginal("rights", true).file;
    m_damaged = m_whole.left(m_whole.size() * 9 / 10);
    m_log = test::makeOriginal("rights", false).log;
}

void RightsTest::newLibrary_isForItsOwner()
{
    const QString place = path("share/quarterdeck/library.db");
    const auto made = storage::openLibrary(place.toStdString(), this);
    QVERIFY(made);
    test::Story story;
    QVERIFY(!story.begin(**made, "a", 3));
    QCOMPARE(rightsOf(place), owners);
    QCOMPARE(rightsOf(place + QStringLiteral("-wal")), owners);
    QCOMPARE(rightsOf(path("share/quarterdeck")), ownersFolder);
    QCOMPARE(shared(), QStringList());
}

void RightsTest::copies_areForTheOwner()
{
    put(path("library.db"), m_whole);
    set("library.db", owners);
    const auto byHand = storage::makeBackup(library(), BackupKind::ByHand);
    QVERIFY(byHand && storage::makeDueBackups(library(), byHand->made));
    put(path("library.db"), m_damaged + QByteArray(m_whole.size() - m_damaged.size(), '\0'));
    const auto inPart = storage::makeBackup(library(), BackupKind::ByHand);
    QVERIFY(inPart && inPart->kind == BackupKind::InPart);
    QCOMPARE(rightsOf(path("backups")), ownersFolder);
    QCOMPARE(QDir(path("backups")).entryList({QStringLiteral("*.db")}).size(), 4);
    QCOMPARE(shared(), QStringList());
}

void RightsTest::existingLibrary_staysAsItIs()
{
    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("backups")));
    set("backups", everybodysFolder);
    put(path("library.db"), m_whole);
    set("library.db", withGroup);
    {
        const auto opened = storage::openLibrary(library(), this);
        test::Story story;
        QVERIFY(opened && !story.begin(**opened, "one more", 3));
        QCOMPARE(rightsOf(path("library.db-wal")), withGroup);
    }
    const auto backup = storage::makeBackup(library(), BackupKind::ByHand);
    QVERIFY(backup);
    QCOMPARE(rightsOf(QString::fromStdString(backup->path)), owners);
    QCOMPARE(rightsOf(path("library.db")), withGroup);
    QCOMPARE(rightsOf(path("backups")), everybodysFolder);
}

void RightsTest::recovered_isSharedAsTheDamagedOne_data()
{
    QTest::addColumn<mode_t>("before");
    QTest::newRow("the owner's") << owners;
    QTest::newRow("the group's, too") << withGroup;
}

void RightsTest::recovered_isSharedAsTheDamagedOne()
{
    QFETCH(mode_t, before);
    put(path("library.db"), m_damaged);
    set("library.db", before);
    const auto report = storage::recoverLibrary(library());
    QVERIFY(report);
    QCOMPARE(rightsOf(path("library.db")), before);
    QCOMPARE(rightsOf(QString::fromStdString(report->keptAside)), before);
}

/// There was no file to tell whose it was.
void RightsTest::recoveredFromItsLog_isForTheOwner()
{
    put(path("library.db-wal"), m_log);
    const auto report = storage::recoverLibrary(library());
    QVERIFY(report);
    QCOMPARE(rightsOf(path("library.db")), owners);
    QCOMPARE(rightsOf(QString::fromStdString(report->keptAside)), owners);
}

void RightsTest::restored_isSharedNoFurtherThanEither_data()
{
    QTest::addColumn<mode_t>("present");
    QTest::addColumn<mode_t>("backup");
    QTest::addColumn<mode_t>("after");
    QTest::newRow("a backup of ours") << everybodys << owners << owners;
    QTest::newRow("an older one") << owners << everybodys << owners;
    QTest::newRow("both are shared") << withGroup << everybodys << withGroup;
    QTest::newRow("nothing in its place") << mode_t{0} << everybodys << owners;
}

void RightsTest::restored_isSharedNoFurtherThanEither()
{
    QFETCH(mode_t, present);
    QFETCH(mode_t, backup);
    QFETCH(mode_t, after);
    put(path("backup.db"), m_whole);
    set("backup.db", backup);
    if (present != 0) {
        put(path("library.db"), m_whole);
        set("library.db", present);
    }
    const auto aside = storage::restoreBackup(library(), path("backup.db").toStdString());
    QVERIFY(aside);
    QCOMPARE(rightsOf(path("library.db")), after);
    if (present != 0)
        QCOMPARE(rightsOf(QString::fromStdString(*aside)), present);
}

} // namespace tst_permissions

QUARTERDECK_TEST(tst_permissions, RightsTest)
#include "tst_permissions.moc"
