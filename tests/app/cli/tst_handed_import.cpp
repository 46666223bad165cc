#include "app/services/instance_server.h"
#include "model/session/library.h"
#include "storage/open_library.h"
#include "tests/app/support/instance_asker.h"
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
using app::ImportFiles;
using app::InstanceMessage;
using app::ShowWindow;
using test::data;
using test::InstanceAsker;
using test::PlayedOwner;
using test::Running;
using test::waitFor;
using test::WaitingFile;

namespace {

constexpr int longMs = 60'000;

/// What the owner of a library answers first.
std::optional<InstanceMessage> answerTo(const QString& library, const app::InstanceRequest& request)
{
    return InstanceAsker(library, request).next();
}

/// The status with which it answers a body at this path.
int statusOf(const QString& library, const char* path, const QByteArray& body)
{
    InstanceAsker asker(library, path, body);
    static_cast<void>(asker.next());
    return asker.status();
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
    void cancel_isByItsId();
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
        return waitFor([this] { return answerTo(library(), ShowWindow{}).has_value(); }, longMs);
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
    const QByteArray head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
    const auto event = [](const InstanceMessage& message) { return QByteArray::fromStdString(app::eventOf(message)); };
    const QByteArray taken = head + event(app::RequestAccepted{QStringLiteral("1")});
    QTest::newRow("refuses") << head + event(app::RequestRejected{QStringLiteral("Not \x1b[2J today.")})
                             << QByteArray("Not \xef\xbf\xbd[2J today.");
    QTest::newRow("refuses with a status")
        << QByteArray("HTTP/1.1 409 Conflict\r\n\r\n{\"error\":{\"code\":\"conflict\",\"message\":\"Not today.\"}}")
        << QByteArray("Not today.");
    QTest::newRow("refuses without a word")
        << QByteArray("HTTP/1.1 500 Oh\r\n\r\nNo.") << QByteArray("cannot be understood");
    QTest::newRow("talks nonsense") << QByteArray("hello\n") << QByteArray("cannot be understood");
    QTest::newRow("says what nobody knows") << head + "event: hello\ndata: {}\n\n"
                                            << QByteArray("cannot be understood");
    QTest::newRow("talks nonsense later")
        << taken + QByteArray("event: report\ndata: {\"files\": 7}\n\n") << QByteArray("cannot be understood");
    QTest::newRow("opens brackets") << taken + "event: report\ndata: " + QByteArray(100'000, '[') + "\n\n"
                                    << QByteArray("cannot be understood");
    QTest::newRow("does not stop") << taken + QByteArray(app::longestInstanceMessage + 1, 'x')
                                   << QByteArray("cannot be understood");
    QTest::newRow("hangs up") << taken << QByteArray("quit before the import was finished");
    QTest::newRow("hangs up in a word") << taken + event(transfer::ImportReport{}).chopped(3)
                                        << QByteArray("quit before the import was finished");
}

void TestHandedImport::words_ofAnyOwner()
{
    QFETCH(QByteArray, words);
    QFETCH(QByteArray, sentence);
    PlayedOwner owner(library());
    Running guest(importing(data("who_and_when/algorithm_005.json")));
    const auto request = owner.hear();
    QVERIFY(request && std::holds_alternative<ImportFiles>(*request));
    QCOMPARE(std::get<ImportFiles>(*request).files, QStringList{data("who_and_when/algorithm_005.json")});
    owner.sayRaw(words);
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
    owner.say(app::RequestAccepted{QStringLiteral("7")});
    guest.interrupt();
    QCOMPARE(owner.hearMore().line, QByteArray("DELETE /v1/imports/7 HTTP/1.1"));
    transfer::ImportReport report{{}, true};
    report.notBegun = {data("who_and_when/algorithm_005.json").toStdString()};
    report.passedOverFirst = {"notes.md"};
    report.files.emplace_back().leftOut = "More.";
    owner.say(InstanceMessage(report));
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
    const auto word = answerTo(library(), ShowWindow{});
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

/// As a person would with `curl --unix-socket … -X DELETE`.
void TestHandedImport::cancel_isByItsId()
{
    WaitingFile waiting(waitingPath());
    Running owner(importing(waiting.path()));
    QVERIFY(hasOwner());
    InstanceAsker asker(library(), ImportFiles{{largeFile()}});
    const auto taken = asker.next();
    QVERIFY(taken && std::holds_alternative<app::RequestAccepted>(*taken));
    const QByteArray id = std::get<app::RequestAccepted>(*taken).id.toUtf8();
    const auto remove = [&](const QByteArray& path) {
        gateway::HttpCall call({app::instanceAddress(library()), 0}, {"DELETE", path}, nullptr);
        bool isAnswered = false;
        QObject::connect(&call, &gateway::HttpCall::finished, &call, [&] { isAnswered = true; });
        return waitFor([&] { return isAnswered; }, longMs) ? call.status() : 0;
    };
    QCOMPARE(remove("/v1/imports/" + id + '7'), 404);
    QCOMPARE(remove("/v1/runs/" + id), 404);
    QCOMPARE(remove("/v1/imports/" + id), 200);
    std::optional<InstanceMessage> last;
    while (const auto message = asker.next())
        last = message;
    QVERIFY(last && std::holds_alternative<transfer::ImportReport>(*last));
    QVERIFY(std::get<transfer::ImportReport>(*last).isCancelled);
    QCOMPARE(sessions(), 0);
}

void TestHandedImport::strangers_doNoHarm_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("status");
    const auto row = [](const char* name, const char* path, const QByteArray& body, int status = 400) {
        QTest::newRow(name) << QByteArray(path) << body << status;
    };
    row("no JSON", "/v1/imports", "files");
    row("no object", "/v1/imports", "[1, 2]");
    row("no names", "/v1/imports", R"({"files": [1, {}]})");
    row("no files", "/v1/imports", R"({"files": []})");
    row("no such word", "/v1/imports", R"({"files": ["/a"], "if_known": "eat"})");
    row("brackets", "/v1/imports", QByteArray(100'000, '['));
    row("no text", "/v1/imports", QByteArray("\xff\xfe\0{}", 5));
    row("too much", "/v1/imports", QByteArray(app::longestInstanceRequest + 1, ' '), 413);
    row("nothing there", "/v1/", "{}");
    row("no answer", "/v1/sessions/s/questions/q/answer", R"({"answer": 7})");
    row("no such run", "/v1/runs/9/answers", R"({"question": "q", "answer": "a"})", 404);
    row("no such import", "/v1/imports/9/answers/x", "{}", 404);
}

void TestHandedImport::strangers_doNoHarm()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, body);
    QFETCH(int, status);
    WaitingFile waiting(waitingPath());
    Running owner(importing(waiting.path()));
    QVERIFY(hasOwner());
    QCOMPARE(statusOf(library(), path.constData(), body), status);
    {
        QLocalSocket cutOff;
        cutOff.connectToServer(app::instanceAddress(library()));
        QVERIFY(cutOff.waitForConnected(longMs));
        cutOff.write("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
        cutOff.flush();
    }
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    QVERIFY(owner.isRunning());
}

} // namespace tst_handed_import

QUARTERDECK_TEST(tst_handed_import, TestHandedImport)
#include "tst_handed_import.moc"
