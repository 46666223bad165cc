#include "app/services/instance_server.h"
#include "app/services/run_request.h"
#include "tests/app/support/instance_asker.h"
#include "tests/app/support/played_owner.h"
#include "tests/app/support/program_runner.h"
#include "tests/app/support/run_kit.h"
#include "tests/app/support/running.h"
#include "tests/storage/support/promise.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

namespace tst_handed_run {

using namespace quarterdeck;
using app::InstanceMessage;
using test::PlayedOwner;
using test::Running;
using test::waitFor;

namespace {

constexpr int longMs = 60'000;

constexpr const char* script = R"({"key": "secret", "rules": [
    {"when": {"system": "You are Bob"}, "reply": "Three."},
    {"when": {"system": "You are Mike", "turn": 0}, "reply": {"tool_calls": [
        {"name": "publish_team_message", "arguments": {"content": "Count.", "send_to": "Bob"}}]}},
    {"when": {"system": "You are Mike", "turn": 1}, "reply": {"tool_calls": [{"name": "end", "arguments": {}}]}},
    {"when": {"system": "You are Mike", "turn": 2}, "reply": {"tool_calls": [
        {"name": "ask_human", "arguments": {"question": "Enough?", "options": ["Yes", "No"]}}]}},
    {"when": {"system": "You are Mike", "last": "No"}, "reply": "More it is."},
    {"when": {"system": "You are Mike"}, "reply": "Three it is."}]})";

} // namespace

/// The work follows the library: a run is carried out by its owner, and continues with the next owner.
class TestHandedRun final : public QObject, private test::ProgramRunner
{
    Q_OBJECT

private slots:
    void init();
    void run_isAsOneAlone_data();
    void run_isAsOneAlone();
    void resumedRun_isDoneByTheOwner();
    void recordedTeam_goesOnAtTheOwner();
    void interruption_pauses();
    void goneGuest_pauses();
    void goneOwner_leavesTheRunToOthers_data();
    void goneOwner_leavesTheRunToOthers();
    void window_getsTheLibrary_data();
    void window_getsTheLibrary();
    void gateway_waitsBesideTheWindow();
    void gateway_saysWhereItsPortIsPassedOver();
    void gateway_getsTheLibraryOfARun();
    void answers_outliveTheirOwner();
    void words_ofAnyOwner_data();
    void words_ofAnyOwner();
    void strangers_doNoHarm_data();
    void strangers_doNoHarm();

private:
    /// Of `quarterdeck run`.
    [[nodiscard]] QStringList running(const QStringList& arguments, const QString& library) const;
    [[nodiscard]] QStringList running(const QStringList& arguments) const { return running(arguments, library()); }
    /// What it tells of a run, without what no two runs have alike.
    [[nodiscard]] static QJsonObject told(const test::Run& run);
    /// What a run tells that has the library to itself.
    [[nodiscard]] QJsonObject toldAlone(const QStringList& arguments) const;
    /// "window", "gateway" or "run": it listens, and will not end by itself.
    [[nodiscard]] std::unique_ptr<Running> owner(const QString& kind) const;
    [[nodiscard]] bool isListening() const;
    /// Of the library's only session, or the one of that number.
    [[nodiscard]] QJsonObject session(int number = 0) const;
    [[nodiscard]] QString runState() const { return session().value(QStringLiteral("run_state")).toString(); }
    [[nodiscard]] bool hasOpenQuestion(int number = 0) const;
    /// That process has it open.
    [[nodiscard]] bool hasLibrary(const Running& program) const;

    std::unique_ptr<model_server::ModelServer> m_server;
};

void TestHandedRun::init()
{
    renew();
    m_server = std::make_unique<model_server::ModelServer>(test::scriptOf(script));
    QVERIFY(m_server->listen());
    qputenv("QUARTERDECK_TEST_KEY", "secret");
    write(QStringLiteral("team.json"), test::pair);
    write(QStringLiteral("yes.txt"), "Yes\n");
    write(QStringLiteral("no.txt"), "No\n");
    write(QStringLiteral("none.txt"), "");
}

QStringList TestHandedRun::running(const QStringList& arguments, const QString& library) const
{
    QStringList all{"run",       "--json", "--base-url", m_server->address(), "--key-env", "QUARTERDECK_TEST_KEY",
                    "--library", library};
    for (const QString& one : arguments)
        all << (one.endsWith(QStringLiteral(".txt")) || one.endsWith(QStringLiteral(".json")) ? path(qPrintable(one))
                                                                                              : one);
    return all;
}

