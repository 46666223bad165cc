#include "app/command_line_options.h"

#include "app/command_line.h"
#include "app/commands/say.h"
#include "formats/session_writer.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QRegularExpression>
#include <array>
#include <utility>

namespace quarterdeck::app {

namespace {

using namespace option;

void addOption(QList<QCommandLineOption>& all, const QString& name, const char* description,
               const char* value = nullptr)
{
    all.append(QCommandLineOption(name, say(description), value ? QString::fromLatin1(value) : QString()));
}

void addRunOptions(QList<QCommandLineOption>& all)
{
    addOption(all, idea, QT_TRANSLATE_NOOP("CommandLine", "run: what the team is to do."), "text");
    addOption(all, resume,
              QT_TRANSLATE_NOOP("CommandLine",
                                "run: go on with this session, in place of a new one with a team; "
                                "the team of an imported MetaGPT session goes on in a session of its own."),
              "session");
    addOption(all, trustTeam,
              QT_TRANSLATE_NOOP("CommandLine",
                                "run: with --resume, let the team go on even if it was not begun by this Quarterdeck. "
                                "Without it you are told what it would send where, and nothing happens."));
    addOption(all, connection,
              QT_TRANSLATE_NOOP("CommandLine", "run: the model connection of this name, as stored in the window."),
              "name");
    addOption(all, baseUrl, QT_TRANSLATE_NOOP("CommandLine", "run: the model server, such as http://localhost:11434."),
              "address");
    addOption(all, model, QT_TRANSLATE_NOOP("CommandLine", "run: the model, instead of those that the team names."),
              "name");
    addOption(all, keyEnv,
              QT_TRANSLATE_NOOP("CommandLine", "run: the environment variable that holds the server's key."), "name");
    addOption(all, budget, QT_TRANSLATE_NOOP("CommandLine", "run: US dollars at most; at them the run pauses."),
              "number");
    addOption(all, rounds, QT_TRANSLATE_NOOP("CommandLine", "run: so many rounds at most; 0 = no limit."), "number");
    addOption(all, folder, QT_TRANSLATE_NOOP("CommandLine", "run: the folder whose files the team reads and writes."),
              "folder");
    addOption(
        all, autoArchive,
        QT_TRANSLATE_NOOP("CommandLine", "run: commit what the team changes in that folder to its git repository."));
    addOption(
        all, answerFrom,
        QT_TRANSLATE_NOOP("CommandLine", "run: take answers to questions from here, a line each: a file, or stdin."),
        "file");
}

const auto& subcommandLines()
{
    static const std::array<std::pair<const char*, const char*>, 10> lines = {{
        {"import FILE... [--update | --as-new]", QT_TRANSLATE_NOOP("CommandLine", "Import recorded sessions.")},
        {"list", QT_TRANSLATE_NOOP("CommandLine", "List the sessions of the library.")},
        {"search WORDS... [--limit N]",
         QT_TRANSLATE_NOOP("CommandLine",
                           "Find messages in all sessions: words, \"a phrase\", from:Bob, in:private, "
                           "has:image, tool:name, after:2026-03-01.")},
        {"replay SESSION --print [--speed N]", QT_TRANSLATE_NOOP("CommandLine", "Print a session row by row.")},
        {"export SESSION --to FORMAT [--out FILE]", QT_TRANSLATE_NOOP("CommandLine", "Write a session out.")},
        {"convert FILE --to FORMAT [--out FILE]", QT_TRANSLATE_NOOP("CommandLine", "Write a file in another format.")},
        {"check [--repair | --report]",
         QT_TRANSLATE_NOOP("CommandLine", "Check the library file and fold every session.")},
        {"backup [--list | --restore FILE]", QT_TRANSLATE_NOOP("CommandLine", "Copy the library, and check the copy.")},
        {"gateway [--port N] [--studio on|token|off]",
         QT_TRANSLATE_NOOP("CommandLine", "Take agents of other programs in, without a window, until Ctrl+C.")},
        {"run TEAM --idea TEXT [--to NAME] | run --resume SESSION",
         QT_TRANSLATE_NOOP("CommandLine", "Let a team work, without a window.")},
    }};
    return lines;
}

QString nameIn(const char* syntax) { return QString::fromLatin1(syntax).section(u' ', 0, 0); }

/// Picks this subcommand's part of "export, convert: the format. run: the member", or all of it.
QString descriptionFor(const QString& subcommand, const QString& description)
{
    static const QRegularExpression heading(
        QStringLiteral("(?:^|(?<=[.\u3002]) ?)([a-z]+(?:[,\uff0c\u3001] ?[a-z]+)*)[:\uff1a] ?"));
    static const QRegularExpression separator(QStringLiteral("[,\uff0c\u3001] ?"));
    QString told = description;
    auto found = heading.globalMatch(description);
    while (found.hasNext()) {
        const QRegularExpressionMatch one = found.next();
        const qsizetype end = found.hasNext() ? found.peekNext().capturedStart() : description.size();
        if (one.captured(1).split(separator).contains(subcommand))
            told = description.mid(one.capturedEnd(), end - one.capturedEnd());
    }
    if (!told.isEmpty())
        told[0] = told.at(0).toUpper();
    return told;
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

namespace {

QList<QCommandLineOption> allOptions()
{
    QList<QCommandLineOption> all;
    all.append(QCommandLineOption{{QStringLiteral("h"), QStringLiteral("help")},
                                  say(QT_TRANSLATE_NOOP("CommandLine", "Show this text."))});
    all.append(QCommandLineOption{{QStringLiteral("v"), QStringLiteral("version")},
                                  say(QT_TRANSLATE_NOOP("CommandLine", "Show the version."))});
    addOption(all, demo, QT_TRANSLATE_NOOP("CommandLine", "Open with the demo team running."));
    addOption(all, screenshot,
              QT_TRANSLATE_NOOP("CommandLine", "Open, wait until all is painted, save a picture, and leave."), "file");
    addOption(all, library, QT_TRANSLATE_NOOP("CommandLine", "Use this library file."), "file");
    addOption(all, lang, QT_TRANSLATE_NOOP("CommandLine", "Language: en or zh_CN."), "language");
    addOption(all, theme,
              QT_TRANSLATE_NOOP("CommandLine", "Theme: light, dark or system; light-high or dark-high: high contrast."),
              "theme");
    addOption(all, logLevel,
              QT_TRANSLATE_NOOP("CommandLine", "What the log file gets: debug, info, warning or critical."), "level");
    addOption(all, json, QT_TRANSLATE_NOOP("CommandLine", "Subcommands: write JSON for programs."));
    addOption(all, update,
              QT_TRANSLATE_NOOP("CommandLine",
                                "import: add what a file has more to the session that was imported from it before; "
                                "without this, such a session is only told of."));
    addOption(all, asNew, QT_TRANSLATE_NOOP("CommandLine", "import: import a second time what was imported before."));
    addOption(all, limit, QT_TRANSLATE_NOOP("CommandLine", "search: so many messages at most (20)."), "number");
    addOption(all, print, QT_TRANSLATE_NOOP("CommandLine", "replay: print each row."));
    addOption(all, speed, QT_TRANSLATE_NOOP("CommandLine", "replay: so many times as fast as it happened."), "number");
    all.append(QCommandLineOption{
        to,
        say(QT_TRANSLATE_NOOP("CommandLine",
                              "export, convert: the format: %1. run: the member who gets the idea, instead of the "
                              "leader."))
            .arg(formatNames()),
        "format, name"});
    addOption(all, out,
              QT_TRANSLATE_NOOP("CommandLine", "export, convert: the file to write, with its attachments beside it."),
              "file");
    addOption(all, force, QT_TRANSLATE_NOOP("CommandLine", "export, convert: replace a file that is there already."));
    addOption(all, noRedaction,
              QT_TRANSLATE_NOOP("CommandLine",
                                "export, convert: leave keys, tokens, passwords and home folders as they are."));
    addOption(all, repair,
              QT_TRANSLATE_NOOP("CommandLine",
                                "check: keep a damaged library aside and recover what can be into a new one."));
    addOption(all, report,
              QT_TRANSLATE_NOOP("CommandLine", "check: tell, session by session, what recoveries brought back."));
    addOption(all, list, QT_TRANSLATE_NOOP("CommandLine", "backup: list the copies that there are."));
    addOption(all, restore,
              QT_TRANSLATE_NOOP("CommandLine", "backup: put this copy in the library's place, which is kept aside."),
              "file");
    addOption(all, port,
              QT_TRANSLATE_NOOP(
                  "CommandLine",
                  "window, gateway, run: the port to which agents connect (3000); 0 = none, gateway and run: any."),
              "number");
    addOption(all, studio,
              QT_TRANSLATE_NOOP("CommandLine",
                                "gateway: how programs come in that cannot send a token (AgentScope, MetaGPT's "
                                "reporters, traces): on, token (in their address), off."),
              "on|token|off");
    addRunOptions(all);
    QCommandLineOption pace(demoPace, {}, QStringLiteral("number"));
    pace.setFlags(QCommandLineOption::HiddenFromHelp);
    all.append(pace);
    return all;
}

} // namespace

void addOptions(QCommandLineParser& parser) { parser.addOptions(allOptions()); }

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
    for (const auto& [syntax, description] : subcommandLines()) {
        text += QStringLiteral("  %1 %2\n").arg(QString::fromLatin1(syntax), -39).arg(say(description));
    }
    return text;
}

QString helpTextOf(const QString& subcommand, const QStringList& options)
{
    QCommandLineParser parser;
    for (const auto& [syntax, description] : subcommandLines())
        if (nameIn(syntax) == subcommand)
            parser.addPositionalArgument(subcommand, say(description), QString::fromLatin1(syntax));
    const QStringList everywhere{QStringLiteral("help"), library, lang, logLevel};
    for (QCommandLineOption option : allOptions()) {
        const QString name = option.names().constLast();
        if (!options.contains(name) && !everywhere.contains(name))
            continue;
        option.setDescription(descriptionFor(subcommand, option.description()));
        parser.addOption(option);
    }
    return parser.helpText();
}

} // namespace quarterdeck::app
