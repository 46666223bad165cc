#include "storage/missing_attachments.h"

#include "storage/open_file.h"
#include "storage/sqlite/sqlite_errors.h"

namespace quarterdeck::storage {

using Missing = std::map<session::SessionId, std::int64_t>;

session::Result<Missing> missingAttachments(const std::string& path)
{
    return sqlite::openForReading(path).and_then([&](const sqlite::OpenedFile& file) {
        return sqlite::catchSqliteErrors(path, [&]() -> session::Result<Missing> {
            sqlite::Query row = file.reader->query(
                "SELECT key, count(*) FROM attachment_references AS shown JOIN sessions ON sessions.id = shown.session"
                " WHERE is_complete AND NOT EXISTS (SELECT 1 FROM attachments WHERE attachments.hash = shown.hash)"
                " GROUP BY sessions.id");
            Missing missing;
            while (row.next())
                missing.emplace(row.text(0), row.number(1));
            return missing;
        });
    });
}

} // namespace quarterdeck::storage
