#include "app/desktop/team_editor_controller.h"
#include "team_window.h"
#include "tests/support/page_test.h"
#include "ui/dialogs/model_choice.h"
#include "ui/dialogs/team_editor_dialog.h"
#include "ui/theme/action_registry.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_new_team {

using namespace quarterdeck;
using namespace quarterdeck::test;

namespace {

/// It asks once, and says what it was answered.
constexpr const char* scriptText = R"({
    "models": ["small", "large"],
    "rules": [
        {"when": {"system": "Ada", "turn": 0},
         "reply": {"thinking": "Better ask.",
                   "tool_calls": [{"name": "ask_human", "arguments": {"question": "Which colour?"}}]}},
        {"when": {"any": "Green, please"}, "reply": "It shall be green."}
    ],
    "otherwise": "I do not know."
})";

/// Nora fills the first column and wins, Otto the second.
std::string gameScript()
{
    const auto call = [](const char* tool, nlohmann::json arguments) {
        return nlohmann::json{{"tool_calls", {{{"name", tool}, {"arguments", std::move(arguments)}}}}};
    };
    nlohmann::json nora = nlohmann::json::array();
    nlohmann::json otto = nlohmann::json::array();
    for (int move = 0; move < 3; ++move) {
        nora.push_back(call("place", {{"column", 1}}));
        nora.push_back(call("publish_team_message", {{"content", "Your turn, Otto."}, {"send_to", "Otto"}}));
        nora.push_back(call("end", nlohmann::json::object()));
        otto.push_back(call("place", {{"column", 2}}));
        otto.push_back("Column two.");
    }
    nora.push_back(call("place", {{"column", 1}}));
    nora.push_back("The game is mine.");
    const nlohmann::json script{{"models", {"small", "large"}},
                                {"rules",
                                 {{{"when", {{"system", "You are Nora"}}}, {"replies", nora}},
                                  {{"when", {{"system", "You are Otto"}}}, {"replies", otto}}}}};
    return script.dump();
}

} // namespace

/// From the dialog to a team's words: the real window, the real engine, and a server over a socket.
class TestNewTeam final : public QObject, private TeamWindow
{
    Q_OBJECT

private slots:
    void init() { reset(); }
    void withoutAModel_itIsSaid();
    void team_asksAndAnswers();
    void ownTeam_isMadeKeptAndRun();
    void fileThatHoldsNoTeam_isTold();
    void team_isSharedAsAFile();
    void team_writesWhatIsApproved();
    void team_worksInTheChosenFolder();
    void boardGame_isPlayedToTheEnd();
    void connectionThatCannotBeUsed_isReplaced();
    void recordedTeam_goesOn();
};

void TestNewTeam::withoutAModel_itIsSaid()
{
    m_program->start(QStringLiteral("none.db"));
    ui::NewSessionDialog& dialog = open();
    QVERIFY(dialog.isVisible());
    QVERIFY(!dialog.choice());
    QVERIFY(!dialog.findChild<QPushButton*>(QStringLiteral("newSession.start"))->isEnabled());
    QVERIFY(dialog.findChild<QListWidget*>(QStringLiteral("newSession.teams"))->count() >= 4);
    m_program->end();
}

void TestNewTeam::team_worksInTheChosenFolder()
{
    const auto script = scriptOf(writingScript);
    model_server::ModelServer server(script);
    QVERIFY(server.listen());
    const QString folder = m_program->path(QStringLiteral("chosen"));
    QVERIFY(QDir().mkpath(folder));
    begin(server, QStringLiteral("chosen.db"), QStringLiteral("Write a poem"), folder);
    const auto isApproved = [&] { // a card that has just appeared takes nothing yet
        auto* option = shown<QPushButton>("questionOption");
        if (option != nullptr)
            QTest::mouseClick(option, Qt::LeftButton);
        return QFile::exists(folder + QStringLiteral("/poem.md"));
    };
    QVERIFY(waitFor(isApproved, ProgramFixture::longMs));
    QVERIFY(pageSays(QStringLiteral("It is written.")));
    QVERIFY(!QFile::exists(m_program->path(QStringLiteral("workspaces"))));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the first dialog
    ui::NewSessionDialog& again = open();
    QCOMPARE(again.findChild<QPlainTextEdit*>(QStringLiteral("newSession.idea"))->toPlainText(), QString());
    QCOMPARE(again.findChild<QPushButton*>(QStringLiteral("newSession.lastFolder"))->toolTip(), folder);
    QTest::keyClicks(again.findChild<QPlainTextEdit*>(QStringLiteral("newSession.idea")), QStringLiteral("More"));
    QVERIFY(again.choice() && again.choice()->folder.isEmpty()); // offered, no more
    chooseFolder(again, QFileInfo(folder).path());               // where the library is
    QVERIFY(
        again.findChild<QLabel*>(QStringLiteral("newSession.state"))->text().contains(QStringLiteral("its own files")));
    QVERIFY(!again.choice());
    m_program->end();
}

