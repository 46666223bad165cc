#include "model/conversation/channel.h"
#include "tests/storage/support/library_under_test.h"
#include "tests/support/test.h"

#include <QRandomGenerator>
#include <QTest>
#include <algorithm>
#include <chrono>
#include <map>
#include <semaphore>

namespace tst_library_reading {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using test::await;
using test::LibraryUnderTest;
using test::LogBuilder;
using test::mixedLog;
namespace channel = conversation::channel;

/// What every library promises about reading: windows, moments, the timeline. Each test runs on both kinds.
class LibraryReadingTest final : public QObject
{
    Q_OBJECT

private slots:
    static void windows_anywhere();
    static void windows_atMoments();
    static void amendments_comeWithTheirRowFromTheirMomentOn();
    static void ordinals_areDenseAndFound();
    static void events_byPages();
    static void state_atEveryMoment();
    static void state_startsAtTheNearestSnapshot();
    static void snapshots_aheadOfTheLogAreRefused();
    static void seqAt_withClocksThatGoBack();
    static void timeline_countsAndMarks();
    static void marks_standAtRowsOfTheChannel();
    static void rows_areReadBesideMarks();
    static void timeline_ofOneMoment();
    static void timeline_ofAllTime();
};

namespace {

/// The rows that a channel must have, made from the records alone.
std::map<ChannelKey, std::vector<Row>> rowsOf(const std::vector<LogRecord>& records, EventSeq asOf)
{
    std::map<ChannelKey, std::vector<Row>> channels;
    for (const LogRecord& record : records) {
        if (record.event.seq > asOf)
            break;
        for (const ChannelEntry& entry : record.channels)
            channels[entry.channel].push_back({entry.ordinal, record.event, {}});
        for (auto& [key, rows] : channels) {
            for (Row& row : rows) {
                if (record.amends && row.event.seq == *record.amends)
                    row.amendments.push_back(record.event);
            }
        }
    }
    return channels;
}

} // namespace

void LibraryReadingTest::windows_anywhere()
{
    LibraryUnderTest library;
    LogBuilder log = mixedLog(500);
    const auto records = log.takeRecords();
    const auto expected = rowsOf(records, log.state().lastSeq());
    QUARTERDECK_VERIFY_RESULT(await<Nothing>([&](auto done) { library->createSession(log.summary(), records, done); }));
    QVERIFY(expected.size() >= 4); // everything, public, private and inbox of Alice
    for (const auto& [key, all] : expected) {
        const auto total = static_cast<std::int64_t>(all.size());
        for (const std::int64_t first : {std::int64_t{0}, total / 2, total - 60, total - 1, total, total + 5}) {
            const auto window = library.rows(log, key, first);
            QUARTERDECK_VERIFY_RESULT(window);
            QCOMPARE(window->total, total);
            const std::int64_t from = std::clamp<std::int64_t>(first, 0, total);
            const std::int64_t to = std::min(total, std::max<std::int64_t>(first, 0) + 60);
            const std::vector<Row> rows(all.begin() + from, all.begin() + std::max(from, to));
            QCOMPARE(window->rows, rows);
        }
    }
    QCOMPARE(library.rows(log, channel::everything, 0, 100'000)->rows.size(), std::size_t{200});
    QCOMPARE(library.rows(log, channel::everything, 0, -1)->rows.size(), std::size_t{0});
    QCOMPARE(library.rows(log, channel::everything, INT64_MAX)->rows.size(), std::size_t{0});
    const auto nothing = library.rows(log, ChannelKey("private:Nobody"));
    QCOMPARE(nothing->total, std::int64_t{0});
}

void LibraryReadingTest::windows_atMoments()
{
    LibraryUnderTest library;
    LogBuilder log = mixedLog(120);
    const auto records = log.takeRecords();
    QUARTERDECK_VERIFY_RESULT(await<Nothing>([&](auto done) { library->createSession(log.summary(), records, done); }));
    for (EventSeq asOf{0}; asOf <= log.state().lastSeq(); asOf = asOf.next()) {
        auto expected = rowsOf(records, asOf);
        for (const ChannelKey& key : {channel::everything, channel::privateWith(conversation::RoleName("Alice"))}) {
            const auto window = library.rows(log, key, 0, 200, asOf);
            QUARTERDECK_VERIFY_RESULT(window);
            QCOMPARE(window->total, static_cast<std::int64_t>(expected[key].size()));
            QCOMPARE(window->rows, expected[key]);
        }
    }
}

void LibraryReadingTest::amendments_comeWithTheirRowFromTheirMomentOn()
{
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start();
    const EventSeq asked = log.ask("q");
    const EventSeq between = log.say("Mike", "meanwhile");
    const EventSeq answered = log.answer("q", "right");
    const EventSeq annotated = log.annotate(asked);
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    const auto amendmentsAt = [&](EventSeq asOf) {
        std::vector<EventSeq> seqs;
        const Rows window = library.rows(log, channel::everything, 0, 1, asOf).value();
        for (const Event& event : window.rows.front().amendments)
            seqs.push_back(event.seq);
        return seqs;
    };
    QCOMPARE(amendmentsAt(between), std::vector<EventSeq>{});
    QCOMPARE(amendmentsAt(answered), std::vector<EventSeq>{answered});
    QCOMPARE(amendmentsAt(annotated), (std::vector<EventSeq>{answered, annotated}));
}

void LibraryReadingTest::ordinals_areDenseAndFound()
{
    LibraryUnderTest library;
    LogBuilder log = mixedLog(100);
    const auto records = log.takeRecords();
    QUARTERDECK_VERIFY_RESULT(await<Nothing>([&](auto done) { library->createSession(log.summary(), records, done); }));
    for (const auto& [key, rows] : rowsOf(records, log.state().lastSeq())) {
        std::int64_t expected = 0;
        for (const Row& row : rows) {
            const auto ordinal =
                await<Ordinal>([&](auto done) { library->ordinalOf(log.id(), key, row.event.seq, done); });
            QCOMPARE(ordinal.value().value, expected++);
        }
    }
    const auto none = await<Ordinal>([&](auto done) { library->ordinalOf(log.id(), channel::everything, {1}, done); });
    QVERIFY(!none);
    QCOMPARE(none.error().code, ErrorCode::NotFound);
}

void LibraryReadingTest::events_byPages()
{
    LibraryUnderTest library;
    LogBuilder log = mixedLog(100);
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    std::vector<Event> all;
    for (bool isMore = true; isMore;) {
        const EventSeq after = all.empty() ? EventSeq{0} : all.back().seq;
        const auto page = await<std::vector<Event>>([&](auto done) { library->readEvents(log.id(), after, 7, done); });
        QUARTERDECK_VERIFY_RESULT(page);
        QVERIFY(page->size() <= 7);
        isMore = !page->empty();
        all.insert(all.end(), page->begin(), page->end());
    }
    QCOMPARE(all, log.events());
}

void LibraryReadingTest::state_atEveryMoment()
{
    LibraryUnderTest library;
    LogBuilder log = mixedLog(100);
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    ConversationState expected;
    const auto stateAt = [&](std::optional<EventSeq> asOf) {
        return await<ConversationState>([&](auto done) { library->readState(log.id(), asOf, done); });
    };
    QVERIFY(stateAt(EventSeq{0}).value() == expected);
    for (const Event& event : log.events()) {
        expected.apply(event);
        QVERIFY(stateAt(event.seq).value() == expected);
        if (event.seq.value % 40 == 0)
            QUARTERDECK_VERIFY_RESULT(
                await<Nothing>([&](auto done) { library->saveSnapshot(log.id(), expected, done); }));
    }
    QVERIFY(stateAt(std::nullopt).value() == expected);
    QVERIFY(stateAt(EventSeq{1'000'000}).value() == expected);
    QVERIFY(stateAt(EventSeq{41}).value().lastSeq() == EventSeq{41});
}

void LibraryReadingTest::state_startsAtTheNearestSnapshot()
{
    LibraryUnderTest library;
    LogBuilder log = mixedLog(20);
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    // A snapshot that no fold would produce shows whether it was used.
    LogBuilder other("other");
    other.start("told by the snapshot");
    for (int i = 0; i < 7; ++i)
        other.say("Mike", "x");
    QUARTERDECK_VERIFY_RESULT(await<Nothing>([&](auto done) { library->saveSnapshot(log.id(), other.state(), done); }));
    const auto titleAt = [&](std::int64_t asOf) {
        return await<ConversationState>([&](auto done) { library->readState(log.id(), EventSeq{asOf}, done); })
            ->title();
    };
    QCOMPARE(titleAt(9), log.state().title());
    QCOMPARE(titleAt(10), other.state().title());
    QCOMPARE(titleAt(23), other.state().title());
}

void LibraryReadingTest::snapshots_aheadOfTheLogAreRefused()
{
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start();
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    log.say("Mike", "not stored");
    QVERIFY(!await<Nothing>([&](auto done) { library->saveSnapshot(log.id(), log.state(), done); }));
}

void LibraryReadingTest::seqAt_withClocksThatGoBack()
{
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start();
    QRandomGenerator random(7);
    for (int i = 0; i < 200; ++i) {
        const bool goesBack = i % 20 == 19;
        log.say("Mike", "x", goesBack ? -random.bounded(30'000) : random.bounded(3) * 1000);
    }
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    const auto seqAt = [&](std::int64_t ms) {
        return await<EventSeq>([&](auto done) { library->seqAt(log.id(), {ms}, done); }).value();
    };
    const std::int64_t start = log.events().front().time.msSinceEpoch;
    QCOMPARE(seqAt(start - 1), EventSeq{0});
    for (std::int64_t at = start; at < start + 250'000; at += 333) {
        EventSeq expected{0};
        for (const Event& event : log.events()) {
            if (event.time.msSinceEpoch <= at)
                expected = event.seq;
        }
        QCOMPARE(seqAt(at), expected);
    }
}

void LibraryReadingTest::timeline_countsAndMarks()
{
    using Kind = TimelineMark::Kind;
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start(); // three events, a second apart
    for (int i = 0; i < 4; ++i)
        log.say("Alice", "x");
    log.say("Mike", "x");
    const EventSeq asked = log.ask("q");
    const EventSeq firstPrivate = log.sayPrivately("Mike", "chat");
    log.say("Mike", "between");
    const EventSeq lastPrivate = log.sayPrivately("Alice", "chat");
    const EventSeq otherPrivate = log.sayPrivately("Alice", "chat two");
    log.annotate({5});
    const EventSeq failed = log.add(conversation::RoleActivityChanged{
        conversation::RoleName("Mike"), conversation::RoleActivity::Failed, "why", false, false});
    log.say("", "from the person");
    QUARTERDECK_VERIFY_RESULT(library.create(log));

    const auto timeline = await<Timeline>([&](auto done) { library->readTimeline(log.id(), 3, done); });
    QUARTERDECK_VERIFY_RESULT(timeline);
    QCOMPARE(timeline->start, log.timeOf({1}));
    QCOMPARE(timeline->end, log.timeOf(log.state().lastSeq()));
    QCOMPARE(timeline->lastSeq, log.state().lastSeq());
    // 15 seconds in three parts: 0..4, 5..9, 10..15 after the start
    QCOMPARE(timeline->buckets, (std::vector<Timeline::Bucket>{{5, "Alice"}, {5, "Alice"}, {6, "Alice"}}));
    const auto mark = [&](Kind what, EventSeq from, EventSeq to) {
        return TimelineMark{what, from, log.timeOf(from), to, log.timeOf(to)};
    };
    QCOMPARE(timeline->marks,
             (std::vector<TimelineMark>{mark(Kind::Mistake, {5}, {5}), mark(Kind::Question, asked, asked),
                                        mark(Kind::PrivateChat, firstPrivate, lastPrivate),
                                        mark(Kind::PrivateChat, otherPrivate, otherPrivate),
                                        mark(Kind::Error, failed, failed)}));
    const auto last = await<Timeline>([&](auto done) { library->readTimeline(log.id(), 16, done); });
    QCOMPARE(last->buckets.size(), std::size_t{16});
    QCOMPARE(last->buckets.back().speaker, conversation::address::person.str());
    QCOMPARE(last->buckets.front(), (Timeline::Bucket{1, ""}));
}

void LibraryReadingTest::marks_standAtRowsOfTheChannel()
{
    using Kind = TimelineMark::Kind;
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start();
    log.say("Alice", "x");
    log.annotate(log.say("Alice", "wrong"));
    const EventSeq asked = log.ask("q");
    const EventSeq firstPrivate = log.sayPrivately("Mike", "chat");
    log.say("Mike", "between");
    const EventSeq lastPrivate = log.sayPrivately("Alice", "chat");
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    const auto ordinal = [&](const ChannelKey& channel, EventSeq seq) {
        return await<Ordinal>([&](auto done) { library->ordinalOf(log.id(), channel, seq, done); }).value();
    };
    const auto marks = [&](const ChannelKey& channel, std::optional<EventSeq> asOf = {}) {
        return await<std::vector<ChannelMark>>([&](auto done) { library->readMarks(log.id(), channel, asOf, done); })
            .value();
    };
    const ChannelKey& all = conversation::channel::everything;
    const auto at = [&](Kind what, EventSeq from, EventSeq to) {
        return ChannelMark{what, ordinal(all, from), ordinal(all, to), from};
    };
    const EventSeq wrong{5};
    QCOMPARE(marks(all),
             (std::vector{at(Kind::Mistake, wrong, wrong), at(Kind::Question, asked, asked),
                          at(Kind::PrivateChat, firstPrivate, lastPrivate)}));
    QCOMPARE(marks(all, firstPrivate),
             (std::vector{at(Kind::Mistake, wrong, wrong), at(Kind::Question, asked, asked),
                          at(Kind::PrivateChat, firstPrivate, firstPrivate)}));
    const std::vector<ChannelMark> spoken = marks(conversation::channel::publicOnly);
    QVERIFY(std::ranges::none_of(spoken, [](const ChannelMark& mark) { return mark.kind == Kind::PrivateChat; }));
    QCOMPARE(marks(ChannelKey("private:Nobody")), std::vector<ChannelMark>());
}

/// Reading rows does not wait for reads that take as long as the session is.
void LibraryReadingTest::rows_areReadBesideMarks()
{
    LibraryUnderTest library;
    LogBuilder log = mixedLog(20);
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    std::binary_semaphore areRowsRead(0);
    std::binary_semaphore isOver(0);
    bool cameWhileReading = false;
    library->readMarks(log.id(), conversation::channel::everything, {}, [&](const auto&) {
        cameWhileReading = areRowsRead.try_acquire_for(std::chrono::seconds(5));
        isOver.release();
    });
    library->readRows({log.id(), conversation::channel::everything, {0}, 10, {}},
                      [&](const auto&) { areRowsRead.release(); });
    isOver.acquire();
    QVERIFY(cameWhileReading);
}

void LibraryReadingTest::timeline_ofOneMoment()
{
    LibraryUnderTest library;
    LogBuilder log("s");
    log.add(conversation::SessionStarted{});
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    const auto timeline = await<Timeline>([&](auto done) { library->readTimeline(log.id(), 10, done); });
    QCOMPARE(timeline->buckets.size(), std::size_t{10});
    QCOMPARE(timeline->buckets.front().events, 1);
    QCOMPARE(timeline->start, timeline->end);
}

void LibraryReadingTest::timeline_ofAllTime()
{
    constexpr std::int64_t furthest = 8'640'000'000'000'000; // what an import lets in
    constexpr std::int64_t builderStarts = 1'700'000'000'000;
    LibraryUnderTest library;
    LogBuilder log("s");
    log.add(conversation::SessionStarted{}, -furthest - builderStarts);
    log.say("Mike", "now", furthest);
    log.say("Mike", "the end", furthest);
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    const auto timeline = await<Timeline>([&](auto done) { library->readTimeline(log.id(), 10'000, done); });
    QCOMPARE(timeline->start.msSinceEpoch, -furthest);
    QCOMPARE(timeline->end.msSinceEpoch, furthest);
    std::string full;
    for (std::size_t part = 0; part < timeline->buckets.size(); ++part) {
        if (timeline->buckets[part].events > 0)
            full += std::to_string(part) + ' ';
    }
    QCOMPARE(full, std::string("0 5000 9999 "));
}

} // namespace tst_library_reading

QUARTERDECK_TEST(tst_library_reading, LibraryReadingTest)
#include "tst_library_reading.moc"
