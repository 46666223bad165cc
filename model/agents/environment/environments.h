#pragma once

#include "model/agents/definition/team_definition.h"
#include "model/conversation/ids.h"
#include "model/conversation/json_value.h"
#include "model/formats/requests/chat_request.h"

#include <QThreadPool>
#include <QtGlobal>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace quarterdeck::team {

/// What a team can reach outside its conversation (MetaGPT's ExtEnv): a folder of files, a board game. A world offers
/// named calls; roles see them as tools, as far as their team lets them, and each outcome is recorded in the log.

/// A call that a world offers: its name and its arguments as described to a model.
struct EnvironmentTool
{
    formats::Tool tool;
    bool isWriting = false; ///< changes something: proposed first, and carried out once allowed
};

/// A role's call of one. The arguments fit its schema.
struct EnvironmentCall
{
    conversation::RoleName role;
    std::string call;
    conversation::JsonValue arguments;
};

/// What a call returns to the role, in words for a model.
struct EnvironmentResult
{
    std::string text;
    bool isError = false;
    friend bool operator==(const EnvironmentResult&, const EnvironmentResult&) = default;
};

/// What a writing call would do, before it does it: this is what the person is asked about and what the log records.
struct ProposedChange
{
    std::string subject; ///< what would be changed, such as a path
    std::string diff;    ///< unified
    int added = 0;       ///< lines
    int removed = 0;
    std::optional<std::string> text; ///< the new text, if the person may edit it
    /// Identifies the change, also in another process: from what to what. Small.
    conversation::JsonValue token;
    bool isNew = false; ///< it does not exist yet
    /// Why the person is asked whatever the team's file says, in a sentence for them; empty = as the file says.
    std::string caution;
};

/// A change as the log records it, whoever made it.
struct LoggedChange
{
    conversation::EventSeq seq;
    conversation::RoleName role;
    conversation::JsonValue token;
};

/// A proposal that needs no change, or cannot be made, is an answer.
using EnvironmentProposal = std::variant<EnvironmentResult, ProposedChange>;

/// One world of one session. Everything in it runs on a thread of its own, one call at a time, and may block. It never
/// throws; failures are answers that are errors.
class AgentEnvironment
{
public:
    AgentEnvironment() = default;
    virtual ~AgentEnvironment() = default;
    Q_DISABLE_COPY_MOVE(AgentEnvironment)

    /// For a world that lives in the log (see EnvironmentType): called with each change recorded there, of any world,
    /// once and in order, before anything else is asked. This makes the change; `applyChange` only reports its outcome.
    virtual void recall(const LoggedChange&) { }
    [[nodiscard]] virtual EnvironmentResult read(const EnvironmentCall& request) = 0;
    /// Changes nothing.
    [[nodiscard]] virtual EnvironmentProposal propose(const EnvironmentCall& request) = 0;
    /// The outcome if the person edits the text of the proposal with that token. Changes nothing.
    [[nodiscard]] virtual EnvironmentProposal
    proposeEdited(const EnvironmentCall& request, const conversation::JsonValue& token, const std::string& text) = 0;
    /// Makes the change of that token, with `text` if the person edited it. May be called again with the same token, if
    /// a program ended before the log had the answer: nothing is done twice, and the answer is the same. Refuses if the
    /// thing to be changed is no longer as it was when the change was proposed.
    [[nodiscard]] virtual EnvironmentResult applyChange(const EnvironmentCall& request,
                                                        const conversation::JsonValue& token,
                                                        const std::optional<std::string>& text) = 0;
};

/// What a world needs to know of its session.
struct EnvironmentContext
{
    std::string folder;         ///< UTF-8, absolute; empty = there is none
    bool mayMakeFolder = false; ///< it is the program's own, and made when there is something to write
    /// Looked at before each call: why the folder cannot be worked in any more, in a sentence; empty = it can. May
    /// block.
    std::function<std::string()> problem = {};
};

/// A kind of world: its calls, and how one is made. Null if the place lacks what it needs.
struct EnvironmentType
{
    std::vector<EnvironmentTool> calls;
    std::function<std::unique_ptr<AgentEnvironment>(const EnvironmentContext& place)> make;
    bool livesInLog = false; ///< its state is in the log and nowhere else
};
/// All kinds: see `environments.cpp`, where another one is one line. The names of their calls differ from each other
/// and from those of the conversation's tools. Thread: any.
[[nodiscard]] const std::vector<EnvironmentType>& environmentTypes();
[[nodiscard]] bool isEnvironmentTool(std::string_view name);

/// The worlds that a session's team uses. A role sees the calls that its definition names and does not deny. Thread:
/// engine. The destructor waits for the running call.
class Environments final
{
    Q_DISABLE_COPY_MOVE(Environments)
public:
    Environments(const TeamDefinition& team, const EnvironmentContext& place);
    ~Environments();

    /// Null if this session has no such call.
    [[nodiscard]] const EnvironmentTool* callNamed(std::string_view name) const;
    [[nodiscard]] std::vector<formats::Tool> toolsFor(const RoleDefinition& role) const;

    /// The world with this call lives in the log: before it is asked, `recall` tells it the log after
    /// `recalledUpTo`.
    [[nodiscard]] bool livesInLog(std::string_view call) const;
    [[nodiscard]] conversation::EventSeq recalledUpTo() const { return m_recalledUpTo; }
    /// `changes`: those up to that event; those told before are skipped. Work started later finds them told.
    void recall(std::vector<LoggedChange> changes, conversation::EventSeq upTo);

    /// Runs in the world with this call, on the worlds' thread; `done` is called there.
    using Work = std::function<EnvironmentProposal(AgentEnvironment& world)>;
    void start(std::string_view call, Work work, std::function<void(EnvironmentProposal)> done);

private:
    struct Offered
    {
        EnvironmentTool call;
        std::shared_ptr<AgentEnvironment> world;
        bool livesInLog = false;
    };
    std::map<std::string, Offered, std::less<>> m_calls;
    std::vector<std::shared_ptr<AgentEnvironment>> m_remembered; ///< worlds that live in the log
    conversation::EventSeq m_recalledUpTo;
    QThreadPool m_thread; ///< last, so that it ends first
};

} // namespace quarterdeck::team
