#include "app/commands/await.h"
#include "app/commands/commands.h"
#include "app/commands/headless_run.h"
#include "app/commands/run_models.h"
#include "app/connections/connection_store.h"
#include "app/teams/team_store.h"
#include "model_server/model_server.h"
#include "session/session_hub.h"
#include "storage/open_library.h"
#include "team/session_server.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <unistd.h>

using namespace quarterdeck;
using namespace quarterdeck::conversation;

/// Teams without a window: `quarterdeck run`, against a model server over real sockets.
class TestRunTeamCommand final : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void aTeamComesToItsEnd();
    void questionsAreAnsweredFromAFile();
    void filesAreWrittenWhenThePersonApproves();
    void aTeamPlaysABoardGame();
    void whatKeepsItFromItsEndIsSaid_data();
    void whatKeepsItFromItsEndIsSaid();
    void templatesRunByName();
    void ownTeamsRunByName();
    void storedConnectionsAreUsed_data();
    void storedConnectionsAreUsed();
    void withoutAServerItSaysWhichThereAre_data();
    void withoutAServerItSaysWhichThereAre();
    void aSessionGoesOn_data();
    void aSessionGoesOn();
    void aServerNamedByItsAddressStaysTheSessions_data();
    void aServerNamedByItsAddressStaysTheSessions();
    void aKeyThatOnlyTheWindowKnowsIsNotAskedFor();
    void aTeamWithoutAModelIsRefusedBeforeItIsASession();
    void anotherServerIsForTheSessionThatGoesOn();
    void requestsKeepTheirServer();
    void aBudgetThatCannotBeKeptIsSaid_data();
    void aBudgetThatCannotBeKeptIsSaid();
    void whatCannotGoOnIsSaid();
    void badTeamsAreRefused_data();
    void badTeamsAreRefused();
    void answersAreReadAsThePersonMeansThem_data();
    void answersAreReadAsThePersonMeansThem();

private:
    [[nodiscard]] app::CommandLine lineFor(const QString& team) const;
    /// What a run tells, with its `code`.
    nlohmann::json printedBy(const app::CommandLine& line);
    int run(const app::CommandLine& line);
    QString write(const char* name, const QByteArray& bytes) const;
    /// What was said in the only session, "Mike: text".
    [[nodiscard]] QStringList spoken() const;
    [[nodiscard]] ConversationState state() const;
    /// How the only session began, as JSON.
    [[nodiscard]] std::string started() const;
    [[nodiscard]] team::Connection storedConnection(const char* name) const;
    static void store(const std::vector<team::Connection>& connections);
    [[nodiscard]] std::shared_ptr<session::Library> library() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<model_server::ModelServer> m_server;
    QObject m_completions;
};

namespace {

constexpr const char* pair = R"({"format": "quarterdeck-team", "version": 1, "name": "Pair", "public": false,
    "model": {"connection": "elsewhere", "model": "small"}, "retries": 0,
    "roles": [{"name": "Mike", "leader": true}, {"name": "Bob"}]})";

constexpr const char* script = R"({"key": "secret", "rules": [
    {"when": {"system": "You are Bob"}, "reply": "Three."},
    {"when": {"system": "You are Mike", "turn": 0}, "reply": {"tool_calls": [
        {"name": "publish_team_message", "arguments": {"content": "Count.", "send_to": "Bob"}}]}},
    {"when": {"system": "You are Mike", "turn": 1}, "reply": {"tool_calls": [{"name": "end", "arguments": {}}]}},
    {"when": {"system": "You are Mike", "turn": 2}, "reply": {"tool_calls": [
        {"name": "ask_human", "arguments": {"question": "Enough?", "options": ["Yes", "No"]}}]}},
    {"when": {"system": "You are Mike"}, "reply": "Three it is."}]})";

model_server::Script scriptOf(const char* text)
{
    std::string problem;
    const auto read = model_server::scriptOf(nlohmann::json::parse(text), problem);
    if (!read)
        qFatal("%s", problem.c_str());
    return *read;
}

} // namespace

