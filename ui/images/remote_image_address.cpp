#include "ui/images/remote_image_address.h"

#include "ui/present/names_and_links.h"

#include <QCryptographicHash>
#include <QHostAddress>

#include <algorithm>
#include <array>

namespace quarterdeck::ui {

namespace {

constexpr qsizetype longestAddress = 4'000;

/// Whether a destination starts at `at`: after "](" or "]:", with spaces and "<" in between.
bool isDestination(const QString& text, qsizetype at)
{
    qsizetype before = at - 1;
    if (before >= 0 && text[before] == u'<')
        --before;
    while (before >= 0 && text[before].isSpace())
        --before;
    return before > 0 && (text[before] == u'(' || text[before] == u':') && text[before - 1] == u']';
}

/// In "<...>" up to its end, otherwise up to a space or the closing parenthesis around it.
QString destinationAt(const QString& text, qsizetype at)
{
    const bool isEnclosed = at > 0 && text[at - 1] == u'<';
    int open = 0;
    qsizetype end = at;
    for (; end < text.size() && end - at <= longestAddress; ++end) {
        const QChar c = text[end];
        if (c == u'<' || c == u'>' || c.isSpace())
            break;
        if (isEnclosed)
            continue;
        open += c == u'(' ? 1 : c == u')' ? -1 : 0;
        if (open < 0)
            break;
    }
    return text.mid(at, end - at);
}

} // namespace

std::optional<RemoteImageUrl> remoteImageUrl(const QString& written)
{
    QUrl url(written, QUrl::StrictMode);
    if (written.size() > longestAddress || !wording::isUnambiguousUrl(written) || !url.isValid()
        || url.scheme() != QLatin1StringView("https") || url.authority().contains(u'@'))
        return std::nullopt;
    url.setFragment({});
    const QString host = url.host(QUrl::EncodeUnicode | QUrl::FullyEncoded);
    if (host.isEmpty())
        return std::nullopt;
    const QByteArray hash = QCryptographicHash::hash(url.toEncoded(), QCryptographicHash::Sha256).toHex();
    return RemoteImageUrl{QString::fromLatin1(hash), url, host};
}

QStringList pictureAddressesIn(const QString& markdown, int most)
{
    QStringList found;
    if (!markdown.contains(QLatin1StringView("![")))
        return found;
    const QLatin1StringView scheme("https://");
    for (qsizetype at = 0; (at = markdown.indexOf(scheme, at, Qt::CaseInsensitive)) >= 0; at += scheme.size()) {
        if (!isDestination(markdown, at))
            continue;
        QString address = destinationAt(markdown, at);
        if (address.size() > longestAddress) {
            at += address.size() - scheme.size(); // else a text could have it read again at each of its parts
            continue;
        }
        address.replace(QLatin1StringView("&amp;"), QLatin1StringView("&"));
        if (!found.contains(address))
            found.append(address);
        if (found.size() == most)
            break;
    }
    return found;
}

namespace {

struct Network
{
    const char* address;
    int prefix;
};

/// What IANA's registries of special-purpose addresses do not list as globally reachable.
constexpr std::array notPublic4 = {
    Network{"0.0.0.0", 8},      Network{"10.0.0.0", 8},     Network{"100.64.0.0", 10}, Network{"127.0.0.0", 8},
    Network{"169.254.0.0", 16}, Network{"172.16.0.0", 12},  Network{"192.0.0.0", 24},  Network{"192.0.2.0", 24},
    Network{"192.88.99.0", 24}, Network{"192.168.0.0", 16}, Network{"198.18.0.0", 15}, Network{"198.51.100.0", 24},
    Network{"203.0.113.0", 24}, Network{"224.0.0.0", 4},    Network{"240.0.0.0", 4},
};

/// Within 2000::/3; nothing outside of it is assigned.
constexpr std::array notPublic6 = {Network{"2001::", 23}, Network{"2001:db8::", 32}, Network{"3fff::", 20}};

template <std::size_t count>
bool isIn(const QHostAddress& address, const std::array<Network, count>& networks)
{
    return std::any_of(networks.begin(), networks.end(), [&](const Network& network) {
        return address.isInSubnet(QHostAddress(QLatin1StringView(network.address)), network.prefix);
    });
}

bool isPublic4(const QHostAddress& address) { return !isIn(address, notPublic4); }

QHostAddress ipv4At(const Q_IPV6ADDR& bytes, int first)
{
    quint32 value = 0;
    for (int i = first; i < first + 4; ++i)
        value = value << 8 | bytes[i];
    return QHostAddress(value);
}

bool isIsatap(const Q_IPV6ADDR& bytes)
{
    return (bytes[8] & 0xfdU) == 0 && bytes[9] == 0 && bytes[10] == 0x5e && bytes[11] == 0xfe;
}

bool isPublic6(const QHostAddress& address)
{
    const Q_IPV6ADDR bytes = address.toIPv6Address();
    if (address.isInSubnet(QHostAddress(QStringLiteral("64:ff9b::")), 96)) // NAT64; its local kind is none of these
        return isPublic4(ipv4At(bytes, 12));
    if (!address.isInSubnet(QHostAddress(QStringLiteral("2000::")), 3) || isIn(address, notPublic6))
        return false;
    if (address.isInSubnet(QHostAddress(QStringLiteral("2002::")), 16) && !isPublic4(ipv4At(bytes, 2)))
        return false;
    return !isIsatap(bytes) || isPublic4(ipv4At(bytes, 12));
}

} // namespace

bool isPublicAddress(const QHostAddress& address)
{
    if (!address.scopeId().isEmpty())
        return false;
    if (address.protocol() == QAbstractSocket::IPv4Protocol)
        return isPublic4(address);
    if (address.protocol() != QAbstractSocket::IPv6Protocol)
        return false;
    bool isMapped = false;
    const quint32 mapped = address.toIPv4Address(&isMapped);
    return isMapped ? isPublic4(QHostAddress(mapped)) : isPublic6(address);
}

} // namespace quarterdeck::ui
