#include "app/services/command_line.h"
#include "app/services/command_line_options.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_command_line {

using namespace quarterdeck::app;

class TestCommandLine final : public QObject
{
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void help_namesEverything();
    void helpOfASubcommand_hasItsOwnOptions_data();
    void helpOfASubcommand_hasItsOwnOptions();
};

void TestCommandLine::reads_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<CommandLine>("expected");
    const auto row = [](const char* arguments, auto change) {
        CommandLine line;
        change(line);
        QTest::newRow(*arguments ? arguments : "(nothing)") << QString::fromLatin1(arguments) << line;
    };
    row("", [](CommandLine&) {});
    row("a.json b.json", [](CommandLine& line) { line.files = QStringList{"a.json", "b.json"}; });
    row("--demo --library x.db --lang zh --theme dark --log-level debug", [](CommandLine& line) {
        line.isDemo = true;
        line.library = "x.db";
        line.language = "zh_CN";
        line.theme = "dark";
        line.logLevel = "debug";
    });
    row("--theme light-high", [](CommandLine& line) { line.theme = "light-high"; });
    row("--demo --screenshot out.png --demo-pace 0", [](CommandLine& line) {
        line.isDemo = true;
        line.screenshot = "out.png";
        line.demoPace = 0.0;
    });
    row("import a.json list --json", [](CommandLine& line) {
        line.command = Command::Import;
        line.files = QStringList{"a.json", "list"};
        line.isJson = true;
    });
    row("./import", [](CommandLine& line) { line.files = QStringList{"./import"}; });
    row("list", [](CommandLine& line) { line.command = Command::List; });
    row("search two words from:Bob --limit 3", [](CommandLine& line) {
        line.command = Command::Search;
        line.searched = QStringLiteral("two words from:Bob");
        line.limit = 3;
    });
    row("--library=x.db list --json", [](CommandLine& line) {
        line.command = Command::List;
        line.library = "x.db";
        line.isJson = true;
    });
    row("replay 3f2a --print", [](CommandLine& line) {
        line.command = Command::Replay;
        line.session = "3f2a";
    });
    row("replay 3f2a --print --speed 2.5 --json", [](CommandLine& line) {
        line.command = Command::Replay;
        line.session = "3f2a";
        line.speed = 2.5;
        line.isJson = true;
    });
    row("export 3f2a --to jsonl --out x.jsonl", [](CommandLine& line) {
        line.command = Command::Export;
        line.session = "3f2a";
        line.format = "jsonl";
        line.outFile = "x.jsonl";
    });
    row("convert a.json --to html --out a.html --force", [](CommandLine& line) {
        line.command = Command::Convert;
        line.files = {"a.json"};
        line.format = "html";
        line.outFile = "a.html";
        line.isForced = true;
    });
    row("convert a.json --to markdown --no-redaction", [](CommandLine& line) {
        line.isRedacted = false;
        line.command = Command::Convert;
        line.files = {"a.json"};
        line.format = "markdown";
    });
    row("check --repair", [](CommandLine& line) {
        line.command = Command::Check;
        line.isRepair = true;
    });
    row("check --report", [](CommandLine& line) {
        line.command = Command::Check;
        line.isReport = true;
    });
    row("backup --list", [](CommandLine& line) {
        line.command = Command::Backup;
        line.isList = true;
    });
    row("backup --restore x.db", [](CommandLine& line) {
        line.command = Command::Backup;
        line.restore = "x.db";
    });
    row("gateway --studio token --port 3001", [](CommandLine& line) {
        line.command = Command::Gateway;
        line.studio = "token";
        line.port = 3001;
        line.isPortGiven = true;
    });
    row("check --json", [](CommandLine& line) {
        line.command = Command::Check;
        line.isJson = true;
    });
    row("run team.json --idea go --base-url http://h --model m --key-env K --budget 1.5 --rounds 0 --folder f "
        "--auto-archive --answer-from stdin --port 0",
        [](CommandLine& line) {
            line.command = Command::RunTeam;
            line.files = QStringList{"team.json"};
            line.idea = "go";
            line.baseUrl = "http://h";
            line.model = "m";
            line.keyVariable = "K";
            line.budget = 1.5;
            line.rounds = 0;
            line.folder = "f";
            line.isAutoArchived = true;
            line.answerFrom = "stdin";
            line.port = 0;
            line.isPortGiven = true;
        });
    row("run a --idea x --to Bob", [](CommandLine& line) {
        line.command = Command::RunTeam;
        line.files = QStringList{"a"};
        line.idea = "x";
        line.recipient = "Bob";
    });
    row("--help", [](CommandLine& line) { line.command = Command::Help; });
    row("run --help", [](CommandLine& line) {
        line.command = Command::Help;
        line.files = QStringList{"run"};
    });
    row("-v", [](CommandLine& line) { line.command = Command::Version; });
}

