#include "storage/log/log_reader.h"
#include "storage/search/find_reader.h"
#include "storage/search/search_reader.h"
#include "storage/sqlite/connection.h"
#include "tests/storage/support/searched_library.h"
#include "tests/support/test.h"

#include <QTest>
#include <latch>
#include <sqlite3.h>

namespace tst_search_effort {

using namespace quarterdeck;
using namespace quarterdeck::session;
using storage::sqlite::Connection;
using storage::sqlite::Mode;
using storage::sqlite::SearchEffort;
using storage::sqlite::StatementInterrupter;
using storage::sqlite::Transaction;
using test::await;
using test::LogBuilder;
using test::SearchedLibrary;

/// A search has several ways to what it finds; which it goes, and how far, is a matter of effort alone.
class SearchEffortTest final : public QObject
{
    Q_OBJECT

private slots:
    static void everyWay_findsTheSame_data();
    static void everyWay_findsTheSame();
    static void everyWay_findsTheSameRows_data();
    static void everyWay_findsTheSameRows();
    static void commonBeginning_isReadInPieces();
    static void tooMuch_isLeftAndSaid();
    static void oldWord_isFoundByItsBeginning();
    static void wholeSearch_leavesNothing();
    static void rareWord_leadsToTheCommonBeginning();
    static void statements_endWhenStopped();
    static void statements_endWhenTheyTookWhatWasAllowed();
    static void search_endsWhenStopped();
    static void stoppedSearches_doNotKeepOthersWaiting_data();
    static void stoppedSearches_doNotKeepOthersWaiting();
};

namespace {

constexpr std::int64_t much = 1'000'000'000;

/// Three sessions that grow at the same time, the newest, which says little, between them, and the oldest at the end.
void fill(SearchedLibrary& under)
{
    std::vector<LogBuilder> logs;
    logs.reserve(5);
    for (const char* name : {"c", "a", "small", "b"}) {
        LogBuilder& log = logs.emplace_back(name);
        log.start();
        if (name == std::string("small")) {
            log.say("Alice", "nothing of it", 300'000'000);
            continue;
        }
        for (int i = 0; i < 60; ++i)
            log.say(i % 4 == 0 ? "Alice" : "Mike", "word" + std::to_string(i % 7) + " and some" + std::to_string(i),
                    i == 0           ? 100'000'000
                        : i % 3 == 0 ? 0
                                     : 1000);
        log.sayPrivately("Alice", "word");
    }
    LogBuilder& old = logs.emplace_back("old");
    old.start();
    for (int i = 0; i < 80; ++i)
        old.say("Mike", "ancient" + std::to_string(i) + (i % 2 == 0 ? " even word" : " uneven") + " 写一个");
    for (LogBuilder& log : logs)
        if (!under.library.create(log))
            qFatal("not stored");
    under.waitForIndex();
}

Result<SearchHits> pageOf(SearchedLibrary& under, const SearchRequest& request, const SearchEffort& effort)
{
    Connection connection(under.library.path(), Mode::Read);
    const Transaction transaction(connection, Transaction::Kind::Read);
    return storage::sqlite::searchAll(connection, request, effort);
}

/// "session:seq marks excerpt", page by page.
QStringList all(const std::function<Result<SearchHits>(const SearchRequest&)>& search, const char* typed,
                std::int32_t limit)
{
    QStringList found;
    SearchRequest request{searchTerms(typed), {}, limit};
    for (bool isLast = false; !isLast;) {
        const Result<SearchHits> page = search(request);
        if (!page || (!page->isLast && page->hits.empty()) || page->notSearched != 0)
            return {QStringLiteral("failed")};
        for (const SearchHit& hit : page->hits)
            found << QStringLiteral("%1:%2 %3 %4")
                         .arg(QString::fromStdString(hit.place.session.str()))
                         .arg(hit.place.seq.value)
                         .arg(hit.marks.size())
                         .arg(QString::fromStdString(hit.excerpt));
        isLast = page->isLast;
        if (!page->hits.empty())
            request.after = page->hits.back().place;
    }
    return found;
}

} // namespace

void SearchEffortTest::everyWay_findsTheSame_data()
{
    QTest::addColumn<std::int64_t>("glance");
    QTest::addColumn<std::int64_t>("newest");
    QTest::addColumn<std::int64_t>("look");
    QTest::addColumn<std::size_t>("few");
    QTest::addColumn<std::size_t>("words");
    constexpr std::int64_t none = 0;
    constexpr std::int64_t some = 20;
    const auto row = [](const char* name, std::int64_t glance, std::int64_t newest, std::int64_t look, std::size_t few,
                        std::size_t words) { QTest::newRow(name) << glance << newest << look << few << words; };
    row("the index at once", much, none, much, 2000, 0);
    row("the index, session by session", much, none, much, 3, 0);
    row("the newest, then the index", none, some, much, 3, 0);
    row("all is read", none, some, none, 3, 0);
    row("what is rare is asked for, the rest read", none, some, none, 2000, 0);
    row("each word that begins so", none, some, none, 2000, 1000);
    row("each word that begins so, session by session", none, some, none, 3, 1000);
    row("where there are few such words, each", none, some, none, 3, 20);
}

void SearchEffortTest::everyWay_findsTheSame()
{
    QFETCH(std::int64_t, glance);
    QFETCH(std::int64_t, newest);
    QFETCH(std::int64_t, look);
    QFETCH(std::size_t, few);
    QFETCH(std::size_t, words);
    SearchedLibrary unindexed(QStringLiteral("read"));
    SearchedLibrary under(QStringLiteral("indexed"));
    fill(unindexed);
    fill(under);
    const SearchEffort effort{few, glance, newest, look, much, words, words, 0};
    for (const char* typed : {"w",
                              "word",
                              "word3",
                              "\"word3\"",
                              "some5",
                              "so and",
                              "anc",
                              "ancient",
                              "ancient even",
                              "ev w",
                              "\"even word\"",
                              "\"even wo",
                              "from:Mi w",
                              "in:private w",
                              "in:public anc",
                              "from:Nobody w",
                              "w zzz",
                              "写",
                              "写一",
                              "个 w",
                              "on:2023",
                              "after:2023-01-01 w",
                              "before:2000-01-01",
                              "in:private",
                              "tool:x w"}) {
        const QStringList expected = all(
            [&](const SearchRequest& request) {
                return await<SearchHits>([&](auto done) { unindexed.library->search(request, done); });
            },
            typed, 200);
        QVERIFY2(!expected.contains(QStringLiteral("failed")), typed);
        for (const std::int32_t limit : {200, 7}) {
            const QStringList found =
                all([&](const SearchRequest& request) { return pageOf(under, request, effort); }, typed, limit);
            QVERIFY2(found == expected,
                     qPrintable(QStringLiteral("%1: %2 of %3")
                                    .arg(QString::fromUtf8(typed))
                                    .arg(found.size())
                                    .arg(expected.size())));
        }
    }
}

namespace {

FindRequest rowsWith(const char* typed, const char* session)
{
    return {SessionId(session), conversation::channel::everything, searchTerms(typed), {}, {}};
}

/// Each with its number of pieces before it.
std::vector<std::int64_t> allRows(SearchedLibrary& under, FindRequest request, const SearchEffort& effort,
                                  int* pieces = nullptr)
{
    Connection connection(under.library.path(), Mode::Read);
    const Transaction transaction(connection, Transaction::Kind::Read);
    std::vector<std::int64_t> rows;
    for (bool isLast = false; !isLast;) {
        const Result<FindResult> piece = storage::sqlite::findRows(connection, request, effort);
        if (!piece || (!piece->isLast && piece->readTo <= request.after))
            return {-1};
        for (const Ordinal row : piece->rows)
            rows.push_back(row.value);
        request.after = piece->readTo;
        isLast = piece->isLast;
        if (pieces != nullptr)
            ++*pieces;
    }
    return rows;
}

} // namespace

void SearchEffortTest::everyWay_findsTheSameRows_data()
{
    QTest::addColumn<std::int64_t>("look");
    QTest::addColumn<std::size_t>("few");
    QTest::addColumn<std::size_t>("words");
    QTest::newRow("the index") << much << std::size_t(2000) << std::size_t(0);
    QTest::newRow("what is rare is asked for, the rest read") << std::int64_t(0) << std::size_t(2000) << std::size_t(0);
    QTest::newRow("what has no beginning is asked for, the rest read")
        << std::int64_t(0) << std::size_t(0) << std::size_t(0);
    QTest::newRow("each word that begins so") << std::int64_t(0) << std::size_t(0) << std::size_t(1000);
    QTest::newRow("where there are few such words, each") << std::int64_t(0) << std::size_t(0) << std::size_t(20);
}

/// In one conversation.
void SearchEffortTest::everyWay_findsTheSameRows()
{
    QFETCH(std::int64_t, look);
    QFETCH(std::size_t, few);
    QFETCH(std::size_t, words);
    SearchedLibrary unindexed(QStringLiteral("read"));
    SearchedLibrary under(QStringLiteral("indexed"));
    fill(unindexed);
    fill(under);
    const SearchEffort effort{few, look, 0, look, much, words, words, 0};
    for (const char* session : {"a", "old"}) {
        for (const char* typed : {"w", "word3", "\"word3\"", "so and", "anc", "ancient even", "ev w", "from:Mi w",
                                  "in:private w", "in:public w", "w zzz", "写", "写一", "on:2023 w",
                                  "before:2000-01-01 w", "from:Alice", "from:\"Alice\" w", "in:private"}) {
            const auto expected =
                await<FindResult>([&](auto done) { unindexed.library->findRows(rowsWith(typed, session), done); });
            QUARTERDECK_VERIFY_RESULT(expected);
            std::vector<std::int64_t> rows;
            for (const Ordinal row : expected->rows)
                rows.push_back(row.value);
            for (const std::int32_t limit : {20'000, 7}) {
                FindRequest request = rowsWith(typed, session);
                request.limit = limit;
                QVERIFY2(allRows(under, request, effort) == rows, typed);
            }
        }
    }
}

/// However many words have the prefix, and wherever they are: a piece looks at some thousand events.
void SearchEffortTest::commonBeginning_isReadInPieces()
{
    SearchedLibrary under(QStringLiteral("indexed"));
    LogBuilder log("long");
    log.start();
    constexpr std::int64_t length = storage::mostEventsScanned * 5 / 2;
    for (std::int64_t i = 0; i < length; ++i)
        log.say("Mike", "word" + std::to_string(i));
    QVERIFY(under.library.create(log));
    under.waitForIndex();
    const SearchEffort none{2000, 0, 0, 0, 0, 0, 0, 0};
    int pieces = 0;
    QCOMPARE(allRows(under, rowsWith("wo", "long"), none, &pieces).size(), static_cast<std::size_t>(length));
    QCOMPARE(pieces, 3);
    pieces = 0;
    QCOMPARE(allRows(under, rowsWith("wo", "long"), {}, &pieces).size(), static_cast<std::size_t>(length));
    QVERIFY(pieces <= 3);
    pieces = 0; // a whole word needs no bound
    QCOMPARE(allRows(under, rowsWith("\"word7\"", "long"), none, &pieces), std::vector<std::int64_t>{7});
    QCOMPARE(pieces, 1);
}

void SearchEffortTest::tooMuch_isLeftAndSaid()
{
    SearchedLibrary under(QStringLiteral("indexed"));
    fill(under);
    // Nothing is within reach, and what has the word is beyond the events that may be read.
    const SearchEffort none{2000, 0, 10, 0, 50, 0, 0, 0};
    const auto page = pageOf(under, {searchTerms("anc"), {}, 50}, none);
    QUARTERDECK_VERIFY_RESULT(page);
    QCOMPARE(page->hits.size(), std::size_t(0));
    QVERIFY(page->isLast);
    QCOMPARE(page->notSearched, under.count("SELECT sum(last_seq) FROM sessions") - 50);
    // What the newest have is there all the same.
    const auto newest = pageOf(under, {searchTerms("wo"), {}, 12}, none);
    QUARTERDECK_VERIFY_RESULT(newest);
    QCOMPARE(newest->hits.size(), std::size_t(12));
    QVERIFY(!newest->isLast);
    QCOMPARE(newest->notSearched, std::int64_t(0));
}

/// However old it is, and however many words have the prefix: none of the newest is read in vain.
void SearchEffortTest::oldWord_isFoundByItsBeginning()
{
    SearchedLibrary under(QStringLiteral("indexed"));
    fill(under);
    const SearchEffort words{2000, 0, 10, 0, 10, 16, 256, 0};
    for (const char* typed : {"anc", "ancient", "ancient7", "ancient e", "\"even wo"}) {
        const auto page = pageOf(under, {searchTerms(typed), {}, 3}, words);
        QUARTERDECK_VERIFY_RESULT(page);
        QVERIFY2(page->hits.size() == 3 && page->notSearched == 0, typed);
    }
    const auto nothing = pageOf(under, {searchTerms("ancients"), {}, 3}, words);
    QUARTERDECK_VERIFY_RESULT(nothing);
    QVERIFY(nothing->hits.empty() && nothing->isLast);
    QCOMPARE(nothing->notSearched, 0);
}

/// In a file that nobody indexes, and with more than a page searches.
void SearchEffortTest::wholeSearch_leavesNothing()
{
    SearchedLibrary under(QStringLiteral("read"));
    LogBuilder log("long");
    log.start();
    log.say("Mike", "secondneedle");
    for (std::int64_t i = 0; i < storage::mostEventsSearched + 2000; ++i)
        log.say("Mike", "word");
    QVERIFY(under.library.create(log));
    const auto search = [&](storage::SearchDepth depth) {
        const auto opened = storage::openLibrary(under.library.path(), nullptr, storage::Access::ReadOnly, depth);
        return await<SearchHits>([&](auto done) {
            (*opened)->search({searchTerms("secondneedle"), {}}, std::move(done));
        });
    };
    under.library.reopenAfter([&] {
        {
            Connection connection(under.library.path(), Mode::Write);
            connection.execute("DELETE FROM text_index_version");
        }
        const auto page = search(storage::SearchDepth::Page);
        QVERIFY(page && page->hits.empty() && page->notSearched > 0);
        const auto whole = search(storage::SearchDepth::Whole);
        QVERIFY(whole && whole->isLast);
        QCOMPARE(whole->hits.size(), std::size_t{1});
        QCOMPARE(whole->notSearched, 0);
    });
}

void SearchEffortTest::rareWord_leadsToTheCommonBeginning()
{
    SearchedLibrary under(QStringLiteral("indexed"));
    fill(under);
    // No beginning may be asked for and two events be read: those that have the other word.
    const SearchEffort few{2000, 0, 0, 0, 2, 0, 0, 0};
    const auto page = pageOf(under, {searchTerms("\"ancient4\" wo"), {}, 50}, few);
    QUARTERDECK_VERIFY_RESULT(page);
    QCOMPARE(page->hits.size(), std::size_t(1));
    QCOMPARE(page->notSearched, std::int64_t(0));
}

void SearchEffortTest::statements_endWhenStopped()
{
    SearchedLibrary under(QStringLiteral("read"));
    Connection connection(under.library.path(), Mode::Read);
    std::stop_source stop;
    {
        StatementInterrupter interruption(connection, stop.get_token());
        interruption.check();
        constexpr int most = 10'000'000; // it has no end of its own
        int steps = 0;
        try {
            storage::sqlite::Query row = connection.query(
                "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT n FROM numbers");
            for (; steps < most && row.next(); ++steps)
                if (steps == 10)
                    stop.request_stop();
            QFAIL("went on");
        } catch (const SQLite::Exception& failure) {
            QCOMPARE(failure.getErrorCode(), SQLITE_INTERRUPT);
        }
        QVERIFY(steps >= 10 && steps < most);
        QVERIFY_EXCEPTION_THROWN(interruption.check(), SQLite::Exception);
        QVERIFY(!interruption.isUsedUp());
    }
    storage::sqlite::Query row = connection.query("SELECT count(*) FROM events");
    QVERIFY(row.next());
}

void SearchEffortTest::statements_endWhenTheyTookWhatWasAllowed()
{
    SearchedLibrary under(QStringLiteral("read"));
    Connection connection(under.library.path(), Mode::Read);
    StatementInterrupter interruption(connection, {});
    const auto steps = [&](std::int64_t allowed) {
        interruption.allow(allowed);
        int taken = 0;
        try {
            storage::sqlite::Query row = connection.query(
                "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 10000)"
                " SELECT n FROM numbers");
            while (row.next())
                ++taken;
        } catch (const SQLite::Exception& failure) {
            if (failure.getErrorCode() != SQLITE_INTERRUPT || !interruption.isUsedUp())
                return -1;
        }
        interruption.allowAll();
        return taken;
    };
    const int few = steps(1000);
    QVERIFY(few >= 0 && few < 1000);
    QVERIFY(steps(2000) > few);
    interruption.allowAll();
    QVERIFY(!interruption.isUsedUp());
    QCOMPARE(steps(much), 10000);
}

void SearchEffortTest::search_endsWhenStopped()
{
    SearchedLibrary under(QStringLiteral("indexed"));
    fill(under);
    std::stop_source stop;
    stop.request_stop();
    for (const char* typed : {"w", "\"word3\"", "ancient", "写"}) {
        const auto page = pageOf(under, {searchTerms(typed), {}, 50, stop.get_token()}, {});
        QVERIFY(!page);
        QCOMPARE(page.error().code, conversation::ErrorCode::Cancelled);
    }
}

void SearchEffortTest::stoppedSearches_doNotKeepOthersWaiting_data()
{
    QTest::addColumn<QString>("kind");
    QTest::newRow("not indexed") << QStringLiteral("read");
    QTest::newRow("file") << QStringLiteral("indexed");
}

/// Those waiting after one that is answered: unwanted searches are not carried out.
void SearchEffortTest::stoppedSearches_doNotKeepOthersWaiting()
{
    QFETCH(QString, kind);
    SearchedLibrary under(kind);
    fill(under);
    std::latch isHeld(1);
    std::stop_source stop;
    std::vector<Result<SearchHits>> stopped;
    under.library->search({searchTerms("w"), {}, 50}, [&](const auto&) { isHeld.wait(); });
    for (int i = 0; i < 3; ++i)
        under.library->search({searchTerms("w"), {}, 50, stop.get_token()},
                              [&](Result<SearchHits> page) { stopped.push_back(std::move(page)); });
    stop.request_stop();
    isHeld.count_down();
    const auto last = await<SearchHits>([&](auto done) {
        under.library->search({searchTerms("w"), {}, 50}, std::move(done));
    });
    QUARTERDECK_VERIFY_RESULT(last);
    QCOMPARE(last->hits.size(), std::size_t(50));
    QCOMPARE(stopped.size(), std::size_t(3));
    for (const Result<SearchHits>& page : stopped) {
        QVERIFY(!page);
        QCOMPARE(page.error().code, conversation::ErrorCode::Cancelled);
    }
}

} // namespace tst_search_effort

QUARTERDECK_TEST(tst_search_effort, SearchEffortTest)
#include "tst_search_effort.moc"
