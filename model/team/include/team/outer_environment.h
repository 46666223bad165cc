#pragma once

#include "conversation/ids.h"
#include "conversation/json_value.h"
#include "formats/chat/tool.h"

#include <QtGlobal>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// What a team can reach besides its conversation (MetaGPT's ExtEnv): a folder of files, a board game. A world offers
/// named calls; roles see them as tools, as far as their team lets them, and what comes of each stands in the log.
namespace quarterdeck::team {

/// A call that a world offers: its name and its arguments as a model is told of them.
struct OuterCall
{
    formats::Tool tool;
    bool isWriting = false; ///< changes something: proposed first, and carried out when it is allowed
};

/// A role's use of one. The arguments fit the call's schema.
struct OuterRequest
{
    conversation::RoleName role;
    std::string call;
    conversation::JsonValue arguments;
};

/// What a call gives back to the role, in words for a model.
struct OuterAnswer
{
    std::string text;
    bool isError = false;
    friend bool operator==(const OuterAnswer&, const OuterAnswer&) = default;
};

/// What a writing call would do, before it is done: what the person is asked about, and what stands in the log.
struct ProposedChange
{
    std::string subject; ///< what would be changed: a path, say
    std::string diff;    ///< unified
    int added = 0;       ///< lines
    int removed = 0;
    std::optional<std::string> text; ///< what it would be then, where the person may write that otherwise
    /// By it the change is known again, also in another process: from what to what. Small.
    conversation::JsonValue token;
    bool isNew = false; ///< it is not there yet
};

/// A change as the log has it, whoever made it.
struct LoggedChange
{
    conversation::EventSeq seq;
    conversation::RoleName role;
    conversation::JsonValue token;
};

/// A proposal that needs no change, or cannot be made, is an answer.
using OuterOutcome = std::variant<OuterAnswer, ProposedChange>;

/// One world of one session. Everything in it runs on a thread of its own, one call at a time, and may block. It never
/// throws; what goes wrong is an answer that is an error.
class OuterEnvironment
{
public:
    OuterEnvironment() = default;
    virtual ~OuterEnvironment() = default;
    Q_DISABLE_COPY_MOVE(OuterEnvironment)

    /// For a world that lives in the log (see OuterKind): each change there, of any world, once and in its order,
    /// before anything else is asked. A change is made by this; `carryOut` only tells what came of it.
    virtual void recall(const LoggedChange&) { }
    [[nodiscard]] virtual OuterAnswer read(const OuterRequest& request) = 0;
    /// Changes nothing.
    [[nodiscard]] virtual OuterOutcome propose(const OuterRequest& request) = 0;
    /// What it comes to when the person writes it otherwise than in the proposal of that token. Changes nothing.
    [[nodiscard]] virtual OuterOutcome proposeAs(const OuterRequest& request, const conversation::JsonValue& token,
                                                 const std::string& text) = 0;
    /// Makes the change of that token, as `text` where the person wrote it. May be called again with the same token,
    /// when a program ended before the log had the answer: what is done already is not done twice, and the answer is
    /// the same. Refuses when what it should change is not any more as it was when it was proposed.
    [[nodiscard]] virtual OuterAnswer carryOut(const OuterRequest& request, const conversation::JsonValue& token,
                                               const std::optional<std::string>& text) = 0;
};

} // namespace quarterdeck::team
