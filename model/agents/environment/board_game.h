#pragma once

#include "model/agents/environment/environments.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::team {

/// Four in a row, for two members: whoever places first plays first, the next one against them. Its whole state is in
/// the log: a move is made by recording its change, and the first of two decided on the same board counts.
class BoardGame final : public AgentEnvironment
{
public:
    static constexpr int columns = 7;
    static constexpr int rows = 6;

    [[nodiscard]] static std::vector<EnvironmentTool> calls();
    [[nodiscard]] static std::unique_ptr<AgentEnvironment> make(const EnvironmentContext& place);

    void recall(const LoggedChange& change) override;
    [[nodiscard]] EnvironmentResult read(const EnvironmentCall& request) override;
    [[nodiscard]] EnvironmentProposal propose(const EnvironmentCall& request) override;
    [[nodiscard]] EnvironmentProposal proposeEdited(const EnvironmentCall& request,
                                                    const conversation::JsonValue& token,
                                                    const std::string& text) override;
    [[nodiscard]] EnvironmentResult applyChange(const EnvironmentCall& request, const conversation::JsonValue& token,
                                                const std::optional<std::string>& text) override;

private:
    struct Move
    {
        conversation::RoleName player;
        int column = 0; ///< from 0 on
    };
    using Cells = std::array<std::array<char, columns>, rows>; ///< from the bottom; ' ' = empty

    [[nodiscard]] static Cells cellsOf(const std::vector<Move>& moves);
    [[nodiscard]] static bool hasFour(const Cells& cells);
    [[nodiscard]] static std::string shown(const std::vector<Move>& moves);
    [[nodiscard]] static std::string standing(const std::vector<Move>& moves);
    [[nodiscard]] static std::vector<int> open(const std::vector<Move>& moves);
    /// Why that role may not move; empty = it may.
    [[nodiscard]] std::string objection(const conversation::RoleName& role) const;

    std::vector<Move> m_moves;
    conversation::EventSeq m_recalled;
};

} // namespace quarterdeck::team
