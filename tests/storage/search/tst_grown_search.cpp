#include "model/conversation/channel.h"
#include "model/conversation/message_extension.h"
#include "storage/log/extension_compactor.h"
#include "storage/search/text_index.h"
#include "tests/storage/support/database.h"
#include "tests/storage/support/searched_library.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_grown_search {

using namespace quarterdeck;
using namespace quarterdeck::session;
using namespace quarterdeck::conversation;
using test::await;
using test::comesTrue;
using test::LogBuilder;
using test::SearchedLibrary;

namespace {

/// The rows, in order of the matches.
std::string found(SearchedLibrary& under, const char* typed, std::int32_t limit = 50)
{
    std::string rows;
    for (const SearchHit& hit : under.search(searchTerms(typed), limit))
        rows += std::to_string(hit.row.value) + ' ';
    return rows;
}

std::string foundInChannel(SearchedLibrary& under, const LogBuilder& log, const char* typed,
                           std::optional<EventSeq> asOf = {})
{
    under.waitForIndex();
    const FindRequest request{log.id(), channel::everything, searchTerms(typed), asOf, {}, 1000};
    const auto rows = await<FindResult>([&](auto done) { under.library->findRows(request, done); });
    std::string ordinals;
    for (const Ordinal row : rows ? rows->rows : std::vector<Ordinal>{{-1}})
        ordinals += std::to_string(row.value) + ' ';
    return ordinals;
}

/// A message that its program sends again, each time as it is then.
struct Stream
{
    EventSeq target;
    Message message;
};

Stream begin(LogBuilder& log, const char* text)
{
    const EventSeq target = log.say("Alice", text);
    return {target, std::get<MessagePublished>(log.events().back().body).message};
}

EventSeq become(LogBuilder& log, Stream& stream, std::vector<ContentBlock> content)
{
    Message next = stream.message;
    next.content = std::move(content);
    const EventSeq seq = log.add(extensionOf(stream.message, next, stream.target));
    stream.message = std::move(next);
    return seq;
}

EventSeq become(LogBuilder& log, Stream& stream, const char* text) { return become(log, stream, textBlocks(text)); }

/// How often words occur in the file's index, except those removed again.
std::int64_t indexedWords(const std::string& path)
{
    storage::sqlite::Connection connection(path, storage::sqlite::Mode::Read);
    connection.execute("PRAGMA query_only = OFF;"
                       "CREATE VIRTUAL TABLE temp.all_words USING fts5vocab (main, text_index, 'row')");
    storage::sqlite::Query row = connection.query("SELECT coalesce(sum(cnt), 0) FROM temp.all_words");
    return row.next() ? row.number(0) : -1;
}

} // namespace

/// A message that grew is found by what it says as a whole, once: in both kinds of library, and in the file before and
/// after it is indexed.
class GrownSearchTest final : public QObject
{
    Q_OBJECT

private slots:
    static void initTestCase_data() { SearchedLibrary::addKinds(); }
    static void whole_isFoundOnce();
    static void filters_areThoseOfTheMessage();
    static void whatItSaysNoMore_isNotFound();
    static void whatGrowsOn_isFoundByItsEnd();
    static void earlierMoment_isFoundByWhatWasSaidThen();
    static void removed_leavesNoWords();
    static void mergedWhenIndexed_isFoundAsBefore();
    static void whatNeverRests_isIndexedNowAndThen();
};

void GrownSearchTest::whole_isFoundOnce()
{
    QFETCH_GLOBAL(QString, kind);
    SearchedLibrary under(kind);
    LogBuilder log("s");
    log.start();
    Stream one = begin(log, "alpha begins");
    Stream other = begin(log, "another begins");
    become(log, one, "alpha begins and goes on");
    become(log, other, "another begins, too");
    const EventSeq last = become(log, one, "alpha begins and goes on to beta");
    log.annotate(one.target);
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    const std::string row = std::to_string(one.target.value) + ' ';
    for (const char* typed : {"alpha", "beta", "alpha beta", "\"goes on to\"", "\"alpha begins and goes on to beta\"",
                              "from:Alice alpha", "from:Alice beta"}) {
        QCOMPARE(found(under, typed), row);
        QCOMPARE(foundInChannel(under, log, typed), std::string("0 "));
    }
    QCOMPARE(found(under, "alpha another"), std::string());
    for (const std::int32_t limit : {50, 1})
        QCOMPARE(found(under, "begins from:Alice", limit), row + std::to_string(other.target.value) + ' ');
    const std::vector<SearchHit> hits = under.search(searchTerms("beta"));
    QCOMPARE(hits.size(), std::size_t(1));
    QCOMPARE(hits[0].place.seq, last);
    QCOMPARE(hits[0].speaker, std::string("Alice"));
    QCOMPARE(hits[0].excerpt, std::string("alpha begins and goes on to beta"));
}

