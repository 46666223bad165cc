#include "model/conversation/channel.h"
#include "tests/storage/support/searched_library.h"
#include "tests/support/test.h"

#include <QElapsedTimer>
#include <QTest>
#include <array>
#include <nlohmann/json.hpp>
#include <random>

namespace tst_library_search {

using namespace quarterdeck;
using namespace quarterdeck::session;
using test::await;
using test::LogBuilder;
using test::SearchedLibrary;

/// Searching all sessions; each test runs on both kinds of library, and on the file before and after it is indexed.
class LibrarySearchTest final : public QObject
{
    Q_OBJECT

private slots:
    static void initTestCase_data() { SearchedLibrary::addKinds(); }
    static void hits_areOfAllSessionsNewestFirst();
    static void signsOfNames_areFound();
    static void vowelMarksAndHyphens_areFoundAsSeen();
    static void filters_areKept_data();
    static void filters_areKept();
    static void pages_makeTheWhole();
    static void person_isNoRoleOfThatName();
    static void days_areKept();
    static void recordingWithoutTimes_isOfNoDay();
    static void clockThatWentBack_keepsTheOrder();
    static void hit_tellsWhereItStands();
    static void whatHasNoRow_isNotFound();
    static void removedAndUnfinished_areNotFound();
    static void anythingTyped_isAnswered();
    static void pastedBook_isAnsweredSoon_data();
    static void pastedBook_isAnsweredSoon();
    static void kinds_findTheSame();
};

namespace {

using Hits = std::vector<SearchHit>;

/// "session:seq", in order.
std::string found(SearchedLibrary& under, const char* typed, std::int32_t limit = 50)
{
    std::string places;
    for (const SearchHit& hit : under.search(searchTerms(typed), limit))
        places += hit.place.session.str() + ":" + std::to_string(hit.place.seq.value) + " ";
    return places;
}

} // namespace

void LibrarySearchTest::hits_areOfAllSessionsNewestFirst()
{
    QFETCH_GLOBAL(QString, kind);
    SearchedLibrary under(kind);
    LogBuilder a("a");
    a.start();
    a.say("Mike", "the old plan", 1000);
    a.say("Mike", "plan, again", 100'000);
    LogBuilder b("b");
    b.start();
    b.say("Alice", "a plan in between", 50'000);
    QUARTERDECK_VERIFY_RESULT(under.library.create(a));
    QUARTERDECK_VERIFY_RESULT(under.library.create(b));
    QCOMPARE(found(under, "plan"), std::string("a:5 b:4 a:4 "));
    QCOMPARE(found(under, "pla"), std::string("a:5 b:4 a:4 "));
    QCOMPARE(found(under, "\"pla\""), std::string());
    QCOMPARE(found(under, "\"old plan\""), std::string("a:4 "));
    QCOMPARE(found(under, "plan again"), std::string("a:5 "));
    QCOMPARE(found(under, "nowhere"), std::string());
    QCOMPARE(found(under, ""), std::string());
    QCOMPARE(found(under, "->"), std::string());
}

/// The last word typed may be incomplete, and is then queried differently; with few words each is named.
void LibrarySearchTest::signsOfNames_areFound()
{
    QFETCH_GLOBAL(QString, kind);
    SearchedLibrary under(kind);
    LogBuilder log("s");
    log.start();
    log.say("Mike", "C is older than all of them"); // 4
    log.say("Alice", "C++17, and C++ again");
    log.say("Mike", "用C#写");             // 6
    log.say("Alice", "F#, and .NET Core"); // 7
    log.say("Mike", "ASP.NET; the net; F");
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    for (const std::int32_t limit : {1, 50}) {
        QCOMPARE(found(under, "C++", limit), std::string("s:5 "));
        QCOMPARE(found(under, "\"C++\"", limit), std::string("s:5 "));
        QCOMPARE(found(under, "c+", limit), std::string("s:5 "));
        QCOMPARE(found(under, "C++17", limit), std::string("s:5 "));
        QCOMPARE(found(under, "C#", limit), std::string("s:6 "));
        QCOMPARE(found(under, "F#", limit), std::string("s:7 "));
        QCOMPARE(found(under, ".NET", limit), std::string("s:8 s:7 "));
        QCOMPARE(found(under, ".ne", limit), std::string("s:8 s:7 "));
        QCOMPARE(found(under, "asp.net", limit), std::string("s:8 "));
        QCOMPARE(found(under, "\"net\"", limit), std::string("s:8 s:7 "));
        QCOMPARE(found(under, "\"C\"", limit), std::string("s:6 s:5 s:4 "));
        QCOMPARE(found(under, "c", limit), std::string("s:7 s:6 s:5 s:4 "));
    }
}

/// Even if the index is asked for every word with the prefix, which must be read as it was written.
void LibrarySearchTest::vowelMarksAndHyphens_areFoundAsSeen()
{
    QFETCH_GLOBAL(QString, kind);
    SearchedLibrary under(kind);
    LogBuilder log("s");
    log.start();
    log.say("Mike", "काम, काम की बात"); // 4
    log.say("Alice", "कम");
    log.say("Mike", "\u0995\u09c7\u09be");            // 6, in parts
    log.say("Alice", "Zu\u00adsammen\u00adarbeit");   // 7
    log.say("Mike", "soft\u200bware, می\u200cخواهم"); // 8
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    for (const std::int32_t limit : {1, 50}) {
        QCOMPARE(found(under, "काम", limit), std::string("s:4 "));
        QCOMPARE(found(under, "कम", limit), std::string("s:5 "));
        QCOMPARE(found(under, "की", limit), std::string("s:4 "));
        QCOMPARE(found(under, "क", limit), std::string("s:5 s:4 "));
        QCOMPARE(found(under, "\u0995\u09cb", limit), std::string("s:6 "));
        QCOMPARE(found(under, "Zusammenarbeit", limit), std::string("s:7 "));
        QCOMPARE(found(under, "\"zusammen\u00adarbeit\"", limit), std::string("s:7 "));
        QCOMPARE(found(under, "softw", limit), std::string("s:8 "));
        QCOMPARE(found(under, "\"میخواهم\"", limit), std::string("s:8 "));
    }
}

void LibrarySearchTest::filters_areKept_data()
{
    QTest::addColumn<QByteArray>("typed");
    QTest::addColumn<QByteArray>("places");
    const auto row = [](const char* typed, const char* places) {
        QTest::newRow(typed) << QByteArray(typed) << QByteArray(places);
    };
    row("word", "s:5 s:4 ");
    row("word from:mike", "s:4 ");
    row("word from:Ali", "s:5 ");
    row("word from:\"Ali\"", "");
    row("from:Alice", "s:9 s:7 s:6 s:5 ");
    row("from:me", "s:8 ");
    row("in:private", "s:6 ");
    row("in:public word", "s:5 s:4 ");
    row("in:Alice", "s:6 ");
    row("in:Alice from:Mike", "");
    row("in:Mike", "");
    row("has:question", "s:7 ");
    row("has:image", "s:9 ");
    row("has:images", "s:9 ");
    row("has:error", "s:10 ");
    row("has:error tool:write", "s:10 ");
    row("has:tool", "s:10 ");
    row("tool:write_file", "s:10 ");
    row("from:Nobody", "");
    row("has:image has:question", "");
    row("from：Mike word", "s:4 ");
    row("has:word", "");
    row("write_file", "s:10 ");
    row("mike", "");
}

void LibrarySearchTest::filters_areKept()
{
    using namespace conversation;
    QFETCH_GLOBAL(QString, kind);
    QFETCH(QByteArray, typed);
    QFETCH(QByteArray, places);
    SearchedLibrary under(kind);
    LogBuilder log("s");
    log.start();
    log.say("Mike", "word one");
    log.say("Alice", "word two");
    log.sayPrivately("Alice", "word");
    log.ask("q");
    log.answer("q", "tangerine");
    log.show(AttachmentHash(std::string(64, 'a')));
    MessagePublished failed;
    failed.message.sentFrom = Address("Mike");
    failed.message.content = {ToolUseBlock{"1", "write_file", JsonValue(), "{}"},
                              ToolResultBlock{"1", "write_file", "no room", JsonValue(), true}};
    log.add(failed);
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    QCOMPARE(QByteArray::fromStdString(found(under, typed.constData())), places);
}

void LibrarySearchTest::pages_makeTheWhole()
{
    QFETCH_GLOBAL(QString, kind);
    SearchedLibrary under(kind);
    for (const char* name : {"a", "b", "c"}) {
        LogBuilder log(name);
        log.start();
        // Many times the same: equal times are ordered by session and place.
        for (int i = 0; i < 1000; ++i)
            log.say("Mike", i % 5 == 0 ? "word even" : "word", i % 7 == 0 ? 1000 : 0);
        QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    }
    const std::string whole = found(under, "word", 200);
    QCOMPARE(std::ranges::count(whole, ':'), 3000);
    QCOMPARE(found(under, "word", 7), whole);
    QCOMPARE(std::ranges::count(found(under, "even", 7), ':'), 600);
    QVERIFY(whole.starts_with("c:1003 c:1002 c:1001 c:1000 c:999 c:998 b:1003 "));
}

void LibrarySearchTest::person_isNoRoleOfThatName()
{
    QFETCH_GLOBAL(QString, kind);
    SearchedLibrary under(kind);
    LogBuilder log("s");
    log.start();
    log.say("Human Resources", "word"); // 4
    log.say("", "word");
    conversation::MessagePublished signedOne;
    signedOne.message.name = "Jane";
    signedOne.message.content = conversation::textBlocks("word");
    log.add(signedOne); // 6
    log.ask("q");
    log.answer("q", "tangerine"); // 8
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    QCOMPARE(found(under, "from:me"), std::string("s:8 s:6 s:5 "));
    QCOMPARE(found(under, "word from:me"), std::string("s:6 s:5 "));
    QCOMPARE(found(under, "word from:me from:Jane"), std::string("s:6 "));
    QCOMPARE(found(under, "from:human"), std::string("s:8 s:5 s:4 "));
    FindRequest request;
    request.session = log.id();
    request.channel = conversation::channel::everything;
    request.terms = findTerms("from:me");
    const auto rows = await<FindResult>([&](auto done) { under.library->findRows(request, done); });
    QUARTERDECK_VERIFY_RESULT(rows);
    QCOMPARE(rows->rows, (std::vector<conversation::Ordinal>{{1}, {2}, {3}}));
}

void LibrarySearchTest::days_areKept()
{
    QFETCH_GLOBAL(QString, kind);
    SearchedLibrary under(kind);
    LogBuilder log("s");
    log.start();
    std::vector<EventSeq> said;
    for (int i = 0; i < 5; ++i)
        said.push_back(log.say("Mike", "word", 1000));
    log.say("Mike", "word", -2500); // the clock went back
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    const auto between = [&](std::optional<Timestamp> from, std::optional<Timestamp> until, bool withWord) {
        SearchTerms terms;
        if (withWord)
            terms.phrases = {{"word", false}};
        terms.from = from;
        terms.until = until;
        std::string places;
        for (const SearchHit& hit : under.search(terms))
            places += std::to_string(hit.place.seq.value) + " ";
        return places;
    };
    const Timestamp second = log.timeOf(said[1]);
    const Timestamp fourth = log.timeOf(said[3]);
    QCOMPARE(between(second, {}, true), std::string("9 8 7 6 5 "));
    QCOMPARE(between({}, second, true), std::string("4 "));
    QCOMPARE(between(second, fourth, true), std::string("9 6 5 "));
    QCOMPARE(between(second, fourth, false), std::string("9 6 5 "));
    QCOMPARE(between(Timestamp{fourth.msSinceEpoch + 10'000}, {}, true), std::string());
}

void LibrarySearchTest::recordingWithoutTimes_isOfNoDay()
{
    QFETCH_GLOBAL(QString, kind);
    SearchedLibrary under(kind);
    for (const char* times : {"synthetic", "recorded"}) {
        LogBuilder log(times);
        conversation::SessionStarted started;
        started.kind = conversation::SessionKind::Imported;
        started.details = conversation::JsonValue(nlohmann::json{{"times", times}});
        log.add(started);
        log.say("Mike", "word");
        QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    }
    QCOMPARE(found(under, "word"), std::string("synthetic:2 recorded:2 "));
    for (const char* days : {"after:2000-01-01", "before:2999-01-01", "word after:2000-01-01 before:2999-01-01"})
        QCOMPARE(found(under, days), std::string("recorded:2 "));
}

void LibrarySearchTest::clockThatWentBack_keepsTheOrder()
{
    QFETCH_GLOBAL(QString, kind);
    SearchedLibrary under(kind);
    LogBuilder log("s");
    log.start();
    log.say("Mike", "word", 10'000);
    log.say("Mike", "word", -86'400'000);
    log.say("Mike", "word", 1000);
    LogBuilder other("other");
    other.start();
    other.say("Mike", "word", 5000);
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    QUARTERDECK_VERIFY_RESULT(under.library.create(other));
    QCOMPARE(found(under, "word"), std::string("s:6 s:5 s:4 other:4 "));
    QCOMPARE(found(under, "word", 1), std::string("s:6 s:5 s:4 other:4 "));
}

void LibrarySearchTest::hit_tellsWhereItStands()
{
    QFETCH_GLOBAL(QString, kind);
    SearchedLibrary under(kind);
    LogBuilder log("s");
    log.start();
    const EventSeq said = log.say("Mike", "It goes on:\n\n\twhat a fine plan, and a PLAN indeed");
    const EventSeq asked = log.ask("q");
    log.answer("q", "tangerine");
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    const Hits plans = under.search(searchTerms("plan fine"));
    QCOMPARE(plans.size(), std::size_t(1));
    QCOMPARE(plans[0].place, (SearchCursor{log.timeOf(said), log.id(), said}));
    QCOMPARE(plans[0].row, said);
    QCOMPARE(plans[0].time, log.timeOf(said));
    QCOMPARE(plans[0].speaker, std::string("Mike"));
    QVERIFY(!plans[0].isPrivate);
    QCOMPARE(plans[0].excerpt, std::string("It goes on: what a fine plan, and a PLAN indeed"));
    QCOMPARE(plans[0].marks, (std::vector<TextRange>{{19, 23}, {24, 28}, {36, 40}}));
    const Hits answers = under.search(searchTerms("tangerine"));
    QCOMPARE(answers.size(), std::size_t(1));
    QCOMPARE(answers[0].row, asked);
    QCOMPARE(answers[0].speaker, std::string("<human>"));
}

/// Nobody could be led to it.
void LibrarySearchTest::whatHasNoRow_isNotFound()
{
    using namespace conversation;
    QFETCH_GLOBAL(QString, kind);
    SearchedLibrary under(kind);
    LogBuilder log("s");
    log.start();
    log.add(RunStateChanged{RunState::Running, "zebrafish resumed"});
    log.add(RunStateChanged{RunState::Paused, "zebrafish rests"}); // 5
    QuestionEnded late;
    late.id = QuestionId("of nobody");
    late.end.option = "zebrafish";
    log.add(late);
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    QCOMPARE(found(under, "zebrafish"), std::string("s:5 "));
    QCOMPARE(found(under, "zebrafish", 1), std::string("s:5 "));
    QCOMPARE(found(under, "zebrafish resumed"), std::string());
}

void LibrarySearchTest::removedAndUnfinished_areNotFound()
{
    QFETCH_GLOBAL(QString, kind);
    SearchedLibrary under(kind);
    LogBuilder going("going");
    going.start();
    going.say("Mike", "word");
    QUARTERDECK_VERIFY_RESULT(under.library.create(going));
    LogBuilder unfinished("unfinished");
    unfinished.start();
    unfinished.say("Mike", "word");
    SessionSummary summary = unfinished.summary();
    summary.isComplete = false;
    QUARTERDECK_VERIFY_RESULT(
        await<Nothing>([&](auto done) { under.library->createSession(summary, unfinished.takeRecords(), done); }));
    QCOMPARE(found(under, "word"), std::string("going:4 "));
    QUARTERDECK_VERIFY_RESULT(test::archiveAndRemove(*under.library, going.id()));
    QCOMPARE(found(under, "word"), std::string());
    QUARTERDECK_VERIFY_RESULT(
        await<Nothing>([&](auto done) { under.library->completeSessions({unfinished.id()}, done); }));
    QCOMPARE(found(under, "word"), std::string("unfinished:4 "));
}

void LibrarySearchTest::anythingTyped_isAnswered()
{
    QFETCH_GLOBAL(QString, kind);
    SearchedLibrary under(kind);
    LogBuilder log("s");
    log.start();
    log.say("Mike", "a \"quoted\" text: from: has: 写一个");
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    std::mt19937 random(11); // NOLINT(cert-msc51-cpp): the same each time
    constexpr std::array pieces{"\"", "from:",  "in:", "has:", "after:", "on:2026-13", "2026", "写",
                                "a",  " ",      "：",  "*",    "AND",    "^",          "(",    ")",
                                "}",  "{text}", "-",   "\\",   "“",      "\xff"};
    for (int i = 0; i < 500; ++i) {
        std::string typed;
        for (std::size_t n = random() % 8; n > 0; --n)
            typed += pieces[random() % pieces.size()];
        const auto page = await<SearchHits>([&](auto done) {
            under.library->search({searchTerms(typed), {}, 50}, done);
        });
        QVERIFY2(page, typed.c_str());
    }
}

void LibrarySearchTest::pastedBook_isAnsweredSoon_data()
{
    QTest::addColumn<QString>("book");
    constexpr int many = 30'000;
    QString words;
    for (int i = 0; i < many; ++i)
        words += QStringLiteral("word%1 ").arg(i % 700);
    QTest::newRow("words") << words;
    QTest::newRow("one word again and again") << QStringLiteral("again ").repeated(many);
    QTest::newRow("Chinese") << QString::fromUtf8("好的世界").repeated(many);
    QTest::newRow("nothing between") << QStringLiteral("a").repeated(many);
    QTest::newRow("each between marks") << QStringLiteral("\"a\" ").repeated(many);
}

/// A phrase of a whole text finds where it was said, and is searched for as far as it matters: without a bound it takes
/// minutes, and the limit of the test's time ends it.
void LibrarySearchTest::pastedBook_isAnsweredSoon()
{
    QFETCH_GLOBAL(QString, kind);
    QFETCH(QString, book);
    const std::string text = book.toStdString();
    SearchedLibrary under(kind);
    LogBuilder log("a");
    log.start();
    log.say("Mike", text);
    log.say("Alice", "something else");
    log.say("Mike", text.substr(0, text.size() / 2));
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    under.waitForIndex();
    const std::vector<std::pair<SearchTerms, bool>> all = {
        {searchTerms('"' + text + '"'), true},
        {findTerms(text), true},
        {searchTerms(text), true},
        {searchTerms('"' + text.substr(0, 60) + " elsewhere " + text + '"'), false},
        {searchTerms("from:\"" + text + '"'), false},
    };
    QElapsedTimer clock;
    clock.start();
    for (const auto& [terms, isThere] : all) {
        const Hits hits = under.search(terms);
        QVERIFY(hits != Hits{SearchHit{}});
        QCOMPARE(!hits.empty(), isThere);
        FindRequest request;
        request.session = log.id();
        request.channel = conversation::channel::everything;
        request.terms = terms;
        const auto rows = await<FindResult>([&](auto done) { under.library->findRows(request, done); });
        QVERIFY(rows);
        QCOMPARE(!rows->rows.empty(), isThere);
    }
    qInfo("%lld ms for %zu searches of %zu bytes", static_cast<long long>(clock.elapsed()), 2 * all.size(),
          text.size());
}

void LibrarySearchTest::kinds_findTheSame()
{
    QFETCH_GLOBAL(QString, kind);
    SearchedLibrary unindexed(QStringLiteral("read"));
    SearchedLibrary under(kind);
    LogBuilder log = test::mixedLog(300);
    LogBuilder copy = log;
    QUARTERDECK_VERIFY_RESULT(unindexed.library.create(log));
    QUARTERDECK_VERIFY_RESULT(under.library.create(copy));
    for (const char* typed : {"a", "1", "message", "from:Mike", "from:Alice in:private", "has:question", "has:error",
                              "from:me", "in:public 1", "has:image"})
        QVERIFY2(under.search(searchTerms(typed)) == unindexed.search(searchTerms(typed)), typed);
}

} // namespace tst_library_search

QUARTERDECK_TEST(tst_library_search, LibrarySearchTest)
#include "tst_library_search.moc"
