#include "tests/support/page_test.h"
#include "tests/support/picture_server.h"
#include "tests/support/pictures.h"
#include "transcript_desk.h"
#include "ui/controllers/media_saver.h"
#include "ui/panels/range_bars.h"
#include "ui/transcript/rendering.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace tst_media_saver {

using namespace quarterdeck;
using namespace quarterdeck::test;
using conversation::AttachmentHash;

namespace {

/// A message with a file.
struct Attached : TranscriptDesk<ui::CopyRangeBar>
{
    explicit Attached(bool isStored)
    {
        conversation::MediaSource source;
        source.name = "../plan.pdf";
        source.mediaType = "application/pdf";
        source.hash = AttachmentHash(std::string(64, 'e'));
        if (isStored)
            desk.kit.library->putAttachment(bytes, "application/pdf", 0, 0,
                                            [&](auto info) { source.hash = info->hash; });
        desk.kit.settle();
        auto wish = std::get<conversation::RolePublish>(said("Alice", "Look."));
        wish.message.content.emplace_back(conversation::MediaBlock{conversation::MediaKind::File, source});
        for (const session::Event& event : desk.kit.submit(session, wish).events)
            if (std::holds_alternative<conversation::MessagePublished>(event.body))
                seq = event.seq;
        hash = source.hash;
    }

    void wantSaved(conversation::EventSeq of, const AttachmentHash& which)
    {
        emit page->page().called(ui::transcript::calls::SaveMedia{0, of, QString::fromStdString(which.str())});
    }

