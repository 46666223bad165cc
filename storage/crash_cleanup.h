#pragma once

#include "storage/sqlite/connection.h"

namespace quarterdeck::storage::sqlite {

/// Removes what the file's last owner left unfinished: incomplete sessions (which `SessionRemover` then deletes), and
/// attachments that no session refers to. If that fails (a full disk) they stay hidden until the next time, which is no
/// reason not to open the file.
void cleanUpAfterCrash(Connection& connection);

} // namespace quarterdeck::storage::sqlite
