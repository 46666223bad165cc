#pragma once

#include "model/agents/provider/chat_provider.h"

#include <chrono>
#include <memory>
#include <vector>

namespace quarterdeck::bench {

using Clock = std::chrono::steady_clock;

/// What was asked of a model, and when.
struct MeasuredCall
{
    team::ChatRequest request;
    Clock::time_point begun;
    Clock::time_point ended;
};

/// Another source's models, with a record of all that succeeded. Thread: engine.
class MeasuredModels final : public team::ModelSource
{
public:
    explicit MeasuredModels(std::shared_ptr<team::ModelSource> inner) : m_inner(std::move(inner)) { }
    [[nodiscard]] conversation::Result<std::shared_ptr<team::ChatProvider>>
    providerOf(const team::ModelChoice& choice) override;

    using Calls = std::vector<MeasuredCall>;
    std::shared_ptr<Calls> calls = std::make_shared<Calls>();

private:
    std::shared_ptr<team::ModelSource> m_inner;
};

} // namespace quarterdeck::bench
