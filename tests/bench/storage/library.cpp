/// bench_library [--short PATH --long PATH] [--messages N] [--backlog N] [--sessions N] [--verdict]
/// What a library costs as it grows: windows of 60 at random ordinals and seeks to random moments of a long session
/// beside a short one, the index after a backlog of appends, opening many sessions beside ten, bytes on the disk per
/// byte of text. The sessions are read from --short and --long (as make_session writes them: copies, as they are opened
/// for writing), or made with 1000 and --messages. One JSON object a line, each with its limit, if it has one. With
/// --verdict 1 is returned when a limit is missed.

#include "model/conversation/channel.h"
#include "storage/open_library.h"
#include "storage/search/document.h"
#include "storage/sqlite/connection.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/log_builder.h"
#include "tests/tools/make_session/write_session.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QThread>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>

using namespace quarterdeck;
using nlohmann::json;
using session::Library;
using test::await;

namespace {

constexpr int calls = 500;

/// One session in a library that is open.
struct Opened
{
    QObject context;
    std::shared_ptr<Library> library;
    session::SessionSummary summary;
    std::int64_t rows = 0;

    explicit Opened(const std::string& path)
    {
        library = storage::openLibrary(path, &context).value();
        const auto sessions =
            await<std::vector<session::SessionSummary>>([&](auto done) { library->listSessions(std::move(done)); });
        summary = sessions.value().front();
        rows = state(std::nullopt).rowCount(conversation::channel::everything);
    }
    [[nodiscard]] session::ConversationState state(std::optional<session::EventSeq> asOf) const
    {
        return await<session::ConversationState>(
                   [&](auto done) { library->readState(summary.id, asOf, std::move(done)); })
            .value();
    }
    void readWindow(std::int64_t first, std::optional<session::EventSeq> asOf) const
    {
        const auto read = await<session::Rows>([&](auto done) {
            library->readRows({summary.id, conversation::channel::everything, {first}, 60, asOf}, std::move(done));
        });
        if (!read || read->rows.empty())
            std::exit(2);
    }
};

double milliseconds(const QElapsedTimer& clock) { return static_cast<double>(clock.nsecsElapsed()) / 1e6; }
double rounded(double value) { return std::round(value * 1000) / 1000; }
double at(const std::vector<double>& sorted, std::size_t percent)
{
    return rounded(sorted[std::min(sorted.size() - 1, sorted.size() * percent / 100)]);
}

/// Milliseconds per call, sorted.
struct Times
{
    std::vector<double> wall;
    std::vector<double> processor; ///< of all our threads: the same on a busy machine
};

double processorMs() { return static_cast<double>(std::clock()) * 1000 / CLOCKS_PER_SEC; }

/// `limit`: of the random number that each call is given.
Times timeEach(int count, std::int64_t limit, const std::function<void(std::int64_t)>& call)
{
    std::mt19937_64 random(1); // NOLINT(cert-msc51-cpp): the same places each time
    Times times;
    for (int i = 0; i < count; ++i) {
        const auto number =
            static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(std::max<std::int64_t>(limit, 1)));
        const double before = processorMs();
        QElapsedTimer clock;
        clock.start();
        call(number);
        times.wall.push_back(milliseconds(clock));
        times.processor.push_back(processorMs() - before);
    }
    std::ranges::sort(times.wall);
    std::ranges::sort(times.processor);
    return times;
}

Times windows(const Opened& session)
{
    return timeEach(calls, session.rows - 60, [&](std::int64_t first) { session.readWindow(first, std::nullopt); });
}

/// As the replay does: the state there, and the rows around it.
Times seeks(const Opened& session)
{
    return timeEach(calls / 5, session.summary.lastSeq.value, [&](std::int64_t before) {
        const session::EventSeq moment{before + 1};
        const std::int64_t rows = session.state(moment).rowCount(conversation::channel::everything);
        if (rows > 0)
            session.readWindow(std::max<std::int64_t>(0, rows - 60), moment);
    });
}

void print(const char* name, json figures)
{
    figures["benchmark"] = "library";
    figures["case"] = name;
    std::cout << figures.dump() << std::endl;
}

/// Whether the limit was kept.
bool judge(const char* name, json figures, const char* limit, bool isKept)
{
    figures["limit"] = limit;
    figures["is_kept"] = isKept;
    print(name, std::move(figures));
    return isKept;
}

struct Limit
{
    const char* words;
    double p95Ms;
    double ratio = 0; ///< to the short session, by the time of the processor; 0 = none
};

