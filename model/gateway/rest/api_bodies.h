#pragma once

#include "model/conversation/intent.h"
#include "model/conversation/outsiders.h"
#include "model/formats/session_reader.h"

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

/// What programs post to Quarterdeck's own API, as values: pure, strict, never throws. Values are in our own JSON
/// (event_json.h); a single text is accepted where a list of blocks or names is expected.
namespace quarterdeck::gateway::api {

/// One sentence for the program's author: what is wrong, and where.
using BadBody = std::string;
template <typename T>
using Read = tl::expected<T, BadBody>;

/// More in one request are refused.
inline constexpr std::size_t mostAtOnce = 1'000;
/// For a name, an id, a title or a key; longer ones are refused.
inline constexpr std::size_t longestName = 500;

struct NewSession
{
    conversation::SessionStarted settings; ///< its source in the program's words
    std::vector<conversation::Role> team;
};

/// A message on its way in.
struct IncomingMessage
{
    conversation::Message message;                         ///< its id may be empty
    std::string recipient;                                 ///< the one the person addresses by name (rule 1)
    bool isPrivate = false;                                ///< the same, without everyone hearing it
    std::vector<conversation::RoleName> recipients;        ///< in a session that routes by itself: who got it
    std::optional<conversation::OutsideRoute> routed = {}; ///< the program's environment has routed it, like this
    bool isMoreToCome = false;                             ///< the speaker's turn continues
    bool isAddressed = false;                              ///< send_to was given
    std::vector<formats::RecordedAttachment> media = {};   ///< base64 parts; the message refers to them by hash
    std::string place = {};                                ///< in the body: "messages[2]."; empty = the whole body
};

/// A question on its way in.
struct NewQuestion
{
    conversation::Question question; ///< its id may be empty
    std::vector<formats::RecordedAttachment> media = {};
};

[[nodiscard]] Read<NewSession> readNewSession(std::string_view body);
/// A role, or {"roles": […]}.
[[nodiscard]] Read<std::vector<conversation::Role>> readRoles(std::string_view body);
/// A message, or {"messages": […]}.
[[nodiscard]] Read<std::vector<IncomingMessage>> parseMessages(std::string_view body);
[[nodiscard]] Read<NewQuestion> readQuestion(std::string_view body);
/// A role's activity, usage, the state of the run: any of them, but at least one.
[[nodiscard]] Read<std::vector<conversation::Intent>> readStatus(std::string_view body);

} // namespace quarterdeck::gateway::api
