#include "tests/app/support/run_kit.h"
#include "tests/support/test.h"

#include "app/services/await.h"
#include "app/services/headless_run.h"
#include "app/services/model_servers.h"
#include "app/services/run_models.h"
#include "app/services/team_store.h"
#include "model/agents/definition/team_definition.h"
#include "model/session/session_hub.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFloat16>
#include <QIODevice>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_run_team_command {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;

/// Teams without a window: what they are, do and come to.
class TestRunTeamCommand final : public QObject, protected RunKit
{
    Q_OBJECT

private slots:
    void init() { begin(); }

    void aTeamComesToItsEnd();
    void questionsAreAnsweredFromAFile();
    void filesAreWrittenWhenThePersonApproves();
    void aTeamPlaysABoardGame();
    void whatKeepsItFromItsEndIsSaid_data();
    void whatKeepsItFromItsEndIsSaid();
    void templatesRunByName();
    void ownTeamsRunByName();
    void aSessionGoesOn_data();
    void aSessionGoesOn();
    void teamBegunElsewhereGoesOnOnlyIfTrusted();
    void teamOfARecordingGoesOn();
    void whatCannotGoOnIsSaid();
    void badTeamsAreRefused_data();
    void badTeamsAreRefused();
    void whereATeamIsNoJsonIsSaid();
    void takenPortSaysWhichIsFree();
    void cutAnswersAreTold();
    void questionThatIsLeftKeepsItsLines();
    void answersAreReadAsThePersonMeansThem_data();
    void answersAreReadAsThePersonMeansThem();
};

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
        QStringLiteral(": How many?\nAda: One of two.\nQuarterdeck: The team created or changed 1 file")));
    QStringList files;
    for (QDirIterator all(line.folder, QDir::Files, QDirIterator::Subdirectories); all.hasNext();)
        files << QDir(line.folder).relativeFilePath(all.next());
    QCOMPARE(files.size(), 1); // which of the two was asked about first is not said
    QFile file(line.folder + u'/' + files.front());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray(files.front() == QStringLiteral("src/a.py") ? "print(1)\n" : "print(2)\n"));
    QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("c.py"))));
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

void TestRunTeamCommand::whatKeepsItFromItsEndIsSaid_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<int>("openQuestions");
    QTest::newRow("nobody answers") << "no answers" << 1;
    QTest::newRow("the answers are used up") << "empty" << 1;
    QTest::newRow("the key is wrong") << "key" << 0;
    QTest::newRow("the rounds are used up") << "rounds" << 1; // how many more there may be
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

/// As in a library from another computer: this one's mark is missing.
void TestRunTeamCommand::teamBegunElsewhereGoesOnOnlyIfTrusted()
{
    app::CommandLine line = lineFor(write("team.json", pair));
    line.answerFrom = write("answers.txt", "Yes\n");
    QCOMPARE(run(line), 0);
    const QString secret =
        QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/team-marks.secret");
    QCOMPARE(QFile::permissions(secret) & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
             QFile::Permissions());
    line.files.clear();
    line.session = QStringLiteral("How many");
    line.idea = QStringLiteral("And with one more?");
    line.answerFrom.clear();
    m_server->play(scriptOf(R"({"key": "secret", "otherwise": "Four it is."})"));
    QVERIFY(QFile::remove(secret));
    const std::size_t calls = m_server->chats().size();
    const QStringList before = spoken();
    const QByteArray told = errorsOf([&] { QCOMPARE(run(line), 1); });
    QVERIFY2(told.contains("was not started by this Quarterdeck") && told.contains("--trust-team"), told.constData());
    QVERIFY2(told.contains("is sent to http"), told.constData());
    QCOMPARE(m_server->chats().size(), calls);
    QCOMPARE(spoken(), before);
    line.isTeamTrusted = true;
    QCOMPARE(run(line), 0);
    QVERIFY(m_server->chats().size() > calls);
    line.isTeamTrusted = false; // from then on
    line.idea = QStringLiteral("And once more?");
    QCOMPARE(run(line), 0);
}

