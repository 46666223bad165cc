/// bench_search [--library PATH | --messages N] [--queries N]
/// Searches all sessions of a library, newest first, for rare words, common words, phrases of two words and two Chinese
/// characters, each beside FTS5 itself on the same index in the same run (which gives places, and neither order by time
/// nor excerpts). Waits for the index first. One JSON object a line.

#include "session/search.h"
#include "sqlite/connection.h"
#include "sqlite/query.h"
#include "storage/open_library.h"
#include "storage/support/await.h"
#include "storage/support/log_builder.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QTemporaryDir>
#include <QThread>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

using namespace quarterdeck;
using storage::sqlite::Connection;
using storage::sqlite::Mode;

namespace {

using Random = std::mt19937;
using Library = std::shared_ptr<session::Library>;

/// Few words often, most seldom, some Chinese.
std::string text(Random& random)
{
    static const std::vector<std::string> characters{"写", "一", "个", "游", "戏", "的", "测", "试", "计", "划"};
    std::string said;
    for (int i = 0; i < 40; ++i) {
        const double chance = std::uniform_real_distribution<>(0.0, 1.0)(random);
        said += "word" + std::to_string(static_cast<int>(std::pow(20'000.0, chance))) + ' ';
    }
    for (int i = 0; i < 6; ++i)
        said += characters[random() % characters.size()];
    return said;
}

void fill(session::Library& library, int messages)
{
    Random random(7); // NOLINT(cert-msc51-cpp): the same library each time
    constexpr int sessions = 20;
    for (int i = 0; i < sessions; ++i) {
        const std::string name = "session" + std::to_string(i);
        test::LogBuilder log(name.c_str());
        log.start();
        for (int n = 0; n < messages / sessions; ++n)
            log.say("Mike", text(random));
        (void)test::await<session::Nothing>(
            [&](auto done) { library.createSession(log.summary(), log.takeRecords(), std::move(done)); });
    }
}

std::int64_t number(Connection& connection, const char* sql)
{
    storage::sqlite::Query row = connection.query(sql);
    return row.next() ? row.number(0) : 0;
}

void waitForIndex(Connection& connection)
{
    while (number(connection,
                  "SELECT coalesce(sum(last_seq - coalesce(seq, 0)), 0) FROM sessions"
                  " LEFT JOIN text_index_progress ON session = id WHERE is_complete")
           > 0)
        QThread::msleep(50);
}

const char* const latinWords = "SELECT term FROM temp.vocabulary WHERE col = 'text' AND term GLOB '[a-z]*'"
                               " AND length(term) > 2 AND doc BETWEEN ? AND ?";
const char* const chinesePairs = "SELECT term FROM temp.vocabulary WHERE col = 'text' AND term >= '一' AND term < '龥'"
                                 " AND length(term) = 2 AND doc BETWEEN ? AND ?";

/// Words of the index that stand in so many documents, `count` of them at random.
std::vector<std::string> words(Connection& connection, const char* sql, std::int64_t least, std::int64_t most,
                               std::size_t count)
{
    connection.execute("PRAGMA query_only = OFF"); // for a table of this connection's own
    connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, text_index, col)");
    std::vector<std::string> found;
    storage::sqlite::Query row = connection.query(sql);
    row.bind(least, most);
    while (row.next())
        found.push_back(row.text(0));
    Random random(3); // NOLINT(cert-msc51-cpp): the same each time
    std::ranges::shuffle(found, random);
    found.resize(std::min(found.size(), count));
    return found;
}

/// Two words that follow each other in what is common enough to try.
std::vector<std::string> phrases(const std::vector<std::string>& common)
{
    std::vector<std::string> made;
    for (std::size_t i = 0; i + 1 < common.size(); ++i)
        made.push_back(common[i] + ' ' + common[i + 1]);
    return made;
}

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double at(std::vector<double> times, int percent)
{
    std::ranges::sort(times);
    return std::round(times[std::min(times.size() - 1, times.size() * static_cast<std::size_t>(percent) / 100)] * 1000)
        / 1000;
}

std::string quoted(const std::string& typed) { return '"' + typed + '"'; }

void measure(const std::string& name, const std::vector<std::string>& typed, const Library& library,
             Connection& connection)
{
    std::vector<double> ours;
    std::vector<double> baseline;
    std::size_t hits = 0;
    for (const std::string& one : typed) {
        const auto start = Clock::now();
        const auto page = test::await<session::SearchHits>([&](auto done) {
            library->search({session::searchTerms(quoted(one)), {}, 50}, std::move(done));
        });
        ours.push_back(since(start));
        if (!page)
            std::exit(2);
        hits += page->hits.size();

        const std::string words = "text : " + quoted(one);
        const auto rawStart = Clock::now();
        storage::sqlite::Query row =
            connection.query("SELECT rowid FROM text_index WHERE text_index MATCH ? ORDER BY rowid DESC LIMIT 50");
        row.bind(words);
        while (row.next()) { }
        baseline.push_back(since(rawStart));
    }
    if (typed.empty())
        return;
    std::cout << nlohmann::json{{"benchmark", "search"},
                                {"case", name},
                                {"queries", typed.size()},
                                {"hits", hits},
                                {"p50_ms", at(ours, 50)},
                                {"p95_ms", at(ours, 95)},
                                {"baseline", "FTS5, the 50 last places"},
                                {"baseline_p50_ms", at(baseline, 50)},
                                {"baseline_p95_ms", at(baseline, 95)}}
                     .dump()
              << std::endl;
}

void measureAll(const std::string& path, const Library& library, std::size_t queries)
{
    Connection connection(path, Mode::Read);
    waitForIndex(connection);
    const std::int64_t messages = number(connection, "SELECT coalesce(sum(message_count), 0) FROM sessions");
    std::cout << nlohmann::json{{"benchmark", "search"},
                                {"messages", messages},
                                {"sessions", number(connection, "SELECT count(*) FROM sessions")}}
                     .dump()
              << std::endl;
    const auto common = words(connection, latinWords, messages / 50, messages, queries);
    measure("rare word", words(connection, latinWords, 1, 5, queries), library, connection);
    measure("common word", common, library, connection);
    measure("phrase", phrases(common), library, connection);
    measure("two Chinese characters", words(connection, chinesePairs, 1, messages, queries), library, connection);
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addOption({QStringLiteral("library"), QStringLiteral("Search this library."), QStringLiteral("PATH")});
    parser.addOption({QStringLiteral("messages"), QStringLiteral("Without one: make one of so many messages."),
                      QStringLiteral("N"), QStringLiteral("20000")});
    parser.addOption({QStringLiteral("queries"), QStringLiteral("Queries of each kind."), QStringLiteral("N"),
                      QStringLiteral("200")});
    parser.addHelpOption();
    parser.process(application);

    QTemporaryDir folder;
    QObject context;
    const bool isGiven = parser.isSet(QStringLiteral("library"));
    const std::string path = isGiven ? parser.value(QStringLiteral("library")).toStdString()
                                     : folder.filePath(QStringLiteral("library.db")).toStdString();
    auto library = storage::openLibrary(path, &context);
    if (!library) {
        std::cerr << library.error().sentence << '\n';
        return 2;
    }
    if (!isGiven)
        fill(**library, std::max(parser.value(QStringLiteral("messages")).toInt(), 1000));
    measureAll(path, *library, static_cast<std::size_t>(std::max(parser.value(QStringLiteral("queries")).toInt(), 1)));
    return 0;
}
