#include "model/conversation/channel.h"

#include "model/conversation/state/fold.h"
#include "model/conversation/state/state.h"

#include <algorithm>

namespace quarterdeck::conversation {

namespace {

constexpr std::string_view privatePrefix = "private:";
constexpr std::string_view inboxPrefix = "inbox:";

using Channels = std::vector<ChannelKey>;

Channels everywhere() { return {channel::everything, channel::publicOnly}; }

/// Only members have channels: a log that names strangers must not create channels without end.
void addMember(const ConversationState& before, const RoleName& role, ChannelKey key, Channels& channels)
{
    if (before.role(role) && std::find(channels.begin(), channels.end(), key) == channels.end()) {
        channels.push_back(std::move(key));
    }
}

void addPrivate(const ConversationState& before, const std::vector<RoleName>& roles, Channels& channels)
{
    for (const RoleName& role : roles) {
        addMember(before, role, channel::privateWith(role), channels);
    }
}

Channels channelsOfMessage(const ConversationState& before, const MessagePublished& published)
{
    const Route& route = published.route;
    Channels channels;
    channels.reserve(2 + route.directChatRoles.size() + route.busyRoles.size() + route.deliveries.size());
    channels.push_back(channel::everything);
    if (route.isKeptBack()) {
        // Nobody has it.
    } else if (route.isPrivate) {
        addPrivate(before, route.directChatRoles, channels);
        addPrivate(before, route.busyRoles, channels);
    } else if (route.rule != RoutingRule::ToSelf) {
        channels.push_back(channel::publicOnly);
    }
    for (const std::size_t place : recipientIndexes(before, route)) {
        channels.push_back(channel::inboxOf(before.roles()[place].role.name));
    }
    return channels;
}

Channels channelsOfQuestion(const ConversationState& before, const RoleName& asker)
{
    const DirectChat* chat = before.directChatWith(asker);
    if (chat && chat->isPrivate) {
        return {channel::everything, channel::privateWith(asker)};
    }
    return everywhere();
}

bool isRow(const RunStateChanged& change)
{
    if (change.cause.kind == RunCauseKind::RoundsGranted)
        return false; // it rests as before
    return change.state == RunState::Paused || change.state == RunState::Stopped || change.state == RunState::Finished;
}

struct RowFinder
{
    const ConversationState& before;

    Channels operator()(const MessagePublished& published) const { return channelsOfMessage(before, published); }
    Channels operator()(const QuestionAsked& asked) const { return channelsOfQuestion(before, asked.question.asker); }
    Channels operator()(const RoundStarted&) const { return everywhere(); }
    Channels operator()(const PublicChatSet&) const { return everywhere(); }
    Channels operator()(const HoldRuleSet&) const { return everywhere(); }
    Channels operator()(const HoldRuleRemoved&) const { return everywhere(); }
    Channels operator()(const RoleModeSet&) const { return everywhere(); }
    Channels operator()(const RunStateChanged& change) const { return isRow(change) ? everywhere() : Channels{}; }
    Channels operator()(const RoleActivityChanged& change) const
    {
        return change.activity == RoleActivity::Failed ? everywhere() : Channels{};
    }
    /// It may have been private, so it appears only where the person alone looks.
    Channels operator()(const UnknownEvent&) const { return {channel::everything}; }
    Channels operator()(const SpansRecorded&) const { return {channel::spans}; }
    template <typename Other>
    Channels operator()(const Other&) const
    {
        return {};
    }
};

struct TargetFinder
{
    const ConversationState& before;
    using Target = std::optional<EventSeq>;

    Target operator()(const QuestionEnded& ended) const { return askedAt(ended.id); }
    Target operator()(const QuestionDeadlineMoved& moved) const { return askedAt(moved.id); }
    Target operator()(const MessageExtended& grown) const { return grown.target; }
    Target operator()(const MessagePublished& published) const
    {
        return published.route.release ? heldAt(published.route.release->of) : Target();
    }
    Target operator()(const HeldDropped& dropped) const { return heldAt(dropped.target); }
    Target operator()(const Annotated& annotated) const { return annotated.target; }
    Target operator()(const MessagePinned& marked) const { return marked.target; }
    Target operator()(const DirectChatEnded& ended) const
    {
        const DirectChat* chat = before.directChatWith(ended.role);
        return chat && chat->lastMessage.value > 0 ? Target(chat->lastMessage) : Target();
    }
    template <typename Other>
    Target operator()(const Other&) const
    {
        return {};
    }

private:
    /// What a foreign log names may be any event.
    [[nodiscard]] Target heldAt(EventSeq seq) const { return before.heldAt(seq) ? Target(seq) : Target(); }
    [[nodiscard]] Target askedAt(const QuestionId& id) const
    {
        const OpenQuestion* open = before.openQuestion(id);
        return open ? Target(open->askedSeq) : Target();
    }
};

} // namespace

ChannelKey channel::privateWith(const RoleName& role) { return ChannelKey(std::string(privatePrefix) + role.str()); }

ChannelKey channel::inboxOf(const RoleName& role) { return ChannelKey(std::string(inboxPrefix) + role.str()); }

RoleName channel::roleOf(const ChannelKey& key)
{
    for (const std::string_view prefix : {privatePrefix, inboxPrefix}) {
        if (key.str().starts_with(prefix)) {
            return RoleName(key.str().substr(prefix.size()));
        }
    }
    return {};
}

bool channel::isPrivate(const ChannelKey& key) { return key.str().starts_with(privatePrefix); }

bool channel::isInbox(const ChannelKey& key) { return key.str().starts_with(inboxPrefix); }

std::vector<ChannelKey> channelsOf(const ConversationState& before, const EventBody& body)
{
    return std::visit(RowFinder{before}, body);
}

std::optional<EventSeq> amendedBy(const ConversationState& before, const EventBody& body)
{
    return std::visit(TargetFinder{before}, body);
}

} // namespace quarterdeck::conversation
