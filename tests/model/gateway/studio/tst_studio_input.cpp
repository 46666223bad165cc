#include "model/formats/export/session_writer.h"
#include "studio_kit.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QProcess>
#include <QTest>

namespace tst_studio_input {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

/// The program asks for a number, and is given 7.
bool answersAForm(Talk& talk)
{
    const int asked = talk.tell("requestUserInput", asking("q", "run 1", R"({"type": "object", "required": ["n"],
                                "properties": {"n": {"type": "integer"}}})"));
    AnswerQuestion answer;
    answer.id = QuestionId("q");
    answer.form = JsonValue(json{{"n", 7}});
    return asked == 200 && !talk.kit.submit(talk.session(), answer).error;
}

} // namespace

/// What programs ask the person, and how the answers come back to them.
class TestStudioInput final : public QObject
{
    Q_OBJECT
private slots:
    void anAnswerReachesTheProgram();
    void aFormReachesTheProgram();
    void aPictureReachesTheProgram();
    void aRefusalIsSaidInWords();
    void answersGoToTheRunThatAsked();
    void anAnswerWaitsForTheProgram();
    void anAnswerSurvivesARestart_data();
    void anAnswerSurvivesARestart();
    void theEchoIsShownOnce();
    void theEchoIsExportedAsItsProgramHadIt();
    void theEchoIsKnownAfterARestart();
    void echoesOfTheSameWordsProveOneEach();
    void whatIsNoEchoIsAMessage();
    void whatIsAskedTwiceIsOneQuestion();
    void severalQuestionsAtOnce();
    void aSocketOfNoRunLeavesNothing();
    void whoIsConnectedIsTold();
    void programsInPython_data();
    void programsInPython();
};

void TestStudioInput::anAnswerReachesTheProgram()
{
    Talk talk;
    Program program(talk.server->port(), QStringLiteral("run 1"));
    QVERIFY(program.isConnected());
    QCOMPARE(talk.tell("requestUserInput", asking("q")), 200);
    const auto& open = talk.session()->state()->openQuestions();
    QCOMPARE(open.size(), std::size_t(1));
    QCOMPARE(open.front().question.asker.str(), std::string("Human"));
    QCOMPARE(open.front().question.text, std::string("Your turn to speak as “Human”."));
    QVERIFY(open.front().question.schema.isNull());
    QVERIFY(talk.answer("q", "yes \xe2\x9c\x93"));
    QVERIFY(program.hears(1));
    QCOMPARE(program.inputs.front(), textInput("q", "yes \xe2\x9c\x93"));
}

void TestStudioInput::aFormReachesTheProgram()
{
    Talk talk;
    Program program(talk.server->port(), QStringLiteral("run 1"));
    QVERIFY(program.isConnected());
    QVERIFY(answersAForm(talk));
    QVERIFY(program.hears(1));
    QCOMPARE(program.inputs.front(), json({"q", {{{"type", "text"}, {"text", R"({"n":7})"}}}, {{"n", 7}}}));
}

void TestStudioInput::aPictureReachesTheProgram()
{
    Talk talk;
    Program program(talk.server->port(), QStringLiteral("run 1"));
    QVERIFY(program.isConnected());
    QCOMPARE(talk.tell("requestUserInput", asking("q")), 200);
    std::optional<session::AttachmentInfo> stored;
    talk.kit.library->putAttachment("the bytes", "image/png", 1, 1, [&](const auto& info) {
        session::post(&talk.kit.context, [&stored, info] { stored = *info; });
    });
    QVERIFY(waitFor([&] { return stored.has_value(); }));
    MediaBlock picture;
    picture.kind = MediaKind::Image;
    picture.source.hash = stored->hash;
    picture.source.mediaType = "image/png";
    AnswerQuestion answer;
    answer.id = QuestionId("q");
    answer.content = {TextBlock{"look"}, picture};
    QVERIFY(!talk.kit.submit(talk.session(), answer).error);
    QVERIFY(program.hears(1));
    const json blocks = program.inputs.front().at(1);
    QCOMPARE(blocks.size(), std::size_t(2));
    QCOMPARE(blocks.at(1),
             json({{"type", "image"},
                   {"source", {{"type", "base64"}, {"media_type", "image/png"}, {"data", "dGhlIGJ5dGVz"}}}}));
}

