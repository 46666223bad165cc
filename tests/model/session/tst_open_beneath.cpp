#include "model/session/safe_files.h"
#include "tests/support/test.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <memory>
#include <sys/stat.h>

namespace tst_open_beneath {

using namespace quarterdeck::session;

/// Files below a folder that somebody else may have filled.
class TestOpenBeneath final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void files_areOpened_data();
    void files_areOpened();
    void others_areNot_data();
    void others_areNot();
    void openLibrary_isNot();
    void beside_isTheSame();

private:
    [[nodiscard]] QString at(const QString& name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestOpenBeneath::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("given/roles/bob")));
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("private")));
    for (const char* name : {"given/a.json", "given/roles/bob/memory.json", "private/secret.json", "given/..b"}) {
        QFile file(at(QLatin1String(name)));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(name) > 0);
    }
    QVERIFY(QFile::link(at("private/secret.json"), at("given/link.json")));
    QVERIFY(QFile::link(QStringLiteral("../private/secret.json"), at("given/relative.json")));
    QVERIFY(QFile::link(QStringLiteral("a.json"), at("given/within.json")));
    QVERIFY(QFile::link(at("private"), at("given/elsewhere")));
    QVERIFY(QFile::link(at("nowhere"), at("given/dangling.json")));
    QVERIFY(QFile::link(at("given"), at("chosen")));
    QVERIFY(mkfifo(at("given/pipe.json").toUtf8().constData(), 0600) == 0);
}

void TestOpenBeneath::files_areOpened_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("in it") << "given"
                           << "a.json" << QByteArray("given/a.json");
    QTest::newRow("deeper") << "given"
                            << "roles/bob/memory.json" << QByteArray("given/roles/bob/memory.json");
    QTest::newRow("with points") << "given"
                                 << "..b" << QByteArray("given/..b");
    QTest::newRow("in a folder that was chosen by a link") << "chosen"
                                                           << "a.json" << QByteArray("given/a.json");
}

void TestOpenBeneath::files_areOpened()
{
    QFETCH(QString, folder);
    QFETCH(QString, name);
    QFile file;
    const std::error_code failure = openBeneath(file, at(folder), name);
    QVERIFY2(!failure, failure.message().c_str());
    const QByteArray read = file.readAll();
    QTEST(read, "bytes");
}

void TestOpenBeneath::others_areNot_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("why");
    const auto row = [](const char* tag, const QString& name, std::errc why) {
        QTest::newRow(tag) << name << static_cast<int>(why);
    };
    const auto link = std::errc::too_many_symbolic_link_levels;
    row("a link", QStringLiteral("link.json"), link);
    row("a relative link", QStringLiteral("relative.json"), link);
    row("a link that stays inside", QStringLiteral("within.json"), link);
    row("a link to nothing", QStringLiteral("dangling.json"), link);
    row("behind a link", QStringLiteral("elsewhere/secret.json"), link);
    row("upwards", QStringLiteral("../private/secret.json"), std::errc::invalid_argument);
    row("upwards in between", QStringLiteral("roles/../../private/secret.json"), std::errc::invalid_argument);
    row("no name", QString(), std::errc::invalid_argument);
    row("a NUL", QStringLiteral("a.json") + QChar(u'\0') + u'b', std::errc::invalid_argument);
    row("a pipe", QStringLiteral("pipe.json"), std::errc::operation_not_permitted);
    row("a folder", QStringLiteral("roles"), std::errc::operation_not_permitted);
    row("below a file", QStringLiteral("a.json/b"), std::errc::not_a_directory);
    row("nothing", QStringLiteral("none.json"), std::errc::no_such_file_or_directory);
}

void TestOpenBeneath::others_areNot()
{
    QFETCH(QString, name);
    QFile file;
    const std::error_code failure = openBeneath(file, at(QStringLiteral("given")), name);
    QVERIFY(!file.isOpen());
    QFETCH(int, why);
    QCOMPARE(failure.default_error_condition().value(), why);
}

/// Closing it would drop the locks that SQLite holds on it.
void TestOpenBeneath::openLibrary_isNot()
{
    const OpenFileMarker held(at(QStringLiteral("given/a.json")).toStdString());
    QFile file;
    QCOMPARE(openBeneath(file, at(QStringLiteral("given")), QStringLiteral("a.json")),
             std::make_error_condition(std::errc::device_or_resource_busy));
}

void TestOpenBeneath::beside_isTheSame()
{
    QFile file;
    QVERIFY(!openBeside(file, at(QStringLiteral("given/a")), QStringLiteral(".json")) && file.isOpen());
    QFile other;
    QVERIFY(isLink(openBeside(other, at(QStringLiteral("given/link")), QStringLiteral(".json"))));
}

} // namespace tst_open_beneath

QUARTERDECK_TEST(tst_open_beneath, TestOpenBeneath)
#include "tst_open_beneath.moc"
