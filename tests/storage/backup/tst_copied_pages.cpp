#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/database.h"
#include "tests/storage/support/disk.h"
#include "tests/storage/support/story.h"
#include "tests/support/test.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>

namespace tst_copied_pages {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using storage::Backup;
using storage::BackupKind;
using storage::makeBackup;
using storage::openLibrary;
using test::Disk;
using test::DiskCall;
using test::DiskFate;
using test::Story;

namespace {

/// Holds the copying when it has read its first pages, and counts how often it begins. The library's own connections
/// read the same pages, to index them: those do not count.
class HeldCopying
{
public:
    /// `first`: one of those pages, which nobody writes to.
    HeldCopying(Disk& disk, std::string library, qsizetype first)
        : m_disk(disk)
        , m_library(std::move(library))
        , m_first(first * test::pageSize)
    {
        m_disk.setRule([this](const DiskCall& call) { return fateOf(call); });
    }
    ~HeldCopying() { m_disk.setRule({}); }
    HeldCopying(const HeldCopying&) = delete;
    HeldCopying& operator=(const HeldCopying&) = delete;

    [[nodiscard]] bool isHeld() const { return m_isHeld; }
    [[nodiscard]] int beginnings() const { return m_beginnings; }
    void release() { m_release.set_value(); }

private:
    DiskFate fateOf(const DiskCall& call)
    {
        // SQLite's own attempt opened it before.
        constexpr int byPages = 2;
        if (call.kind == DiskCall::Kind::Open && call.path.ends_with(".making") && ++m_opened == byPages)
            m_copier = std::this_thread::get_id();
        if (std::this_thread::get_id() != m_copier || call.kind != DiskCall::Kind::Read || call.path != m_library)
            return {};
        m_beginnings += call.offset == m_first ? 1 : 0;
        constexpr std::int64_t pagesAtOnce = 1000;
        if (call.offset != (pagesAtOnce - 1) * test::pageSize || m_isHeld.exchange(true))
            return {};
        return {0, false, {}, m_released};
    }

    Disk& m_disk;
    std::string m_library;
    std::int64_t m_first;
    int m_opened = 0;
    std::thread::id m_copier; ///< none before it copies by pages
    std::atomic<int> m_beginnings = 0;
    std::atomic<bool> m_isHeld = false;
    std::promise<void> m_release;
    std::shared_future<void> m_released = m_release.get_future().share();
};

} // namespace

/// The pages of a copy are the library's, also where SQLite cannot copy it: no better, and no worse.
class CopiedPagesTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void damagedPage_isCopiedAsItIs();
    void writtenMeanwhile_isAfterTheCopy();
    void unreadableList_givesNone();
    void wrongCopy_isNone();

private:
    [[nodiscard]] QString path(const QString& name = QStringLiteral("library.db")) const
    {
        return m_folder->filePath(name);
    }
    [[nodiscard]] std::string library() const { return path().toStdString(); }
    /// A page with events, but not the one where the next ones go.
    [[nodiscard]] qsizetype leafOfEvents() const
    {
        return std::stoll(test::Database(library()).ask("SELECT pageno FROM dbstat WHERE name = 'events' AND pagetype "
                                                        "= 'leaf' ORDER BY path LIMIT 1 OFFSET 1"))
            - 1;
    }
    void damage(qsizetype page) const
    {
        QByteArray file = test::bytesOf(path());
        file[page * test::pageSize] = '\x55';
        test::put(path(), file);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QObject m_context;
    Story m_story;
};

void CopiedPagesTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_story = {};
    const auto made = openLibrary(library(), &m_context);
    QVERIFY(made);
    for (const char* session : {"a", "b"})
        QVERIFY(!m_story.begin(**made, session, 40));
}

