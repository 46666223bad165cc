#include "tests/app/support/program_runner.h"
#include "tests/support/test.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

namespace tst_command_line_program {

using namespace quarterdeck;
using test::data;
using test::Run;

namespace {

QByteArray logLine(int seq, const char* kind, qint64 time, const QByteArray& payload)
{
    return R"({"kind": ")" + QByteArray(kind) + R"(", "monotonic": 0, "payload": {)" + payload + R"(}, "seq": )"
        + QByteArray::number(seq) + R"(, "time": )" + QByteArray::number(time) + R"(, "version": 1})" + '\n';
}

QByteArray said(const char* id, const char* by, const char* text)
{
    return R"("message": {"id": ")" + QByteArray(id) + R"(", "role": "assistant", "sent_from": ")" + by
        + R"(", "send_to": ["<none>"], "content": [{"type": "text", "text": ")" + text + R"("}]})";
}

QByteArray grown(int target, int keptBytes, const char* text)
{
    return R"("target": )" + QByteArray::number(target) + R"(, "kept_bytes": )" + QByteArray::number(keptBytes)
        + R"(, "content": [{"type": "text", "text": ")" + text + R"("}])";
}

} // namespace

} // namespace tst_command_line_program

namespace tst_command_line_program { // begun anew, since moc miscounts the braces of raw strings

/// The real program, as a shell starts it, on a machine without a display.
class TestCommandLineProgram final : public QObject, private test::ProgramRunner
{
    Q_OBJECT

private slots:
    void init() { renew(); }
    void wrongUsage_isOneSentence();
    void firstList_isEmpty();
    void import_list_replay_export_check();
    void known_isLeftUpdatedOrDoubled();
    void export_thenImport_isIdentical();
    void package_goesThereAndBack();
    void convert_writesEachSession();
    void convert_saysAllThatIsMissing();
    void export_neverReplacesUnasked();
    void losses_areSaid();
    void secrets_areTakenOut();
    void madeUpTimes_areNotTold();
    void importedDemo_isScriptedAndHasTimes();
    void attachmentsLeftOut_areSaid();
    void speed_isKept();
    void whatGrew_isPrintedWhole();
    void session_isFound_data();
    void session_isFound();
    void texts_cannotSteerTheTerminal();
    void failures_areOneSentence_data();
    void failures_areOneSentence();
    void failedFiles_areAllNamed();
    void language_isChosen();
    void outputThatCannotBeWritten_isSaid_data();
    void outputThatCannotBeWritten_isSaid();
    void pathsAreNotReadAsPlaces();
    void windowWithoutADisplay_isOneSentence();
};

void TestCommandLineProgram::wrongUsage_isOneSentence()
{
    const Run wrong = run({"list", "--wrong"});
    QCOMPARE(wrong.exitCode, 2);
    QCOMPARE(wrong.output, QByteArray());
    QCOMPARE(QString::fromUtf8(wrong.errors),
             QString::fromUtf8("quarterdeck: There is no option “wrong”. Try --help.\n"));
    const Run unknown = run({"bogus"});
    QCOMPARE(unknown.exitCode, 2);
    QCOMPARE(QString::fromUtf8(unknown.errors),
             QString::fromUtf8("quarterdeck: “bogus” is neither a subcommand nor a file. Try --help.\n"));
}

void TestCommandLineProgram::firstList_isEmpty()
{
    const Run list = run({"list", "--json"});
    QCOMPARE(list.exitCode, 0);
    QCOMPARE(list.output, QByteArray("[]\n"));
    // Looking makes no library.
    QVERIFY(!QFile::exists(path("data/quarterdeck/quarterdeck.db")));
}

void TestCommandLineProgram::import_list_replay_export_check()
{
    const Run imported =
        runOn({"import", data("who_and_when/hand_030.json"), data("tau_bench/gpt-4o-airline-first12.json"), "--json"});
    QCOMPARE(imported.errors, QByteArray());
    QCOMPARE(imported.exitCode, 0);
    const QJsonArray files = imported.json().object().value(QStringLiteral("files")).toArray();
    QCOMPARE(files.size(), 2);
    QCOMPARE(files.at(0).toObject().value(QStringLiteral("messages")).toInt(), 121);
    QCOMPARE(files.at(1).toObject().value(QStringLiteral("sessions")).toArray().size(), 12);

    const QJsonArray list = runOn({"list", "--json"}).json().array();
    QCOMPARE(list.size(), 13);
    QCOMPARE(runOn({"list"}).output.count('\n'), 13);
    QCOMPARE(list.at(0).toObject().value(QStringLiteral("messages")).toInt(), 121);
    const QString id = list.at(0).toObject().value(QStringLiteral("id")).toString();

    const Run replay = runOn({"replay", id, "--print"});
    QCOMPARE(replay.exitCode, 0);
    const QString text = QString::fromUtf8(replay.output);
    static const QRegularExpression row(QStringLiteral("^[^ \\d]"),
                                        QRegularExpression::MultilineOption); // without times
    auto rows = row.globalMatch(text);
    int count = 0;
    for (; rows.hasNext(); rows.next()) {
        ++count;
    }
    QCOMPARE(count, 121 + 1); // and the annotation
    QVERIFY(text.contains(QString::fromUtf8("Orchestrator → WebSurfer: Search for the lowest price")));
    QVERIFY(text.contains(QStringLiteral("The mistake was made here, says Who&When: Assistant naviagtes")));
    QCOMPARE(runOn({"replay", id, "--print", "--json"}).output.count('\n'), 122);

    const Run exported = runOn({"export", id, "--to", "jsonl"});
    QCOMPARE(exported.exitCode, 0);
    QCOMPARE(exported.output.count('\n'), 1 + 1 + 4 + 121 + 1); // header, start, team, messages, annotation

    const Run check = runOn({"check", "--json"});
    QCOMPARE(check.exitCode, 0);
    QVERIFY(check.json().object().value(QStringLiteral("is_sound")).toBool());
    QCOMPARE(check.json().object().value(QStringLiteral("sessions")).toArray().size(), 13);
}

void TestCommandLineProgram::known_isLeftUpdatedOrDoubled()
{
    const QByteArray one = R"({"role": "user", "content": "one"})"
                           "\n";
    const QByteArray two = R"({"role": "user", "content": "two"})"
                           "\n";
    const QString file = write(QStringLiteral("talk.jsonl"), one);
    QCOMPARE(runOn({"import", file}).exitCode, 0);
    const QString id = onlySession();
    const Run same = runOn({"import", file});
    QCOMPARE(same.exitCode, 0);
    QCOMPARE(QString::fromUtf8(same.output), id + "  one (already in the library; nothing new in the file)\n");
    write(QStringLiteral("talk.jsonl"), one + two);
    const Run grown = runOn({"import", file});
    QCOMPARE(QString::fromUtf8(grown.output),
             id
                 + "  one (already in the library; the file has 1 more message: --update adds it, --as-new imports the "
                   "file again)\n");
    const Run updated = runOn({"import", file, "--update"});
    QCOMPARE(QString::fromUtf8(updated.output), id + "  one (1 message added)\n");
    const QJsonObject known =
        runOn({"import", file, "--json"}).json()[QStringLiteral("files")][0][QStringLiteral("known")][0].toObject();
    QCOMPARE(known.value(QStringLiteral("id")).toString(), id);
    QCOMPARE(known.value(QStringLiteral("what")).toString(), QStringLiteral("same"));
    QCOMPARE(known.value(QStringLiteral("old_messages")).toInt(), 2);
    write(QStringLiteral("talk.jsonl"), one + one);
    const Run other = runOn({"import", file});
    QVERIFY2(other.output.contains("(the same as the file for the first message, then different;"), other.output);
    QCOMPARE(runOn({"import", file, "--as-new"}).exitCode, 0);
    QCOMPARE(runOn({"list", "--json"}).json().array().size(), 3);
    QCOMPARE(runOn({"import", file, "--as-new", "--update"}).exitCode, 2);
}

void TestCommandLineProgram::export_thenImport_isIdentical()
{
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    const QString id = onlySession();
    const Run exported = runOn({"export", id, "--to", "jsonl", "--out", "one.jsonl", "--json"});
    QCOMPARE(exported.exitCode, 0);
    QCOMPARE(exported.json().object().value(QStringLiteral("file")).toString(), QStringLiteral("one.jsonl"));
    const QString other = path("other.db");
    QCOMPARE(run({"import", "one.jsonl", "--library", other}).exitCode, 0);
    const QJsonArray list = run({"list", "--json", "--library", other}).json().array();
    const QString copy = list.at(0).toObject().value(QStringLiteral("id")).toString();
    QVERIFY(copy != id);
    const auto withoutHeader = [](const QByteArray& text) { return text.mid(text.indexOf('\n')); };
    QCOMPARE(withoutHeader(run({"export", copy, "--to", "jsonl", "--library", other}).output),
             withoutHeader(runOn({"export", id, "--to", "jsonl"}).output));
}

void TestCommandLineProgram::package_goesThereAndBack()
{
    QCOMPARE(runOn({"import", data("recordings/every_kind.jsonl")}).exitCode, 0);
    const QString id = onlySession();
    const Run nowhere = runOn({"export", id, "--to", "qdeck"});
    QCOMPARE(nowhere.exitCode, 2);
    QVERIFY2(nowhere.errors.contains("add --out FILE"), nowhere.errors.constData());
    const Run exported = runOn({"export", id, "--to", "qdeck", "--out", "one.qdeck", "--no-redaction", "--json"});
    QCOMPARE(exported.exitCode, 0);
    QVERIFY(exported.json().object().value(QStringLiteral("attachments")).toInt() > 0);
    const QString other = path("other.db");
    QCOMPARE(run({"import", "one.qdeck", "--library", other}).exitCode, 0);
    const QString copy = run({"list", "--json", "--library", other})
                             .json()
                             .array()
                             .at(0)
                             .toObject()
                             .value(QStringLiteral("id"))
                             .toString();
    const auto withoutHeader = [](const QByteArray& text) { return text.mid(text.indexOf('\n')); };
    const QByteArray log = withoutHeader(runOn({"export", id, "--to", "jsonl", "--no-redaction"}).output);
    QVERIFY(log.size() > 1000);
    QCOMPARE(withoutHeader(run({"export", copy, "--to", "jsonl", "--no-redaction", "--library", other}).output), log);
    // From package to package and to lines, without a library.
    QCOMPARE(run({"convert", "one.qdeck", "--to", "qdeck", "--out", "two.qdeck", "--no-redaction"}).exitCode, 0);
    QCOMPARE(withoutHeader(run({"convert", "two.qdeck", "--to", "jsonl", "--no-redaction"}).output), log);
    // It is a library of its own, too.
    QCOMPARE(run({"list", "--json", "--library", path("two.qdeck")}).json().array().size(), 1);
}

void TestCommandLineProgram::convert_saysAllThatIsMissing()
{
    const QByteArray good = R"({"role": "user", "content": "hello"})"
                            "\n";
    write("talk.jsonl", good + QByteArray("{\"role\": \n").repeated(150));
    const QByteArray said = run({"convert", "talk.jsonl", "--to", "openai"}).errors;
    QVERIFY2(said.contains("line 2") && said.contains("line 101") && !said.contains("line 102"), said.constData());
    QVERIFY2(said.contains("… 150 problems in total\n"), said.constData());
    QVERIFY(QDir(path(".")).mkdir(QStringLiteral("folder")));
    write("folder/talk.jsonl", good);
    write("folder/notes.md", "# Notes");
    const QByteArray passedOver = run({"convert", "folder", "--to", "openai"}).errors;
    QVERIFY2(passedOver.contains("1 other file in the folders is not a recording"), passedOver.constData());
    QVERIFY2(passedOver.contains("notes.md"), passedOver.constData());
}

void TestCommandLineProgram::convert_writesEachSession()
{
    const Run one = run({"convert", data("who_and_when/algorithm_005.json"), "--to", "markdown"});
    QCOMPARE(one.exitCode, 0);
    QVERIFY2(one.output.startsWith("# ") && one.output.contains("\n---\n\n**"), one.output.constData());
    const QString runs = data("tau_bench/gpt-4o-airline-first12.json");
    const Run refused = run({"convert", runs, "--to", "openai"});
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.errors.contains("contains 12 sessions: --out FILE"), refused.errors.constData());
    QCOMPARE(run({"convert", runs, "--to", "agentscope", "--out", "run.json"}).exitCode, 0);
    QVERIFY(QFile::exists(path("run-1.json")) && QFile::exists(path("run-12.json")));
    QVERIFY(run({"convert", "run-7.json", "--to", "metagpt"}).output.startsWith("{"));
    // Nothing of it is in the library.
    QCOMPARE(run({"list", "--json"}).output, QByteArray("[]\n"));
    QVERIFY(run({"convert", "none.json", "--to", "openai"}).errors.contains("none.json"));
}

