#include "model/conversation/json/event_json.h"
#include "model/session/payload_packing.h"
#include "storage/log/summary_row.h"
#include "storage/sqlite/schema.h"
#include "storage/sqlite_library.h"
#include "storage/write_thread.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/log_builder.h"
#include "tests/support/test.h"

#include <QTemporaryDir>
#include <QTest>
#include <future>
#include <sqlite3.h>
#include <thread>

namespace tst_write_thread {

using namespace quarterdeck;
using namespace quarterdeck::session;
using namespace quarterdeck::storage::sqlite;
using conversation::ErrorCode;
using test::LogBuilder;

namespace {

using Outcome = Result<Nothing>;

/// A writer on a new file, and what it answered.
class WriterBench
{
public:
    WriterBench()
    {
        auto connection = std::make_unique<Connection>(path(), Mode::Write);
        if (!migrate(*connection))
            qFatal("a new file has no log");
        m_writer = std::make_unique<WriteThread>(std::move(connection), &m_context);
        m_writer->watchTrouble(
            [this](const std::optional<Error>& trouble) { m_hasSeenTrouble |= trouble.has_value(); });
    }
    [[nodiscard]] std::string path() const { return (m_folder.path() + QStringLiteral("/library.db")).toStdString(); }

    void push(std::function<Outcome(WriteTables&)> run, std::size_t bytes = 100)
    {
        m_writer->push({bytes, std::move(run), [this](const Outcome& outcome) { m_outcomes.push_back(outcome); }});
    }
    /// All answers so far, once everything pushed is answered.
    const std::vector<Outcome>& outcomes()
    {
        (void)test::await<Nothing>([&](const Done<Nothing>& done) {
            m_writer->push({0, [](WriteTables&) { return Nothing{}; }, done});
        });
        return m_outcomes;
    }
    void execute(const char* sql)
    {
        push([sql](WriteTables& tables) {
            tables.connection.execute(sql);
            return Nothing{};
        });
    }
    /// Whether it ever said that nothing more can be stored.
    bool sawTrouble()
    {
        (void)outcomes();
        return m_hasSeenTrouble;
    }
    std::int64_t count(const char* sql)
    {
        (void)outcomes();
        Connection connection(path(), Mode::Read);
        Query row = connection.query(sql);
        return row.next() ? row.number(0) : -1;
    }

