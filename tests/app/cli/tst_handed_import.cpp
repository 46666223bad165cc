#include "app/services/instance_server.h"
#include "model/session/library.h"
#include "storage/open_library.h"
#include "tests/app/support/played_owner.h"
#include "tests/app/support/program_runner.h"
#include "tests/app/support/running.h"
#include "tests/storage/support/promise.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"
#include "tests/support/waiting_file.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QLocalSocket>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <future>
#include <memory>

namespace tst_handed_import {

using namespace quarterdeck;
using app::InstanceMessage;
using app::LaunchRequest;
using test::data;
using test::PlayedOwner;
using test::Running;
using test::waitFor;
using test::WaitingFile;

namespace {

constexpr int longMs = 60'000;

/// What the owner of a library answers to these bytes.
std::optional<InstanceMessage> answerTo(const QString& library, const QByteArray& bytes)
{
    QLocalSocket socket;
    socket.connectToServer(app::instanceAddress(library));
    if (!socket.waitForConnected(longMs))
        return std::nullopt;
    socket.write(bytes);
    const bool isHeard = waitFor([&] { return socket.canReadLine(); }, longMs);
    return isHeard ? app::instanceMessageFrom(socket.readLine()) : std::nullopt;
}

} // namespace

/// Files for a library that another process has are imported by that process, for anybody who asks on the command line.
class TestHandedImport final : public QObject, private test::ProgramRunner
{
    Q_OBJECT

private slots:
    void init()
    {
        renew();
        m_waiting = std::make_unique<QTemporaryDir>();
    }
    void owner_importsForOthers();
    void known_isUpdatedByTheOwner();
    void unreadableFile_isOneSentence_data();
    void unreadableFile_isOneSentence();
    void killedOwner_isSaid();
    void words_ofAnyOwner_data();
    void words_ofAnyOwner();
    void indexingOwner_leavesTheLibrary();
    void check_asksTheOwner();
    void vitals_areReadAsTheyWereWritten();
    void interruption_cancels();
    void goneGuest_cancels();
    void strangers_doNoHarm_data();
    void strangers_doNoHarm();

private:
    [[nodiscard]] QStringList importing(const QString& file) const
    {
        return {QStringLiteral("import"), file, QStringLiteral("--json"), QStringLiteral("--library"), library()};
    }
    /// In a folder of its own: the other one is imported, too.
    [[nodiscard]] QString waitingPath() const { return m_waiting->filePath(QStringLiteral("waiting.json")); }
    /// A program that has the library and, as long as the file waits, keeps it.
    [[nodiscard]] bool hasOwner() const
    {
        return waitFor([this] { return answerTo(library(), app::lineOf(LaunchRequest{})).has_value(); }, longMs);
    }
    /// Takes some seconds to import.
    [[nodiscard]] QString largeFile() const
    {
        const QByteArray message = R"({"role": "user", "content": "%"})";
        QByteArrayList messages;
        for (int i = 0; i < 100'000; ++i)
            messages.append(QByteArray(message).replace("%", QByteArray(300, 'x') + QByteArray::number(i)));
        return write(QStringLiteral("large.json"), '[' + messages.join(',') + ']');
    }
    [[nodiscard]] std::int64_t notIndexed() const
    {
        const auto opened = storage::openLibrary(library().toStdString(), nullptr, storage::Access::ReadOnly);
        session::LibraryMonitor* signs = opened ? session::LibraryMonitor::of(**opened) : nullptr;
        if (signs == nullptr)
            return -1;
        std::promise<std::int64_t> told;
        signs->readLibraryStatus([&](const auto& vitals) { told.set_value(vitals ? vitals->indexLag : -1); });
        return told.get_future().get();
    }
    [[nodiscard]] qsizetype sessions() const { return runOn({"list", "--json"}).json().array().size(); }

    std::unique_ptr<QTemporaryDir> m_waiting;
};

void TestHandedImport::owner_importsForOthers()
{
    WaitingFile waiting(waitingPath());
    Running owner(importing(waiting.path()));
    QVERIFY(hasOwner());
    // Two at once, one of them by a name that means nothing in the owner's folder.
    const QString small = write(QStringLiteral("small.json"), R"([{"role": "user", "content": "hello"}])");
    Running other(importing(data("who_and_when/algorithm_005.json")));
    const test::Run one = runOn({"import", "small.json", "--json"});
    QCOMPARE(one.errors, QByteArray());
    QCOMPARE(one.exitCode, 0);
    const QJsonObject file = one.json().object().value(QStringLiteral("files")).toArray().at(0).toObject();
    QCOMPARE(file.value(QStringLiteral("file")).toString(), QStringLiteral("small.json"));
    QCOMPARE(file.value(QStringLiteral("sessions")).toArray().size(), 1);
    QCOMPARE(other.result().exitCode, 0);
    QVERIFY(owner.isRunning());
    QCOMPARE(sessions(), 2);
    waiting.release();
    QCOMPARE(owner.result().exitCode, 1); // nothing was in its own file
    test::countPromise(7, QStringLiteral("2 imports at once were handed to the owner, and done"));
}

void TestHandedImport::known_isUpdatedByTheOwner()
{
    const QByteArray one = R"({"role": "user", "content": "one"})"
                           "\n";
    const QString file = write(QStringLiteral("talk.jsonl"), one);
    QCOMPARE(runOn({"import", file}).exitCode, 0);
    WaitingFile waiting(waitingPath());
    Running owner(importing(waiting.path()));
    QVERIFY(hasOwner());
    write(QStringLiteral("talk.jsonl"), one + one);
    const QByteArray left = runOn({"import", file}).output;
    QVERIFY2(left.contains("already in the library; the file has 1 more message"), left.constData());
    const QByteArray updated = runOn({"import", file, "--update"}).output;
    QVERIFY2(updated.contains("one (1 message added)"), updated.constData());
    QCOMPARE(sessions(), 1);
    QCOMPARE(runOn({"import", file, "--as-new"}).exitCode, 0);
    QCOMPARE(sessions(), 2);
    QVERIFY(owner.isRunning());
    waiting.release();
    QCOMPARE(owner.result().exitCode, 1);
}

void TestHandedImport::unreadableFile_isOneSentence_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("missing") << QStringLiteral("none.json") << QByteArray("There is no file");
    QTest::newRow("a folder") << QStringLiteral(".") << QByteArray("no recorded session in the folder");
    QTest::newRow("no session") << QStringLiteral("noise.json") << QByteArray("noise.json");
    QTest::newRow("a pipe of one's own") << QStringLiteral("/dev/stdin") << QByteArray("is not a file on disk");
}

void TestHandedImport::unreadableFile_isOneSentence()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, words);
    WaitingFile waiting(waitingPath());
    Running owner(importing(waiting.path()));
    QVERIFY(hasOwner());
    write(QStringLiteral("noise.json"), "no JSON");
    const test::Run run = runOn({"import", file});
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.startsWith("quarterdeck: ") && run.errors.contains(words), run.errors.constData());
    QCOMPARE(run.errors.count('\n'), 1);
}

