#pragma once

#include "model/conversation/decide/decide.h"
#include "model/conversation/intent.h"

#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::conversation {

/// Collects the consequences of one intent: numbers and dates the events, and hands out ids.
class DecisionBuilder
{
public:
    DecisionBuilder(const ConversationState& state, const DecideContext& context) : m_state(state), m_context(context)
    { }

    [[nodiscard]] const ConversationState& state() const { return m_state; }
    [[nodiscard]] const RoutingSettings& routing() const { return m_state.routing(); }
    [[nodiscard]] bool isMgx() const { return routing().fidelity == Fidelity::Mgx; }
    [[nodiscard]] const DecideContext& context() const { return m_context; }
    [[nodiscard]] std::string makeId() const;

    void add(EventBody body);
    void refuse(Error error) { m_decision.error = std::move(error); }
    void setPublished() { m_decision.isPublished = true; }
    void setRoute(Route route) { m_decision.route = std::move(route); }
    [[nodiscard]] Decision take() { return std::move(m_decision); }

private:
    const ConversationState& m_state;
    const DecideContext& m_context;
    Decision m_decision;
};

} // namespace quarterdeck::conversation

namespace quarterdeck::conversation::rules {

/// One function per intent, in the file of its subject.

// session.cpp
void on(DecisionBuilder& decision, const StartSession& intent);
void on(DecisionBuilder& decision, const RenameSession& intent);
void on(DecisionBuilder& decision, const SetRunState& intent);
void on(DecisionBuilder& decision, const StartRound& intent);
void on(DecisionBuilder& decision, const SetBudget& intent);
void on(DecisionBuilder& decision, const SetRoleMode& intent);
void on(DecisionBuilder& decision, const Annotate& intent);
void on(DecisionBuilder& decision, const PinMessage& intent);
void on(DecisionBuilder& decision, const HireRole& intent);
void on(DecisionBuilder& decision, const ObserveMail& intent);
void on(DecisionBuilder& decision, const SetRoleActivity& intent);
void on(DecisionBuilder& decision, const RecordUsage& intent);
void on(DecisionBuilder& decision, const SetPublicChat& intent);
void on(DecisionBuilder& decision, const EndDirectChat& intent);
void on(DecisionBuilder& decision, const ExtendMessage& intent);
void on(DecisionBuilder& decision, const RecordSpans& intent);
// speaking.cpp
void on(DecisionBuilder& decision, const Publish& intent);
void on(DecisionBuilder& decision, const RolePublish& intent);
void on(DecisionBuilder& decision, const PublishTeamMessage& intent);
void on(DecisionBuilder& decision, const ReplyToUser& intent);
void on(DecisionBuilder& decision, const RecordStep& intent);
void on(DecisionBuilder& decision, const RecordMessage& intent);
void on(DecisionBuilder& decision, RecordMessage&& intent);
// holding.cpp
void on(DecisionBuilder& decision, const SetHoldRule& intent);
void on(DecisionBuilder& decision, const RemoveHoldRule& intent);
void on(DecisionBuilder& decision, const ReleaseHeld& intent);
void on(DecisionBuilder& decision, const DropHeld& intent);
// questions.cpp
void on(DecisionBuilder& decision, const AskUser& intent);
void on(DecisionBuilder& decision, const AnswerQuestion& intent);
void on(DecisionBuilder& decision, const DeclineQuestion& intent);
void on(DecisionBuilder& decision, const WithdrawQuestion& intent);
void on(DecisionBuilder& decision, const TimeOutQuestion& intent);
void on(DecisionBuilder& decision, const MoveDeadline& intent);
void on(DecisionBuilder& decision, const AcknowledgeAnswer& intent);

} // namespace quarterdeck::conversation::rules

namespace quarterdeck::conversation {

/// One message on its way through the decision table.
struct Routing
{
    DecisionBuilder& decision;
    Message message;
    std::string userDefinedRecipient;
    std::string publicer;
    bool wantsPrivate = false;
    std::optional<RoleName> speaker = {}; ///< the role that speaks for itself, if known
    Route route = {};
    bool isRemembered = false;             ///< the speaker keeps it in its own inbox
    std::optional<Message> written = {};   ///< before the table changed it; only where it may be held
    const HeldMessage* released = nullptr; ///< it was held, and goes now
    bool mayOvertake = false;              ///< earlier ones of its speaker that are still held
    bool mayReachOthers = false;           ///< than when it was held

    [[nodiscard]] const ConversationState& state() const { return decision.state(); }
    [[nodiscard]] bool isOn(RoutingOption which) const { return decision.routing().isOn(which); }
};

// speaking.cpp
/// Filters, images, then exactly one rule of the table; the outcome is in `routing.decision`.
void route(Routing& routing);
/// Routes a message that was held, as its speaker would say it now.
void release(DecisionBuilder& decision, const ReleaseHeld& intent, const HeldMessage& held, Message message);

/// Sets one key of a message's metadata.
void setMetadata(Message& message, const char* key, nlohmann::json value);

// routing_table.cpp
/// The decision table itself.
void applyTable(Routing& routing);

// delivery.cpp
/// MGXEnv's _publish_message: finds the recipients of the message as it is now addressed, and writes the address note.
/// `sayEveryone`: a message that names nobody is said to be for everyone rather than the leader.
void publishToRoles(Routing& routing, bool sayEveryone = false);

/// Records it. Events that follow from it come after; none do, and it is given to nobody, if it is held or may not go
/// yet: then false.
bool record(Routing& routing);

// holding.cpp
/// Whether anything that members say can be kept from others at present: held, or muted.
[[nodiscard]] bool mayHold(const ConversationState& state);
/// Why the message waits, once the table has found who gets it; empty if it does not.
[[nodiscard]] std::optional<Hold> holdFor(const Routing& routing);
/// Why what was held may not go yet, once the table has found who gets it.
[[nodiscard]] std::optional<Error> whyItWaits(const Routing& routing);
/// Records a message that waits.
void recordHeld(Routing& routing, Hold hold);
/// Whether the person has muted the member whose words these are.
[[nodiscard]] bool isMuted(const Routing& routing);
void recordMuted(Routing& routing);

/// Who gets a message with this address, in hire order.
[[nodiscard]] std::vector<Delivery> deliveriesOf(const ConversationState& state, const Message& message);

/// The places of the roles that it names, in hire order.
[[nodiscard]] std::vector<std::size_t> namedPlaces(const ConversationState& state, const AddressSet& sendTo);

/// Names in send_to that nobody bears.
[[nodiscard]] std::vector<Address> unknownAddresses(const ConversationState& state, const AddressSet& sendTo);

/// The note before the text of the addressed copy.
[[nodiscard]] std::string addressNoteFor(const RoutingSettings& settings, const Message& message, bool sayEveryone);

// image_paths.cpp
/// Puts images named in the text into the metadata (MGXEnv.attach_images); a sentence if that is impossible.
[[nodiscard]] std::optional<Error> attachImages(const DecisionBuilder& decision, Message& message);

} // namespace quarterdeck::conversation
