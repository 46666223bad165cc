#include "model/session/search.h"
#include "tests/storage/support/library_under_test.h"
#include "tests/storage/support/promise.h"
#include "tests/support/test.h"

#include <QDateTime>
#include <QRandomGenerator>
#include <QTest>
#include <QTimeZone>

namespace tst_jumping_clocks {

using namespace quarterdeck;
using namespace quarterdeck::session;
using test::await;
using test::LibraryUnderTest;
using test::LogBuilder;

namespace {

constexpr std::int64_t second = 1000;
constexpr std::int64_t hour = 3600 * second;
constexpr std::int64_t day = 24 * hour;

using Clock = std::function<std::int64_t(int number)>;

/// The wall clock moves by this many milliseconds: what is written in local time and read as if it had no zone.
Clock summerTimeEnds()
{
    return [](int number) {
        const QTimeZone berlin("Europe/Berlin");
        const auto shown = [&](int minute) {
            const QDateTime at =
                QDateTime::fromMSecsSinceEpoch(1'698'537'600'000 + minute * 20 * 60 * second).toTimeZone(berlin);
            return QDateTime(at.date(), at.time(), Qt::UTC).toMSecsSinceEpoch();
        };
        return shown(number) - shown(number - 1);
    };
}

} // namespace

/// A session's order is the order in which it was written: what clocks say is shown, and never sorted by. Each test
/// runs on both kinds.
class JumpingClocksTest final : public QObject
{
    Q_OBJECT

private slots:
    void order_isThatOfTheLog_data();
    void order_isThatOfTheLog();
    void cleanupTestCase();

private:
    void checkOrder(LibraryUnderTest& library, const LogBuilder& log);

    int m_logs = 0;
    std::size_t m_rows = 0;
};

void JumpingClocksTest::order_isThatOfTheLog_data()
{
    QTest::addColumn<Clock>("clock");
    QTest::newRow("a day back") << Clock([](int number) { return number == 30 ? -day : second; });
    QTest::newRow("a day on, and back") << Clock([](int number) {
        return number == 20 ? day : number == 50 ? -day : second;
    });
    QTest::newRow("back and forth") << Clock([](int number) { return number % 2 == 0 ? day : -day; });
    QTest::newRow("always back") << Clock([](int) { return -hour; });
    QTest::newRow("stands still") << Clock([](int) { return 0; });
    QTest::newRow("before 1970") << Clock([](int number) { return number == 10 ? -60 * 365 * day : second; });
    QTest::newRow("summer time ends") << summerTimeEnds();
    QTest::newRow("an agent's own") << Clock(
        [random = QRandomGenerator(8)](int) mutable { return random.bounded(static_cast<int>(2 * hour)) - hour; });
}

void JumpingClocksTest::checkOrder(LibraryUnderTest& library, const LogBuilder& log)
{
    const auto events = await<std::vector<Event>>([&](auto done) { library->readEvents(log.id(), {0}, 1000, done); });
    QUARTERDECK_VERIFY_RESULT(events);
    QCOMPARE(*events, log.events());
    std::int64_t last = 0;
    const std::int64_t total = log.state().rowCount(conversation::channel::everything);
    for (std::int64_t first = 0; first < total; first += 25) {
        const auto rows = library.rows(log, conversation::channel::everything, first, 25);
        QUARTERDECK_VERIFY_RESULT(rows);
        for (const Row& row : rows->rows) {
            QVERIFY2(row.event.seq.value > last, qPrintable(QString::number(row.event.seq.value)));
            last = row.event.seq.value;
            ++m_rows;
        }
    }
    QCOMPARE(last, log.events().back().seq.value);
    // Results come newest first, by the log.
    const auto found = await<SearchHits>([&](auto done) {
        SearchRequest request;
        request.terms = searchTerms("message");
        request.limit = 200;
        library->search(request, done);
    });
    QUARTERDECK_VERIFY_RESULT(found);
    QVERIFY(found->hits.size() > 50);
    QVERIFY(std::ranges::is_sorted(found->hits, std::greater{}, [](const SearchHit& hit) { return hit.place.seq; }));
    // A moment is one of the log's.
    for (const Event& event : log.events()) {
        const auto seq = await<EventSeq>([&](auto done) { library->seqAt(log.id(), event.time, done); });
        QUARTERDECK_VERIFY_RESULT(seq);
        QVERIFY(*seq >= event.seq && *seq <= log.events().back().seq);
    }
    const auto check = await<SessionCheck>([&](auto done) { library->verifySession(log.id(), done); });
    QVERIFY2(check && check->isSound(), check && !check->faults.empty() ? check->faults.front().c_str() : "");
}

void JumpingClocksTest::order_isThatOfTheLog()
{
    QFETCH(Clock, clock);
    LibraryUnderTest library;
    LogBuilder log("jumps");
    log.start();
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    for (int i = 0; i < 100; ++i) {
        log.say(i % 3 == 0 ? "Mike" : "Alice", "message " + std::to_string(i), clock(i));
        if (i % 7 == 0)
            QUARTERDECK_VERIFY_RESULT(library.append(log));
    }
    QUARTERDECK_VERIFY_RESULT(library.append(log));
    checkOrder(library, log);
    library.reopen();
    checkOrder(library, log);
    const auto state = await<ConversationState>([&](auto done) { library->readState(log.id(), {}, done); });
    QVERIFY(state && *state == log.state());
    ++m_logs;
}

void JumpingClocksTest::cleanupTestCase()
{
    test::countPromise(8,
                       QStringLiteral("%1 logs by clocks that jump, %2 rows in their order").arg(m_logs).arg(m_rows));
}

} // namespace tst_jumping_clocks

QUARTERDECK_TEST(tst_jumping_clocks, JumpingClocksTest)
#include "tst_jumping_clocks.moc"
