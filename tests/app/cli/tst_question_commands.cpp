#include "app/services/question_reply.h"
#include "tests/app/support/program_runner.h"
#include "tests/app/support/run_kit.h"
#include "tests/app/support/running.h"
#include "tests/support/studio_post.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QTcpSocket>
#include <QTest>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <memory>

namespace tst_question_commands {

using namespace quarterdeck;
using test::Running;
using test::waitFor;

namespace {

constexpr int longMs = 60'000;

constexpr const char* team = R"({"format": "quarterdeck-team", "version": 1, "name": "Pair", "public": false,
    "model": {"connection": "elsewhere", "model": "small"}, "retries": 0,
    "roles": [{"name": "Mike", "leader": true}]})";

constexpr const char* script = R"({"key": "secret", "rules": [
    {"when": {"system": "You are Mike", "turn": 0}, "reply": {"tool_calls": [
        {"name": "ask_human", "arguments": {"question": "Enough?\u001b[2J", "options": ["Yes", "No"]}}]}},
    {"when": {"system": "You are Mike", "last": "No"}, "reply": "More it is."},
    {"when": {"system": "You are Mike"}, "reply": "Good."}]})";

} // namespace

/// The person answers from a terminal.
class TestQuestionCommands final : public QObject, private test::ProgramRunner
{
    Q_OBJECT

private slots:
    void init();
    void question_isListed();
    void answer_isTheOneTyped_data();
    void answer_isTheOneTyped();
    void mistake_isOneSentence_data();
    void mistake_isOneSentence();
    void owner_isToldOfTheAnswer_data();
    void owner_isToldOfTheAnswer();
    void answerOfAnAgent_isRefused();
    void processOfAnAgent_isKnownByItsDescent();
    void reply_isReadAsItWasWritten();

private:
    /// Runs the team until it asks, and ends; nobody has the library then.
    void askAndLeave() const;
    [[nodiscard]] QStringList running(const QStringList& arguments) const
    {
        return QStringList{"run",
                           "--json",
                           "--base-url",
                           m_server->address(),
                           "--key-env",
                           "QUARTERDECK_TEST_KEY",
                           "--library",
                           library(),
                           path("team.json"),
                           "--idea",
                           "Count."}
        + arguments;
    }
    [[nodiscard]] QJsonArray questions() const { return runOn({"questions", "--json"}).json().array(); }
    [[nodiscard]] QString onlyQuestion() const
    {
        return questions().at(0)[QStringLiteral("question")][QStringLiteral("id")].toString();
    }
    /// Of the last question that ended, as the log has it.
    [[nodiscard]] QJsonObject end() const;

    std::unique_ptr<model_server::ModelServer> m_server;
};

void TestQuestionCommands::init()
{
    renew();
    m_server = std::make_unique<model_server::ModelServer>(test::scriptOf(script));
    QVERIFY(m_server->listen());
    qputenv("QUARTERDECK_TEST_KEY", "secret");
    write(QStringLiteral("team.json"), team);
}

void TestQuestionCommands::askAndLeave() const
{
    const test::Run run = Running(running({})).result();
    QCOMPARE(run.json().object().value(QStringLiteral("end")).toString(), QStringLiteral("unanswered"));
}

QJsonObject TestQuestionCommands::end() const
{
    const QByteArrayList lines = runOn({"export", onlySession(), "--to", "jsonl"}).output.split('\n');
    QJsonObject found;
    for (const QByteArray& line : lines) {
        const QJsonObject event = QJsonDocument::fromJson(line).object();
        if (event.value(QStringLiteral("kind")) == QStringLiteral("question_ended"))
            found = event.value(QStringLiteral("payload"))[QStringLiteral("end")].toObject();
    }
    return found;
}