void TestStudioInput::aRefusalIsSaidInWords()
{
    Talk talk;
    Program program(talk.server->port(), QStringLiteral("run 1"));
    QVERIFY(program.isConnected());
    QCOMPARE(talk.tell("requestUserInput", asking("q")), 200);
    QVERIFY(!talk.kit.submit(talk.session(), DeclineQuestion{QuestionId("q")}).error);
    QVERIFY(program.hears(1));
    QCOMPARE(program.inputs.front(), textInput("q", "(The person declined to answer.)"));
}

void TestStudioInput::answersGoToTheRunThatAsked()
{
    Talk talk;
    Program one(talk.server->port(), QStringLiteral("run 1"));
    Program two(talk.server->port(), QStringLiteral("run 2"));
    QVERIFY(one.isConnected() && two.isConnected());
    QCOMPARE(talk.tell("requestUserInput", asking("q", "run 1")), 200);
    QCOMPARE(talk.tell("requestUserInput", asking("q", "run 2")), 200);
    QVERIFY(talk.answer("q", "two", talk.session("run 2")));
    QVERIFY(two.hears(1));
    QVERIFY(talk.answer("q", "one"));
    QVERIFY(one.hears(1));
    QCOMPARE(one.inputs.front(), textInput("q", "one"));
    QCOMPARE(two.inputs, std::vector{textInput("q", "two")});
}

void TestStudioInput::anAnswerWaitsForTheProgram()
{
    Talk talk;
    {
        Program program(talk.server->port(), QStringLiteral("run 1"));
        QVERIFY(program.isConnected());
        QCOMPARE(talk.tell("requestUserInput", asking("q")), 200);
    }
    QVERIFY(talk.answer("q", "here"));
    QCOMPARE(talk.unproved(), std::size_t(1));
    for (int times = 0; times < 2; ++times) { // until it is proved; the program takes it once
        Program program(talk.server->port(), QStringLiteral("run 1"));
        QVERIFY(program.hears(1));
        QCOMPARE(program.inputs.front(), textInput("q", "here"));
    }
    QCOMPARE(talk.tell("pushMessage", echo("m", "here")), 200);
    QCOMPARE(talk.unproved(), std::size_t(0));
    Program program(talk.server->port(), QStringLiteral("run 1"));
    QVERIFY(program.isConnected());
    QVERIFY(!waitFor([&] { return !program.inputs.empty(); }, 200));
}

void TestStudioInput::anAnswerSurvivesARestart_data()
{
    QTest::addColumn<bool>("isAnsweredBefore");
    QTest::newRow("answered before it") << true;
    QTest::newRow("answered after it") << false;
}

void TestStudioInput::anAnswerSurvivesARestart()
{
    QFETCH(bool, isAnsweredBefore);
    Talk talk;
    QCOMPARE(talk.tell("requestUserInput", asking("q")), 200);
    const session::SessionId id = talk.session()->id();
    if (isAnsweredBefore)
        QVERIFY(talk.answer("q", "yes"));
    talk.restart();
    QVERIFY(waitFor([&] { return talk.kit.hub->isListed(); }));
    if (!isAnsweredBefore)
        QVERIFY(talk.answer("q", "yes", talk.kit.open(id)));
    Program program(talk.server->port(), QStringLiteral("run 1"));
    QVERIFY(program.hears(1));
    QCOMPARE(program.inputs.front(), textInput("q", "yes"));
}

