#include "support/wait.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTest>

namespace {

struct Run
{
    int exitCode = -1;
    QString output;
};

/// Runs the real program. The platform none-such does not exist: any attempt to open a display then fails.
Run runWith(const QStringList& arguments, const QString& platform = QStringLiteral("none-such"))
{
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), platform);
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(QUARTERDECK_BIN "/quarterdeck"), arguments);
    if (!process.waitForFinished(30'000) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput())};
}

} // namespace

class TestProgramStarts final : public QObject
{
    Q_OBJECT

private slots:
    void version_isPrintedWithoutADisplay()
    {
        const Run run = runWith({QStringLiteral("--version")});
        QCOMPARE(run.exitCode, 0);
        static const QRegularExpression version(QStringLiteral("^quarterdeck \\d+\\.\\d+\\.\\d+\n$"));
        QVERIFY2(version.match(run.output).hasMatch(), qPrintable(run.output));
    }

    void help_isPrintedWithoutADisplay()
    {
        const Run run = runWith({QStringLiteral("--help")});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.output.contains(QStringLiteral("--version")), qPrintable(run.output));
    }

    void unknownOption_endsWithAnErrorCode() { QCOMPARE(runWith({QStringLiteral("--no-such-option")}).exitCode, 2); }

    void window_staysOpen()
    {
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(QStringLiteral(QUARTERDECK_BIN "/quarterdeck"), {});
        QVERIFY(process.waitForStarted(30'000));
        const bool ended = quarterdeck::test::waitFor([&] { return process.state() == QProcess::NotRunning; }, 2000);
        const QByteArray output = process.readAll();
        process.kill();
        process.waitForFinished(30'000);
        QVERIFY2(!ended, output.constData());
    }
};

QTEST_GUILESS_MAIN(TestProgramStarts)
#include "tst_program_starts.moc"