void TestQuestionCommands::question_isListed()
{
    askAndLeave();
    const QJsonObject one = questions().at(0).toObject();
    QCOMPARE(one.value(QStringLiteral("title")).toString(), QStringLiteral("Count."));
    const QJsonObject question = one.value(QStringLiteral("question")).toObject();
    QCOMPARE(question.value(QStringLiteral("asker")).toString(), QStringLiteral("Mike"));
    QCOMPARE(question.value(QStringLiteral("options")).toArray().size(), 2);
    const QByteArray listed = runOn({"questions", "--lang", "en"}).output;
    QVERIFY2(listed.startsWith(onlyQuestion().toUtf8()), listed.constData());
    QVERIFY2(listed.contains("Mike: Count.\n    Enough?") && listed.contains("    2. No\n"), listed.constData());
    QVERIFY(!listed.contains('\x1b'));
}

void TestQuestionCommands::answer_isTheOneTyped_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("words");
    const QString answered = QStringLiteral("answered");
    QTest::newRow("a label") << QStringList{"No"} << answered << "No"
                             << "";
    QTest::newRow("a number") << QStringList{"2"} << answered << "No"
                              << "";
    QTest::newRow("with words") << QStringList{"1: but", "be", "quick"} << answered << "Yes"
                                << "but be quick";
    QTest::newRow("own words") << QStringList{"Ask again"} << answered << ""
                               << "Ask again";
    QTest::newRow("none") << QStringList{"--decline"} << QStringLiteral("declined") << ""
                          << "";
}

void TestQuestionCommands::answer_isTheOneTyped()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, kind);
    QFETCH(QString, option);
    QFETCH(QString, words);
    askAndLeave();
    const test::Run run = runOn(QStringList{"answer", onlyQuestion().left(8)} + arguments);
    QCOMPARE(run.errors, QByteArray());
    QCOMPARE(run.exitCode, 0);
    QVERIFY(questions().isEmpty());
    QCOMPARE(runOn({"questions", "--lang", "en"}).errors, QByteArray("quarterdeck: No question waits for you.\n"));
    const QJsonObject said = end();
    QCOMPARE(said.value(QStringLiteral("kind")).toString(), kind);
    QCOMPARE(said.value(QStringLiteral("option")).toString(), option);
    QCOMPARE(said.value(QStringLiteral("content")).toArray().at(0)[QStringLiteral("text")].toString(), words);
    QCOMPARE(said.value(QStringLiteral("by")).toString(), QStringLiteral("person"));
    QVERIFY(said.value(QStringLiteral("via")).toString().startsWith(QStringLiteral("command-line:")));
}

void TestQuestionCommands::mistake_isOneSentence_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("no question") << QStringList{} << QByteArray("needs a question");
    QTest::newRow("no answer") << QStringList{"QUESTION"} << QByteArray("needs either an answer or --decline");
    QTest::newRow("both") << QStringList{"QUESTION", "Yes", "--decline"} << QByteArray("needs either an answer or");
    QTest::newRow("another") << QStringList{"nothing", "Yes"} << QByteArray("No question “nothing” waits");
    QTest::newRow("no object") << QStringList{"QUESTION", "--form", "[1]"} << QByteArray("needs a JSON object");
    QTest::newRow("no picture") << QStringList{"QUESTION", "--file", "team.json"} << QByteArray("is not a picture");
    QTest::newRow("no file") << QStringList{"QUESTION", "--file", "none.png"} << QByteArray("cannot be read");
}

void TestQuestionCommands::mistake_isOneSentence()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, words);
    askAndLeave();
    arguments.replaceInStrings(QStringLiteral("QUESTION"), onlyQuestion());
    const test::Run run = runOn(QStringList{"answer", "--lang", "en"} + arguments);
    QVERIFY(run.exitCode != 0);
    QVERIFY2(run.errors.contains(words), run.errors.constData());
    QCOMPARE(questions().size(), 1);
}

void TestQuestionCommands::owner_isToldOfTheAnswer_data()
{
    QTest::addColumn<bool>("isRun");
    QTest::newRow("a gateway that runs the team for another") << false;
    QTest::newRow("the run itself") << true;
}

