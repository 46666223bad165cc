#include "model/conversation/channel.h"
#include "storage/sqlite/connection.h"
#include "tests/storage/support/searched_library.h"
#include "tests/support/test.h"

#include <QDateTime>
#include <QTest>
#include <array>
#include <nlohmann/json.hpp>
#include <random>
#include <string_view>

namespace tst_library_finding {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using test::await;
using test::LogBuilder;

/// Finding rows by their words; each test runs before the library is indexed, and after.
class LibraryFindingTest final : public QObject
{
    Q_OBJECT

private slots:
    static void initTestCase_data();
    static void rows_areFoundInTheirChannel();
    static void answer_isFoundAtItsQuestion();
    static void filters_areKept_data();
    static void filters_areKept();
    static void recordingWithoutTimes_isOfNoDay();
    static void stoppedSearch_isCancelled();
    static void moment_hidesWhatCameLater();
    static void pieces_makeTheWhole();
    static void anythingTyped_isAnswered_data();
    static void anythingTyped_isAnswered();
    static void unknownSession_isNotFound();
    static void removedSession_leavesNoWords();
    static void unfinishedSession_isIndexedOnceComplete();
    static void index_findsWhatReadingFinds();
    static void indexOfOtherWords_isNotBelievedByReaders();
    static void indexOfOtherWords_isMadeAnew();
    static void damagedEvent_hidesNoOther();
};

namespace {

class Kind : public test::SearchedLibrary
{
public:
    using SearchedLibrary::SearchedLibrary;

    std::vector<std::int64_t> find(const LogBuilder& log, const char* typed,
                                   const ChannelKey& channel = conversation::channel::everything,
                                   std::optional<EventSeq> asOf = {}, std::int32_t limit = 1000)
    {
        waitForIndex();
        FindRequest request{log.id(), channel, searchTerms(typed), asOf, {}, limit};
        std::vector<std::int64_t> rows;
        for (bool isLast = false; !isLast;) {
            const auto found = await<FindResult>([&](auto done) { library->findRows(request, done); });
            if (!found || (!found->isLast && found->readTo <= request.after))
                return {-1};
            for (const Ordinal row : found->rows)
                rows.push_back(row.value);
            request.after = found->readTo;
            isLast = found->isLast;
            ++pieces;
        }
        return rows;
    }

