#include "app/mcp_bridge/bridge.h"
#include "app/mcp_bridge/server_link.h"
#include "storage/open_library.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSocketNotifier>
#include <algorithm>
#include <array>
#include <cstdio>
#include <unistd.h>

namespace {

using namespace quarterdeck::app;

constexpr qsizetype longestLine = qsizetype{48} << 20;

/// Whether a window can be shown at all; if not, Quarterdeck is started without one.
bool hasDisplay()
{
    constexpr std::array names{"DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"};
    return std::ranges::any_of(names, [](const char* name) { return !qEnvironmentVariableIsEmpty(name); });
}

void addOptions(QCommandLineParser& parser)
{
    parser.setApplicationDescription(
        QStringLiteral("Lets programs that speak the Model Context Protocol over standard input and output ask you in "
                       "Quarterdeck. It is started by them, not by you."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOptions(
        {{QStringLiteral("port"),
          QStringLiteral(
              "Connect to the Quarterdeck that listens on this port, with its access token. Otherwise by the "
              "local socket of its library, which needs none."),
          QStringLiteral("number")},
         {QStringLiteral("no-start"), QStringLiteral("Start no Quarterdeck when none runs.")},
         {QStringLiteral("no-window"), QStringLiteral("Start it without a window (quarterdeck gateway).")},
         {QStringLiteral("library"), QStringLiteral("Connect to the Quarterdeck that has this library."),
          QStringLiteral("file")}});
}

ServerLink::Options optionsOf(const QCommandLineParser& parser)
{
    ServerLink::Options options;
    options.port = parser.value(QStringLiteral("port")).toUShort();
    if (!parser.isSet(QStringLiteral("no-start")))
        options.program = QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("quarterdeck"));
    if (parser.isSet(QStringLiteral("no-window")) || !hasDisplay())
        options.arguments << QStringLiteral("gateway");
    if (options.port != 0)
        options.arguments << QStringLiteral("--port") << QString::number(options.port);
    options.library = parser.isSet(QStringLiteral("library"))
        ? QFileInfo(parser.value(QStringLiteral("library"))).absoluteFilePath()
        : QString::fromStdString(quarterdeck::storage::defaultLibraryPath());
    if (parser.isSet(QStringLiteral("library")))
        options.arguments << QStringLiteral("--library") << parser.value(QStringLiteral("library"));
    return options;
}

/// Reads lines of standard input as they arrive.
class Input
{
public:
    explicit Input(Bridge& bridge) : m_bridge(bridge)
    {
        QObject::connect(&m_notifier, &QSocketNotifier::activated, &m_notifier, [this] { read(); });
    }

private:
    void read()
    {
        std::array<char, 65'536> bytes{};
        const auto size = ::read(STDIN_FILENO, bytes.data(), bytes.size());
        if (size < 0)
            return;
        m_lines.add(QByteArray(bytes.data(), static_cast<qsizetype>(size)),
                    [this](const QByteArray& line) { m_bridge.take(line); });
        const bool isTooLong = m_lines.begun() > longestLine;
        if (isTooLong)
            std::fputs("quarterdeck-mcp: what the client sends has no end of a line in 48 MiB.\n", stderr);
        if (size == 0 || isTooLong) {
            m_notifier.setEnabled(false);
            m_bridge.takeEnd();
        }
    }

    Bridge& m_bridge;
    QSocketNotifier m_notifier{STDIN_FILENO, QSocketNotifier::Read};
    Lines m_lines;
};

void print(const std::string& message)
{
    std::fwrite(message.data(), 1, message.size(), stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication::setApplicationName(QStringLiteral("quarterdeck")); // whose folder the token is in
    QCoreApplication::setApplicationVersion(QStringLiteral(QUARTERDECK_VERSION));
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    addOptions(parser);
    parser.process(application);
    if (parser.isSet(QStringLiteral("port")) && parser.value(QStringLiteral("port")).toUShort() == 0) {
        std::fputs("quarterdeck-mcp: the port must be a number from 1 to 65535.\n", stderr);
        return 2;
    }
    ServerLink link(optionsOf(parser));
    Bridge bridge(link, print);
    QObject::connect(&bridge, &Bridge::ended, &application, &QCoreApplication::quit, Qt::QueuedConnection);
    const Input input(bridge);
    return QCoreApplication::exec();
}
