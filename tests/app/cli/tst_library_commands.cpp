#include "storage/open_library.h"
#include "tests/app/support/program_runner.h"
#include "tests/storage/support/database.h"
#include "tests/support/test.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

namespace tst_library_commands {

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
    void moments_areWrittenAlike();
    void libraryInUse_canBeReadOnly();
    void libraryFromTheFuture_isLeftAlone();
    void damage_isFoundAndRepaired();
    void withoutARecovery_thereIsNoReport();
    void damagedIndex_isMadeAnew();
    void damagedContent_isCopiedAndSaid();
    void damagedPicture_isFoundAndRecovered_data();
    void damagedPicture_isFoundAndRecovered();
    void cutLibrary_isSaidAlike();
    void damagedAside_isListedAndRecovered();
    void repair_namesTheCopyThatMayHaveMore();
    void backup_isMadeListedAndRestored();
    void lostLibrary_isNotMadeByAnyCommand_data();
    void lostLibrary_isNotMadeByAnyCommand();
    void lostDefaultLibrary_isNoFirstUse();
    void lostLibrary_isRestored();
    void lostLibraryWithoutCopies_namesNone();
    void lostLog_isSaidOnce();
    void whatIsNoBackup_isSaid();

private:
    /// Sets the library aside, with its log.
    void lose() const
    {
        for (const char* end : {"", "-wal", "-shm"})
            QFile::remove(library() + QLatin1String(end));
    }
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

void TestLibraryCommands::moments_areWrittenAlike()
{
    QCOMPARE(runOn({"import", data("coding_agents/codex.jsonl")}).exitCode, 0);
    QCOMPARE(runOn({"backup"}).exitCode, 0);
    static const QRegularExpression moment(QStringLiteral("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d(?=\\s|$)"));
    for (const QStringList& command : {QStringList{"check"}, QStringList{"check", "--lang", "zh_CN"},
                                       QStringList{"list"}, QStringList{"backup", "--list"}}) {
        const QString output = QString::fromUtf8(runOn(command).output);
        const qsizetype moments = output.count(moment);
        QVERIFY2(moments == (command.front() == QStringLiteral("check") ? 2 : 1), qPrintable(output));
    }
    const QByteArray list = runOn({"list", "--lang", "en"}).output;
    const int messages = runOn({"list", "--json"}).json().array().at(0).toObject()[u"messages"].toInt();
    QVERIFY2(messages > 1 && list.contains(' ' + QByteArray::number(messages) + " message"), list.constData());
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
    QVERIFY2(check.errors.contains("“quarterdeck check --repair --library "), check.errors.constData());
    const Run repair = runOn({"check", "--repair"});
    QVERIFY2(repair.exitCode == 0, repair.errors.constData());
    QVERIFY2(repair.output.contains("0 of 1 sessions recovered completely"), repair.output.constData());
    QVERIFY2(repair.output.contains("library (damaged"), repair.output.constData());
    QVERIFY2(!repair.output.contains("A backup from"), repair.output.constData()); // there is none
    const Run again = runOn({"check"});
    QVERIFY2(again.exitCode == 0, again.errors.constData());
    QVERIFY2(again.output.contains("Last recovery: 2") && again.output.contains("0 of 1 sessions recovered completely")
                 && again.output.contains("“quarterdeck check --report --library "),
             again.output.constData());
    const QJsonObject last =
        runOn({"check", "--json"}).json().object().value(QStringLiteral("last_recovery")).toObject();
    QCOMPARE(last.value(QStringLiteral("sessions")).toInt(), 1);
    // What was reported then is reported again, even if the library itself is away.
    for (const bool isThere : {true, false}) {
        if (!isThere)
            QVERIFY(QFile::remove(library()));
        const Run report = runOn({"check", "--report"});
        QCOMPARE(report.exitCode, 0);
        for (const QByteArray& line : repair.output.split('\n'))
            QVERIFY2(report.output.contains(line), line.constData());
        const QJsonArray reports = runOn({"check", "--report", "--json"}).json().array();
        QCOMPARE(reports.size(), 1);
        QCOMPARE(reports[0].toObject().value(QStringLiteral("sessions")).toArray().size(), 1);
    }
}

void TestLibraryCommands::withoutARecovery_thereIsNoReport()
{
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    QVERIFY(!runOn({"check"}).output.contains("recovery"));
    QVERIFY(!runOn({"check", "--json"}).json().object().contains(QStringLiteral("last_recovery")));
    const Run report = runOn({"check", "--report"});
    QCOMPARE(report.exitCode, 0);
    QVERIFY(report.output.isEmpty());
    QVERIFY2(report.errors.contains("There is no recovery report."), report.errors.constData());
    QVERIFY(runOn({"check", "--report", "--json"}).json().array().isEmpty());
}

/// The lesser thing: nothing is put aside.
void TestLibraryCommands::damagedIndex_isMadeAnew()
{
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    test::Database(library().toStdString())
        .execute("UPDATE text_index_data SET block = CAST(replace(hex(zeroblob(length(block) / 2)), '0', 'z') AS BLOB)"
                 " WHERE id > 10");
    const Run check = runOn({"check"});
    QCOMPARE(check.exitCode, 1);
    QVERIFY2(check.errors.contains("Only the search index of ") && check.errors.contains("check --repair"),
             check.errors.constData());
    QVERIFY(runOn({"check", "--json"}).json().object().value(QStringLiteral("is_index_alone")).toBool());
    const Run repair = runOn({"check", "--repair"});
    QVERIFY2(repair.exitCode == 0, repair.errors.constData());
    QVERIFY2(repair.output.contains("has been rebuilt"), repair.output.constData());
    QCOMPARE(runOn({"check"}).exitCode, 0);
    QVERIFY(QDir(QFileInfo(library()).path()).entryList({QStringLiteral("*damaged*")}).isEmpty());
}

void TestLibraryCommands::damagedContent_isCopiedAndSaid()
{
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    test::Database(library().toStdString())
        .execute("UPDATE events SET packed = CAST('xx' || substr(packed, 3) AS BLOB) WHERE id = (SELECT max(id) FROM"
                 " events WHERE packed IS NOT NULL)");
    const Run made = runOn({"backup"});
    QCOMPARE(made.exitCode, 1); // who relies on it is told
    QVERIFY2(made.output.contains("copy of a partly damaged library"), made.output.constData());
    QVERIFY2(made.errors.contains("1 session in the library") && made.errors.contains("check --repair"),
             made.errors.constData());
    const QJsonArray listed = runOn({"backup", "--list", "--json"}).json().array();
    QCOMPARE(listed.size(), 1);
    QCOMPARE(listed[0].toObject().value(QStringLiteral("kind")).toString(), QStringLiteral("in_part"));
}

void TestLibraryCommands::damagedPicture_isFoundAndRecovered_data()
{
    QTest::addColumn<bool>("hasBackup"); ///< of before
    QTest::newRow("from a backup") << true;
    QTest::newRow("without a backup") << false;
}

/// A check's advice helps, whoever found the damage.
void TestLibraryCommands::damagedPicture_isFoundAndRecovered()
{
    QFETCH(bool, hasBackup);
    const QString recorded =
        write(QStringLiteral("picture.json"),
              R"([{"role": "user", "content": [
        {"type": "text", "text": "look"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,)"
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
              R"("}}]}])");
    QCOMPARE(runOn({"import", recorded}).exitCode, 0);
    if (hasBackup)
        QCOMPARE(runOn({"backup"}).exitCode, 0);
    test::Database(library().toStdString()).execute("UPDATE attachments SET bytes = zeroblob(length(bytes))");
    const auto exported = [&] {
        return runOn({"export", onlySession(), "--to", "qdeck", "--force", "--out", path("one.qdeck")}).errors;
    };
    const QByteArray missing = "quarterdeck: 1 attachment is missing from the export: the library has lost it.\n";
    QCOMPARE(exported(), missing);

    const Run check = runOn({"check"});
    QCOMPARE(check.exitCode, 1);
    QVERIFY2(check.output.contains(onlySession().toUtf8() + "  The attachment ")
                 && check.output.contains("is damaged: its contents have changed since it was stored."),
             check.output.constData());
    QVERIFY2(check.errors.contains("is damaged. Sessions with errors: 1.") && check.errors.contains("check --repair"),
             check.errors.constData());
    const Run json = runOn({"check", "--json"});
    QCOMPARE(json.exitCode, 1);
    QVERIFY(!json.json().object().value(QStringLiteral("is_sound")).toBool(true));
    QCOMPARE(runOn({"backup"}).exitCode, 1);

    const Run repair = runOn({"check", "--repair"});
    QVERIFY2(repair.exitCode == 0, repair.errors.constData());
    QCOMPARE(repair.output.contains("1 attachment is lost and is shown as missing."), !hasBackup);
    QCOMPARE(repair.output.contains("1 of 1 sessions recovered completely"), hasBackup);
    const Run again = runOn({"check"});
    QVERIFY2(again.exitCode == 0 && again.output.contains(" is intact: "), again.output.constData());
    // What is gone is not damage, but is reported all the same.
    QCOMPARE(again.output.contains(onlySession().toUtf8() + "  Attachments missing from the library: 1\n"), !hasBackup);
    const QJsonObject told = runOn({"check", "--json"}).json().object();
    QVERIFY(told.value(QStringLiteral("is_sound")).toBool());
    const QJsonValue lost =
        told.value(QStringLiteral("sessions")).toArray().at(0)[QStringLiteral("missing_attachments")];
    QCOMPARE(lost.toInt(-1), hasBackup ? 0 : 1);
    QCOMPARE(runOn({"backup"}).exitCode, 0);
    QCOMPARE(exported(), hasBackup ? QByteArray() : missing);
}