void GrownSearchTest::filters_areThoseOfTheMessage()
{
    QFETCH_GLOBAL(QString, kind);
    SearchedLibrary under(kind);
    LogBuilder log("s");
    log.start();
    Stream open = begin(log, "looking");
    const ContentBlock use = ToolUseBlock{"1", "write_file", JsonValue(), "{}"};
    become(log, open, {TextBlock{"looking"}, use});
    become(log, open, {TextBlock{"looking"}, use, TextBlock{"done"}});
    const EventSeq said = log.sayPrivately("Alice", "word");
    Stream closed{said, std::get<MessagePublished>(log.events().back().body).message};
    become(log, closed, "psst, done");
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    const std::string openRow = std::to_string(open.target.value) + ' ';
    const std::string closedRow = std::to_string(said.value) + ' ';
    QCOMPARE(found(under, "done"), closedRow + openRow);
    QCOMPARE(found(under, "tool:write_file done"), openRow);
    QCOMPARE(found(under, "has:tool looking"), openRow);
    QCOMPARE(found(under, "in:private done"), closedRow);
    QCOMPARE(found(under, "in:Alice psst"), closedRow);
    QCOMPARE(found(under, "in:public from:Alice"), openRow);
    QCOMPARE(found(under, "from:Mike"), std::string());
}

void GrownSearchTest::whatItSaysNoMore_isNotFound()
{
    QFETCH_GLOBAL(QString, kind);
    SearchedLibrary under(kind);
    LogBuilder log("s");
    log.start();
    Stream stream = begin(log, "one two three");
    become(log, stream, "one two three four");
    become(log, stream, "one");
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    for (const char* typed : {"two", "four", "thr", "from:Alice three"}) {
        QCOMPARE(found(under, typed), std::string());
        QCOMPARE(foundInChannel(under, log, typed), std::string());
    }
    QCOMPARE(foundInChannel(under, log, "one"), std::string("0 "));
}

/// Also before the index knows of that.
void GrownSearchTest::whatGrowsOn_isFoundByItsEnd()
{
    QFETCH_GLOBAL(QString, kind);
    SearchedLibrary under(kind);
    LogBuilder log("s");
    log.start();
    Stream stream = begin(log, "alpha");
    become(log, stream, "alpha beta");
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    const std::string row = std::to_string(stream.target.value) + ' ';
    QCOMPARE(found(under, "alpha beta"), row);
    become(log, stream, "alpha gamma");
    QUARTERDECK_VERIFY_RESULT(under.library.append(log));
    const auto soon = await<SearchHits>([&](auto done) { under.library->search({searchTerms("alpha"), {}, 9}, done); });
    QVERIFY(soon && soon->hits.size() == 1);
    QCOMPARE(soon->hits[0].excerpt, std::string("alpha gamma"));
    const auto gone = await<SearchHits>([&](auto done) { under.library->search({searchTerms("beta"), {}, 9}, done); });
    QVERIFY(gone && gone->hits.empty());
    QCOMPARE(found(under, "alpha gamma"), row);
    QCOMPARE(found(under, "beta"), std::string());
}

