#pragma once

#include "tests/model/conversation/team_kit.h"

#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <string>
#include <vector>

/// What tests of held messages have in common.
namespace held_kit {

using namespace quarterdeck::conversation;

[[nodiscard]] inline HoldRule everything()
{
    HoldRule rule;
    rule.id = holdsEverything;
    return rule;
}

/// What `ReleaseHeld` needs from the log.
[[nodiscard]] inline ReleaseHeld releaseOf(const std::vector<Event>& log, EventSeq held)
{
    const Event& event = log[static_cast<std::size_t>(held.value - 1)];
    return {held, std::get<MessagePublished>(event.body).message};
}

[[nodiscard]] inline ReleaseHeld releaseAnyway(const std::vector<Event>& log, EventSeq held)
{
    ReleaseHeld intent = releaseOf(log, held);
    intent.mayReachOthers = true;
    return intent;
}

/// One that no rule wants, and that goes as nothing is before it any more.
[[nodiscard]] inline std::optional<ReleaseHeld> goesByItself(const TeamKit& kit)
{
    for (const auto& held : kit.state.held()) {
        ReleaseHeld intent = releaseOf(kit.log, held->seq);
        intent.by.clear();
        if (held->hold.rule.isEmpty() && !kit.decideOnly(intent).error)
            return intent;
    }
    return std::nullopt;
}

[[nodiscard]] inline QString words(const Message& message) { return QString::fromStdString(textOf(message)); }

/// What each member finds in its inbox, in order.
using Inboxes = std::map<std::string, QStringList>;

[[nodiscard]] inline Inboxes inboxesOf(const std::vector<Event>& log)
{
    Inboxes inboxes;
    for (const Event& event : log)
        if (const auto* published = std::get_if<MessagePublished>(&event.body))
            for (const Delivery& one : published->route.deliveries)
                inboxes[one.role.str()] << words(deliveredMessage(*published));
    return inboxes;
}

} // namespace held_kit
