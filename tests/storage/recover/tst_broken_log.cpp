#include "model/conversation/event.h"
#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/promise.h"
#include "tests/storage/support/story.h"
#include "tests/support/test.h"

#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <string>
#include <variant>
#include <vector>

namespace tst_broken_log {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using storage::openLibrary;
using test::await;
using test::bytesOf;
using test::Story;

namespace {

constexpr qsizetype headerSize = 32;
constexpr qsizetype frameHeaderSize = 24;
constexpr qsizetype frameSize = frameHeaderSize + test::pageSize;

qsizetype framesIn(const QByteArray& log) { return (log.size() - headerSize) / frameSize; }
qsizetype startOf(qsizetype frame) { return headerSize + frame * frameSize; }

/// The last page of a transaction says how many pages the file has then.
bool endsTransaction(const QByteArray& log, qsizetype frame)
{
    return log.mid(startOf(frame) + 4, 4) != QByteArray(4, '\0');
}

/// Of the last transaction: earlier ones were on the disk when it was written.
qsizetype firstOfLast(const QByteArray& log)
{
    qsizetype first = framesIn(log) - 1;
    while (first > 0 && !endsTransaction(log, first - 1))
        --first;
    return first;
}

/// A place reserved for one. The first one is remade as a name.
bool isLost(const conversation::Event& event)
{
    if (event.seq.value == 1 && std::holds_alternative<conversation::SessionRenamed>(event.body))
        return true;
    const auto* unknown = std::get_if<conversation::UnknownEvent>(&event.body);
    return unknown != nullptr && unknown->kind == "lost";
}

} // namespace

/// The program died, and a part of the log that it left is not as it was written. SQLite reads up to there, and
/// considers the rest never written, though it was acknowledged.
class BrokenLogTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void pageInItsMiddle_isRecoveredBehindIt_data();
    void pageInItsMiddle_isRecoveredBehindIt();
    void header_isRecoveredBehindIt();
    void severalPlaces_areRecoveredBehindThem();
    void cutOffEnd_isNoDamage();
    void endOfAnEarlierLog_isNoDamage();
    void cleanupTestCase();

private:
    /// Of what was acknowledged.
    struct Losses
    {
        std::int64_t lost = 0;
        std::int64_t altered = 0; ///< a bit that fell over, and of which nothing tells: its time, say
    };
    /// What was acknowledged is there, except for this many events.
    void checkRecovered(const QByteArray& log, std::int64_t most, Losses& losses);
    void checkOpened(const QByteArray& log) const;
    void compare(Library& library, Losses& losses) const;
    /// A library in this folder, as the app left it.
    void put(const QTemporaryDir& folder, const QByteArray& log) const;
    [[nodiscard]] static std::string path(const QTemporaryDir& folder)
    {
        return folder.filePath(QStringLiteral("library.db")).toStdString();
    }

    std::vector<std::string> m_sessions;
    Story m_story;
    QByteArray m_file;
    QByteArray m_log;
    int m_recovered = 0;
    std::int64_t m_lost = 0;
};

