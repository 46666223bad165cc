#include "model/gateway/studio/studio_answers.h"
#include "tests/support/test.h"

#include "tests/model/gateway/stored_picture.h"
#include "tests/model/session/support/session_kit.h"
#include "tests/support/wait.h"

#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_studio_answers {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::gateway;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

/// The answers of a run, and what its sockets are given.
struct Room
{
    explicit Room(std::size_t mostPictures = StudioAnswers::mostPictureBytes)
        : answers(
            *kit.library,
            [this](const std::string& socket, const std::string& event, std::shared_ptr<void> hold) {
                given.emplace_back(socket, json::parse(event));
                if (isSlow)
                    held.push_back(std::move(hold));
            },
            mostPictures)
    {
        QObject::connect(&answers, &StudioAnswers::shortened, &answers,
                         [this](const std::string& why) { whys.push_back(why); });
    }
    MediaBlock picture(const std::string& bytes, const char* name) { return storedPicture(kit, bytes, name); }
    void answer(const char* id, std::vector<ContentBlock> content, const char* asker = "Human", bool isOld = false,
                Timestamp at = {})
    {
        session::Event asked;
        asked.body = QuestionAsked{};
        std::get<QuestionAsked>(asked.body).question.id = QuestionId(id);
        std::get<QuestionAsked>(asked.body).question.asker = RoleName(asker);
        answers.follow(asked, isOld);
        QuestionEnd end;
        end.content = std::move(content);
        end.at = at;
        session::Event event;
        event.body = QuestionEnded{QuestionId(id), end};
        answers.follow(event, isOld);
    }
    /// Whose proof it is that somebody says this.
    [[nodiscard]] std::string confirmedBy(const char* name, std::vector<ContentBlock> content,
                                          const char* role = "user", Timestamp at = {}) const
    {
        Message message;
        message.timestamp = at;
        message.role = role;
        message.content = std::move(content);
        return answers.confirmedBy(name, message).value_or(QuestionId("none")).str();
    }
    [[nodiscard]] bool hears(std::size_t count)
    {
        return waitFor([&] { return given.size() >= count; });
    }
    /// "socket id" of each that was given.
    [[nodiscard]] QStringList order() const
    {
        QStringList found;
        for (const auto& [socket, event] : given)
            found.append(QString::fromStdString(socket + ' ' + event.at(1).get<std::string>()));
        return found;
    }

    SessionKit kit;
    bool isSlow = false; ///< nobody takes what is given until `held` is emptied
    std::vector<std::pair<std::string, json>> given;
    std::vector<std::shared_ptr<void>> held;
    std::vector<std::string> whys;
    StudioAnswers answers;
};

} // namespace

/// How answers go out, without sockets.
class TestStudioAnswers final : public QObject
{
    Q_OBJECT
private slots:
    void oneAfterTheOther();
    void whatWaitsIsNotSentTwice();
    void whatIsProvedMeanwhileIsNotSent();
    void whatTheLogMayProveWaitsForItsEnd();
    void whoLeavesKeepsNobodyWaiting();
    void picturesThatAreTooLargeAreNamed();
    void onlyItsAskersWordsAreTheProof();
    void picturesAreComparedToo();
    void whatNobodyWasGivenIsNotProved();
    void whatWasSaidBeforeAnOldAnswerIsNotItsProof();
    void aPictureThatWasNamedIsProvedByItsName();
};

void TestStudioAnswers::oneAfterTheOther()
{
    Room room;
    room.isSlow = true;
    room.answers.attach("s");
    for (const char* id : {"a", "b", "c"})
        room.answer(id, textBlocks(id));
    for (int count = 1; count <= 3; ++count) {
        QVERIFY(room.hears(static_cast<std::size_t>(count)));
        room.kit.settle();
        QCOMPARE(room.order(), (QStringList{"s a", "s b", "s c"}.mid(0, count)));
        room.held.clear();
    }
}

