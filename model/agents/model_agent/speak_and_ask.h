#pragma once

#include "model/agents/model_agent/agent_state.h"

#include <optional>

namespace quarterdeck::team {

struct Speech
{
    conversation::MessageId id;
    std::vector<conversation::ContentBlock> content;
    std::optional<conversation::Usage> usage;
    conversation::JsonValue metadata;
    bool isRemembered = true;
};

/// What an agent says without naming anybody: a leader, or an only member, speaks to the person; others by the rules,
/// so to the leader, or to the person who spoke to them alone.
QCoro::Task<Result<conversation::Route>> say(AgentStatePtr mind, AgentContext context, Speech speech);
/// Who that is addressed to, for its draft.
[[nodiscard]] conversation::AddressSet saidTo(const AgentState& mind, const AgentContext& context);

/// Asks the person under an id derived from `base`, so that the question is recognised after a restart; asks anew if an
/// earlier one was withdrawn when the run was stopped.
QCoro::Task<Result<conversation::QuestionEnd>> askAndWait(AgentContext context, conversation::Question question,
                                                          std::string base);
/// The same, with the id under which it was last asked.
struct QuestionResult
{
    conversation::QuestionId id;
    conversation::QuestionEnd end;
};
QCoro::Task<Result<QuestionResult>> askAndWaitWithId(AgentContext context, conversation::Question question,
                                                     std::string base);
/// The question with that id as it was asked, so that its answer is understood in whatever language.
QCoro::Task<Result<std::optional<conversation::Question>>> findEarlierQuestion(AgentContext context,
                                                                               conversation::QuestionId id);
/// What the person gave, in words for a model.
[[nodiscard]] std::string answerForModel(const conversation::QuestionEnd& end);

/// The images that go with those words.
[[nodiscard]] std::vector<conversation::ContentBlock> mediaOf(const conversation::QuestionEnd& end);

/// What the person wants of an agent that has called its model `calls` times for one piece of news.
struct ContinueDecision
{
    bool isAllowed = false;
    std::string words; ///< what the agent is told; may be empty
};
QCoro::Task<Result<ContinueDecision>> askToContinue(AgentContext context, std::int32_t calls, std::string base);

} // namespace quarterdeck::team