/// However little is left: every reader says the same, and what can be done.
void TestLibraryCommands::cutLibrary_isSaidAlike()
{
    QCOMPARE(runOn({"import", data("who_and_when/hand_030.json")}).exitCode, 0);
    QVERIFY(QFile::resize(library(), 3 * 4096)); // no session is left
    const Run list = runOn({"list"});
    QCOMPARE(list.exitCode, 1);
    QCOMPARE(list.errors.count('\n'), 1);
    for (const Run& run : {list, runOn({"check"})}) {
        QVERIFY2(run.errors.contains("Part of the library “"), run.errors.constData());
        QCOMPARE(run.errors.count("check --repair"), 1);
    }
    const Run repair = runOn({"check", "--repair"});
    QCOMPARE(repair.exitCode, 1);
    QVERIFY2(repair.errors.contains("is missing, and no session can be recovered from the rest."),
             repair.errors.constData());
    QCOMPARE(QFileInfo(library()).size(), 3 * 4096);
}

void TestLibraryCommands::damagedAside_isListedAndRecovered()
{
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    QVERIFY(QFile::resize(library(), QFileInfo(library()).size() - 1));
    QCOMPARE(runOn({"check", "--repair"}).exitCode, 0);
    const QJsonArray listed = runOn({"backup", "--list", "--json"}).json().array();
    QCOMPARE(listed.size(), 1);
    const QJsonObject aside = listed[0].toObject();
    QCOMPARE(aside.value(QStringLiteral("kind")).toString(), QStringLiteral("damaged"));
    QVERIFY(!aside.contains(QStringLiteral("sessions"))); // nobody knows
    const QString file = aside.value(QStringLiteral("file")).toString();
    QVERIFY(runOn({"backup", "--list"}).output.contains(file.toUtf8()));
    lose();
    const Run recovered = runOn({"backup", "--restore", file});
    QVERIFY2(recovered.exitCode == 0, recovered.errors.constData());
    QVERIFY2(recovered.output.contains("The damaged file was recovered: "), recovered.output.constData());
    QCOMPARE(runOn({"list", "--json"}).json().array().size(), 1);
    QVERIFY(QFile::exists(file));
}

