#include "storage/log/attachments.h"

#include "model/conversation/attachments.h"
#include "storage/log/limits.h"
#include "storage/sqlite/sqlite_errors.h"
#include "storage/storage_errors.h"

#include <QDateTime>

#include <algorithm>

namespace quarterdeck::storage::sqlite {

using namespace session;

Result<AttachmentInfo> readAttachmentInfo(Connection& connection, const AttachmentHash& hash)
{
    Query row = connection.query("SELECT media_type, size, width, height FROM attachments WHERE hash = ?");
    if (!row.bind(hash.str()).next())
        return tl::unexpected(errors::noSuchAttachment(hash));
    return AttachmentInfo{hash, row.text(0), row.number(1), static_cast<std::int32_t>(row.number(2)),
                          static_cast<std::int32_t>(row.number(3))};
}

Result<std::string> readAttachmentBytes(Connection& connection, const AttachmentHash& hash)
{
    Query row = connection.query("SELECT bytes FROM attachments WHERE hash = ?");
    if (!row.bind(hash.str()).next())
        return tl::unexpected(errors::noSuchAttachment(hash));
    return std::string(row.view(0));
}

Result<AttachmentPart> readAttachmentPart(Connection& connection, const AttachmentHash& hash, std::int64_t first,
                                          std::int64_t count)
{
    std::int64_t id = 0;
    AttachmentPart part;
    {
        Query row = connection.query("SELECT id, size FROM attachments WHERE hash = ?");
        if (!row.bind(hash.str()).next())
            return tl::unexpected(errors::noSuchAttachment(hash));
        id = row.number(0);
        part.size = row.number(1);
    }
    const std::int64_t begin = std::clamp<std::int64_t>(first, 0, part.size);
    part.bytes = connection.blobPart("attachments", "bytes", id, begin, std::min(bytesOf(count), part.size - begin));
    return part;
}

namespace {

/// A bit may have flipped since they were stored, and here are the right bytes.
void mend(Connection& connection, const AttachmentHash& hash, const std::string& bytes)
{
    bool isWhole = true;
    const bool isRead = isReadable([&] {
        Query row = connection.query("SELECT bytes = ? FROM attachments WHERE hash = ?");
        isWhole = !row.bind(Bytes{bytes}, hash.str()).next() || row.number(0) != 0;
    });
    if (isRead && !isWhole) // where a page is wrong, the file wants a recovery
        connection.query("UPDATE attachments SET bytes = ?, size = ? WHERE hash = ?")
            .bind(Bytes{bytes}, static_cast<std::int64_t>(bytes.size()), hash.str())
            .run();
}

} // namespace

Result<AttachmentInfo> writeAttachment(Connection& connection, const NewAttachment& attachment)
{
    if (attachment.bytes.size() > largestAttachment)
        return tl::unexpected(errors::attachmentTooBig());
    const AttachmentHash hash = conversation::attachmentHash(attachment.bytes);
    connection
        .query(
            "INSERT INTO waiting_attachments (hash) VALUES (?) ON CONFLICT (hash) DO UPDATE SET waiters = waiters + 1")
        .bind(hash.str())
        .run();
    if (readAttachmentInfo(connection, hash)) {
        mend(connection, hash, attachment.bytes);
        return readAttachmentInfo(connection, hash);
    }
    connection
        .query("INSERT INTO attachments (hash, media_type, size, width, height, added_at, bytes)"
               " VALUES (?, ?, ?, ?, ?, ?, ?)")
        .bind(hash.str(), attachment.mediaType, static_cast<std::int64_t>(attachment.bytes.size()), attachment.width,
              attachment.height, QDateTime::currentMSecsSinceEpoch(), Bytes{attachment.bytes})
        .run();
    return AttachmentInfo{hash, attachment.mediaType, static_cast<std::int64_t>(attachment.bytes.size()),
                          attachment.width, attachment.height};
}

/// The session may show it without having put it again, so this tells nothing about others who wait. One that waits too
/// long is forgotten when the library is next opened.
void addAttachmentReference(Connection& connection, SessionNumber session, const AttachmentHash& hash)
{
    connection.query("INSERT OR IGNORE INTO attachment_references (session, hash) VALUES (?, ?)")
        .bind(session.value, hash.str())
        .run();
    if (connection.changes() == 0)
        return;
    connection.query("UPDATE waiting_attachments SET waiters = waiters - 1 WHERE hash = ?").bind(hash.str()).run();
    connection.query("DELETE FROM waiting_attachments WHERE hash = ? AND waiters <= 0").bind(hash.str()).run();
}

} // namespace quarterdeck::storage::sqlite
