#include "record/attachment_hash.h"

#include <QByteArray>
#include <QCryptographicHash>

namespace quarterdeck::storage {

conversation::AttachmentHash attachmentHash(std::string_view bytes)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size())));
    return conversation::AttachmentHash(hash.result().toHex().toStdString());
}

} // namespace quarterdeck::storage