void TestStudioInput::theEchoIsShownOnce()
{
    Talk talk;
    Program program(talk.server->port(), QStringLiteral("run 1"));
    QVERIFY(program.isConnected());
    QCOMPARE(talk.tell("requestUserInput", asking("q")), 200);
    QVERIFY(talk.answer("q", "yes"));
    QVERIFY(program.hears(1));
    QCOMPARE(talk.tell("pushMessage", echo("m", "yes")), 200);
    QCOMPARE(talk.tell("pushMessage", echo("m", "yes")), 200); // programs post the last one twice
    QVERIFY(talk.texts().empty());
    QCOMPARE(talk.unproved(), std::size_t(0));
}

/// A form's values among its metadata, the name, the id, a single text that stands in a list: what the agent remembers,
/// at the place where it does.
void TestStudioInput::theEchoIsExportedAsItsProgramHadIt()
{
    Talk talk;
    Program program(talk.server->port(), QStringLiteral("run 1"));
    QVERIFY(program.isConnected());
    QVERIFY(answersAForm(talk));
    QVERIFY(program.hears(1));
    const json said = {{"id", "m1"},
                       {"name", "Human"},
                       {"role", "user"},
                       {"timestamp", "2026-11-02 10:00:00.000"},
                       {"content", {{{"type", "text"}, {"text", R"({"n":7})"}}}},
                       {"metadata", {{"n", 7}}}};
    const json other = {{"id", "m0"},
                        {"name", "Bob"},
                        {"role", "assistant"},
                        {"timestamp", "2026-11-02 09:59:59.000"},
                        {"content", {{{"type", "text"}, {"text", "Meanwhile."}}}},
                        {"metadata", nullptr}};
    for (const json& msg : {other, said})
        QCOMPARE(talk.tell("pushMessage",
                           QByteArray::fromStdString(json{
                               {"runId", "run 1"},
                               {"replyId", msg["id"]},
                               {"replyName", msg["name"]},
                               {"replyRole", msg["role"]},
                               {"msg", msg}}.dump())),
                 200);
    QCOMPARE(talk.unproved(), std::size_t(0));

    formats::WriterContext context;
    context.last = *talk.session()->state();
    const auto writer = formats::exportFormat("agentscope")->make(context);
    std::string text;
    writer->begin(text);
    ConversationState state;
    for (const Event& event : talk.kit.log(talk.session()->id())) {
        writer->event({event, state}, text);
        state.apply(event);
    }
    writer->end(text);
    const json list = json::parse(text);
    QVERIFY2(list.size() >= 2 && list.at(list.size() - 2) == other, text.c_str());
    QVERIFY2(list.back() == said, text.c_str());

    // Copied alone, the answer is not waited for.
    context.isExcerpt = true;
    const auto copying = formats::exportFormat("agentscope")->make(context);
    text.clear();
    copying->begin(text);
    state = {};
    for (const Event& event : talk.kit.log(talk.session()->id())) {
        if (std::holds_alternative<SessionStarted>(event.body) || std::holds_alternative<QuestionEnded>(event.body))
            copying->event({event, state}, text);
        state.apply(event);
    }
    copying->end(text);
    QCOMPARE(json::parse(text).size(), std::size_t(1));
}

void TestStudioInput::theEchoIsKnownAfterARestart()
{
    Talk talk;
    Program program(talk.server->port(), QStringLiteral("run 1"));
    QVERIFY(program.isConnected());
    QCOMPARE(talk.tell("requestUserInput", asking("q")), 200);
    QVERIFY(talk.answer("q", "yes"));
    QVERIFY(program.hears(1));
    QCOMPARE(talk.tell("pushMessage", echo("m", "yes")), 200);
    talk.restart();
    QVERIFY(waitFor([&] { return talk.kit.hub->isListed(); }));
    QCOMPARE(talk.tell("pushMessage", echo("m", "yes")), 200);
    QVERIFY(talk.texts().empty());
}