void TestLibraryCommands::backup_isMadeListedAndRestored()
{
    QCOMPARE(run({"backup", "--library", path("none.db")}).exitCode, 1);
    QCOMPARE(runOn({"backup", "--list"}).errors, QByteArray("quarterdeck: There are no backups.\n"));
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

/// With a command that can be typed as it is.
void TestLibraryCommands::repair_namesTheCopyThatMayHaveMore()
{
    for (const char* file : {"who_and_when/hand_030.json", "who_and_when/algorithm_005.json"})
        QCOMPARE(runOn({"import", data(file)}).exitCode, 0);
    const QString copy = runOn({"backup", "--json"}).json().object().value(QStringLiteral("file")).toString();
    QFile file(library());
    const qint64 size = file.size();
    QVERIFY(file.resize(size - 1));
    const Run check = runOn({"check"});
    QCOMPARE(check.exitCode, 1);
    QVERIFY2(check.errors.contains("check --repair"), check.errors.constData());
    const Run repair = runOn({"check", "--repair"});
    QVERIFY2(repair.exitCode == 0, repair.errors.constData());
    QVERIFY2(repair.output.contains("Part of the file is missing; there may have been more sessions."),
             repair.output.constData());
    QVERIFY2(repair.output.contains("has 2 sessions."), repair.output.constData());
    const QByteArray command =
        "“quarterdeck backup --restore '" + copy.toUtf8() + "' --library " + library().toUtf8() + "”";
    QVERIFY2(repair.output.contains(command), repair.output.constData());
    QCOMPARE(runOn({"backup", "--restore", copy}).exitCode, 0);
    QCOMPARE(runOn({"list", "--json"}).json().array().size(), 2);
    // Nothing of it is left to find.
    QVERIFY(file.resize(4096));
    const Run failed = runOn({"check", "--repair"});
    QCOMPARE(failed.exitCode, 1);
    QVERIFY2(failed.errors.contains("“quarterdeck backup --list --library "), failed.errors.constData());
}

void TestLibraryCommands::lostLibrary_isNotMadeByAnyCommand_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("import") << QStringList{"import", data("who_and_when/algorithm_001.json")};
    QTest::newRow("list") << QStringList{"list"};
    QTest::newRow("search") << QStringList{"search", "word"};
    QTest::newRow("check") << QStringList{"check"};
    QTest::newRow("check and repair") << QStringList{"check", "--repair"};
    QTest::newRow("backup") << QStringList{"backup"};
    QTest::newRow("gateway") << QStringList{"gateway", "--port", "0"};
    QTest::newRow("run") << QStringList{"run",        "single_agent",          "--idea",  "say hello",
                                        "--base-url", "http://localhost:1/v1", "--model", "none"};
}

