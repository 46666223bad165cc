#include "app/services/await.h"
#include "model/session/library.h"
#include "storage/open_library.h"
#include "tests/model_server/model_server.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <nlohmann/json.hpp>

namespace tst_killed_remote_role {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using nlohmann::json;
using test::waitFor;

namespace {

constexpr int longMs = 60'000;

constexpr const char* team = R"({"format": "quarterdeck-team", "version": 1, "name": "Pair", "public": false,
    "model": {"connection": "elsewhere", "model": "small"}, "retries": 0,
    "roles": [{"name": "Mike", "leader": true}, {"name": "Bob", "remote": true}]})";

model_server::Script leader()
{
    std::string problem;
    const auto script = model_server::scriptOf(json::parse(R"({"chunking": "event", "rules": [
        {"when": {"system": "You are Mike", "turn": 0}, "reply": {"tool_calls": [
            {"name": "publish_team_message", "arguments": {"content": "Count.", "send_to": "Bob"}},
            {"name": "end", "arguments": {}}]}},
        {"when": {"any": "Three in all.", "turn": 1}, "reply": {"tool_calls": [
            {"name": "reply_to_human", "arguments": {"content": "It is three."}},
            {"name": "end", "arguments": {}}]}}],
        "otherwise": "What?"})"),
                                               problem);
    if (!script)
        qFatal("%s", problem.c_str());
    return *script;
}

} // namespace

/// `quarterdeck run` with a leader on a model, and a member that a program plays (packaging/adapters/role, another
/// language's HTTP); one of them, or both, killed with -9 while the program is at work.
class TestKilledRemoteRole final : public QObject
{
    Q_OBJECT
private slots:
    void nothingIsLostOrSaidTwice_data();
    void nothingIsLostOrSaidTwice();

private:
    [[nodiscard]] QString at(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    void start(QProcess& app, const QStringList& arguments) const;
    void startProgram(QProcess& program, const QString& port) const;
    [[nodiscard]] static QString portIn(QProcess& app);
    static void kill(QProcess& process);
    struct Stored
    {
        SessionId session;
        std::vector<Event> log;
    };
    [[nodiscard]] Stored stored();

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<model_server::ModelServer> m_models;
    QObject m_completions;
};

void TestKilledRemoteRole::start(QProcess& app, const QStringList& arguments) const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"})
        environment.insert(QString::fromLatin1(name), m_folder->path());
    app.setProcessEnvironment(environment);
    app.setProcessChannelMode(QProcess::MergedChannels);
    app.start(QStringLiteral(QUARTERDECK_BIN "/quarterdeck"),
              QStringList{"run", "--base-url", m_models->address(), "--library", at("library.db")} + arguments);
}

/// It is at work until there is a file "go", or the folder is gone.
void TestKilledRemoteRole::startProgram(QProcess& program, const QString& port) const
{
    program.setWorkingDirectory(m_folder->path());
    // Not this test's own: whoever waits for their end would wait for what outlives the killed program.
    program.setProcessChannelMode(QProcess::MergedChannels);
    program.start(QStringLiteral("python3"),
                  {QStringLiteral(QUARTERDECK_ROLE_ADAPTER), "--base", "http://localhost:" + port, "--token-file",
                   at("quarterdeck/gateway.token"), "Bob", "--", "sh", "-c",
                   "grep -q Count && touch begun; while [ ! -e go ] && [ -e team.json ]; do sleep 0.05; done;"
                   " echo 'Three in all.'"});
}

QString TestKilledRemoteRole::portIn(QProcess& app)
{
    QString said;
    QString port;
    (void)waitFor(
        [&] {
            said += QString::fromUtf8(app.readAll());
            port = QRegularExpression(QStringLiteral("http://localhost:(\\d+)")).match(said).captured(1);
            return !port.isEmpty() || app.state() == QProcess::NotRunning;
        },
        longMs);
    if (port.isEmpty())
        qWarning("%s", qPrintable(said));
    return port;
}

void TestKilledRemoteRole::kill(QProcess& process)
{
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGKILL), 0);
    QVERIFY(waitFor([&] { return process.state() == QProcess::NotRunning; }, longMs));
}

TestKilledRemoteRole::Stored TestKilledRemoteRole::stored()
{
    const auto library = storage::openLibrary(at("library.db").toStdString(), &m_completions).value();
    const auto all =
        app::await<std::vector<session::SessionSummary>>([&](auto done) { library->listSessions(std::move(done)); });
    const SessionId id = all->front().id;
    return {id, app::await<std::vector<Event>>([&](auto done) {
                    library->readEvents(id, {0}, 10'000, std::move(done));
                }).value()};
}

void TestKilledRemoteRole::nothingIsLostOrSaidTwice_data()
{
    QTest::addColumn<bool>("app");
    QTest::addColumn<bool>("program");
    QTest::newRow("the app") << true << false;
    QTest::newRow("the program") << false << true;
    QTest::newRow("both") << true << true;
}

void TestKilledRemoteRole::nothingIsLostOrSaidTwice()
{
    QFETCH(bool, app);
    QFETCH(bool, program);
    m_folder = std::make_unique<QTemporaryDir>();
    QFile file(at("team.json"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(team) > 0);
    file.close();
    m_models = std::make_unique<model_server::ModelServer>(leader());
    QVERIFY(m_models->listen());
    QProcess firstApp;
    start(firstApp, {"--port", "0", "--idea", "How many?", file.fileName()});
    const QString port = portIn(firstApp);
    QVERIFY(!port.isEmpty());
    QProcess firstProgram;
    startProgram(firstProgram, port);
    QVERIFY(waitFor([&] { return QFile::exists(at("begun")); }, longMs));
    QVERIFY(QFile::remove(at("begun")));
    if (app)
        kill(firstApp);
    if (program)
        kill(firstProgram);
    QProcess secondApp;
    if (app)
        start(secondApp, {"--port", port, "--resume", QString::fromStdString(stored().session.str())});
    QProcess secondProgram;
    if (program)
        startProgram(secondProgram, port);
    if (program) // the first one goes on with what it has
        QVERIFY(waitFor([&] { return QFile::exists(at("begun")); }, longMs));
    QFile go(at("go"));
    QVERIFY(go.open(QIODevice::WriteOnly));
    QProcess& last = app ? secondApp : firstApp;
    QVERIFY(waitFor([&] { return last.state() == QProcess::NotRunning; }, longMs));
    QVERIFY2(last.exitStatus() == QProcess::NormalExit && last.exitCode() == 0, last.readAll().constData());
    kill(program ? secondProgram : firstProgram);
    QStringList lines;
    for (const Event& event : stored().log)
        if (const auto* published = std::get_if<MessagePublished>(&event.body);
            published != nullptr && published->route.rule != RoutingRule::ToSelf)
            lines << QString::fromStdString(published->message.sentFrom.str() + ": " + textOf(published->message));
    QCOMPARE(lines.join(u'\n'), QStringLiteral(": How many?\nMike: Count.\nBob: Three in all.\nMike: It is three."));
    QCOMPARE(m_models->chats().size(), std::size_t(2)); // each call was made once
}

} // namespace tst_killed_remote_role

QUARTERDECK_TEST(tst_killed_remote_role, TestKilledRemoteRole)
#include "tst_killed_remote_role.moc"
