#include "app/services/command_line_options.h"

#include "app/services/command_line.h"
#include "app/services/language.h"
#include "model/formats/export/session_writer.h"

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
    all.append(QCommandLineOption(name, cliText(description), value ? QString::fromLatin1(value) : QString()));
}

void addRunOptions(QList<QCommandLineOption>& all)
{
    addOption(all, idea, QT_TRANSLATE_NOOP("CommandLine", "run: what the team should do."), "text");
    addOption(all, resume,
              QT_TRANSLATE_NOOP("CommandLine",
                                "run: continue this session instead of starting a new one; an imported MetaGPT team "
                                "continues in a new session."),
              "session");
    addOption(
        all, trustTeam,
        QT_TRANSLATE_NOOP("CommandLine",
                          "run: with --resume, let the team continue even if it was not started by this Quarterdeck. "
                          "Without it, you are shown what it would send where, and nothing happens."));
    addOption(all, connection,
              QT_TRANSLATE_NOOP("CommandLine", "run: the name of a model connection set up in the window."), "name");
    addOption(all, baseUrl, QT_TRANSLATE_NOOP("CommandLine", "run: the model server, such as http://localhost:11434."),
              "address");
    addOption(all, model, QT_TRANSLATE_NOOP("CommandLine", "run: the model to use instead of those named by the team."),
              "name");
    addOption(all, keyEnv,
              QT_TRANSLATE_NOOP("CommandLine", "run: the environment variable that holds the server's key."), "name");
    addOption(all, budget,
              QT_TRANSLATE_NOOP("CommandLine", "run: the budget in US dollars; the run pauses when it is reached."),
              "number");
    addOption(all, rounds, QT_TRANSLATE_NOOP("CommandLine", "run: the maximum number of rounds; 0 = no limit."),
              "number");
    addOption(all, folder, QT_TRANSLATE_NOOP("CommandLine", "run: the folder whose files the team reads and writes."),
              "folder");
    addOption(
        all, autoArchive,
        QT_TRANSLATE_NOOP("CommandLine", "run: commit what the team changes in that folder to its git repository."));
    addOption(all, answerFrom,
              QT_TRANSLATE_NOOP("CommandLine",
                                "run: where to read answers to questions from, one per line: a file, or stdin."),
              "file");
}