void TestHandedImport::killedOwner_isSaid()
{
    WaitingFile waiting(waitingPath());
    Running owner(importing(waiting.path()));
    QVERIFY(hasOwner());
    Running guest(importing(largeFile()));
    const QString log = library() + QStringLiteral("-wal");
    QVERIFY(waitFor([&] { return QFileInfo(log).size() > 2'000'000; }, longMs)); // in the middle of it
    owner.kill();
    const test::Run run = guest.result();
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("quit before the import was finished"), run.errors.constData());
    QVERIFY(run.json().object().contains(QStringLiteral("error")));
    QCOMPARE(sessions(), 0);
    // The next one takes over.
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    QCOMPARE(sessions(), 1);
    test::countPromise(7, QStringLiteral("an owner was killed while it imported for another, which said so"));
}

void TestHandedImport::words_ofAnyOwner_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<QByteArray>("sentence");
    const QByteArray taken = app::lineOf(InstanceMessage(app::RequestAccepted{}));
    QTest::newRow("refuses") << app::lineOf(InstanceMessage(app::RequestRejected{QStringLiteral("Not \x1b[2J today.")}))
                             << QByteArray("Not \xef\xbf\xbd[2J today.");
    QTest::newRow("talks nonsense") << QByteArray("hello\n") << QByteArray("cannot be understood");
    QTest::newRow("talks nonsense later")
        << taken + QByteArray("{\"report\": 7}\n") << QByteArray("cannot be understood");
    QTest::newRow("opens brackets") << taken + QByteArray(100'000, '[') + '\n' << QByteArray("cannot be understood");
    QTest::newRow("does not stop") << taken + QByteArray(app::longestInstanceMessage, 'x')
                                   << QByteArray("cannot be understood");
    QTest::newRow("hangs up") << taken << QByteArray("quit before the import was finished");
    QTest::newRow("hangs up in a word") << taken + app::lineOf(InstanceMessage(transfer::ImportReport{})).chopped(3)
                                        << QByteArray("quit before the import was finished");
}

void TestHandedImport::words_ofAnyOwner()
{
    QFETCH(QByteArray, words);
    QFETCH(QByteArray, sentence);
    PlayedOwner owner(library());
    Running guest(importing(data("who_and_when/algorithm_005.json")));
    const std::optional<LaunchRequest> request = owner.hear();
    QVERIFY(request && request->isImport);
    QCOMPARE(request->files, QStringList{data("who_and_when/algorithm_005.json")});
    owner.say(words);
    owner.hangUp();
    const test::Run run = guest.result();
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains(sentence), run.errors.constData());
    QCOMPARE(run.errors.count('\n'), 1);
}