    int pieces = 0;
};

using Found = std::vector<std::int64_t>;

} // namespace

void LibraryFindingTest::initTestCase_data() { test::SearchedLibrary::addKinds(); }

void LibraryFindingTest::rows_areFoundInTheirChannel()
{
    QFETCH_GLOBAL(QString, kind);
    Kind under(kind);
    LogBuilder log("s");
    log.start();
    log.say("Mike", "Write the PRD first");
    log.sayPrivately("Alice", "chat");
    log.say("Alice", "PRD: 写一个2048游戏");
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    LogBuilder other("other");
    other.start();
    other.say("Mike", "another PRD");
    QUARTERDECK_VERIFY_RESULT(under.library.create(other));

    QCOMPARE(under.find(log, "prd"), (Found{0, 2}));
    QCOMPARE(under.find(log, "prd", conversation::channel::publicOnly), (Found{0, 1}));
    QCOMPARE(under.find(log, "一个2048"), Found{2});
    QCOMPARE(under.find(log, "prd first"), Found{0});
    QCOMPARE(under.find(log, "nowhere"), Found{});
    QCOMPARE(under.find(log, "prd", conversation::channel::inboxOf(conversation::RoleName("Nobody"))), Found{});
    QCOMPARE(under.find(other, "prd"), Found{0});
}

void LibraryFindingTest::answer_isFoundAtItsQuestion()
{
    QFETCH_GLOBAL(QString, kind);
    Kind under(kind);
    LogBuilder log("s");
    log.start();
    log.say("Mike", "one");
    log.ask("q");
    log.say("Mike", "two");
    const EventSeq answered = log.answer("q", "tangerine");
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    QCOMPARE(under.find(log, "tangerine"), Found{1});
    QCOMPARE(under.find(log, "tangerine", conversation::channel::everything, EventSeq{answered.value - 1}), Found{});
}

void LibraryFindingTest::filters_areKept_data()
{
    QTest::addColumn<QByteArray>("typed");
    QTest::addColumn<Found>("rows");
    const auto row = [](const QByteArray& typed, const Found& rows) {
        QTest::newRow(typed.constData()) << typed << rows;
    };
    row("word", {0, 1});
    row("word from:Mike", {0});
    row("from:mike", {0});
    row("from:me", {3});
    row("from:Nobody", {});
    row("in:private", {2});
    row("in:public word", {0, 1});
    row("in:Alice", {2});
    row("has:image", {5});
    row("has:question", {3});
    row("has:image has:question", {});
    const QDate first = QDateTime::fromMSecsSinceEpoch(1'700'000'000'000).date(); // when a log begins
    const QByteArray begun = first.toString(Qt::ISODate).toLatin1();
    const QByteArray next = first.addDays(1).toString(Qt::ISODate).toLatin1();
    row("on:" + begun, {0, 1, 2, 3, 3}); // a question, and its answer at the same row
    row("after:" + next, {4, 5});
    row("before:" + next + " word", {0, 1});
    row("word after:" + next, {});
    row("before:2000", {});
    row("after:2100", {});
    row("has:word", {});
    row("-> from:Alice", {1, 2, 3, 4, 5});
}

/// The log continues the next day.
void LibraryFindingTest::filters_areKept()
{
    QFETCH_GLOBAL(QString, kind);
    QFETCH(QByteArray, typed);
    QFETCH(Found, rows);
    Kind under(kind);
    LogBuilder log("s");
    log.start();
    log.say("Mike", "word one");
    log.say("Alice", "word two");
    log.sayPrivately("Alice", "chat");
    log.ask("q");
    const EventSeq answered = log.answer("q", "tangerine");
    log.say("Alice", "the day after", 86'400'000);
    log.show(conversation::AttachmentHash(std::string(64, 'a')));
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    QCOMPARE(under.find(log, typed.constData()), rows);
    QCOMPARE(under.find(log, typed.constData(), conversation::channel::everything, {}, 1), rows); // in pieces
    if (rows.empty())
        return;
    QVERIFY(under.find(log, typed.constData(), conversation::channel::everything, EventSeq{3}).empty());
    if (typed == "from:me") { // the answer is the person's, its row the question's
        QVERIFY(under.find(log, typed.constData(), conversation::channel::everything, EventSeq{answered.value - 1})
                    .empty());
    }
}

/// As in a search of all sessions: its times only give an order.
void LibraryFindingTest::recordingWithoutTimes_isOfNoDay()
{
    QFETCH_GLOBAL(QString, kind);
    Kind under(kind);
    for (const char* times : {"synthetic", "recorded"}) {
        LogBuilder log(times);
        conversation::SessionStarted started;
        started.kind = conversation::SessionKind::Imported;
        started.details = conversation::JsonValue(nlohmann::json{{"times", times}});
        log.add(started);
        const EventSeq said = log.say("Mike", "word");
        QUARTERDECK_VERIFY_RESULT(under.library.create(log));
        const bool isKnown = std::string_view(times) == "recorded";
        QCOMPARE(under.find(log, "word"), Found{0});
        for (const char* days : {"before:9999", "after:2000", "word after:2000 before:9999"})
            QCOMPARE(under.find(log, days), isKnown ? Found{0} : Found{});
        FindRequest request{log.id(), conversation::channel::everything, searchTerms("before:9999"), {}, {}};
        const auto piece = await<FindResult>([&](auto done) { under.library->findRows(request, done); });
        QUARTERDECK_VERIFY_RESULT(piece);
        QVERIFY(piece->isLast);
        QCOMPARE(piece->readTo, said);
    }
}

void LibraryFindingTest::stoppedSearch_isCancelled()
{
    QFETCH_GLOBAL(QString, kind);
    Kind under(kind);
    LogBuilder log("s");
    log.start();
    log.say("Mike", "word");
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    under.waitForIndex();
    std::stop_source stop;
    stop.request_stop();
    FindRequest request{log.id(), conversation::channel::everything, searchTerms("wo"), {}, {}};
    request.stop = stop.get_token();
    const auto found = await<FindResult>([&](auto done) { under.library->findRows(request, done); });
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::Cancelled);
}