void GrownSearchTest::earlierMoment_isFoundByWhatWasSaidThen()
{
    QFETCH_GLOBAL(QString, kind);
    SearchedLibrary under(kind);
    LogBuilder log("s");
    log.start();
    Stream stream = begin(log, "alpha");
    const EventSeq second = become(log, stream, "alpha beta");
    become(log, stream, "gamma");
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    QCOMPARE(foundInChannel(under, log, "alpha", stream.target), std::string("0 "));
    QCOMPARE(foundInChannel(under, log, "beta", stream.target), std::string());
    QCOMPARE(foundInChannel(under, log, "beta from:Alice", second), std::string("0 "));
    QCOMPARE(foundInChannel(under, log, "gamma", second), std::string());
    QCOMPARE(foundInChannel(under, log, "beta"), std::string());
}

/// The index is told to forget exactly the words that it has.
void GrownSearchTest::removed_leavesNoWords()
{
    QFETCH_GLOBAL(QString, kind);
    SearchedLibrary under(kind);
    LogBuilder log("s");
    log.start();
    std::vector<Stream> streams;
    for (int i = 0; i < 60; ++i)
        streams.push_back(begin(log, "secret"));
    for (const char* text : {"secret words", "secret words of theirs"})
        for (Stream& stream : streams)
            become(log, stream, text);
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    QCOMPARE(under.search(searchTerms("\"secret words of theirs\" from:Alice")).size(), streams.size());
    become(log, streams.front(), "secret words of all");
    QUARTERDECK_VERIFY_RESULT(under.library.append(log));
    under.waitForIndex();
    QUARTERDECK_VERIFY_RESULT(test::archiveAndRemove(*under.library, log.id()));
    QCOMPARE(found(under, "secret"), std::string());
    QVERIFY(comesTrue(
        [&] { return under.count("SELECT count(*) FROM sessions") == 0 && indexedWords(under.library.path()) == 0; }));
}

/// A recording stays as it came; if it does not, its small pieces leave the index, too.
void GrownSearchTest::mergedWhenIndexed_isFoundAsBefore()
{
    QFETCH_GLOBAL(QString, kind);
    if (kind != QLatin1String("indexed"))
        return;
    SearchedLibrary under(kind);
    LogBuilder log("s");
    SessionStarted started;
    started.kind = SessionKind::Imported;
    log.add(started);
    Stream stream = begin(log, "word0");
    std::string text = "word0";
    for (int i = 1; i < 100; ++i)
        become(log, stream, (text += " word" + std::to_string(i)).c_str());
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    const std::string row = std::to_string(stream.target.value) + ' ';
    QCOMPARE(found(under, "word0 word99"), row);
    under.library.reopenAfter(
        [&] { test::Database(under.library.path()).execute("UPDATE sessions SET kind = 'team'"); });
    QVERIFY(comesTrue([&] { return under.count("SELECT count(*) FROM amendments") < 20; }));
    for (const char* typed : {"word0", "word50", "word99 word0", "\"word49 word50\" from:Alice"})
        QCOMPARE(found(under, typed), row);
    QUARTERDECK_VERIFY_RESULT(test::archiveAndRemove(*under.library, log.id()));
    QVERIFY(comesTrue(
        [&] { return under.count("SELECT count(*) FROM sessions") == 0 && indexedWords(under.library.path()) == 0; }));
}

/// Otherwise each growth would be indexed with its whole message.
void GrownSearchTest::whatNeverRests_isIndexedNowAndThen()
{
    QFETCH_GLOBAL(QString, kind);
    if (kind != QLatin1String("indexed"))
        return;
    SearchedLibrary under(kind);
    storage::sqlite::Connection connection(under.library.path(), storage::sqlite::Mode::Read);
    storage::sqlite::TextIndex index(connection);
    storage::sqlite::ExtensionCompactor growths(connection, index);
    int indexed = 0;
    for (std::int64_t seq = 2; seq <= 10'000; ++seq) {
        growths.note({1}, {seq < 5'000 ? 1 : 5'000});
        indexed += growths.holds({1}, {seq}) ? 0 : 1;
    }
    QVERIFY2(indexed >= 2 && indexed <= 10, qPrintable(QString::number(indexed)));
    QVERIFY(!growths.holds({2}, {2}));
}

} // namespace tst_grown_search

QUARTERDECK_TEST(tst_grown_search, GrownSearchTest)
#include "tst_grown_search.moc"
