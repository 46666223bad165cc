#pragma once

#include "model/agents/run/inbox.h"

namespace quarterdeck::team {

/// Lets the role's agent act on its news, beside whatever else runs; in the end the log says that it is idle or failed.
void startTurn(RunPtr run, PendingMail news);

} // namespace quarterdeck::team
