/// bench_storage [--events N] [--rounds N]
/// Durable appends of 1 kB messages through a Session and through the Library by 1, 8 and 64 producers on one thread,
/// each beside SQLite's C API with the same schema, rows, sync and mean batch in the same run. One JSON object a line.
/// The files are in TMPDIR: a memory disk shows the cost of our own code. Returns 1 if a ratio is below what the
/// design asks for. Reading is measured by bench_library.

#include "model/conversation/json/event_json.h"
#include "model/session/payload_packing.h"
#include "model/session/session_hub.h"
#include "producer_load.h"
#include "raw_sqlite.h"
#include "storage/open_library.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/log_builder.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QTemporaryDir>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>
#include <string_view>

using namespace quarterdeck;
using namespace quarterdeck::bench;
using session::Nothing;

namespace {

/// One append, made before the clock starts.
struct PreparedAppend
{
    session::SessionSummary summary;
    std::vector<session::LogRecord> records;
};

/// 1 kB of letters at random, which pack about as well as prose does.
std::string text(std::mt19937& random)
{
    constexpr std::string_view letters = "etaoinsrhldcu mfpgwybvk";
    std::string said;
    while (said.size() < 1000)
        said += letters[random() % letters.size()];
    return said;
}

/// Appends of one session, in order: as our programs make them, and as the baseline writes them.
struct Workload
{
    test::LogBuilder log{"bench"};
    std::vector<PreparedAppend> appends;
    std::vector<RawAppend> raw;

