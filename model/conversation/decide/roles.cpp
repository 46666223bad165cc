#include "model/conversation/conversation_errors.h"
#include "model/conversation/decide/rules.h"
#include "model/conversation/name_skeleton.h"

#include <algorithm>

namespace quarterdeck::conversation::rules {

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

} // namespace quarterdeck::conversation::rules