QJsonObject TestHandedRun::told(const test::Run& run)
{
    QJsonObject object = run.json().object();
    if (!object.contains(QStringLiteral("session")))
        qWarning() << run.exitCode << run.output << run.errors;
    object.remove(QStringLiteral("session"));
    object.insert(QStringLiteral("exit code"), run.exitCode);
    object.insert(QStringLiteral("errors"), QString::fromUtf8(run.errors));
    return object;
}

QJsonObject TestHandedRun::toldAlone(const QStringList& arguments) const
{
    return told(Running(running(arguments, path("alone.db"))).result());
}

bool TestHandedRun::isListening() const
{
    QLocalSocket socket;
    socket.connectToServer(app::instanceAddress(library()));
    return socket.waitForConnected(longMs);
}

std::unique_ptr<Running> TestHandedRun::owner(const QString& kind) const
{
    QStringList arguments{"--port", "0", "--library", library()};
    if (kind == QStringLiteral("gateway"))
        arguments = QStringList{"gateway", "--json"} + arguments;
    if (kind == QStringLiteral("run"))
        arguments = running({"team.json", "--idea", "Wait.", "--answer-from", "stdin"});
    auto program = std::make_unique<Running>(arguments);
    if (!waitFor([&] { return isListening(); }, longMs)
        || (kind == QStringLiteral("run") && !waitFor([&] { return hasOpenQuestion(); }, longMs)))
        qFatal("there is no owner");
    return program;
}

QJsonObject TestHandedRun::session(int number) const
{
    return runOn({"list", "--json"}).json().array().at(number).toObject();
}

bool TestHandedRun::hasOpenQuestion(int number) const
{
    return session(number).value(QStringLiteral("open_questions")).toInt() == 1;
}

bool TestHandedRun::hasLibrary(const Running& program) const
{
    const QDir files(QStringLiteral("/proc/%1/fd").arg(program.processId()));
    for (const QFileInfo& one : files.entryInfoList(QDir::AllEntries | QDir::System))
        if (one.symLinkTarget() == library())
            return true;
    return false;
}

void TestHandedRun::run_isAsOneAlone_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QStringList>("arguments");
    const QStringList answered{"team.json", "--idea", "How many?", "--answer-from", "yes.txt"};
    for (const char* kind : {"window", "gateway", "run"})
        QTest::newRow(kind) << QString::fromLatin1(kind) << answered;
    QTest::newRow("otherwise answered") << QStringLiteral("gateway")
                                        << QStringList{"team.json", "--idea", "How many?", "--answer-from", "no.txt"};
    QTest::newRow("nobody answers") << QStringLiteral("window") << QStringList{"team.json", "--idea", "How many?"};
    QTest::newRow("the answers are used up")
        << QStringLiteral("gateway") << QStringList{"team.json", "--idea", "How many?", "--answer-from", "none.txt"};
    QTest::newRow("the rounds are used up")
        << QStringLiteral("gateway")
        << QStringList{"team.json", "--idea", "How many?", "--rounds", "1", "--budget", "2.5"};
    QTest::newRow("no such model") << QStringLiteral(
        "window") << QStringList{"team.json", "--idea", "How many?", "--base-url", "http://127.0.0.1:9"};
}

void TestHandedRun::run_isAsOneAlone()
{
    QFETCH(QString, kind);
    QFETCH(QStringList, arguments);
    const QJsonObject alone = toldAlone(arguments);
    QVERIFY(alone.contains(QStringLiteral("end")));
    const auto owner = this->owner(kind);
    const QJsonObject handed = told(Running(running(arguments)).result());
    QCOMPARE(handed, alone);
    QVERIFY(owner->isRunning());
    QVERIFY(hasLibrary(*owner));
    test::countPromise(7, QStringLiteral("a run was handed to a %1, and ended as one alone").arg(kind));
}

void TestHandedRun::resumedRun_isDoneByTheOwner()
{
    QCOMPARE(Running(running({"team.json", "--idea", "How many?", "--answer-from", "no.txt"})).result().exitCode, 0);
    const auto owner = this->owner(QStringLiteral("gateway"));
    const test::Run more = Running(running({"--resume", "How many?", "--idea", "Sure?"})).result();
    QVERIFY2(more.exitCode == 0, more.errors);
    QCOMPARE(more.json().object().value(QStringLiteral("answer")).toString(), QStringLiteral("Three it is."));
    QVERIFY(more.json().object().value(QStringLiteral("rounds")).toInt() > 1);
    const test::Run nobody = Running(running({"--resume", "Nobody", "--idea", "Sure?"})).result();
    QCOMPARE(nobody.exitCode, 1);
    QVERIFY2(nobody.errors.contains("There is no session “Nobody”"), nobody.errors);
}

