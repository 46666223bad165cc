#pragma once

#include "model/conversation/ids.h"
#include "model/conversation/message.h"

#include <string>
#include <vector>

namespace quarterdeck::conversation {

/// The four rules of MGXEnv.publish_message, and what is not decided by them.
enum class RoutingRule {
    None,          ///< not routed here (imported; a question; decided by an outside program)
    DirectMessage, ///< 1: the person named a recipient
    DirectReply,   ///< 2: the sender is in direct chat
    FromLeader,    ///< 3
    Ordinary,      ///< 4: the leader is added
    ToSelf,        ///< Role.publish_message to itself: own buffer only
    ToUser,        ///< reply_to_human: to the person, in the history
};

/// Why one role got a message.
enum class DeliveryReason {
    Named,    ///< one of its addresses is in send_to (including the leader added by rule 4): it acts
    Watches,  ///< it hears everything and watches the cause: it acts
    Everyone, ///< `<all>`: it knows, but does not act
    Self,
};

struct Delivery
{
    RoleName role;
    DeliveryReason reason = DeliveryReason::Named;
    [[nodiscard]] bool makesActive() const { return reason != DeliveryReason::Everyone; }
    friend bool operator==(const Delivery&, const Delivery&) = default;
};

/// What routing decided about one message: part of MessagePublished, shown by the inspector, previewed by the composer.
struct Route
{
    RoutingRule rule = RoutingRule::None;
    bool wasPublic = true;  ///< whether the chat was public at that time
    bool isPrivate = false; ///< a direct message or reply that reaches only the person and `directChatRole`s
    bool leaderAdded = false;
    bool withoutLeader = false; ///< rule 4 found no leader and gave it to all (Quarterdeck)
    bool isUndelivered = false; ///< no role matched
    bool isFiltered = false;    ///< a filter refused it: recorded, given to nobody
    std::string filteredBy;
    std::vector<Address> unknownRecipients; ///< named in send_to, but matching nobody here
    QuestionId lateAnswerTo;                ///< the answer to a question that had timed out; otherwise empty
    std::vector<RoleName> directChatRoles;  ///< those whose direct chat it belongs to (opened, joined or ended by it)
    DirectChatId directChat;                ///< the chat it belongs to if exactly one; otherwise empty
    std::vector<RoleName> busyRoles;        ///< named, but at work: helps with that work, no direct chat
    std::vector<Delivery> deliveries;       ///< in hire order
    bool hasAddressedCopy = false; ///< it was published: roles (if any) got the addressed copy; see `addressedCopy`
    std::string
        addressNote; ///< what is in front of the text of that copy ("[Message] from Mike to Bob: "); may be empty
    friend bool operator==(const Route&, const Route&) = default;
};

} // namespace quarterdeck::conversation