bool compare(const char* name, Times (*measure)(const Opened&), const Opened& one, const Opened& many,
             const Limit& limit)
{
    (void)measure(one); // once for what is not in memory yet
    const Times baseline = measure(one);
    const Times ours = measure(many);
    const double ratio = rounded(at(ours.processor, 95) / at(baseline.processor, 95));
    const bool isKept = at(ours.wall, 95) <= limit.p95Ms && (limit.ratio == 0 || ratio <= limit.ratio);
    return judge(name,
                 {{"events", many.summary.lastSeq.value},
                  {"p50_ms", at(ours.wall, 50)},
                  {"p95_ms", at(ours.wall, 95)},
                  {"processor_p50_ms", at(ours.processor, 50)},
                  {"processor_p95_ms", at(ours.processor, 95)},
                  {"baseline", "the same in a session of " + std::to_string(one.summary.lastSeq.value) + " events"},
                  {"baseline_p50_ms", at(baseline.wall, 50)},
                  {"baseline_p95_ms", at(baseline.wall, 95)},
                  {"ratio_p50", rounded(at(ours.wall, 50) / at(baseline.wall, 50))},
                  {"ratio_p95", rounded(at(ours.wall, 95) / at(baseline.wall, 95))},
                  {"processor_ratio_p95", ratio}},
                 limit.words, isKept);
}

std::int64_t lag(storage::sqlite::Connection& connection)
{
    storage::sqlite::Query row = connection.query("SELECT coalesce(sum(last_seq - coalesce(seq, 0)), 0) FROM sessions"
                                                  " LEFT JOIN text_index_progress ON session = id WHERE is_complete");
    return row.next() ? row.number(0) : 0;
}

double secondsUntilIndexed(const std::string& path)
{
    storage::sqlite::Connection connection(path, storage::sqlite::Mode::Read);
    QElapsedTimer clock;
    clock.start();
    while (lag(connection) > 0)
        QThread::msleep(10);
    return milliseconds(clock) / 1000;
}

/// Appends as fast as they are taken, 64 on their way at a time, and what of them is not indexed then.
/// Whether the index takes less time for them than the appends did, or ten seconds.
bool measureBacklog(int appends)
{
    QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("backlog.db")).toStdString();
    QObject context;
    const auto library = storage::openLibrary(path, &context).value();
    test::LogBuilder log("backlog");
    log.start();
    (void)await<session::Nothing>(
        [&](auto done) { library->createSession(log.summary(), log.takeRecords(), std::move(done)); });
    QElapsedTimer clock;
    clock.start();
    int sent = 0;
    int answered = 0;
    while (answered < appends) {
        for (; sent < appends && sent - answered < 64; ++sent) {
            log.say("Mike", "message number " + std::to_string(sent) + " of a backlog, with some more words, 中文测试");
            library->append(log.summary(), log.takeRecords(), [&](const auto&) { ++answered; });
        }
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    const double appended = milliseconds(clock) / 1000;
    storage::sqlite::Connection connection(path, storage::sqlite::Mode::Read);
    const std::int64_t left = lag(connection);
    const double indexed = secondsUntilIndexed(path);
    constexpr double shortSeconds = 10;
    return judge("indexing lag",
                 {{"appends", appends},
                  {"append_seconds", rounded(appended)},
                  {"events_not_indexed_then", left},
                  {"seconds_until_indexed", rounded(indexed)}},
                 "as long as the appends, or 10 s", indexed <= std::max(appended, shortSeconds));
}

double median(std::vector<double> times)
{
    std::ranges::sort(times);
    return rounded(times[times.size() / 2]);
}

/// Milliseconds until a library is open, its first list is there, and another one after it.
struct Opening
{
    double open = 0;
    double firstList = 0;
    double nextList = 0;
};

Opening openingOf(const std::string& path)
{
    std::vector<double> open;
    std::vector<double> first;
    std::vector<double> next;
    for (int i = 0; i < 7; ++i) {
        QObject context;
        QElapsedTimer clock;
        clock.start();
        const auto library = storage::openLibrary(path, &context).value();
        open.push_back(milliseconds(clock));
        for (std::vector<double>* times : {&first, &next}) {
            clock.restart();
            (void)await<std::vector<session::SessionSummary>>(
                [&](auto done) { library->listSessions(std::move(done)); });
            times->push_back(milliseconds(clock));
        }
    }
    return {median(open), median(first), median(next)};
}

void makeSessions(const std::string& path, int count)
{
    QObject context;
    const auto library = storage::openLibrary(path, &context).value();
    for (int i = 0; i < count; ++i) {
        test::LogBuilder log(("session " + std::to_string(i)).c_str());
        log.start("Session number " + std::to_string(i));
        log.say("Mike", "hello");
        session::SessionSummary summary = log.summary();
        if (i % 2 == 0)
            summary.kind = conversation::SessionKind::Imported;
        library->createSession(summary, log.takeRecords(), [](const auto&) {});
    }
}

