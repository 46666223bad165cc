#include "storage/open_library.h"
#include "tests/model/transfer/transfer_support.h"
#include "tests/support/test.h"
#include "tests/support/test_library.h"

#include <QDir>
#include <QFile>
#include <QTest>
#include <sys/stat.h>

namespace tst_import {

using namespace quarterdeck;
using namespace quarterdeck::test;

namespace {

const QString airline = QStringLiteral("tau_bench/gpt-4o-airline-first12.json");

/// Chat messages, one a line: more of them than an import holds back.
QByteArray manyMessages(int count)
{
    QByteArray lines;
    for (int index = 0; index < count; ++index) {
        lines += R"({"role": "user", "content": "message )" + QByteArray::number(index) + "\"}\n";
    }
    return lines;
}

} // namespace

} // namespace tst_import

namespace tst_import { // begun anew, since moc miscounts the braces of raw strings

class TestImport final : public QObject
{
    Q_OBJECT

private slots:
    void allRecordedSessions_comeIn();
    void channels_haveEachRoleInbox();
    void annotation_amendsItsMessage();
    void costsOfATeam_comeIn();
    void samples_areMarked();
    void badFile_leavesNothing_data();
    void badFile_leavesNothing();
    void goodFiles_comeInBesideBadOnes();
    void largeFile_isOneSession();
    void progress_isTold();

private:
    /// Of the kind that the test is about; a file in a folder of its own.
    std::shared_ptr<Library> makeLibrary();