void TestCommandLineProgram::export_neverReplacesUnasked()
{
    const auto contentOf = [&](const char* name) {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray chat = R"([{"role": "user", "content": "hello"}])";
    write("chat.json", chat);
    QVERIFY(QFile::link(path("chat.json"), path("link.json")));
    // Its own source, under any name, even if told to replace.
    for (const char* name : {"chat.json", "./chat.json", "link.json"}) {
        const Run onto = run({"convert", "chat.json", "--to", "anthropic", "--out", name, "--force"});
        QCOMPARE(onto.exitCode, 1);
        QVERIFY2(onto.errors.contains("is the file to be converted"), onto.errors.constData());
        QCOMPARE(contentOf("chat.json"), chat);
    }
    write("kept.json", "mine");
    const Run refused = run({"convert", "chat.json", "--to", "anthropic", "--out", "kept.json"});
    QCOMPARE(refused.exitCode, 1);
    QCOMPARE(refused.errors, QByteArray("quarterdeck: “kept.json” already exists; --force replaces it.\n"));
    QCOMPARE(contentOf("kept.json"), QByteArray("mine"));
    QCOMPARE(run({"convert", "chat.json", "--to", "anthropic", "--out", "kept.json", "--force"}).exitCode, 0);
    QVERIFY(contentOf("kept.json").contains("hello"));
    // With several files, none is begun.
    write("run-12.json", "mine");
    const QString runs = data("tau_bench/gpt-4o-airline-first12.json");
    QCOMPARE(run({"convert", runs, "--to", "agentscope", "--out", "run.json"}).exitCode, 1);
    QVERIFY(!QFile::exists(path("run-1.json")));
    QCOMPARE(contentOf("run-12.json"), QByteArray("mine"));
    // A session of the library, and the library.
    QCOMPARE(runOn({"import", "chat.json"}).exitCode, 0);
    const QString id = onlySession();
    QCOMPARE(runOn({"export", id, "--to", "openai", "--out", "chat.json"}).exitCode, 1);
    QCOMPARE(contentOf("chat.json"), chat);
    const Run onLibrary = runOn({"export", id, "--to", "openai", "--out", library(), "--force"});
    QVERIFY2(onLibrary.errors.contains("is the library"), onLibrary.errors.constData());
    QCOMPARE(onlySession(), id);
}

void TestCommandLineProgram::losses_areSaid()
{
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    const Run exported = runOn({"export", onlySession(), "--to", "openai", "--out", "a.json", "--json"});
    QCOMPARE(exported.exitCode, 0);
    QVERIFY2(exported.errors.contains("quarterdeck: 1 annotation on a message is left out.\n"),
             exported.errors.constData());
    const QJsonObject report = exported.json().object();
    QCOMPARE(report.value(QStringLiteral("format")).toString(), QStringLiteral("openai"));
    const QJsonArray losses = report.value(QStringLiteral("losses")).toArray();
    const auto countOf = [&](const char* kind) {
        for (const QJsonValue& loss : losses)
            if (loss[QStringLiteral("kind")].toString() == QLatin1String(kind))
                return loss[QStringLiteral("count")].toInt();
        return 0;
    };
    QCOMPARE(countOf("annotations"), 1);
    QVERIFY(countOf("fields") > 3); // the question, and what went wrong
}

void TestCommandLineProgram::secrets_areTakenOut()
{
    const QString file = write(QStringLiteral("secret.json"),
                               R"([{"role": "user", "content": "title"},
                                   {"role": "user", "content": "password=hunter22x in /home/bob/x"}])");
    for (const char* format : {"jsonl", "markdown", "html", "openai", "anthropic", "agentscope", "metagpt"}) {
        const QStringList command{QStringLiteral("convert"), file, QStringLiteral("--to"), QLatin1String(format)};
        const Run redacted = run(command);
        QVERIFY2(redacted.output.contains("~/x") && !redacted.output.contains("hunter22x"), format);
        QVERIFY2(redacted.errors.contains("quarterdeck: 1 password is redacted.\n"), redacted.errors.constData());
        const Run whole = run(command + QStringList{QStringLiteral("--no-redaction")});
        QVERIFY2(whole.output.contains("hunter22x in /home/bob/x"), format);
        QVERIFY(!whole.errors.contains("redacted"));
    }
}

