#include "storage/search/tokenizer.h"

#include "storage/search/search_token.h"

#include <sqlite3.h>

namespace quarterdeck::storage::sqlite {

namespace {

using search::Purpose;
using search::SearchToken;

/// FTS5 requires an object per table; ours has no state.
int create(void*, const char**, int, Fts5Tokenizer** tokenizer)
{
    static char nothing = 0;
    *tokenizer = reinterpret_cast<Fts5Tokenizer*>(&nothing);
    return SQLITE_OK;
}

void destroy(Fts5Tokenizer*) { }

using TakeToken = int (*)(void* context, int flags, const char* token, int size, int begin, int end);

int tokenize(Fts5Tokenizer*, void* context, int flags, const char* text, int size, TakeToken take)
{
    const Purpose purpose = (flags & FTS5_TOKENIZE_QUERY) != 0 ? Purpose::Query : Purpose::Document;
    int result = SQLITE_OK;
    search::splitIntoTokens({text, static_cast<std::size_t>(size)}, purpose, [&](const SearchToken& word) {
        result = take(context, word.isColocated ? FTS5_TOKEN_COLOCATED : 0, word.text.data(),
                      static_cast<int>(word.text.size()), static_cast<int>(word.begin), static_cast<int>(word.end));
        return result == SQLITE_OK;
    });
    return result;
}

/// The way FTS5's documentation gives it: the pointer is the result of a query.
fts5_api* apiOf(sqlite3* handle)
{
    fts5_api* api = nullptr;
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(handle, "SELECT fts5(?1)", -1, &statement, nullptr) == SQLITE_OK) {
        sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", nullptr);
        sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    return api;
}

} // namespace

void registerTokenizer(SQLite::Database& database)
{
    fts5_api* api = apiOf(database.getHandle());
    fts5_tokenizer functions{create, destroy, tokenize};
    if (api == nullptr || api->xCreateTokenizer(api, "quarterdeck", nullptr, &functions, nullptr) != SQLITE_OK)
        throw SQLite::Exception("this SQLite has no FTS5", SQLITE_ERROR);
}

} // namespace quarterdeck::storage::sqlite
