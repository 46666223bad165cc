#pragma once

#include <QString>
#include <QStringList>
#include <QUrl>

#include <optional>

class QHostAddress;

namespace quarterdeck::ui {

/// Where a picture of a message is that is not in the library, if it may be loaded at all.
struct RemoteImageUrl
{
    QString key;  ///< 64 hexadecimal digits made from the address: how the page names it
    QUrl url;     ///< https, with a host, without a user name and fragment
    QString host; ///< in punycode: plain letters whatever it was written in
    friend bool operator==(const RemoteImageUrl&, const RemoteImageUrl&) = default;
};

/// Empty if it must not be loaded: a scheme other than https, no host, a user name, or characters that programs read
/// differently. Pure; thread: any.
[[nodiscard]] std::optional<RemoteImageUrl> remoteImageUrl(const QString& written);

/// The addresses in a Markdown text that may be those of pictures, as they are written there, at most `most`. Finds
/// each that a reader of Markdown considers one, and some more (links beside pictures); an address of more than 4,000
/// characters is skipped with its content. Takes time linear in the text. Pure; thread: any.
[[nodiscard]] QStringList pictureAddressesIn(const QString& markdown, int most);

/// Whether an address can be reached through the internet only: not this computer, its network, a carrier's, a
/// multicast group, nor anything reserved; this includes IPv6 addresses that stand for such an IPv4 one (mapped,
/// compatible, 6to4, NAT64, ISATAP; Teredo is refused altogether). Pure; thread: any.
[[nodiscard]] bool isPublicAddress(const QHostAddress& address);

} // namespace quarterdeck::ui
