#include "model/conversation/channel.h"
#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/database.h"
#include "tests/storage/support/log_builder.h"
#include "tests/support/test.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <memory>
#include <set>
#include <vector>

namespace tst_damaged_index {

using namespace quarterdeck;
using namespace quarterdeck::session;
using storage::openLibrary;
using test::await;
using test::bytesOf;
using test::comesTrue;
using test::Database;
using test::LogBuilder;
using test::pageSize;
using test::put;

namespace {

constexpr int messages = 400;

LogBuilder logOf(const char* name)
{
    LogBuilder log(name);
    log.start();
    for (int i = 0; i < messages; ++i)
        log.say(i % 2 == 0 ? "Mike" : "Alice",
                "number" + std::to_string(i) + (i % 5 == 0 ? " lighthouse" : " nothing"));
    return log;
}

} // namespace

/// The full-text index is wrong, and the log is sound: no search result is missing, and the index is rebuilt if
/// possible.
class DamagedIndexTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void search_findsAll_data();
    void search_findsAll();
    void removedSession_isTakenOut();
    void readOnly_findsAll();
    void check_tellsOfIt();
    void repair_makesItAnew();
    void damagedFile_isNotOfTheIndexAlone();

private:
    [[nodiscard]] std::shared_ptr<Library> open(storage::Access access = storage::Access::ReadWrite);
    /// Runs it on the tables of the index; or overwrites the first page of the table of this name.
    void damage(const QByteArray& sql, const QByteArray& table) const;
    /// How many events of all sessions are found; -1 = it cannot be searched.
    [[nodiscard]] static int found(Library& library, const char* typed);
    [[nodiscard]] static int foundIn(Library& library, const LogBuilder& log, const char* typed);
    [[nodiscard]] static LibraryHealth health(Library& library);
    [[nodiscard]] std::string path() const { return m_folder->filePath(QStringLiteral("library.db")).toStdString(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    QObject m_context;
    std::vector<LogBuilder> m_logs;
};

// Errors show: FTS5 has no checksums, and what happens to fit is read.
constexpr const char* wrongWords = "UPDATE text_index_data SET block = CAST(replace(hex(zeroblob(length(block) / 2)), "
                                   "'0', 'z') AS BLOB) WHERE id > 10";

void DamagedIndexTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_logs = {logOf("one"), logOf("two")};
    const auto library = open();
    for (LogBuilder& log : m_logs)
        QVERIFY(await<Nothing>([&](auto done) { library->createSession(log.summary(), log.takeRecords(), done); }));
    QVERIFY(comesTrue([&] { return health(*library).indexLag == 0; }));
    QCOMPARE(health(*library).integrity, std::string("ok"));
}

std::shared_ptr<Library> DamagedIndexTest::open(storage::Access access)
{
    const auto library = openLibrary(path(), &m_context, access);
    if (!library)
        qFatal("%s", library.error().detail.c_str());
    return *library;
}

void DamagedIndexTest::damage(const QByteArray& sql, const QByteArray& table) const
{
    if (!sql.isEmpty()) {
        Database(path()).execute(sql.constData());
        return;
    }
    const QByteArray root = "SELECT rootpage FROM sqlite_master WHERE name = '" + table + "'";
    const qsizetype page = std::stoll(Database(path()).ask(root.constData())) - 1;
    const QString file = QString::fromStdString(path());
    put(file, bytesOf(file).replace(page * pageSize, pageSize, QByteArray(pageSize, '\xee')));
}

int DamagedIndexTest::found(Library& library, const char* typed)
{
    std::set<std::pair<std::string, std::int64_t>> places;
    SearchRequest request;
    request.terms = searchTerms(typed);
    for (bool isLast = false; !isLast;) {
        const auto hits = await<SearchHits>([&](auto done) { library.search(request, done); });
        if (!hits || hits->notSearched != 0)
            return -1;
        for (const SearchHit& hit : hits->hits)
            places.emplace(hit.place.session.str(), hit.place.seq.value);
        isLast = hits->isLast || hits->hits.empty();
        if (!isLast)
            request.after = hits->hits.back().place;
    }
    return static_cast<int>(places.size());
}

int DamagedIndexTest::foundIn(Library& library, const LogBuilder& log, const char* typed)
{
    FindRequest request;
    request.session = log.id();
    request.channel = conversation::channel::everything;
    request.terms = searchTerms(typed);
    std::set<std::int64_t> rows;
    for (bool isLast = false; !isLast;) {
        const auto piece = await<FindResult>([&](auto done) { library.findRows(request, done); });
        if (!piece)
            return -1;
        for (const Ordinal row : piece->rows)
            rows.insert(row.value);
        isLast = piece->isLast;
        request.after = piece->readTo;
    }
    return static_cast<int>(rows.size());
}

LibraryHealth DamagedIndexTest::health(Library& library)
{
    return await<LibraryHealth>([&](auto done) { library.checkHealth(done); }).value_or(LibraryHealth{});
}

void DamagedIndexTest::search_findsAll_data()
{
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<QByteArray>("table");
    QTest::addColumn<bool>("isMadeAnew"); ///< else the file itself is damaged
    QTest::newRow("its words") << QByteArray(wrongWords) << QByteArray() << true;
    QTest::newRow("no words") << QByteArray("DELETE FROM text_index_data WHERE id > 10") << QByteArray() << true;
    QTest::newRow("its structure") << QByteArray(
        "UPDATE text_index_data SET block = x'00000000ffffffffff7f' WHERE id = 10")
                                   << QByteArray() << true;
    QTest::newRow("a page of its words") << QByteArray() << QByteArray("text_index_data") << false;
    QTest::newRow("a page of where they are") << QByteArray() << QByteArray("text_index_idx") << false;
    QTest::newRow("the page of what is indexed") << QByteArray() << QByteArray("text_index_progress") << false;
    QTest::newRow("the page of its version") << QByteArray() << QByteArray("text_index_version") << false;
}

void DamagedIndexTest::search_findsAll()
{
    QFETCH(QByteArray, sql);
    QFETCH(QByteArray, table);
    QFETCH(bool, isMadeAnew);
    constexpr int each = messages / 5;
    damage(sql, table);
    for (int opening = 0; opening < 2; ++opening) {
        const auto library = open();
        const int more = opening * 2;
        for (const char* typed : {"lighthouse", "\"lighthouse\"", "lightho"}) {
            QCOMPARE(found(*library, typed), 2 * each + more);
            QCOMPARE(foundIn(*library, m_logs[1], typed), each + more);
        }
        // What is written meanwhile is found, too, and what comes once the writer has dealt with the index.
        for (int i = 1; i <= 2; ++i) {
            LogBuilder& log = m_logs[1];
            log.say("Mike", "another lighthouse");
            QVERIFY(await<Nothing>([&](auto done) { library->append(log.summary(), log.takeRecords(), done); }));
            if (isMadeAnew)
                QVERIFY(comesTrue([&] { return health(*library).integrity == "ok"; }));
            QCOMPARE(found(*library, "lighthouse"), 2 * each + more + i);
            QCOMPARE(foundIn(*library, log, "lighthouse"), each + more + i);
        }
        if (isMadeAnew)
            QVERIFY(comesTrue([&] { return health(*library).indexLag == 0; }));
        QCOMPARE(found(*library, "lighthouse"), 2 * each + more + 2);
    }
}

void DamagedIndexTest::removedSession_isTakenOut()
{
    damage(wrongWords, {});
    const auto library = open();
    QVERIFY(test::archiveAndRemove(*library, m_logs[0].id()));
    Database database(path());
    QVERIFY(comesTrue([&] { return database.ask("SELECT count(*) FROM sessions WHERE NOT is_complete") == "0 "; }));
    QCOMPARE(database.ask("SELECT count(DISTINCT id >> 40) FROM events"), std::string("1 "));
    QCOMPARE(found(*library, "lighthouse"), messages / 5);
    QVERIFY(comesTrue([&] { return health(*library).integrity == "ok" && health(*library).indexLag == 0; }));
    QCOMPARE(found(*library, "lighthouse"), messages / 5);
}

void DamagedIndexTest::readOnly_findsAll()
{
    damage(wrongWords, {});
    const auto library = open(storage::Access::ReadOnly);
    QCOMPARE(found(*library, "lighthouse"), 2 * messages / 5);
    QCOMPARE(foundIn(*library, m_logs[0], "lighthouse"), messages / 5);
}

void DamagedIndexTest::check_tellsOfIt()
{
    damage(wrongWords, {});
    const std::string told = health(*open(storage::Access::ReadOnly)).integrity;
    QVERIFY2(told.starts_with("text index: "), told.c_str());
}

/// Nothing is put aside for that.
void DamagedIndexTest::repair_makesItAnew()
{
    QVERIFY(!health(*open(storage::Access::ReadOnly)).isIndexAlone);
    damage(wrongWords, {});
    QVERIFY(health(*open(storage::Access::ReadOnly)).isIndexAlone);
    {
        const auto owner = open();
        const auto refused = storage::rebuildTextIndex(path());
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, conversation::ErrorCode::Locked);
    }
    std::int64_t left = 0;
    const auto renewed = storage::rebuildTextIndex(path(), [&](std::int64_t events) { left = std::max(left, events); });
    QVERIFY2(renewed, renewed ? "" : renewed.error().detail.c_str());
    QVERIFY(!*renewed);
    QVERIFY(left > 0);
    const auto library = open(storage::Access::ReadOnly);
    const LibraryHealth after = health(*library);
    QCOMPARE(after.integrity, std::string("ok"));
    QVERIFY(!after.isIndexAlone);
    QCOMPARE(after.indexLag, std::int64_t{0});
    QCOMPARE(found(*library, "lighthouse"), 2 * messages / 5);
    QCOMPARE(QDir(m_folder->path()).entryList({QStringLiteral("*damaged*")}, QDir::Files), QStringList());
    // The last owner left a log, which is gone: said by whoever opens the library next, also for this.
    put(QString::fromStdString(path()) + QStringLiteral(".lock"), "there is a log\n");
    const auto lost = storage::rebuildTextIndex(path());
    QVERIFY(lost && *lost);
}

void DamagedIndexTest::damagedFile_isNotOfTheIndexAlone()
{
    damage({}, "text_index_data");
    const LibraryHealth told = health(*open(storage::Access::ReadOnly));
    QVERIFY(told.integrity != "ok");
    QVERIFY(!told.isIndexAlone);
}

} // namespace tst_damaged_index

QUARTERDECK_TEST(tst_damaged_index, DamagedIndexTest)
#include "tst_damaged_index.moc"
