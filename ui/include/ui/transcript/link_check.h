#pragma once

#include <QString>
#include <QUrl>
#include <functional>
#include <optional>
#include <vector>

namespace quarterdeck::ui::transcript {

/// Why the person is asked before a link is opened.
enum class LinkReason {
    TextNamesAnotherHost,    ///< somewhere in the text stands a host, and not this one
    TextNamesAnotherAddress, ///< of mail: an address that it does not go to, or a host where none of its receivers is
    MoreRecipients,          ///< of mail: besides those of its address
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
    QString address;                 ///< the same to be read: host in punycode, the rest percent-encoded
    QString host;                    ///< punycode; empty for mailto
    QString text;                    ///< what the link said
    std::vector<LinkReason> reasons; ///< empty = may be opened without asking
    friend bool operator==(const LinkQuestion&, const LinkQuestion&) = default;
};

/// What stands behind a link; nothing when it may not be opened at all (another scheme than https, http or mailto, no
/// host, an address that programs read differently, a mail with more to it than receivers, a subject and a text). Pure;
/// thread: any.
[[nodiscard]] std::optional<LinkQuestion> classifyLink(const QString& address, const QString& shownText);

/// Why `classifyLink` gives nothing for this address, in one sentence for a person.
[[nodiscard]] QString refusalOf(const QString& address);

/// One sentence for a person.
[[nodiscard]] QString reasonText(LinkReason reason);

/// The question in words, for a person who is to look at the host first.
struct LinkWarning
{
    QString where; ///< "This link goes to elsewhere.example."
    QString why;   ///< the reasons, and the address, which is elided in the middle when it is long
};
[[nodiscard]] LinkWarning warningOf(const LinkQuestion& link);

using OpenUrl = std::function<bool(const QUrl&)>;
/// Hands the address to the desktop. The one place that does; the caller has asked where there were reasons to. False
/// when the desktop has no program for it. Thread: ui.
bool openLinkSafely(const LinkQuestion& link, const OpenUrl& open = {});

} // namespace quarterdeck::ui::transcript