    QObject m_completions;
};

std::shared_ptr<Library> TestImport::makeLibrary() { return makeTestLibrary(&m_completions); }

void TestImport::allRecordedSessions_comeIn()
{
    const auto library = makeLibrary();
    QStringList files{dataPath(airline)};
    const QDir folder(dataPath(QStringLiteral("who_and_when")));
    for (const QString& name : folder.entryList({QStringLiteral("*.json")})) {
        files << folder.filePath(name);
    }
    QCOMPARE(files.size(), 21);
    const ImportReport report = import(library, files);
    QCOMPARE(report.files.size(), std::size_t{21});
    std::int64_t messages = 0;
    for (const transfer::FileReport& file : report.files) {
        QVERIFY2(!file.error, file.error ? file.error->sentence.c_str() : "");
        QCOMPARE(file.problemCount, 0);
        messages += file.messages;
    }
    QCOMPARE(report.files.front().kind, std::string("openai"));
    QCOMPARE(report.files.front().sessions.size(), std::size_t{12});
    const auto sessions = sessionsOf(*library);
    QCOMPARE(sessions.size(), std::size_t{32});
    std::int64_t stored = 0;
    for (const session::SessionSummary& one : sessions) {
        QVERIFY(one.kind == conversation::SessionKind::Imported);
        QVERIFY(!one.isSample);
        stored += one.messageCount;
        const auto check =
            answerOf<session::SessionCheck>([&](auto done) { library->verifySession(one.id, std::move(done)); });
        QVERIFY(check && check->isSound());
    }
    QCOMPARE(stored, messages);
    QCOMPARE(messages, std::int64_t{378 + 823});
}

void TestImport::channels_haveEachRoleInbox()
{
    const auto library = makeLibrary();
    const auto report = import(library, {dataPath(QStringLiteral("who_and_when/hand_030.json"))});
    const auto id = report.files.front().sessions.front().id;
    const auto rowsIn = [&](const conversation::ChannelKey& channel) {
        return answerOf<session::Rows>([&](auto done) {
                   library->readRows({id, channel, {}, 1, {}}, std::move(done));
               })
            ->total;
    };
    QCOMPARE(rowsIn(conversation::channel::everything), 121);
    QCOMPARE(rowsIn(conversation::channel::publicOnly), 121);
    // The question, one request, and what everyone heard.
    QVERIFY(rowsIn(conversation::channel::inboxOf(conversation::RoleName("Assistant"))) > 1);
    QVERIFY(rowsIn(conversation::channel::inboxOf(conversation::RoleName("Assistant"))) < 121);
}

void TestImport::annotation_amendsItsMessage()
{
    const auto library = makeLibrary();
    const auto report = import(library, {dataPath(QStringLiteral("who_and_when/hand_030.json"))});
    const auto id = report.files.front().sessions.front().id;
    const auto rows = answerOf<session::Rows>([&](auto done) {
        library->readRows({id, conversation::channel::everything, {82}, 1, {}}, std::move(done));
    });
    QCOMPARE(rows->rows.size(), std::size_t{1});
    const session::Row& row = rows->rows.front();
    const auto& message = std::get<conversation::MessagePublished>(row.event.body).message;
    QCOMPARE(message.sentFrom.str(), std::string("Assistant"));
    QCOMPARE(row.amendments.size(), std::size_t{1});
    const auto& annotation = std::get<conversation::Annotated>(row.amendments.front().body);
    QVERIFY(annotation.kind == conversation::AnnotationKind::Mistake);
    QVERIFY(annotation.text.starts_with("Assistant naviagtes"));
    QCOMPARE(annotation.by, std::string("Who&When"));
}

void TestImport::costsOfATeam_comeIn()
{
    const auto library = makeLibrary();
    const auto report = import(library, {dataPath(QStringLiteral("metagpt/team.json"))});
    QVERIFY(!report.files.front().error);
    const auto events = eventsOf(*library, report.files.front().sessions.front().id);
    const auto* told = std::get_if<conversation::UsageRecorded>(&events.back().body);
    QVERIFY(told != nullptr);
    QVERIFY(told->role.isEmpty()); // no one member's
    QCOMPARE(told->usage.promptTokens, 4660);
    QCOMPARE(told->usage.completionTokens, 491);
    QVERIFY(told->usage.cost == 0.06133);
}

void TestImport::samples_areMarked()
{
    const auto library = makeLibrary();
    transfer::ImportRequest request;
    request.areSamples = true;
    request.files = {
        {dataPath(QStringLiteral("who_and_when/algorithm_001.json")).toStdString(), session::Timestamp{5000}}};
    const auto report = import(library, request);
    QVERIFY(!report.files.front().error);
    const auto sessions = sessionsOf(*library);
    QVERIFY(sessions.front().isSample);
    QCOMPARE(sessions.front().startedAt.msSinceEpoch, 5000);
    QCOMPARE(sessions.front().lastActivity.msSinceEpoch, 5000 + 6 * 1000);
}

void TestImport::badFile_leavesNothing_data()
{
    QTest::addColumn<QByteArray>("bytes"); // null = a folder, or a file that is not there
    QTest::addColumn<QString>("sentence");
    QTest::newRow("empty") << QByteArray("") << QStringLiteral("“bad” is empty.");
    QTest::newRow("half") << QByteArray(R"([{"role": "user", "content": "a", "role": "us)")
                          << QStringLiteral("“bad” is incomplete: it breaks off at line 1.");
    QTest::newRow("half of many") << QByteArray("[{\"messages\": [{\"role\": \"user\",\n \"content\": \"a")
                                  << QStringLiteral("“bad” is incomplete: it breaks off at line 2.");
    QTest::newRow("binary") << QByteArray("\x7f"
                                          "ELF\0\1\2",
                                          7)
                            << QStringLiteral("“bad” is not a recorded session: line 1 is not valid JSON.");
    QTest::newRow("missing") << QByteArray() << QStringLiteral("There is no file “%1”.");
    QTest::newRow("folder") << QByteArray() << QStringLiteral("There is no recorded session in the folder “%1”.");
    QTest::newRow("pipe") << QByteArray() << QStringLiteral("“%1” is a device or pipe, not a recorded session.");
    QTest::newRow("/dev/zero") << QByteArray() << QStringLiteral("“%1” is a device or pipe, not a recorded session.");
}

void TestImport::badFile_leavesNothing()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, sentence);
    const auto library = makeLibrary();
    const QTemporaryDir folder;
    QString path = folder.filePath(QStringLiteral("bad"));
    if (!bytes.isNull()) {
        writeFile(folder, QStringLiteral("bad"), bytes);
    } else if (QTest::currentDataTag() == std::string_view("folder")) {
        QVERIFY(QDir().mkpath(path));
    } else if (QByteArrayView(QTest::currentDataTag()).startsWith("/dev/")) {
        path = QString::fromUtf8(QTest::currentDataTag());
    }
    if (QTest::currentDataTag() == std::string_view("pipe")) {
        QCOMPARE(::mkfifo(qPrintable(path), S_IRUSR | S_IWUSR), 0); // nobody ever opens it for writing
    }
    const ImportReport report = import(library, {path});
    QVERIFY(report.files.front().error);
    const QString expected = sentence.contains(QStringLiteral("%1")) ? sentence.arg(path) : sentence;
    QCOMPARE(QString::fromStdString(report.files.front().error->sentence), expected);
    QVERIFY(report.files.front().sessions.empty());
    QVERIFY(sessionsOf(*library).empty());
}

