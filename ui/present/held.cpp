#include "ui/present/held.h"

#include "model/conversation/hold_matcher.h"
#include "model/conversation/speaker.h"
#include "ui/present/present.h"
#include "ui/present/routing_text.h"
#include "ui/present/visible_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace quarterdeck::ui::present {

namespace {

struct HeldWords
{
    Q_DECLARE_TR_FUNCTIONS(HeldWords)
};

QString recipientsOf(const conversation::Hold& hold)
{
    QStringList names;
    if (hold.isToPerson)
        names << HeldWords::tr("you");
    for (const conversation::Delivery& one : hold.deliveries)
        if (one.makesActive())
            names << wording::visibleText(one.role.str());
    if (names.isEmpty() && !hold.deliveries.empty())
        return HeldWords::tr("everyone");
    return names.isEmpty() ? HeldWords::tr("nobody") : names.join(HeldWords::tr(", ", "between names"));
}

QString reasonOf(const conversation::Hold& hold)
{
    if (hold.rule.isEmpty())
        return HeldWords::tr("Held: waits behind an earlier one");
    if (hold.isUntested)
        return HeldWords::tr("Held: an expression took too long");
    if (hold.name.empty())
        return HeldWords::tr("Held");
    return HeldWords::tr("Held by “%1”").arg(wording::visibleText(hold.name));
}

} // namespace

HeldCardState heldCard(const conversation::ConversationState& state, const Members& members,
                       const conversation::HeldMessage& held, const std::string& text)
{
    HeldCardState card;
    card.seq = held.seq;
    card.speaker = wording::visibleText(held.hold.speaker.str());
    card.look = lookOf(members, held.hold.speaker);
    card.recipients = recipientsOf(held.hold);
    card.why = reasonOf(held.hold);
    card.text = QString::fromStdString(text);
    card.since = held.since;
    for (const conversation::RoleState& member : state.roles())
        if (member.role.name != held.hold.speaker)
            card.members.push_back(member.role.name.str());
    card.others = static_cast<int>(state.held().size()) - 1;
    card.mayGoNow = std::ranges::none_of(state.held(), [&](const conversation::HeldMessage& other) {
        return other.seq < held.seq && conversation::isSameWay(other, held.hold);
    });
    return card;
}

HoldBarState holdBar(const conversation::ConversationState& state)
{
    return {isEverythingHeld(state), static_cast<int>(state.held().size())};
}

HoldRulesState holdRules(const conversation::ConversationState& state)
{
    HoldRulesState rules{state.holdRules(), {}};
    for (const conversation::RoleState& member : state.roles())
        rules.members.push_back(member.role.name.str());
    return rules;
}

HoldPreview holdPreview(const conversation::ConversationState& state, const conversation::HoldRule& rule,
                        const std::vector<session::Row>& rows)
{
    constexpr int most = 50;
    HoldPreview preview;
    for (auto row = rows.rbegin(); row != rows.rend() && preview.of < most; ++row) {
        const auto* published = std::get_if<conversation::MessagePublished>(&row->event.body);
        if (published == nullptr || published->route.release
            || published->route.rule == conversation::RoutingRule::ToSelf)
            continue;
        const conversation::RoleState* speaker = conversation::speakerOf(state, published->message);
        if (speaker == nullptr)
            continue;
        conversation::Route route = published->route;
        if (route.hold)
            route.deliveries = route.hold->deliveries;
        conversation::HoldMatcher matcher(speaker->role.name, published->message, route);
        ++preview.of;
        preview.held += matcher.matches(rule) ? 1 : 0;
    }
    return preview;
}

bool isEverythingHeld(const conversation::ConversationState& state)
{
    return std::ranges::any_of(state.holdRules(), [](const conversation::HoldRule& rule) {
        return rule.id == conversation::holdsEverything && rule.isOn;
    });
}

} // namespace quarterdeck::ui::present