void TestCommandLineProgram::madeUpTimes_areNotTold()
{
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    const QJsonObject session = runOn({"list", "--json"}).json().array().at(0).toObject();
    QCOMPARE(session.value(QStringLiteral("times_known")), QJsonValue(false));
    QVERIFY(!session.contains(QStringLiteral("started")) && !session.contains(QStringLiteral("last_activity")));
    const QString id = session.value(QStringLiteral("id")).toString();
    const QByteArray list = runOn({"list"}).output;
    QVERIFY2(list.startsWith(id.left(12).toUtf8() + QByteArray(20, ' ') + "imported"), list.constData());
    const QList<QByteArray> rows = runOn({"replay", id, "--print", "--json"}).output.split('\n');
    const QJsonObject row = QJsonDocument::fromJson(rows.at(0)).object();
    QCOMPARE(row.value(QStringLiteral("times_known")), QJsonValue(false));
    QVERIFY(!row.contains(QStringLiteral("time")));
}

void TestCommandLineProgram::importedDemo_isScriptedAndHasTimes()
{
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    QByteArray log = runOn({"export", onlySession(), "--to", "jsonl"}).output;
    log.replace("\"kind\":\"imported\"", "\"kind\":\"demo\"").replace("\"times\":\"synthetic\"", "\"times\":\"\"");
    const QString other = path("other.db");
    QCOMPARE(run({"import", write(QStringLiteral("demo.jsonl"), log), "--library", other}).exitCode, 0);
    const QJsonObject session = run({"list", "--json", "--library", other}).json().array().at(0).toObject();
    QCOMPARE(session.value(QStringLiteral("kind")).toString(), QStringLiteral("imported"));
    QCOMPARE(session.value(QStringLiteral("is_scripted")), QJsonValue(true));
    QCOMPARE(session.value(QStringLiteral("times_known")), QJsonValue(true));
    QVERIFY(session.value(QStringLiteral("last_activity")).toInteger() > 0);
    const QString title = session.value(QStringLiteral("title")).toString();
    const QByteArray list = run({"list", "--library", other}).output;
    QVERIFY2(list.endsWith(title.toUtf8() + " (scripted demo)\n"), list.constData());
    const QString id = session.value(QStringLiteral("id")).toString();
    const QByteArray replay = run({"replay", id, "--print", "--library", other}).output;
    static const QRegularExpression first(QStringLiteral("^\\d\\d:\\d\\d:\\d\\d — This is a scripted demo"));
    QVERIFY2(first.match(QString::fromUtf8(replay)).hasMatch(), replay.left(200).constData());
}

