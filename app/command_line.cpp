#include "app/command_line.h"

#include "formats/session_writer.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace quarterdeck::app {

namespace {

const QString demo = QStringLiteral("demo");
const QString demoPace = QStringLiteral("demo-pace");
const QString screenshot = QStringLiteral("screenshot");
const QString library = QStringLiteral("library");
const QString lang = QStringLiteral("lang");
const QString theme = QStringLiteral("theme");
const QString logLevel = QStringLiteral("log-level");
const QString json = QStringLiteral("json");
const QString print = QStringLiteral("print");
const QString speed = QStringLiteral("speed");
const QString limit = QStringLiteral("limit");
const QString to = QStringLiteral("to");
const QString out = QStringLiteral("out");
const QString noRedaction = QStringLiteral("no-redaction");
const QString repair = QStringLiteral("repair");
const QString update = QStringLiteral("update");
const QString asNew = QStringLiteral("as-new");
const QString list = QStringLiteral("list");
const QString restore = QStringLiteral("restore");
const QString port = QStringLiteral("port");

using UsageError = tl::unexpected<QString>;

QString say(const char* text) { return QCoreApplication::translate("CommandLine", text); }

struct Subcommand
{
    const char* name;
    Command command;
    QStringList options; ///< beside those that fit everywhere
};

const std::array<Subcommand, 9>& subcommands()
{
    static const std::array<Subcommand, 9> all = {{{"import", Command::Import, {json, update, asNew}},
                                                   {"list", Command::List, {json}},
                                                   {"search", Command::Search, {json, limit}},
                                                   {"replay", Command::Replay, {json, print, speed}},
                                                   {"export", Command::Export, {json, to, out, noRedaction}},
                                                   {"convert", Command::Convert, {json, to, out, noRedaction}},
                                                   {"check", Command::Check, {json, repair}},
                                                   {"backup", Command::Backup, {json, list, restore}},
                                                   {"gateway", Command::Gateway, {json, port}}}};
    return all;
}

void addOption(QCommandLineParser& parser, const QString& name, const char* description, const char* value = nullptr)
{
    QCommandLineOption option(name, say(description), value ? QString::fromLatin1(value) : QString());
    parser.addOption(option);
}

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
    addOption(parser, theme, QT_TRANSLATE_NOOP("CommandLine", "Theme: light, dark or system."), "theme");
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
        {to, say(QT_TRANSLATE_NOOP("CommandLine", "export, convert: the format: %1.")).arg(formatNames()), "format"});
    addOption(parser, out,
              QT_TRANSLATE_NOOP("CommandLine", "export, convert: the file to write, with its attachments beside it."),
              "file");
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
              QT_TRANSLATE_NOOP("CommandLine",
                                "window, gateway: the port to which agents connect (3000); 0 = none, gateway: any."),
              "number");
    QCommandLineOption pace(demoPace, {}, QStringLiteral("number"));
    pace.setFlags(QCommandLineOption::HiddenFromHelp);
    parser.addOption(pace);
}

bool isOneOf(const QString& value, std::initializer_list<const char*> allowed)
{
    return std::any_of(allowed.begin(), allowed.end(), [&](const char* one) { return value == QLatin1String(one); });
}

/// Reads the parsed options into the struct; stops at the first thing that is wrong.
class Reader
{
public:
    explicit Reader(const QCommandLineParser& parser) : m_parser(parser) { }

    tl::expected<CommandLine, QString> read()
    {
        QStringList positional = m_parser.positionalArguments();
        if (m_parser.isSet(QStringLiteral("help")) || m_parser.isSet(QStringLiteral("version"))) {
            m_line.command = m_parser.isSet(QStringLiteral("help")) ? Command::Help : Command::Version;
        } else {
            readSubcommand(positional);
            readArguments(positional);
            refuseForeignOptions();
            readExport();
            readKnown();
        }
        readChoices();
        readNumbers();
        if (!m_error.isEmpty()) {
            return UsageError(m_error);
        }
        return m_line;
    }

private:
    void fail(const QString& sentence)
    {
        if (m_error.isEmpty()) {
            m_error = sentence;
        }
    }

    void readSubcommand(QStringList& positional)
    {
        for (const Subcommand& one : subcommands()) {
            if (!positional.isEmpty() && positional.first() == QLatin1String(one.name)) {
                m_line.command = one.command;
                m_name = positional.takeFirst();
                m_options = one.options;
                return;
            }
        }
        m_options = {demo, demoPace, screenshot, port};
    }

