#include "app/services/command_line.h"

#include "app/services/command_line_options.h"
#include "app/services/language.h"
#include "model/formats/export/session_writer.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace quarterdeck::app {

namespace {

using namespace option;
using UsageError = tl::unexpected<QString>;

struct Subcommand
{
    const char* name;
    Command command;
    QStringList options; ///< beside those that fit everywhere
};

const std::array<Subcommand, 16>& subcommands()
{
    static const std::array<Subcommand, 16> all = {
        {{"import", Command::Import, {json, update, asNew}},
         {"list", Command::List, {json}},
         {"search", Command::Search, {json, limit}},
         {"replay", Command::Replay, {json, print, speed}},
         {"export", Command::Export, {json, to, out, force, noRedaction}},
         {"convert", Command::Convert, {json, to, out, force, noRedaction}},
         {"check", Command::Check, {json, repair, report}},
         {"backup", Command::Backup, {json, list, restore}},
         {"gateway", Command::Gateway, {json, port, studio}},
         {"run",
          Command::RunTeam,
          {json, idea, to, resume, trustTeam, budget, rounds, model, connection, baseUrl, keyEnv, folder, autoArchive,
           answerFrom, port}},
         {"questions", Command::Questions, {json}},
         {"answer", Command::Answer, {json, form, file, decline}},
         {"held", Command::Held, {json}},
         {"release", Command::Release, {json, to, anyway}},
         {"drop", Command::Drop, {json, silent}},
         {"hold", Command::Hold, {json, from, to, containing, pattern, off}}}};
    return all;
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
            readSubcommand(positional);
            if (!m_name.isEmpty())
                m_line.files = {m_name}; // what the help is wanted on
            m_line.command = m_parser.isSet(QStringLiteral("help")) ? Command::Help : Command::Version;
        } else {
            readSubcommand(positional);
            readArguments(positional);
            refuseForeignOptions();
            readExport();
            readKnown();
            readRun();
            readHold();
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
        const bool takesSession =
            m_line.command == Command::Replay || m_line.command == Command::Export || m_line.command == Command::Hold;
        const bool takesFiles = m_line.command == Command::Import || m_line.command == Command::Window
            || m_line.command == Command::Convert || m_line.command == Command::RunTeam;
        if (takesFiles) {
            m_line.files = positional;
        }
        if (m_line.command == Command::Import && positional.isEmpty()) {
            fail(cliText(QT_TRANSLATE_NOOP("CommandLine", "“import” needs the files to import.")));
        }
        if (m_line.command == Command::Convert && positional.size() != 1) {
            fail(cliText(QT_TRANSLATE_NOOP("CommandLine", "“convert” needs exactly one file to read.")));
        }
        if (m_line.command == Command::RunTeam && positional.size() != (m_parser.isSet(resume) ? 0 : 1)) {
            fail(cliText(QT_TRANSLATE_NOOP(
                "CommandLine",
                "“run” needs one team (a file or the name of a template), or --resume with a session.")));
        }
        if (takesSession && positional.isEmpty()) {
            fail(cliText(QT_TRANSLATE_NOOP("CommandLine",
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
        if (m_line.command == Command::Answer) {
            readAnswer(positional);
            return;
        }
        if (m_line.command == Command::Release || m_line.command == Command::Drop) {
            readHeld(positional);
            return;
        }
        const qsizetype most = takesSession ? 1 : 0;
        if (!takesFiles && positional.size() > most) {
            fail(cliText(QT_TRANSLATE_NOOP("CommandLine", "“%1” does not take the argument “%2”."))
                     .arg(m_name, positional.at(most)));
        }
    }

    void readSearch(const QStringList& positional)
    {
        m_line.searched = positional.join(QLatin1Char(' ')).trimmed();
        if (m_line.searched.isEmpty()) {
            fail(cliText(QT_TRANSLATE_NOOP("CommandLine", "“search” needs the words to look for.")));
        }
    }

    void readAnswer(const QStringList& positional)
    {
        m_line.question = positional.value(0);
        m_line.answer = positional.mid(1).join(QLatin1Char(' '));
        m_line.form = m_parser.value(form);
        m_line.answerFiles = m_parser.values(file);
        m_line.isDeclined = m_parser.isSet(decline);
        const bool hasAnswer = !m_line.answer.isEmpty() || !m_line.form.isEmpty() || !m_line.answerFiles.isEmpty();
        if (m_line.question.isEmpty()) {
            fail(cliText(QT_TRANSLATE_NOOP("CommandLine",
                                           "“answer” needs a question: its id, or the beginning of it. “quarterdeck "
                                           "questions” lists them.")));
        } else if (hasAnswer == m_line.isDeclined) {
            fail(cliText(QT_TRANSLATE_NOOP("CommandLine", "“answer” needs either an answer or --decline.")));
        }
    }

    void readHeld(const QStringList& positional)
    {
        m_line.heldMessage = positional.value(0);
        m_line.recipient = m_parser.value(to);
        m_line.isAnyway = m_parser.isSet(anyway);
        m_line.isSilent = m_parser.isSet(silent);
        m_line.words = positional.mid(1).join(QLatin1Char(' '));
        if (m_parser.values(to).size() > 1) {
            fail(cliText(QT_TRANSLATE_NOOP("CommandLine", "“%1” takes one --to: a message goes to one member instead."))
                     .arg(m_name));
        }
        if (m_line.heldMessage.isEmpty()) {
            fail(cliText(QT_TRANSLATE_NOOP("CommandLine", "“%1” needs a message, as “quarterdeck held” lists it."))
                     .arg(m_name));
        }
    }

    void readHold()
    {
        if (m_line.command != Command::Hold) {
            return;
        }
        m_line.isOff = m_parser.isSet(off);
        conversation::HoldRule& rule = m_line.holdRule;
        for (const QString& name : m_parser.values(from)) {
            rule.from.insert(conversation::RoleName(name.toStdString()));
        }
        for (const QString& name : m_parser.values(to)) {
            rule.to.insert(name == QStringLiteral("you") ? conversation::address::person
                                                         : conversation::Address(name.toStdString()));
        }
        rule.isPattern = m_parser.isSet(pattern);
        rule.text = m_parser.value(rule.isPattern ? pattern : containing).toStdString();
        const bool isEverything = rule == conversation::HoldRule{};
        if (m_line.isOff ? !isEverything : m_parser.isSet(containing) && m_parser.isSet(pattern)) {
            fail(m_line.isOff
                     ? cliText(QT_TRANSLATE_NOOP("CommandLine", "--off ends all holding, and takes no conditions."))
                     : cliText(QT_TRANSLATE_NOOP("CommandLine", "“hold” takes either --text or --pattern.")));
        }
        if (isEverything) {
            rule.id = conversation::holdsEverything;
        }
    }

    void refuseForeignOptions()
    {
        for (const QString& name :
             {demo,  demoPace,    screenshot, json,       update,  asNew,     limit,      print,  speed,       to,
              out,   noRedaction, repair,     list,       restore, report,    port,       idea,   budget,      rounds,
              model, baseUrl,     keyEnv,     answerFrom, resume,  trustTeam, connection, folder, autoArchive, studio,
              force, from,        containing, pattern,    off,     anyway,    silent}) {
            if (!m_parser.isSet(name) || m_options.contains(name)) {
                continue;
            }
            fail(m_name.isEmpty()
                     ? cliText(QT_TRANSLATE_NOOP("CommandLine", "The option --%1 needs a subcommand.")).arg(name)
                     : cliText(QT_TRANSLATE_NOOP("CommandLine", "“%1” does not take the option --%2."))
                           .arg(m_name, name));
        }
        m_line.isDemo = m_parser.isSet(demo);
        if (m_line.isDemo && !m_line.files.isEmpty()) {
            fail(cliText(QT_TRANSLATE_NOOP("CommandLine", "The option --demo cannot be combined with files.")));
        }
        m_line.screenshot = m_parser.value(screenshot);
        m_line.isJson = m_parser.isSet(json);
        m_line.isRepair = m_parser.isSet(repair);
        m_line.isReport = m_parser.isSet(report);
        m_line.isList = m_parser.isSet(list);
        m_line.restore = m_parser.value(restore);
        if (m_line.command == Command::Replay && !m_parser.isSet(print)) {
            fail(cliText(QT_TRANSLATE_NOOP(
                "CommandLine", "“replay” needs --print. To replay on screen, open the session in the window.")));
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
        m_line.isForced = m_parser.isSet(force);
        if (m_line.format.isEmpty()) {
            fail(cliText(QT_TRANSLATE_NOOP("CommandLine", "“%1” needs --to and a format: %2."))
                     .arg(m_name, formatNames()));
        } else if (formats::exportFormat(m_line.format.toStdString()) == nullptr) {
            fail(cliText(QT_TRANSLATE_NOOP("CommandLine", "“%1” is not an export format. Available: %2."))
                     .arg(m_line.format, formatNames()));
        } else if (formats::exportFormat(m_line.format.toStdString())->isPackage && m_line.outFile.isEmpty()) {
            fail(cliText(
                     QT_TRANSLATE_NOOP("CommandLine", "The format “%1” can only be written to a file: add --out FILE."))
                     .arg(m_line.format));
        }
    }

    void readRun()
    {
        if (m_line.command != Command::RunTeam) {
            return;
        }
        m_line.idea = m_parser.value(idea);
        m_line.recipient = m_parser.value(to);
        if (m_parser.isSet(to) && m_line.idea.trimmed().isEmpty()) {
            fail(
                cliText(QT_TRANSLATE_NOOP("CommandLine", "--to names who gets the task in --idea: “run” needs both.")));
        }
        m_line.model = m_parser.value(model);
        m_line.baseUrl = m_parser.value(baseUrl);
        m_line.keyVariable = m_parser.value(keyEnv);
        m_line.folder = m_parser.value(folder);
        m_line.isAutoArchived = m_parser.isSet(autoArchive);
        if (m_line.isAutoArchived && m_line.folder.isEmpty()) {
            fail(cliText(QT_TRANSLATE_NOOP("CommandLine", "--auto-archive needs --folder with a git repository.")));
        }
        m_line.answerFrom = m_parser.value(answerFrom);
        m_line.connection = m_parser.value(connection);
        m_line.session = m_parser.value(resume);
        if (m_line.session.isEmpty() && m_line.idea.trimmed().isEmpty()) {
            fail(cliText(QT_TRANSLATE_NOOP("CommandLine", "“run” needs --idea with what the team should do.")));
        }
        if (m_parser.isSet(resume) && m_parser.isSet(folder)) {
            fail(cliText(QT_TRANSLATE_NOOP(
                "CommandLine",
                "A resumed session continues in its own folder: --resume and --folder cannot be combined.")));
        }
        m_line.isTeamTrusted = m_parser.isSet(trustTeam);
        if (m_line.isTeamTrusted && m_line.session.isEmpty()) {
            fail(
                cliText(QT_TRANSLATE_NOOP("CommandLine", "--trust-team needs --resume and the session of that team.")));
        }
        if (!m_line.connection.isEmpty() && !m_line.baseUrl.isEmpty()) {
            fail(cliText(
                QT_TRANSLATE_NOOP("CommandLine", "The options --connection and --base-url cannot be combined.")));
        }
        if (m_parser.isSet(budget)) {
            m_line.budget = number(budget, 0.0);
        }
        if (m_parser.isSet(rounds)) {
            bool isNumber = false;
            m_line.rounds = m_parser.value(rounds).toInt(&isNumber);
            if (!isNumber || *m_line.rounds < 0) {
                fail(cliText(QT_TRANSLATE_NOOP("CommandLine", "The option --rounds needs a whole number, not “%1”."))
                         .arg(m_parser.value(rounds)));
            }
        }
    }

    void readKnown()
    {
        if (m_parser.isSet(update) && m_parser.isSet(asNew)) {
            fail(cliText(QT_TRANSLATE_NOOP("CommandLine", "The options --update and --as-new cannot be combined.")));
        }
        m_line.ifKnown = m_parser.isSet(update) ? transfer::DuplicatePolicy::Update
            : m_parser.isSet(asNew)             ? transfer::DuplicatePolicy::ImportAnew
                                                : transfer::DuplicatePolicy::LeaveAlone;
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
            fail(cliText(QT_TRANSLATE_NOOP("CommandLine", "“%1” is not an available language; use en or zh_CN."))
                     .arg(m_line.language));
        }
        if (m_parser.isSet(theme) && !isOneOf(m_line.theme, {"light", "dark", "system", "light-high", "dark-high"})) {
            fail(cliText(QT_TRANSLATE_NOOP("CommandLine",
                                           "“%1” is not a theme; use light, dark, system, light-high or dark-high."))
                     .arg(m_line.theme));
        }
        if (m_parser.isSet(logLevel) && !isOneOf(m_line.logLevel, {"debug", "info", "warning", "critical"})) {
            fail(cliText(
                     QT_TRANSLATE_NOOP("CommandLine", "“%1” is not a log level; use debug, info, warning or critical."))
                     .arg(m_line.logLevel));
        }
    }

    void requireValue(const QString& name)
    {
        if (m_parser.isSet(name) && m_parser.value(name).isEmpty()) {
            fail(cliText(QT_TRANSLATE_NOOP("CommandLine", "The option --%1 needs the name of a file.")).arg(name));
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
        if (m_parser.isSet(studio)) {
            readStudio();
        }
        if (m_parser.isSet(demoPace)) {
            m_line.demoPace = number(demoPace, -1.0);
        }
    }

    void readStudio()
    {
        m_line.studio = m_parser.value(studio);
        if (!isOneOf(m_line.studio, {"on", "token", "off"})) {
            fail(
                cliText(QT_TRANSLATE_NOOP("CommandLine", "The option --studio needs “on”, “token” or “off”, not “%1”."))
                    .arg(m_line.studio));
        }
    }

    void readPort()
    {
        m_line.isPortGiven = true;
        bool isPort = false;
        m_line.port = m_parser.value(port).toUShort(&isPort);
        if (!isPort) {
            fail(
                cliText(QT_TRANSLATE_NOOP("CommandLine", "The option --port needs a number from 0 to 65535, not “%1”."))
                    .arg(m_parser.value(port)));
        }
    }

    double number(const QString& name, double above)
    {
        bool isNumber = false;
        const double value = m_parser.value(name).toDouble(&isNumber);
        if (!isNumber || !std::isfinite(value) || value <= above) {
            fail(cliText(QT_TRANSLATE_NOOP("CommandLine", "The option --%1 needs a number above zero, not “%2”."))
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

QString helpTextOn(const QString& subcommand)
{
    for (const Subcommand& one : subcommands())
        if (subcommand == QLatin1String(one.name))
            return helpTextOf(subcommand, one.options);
    return helpText();
}

tl::expected<CommandLine, QString> parseCommandLine(const QStringList& arguments)
{
    QCommandLineParser parser;
    addOptions(parser);
    if (!parser.parse(arguments)) {
        const QStringList unknown = parser.unknownOptionNames();
        return UsageError(
            unknown.isEmpty()
                ? parser.errorText()
                : cliText(QT_TRANSLATE_NOOP("CommandLine", "There is no option “%1”.")).arg(unknown.first()));
    }
    return Reader(parser).read();
}

} // namespace quarterdeck::app
