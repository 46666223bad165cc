#include "storage/log/content_check.h"

#include "model/conversation/json/event_json.h"
#include "storage/log/event_reader.h"
#include "storage/sqlite/sqlite_errors.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace quarterdeck::storage::sqlite {

namespace {

struct StoredAttachment
{
    std::int64_t id = 0;
    std::string hash;
};

std::vector<StoredAttachment> storedIn(Query& row)
{
    std::vector<StoredAttachment> attachments;
    while (row.next())
        attachments.push_back({row.number(0), row.text(1)});
    return attachments;
}

/// True also when stopped, since nobody wants to know then.
bool isAttachmentWhole(Connection& connection, const StoredAttachment& attachment, const std::stop_token& stop)
{
    QCryptographicHash sum(QCryptographicHash::Sha256);
    const bool isRead = isReadable([&] {
        connection.visitBlob("attachments", "bytes", attachment.id, [&](std::string_view part) {
            sum.addData(QByteArray::fromRawData(part.data(), static_cast<qsizetype>(part.size())));
            return !stop.stop_requested();
        });
    });
    return stop.stop_requested() || (isRead && sum.result().toHex().toStdString() == attachment.hash);
}

} // namespace

bool isPayloadIntact(const Query& row, int kind)
{
    const int plain = kind + 2;
    const std::optional<std::string_view> payload = payloadFrom(row, plain);
    if (!payload || !row.isNull(plain + 1))
        return payload.has_value(); // what has a checksum is what was written
    return conversation::eventFromPayload(row.view(kind), static_cast<int>(row.number(kind + 1)), *payload).has_value();
}

std::vector<std::string> damagedAttachmentsOf(Connection& connection, SessionNumber session)
{
    Query shown = connection.query("SELECT attachments.id, attachments.hash FROM attachment_references AS shown"
                                   " JOIN attachments ON attachments.hash = shown.hash WHERE shown.session = ?");
    std::vector<std::string> damaged;
    for (StoredAttachment& one : storedIn(shown.bind(session.value))) {
        if (!isAttachmentWhole(connection, one, {}))
            damaged.push_back(std::move(one.hash));
    }
    return damaged;
}

void forEachDamagedAttachment(Connection& connection, const std::stop_token& stop,
                              const std::function<void(const std::string& hash)>& found)
{
    std::vector<StoredAttachment> attachments;
    {
        Query stored =
            connection.query("SELECT id, hash FROM attachments AS stored WHERE EXISTS"
                             " (SELECT 1 FROM attachment_references AS shown WHERE shown.hash = stored.hash)");
        attachments = storedIn(stored);
    }
    for (const StoredAttachment& one : attachments) {
        if (stop.stop_requested())
            return;
        if (!isAttachmentWhole(connection, one, stop))
            found(one.hash);
    }
}

} // namespace quarterdeck::storage::sqlite
