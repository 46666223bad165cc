#include "model/agents/environment/board_game.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_board_game {

using namespace quarterdeck;
using namespace quarterdeck::team;
using conversation::EventSeq;
using conversation::RoleName;
using nlohmann::json;

/// Four in a row, as its players see it.
class TestBoardGame final : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        m_game = std::make_unique<BoardGame>();
        m_log.clear();
        m_seq = 0;
    }
    void showsTheBoard();
    void proposesAndPlays();
    void keepsTheTurns();
    void isWon_data();
    void isWon();
    void isDrawn();
    void refuses_data();
    void refuses();
    void theFirstOfTwoCounts();
    void isRebuiltFromItsChanges();
    void takesOnlyItsOwn();

private:
    [[nodiscard]] static EnvironmentCall request(const char* role, const char* call, json arguments = json::object())
    {
        return {RoleName(role), call, conversation::JsonValue(std::move(arguments))};
    }
    /// Decided, recorded and carried out, as the log has it.
    EnvironmentResult place(const char* role, int column)
    {
        const EnvironmentCall wish = request(role, "place", {{"column", column}});
        EnvironmentProposal outcome = m_game->propose(wish);
        if (const auto* answer = std::get_if<EnvironmentResult>(&outcome))
            return *answer;
        m_log.push_back({EventSeq{++m_seq}, RoleName(role), std::get<ProposedChange>(outcome).token});
        m_game->recall(m_log.back());
        return m_game->applyChange(wish, m_log.back().token, {});
    }
    void play(const QString& columns)
    {
        for (qsizetype i = 0; i < columns.size(); ++i) {
            const EnvironmentResult answer = place(i % 2 == 0 ? "Nora" : "Otto", columns.at(i).digitValue());
            QVERIFY2(!answer.isError, answer.text.c_str());
        }
    }
    [[nodiscard]] QString board() const
    {
        return QString::fromStdString(m_game->read(request("Nora", "look_at_board")).text);
    }
    [[nodiscard]] QString moves() const
    {
        return QString::fromStdString(m_game->read(request("Nora", "legal_moves")).text);
    }

    std::unique_ptr<BoardGame> m_game;
    std::vector<LoggedChange> m_log;
    std::int64_t m_seq = 0;
};

void TestBoardGame::showsTheBoard()
{
    QCOMPARE(board(),
             QStringLiteral("1 2 3 4 5 6 7\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n"
                            ". . . . . . .\nNobody has moved. Who places first plays X."));
    QCOMPARE(moves(), QStringLiteral("1, 2, 3, 4, 5, 6, 7"));
    play(QStringLiteral("441"));
    QCOMPARE(board(),
             QStringLiteral("1 2 3 4 5 6 7\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . O . . .\n"
                            "X . . X . . .\nX: Nora, O: Otto. It is the turn of Otto."));
}

void TestBoardGame::proposesAndPlays()
{
    const EnvironmentCall wish = request("Nora", "place", {{"column", 7}});
    const auto change = std::get<ProposedChange>(m_game->propose(wish));
    QCOMPARE(QString::fromStdString(change.diff).count(QStringLiteral("\n+")), 2); // the header and one line
    QVERIFY(change.diff.find("+. . . . . . X\n") != std::string::npos);
    QVERIFY(!change.text);                                          // the person says yes or no
    QVERIFY(board().contains(QStringLiteral("Nobody has moved."))); // a proposal changes nothing
    QVERIFY(m_game->applyChange(wish, change.token, {}).isError);   // nor what is not in the log
    m_game->recall({EventSeq{1}, RoleName("Nora"), change.token});
    const EnvironmentResult done = m_game->applyChange(wish, change.token, {});
    QVERIFY(!done.isError);
    QVERIFY(m_game->applyChange(wish, change.token, {}) == done); // once more is the same
    QVERIFY(done.text.ends_with("It is the turn of the other player."));
}

void TestBoardGame::keepsTheTurns()
{
    QVERIFY(!place("Nora", 1).isError);
    QVERIFY(place("Nora", 1).isError);
    QVERIFY(!place("Otto", 1).isError);
    QVERIFY(place("Otto", 1).isError);
    QVERIFY(place("Zoe", 1).isError); // two play
    QVERIFY(!place("Nora", 1).isError);
}

