#include "app/services/log_file.h"
#include "tests/support/test.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

namespace tst_log_file {

using quarterdeck::app::LogFile;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestLogFile final : public QObject
{
    Q_OBJECT

private slots:
    void levels_data();
    void levels();
    void messages_areOneLine();
    void files_areRotated();
    void withoutAFolder_nothingBreaks();
};

void TestLogFile::levels_data()
{
    QTest::addColumn<QString>("level");
    QTest::addColumn<int>("lines");
    QTest::newRow("debug") << QStringLiteral("debug") << 4;
    QTest::newRow("default") << QString() << 3;
    QTest::newRow("warning") << QStringLiteral("warning") << 2;
    QTest::newRow("critical") << QStringLiteral("critical") << 1;
}

void TestLogFile::levels()
{
    QFETCH(QString, level);
    const QTemporaryDir folder;
    const QString data = folder.filePath(QStringLiteral("data")); // as at the first start
    QString path;
    {
        const LogFile log(data + QStringLiteral("/log"), LogFile::levelNamed(level), LogFile::Echo::None);
        path = log.path();
        qDebug("a debug message");
        qInfo("an info message");
        qWarning("a warning");
        qCritical("a critical message");
    }
    QTEST(static_cast<int>(contentOf(path).count('\n')), "lines");
    QVERIFY(contentOf(path).contains("critical [default] a critical message"));
    const QFileDevice::Permissions others = QFileDevice::ReadGroup | QFileDevice::ReadOther;
    for (const QString& made : {path, data, data + QStringLiteral("/log")})
        QCOMPARE(QFile::permissions(made) & others, QFileDevice::Permissions());
}

void TestLogFile::messages_areOneLine()
{
    const QTemporaryDir folder;
    const LogFile log(folder.path(), QtInfoMsg, LogFile::Echo::None);
    qInfo("one\n2026-01-01 critical [default] forged");
    QCOMPARE(contentOf(log.path()).count('\n'), 1);
}

void TestLogFile::files_areRotated()
{
    const QTemporaryDir folder;
    const LogFile log(folder.path(), QtInfoMsg, LogFile::Echo::None, 1000);
    for (int index = 0; index < 200; ++index) {
        qInfo("message number %d", index);
    }
    const QStringList names = QDir(folder.path()).entryList(QDir::Files, QDir::Name);
    QCOMPARE(names, (QStringList{"quarterdeck.log", "quarterdeck.log.1", "quarterdeck.log.2"}));
    for (const QString& name : names) {
        QVERIFY(QFileInfo(folder.filePath(name)).size() < 1200);
    }
    QVERIFY(contentOf(log.path()).contains("message number 199\n"));
}

void TestLogFile::withoutAFolder_nothingBreaks()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("file")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const LogFile log(file.fileName() + QStringLiteral("/log"), QtInfoMsg, LogFile::Echo::None);
    qInfo("nobody reads this");
}

} // namespace tst_log_file

QUARTERDECK_TEST(tst_log_file, TestLogFile)
#include "tst_log_file.moc"
