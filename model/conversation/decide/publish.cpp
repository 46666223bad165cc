#include "model/conversation/conversation_errors.h"
#include "model/conversation/decide/routing.h"
#include "model/conversation/decide/rules.h"
#include "model/conversation/filter.h"

namespace quarterdeck::conversation {

namespace {

/// The name of the filter that refuses the message; filters that redirect it take effect at once.
std::optional<std::string> refusingFilter(Routing& routing)
{
    for (const std::string& name : routing.decision.routing().filters) {
        const Filter* filter = filterNamed(name);
        if (!filter) {
            continue; // of a newer version: StartSession refuses unknown names
        }
        const FilterVerdict verdict = filter->judge(routing.message, routing.state());
        if (verdict.isRefused) {
            return name;
        }
        if (verdict.sendTo) {
            routing.message.sendTo = *verdict.sendTo;
            // The recipient no longer counts as named, so rule 1 has nobody to speak to.
            routing.userDefinedRecipient.clear();
            routing.wantsPrivate = false;
        }
    }
    return {};
}

void recordFiltered(Routing& routing, const std::string& filter)
{
    routing.route.isFiltered = true;
    routing.route.filteredBy = filter;
    routing.route.isPrivate =
        !routing.userDefinedRecipient.empty() && (routing.wantsPrivate || !routing.state().isPublic());
    routing.decision.add(MessagePublished{routing.message, routing.route});
    routing.decision.setRoute(routing.route);
    routing.decision.refuse(errors::filtered(filter));
}

/// MetaGPT's callers name the recipient twice; naming it once means the same.
void nameRecipient(Routing& routing)
{
    if (!routing.userDefinedRecipient.empty() && routing.message.sendTo == AddressSet{address::all}) {
        routing.message.sendTo = {Address(routing.userDefinedRecipient)};
    }
}

} // namespace

void route(Routing& routing)
{
    if (routing.message.timestamp == Timestamp{}) {
        routing.message.timestamp = routing.decision.context().now;
    }
    routing.route.wasPublic = routing.state().isPublic();
    if (!routing.decision.isMgx()) {
        nameRecipient(routing);
    }
    if (const auto filter = refusingFilter(routing)) {
        return recordFiltered(routing, *filter);
    }
    if (auto error = attachImages(routing.decision, routing.message)) {
        return routing.decision.refuse(std::move(*error));
    }
    applyTable(routing);
}

void rules::on(DecisionBuilder& decision, const Publish& intent)
{
    const IdSource makeId = [&] { return decision.makeId(); };
    Routing routing{decision, normalised(intent.message, makeId), intent.userDefinedRecipient, intent.publicer,
                    intent.isPrivate};
    route(routing);
}

Message normalised(Message message, const IdSource& makeId)
{
    if (message.id.isEmpty() && makeId) {
        message.id = MessageId(makeId());
    }
    if (message.causeBy.isEmpty()) {
        message.causeBy = action::userRequirement;
    }
    if (message.sendTo.empty()) {
        message.sendTo = {address::all};
    }
    return message;
}

} // namespace quarterdeck::conversation
