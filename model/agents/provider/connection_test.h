#pragma once

#include "model/agents/provider/provider_state.h"

namespace quarterdeck::team {

/// See ChatProviders::test.
[[nodiscard]] QCoro::Task<ConnectionTestReport> testConnection(std::shared_ptr<const ProviderState> state,
                                                               std::string model, std::shared_ptr<CancelToken> cancel);

} // namespace quarterdeck::team
