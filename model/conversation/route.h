#pragma once

#include "model/conversation/ids.h"
#include "model/conversation/message.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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

/// Why a message waits for the person: it was recorded and given to nobody, but its speaker remembers its own words.
struct Hold
{
    HoldRuleId rule;  ///< empty = no rule wants it, but it waits behind an earlier one of its speaker
    std::string name; ///< of the rule at that time
    RoleName speaker;
    std::vector<Delivery> deliveries; ///< who would have got it
    bool isToPerson = false;
    bool isUntested = false; ///< the rule's expression took too long on it
    friend bool operator==(const Hold&, const Hold&) = default;
};

/// A message that was held, as the person let it go.
struct Release
{
    EventSeq of;               ///< the held message
    bool isEdited = false;     ///< its words were changed
    bool isRedirected = false; ///< its recipients were
    std::string by;            ///< "person", a program's name; empty = it waited only for those before it
    friend bool operator==(const Release&, const Release&) = default;
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
    std::optional<Hold> hold{};       ///< it waits for the person, or did
    std::optional<Release> release{}; ///< it waited, and goes with this
    bool isMuted = false;             ///< its speaker was muted by the person
    /// It was recorded, and nobody got it but its speaker.
    [[nodiscard]] bool isKeptBack() const { return hold.has_value() || isMuted; }
    friend bool operator==(const Route&, const Route&) = default;
};

/// Mgx: MGXEnv.publish_message to the letter. Quarterdeck: the same table with improvements, whose switches can be
/// turned off.
enum class Fidelity { Mgx, Quarterdeck };

/// The improvements on the original table that can be turned off one by one; all on in Fidelity::Quarterdeck, none in
/// Fidelity::Mgx.
enum class RoutingOption : std::uint32_t {
    ReplyMatchesAnyAddress = 1u << 0,      ///< any address of the role identifies a direct reply, not only its name
    IdleMeansNotWorking = 1u << 1,         ///< mere awareness is not work
    PublicReplyToEveryone = 1u << 2,       ///< the public reply of a direct chat says "to everyone", not "to <leader>"
    EmptyAgentFallsBackToSender = 1u << 3, ///< with an empty `metadata.agent` the sender signs, not "User"
    ImagesFromAnyRole = 1u << 4,           ///< any role's message may carry images; webp too; checked by content
    ProfileIsAddress = 1u << 5,            ///< a profile in `send_to` reaches the roles that have it
    PrivateWords = 1u << 6, ///< the person may speak to single members in private, which is off where a program outside
                            ///< hears it for them and has not said that it keeps it to itself
};

/// Which switches are on.
class RoutingOptions
{
public:
    [[nodiscard]] static RoutingOptions all();
    [[nodiscard]] static RoutingOptions none() { return {}; }
    [[nodiscard]] bool isOn(RoutingOption which) const { return (m_bits & static_cast<std::uint32_t>(which)) != 0; }
    void set(RoutingOption which, bool on);
    [[nodiscard]] std::uint32_t bits() const { return m_bits; }
    [[nodiscard]] static RoutingOptions fromBits(std::uint32_t bits);
    friend bool operator==(const RoutingOptions&, const RoutingOptions&) = default;

private:
    std::uint32_t m_bits = 0;
};

/// The line in front of a delivered copy's text. The original is always kept.
enum class AddressNote { MgxText, JsonLine, None };

/// Settings of one session's rules. A value; recorded in SessionStarted.
struct RoutingSettings
{
    Fidelity fidelity = Fidelity::Quarterdeck;
    RoutingOptions switches = RoutingOptions::all(); ///< ignored in Fidelity::Mgx
    RoleName leader{"Mike"};
    std::string leaderProfile = "Team Leader";
    AddressNote addressNote = AddressNote::MgxText;
    std::vector<std::string>
        filters; ///< names of registered filters, in order; none by default ("priority", "broadcast")
    /// A direct chat may be ended after so long without a message (`EndDirectChat`); 0 = never. Not in Mgx.
    std::int64_t directChatTimeoutMs = std::int64_t{30} * 60 * 1000;
    [[nodiscard]] bool isOn(RoutingOption which) const
    {
        return fidelity == Fidelity::Quarterdeck && switches.isOn(which);
    }
    friend bool operator==(const RoutingSettings&, const RoutingSettings&) = default;
};

class ConversationState;

/// A filter's verdict on a message: it passes (the default), goes to others, or is refused.
struct FilterVerdict
{
    std::optional<AddressSet> sendTo;
    bool isRefused = false;
    friend bool operator==(const FilterVerdict&, const FilterVerdict&) = default;
};

/// A team's rule that sees a message before the routing table does. Pure; any thread. A new one is a class and a line
/// in routing_table.cpp.
class Filter
{
public:
    virtual ~Filter() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    [[nodiscard]] virtual FilterVerdict judge(const Message& message, const ConversationState& state) const = 0;
};

/// Null when no filter has that name.
[[nodiscard]] const Filter* filterNamed(std::string_view name);
/// Names of all filters, for settings.
[[nodiscard]] std::vector<std::string> filterNames();

} // namespace quarterdeck::conversation