/// Each move is a change that the conversation shows; when it is over, the window says that there is nothing to do.
void TestNewTeam::boardGame_isPlayedToTheEnd()
{
    const auto script = scriptOf(gameScript());
    model_server::ModelServer server(script);
    QVERIFY(server.listen());
    begin(server, QStringLiteral("game.db"), QStringLiteral("Play a game"), {}, QStringLiteral("Board game"));
    QVERIFY(pageSays(QStringLiteral("The game is mine.")));
    QVERIFY(pageSays(QStringLiteral("X: Nora, O: Otto. Nora has four in a row and has won.")));
    const auto* run = (*m_program)->window().findChild<QLabel*>(QStringLiteral("toolbar.run"));
    QVERIFY(waitFor([&] { return run->text() == QStringLiteral("Idle"); }, ProgramFixture::longMs));
    QVERIFY(!QFile::exists(m_program->path(QStringLiteral("workspaces")))); // a board needs no folder
    m_program->end();
}

/// The single agent of the templates asks before it writes: in Needs you, with what would be changed.
void TestNewTeam::team_writesWhatIsApproved()
{
    const auto script = scriptOf(writingScript);
    model_server::ModelServer server(script);
    QVERIFY(server.listen());
    begin(server, QStringLiteral("writing.db"), QStringLiteral("Write a poem"));
    const auto isShown = [&] { return shown<QPlainTextEdit>("questionDiff") != nullptr; };
    QVERIFY(waitFor(isShown, ProgramFixture::longMs));
    QVERIFY(shown<QPlainTextEdit>("questionDiff")->toPlainText().contains(QStringLiteral("+The sea is wide.")));
    QVERIFY(pageSays(QStringLiteral("Ada wants to create “poem.md” (+1).")));
    QVERIFY(pageSays(QStringLiteral("The sea is wide.")));
    const auto isApproved = [&] { // a card that has just appeared takes nothing yet
        auto* option = shown<QPushButton>("questionOption");
        if (option != nullptr)
            QTest::mouseClick(option, Qt::LeftButton);
        return option == nullptr;
    };
    QVERIFY(waitFor(isApproved, ProgramFixture::longMs));
    QVERIFY(pageSays(QStringLiteral("It is written.")));
    QDirIterator files(m_program->path(QStringLiteral("workspaces")), QDir::Files, QDirIterator::Subdirectories);
    QVERIFY(files.hasNext());
    QFile poem(files.next());
    QCOMPARE(QFileInfo(poem).fileName(), QStringLiteral("poem.md"));
    QVERIFY(poem.open(QIODevice::ReadOnly));
    QCOMPARE(poem.readAll(), QByteArray("The sea is wide.\n"));
    m_program->end();
}

