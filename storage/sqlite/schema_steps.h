#pragma once

#include "storage/sqlite/connection.h"

namespace quarterdeck::storage::sqlite {

/// The schema's steps, one per version, each in a file of its own. They run inside a transaction. A released step never
/// changes again. They throw.
void createVersion1(Connection& connection);
/// What the person says about sessions, and their sizes.
void changeToVersion2(Connection& connection);
/// Packed payloads, and a fast way to find unfinished sessions.
void changeToVersion3(Connection& connection);
/// Merged events, and how many wait for an attachment.
void changeToVersion4(Connection& connection);

} // namespace quarterdeck::storage::sqlite
