#include "model/agents/environment/environments.h"

#include "model/agents/environment/board_game.h"
#include "model/agents/environment/workspace.h"

#include <algorithm>

namespace quarterdeck::team {

namespace {

bool uses(const TeamDefinition& team, const EnvironmentType& kind)
{
    return std::ranges::any_of(team.roles, [&](const RoleDefinition& role) {
        return std::ranges::any_of(kind.calls,
                                   [&](const EnvironmentTool& call) { return role.tools.contains(call.tool.name); });
    });
}

} // namespace

const std::vector<EnvironmentType>& environmentTypes()
{
    static const std::vector<EnvironmentType> kinds{{Workspace::calls(), Workspace::make},
                                                    {BoardGame::calls(), BoardGame::make, true}};
    return kinds;
}

bool isEnvironmentTool(std::string_view name)
{
    return std::ranges::any_of(environmentTypes(), [&](const EnvironmentType& kind) {
        return std::ranges::any_of(kind.calls, [&](const EnvironmentTool& call) { return call.tool.name == name; });
    });
}

Environments::Environments(const TeamDefinition& team, const EnvironmentContext& place)
{
    m_thread.setMaxThreadCount(1);
    for (const EnvironmentType& kind : environmentTypes()) {
        if (!uses(team, kind))
            continue;
        const std::shared_ptr<AgentEnvironment> world = kind.make(place);
        if (!world)
            continue;
        for (const EnvironmentTool& call : kind.calls)
            m_calls.emplace(call.tool.name, Offered{call, world, kind.livesInLog});
        if (kind.livesInLog)
            m_remembered.push_back(world);
    }
}

Environments::~Environments() { m_thread.waitForDone(); }

const EnvironmentTool* Environments::callNamed(std::string_view name) const
{
    const auto found = m_calls.find(name);
    return found == m_calls.end() ? nullptr : &found->second.call;
}

std::vector<formats::Tool> Environments::toolsFor(const RoleDefinition& role) const
{
    std::vector<formats::Tool> tools;
    for (const EnvironmentType& kind : environmentTypes()) {
        for (const EnvironmentTool& call : kind.calls) {
            const auto policy = role.tools.find(call.tool.name);
            if (policy != role.tools.end() && policy->second != ToolPolicy::Deny && m_calls.contains(call.tool.name))
                tools.push_back(call.tool);
        }
    }
    return tools;
}

bool Environments::livesInLog(std::string_view call) const
{
    const auto found = m_calls.find(call);
    return found != m_calls.end() && found->second.livesInLog;
}

void Environments::recall(std::vector<LoggedChange> changes, conversation::EventSeq upTo)
{
    std::erase_if(changes, [this](const LoggedChange& one) { return one.seq <= m_recalledUpTo; });
    m_recalledUpTo = std::max(m_recalledUpTo, upTo);
    // The pool's single thread works in the order of the requests.
    if (!changes.empty())
        m_thread.start([worlds = m_remembered, changes = std::move(changes)] {
            for (const LoggedChange& change : changes)
                for (const auto& world : worlds)
                    world->recall(change);
        });
}

void Environments::start(std::string_view call, Work work, std::function<void(EnvironmentProposal)> done)
{
    const auto found = m_calls.find(call);
    if (found == m_calls.end()) {
        done(EnvironmentResult{"There is no such call here.", true});
        return;
    }
    m_thread.start(
        [world = found->second.world, work = std::move(work), done = std::move(done)] { done(work(*world)); });
}

} // namespace quarterdeck::team