void TestNewTeam::team_asksAndAnswers()
{
    const auto script = scriptOf(scriptText);
    model_server::ModelServer server(script);
    QVERIFY(server.listen());
    begin(server, QStringLiteral("team.db"), QStringLiteral("Paint the shed"));
    QVERIFY(waitFor([&] { return shown<QLineEdit>("questionField") != nullptr; }, ProgramFixture::longMs));
    QVERIFY(pageSays(QStringLiteral("Which colour?")));
    const auto isAnswered = [&] { // the card may be made anew meanwhile
        auto* field = shown<QLineEdit>("questionField");
        if (field != nullptr && field->text().isEmpty())
            QTest::keyClicks(field, QStringLiteral("Green, please"));
        else if (field != nullptr)
            QTest::keyClick(field, Qt::Key_Return);
        return field == nullptr;
    };
    QVERIFY(waitFor(isAnswered));
    QVERIFY(pageSays(QStringLiteral("It shall be green.")));
    for (const model_server::Recorded& chat : server.chats())
        QCOMPARE(chat.body.at("model").get<std::string>(), std::string("large"));

    ui::NewSessionDialog& again = open(); // begins where the last one was
    QCOMPARE(again.findChild<QListWidget*>(QStringLiteral("newSession.teams"))->currentItem()->text(),
             QStringLiteral("Single agent"));
    QCOMPARE(again.findChild<QComboBox*>(QStringLiteral("newSession.model"))->currentText(), QStringLiteral("large"));
    m_program->end();
}

void TestNewTeam::ownTeam_isMadeKeptAndRun()
{
    std::string problem;
    const auto script = model_server::scriptOf(
        nlohmann::json::parse(R"({"models": ["small"], "rules": [{"when": {"system": "You are Zoe"},
                                  "reply": "Zoe is here, and dry."}], "otherwise": "I do not know."})"),
        problem);
    QVERIFY2(script, problem.c_str());
    model_server::ModelServer server(*script);
    QVERIFY(server.listen());
    team::ModelConnection connection = team::newConnection(team::Service::Other);
    connection.name = "Here";
    connection.address = server.address().toStdString();
    connection.models = {"small"};
    QVERIFY(app::ConnectionStore(app::ConnectionStore::defaultFolder()).save({connection}));

    m_program->start(QStringLiteral("own.db"));
    ui::NewSessionDialog& dialog = open();
    auto* teams = dialog.findChild<QListWidget*>(QStringLiteral("newSession.teams"));
    const int before = teams->count();
    QTest::mouseClick(dialog.findChild<QPushButton*>(QStringLiteral("newSession.editTeams")), Qt::LeftButton);
    auto* editor = (*m_program)->window().findChild<ui::TeamEditorDialog*>();
    QVERIFY(editor != nullptr && editor->isVisible());
    for (QAction* action : editor->findChild<QMenu*>(QStringLiteral("teamEditor.templates"))->actions())
        if (action->text() == QStringLiteral("Single agent"))
            action->trigger();
    editor->findChild<QLineEdit*>(QStringLiteral("teamEditor.name"))->setText(QStringLiteral("Mine"));
    QTest::mouseClick(editor->findChild<QPushButton*>(QStringLiteral("teamEditor.addParameter")), Qt::LeftButton);
    editor->findChild<QLineEdit*>(QStringLiteral("teamEditor.parameterName"))->setText(QStringLiteral("tone"));
    editor->findChild<QPlainTextEdit*>(QStringLiteral("teamEditor.parameterText"))->setPlainText(QStringLiteral("dry"));
    editor->findChild<QListWidget*>(QStringLiteral("teamEditor.parts"))->setCurrentRow(1);
    editor->findChild<QLineEdit*>(QStringLiteral("teamEditor.roleName"))->setText(QStringLiteral("Zoe"));
    editor->findChild<QPlainTextEdit*>(QStringLiteral("teamEditor.roleGoal"))
        ->setPlainText(QStringLiteral("Speak in a {{tone}} tone."));
    QTest::mouseClick(editor->findChild<QPushButton*>(QStringLiteral("teamEditor.save")), Qt::LeftButton);
    QVERIFY(!editor->isVisible());

    QCOMPARE(teams->count(), before + 1);
    teams->setCurrentItem(teams->findItems(QStringLiteral("Mine"), Qt::MatchExactly).value(0));
    QTest::keyClicks(dialog.findChild<QPlainTextEdit*>(QStringLiteral("newSession.idea")), QStringLiteral("Speak"));
    QTest::mouseClick(dialog.findChild<QPushButton*>(QStringLiteral("newSession.start")), Qt::LeftButton);
    QVERIFY(pageSays(QStringLiteral("Zoe is here, and dry.")));
    QVERIFY(server.chats().front().body.dump().find("Speak in a dry tone.") != std::string::npos);
    m_program->end();
    m_program->start(QStringLiteral("own.db")); // another start has it still, and begins with it
    QCOMPARE(open().findChild<QListWidget*>(QStringLiteral("newSession.teams"))->currentItem()->text(),
             QStringLiteral("Mine"));
    m_program->end();
}