    /// Returns once the writer is held; what is then pushed until `release` is taken together.
    void hold()
    {
        const auto isHeld = std::make_shared<std::promise<void>>();
        m_release = {};
        push([isHeld, released = m_release.get_future().share()](WriteTables&) {
            isHeld->set_value();
            released.wait();
            return Nothing{};
        });
        isHeld->get_future().wait();
    }
    void release() { m_release.set_value(); }
    WaitingWrites& waiting() { return m_writer->waiting(); }

private:
    std::promise<void> m_release;
    QTemporaryDir m_folder;
    QObject m_context;
    std::vector<Outcome> m_outcomes;
    bool m_hasSeenTrouble = false;
    std::unique_ptr<WriteThread> m_writer;
};

Outcome insertChannel(WriteTables& tables, const std::string& key)
{
    tables.connection.query("INSERT INTO channels (session, key) VALUES (1, ?)").bind(key).run();
    return Nothing{};
}

std::function<Outcome(WriteTables&)> appending(LogBuilder& log, bool isNew = false)
{
    auto records = storedRecords(log.takeRecords());
    return [summary = log.summary(), records = std::move(*records), isNew](WriteTables& tables) {
        return isNew ? tables.log.create(summary, records) : tables.log.append(summary, records);
    };
}

std::int64_t payloadBytes(const LogBuilder& log)
{
    std::int64_t bytes = 0;
    for (const Event& event : log.events())
        bytes += static_cast<std::int64_t>(conversation::eventPayload(event.body).size());
    return bytes;
}

} // namespace

/// The writer on its own: failures that the library's contract cannot provoke, and load.
class WriterTest final : public QObject
{
    Q_OBJECT

private slots:
    static void failingJob_leavesTheOthersOfItsBatchAlone();
    static void failingJob_isNoTroubleOfTheLibrary_data();
    static void failingJob_isNoTroubleOfTheLibrary();
    static void fullDisk_isAnErrorAndPassesAgain();
    static void busyFile_isLocked();
    static void batches_keepToTheirSize();
    static void rowOfASession_isWrittenOncePerTransaction();
    static void firstEventOfARecording_isReadOnce();
    static void producersOnManyThreads_areAllAnsweredInTheirOrder();
    static void oldestWrite_isTheOneWithoutAnAnswer();
};

void WriterTest::failingJob_leavesTheOthersOfItsBatchAlone()
{
    WriterBench bench;
    LogBuilder log("s");
    log.start();
    bench.push(appending(log, true));
    bench.push([](WriteTables& tables) { return insertChannel(tables, "twice"); });
    bench.push([](WriteTables& tables) {
        (void)insertChannel(tables, "half-written");
        return insertChannel(tables, "twice");
    });
    bench.push([](WriteTables&) -> Outcome { throw std::runtime_error("no database error"); });
    log.say("Mike", "after the failures");
    bench.push(appending(log));
    const std::vector<Outcome>& outcomes = bench.outcomes();
    QCOMPARE(outcomes.size(), std::size_t{5});
    QVERIFY(outcomes[0] && outcomes[1] && outcomes[4]);
    QVERIFY(!outcomes[2] && !outcomes[3]);
    QCOMPARE(outcomes[2].error().code, ErrorCode::BadInput);
    QCOMPARE(outcomes[3].error().code, ErrorCode::BadInput);
    QCOMPARE(bench.count("SELECT count(*) FROM channels WHERE key = 'half-written'"), std::int64_t{0});
    QCOMPARE(bench.count("SELECT count(*) FROM channels WHERE key = 'twice'"), std::int64_t{1});
    QCOMPARE(bench.count("SELECT count(*) FROM events"), log.state().lastSeq().value);
}

void WriterTest::failingJob_isNoTroubleOfTheLibrary_data()
{
    QTest::addColumn<int>("error");
    QTest::addColumn<bool>("isTrouble");
    QTest::newRow("a constraint") << SQLITE_CONSTRAINT << false;
    QTest::newRow("unique") << SQLITE_CONSTRAINT_UNIQUE << false;
    QTest::newRow("too big") << SQLITE_TOOBIG << false;
    QTest::newRow("no memory") << SQLITE_NOMEM << false;
    QTest::newRow("another type") << SQLITE_MISMATCH << false;
    QTest::newRow("a failing disk") << SQLITE_IOERR << true;
    QTest::newRow("it does not open") << SQLITE_CANTOPEN << true;
}

void WriterTest::failingJob_isNoTroubleOfTheLibrary()
{
    QFETCH(const int, error);
    QFETCH(const bool, isTrouble);
    WriterBench bench;
    bench.push([error](WriteTables&) -> Outcome { throw SQLite::Exception("as told", error); });
    QVERIFY(!bench.outcomes().front());
    QCOMPARE(bench.sawTrouble(), isTrouble);
}

void WriterTest::fullDisk_isAnErrorAndPassesAgain()
{
    WriterBench bench;
    LogBuilder log("s");
    log.start();
    bench.push(appending(log, true));
    (void)bench.outcomes();
    const LogBuilder before = log;
    const std::string tooLongToPack(largestPackedPayload + 1, 'x');
    bench.execute("PRAGMA max_page_count = 1"); // as many pages as there are
    log.say("Mike", tooLongToPack);
    bench.push(appending(log));
    log.say("Mike", "small, and now without its predecessor");
    bench.push(appending(log));
    QCOMPARE(bench.outcomes().size(), std::size_t{4});
    QCOMPARE(bench.outcomes()[2].error().code, ErrorCode::DiskFull);
    QCOMPARE(bench.outcomes()[3].error().code, ErrorCode::Damaged);
    QCOMPARE(bench.count("SELECT count(*) FROM events"), std::int64_t{3});
    bench.execute("PRAGMA max_page_count = 1000000");
    LogBuilder again = before;
    again.say("Mike", tooLongToPack);
    bench.push(appending(again));
    QVERIFY(bench.outcomes().back().has_value());
    QCOMPARE(bench.count("SELECT count(*) FROM events"), std::int64_t{4});
}

void WriterTest::busyFile_isLocked()
{
    WriterBench bench;
    bench.execute("PRAGMA busy_timeout = 10");
    (void)bench.outcomes();
    LogBuilder log("s");
    log.start();
    {
        Connection other(bench.path(), Mode::Write);
        Transaction transaction(other, Transaction::Kind::Write);
        bench.push(appending(log, true));
        QCOMPARE(bench.outcomes().size(), std::size_t{2});
    }
    QCOMPARE(bench.outcomes()[1].error().code, ErrorCode::Locked);
}

void WriterTest::batches_keepToTheirSize()
{
    WriterBench bench;
    LogBuilder log("s");
    log.start();
    bench.push(appending(log, true));
    (void)bench.outcomes();
    bench.execute("DELETE FROM channels");
    bench.hold();
    std::vector<std::int64_t> commits;
    for (int i = 0; i < 12; ++i) {
        bench.push(
            [&commits](WriteTables& tables) {
                // The count of a file's commits that another connection sees changes only between transactions.
                Connection other(tables.connection.path(), Mode::Read);
                Query row = other.query("SELECT count(*) FROM channels");
                commits.push_back(row.next() ? row.number(0) : -1);
                return insertChannel(tables, std::to_string(commits.size()));
            },
            1'000'000);
    }
    bench.release();
    QCOMPARE(bench.outcomes().size(), std::size_t{15});
    QCOMPARE(commits, (std::vector<std::int64_t>{0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8}));
}

/// Of more sessions than tails are kept, too: those that are read again must be there.
void WriterTest::rowOfASession_isWrittenOncePerTransaction()
{
    WriterBench bench;
    bench.execute("CREATE TABLE writes (session INTEGER);"
                  "CREATE TRIGGER count_writes AFTER UPDATE ON sessions BEGIN"
                  " INSERT INTO writes VALUES (new.id); END");
    LogBuilder busy("busy");
    busy.start();
    bench.push(appending(busy, true));
    // In a transaction of its own, since the row of a new session is written at the end of that of its creation.
    (void)bench.outcomes();
    bench.execute("DELETE FROM writes");
    bench.hold();
    for (int i = 0; i < 50; ++i) {
        busy.say("Alice", "message");
        bench.push(appending(busy), 1);
    }
    bench.release();
    QCOMPARE(bench.count("SELECT count(*) FROM writes"), std::int64_t{1});

    std::vector<LogBuilder> many;
    bench.push([&](WriteTables& tables) {
        for (int i = 0; i < 300; ++i) {
            many.emplace_back(("s" + std::to_string(i)).c_str()).start();
            if (const Outcome made = appending(many.back(), true)(tables); !made)
                return made;
        }
        for (LogBuilder& log : many) {
            log.say("Mike", "more");
            if (const Outcome written = appending(log)(tables); !written)
                return written;
        }
        return Outcome(Nothing{});
    });
    for (const Outcome& outcome : bench.outcomes())
        QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().detail.c_str());
    QCOMPARE(bench.count("SELECT count(*) FROM sessions"), std::int64_t{301});
    QCOMPARE(bench.count("SELECT count(*) FROM sessions WHERE last_seq <> (SELECT max(events.id) - (sessions.id << 40)"
                         " FROM events WHERE events.id < (sessions.id + 1) << 40)"),
             std::int64_t{0});
    const auto sizeOf = [&](const LogBuilder& log) {
        const std::string sql =
            "SELECT events FROM sizes JOIN sessions ON sessions.id = session WHERE key = '" + log.id().str() + "'";
        return bench.count(sql.c_str());
    };
    QCOMPARE(sizeOf(busy), payloadBytes(busy));
    for (const LogBuilder& log : many)
        QCOMPARE(sizeOf(log), payloadBytes(log));
}

