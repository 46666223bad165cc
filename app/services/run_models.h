#pragma once

#include "app/services/command_line.h"
#include "app/services/keys.h"
#include "app/services/model_servers.h"
#include "app/services/run_request.h"
#include "model/agents/definition/team_definition.h"
#include "model/agents/provider/chat_provider.h"
#include "model/session/library.h"

#include <QObject>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::app {

/// The model servers of a run without a window: those that the person has stored, and the one that the command line
/// gives by address.
struct RunModels
{
    std::vector<team::ModelConnection> connections;
    std::string chosen; ///< id of the one that the command line names; empty = those the team names
    team::PriceTable prices = {};
    std::optional<team::ModelConnection> server = {}; ///< the one the command line gives an address for, if it is new
};

/// Errors, one sentence each: no connection has that name, or the address is invalid; none was chosen although there
/// are none, or several and the team names none; or why the stored ones cannot be read.
[[nodiscard]] conversation::Result<RunModels> runModelsOf(const CommandLine& line, const ConnectionStore& store);

/// Replaces the team's settings by the command line's: the server for all roles, the model, the money, the rounds.
/// Errors: neither the command line nor the team names a server.
[[nodiscard]] conversation::Result<void> useCommandLine(const CommandLine& line, const RunModels& models,
                                                        team::TeamDefinition& team);

/// What the command line wants of a run, except for the session to continue, which is found in the library. Errors:
/// what is wrong with the team, the models or the folder.
[[nodiscard]] conversation::Result<RunRequest> runRequestOf(const CommandLine& line,
                                                            const conversation::Result<RunModels>& models);

/// For calling them. Thread: that of `context`, with an event loop; `context` must outlive it.
[[nodiscard]] std::shared_ptr<team::ModelSource> openModels(RunModels models, std::unique_ptr<KeyStore> keys,
                                                            const std::shared_ptr<session::Library>& library,
                                                            QObject* context);

/// Servers that the owner of the library may not know the way this process does: the one that the command line gives by
/// address, and those whose key is in the environment here.
[[nodiscard]] std::vector<KeyedConnection> ownModelsOf(const RunModels& models);

/// With its key, if that is in the environment here; empty if not, or if it is kept elsewhere.
[[nodiscard]] std::optional<KeyedConnection> withLocalKey(const team::ModelConnection& connection);

/// For calling these with their keys, and those of `otherwise` if a team means none of them. As openModels. Null if
/// there are none of them.
[[nodiscard]] std::shared_ptr<team::ModelSource> openKeyedModels(const std::vector<KeyedConnection>& models,
                                                                 const team::PriceTable& prices,
                                                                 std::shared_ptr<team::ModelSource> otherwise,
                                                                 const std::shared_ptr<session::Library>& library,
                                                                 QObject* context);

} // namespace quarterdeck::app
