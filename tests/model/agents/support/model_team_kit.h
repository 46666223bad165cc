#pragma once

#include "engine_kit.h"
#include "model/agents/run/teams.h"
#include "scripted_models.h"

#include <memory>
#include <string>
#include <vector>

namespace quarterdeck::test {

/// A library with a team on scripted models in it.
struct ModelTeamKit
{
    EngineKit kit;
    std::shared_ptr<ScriptedModels> models = std::make_shared<ScriptedModels>();
    std::string workspaces; ///< where sessions get folders; empty = they get none
    std::unique_ptr<team::Teams> teams = std::make_unique<team::Teams>(kit.hub(), 0, nullptr, models, workspaces);

    explicit ModelTeamKit(EngineKit::Where where = EngineKit::Where::Memory, std::string folders = {})
        : kit(where)
        , workspaces(std::move(folders))
    { }
    session::Session* start(const team::TeamDefinition& team, const std::string& idea = "Build it",
                            const team::ChosenFolder& folder = {});
    /// As when the program ends and starts again; whatever was acting is cut off.
    session::Session* restart(session::SessionId id);
    [[nodiscard]] team::TeamRunner& runner(const session::Session* session) { return *teams->runner(session->id()); }
};

/// Nobody acts, and nobody has anything to do.
[[nodiscard]] bool isQuiet(const session::Session* session, const team::Teams& teams);
/// What was said to others, "Alice > Mike: text"; a private one ends in "(private)".
[[nodiscard]] std::vector<std::string> spokenIn(const std::vector<conversation::Event>& log);
/// Steps of agents, "Mike: calls append_task", "Mike: append_task gave [x] …".
[[nodiscard]] std::vector<std::string> stepsOfAgents(const std::vector<conversation::Event>& log);
/// The whole log in lines without ids and times: a script's outcome.
[[nodiscard]] std::string transcriptOf(const std::vector<conversation::Event>& log);
[[nodiscard]] std::string joinedLines(const std::vector<std::string>& lines);

} // namespace quarterdeck::test
