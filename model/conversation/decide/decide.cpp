#include "model/conversation/decide/decide.h"

#include "model/conversation/conversation_errors.h"
#include "model/conversation/decide/rules.h"

namespace quarterdeck::conversation {

namespace {

/// What may still happen in a recording: it can be imported, named and annotated, but nobody speaks in it.
bool isForRecordings(const Intent& intent)
{
    return std::holds_alternative<StartSession>(intent) || std::holds_alternative<RenameSession>(intent)
        || std::holds_alternative<HireRole>(intent) || std::holds_alternative<RecordMessage>(intent)
        || std::holds_alternative<ExtendMessage>(intent) || std::holds_alternative<RecordUsage>(intent)
        || std::holds_alternative<Annotate>(intent);
}

} // namespace

std::string DecisionBuilder::makeId() const
{
    // Without an id source (previews) the decision is never recorded, so any text will do.
    return m_context.makeId ? m_context.makeId() : std::string("unrecorded");
}

void DecisionBuilder::add(EventBody body)
{
    const EventSeq seq{m_state.lastSeq().value + static_cast<std::int64_t>(m_decision.events.size()) + 1};
    m_decision.events.push_back({seq, m_context.now, m_context.monotonicMs, std::move(body)});
}

Decision decide(const ConversationState& state, const Intent& intent, const DecideContext& context)
{
    DecisionBuilder decision(state, context);
    const bool hasBegun = state.lastSeq().value > 0;
    if (!hasBegun && !std::holds_alternative<StartSession>(intent)) {
        decision.refuse(errors::notStarted());
        return decision.take();
    }
    const bool isImportedSession = context.isImportedSession || state.kind() == SessionKind::Imported;
    if (isImportedSession && !isForRecordings(intent)) {
        decision.refuse(errors::isImportedSession());
        return decision.take();
    }
    std::visit([&](const auto& one) { rules::on(decision, one); }, intent);
    return decision.take();
}

Decision decideRecordMessage(const ConversationState& state, RecordMessage message, const DecideContext& context)
{
    DecisionBuilder decision(state, context);
    if (state.lastSeq().value > 0) {
        rules::on(decision, std::move(message));
    } else {
        decision.refuse(errors::notStarted());
    }
    return decision.take();
}

} // namespace quarterdeck::conversation