void TestCommandLine::reads()
{
    QFETCH(QString, arguments);
    QFETCH(CommandLine, expected);
    const auto line = parseCommandLine(QStringList{QStringLiteral("quarterdeck")}
                                       + arguments.split(QLatin1Char(' '), Qt::SkipEmptyParts));
    QVERIFY2(line.has_value(), line ? "" : qPrintable(line.error()));
    QVERIFY(*line == expected);
}

void TestCommandLine::refuses_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* arguments, const char* sentence) {
        QTest::newRow(arguments) << QString::fromLatin1(arguments) << QString::fromUtf8(sentence);
    };
    row("--no-such-option", "There is no option “no-such-option”.");
    row("gateway --studio maybe", "The option --studio needs “on”, “token” or “off”, not “maybe”.");
    row("import", "“import” needs the files to import.");
    row("replay --print", "“replay” needs a session: its id, its title, or the beginning of either.");
    row("replay 3f2a", "“replay” needs --print. To replay on screen, open the session in the window.");
    row("replay 3f2a 4 --print", "“replay” does not take the argument “4”.");
    row("replay 3f2a --print --speed fast", "The option --speed needs a number above zero, not “fast”.");
    row("replay 3f2a --print --speed 0", "The option --speed needs a number above zero, not “0”.");
    row("replay 3f2a --print --speed -1", "The option --speed needs a number above zero, not “-1”.");
    row("replay 3f2a --print --speed inf", "The option --speed needs a number above zero, not “inf”.");
    row("export 3f2a",
        "“export” needs --to and a format: qdeck, jsonl, markdown, html, openai, anthropic, agentscope, metagpt.");
    row("export 3f2a --to pdf",
        "“pdf” is not an export format. Available: qdeck, jsonl, markdown, html, openai, anthropic, agentscope, "
        "metagpt.");
    row("convert --to openai", "“convert” needs exactly one file to read.");
    row("convert a b --to openai", "“convert” needs exactly one file to read.");
    row("convert a",
        "“convert” needs --to and a format: qdeck, jsonl, markdown, html, openai, anthropic, agentscope, metagpt.");
    row("search", "“search” needs the words to look for.");
    row("search a --limit 0", "The option --limit needs a number above zero, not “0”.");
    row("run --idea x --base-url http://h",
        "“run” needs one team (a file or the name of a template), or --resume with a session.");
    row("run a b --idea x --base-url http://h",
        "“run” needs one team (a file or the name of a template), or --resume with a session.");
    row("run --resume s --to Bob", "--to names who gets the task in --idea: “run” needs both.");
    row("run a --base-url http://h", "“run” needs --idea with what the team should do.");
    row("run a --idea x --resume s",
        "“run” needs one team (a file or the name of a template), or --resume with a session.");
    row("run a --idea x --trust-team", "--trust-team needs --resume and the session of that team.");
    row("run --resume s --folder f",
        "A resumed session continues in its own folder: --resume and --folder cannot be combined.");
    row("run a --idea x --base-url http://h --auto-archive", "--auto-archive needs --folder with a git repository.");
    row("list --auto-archive", "“list” does not take the option --auto-archive.");
    row("run a --idea x --connection c --base-url http://h",
        "The options --connection and --base-url cannot be combined.");
    row("run a --idea x --base-url http://h --budget 0", "The option --budget needs a number above zero, not “0”.");
    row("run a --idea x --base-url http://h --rounds 1.5", "The option --rounds needs a whole number, not “1.5”.");
    row("run a --idea x --base-url http://h --rounds -1", "The option --rounds needs a whole number, not “-1”.");
    row("list --idea x", "“list” does not take the option --idea.");
    row("list --limit 3", "“list” does not take the option --limit.");
    row("list x", "“list” does not take the argument “x”.");
    row("list --speed 3", "“list” does not take the option --speed.");
    row("check --demo", "“check” does not take the option --demo.");
    row("--demo a.json", "The option --demo cannot be combined with files.");
    row("--json", "The option --json needs a subcommand.");
    row("--lang de", "“de” is not an available language; use en or zh_CN.");
    row("--theme pink", "“pink” is not a theme; use light, dark, system, light-high or dark-high.");
    row("--log-level loud", "“loud” is not a log level; use debug, info, warning or critical.");
    row("--library=", "The option --library needs the name of a file.");
}

