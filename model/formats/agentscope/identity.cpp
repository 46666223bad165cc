#include "model/formats/agentscope/msg.h"

#include <QDateTime>
#include <algorithm>

namespace quarterdeck::formats::agentscope {

std::string shortUuid(const std::array<std::uint8_t, 16>& random)
{
    // The alphabet of the package shortuuid: no characters that look alike.
    constexpr std::string_view alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    constexpr std::size_t length = 22;
    std::array<std::uint8_t, 16> number = random;
    std::string text(length, alphabet.front());
    for (auto digit = text.rbegin(); digit != text.rend(); ++digit) {
        unsigned remainder = 0;
        for (std::uint8_t& byte : number) {
            const unsigned value = remainder * 256 + byte;
            byte = static_cast<std::uint8_t>(value / alphabet.size());
            remainder = static_cast<unsigned>(value % alphabet.size());
        }
        *digit = alphabet[remainder];
    }
    return text;
}

std::string timestampText(conversation::Timestamp time)
{
    return QDateTime::fromMSecsSinceEpoch(time.msSinceEpoch)
        .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz"))
        .toStdString();
}

std::optional<conversation::Timestamp> timestampOf(std::string_view text)
{
    if (text.size() < 10 || text.size() > 40) {
        return std::nullopt;
    }
    QString iso = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    if (iso.size() > 10 && iso[10] == ' ') {
        iso[10] = 'T';
    }
    const QDateTime time = QDateTime::fromString(iso, Qt::ISODateWithMs);
    if (!time.isValid()) {
        return std::nullopt;
    }
    return conversation::Timestamp{time.toMSecsSinceEpoch()};
}

} // namespace quarterdeck::formats::agentscope
