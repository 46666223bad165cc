#include "sqlite/attachment_reader.h"

#include "sentences.h"

namespace quarterdeck::storage::sqlite {

using namespace session;

Result<AttachmentInfo> readAttachmentInfo(Connection& connection, const AttachmentHash& hash)
{
    Query row = connection.query("SELECT media_type, size, width, height FROM attachments WHERE hash = ?");
    if (!row.bind(hash.str()).next())
        return tl::unexpected(sentences::noSuchAttachment(hash));
    return AttachmentInfo{hash, row.text(0), row.number(1), static_cast<std::int32_t>(row.number(2)),
                          static_cast<std::int32_t>(row.number(3))};
}

Result<std::string> readAttachmentBytes(Connection& connection, const AttachmentHash& hash)
{
    Query row = connection.query("SELECT bytes FROM attachments WHERE hash = ?");
    if (!row.bind(hash.str()).next())
        return tl::unexpected(sentences::noSuchAttachment(hash));
    return std::string(row.view(0));
}

} // namespace quarterdeck::storage::sqlite
