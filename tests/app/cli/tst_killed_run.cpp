#include "app/services/await.h"
#include "model/session/library.h"
#include "storage/open_library.h"
#include "tests/model_server/model_server.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <nlohmann/json.hpp>

namespace tst_killed_run {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using nlohmann::json;
using test::waitFor;

namespace {

constexpr int longMs = 60'000;

constexpr const char* team = R"({"format": "quarterdeck-team", "version": 1, "name": "Pair", "public": false,
    "model": {"connection": "elsewhere", "model": "small"}, "retries": 0,
    "roles": [{"name": "Mike", "leader": true}, {"name": "Bob"}]})";

/// The run's calls in order: when each comes, and what is answered.
json callsOfRun()
{
    return json::parse(R"([
        {"when": {"system": "You are Mike", "turn": 0}, "reply": {"text": "I ask Bob.", "tool_calls": [
            {"name": "publish_team_message", "arguments": {"content": "Count.", "send_to": "Bob"}}]}},
        {"when": {"system": "You are Mike", "turn": 1}, "reply": {"tool_calls": [{"name": "end", "arguments": {}}]}},
        {"when": {"system": "You are Bob"}, "reply": {"text": "One, two, three. Three."}},
        {"when": {"system": "You are Mike", "turn": 2}, "reply": {"tool_calls": [
            {"name": "reply_to_human", "arguments": {"content": "It is three."}}]}},
        {"when": {"system": "You are Mike"}, "reply": {"text": "All is said."}}])");
}

/// The first time that call comes its answer stops in the middle.
model_server::Script scriptThatStopsAt(std::size_t call)
{
    json rules = callsOfRun();
    json cut = rules.at(call);
    cut["name"] = "cut";
    cut["once"] = true;
    cut["reply"]["fault"] = "silence";
    rules.insert(rules.begin(), cut);
    std::string problem;
    const auto script = model_server::scriptOf(json{{"rules", rules}, {"chunking", "event"}}, problem);
    if (!script)
        qFatal("%s", problem.c_str());
    return *script;
}

} // namespace

/// `quarterdeck run`, killed with -9 while a model is speaking, and resumed.
class TestKilledRun final : public QObject
{
    Q_OBJECT
private slots:
    void nothingIsLostOrSaidTwice_data();
    void nothingIsLostOrSaidTwice();

private:
    void start(QProcess& program, const model_server::ModelServer& server, const QStringList& arguments) const;
    struct Stored
    {
        SessionId session;
        std::vector<Event> log;
    };
    /// The only session of the library, which nobody has open.
    [[nodiscard]] Stored stored();

    std::unique_ptr<QTemporaryDir> m_folder;
    QObject m_completions;
};

void TestKilledRun::start(QProcess& program, const model_server::ModelServer& server,
                          const QStringList& arguments) const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"})
        environment.insert(QString::fromLatin1(name), m_folder->path());
    program.setProcessEnvironment(environment);
    program.setProcessChannelMode(QProcess::MergedChannels);
    program.start(QStringLiteral(QUARTERDECK_BIN "/quarterdeck"),
                  QStringList{"run", "--base-url", server.address(), "--library",
                              m_folder->filePath(QStringLiteral("library.db"))}
                      + arguments);
}

TestKilledRun::Stored TestKilledRun::stored()
{
    const auto library =
        storage::openLibrary(m_folder->filePath(QStringLiteral("library.db")).toStdString(), &m_completions).value();
    const auto all =
        app::await<std::vector<session::SessionSummary>>([&](auto done) { library->listSessions(std::move(done)); });
    const SessionId id = all->front().id;
    return {id, app::await<std::vector<Event>>([&](auto done) {
                    library->readEvents(id, {0}, 10'000, std::move(done));
                }).value()};
}

void TestKilledRun::nothingIsLostOrSaidTwice_data()
{
    QTest::addColumn<int>("call");
    QTest::newRow("in the leader's first words") << 0;
    QTest::newRow("between its call and its turn's end") << 1;
    QTest::newRow("in a member's work") << 2;
    QTest::newRow("in the answer to the person") << 3;
    QTest::newRow("in the last words") << 4;
}

void TestKilledRun::nothingIsLostOrSaidTwice()
{
    QFETCH(int, call);
    m_folder = std::make_unique<QTemporaryDir>();
    QFile file(m_folder->filePath(QStringLiteral("team.json")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(team) > 0);
    file.close();
    model_server::ModelServer server(scriptThatStopsAt(static_cast<std::size_t>(call)));
    QVERIFY(server.listen());
    const auto isCut = [&] {
        const auto chats = server.chats();
        return !chats.empty() && chats.back().rule == "cut";
    };
    {
        QProcess program;
        start(program, server, {"--idea", "How many?", file.fileName()});
        QVERIFY2(waitFor([&] { return isCut() || program.state() == QProcess::NotRunning; }, longMs),
                 program.readAll().constData());
        QVERIFY2(isCut(), program.readAll().constData());
        QCOMPARE(::kill(static_cast<pid_t>(program.processId()), SIGKILL), 0);
        QVERIFY(waitFor([&] { return program.state() == QProcess::NotRunning; }, longMs));
        QCOMPARE(program.exitStatus(), QProcess::CrashExit);
    }
    const Stored before = stored();
    QProcess program;
    start(program, server, {"--resume", QString::fromStdString(before.session.str())});
    QVERIFY(waitFor([&] { return program.state() == QProcess::NotRunning; }, longMs));
    QVERIFY2(program.exitStatus() == QProcess::NormalExit && program.exitCode() == 0, program.readAll().constData());
    const std::vector<Event> after = stored().log;
    QVERIFY(after.size() > before.log.size());
    QVERIFY(std::equal(before.log.begin(), before.log.end(), after.begin()));
    QStringList lines;
    int steps = 0;
    for (const Event& event : after) {
        const auto* published = std::get_if<MessagePublished>(&event.body);
        if (published == nullptr)
            continue;
        if (published->route.rule == RoutingRule::ToSelf)
            ++steps;
        else
            lines << QString::fromStdString(published->message.sentFrom.str() + ": " + textOf(published->message));
    }
    QCOMPARE(lines.join(u'\n'),
             QStringLiteral(": How many?\nMike: Count.\nBob: One, two, three. Three.\n"
                            "Mike: It is three.\nMike: All is said."));
    QCOMPARE(steps, 6); // three replies with calls, and their results
    // Each call was made once, but for the one that was cut off.
    QCOMPARE(server.chats().size(), callsOfRun().size() + 1);
}

} // namespace tst_killed_run

QUARTERDECK_TEST(tst_killed_run, TestKilledRun)
#include "tst_killed_run.moc"