/// Who has the library copies the history, too.
void TestHandedRun::recordedTeam_goesOnAtTheOwner()
{
    const QString recording = QStringLiteral(QUARTERDECK_TEST_DATA "/metagpt/team.json");
    QCOMPARE(Running({"import", recording, "--library", library()}).result().exitCode, 0);
    const auto owner = this->owner(QStringLiteral("gateway"));
    const test::Run more = Running(running({"--resume", "Write a 2048 game", "--model", "small", "--idea", "How many?",
                                            "--answer-from", "no.txt"}))
                               .result();
    QVERIFY2(more.exitCode == 0, more.errors);
    QVERIFY(hasLibrary(*owner));
    QCOMPARE(more.json().object().value(QStringLiteral("answer")).toString(), QStringLiteral("More it is."));
    QVERIFY(m_server->chats().front().body.dump().find("in plain JavaScript.") != std::string::npos);
    const QJsonObject made = session();
    QCOMPARE(made.value(QStringLiteral("id")), more.json().object().value(QStringLiteral("session")));
    QVERIFY(made.value(QStringLiteral("title")).toString().endsWith(QStringLiteral("(continued)")));
}

void TestHandedRun::interruption_pauses()
{
    const auto owner = this->owner(QStringLiteral("gateway"));
    Running run(running({"team.json", "--idea", "How many?", "--answer-from", "stdin"}));
    QVERIFY(waitFor([&] { return hasOpenQuestion(); }, longMs));
    QVERIFY(hasLibrary(*owner) && !hasLibrary(run)); // never two writers
    run.interrupt();
    const test::Run ended = run.result();
    QCOMPARE(ended.exitCode, 1);
    QCOMPARE(ended.json().object().value(QStringLiteral("end")).toString(), QStringLiteral("paused"));
    QVERIFY2(ended.errors.contains("The run is paused: "), ended.errors);
    QCOMPARE(runState(), QStringLiteral("paused"));
}

void TestHandedRun::goneGuest_pauses()
{
    const auto owner = this->owner(QStringLiteral("gateway"));
    Running run(running({"team.json", "--idea", "How many?", "--answer-from", "stdin"}));
    QVERIFY(waitFor([&] { return hasOpenQuestion(); }, longMs));
    run.kill();
    QVERIFY(waitFor([&] { return runState() == u"paused"; }, longMs));
}

void TestHandedRun::goneOwner_leavesTheRunToOthers_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("isKilled");
    QTest::newRow("a killed window") << QStringLiteral("window") << true;
    QTest::newRow("a killed gateway") << QStringLiteral("gateway") << true;
    QTest::newRow("a gateway that ends") << QStringLiteral("gateway") << false;
    QTest::newRow("a run that ends") << QStringLiteral("run") << false;
}

void TestHandedRun::goneOwner_leavesTheRunToOthers()
{
    QFETCH(QString, kind);
    QFETCH(bool, isKilled);
    const QStringList arguments{"team.json", "--idea", "How many?", "--answer-from", "yes.txt"};
    const QJsonObject alone = toldAlone(arguments);
    const auto owner = this->owner(kind);
    const std::size_t before = m_server->chats().size();
    m_server->hold(); // nobody is answered, so the run is in its middle
    Running run(running(arguments));
    QVERIFY(waitFor([&] { return m_server->chats().size() > before; }, longMs));
    QVERIFY(hasLibrary(*owner) && !hasLibrary(run));
    isKilled ? owner->kill() : owner->interrupt();
    QVERIFY(waitFor([&] { return !owner->isRunning(); }, longMs));
    QVERIFY(waitFor([&] { return hasLibrary(run); }, longMs));
    m_server->release();
    QCOMPARE(told(run.result()), alone);
}

void TestHandedRun::window_getsTheLibrary_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("isRunWaiting");
    QTest::newRow("of a gateway") << QStringLiteral("gateway") << false;
    QTest::newRow("of a gateway beside which a run waits") << QStringLiteral("gateway") << true;
    QTest::newRow("of a run") << QStringLiteral("run") << false;
}