    void readArguments(const QStringList& positional)
    {
        const bool takesSession = m_line.command == Command::Replay || m_line.command == Command::Export;
        const bool takesFiles = m_line.command == Command::Import || m_line.command == Command::Window
            || m_line.command == Command::Convert;
        if (takesFiles) {
            m_line.files = positional;
        }
        if (m_line.command == Command::Import && positional.isEmpty()) {
            fail(say(QT_TRANSLATE_NOOP("CommandLine", "“import” needs the files to import.")));
        }
        if (m_line.command == Command::Convert && positional.size() != 1) {
            fail(say(QT_TRANSLATE_NOOP("CommandLine", "“convert” needs one file to read.")));
        }
        if (takesSession && positional.isEmpty()) {
            fail(say(QT_TRANSLATE_NOOP("CommandLine",
                                       "“%1” needs a session: its id, its title, or the beginning of either."))
                     .arg(m_name));
        }
        if (takesSession && !positional.isEmpty()) {
            m_line.session = positional.first();
        }
        if (m_line.command == Command::Search) {
            readSearch(positional);
            return;
        }
        const qsizetype most = takesSession ? 1 : 0;
        if (!takesFiles && positional.size() > most) {
            fail(say(QT_TRANSLATE_NOOP("CommandLine", "“%1” does not take the argument “%2”."))
                     .arg(m_name, positional.at(most)));
        }
    }

    void readSearch(const QStringList& positional)
    {
        m_line.searched = positional.join(QLatin1Char(' ')).trimmed();
        if (m_line.searched.isEmpty()) {
            fail(say(QT_TRANSLATE_NOOP("CommandLine", "“search” needs the words to look for.")));
        }
    }

    void refuseForeignOptions()
    {
        for (const QString& name : {demo, demoPace, screenshot, json, update, asNew, limit, print, speed, to, out,
                                    noRedaction, repair, list, restore, port}) {
            if (!m_parser.isSet(name) || m_options.contains(name)) {
                continue;
            }
            fail(m_name.isEmpty()
                     ? say(QT_TRANSLATE_NOOP("CommandLine", "The option --%1 needs a subcommand.")).arg(name)
                     : say(QT_TRANSLATE_NOOP("CommandLine", "“%1” does not take the option --%2.")).arg(m_name, name));
        }
        m_line.isDemo = m_parser.isSet(demo);
        if (m_line.isDemo && !m_line.files.isEmpty()) {
            fail(say(QT_TRANSLATE_NOOP("CommandLine", "The option --demo opens the demo team, and no files with it.")));
        }
        m_line.screenshot = m_parser.value(screenshot);
        m_line.isJson = m_parser.isSet(json);
        m_line.isRepair = m_parser.isSet(repair);
        m_line.isList = m_parser.isSet(list);
        m_line.restore = m_parser.value(restore);
        if (m_line.command == Command::Replay && !m_parser.isSet(print)) {
            fail(say(QT_TRANSLATE_NOOP("CommandLine",
                                       "“replay” needs --print; without it, open the session in the window.")));
        }
    }

    void readExport()
    {
        if (m_line.command != Command::Export && m_line.command != Command::Convert) {
            return;
        }
        m_line.format = m_parser.value(to);
        m_line.outFile = m_parser.value(out);
        m_line.isRedacted = !m_parser.isSet(noRedaction);
        if (m_line.format.isEmpty()) {
            fail(say(QT_TRANSLATE_NOOP("CommandLine", "“%1” needs --to and a format: %2.")).arg(m_name, formatNames()));
        } else if (formats::exportFormat(m_line.format.toStdString()) == nullptr) {
            fail(say(QT_TRANSLATE_NOOP("CommandLine", "“%1” is no format to export to; there are %2."))
                     .arg(m_line.format, formatNames()));
        }
    }

    void readKnown()
    {
        if (m_parser.isSet(update) && m_parser.isSet(asNew)) {
            fail(say(QT_TRANSLATE_NOOP("CommandLine", "The options --update and --as-new contradict each other.")));
        }
        m_line.ifKnown = m_parser.isSet(update) ? transfer::IfKnown::Update
            : m_parser.isSet(asNew)             ? transfer::IfKnown::ImportAnew
                                                : transfer::IfKnown::LeaveAlone;
    }

