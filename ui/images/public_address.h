#pragma once

#include <QHostAddress>

namespace quarterdeck::ui {

/// Whether an address can be reached through the internet only: not this computer, its network, a carrier's, a
/// multicast group, nor anything reserved; this includes IPv6 addresses that stand for such an IPv4 one (mapped,
/// compatible, 6to4, NAT64, ISATAP; Teredo is refused altogether). Pure; thread: any.
[[nodiscard]] bool isPublicAddress(const QHostAddress& address);

} // namespace quarterdeck::ui