void TestHandedRun::window_getsTheLibrary()
{
    QFETCH(QString, kind);
    QFETCH(bool, isRunWaiting);
    const QJsonObject alone = toldAlone({"team.json", "--idea", "Wait.", "--answer-from", "yes.txt"});
    const auto first = owner(kind);
    QVERIFY(hasLibrary(*first));
    std::unique_ptr<Running> waiting;
    if (isRunWaiting) {
        waiting = std::make_unique<Running>(running({"team.json", "--idea", "Wait.", "--answer-from", "stdin"}));
        QVERIFY(waitFor([&] { return hasOpenQuestion(); }, longMs));
    }
    const int port = kind == QStringLiteral("gateway")
        ? QJsonDocument::fromJson(first->line()).object().value(QStringLiteral("port")).toInt()
        : 0;
    QStringList arguments{"--library", library()};
    if (port == 0)
        arguments << QStringLiteral("--port") << QStringLiteral("0");
    Running window(arguments);
    QVERIFY(waitFor([&] { return hasLibrary(window); }, longMs));
    QVERIFY(!hasLibrary(*first));
    if (kind == QStringLiteral("run")) {
        first->say("Yes\n");
        QCOMPARE(told(first->result()), alone);
        QVERIFY(window.isRunning());
        return;
    }
    // Agents continue where they were, and the gateway says so; it lets them in again when the window is gone.
    const QJsonObject told = QJsonDocument::fromJson(first->line()).object();
    QCOMPARE(told.value(QStringLiteral("port")).toInt(), port);
    QVERIFY(told.value(QStringLiteral("waits")).toBool());
    window.kill();
    const QJsonObject again = QJsonDocument::fromJson(first->line()).object();
    QVERIFY(again.value(QStringLiteral("port")).toInt() != 0 && !again.contains(QStringLiteral("waits")));
    QVERIFY(hasLibrary(*first));
    if (isRunWaiting) {
        waiting->say("Yes\n");
        QCOMPARE(this->told(waiting->result()), alone);
    }
    test::countPromise(7, QStringLiteral("a window got the library of a gateway, which took it back"));
}

void TestHandedRun::gateway_waitsBesideTheWindow()
{
    const auto window = owner(QStringLiteral("window"));
    Running gateway({"gateway", "--port", "0", "--lang", "en", "--library", library()});
    QVERIFY(gateway.line().startsWith("The Quarterdeck window has the library open and does not accept agents."));
    gateway.interrupt();
    QCOMPARE(gateway.result().exitCode, 0);
    QVERIFY(window->isRunning());
}

/// Asking for a port that the window does not have is refused, instead of waiting for nothing.
void TestHandedRun::gateway_saysWhereItsPortIsPassedOver()
{
    const auto asking = [this](quint16 port) {
        return QStringList{"gateway", "--port", QString::number(port), "--lang", "en", "--library", library()};
    };
    PlayedOwner owner(library());
    Running other(asking(3100));
    const auto asked = owner.hear();
    QVERIFY(asked && std::holds_alternative<app::ServeAgents>(*asked));
    owner.say(app::GatewayListening{3000});
    const test::Run run = other.result();
    QCOMPARE(run.exitCode, 1);
    QVERIFY(run.output.isEmpty());
    QCOMPARE(run.errors,
             QByteArray("quarterdeck: Agents already connect to the Quarterdeck window at http://localhost:3000, so "
                        "port 3100 was not opened.\n"));

    Running same(asking(3000));
    QVERIFY(owner.hear());
    owner.say(app::GatewayListening{3000});
    QVERIFY(same.line().contains("agents connect to it at http://localhost:3000. When it closes"));
    // It waits already when the window takes another one.
    owner.say(app::GatewayListening{3200});
    QVERIFY(same.line().contains("agents connect to it at http://localhost:3200. When it closes"));
    same.interrupt();
    QCOMPARE(same.result().exitCode, 0);
}

void TestHandedRun::gateway_getsTheLibraryOfARun()
{
    const QJsonObject alone = toldAlone({"team.json", "--idea", "Wait.", "--answer-from", "no.txt"});
    const auto run = owner(QStringLiteral("run"));
    Running gateway({"gateway", "--port", "0", "--json", "--library", library()});
    QVERIFY(gateway.line().contains("port"));
    QVERIFY(hasLibrary(gateway) && !hasLibrary(*run));
    run->say("No\n");
    QCOMPARE(told(run->result()), alone);
}