void TestCommandLineProgram::attachmentsLeftOut_areSaid()
{
    const QString file =
        write(QStringLiteral("picture.json"),
              R"([{"role": "user", "content": [
        {"type": "text", "text": "look"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,)"
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
              R"("}}]}])");
    QCOMPARE(runOn({"import", file}).exitCode, 0);
    const Run toOutput = runOn({"export", onlySession(), "--to", "jsonl"});
    QCOMPARE(toOutput.exitCode, 0);
    QCOMPARE(
        QString::fromUtf8(toOutput.errors),
        QStringLiteral("quarterdeck: 1 attachment was left out: --out FILE saves it in a folder beside the file.\n"));
    QCOMPARE(runOn({"export", onlySession(), "--to", "jsonl", "--out", "kept.jsonl"}).errors, QByteArray());
    // A library without the picture's bytes has nothing more to give to a file.
    const QString other = path("other.db");
    QCOMPARE(run({"import", write(QStringLiteral("bare.jsonl"), toOutput.output), "--library", other}).exitCode, 0);
    const QJsonObject session = run({"list", "--json", "--library", other}).json().array().at(0).toObject();
    for (const char* format : {"jsonl", "qdeck"}) {
        const Run toFile = run({"export", session.value(QStringLiteral("id")).toString(), "--to", format, "--out",
                                path("bare.") + QLatin1String(format) + QStringLiteral(".out"), "--library", other});
        QCOMPARE(toFile.exitCode, 0);
        QCOMPARE(QString::fromUtf8(toFile.errors),
                 QStringLiteral("quarterdeck: 1 attachment is missing from the export: the library has lost it.\n"));
    }
    const QString id = session.value(QStringLiteral("id")).toString();
    QCOMPARE(QString::fromUtf8(run({"export", id, "--to", "jsonl", "--library", other}).errors),
             QStringLiteral("quarterdeck: 1 attachment is missing from the export: the library has lost it.\n"));
}

