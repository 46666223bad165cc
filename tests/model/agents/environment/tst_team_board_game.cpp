#include "tests/model/agents/support/demo_kit.h"
#include "tests/model/agents/support/model_team_kit.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_team_board_game {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using team::ToolPolicy;

/// A team at a board: a world that is in the log and nowhere else.
class TestTeamBoardGame final : public QObject
{
    Q_OBJECT
private slots:
    void playsToTheEnd();
    void goesOnFromEveryEvent();
    void asksBeforeAMove();
    void twoAtOnce();
};

namespace {

team::TeamDefinition players(ToolPolicy policy)
{
    team::TeamDefinition team = scriptedTeam({"Mike", "Bob"});
    for (team::RoleDefinition& role : team.roles)
        role.tools = {{"look_at_board", ToolPolicy::Allow}, {"legal_moves", ToolPolicy::Allow}, {"place", policy}};
    team.rounds = 0;
    return team;
}

/// Mike fills the first column and wins, Bob the second.
void play(ScriptedModels& models)
{
    models.calls->models["Mike"] = [](const team::ChatRequest& request) {
        const std::size_t answers = answersIn(request, "Mike");
        const std::string id = "m" + std::to_string(answers);
        if (contains(promptText(request), "Mike has four in a row"))
            return says("I have won.");
        if (answers % 3 == 0)
            return calls("place", R"({"column": 1})", id);
        return answers % 3 == 1 ? calls("publish_team_message", R"({"content": "Go", "send_to": "Bob"})", id)
                                : calls("end", "{}", id);
    };
    models.calls->models["Bob"] = [](const team::ChatRequest& request) {
        const std::size_t answers = answersIn(request, "Bob");
        return answers % 2 == 0 ? calls("place", R"({"column": 2})", "b" + std::to_string(answers)) : says("Done.");
    };
}

bool isOver(const session::Session* session, const team::Teams& teams, ModelTeamKit& kit)
{
    return isQuiet(session, teams) && session->state()->openQuestions().empty()
        && contains(joinedLines(spokenIn(kit.kit.log(session->id()))), "I have won.");
}

std::size_t movesIn(const std::vector<Event>& log, const char* what)
{
    std::size_t count = 0;
    for (const std::string& step : stepsOfAgents(log))
        count += contains(step, what) ? 1U : 0U;
    return count;
}

const char* const lastBoard = R"(place gave: 1 2 3 4 5 6 7
. . . . . . .
. . . . . . .
X . . . . . .
X O . . . . .
X O . . . . .
X O . . . . .
X: Mike, O: Bob. Mike has four in a row and has won.)";

} // namespace

void TestTeamBoardGame::playsToTheEnd()
{
    ModelTeamKit kit; // a board needs no folder
    play(*kit.models);
    session::Session* session = kit.start(players(ToolPolicy::Allow), "Play");
    QVERIFY(waitFor([&] { return isOver(session, *kit.teams, kit); }));
    const auto log = kit.kit.log(session->id());
    const std::string steps = joinedLines(stepsOfAgents(log));
    QVERIFY2(contains(steps, lastBoard), steps.c_str());
    QCOMPARE(movesIn(log, "```diff"), std::size_t(7)); // each move is a change that the transcript shows
    QCOMPARE(movesIn(log, "place gave: 1 2 3"), std::size_t(7));
    QCOMPARE(*session->state(), foldOf(log));
}

void TestTeamBoardGame::goesOnFromEveryEvent()
{
    SessionId id;
    std::vector<Event> whole;
    {
        ModelTeamKit kit;
        play(*kit.models);
        session::Session* session = kit.start(players(ToolPolicy::Allow), "Play");
        id = session->id();
        QVERIFY(waitFor([&] { return isOver(session, *kit.teams, kit); }));
        whole = kit.kit.log(id);
    }
    for (std::size_t length = 4; length < whole.size(); ++length) {
        ModelTeamKit kit;
        play(*kit.models);
        storeCut(kit.kit, id, whole, length, SessionKind::Team);
        session::Session* session = kit.kit.open(id);
        QVERIFY(session != nullptr);
        const std::string place = "cut after event " + std::to_string(length);
        QVERIFY2(waitFor([&] { return isOver(session, *kit.teams, kit); }),
                 (place + "\n" + transcriptOf(kit.kit.log(id))).c_str());
        const auto log = kit.kit.log(id);
        QVERIFY2(movesIn(log, "```diff") == 7, place.c_str()); // no move is made twice
        QVERIFY2(contains(joinedLines(stepsOfAgents(log)), lastBoard), place.c_str());
    }
}

void TestTeamBoardGame::asksBeforeAMove()
{
    ModelTeamKit kit;
    kit.models->play("Mike",
                     {calls("place", R"({"column": 4})"), calls("place", R"({"column": 5})", "c2"),
                      calls("look_at_board", "{}", "c3"), calls("end", "{}", "c4")});
    session::Session* session = kit.start(players(ToolPolicy::Ask), "Play");
    for (const char* answer : {"Reject", "Approve"}) {
        QVERIFY(waitFor([&] { return !session->state()->openQuestions().empty(); }));
        const Question question = session->state()->openQuestions().front().question;
        QVERIFY2(contains(question.text, "Mike wants to change “board” (+1 −1)."), question.text.c_str());
        QVERIFY(contains(question.text, "X . "));
        QVERIFY(question.schema.isNull()); // a move is as it is
        AnswerQuestion given;
        given.id = question.id;
        given.option = answer;
        QVERIFY(!kit.kit.submit(*session, given).error);
        QVERIFY(waitFor([&] {
            const auto& open = session->state()->openQuestions();
            return open.empty() || open.front().question.id != question.id;
        }));
    }
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
    const std::string steps = joinedLines(stepsOfAgents(kit.kit.log(session->id())));
    QVERIFY(contains(steps, "place refused: The person did not allow it"));
    QVERIFY2(contains(steps,
                      "look_at_board gave: 1 2 3 4 5 6 7\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . "
                      ". .\n. . . . . . .\n. . . . X . .\nX: Mike. It is the turn of the other player."),
             steps.c_str());
}

/// Both want the first move, in one round: one gets it, the other is told.
void TestTeamBoardGame::twoAtOnce()
{
    ModelTeamKit kit;
    team::TeamDefinition team = players(ToolPolicy::Allow);
    for (team::RoleDefinition& role : team.roles) {
        role.isLeader = false;
        role.watch.insert(action::userRequirement.str());
    }
    for (const char* name : {"Mike", "Bob"}) {
        ModelAnswer first = calls("place", R"({"column": 1})", name);
        first.untilAtOnce = 2;
        kit.models->play(name, {first, calls("end", "{}", std::string(name) + "2")});
    }
    session::Session* session = kit.start(team, "Play");
    QVERIFY(
        waitFor([&] { return isQuiet(session, *kit.teams) && movesIn(kit.kit.log(session->id()), "end gave") == 2; }));
    const auto log = kit.kit.log(session->id());
    const std::size_t made = movesIn(log, "place gave: 1 2 3");
    const std::size_t refused = movesIn(log, "place refused: ");
    QVERIFY(made >= 1 && made + refused == 2); // the second may come after the first, as the other player
    const std::string steps = joinedLines(stepsOfAgents(log));
    QVERIFY2(made == 2 || contains(steps, "Somebody else moved meanwhile"), steps.c_str());
}

} // namespace tst_team_board_game

QUARTERDECK_TEST(tst_team_board_game, TestTeamBoardGame)
#include "tst_team_board_game.moc"