void TestHandedImport::interruption_cancels()
{
    PlayedOwner owner(library());
    Running guest(importing(data("who_and_when/algorithm_005.json")));
    QVERIFY(owner.hear());
    owner.say(app::lineOf(InstanceMessage(app::RequestAccepted{})));
    guest.interrupt();
    QCOMPARE(owner.line(), QByteArray(app::cancelLine));
    transfer::ImportReport report{{}, true};
    report.notBegun = {data("who_and_when/algorithm_005.json").toStdString()};
    report.passedOverFirst = {"notes.md"};
    report.files.emplace_back().leftOut = "More.";
    owner.say(app::lineOf(InstanceMessage(report)));
    const test::Run run = guest.result();
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("The import was cancelled."), run.errors.constData());
    QVERIFY(run.json().object().value(QStringLiteral("cancelled")).toBool());
    QCOMPARE(run.json().object().value(QStringLiteral("not_begun")).toArray().size(), 1);
    QCOMPARE(run.json().object().value(QStringLiteral("passed_over_first")).toArray(),
             QJsonArray{QStringLiteral("notes.md")});
    const QJsonValue file = run.json().object().value(QStringLiteral("files")).toArray().at(0);
    QCOMPARE(file[QStringLiteral("left_out")].toString(), QStringLiteral("More."));
}

void TestHandedImport::goneGuest_cancels()
{
    WaitingFile waiting(waitingPath());
    Running owner(importing(waiting.path()));
    QVERIFY(hasOwner());
    Running guest(importing(largeFile()));
    const QString log = library() + QStringLiteral("-wal");
    QVERIFY(waitFor([&] { return QFileInfo(log).size() > 2'000'000; }, longMs));
    guest.kill();
    // It ends when nothing of the other's import is left to do.
    waiting.release();
    QCOMPARE(owner.result().exitCode, 1);
    QCOMPARE(sessions(), 0);
    QVERIFY(runOn({"check", "--json"}).json().object().value(QStringLiteral("is_sound")).toBool());
}