void TestRunTeamCommand::init()
{
    QStandardPaths::setTestModeEnabled(true);
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_RUNTIME_DIR", m_folder->path().toUtf8()); // else Qt warns, on standard output here
    m_server = std::make_unique<model_server::ModelServer>(scriptOf(script));
    QVERIFY(m_server->listen());
    qputenv("QUARTERDECK_TEST_KEY", "secret");
    QVERIFY(app::ConnectionStore(app::ConnectionStore::defaultFolder()).save({}));
}

app::CommandLine TestRunTeamCommand::lineFor(const QString& team) const
{
    app::CommandLine line;
    line.command = app::Command::RunTeam;
    line.files = {team};
    line.library = m_folder->filePath(QStringLiteral("library.db"));
    line.idea = QStringLiteral("How many?");
    line.baseUrl = m_server->address();
    line.keyVariable = QStringLiteral("QUARTERDECK_TEST_KEY");
    line.isJson = true;
    return line;
}

int TestRunTeamCommand::run(const app::CommandLine& line)
{
    app::Console console(line.isJson);
    return console.finish(app::runTeam(line, console));
}

QString TestRunTeamCommand::write(const char* name, const QByteArray& bytes) const
{
    QFile file(m_folder->filePath(QString::fromLatin1(name)));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("no place for a test's file");
    return file.fileName();
}

std::shared_ptr<session::Library> TestRunTeamCommand::library() const
{
    return storage::openLibrary(m_folder->filePath(QStringLiteral("library.db")).toStdString(),
                                const_cast<QObject*>(&m_completions))
        .value();
}

ConversationState TestRunTeamCommand::state() const
{
    const auto opened = library();
    const auto all =
        app::await<std::vector<session::SessionSummary>>([&](auto done) { opened->listSessions(std::move(done)); });
    return app::await<ConversationState>(
               [&](auto done) { opened->readState(all->front().id, std::nullopt, std::move(done)); })
        .value();
}

std::string TestRunTeamCommand::started() const
{
    const auto opened = library();
    const auto all =
        app::await<std::vector<session::SessionSummary>>([&](auto done) { opened->listSessions(std::move(done)); });
    const auto events = app::await<std::vector<Event>>(
        [&](auto done) { opened->readEvents(all->front().id, {0}, 1, std::move(done)); });
    return std::get<SessionStarted>(events->front().body).details.json().dump();
}

team::Connection TestRunTeamCommand::storedConnection(const char* name) const
{
    team::Connection connection = team::newConnection(team::Service::Other);
    connection.name = name;
    const bool isThere = connection.name == "Mine";
    connection.address = isThere ? m_server->address().toStdString() : "http://localhost:9";
    connection.keySource = team::KeySource::Environment;
    connection.keyVariable = "QUARTERDECK_TEST_KEY";
    connection.models = {"known", "another"};
    return connection;
}

void TestRunTeamCommand::store(const std::vector<team::Connection>& connections)
{
    if (!app::ConnectionStore(app::ConnectionStore::defaultFolder()).save(connections))
        qFatal("no place for a test's connections");
}

