#pragma once

#include <QHostAddress>

namespace quarterdeck::ui {

/// Whether an address can only be reached through the internet: not this computer, its network, a carrier's, a group of
/// computers, nor anything that is reserved; also where an IPv6 address stands for such an IPv4 one (mapped,
/// compatible, 6to4, NAT64, ISATAP; Teredo is refused as a whole). Pure; thread: any.
[[nodiscard]] bool isPublicAddress(const QHostAddress& address);

} // namespace quarterdeck::ui
