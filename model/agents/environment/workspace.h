#pragma once

#include "model/agents/environment/confined_folder.h"
#include "model/agents/environment/environments.h"

#include <functional>

namespace quarterdeck::team {

/// The session's folder, as text files: read, listed, written and edited by its members.
class Workspace final : public AgentEnvironment
{
public:
    explicit Workspace(const EnvironmentContext& place)
        : m_folder(place.folder, place.mayMakeFolder)
        , m_problem(place.problem)
    { }

    [[nodiscard]] static std::vector<EnvironmentTool> calls();
    [[nodiscard]] static std::unique_ptr<AgentEnvironment> make(const EnvironmentContext& place);

    [[nodiscard]] EnvironmentResult read(const EnvironmentCall& request) override;
    [[nodiscard]] EnvironmentProposal propose(const EnvironmentCall& request) override;
    [[nodiscard]] EnvironmentProposal proposeEdited(const EnvironmentCall& request,
                                                    const conversation::JsonValue& token,
                                                    const std::string& text) override;
    [[nodiscard]] EnvironmentResult applyChange(const EnvironmentCall& request, const conversation::JsonValue& token,
                                                const std::optional<std::string>& text) override;

private:
    /// The file that a call names, and its content.
    struct Found
    {
        RelativePath path;
        std::optional<std::string> bytes;
    };
    [[nodiscard]] ConfinedFolder::Outcome<Found> found(const EnvironmentCall& request) const;

    ConfinedFolder m_folder;
    std::function<std::string()> m_problem; ///< may be empty
};

} // namespace quarterdeck::team