void TestLibraryCommands::lostLibrary_isNotMadeByAnyCommand()
{
    QFETCH(QStringList, arguments);
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    QCOMPARE(runOn({"backup"}).exitCode, 0);
    for (const bool isEmpty : {false, true}) {
        lose();
        if (isEmpty)
            write(QStringLiteral("library.db"), {});
        const Run refused = runOn(arguments);
        QCOMPARE(refused.exitCode, 1);
        QVERIFY2(refused.output.isEmpty(), refused.output.constData());
        QVERIFY2(refused.errors.contains(isEmpty ? "is now an empty file." : "was here before, but is gone."),
                 refused.errors.constData());
        QVERIFY2(refused.errors.contains("“quarterdeck backup --list --library "), refused.errors.constData());
        QCOMPARE(refused.errors.count("was here before"), 1); // a run may say beforehand what it cannot keep
        QCOMPARE(QFile::exists(library()), isEmpty);
        QCOMPARE(QFile(library()).size(), qint64{0});
    }
}

void TestLibraryCommands::lostDefaultLibrary_isNoFirstUse()
{
    QCOMPARE(run({"list"}).exitCode, 0);
    QVERIFY(QDir().mkpath(path("data/quarterdeck")));
    write(QStringLiteral("data/quarterdeck/quarterdeck (kept 2026-11-22 02.43.11).db"), "whatever it is");
    for (const QStringList& arguments : {QStringList{"list"}, QStringList{"search", "word"}}) {
        const Run refused = run(arguments);
        QCOMPARE(refused.exitCode, 1);
        QVERIFY2(refused.errors.contains("“quarterdeck backup --list” lists them"), refused.errors.constData());
    }
}

