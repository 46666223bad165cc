/// bench_transcript [--messages N] [--shorter N] [--jumps N] [--scroll N] [--stream SECONDS] [--opens N]
///                  [--libraries FOLDER] [--counts-only]
/// What the length of a session costs whoever looks at it: the program's own window over made sessions of a thousand
/// and of a million messages. Each length is measured in processes of its own, in turn. Prints a table and what it
/// means; returns 1 when a ratio or count is over, and with --counts-only when a count is. Sessions are made when they
/// are not in FOLDER yet, which takes minutes for a million messages.

#include "app/services/await.h"
#include "measuring.h"
#include "model/session/library.h"
#include "report.h"
#include "storage/open_library.h"
#include "tests/support/wait.h"
#include "tests/tools/make_session/write_session.h"
#include "ui/transcript/rendering.h"
#include "watched_application.h"

#include <QCommandLineParser>
#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <optional>

using namespace quarterdeck;
using namespace quarterdeck::bench;
using nlohmann::json;

namespace {

struct MadeLibrary
{
    QString path;
    QString session;
};

void defineOptions(QCommandLineParser& parser)
{
    const auto number = [&](const char* name, const char* what, const char* usual) {
        parser.addOption(
            {QString::fromLatin1(name), QString::fromLatin1(what), QStringLiteral("N"), QString::fromLatin1(usual)});
    };
    number("messages", "Messages of the longer session.", "1000000");
    number("shorter", "Messages of the shorter session.", "1000");
    number("jumps", "Jumps to random rows.", "200");
    number("scroll", "Messages to scroll through.", "10000");
    number("stream", "Seconds of streaming replies; 0 = none.", "20");
    number("opens", "Processes that open each session.", "5");
    parser.addOption({QStringLiteral("libraries"), QStringLiteral("Where made libraries are kept for the next time."),
                      QStringLiteral("FOLDER")});
    parser.addOption({QStringLiteral("counts-only"), QStringLiteral("Ratios do not decide.")});
    // How this program starts itself. Qt takes --session for its own.
    parser.addOption({QStringLiteral("measure"), QStringLiteral("Measure this library."), QStringLiteral("FILE")});
    parser.addOption({QStringLiteral("id"), QStringLiteral("And this session of it."), QStringLiteral("ID")});
    parser.addHelpOption();
}

int numberOf(const QCommandLineParser& parser, const char* name)
{
    return std::max(0, parser.value(QString::fromLatin1(name)).toInt());
}

/// Otherwise the longer one is measured while its words are still being indexed.
bool waitUntilIndexed(session::Library& library)
{
    constexpr int longestMs = 1'800'000;
    session::LibraryMonitor* signs = session::LibraryMonitor::of(library);
    const auto isIndexed = [signs] {
        const auto vitals =
            app::await<session::LibraryStatus>([&](auto done) { signs->readLibraryStatus(std::move(done)); });
        return vitals && vitals->indexLag == 0;
    };
    const bool isDone = signs != nullptr && test::waitFor(isIndexed, longestMs);
    if (!isDone)
        std::fprintf(stderr, "A made session could not be indexed.\n");
    return isDone;
}

std::optional<conversation::SessionId> madeSession(session::Library& library, int messages)
{
    std::fprintf(stderr, "Making a session of %d messages.\n", messages);
    const auto made = test::writeSession(library, {messages, 1});
    if (made)
        return made->id;
    std::fprintf(stderr, "%s\n", made.error().sentence.c_str());
    return std::nullopt;
}

/// The session with this many messages, made if necessary.
std::optional<MadeLibrary> libraryOf(int messages, const QDir& folder)
{
    const QString path = folder.filePath(QStringLiteral("session-%1.db").arg(messages));
    QObject context;
    const auto library = storage::openLibrary(path.toStdString(), &context);
    if (!library) {
        std::fprintf(stderr, "%s\n", library.error().sentence.c_str());
        return std::nullopt;
    }
    using Summaries = std::vector<session::SessionSummary>;
    const auto known = app::await<Summaries>([&](auto done) { (*library)->listSessions(std::move(done)); });
    std::optional<conversation::SessionId> id;
    if (known && !known->empty())
        id = known->front().id;
    else
        id = madeSession(**library, messages);
    if (!id || !waitUntilIndexed(**library))
        return std::nullopt;
    return MadeLibrary{path, QString::fromStdString(id->str())};
}

/// Measures in a process of its own; only what is asked for.
std::optional<json> measured(const MadeLibrary& library, QStringList arguments)
{
    arguments << QStringLiteral("--measure") << library.path << QStringLiteral("--id") << library.session;
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(QCoreApplication::applicationFilePath(), arguments);
    process.waitForFinished(-1);
    const json figures = json::parse(process.readAllStandardOutput().toStdString(), nullptr, false);
    if (!figures.is_object() || figures.contains("error") || process.exitCode() != 0) {
        std::fprintf(stderr, "bench_transcript: %s\n",
                     figures.is_object() ? figures.dump().c_str() : "a measuring process ended without a word");
        return std::nullopt;
    }
    return figures;
}

int measureHere(int argc, char** argv)
{
    ui::transcript::registerTranscriptScheme();
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    WatchedApplication application(argc, argv);
    ui::transcript::prepareRendering();
    QCommandLineParser parser;
    defineOptions(parser);
    parser.process(application);
    MeasuringOrder order;
    order.library = parser.value(QStringLiteral("measure"));
    order.session = conversation::SessionId(parser.value(QStringLiteral("id")).toStdString());
    order.jumps = numberOf(parser, "jumps");
    order.scrolled = numberOf(parser, "scroll");
    order.streamSeconds = numberOf(parser, "stream");
    Measuring measuring(application, order);
    std::printf("%s\n", measuring.run().dump().c_str());
    return 0;
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

QStringList onlyOpening()
{
    const QString zero = QStringLiteral("0");
    return {QStringLiteral("--jumps"), zero, QStringLiteral("--scroll"), zero, QStringLiteral("--stream"), zero};
}

/// Openings of both in turn, so that the machine's mood hits both, and then the rest.
std::optional<Results> measureBoth(const MadeLibrary& shorter, const MadeLibrary& longer,
                                   const QCommandLineParser& parser)
{
    std::vector<double> opens[2];
    std::vector<double> bytes[2];
    for (int i = 0; i < numberOf(parser, "opens"); ++i) {
        for (const int which : {0, 1}) {
            const auto figures = measured(which == 0 ? shorter : longer, onlyOpening());
            if (!figures)
                return std::nullopt;
            opens[which].push_back(figures->at("open_ms").get<double>());
            bytes[which].push_back(figures->at("resident_bytes").get<double>());
        }
    }
    QStringList all;
    for (const char* option : {"jumps", "scroll", "stream"})
        all << QStringLiteral("--%1").arg(QLatin1StringView(option)) << parser.value(QString::fromLatin1(option));
    auto shorterFigures = measured(shorter, all);
    auto longerFigures = shorterFigures ? measured(longer, all) : std::nullopt;
    if (!longerFigures)
        return std::nullopt;
    for (const auto& [which, figures] : {std::pair{0, &*shorterFigures}, std::pair{1, &*longerFigures}}) {
        opens[which].push_back(figures->at("open_ms").get<double>());
        (*figures)["open_ms"] = median(opens[which]);
        if (!bytes[which].empty())
            (*figures)["opened_bytes"] = median(bytes[which]);
    }
    return Results{std::move(*shorterFigures), std::move(*longerFigures)};
}

/// Figures are for a window that nobody sees, without a person's settings.
void setUpSurroundings(const QTemporaryDir& home)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        qputenv(name, home.filePath(QString::fromLatin1(name)).toLocal8Bit());
}

int compare(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    defineOptions(parser);
    parser.process(application);
    const QTemporaryDir home;
    setUpSurroundings(home);
    const QString kept = parser.value(QStringLiteral("libraries"));
    const QDir folder(kept.isEmpty() ? home.path() : kept);
    if (!folder.mkpath(QStringLiteral("."))) {
        std::fprintf(stderr, "The folder for libraries cannot be made: %s\n", qPrintable(folder.path()));
        return 2;
    }
    const auto shorter = libraryOf(std::max(numberOf(parser, "shorter"), 1), folder);
    const auto longer = shorter ? libraryOf(std::max(numberOf(parser, "messages"), 1), folder) : std::nullopt;
    const auto results = longer ? measureBoth(*shorter, *longer, parser) : std::nullopt;
    if (!results)
        return 2;
    return report(*results, parser.isSet(QStringLiteral("counts-only"))) ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    const bool isMeasuring =
        std::any_of(argv, argv + argc, [](const char* argument) { return std::string_view(argument) == "--measure"; });
    return isMeasuring ? measureHere(argc, argv) : compare(argc, argv);
}
