#include "model/agents/environment/board_game.h"

#include "model/agents/environment/git.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::team {

namespace {

using nlohmann::json;

constexpr const char* lookAtBoard = "look_at_board";
constexpr const char* legalMoves = "legal_moves";
constexpr const char* placeTool = "place";
constexpr const char* gameKey = "game";
constexpr const char* gameName = "four_in_a_row";
constexpr const char* boardName = "board";
constexpr std::array discs = {'X', 'O'};
constexpr int inARow = 4;

EnvironmentTool call(const char* name, const char* description, bool isWriting)
{
    EnvironmentTool made;
    made.tool.name = name;
    made.tool.description = description;
    made.isWriting = isWriting;
    return made;
}

int numberAt(const json& object, const char* key)
{
    const auto found = object.is_object() ? object.find(key) : object.end();
    const bool isNumber = object.is_object() && found != object.end() && found->is_number_integer();
    return isNumber ? static_cast<int>(std::clamp<std::int64_t>(found->get<std::int64_t>(), -1, 1000)) : -1;
}

/// The number and column of a move, as its token tells. Both from 0 on; -1 = none.
struct ToldMove
{
    int index = -1;
    int column = -1;
};
ToldMove toldBy(const conversation::JsonValue& token)
{
    const json& value = token.json();
    const bool isOurs = value.is_object() && value.contains(gameKey) && value[gameKey] == gameName;
    return isOurs ? ToldMove{numberAt(value, "move"), numberAt(value, "column")} : ToldMove();
}

} // namespace

std::vector<EnvironmentTool> BoardGame::calls()
{
    EnvironmentTool placing =
        call(placeTool, "Drops one of your discs into a column of the board; it falls to the lowest place.", true);
    formats::ToolParameter column;
    column.name = "column";
    column.type = "integer";
    column.description = "1 to 7, from the left.";
    column.isRequired = true;
    placing.tool.parameters = {column};
    return {call(lookAtBoard, "Shows the board of four in a row, whose discs are whose, and whose turn it is.", false),
            call(legalMoves, "Lists the columns into which a disc can be dropped now.", false), placing};
}

std::unique_ptr<AgentEnvironment> BoardGame::make(const EnvironmentContext&) { return std::make_unique<BoardGame>(); }

BoardGame::Cells BoardGame::cellsOf(const std::vector<Move>& moves)
{
    Cells cells;
    for (auto& row : cells)
        row.fill(' ');
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const auto column = static_cast<std::size_t>(moves[i].column);
        const auto row = std::ranges::find_if(cells, [column](const auto& one) { return one[column] == ' '; });
        if (row != cells.end())
            (*row)[column] = discs[i % discs.size()];
    }
    return cells;
}

bool BoardGame::hasFour(const Cells& cells)
{
    constexpr std::array<std::array<int, 2>, 4> directions = {{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};
    const auto at = [&](int row, int column) {
        const bool isOnBoard = row >= 0 && row < rows && column >= 0 && column < columns;
        return isOnBoard ? cells[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] : ' ';
    };
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            for (const auto& [up, right] : directions) {
                int same = 0;
                while (same < inARow && at(row, column) != ' '
                       && at(row + up * same, column + right * same) == at(row, column))
                    ++same;
                if (same == inARow)
                    return true;
            }
        }
    }
    return false;
}

std::vector<int> BoardGame::open(const std::vector<Move>& moves)
{
    std::vector<int> open;
    const Cells cells = cellsOf(moves);
    for (int column = 0; column < columns && !hasFour(cells); ++column)
        if (cells.back()[static_cast<std::size_t>(column)] == ' ')
            open.push_back(column);
    return open;
}

std::string BoardGame::standing(const std::vector<Move>& moves)
{
    if (moves.empty())
        return "Nobody has moved. Who places first plays X.";
    std::string text = "X: " + moves.front().player.str();
    if (moves.size() > 1)
        text += ", O: " + moves[1].player.str();
    if (hasFour(cellsOf(moves)))
        return text + ". " + moves.back().player.str() + " has four in a row and has won.";
    if (open(moves).empty())
        return text + ". The board is full: nobody has won.";
    const std::size_t next = moves.size() % discs.size();
    return text + ". It is the turn of " + (next < moves.size() ? moves[next].player.str() : "the other player") + ".";
}

