#pragma once

#include <QByteArray>
#include <QString>
#include <memory>
#include <sqlite3.h>

namespace quarterdeck::test {

struct SqlClosing
{
    void operator()(sqlite3* database) const { sqlite3_close(database); }
};
/// As another program has a database open: one that waits for nobody.
using SqlConnection = std::unique_ptr<sqlite3, SqlClosing>;

/// Makes it if there is none. Ends the test if it cannot.
inline SqlConnection openSql(const QString& path)
{
    sqlite3* database = nullptr;
    if (sqlite3_open(path.toUtf8().constData(), &database) != SQLITE_OK)
        qFatal("%s", sqlite3_errmsg(database));
    return SqlConnection(database);
}

/// False: they were refused.
[[nodiscard]] inline bool runSql(const SqlConnection& connection, const QByteArray& statements)
{
    return sqlite3_exec(connection.get(), statements.constData(), nullptr, nullptr, nullptr) == SQLITE_OK;
}

/// By a connection of their own. Ends the test when they are refused.
inline void runSql(const QString& path, const QByteArray& statements)
{
    const SqlConnection connection = openSql(path);
    if (!runSql(connection, statements))
        qFatal("%s", sqlite3_errmsg(connection.get()));
}

/// The first value of the first row, as a number; -1 = there is none.
inline int numberOfSql(const QString& path, const QByteArray& query)
{
    const SqlConnection connection = openSql(path);
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(connection.get(), query.constData(), -1, &statement, nullptr);
    const int number = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int(statement, 0) : -1;
    sqlite3_finalize(statement);
    return number;
}

} // namespace quarterdeck::test