/// MetaGPT has saved it: it goes on in a new session that begins with the history.
void TestRunTeamCommand::teamOfARecordingGoesOn()
{
    app::CommandLine line = lineFor({});
    app::CommandLine import;
    import.command = app::Command::Import;
    import.library = line.library;
    import.files = {QStringLiteral(QUARTERDECK_TEST_DATA "/metagpt/team.json")};
    app::Console console;
    int code = -1;
    (void)redirected(1, [&] { code = app::importFiles(import, console); });
    QCOMPARE(code, 0);
    m_server->play(scriptOf(R"({"key": "secret", "otherwise": "It is deployed."})"));
    line.files.clear();
    line.session = QStringLiteral("Write a 2048 game");
    line.idea = QStringLiteral("Deploy it");
    line.model = QStringLiteral("small");
    const nlohmann::json told = printedBy(line);
    QCOMPARE(told.at("code").get<int>(), 0);
    QCOMPARE(told.at("answer").get<std::string>(), std::string("It is deployed."));
    QCOMPARE(m_server->chats().size(), std::size_t(1));
    const std::string prompt = m_server->chats().front().body.dump();
    QVERIFY(prompt.find("Please implement the 2048 game in plain JavaScript.") != std::string::npos);
    QVERIFY(prompt.find("Deploy it") != std::string::npos);
    const auto opened = library();
    const auto sessions =
        app::await<std::vector<session::SessionSummary>>([&](auto done) { opened->listSessions(std::move(done)); });
    QCOMPARE(sessions->size(), std::size_t(2));
    QCOMPARE(sessions->front().id.str(), told.at("session").get<std::string>());
    QCOMPARE(sessions->front().kind, SessionKind::Team);
    QCOMPARE(sessions->back().kind, SessionKind::Imported);
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

/// Not the parser's own words.
void TestRunTeamCommand::whereATeamIsNoJsonIsSaid()
{
    const auto told = printedBy(lineFor(write("team.json", "{\n  \"roles\": none\n}")));
    const QString error = QString::fromStdString(told.value("error", std::string()));
    QVERIFY2(
        error.endsWith(QStringLiteral("This team cannot be used: it is not valid JSON from line 2, character 13.")),
        qPrintable(error));
}

void TestRunTeamCommand::takenPortSaysWhichIsFree()
{
    QTcpServer holder;
    QVERIFY(holder.listen(QHostAddress::LocalHost));
    app::CommandLine line = lineFor(write("team.json", pair));
    line.port = holder.serverPort();
    line.isPortGiven = true;
    const QString error = QString::fromStdString(printedBy(line).value("error", std::string()));
    QVERIFY2(error.contains(QRegularExpression(QStringLiteral("`--port \\d+` is free"))), qPrintable(error));
}

void TestRunTeamCommand::cutAnswersAreTold()
{
    m_server->play(scriptOf(R"({"otherwise": {"text": "One, two and", "finish": "length"}})"));
    app::CommandLine line = lineFor(write("team.json", pair));
    const auto told = printedBy(line);
    QCOMPARE(told.at("answer").get<std::string>(), std::string("One, two and"));
    QCOMPARE(told.at("cut"), nlohmann::json({"Mike"}));
    line.isJson = false;
    line.session = QString::fromStdString(told.at("session").get<std::string>());
    line.files.clear();
    const QByteArray errors = errorsOf([&] { QCOMPARE(run(line), 0); });
    QVERIFY2(errors.contains("An answer from Mike is incomplete"), errors);
}

/// What is to be approved keeps its lines.
void TestRunTeamCommand::questionThatIsLeftKeepsItsLines()
{
    m_server->play(scriptOf(R"({"otherwise": {"tool_calls": [
        {"name": "write_file", "arguments": {"path": "a.py", "content": "print(1)\nprint(2)\n"}}]}})"));
    app::CommandLine line = lineFor(write("team.json", R"({"format": "quarterdeck-team", "version": 1, "name": "One",
        "model": {"model": "small"}, "roles": [{"name": "Ada", "leader": true, "tools": {"write_file": "ask"}}]})"));
    line.isJson = false;
    const QByteArray errors = errorsOf([&] { QCOMPARE(run(line), 1); });
    QVERIFY2(errors.contains("Ada is waiting for an answer: Ada wants to create"), errors);
    QVERIFY2(errors.contains("\n+print(1)\n+print(2)\n"), errors);
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
    QTest::newRow("a number with words") << "1: but hurry"
                                         << "Yes"
                                         << "but hurry";
    QTest::newRow("a label with words") << "Yes:  it is "
                                        << "Yes"
                                        << "it is";
    QTest::newRow("words with a colon") << "Perhaps: later"
                                        << ""
                                        << "Perhaps: later";
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

} // namespace tst_run_team_command

QUARTERDECK_TEST(tst_run_team_command, TestRunTeamCommand)
#include "tst_run_team_command.moc"
