#include "storage/backup/earlier_losses.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/damage.h"
#include "tests/support/test.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

namespace tst_earlier_losses {

using namespace quarterdeck;
using storage::Backup;
using storage::BackupKind;
using storage::EarlierLoss;
using storage::RecoveryReport;
using test::bytesOf;
using test::put;

namespace {

/// Zeroes this many pages of tables, one after the other, in the middle of the existing ones.
QByteArray withoutPages(QByteArray file, qsizetype count)
{
    constexpr int leafOfTable = 13;
    const std::vector<qsizetype> leaves = test::pagesOfType(file, leafOfTable);
    for (qsizetype i = 0; i < count; ++i) {
        const qsizetype page = leaves.at(leaves.size() / 2 + static_cast<std::size_t>(i));
        file.replace(page * test::pageSize, test::pageSize, QByteArray(test::pageSize, '\0'));
    }
    return file;
}

/// Of sessions of which something is left: their lost events have places.
std::int64_t lostIn(const RecoveryReport& report)
{
    std::int64_t lost = 0;
    for (const storage::RecoveredSession& one : report.sessions)
        lost += one.events > 0 ? one.lost : 0;
    return lost;
}

} // namespace

/// A copy of a library that a recovery left incomplete does not look like earlier copies.
class EarlierLossesTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_whole = test::makeOriginal("losses", true).file; }
    void init();
    void copyOfARecoveredLibrary_saysWhatItLacks();
    void restoredWhole_lacksNothing();
    void wholeRecovery_isNoLoss();
    void whatHasNoPlace_isSaidToo();

private:
    [[nodiscard]] QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    [[nodiscard]] std::string library() const { return path("library.db").toStdString(); }
    [[nodiscard]] Backup copy() const { return storage::makeBackup(library(), BackupKind::ByHand).value(); }
    [[nodiscard]] std::map<std::string, EarlierLoss> losses() const
    {
        return storage::earlierLosses(library(), storage::listBackups(library()));
    }

    QByteArray m_whole;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void EarlierLossesTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    put(path("library.db"), m_whole);
}

void EarlierLossesTest::copyOfARecoveredLibrary_saysWhatItLacks()
{
    const Backup before = copy();
    QVERIFY(losses().empty());
    put(path("library.db"), withoutPages(m_whole, 3));
    const RecoveryReport report = storage::recoverLibrary(library()).value();
    QVERIFY(lostIn(report) > 0);
    const Backup after = copy();
    const auto found = losses();
    QCOMPARE(found.size(), std::size_t{1});
    const EarlierLoss& loss = found.at(after.path);
    QCOMPARE(loss.events, lostIn(report));
    std::int64_t back = 0;
    for (const storage::RecoveredSession& one : report.sessions)
        back += one.events;
    QCOMPARE(after.events - loss.places, back); // and none that is but a place
    QVERIFY(after.events - loss.places < before.events);
}

/// The copies tell, and not the time alone.
void EarlierLossesTest::restoredWhole_lacksNothing()
{
    const Backup before = copy();
    put(path("library.db"), withoutPages(m_whole, 3));
    QVERIFY(storage::recoverLibrary(library()));
    const auto aside = storage::restoreBackup(library(), before.path);
    QVERIFY(aside);
    const Backup after = copy();
    const auto found = losses();
    QCOMPARE(found.count(after.path), std::size_t{0});
    QCOMPARE(found.count(*aside), std::size_t{1}); // what was replaced is the recovered one
}

void EarlierLossesTest::wholeRecovery_isNoLoss()
{
    QVERIFY(storage::recoverLibrary(library()).value().isWhole());
    (void)copy();
    QVERIFY(losses().empty());
}

/// A session without its row in the list, whose end is unknown.
void EarlierLossesTest::whatHasNoPlace_isSaidToo()
{
    put(path("library.db"), m_whole.left(m_whole.size() * 9 / 10));
    const RecoveryReport report = storage::recoverLibrary(library()).value();
    QVERIFY(report.isPartMissing);
    const Backup after = copy();
    QCOMPARE(losses().count(after.path), std::size_t{1});
}

} // namespace tst_earlier_losses

QUARTERDECK_TEST(tst_earlier_losses, EarlierLossesTest)
#include "tst_earlier_losses.moc"
