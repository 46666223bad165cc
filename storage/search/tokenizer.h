#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

namespace quarterdeck::storage::sqlite {

/// Registers the FTS5 tokenizer "quarterdeck" (storage/search/search_token.h) with this connection; without it no
/// statement on a text index can be prepared. Throws SQLite::Exception.
void registerTokenizer(SQLite::Database& database);

} // namespace quarterdeck::storage::sqlite