/// What it has not indexed is indexed by who searches.
void TestHandedImport::indexingOwner_leavesTheLibrary()
{
    QByteArrayList messages{R"({"role": "user", "content": "secondneedle"})"};
    for (int i = 0; i < 40'000; ++i)
        messages.append(R"({"role": "user", "content": "word )" + QByteArray::number(i) + R"("})");
    Running owner(importing(write(QStringLiteral("long.json"), '[' + messages.join(',') + ']')));
    QVERIFY(owner.line().contains("cancelled")); // its report: the import is done
    const auto word = answerTo(library(), app::lineOf(LaunchRequest{}));
    QVERIFY(word && std::holds_alternative<app::LibraryClosing>(*word));
    QCOMPARE(owner.result().exitCode, 0);
    const std::int64_t left = notIndexed();
    QVERIFY(left > 0);
    const QJsonObject found = runOn({"search", "secondneedle", "--json"}).json().object();
    QCOMPARE(found.value(QStringLiteral("hits")).toArray().size(), 1);
    QCOMPARE(found.value(QStringLiteral("not_searched")).toInt(-1), 0);
    if (left > 20'000) // else a search reads through it
        QCOMPARE(notIndexed(), std::int64_t{0});
    test::countPromise(7, QStringLiteral("an owner that only indexed left the library to a window"));
}

void TestHandedImport::check_asksTheOwner()
{
    WaitingFile waiting(waitingPath());
    Running owner(importing(waiting.path()));
    QVERIFY(hasOwner());
    const auto check = [&] { return runOn({"check", "--json"}).json().object(); };
    QCOMPARE(check().value(QStringLiteral("queued")).toInt(-1), 0);
    waiting.release();
    QCOMPARE(owner.result().exitCode, 1);
    QVERIFY(!check().contains(QStringLiteral("queued"))); // nobody would write
    test::countPromise(12, QStringLiteral("check told what waits in the program that has the library"));
}

void TestHandedImport::vitals_areReadAsTheyWereWritten()
{
    session::LibraryStatus vitals;
    QVERIFY(app::vitalsFrom(app::lineOf(vitals)) == vitals);
    vitals = {true, 7, 12, 3'000, 1'000'000'000'000, 4'096, std::nullopt, session::Timestamp{5}, session::Timestamp{6}};
    QVERIFY(app::vitalsFrom(app::lineOf(vitals)) == vitals);
    for (const char* strange : {"", "[]", "{}", "{\"vitals\": 1}", "{\"refused\": \"no\"}"})
        QVERIFY(!app::vitalsFrom(strange));
    QVERIFY(!app::launchRequestFrom(app::vitalsLine)); // who is older refuses it
}

void TestHandedImport::strangers_doNoHarm_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("no JSON") << QByteArray("GET / HTTP/1.1\r\n");
    QTest::newRow("no object") << QByteArray("[1, 2]\n");
    QTest::newRow("no names") << QByteArray("{\"import\": true, \"files\": [1, {}]}\n");
    QTest::newRow("no files") << QByteArray("{\"import\": true}\n");
    QTest::newRow("brackets") << QByteArray(100'000, '[') + '\n';
    QTest::newRow("no text") << QByteArray("\xff\xfe\0{}\n", 6);
    QTest::newRow("no end") << QByteArray(app::longestHandover, ' ');
}

void TestHandedImport::strangers_doNoHarm()
{
    QFETCH(QByteArray, words);
    WaitingFile waiting(waitingPath());
    Running owner(importing(waiting.path()));
    QVERIFY(hasOwner());
    const std::optional<InstanceMessage> answer = answerTo(library(), words);
    QVERIFY(answer && std::holds_alternative<app::RequestRejected>(*answer));
    {
        QLocalSocket cutOff;
        cutOff.connectToServer(app::instanceAddress(library()));
        QVERIFY(cutOff.waitForConnected(longMs));
        cutOff.write(words.left(words.size() / 2));
        cutOff.flush();
    }
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    QVERIFY(owner.isRunning());
}

} // namespace tst_handed_import

QUARTERDECK_TEST(tst_handed_import, TestHandedImport)
#include "tst_handed_import.moc"