void TestCommandLineProgram::speed_isKept()
{
    const QString file = write(QStringLiteral("three.jsonl"),
                               "{\"role\": \"user\", \"content\": \"a\"}\n"
                               "{\"role\": \"assistant\", \"content\": \"b\"}\n"
                               "{\"role\": \"user\", \"content\": \"c\"}\n");
    QCOMPARE(runOn({"import", file}).exitCode, 0);
    const QString id = onlySession();
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(runOn({"replay", id, "--print", "--speed", "2"}).exitCode, 0);
    QVERIFY(timer.elapsed() >= 990); // two seconds between the first and the last
}

/// A message that its program sent in pieces is one row; one after something else, or after a while, is another.
void TestCommandLineProgram::whatGrew_isPrintedWhole()
{
    const qint64 start = 1'700'000'000'000;
    const QByteArray log = R"({"events": 9, "format": "quarterdeck", "session": "grown", "version": 1})"
                           "\n"
        + logLine(1, "session_started", start,
                  R"("kind": "imported", "title": "grown", "details": {"format": "openai", "times": "synthetic"})")
        + logLine(2, "role_hired", start, R"("role": {"name": "Bob"})")
        + logLine(3, "message_published", start, said("m", "Bob", "hel"))
        + logLine(4, "message_grown", start, grown(3, 0, "hello "))
        + logLine(5, "message_grown", start + 2'000'000, grown(3, 6, "北京"))
        + logLine(6, "message_published", start + 2'000'000, said("n", "Ann", "hi"))
        + logLine(7, "message_grown", start + 2'000'000, grown(3, 6, "北京 now"))
        + logLine(8, "message_grown", start + 2'000'000, grown(3, 13, "now and then"))
        + logLine(9, "message_published", start + 2'000'000, said("o", "Ann", "bye"));
    QCOMPARE(runOn({"import", write(QStringLiteral("grown.jsonl"), log)}).exitCode, 0);
    const QString id = onlySession();
    QCOMPARE(QString::fromUtf8(runOn({"replay", id, "--print"}).output),
             QString::fromUtf8("Bob: hello 北京\nAnn: hi\nBob: … 北京 now and then\nAnn: bye\n"));
    // While the second piece is awaited, there is what had come by then.
    QCOMPARE(QString::fromUtf8(runOn({"replay", id, "--print", "--speed", "1900"}).output),
             QString::fromUtf8("Bob: hello \nBob: … 北京\nAnn: hi\nBob: … 北京 now and then\nAnn: bye\n"));
    const QList<QByteArray> rows = runOn({"replay", id, "--print", "--json"}).output.trimmed().split('\n');
    QCOMPARE(rows.size(), 4);
    const auto row = [&](int at) { return QJsonDocument::fromJson(rows.at(at)).object(); };
    QCOMPARE(row(0)[u"text"].toString(), QString::fromUtf8("hello 北京"));
    QCOMPARE(row(0)[u"kind"].toString(), QStringLiteral("message_published"));
    QCOMPARE(row(2)[u"text"].toString(), QString::fromUtf8("hello 北京 now and then"));
    QCOMPARE(row(2)[u"kind"].toString(), QStringLiteral("message_grown"));
    QCOMPARE(row(2)[u"target"].toInt(), 3);
}

