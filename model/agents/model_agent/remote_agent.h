#pragma once

#include "model/agents/run/agent.h"

#include <memory>

namespace quarterdeck::team {

/// Stands in for a member played by an outside program. It does nothing by itself: its turn begins when the run gives
/// the member its mail, which the program then hears, and lasts until the log says that the program is done with it or
/// has failed. So nothing is lost with this process or the other one, and the run need not know who is connected.
[[nodiscard]] std::shared_ptr<Agent> makeRemoteAgent();

} // namespace quarterdeck::team
