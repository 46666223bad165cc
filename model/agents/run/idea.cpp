#include "model/agents/run/idea.h"

#include "model/agents/team_text.h"
#include "model/conversation/compose.h"
#include "model/session/log_records.h"

namespace quarterdeck::team {

using conversation::ConversationState;
using conversation::Error;
using conversation::Publish;
using conversation::Result;

Result<std::optional<Publish>> ideaFor(const ConversationState& state, const std::string& idea)
{
    if (idea.empty())
        return std::optional<Publish>(); // the team waits for the person
    auto publish = conversation::composeMessage(state, idea, conversation::Audience::ByDefault, {},
                                                [] { return session::newId(); });
    if (!publish)
        return tl::make_unexpected(publish.error());
    if (publish->message.content.empty())
        return tl::make_unexpected(
            Error{conversation::ErrorCode::BadInput, texts::nothingToDo(), "an idea of names only"});
    return std::optional<Publish>(std::move(*publish));
}

std::optional<Error> validateIdea(const TeamDefinition& team, const std::string& idea)
{
    ConversationState state;
    state.apply({state.lastSeq().next(), {}, 0, sessionOf(team, {}, {})});
    for (conversation::Role& member : membersOf(team))
        state.apply({state.lastSeq().next(), {}, 0, conversation::RoleHired{std::move(member)}});
    const auto publish = ideaFor(state, idea);
    return publish ? std::nullopt : std::optional(publish.error());
}

} // namespace quarterdeck::team