void LibraryFindingTest::moment_hidesWhatCameLater()
{
    QFETCH_GLOBAL(QString, kind);
    Kind under(kind);
    LogBuilder log("s");
    log.start();
    const EventSeq first = log.say("Mike", "word one");
    const EventSeq second = log.say("Mike", "word two");
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    QCOMPARE(under.find(log, "word", conversation::channel::everything, first), Found{0});
    QCOMPARE(under.find(log, "word", conversation::channel::everything, second), (Found{0, 1}));
    QCOMPARE(under.find(log, "word", conversation::channel::everything, EventSeq{0}), Found{});
}

void LibraryFindingTest::pieces_makeTheWhole()
{
    QFETCH_GLOBAL(QString, kind);
    Kind under(kind);
    LogBuilder log("s");
    log.start();
    Found every;
    Found even;
    for (std::int64_t i = 0; i < 5000; ++i) {
        log.say("Mike", i % 2 == 0 ? "word even" : "word");
        every.push_back(i);
        if (i % 2 == 0)
            even.push_back(i);
    }
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    QCOMPARE(under.find(log, "word", conversation::channel::everything, {}, 70), every);
    QVERIFY(under.pieces > 2);
    QCOMPARE(under.find(log, "even"), even);
}

void LibraryFindingTest::anythingTyped_isAnswered_data()
{
    QTest::addColumn<QByteArray>("typed");
    for (const char* typed :
         {"\"", "\"\"", "*", "a*",  "^a", "a AND", "NEAR(a b)",    "text:a",   "-a",  "a\"b", "'",
          ";",  "()",   "+", "{a}", "\\", "%",     "a OR b NOT c", "\xff\xfe", "写*", "“",    "」「"})
        QTest::newRow(typed) << QByteArray(typed);
    QTest::newRow("a zero") << QByteArray("a\0b", 3);
    QTest::newRow("long") << QByteArray(100'000, 'a');
    QTest::newRow("many") << QByteArray("a ").repeated(2000);
}

void LibraryFindingTest::anythingTyped_isAnswered()
{
    QFETCH_GLOBAL(QString, kind);
    QFETCH(QByteArray, typed);
    Kind under(kind);
    LogBuilder log("s");
    log.start();
    log.say("Mike", "something else entirely");
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    under.waitForIndex();
    const FindRequest request{log.id(), conversation::channel::everything, searchTerms(typed.toStdString()), {}, {}};
    QUARTERDECK_VERIFY_RESULT(await<FindResult>([&](auto done) { under.library->findRows(request, done); }));
}

void LibraryFindingTest::unknownSession_isNotFound()
{
    QFETCH_GLOBAL(QString, kind);
    Kind under(kind);
    const auto found = await<FindResult>([&](auto done) {
        under.library->findRows({SessionId("none"), conversation::channel::everything, searchTerms("a"), {}, {}}, done);
    });
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::NotFound);
}

void LibraryFindingTest::removedSession_leavesNoWords()
{
    QFETCH_GLOBAL(QString, kind);
    Kind under(kind);
    LogBuilder log("s");
    log.start();
    log.say("Mike", "secret words");
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    under.waitForIndex();
    QUARTERDECK_VERIFY_RESULT(test::archiveAndRemove(*under.library, log.id()));
    LogBuilder next("next"); // may get the number of the one that went
    next.start();
    next.say("Mike", "other words");
    QUARTERDECK_VERIFY_RESULT(under.library.create(next));
    QCOMPARE(under.find(next, "secret"), Found{});
    QCOMPARE(under.find(next, "words"), Found{0});
    QVERIFY(test::comesTrue(
        [&] { return under.count("SELECT count(*) FROM text_index WHERE text_index MATCH 'secret'") == 0; }));
}

void LibraryFindingTest::unfinishedSession_isIndexedOnceComplete()
{
    QFETCH_GLOBAL(QString, kind);
    Kind under(kind);
    LogBuilder log("s");
    log.start();
    log.say("Mike", "first words");
    SessionSummary summary = log.summary();
    summary.isComplete = false;
    QUARTERDECK_VERIFY_RESULT(
        await<Nothing>([&](auto done) { under.library->createSession(summary, log.takeRecords(), done); }));
    log.say("Mike", "second words");
    QUARTERDECK_VERIFY_RESULT(under.library.append(log));
    QUARTERDECK_VERIFY_RESULT(await<Nothing>([&](auto done) { under.library->completeSessions({log.id()}, done); }));
    QCOMPARE(under.find(log, "words"), (Found{0, 1}));
}