/// The second comes before the first is stored.
void TestStudioInput::echoesOfTheSameWordsProveOneEach()
{
    Talk talk;
    Program program(talk.server->port(), QStringLiteral("run 1"));
    QVERIFY(program.isConnected());
    for (const char* id : {"a", "b"}) {
        QCOMPARE(talk.tell("requestUserInput", asking(id)), 200);
        QVERIFY(talk.answer(id, "yes"));
    }
    QVERIFY(program.hears(2));
    talk.kit.settle();
    talk.kit.library->holdWrites();
    Client one(talk.server->port());
    Client two(talk.server->port());
    one.send(studioPost("pushMessage", echo("m1", "yes")));
    two.send(studioPost("pushMessage", echo("m2", "yes")));
    const bool areBothTaken = waitFor([&] { return talk.kit.library->heldWrites() == 2; });
    talk.kit.library->releaseWrites();
    QCOMPARE(one.status(), 200);
    QCOMPARE(two.status(), 200);
    QVERIFY(areBothTaken);
    QCOMPARE(talk.unproved(), std::size_t(0));
    QVERIFY(talk.texts().empty());
}

void TestStudioInput::whatIsNoEchoIsAMessage()
{
    Talk talk;
    Program program(talk.server->port(), QStringLiteral("run 1"));
    QVERIFY(program.isConnected());
    QCOMPARE(talk.tell("requestUserInput", asking("q")), 200);
    QCOMPARE(talk.tell("pushMessage", echo("early", "yes")), 200);
    QVERIFY(talk.answer("q", "yes"));
    QVERIFY(program.hears(1));
    QCOMPARE(talk.tell("pushMessage", echo("other", "something else")), 200);
    QCOMPARE(talk.tell("pushMessage", saying("agent", "yes")), 200);
    QCOMPARE(talk.tell("pushMessage", echo("another's", "yes", "Somebody")), 200);
    QCOMPARE(talk.texts(), (std::vector<std::string>{"yes", "something else", "yes", "yes"}));
    QCOMPARE(talk.unproved(), std::size_t(1));
    QCOMPARE(talk.tell("pushMessage", echo("m", "yes")), 200);
    QCOMPARE(talk.texts().size(), std::size_t(4));
    QCOMPARE(talk.unproved(), std::size_t(0));
}

void TestStudioInput::whatIsAskedTwiceIsOneQuestion()
{
    Talk talk;
    Program program(talk.server->port(), QStringLiteral("run 1"));
    QVERIFY(program.isConnected());
    for (int times = 0; times < 2; ++times)
        QCOMPARE(talk.tell("requestUserInput", asking("q")), 200);
    QCOMPARE(talk.session()->state()->openQuestions().size(), std::size_t(1));
    QVERIFY(talk.answer("q", "yes"));
    QVERIFY(program.hears(1));
    QCOMPARE(talk.tell("requestUserInput", asking("q")), 200); // it has not seen the answer to its first post
    QVERIFY(program.hears(2));
    QVERIFY(talk.session()->state()->openQuestions().empty());
}

void TestStudioInput::severalQuestionsAtOnce()
{
    Talk talk;
    Program program(talk.server->port(), QStringLiteral("run 1"));
    QVERIFY(program.isConnected());
    for (const char* id : {"a", "b", "c"})
        QCOMPARE(talk.tell("requestUserInput", asking(id)), 200);
    for (const char* id : {"b", "c", "a"})
        QVERIFY(talk.answer(id, std::string("to ") + id));
    QVERIFY(program.hears(3));
    QCOMPARE(program.inputs, (std::vector{textInput("b", "to b"), textInput("c", "to c"), textInput("a", "to a")}));
}

void TestStudioInput::aSocketOfNoRunLeavesNothing()
{
    Talk talk;
    {
        Program program(talk.server->port(), QStringLiteral("nobody's"));
        QVERIFY(program.isConnected());
    }
    QVERIFY(talk.kit.hub->summaries().empty());
}

