#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace tst_program_starts {

namespace {

struct Run
{
    int exitCode = -1;
    QString output;
    QString errors;
};

/// Runs the real program. The platform none-such does not exist: any attempt to open a display then fails.
Run runWith(const QStringList& arguments, const QString& platform = QStringLiteral("none-such"))
{
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), platform);
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(QUARTERDECK_BIN "/quarterdeck"), arguments);
    if (!process.waitForFinished(100'000) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

/// Asks the program for a picture of this file, with a library and settings in a new folder.
class Picture
{
public:
    explicit Picture(const QByteArray& content)
    {
        QFile file(path("a file.json"));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("the test cannot write its file");
        qputenv("XDG_CONFIG_HOME", path("config").toUtf8());
    }
    ~Picture() { qputenv("XDG_CONFIG_HOME", m_configHome); }
    Q_DISABLE_COPY_MOVE(Picture)

    [[nodiscard]] Run take(const char* library = "library.db") const
    {
        return runWith({QStringLiteral("--library"), path(library), QStringLiteral("--lang"), QStringLiteral("en"),
                        QStringLiteral("--screenshot"), path("out.png"), path("a file.json")},
                       QStringLiteral("offscreen"));
    }
    [[nodiscard]] QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

private:
    QTemporaryDir m_folder;
    QByteArray m_configHome = qgetenv("XDG_CONFIG_HOME");
};

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

    void picture_isSavedAndNothingElseIsRemembered()
    {
        const Picture picture(R"([{"role": "user", "content": "hello"}])");
        const Run run = picture.take();
        QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
        QVERIFY(QFileInfo(picture.path("out.png")).size() > 10'000);
        QVERIFY(!QFile::exists(picture.path("config/quarterdeck/quarterdeck.ini")));
    }

    void pictureOfNothing_isAnErrorAndEnds_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("library");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no session in the file") << QByteArray("Dear all") << "library.db"
                                                << "“a file.json” is not a recorded session: line 1 is not valid JSON.";
        QTest::newRow("a library that is none")
            << QByteArray(R"([{"role": "user", "content": "hello"}])") << "a file.json"
            << "/a file.json” is not a Quarterdeck library.";
    }

    void pictureOfNothing_isAnErrorAndEnds()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, library);
        QFETCH(QString, sentence);
        const Picture picture(content);
        const Run run = picture.take(qPrintable(library));
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.errors.contains(sentence), qPrintable(run.errors));
        QVERIFY(!QFile::exists(picture.path("out.png")));
    }

    void window_staysOpen()
    {
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(QStringLiteral(QUARTERDECK_BIN "/quarterdeck"), {});
        QVERIFY(process.waitForStarted(60'000));
        const bool ended = quarterdeck::test::waitFor([&] { return process.state() == QProcess::NotRunning; }, 2000);
        const QByteArray output = process.readAll();
        process.kill();
        process.waitForFinished(60'000);
        QVERIFY2(!ended, output.constData());
    }
};

} // namespace tst_program_starts

QUARTERDECK_TEST(tst_program_starts, TestProgramStarts)
#include "tst_program_starts.moc"
