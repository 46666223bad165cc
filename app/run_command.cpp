#include "app/run_command.h"

#include "app/commands/commands.h"
#include "app/commands/console.h"
#include "app/language.h"
#include "app/log_file.h"

#include <QCommandLineParser>
#include <QCoreApplication>

namespace quarterdeck::app {

namespace {

constexpr int wrongUsage = 2;

QStringList argumentsOf(int argc, char** argv)
{
    QStringList arguments;
    for (int index = 0; index < argc; ++index) {
        arguments << QString::fromLocal8Bit(argv[index]);
    }
    return arguments;
}

/// The language to say in what is wrong with the arguments, which therefore cannot be read as a whole.
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
    // Read once more: now there is a language to say it in.
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

int help(Console& console)
{
    console.print(helpText().trimmed());
    return 0;
}

} // namespace

std::optional<int> runCommand(int& argc, char** argv, CommandLine& line)
{
    const QStringList arguments = argumentsOf(argc, argv);
    const auto parsed = parseCommandLine(arguments);
    if (parsed && parsed->command == Command::Window) {
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
    const LogFile log(LogFile::defaultFolder(), LogFile::levelNamed(line.logLevel), LogFile::Echo::None);
    return runCommand(line);
}

std::optional<int> runCommand(const CommandLine& line)
{
    Console console;
    switch (line.command) {
    case Command::Import:
        return importFiles(line, console);
    case Command::List:
        return listSessions(line, console);
    case Command::Replay:
        return replaySession(line, console);
    case Command::Export:
        return exportSession(line, console);
    case Command::Check:
        return checkLibrary(line, console);
    case Command::Help:
        return help(console);
    case Command::Version:
        return version(console);
    case Command::Window:
        break;
    }
    return std::nullopt;
}

} // namespace quarterdeck::app