/// As the program is shown: not begun, running, or stopped since it left.
void TestStudioInput::whoIsConnectedIsTold()
{
    Talk talk;
    QCOMPARE(talk.tell("registerRun", R"({"id": "run 1", "name": "n", "project": "p"})"), 200);
    const auto isIn = [&](RunState state) {
        return waitFor([&] {
            const session::Session* run = talk.session();
            return run != nullptr && run->state()->runState() == state;
        });
    };
    QVERIFY(isIn(RunState::NotStarted));
    Program program(talk.server->port(), QStringLiteral("run 1"));
    QVERIFY(isIn(RunState::Running));
    program.leave();
    QVERIFY(isIn(RunState::Stopped));
    const auto rows = talk.rows();
    const auto* stopped = std::get_if<RunStateChanged>(&rows.back().event.body);
    QVERIFY(stopped != nullptr);
    QVERIFY(stopped->cause.kind == RunCauseKind::ProgramLeft);

    Program again(talk.server->port(), QStringLiteral("run 1"));
    QVERIFY(isIn(RunState::Running));
    talk.restart(); // and nobody comes again
    QVERIFY(isIn(RunState::Stopped));
}

void TestStudioInput::programsInPython_data()
{
    QTest::addColumn<QString>("transport");
    QTest::addColumn<QString>("used");
    QTest::newRow("polling only") << QStringLiteral("polling") << QStringLiteral("polling");
    QTest::newRow("WebSocket only") << QStringLiteral("websocket") << QStringLiteral("websocket");
    QTest::newRow("gone over") << QStringLiteral("both") << QStringLiteral("websocket");
    QTest::newRow("with the token") << QStringLiteral("both, token") << QStringLiteral("websocket");
}

void TestStudioInput::programsInPython()
{
    QFETCH(QString, transport);
    QFETCH(QString, used);
    Talk talk;
    QString port = QString::number(talk.server->port());
    if (transport.endsWith(QStringLiteral(", token"))) {
        transport.chop(7);
        talk.studio = gateway::TokenlessAccess::WithToken;
        talk.server->setTokenlessAccess(talk.studio);
        port += QStringLiteral("?token=") + QString::fromLatin1(Talk::token);
    }
    QProcess python;
    python.setProcessChannelMode(QProcess::SeparateChannels);
    python.start(
        QStringLiteral("/usr/bin/python3"),
        {QStringLiteral(QUARTERDECK_STUDIO_PROGRAM), port, QStringLiteral("run 1"), transport, QStringLiteral("2")});
    QVERIFY2(python.waitForStarted(), qPrintable(python.errorString()));
    const auto nextLine = [&]() -> json {
        if (!waitFor([&] { return python.canReadLine(); }, 60'000))
            return nullptr;
        return json::parse(python.readLine().toStdString());
    };
    for (const std::string question : {"run 1/0", "run 1/1"}) {
        QCOMPARE(nextLine(), json({{"asked", question}}));
        if (question == "run 1/1") // the program comes again by itself
            talk.restart();
        QVERIFY(waitFor([&] { return talk.kit.hub->isListed(); }));
        const session::SessionId id = talk.kit.hub->summaries().front().id;
        QVERIFY(talk.answer(question.c_str(), "to " + question, talk.kit.open(id)));
        const json answer = nextLine();
        QVERIFY2(answer.is_object(), python.readAllStandardError());
        QCOMPARE(answer.at("transport"), json(used.toStdString()));
        QCOMPARE(answer.at("blocks"), json({{{"type", "text"}, {"text", "to " + question}}}));
    }
    QVERIFY(waitFor([&] { return python.state() == QProcess::NotRunning; }, 60'000));
    QVERIFY2(python.exitCode() == 0, python.readAllStandardError());
    QVERIFY(talk.texts().empty());
    QCOMPARE(talk.unproved(), std::size_t(0));
}

} // namespace tst_studio_input

QUARTERDECK_TEST(tst_studio_input, TestStudioInput)
#include "tst_studio_input.moc"