bool measureOpening(int sessions)
{
    QTemporaryDir folder;
    const std::string few = folder.filePath(QStringLiteral("few.db")).toStdString();
    const std::string many = folder.filePath(QStringLiteral("many.db")).toStdString();
    makeSessions(few, 10);
    makeSessions(many, sessions);
    const Opening baseline = openingOf(few);
    const Opening ours = openingOf(many);
    constexpr double mostRatio = 1.5;
    constexpr double listMs = 250;
    const bool isKept = ours.open <= mostRatio * baseline.open && ours.firstList <= listMs;
    return judge(
        "opening a library",
        {{"sessions", sessions},
         {"ms", ours.open},
         {"with_first_list_ms", rounded(ours.open + ours.firstList)},
         {"next_list_ms", ours.nextList},
         {"baseline", "with 10 sessions"},
         {"baseline_ms", baseline.open},
         {"baseline_with_first_list_ms", rounded(baseline.open + baseline.firstList)},
         {"ratio", rounded(ours.open / baseline.open)},
         {"ratio_with_first_list", rounded((ours.open + ours.firstList) / (baseline.open + baseline.firstList))}},
        "ratio 1.5, and 250 ms for the first list, which has a row for each", isKept);
}

std::int64_t textBytes(const Opened& session)
{
    std::int64_t bytes = 0;
    for (session::EventSeq after; after < session.summary.lastSeq;) {
        const auto events = await<std::vector<session::Event>>(
            [&](auto done) { session.library->readEvents(session.summary.id, after, 5000, std::move(done)); });
        for (const session::Event& event : events.value())
            bytes += static_cast<std::int64_t>(
                storage::search::documentOf(event.body, {})[storage::search::Part::Text].size());
        after = events->back().seq;
    }
    return bytes;
}

bool measureBytes(const std::string& path, const Opened& session)
{
    (void)secondsUntilIndexed(path);
    storage::sqlite::Connection connection(path, storage::sqlite::Mode::Read);
    storage::sqlite::Query row = connection.query(
        "SELECT sum(pgsize), sum(iif(name LIKE 'text_index%', pgsize, 0)), sum(iif(name = 'events', pgsize, 0))"
        " FROM dbstat WHERE aggregate = TRUE AND name NOT LIKE '%attachments%'");
    if (!row.next())
        std::exit(2);
    const auto text = static_cast<double>(textBytes(session));
    const double ratio = rounded(static_cast<double>(row.number(0)) / text);
    constexpr double mostRatio = 3;
    return judge("bytes on the disk per byte of text",
                 {{"events", session.summary.lastSeq.value},
                  {"text_bytes", text},
                  {"ratio", ratio},
                  {"of_it_index", rounded(static_cast<double>(row.number(1)) / text)},
                  {"of_it_events", rounded(static_cast<double>(row.number(2)) / text)}},
                 "ratio 3.0", ratio <= mostRatio);
}

std::string made(const QTemporaryDir& folder, const QString& name, std::int64_t messages)
{
    const std::string path = folder.filePath(name).toStdString();
    QObject context;
    const auto library = storage::openLibrary(path, &context).value();
    if (!test::writeSession(*library, {messages, 1}))
        std::exit(2);
    return path;
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    const auto number = [&](const char* name) { return parser.value(QLatin1String(name)).toInt(); };
    parser.addOption(
        {QStringLiteral("short"), QStringLiteral("Library with a short session."), QStringLiteral("PATH")});
    parser.addOption({QStringLiteral("long"), QStringLiteral("Library with a long session."), QStringLiteral("PATH")});
    parser.addOption({QStringLiteral("messages"), QStringLiteral("Of the long one, when it is made."),
                      QStringLiteral("N"), QStringLiteral("20000")});
    parser.addOption({QStringLiteral("backlog"), QStringLiteral("Appends before the index is looked at."),
                      QStringLiteral("N"), QStringLiteral("100000")});
    parser.addOption({QStringLiteral("sessions"), QStringLiteral("Of the library that is opened."), QStringLiteral("N"),
                      QStringLiteral("10000")});
    parser.addOption({QStringLiteral("verdict"), QStringLiteral("Return 1 when a limit is missed.")});
    parser.addHelpOption();
    parser.process(application);

    QTemporaryDir folder;
    const bool isGiven = parser.isSet(QStringLiteral("short")) && parser.isSet(QStringLiteral("long"));
    const std::string one =
        isGiven ? parser.value(QStringLiteral("short")).toStdString() : made(folder, QStringLiteral("short.db"), 1000);
    const std::string many = isGiven ? parser.value(QStringLiteral("long")).toStdString()
                                     : made(folder, QStringLiteral("long.db"), number("messages"));
    bool areAllKept = true;
    {
        const Opened shortOne(one);
        const Opened longOne(many);
        (void)secondsUntilIndexed(one);
        (void)secondsUntilIndexed(many);
        const Limit window{"p95 1 ms, processor_ratio_p95 1.2", 1, 1.2};
        const Limit seek{"p95 50 ms", 50};
        areAllKept = compare("window of 60 at a random ordinal", windows, shortOne, longOne, window);
        areAllKept = compare("seek to a random moment", seeks, shortOne, longOne, seek) && areAllKept;
        areAllKept = measureBytes(many, longOne) && areAllKept;
    }
    areAllKept = measureBacklog(number("backlog")) && areAllKept;
    areAllKept = measureOpening(number("sessions")) && areAllKept;
    return areAllKept || !parser.isSet(QStringLiteral("verdict")) ? 0 : 1;
}
