#pragma once

#include "model/conversation/decide/decision_builder.h"

#include <optional>
#include <string>
#include <vector>

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
    bool isRemembered = false; ///< the speaker keeps it in its own inbox

    [[nodiscard]] const ConversationState& state() const { return decision.state(); }
    [[nodiscard]] bool isOn(RoutingOption which) const { return decision.routing().isOn(which); }
};

/// Filters, images, then exactly one rule of the table; the outcome is in `routing.decision`.
void route(Routing& routing);

/// The decision table itself (routing_table.cpp).
void applyTable(Routing& routing);

/// MGXEnv's _publish_message: finds the recipients of the message as it is now addressed, and writes the address note.
/// `sayEveryone`: a message that names nobody is said to be for everyone rather than the leader.
void publishToRoles(Routing& routing, bool sayEveryone = false);

/// Records it. Events that follow from it come after.
void record(Routing& routing);

/// Who gets a message with this address, in hire order.
[[nodiscard]] std::vector<Delivery> deliveriesOf(const ConversationState& state, const Message& message);

/// The places of the roles that it names, in hire order.
[[nodiscard]] std::vector<std::size_t> namedPlaces(const ConversationState& state, const AddressSet& sendTo);

/// Names in send_to that nobody bears.
[[nodiscard]] std::vector<Address> unknownAddresses(const ConversationState& state, const AddressSet& sendTo);

/// The note before the text of the addressed copy.
[[nodiscard]] std::string addressNoteFor(const RoutingSettings& settings, const Message& message, bool sayEveryone);

/// Puts images named in the text into the metadata (MGXEnv.attach_images); a sentence if that is impossible.
[[nodiscard]] std::optional<Error> attachImages(const DecisionBuilder& decision, Message& message);

/// Sets one key of a message's metadata.
void setMetadata(Message& message, const char* key, nlohmann::json value);

} // namespace quarterdeck::conversation