void TestNewTeam::fileThatHoldsNoTeam_isTold()
{
    const QDir folder(app::TeamStore::defaultFolder());
    QVERIFY(folder.mkpath(QStringLiteral(".")));
    QFile file(folder.filePath(QStringLiteral("mine.json")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{}") == 2);
    file.close();
    m_program->start(QStringLiteral("bad.db"));
    QVERIFY(open().isVisible());
    QVERIFY(m_program->banner(QStringLiteral("teams")).contains(QStringLiteral("mine.json")));
    (*m_program)->actions()[ui::ActionId::TeamEdit].trigger();
    const auto* editor = (*m_program)->window().findChild<ui::TeamEditorDialog*>();
    QVERIFY(
        editor->findChild<QLabel*>(QStringLiteral("teamEditor.state"))->text().contains(QStringLiteral("mine.json")));
    m_program->end();
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("{}"));
}

void TestNewTeam::team_isSharedAsAFile()
{
    team::ModelConnection connection = team::newConnection(team::Service::Ollama);
    connection.name = "My Ollama";
    QVERIFY(app::ConnectionStore(app::ConnectionStore::defaultFolder()).save({connection}));
    auto team = team::teamTemplate("review_panel", "en").value();
    team.model = {connection.id, "qwen"};
    team.roles.back().models["summarise"] = {connection.id, "tiny"};
    m_program->start(QStringLiteral("shared.db"));
    auto* controller = (*m_program)->window().findChild<app::TeamEditorController*>();
    controller->open();
    const QString path = m_program->path(QStringLiteral("shared.json"));
    controller->exportTeam(path, team);
    const auto shared = app::readTeamFile(path);
    QVERIFY(shared);
    QCOMPARE(shared->model.connection, std::string("My Ollama")); // an id says nothing elsewhere
    QCOMPARE(shared->roles.back().models.at("summarise").connection, std::string("My Ollama"));
    controller->importTeam(path);
    const auto* editor = (*m_program)->window().findChild<ui::TeamEditorDialog*>();
    QVERIFY(editor->teams().back().team == *shared);
    controller->importTeam(m_program->write(QStringLiteral("no.json"), "[]"));
    QVERIFY(editor->findChild<QLabel*>(QStringLiteral("teamEditor.state"))->text().contains(QStringLiteral("no.json")));
    QCOMPARE(editor->teams().size(), std::size_t{1});
    m_program->end();
}

/// A failed run is red, and leads to another server, with which it continues.
void TestNewTeam::connectionThatCannotBeUsed_isReplaced()
{
    model_server::Reply refusal;
    refusal.error = "wrong_key";
    model_server::ModelServer refusing(model_server::scriptOf(refusal));
    model_server::Reply words;
    words.text = "Here I am.";
    model_server::ModelServer speaking(model_server::scriptOf(words));
    QVERIFY(refusing.listen() && speaking.listen());
    m_others.push_back(team::newConnection(team::Service::Other));
    m_others.back().name = "There";
    m_others.back().address = speaking.address().toStdString();
    m_others.back().models = {"small"};
    begin(refusing, QStringLiteral("replaced.db"), QStringLiteral("Where are you?"));
    QVERIFY(waitFor([&] { return shown<QPushButton>("toolbar.retry") != nullptr; }, ProgramFixture::longMs));
    QVERIFY(pageSays(QStringLiteral("Try again")) && pageSays(QStringLiteral("Choose a connection…")));
    const auto& list = (*m_program)->window().findChild<ui::SessionsPanel*>()->model();
    const auto isRed = [&] {
        for (int row = 0; row < list.rowCount({}); ++row)
            if (list.index(row).data(ui::SessionListModel::RowRole).value<ui::view::SessionRow>().hasFailed)
                return !list.index(row).data(Qt::ToolTipRole).toString().isEmpty();
        return false;
    };
    QVERIFY(waitFor(isRed));
    QTest::mouseClick(shown<QPushButton>("toolbar.chooseConnection"), Qt::LeftButton);
    auto* dialog = (*m_program)->window().findChild<ui::ConnectionChoiceDialog*>();
    QVERIFY(dialog != nullptr && dialog->isVisible());
    QVERIFY(!dialog->findChild<QLabel*>(QStringLiteral("connectionChoice.why"))->text().isEmpty());
    auto* servers = dialog->findChild<QComboBox*>(QStringLiteral("connectionChoice.connection"));
    servers->setCurrentIndex(servers->findText(QStringLiteral("There")));
    QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("connectionChoice.use")), Qt::LeftButton);
    QVERIFY(pageSays(QStringLiteral("Here I am.")));
    QVERIFY(pageSays(QStringLiteral("From here on, the team uses small (There).")));
    QVERIFY(waitFor([&] { return shown<QPushButton>("toolbar.retry") == nullptr && !isRed(); }));
    m_program->end();
}

