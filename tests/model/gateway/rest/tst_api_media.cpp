#include "api_kit.h"
#include "tests/support/test.h"

#include "model/conversation/attachments.h"

#include <QFloat16>
#include <QTest>

namespace tst_api_media {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

const QByteArray png = QByteArray("\x89PNG\r\n\x1a\n", 8) + "of a board";
const QByteArray other = QByteArray("\x89PNG\r\n\x1a\n", 8) + "of a house";
const QByteArray key = "Idempotency-Key: k-1\r\n";

QByteArray hashOf(const QByteArray& bytes)
{
    return QByteArray::fromStdString(attachmentHash(bytes.toStdString()).str());
}
QByteArray block(const QByteArray& source, const QByteArray& type = "image")
{
    return R"({"type": ")" + type + R"(", "source": )" + source + "}";
}
QByteArray picture(const QByteArray& bytes = png)
{
    return block(R"({"media_type": "image/png", "data": ")" + bytes.toBase64() + R"("})");
}
QByteArray fromBob(const QByteArray& content, const QByteArray& more = {})
{
    return R"({"sent_from": "Bob", "send_to": "Alice", "content": [)" + content + "]" + more + "}";
}
QByteArray asking(const QByteArray& images)
{
    return R"({"asker": "Bob", "text": "Which?", "images": [)" + images + "]}";
}

std::vector<ContentBlock> contentOf(const Team& team)
{
    std::vector<ContentBlock> all;
    for (const session::Event& event : team.house.kit.log(session::SessionId(team.id.toStdString())))
        if (const auto* published = std::get_if<MessagePublished>(&event.body))
            all.insert(all.end(), published->message.content.begin(), published->message.content.end());
    return all;
}

} // namespace

} // namespace tst_api_media

namespace tst_api_media { // begun anew, since moc miscounts the braces of raw strings

/// Messages and questions that bring their pictures along.
class TestApiMedia final : public QObject
{
    Q_OBJECT
private slots:
    void aPictureIsStoredWithItsMessage_data();
    void aPictureIsStoredWithItsMessage();
    void wrongOnesAreRefused_data();
    void wrongOnesAreRefused();
    void wrongOnesOfAQuestionAreRefused();
    void noMessageIsWithoutItsPicture();
    void noQuestionIsWithoutItsPicture();
    void anUnknownHashIsRefused();
    void whatIsNamedIsKnown();
    void aKeyStandsForThePicture_data();
    void aKeyStandsForThePicture();
    void wordsDoNotOvertakeAPicture();
    void picturesOfQuestionsAndAnswers();
};

void TestApiMedia::aPictureIsStoredWithItsMessage_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("type");
    const auto row = [](const char* name, const QByteArray& source, const char* type, MediaKind kind,
                        const QByteArray& bytes, const char* mediaType) {
        QTest::newRow(name) << block(source, type) << bytes << static_cast<int>(kind) << QByteArray(mediaType);
    };
    const QByteArray data = R"("data": ")" + png.toBase64() + '"';
    const QByteArray url = R"("data": "data:image/png;base64,)" + png.toBase64() + '"';
    row("base64", R"({"media_type": "image/png", )" + data + "}", "image", MediaKind::Image, png, "image/png");
    row("by its content", R"({"media_type": "text/html", )" + data + "}", "image", MediaKind::Image, png, "image/png");
    row("nothing is said", "{" + data + "}", "image", MediaKind::Image, png, "image/png");
    row("a data: URL", "{" + url + "}", "image", MediaKind::Image, png, "image/png");
    row("a form that others use", R"({"type": "base64", "media_type": "image/png", )" + data + "}", "image",
        MediaKind::Image, png, "image/png");
    row("sound", R"({"media_type": "audio/mpeg", "data": "YWJj"})", "audio", MediaKind::Audio, "abc", "audio/mpeg");
    row("of a data: URL", R"({"data": "data:video/mp4;base64,YWJj"})", "video", MediaKind::Video, "abc", "video/mp4");
    row("a file", R"({"name": "a.txt", "data": "YWJj"})", "file", MediaKind::File, "abc", "application/octet-stream");
}

