#include "tests/app/support/program_runner.h"
#include "tests/support/test.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

namespace tst_guide_commands {

using namespace quarterdeck;

namespace {

QString page()
{
    QFile file(QStringLiteral(QUARTERDECK_GUIDE "/command-line.md"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The page's blocks of what a command prints.
QStringList blocksOf(const QString& text)
{
    static const QRegularExpression block(QStringLiteral("```text\n(Usage: .*?)\n```\n"),
                                          QRegularExpression::DotMatchesEverythingOption);
    QStringList found;
    auto blocks = block.globalMatch(text);
    while (blocks.hasNext())
        found.append(blocks.next().captured(1));
    return found;
}

/// Help names the program as it was started. Qt adds an option to the bridge's, in words that differ from version to
/// version.
QString withPlainName(const QByteArray& help)
{
    static const QRegularExpression qtOptions(QStringLiteral("\n  --help-all[^\n]*"));
    return QString::fromUtf8(help)
        .trimmed()
        .replace(QStringLiteral("Usage: " QUARTERDECK_BIN "/"), QStringLiteral("Usage: "))
        .remove(qtOptions);
}

/// "import", "list" …, as the help lists them.
QStringList subcommandsIn(const QString& help)
{
    static const QRegularExpression line(QStringLiteral("^  ([a-z]+) "), QRegularExpression::MultilineOption);
    QStringList names;
    auto lines = line.globalMatch(help.section(QStringLiteral("Subcommands, "), 1));
    while (lines.hasNext())
        names.append(lines.next().captured(1));
    return names;
}

} // namespace

/// The guide's page of commands says what they say themselves.
class TestGuideCommands final : public QObject, private test::ProgramRunner
{
    Q_OBJECT

private slots:
    void page_hasWhatHelpPrints();
};

void TestGuideCommands::page_hasWhatHelpPrints()
{
    const QString all = withPlainName(run({"--help", "--lang", "en"}).output);
    QStringList expected{all};
    for (const QString& name : subcommandsIn(all))
        expected.append(withPlainName(run({name, "--help", "--lang", "en"}).output));
    QCOMPARE(expected.size(), 1 + 16);
    QProcess bridge;
    bridge.start(QStringLiteral(QUARTERDECK_BIN "/quarterdeck-mcp"), {QStringLiteral("--help")});
    QVERIFY(bridge.waitForFinished());
    expected.append(withPlainName(bridge.readAllStandardOutput()));
    const QStringList written = blocksOf(page());
    for (qsizetype i = 0; i < std::min(expected.size(), written.size()); ++i)
        QCOMPARE(written.at(i), expected.at(i));
    QCOMPARE(written.size(), expected.size());
}

} // namespace tst_guide_commands

QUARTERDECK_TEST(tst_guide_commands, TestGuideCommands)
#include "tst_guide_commands.moc"
