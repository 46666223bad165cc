// Messages of 1 kB posted to the gateway over loopback, each acknowledged when it is durable in a real library: with
// one connection and with eight, kept alive and new for each message. Usage: bench_gateway [--messages N]

#include "gateway/gateway.h"
#include "posting_clients.h"
#include "session/session_hub.h"
#include "storage/open_library.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QEventLoop>
#include <QTemporaryDir>
#include <cstdio>
#include <fstream>
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

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addOption({QStringLiteral("messages"), {}, QStringLiteral("number"), QStringLiteral("10000")});
    parser.process(application);
    const int messages = parser.value(QStringLiteral("messages")).toInt();

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
    return isGood ? 0 : 1;
}
