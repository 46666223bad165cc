#include "tests/model/agents/support/demo_kit.h"
#include "tests/model/agents/support/model_team_kit.h"
#include "tests/model/agents/support/work_files.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QFloat16>
#include <QIODevice>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>
#include <set>

namespace tst_team_workspace {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using team::ToolPolicy;

/// A team that works on files: under the policy of its roles, with the person's word, and cut off anywhere.
class TestTeamWorkspace final : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void writesWhereItMay();
    void asksBeforeItWrites_data();
    void asksBeforeItWrites();
    void asksWhateverItMayDo();
    void asksBeforeItReads();
    void approvesInAnotherLanguage();
    void asksAnewWhenTheFileIsAnother();
    void hasNoToolThatIsNotNamed();
    void worksInTheChosenFolder();
    void tellsWhatIsRefused();
    void goesOnFromEveryEvent();
    void stoppedWhileItAsks();
    void theSameScriptGivesTheSameLog();

private:
    [[nodiscard]] std::string workspaces() const { return m_folder->path().toStdString() + "/own"; }
    [[nodiscard]] QString pathOf(const SessionId& session, const char* name) const
    {
        return QString::fromStdString(workspaces() + "/" + session.str() + "/" + name);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

team::TeamDefinition writers(std::map<std::string, ToolPolicy> tools)
{
    team::TeamDefinition team = scriptedTeam({"Mike"});
    team.roles.front().tools = std::move(tools);
    return team;
}

const char* const writesA = R"({"path": "a.txt", "content": "one\n"})";

/// Answers every question with its first option.
class Approver final : public QObject
{
public:
    explicit Approver(session::Session& session) : m_session(session)
    {
        connect(&session, &session::Session::committed, this, &Approver::answer);
        answer();
    }

private:
    void answer()
    {
        for (const OpenQuestion& open : m_session.state()->openQuestions()) {
            AnswerQuestion answer;
            answer.id = open.question.id;
            answer.option = open.question.options.front().label;
            m_session.submit(std::move(answer));
        }
    }
    session::Session& m_session;
};

const Question* openQuestion(const session::Session* session)
{
    const auto& open = session->state()->openQuestions();
    return open.empty() ? nullptr : &open.front().question;
}

bool hasFinished(const session::Session* session, const team::Teams& teams)
{
    return isQuiet(session, teams) && session->state()->runState() == RunState::Finished;
}

std::size_t stepsWith(const std::vector<Event>& log, const char* what)
{
    std::size_t count = 0;
    for (const std::string& step : stepsOfAgents(log))
        count += contains(step, what) ? 1U : 0U;
    return count;
}

} // namespace

void TestTeamWorkspace::init() { m_folder = std::make_unique<QTemporaryDir>(); }

void TestTeamWorkspace::writesWhereItMay()
{
    ModelTeamKit kit(EngineKit::Where::Memory, workspaces());
    kit.models->play("Mike",
                     {calls("write_file", writesA), calls("read_file", R"({"path": "a.txt"})", "c2"),
                      calls("list_files", "{}", "c3"), calls("end", "{}", "c4")});
    session::Session* session = kit.start(writers(
        {{"write_file", ToolPolicy::Allow}, {"read_file", ToolPolicy::Allow}, {"list_files", ToolPolicy::Allow}}));
    QVERIFY(waitFor([&] { return hasFinished(session, *kit.teams); }));
    QCOMPARE(bytesOf(pathOf(session->id(), "a.txt")), QByteArray("one\n"));
    const auto log = kit.kit.log(session->id());
    QCOMPARE(QString::fromStdString(joinedLines(stepsOfAgents(log))),
             QStringLiteral(R"(Mike: calls write_file {"content":"one\n","path":"a.txt"}
Mike: says ```diff
--- /dev/null
+++ b/a.txt
@@ -0,0 +1 @@
+one
```
Mike: write_file gave: "a.txt" is written: 1 lines, 4 bytes.
Mike: calls read_file {"path":"a.txt"}
Mike: read_file gave: one

Mike: calls list_files {}
Mike: list_files gave: a.txt (4 bytes)

Mike: calls end {}
Mike: end gave: Your turn has ended.
)"));
    QVERIFY(bodiesOf<QuestionAsked>(log).empty());
    // The change is for the person to see; the model has the result of its call.
    for (const team::ChatRequest& request : kit.models->requestsTo("Mike"))
        QVERIFY(!contains(promptText(request), "+++ b/a.txt"));
    QVERIFY(contains(promptText(kit.models->requestsTo("Mike").back()), "write_file gave \"a.txt\" is written"));
    QCOMPARE(*session->state(), foldOf(log));
}

void TestTeamWorkspace::asksBeforeItWrites_data()
{
    QTest::addColumn<QString>("answer");
    QTest::addColumn<QByteArray>("onDisk");
    QTest::addColumn<QString>("told");
    QTest::newRow("approve") << QStringLiteral("Approve") << QByteArray("one\n")
                             << QStringLiteral("write_file gave: \"a.txt\" is written: 1 lines, 4 bytes.");
    QTest::newRow("edit") << QStringLiteral("{\"text\": \"two\\n2\\n\"}") << QByteArray("two\n2\n")
                          << QStringLiteral("write_file gave: \"a.txt\" is written: 2 lines, 6 bytes. The person wrote "
                                            "it otherwise than you did. Read it before you go on with it.");
    QTest::newRow("emptied") << QStringLiteral("{}") << QByteArray("")
                             << QStringLiteral("write_file gave: \"a.txt\" is written: 0 lines, 0 bytes. The person "
                                               "wrote it otherwise than you did.");
    QTest::newRow("as it was") << QStringLiteral("{\"text\": \"one\\n\"}") << QByteArray("one\n")
                               << QStringLiteral("write_file gave: \"a.txt\" is written: 1 lines, 4 bytes.\n");
    QTest::newRow("reject") << QStringLiteral("Reject") << QByteArray("(not there)")
                            << QStringLiteral("write_file refused: The person did not allow it, so it was not done.\n");
    QTest::newRow("reject with a reason")
        << QStringLiteral("Reject: Too short") << QByteArray("(not there)")
        << QStringLiteral("write_file refused: The person did not allow it, so it was not done. The person says: Too "
                          "short\n");
    QTest::newRow("approve with a word")
        << QStringLiteral("Approve: Well done") << QByteArray("one\n")
        << QStringLiteral("write_file gave: \"a.txt\" is written: 1 lines, 4 bytes. The person says: Well done\n");
    QTest::newRow("own words") << QStringLiteral("Call it b.txt") << QByteArray("(not there)")
                               << QStringLiteral("so it was not done. The person says: Call it b.txt\n");
    QTest::newRow("decline") << QString() << QByteArray("(not there)")
                             << QStringLiteral("write_file refused: The person did not allow it, so it was not done.");
    QTest::newRow("no text") << QStringLiteral("{\"text\": \"\\u0000\"}") << QByteArray("(not there)")
                             << QStringLiteral("write_file refused: What is to be written is no text");
}

void TestTeamWorkspace::asksBeforeItWrites()
{
    QFETCH(QString, answer);
    QFETCH(QByteArray, onDisk);
    QFETCH(QString, told);
    ModelTeamKit kit(EngineKit::Where::Memory, workspaces());
    kit.models->play("Mike", {calls("write_file", writesA), calls("end", "{}", "c2")});
    session::Session* session = kit.start(writers({{"write_file", ToolPolicy::Ask}}));
    QVERIFY(waitFor([&] { return openQuestion(session) != nullptr; }));
    const Question question = *openQuestion(session);
    QCOMPARE(QString::fromStdString(question.text),
             QStringLiteral("Mike wants to create “a.txt” (+1).\n\n```diff\n--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 "
                            "@@\n+one\n```"));
    QCOMPARE(question.options.size(), std::size_t(2));
    QCOMPARE(question.schema.json().at("properties").at("text").at("default").get<std::string>(), std::string("one\n"));
    QCOMPARE(bytesOf(pathOf(session->id(), "a.txt")), QByteArray("(not there)"));
    QCOMPARE(stepsWith(kit.kit.log(session->id()), "```diff"), std::size_t(0));
    AnswerQuestion given;
    given.id = question.id;
    if (answer.startsWith(u'{'))
        given.form = JsonValue(nlohmann::json::parse(answer.toStdString()));
    else if (answer == QStringLiteral("Approve") || answer == QStringLiteral("Reject"))
        given.option = answer.toStdString();
    else if (const qsizetype colon = answer.indexOf(QStringLiteral(": ")); colon > 0) {
        given.option = answer.left(colon).toStdString();
        given.content = textBlocks(answer.mid(colon + 2).toStdString());
    } else
        given.content = textBlocks(answer.toStdString());
    if (answer.isEmpty())
        kit.kit.submit(*session, DeclineQuestion{question.id});
    else
        QVERIFY(!kit.kit.submit(*session, given).error);
    QVERIFY(waitFor([&] { return hasFinished(session, *kit.teams); }));
    QCOMPARE(bytesOf(pathOf(session->id(), "a.txt")), onDisk);
    const auto log = kit.kit.log(session->id());
    const QString steps = QString::fromStdString(joinedLines(stepsOfAgents(log)));
    QVERIFY2(steps.contains(told), qPrintable(steps));
    QCOMPARE(bodiesOf<QuestionAsked>(log).size(), std::size_t(1));
    QCOMPARE(stepsWith(log, "```diff"), std::size_t(onDisk == "(not there)" ? 0 : 1));
}

/// What tools run by themselves.
void TestTeamWorkspace::asksWhateverItMayDo()
{
    ModelTeamKit kit(EngineKit::Where::Memory, workspaces());
    kit.models->play("Mike",
                     {calls("write_file", R"({"path": ".envrc", "content": "one\n"})"),
                      calls("edit_file", R"({"path": ".envrc", "old_text": "one", "new_text": "two"})", "c2"),
                      calls("write_file", R"({"path": ".git/config", "content": "x"})", "c3"),
                      calls("end", "{}", "c4")});
    session::Session* session =
        kit.start(writers({{"write_file", ToolPolicy::Allow}, {"edit_file", ToolPolicy::Allow}}));
    QVERIFY(waitFor([&] { return openQuestion(session) != nullptr; }));
    QVERIFY2(openQuestion(session)->text.starts_with(
                 "Mike wants to create “.envrc” (+1).\n\nShells and terminals run this file automatically when the "
                 "folder is entered, or when they start. So you are asked, whatever this team may do.\n\n```diff"),
             openQuestion(session)->text.c_str());
    QCOMPARE(bytesOf(pathOf(session->id(), ".envrc")), QByteArray("(not there)"));
    AnswerQuestion answer;
    answer.id = openQuestion(session)->id;
    answer.option = "Approve";
    kit.kit.submit(*session, answer);
    QVERIFY(waitFor([&] { return openQuestion(session) != nullptr && openQuestion(session)->id != answer.id; }));
    QCOMPARE(bytesOf(pathOf(session->id(), ".envrc")), QByteArray("one\n"));
    answer.id = openQuestion(session)->id;
    answer.option = "Reject";
    kit.kit.submit(*session, answer);
    QVERIFY(waitFor([&] { return hasFinished(session, *kit.teams); }));
    QCOMPARE(bytesOf(pathOf(session->id(), ".envrc")), QByteArray("one\n"));
    const std::string steps = joinedLines(stepsOfAgents(kit.kit.log(session->id())));
    QVERIFY(contains(steps, "write_file refused: What git keeps for itself is not for you."));
}

void TestTeamWorkspace::asksBeforeItReads()
{
    ModelTeamKit kit(EngineKit::Where::Memory, workspaces());
    kit.models->play("Mike", {calls("read_file", R"({"path": "a.txt"})"), calls("end", "{}", "c2")});
    session::Session* session = kit.start(writers({{"read_file", ToolPolicy::Ask}}));
    put(pathOf(session->id(), "a.txt"), "secret");
    QVERIFY(waitFor([&] { return openQuestion(session) != nullptr; }));
    QCOMPARE(openQuestion(session)->text, std::string(R"(Mike wants to use read_file: {"path":"a.txt"})"));
    AnswerQuestion no;
    no.id = openQuestion(session)->id;
    no.option = "Reject";
    kit.kit.submit(*session, no);
    QVERIFY(waitFor([&] { return hasFinished(session, *kit.teams); }));
    QVERIFY(!contains(joinedLines(stepsOfAgents(kit.kit.log(session->id()))), "secret"));
    QVERIFY(contains(joinedLines(stepsOfAgents(kit.kit.log(session->id()))), "read_file refused: The person did not"));
}

/// What the person chose is known by its place, whatever the program would call it now.
void TestTeamWorkspace::approvesInAnotherLanguage()
{
    ModelTeamKit kit(EngineKit::Where::Memory, workspaces());
    kit.models->play("Mike", {calls("write_file", writesA), calls("end", "{}", "c2")});
    session::Session* session = kit.start(writers({{"write_file", ToolPolicy::Ask}}));
    const SessionId id = session->id();
    QVERIFY(waitFor([&] { return openQuestion(session) != nullptr; }));
    const auto log = kit.kit.log(id);
    kit.teams.reset();
    std::vector<Event> translated = log;
    for (Event& event : translated)
        if (auto* asked = std::get_if<QuestionAsked>(&event.body))
            asked->question.options = {{"批准", {}}, {"拒绝", {}}};
    ModelTeamKit other(EngineKit::Where::Memory, workspaces());
    other.models->play("Mike", {calls("write_file", writesA), calls("end", "{}", "c2")});
    storeCut(other.kit, id, translated, translated.size(), SessionKind::Team);
    session = other.kit.open(id);
    QVERIFY(openQuestion(session) != nullptr);
    const Approver approver(*session);
    QVERIFY(waitFor([&] { return hasFinished(session, *other.teams); }));
    QCOMPARE(bytesOf(pathOf(id, "a.txt")), QByteArray("one\n"));
}

/// The person approves what they see: if the file has changed when the team continues, they are asked about that.
void TestTeamWorkspace::asksAnewWhenTheFileIsAnother()
{
    ModelTeamKit kit(EngineKit::Where::Memory, workspaces());
    kit.models->play("Mike", {calls("write_file", writesA), calls("end", "{}", "c2")});
    session::Session* session = kit.start(writers({{"write_file", ToolPolicy::Ask}}));
    const SessionId id = session->id();
    QVERIFY(waitFor([&] { return openQuestion(session) != nullptr; }));
    const QuestionId first = openQuestion(session)->id;
    kit.teams.reset();
    put(pathOf(id, "a.txt"), "somebody's\n");
    session = kit.restart(id);
    QVERIFY(waitFor([&] { return openQuestion(session) != nullptr && openQuestion(session)->id != first; }));
    QCOMPARE(session->state()->openQuestions().size(), std::size_t(1));
    QVERIFY(contains(openQuestion(session)->text, "-somebody's\n+one\n"));
    AnswerQuestion yes;
    yes.id = openQuestion(session)->id;
    yes.option = "Approve";
    put(pathOf(id, "a.txt"), "once more\n"); // while they looked
    kit.kit.submit(*session, yes);
    QVERIFY(waitFor([&] { return hasFinished(session, *kit.teams); }));
    QCOMPARE(bytesOf(pathOf(id, "a.txt")), QByteArray("once more\n"));
    QVERIFY(contains(joinedLines(stepsOfAgents(kit.kit.log(id))), "changed by somebody else meanwhile"));
}

void TestTeamWorkspace::hasNoToolThatIsNotNamed()
{
    ModelTeamKit kit(EngineKit::Where::Memory, workspaces());
    kit.models->play(
        "Mike",
        {calls("write_file", writesA), calls("read_file", R"({"path": "a.txt"})", "c2"), calls("end", "{}", "c3")});
    session::Session* session =
        kit.start(writers({{"write_file", ToolPolicy::Deny}, {"list_files", ToolPolicy::Allow}}));
    QVERIFY(waitFor([&] { return hasFinished(session, *kit.teams); }));
    const std::string steps = joinedLines(stepsOfAgents(kit.kit.log(session->id())));
    QVERIFY(contains(steps, "write_file refused: There is no tool \"write_file\" for you."));
    QVERIFY(contains(steps, "read_file refused: There is no tool \"read_file\" for you."));
    QStringList offered;
    const team::ChatRequest first = kit.models->requestsTo("Mike").front();
    for (const formats::Tool& tool : first.tools)
        offered << QString::fromStdString(tool.name);
    QVERIFY(offered.contains(QStringLiteral("list_files")));
    QVERIFY(!offered.contains(QStringLiteral("write_file")) && !offered.contains(QStringLiteral("read_file")));
    QCOMPARE(bytesOf(pathOf(session->id(), "a.txt")), QByteArray("(not there)"));
}

void TestTeamWorkspace::worksInTheChosenFolder()
{
    ModelTeamKit kit(EngineKit::Where::Memory, workspaces());
    kit.models->play("Mike", {calls("write_file", writesA), calls("end", "{}", "c2")});
    const QString chosen = m_folder->filePath(QStringLiteral("chosen"));
    QVERIFY(QDir().mkpath(chosen));
    session::Session* session =
        kit.start(writers({{"write_file", ToolPolicy::Allow}}), "Build it", {chosen.toStdString()});
    QVERIFY(waitFor([&] { return hasFinished(session, *kit.teams); }));
    QCOMPARE(bytesOf(chosen + QStringLiteral("/a.txt")), QByteArray("one\n"));
    QVERIFY(!QFile::exists(QString::fromStdString(workspaces())));
}

void TestTeamWorkspace::tellsWhatIsRefused()
{
    ModelTeamKit kit(EngineKit::Where::Memory, workspaces());
    put(m_folder->filePath(QStringLiteral("secret")), "secret");
    kit.models->play(
        "Mike",
        {together({calls("read_file", R"({"path": "../../secret"})"), calls("read_file", R"({"path": "/etc/passwd"})"),
                   calls("read_file", R"({"path": "link"})"),
                   calls("write_file", R"({"path": "link/x", "content": "x"})"),
                   calls("write_file", R"({"path": "a", "content": "a\u0000b"})"),
                   calls("write_file", R"({"path": "a\u0000/../b", "content": "x"})"),
                   calls("write_file", R"({"path": 7, "content": "x"})")}),
         calls("end", "{}")});
    session::Session* session =
        kit.start(writers({{"write_file", ToolPolicy::Allow}, {"read_file", ToolPolicy::Allow}}), "");
    QVERIFY(QDir().mkpath(pathOf(session->id(), "")));
    QVERIFY(QFile::link(m_folder->path(), pathOf(session->id(), "link")));
    kit.kit.tell(*session, "", "Go");
    QVERIFY(waitFor([&] { return hasFinished(session, *kit.teams); }));
    const auto log = kit.kit.log(session->id());
    QCOMPARE(stepsWith(log, "_file refused: "), std::size_t(7));
    QVERIFY(!contains(joinedLines(stepsOfAgents(log)), "root:"));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList{QStringLiteral("secret")});
}

void TestTeamWorkspace::goesOnFromEveryEvent()
{
    const auto play = [](ScriptedModels& models) {
        models.play("Mike",
                    {calls("write_file", R"({"path": "a", "content": "x"})"),
                     calls("edit_file", R"({"path": "a", "old_text": "x", "new_text": "xx"})", "c2"),
                     calls("end", "{}", "c3")});
    };
    const auto team = writers({{"write_file", ToolPolicy::Allow}, {"edit_file", ToolPolicy::Ask}});
    SessionId id;
    std::vector<Event> whole;
    {
        ModelTeamKit kit(EngineKit::Where::Memory, workspaces());
        play(*kit.models);
        session::Session* session = kit.start(team);
        id = session->id();
        const Approver approver(*session);
        QVERIFY(waitFor([&] { return hasFinished(session, *kit.teams); }));
        whole = kit.kit.log(id);
        QCOMPARE(bytesOf(pathOf(id, "a")), QByteArray("xx"));
    }
    const std::vector<QByteArray> contents = {"", "x", "xx"};
    int cuts = 0;
    for (std::size_t length = 3; length <= whole.size(); ++length) {
        const std::vector<Event> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
        // What is reported is done; what is decided may be done.
        for (const std::size_t done : std::set<std::size_t>{stepsWith(cut, "is written:"), stepsWith(cut, "```diff")}) {
            const std::string place = "cut after event " + std::to_string(length) + ", done " + std::to_string(done);
            QDir(QString::fromStdString(workspaces())).removeRecursively();
            if (done > 0)
                put(pathOf(id, "a"), contents[done]);
            ModelTeamKit kit(EngineKit::Where::Memory, workspaces());
            play(*kit.models);
            storeCut(kit.kit, id, whole, length, SessionKind::Team);
            session::Session* session = kit.kit.open(id);
            QVERIFY(session != nullptr);
            const Approver approver(*session);
            QVERIFY2(waitFor([&] { return hasFinished(session, *kit.teams); }),
                     (place + "\n" + transcriptOf(kit.kit.log(id))).c_str());
            const auto log = kit.kit.log(id);
            QVERIFY2(bytesOf(pathOf(id, "a")) == "xx", (place + "\n" + transcriptOf(log)).c_str());
            QVERIFY2(bodiesOf<QuestionAsked>(log).size() == 1, place.c_str());
            QVERIFY2(stepsWith(log, "```diff") == 2, place.c_str());
            QVERIFY2(stepsWith(log, "is written:") == 2, place.c_str());
            QVERIFY2(*session->state() == foldOf(log), place.c_str());
            ++cuts;
        }
    }
    QVERIFY(cuts > static_cast<int>(whole.size()) - 3 + 1); // both changes were cut off before and after they were made
}

void TestTeamWorkspace::stoppedWhileItAsks()
{
    ModelTeamKit kit(EngineKit::Where::Memory, workspaces());
    kit.models->play("Mike", {calls("write_file", writesA), calls("end", "{}", "c2")});
    session::Session* session = kit.start(writers({{"write_file", ToolPolicy::Ask}}));
    QVERIFY(waitFor([&] { return openQuestion(session) != nullptr; }));
    kit.runner(session).stop();
    QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Stopped; }));
    QVERIFY(openQuestion(session) == nullptr);
    QCOMPARE(bytesOf(pathOf(session->id(), "a.txt")), QByteArray("(not there)"));
    kit.runner(session).resume();
    const Approver approver(*session);
    QVERIFY(waitFor([&] { return hasFinished(session, *kit.teams); }));
    QCOMPARE(bytesOf(pathOf(session->id(), "a.txt")), QByteArray("one\n"));
    QCOMPARE(bodiesOf<QuestionAsked>(kit.kit.log(session->id())).size(), std::size_t(2));
}

void TestTeamWorkspace::theSameScriptGivesTheSameLog()
{
    ModelTeamKit kit(EngineKit::Where::Memory, workspaces());
    kit.models->play("Mike",
                     {calls("write_file", writesA),
                      calls("edit_file", R"({"path": "a.txt", "old_text": "one", "new_text": "two"})", "c2"),
                      calls("end", R"({"summary": "Done"})", "c3")});
    session::Session* session =
        kit.start(writers({{"write_file", ToolPolicy::Allow}, {"edit_file", ToolPolicy::Ask}}), "Write");
    const Approver approver(*session);
    QVERIFY(waitFor([&] { return hasFinished(session, *kit.teams); }));
    QFile golden(QFINDTESTDATA("../../../data/teams/workspace.txt"));
    QVERIFY(golden.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromStdString(transcriptOf(kit.kit.log(session->id()))), QString::fromUtf8(golden.readAll()));
}

} // namespace tst_team_workspace

QUARTERDECK_TEST(tst_team_workspace, TestTeamWorkspace)
#include "tst_team_workspace.moc"
