#pragma once

#include "conversation/decide.h"
#include "conversation/ids.h"
#include "conversation/intent.h"
#include "conversation/state.h"

#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::conversation {

/// How the person wants a direct message to be told.
enum class Audience {
    ByDefault, ///< private when the session or the chat is not public, else audible to everyone
    Everyone,  ///< the eye
    OnlyNamed, ///< the lock
};

/// The person's address line, read from what they typed (routing.md, "Person's address"): `@Name` at the start (several
/// may follow each other) names recipients, `@everyone` is `<all>`, none of these is the leader.
struct ComposedAddress
{
    std::vector<RoleName> named; ///< in the order typed, each once
    bool isEveryone = false;
    std::vector<std::string> unknown; ///< `@x` at the start that names nobody
    std::string body;                 ///< the text without the leading names
};
[[nodiscard]] ComposedAddress readAddress(const ConversationState& state, std::string_view typed);

/// The intent for what the person typed, or why it cannot be sent (unknown name). Content is the body's text and then
/// `attachments`. `chatWith` is the member whose private chat the person writes in: a text that names nobody is for it
/// and not for the leader, and what is for it alone is private by default. Empty = in no private chat.
[[nodiscard]] Result<Publish> composeMessage(const ConversationState& state, std::string_view typed, Audience audience,
                                             std::vector<ContentBlock> attachments, const IdSource& makeId,
                                             const RoleName& chatWith = {});

/// Who acts and who hears it if this were sent now, by `decide` itself.
struct SendPreview
{
    std::optional<Error> error;
    Route route;
    std::vector<RoleName> acts;
    std::vector<RoleName> hears; ///< told, without acting
    std::vector<RoleName> notTold;
    bool canBePrivate = false; ///< the eye/lock can be switched
};
[[nodiscard]] SendPreview previewSend(const ConversationState& state, std::string_view typed, Audience audience,
                                      const RoleName& chatWith = {});

} // namespace quarterdeck::conversation
