#include "storage/recover/backup_attachments.h"

#include "model/conversation/attachments.h"
#include "storage/backup/copies.h"
#include "storage/file_state.h"
#include "storage/sqlite/sqlite_errors.h"

#include <cstdint>
#include <functional>

namespace quarterdeck::storage::recover {

namespace {

/// Failures are ignored.
void tryWith(const std::string& backup, const std::function<void()>& work)
{
    (void)sqlite::catchSqliteErrors(backup, [&]() -> session::Result<session::Nothing> {
        work();
        return session::Nothing{};
    });
}

/// Throws SQLite::Exception.
std::optional<sqlite::NewAttachment> attachmentIn(sqlite::Connection& backup, const std::string& hash)
{
    sqlite::Query row = backup.query("SELECT media_type, width, height, bytes FROM attachments WHERE hash = ?");
    if (!row.bind(hash).next())
        return std::nullopt;
    sqlite::NewAttachment found{std::string(row.view(3)), row.text(0), static_cast<std::int32_t>(row.number(1)),
                                static_cast<std::int32_t>(row.number(2))};
    return conversation::attachmentHash(found.bytes).str() == hash ? std::optional(std::move(found)) : std::nullopt;
}

} // namespace

std::optional<sqlite::NewAttachment> BackupAttachments::find(const std::string& hash)
{
    if (!std::exchange(m_isOpen, true))
        open();
    std::optional<sqlite::NewAttachment> found;
    for (auto backup = m_backups.begin(); backup != m_backups.end() && !found; ++backup)
        tryWith((*backup)->path(), [&] { found = attachmentIn(**backup, hash); });
    return found;
}

void BackupAttachments::open()
{
    if (m_place.empty())
        return;
    for (const Backup& backup : backup::namedBackups(m_place)) {
        tryWith(backup.path, [&] {
            const auto mode = sqlite::hasLog(backup.path) ? sqlite::Mode::Read : sqlite::Mode::ReadImmutable;
            m_backups.push_back(std::make_unique<sqlite::Connection>(backup.path, mode));
        });
    }
}

} // namespace quarterdeck::storage::recover