void LibraryFindingTest::index_findsWhatReadingFinds()
{
    QFETCH_GLOBAL(QString, kind);
    if (kind != QLatin1String("indexed"))
        return;
    static constexpr std::array texts{"写", "一个", "游戏", "2048", "board", "Board", "red",
                                      " ",  "\n",   "-",    "é",    "🎉",     "データ"};
    std::mt19937 random(7);
    const auto anything = [&](int most) {
        std::string text;
        for (int i = 0, length = 1 + int(random() % unsigned(most)); i < length; ++i)
            text += texts[random() % texts.size()];
        return text;
    };
    LogBuilder log("s");
    log.start();
    for (int i = 0; i < 400; ++i)
        log.say("Mike", anything(12));
    LogBuilder copy = log;
    Kind unindexed(QStringLiteral("read"));
    Kind indexed(kind);
    QUARTERDECK_VERIFY_RESULT(unindexed.library.create(log));
    QUARTERDECK_VERIFY_RESULT(indexed.library.create(copy));
    for (int i = 0; i < 200; ++i) {
        std::string typed = anything(4);
        if (i % 3 == 0)
            typed = '"' + typed + '"';
        QVERIFY2(indexed.find(log, typed.c_str()) == unindexed.find(log, typed.c_str()), typed.c_str());
    }
}

void LibraryFindingTest::damagedEvent_hidesNoOther()
{
    QFETCH_GLOBAL(QString, kind);
    Kind under(kind);
    LogBuilder log("s");
    log.start();
    log.say("Mike", "word one");
    const EventSeq damaged = log.say("Mike", "word two");
    log.say("Mike", "word three");
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    under.library.reopenAfter([&] {
        storage::sqlite::Connection connection(under.library.path(), storage::sqlite::Mode::Write);
        connection.execute(("UPDATE events SET plain = '{', packed = NULL WHERE (id & 0xffffffffff) = "
                            + std::to_string(damaged.value) + "; DELETE FROM text_index_version")
                               .c_str());
    });
    QCOMPARE(under.find(log, "word"), (Found{0, 2}));
}

namespace {

/// Leaves the index as an older program would: its version, and none of today's words.
void ageIndex(const std::string& path)
{
    storage::sqlite::Connection connection(path, storage::sqlite::Mode::Write);
    connection.execute("UPDATE text_index_version SET version = 'older';"
                       "INSERT INTO text_index (text_index) VALUES ('delete-all')");
}

} // namespace

void LibraryFindingTest::indexOfOtherWords_isNotBelievedByReaders()
{
    QFETCH_GLOBAL(QString, kind);
    if (kind != QLatin1String("indexed"))
        return;
    Kind under(kind);
    LogBuilder log("s");
    log.start();
    log.say("Mike", "words");
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    under.waitForIndex();
    under.library.reopenAfter([&] {
        ageIndex(under.library.path());
        const auto reading = storage::openLibrary(under.library.path(), nullptr, storage::Access::ReadOnly);
        QUARTERDECK_VERIFY_RESULT(reading);
        const FindRequest request{log.id(), conversation::channel::everything, searchTerms("words"), {}, {}};
        const auto found = await<FindResult>([&](auto done) { (*reading)->findRows(request, done); });
        QUARTERDECK_VERIFY_RESULT(found);
        QCOMPARE(found->rows, std::vector<Ordinal>{{0}});
    });
}

void LibraryFindingTest::indexOfOtherWords_isMadeAnew()
{
    QFETCH_GLOBAL(QString, kind);
    if (kind != QLatin1String("indexed"))
        return;
    Kind under(kind);
    LogBuilder log("s");
    log.start();
    log.say("Mike", "words");
    QUARTERDECK_VERIFY_RESULT(under.library.create(log));
    under.waitForIndex();
    under.library.reopenAfter([&] { ageIndex(under.library.path()); });
    QCOMPARE(under.find(log, "words"), Found{0});
    QCOMPARE(under.count("SELECT count(*) FROM text_index WHERE text_index MATCH 'words'"), 1);
}

} // namespace tst_library_finding

QUARTERDECK_TEST(tst_library_finding, LibraryFindingTest)
#include "tst_library_finding.moc"
