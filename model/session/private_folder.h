#pragma once

class QString;

namespace quarterdeck::session {

/// Creates a private folder, and its missing parents, readable only by the owner (0700, as XDG requires for data and
/// settings), whatever the umask. An existing one stays as it is. False if there is none afterwards. Thread: any.
bool makePrivateFolder(const QString& path);

} // namespace quarterdeck::session