QStringList TestRunTeamCommand::spoken() const
{
    const auto opened = library();
    const auto all =
        app::await<std::vector<session::SessionSummary>>([&](auto done) { opened->listSessions(std::move(done)); });
    const auto events = app::await<std::vector<Event>>(
        [&](auto done) { opened->readEvents(all->front().id, {0}, 10'000, std::move(done)); });
    QStringList lines;
    for (const Event& event : *events) {
        const auto* published = std::get_if<MessagePublished>(&event.body);
        if (published != nullptr && published->route.rule != RoutingRule::ToSelf)
            lines << QString::fromStdString(published->message.sentFrom.str() + ": " + textOf(published->message));
    }
    return lines;
}

void TestRunTeamCommand::aTeamComesToItsEnd()
{
    app::CommandLine line = lineFor(write("team.json", pair));
    line.answerFrom = write("answers.txt", "Yes\n");
    line.budget = 2.5;
    line.rounds = 9;
    QCOMPARE(run(line), 0);
    QCOMPARE(spoken().join(u'\n'), QStringLiteral(": How many?\nMike: Count.\nBob: Three.\nMike: Three it is."));
    QCOMPARE(state().budget(), std::optional(2.5));
    QCOMPARE(state().plannedRounds(), 9);
    QVERIFY(state().totalTokens() > 0);
    QCOMPARE(m_server->chats().size(), std::size_t(5));
    QCOMPARE(m_server->chats().front().body.at("model").get<std::string>(), std::string("small"));
}

void TestRunTeamCommand::questionsAreAnsweredFromAFile()
{
    app::CommandLine line = lineFor(write("team.json", pair));
    line.answerFrom = write("answers.txt", "2\n");
    line.model = QStringLiteral("large");
    QCOMPARE(run(line), 0);
    const nlohmann::json last = m_server->chats().back().body;
    QVERIFY(last.at("messages").dump().find("\"No\"") != std::string::npos);
    QCOMPARE(last.at("model").get<std::string>(), std::string("large"));
}

nlohmann::json TestRunTeamCommand::printedBy(const app::CommandLine& line)
{
    QFile printed(m_folder->filePath(QStringLiteral("printed.json")));
    if (!printed.open(QIODevice::ReadWrite | QIODevice::Truncate))
        qFatal("no place for a test's file");
    (void)std::fflush(stdout);
    const int kept = ::dup(STDOUT_FILENO);
    ::dup2(printed.handle(), STDOUT_FILENO);
    const int code = run(line);
    (void)std::fflush(stdout);
    ::dup2(kept, STDOUT_FILENO);
    ::close(kept);
    printed.seek(0);
    nlohmann::json told = nlohmann::json::parse(printed.readAll().toStdString(), nullptr, false);
    told["code"] = code;
    return told;
}

/// The template of two players, through real sockets: their moves are on one board.
void TestRunTeamCommand::aTeamPlaysABoardGame()
{
    m_server->play(scriptOf(R"({"rules": [
        {"when": {"system": "You are Nora", "any": "fourth column."}, "reply": "We play on later."},
        {"when": {"system": "You are Nora", "any": "turn of the other player"}, "reply": {"tool_calls": [
            {"name": "end", "arguments": {}}]}},
        {"when": {"system": "You are Nora", "turn": 0, "tool": "place"}, "reply": {"tool_calls": [
            {"name": "place", "arguments": {"column": 4}},
            {"name": "publish_team_message", "arguments": {"content": "Your turn.", "send_to": "Otto"}}]}},
        {"when": {"system": "You are Otto", "any": "the turn of Nora"}, "reply": "It is in the fourth column."},
        {"when": {"system": "You are Otto", "any": "turn of the other player"}, "reply": {"tool_calls": [
            {"name": "place", "arguments": {"column": 4}}]}},
        {"when": {"system": "You are Otto"}, "reply": {"tool_calls": [
            {"name": "look_at_board", "arguments": {}}]}}],
        "otherwise": "I do not know."})"));
    app::CommandLine line = lineFor(QStringLiteral("board_game"));
    line.model = QStringLiteral("small");
    const nlohmann::json told = printedBy(line);
    QCOMPARE(told.at("code").get<int>(), 0);
    QVERIFY(!told.contains("manifest")); // a board is no file
    QVERIFY2(spoken().contains(QStringLiteral("Nora: We play on later.")), qPrintable(spoken().join(u'\n')));
    bool isStacked = false; // Otto's disc lies on Nora's
    for (const model_server::Recorded& chat : m_server->chats())
        isStacked = isStacked || chat.body.dump().find(". . . O . . .\\n. . . X . . .") != std::string::npos;
    QVERIFY(isStacked);
}

void TestRunTeamCommand::filesAreWrittenWhenThePersonApproves()
{
    m_server->play(scriptOf(R"({"rules": [
        {"when": {"turn": 0, "tool": "write_file"}, "reply": {"tool_calls": [
            {"name": "write_file", "arguments": {"path": "src/a.py", "content": "print(1)\n"}},
            {"name": "write_file", "arguments": {"path": "src/b.py", "content": "print(2)\n"}},
            {"name": "write_file", "arguments": {"path": "../c.py", "content": "print(3)\n"}}]}},
        {"when": {"any": "did not allow it"}, "reply": "One of two."}]})"));
    app::CommandLine line = lineFor(write("team.json", R"({"format": "quarterdeck-team", "version": 1, "name": "One",
        "model": {"model": "small"}, "roles": [{"name": "Ada", "leader": true, "tools": {"write_file": "ask"}}]})"));
    line.answerFrom = write("answers.txt", "Approve\nReject\n");
    line.folder = m_folder->filePath(QStringLiteral("nowhere"));
    QCOMPARE(run(line), 1);
    QVERIFY(QDir().mkpath(line.folder));
    line.isAutoArchived = true; // it is no repository
    QCOMPARE(run(line), 1);
    line.isAutoArchived = false;
    line.folder = m_folder->path(); // where the library is
    QCOMPARE(run(line), 1);
    line.folder = m_folder->filePath(QStringLiteral("nowhere"));
    const nlohmann::json told = printedBy(line);
    QCOMPARE(told.at("end").get<std::string>(), std::string("done"));
    const nlohmann::json made = told.at("manifest").at("files");
    QCOMPARE(made.size(), std::size_t(1));
    QCOMPARE(made[0].at("author").get<std::string>(), std::string("Ada"));
    QCOMPARE(made[0].at("bytes").get<int>(), 9);
    QCOMPARE(made[0].at("sha256").get<std::string>().size(), std::size_t(64));
    QVERIFY(spoken().join(u'\n').startsWith(
        QStringLiteral(": How many?\nAda: One of two.\nQuarterdeck: The team made or changed 1 file")));
    QStringList files;
    for (QDirIterator all(line.folder, QDir::Files, QDirIterator::Subdirectories); all.hasNext();)
        files << QDir(line.folder).relativeFilePath(all.next());
    QCOMPARE(files.size(), 1); // which of the two was asked about first is not said
    QFile file(line.folder + u'/' + files.front());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray(files.front() == QStringLiteral("src/a.py") ? "print(1)\n" : "print(2)\n"));
    QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("c.py"))));
}

