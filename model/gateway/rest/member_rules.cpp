#include "model/gateway/rest/member_rules.h"

#include "model/conversation/json/event_json.h"
#include "model/gateway/rest/api_responses.h"

#include <QtGlobal>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace quarterdeck::gateway::api {

using conversation::Intent;
using conversation::RoleName;
using conversation::RunState;

namespace {

constexpr const char* notItsMember =
    QT_TRANSLATE_NOOP("GatewayRefusals", "In this team, a program can speak only for members that programs play.");

} // namespace

RoleName speakerOf(const IncomingMessage& saying, const conversation::ConversationState& state)
{
    const conversation::RoleState* speaker =
        saying.message.sentFrom.isEmpty() ? nullptr : state.roleWithAddress(saying.message.sentFrom);
    return speaker == nullptr ? RoleName() : speaker->role.name;
}

std::optional<std::string> checkMaySpeak(const std::vector<IncomingMessage>& sayings,
                                         const conversation::ConversationState& state, const RoleNames& members)
{
    const bool isAllowed = std::ranges::all_of(sayings, [&](const IncomingMessage& one) {
        return members.contains(speakerOf(one, state)) && one.recipient.empty() && !one.isPrivate
            && one.recipients.empty() && !one.routed;
    });
    return isAllowed ? std::nullopt : std::optional<std::string>(notItsMember);
}

std::optional<std::string> checkMayAct(const std::vector<Intent>& status, const RoleNames& members)
{
    const bool isAllowed = std::ranges::all_of(status, [&](const Intent& one) {
        const auto* activity = std::get_if<conversation::SetRoleActivity>(&one);
        const auto* usage = std::get_if<conversation::RecordUsage>(&one);
        return (activity != nullptr && members.contains(activity->role))
            || (usage != nullptr && members.contains(usage->role));
    });
    return isAllowed ? std::nullopt : std::optional<std::string>(notItsMember);
}

void completeAsMember(conversation::Message& message, bool isAddressed, const RoleName& member,
                      const conversation::ConversationState& state)
{
    if (message.causeBy.isEmpty())
        message.causeBy = conversation::ActionName(member.str());
    const conversation::RoleState* leader = state.leader();
    if (isAddressed || leader == nullptr)
        return;
    if (leader->role.name == member)
        message.sendTo = {conversation::address::person};
    else
        message.sendTo = {leader->role.name.as<conversation::Address>()};
}

std::vector<Intent> turnEnds(const std::vector<IncomingMessage>& sayings, const conversation::ConversationState& state)
{
    std::map<RoleName, bool> isMoreToCome;
    for (const IncomingMessage& one : sayings)
        isMoreToCome[speakerOf(one, state)] = one.isMoreToCome;
    std::vector<Intent> ends;
    for (const auto& [role, isMore] : isMoreToCome)
        if (!isMore)
            ends.emplace_back(conversation::SetRoleActivity{role, conversation::RoleActivity::Idle, {}, false, true});
    return ends;
}

nlohmann::json roleStatusJson(const conversation::RoleState& role)
{
    return {{"role", conversation::toJson(role.role)},
            {"activity", wordOf(role.activity)},
            {"unread", role.unread()},
            {"tokens", role.tokens},
            {"cost", role.isCostKnown ? nlohmann::json(role.cost) : nlohmann::json()}};
}

bool awaitsClient(const conversation::RoleState& role, RunState state)
{
    const bool isItsTurn = role.hasNews && role.activity != conversation::RoleActivity::Failed;
    return state == RunState::NotStarted || state == RunState::Running || state == RunState::Paused
        || (state == RunState::Finished && isItsTurn);
}

bool isWaitedFor(const conversation::RoleState& role) { return role.hasNews || role.unread() > 0; }

} // namespace quarterdeck::gateway::api
