#pragma once

#include "model/conversation/ids.h"
#include "model/conversation/json_value.h"
#include "model/conversation/question.h"
#include "model/gateway/http/http_message.h"
#include "model/session/session_hub.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::app {

/// The person's answer to a question, given without a window: by the command line, or by whoever speaks to the local
/// socket for them.
struct QuestionReply
{
    conversation::SessionId session;
    conversation::QuestionId question;
    /// As it is typed: an option's label or number, words, or both ("2: not this file"); empty = none.
    std::string answer = {};
    conversation::JsonValue form = {}; ///< values for the question's schema; null = none
    QStringList files = {};            ///< pictures to go along with it; absolute paths
    bool isDeclined = false;           ///< nobody will answer
    friend bool operator==(const QuestionReply&, const QuestionReply&) = default;
};

/// "/v1/sessions/SESSION/questions/QUESTION/answer"
[[nodiscard]] std::string pathOf(const QuestionReply& reply);
[[nodiscard]] std::string bodyOf(const QuestionReply& reply);
/// Empty if it is none. Untrusted input.
[[nodiscard]] std::optional<QuestionReply> questionReplyFrom(std::string_view path, const std::string& body);

/// Processes that speak for agents, by their numbers.
using AgentProcesses = std::vector<std::int64_t>;

/// Whether this process is one of an agent's, or was started by one, however indirectly: then what it says is not the
/// person's word. Commands that a team runs here descend from this process itself. One that is unknown, or ended before
/// it was looked at, counts as an agent's; one that cut itself off from those that started it is not recognised.
/// Thread: any; asks the system.
[[nodiscard]] bool isOfAgents(std::int64_t process, const AgentProcesses& agents);

/// "command-line:bash": what the log says of an answer by a command that bash had started.
[[nodiscard]] std::string commandLineVia(std::int64_t process);

/// Gives the answer to its question. `via`: as conversation::QuestionEnd has it.
/// `done` gets why it was not possible, in a sentence. Thread: the hub's.
void giveReply(session::SessionHub& hub, const QuestionReply& reply, const std::string& via,
               std::function<void(const session::Result<void>&)> done);

} // namespace quarterdeck::app
