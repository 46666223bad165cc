#pragma once

#include <QString>
#include <QStringList>
#include <QUrl>

#include <functional>
#include <optional>
#include <vector>

class QUrl;

namespace quarterdeck::ui::transcript {

/// Everything in a link's text that a reader could take for its target's name, wherever it is among words and however
/// it is written. The page marks by the same rules (safety/named_hosts.ts in its sources); tests/data/links.json holds
/// them together. Names are in punycode, without "www." and a trailing dot. File names whose ending no host has do not
/// count, nor do those in a path if the target's path has them, too. Pure; takes time linear in the text.
[[nodiscard]] QStringList hostsNamedIn(const QString& text, const QUrl& target);

/// "support@bank.example", in lower case.
[[nodiscard]] QStringList mailAddressesIn(const QString& text);

/// In the form of `hostsNamedIn`.
[[nodiscard]] QString plainHost(const QString& host);

/// Why the person is asked before a link is opened.
enum class LinkReason {
    TextNamesAnotherHost,    ///< the text contains a host other than this one
    TextNamesAnotherAddress, ///< mail: an address it does not go to, or a host of none of its recipients
    MoreRecipients,          ///< mail: more than those in its address
    UserInfo,                ///< "https://bank.example@elsewhere.example"
    MixedScripts,            ///< letters of several alphabets in one name
    EncodedName,             ///< a name outside ASCII, shown as xn--...
    IpAddress,
    Local, ///< this computer
};

/// A link as it is shown to the person before it is opened.
struct LinkQuestion
{
    QUrl url;                        ///< what is opened, exactly
    QString address;                 ///< for display: host in punycode, the rest percent-encoded
    QString host;                    ///< punycode; empty for mailto
    QString text;                    ///< what the link said
    std::vector<LinkReason> reasons; ///< empty = may be opened without asking
    friend bool operator==(const LinkQuestion&, const LinkQuestion&) = default;
};

/// Where a link really leads; nothing if it must not be opened at all (a scheme other than https, http or mailto, no
/// host, an address that programs read differently, a mail with anything besides recipients, a subject and a text).
/// Pure; thread: any.
[[nodiscard]] std::optional<LinkQuestion> classifyLink(const QString& address, const QString& shownText);

/// Why `classifyLink` gives nothing for this address, in one sentence for a person.
[[nodiscard]] QString refusalOf(const QString& address);

/// One sentence for a person.
[[nodiscard]] QString reasonText(LinkReason reason);

/// The question in words, for a person who should look at the host first.
struct LinkWarning
{
    QString where; ///< "This link goes to elsewhere.example."
    QString why;   ///< the reasons, and the address, elided in the middle if it is long
};
[[nodiscard]] LinkWarning warningOf(const LinkQuestion& link);

using OpenUrl = std::function<bool(const QUrl&)>;
/// Hands the address to the desktop. Only this does; the caller has asked the person where there were reasons to. False
/// if the desktop has no program for it. Thread: ui.
bool openLinkSafely(const LinkQuestion& link, const OpenUrl& open = {});

} // namespace quarterdeck::ui::transcript