/// A list is read at each change of a label, and recordings may be many.
void WriterTest::firstEventOfARecording_isReadOnce()
{
    WriterBench bench;
    LogBuilder log("recording");
    conversation::SessionStarted started;
    started.kind = conversation::SessionKind::Demo;
    log.add(started);
    bench.push([summary =
                    [&] {
                        SessionSummary imported = log.summary();
                        imported.kind = conversation::SessionKind::Imported;
                        return imported;
                    }(),
                records = *storedRecords(log.takeRecords())](WriteTables& tables) {
        return tables.log.create(summary, records);
    });
    (void)bench.outcomes();
    Connection reader(bench.path(), Mode::Read);
    RecordingCache recordings;
    const auto isScripted = [&](RecordingCache& known) { return readSummaries(reader, known).at(0).isScripted; };
    QVERIFY(isScripted(recordings));
    bench.execute("UPDATE events SET kind = 'unknown'");
    (void)bench.outcomes();
    QVERIFY(isScripted(recordings));
    RecordingCache others;
    QVERIFY(!isScripted(others));
    // One that is gone is forgotten: another may come under its id.
    bench.execute("UPDATE sessions SET is_complete = 0");
    (void)bench.outcomes();
    QVERIFY(readSummaries(reader, recordings).empty());
    bench.execute("UPDATE sessions SET is_complete = 1");
    (void)bench.outcomes();
    QVERIFY(!isScripted(recordings));
}

