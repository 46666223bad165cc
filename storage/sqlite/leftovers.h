#pragma once

#include "sqlite/connection.h"

namespace quarterdeck::storage::sqlite {

/// Removes what the last owner of the file left unfinished: sessions that are not complete (which `SessionRemover` then
/// takes out), and attachments that no session refers to. When that fails (a full disk) they stay hidden until the next
/// time: no reason not to open it.
void removeLeftovers(Connection& connection);

} // namespace quarterdeck::storage::sqlite
