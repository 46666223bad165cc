#pragma once

#include "model/agents/provider/model_connection.h"
#include "model/agents/provider/model_source.h"
#include "model/agents/run/session_notes.h"

#include <memory>
#include <optional>
#include <utility>

namespace quarterdeck::team {

/// The models that one session's agents use: the program's, or those it was given meanwhile, with the server that it
/// began with and the model chosen in place of its team's. Thread: engine.
class SessionModelSource : public ModelSource
{
public:
    explicit SessionModelSource(std::shared_ptr<ModelSource> models) : current(std::move(models)) { }

    [[nodiscard]] ModelChoice resolveModel(const ModelChoice& wanted) const override;
    [[nodiscard]] std::optional<ModelConnection> connectionOf(const ModelChoice& wanted) const override;
    [[nodiscard]] conversation::Result<std::shared_ptr<ChatProvider>> providerOf(const ModelChoice& wanted) override;

    std::shared_ptr<ModelSource> current;
    std::optional<ModelConnection> ownServer; ///< the one the session began with
    ModelChoice chosen;                       ///< overrides the team's; empty parts are left to the team
    std::optional<ModelConnection> chosenServer;
    ChosenModel recorded; ///< the person's choice according to the session's log; `chosen` overrides it

private:
    [[nodiscard]] conversation::Result<std::shared_ptr<ChatProvider>> providerNamed(const ModelChoice& choice) const;
};

} // namespace quarterdeck::team
