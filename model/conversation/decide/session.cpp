#include "model/conversation/conversation_errors.h"
#include "model/conversation/decide/rules.h"
#include "model/conversation/filter.h"
#include "model/conversation/message_extension.h"

#include <algorithm>
#include <cmath>

namespace quarterdeck::conversation::rules {

namespace {

bool isBudget(const std::optional<double>& budget) { return !budget || (std::isfinite(*budget) && *budget >= 0.0); }

} // namespace

void on(DecisionBuilder& decision, const StartSession& intent)
{
    if (decision.state().lastSeq().value > 0) {
        return decision.refuse(errors::alreadyStarted());
    }
    for (const std::string& name : intent.settings.routing.filters) {
        if (!filterNamed(name)) {
            return decision.refuse(errors::unknownFilter(name));
        }
    }
    if (!isBudget(intent.settings.budget)) {
        return decision.refuse(errors::badBudget());
    }
    decision.add(intent.settings);
}

void on(DecisionBuilder& decision, const RenameSession& intent)
{
    if (intent.title != decision.state().title()) {
        decision.add(SessionRenamed{intent.title});
    }
}

void on(DecisionBuilder& decision, const SetRunState& intent)
{
    const ConversationState& state = decision.state();
    if (intent.state == state.runState() && intent.reason == state.runReason() && intent.cause == state.runCause()) {
        return;
    }
    if (intent.state == RunState::NotStarted) {
        return decision.refuse(errors::runCannotUnstart());
    }
    decision.add(RunStateChanged{intent.state, intent.reason, intent.cause});
}

void on(DecisionBuilder& decision, const StartRound& intent)
{
    decision.add(RoundStarted{decision.state().round() + 1, intent.roles});
}

void on(DecisionBuilder& decision, const SetBudget& intent)
{
    if (!isBudget(intent.budget)) {
        return decision.refuse(errors::badBudget());
    }
    if (intent.budget != decision.state().budget()) {
        decision.add(BudgetSet{intent.budget});
    }
}

void on(DecisionBuilder& decision, const Annotate& intent)
{
    const EventSeq target = intent.annotation.target;
    if (target.value < 1 || target > decision.state().lastSeq()) {
        return decision.refuse(errors::noSuchEvent(target));
    }
    decision.add(intent.annotation);
}

void on(DecisionBuilder& decision, const PinMessage& intent)
{
    const auto& kept = decision.state().keptMessages();
    if (intent.target.value < 1 || intent.target > decision.state().lastSeq()) {
        return decision.refuse(errors::noSuchEvent(intent.target));
    }
    if (std::binary_search(kept.begin(), kept.end(), intent.target) == intent.isKept) {
        return;
    }
    if (intent.isKept && kept.size() >= ConversationState::maxKeptMessages) {
        return decision.refuse(errors::tooManyKept(ConversationState::maxKeptMessages));
    }
    decision.add(MessagePinned{intent.target, intent.isKept, "person"});
}

void on(DecisionBuilder& decision, const ExtendMessage& intent)
{
    const EventSeq target = intent.growth.target;
    if (target.value < 1 || target > decision.state().lastSeq()) {
        return decision.refuse(errors::noSuchEvent(target));
    }
    if (!isEmpty(intent.growth)) {
        decision.add(intent.growth);
    }
}

void on(DecisionBuilder& decision, const RecordSpans& intent)
{
    if (!intent.spans.empty()) {
        decision.add(SpansRecorded{intent.spans});
    }
}

} // namespace quarterdeck::conversation::rules