void TestApiMedia::aPictureIsStoredWithItsMessage()
{
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, bytes);
    QFETCH(int, kind);
    QFETCH(QByteArray, type);
    Team team;
    QCOMPARE(team.post("/messages", fromBob(R"({"type": "text", "text": "See:"}, )" + content)).status, 200);
    const auto stored = contentOf(team);
    QCOMPARE(stored.size(), std::size_t(2));
    const auto& media = std::get<MediaBlock>(stored.back());
    QCOMPARE(static_cast<int>(media.kind), kind);
    QCOMPARE(QByteArray::fromStdString(media.source.hash.str()), hashOf(bytes));
    QCOMPARE(QByteArray::fromStdString(media.source.mediaType), type);
    QCOMPARE(media.source.size, std::int64_t(bytes.size()));
    QCOMPARE(team.get("/attachments/" + hashOf(bytes)).bytes, bytes);
    Events events(team.house.server->port(), team.path("/events?role=Alice"));
    const json mail = events.wait("message_published");
    QCOMPARE(mail["delivered"]["content"][1]["source"]["hash"].get<std::string>(), hashOf(bytes).toStdString());
}

void TestApiMedia::wrongOnesAreRefused_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("message");
    const QByteArray noBase64 = "no base64, and no data: URL of it. Paths and addresses are not read.";
    const QByteArray noPicture = "content[0].source.data: no picture that can be shown (PNG, JPEG, WebP, GIF).";
    const auto source = [](const QByteArray& data) {
        return block(R"({"media_type": "image/png", "data": )" + data + "}");
    };
    QTest::newRow("no base64") << fromBob(source(R"("#")")) << "content[0].source.data: " + noBase64;
    QTest::newRow("cut") << fromBob(source(R"("YWJjZ")")) << "content[0].source.data: " + noBase64;
    QTest::newRow("a path") << fromBob(source(R"("/home/me/a.png")")) << "content[0].source.data: " + noBase64;
    QTest::newRow("a path that could be base64") << fromBob(source(R"("/etc/passwd")")) << noPicture;
    QTest::newRow("a number") << fromBob(source("5")) << QByteArray("content[0].source.data: not a text.");
    QTest::newRow("nothing") << fromBob(source(R"("")")) << QByteArray("content[0].source.data: no bytes.");
    QTest::newRow("no picture") << fromBob(block(R"({"media_type": "text/plain", "data": "YWJj"})")) << noPicture;
    QTest::newRow("two sources") << fromBob(block(R"({"url": "https://canary.invalid/a.png", "data": "YWJj"})"))
                                 << QByteArray(
                                        "content[0].source.data: beside it stands a hash or url, and only one of "
                                        "them can be meant.");
    QTest::newRow("behind good ones") << R"({"messages": [)" + fromBob(picture()) + "," + fromBob(picture()) + ","
            + fromBob(picture() + "," + source(R"("#")")) + "]}"
                                      << "messages[2].content[1].source.data: " + noBase64;
}

/// Nothing of it is stored, not even the valid parts.
void TestApiMedia::wrongOnesAreRefused()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, message);
    Team team;
    const Answered answer = team.post("/messages", body);
    QCOMPARE(answer.status, 400);
    QCOMPARE(QByteArray::fromStdString(answer.message()), message);
    QCOMPARE(team.messages(), std::size_t(0));
    QCOMPARE(team.get("/attachments/" + hashOf(png)).status, 404);
}

void TestApiMedia::wrongOnesOfAQuestionAreRefused()
{
    Team team;
    const Answered answer = team.post("/questions", asking(picture() + "," + block(R"({"data": "#"})")));
    QCOMPARE(answer.status, 400);
    QVERIFY2(answer.message().starts_with("images[1].source.data: no base64"), answer.message().c_str());
    QVERIFY(team.session()->state()->openQuestions().empty());
}

void TestApiMedia::noMessageIsWithoutItsPicture()
{
    Team team;
    const auto& library = team.house.kit.library;
    library->holdWrites();
    Request saying(team.house.server->port(), "POST", team.path("/messages"), fromBob(picture()), key);
    QVERIFY(waitFor([&] { return library->heldWrites() == 1; }));
    QVERIFY(library->appends.empty()); // the picture comes first, and it is not there yet
    library->releaseWrites();
    QCOMPARE(saying.answer().status, 200);
    QCOMPARE(team.messages(), std::size_t(1));
    library->refuseAttachments(1);
    const Answered full = team.post("/messages", fromBob(picture(other)), "Idempotency-Key: k-2\r\n");
    QCOMPARE(full.status, 507);
    QCOMPARE(team.messages(), std::size_t(1));
    QCOMPARE(team.post("/messages", fromBob(picture(other)), "Idempotency-Key: k-2\r\n").status, 200);
    QCOMPARE(team.messages(), std::size_t(2));
}

void TestApiMedia::noQuestionIsWithoutItsPicture()
{
    Team team;
    team.house.kit.library->refuseAttachments(1);
    QCOMPARE(team.post("/questions", asking(picture())).status, 507);
    QVERIFY(team.session()->state()->openQuestions().empty());
    QCOMPARE(team.post("/questions", asking(picture())).status, 201);
    QCOMPARE(team.get("/attachments/" + hashOf(png)).bytes, png);
}

/// A program may refer to what it sent before, and what is here already, and nothing else.
void TestApiMedia::anUnknownHashIsRefused()
{
    Team team;
    const QByteArray named = block(R"({"media_type": "image/png", "hash": ")" + hashOf(png) + R"("})");
    const QByteArray body =
        R"({"messages": [)" + fromBob(R"({"type": "text", "text": "a"})") + ", " + fromBob(named) + "]}";
    const Answered refused = team.post("/messages", body);
    QCOMPARE(refused.status, 422);
    QCOMPARE(refused.code(), std::string("unknown_attachment"));
    QCOMPARE(refused.message(),
             std::string("messages[1].content[0].source.hash: there is no such attachment in this session."));
    const Answered question = team.post("/questions", asking(named));
    QCOMPARE(question.status, 422);
    QVERIFY2(question.message().starts_with("images[0].source.hash: "), question.message().c_str());
    QCOMPARE(team.messages(), std::size_t(0));
    QCOMPARE(team.post("/attachments", png, "Content-Type: image/png\r\n").status, 201);
    QCOMPARE(team.post("/messages", body).status, 200);
    team.house.restart();
    QCOMPARE(team.post("/questions", asking(named)).status, 201); // the log names it
}

/// Every reader of the message is told what it shows, though its program only named it.
void TestApiMedia::whatIsNamedIsKnown()
{
    Team team;
    QCOMPARE(team.post("/attachments", png, "Content-Type: image/png\r\n").status, 201);
    const auto named = [](const QByteArray& more) { return block(R"({"hash": ")" + hashOf(png) + '"' + more + "}"); };
    const QByteArray body = fromBob(named({}) + "," + named(R"(, "media_type": "image/x-own", "size": 3)"));
    const Answered first = team.post("/messages", body, key);
    QCOMPARE(first.status, 200);
    QCOMPARE(team.post("/questions", asking(named({}))).status, 201);
    const auto stored = contentOf(team);
    QCOMPARE(stored.size(), std::size_t(2));
    QCOMPARE(std::get<MediaBlock>(stored[0]).source.mediaType, std::string("image/png"));
    QCOMPARE(std::get<MediaBlock>(stored[0]).source.size, std::int64_t(png.size()));
    QCOMPARE(std::get<MediaBlock>(stored[1]).source.mediaType, std::string("image/x-own"));
    QCOMPARE(std::get<MediaBlock>(stored[1]).source.size, std::int64_t(3));
    QCOMPARE(team.session()->state()->openQuestions().front().question.images.front().source.mediaType,
             std::string("image/png"));
    QVERIFY(team.post("/messages", body, key).body == first.body);
}

void TestApiMedia::aKeyStandsForThePicture_data()
{
    QTest::addColumn<QByteArray>("again");
    QTest::addColumn<int>("status");
    QTest::newRow("the same") << fromBob(picture()) << 200;
    QTest::newRow("another") << fromBob(picture(other)) << 409;
    QTest::newRow("none") << fromBob(R"({"type": "text", "text": "a"})") << 409;
    QTest::newRow("one more") << fromBob(picture() + "," + picture(other)) << 409;
    QTest::newRow("as a data: URL") << fromBob(block(R"({"data": "data:image/png;base64,)" + png.toBase64() + R"("})"))
                                    << 200;
    QTest::newRow("by its hash") << fromBob(
        block(R"({"media_type": "image/png", "size": 18, "hash": ")" + hashOf(png) + R"("})"))
                                 << 200;
}

/// While the first is on its way, when it is there, and after a restart.
void TestApiMedia::aKeyStandsForThePicture()
{
    QFETCH(QByteArray, again);
    QFETCH(int, status);
    Team team;
    team.house.kit.library->holdWrites();
    Request posting(team.house.server->port(), "POST", team.path("/messages"), fromBob(picture()), key);
    QVERIFY(waitFor([&] { return team.house.kit.library->heldWrites() == 1; }));
    Request meanwhile(team.house.server->port(), "POST", team.path("/messages"), again, key);
    QCOMPARE(team.get().status, 200); // it has been taken by then
    team.house.kit.library->releaseWrites();
    const Answered first = posting.answer();
    QCOMPARE(first.status, 200);
    QCOMPARE(meanwhile.answer().status, status);
    for (int i = 0; i < 2; ++i) {
        const Answered later = team.post("/messages", again, key);
        QCOMPARE(later.status, status);
        QVERIFY(status == 409 || later.body == first.body);
        team.house.restart();
    }
    QCOMPARE(team.post("/messages", fromBob(picture()), key).status, 200);
    QCOMPARE(team.messages(), std::size_t(1));
}

/// What is posted later is later in the log, even if it has nothing to wait for itself.
void TestApiMedia::wordsDoNotOvertakeAPicture()
{
    Team team;
    const std::uint16_t port = team.house.server->port();
    team.house.kit.library->holdWrites();
    Request first(port, "POST", team.path("/messages"), fromBob(picture(), R"(, "id": "first")"));
    QVERIFY(waitFor([&] { return team.house.kit.library->heldWrites() == 1; }));
    Request second(port, "POST", team.path("/messages"), R"({"sent_from": "Bob", "id": "second", "content": "That."})");
    QCOMPARE(team.get().status, 200); // it has been taken by then
    Request third(port, "POST", team.path("/status"), R"({"role": "Bob", "activity": "idle"})");
    Request fourth(port, "POST", team.path("/roles"), R"({"name": "Eve"})");
    QCOMPARE(team.get().status, 200);
    QCOMPARE(team.house.kit.library->heldWrites(), std::size_t(1));
    team.house.kit.library->releaseWrites();
    QCOMPARE(first.answer().status, 200);
    QCOMPARE(second.answer().status, 200);
    QCOMPARE(third.answer().status, 200);
    QCOMPARE(fourth.answer().status, 201);
    std::vector<std::string> ids;
    for (const session::Event& event : team.house.kit.log(team.session()->id()))
        if (const auto* published = std::get_if<MessagePublished>(&event.body))
            ids.push_back(published->message.id.str());
    QCOMPARE(ids, (std::vector<std::string>{"first", "second"}));
}

/// The asker's pictures go to the person, and the person's to the asker.
void TestApiMedia::picturesOfQuestionsAndAnswers()
{
    Team team;
    const Answered asked = team.post("/questions", asking(picture()), key);
    QCOMPARE(asked.status, 201);
    QCOMPARE(asked.body["question"]["images"][0]["source"]["hash"].get<std::string>(), hashOf(png).toStdString());
    QCOMPARE(team.post("/questions", asking(picture(other)), key).status, 409);
    QVERIFY(team.post("/questions", asking(picture()), key).head.contains("Idempotency-Replayed: true"));
    const std::string id = asked.body["question"]["id"].get<std::string>();
    bool isStored = false;
    team.house.kit.library->putAttachment(other.toStdString(), "image/png", 0, 0, [&](const auto& stored) {
        isStored = stored.has_value(); // by the composer
    });
    QVERIFY(waitFor([&] { return isStored; }));
    MediaBlock drawn;
    drawn.source.hash = attachmentHash(other.toStdString());
    drawn.source.mediaType = "image/png";
    AnswerQuestion answer;
    answer.id = QuestionId(id);
    answer.content = {TextBlock{"So:"}, drawn};
    QVERIFY(!team.house.kit.submit(team.session(), answer).error);
    const Answered told = team.get("/questions/" + QByteArray::fromStdString(id));
    QCOMPARE(told.body["status"].get<std::string>(), std::string("answered"));
    QCOMPARE(told.body["answer"].get<std::string>(), std::string("So:"));
    const json source = told.body["end"]["content"][1]["source"];
    QCOMPARE(source["hash"].get<std::string>(), hashOf(other).toStdString());
    QCOMPARE(team.get("/attachments/" + hashOf(other)).bytes, other);
}

} // namespace tst_api_media

QUARTERDECK_TEST(tst_api_media, TestApiMedia)
#include "tst_api_media.moc"
