#pragma once

#include "model/conversation/decide/decide.h"
#include "model/conversation/ids.h"
#include "model/conversation/intent.h"
#include "model/conversation/state/state.h"

#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::conversation {

/// How the person wants a direct message to be told.
enum class Audience {
    ByDefault, ///< private if the session or the chat is not public, otherwise audible to everyone
    Everyone,  ///< the eye
    OnlyNamed, ///< the lock
};

/// The recipients in what the person typed: `@Name` at the start (several may follow each other) names recipients,
/// `@everyone` is `<all>`, and without any the message is for the leader.
struct ComposedAddress
{
    std::vector<RoleName> named; ///< in the order typed, without repetition
    bool isEveryone = false;
    std::vector<std::string> unknown; ///< `@x` at the start that names nobody
    std::string body;                 ///< the text without the leading names
};
[[nodiscard]] ComposedAddress readAddress(const ConversationState& state, std::string_view typed);

/// The intent for what the person typed, or why it cannot be sent (unknown name). Content is the body's text and then
/// `attachments`. `chatWith` is the member whose private chat the person writes in: text that names nobody is for that
/// member instead of the leader, and private by default if for that member alone. Empty = not in a private chat.
[[nodiscard]] Result<Publish> composeMessage(const ConversationState& state, std::string_view typed, Audience audience,
                                             std::vector<ContentBlock> attachments, const IdSource& makeId,
                                             const RoleName& chatWith = {});

/// Who would act and who would hear it if this were sent now, according to `decide` itself.
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