/// SQLite cannot copy it. What was written since the damage is in the copy, and can be recovered.
void CopiedPagesTest::damagedPage_isCopiedAsItIs()
{
    damage(leafOfEvents());
    {
        // In the log, and while others write.
        const auto open = openLibrary(library(), &m_context);
        QVERIFY(open);
        QVERIFY(!m_story.begin(**open, "since"));
        const auto backup = makeBackup(library(), BackupKind::Daily);
        QVERIFY2(backup, backup ? "" : backup.error().detail.c_str());
        QCOMPARE(backup->kind, BackupKind::InPart);
        QVERIFY(backup->damage);
        QCOMPARE(backup->sessions, std::int64_t{3});
        QVERIFY(!makeBackup(library(), BackupKind::BeforeUpdate));
    }
    QCOMPARE(QDir(path(QStringLiteral("backups"))).entryList({QStringLiteral("*.making*")}, QDir::Files),
             QStringList());
    const std::vector<Backup> listed = storage::listBackups(library());
    QCOMPARE(listed.size(), std::size_t{1});
    QCOMPARE(listed[0].kind, BackupKind::InPart);
    const QByteArray copy = test::bytesOf(QString::fromStdString(listed[0].path));
    QVERIFY(!storage::restoreBackup(library(), listed[0].path));
    const auto restored = storage::restoreOrRecover(library(), listed[0].path);
    QVERIFY2(restored, restored ? "" : restored.error().sentence.c_str());
    QVERIFY(restored->recovery && !restored->recovery->isWhole());
    QCOMPARE(restored->recovery->sessions.size(), std::size_t{3});
    const auto since =
        std::ranges::find(restored->recovery->sessions, SessionId("since"), &storage::RecoveredSession::id);
    QVERIFY(since != restored->recovery->sessions.end() && since->isWhole());
    QCOMPARE(test::bytesOf(QString::fromStdString(listed[0].path)), copy);
    // And of that whole ones can be made.
    const auto whole = makeBackup(library(), BackupKind::Daily);
    QVERIFY(whole && !whole->damage);
    // Another file is not recovered by mistake.
    QVERIFY(QFile::copy(QString::fromStdString(listed[0].path), path(QStringLiteral("elsewhere.db"))));
    QVERIFY(!storage::restoreOrRecover(library(), path(QStringLiteral("elsewhere.db")).toStdString()));
}

/// The copy is the state when it began, however much is written before it ends.
void CopiedPagesTest::writtenMeanwhile_isAfterTheCopy()
{
    Disk disk;
    {
        const auto open = openLibrary(library(), &m_context);
        QVERIFY(open);
        QVERIFY(!m_story.show(**open, "b", 2500 * test::pageSize));
    }
    const qsizetype page = leafOfEvents();
    QVERIFY(page < 1000);
    damage(page);
    const auto open = openLibrary(library(), &m_context);
    QVERIFY(open);
    QVERIFY(!m_story.begin(**open, "since"));
    const auto before = m_story.log("a").state().lastSeq().value + m_story.log("b").state().lastSeq().value
        + m_story.log("since").state().lastSeq().value;
    HeldCopying held(disk, library(), page);
    auto copying = std::async(std::launch::async, [&] { return makeBackup(library(), BackupKind::Daily); });
    while (!held.isHeld() && copying.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
        std::this_thread::yield();
    const auto refusal = m_story.say(**open, "since");
    held.release();
    const auto backup = copying.get();
    QVERIFY(held.isHeld() && !refusal);
    QVERIFY2(backup, backup ? "" : backup.error().detail.c_str());
    QCOMPARE(backup->kind, BackupKind::InPart);
    QCOMPARE(held.beginnings(), 1);
    QCOMPARE(backup->events, before);
}

/// Nobody could say what is in the copy.
void CopiedPagesTest::unreadableList_givesNone()
{
    const std::string root =
        test::Database(library()).ask("SELECT rootpage FROM sqlite_master WHERE name = 'sessions'");
    damage(std::stoll(root) - 1);
    const auto backup = makeBackup(library(), BackupKind::Daily);
    QVERIFY(!backup);
    QCOMPARE(backup.error().code, ErrorCode::Damaged);
    QCOMPARE(QDir(path(QStringLiteral("backups"))).entryList(QDir::Files), QStringList());
}

/// The disk silently loses half of one of its pages: that is not damage to the library.
void CopiedPagesTest::wrongCopy_isNone()
{
    const std::int64_t pages = QFileInfo(path()).size() / test::pageSize;
    Disk disk;
    int refused = 0;
    for (std::int64_t page = 1; page < pages; ++page) {
        disk.setRule([page](const DiskCall& call) -> DiskFate {
            const bool isLost = call.kind == DiskCall::Kind::Write && call.path.ends_with(".making")
                && call.offset == page * test::pageSize;
            return {0, isLost, {}, {}};
        });
        const auto backup = makeBackup(library(), BackupKind::ByHand);
        disk.setRule({});
        QVERIFY(!backup || !backup->damage);
        refused += backup ? 0 : 1;
        QCOMPARE(backup ? ErrorCode::Damaged : backup.error().code, ErrorCode::Damaged);
    }
    QVERIFY(refused > 5);
    for (const Backup& backup : storage::listBackups(library()))
        QCOMPARE(backup.kind, BackupKind::ByHand);
}

} // namespace tst_copied_pages

QUARTERDECK_TEST(tst_copied_pages, CopiedPagesTest)
#include "tst_copied_pages.moc"
