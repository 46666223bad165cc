#pragma once

#include "model/conversation/state/state.h"
#include "model/gateway/rest/api_bodies.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// What a program may say in one of this program's own sessions: only what a member that it plays may. Pure.
namespace quarterdeck::gateway::api {

using RoleNames = std::set<conversation::RoleName>;

/// The member on whose behalf it is said.
[[nodiscard]] conversation::RoleName speakerOf(const IncomingMessage& saying,
                                               const conversation::ConversationState& state);
/// Why these are refused; empty if they are not.
[[nodiscard]] std::optional<std::string> checkMaySpeak(const std::vector<IncomingMessage>& sayings,
                                                       const conversation::ConversationState& state,
                                                       const RoleNames& members);
[[nodiscard]] std::optional<std::string> checkMayAct(const std::vector<conversation::Intent>& status,
                                                     const RoleNames& members);
/// Omitted fields get the defaults of members who live here: it goes to the leader (the leader's to the person), and
/// others can watch it by the member's name.
void completeAsMember(conversation::Message& message, bool isAddressed, const conversation::RoleName& member,
                      const conversation::ConversationState& state);
/// Members that have said everything in their turn, judged by the last of the messages.
[[nodiscard]] std::vector<conversation::Intent> turnEnds(const std::vector<IncomingMessage>& sayings,
                                                         const conversation::ConversationState& state);

/// A member as programs see it, including defaults that our JSON otherwise leaves out.
[[nodiscard]] nlohmann::json roleStatusJson(const conversation::RoleState& role);
/// The run goes on, or may; or, after its end, the member is to answer the person.
[[nodiscard]] bool awaitsClient(const conversation::RoleState& role, conversation::RunState state);
/// The run is waiting for its program.
[[nodiscard]] bool isWaitedFor(const conversation::RoleState& role);

} // namespace quarterdeck::gateway::api
