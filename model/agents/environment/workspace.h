#pragma once

#include "model/agents/environment/confined_folder.h"
#include "model/agents/environment/environments.h"

#include <functional>

namespace quarterdeck::team {

/// The session's folder, as text files: read, listed, written and edited by its members.
class Workspace final : public OuterEnvironment
{
public:
    explicit Workspace(const OuterPlace& place) : m_folder(place.folder, place.mayMakeFolder), m_problem(place.problem)
    { }

    [[nodiscard]] static std::vector<OuterCall> calls();
    [[nodiscard]] static std::unique_ptr<OuterEnvironment> make(const OuterPlace& place);

    [[nodiscard]] OuterAnswer read(const OuterRequest& request) override;
    [[nodiscard]] OuterOutcome propose(const OuterRequest& request) override;
    [[nodiscard]] OuterOutcome proposeAs(const OuterRequest& request, const conversation::JsonValue& token,
                                         const std::string& text) override;
    [[nodiscard]] OuterAnswer carryOut(const OuterRequest& request, const conversation::JsonValue& token,
                                       const std::optional<std::string>& text) override;

private:
    /// The file that a call names, and its content.
    struct Found
    {
        RelativePath path;
        std::optional<std::string> bytes;
    };
    [[nodiscard]] ConfinedFolder::Outcome<Found> found(const OuterRequest& request) const;

    ConfinedFolder m_folder;
    std::function<std::string()> m_problem; ///< may be empty
};

} // namespace quarterdeck::team
