#pragma once

#include "app/services/console.h"
#include "model/agents/definition/team_definition.h"
#include "model/agents/provider/model_connection.h"
#include "model/agents/provider/token_costs.h"
#include "model/conversation/ids.h"
#include "model/conversation/json_value.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::app {

/// What `run` asks of the library's owner, and what it hears in the end: values, and JSON between processes.

/// A connection whose key the owner may not have: it comes from the environment of whoever asks.
struct KeyedConnection
{
    team::ModelConnection connection;
    std::string key = {}; ///< empty = unknown
    friend bool operator==(const KeyedConnection&, const KeyedConnection&) = default;
};

struct RunRequest
{
    std::optional<team::TeamDefinition> team = {}; ///< of a new session; none to continue one
    conversation::SessionId session = {};          ///< the one to continue, or the new one's id
    std::string title = {};
    std::string idea = {};
    std::string to = {}; ///< the member who gets the idea; empty = the leader, or whoever the idea names
    team::ChosenFolder folder = {};
    std::optional<double> budget = {};       ///< for a continued session; otherwise the team's
    std::optional<std::int32_t> rounds = {}; ///< the same
    bool isAnswering = false;                ///< somebody will answer the team's questions
    std::vector<KeyedConnection> models = {};
    /// The run has begun, in `session` after this event, and its owner is gone: it is only to be continued.
    std::optional<conversation::EventSeq> since = {};
    team::ModelChoice model = {}; ///< for a continued session; empty parts are left to the session
    /// If that, or the team of a new session, names no stored connection: the session records it.
    std::optional<team::ModelConnection> server = {};
    /// The new session begins with the history of this recording, from which its team goes on; empty = with nothing.
    conversation::SessionId recording = {};
    bool isTrusted = false; ///< a continued session's team may go on, whoever began it
    friend bool operator==(const RunRequest&, const RunRequest&) = default;
};

/// How a run came to rest.
enum class RunEnd {
    Done,       ///< nobody has anything more to do
    Failed,     ///< some role failed
    Unanswered, ///< a question needs an answer and there is none, or a held message waits
    Paused,     ///< out of rounds or money, or interrupted
    Finished,   ///< ended before all was done, such as by the person at a limit
    Stopped,    ///< by the person
};

struct RunOutcome
{
    RunEnd end = RunEnd::Done;
    std::string reason = {}; ///< a sentence; empty if it is done
    conversation::SessionId session = {};
    std::int32_t rounds = 0;
    std::int64_t messages = 0;
    std::int64_t tokens = 0;
    std::optional<double> cost = {};       ///< US dollars; empty = unknown
    std::string answer = {};               ///< what the person was told last
    conversation::JsonValue manifest = {}; ///< null if no file was made or changed
    std::vector<std::string> cut = {};     ///< members one of whose answers reached the length limit and is incomplete
    friend bool operator==(const RunOutcome&, const RunOutcome&) = default;
};

/// "done", "failed", "unanswered", "paused", "finished", "stopped".
[[nodiscard]] const char* wordFor(RunEnd end);

[[nodiscard]] QString textOf(const RunRequest& request);
/// Empty if it is no request: parsed strictly, as untrusted input.
[[nodiscard]] std::optional<RunRequest> runRequestFrom(const QString& text);
[[nodiscard]] QString textOf(const RunOutcome& outcome);
[[nodiscard]] std::optional<RunOutcome> runOutcomeFrom(const QString& text);

/// Whether a member thinks with a model that has no price. `instead`: the model that all of them get; may be empty.
[[nodiscard]] bool isUnpriced(const team::TeamDefinition& team, const team::ModelChoice& instead,
                              const team::PriceTable& prices);
/// What the dialog of a new session says about that.
[[nodiscard]] QString noPriceNotice();

/// Prints the outcome of a run, and why it rests; returns the exit code. `notice`: reported to programs in addition;
/// others have seen it already.
int reportRun(const RunOutcome& outcome, const std::string& notice, Console& console, bool isJson);

} // namespace quarterdeck::app
