#include "model/formats/openai/data_url.h"

#include "model/conversation/attachments.h"

#include <QByteArray>

namespace quarterdeck::formats {

std::optional<RecordedAttachment> readDataUrl(std::string_view url, std::int64_t most)
{
    constexpr std::string_view start = "data:";
    constexpr std::string_view mark = ";base64,";
    const std::size_t comma = url.find(mark);
    if (!url.starts_with(start) || comma == std::string_view::npos || comma > 200) {
        return std::nullopt;
    }
    const std::string_view text = url.substr(comma + mark.size());
    if (static_cast<std::int64_t>(text.size() / 4) * 3 > most) {
        return std::nullopt;
    }
    const auto decoded =
        QByteArray::fromBase64Encoding(QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size())),
                                       QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || decoded.decoded.isEmpty()) {
        return std::nullopt;
    }
    RecordedAttachment attachment;
    attachment.bytes = decoded.decoded.toStdString();
    attachment.mediaType = std::string(url.substr(start.size(), comma - start.size()));
    attachment.hash = conversation::attachmentHash(attachment.bytes);
    return attachment;
}

} // namespace quarterdeck::formats
