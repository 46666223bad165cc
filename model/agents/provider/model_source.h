#pragma once

#include "model/agents/definition/team_definition.h"
#include "model/agents/provider/chat_provider.h"
#include "model/agents/provider/model_connection.h"
#include "model/conversation/error.h"

#include <memory>
#include <optional>

namespace quarterdeck::team {

/// The models that this program can reach, supplied by whoever knows the connections and their keys. Thread: engine.
class ModelSource
{
public:
    ModelSource() = default;
    virtual ~ModelSource() = default;
    Q_DISABLE_COPY_MOVE(ModelSource)

    /// What to use where a team says `choice`, which is something else if the person chose so.
    [[nodiscard]] virtual ModelChoice resolveModel(const ModelChoice& choice) const { return choice; }
    /// The connection by which it is reached; empty = unknown, or there is none.
    [[nodiscard]] virtual std::optional<ModelConnection> connectionOf(const ModelChoice&) const { return std::nullopt; }
    /// Asked anew whenever an agent begins to think, so corrections take effect. Errors: a sentence that says what is
    /// missing and what to do; the role is then shown as failed with it.
    [[nodiscard]] virtual conversation::Result<std::shared_ptr<ChatProvider>> providerOf(const ModelChoice& choice) = 0;
};

} // namespace quarterdeck::team
