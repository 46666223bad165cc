#include "ui/present/routing_text.h"

#include "model/agents/run/artifacts.h"
#include "model/agents/run/session_notes.h"
#include "ui/present/visible_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

namespace quarterdeck::ui::wording {

namespace {

using conversation::Delivery;
using conversation::DeliveryReason;
using conversation::MessagePublished;
using conversation::Route;
using conversation::RoutingRule;
using conversation::SendPreview;

struct Routing
{
    Q_DECLARE_TR_FUNCTIONS(Routing)
};

/// The only recipient, if busy: the message then waits, and no direct chat begins.
const conversation::RoleName* busyRecipient(const Route& route)
{
    return route.busyRoles.size() == 1 && route.directChatRoles.empty() ? &route.busyRoles.front() : nullptr;
}

QString everyoneSentence(const SendPreview& preview)
{
    if (preview.acts.empty())
        return Routing::tr("Everyone hears it; nobody has to act.");
    if (const conversation::RoleName* busy = busyRecipient(preview.route))
        return Routing::tr("%1 is busy and reads it next; everyone hears it.").arg(text(*busy));
    return preview.acts.size() == 1 ? Routing::tr("%1 acts; everyone hears it.").arg(nameList(preview.acts))
                                    : Routing::tr("%1 act; everyone hears it.").arg(nameList(preview.acts));
}

QString notToldSentence(const SendPreview& preview, const conversation::ConversationState& state)
{
    const conversation::RoleState* leader = state.leader();
    const bool leaderIsLeftOut = leader != nullptr && std::ranges::count(preview.notTold, leader->role.name) > 0;
    return leaderIsLeftOut ? Routing::tr("%1 is not told.").arg(text(leader->role.name))
                           : Routing::tr("Nobody else is told.");
}

QString directSentence(const SendPreview& preview, const conversation::ConversationState& state)
{
    const conversation::RoleName* busy = busyRecipient(preview.route);
    const QString opening =
        busy ? Routing::tr("%1 is busy and reads it next.").arg(text(*busy)) : Routing::tr("Direct message.");
    //: joins two sentences
    return Routing::tr("%1 %2", "sentences").arg(opening, notToldSentence(preview, state));
}

QString leaderRule(const Route& route)
{
    return route.wasPublic
        ? Routing::tr(
            "The leader sent it, so it goes to those it is addressed to. The chat was public: everyone heard it.")
        : Routing::tr("The leader sent it, so it goes to those it is addressed to, and nobody else.");
}

QString busyRule(const Route& route)
{
    const QString named = nameList(route.busyRoles);
    return route.isPrivate
        ? Routing::tr("You named %1, who was busy, and kept it private: it is read next, and what %1 then says to you "
                      "stays between the two of you.")
              .arg(named)
        : Routing::tr(
              "You named %1, who was busy: it takes your message into its current work, and no direct chat began.")
              .arg(named);
}

QString directRule(const MessagePublished& published)
{
    const Route& route = published.route;
    if (!route.busyRoles.empty() && route.directChatRoles.empty())
        return busyRule(route);
    const QString named = nameList(route.directChatRoles);
    if (route.isPrivate)
        return Routing::tr("You named %1 and kept it private: nobody else was told, not even the leader.").arg(named);
    return Routing::tr("You named %1, so the leader was not added. The chat was public: everyone heard it.").arg(named);
}

QString replyRule(const MessagePublished& published)
{
    const QString sender = visibleText(published.message.sentFrom.str());
    if (published.route.isPrivate)
        return Routing::tr("%1 was in a private chat with you: the reply ends it and reaches only you.").arg(sender);
    return Routing::tr("%1 was in a direct chat with you: the reply ends it. The chat was public: everyone heard it.")
        .arg(sender);
}

QString userRule(const Route& route)
{
    return route.isPrivate ? Routing::tr("It answers what you said in private, so only you see it.")
                           : Routing::tr("It goes to you and is in the history. No member is told.");
}

QString ordinaryRule(const MessagePublished& published)
{
    const Route& route = published.route;
    if (route.withoutLeader)
        return Routing::tr("There was no direct chat and no leader in the team, so everyone heard it.");
    if (!route.leaderAdded)
        return route.wasPublic
            ? Routing::tr("An ordinary message, addressed to the leader. The chat was public: everyone heard it.")
            : Routing::tr("An ordinary message, addressed to the leader.");
    return route.wasPublic
        ? Routing::tr("The sender is not the leader and is in no direct chat, so the leader is added. The chat was "
                      "public: everyone heard it.")
        : Routing::tr("The sender is not the leader and is in no direct chat, so the leader is added.");
}

QString whyDelivered(const MessagePublished& published, const Delivery& delivery)
{
    switch (delivery.reason) {
    case DeliveryReason::Named:
        return Routing::tr("named, acts next");
    case DeliveryReason::Watches:
        return Routing::tr("watches %1, acts").arg(visibleText(published.message.causeBy.str()).section(u'.', -1));
    case DeliveryReason::Everyone:
        return Routing::tr("heard it");
    case DeliveryReason::Self:
        return Routing::tr("wrote it to itself");
    }
    return {};
}

bool isSender(const conversation::Role& role, const conversation::Message& message)
{
    return conversation::addressesOf(role).contains(message.sentFrom) || role.name.str() == message.name;
}

} // namespace

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

QString text(const conversation::RoleName& name) { return visibleText(name.str()); }

QString nameList(const std::vector<conversation::RoleName>& names)
{
    if (names.empty())
        return {};
    QString list = text(names.front());
    for (std::size_t i = 1; i + 1 < names.size(); ++i)
        //: joins names of a list: "Mike, Alice"
        list = Routing::tr("%1, %2", "list").arg(list, text(names[i]));
    if (names.size() > 1)
        //: joins the last two names of a list
        list = Routing::tr("%1 and %2", "list").arg(list, text(names.back()));
    return list;
}

QString sendSentence(const SendPreview& preview, const conversation::ConversationState& state)
{
    if (preview.error)
        return visibleText(preview.error->sentence);
    if (preview.route.isUndelivered)
        return Routing::tr("Nobody would get this.");
    if (preview.route.isPrivate)
        return directSentence(preview, state);
    if (!preview.notTold.empty())
        return preview.acts.size() == 1
            ? Routing::tr("%1 acts; nobody else is told (private)").arg(nameList(preview.acts))
            : Routing::tr("%1 act; nobody else is told (private)").arg(nameList(preview.acts));
    return everyoneSentence(preview);
}

QString completionEffect(const SendPreview& preview)
{
    if (!preview.route.busyRoles.empty())
        return Routing::tr("busy: takes it into its current work");
    if (preview.route.isPrivate)
        return Routing::tr("direct: only %1 is told").arg(nameList(preview.acts));
    return Routing::tr("direct: everyone hears it");
}

namespace {

/// Which rule of the table decided, and what it did.
RouteExplanation explainRule(const MessagePublished& published, const conversation::ConversationState& state)
{
    if (conversation::doesProgramSpeak(state) && team::isOfProgram(published.message))
        return {Routing::tr("A note from Quarterdeck"),
                Routing::tr("Quarterdeck itself wrote it, for you. No member received it.")};
    if (published.route.isFiltered)
        return {Routing::tr("Rejected by a filter"),
                Routing::tr("The team's filter “%1” kept it from being delivered.")
                    .arg(visibleText(published.route.filteredBy))};
    switch (published.route.rule) {
    case RoutingRule::DirectMessage:
        return {Routing::tr("Rule 1, direct message"), directRule(published)};
    case RoutingRule::DirectReply:
        return {Routing::tr("Rule 2, direct reply"), replyRule(published)};
    case RoutingRule::FromLeader:
        return {Routing::tr("Rule 3, from the leader"), leaderRule(published.route)};
    case RoutingRule::Ordinary:
        return {Routing::tr("Rule 4, ordinary"), ordinaryRule(published)};
    case RoutingRule::ToSelf:
        return {Routing::tr("A note to itself"), Routing::tr("A member wrote only to its own buffer.")};
    case RoutingRule::ToUser:
        return {Routing::tr("A reply to you"), userRule(published.route)};
    case RoutingRule::None:
        break;
    }
    return {Routing::tr("Not routed here"), Routing::tr("The program or file that it came from decided who got it.")};
}

RouteExplanation explainHold(const conversation::Hold& hold)
{
    const QString title = Routing::tr("Held");
    if (hold.rule.isEmpty())
        return {
            title,
            Routing::tr("Nobody got it at once: it waited behind an earlier message from %1.").arg(text(hold.speaker))};
    if (hold.name.empty())
        return {title, Routing::tr("Nobody got it at once: a hold rule kept it for you.")};
    return {title,
            Routing::tr("Nobody got it at once: the hold rule “%1” kept it for you.").arg(visibleText(hold.name))};
}

QString explainRelease(const conversation::Release& release)
{
    const bool isYours = release.by == "person";
    if (release.by.empty())
        return Routing::tr("It waited behind an earlier message.");
    if (release.isEdited)
        return isYours ? Routing::tr("It was held, and these are your words.") : Routing::tr("It was held and edited.");
    if (release.isRedirected)
        return isYours ? Routing::tr("It was held, and you chose who gets it.")
                       : Routing::tr("It was held, and sent elsewhere.");
    return isYours ? Routing::tr("It was held until you let it go.") : Routing::tr("It was held before it went.");
}

} // namespace

RouteExplanation explainRoute(const MessagePublished& published, const conversation::ConversationState& state)
{
    if (published.route.hold)
        return explainHold(*published.route.hold);
    RouteExplanation explained = explainRule(published, state);
    if (published.route.release)
        explained.sentence = explainRelease(*published.route.release) + u' ' + explained.sentence;
    return explained;
}

RouteExplanation explainQuestion(const conversation::RoleName& asker, const conversation::ConversationState& state)
{
    if (conversation::doesProgramSpeak(state) && asker.str() == team::manifest::writer)
        return {Routing::tr("A question to you"),
                Routing::tr("Quarterdeck itself asks how the run should continue. No member is told.")};
    return {Routing::tr("A question to you"),
            Routing::tr("No routing rule: a question goes to you and waits. No member is told.")};
}

namespace {

bool isAmong(const std::vector<Delivery>& deliveries, const conversation::RoleName& role)
{
    return std::ranges::find(deliveries, role, &Delivery::role) != deliveries.end();
}

} // namespace

std::vector<RoleHeard> whoHeard(const MessagePublished& published, const conversation::ConversationState& state)
{
    std::vector<RoleHeard> heard;
    for (const conversation::RoleState& member : state.roles()) {
        const auto delivery = std::ranges::find(published.route.deliveries, member.role.name, &Delivery::role);
        if (isSender(member.role, published.message))
            heard.push_back({member.role.name, HeardAs::Sender, Routing::tr("wrote it")});
        else if (published.route.hold && isAmong(published.route.hold->deliveries, member.role.name))
            heard.push_back({member.role.name, HeardAs::NotTold, Routing::tr("gets it when it is let go")});
        else if (delivery == published.route.deliveries.end())
            heard.push_back({member.role.name, HeardAs::NotTold, Routing::tr("was not told")});
        else
            heard.push_back({member.role.name, delivery->makesActive() ? HeardAs::Acts : HeardAs::Heard,
                             whyDelivered(published, *delivery)});
    }
    return heard;
}

QString workingAndWaiting(int working, int waiting)
{
    //: how many members of a team write, and for how many of them the person is waited
    return Routing::tr("%1 · %2").arg(Routing::tr("%n writing", nullptr, working),
                                      Routing::tr("%n wait(s) for you", nullptr, waiting));
}

QString runStateWords(conversation::RunState state)
{
    using conversation::RunState;
    switch (state) {
    case RunState::NotStarted:
        return Routing::tr("Not started");
    case RunState::Running:
        return Routing::tr("Running");
    case RunState::Paused:
        return Routing::tr("Paused");
    case RunState::StopRequested:
        return Routing::tr("Stopping");
    case RunState::Stopped:
        return Routing::tr("Stopped");
    case RunState::Finished:
        return Routing::tr("Finished");
    }
    return {};
}

} // namespace quarterdeck::ui::wording
