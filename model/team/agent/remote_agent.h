#pragma once

#include "team/agent.h"

#include <memory>

namespace quarterdeck::team {

/// The place of a member whom a program outside plays. It does nothing by itself: its turn begins when the run gives
/// the member its mail, which the program then hears, and lasts until the log says that the program is done with it or
/// has failed. So nothing of it is lost with this process or with the other one, and who waits need not know who is
/// connected.
[[nodiscard]] std::shared_ptr<Agent> makeRemoteAgent();

} // namespace quarterdeck::team