void TestRunTeamCommand::whatKeepsItFromItsEndIsSaid_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<int>("openQuestions");
    QTest::newRow("nobody answers") << "no answers" << 1;
    QTest::newRow("the answers are used up") << "empty" << 1;
    QTest::newRow("the key is wrong") << "key" << 0;
    QTest::newRow("the rounds are used up") << "rounds" << 0;
}

void TestRunTeamCommand::whatKeepsItFromItsEndIsSaid()
{
    QFETCH(QString, what);
    QFETCH(int, openQuestions);
    app::CommandLine line = lineFor(write("team.json", pair));
    if (what == QStringLiteral("empty"))
        line.answerFrom = write("answers.txt", "");
    if (what == QStringLiteral("key"))
        qputenv("QUARTERDECK_TEST_KEY", "wrong");
    if (what == QStringLiteral("rounds"))
        line.rounds = 1;
    QCOMPARE(run(line), 1);
    QCOMPARE(state().openQuestions().size(), static_cast<std::size_t>(openQuestions));
    const RoleState* mike = nullptr;
    const ConversationState now = state();
    mike = now.role(RoleName("Mike"));
    QCOMPARE(mike->activity == RoleActivity::Failed, what == QStringLiteral("key"));
    QCOMPARE(now.runState() == RunState::Paused, what == QStringLiteral("rounds"));
}

void TestRunTeamCommand::templatesRunByName()
{
    m_server->play(scriptOf(R"({"otherwise": "At your service."})"));
    app::CommandLine line = lineFor(QStringLiteral("single_agent"));
    line.model = QStringLiteral("any");
    line.language = QStringLiteral("zh_CN");
    QCOMPARE(run(line), 0);
    QCOMPARE(spoken().join(u'\n'), QStringLiteral(": How many?\nAda: At your service."));
    QVERIFY(m_server->chats().front().body.dump(-1, ' ', false).find("完整地完成") != std::string::npos);
}

void TestRunTeamCommand::ownTeamsRunByName()
{
    const QString folder = app::TeamStore::defaultFolder();
    QDir(folder).removeRecursively();
    const app::TeamStore store(folder);
    auto team = team::teamTemplate("single_agent", "en").value();
    team.name = "My own";
    team.roles.front().name = RoleName("Zoe");
    QVERIFY(store.save(team, {}));
    m_server->play(scriptOf(R"({"otherwise": "At your service."})"));
    app::CommandLine line = lineFor(QStringLiteral("my own"));
    line.model = QStringLiteral("any");
    QCOMPARE(run(line), 0);
    QCOMPARE(spoken().join(u'\n'), QStringLiteral(": How many?\nZoe: At your service."));
    QDir(folder).removeRecursively();
}

