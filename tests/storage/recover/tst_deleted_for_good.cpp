#include "model/conversation/attachments.h"
#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/database.h"
#include "tests/storage/support/log_builder.h"
#include "tests/storage/support/story.h"
#include "tests/support/test.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_deleted_for_good {

using namespace quarterdeck;
using namespace quarterdeck::session;
using storage::openLibrary;
using test::await;
using test::bytesOf;
using test::comesTrue;
using test::Database;
using test::LogBuilder;

/// Permanently deleted content is not left in the file for those who look at its bytes.
class DeletedForGoodTest final : public QObject
{
    Q_OBJECT

private slots:
    static void nothingOfIt_isInTheFile();
    static void recovery_doesNotBringItBack_data();
    static void recovery_doesNotBringItBack();
};

void DeletedForGoodTest::nothingOfIt_isInTheFile()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("library.db"));
    QObject context;
    const std::string word = "qqzpasswordofthelighthouse";
    const std::string picture = "picture of the " + word + std::string(20'000, 'p');
    LogBuilder staying("staying");
    staying.start();
    LogBuilder going("going");
    going.start();
    for (int i = 0; i < 200; ++i) {
        staying.say("Mike", "word" + std::to_string(i));
        going.say("Mike", word + ' ' + std::to_string(i));
    }
    const auto indexed = [](Library& library) {
        const auto health = await<LibraryHealth>([&](auto done) { library.checkHealth(done); });
        return health && health->indexLag == 0;
    };
    {
        const auto library = openLibrary(path.toStdString(), &context);
        const auto put = await<AttachmentInfo>(
            [&](auto done) { (*library)->putAttachment(picture, "image/png", 1, 1, std::move(done)); });
        QVERIFY(put);
        going.show(put->hash);
        for (LogBuilder* log : {&staying, &going}) {
            QVERIFY(await<Nothing>(
                [&](auto done) { (*library)->createSession(log->summary(), log->takeRecords(), done); }));
        }
        QVERIFY(await<Nothing>([&](auto done) { (*library)->saveDraft(going.id(), "draft of " + word, done); }));
        QVERIFY(comesTrue([&] { return indexed(**library); }));
    }
    // In its draft, its picture and in the index, which may leave the beginning of a word out.
    const QByteArray end = QByteArray::fromStdString(word).mid(3);
    QVERIFY(bytesOf(path).count(end) >= 3);
    {
        const auto library = openLibrary(path.toStdString(), &context);
        QVERIFY(test::archiveAndRemove(**library, going.id()));
        Database database(path.toStdString());
        QVERIFY(comesTrue([&] { return database.ask("SELECT count(*) FROM sessions WHERE NOT is_complete") == "0 "; }));
        QVERIFY(comesTrue([&] { return indexed(**library); }));
        SearchRequest request;
        request.terms = searchTerms("word17");
        const auto hits = await<SearchHits>([&](auto done) { (*library)->search(request, done); });
        QVERIFY(hits && !hits->hits.empty());
    }
    QVERIFY(!QFile::exists(path + QStringLiteral("-wal")));
    QCOMPARE(bytesOf(path).count(end), 0);
}

void DeletedForGoodTest::recovery_doesNotBringItBack_data()
{
    QTest::addColumn<bool>("isRemovedWhole"); ///< before the crash
    QTest::addColumn<bool>("isBegunAnew");    ///< by the same key, and without as many events
    QTest::addColumn<bool>("isOpenLong");     ///< from before it was begun; its log was moved in meanwhile
    QTest::addColumn<int>("messages");
    QTest::newRow("it is being taken out") << false << false << false << 100;
    QTest::newRow("it is taken out") << true << false << false << 100;
    QTest::newRow("a short one is taken out, which frees no page") << true << false << false << 1;
    QTest::newRow("it is being taken out, and its key goes on") << false << true << false << 100;
    QTest::newRow("it is taken out, and its key goes on") << true << true << false << 100;
    QTest::newRow("it is taken out of a library that was open long") << true << false << true << 100;
}

/// The app dies before the log is moved into the file, which has it as if nothing were.
void DeletedForGoodTest::recovery_doesNotBringItBack()
{
    QFETCH(bool, isRemovedWhole);
    QFETCH(bool, isBegunAnew);
    QFETCH(bool, isOpenLong);
    QFETCH(int, messages);
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("library.db"));
    const QString crashed = folder.filePath(QStringLiteral("crashed.db"));
    QObject context;
    test::Story story;
    auto library = openLibrary(file.toStdString(), &context);
    for (const char* session : {isOpenLong ? "going" : "staying", isOpenLong ? "staying" : "going"})
        QVERIFY(!story.begin(**library, session, messages));
    if (isOpenLong) {
        // As the library itself does: its connection continues with the log.
        const char* ends = "SELECT sum(last_seq) FROM sessions";
        QVERIFY(comesTrue([&] {
            Database database(file.toStdString());
            database.execute("PRAGMA wal_checkpoint(PASSIVE)");
            test::put(crashed, bytesOf(file));
            return Database(crashed.toStdString()).ask(ends) == database.ask(ends);
        }));
    } else {
        library->reset();
        library = openLibrary(file.toStdString(), &context);
    }
    LogBuilder anew("going");
    QVERIFY(!story.remove(**library, "going"));
    const auto isTakenOut = [&] { return Database(file.toStdString()).ask("SELECT count(*) FROM sessions") == "1 "; };
    QVERIFY(!isRemovedWhole || comesTrue(isTakenOut));
    anew.add(conversation::SessionStarted{}, 1'000'000);
    QVERIFY(!isBegunAnew
            || await<Nothing>([&](auto done) { (*library)->createSession(anew.summary(), anew.takeRecords(), done); }));
    test::put(crashed, bytesOf(file));
    test::put(crashed + QStringLiteral("-wal"), bytesOf(file + QStringLiteral("-wal")));
    const auto report = storage::recoverLibrary(crashed.toStdString());
    QVERIFY2(report, report ? "" : report.error().sentence.c_str());
    QCOMPARE(report->sessions.size(), std::size_t{isBegunAnew ? 2U : 1U});
    QVERIFY(report->isWhole());
    library = openLibrary(crashed.toStdString(), &context);
    QVERIFY(library);
    if (isBegunAnew) {
        const auto events = await<std::vector<conversation::Event>>(
            [&](auto done) { (*library)->readEvents(anew.id(), {0}, 1000, done); });
        QVERIFY(events && *events == anew.events());
        QVERIFY(test::archiveAndRemove(**library, anew.id()));
    }
    QCOMPARE(story.faultsOf(**library), QByteArray());
}

} // namespace tst_deleted_for_good

QUARTERDECK_TEST(tst_deleted_for_good, DeletedForGoodTest)
#include "tst_deleted_for_good.moc"
