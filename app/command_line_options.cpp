#include "app/command_line_options.h"

#include "app/command_line.h"
#include "formats/session_writer.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <array>
#include <utility>

namespace quarterdeck::app {

namespace {

using namespace option;

QString say(const char* text) { return QCoreApplication::translate("CommandLine", text); }

void addOption(QCommandLineParser& parser, const QString& name, const char* description, const char* value = nullptr)
{
    QCommandLineOption option(name, say(description), value ? QString::fromLatin1(value) : QString());
    parser.addOption(option);
}

void addRunOptions(QCommandLineParser& parser)
{
    addOption(parser, idea, QT_TRANSLATE_NOOP("CommandLine", "run: what the team is to do."), "text");
    addOption(parser, resume,
              QT_TRANSLATE_NOOP("CommandLine", "run: go on with this session, in place of a new one with a team."),
              "session");
    addOption(parser, connection,
              QT_TRANSLATE_NOOP("CommandLine", "run: the model connection of this name, as stored in the window."),
              "name");
    addOption(parser, baseUrl,
              QT_TRANSLATE_NOOP("CommandLine", "run: the model server, such as http://localhost:11434."), "address");
    addOption(parser, model, QT_TRANSLATE_NOOP("CommandLine", "run: the model, instead of those that the team names."),
              "name");
    addOption(parser, keyEnv,
              QT_TRANSLATE_NOOP("CommandLine", "run: the environment variable that holds the server's key."), "name");
    addOption(parser, budget, QT_TRANSLATE_NOOP("CommandLine", "run: US dollars at most; at them the run pauses."),
              "number");
    addOption(parser, rounds, QT_TRANSLATE_NOOP("CommandLine", "run: so many rounds at most; 0 = no limit."), "number");
    addOption(parser, folder,
              QT_TRANSLATE_NOOP("CommandLine", "run: the folder whose files the team reads and writes."), "folder");
    addOption(
        parser, autoArchive,
        QT_TRANSLATE_NOOP("CommandLine", "run: commit what the team changes in that folder to its git repository."));
    addOption(
        parser, answerFrom,
        QT_TRANSLATE_NOOP("CommandLine", "run: take answers to questions from here, a line each: a file, or stdin."),
        "file");
}

} // namespace

QString formatNames()
{
    QStringList names;
    for (const formats::ExportFormat& format : formats::exportFormats()) {
        names << QString::fromStdString(format.name);
    }
    return names.join(QStringLiteral(", "));
}

void addOptions(QCommandLineParser& parser)
{
    parser.addOption(
        {{QStringLiteral("h"), QStringLiteral("help")}, say(QT_TRANSLATE_NOOP("CommandLine", "Show this text."))});
    parser.addOption(
        {{QStringLiteral("v"), QStringLiteral("version")}, say(QT_TRANSLATE_NOOP("CommandLine", "Show the version."))});
    addOption(parser, demo, QT_TRANSLATE_NOOP("CommandLine", "Open with the demo team running."));
    addOption(parser, screenshot,
              QT_TRANSLATE_NOOP("CommandLine", "Open, wait until all is painted, save a picture, and leave."), "file");
    addOption(parser, library, QT_TRANSLATE_NOOP("CommandLine", "Use this library file."), "file");
    addOption(parser, lang, QT_TRANSLATE_NOOP("CommandLine", "Language: en or zh_CN."), "language");
    addOption(parser, theme,
              QT_TRANSLATE_NOOP("CommandLine", "Theme: light, dark or system; light-high or dark-high: high contrast."),
              "theme");
    addOption(parser, logLevel,
              QT_TRANSLATE_NOOP("CommandLine", "What the log file gets: debug, info, warning or critical."), "level");
    addOption(parser, json, QT_TRANSLATE_NOOP("CommandLine", "Subcommands: write JSON for programs."));
    addOption(parser, update,
              QT_TRANSLATE_NOOP("CommandLine",
                                "import: add what a file has more to the session that was imported from it before; "
                                "without this, such a session is only told of."));
    addOption(parser, asNew,
              QT_TRANSLATE_NOOP("CommandLine", "import: import a second time what was imported before."));
    addOption(parser, limit, QT_TRANSLATE_NOOP("CommandLine", "search: so many messages at most (20)."), "number");
    addOption(parser, print, QT_TRANSLATE_NOOP("CommandLine", "replay: print each row."));
    addOption(parser, speed, QT_TRANSLATE_NOOP("CommandLine", "replay: so many times as fast as it happened."),
              "number");
    parser.addOption(
        {to,
         say(QT_TRANSLATE_NOOP("CommandLine",
                               "export, convert: the format: %1. run: the member who gets the idea, instead of the "
                               "leader."))
             .arg(formatNames()),
         "format, name"});
    addOption(parser, out,
              QT_TRANSLATE_NOOP("CommandLine", "export, convert: the file to write, with its attachments beside it."),
              "file");
    addOption(parser, force,
              QT_TRANSLATE_NOOP("CommandLine", "export, convert: replace a file that is there already."));
    addOption(parser, noRedaction,
              QT_TRANSLATE_NOOP("CommandLine",
                                "export, convert: leave keys, tokens, passwords and home folders as they are."));
    addOption(parser, repair,
              QT_TRANSLATE_NOOP("CommandLine",
                                "check: keep a damaged library aside and recover what can be into a new one."));
    addOption(parser, list, QT_TRANSLATE_NOOP("CommandLine", "backup: list the copies that there are."));
    addOption(parser, restore,
              QT_TRANSLATE_NOOP("CommandLine", "backup: put this copy in the library's place, which is kept aside."),
              "file");
    addOption(parser, port,
              QT_TRANSLATE_NOOP(
                  "CommandLine",
                  "window, gateway, run: the port to which agents connect (3000); 0 = none, gateway and run: any."),
              "number");
    addOption(parser, studio,
              QT_TRANSLATE_NOOP("CommandLine",
                                "gateway: how programs come in that cannot send a token (AgentScope, MetaGPT's "
                                "reporters): on, token (in their address), off."),
              "on|token|off");
    addRunOptions(parser);
    QCommandLineOption pace(demoPace, {}, QStringLiteral("number"));
    pace.setFlags(QCommandLineOption::HiddenFromHelp);
    parser.addOption(pace);
}

QString helpText()
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        say(QT_TRANSLATE_NOOP("CommandLine", "Watch and steer conversations of AI agents.")));
    addOptions(parser);
    const auto add = [&](const char* syntax, const char* description) {
        parser.addPositionalArgument(QString::fromLatin1(syntax).section(QLatin1Char(' '), 0, 0), say(description),
                                     QString::fromLatin1(syntax));
    };
    add("[FILE...] [LINK]",
        QT_TRANSLATE_NOOP("CommandLine", "Open the window, import these files, and show the message of a link."));
    QString text = parser.helpText();
    text += QLatin1Char('\n') + say(QT_TRANSLATE_NOOP("CommandLine", "Subcommands, which need no display:"))
        + QLatin1Char('\n');
    const std::array<std::pair<const char*, const char*>, 9> lines = {{
        {"import FILE... [--update | --as-new]", QT_TRANSLATE_NOOP("CommandLine", "Import recorded sessions.")},
        {"list", QT_TRANSLATE_NOOP("CommandLine", "List the sessions of the library.")},
        {"search WORDS... [--limit N]",
         QT_TRANSLATE_NOOP("CommandLine",
                           "Find messages in all sessions: words, \"a phrase\", from:Bob, in:private, "
                           "has:image, tool:name, after:2026-03-01.")},
        {"replay SESSION --print [--speed N]", QT_TRANSLATE_NOOP("CommandLine", "Print a session row by row.")},
        {"export SESSION --to FORMAT [--out FILE]", QT_TRANSLATE_NOOP("CommandLine", "Write a session out.")},
        {"convert FILE --to FORMAT [--out FILE]", QT_TRANSLATE_NOOP("CommandLine", "Write a file in another format.")},
        {"check [--repair]", QT_TRANSLATE_NOOP("CommandLine", "Check the library file and fold every session.")},
        {"backup [--list | --restore FILE]", QT_TRANSLATE_NOOP("CommandLine", "Copy the library, and check the copy.")},
        {"run TEAM --idea TEXT [--to NAME] | run --resume SESSION",
         QT_TRANSLATE_NOOP("CommandLine", "Let a team work, without a window.")},
    }};
    for (const auto& [syntax, description] : lines) {
        text += QStringLiteral("  %1 %2\n").arg(QString::fromLatin1(syntax), -39).arg(say(description));
    }
    return text;
}

} // namespace quarterdeck::app