/// A program that has not seen that its question was taken posts it again, as often as it likes.
void TestStudioAnswers::whatWaitsIsNotSentTwice()
{
    Room room;
    room.isSlow = true;
    room.answers.attach("s");
    room.answer("a", textBlocks("a"));
    room.answer("b", textBlocks("b"));
    for (int times = 0; times < 3; ++times)
        for (const char* id : {"a", "b", "a"})
            room.answers.sendAgain(QuestionId(id));
    room.isSlow = false;
    room.held.clear();
    QVERIFY(room.hears(2));
    room.answers.sendAgain(QuestionId("b")); // once more when it has been taken
    QVERIFY(room.hears(3));
    QCOMPARE(room.order(), (QStringList{"s a", "s b", "s b"}));
}

void TestStudioAnswers::whatIsProvedMeanwhileIsNotSent()
{
    Room room;
    room.isSlow = true;
    room.answers.attach("s");
    for (const char* id : {"a", "b", "c"})
        room.answer(id, textBlocks(id));
    session::Event event;
    event.body = AnswerDelivered{QuestionId("b"), {}};
    room.answers.follow(event);
    room.isSlow = false;
    room.held.clear();
    QVERIFY(room.hears(2));
    QCOMPARE(room.order(), (QStringList{"s a", "s c"}));
}

/// A program may come again faster than the log is read.
void TestStudioAnswers::whatTheLogMayProveWaitsForItsEnd()
{
    Room room;
    room.answers.forget();
    room.answers.attach("s");
    for (const char* id : {"a", "b"})
        room.answer(id, textBlocks(id), "Human", true);
    room.answers.attach("t");
    room.answers.sendAgain(QuestionId("a"));
    room.kit.settle();
    QCOMPARE(room.order(), QStringList());
    session::Event event;
    event.body = AnswerDelivered{QuestionId("a"), {}};
    room.answers.follow(event, true);
    room.answers.settled();
    QVERIFY(room.hears(2));
    room.kit.settle();
    QCOMPARE(room.order(), (QStringList{"s b", "t b"}));
}

void TestStudioAnswers::whoLeavesKeepsNobodyWaiting()
{
    Room room;
    room.isSlow = true;
    room.answers.attach("s");
    room.answer("a", textBlocks("a"));
    room.answer("b", textBlocks("b"));
    room.answers.detach("s");
    room.isSlow = false;
    room.answers.attach("t");
    QVERIFY(room.hears(3));
    room.held.clear();
    QCOMPARE(room.order(), (QStringList{"s a", "t a", "t b"}));
}

void TestStudioAnswers::picturesThatAreTooLargeAreNamed()
{
    Room room(1000);
    room.answers.attach("s");
    room.answer("a",
                {TextBlock{"look"}, room.picture(std::string(600, 'x'), "one.png"),
                 room.picture(std::string(600, 'y'), "two.png"), room.picture("z", "three.png")});
    QVERIFY(room.hears(1));
    const json& blocks = room.given.front().second.at(2);
    QCOMPARE(blocks.size(), std::size_t(4));
    QCOMPARE(blocks.at(1).value("type", ""), std::string("image"));
    QCOMPARE(blocks.at(2).value("type", ""), std::string("text"));
    QVERIFY2(blocks.at(2).dump().find("two.png") != std::string::npos, blocks.at(2).dump().c_str());
    QCOMPARE(blocks.at(3).value("type", ""), std::string("image"));
    QVERIFY(waitFor([&] { return room.whys.size() == 1; }));
    room.answer("b", {TextBlock{"look"}, room.picture(std::string(600, 'x'), "one.png")});
    QVERIFY(room.hears(2));
    room.kit.settle();
    QCOMPARE(room.whys.size(), std::size_t(1));
}

void TestStudioAnswers::onlyItsAskersWordsAreTheProof()
{
    Room room;
    room.answers.attach("s");
    room.answer("a", textBlocks("yes"), "Alice");
    room.answer("b", textBlocks("yes"), "Bob");
    room.answer("c", textBlocks("yes"), "Bob");
    QVERIFY(room.hears(3));
    QCOMPARE(room.confirmedBy("Bob", textBlocks("yes")), std::string("b")); // the older one of his
    room.answers.setBeingProved(QuestionId("b"), true);
    QCOMPARE(room.confirmedBy("Bob", textBlocks("yes")), std::string("c"));
    room.answers.setBeingProved(QuestionId("b"), false); // it could not be stored
    QCOMPARE(room.confirmedBy("Bob", textBlocks("yes")), std::string("b"));
    QCOMPARE(room.confirmedBy("Alice", textBlocks("yes")), std::string("a"));
    QCOMPARE(room.confirmedBy("Carol", textBlocks("yes")), std::string("none"));
    QCOMPARE(room.confirmedBy("Alice", textBlocks("yes.")), std::string("none"));
    QCOMPARE(room.confirmedBy("Alice", textBlocks("yes"), "assistant"), std::string("none"));
}