/// What was answered, and is asked again because whoever heard it is gone, gets the same answer and not the next.
void TestHandedRun::answers_outliveTheirOwner()
{
    write(QStringLiteral("both.txt"), "No\nYes\n");
    const QJsonObject alone = toldAlone({"team.json", "--idea", "How many?", "--answer-from", "both.txt"});
    std::unique_ptr<Running> run;
    {
        PlayedOwner owner(library());
        run = std::make_unique<Running>(running({"team.json", "--idea", "How many?", "--answer-from", "both.txt"}));
        const auto request = owner.hear();
        QVERIFY(request && app::runRequestFrom(std::get<app::RunTeam>(*request).request));
        owner.say(app::RequestAccepted{QStringLiteral("5")});
        for (int i = 0; i < 2; ++i) {
            owner.say(app::AnswerRequested{QStringLiteral("q")});
            const auto heard = owner.hearMore();
            QCOMPARE(heard.line, QByteArray("POST /v1/runs/5/answers HTTP/1.1"));
            const auto given = app::runAnswerFrom(heard.body.toStdString());
            QVERIFY(given && given->question == QStringLiteral("q") && given->text == "No");
        }
        owner.say(app::AnswerRequested{QStringLiteral("other")});
        QCOMPARE(app::runAnswerFrom(owner.hearMore().body.toStdString())->text, std::optional<std::string>("Yes"));
        owner.hangUp();
    }
    // By itself from here on; and there are no more answers.
    const QJsonObject handed = told(run->result());
    QCOMPARE(handed.value(QStringLiteral("end")).toString(), QStringLiteral("unanswered"));
    QCOMPARE(alone.value(QStringLiteral("end")).toString(), QStringLiteral("done"));
}

void TestHandedRun::words_ofAnyOwner_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<QByteArray>("sentence");
    const auto event = [](const InstanceMessage& message) { return QByteArray::fromStdString(app::eventOf(message)); };
    const QByteArray taken = event(app::RequestAccepted{QStringLiteral("1")});
    QTest::newRow("refuses") << event(app::RequestRejected{QStringLiteral("Not \x1b[2J today.")})
                             << QByteArray("Not \xef\xbf\xbd[2J today.");
    QTest::newRow("talks nonsense") << QByteArray("event: hello\ndata: 7\n\n") << QByteArray("cannot be understood");
    QTest::newRow("talks of something else")
        << taken + event(transfer::ImportReport{}) << QByteArray("cannot be understood");
    QTest::newRow("tells no outcome") << taken + event(app::RunEnded{QStringLiteral("{}")})
                                      << QByteArray("cannot be understood");
    QTest::newRow("asks who has no answers")
        << taken + event(app::AnswerRequested{QStringLiteral("q")}) << QByteArray("cannot be understood");
}

void TestHandedRun::words_ofAnyOwner()
{
    QFETCH(QByteArray, words);
    QFETCH(QByteArray, sentence);
    PlayedOwner owner(library());
    Running guest(running({"team.json", "--idea", "How many?"}));
    QVERIFY(owner.hear());
    owner.say(words);
    const test::Run run = guest.result();
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains(sentence), run.errors.constData());
    QVERIFY(run.json().object().contains(QStringLiteral("error")));
}

void TestHandedRun::strangers_doNoHarm_data()
{
    QTest::addColumn<QString>("run");
    const auto row = [](const char* name, const char* run) { QTest::newRow(name) << QString::fromLatin1(run); };
    row("no JSON", "hello");
    row("no object", "[]");
    row("no session", "{\"models\": []}");
    row("no models", "{\"session\": \"s\"}");
    row("a number for a text", "{\"session\": \"s\", \"models\": [], \"idea\": 7}");
    row("no team", "{\"session\": \"s\", \"models\": [], \"team\": {\"name\": 1}}");
    row("a key of the keyring",
        "{\"session\": \"s\", \"models\": [{\"key\": \"\", \"connection\": {\"id\": \"c\", \"name\": \"c\", "
        "\"address\": \"http://localhost:9\", \"key_source\": \"keyring\"}}]}");
    row("brackets", QByteArray(100'000, '[').constData());
}

void TestHandedRun::strangers_doNoHarm()
{
    QFETCH(QString, run);
    const auto owner = this->owner(QStringLiteral("gateway"));
    test::InstanceAsker asker(library(), app::RunTeam{run});
    const auto taken = asker.next();
    QVERIFY(taken && std::holds_alternative<app::RequestAccepted>(*taken));
    const auto word = asker.next();
    QVERIFY(word && std::holds_alternative<app::RequestRejected>(*word));
    QVERIFY(owner->isRunning());
}

} // namespace tst_handed_run

QUARTERDECK_TEST(tst_handed_run, TestHandedRun)
#include "tst_handed_run.moc"
