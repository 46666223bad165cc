#pragma once

#include "app/command_line.h"
#include "app/commands/console.h"
#include "gateway/gateway.h"

#include <memory>

namespace quarterdeck::app {

/// Lets in the programs that play members of this session's team, for as long as it lives: where the team leaves any to
/// programs, or a port was asked for. Null = nobody is to be let in. Says where on `console`.
[[nodiscard]] session::Result<std::unique_ptr<gateway::Gateway>>
openMemberDoor(const CommandLine& line, session::SessionHub& hub, const session::Session& session, Console& console);

} // namespace quarterdeck::app