/// A team that MetaGPT saved: below its recording, to which nobody can write, there is a way on.
void TestNewTeam::recordedTeam_goesOn()
{
    model_server::Reply words;
    words.text = "It is deployed.";
    model_server::ModelServer server(model_server::scriptOf(words));
    QVERIFY(server.listen());
    team::ModelConnection connection = team::newConnection(team::Service::Other);
    connection.name = "Here";
    connection.address = server.address().toStdString();
    connection.models = {"small", "large"};
    QVERIFY(app::ConnectionStore(app::ConnectionStore::defaultFolder()).save({connection}));
    m_program->start(QStringLiteral("recorded.db"));
    QVERIFY(!(*m_program)->actions()[ui::ActionId::SessionContinue].isEnabled());
    emit(*m_program)->window().filesDropped({QStringLiteral(QUARTERDECK_TEST_DATA "/metagpt/team.json")});
    QVERIFY(waitFor([&] { return shown<QPushButton>("continueBar.continue") != nullptr; }, ProgramFixture::longMs));
    QVERIFY((*m_program)->actions()[ui::ActionId::SessionContinue].isEnabled());
    QTest::mouseClick(shown<QPushButton>("continueBar.continue"), Qt::LeftButton);
    const auto found = [&] {
        return (*m_program)->window().findChild<ui::NewSessionDialog*>(QStringLiteral("continuedSession"));
    };
    QVERIFY(waitFor([&] { return found() != nullptr; }));
    ui::NewSessionDialog& dialog = *found();
    QVERIFY(dialog.windowTitle().contains(QStringLiteral("2048")));
    const auto labels = dialog.findChildren<QLabel*>();
    for (const char* member : {"Mike", "Alice", "Alex"})
        QVERIFY(std::ranges::any_of(labels, [&](const QLabel* one) { return one->text() == QLatin1String(member); }));
    dialog.findChild<QComboBox*>(QStringLiteral("newSession.model"))->setEditText(QStringLiteral("large"));
    QTest::keyClicks(dialog.findChild<QPlainTextEdit*>(QStringLiteral("newSession.idea")), QStringLiteral("Deploy it"));
    QTest::mouseClick(dialog.findChild<QPushButton*>(QStringLiteral("newSession.start")), Qt::LeftButton);
    QVERIFY(pageSays(QStringLiteral("It is deployed.")));
    QVERIFY(pageSays(QStringLiteral("The team continues from here.")));
    QVERIFY(pageSays(QStringLiteral("Please implement the 2048 game")));
    QCOMPARE(m_program->listedSessions(), 2);
    QVERIFY(shown<QPushButton>("continueBar.continue") == nullptr); // here one can write
    QCOMPARE(server.chats().size(), std::size_t{1});
    QVERIFY(server.chats().front().body.dump().find("Please implement the 2048 game") != std::string::npos);
    m_program->end();
}

} // namespace tst_new_team

QUARTERDECK_PAGE_TEST(tst_new_team, TestNewTeam)
#include "tst_new_team.moc"