void TestCommandLineProgram::session_isFound_data()
{
    QTest::addColumn<QString>("name"); // empty = the first eight characters of the id
    QTest::addColumn<QString>("sentence");
    QTest::newRow("beginning of the id") << QString() << QString();
    QTest::newRow("title") << QStringLiteral("alone") << QString();
    QTest::newRow("beginning of a title") << QStringLiteral("alo") << QString();
    QTest::newRow("title of two") << QStringLiteral("twice")
                                  << QString::fromUtf8("“twice” matches several sessions; type more of it, or the id.");
    QTest::newRow("beginning of two") << QStringLiteral(
        "tw") << QString::fromUtf8("“tw” matches several sessions; type more of it, or the id.");
    QTest::newRow("none") << QStringLiteral("zz") << QString::fromUtf8("There is no session “zz” in the library.");
}

void TestCommandLineProgram::session_isFound()
{
    QFETCH(QString, name);
    QFETCH(QString, sentence);
    const QString file = write(QStringLiteral("three.json"), R"([{"messages": [{"role": "user", "content": "alone"}]},
        {"messages": [{"role": "user", "content": "twice"}]}, {"messages": [{"role": "user", "content": "twice"}]}])");
    QCOMPARE(runOn({"import", file}).exitCode, 0);
    const Run replay = runOn({"replay", name.isEmpty() ? onlySession().left(8) : name, "--print"});
    QCOMPARE(replay.exitCode, sentence.isEmpty() ? 0 : 1);
    if (!sentence.isEmpty()) {
        QCOMPARE(QString::fromUtf8(replay.errors), QStringLiteral("quarterdeck: ") + sentence + QLatin1Char('\n'));
    }
}