const auto& subcommandLines()
{
    static const std::array<std::pair<const char*, const char*>, 16> lines = {{
        {"import FILE... [--update | --as-new]", QT_TRANSLATE_NOOP("CommandLine", "Import recorded sessions.")},
        {"list", QT_TRANSLATE_NOOP("CommandLine", "List the sessions in the library.")},
        {"search WORDS... [--limit N]",
         QT_TRANSLATE_NOOP("CommandLine",
                           "Find messages in all sessions: words, \"a phrase\", from:Bob, in:private, "
                           "has:image, tool:name, after:2026-03-01.")},
        {"replay SESSION --print [--speed N]", QT_TRANSLATE_NOOP("CommandLine", "Print a session row by row.")},
        {"export SESSION --to FORMAT [--out FILE]", QT_TRANSLATE_NOOP("CommandLine", "Export a session.")},
        {"convert FILE --to FORMAT [--out FILE]",
         QT_TRANSLATE_NOOP("CommandLine", "Convert a file to another format.")},
        {"check [--repair | --report]",
         QT_TRANSLATE_NOOP("CommandLine", "Check the library file and every session in it.")},
        {"backup [--list | --restore FILE]",
         QT_TRANSLATE_NOOP("CommandLine", "Back up the library and verify the copy.")},
        {"gateway [--port N] [--studio on|token|off]",
         QT_TRANSLATE_NOOP("CommandLine", "Accept agents from other programs without a window, until Ctrl+C.")},
        {"run TEAM --idea TEXT [--to NAME] | run --resume SESSION",
         QT_TRANSLATE_NOOP("CommandLine", "Run a team without a window.")},
        {"questions", QT_TRANSLATE_NOOP("CommandLine", "List the questions that wait for you.")},
        {"answer QUESTION [WORDS...] [--form JSON] [--file FILE] | --decline",
         QT_TRANSLATE_NOOP("CommandLine", "Answer a question: an option's label or number, or your own words.")},
        {"held", QT_TRANSLATE_NOOP("CommandLine", "List the messages that are held and wait for you.")},
        {"release MESSAGE [WORDS...] [--to NAME] [--anyway]",
         QT_TRANSLATE_NOOP("CommandLine",
                           "Let a held message go, with your words instead of its own if you give any.")},
        {"drop MESSAGE [REASON...] [--silent]",
         QT_TRANSLATE_NOOP("CommandLine", "Drop a held message; whoever sent it is told, with your reason.")},
        {"hold SESSION [--from NAME] [--to NAME] [--text TEXT | --pattern REGEX] | --off",
         QT_TRANSLATE_NOOP("CommandLine",
                           "Hold what members of a team say to each other: everything, or what fits the conditions.")},
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
                                  cliText(QT_TRANSLATE_NOOP("CommandLine", "Show this help."))});
    all.append(QCommandLineOption{{QStringLiteral("v"), QStringLiteral("version")},
                                  cliText(QT_TRANSLATE_NOOP("CommandLine", "Show the version."))});
    addOption(all, demo, QT_TRANSLATE_NOOP("CommandLine", "Open with the demo team running."));
    addOption(all, screenshot,
              QT_TRANSLATE_NOOP("CommandLine",
                                "Open the window, wait until everything is drawn, save a screenshot, and quit."),
              "file");
    addOption(all, library, QT_TRANSLATE_NOOP("CommandLine", "Use this library file."), "file");
    addOption(all, lang, QT_TRANSLATE_NOOP("CommandLine", "Language: en or zh_CN."), "language");
    addOption(
        all, theme,
        QT_TRANSLATE_NOOP("CommandLine", "Theme: light, dark or system; light-high or dark-high for high contrast."),
        "theme");
    addOption(all, logLevel, QT_TRANSLATE_NOOP("CommandLine", "Log level: debug, info, warning or critical."), "level");
    addOption(all, json, QT_TRANSLATE_NOOP("CommandLine", "Subcommands: print JSON instead of text."));
    addOption(all, update,
              QT_TRANSLATE_NOOP("CommandLine",
                                "import: add a file's new messages to the session imported from it before; without "
                                "this, such a session is only reported."));
    addOption(all, asNew,
              QT_TRANSLATE_NOOP("CommandLine", "import: import again what was imported before, as a new session."));
    addOption(all, limit, QT_TRANSLATE_NOOP("CommandLine", "search: the maximum number of messages (20)."), "number");
    addOption(all, print, QT_TRANSLATE_NOOP("CommandLine", "replay: print each row."));
    addOption(all, speed, QT_TRANSLATE_NOOP("CommandLine", "replay: speed, as a multiple of the original pace."),
              "number");
    all.append(QCommandLineOption{
        to,
        cliText(QT_TRANSLATE_NOOP(
                    "CommandLine",
                    "export, convert: the format: %1. run: the member who gets the task, instead of the leader. "
                    "hold: whom it is for, a member or “you”; may be repeated. release: who gets it instead, a member "
                    "or “you”."))
            .arg(formatNames()),
        "format, name"});
    addOption(all, anyway,
              QT_TRANSLATE_NOOP("CommandLine", "release: even if it reaches others now than when it was held."));
    addOption(all, silent, QT_TRANSLATE_NOOP("CommandLine", "drop: do not tell whoever sent it."));
    addOption(all, out,
              QT_TRANSLATE_NOOP("CommandLine", "export, convert: the file to write, with its attachments beside it."),
              "file");
    addOption(all, force, QT_TRANSLATE_NOOP("CommandLine", "export, convert: replace an existing file."));
    addOption(all, noRedaction,
              QT_TRANSLATE_NOOP("CommandLine",
                                "export, convert: leave keys, tokens, passwords and home folders as they are."));
    addOption(all, repair,
              QT_TRANSLATE_NOOP("CommandLine",
                                "check: set a damaged library aside and recover what is possible into a new one."));
    addOption(
        all, report,
        QT_TRANSLATE_NOOP("CommandLine", "check: show, session by session, what earlier recoveries brought back."));
    addOption(all, list, QT_TRANSLATE_NOOP("CommandLine", "backup: list the existing backups."));
    addOption(all, restore,
              QT_TRANSLATE_NOOP("CommandLine",
                                "backup: replace the library with this backup; the current library is kept beside it."),
              "file");
    addOption(all, port,
              QT_TRANSLATE_NOOP("CommandLine",
                                "window, gateway, run: the port agents connect to (3000); 0 = none for the window, any "
                                "free port for gateway and run."),
              "number");
    addOption(all, studio,
              QT_TRANSLATE_NOOP("CommandLine",
                                "gateway: whether to accept programs that cannot send a token header (AgentScope, "
                                "MetaGPT reporters, traces): on, token (only with the token in their address), off."),
              "on|token|off");
    addRunOptions(all);
    addOption(all, form,
              QT_TRANSLATE_NOOP("CommandLine", "answer: the values of the question's form, as a JSON object."), "json");
    addOption(all, file, QT_TRANSLATE_NOOP("CommandLine", "answer: a picture to go along with it; may be repeated."),
              "file");
    addOption(all, from, QT_TRANSLATE_NOOP("CommandLine", "hold: who says it; may be repeated."), "name");
    addOption(all, containing, QT_TRANSLATE_NOOP("CommandLine", "hold: words that occur in it, whatever their case."),
              "text");
    addOption(all, pattern, QT_TRANSLATE_NOOP("CommandLine", "hold: a regular expression that its text matches."),
              "regex");
    addOption(all, off, QT_TRANSLATE_NOOP("CommandLine", "hold: hold nothing any longer; what waits still waits."));
    addOption(all, decline, QT_TRANSLATE_NOOP("CommandLine", "answer: decline to answer."));
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
        cliText(QT_TRANSLATE_NOOP("CommandLine", "Watch and steer conversations of AI agents.")));
    addOptions(parser);
    const auto add = [&](const char* syntax, const char* description) {
        parser.addPositionalArgument(QString::fromLatin1(syntax).section(QLatin1Char(' '), 0, 0), cliText(description),
                                     QString::fromLatin1(syntax));
    };
    add("[FILE...] [LINK]",
        QT_TRANSLATE_NOOP("CommandLine", "Open the window, import these files, and show the linked message."));
    QString text = parser.helpText();
    text += QLatin1Char('\n') + cliText(QT_TRANSLATE_NOOP("CommandLine", "Subcommands, which need no display:"))
        + QLatin1Char('\n');
    for (const auto& [syntax, description] : subcommandLines()) {
        text += QStringLiteral("  %1 %2\n").arg(QString::fromLatin1(syntax), -39).arg(cliText(description));
    }
    return text;
}

QString helpTextOf(const QString& subcommand, const QStringList& options)
{
    QCommandLineParser parser;
    for (const auto& [syntax, description] : subcommandLines())
        if (nameIn(syntax) == subcommand)
            parser.addPositionalArgument(subcommand, cliText(description), QString::fromLatin1(syntax));
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