void TestCommandLine::refuses()
{
    QFETCH(QString, arguments);
    const auto line = parseCommandLine(QStringList{QStringLiteral("quarterdeck")}
                                       + arguments.split(QLatin1Char(' '), Qt::SkipEmptyParts));
    QVERIFY(!line.has_value());
    QTEST(line.error(), "sentence");
}

void TestCommandLine::help_namesEverything()
{
    const QString text = helpText();
    for (const char* one :
         {"\n  import ", "\n  list ",   "\n  search ",  "\n  replay ",   "\n  export ", "\n  convert ",
          "\n  check ",  "\n  backup ", "\n  gateway ", "\n  run ",      "--demo",      "--screenshot",
          "--library",   "--lang",      "--theme",      "--log-level",   "--json",      "--speed",
          "--to",        "--out",       "--force",      "--no-redaction"}) {
        QVERIFY2(text.contains(QLatin1String(one)), one);
    }
    QVERIFY(!text.contains(QStringLiteral("demo-pace")));
}

void TestCommandLine::helpOfASubcommand_hasItsOwnOptions_data()
{
    QTest::addColumn<QString>("subcommand");
    QTest::addColumn<QStringList>("told");
    QTest::addColumn<QStringList>("others");
    QTest::newRow("run") << "run"
                         << QStringList{"--idea", "--budget", "--library", "What the team should do.", "The member who"}
                         << QStringList{"--studio", "--repair", "--demo", "run: the", "export, convert", "The format"};
    QTest::newRow("gateway") << "gateway"
                             << QStringList{"--port", "--studio", "The port agents connect to",
                                            "Whether to accept programs"}
                             << QStringList{"--idea", "--out", "window, gateway"};
    QTest::newRow("export") << "export" << QStringList{"--to", "--out", "The format: "}
                            << QStringList{"--idea", "The member who", "run:"};
}

void TestCommandLine::helpOfASubcommand_hasItsOwnOptions()
{
    QFETCH(QString, subcommand);
    QFETCH(QStringList, told);
    QFETCH(QStringList, others);
    // As long as a terminal is wide, lines are broken anywhere.
    const QString text = helpTextOn(subcommand).simplified();
    for (const QString& one : told)
        QVERIFY2(text.contains(one), qPrintable(one + u'\n' + text));
    for (const QString& one : others)
        QVERIFY2(!text.contains(one), qPrintable(one + u'\n' + text));
}

} // namespace tst_command_line

QUARTERDECK_TEST(tst_command_line, TestCommandLine)
#include "tst_command_line.moc"
