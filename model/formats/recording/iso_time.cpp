#include "model/formats/recording/iso_time.h"

#include <QDateTime>

namespace quarterdeck::formats {

std::optional<conversation::Timestamp> readIsoTime(const std::string& text)
{
    const QDateTime time = QDateTime::fromString(QString::fromStdString(text), Qt::ISODateWithMs);
    const bool isTime = time.isValid() && time.toMSecsSinceEpoch() > 0;
    return isTime ? std::optional(conversation::Timestamp{time.toMSecsSinceEpoch()}) : std::nullopt;
}

void setTime(conversation::Message& message, const std::string& text)
{
    if (const auto time = readIsoTime(text)) {
        message.timestamp = *time;
        message.timestampText = text;
    }
}

} // namespace quarterdeck::formats
