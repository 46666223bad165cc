// From the start of the process to the first painted window, saved as a picture, against a bare Qt WebEngine window in
// the same run. Both programs are started in turn, A B A B ..., so that the machine's mood hits both. Usage:
// bench_startup [RUNS]. Returns 1 when we take longer than the design allows.

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace {

constexpr int defaultRuns = 7;
constexpr int limitMs = 60'000;
constexpr double atMost = 1.5; ///< times the bare window

std::optional<double> millisecondsOf(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.setStandardOutputFile(QProcess::nullDevice());
    QElapsedTimer clock;
    clock.start();
    process.start(program, arguments);
    if (!process.waitForFinished(limitMs) || process.exitCode() != 0)
        return std::nullopt;
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const int runs = argc > 1 ? std::max(1, QString::fromLocal8Bit(argv[1]).toInt()) : defaultRuns;
    const QTemporaryDir folder;
    const QString bin = QCoreApplication::applicationDirPath();
    const QString picture = folder.filePath(QStringLiteral("out.png"));
    std::vector<double> ours;
    std::vector<double> bare;
    std::vector<double> ratios;
    for (int run = -1; run < runs; ++run) { // the first pair only warms the caches
        const QString library = folder.filePath(QStringLiteral("library%1.db").arg(run));
        const auto a = millisecondsOf(bin + QStringLiteral("/quarterdeck"),
                                      {QStringLiteral("--library"), library, QStringLiteral("--screenshot"), picture});
        const auto b = millisecondsOf(bin + QStringLiteral("/bare_web_window"), {picture});
        if (!a || !b) {
            std::fprintf(stderr, "bench_startup: a window did not come up\n");
            return 1;
        }
        if (run < 0)
            continue;
        ours.push_back(*a);
        bare.push_back(*b);
        ratios.push_back(*a / *b);
    }
    const nlohmann::json line{{"benchmark", "startup"},         {"runs", runs},
                              {"median_ms", median(ours)},      {"baseline_median_ms", median(bare)},
                              {"ratio_median", median(ratios)}, {"at_most", atMost}};
    std::printf("%s\n", line.dump().c_str());
    return median(ratios) <= atMost ? 0 : 1;
}