void TestCommandLineProgram::texts_cannotSteerTheTerminal()
{
    const QString file = write(QStringLiteral("steer.json"),
                               R"([{"role": "user", "content": "\u001b]0;title\u0007 \u001b[2J \u202eevil\r over"}])");
    QCOMPARE(runOn({"import", file}).exitCode, 0);
    for (const QStringList& arguments :
         {QStringList{"list"}, QStringList{"replay", onlySession(), "--print"}, QStringList{"import", file}}) {
        const Run shown = runOn(arguments);
        QCOMPARE(shown.exitCode, 0);
        for (const char* sign : {"\x1b", "\x07", "\r", "\xe2\x80\xae"}) {
            QVERIFY2(!shown.output.contains(sign), shown.output.constData());
        }
    }
}

void TestCommandLineProgram::failures_areOneSentence_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("missing file") << QStringList{"import", "none.json"}
                                  << QString::fromUtf8("There is no file “none.json”.");
    QTest::newRow("folder") << QStringList{"import", "."}
                            << QString::fromUtf8("There is no recorded session in the folder “.”.");
    QTest::newRow("no session") << QStringList{
        "import", "prose.txt"} << QString::fromUtf8("“prose.txt” is not a recorded session: line 1 is not valid JSON.");
    QTest::newRow("several") << QStringList{"import", "prose.txt", "none.json"}
                             << QString::fromUtf8("2 of 2 files were not imported; the first: “prose.txt” is not a "
                                                  "recorded session: line 1 is not valid JSON.");
    QTest::newRow("no such session") << QStringList{"export", "abc", "--to", "jsonl"}
                                     << QString::fromUtf8("There is no session “abc” in the library.");
}