void TestStudioAnswers::picturesAreComparedToo()
{
    Room room;
    const MediaBlock one = room.picture("one", "1.png");
    const MediaBlock two = room.picture("two", "2.png");
    room.answers.attach("s");
    room.answer("one", {one});
    room.answer("both", {one, two});
    room.answer("words", {TextBlock{"look"}, two});
    QVERIFY(room.hears(3));
    QCOMPARE(room.confirmedBy("Human", {}), std::string("none"));
    QCOMPARE(room.confirmedBy("Human", {two}), std::string("none"));
    QCOMPARE(room.confirmedBy("Human", {two, one}), std::string("none"));
    QCOMPARE(room.confirmedBy("Human", {one}), std::string("one"));
    QCOMPARE(room.confirmedBy("Human", {one, two}), std::string("both"));
    QCOMPARE(room.confirmedBy("Human", textBlocks("look")), std::string("none"));
    QCOMPARE(room.confirmedBy("Human", {TextBlock{"look"}, two}), std::string("words"));
}

/// What a program says before it was given the answer is its own.
void TestStudioAnswers::whatNobodyWasGivenIsNotProved()
{
    Room room;
    room.answer("old", textBlocks("yes"), "Human", true); // of before a restart: it may have been
    room.answer("new", textBlocks("no"));
    QCOMPARE(room.confirmedBy("Human", textBlocks("yes")), std::string("old"));
    QCOMPARE(room.confirmedBy("Human", textBlocks("no")), std::string("none"));
    room.answers.attach("s");
    QVERIFY(room.hears(2));
    QCOMPARE(room.confirmedBy("Human", textBlocks("no")), std::string("new"));
}

/// Whether its program was given it before the restart is unknown.
void TestStudioAnswers::whatWasSaidBeforeAnOldAnswerIsNotItsProof()
{
    Room room;
    room.answer("old", textBlocks("yes"), "Human", true, Timestamp{1000});
    QCOMPARE(room.confirmedBy("Human", textBlocks("yes"), "user", Timestamp{999}), std::string("none"));
    QCOMPARE(room.confirmedBy("Human", textBlocks("yes"), "user", Timestamp{1000}), std::string("old"));
    room.answers.attach("s");
    QVERIFY(room.hears(1));
    QCOMPARE(room.confirmedBy("Human", textBlocks("yes"), "user", Timestamp{999}),
             std::string("old")); // by another clock
}

void TestStudioAnswers::aPictureThatWasNamedIsProvedByItsName()
{
    Room room(1000);
    const MediaBlock small = room.picture("x", "small.png");
    const MediaBlock large = room.picture(std::string(1001, 'x'), "large.png");
    MediaBlock file = room.picture("text", "notes.txt");
    file.kind = MediaKind::File;
    room.answers.attach("s");
    room.answer("a", {TextBlock{"look"}, small, large, file});
    QVERIFY(room.hears(1));
    std::vector<ContentBlock> said;
    for (const json& block : room.given.front().second.at(2)) {
        if (block.at("type") == "text")
            said.emplace_back(TextBlock{block.at("text").get<std::string>()});
        else
            said.emplace_back(small);
    }
    QCOMPARE(said.size(), std::size_t(4));
    QCOMPARE(room.confirmedBy("Human", {TextBlock{"look"}, small, large, file}), std::string("none"));
    QCOMPARE(room.confirmedBy("Human", said), std::string("a"));
}

} // namespace tst_studio_answers

QUARTERDECK_TEST(tst_studio_answers, TestStudioAnswers)
#include "tst_studio_answers.moc"
