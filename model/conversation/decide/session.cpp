#include "model/conversation/conversation_errors.h"
#include "model/conversation/decide/rules.h"
#include "model/conversation/message_extension.h"
#include "model/conversation/route.h"
#include "model/conversation/speaker.h"

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

void on(DecisionBuilder& decision, const HireRole& intent)
{
    if (intent.role.name.isEmpty()) {
        return decision.refuse(errors::roleWithoutName());
    }
    if (decision.state().role(intent.role.name)) {
        return decision.refuse(errors::duplicateRole(intent.role.name));
    }
    // Recordings are not judged: they are shown as they are.
    if (decision.state().kind() != SessionKind::Imported && isLikeProgramName(intent.role.name.str())) {
        return decision.refuse(errors::nameOfProgram(intent.role.name));
    }
    decision.add(RoleHired{intent.role});
}

void on(DecisionBuilder& decision, const ObserveMail& intent)
{
    const RoleState* role = decision.state().role(intent.role);
    if (!role) {
        return decision.refuse(errors::unknownRole(intent.role));
    }
    const std::int64_t upTo = std::clamp(intent.upTo.value_or(role->delivered), role->observed, role->delivered);
    if (upTo > role->observed || role->hasNews != intent.hasNews) {
        decision.add(MailObserved{intent.role, upTo, intent.hasNews});
    }
}

void on(DecisionBuilder& decision, const SetRoleActivity& intent)
{
    const RoleState* role = decision.state().role(intent.role);
    if (!role) {
        return decision.refuse(errors::unknownRole(intent.role));
    }
    const bool isSame = role->activity == intent.activity && role->activityDetail == intent.detail
        && role->hasWork == intent.hasWork && !(role->hasNews && intent.finishedNews);
    if (!isSame) {
        decision.add(
            RoleActivityChanged{intent.role, intent.activity, intent.detail, intent.hasWork, intent.finishedNews});
    }
}

void on(DecisionBuilder& decision, const RecordUsage& intent)
{
    // An outsider's or the program's own calls cost money too: they count for the session.
    decision.add(UsageRecorded{intent.role, intent.usage});
}

void on(DecisionBuilder& decision, const SetPublicChat& intent)
{
    if (intent.isPublic != decision.state().isPublic()) {
        decision.add(PublicChatSet{intent.isPublic});
    }
}

void on(DecisionBuilder& decision, const SetRoleMode& intent)
{
    const ConversationState& state = decision.state();
    const RoleState* role = state.role(intent.role);
    if (!role) {
        return decision.refuse(errors::unknownRole(intent.role));
    }
    if ((state.kind() != SessionKind::Team && state.kind() != SessionKind::Demo) || !state.source().empty()) {
        return decision.refuse(errors::actsElsewhere(intent.role));
    }
    if (role->mode != intent.mode) {
        decision.add(RoleModeSet{intent.role, intent.mode, "person"});
    }
}

void on(DecisionBuilder& decision, const EndDirectChat& intent)
{
    const DirectChat* chat = decision.state().directChatWith(intent.role);
    if (!chat) {
        return decision.refuse(errors::noDirectChat(intent.role));
    }
    if (intent.reason == DirectChatEndReason::TimedOut) {
        const auto end = decision.state().timeOutOf(*chat);
        if (!end || decision.context().now < *end) {
            return decision.refuse(errors::directChatNotTimedOut(intent.role));
        }
    }
    decision.add(DirectChatEnded{chat->id, chat->role, intent.reason});
}

} // namespace quarterdeck::conversation::rules
