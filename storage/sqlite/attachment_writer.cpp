#include "sqlite/attachment_writer.h"

#include "conversation/attachments.h"
#include "record/limits.h"
#include "sentences.h"
#include "sqlite/attachment_reader.h"

#include <QDateTime>

namespace quarterdeck::storage::sqlite {

using namespace session;

Result<AttachmentInfo> writeAttachment(Connection& connection, const NewAttachment& attachment)
{
    if (attachment.bytes.size() > largestAttachment)
        return tl::unexpected(sentences::attachmentTooBig());
    const AttachmentHash hash = conversation::attachmentHash(attachment.bytes);
    connection.query("INSERT OR IGNORE INTO waiting_attachments (hash) VALUES (?)").bind(hash.str()).run();
    if (Result<AttachmentInfo> known = readAttachmentInfo(connection, hash))
        return known;
    connection
        .query("INSERT INTO attachments (hash, media_type, size, width, height, added_at, bytes)"
               " VALUES (?, ?, ?, ?, ?, ?, ?)")
        .bind(hash.str(), attachment.mediaType, static_cast<std::int64_t>(attachment.bytes.size()), attachment.width,
              attachment.height, QDateTime::currentMSecsSinceEpoch(), Bytes{attachment.bytes})
        .run();
    return AttachmentInfo{hash, attachment.mediaType, static_cast<std::int64_t>(attachment.bytes.size()),
                          attachment.width, attachment.height};
}

} // namespace quarterdeck::storage::sqlite
