#pragma once

#include "app/services/question_reply.h"
#include "model/conversation/hold.h"

#include <variant>

namespace quarterdeck::app {

/// What the person wants of held messages, without a window.
struct HoldCommand
{
    enum class Kind {
        Release, ///< the message goes, with these words if there are any
        Drop,    ///< it does not, for this reason if there is one
        Set,     ///< this rule holds from now on
        Off      ///< no rule holds any longer
    };
    conversation::SessionId session;
    Kind kind = Kind::Release;
    conversation::EventSeq message = {};
    std::string words = {};
    std::string recipient =
        {};                ///< Release: who gets it instead, a member or address::person; empty = as it was written
    bool isAnyway = false; ///< Release: also if it reaches others than when it was held
    bool isSilent = false; ///< Drop: its sender is not told
    conversation::HoldRule rule = {};
    friend bool operator==(const HoldCommand&, const HoldCommand&) = default;
};

/// "/v1/sessions/SESSION/holds"
[[nodiscard]] std::string pathOf(const HoldCommand& command);
[[nodiscard]] std::string bodyOf(const HoldCommand& command);
/// Empty if it is none. Untrusted input.
[[nodiscard]] std::optional<HoldCommand> holdCommandFrom(std::string_view path, const std::string& body);

/// Does it. `done` gets why it was not possible, in a sentence. Thread: the hub's.
void carryOut(session::SessionHub& hub, const HoldCommand& command,
              std::function<void(const session::Result<void>&)> done);

/// What another process says for the person.
using PersonCommand = std::variant<QuestionReply, HoldCommand>;
/// Empty if it is none. Untrusted input.
[[nodiscard]] std::optional<PersonCommand> personCommandFrom(std::string_view path, const std::string& body);
/// Does it, and answers that process once it is stored. What an agent's process says is refused with 403. Thread: the
/// hub's.
void servePerson(session::SessionHub& hub, const PersonCommand& command, std::int64_t process,
                 const AgentProcesses& agents, const std::shared_ptr<gateway::HttpExchange>& exchange);

} // namespace quarterdeck::app
