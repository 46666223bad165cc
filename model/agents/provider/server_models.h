#pragma once

#include "model/agents/provider/model_connection.h"
#include "model/agents/provider/model_source.h"

#include <memory>
#include <string>

namespace quarterdeck::team {

/// A source that also reaches servers without a stored connection, which are recorded in sessions
/// (model/agents/definition/session_server.h). Thread: engine.
class ServerModels : public ModelSource
{
public:
    /// Errors as those of providerOf.
    [[nodiscard]] virtual conversation::Result<std::shared_ptr<ChatProvider>> providerAt(const ModelConnection& server,
                                                                                         const std::string& model) = 0;
};

} // namespace quarterdeck::team