void TestLibraryCommands::lostLibrary_isRestored()
{
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    QVERIFY(QFile::copy(library(), path("library (kept 2026-11-22 02.43.11).db")));
    QCOMPARE(runOn({"backup"}).exitCode, 0);
    lose();
    const Run listed = runOn({"backup", "--list"});
    QCOMPARE(listed.exitCode, 0);
    QCOMPARE(listed.output.count('\n'), 2);
    QVERIFY2(listed.output.contains("by hand") && listed.output.contains("saved when the library file was removed"),
             listed.output.constData());
    const QJsonArray copies = runOn({"backup", "--list", "--json"}).json().array();
    QCOMPARE(copies.size(), 2);
    const bool isKeptFirst = copies[0].toObject().value(QStringLiteral("kind")) == QStringLiteral("kept");
    QCOMPARE(copies[isKeptFirst ? 1 : 0].toObject().value(QStringLiteral("kind")).toString(),
             QStringLiteral("by_hand"));
    for (const auto& copy : copies) {
        QCOMPARE(copy.toObject().value(QStringLiteral("sessions")).toInt(), 1);
        lose();
        const Run restored = runOn({"backup", "--restore", copy.toObject().value(QStringLiteral("file")).toString()});
        QCOMPARE(restored.output, QByteArray("The library has been restored.\n"));
        QCOMPARE(runOn({"list", "--json"}).json().array().size(), 1);
    }
}

/// Only the lock's note is left.
void TestLibraryCommands::lostLibraryWithoutCopies_namesNone()
{
    write(QStringLiteral("library.db.lock"), "there is a log\n");
    for (const QStringList& arguments : {QStringList{"list"}, QStringList{"check"}}) {
        const Run refused = runOn(arguments);
        QCOMPARE(refused.exitCode, 1);
        QVERIFY2(refused.errors.contains("is gone. There is no backup of it here: move the file back to its place"),
                 refused.errors.constData());
        QVERIFY2(!refused.errors.contains("backup --list"), refused.errors.constData());
    }
}

/// A crash left only the lock's note.
void TestLibraryCommands::lostLog_isSaidOnce()
{
    const QStringList import{"import", data("who_and_when/algorithm_005.json")};
    QVERIFY(!runOn(import).errors.contains("may be missing"));
    write(QStringLiteral("library.db.lock"), "there is a log\n");
    const Run told = runOn(import);
    QCOMPARE(told.exitCode, 0);
    QVERIFY2(told.errors.contains("The most recent changes may be missing. There is no backup of it."),
             told.errors.constData());
    QVERIFY(!runOn(import).errors.contains("may be missing"));
}

void TestLibraryCommands::whatIsNoBackup_isSaid()
{
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    const Run missing = runOn({"backup", "--restore", path("none.db")});
    QCOMPARE(missing.exitCode, 1);
    QVERIFY2(missing.errors.contains("There is no backup “"), missing.errors.constData());
    const Run text = runOn({"backup", "--restore", write(QStringLiteral("passwd"), "root:x:0:0:root:/root:/bin/sh\n")});
    QCOMPARE(text.exitCode, 1);
    QVERIFY2(text.errors.contains("passwd” is not a Quarterdeck library."), text.errors.constData());
}

} // namespace tst_library_commands

QUARTERDECK_TEST(tst_library_commands, TestLibraryCommands)
#include "tst_library_commands.moc"
