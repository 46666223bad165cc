#pragma once

#include "app/command_line.h"
#include "app/commands/run_request.h"
#include "app/connections/connection_store.h"
#include "app/connections/key_store.h"
#include "session/library.h"
#include "team/model_source.h"
#include "team/team_definition.h"

#include <QObject>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::app {

/// The model servers of a run without a window: those that the person has stored, and the one that the command line
/// names by its address.
struct RunModels
{
    std::vector<team::Connection> connections;
    std::string chosen; ///< the id of the one that the command line means; empty = those that the team names
    team::PriceTable prices = {};
    std::optional<team::Connection> server = {}; ///< the one that the command line names by its address, if it is new
};

/// Errors, one sentence each: a connection of no such name, an address that is none; none chosen where there are none,
/// or several to choose from and the team names none; what keeps the stored ones from being read.
[[nodiscard]] conversation::Result<RunModels> runModelsOf(const CommandLine& line, const ConnectionStore& store);

/// Puts what the command line says in the place of what the team does: the server for all roles, the model, the money,
/// the rounds. Errors: the command line names no server, and the team not either.
[[nodiscard]] conversation::Result<void> useCommandLine(const CommandLine& line, const RunModels& models,
                                                        team::TeamDefinition& team);

/// What the command line wants of a run; but for the session to go on with, which is found in the library. Errors: what
/// is wrong with the team, the models or the folder.
[[nodiscard]] conversation::Result<RunRequest> runRequestOf(const CommandLine& line,
                                                            const conversation::Result<RunModels>& models);

/// To call them. Thread: that of `context`, with an event loop; `context` must outlive it.
[[nodiscard]] std::shared_ptr<team::ModelSource> openModels(RunModels models, std::unique_ptr<KeyStore> keys,
                                                            const std::shared_ptr<session::Library>& library,
                                                            QObject* context);

/// Those that the owner of the library may not know as this process does, for it to call: the one that the command line
/// names by its address, and those whose key stands in the environment here.
[[nodiscard]] std::vector<KeyedConnection> ownModelsOf(const RunModels& models);

/// With its key, where that stands in the environment here; nothing where it does not, or lies elsewhere.
[[nodiscard]] std::optional<KeyedConnection> withKeyOfHere(const team::Connection& connection);

/// To call these with their keys, and those of `otherwise` where a team means none of them. As openModels. Null where
/// there are none of them.
[[nodiscard]] std::shared_ptr<team::ModelSource> openKeyedModels(const std::vector<KeyedConnection>& models,
                                                                 const team::PriceTable& prices,
                                                                 std::shared_ptr<team::ModelSource> otherwise,
                                                                 const std::shared_ptr<session::Library>& library,
                                                                 QObject* context);

} // namespace quarterdeck::app
