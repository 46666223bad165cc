#pragma once

#include "model/session/library.h"

#include <memory>
#include <string>

namespace quarterdeck::hostile {

/// Exports the session in this format (`jsonl` or `qdeck`), with nothing removed, and imports the file into the same
/// library: the session that came back, or why there is none. Thread: ui.
[[nodiscard]] session::Result<session::SessionId> exportAndImport(const std::shared_ptr<session::Library>& library,
                                                                  const session::SessionId& session,
                                                                  const std::string& format);

} // namespace quarterdeck::hostile
