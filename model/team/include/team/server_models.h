#pragma once

#include "team/model_source.h"
#include "team/provider/connection.h"

#include <memory>
#include <string>

namespace quarterdeck::team {

/// One that also reaches servers that are none of its connections: such a server stands in a session
/// (team/session_server.h). Thread: engine.
class ServerModels : public ModelSource
{
public:
    /// Errors as those of providerOf.
    [[nodiscard]] virtual conversation::Result<std::shared_ptr<ChatProvider>> providerAt(const Connection& server,
                                                                                         const std::string& model) = 0;
};

} // namespace quarterdeck::team
