#include "agent/prompt.h"

#include "agent/instructions.h"
#include "conversation/speaker.h"
#include "formats/agentscope/formatter.h"
#include "team/result_filters.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace quarterdeck::team {

namespace {

namespace agentscope = formats::agentscope;
using conversation::Message;
using Kind = Remembered::Kind;

Message messageOf(const char* role, std::string text)
{
    Message message;
    message.role = role;
    message.content = conversation::textBlocks(std::move(text));
    return message;
}

/// Lines of what was said, as the history of a team. Pictures follow it.
class History
{
public:
    explicit History(const conversation::ConversationState& state) : m_state(state) { }

    void add(const Message& message)
    {
        agentscope::FormatterMessage line;
        line.name = conversation::isFromPerson(message) ? "User" : conversation::displayName(m_state, message);
        line.role = "user";
        line.content = conversation::JsonValue(nlohmann::json(conversation::textOf(message)));
        m_lines.push_back(std::move(line));
        for (const conversation::ContentBlock& block : message.content)
            if (std::holds_alternative<conversation::MediaBlock>(block))
                m_media.push_back(block);
    }
    void flush(std::vector<Message>& messages)
    {
        if (m_lines.empty())
            return;
        agentscope::FormatterOptions options;
        if (!m_isFirst)
            options.historyPrompt.clear();
        const auto prompt = agentscope::formatPrompt(std::exchange(m_lines, {}), options);
        m_isFirst = false;
        Message message = messageOf("user", prompt ? textIn(prompt->messages.json()) : std::string());
        message.content.insert(message.content.end(), m_media.begin(), m_media.end());
        m_media.clear();
        messages.push_back(std::move(message));
    }

private:
    /// The formatter's one message of one text.
    static std::string textIn(const nlohmann::json& messages)
    {
        for (const nlohmann::json& message : messages)
            for (const nlohmann::json& part : message.at("content"))
                if (part.value("type", "") == "text")
                    return part.at("text").get<std::string>();
        return {};
    }

    const conversation::ConversationState& m_state;
    std::vector<agentscope::FormatterMessage> m_lines;
    std::vector<conversation::ContentBlock> m_media;
    bool m_isFirst = true;
};

Message throughFilters(const TeamDefinition& team, const Message& result)
{
    Message message;
    message.role = "tool";
    for (const auto& block : conversation::blocksOf<conversation::ToolResultBlock>(result)) {
        conversation::ToolResultBlock shown = block;
        shown.output = resultForPrompt(team, block.name, block.output);
        message.content.emplace_back(std::move(shown));
    }
    return message;
}

void addTurns(const PromptInput& input, std::span<const Turn> turns, std::vector<Message>& messages)
{
    History history(input.state);
    for (const Turn& turn : turns) {
        const Remembered& head = *turn.rows.front();
        if (head.kind != Kind::Reply) {
            history.add(head.message);
            continue;
        }
        history.flush(messages);
        Message reply = head.message;
        reply.role = "assistant";
        messages.push_back(std::move(reply));
        for (std::size_t i = 1; i < turn.rows.size(); ++i)
            messages.push_back(throughFilters(input.team, turn.rows[i]->message));
    }
    history.flush(messages);
}

std::int64_t tokensOf(std::span<const formats::Tool> tools)
{
    std::int64_t tokens = 0;
    for (const formats::Tool& tool : tools) {
        tokens += estimatedTokens(tool.name + tool.description.value_or(std::string()));
        for (const formats::ToolParameter& parameter : tool.parameters)
            tokens += estimatedTokens(parameter.name + parameter.description.value_or(std::string()));
    }
    return tokens;
}

std::int64_t rowsIn(std::span<const Turn> turns)
{
    std::int64_t rows = 0;
    for (const Turn& turn : turns)
        rows += static_cast<std::int64_t>(turn.rows.size());
    return rows;
}

void addSummary(const Remembered* summary, std::vector<Message>& messages)
{
    if (summary != nullptr)
        messages.push_back(
            messageOf("user", "# What happened before, in short\n" + conversation::textOf(summary->message)));
}

/// What every prompt of the agent begins with.
std::vector<Message> opening(const PromptInput& input, const Turns& all, const Seen& seen)
{
    std::vector<Message> messages{messageOf("system", instructionsFor(input))};
    addSummary(seen.hasSummary ? all.summary : nullptr, messages);
    return messages;
}

void complete(std::vector<Message>& messages, const PromptInput& input, const Turns& all, const Seen& seen)
{
    if (seen.leftOut > 0)
        messages.push_back(messageOf("user", "(" + std::to_string(seen.leftOut) + " earlier messages are left out.)"));
    const auto first =
        std::ranges::find_if(all.turns, [&](const Turn& turn) { return turn.firstPlace() >= seen.from; });
    addTurns(input, {first, all.turns.end()}, messages);
}

void note(Seen& seen, std::span<const Message> messages, std::span<const formats::Tool> tools)
{
    seen.tokens = tokensOf(tools);
    for (const Message& message : messages)
        seen.tokens += estimatedTokens(message);
    seen.tools = static_cast<std::int64_t>(tools.size());
    seen.digest = digestOf(messages, tools);
}

} // namespace