void TestQuestionCommands::owner_isToldOfTheAnswer()
{
    QFETCH(bool, isRun);
    std::unique_ptr<Running> gateway;
    if (!isRun) {
        gateway = std::make_unique<Running>(QStringList{"gateway", "--json", "--port", "0", "--library", library()});
        QVERIFY(gateway->line().contains("port"));
    }
    Running run(running({"--answer-from", "stdin"}));
    QVERIFY(waitFor([&] { return !questions().isEmpty(); }, longMs));
    const test::Run answered = runOn({"answer", onlyQuestion(), "Perhaps:", "no"});
    QCOMPARE(answered.errors, QByteArray());
    QCOMPARE(run.result().json().object().value(QStringLiteral("answer")).toString(), QStringLiteral("Good."));
}

/// It is a child of the test, which plays an agent's program.
void TestQuestionCommands::answerOfAnAgent_isRefused()
{
    askAndLeave();
    Running gateway({"gateway", "--json", "--port", "0", "--library", library()});
    const int port = QJsonDocument::fromJson(gateway.line()).object().value(QStringLiteral("port")).toInt();
    QTcpSocket socket;
    socket.connectToHost(QStringLiteral("127.0.0.1"), static_cast<quint16>(port));
    QVERIFY(socket.waitForConnected());
    socket.write(
        test::studioPost("registerRun",
                         R"({"id": "agent", "project": "p", "name": "n", "timestamp": "2026-01-01 00:00:00", "pid": )"
                             + QByteArray::number(::getpid()) + R"(, "status": "running"})"));
    QVERIFY(waitFor([&] { return socket.bytesAvailable() > 0; }, longMs));
    const auto isRefused = [&] {
        const test::Run run = runOn({"answer", onlyQuestion(), "Yes", "--lang", "en"});
        return run.exitCode == 1 && run.errors.contains("was started by an agent");
    };
    QVERIFY(isRefused());
    QCOMPARE(questions().size(), 1);
    // Nor does a run of its own bring the answers along.
    const test::Run run = Running(running({"--answer-from", "stdin", "--lang", "en"})).result();
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("cannot bring answers"), run.errors.constData());
    QCOMPARE(questions().size(), 1);
}

void TestQuestionCommands::processOfAnAgent_isKnownByItsDescent()
{
    QProcess shell;
    shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), QStringLiteral("sleep 60 & echo $!; wait")});
    QVERIFY(waitFor([&] { return shell.canReadLine(); }, longMs));
    const qint64 sleeping = shell.readLine().trimmed().toLongLong();
    QVERIFY(app::isOfAgents(sleeping, {}));               // this process started it
    QVERIFY(app::isOfAgents(::getppid(), {::getppid()})); // nothing of this process is above
    QVERIFY(!app::isOfAgents(::getppid(), {shell.processId(), sleeping}));
    QVERIFY(app::isOfAgents(0, {})); // nobody knows whose it is
    QCOMPARE(app::commandLineVia(sleeping), std::string("command-line:sh"));
    ::kill(static_cast<pid_t>(sleeping), SIGKILL);
    shell.kill();
    shell.waitForFinished();
}

void TestQuestionCommands::reply_isReadAsItWasWritten()
{
    app::QuestionReply reply{conversation::SessionId("s/1"), conversation::QuestionId("q ü")};
    reply.answer = "2: not this";
    reply.form = conversation::JsonValue(nlohmann::json{{"a", 1}});
    reply.files = QStringList{QStringLiteral("/a.png")};
    QVERIFY(app::questionReplyFrom(pathOf(reply), bodyOf(reply)) == reply);
    for (const char* body : {"", "[]", R"({"answer": 1})", R"({"files": [1]})"})
        QVERIFY(!app::questionReplyFrom(pathOf(reply), body));
    QVERIFY(!app::questionReplyFrom("/v1/sessions/s/questions/q", bodyOf(reply)));
}

} // namespace tst_question_commands

QUARTERDECK_TEST(tst_question_commands, TestQuestionCommands)
#include "tst_question_commands.moc"
