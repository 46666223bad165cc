#include "role_program.h"
#include "tests/support/test.h"

#include "model/conversation/attachments.h"

#include <QFloat16>
#include <QTest>
#include <algorithm>

namespace tst_remote_pictures {

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
    void thePersonsPicturesReachACommand_data();
    void thePersonsPicturesReachACommand();
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

void TestRemotePictures::thePersonsPicturesReachACommand_data()
{
    QTest::addColumn<bool>("isAtWork");
    // A working member answers the team; an idle one answers the person, in a direct chat.
    QTest::newRow("of one who is at work") << true;
    QTest::newRow("of one who has nothing to do") << false;
}

/// By the program that plays a member by a command: of the path that it is given this one makes the file's digest. It
/// begins at the moment its mail comes.
void TestRemotePictures::thePersonsPicturesReachACommand()
{
    QFETCH(bool, isAtWork);
    RemoteTeam team;
    if (isAtWork)
        team.playLeader();
    else
        team.kit.models->play("Mike", {calls("end", "{}")});
    team.start();
    QVERIFY(waitFor([&] { return isAtWork ? team.isBobsTurn() : isQuiet(team.session, *team.kit.teams); }));
    RoleProgram program("sed -n 's|^/.*[.]png$|&|p' | xargs -r sha256sum | cut -c 1-64");
    QVERIFY(program.start(team));
    QVERIFY(showToBob(team, png));
    const std::string line = (isAtWork ? "Bob > Mike: " : "Bob > <human>: ") + hashOf(png).toStdString();
    const bool isTold = waitFor([&] {
        const auto spoken = team.spoken();
        return std::any_of(spoken.begin(), spoken.end(), [&](const auto& one) { return one.starts_with(line); });
    });
    QVERIFY2(isTold, program.said() + QByteArray::fromStdString(joinedLines(team.spoken())));
}

} // namespace tst_remote_pictures

QUARTERDECK_TEST(tst_remote_pictures, TestRemotePictures)
#include "tst_remote_pictures.moc"