std::int64_t promptTokensOf(const TeamDefinition& team, const Remembered& row)
{
    if (row.kind != Kind::Result)
        return estimatedTokens(row.message);
    return estimatedTokens(throughFilters(team, row.message));
}

Turns turnsOf(const TeamDefinition& team, const InboxMemory& memory)
{
    Turns all;
    for (const Remembered& row : memory.rows())
        if (row.kind == Kind::Summary)
            all.summary = &row;
    const std::int64_t covered = all.summary != nullptr ? all.summary->covers : 0;
    std::map<conversation::MessageId, std::size_t> turnOfReply;
    for (const Remembered& row : memory.rows()) {
        if (row.place < covered || row.kind == Kind::Summary || row.kind == Kind::Change)
            continue;
        if (row.kind == Kind::Result) {
            const auto reply = turnOfReply.find(row.of);
            if (reply != turnOfReply.end()) { // else its call is not remembered any more
                all.turns[reply->second].rows.push_back(&row);
                all.turns[reply->second].tokens += promptTokensOf(team, row);
            }
            continue;
        }
        if (row.kind == Kind::Reply)
            turnOfReply[row.message.id] = all.turns.size();
        all.turns.push_back({{&row}, promptTokensOf(team, row)});
    }
    return all;
}

std::size_t turnsToDrop(const Turns& turns, const Room& room)
{
    std::size_t kept = 0;
    Room taken;
    for (auto turn = turns.turns.rbegin(); turn != turns.turns.rend(); ++turn) {
        taken.tokens += turn->tokens;
        taken.rows += static_cast<std::int64_t>(turn->rows.size());
        const bool isTooMuch = taken.tokens > room.tokens || (room.rows > 0 && taken.rows > room.rows);
        if (kept > 0 && isTooMuch)
            break;
        ++kept;
    }
    return turns.turns.size() - kept;
}

AgentPrompt promptFor(const PromptInput& input)
{
    AgentPrompt prompt;
    const Turns all = turnsOf(input.team, input.memory);
    prompt.seen.hasSummary = all.summary != nullptr;
    prompt.messages = opening(input, all, prompt.seen);
    std::int64_t fixed = tokensOf(input.tools);
    for (const Message& message : prompt.messages)
        fixed += estimatedTokens(message);
    prompt.dropped = turnsToDrop(all, {input.team.promptTokens - fixed, input.team.promptMessages});
    const std::span<const Turn> turns(all.turns);
    const auto kept = turns.subspan(prompt.dropped);
    const std::int64_t covered = all.summary != nullptr ? all.summary->covers : 0;
    // Rows that are not in memory any more are left out as well.
    prompt.seen.leftOut =
        rowsIn(turns.first(prompt.dropped)) + std::max<std::int64_t>(0, input.memory.first() - covered);
    prompt.seen.from = kept.empty() ? input.memory.end() : kept.front().firstPlace();
    prompt.seen.to = input.memory.end();
    complete(prompt.messages, input, all, prompt.seen);
    note(prompt.seen, prompt.messages, input.tools);
    return prompt;
}

std::vector<Message> promptAgain(const PromptInput& input, const Seen& seen)
{
    const Turns all = turnsOf(input.team, input.memory);
    std::vector<Message> messages = opening(input, all, seen);
    complete(messages, input, all, seen);
    return messages;
}

SummaryRequest summaryRequestFor(const PromptInput& input)
{
    const Turns all = turnsOf(input.team, input.memory);
    const Room half{input.team.promptTokens / 2, (input.team.promptMessages + 1) / 2};
    const std::size_t dropped = std::max<std::size_t>(1, turnsToDrop(all, half));
    SummaryRequest request;
    request.covers = dropped < all.turns.size() ? all.turns[dropped].firstPlace() : input.memory.end();
    // What a model is to shorten must fit, too.
    Turns old{
        all.summary,
        {all.turns.begin(), all.turns.begin() + static_cast<std::ptrdiff_t>(std::min(dropped, all.turns.size()))}};
    const std::size_t tooMany = old.turns.empty() ? 0 : turnsToDrop(old, {input.team.promptTokens});
    request.seen.from = tooMany < old.turns.size() ? old.turns[tooMany].firstPlace() : request.covers;
    request.seen.to = input.memory.end();
    request.seen.leftOut = rowsIn(std::span<const Turn>(old.turns).first(tooMany));
    request.seen.hasSummary = all.summary != nullptr;
    request.messages = summaryRequestAgain(input, request.seen, request.covers);
    note(request.seen, request.messages, {});
    return request;
}

std::vector<Message> summaryRequestAgain(const PromptInput& input, const Seen& seen, std::int64_t covers)
{
    const Turns all = turnsOf(input.team, input.memory);
    std::vector<Message> messages{messageOf("system", summaryInstructions(input))};
    addSummary(seen.hasSummary ? all.summary : nullptr, messages);
    History history(input.state);
    for (const Turn& turn : all.turns) {
        if (turn.firstPlace() < seen.from || turn.firstPlace() >= covers)
            continue;
        for (const Remembered* row : turn.rows) {
            Message told = row->message;
            told.content = conversation::textBlocks(toldText(input.team, row->message));
            history.add(told);
        }
    }
    history.flush(messages);
    messages.push_back(messageOf("user", "Write the summary now."));
    return messages;
}

} // namespace quarterdeck::team
