#include "model/transfer/import/foreign_database.h"

#include <QFile>
#include <QFileInfo>
#include <QUrl>
#include <algorithm>
#include <array>
#include <cctype>
#include <sqlite3.h>
#include <string_view>

namespace quarterdeck::transfer {

namespace {

using Way = ForeignDatabase::Way;

std::string addressOf(const QString& path, Way way)
{
    return way == Way::Unchanging ? "file:" + QUrl::toPercentEncoding(path, "/").toStdString() + "?immutable=1"
                                  : path.toStdString();
}

int flagsOf(Way way)
{
    switch (way) {
    case Way::Unchanging:
        return SQLite::OPEN_READONLY | SQLite::OPEN_URI;
    case Way::InUse:
        return SQLite::OPEN_READONLY;
    case Way::Copy:
        break;
    }
    return SQLite::OPEN_READWRITE;
}

template <std::size_t count>
bool isOneOf(const char* name, const std::array<std::string_view, count>& names)
{
    return name != nullptr && std::ranges::find(names, std::string_view(name)) != names.end();
}

} // namespace

QByteArray databaseHeader(const std::string& path)
{
    constexpr qsizetype size = 100;
    QFile file(QString::fromStdString(path));
    if (!QFileInfo(file.fileName()).isFile() || !file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QByteArray header = file.read(size);
    return header.size() == size && header.startsWith("SQLite format 3") ? header : QByteArray();
}

ForeignDatabase::ForeignDatabase(const QString& path, Way way)
    : m_wall(path.toStdString(),
             way == Way::Copy ? session::ConfinedDatabase::Use::Write : session::ConfinedDatabase::Use::Read)
    , m_database(addressOf(path, way), flagsOf(way), 0, session::ConfinedDatabase::vfs())
{
    hardenDatabase();
    findTables();
}

/// Before anything of the schema is read.
void ForeignDatabase::hardenDatabase()
{
    sqlite3* const handle = m_database.getHandle();
    for (const auto& [option, value] :
         {std::pair(SQLITE_DBCONFIG_DEFENSIVE, 1), std::pair(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
          std::pair(SQLITE_DBCONFIG_ENABLE_VIEW, 0), std::pair(SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
          std::pair(SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0), std::pair(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0)}) {
        sqlite3_db_config(handle, option, value, nullptr);
    }
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_drop_modules(handle, nullptr); // no virtual table can be made, whatever it calls itself
    for (const char* rule : {"PRAGMA cell_size_check = ON", "PRAGMA mmap_size = 0", "PRAGMA query_only = ON"}) {
        m_database.exec(rule);
    }
    sqlite3_set_authorizer(
        handle,
        [](void* self, int action, const char* first, const char* second, const char*, const char* definition) {
            return static_cast<ForeignDatabase*>(self)->judge(action, first, second, definition);
        },
        this);
}

/// `definition`: the view or trigger on whose behalf something is to be done.
int ForeignDatabase::judge(int action, const char* first, const char* second, const char* definition) const
{
    constexpr std::array<std::string_view, 2> functions = {"count", "like"};
    constexpr std::array<std::string_view, 2> pragmas = {"table_list", "table_xinfo"};
    bool isAllowed = false;
    switch (action) {
    case SQLITE_SELECT:
        isAllowed = true;
        break;
    case SQLITE_READ:
        isAllowed = first != nullptr && m_tables.contains(first);
        break;
    case SQLITE_FUNCTION:
        isAllowed = isOneOf(second, functions);
        break;
    case SQLITE_PRAGMA:
        isAllowed = isOneOf(first, pragmas);
        break;
    default:
        break;
    }
    return isAllowed && definition == nullptr ? SQLITE_OK : SQLITE_DENY;
}

/// Only the parser knows what something in the schema is: what the list says itself (`type`, `rootpage`) may be a lie.
void ForeignDatabase::findTables()
{
    enum Column { Schema, Name, Type, ColumnCount, WithoutRowNumber };
    SQLite::Statement all(m_database, "PRAGMA table_list");
    while (all.executeStep()) {
        const std::string name = all.getColumn(Name).getString();
        const bool isPlain = all.getColumn(Schema).getString() == "main" && all.getColumn(Type).getString() == "table"
            && all.getColumn(WithoutRowNumber).getInt() == 0;
        if (isPlain && !name.starts_with("sqlite_")) {
            m_tables.insert(name);
        }
    }
}

std::set<std::string> ForeignDatabase::columnsOf(const std::string& table)
{
    enum Column { Name = 1, Hidden = 6 }; // generated columns, which are expressions, are hidden in two ways
    std::set<std::string> columns;
    if (!m_tables.contains(table)) {
        return columns;
    }
    SQLite::Statement info(m_database, "PRAGMA table_xinfo(" + quoted(table) + ")");
    while (info.executeStep()) {
        if (info.getColumn(Hidden).getInt() == 0) {
            columns.insert(info.getColumn(Name).getString());
        }
    }
    return columns;
}

std::string quoted(const std::string& name)
{
    std::string text = "\"";
    for (const char c : name) {
        text += c == '"' ? "\"\"" : std::string(1, c);
    }
    return text + '"';
}

bool hasOwnRowNumber(const std::set<std::string>& columns)
{
    return std::ranges::any_of(columns, [](std::string name) {
        std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return name == "rowid" || name == "_rowid_" || name == "oid";
    });
}

} // namespace quarterdeck::transfer
