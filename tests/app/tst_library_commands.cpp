#include "storage/open_library.h"
#include "support/program_runner.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

using namespace quarterdeck;
using test::data;
using test::Run;

/// What the commands make of a library's file: whole, damaged, in use, from a newer version, none at all.
class TestLibraryCommands final : public QObject, private test::ProgramRunner
{
    Q_OBJECT

private slots:
    void init() { renew(); }
    void libraries_thatCannotBeUsed_data();
    void libraries_thatCannotBeUsed();
    void libraryInUse_canBeReadOnly();
    void libraryFromTheFuture_isLeftAlone();
    void damage_isFoundAndRepaired();
    void backup_isMadeListedAndRestored();
};

void TestLibraryCommands::libraries_thatCannotBeUsed_data()
{
    QTest::addColumn<QStringList>("arguments");
    for (const char* command : {"import", "list", "check", "export", "replay"}) {
        const QString name = QString::fromLatin1(command);
        QStringList arguments{name};
        if (name == QStringLiteral("import")) {
            arguments << data("who_and_when/algorithm_005.json");
        } else if (name == QStringLiteral("export")) {
            arguments << "a"
                      << "--to"
                      << "jsonl";
        } else if (name == QStringLiteral("replay")) {
            arguments << "a"
                      << "--print";
        }
        QTest::newRow(command) << arguments;
    }
}

void TestLibraryCommands::libraries_thatCannotBeUsed()
{
    QFETCH(QStringList, arguments);
    write(QStringLiteral("no.db"), "this is no library at all, but some text");
    const Run failed = run(arguments + QStringList{"--library", "no.db"});
    QCOMPARE(failed.exitCode, 1);
    QVERIFY(failed.output.isEmpty());
    QVERIFY2(failed.errors.contains("no.db"), failed.errors.constData());
    QCOMPARE(failed.errors.count('\n'), 1);
    QFile file(path("no.db"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("this is no library at all, but some text"));
}

void TestLibraryCommands::libraryInUse_canBeReadOnly()
{
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    QObject completions;
    const auto inUse = storage::openLibrary(library().toStdString(), &completions);
    QVERIFY(inUse.has_value());
    const Run refused = runOn({"import", data("who_and_when/algorithm_001.json")});
    QCOMPARE(refused.exitCode, 1);
    QCOMPARE(refused.errors.count('\n'), 1);
    QVERIFY2(refused.errors.contains("library.db"), refused.errors.constData());
    QCOMPARE(runOn({"list", "--json"}).json().array().size(), 1);
    QCOMPARE(runOn({"check"}).exitCode, 0);
}

void TestLibraryCommands::libraryFromTheFuture_isLeftAlone()
{
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    QFile file(library());
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(60)); // SQLite's user_version, big-endian
    file.write(QByteArray::fromHex("00000063"));
    QVERIFY(file.seek(0));
    const QByteArray before = file.readAll();
    const Run refused = runOn({"import", data("who_and_when/algorithm_001.json")});
    QCOMPARE(refused.exitCode, 1);
    QCOMPARE(refused.errors.count('\n'), 1);
    QVERIFY2(refused.errors.contains("newer"), refused.errors.constData());
    for (const char* command : {"list", "check"}) {
        const Run read = runOn({QString::fromLatin1(command)});
        QCOMPARE(read.exitCode, 0);
        QVERIFY(!read.output.isEmpty());
        QVERIFY2(read.errors.contains("newer") && read.errors.count('\n') == 1, read.errors.constData());
    }
    QVERIFY(file.seek(0));
    QVERIFY(file.readAll() == before);
}

void TestLibraryCommands::damage_isFoundAndRepaired()
{
    QCOMPARE(runOn({"import", data("who_and_when/hand_030.json")}).exitCode, 0);
    QFile file(library());
    QVERIFY(file.open(QIODevice::ReadWrite));
    const qsizetype events = file.readAll().indexOf("message_published");
    QVERIFY(events > 0 && file.seek(events));
    file.write(QByteArray(5000, 'x'));
    file.close();
    const Run check = runOn({"check"});
    QCOMPARE(check.exitCode, 1);
    QCOMPARE(check.errors.count('\n'), 1);
    QVERIFY2(check.errors.contains("library.db"), check.errors.constData());
    const Run repair = runOn({"check", "--repair"});
    QVERIFY2(repair.exitCode == 0, repair.errors.constData());
    QVERIFY2(repair.output.contains("0 of 1 sessions are back whole"), repair.output.constData());
    QVERIFY2(repair.output.contains("library (damaged"), repair.output.constData());
    const Run again = runOn({"check"});
    QVERIFY2(again.exitCode == 0, again.errors.constData());
}

void TestLibraryCommands::backup_isMadeListedAndRestored()
{
    QCOMPARE(run({"backup", "--library", path("none.db")}).exitCode, 1);
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    QVERIFY(!runOn({"check", "--json"}).json().object().contains(QStringLiteral("last_backup_age_s")));
    const Run made = runOn({"backup", "--json"});
    QVERIFY2(made.exitCode == 0, made.errors.constData());
    const QString file = made.json().object().value(QStringLiteral("file")).toString();
    QCOMPARE(made.json().object().value(QStringLiteral("sessions")).toInt(), 1);
    QVERIFY(runOn({"check", "--json"}).json().object().contains(QStringLiteral("last_backup_age_s")));

    QCOMPARE(runOn({"import", data("who_and_when/algorithm_001.json")}).exitCode, 0);
    QCOMPARE(runOn({"list", "--json"}).json().array().size(), 2);
    const Run listed = runOn({"backup", "--list"});
    QCOMPARE(listed.exitCode, 0);
    QVERIFY2(listed.output.contains(file.toUtf8()), listed.output.constData());
    QVERIFY2(listed.output.contains("1 sessions"), listed.output.constData());
    const Run restored = runOn({"backup", "--restore", file});
    QVERIFY2(restored.exitCode == 0, restored.errors.constData());
    QVERIFY2(restored.output.contains("library (replaced"), restored.output.constData());
    QCOMPARE(runOn({"list", "--json"}).json().array().size(), 1);
}

QTEST_GUILESS_MAIN(TestLibraryCommands)
#include "tst_library_commands.moc"
