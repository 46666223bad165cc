#include "app/cli/run_command.h"

#include "app/cli/commands.h"
#include "app/services/command_line_options.h"
#include "app/services/console.h"
#include "app/services/language.h"
#include "app/services/log_file.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <array>

namespace quarterdeck::app {

namespace {

constexpr int wrongUsage = 2;

/// Without a display, Qt ends the process by abort() without a message. If a platform is named explicitly, trust
/// it.
bool canShowWindows()
{
#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
    constexpr std::array names{"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"};
    return std::ranges::any_of(names, [](const char* name) { return !qEnvironmentVariableIsEmpty(name); });
#else
    return true;
#endif
}

/// A word that looks like a subcommand but is neither one nor a file here. Paths and links to messages are left to the
/// window, which says what is wrong with them.
QString strangerIn(const CommandLine& line)
{
    if (line.command != Command::Window || line.files.isEmpty())
        return {};
    const QString& first = line.files.front();
    const bool isPath = first.contains(QLatin1Char('/')) || first.contains(QDir::separator());
    const bool isLink = first.startsWith(QLatin1String("quarterdeck:"));
    return isPath || isLink || QFileInfo::exists(first) ? QString() : first;
}

QStringList argumentsOf(int argc, char** argv)
{
    QStringList arguments;
    for (int index = 0; index < argc; ++index) {
        arguments << QString::fromLocal8Bit(argv[index]);
    }
    return arguments;
}

/// The language in which to complain about arguments that cannot be parsed as a whole.
QString languageOf(const QStringList& arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption language(QStringLiteral("lang"), {}, QStringLiteral("language"));
    parser.addOption(language);
    parser.parse(arguments);
    return parser.value(language);
}

int usage(const QStringList& arguments, const QString& untranslated)
{
    // Parse again, now that there is a language for the messages.
    const auto again = parseCommandLine(arguments);
    const QString sentence = again ? untranslated : again.error();
    Console().fail(QCoreApplication::translate("CommandLine", "%1 Try --help.").arg(sentence));
    return wrongUsage;
}

int version(Console& console)
{
    console.print(QCoreApplication::applicationName() + QLatin1Char(' ') + QCoreApplication::applicationVersion());
    return 0;
}

int help(const CommandLine& line, Console& console)
{
    console.print(helpTextOn(line.files.value(0)).trimmed());
    return 0;
}

} // namespace

std::optional<int> runCommand(int& argc, char** argv, CommandLine& line)
{
    const QStringList arguments = argumentsOf(argc, argv);
    const auto parsed = parseCommandLine(arguments);
    const QString stranger = parsed ? strangerIn(*parsed) : QString();
    if (parsed && stranger.isEmpty() && parsed->command == Command::Window && canShowWindows()) {
        line = *parsed;
        return std::nullopt;
    }
    const QCoreApplication application(argc, argv);
    Language language;
    language.use(parsed ? parsed->language : languageOf(arguments));
    if (!parsed) {
        return usage(arguments, parsed.error());
    }
    line = *parsed;
    if (!stranger.isEmpty())
        return usage(
            arguments,
            QCoreApplication::translate("CommandLine", "“%1” is neither a subcommand nor a file.").arg(stranger));
    if (line.command == Command::Window)
        return Console().fail(QCoreApplication::translate(
            "CommandLine", "There is no display to open the window on. The subcommands need none: see --help."));
    const LogFile log(LogFile::defaultFolder(), LogFile::levelNamed(line.logLevel), LogFile::Echo::None);
    return runCommand(line);
}

namespace {

std::optional<int> runIn(Console& console, const CommandLine& line)
{
    switch (line.command) {
    case Command::Import:
        return importFiles(line, console);
    case Command::List:
        return listSessions(line, console);
    case Command::Search:
        return searchSessions(line, console);
    case Command::Replay:
        return replaySession(line, console);
    case Command::Export:
        return exportSession(line, console);
    case Command::Convert:
        return convertFile(line, console);
    case Command::Check:
        return checkLibrary(line, console);
    case Command::Backup:
        return backUp(line, console);
    case Command::Gateway:
        return serveAgents(line, console);
    case Command::RunTeam:
        return runTeam(line, console);
    case Command::Questions:
        return listQuestions(line, console);
    case Command::Answer:
        return answerQuestion(line, console);
    case Command::Held:
        return listHeld(line, console);
    case Command::Release:
    case Command::Drop:
    case Command::Hold:
        return steerHeld(line, console);
    case Command::Help:
        return help(line, console);
    case Command::Version:
        return version(console);
    case Command::Window:
        break;
    }
    return std::nullopt;
}

} // namespace

std::optional<int> runCommand(const CommandLine& line)
{
    Console console(line.isJson);
    const std::optional<int> exitCode = runIn(console, line);
    if (!exitCode)
        return std::nullopt;
    return console.finish(*exitCode);
}

} // namespace quarterdeck::app