void TestCommandLineProgram::failures_areOneSentence()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, sentence);
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    const QByteArray before = runOn({"list", "--json"}).output;
    write(QStringLiteral("prose.txt"), "Dear all");
    const Run failed = runOn(arguments);
    QCOMPARE(failed.exitCode, 1);
    QCOMPARE(QString::fromUtf8(failed.errors), QStringLiteral("quarterdeck: ") + sentence + QLatin1Char('\n'));
    QCOMPARE(runOn({"list", "--json"}).output, before);
}

void TestCommandLineProgram::failedFiles_areAllNamed()
{
    write(QStringLiteral("prose.txt"), "Dear all");
    const QString told = QString::fromUtf8(runOn({"import", "prose.txt", "none.json"}).output);
    QCOMPARE(
        told,
        QString::fromUtf8(
            "  “prose.txt” is not a recorded session: line 1 is not valid JSON.\n  There is no file “none.json”.\n"));
}

void TestCommandLineProgram::language_isChosen()
{
    const Run english = run({"export", "x", "--lang", "en"});
    const Run chinese = run({"export", "x", "--lang", "zh_CN"});
    QCOMPARE(english.exitCode, 2);
    QCOMPARE(chinese.exitCode, 2);
    QVERIFY(english.errors.contains("needs --to"));
    QVERIFY2(chinese.errors.contains("需要 --to"), chinese.errors.constData());
    // What a person reads in a table; programs get the same words in any language.
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    const QByteArray list = runOn({"list", "--lang", "zh_CN"}).output;
    QVERIFY2(list.contains("导入") && !list.contains("imported"), list.constData());
    QVERIFY(runOn({"list", "--json", "--lang", "zh_CN"}).output.contains("\"kind\":\"imported\""));
}

void TestCommandLineProgram::outputThatCannotBeWritten_isSaid_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("list") << QStringList{"list"};
    QTest::newRow("replay") << QStringList{"replay", "only", "--print"};
    QTest::newRow("short export") << QStringList{"export", "only", "--to", "jsonl"};
    QTest::newRow("long export") << QStringList{"export", "only", "--to", "jsonl", "--long"};
    QTest::newRow("check") << QStringList{"check"};
}

void TestCommandLineProgram::outputThatCannotBeWritten_isSaid()
{
    QFETCH(QStringList, arguments);
    const bool isLong = arguments.removeAll(QStringLiteral("--long")) > 0;
    const QByteArray content(isLong ? 200'000 : 20, 'a');
    const QString file = write(QStringLiteral("one.json"), R"([{"role": "user", "content": ")" + content + "\"}]");
    QCOMPARE(runOn({"import", file}).exitCode, 0);
    arguments.replaceInStrings(QStringLiteral("only"), onlySession());
    const Run failed = runOn(arguments, QStringLiteral("/dev/full"));
    QCOMPARE(failed.exitCode, 1);
    QCOMPARE(QString::fromUtf8(failed.errors),
             QStringLiteral("quarterdeck: Cannot write to standard output: No space left on device.\n"));
}

void TestCommandLineProgram::pathsAreNotReadAsPlaces()
{
    const QString file = write(QStringLiteral("one.json"), R"([{"role": "user", "content": "a"}])");
    const QString library = path("%2.db");
    QCOMPARE(run({"import", file, "--library", library}).exitCode, 0);
    const Run check = run({"check", "--library", library});
    QVERIFY2(check.output.contains("/%2.db”"), check.output.constData());
    const Run exported = run({"export", "a", "--to", "jsonl", "--out", "%3%2.jsonl", "--library", library});
    QVERIFY2(exported.output.contains("“%3%2.jsonl” has "), exported.output.constData());
}

void TestCommandLineProgram::windowWithoutADisplay_isOneSentence()
{
    const Run refused = run({"--demo"});
    QCOMPARE(refused.exitCode, 1);
    QCOMPARE(QString::fromUtf8(refused.errors),
             QStringLiteral("quarterdeck: There is no display to open the window on. The subcommands need none: see "
                            "--help.\n"));
}

} // namespace tst_command_line_program

QUARTERDECK_TEST(tst_command_line_program, TestCommandLineProgram)
#include "tst_command_line_program.moc"
