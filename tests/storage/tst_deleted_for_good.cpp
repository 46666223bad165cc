#include "conversation/attachments.h"
#include "storage/open_library.h"
#include "storage/support/await.h"
#include "storage/support/damage.h"
#include "storage/support/database.h"
#include "storage/support/log_builder.h"

#include <QTemporaryDir>
#include <QTest>

using namespace quarterdeck;
using namespace quarterdeck::session;
using storage::openLibrary;
using test::await;
using test::bytesOf;
using test::comesTrue;
using test::Database;
using test::LogBuilder;

/// What is deleted for good is not left in the file for who looks at its bytes.
class DeletedForGoodTest final : public QObject
{
    Q_OBJECT

private slots:
    static void nothingOfIt_isInTheFile();
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

QTEST_GUILESS_MAIN(DeletedForGoodTest)
#include "tst_deleted_for_good.moc"
