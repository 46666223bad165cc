// Messages of 1 kB posted to the gateway over loopback, each acknowledged when it is durable in a real library: with
// one connection and with eight, kept alive and new for each message; what many of them leave in memory; and one
// program's posts before, while and after another posts images. Usage: bench_gateway [--messages N] [--many N]
// [--images MEGABYTES]

#include "gateway/gateway.h"
#include "posting_clients.h"
#include "session/session_hub.h"
#include "storage/open_library.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QEventLoop>
#include <QTemporaryDir>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

using namespace quarterdeck;

namespace {

double cpuSeconds()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Of this process.
double residentMegabytes()
{
    std::ifstream file("/proc/self/statm");
    double pages = 0;
    file >> pages >> pages;
    return pages * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1024 * 1024);
}

double percentile(const std::vector<double>& sorted, double share)
{
    return sorted.empty() ? 0 : sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

/// Meanwhile this thread's events go on: the hub lives on it.
bench::Posted postBeside(const bench::Posting& posting)
{
    bench::Posted posted;
    QEventLoop loop;
    std::jthread thread([&] {
        posted = bench::postMessages(posting);
        QMetaObject::invokeMethod(&loop, &QEventLoop::quit, Qt::QueuedConnection);
    });
    loop.exec();
    return posted;
}

bool measure(std::uint16_t port, int connections, bool isKeptAlive, int messages, int firstNumber)
{
    const double cpu = cpuSeconds();
    const double memory = residentMegabytes();
    const bench::Posted posted = postBeside({port, connections, isKeptAlive, messages, firstNumber});
    const double served = cpuSeconds() - cpu - posted.clientCpuSeconds;
    std::printf("connections=%d kept_alive=%d messages=%d per_second=%.0f p50_ms=%.3f p99_ms=%.3f "
                "server_cpu_s_per_1000=%.3f memory_mb=%.1f->%.1f refused=%d\n",
                connections, isKeptAlive ? 1 : 0, messages, messages / posted.seconds,
                percentile(posted.milliseconds, 0.5), percentile(posted.milliseconds, 0.99), served * 1000 / messages,
                memory, residentMegabytes(), posted.refused);
    std::fflush(stdout);
    return posted.refused == 0;
}

/// Whether what many messages leave in memory grows with them. After the first tenth all is in use that ever is.
bool measureMemory(std::uint16_t port, int messages)
{
    constexpr int parts = 10;
    std::vector<double> memory;
    int refused = 0;
    for (int part = 0; part < parts; ++part) {
        const int each = messages / parts;
        refused += postBeside({port, 8, true, each, part * each, "many"}).refused;
        memory.push_back(residentMegabytes());
    }
    std::printf("memory messages=%d after_a_tenth_mb=%.1f after_half_mb=%.1f after_all_mb=%.1f refused=%d\n", messages,
                memory.front(), memory[parts / 2 - 1], memory.back(), refused);
    std::fflush(stdout);
    return refused == 0;
}

/// One program, as AgentScope's do it, with a connection for each message.
bench::Posted postAsOne(std::uint16_t port, int messages, int firstNumber, const std::atomic<bool>* isOver = nullptr)
{
    bench::Posting posting{port, 1, false, messages, firstNumber, "beside"};
    posting.isOver = isOver;
    return postBeside(posting);
}

/// What one program's posts take before another one posts images, while it does, and when they are stored.
bool measureImages(std::uint16_t port, int messages, int megabytes)
{
    constexpr std::size_t imageBytes = 1'000'000;
    constexpr int forEver = 10'000'000;
    const bench::Posted before = postAsOne(port, messages, 0);
    std::atomic<bool> isOver = false;
    bench::Posted images;
    std::jthread other([&] {
        images = bench::postMessages({port, 1, true, megabytes, 0, "images", imageBytes});
        isOver = true;
    });
    const bench::Posted meanwhile = postAsOne(port, forEver, messages, &isOver);
    other.join();
    const bench::Posted after = postAsOne(port, messages, forEver);
    const int refused = before.refused + images.refused + meanwhile.refused + after.refused;
    const auto figures = [](const bench::Posted& posted) {
        return std::to_string(percentile(posted.milliseconds, 0.5)) + '/'
            + std::to_string(percentile(posted.milliseconds, 0.99));
    };
    std::printf("images megabytes=%d p50/p99_ms before=%s meanwhile=%s after=%s posts_meanwhile=%zu refused=%d\n",
                megabytes, figures(before).c_str(), figures(meanwhile).c_str(), figures(after).c_str(),
                meanwhile.milliseconds.size(), refused);
    std::fflush(stdout);
    return refused == 0;
}

int numberOf(const QCommandLineParser& parser, const char* name)
{
    return std::max(parser.value(QString::fromLatin1(name)).toInt(), 1);
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addOption({QStringLiteral("messages"), {}, QStringLiteral("number"), QStringLiteral("10000")});
    parser.addOption({QStringLiteral("many"), {}, QStringLiteral("number"), QStringLiteral("100000")});
    parser.addOption({QStringLiteral("images"), {}, QStringLiteral("megabytes"), QStringLiteral("100")});
    parser.process(application);
    const int messages = numberOf(parser, "messages");

    const QTemporaryDir folder;
    QObject context;
    const auto library = storage::openLibrary(folder.filePath(QStringLiteral("library.db")).toStdString(), &context);
    if (!library)
        return 1;
    session::SessionHub hub(*library);
    hub.start();
    const auto server = gateway::Gateway::start(hub, 0);
    if (!server)
        return 1;
    const std::uint16_t port = (*server)->port();
    bool isGood = true;
    int number = 0;
    for (const int connections : {1, 8}) {
        for (const bool isKeptAlive : {false, true}) {
            isGood = measure(port, connections, isKeptAlive, messages, number) && isGood;
            number += messages;
        }
    }
    isGood = measureMemory(port, numberOf(parser, "many")) && isGood;
    isGood = measureImages(port, std::max(messages / 10, 1), numberOf(parser, "images")) && isGood;
    return isGood ? 0 : 1;
}
