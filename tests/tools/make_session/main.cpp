// make_session --messages N --seed S --library PATH
// Writes one realistic session of N messages into the library, which is made when there is none. Says how far it is on
// a terminal and ends with one line; when it fails, with one sentence and 1.

#include "storage/open_library.h"
#include "write_session.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <algorithm>
#include <cstdio>
#include <optional>
#include <unistd.h>

using namespace quarterdeck;

namespace {

int fail(const std::string& sentence)
{
    std::fprintf(stderr, "%s\n", sentence.c_str());
    return 1;
}

/// A whole number of at least `least`; empty if it is not one.
std::optional<qint64> numberOf(const QCommandLineParser& parser, const char* option, qint64 least)
{
    bool isNumber = false;
    const qint64 number = parser.value(QString::fromLatin1(option)).toLongLong(&isNumber);
    return isNumber && number >= least ? std::optional(number) : std::nullopt;
}

void defineOptions(QCommandLineParser& parser)
{
    parser.addHelpOption();
    parser.addOption({QStringLiteral("messages"), QStringLiteral("How many messages."), QStringLiteral("N"),
                      QStringLiteral("1000")});
    parser.addOption({QStringLiteral("seed"), QStringLiteral("The same seed gives the same session."),
                      QStringLiteral("S"), QStringLiteral("1")});
    parser.addOption({QStringLiteral("library"), QStringLiteral("The library file."), QStringLiteral("PATH")});
}

int write(session::Library& library, const std::string& path, const test::SessionOrder& order)
{
    const bool isTerminal = isatty(STDERR_FILENO) != 0;
    QElapsedTimer clock;
    clock.start();
    const auto written = test::writeSession(library, order, [&](std::int64_t messages) {
        if (isTerminal)
            std::fprintf(stderr, "\r%lld of %lld messages", static_cast<long long>(messages),
                         static_cast<long long>(order.messages));
    });
    if (isTerminal)
        std::fprintf(stderr, "\r\033[K");
    if (!written)
        return fail(written.error().sentence);
    const double seconds = static_cast<double>(clock.elapsed()) / 1000.0;
    std::printf("%lld messages (%lld events) of session %s are in \"%s\" after %.1f s: %.0f events a second.\n",
                static_cast<long long>(written->messages), static_cast<long long>(written->events),
                written->id.str().c_str(), path.c_str(), seconds,
                static_cast<double>(written->events) / std::max(seconds, 0.001));
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    defineOptions(parser);
    if (!parser.parse(QCoreApplication::arguments()) || !parser.positionalArguments().isEmpty())
        return fail("Usage: make_session --messages N --seed S --library PATH");
    if (parser.isSet(QStringLiteral("help")))
        parser.showHelp();
    const auto messages = numberOf(parser, "messages", 1);
    const auto seed = numberOf(parser, "seed", 0);
    const std::string path = parser.value(QStringLiteral("library")).toStdString();
    if (!messages || !seed || path.empty())
        return fail("A number of messages from 1 on, a seed from 0 on and the path of a library are needed.");
    QObject context;
    const auto library = storage::openLibrary(path, &context);
    if (!library)
        return fail(library.error().sentence);
    return write(**library, path, {*messages, static_cast<std::uint64_t>(*seed)});
}