std::string BoardGame::shown(const std::vector<Move>& moves)
{
    std::string text = "1 2 3 4 5 6 7\n";
    const Cells cells = cellsOf(moves);
    for (auto row = cells.rbegin(); row != cells.rend(); ++row) {
        for (const char cell : *row) {
            text += cell == ' ' ? '.' : cell;
            text += ' ';
        }
        text.back() = '\n';
    }
    return text;
}

void BoardGame::recall(const LoggedChange& change)
{
    if (change.seq <= m_recalled)
        return; // two calls may have read the same piece of the log
    m_recalled = change.seq;
    const ToldMove told = toldBy(change.token);
    const std::vector<int> columnsNow = open(m_moves);
    if (told.index == static_cast<int>(m_moves.size()) && std::ranges::count(columnsNow, told.column) > 0
        && objection(change.role).empty())
        m_moves.push_back({change.role, told.column});
}

EnvironmentResult BoardGame::read(const EnvironmentCall& request)
{
    if (request.call == lookAtBoard)
        return {shown(m_moves) + standing(m_moves), false};
    std::string text;
    for (const int column : open(m_moves))
        text += (text.empty() ? "" : ", ") + std::to_string(column + 1);
    return {text.empty() ? "None. " + standing(m_moves) : text, false};
}

std::string BoardGame::objection(const conversation::RoleName& role) const
{
    if (open(m_moves).empty())
        return "The game is over. " + standing(m_moves);
    const std::size_t turn = m_moves.size() % discs.size();
    const bool isKnown = turn < m_moves.size();
    if (isKnown && m_moves[turn].player != role)
        return "It is not your turn. " + standing(m_moves);
    if (!isKnown && !m_moves.empty() && m_moves.front().player == role)
        return "It is not your turn: another player places the second disc.";
    return {};
}

EnvironmentProposal BoardGame::propose(const EnvironmentCall& request)
{
    if (std::string why = objection(request.role); !why.empty())
        return EnvironmentResult{std::move(why), true};
    const int column = numberAt(request.arguments.json(), "column") - 1;
    const std::vector<int> columnsNow = open(m_moves);
    if (std::ranges::count(columnsNow, column) == 0)
        return EnvironmentResult{column < 0 || column >= columns ? "column is a number from 1 to 7."
                                                                 : "That column is full. Ask for legal_moves.",
                                 true};
    std::vector<Move> after = m_moves;
    after.push_back({request.role, column});
    auto diff = diffOf(boardName, {true, shown(m_moves)}, {true, shown(after)});
    if (!diff)
        return EnvironmentResult{"The boards cannot be compared: " + diff.error(), true};
    ProposedChange change;
    change.subject = boardName;
    change.diff = std::move(diff->text);
    change.added = diff->added;
    change.removed = diff->removed;
    change.token = conversation::JsonValue(json{{gameKey, gameName}, {"move", m_moves.size()}, {"column", column}});
    return change;
}

EnvironmentProposal BoardGame::proposeEdited(const EnvironmentCall&, const conversation::JsonValue&, const std::string&)
{
    return EnvironmentResult{"A move cannot be written otherwise.", true}; // no proposal offers a text
}

EnvironmentResult BoardGame::applyChange(const EnvironmentCall& request, const conversation::JsonValue& token,
                                         const std::optional<std::string>&)
{
    const ToldMove told = toldBy(token);
    const auto index = static_cast<std::size_t>(told.index);
    const bool isMade = told.index >= 0 && index < m_moves.size() && m_moves[index].player == request.role
        && m_moves[index].column == told.column;
    if (!isMade)
        return {"Somebody else moved meanwhile, so your move was not made. Look at the board.", true};
    // The board at that time, so that the reply is the same whenever it is asked for.
    const std::vector<Move> then(m_moves.begin(), m_moves.begin() + told.index + 1);
    return {shown(then) + standing(then), false};
}

} // namespace quarterdeck::team
