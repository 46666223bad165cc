#pragma once

#include "model/agents/definition/team_definition.h"
#include "model/agents/environment/agent_environment.h"

#include <QThreadPool>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::team {

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