    explicit Workload(int count)
    {
        log.start();
        std::mt19937 random(2); // NOLINT(cert-msc51-cpp): the same each time
        start = {log.summary(), log.takeRecords()};
        for (int i = 0; i < count; ++i) {
            log.say("Mike", text(random));
            appends.push_back({log.summary(), log.takeRecords()});
            const session::Event& event = log.events().back();
            const std::string payload = conversation::eventPayload(event.body);
            raw.push_back(
                {event.seq.value, event.time.msSinceEpoch, payload, session::packedPayload(payload).value_or(""), i});
        }
    }
    PreparedAppend start;
};

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

double microseconds(std::clock_t ticks) { return static_cast<double>(ticks) * 1e6 / CLOCKS_PER_SEC; }

std::string newLibrary(const QTemporaryDir& folder, const std::string& name)
{
    const std::string path = folder.path().toStdString() + '/' + name + ".db";
    QObject context;
    if (!storage::openLibrary(path, &context))
        std::exit(2);
    return path;
}

/// Decided and folded before the clock starts.
ProducerLoad::Figures appendThroughLibrary(const std::string& path, const Workload& workload, int producers)
{
    QObject context;
    const auto library = storage::openLibrary(path, &context);
    if (!library)
        std::exit(2);
    (void)test::await<Nothing>(
        [&](auto done) { (*library)->createSession(workload.start.summary, workload.start.records, std::move(done)); });
    std::vector<PreparedAppend> appends = workload.appends;
    ProducerLoad load([&](std::size_t number, const ProducerLoad::Durable& durable) {
        PreparedAppend& append = appends[number];
        (*library)->append(std::move(append.summary), std::move(append.records),
                           [durable](const session::Result<Nothing>& written) {
                               if (!written)
                                   std::exit(2);
                               durable();
                           });
    });
    return load.run(workload.appends.size(), producers);
}

/// The whole way of a message: routed, folded, stored, shown to who listens.
ProducerLoad::Figures appendThroughSession(const std::string& path, const Workload& workload, int producers)
{
    QObject context;
    auto library = storage::openLibrary(path, &context);
    if (!library)
        std::exit(2);
    session::SessionHub hub(std::move(*library));
    conversation::Role mike;
    mike.name = conversation::RoleName("Mike");
    mike.kind = conversation::RoleKind::TeamLeader;
    conversation::Role alice;
    alice.name = conversation::RoleName("Alice");
    const auto created = test::await<session::Session*>([&](auto done) {
        hub.create(conversation::SessionStarted{}, {mike, alice}, std::move(done));
    });
    if (!created)
        std::exit(2);
    conversation::RolePublish intent{alice.name, {}};
    std::mt19937 random(2); // NOLINT(cert-msc51-cpp): the same each time
    intent.message.content = {conversation::TextBlock{text(random)}};
    intent.message.sendTo = {conversation::Address("Mike")};
    ProducerLoad load([&](std::size_t, const ProducerLoad::Durable& durable) {
        (*created)->submit(intent, [durable](const conversation::Decision& outcome) {
            if (outcome.error || outcome.events.empty())
                std::exit(2);
            durable();
        });
    });
    return load.run(workload.appends.size(), producers);
}

using Append = ProducerLoad::Figures (*)(const std::string& path, const Workload& workload, int producers);

struct Case
{
    const char* through;
    Append append;
    int producers;
    int appends; ///< per thousand events asked for
    double atLeast;
};

bool measureAppends(const Case& one, int events, int rounds)
{
    const Workload workload(events * one.appends / 1000);
    std::vector<double> ours;
    std::vector<double> baseline;
    std::vector<double> batches;
    std::vector<double> ourProcessor; // microseconds of all threads per append: the same on a busy machine
    std::vector<double> baselineProcessor;
    for (int round = 0; round < rounds; ++round) {
        QTemporaryDir folder;
        const double count = static_cast<double>(workload.appends.size());
        const auto begun = std::clock();
        const auto figures = one.append(newLibrary(folder, "ours"), workload, one.producers);
        ourProcessor.push_back(microseconds(std::clock() - begun) / count);
        RawSqlite raw(newLibrary(folder, "raw"));
        ours.push_back(count / figures.seconds);
        batches.push_back(figures.meanBatch);
        const auto rawBegun = std::clock();
        baseline.push_back(count / raw.append(workload.raw, figures.meanBatch));
        baselineProcessor.push_back(microseconds(std::clock() - rawBegun) / count);
    }
    const double ratio = median(ours) / median(baseline);
    std::cout << nlohmann::json{{"benchmark", "storage"},
                                {"case", "durable appends of 1 kB"},
                                {"through", one.through},
                                {"producers", one.producers},
                                {"per_second", std::round(median(ours))},
                                {"mean_batch", std::round(median(batches) * 10) / 10},
                                {"baseline", "SQLite C API, same schema, sync and mean batch"},
                                {"baseline_per_second", std::round(median(baseline))},
                                {"ratio", std::round(ratio * 100) / 100},
                                {"processor_us", std::round(median(ourProcessor))},
                                {"baseline_processor_us", std::round(median(baselineProcessor))},
                                {"at_least", one.atLeast}}
                     .dump()
              << std::endl;
    return ratio >= one.atLeast;
}

/// In the order of what the design asks: a message on its whole way, and the library by itself.
constexpr Case cases[] = {
    {"Session", appendThroughSession, 1, 10, 0.5},    {"Session", appendThroughSession, 8, 80, 0.5},
    {"Session", appendThroughSession, 64, 1000, 0.7}, {"Library", appendThroughLibrary, 1, 10, 0.5},
    {"Library", appendThroughLibrary, 8, 80, 0.5},    {"Library", appendThroughLibrary, 64, 1000, 0.7}};

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addOption({QStringLiteral("events"), QStringLiteral("Events of the longest case."), QStringLiteral("N"),
                      QStringLiteral("60000")});
    parser.addOption({QStringLiteral("rounds"), QStringLiteral("Rounds of which the median counts."),
                      QStringLiteral("N"), QStringLiteral("3")});
    parser.addHelpOption();
    parser.process(application);
    const int events = std::max(parser.value(QStringLiteral("events")).toInt(), 1000);
    const int rounds = std::max(parser.value(QStringLiteral("rounds")).toInt(), 1);

    bool isGood = true;
    for (const Case& one : cases)
        isGood &= measureAppends(one, events, rounds);
    return isGood ? 0 : 1;
}