void TestRunTeamCommand::storedConnectionsAreUsed_data()
{
    QTest::addColumn<QString>("how");
    QTest::newRow("by name") << "name";
    QTest::newRow("by id") << "id";
    QTest::newRow("by its address") << "address";
    QTest::newRow("as the only one") << "only";
    QTest::newRow("as the team says") << "team";
}

/// The log then names the stored one, with which the window can go on.
void TestRunTeamCommand::storedConnectionsAreUsed()
{
    QFETCH(QString, how);
    m_server->play(scriptOf(R"({"key": "secret", "otherwise": "At your service."})"));
    const team::Connection stored = storedConnection("Mine");
    store(how == QStringLiteral("only") ? std::vector{stored} : std::vector{storedConnection("Other"), stored});
    app::CommandLine line = lineFor(QStringLiteral("single_agent"));
    line.keyVariable.clear();
    line.baseUrl = how == QStringLiteral("address") ? QString::fromStdString(stored.address) + u'/' : QString();
    if (how == QStringLiteral("name"))
        line.connection = QStringLiteral("mine");
    if (how == QStringLiteral("id"))
        line.connection = QString::fromStdString(stored.id);
    if (how == QStringLiteral("team"))
        line.files = {write("team.json", R"({"format": "quarterdeck-team", "version": 1, "name": "One",
            "model": {"connection": "Mine", "model": "known"}, "roles": [{"name": "Ada"}]})")};
    QCOMPARE(run(line), 0);
    QCOMPARE(spoken().last(), QStringLiteral("Ada: At your service."));
    QCOMPARE(m_server->chats().back().body.at("model").get<std::string>(), std::string("known"));
    QVERIFY(started().find(how == QStringLiteral("team") ? std::string("Mine") : stored.id) != std::string::npos);
}

void TestRunTeamCommand::withoutAServerItSaysWhichThereAre_data()
{
    QTest::addColumn<QString>("asked");
    QTest::addColumn<int>("stored");
    QTest::newRow("there are none") << QString() << 0;
    QTest::newRow("there are two") << QString() << 2;
    QTest::newRow("one of no such name") << "nobody" << 2;
    QTest::newRow("one of none") << "nobody" << 0;
}

void TestRunTeamCommand::withoutAServerItSaysWhichThereAre()
{
    QFETCH(QString, asked);
    QFETCH(int, stored);
    std::vector<team::Connection> connections{storedConnection("Mine"), storedConnection("Other")};
    connections.resize(static_cast<std::size_t>(stored));
    store(connections);
    app::CommandLine line = lineFor(QStringLiteral("single_agent"));
    line.baseUrl.clear();
    line.connection = asked;
    const auto models = app::runModelsOf(line, app::ConnectionStore(app::ConnectionStore::defaultFolder()));
    auto team = team::teamTemplate("single_agent", "en");
    const auto used = models ? app::useCommandLine(line, *models, *team) : conversation::Result<void>();
    const std::string sentence = !models ? models.error().sentence : !used ? used.error().sentence : std::string();
    QVERIFY2(sentence.find(stored == 0 ? "--base-url" : "Mine, Other") != std::string::npos, sentence.c_str());
    QCOMPARE(run(line), 1);
    QVERIFY(!QFile::exists(line.library));
}

void TestRunTeamCommand::aSessionGoesOn_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("said");
    QTest::newRow("with its answer") << "answer"
                                     << "Three it is.";
    QTest::newRow("after its rounds") << "rounds"
                                      << "Three it is.";
    QTest::newRow("with more to do") << "idea"
                                     << "Four it is.";
}

