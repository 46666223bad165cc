#include "storage/log/attachment_reader.h"

#include "storage/log/limits.h"
#include "storage/storage_errors.h"

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

} // namespace quarterdeck::storage::sqlite