    const std::string bytes = "%PDF-1.4";
    session::Session* session = desk.kit.create();
    conversation::EventSeq seq;
    AttachmentHash hash;
    QTemporaryDir folder;
    QString proposed;
    QString path; ///< empty: nobody says where to
    ui::MediaSaver saver{window,
                         desk.viewed,
                         *page,
                         transcript,
                         desk.notices,
                         [this](const QString& name, const std::function<void(const QString&)>& chosen) {
                             proposed = name;
                             if (!path.isEmpty())
                                 chosen(path);
                         }};
};

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// What a message has attached, on its way to a file of the person's.
class TestMediaSaver final : public QObject
{
    Q_OBJECT

private slots:
    void file_isSavedWhereThePersonSays();
    void whatTheRowDoesNotHave_isNotSaved();
    void pictureOfAnAnswer_isSaved();
    void pictureFromElsewhere_isSaved();
    void pictureThatIsNotLoaded_isNotSaved();
    void lostFile_isSaid();
    void folderThatIsNone_isSaid();
};

void TestMediaSaver::file_isSavedWhereThePersonSays()
{
    Attached attached(true);
    QVERIFY(attached.desk.show(attached.session->id()));
    attached.path = attached.folder.filePath(QStringLiteral("mine.pdf"));
    attached.wantSaved(attached.seq, attached.hash);
    QVERIFY(waitFor([&] { return contentOf(attached.path) == QByteArray::fromStdString(attached.bytes); }));
    QCOMPARE(attached.proposed, QStringLiteral("plan.pdf"));
}

/// The page cannot have just any bytes of the library saved.
void TestMediaSaver::whatTheRowDoesNotHave_isNotSaved()
{
    Attached attached(true);
    QVERIFY(attached.desk.show(attached.session->id()));
    AttachmentHash other;
    attached.desk.kit.library->putAttachment("of another session", "text/plain", 0, 0,
                                             [&](auto info) { other = info->hash; });
    attached.desk.kit.settle();
    QVERIFY(!other.isEmpty());
    attached.wantSaved(attached.seq, other);
    attached.wantSaved(attached.seq, attached.hash); // answered after it
    QVERIFY(waitFor([&] { return !attached.proposed.isEmpty(); }));
    QCOMPARE(attached.proposed, QStringLiteral("plan.pdf"));
}

/// An answer has no row of its own.
void TestMediaSaver::pictureOfAnAnswer_isSaved()
{
    Attached attached(true);
    attached.desk.kit.submit(attached.session, question("q"));
    conversation::AnswerQuestion answer;
    answer.id = conversation::QuestionId("q");
    answer.content = conversation::textBlocks("Like this.");
    conversation::MediaSource source;
    source.name = "mine.png";
    source.mediaType = "image/png";
    source.hash = attached.hash;
    answer.content.emplace_back(conversation::MediaBlock{conversation::MediaKind::Image, source});
    attached.desk.kit.submit(attached.session, answer);
    conversation::EventSeq answered;
    for (const session::Event& event : attached.desk.kit.log(attached.session->id()))
        if (std::holds_alternative<conversation::QuestionEnded>(event.body))
            answered = event.seq;
    QVERIFY(attached.desk.show(attached.session->id()));
    attached.path = attached.folder.filePath(QStringLiteral("mine.png"));
    attached.wantSaved(answered, attached.hash);
    QVERIFY(waitFor([&] { return contentOf(attached.path) == QByteArray::fromStdString(attached.bytes); }));
    QCOMPARE(attached.proposed, QStringLiteral("mine.png"));
}

/// Under the name in its address, which is not to be trusted: what is saved is a PNG.
void TestMediaSaver::pictureFromElsewhere_isSaved()
{
    Attached attached(true);
    PictureServer server;
    attached.page->pictures().setWays(server.ways());
    server.answers["/a/..%2Fmap.exe"] = PictureServer::response("200 OK", png({8, 6}));
    const auto address = ui::remoteImageUrl(server.address(QStringLiteral("a/..%2Fmap.exe")));
    QVERIFY(address);
    attached.page->pictures().load(*address);
    QVERIFY(waitFor([&] { return attached.page->pictures().find(address->key) != nullptr; }));
    attached.path = attached.folder.filePath(QStringLiteral("mine.png"));
    emit attached.page->page().remotePictureRequested(address->key, ui::transcript::PictureAction::Save);
    QVERIFY(waitFor([&] { return QFile::exists(attached.path); }));
    QCOMPARE(attached.proposed, QStringLiteral("map.exe.png"));
    QCOMPARE(QImage(attached.path).size(), QSize(8, 6));
    attached.path = attached.folder.filePath(QStringLiteral("none/mine.png"));
    QSignalSpy notices(&attached.desk.notices, &ui::NoticeBoard::posted);
    emit attached.page->page().remotePictureRequested(address->key, ui::transcript::PictureAction::Save);
    QVERIFY(waitFor([&] { return !notices.empty(); }));
}

void TestMediaSaver::pictureThatIsNotLoaded_isNotSaved()
{
    Attached attached(true);
    attached.path = attached.folder.filePath(QStringLiteral("mine.png"));
    QSignalSpy notices(&attached.desk.notices, &ui::NoticeBoard::posted);
    emit attached.page->page().remotePictureRequested(QString(64, u'a'), ui::transcript::PictureAction::Save);
    QVERIFY(waitFor([&] { return !notices.empty(); }));
    QVERIFY(attached.proposed.isEmpty());
}

void TestMediaSaver::lostFile_isSaid()
{
    Attached attached(false);
    QVERIFY(attached.desk.show(attached.session->id()));
    attached.path = attached.folder.filePath(QStringLiteral("mine.pdf"));
    QSignalSpy notices(&attached.desk.notices, &ui::NoticeBoard::posted);
    attached.wantSaved(attached.seq, attached.hash);
    QVERIFY(waitFor([&] { return !notices.empty(); }));
    QVERIFY(!QFile::exists(attached.path));
}

void TestMediaSaver::folderThatIsNone_isSaid()
{
    Attached attached(true);
    QVERIFY(attached.desk.show(attached.session->id()));
    attached.path = attached.folder.filePath(QStringLiteral("none/mine.pdf"));
    QSignalSpy notices(&attached.desk.notices, &ui::NoticeBoard::posted);
    attached.wantSaved(attached.seq, attached.hash);
    QVERIFY(waitFor([&] { return !notices.empty(); }));
}

} // namespace tst_media_saver

QUARTERDECK_PAGE_TEST(tst_media_saver, TestMediaSaver)
#include "tst_media_saver.moc"
