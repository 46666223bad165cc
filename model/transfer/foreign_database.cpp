#include "foreign_database.h"

#include <QFile>
#include <QFileInfo>
#include <QUrl>

namespace quarterdeck::transfer {

std::string addressOf(const QString& path)
{
    return "file:" + QUrl::toPercentEncoding(path, "/").toStdString() + "?immutable=1";
}

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

void beCautious(SQLite::Database& database)
{
    for (const char* rule : {"PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON", "PRAGMA mmap_size = 0",
                             "PRAGMA query_only = ON"}) {
        database.exec(rule);
    }
}

std::set<std::string> columnsOf(SQLite::Database& database, const std::string& table)
{
    SQLite::Statement kind(database, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? AND rootpage > 0");
    kind.bind(1, table);
    std::set<std::string> columns;
    if (!kind.executeStep()) {
        return columns;
    }
    // For generated columns, which are expressions, `hidden` is 2 or 3.
    SQLite::Statement info(database, "SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0");
    info.bind(1, table);
    while (info.executeStep()) {
        columns.insert(info.getColumn(0).getString());
    }
    return columns;
}

} // namespace quarterdeck::transfer
