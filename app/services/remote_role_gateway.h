#pragma once

#include "app/services/command_line.h"
#include "app/services/console.h"
#include "model/conversation/error.h"
#include "model/gateway/gateway.h"

#include <cstdint>
#include <memory>

namespace quarterdeck::app {

/// If a server could not listen because its port is taken: says which port would work.
[[nodiscard]] conversation::Error withFreePort(conversation::Error error, std::uint16_t taken);

/// Admits programs that play members of this session's team while it lives, if the team leaves any to programs, or a
/// port was asked for. Null = nobody is admitted. Prints where on `console`.
[[nodiscard]] session::Result<std::unique_ptr<gateway::Gateway>> openRemoteRoleGateway(const CommandLine& line,
                                                                                       session::SessionHub& hub,
                                                                                       const session::Session& session,
                                                                                       Console& console);

} // namespace quarterdeck::app