/// As a second program, which finds the first one's session by its title.
void TestRunTeamCommand::aSessionGoesOn()
{
    QFETCH(QString, what);
    QFETCH(QString, said);
    app::CommandLine line = lineFor(write("team.json", pair));
    if (what == QStringLiteral("rounds"))
        line.rounds = 1;
    if (what != QStringLiteral("answer"))
        line.answerFrom = write("answers.txt", "Yes\n");
    QCOMPARE(run(line), what == QStringLiteral("idea") ? 0 : 1);
    const int before = static_cast<int>(spoken().size());
    if (what == QStringLiteral("idea"))
        m_server->play(scriptOf(R"({"key": "secret", "otherwise": "Four it is."})"));
    line.files.clear();
    line.rounds = 9;
    line.session = QStringLiteral("How many");
    line.idea = what == QStringLiteral("idea") ? QStringLiteral("And with one more?") : QString();
    line.answerFrom = write("answers.txt", "Yes\n");
    line.budget = 7.5;
    QCOMPARE(run(line), 0);
    QCOMPARE(spoken().last(), QStringLiteral("Mike: ") + said);
    QVERIFY(spoken().size() > before);
    QCOMPARE(state().budget(), std::optional(7.5));
}

void TestRunTeamCommand::aServerNamedByItsAddressStaysTheSessions_data()
{
    QTest::addColumn<bool>("hasKey");
    QTest::newRow("with the variable of its key") << true;
    QTest::newRow("without a key") << false;
}

/// Who goes on names none.
void TestRunTeamCommand::aServerNamedByItsAddressStaysTheSessions()
{
    QFETCH(bool, hasKey);
    m_server->play(scriptOf(hasKey ? R"({"key": "secret", "otherwise": "One."})" : R"({"otherwise": "One."})"));
    app::CommandLine line = lineFor(QStringLiteral("single_agent"));
    line.model = QStringLiteral("small");
    if (!hasKey)
        line.keyVariable.clear();
    QCOMPARE(run(line), 0);
    const std::string kept = started();
    QVERIFY2(kept.find(m_server->address().toStdString()) != std::string::npos, kept.c_str());
    QVERIFY2(kept.find("secret") == std::string::npos && kept.find("command-line") == std::string::npos, kept.c_str());
    const std::size_t asked = m_server->chats().size();
    line.files.clear();
    line.baseUrl.clear();
    line.keyVariable.clear();
    line.model.clear();
    line.session = QStringLiteral("How many");
    line.idea = QStringLiteral("And then?");
    QCOMPARE(run(line), 0);
    QVERIFY(m_server->chats().size() > asked);
    QCOMPARE(m_server->chats().back().body.at("model").get<std::string>(), std::string("small"));
}

void TestRunTeamCommand::aKeyThatOnlyTheWindowKnowsIsNotAskedFor()
{
    m_server->play(scriptOf(R"({"otherwise": "One."})"));
    team::Connection typed = storedConnection("Mine");
    typed.keySource = team::KeySource::ThisRun;
    store({typed});
    app::CommandLine line = lineFor(QStringLiteral("single_agent"));
    line.keyVariable.clear();
    line.model = QStringLiteral("small");
    QCOMPARE(run(line), 0);
    QCOMPARE(spoken().last(), QStringLiteral("Ada: One."));
}

void TestRunTeamCommand::aTeamWithoutAModelIsRefusedBeforeItIsASession()
{
    const app::CommandLine line = lineFor(QStringLiteral("single_agent"));
    QCOMPARE(run(line), 1);
    QVERIFY(!QFile::exists(line.library));
    QVERIFY(m_server->chats().empty());
}

void TestRunTeamCommand::anotherServerIsForTheSessionThatGoesOn()
{
    m_server->play(scriptOf(R"({"key": "secret", "otherwise": "One."})"));
    app::CommandLine line = lineFor(QStringLiteral("single_agent"));
    line.model = QStringLiteral("small");
    QCOMPARE(run(line), 0);
    model_server::ModelServer other(scriptOf(R"({"otherwise": "Two."})"));
    QVERIFY(other.listen());
    line.files.clear();
    line.baseUrl = other.address();
    line.keyVariable.clear();
    line.model = QStringLiteral("large");
    line.session = QStringLiteral("How many");
    line.idea = QStringLiteral("And then?");
    QCOMPARE(run(line), 0);
    QVERIFY(!other.chats().empty());
    QCOMPARE(other.chats().back().body.at("model").get<std::string>(), std::string("large"));
    QVERIFY(spoken().last().endsWith(QStringLiteral("Two.")));
}

