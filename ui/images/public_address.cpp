#include "ui/images/public_address.h"

#include <algorithm>
#include <array>

namespace quarterdeck::ui {

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
