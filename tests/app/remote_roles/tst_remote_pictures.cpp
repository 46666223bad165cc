#include "remote_team.h"

#include "conversation/attachments.h"

#include <QtTest>

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

const QByteArray png = QByteArray("\x89PNG\r\n\x1a\n", 8) + "of three";

QByteArray hashOf(const QByteArray& bytes)
{
    return QByteArray::fromStdString(attachmentHash(bytes.toStdString()).str());
}

/// The person shows it to Bob, as the composer does.
bool showToBob(RemoteTeam& team, const QByteArray& picture)
{
    MediaBlock shown;
    team.kit.kit.library().putAttachment(picture.toStdString(), "image/png", 0, 0, [&](const auto& stored) {
        shown.source.hash = stored ? stored->hash : AttachmentHash();
    });
    if (!waitFor([&] { return !shown.source.hash.isEmpty(); }))
        return false;
    shown.source.mediaType = "image/png";
    Publish words;
    words.message.content = {TextBlock{"Like this:"}, shown};
    words.userDefinedRecipient = "Bob";
    return !team.kit.kit.submit(*team.session, words).error;
}

} // namespace

/// What the person shows to a member that a program plays, and what that shows to the team.
class TestRemotePictures final : public QObject
{
    Q_OBJECT
private slots:
    void picturesGoBothWays();
};

void TestRemotePictures::picturesGoBothWays()
{
    RemoteTeam team;
    team.playLeader();
    team.start();
    Events events(team.port(), team.mail());
    QVERIFY(waitFor([&] { return team.bob().hasWork; }));
    QVERIFY(showToBob(team, png));
    const QByteArray drawn = png + " and a half";
    QCOMPARE(team.post("/messages",
                       R"({"sent_from": "Bob", "content": [{"type": "text", "text": "Three."}, {"type": "image",
                           "source": {"media_type": "image/png", "data": ")"
                           + drawn.toBase64() + R"("}}]})")
                 .status,
             200);
    QVERIFY(waitFor([&] { return mailIn(events).size() == 2; }));
    const json source = events.wait("message_published")["delivered"]["content"][1]["source"];
    QCOMPARE(source["hash"].get<std::string>(), hashOf(png).toStdString());
    QCOMPARE(team.get(team.path("/attachments/" + hashOf(png))).bytes, png);
    QCOMPARE(team.get(team.path("/attachments/" + hashOf(drawn))).bytes, drawn);
    QCOMPARE(team.get(team.path("/attachments/" + hashOf("another"))).status, 404);
}

QTEST_GUILESS_MAIN(TestRemotePictures)
#include "tst_remote_pictures.moc"