void TestImport::goodFiles_comeInBesideBadOnes()
{
    const auto library = makeLibrary();
    const QTemporaryDir folder;
    const QString bad = writeFile(folder, QStringLiteral("bad.json"), "{");
    const QString partly =
        writeFile(folder, QStringLiteral("partly.jsonl"), "{\"role\": \"user\", \"content\": \"a\"}\n{\"role\": 5}\n");
    const ImportReport report =
        import(library, {bad, partly, dataPath(QStringLiteral("who_and_when/algorithm_001.json"))});
    QVERIFY(report.files[0].error);
    QVERIFY(!report.files[1].error);
    QCOMPARE(report.files[1].problemCount, 1);
    QVERIFY(report.files[1].problems.front().sentence.find("partly.jsonl") != std::string::npos);
    QVERIFY(!report.files[2].error);
    QCOMPARE(sessionsOf(*library).size(), std::size_t{2});
}

void TestImport::largeFile_isOneSession()
{
    const auto library = makeLibrary();
    const QTemporaryDir folder;
    const ImportReport report =
        import(library, {writeFile(folder, QStringLiteral("large.jsonl"), manyMessages(30'000))});
    QVERIFY2(!report.files.front().error, "large");
    const auto sessions = sessionsOf(*library);
    QCOMPARE(sessions.size(), std::size_t{1});
    QCOMPARE(sessions.front().messageCount, 30'000);
    const auto check = answerOf<session::SessionCheck>(
        [&](auto done) { library->verifySession(sessions.front().id, std::move(done)); });
    QVERIFY(check && check->isSound());
    QVERIFY(check->snapshots > 5);
}

void TestImport::progress_isTold()
{
    const auto library = makeLibrary();
    transfer::ImportRequest request;
    request.files = {{dataPath(airline).toStdString(), {}}};
    transfer::ImportJob job(library, request);
    std::optional<transfer::ImportProgress> last;
    bool isFinished = false;
    connect(&job, &transfer::ImportJob::progressed, &job, [&](const transfer::ImportProgress& one) { last = one; });
    connect(&job, &transfer::ImportJob::finished, &job, [&] { isFinished = true; });
    job.start();
    QVERIFY(waitFor([&] { return isFinished; }, 60'000));
    QVERIFY(last);
    QCOMPARE(last->file, 1);
    QCOMPARE(last->files, 1);
    QVERIFY(last->bytesRead > 0 && last->bytesRead <= last->bytesTotal);
}

} // namespace tst_import

QUARTERDECK_TEST(tst_import, TestImport)
#include "tst_import.moc"