/// From one process to another. A key of the keyring is the other's own.
void TestRunTeamCommand::requestsKeepTheirServer()
{
    app::RunRequest request;
    request.session = SessionId("s");
    request.server = team::serverAt("http://localhost:1/v1", "MY_KEY");
    request.model = {request.server->id, "small"};
    QVERIFY(app::runRequestFrom(app::textOf(request)) == request);
    request.server->keySource = team::KeySource::Keyring;
    QVERIFY(!app::runRequestFrom(app::textOf(request)));
}

void TestRunTeamCommand::aBudgetThatCannotBeKeptIsSaid_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<bool>("isSaid");
    QTest::newRow("a model without a price") << QStringLiteral("nobody-knows-it") << true;
    QTest::newRow("one that has a price") << QStringLiteral("gpt-4o") << false;
}

void TestRunTeamCommand::aBudgetThatCannotBeKeptIsSaid()
{
    QFETCH(QString, model);
    QFETCH(bool, isSaid);
    m_server->play(scriptOf(R"({"key": "secret", "otherwise": "One."})"));
    app::CommandLine line = lineFor(QStringLiteral("single_agent"));
    line.model = model;
    line.budget = 2.0;
    QCOMPARE(printedBy(line).value("notice", std::string()).find("No price is known for this model") == 0, isSaid);
    line.files.clear();
    line.model.clear();
    line.session = QStringLiteral("How many");
    line.idea = QStringLiteral("And then?");
    const nlohmann::json goneOn = printedBy(line);
    QCOMPARE(goneOn.at("code").get<int>(), 0);
    QCOMPARE(goneOn.contains("notice"), isSaid);
}

void TestRunTeamCommand::whatCannotGoOnIsSaid()
{
    app::CommandLine line = lineFor({});
    line.files.clear();
    line.session = QStringLiteral("nothing of the kind");
    QCOMPARE(run(line), 1);
    {
        const auto opened = library();
        conversation::SessionStarted recorded;
        recorded.title = "A recording";
        recorded.kind = SessionKind::Imported;
        session::SessionHub hub(opened);
        QVERIFY(app::await<session::Session*>([&](auto done) { hub.create(recorded, {}, std::move(done)); }));
    }
    line.session = QStringLiteral("A recording");
    QCOMPARE(run(line), 1);
}

void TestRunTeamCommand::badTeamsAreRefused_data()
{
    QTest::addColumn<QString>("team");
    QTest::newRow("no such file") << "nothing.json";
    QTest::newRow("no JSON") << "text";
    QTest::newRow("no server") << "address";
    QTest::newRow("no answers") << "answers";
}

void TestRunTeamCommand::badTeamsAreRefused()
{
    QFETCH(QString, team);
    app::CommandLine line = lineFor(team == QStringLiteral("text")               ? write("team.json", "roles: none")
                                        : team == QStringLiteral("nothing.json") ? m_folder->filePath(team)
                                                                                 : write("team.json", pair));
    if (team == QStringLiteral("address"))
        line.baseUrl = QStringLiteral("ftp://nowhere");
    if (team == QStringLiteral("answers"))
        line.answerFrom = m_folder->filePath(QStringLiteral("none.txt"));
    QCOMPARE(run(line), 1);
    QVERIFY(!QFile::exists(line.library));
}

void TestRunTeamCommand::answersAreReadAsThePersonMeansThem_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("words");
    QTest::newRow("a label") << " Yes "
                             << "Yes"
                             << "";
    QTest::newRow("a number") << "2"
                              << "7"
                              << "";
    QTest::newRow("a label that is a number") << "7"
                                              << "7"
                                              << "";
    QTest::newRow("too large a number") << "3"
                                        << ""
                                        << "3";
    QTest::newRow("own words") << "Perhaps"
                               << ""
                               << "Perhaps";
}

void TestRunTeamCommand::answersAreReadAsThePersonMeansThem()
{
    QFETCH(QString, typed);
    QFETCH(QString, option);
    QFETCH(QString, words);
    Question question;
    question.id = QuestionId("q");
    question.options = {{"Yes", {}}, {"7", {}}};
    const AnswerQuestion answer = app::answerFrom(question, typed.toStdString());
    QCOMPARE(QString::fromStdString(answer.option), option);
    QCOMPARE(answer.content == textBlocks(words.toStdString()), !words.isEmpty());
}

QTEST_GUILESS_MAIN(TestRunTeamCommand)
#include "tst_run_team_command.moc"