void TestBoardGame::isWon_data()
{
    QTest::addColumn<QString>("columns");
    QTest::addColumn<QString>("winner");
    QTest::newRow("along") << QStringLiteral("1122334") << QStringLiteral("Nora");
    QTest::newRow("upwards") << QStringLiteral("1212121") << QStringLiteral("Nora");
    QTest::newRow("rising") << QStringLiteral("12233434474") << QStringLiteral("Nora");
    QTest::newRow("falling") << QStringLiteral("76655454414") << QStringLiteral("Nora");
    QTest::newRow("by the second") << QStringLiteral("71627364") << QStringLiteral("Otto");
    QTest::newRow("at the right edge") << QStringLiteral("7766554") << QStringLiteral("Nora");
}

void TestBoardGame::isWon()
{
    QFETCH(QString, columns);
    QFETCH(QString, winner);
    play(columns.chopped(1));
    QVERIFY2(!board().contains(QStringLiteral("has won")), qPrintable(board()));
    const EnvironmentResult last = place(columns.size() % 2 == 1 ? "Nora" : "Otto", columns.back().digitValue());
    QVERIFY2(QString::fromStdString(last.text).contains(winner + QStringLiteral(" has four in a row and has won.")),
             last.text.c_str());
    QVERIFY(place(columns.size() % 2 == 1 ? "Otto" : "Nora", 5).text.starts_with("The game is over."));
    QVERIFY(moves().startsWith(QStringLiteral("None.")));
}

void TestBoardGame::isDrawn()
{
    play(QStringLiteral("656173566152215676422337377473141445425321"));
    QVERIFY2(board().endsWith(QStringLiteral("The board is full: nobody has won.")), qPrintable(board()));
    QVERIFY(place("Nora", 1).isError);
}

void TestBoardGame::refuses_data()
{
    QTest::addColumn<int>("column");
    QTest::newRow("left of it") << 0;
    QTest::newRow("right of it") << 8;
    QTest::newRow("far") << 2'000'000'000;
    QTest::newRow("below zero") << -3;
    QTest::newRow("full") << 1;
}

void TestBoardGame::refuses()
{
    QFETCH(int, column);
    play(QStringLiteral("111111"));
    const QString before = board();
    QVERIFY(place("Nora", column).isError);
    QCOMPARE(board(), before);
    QCOMPARE(moves(), QStringLiteral("2, 3, 4, 5, 6, 7"));
}

/// Two decide on the same board at once: the log says who was first, for ever.
void TestBoardGame::theFirstOfTwoCounts()
{
    const EnvironmentCall noras = request("Nora", "place", {{"column", 1}});
    const EnvironmentCall ottos = request("Otto", "place", {{"column", 1}});
    const auto first = std::get<ProposedChange>(m_game->propose(noras));
    const auto second = std::get<ProposedChange>(m_game->propose(ottos));
    m_game->recall({EventSeq{1}, RoleName("Otto"), second.token});
    m_game->recall({EventSeq{2}, RoleName("Nora"), first.token});
    QVERIFY(m_game->applyChange(noras, first.token, {}).isError);
    QVERIFY(!m_game->applyChange(ottos, second.token, {}).isError);
    QVERIFY(board().contains(QStringLiteral("X: Otto.")));
}

void TestBoardGame::isRebuiltFromItsChanges()
{
    play(QStringLiteral("4453"));
    const QString before = board();
    m_game = std::make_unique<BoardGame>();
    for (int times = 0; times < 2; ++times) // told twice is told once
        for (const LoggedChange& change : m_log)
            m_game->recall(change);
    QCOMPARE(board(), before);
}

void TestBoardGame::takesOnlyItsOwn()
{
    std::int64_t seq = 0;
    for (const json& token :
         {json(), json::array({1}), json{{"path", "a"}}, json{{"game", "chess"}, {"move", 0}, {"column", 1}},
          json{{"game", "four_in_a_row"}}, json{{"game", "four_in_a_row"}, {"move", 0}, {"column", 99}},
          json{{"game", "four_in_a_row"}, {"move", "0"}, {"column", 1}},
          json{{"game", "four_in_a_row"}, {"move", 1}, {"column", 1}}})
        m_game->recall({EventSeq{++seq}, RoleName("Nora"), conversation::JsonValue(token)});
    QVERIFY(board().contains(QStringLiteral("Nobody has moved.")));
}

} // namespace tst_board_game

QUARTERDECK_TEST(tst_board_game, TestBoardGame)
#include "tst_board_game.moc"
