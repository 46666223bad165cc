#pragma once

class QString;

namespace quarterdeck::session {

/// Makes a folder for what is nobody's but the person's, and those above it that are missing: only the owner reads
/// them (0700, as XDG says of the folders for data and settings), whatever the umask. One that is there stays as it is.
/// False where there is none afterwards. Thread: any.
bool makePrivateFolder(const QString& path);

} // namespace quarterdeck::session