    void readChoices()
    {
        m_line.library = m_parser.value(library);
        m_line.language = m_parser.value(lang);
        m_line.theme = m_parser.value(theme);
        m_line.logLevel = m_parser.value(logLevel);
        requireValue(library);
        requireValue(screenshot);
        requireValue(out);
        requireValue(restore);
        if (m_line.language == QStringLiteral("zh")) {
            m_line.language = QStringLiteral("zh_CN");
        }
        if (m_parser.isSet(lang) && !isOneOf(m_line.language, {"en", "zh_CN"})) {
            fail(say(QT_TRANSLATE_NOOP("CommandLine", "“%1” is no language of this program; there are en and zh_CN."))
                     .arg(m_line.language));
        }
        if (m_parser.isSet(theme) && !isOneOf(m_line.theme, {"light", "dark", "system"})) {
            fail(say(QT_TRANSLATE_NOOP("CommandLine", "“%1” is no theme; there are light, dark and system."))
                     .arg(m_line.theme));
        }
        if (m_parser.isSet(logLevel) && !isOneOf(m_line.logLevel, {"debug", "info", "warning", "critical"})) {
            fail(say(QT_TRANSLATE_NOOP("CommandLine",
                                       "“%1” is no log level; there are debug, info, warning and critical."))
                     .arg(m_line.logLevel));
        }
    }

    void requireValue(const QString& name)
    {
        if (m_parser.isSet(name) && m_parser.value(name).isEmpty()) {
            fail(say(QT_TRANSLATE_NOOP("CommandLine", "The option --%1 needs the name of a file.")).arg(name));
        }
    }

    void readNumbers()
    {
        if (m_parser.isSet(speed)) {
            m_line.speed = number(speed, 0.0);
        }
        if (m_parser.isSet(limit)) {
            constexpr double most = 1'000'000;
            m_line.limit = static_cast<int>(std::ceil(std::min(number(limit, 0.0), most)));
        }
        if (m_parser.isSet(port)) {
            readPort();
        }
        if (m_parser.isSet(demoPace)) {
            m_line.demoPace = number(demoPace, -1.0);
        }
    }

    void readPort()
    {
        bool isPort = false;
        m_line.port = m_parser.value(port).toUShort(&isPort);
        if (!isPort) {
            fail(say(QT_TRANSLATE_NOOP("CommandLine", "The option --port needs a number from 0 to 65535, not “%1”."))
                     .arg(m_parser.value(port)));
        }
    }

    double number(const QString& name, double above)
    {
        bool isNumber = false;
        const double value = m_parser.value(name).toDouble(&isNumber);
        if (!isNumber || !std::isfinite(value) || value <= above) {
            fail(say(QT_TRANSLATE_NOOP("CommandLine", "The option --%1 needs a number above zero, not “%2”."))
                     .arg(name, m_parser.value(name)));
        }
        return value;
    }

    const QCommandLineParser& m_parser;
    CommandLine m_line;
    QString m_name; ///< of the subcommand
    QStringList m_options;
    QString m_error;
};

} // namespace

tl::expected<CommandLine, QString> parseCommandLine(const QStringList& arguments)
{
    QCommandLineParser parser;
    addOptions(parser);
    if (!parser.parse(arguments)) {
        const QStringList unknown = parser.unknownOptionNames();
        return UsageError(unknown.isEmpty()
                              ? parser.errorText()
                              : say(QT_TRANSLATE_NOOP("CommandLine", "There is no option “%1”.")).arg(unknown.first()));
    }
    return Reader(parser).read();
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
    add("[FILE...]", QT_TRANSLATE_NOOP("CommandLine", "Open the window, and import these files."));
    QString text = parser.helpText();
    text += QLatin1Char('\n') + say(QT_TRANSLATE_NOOP("CommandLine", "Subcommands, which need no display:"))
        + QLatin1Char('\n');
    const std::array<std::pair<const char*, const char*>, 8> lines = {{
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
    }};
    for (const auto& [syntax, description] : lines) {
        text += QStringLiteral("  %1 %2\n").arg(QString::fromLatin1(syntax), -39).arg(say(description));
    }
    return text;
}

} // namespace quarterdeck::app
