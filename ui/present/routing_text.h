#pragma once

#include "model/conversation/compose.h"
#include "model/conversation/event.h"
#include "model/conversation/role.h"
#include "model/conversation/route.h"
#include "model/conversation/state/state.h"

#include <QString>
#include <vector>

namespace quarterdeck::ui::wording {

/// What routing decided, in sentences. Pure; thread: any.

/// The composer's right side: who acts, who hears it. "Mike acts; everyone hears it." The lock's words only if nobody
/// else is told.
[[nodiscard]] QString sendSentence(const conversation::SendPreview& preview,
                                   const conversation::ConversationState& state);

/// What naming this role would do now: "direct: only Alice is told", "busy: takes it into its current work".
[[nodiscard]] QString completionEffect(const conversation::SendPreview& preview);

/// The inspector's "why it went there".
struct RouteExplanation
{
    QString rule;     ///< "Rule 4, ordinary"
    QString sentence; ///< why that rule fired, and what it did
};
[[nodiscard]] RouteExplanation explainRoute(const conversation::MessagePublished& published,
                                            const conversation::ConversationState& state);
[[nodiscard]] RouteExplanation explainQuestion(const conversation::RoleName& asker,
                                               const conversation::ConversationState& state);

/// One line of the inspector's list per role.
enum class HeardAs { Acts, Heard, NotTold, Sender };
struct RoleHeard
{
    conversation::RoleName role;
    HeardAs as = HeardAs::NotTold;
    QString why; ///< "named, acts next"
};
/// In hire order; the sender is among them as Sender.
[[nodiscard]] std::vector<RoleHeard> whoHeard(const conversation::MessagePublished& published,
                                              const conversation::ConversationState& state);

[[nodiscard]] QString runStateWords(conversation::RunState state);
/// "4 writing · 1 waits for you"
[[nodiscard]] QString workingAndWaiting(int working, int waiting);

/// Names as a list in the application's language: "Mike", "Mike and Alice", "Mike, Alice and Bob".
[[nodiscard]] QString nameList(const std::vector<conversation::RoleName>& names);

[[nodiscard]] QString text(const std::string& utf8); ///< as it is
/// A name as displayed: by visibleText, so that it cannot look like another. Not for addressing.
[[nodiscard]] QString text(const conversation::RoleName& name);

} // namespace quarterdeck::ui::wording