void WriterTest::producersOnManyThreads_areAllAnsweredInTheirOrder()
{
    WriterBench bench;
    constexpr int producers = 8;
    constexpr int each = 200;
    std::vector<std::thread> threads;
    threads.reserve(producers);
    for (int producer = 0; producer < producers; ++producer) {
        threads.emplace_back([&bench, producer] {
            LogBuilder log(("s" + std::to_string(producer)).c_str());
            log.start();
            bench.push(appending(log, true));
            for (int i = 1; i < each; ++i) {
                log.say("Alice", "message " + std::to_string(i));
                bench.push(appending(log));
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    const std::vector<Outcome>& outcomes = bench.outcomes();
    QCOMPARE(outcomes.size(), std::size_t{producers * each});
    for (const Outcome& outcome : outcomes)
        QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().detail.c_str());
    QCOMPARE(bench.count("SELECT count(*) FROM events"), std::int64_t{producers * (each + 2)});
    QCOMPARE(bench.count("SELECT min(last_seq) FROM sessions"), std::int64_t{each + 2});
}

/// The longest waiting one, and whoever asks for it is called once.
void WriterTest::oldestWrite_isTheOneWithoutAnAnswer()
{
    WriterBench bench;
    int calls = 0;
    const auto count = [&calls] { ++calls; };
    (void)bench.outcomes();
    QVERIFY(!bench.waiting().oldest());
    bench.waiting().callWhenAny(count);
    QCOMPARE(calls, 0);
    bench.hold();
    QCOMPARE(calls, 1);
    const auto first = bench.waiting().oldest();
    QVERIFY(first);
    bench.execute("SELECT 1");
    QCOMPARE(bench.waiting().oldest(), first);
    bench.waiting().callWhenAny(count); // one waits already
    QCOMPARE(calls, 2);
    bench.release();
    bench.hold(); // the first is answered, and a later one is not
    const auto second = bench.waiting().oldest();
    QVERIFY(second && *second > *first);
    bench.release();
    (void)bench.outcomes();
    QVERIFY(!bench.waiting().oldest());
    QCOMPARE(calls, 2);
}

} // namespace tst_write_thread

QUARTERDECK_TEST(tst_write_thread, WriterTest)
#include "tst_write_thread.moc"