void BrokenLogTest::initTestCase()
{
    const QTemporaryDir folder;
    QObject context;
    {
        const auto library = openLibrary(path(folder), &context);
        QVERIFY(!m_story.begin(**library, "first", 40));
    }
    m_sessions = {"first", "second", "third"};
    const auto library = openLibrary(path(folder), &context);
    QVERIFY(!m_story.begin(**library, "second", 3));
    for (int i = 0; i < 6; ++i) {
        QVERIFY(!m_story.say(**library, "first"));
        QVERIFY(!m_story.say(**library, "second", i == 3 ? 20'000 : 300));
    }
    QVERIFY(!m_story.begin(**library, "third", 20));
    QVERIFY(!m_story.show(**library, "third", 9000));
    QVERIFY(!m_story.say(**library, "first"));
    QVERIFY(!m_story.say(**library, "second"));
    m_file = bytesOf(QString::fromStdString(path(folder)));
    m_log = bytesOf(QString::fromStdString(path(folder)) + QStringLiteral("-wal"));
    QVERIFY(framesIn(m_log) > 20);
    QVERIFY(firstOfLast(m_log) > 10);
}

void BrokenLogTest::cleanupTestCase()
{
    test::countPromise(4,
                       QStringLiteral("%1 logs broken in their middle: all is back that was acknowledged, but for %2 "
                                      "events on the broken pages")
                           .arg(m_recovered)
                           .arg(m_lost));
}

void BrokenLogTest::put(const QTemporaryDir& folder, const QByteArray& log) const
{
    test::put(QString::fromStdString(path(folder)), m_file);
    test::put(QString::fromStdString(path(folder)) + QStringLiteral("-wal"), log);
}

void BrokenLogTest::compare(Library& library, Losses& losses) const
{
    for (const std::string& name : m_sessions) {
        const auto& wanted = m_story.log(name.c_str()).events();
        const auto events = await<std::vector<conversation::Event>>(
            [&](auto done) { library.readEvents(m_story.log(name.c_str()).id(), {0}, 1'000'000, done); });
        QVERIFY2(events, (name + (events ? "" : events.error().detail)).c_str());
        QCOMPARE(events->size(), wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const bool isGone = isLost((*events)[i]) && !isLost(wanted[i]);
            losses.lost += isGone ? 1 : 0;
            losses.altered += !isGone && (*events)[i] != wanted[i] ? 1 : 0;
        }
    }
}

void BrokenLogTest::checkRecovered(const QByteArray& log, std::int64_t most, Losses& losses)
{
    const QTemporaryDir folder;
    put(folder, log);
    QObject context;
    {
        const auto library = openLibrary(path(folder), &context);
        QVERIFY2(!library, "what stands behind is lost in silence");
        QCOMPARE(library.error().code, ErrorCode::Damaged);
    }
    {
        const auto library = openLibrary(path(folder), nullptr, storage::Access::ReadOnly);
        QVERIFY(library);
        const auto health = await<LibraryHealth>([&](auto done) { (*library)->checkHealth(done); });
        QVERIFY(!health || health->integrity != "ok");
    }
    const auto copied = storage::makeBackup(path(folder), storage::BackupKind::ByHand);
    QVERIFY2(!copied, "what stands before is copied as if it were all");
    QCOMPARE(copied.error().code, ErrorCode::Damaged);
    QVERIFY(storage::listBackups(path(folder)).empty());
    const auto report = storage::recoverLibrary(path(folder));
    QVERIFY2(report, report ? "" : report.error().detail.c_str());
    QCOMPARE(bytesOf(QString::fromStdString(report->keptAside) + QStringLiteral("-wal")), log);
    const auto library = openLibrary(path(folder), &context);
    QVERIFY2(library, library ? "" : library.error().detail.c_str());
    losses = {};
    compare(**library, losses);
    if (QTest::currentTestFailed())
        return;
    QCOMPARE(report->lostEvents(), losses.lost);
    QVERIFY2(losses.lost + losses.altered <= most, std::to_string(losses.lost + losses.altered).c_str());
    ++m_recovered;
    m_lost += losses.lost + losses.altered;
}

void BrokenLogTest::checkOpened(const QByteArray& log) const
{
    const QTemporaryDir folder;
    put(folder, log);
    QObject context;
    const auto library = openLibrary(path(folder), &context);
    QVERIFY2(library, library ? "" : library.error().detail.c_str());
    const auto health = await<LibraryHealth>([&](auto done) { (*library)->checkHealth(done); });
    QVERIFY(health && health->integrity == "ok");
}

void BrokenLogTest::pageInItsMiddle_isRecoveredBehindIt_data()
{
    QTest::addColumn<int>("offset"); ///< in the page with what says which it is; -1 = anywhere
    QTest::addColumn<int>("count");  ///< of bytes
    QTest::newRow("a bit of the page's number") << 2 << 1;
    QTest::newRow("a bit of the file's size") << 6 << 1;
    QTest::newRow("a bit of what it belongs to") << 9 << 1;
    QTest::newRow("a bit of its checksum") << 18 << 1;
    QTest::newRow("a bit of the page") << -1 << 1;
    QTest::newRow("half a page") << 1000 << 2000;
    QTest::newRow("a sector that two pages have") << 4000 << 512;
    QTest::newRow("a whole page") << 0 << static_cast<int>(frameSize);
}

void BrokenLogTest::pageInItsMiddle_isRecoveredBehindIt()
{
    QFETCH(int, offset);
    QFETCH(int, count);
    QRandomGenerator random(4);
    // A page has few of these events; a sector may span two.
    constexpr std::int64_t most = 40;
    const qsizetype step = test::isFull() ? 3 : 31;
    int whole = 0;
    int tried = 0;
    for (qsizetype frame = 0; frame + 2 < firstOfLast(m_log); frame += step) {
        QByteArray log = m_log;
        const qsizetype at = startOf(frame) + (offset >= 0 ? offset : random.bounded(static_cast<int>(frameSize)));
        for (qsizetype i = at; i < at + count; ++i)
            log[i] = count > 1 ? '\0' : static_cast<char>(log[i] ^ (1 << random.bounded(8)));
        if (log == m_log)
            continue; // nothing stood there
        Losses losses;
        checkRecovered(log, most, losses);
        if (QTest::currentTestFailed()) {
            qWarning("page %lld of %lld, byte %lld", static_cast<long long>(frame),
                     static_cast<long long>(framesIn(m_log)), static_cast<long long>(at - startOf(frame)));
            return;
        }
        ++tried;
        whole += losses.lost + losses.altered == 0 ? 1 : 0;
        QVERIFY(losses.altered <= 1);
    }
    QVERIFY(tried > 5);
    QVERIFY2(whole * 2 > tried, "most pages are written again, or hold no event");
}

void BrokenLogTest::header_isRecoveredBehindIt()
{
    for (qsizetype at = 0; at < headerSize; ++at) {
        QByteArray log = m_log;
        log[at] = static_cast<char>(log[at] ^ 1);
        Losses losses;
        checkRecovered(log, 0, losses);
        if (QTest::currentTestFailed()) {
            qWarning("byte %lld", static_cast<long long>(at));
            return;
        }
    }
}

void BrokenLogTest::severalPlaces_areRecoveredBehindThem()
{
    QByteArray log = m_log;
    for (qsizetype frame = 2; frame + 1 < firstOfLast(m_log); frame += 7)
        log[startOf(frame) + 2000] = static_cast<char>(log[startOf(frame) + 2000] ^ 4);
    Losses losses;
    checkRecovered(log, 100, losses);
}

/// As the power may leave it: of the last transaction some pages are there, and some are not.
void BrokenLogTest::cutOffEnd_isNoDamage()
{
    const qsizetype first = firstOfLast(m_log);
    QVERIFY(framesIn(m_log) - first > 1);
    for (qsizetype missing = first; missing < framesIn(m_log); ++missing) {
        QByteArray log = m_log;
        log.replace(startOf(missing), frameSize, QByteArray(frameSize, '\0'));
        checkOpened(log);
        if (QTest::currentTestFailed())
            return;
    }
    checkOpened(m_log.left(startOf(first) + 100));
    checkOpened(m_log.left(m_log.size() - 1));
}

/// A log restarts in the place of the previous one: after the new part comes the rest of that.
void BrokenLogTest::endOfAnEarlierLog_isNoDamage()
{
    QByteArray earlier = m_log.mid(startOf(3));
    for (qsizetype at = 0; at < earlier.size(); at += frameSize)
        earlier[at + 8] = static_cast<char>(earlier[at + 8] ^ 1);
    checkOpened(m_log + earlier);
}

} // namespace tst_broken_log

QUARTERDECK_TEST(tst_broken_log, BrokenLogTest)
#include "tst_broken_log.moc"
