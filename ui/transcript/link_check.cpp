#include "ui/transcript/link_check.h"

#include "ui/present/paragraph.h"
#include "ui/present/plain_address.h"
#include "ui/transcript/named_hosts.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QHostAddress>
#include <QRegularExpression>
#include <QUrlQuery>
#include <algorithm>
#include <set>

namespace quarterdeck::ui::transcript {

namespace {

struct Links
{
    Q_DECLARE_TR_FUNCTIONS(Links)
};

constexpr qsizetype schemeAtMost = 20;   ///< of what no program opens
constexpr qsizetype addressAtMost = 200; ///< characters that are shown of one

/// Letters of two alphabets that are easily confused. Han with Latin, as in Chinese names, is common.
bool hasMixedScripts(const QString& label)
{
    std::set<QChar::Script> scripts;
    for (const char32_t letter : label.toUcs4()) {
        const QChar::Script script = QChar::script(letter);
        if (script == QChar::Script_Latin || script == QChar::Script_Cyrillic || script == QChar::Script_Greek
            || script == QChar::Script_Armenian || script == QChar::Script_Cherokee || script == QChar::Script_Hebrew)
            scripts.insert(script);
    }
    return scripts.size() > 1;
}

QString unicodeHost(const QString& ace) { return QUrl::fromAce(ace.toLatin1(), QUrl::IgnoreIDNWhitelist); }

bool isLocal(const QString& host)
{
    const QString name = host.endsWith(u'.') ? host.chopped(1) : host;
    if (name == QLatin1StringView("localhost") || name.endsWith(QLatin1StringView(".localhost")))
        return true;
    const QHostAddress address(name);
    return !address.isNull()
        && (address.isLoopback() || address == QHostAddress(QHostAddress::AnyIPv4)
            || address == QHostAddress(QHostAddress::AnyIPv6));
}

/// Including 2130706433 and 0x7f.1, which browsers read as addresses.
bool isIpAddress(const QString& host)
{
    static const QRegularExpression number(QStringLiteral("^(?:0x[0-9a-f]*|[0-9]+)$"));
    const QString name = host.endsWith(u'.') ? host.chopped(1) : host;
    return !QHostAddress(name).isNull() || number.match(name.section(u'.', -1)).hasMatch();
}

bool namesOthers(const QStringList& named, const QStringList& own)
{
    return std::ranges::any_of(named, [&own](const QString& name) { return !own.contains(name); });
}

std::vector<LinkReason> reasonsFor(const QUrl& url, const QString& host, const QString& text)
{
    std::vector<LinkReason> reasons;
    if (namesOthers(hostsNamedIn(text, url), {plainHost(host)}))
        reasons.push_back(LinkReason::TextNamesAnotherHost);
    if (!url.userInfo().isEmpty() || url.authority().contains(u'@'))
        reasons.push_back(LinkReason::UserInfo);
    const QStringList labels = unicodeHost(host).split(u'.');
    if (std::any_of(labels.begin(), labels.end(), hasMixedScripts))
        reasons.push_back(LinkReason::MixedScripts);
    if (host.startsWith(QLatin1StringView("xn--")) || host.contains(QLatin1StringView(".xn--")))
        reasons.push_back(LinkReason::EncodedName);
    if (isLocal(host))
        reasons.push_back(LinkReason::Local);
    else if (isIpAddress(host))
        reasons.push_back(LinkReason::IpAddress);
    return reasons;
}

QStringList headersOf(const QUrl& mail)
{
    QStringList names;
    for (const auto& [name, value] : QUrlQuery(mail).queryItems(QUrl::FullyDecoded))
        names.append(name.toLower());
    return names;
}

/// A mail program may obey any header, such as one that attaches a file. A line break starts another header.
bool isPlainMail(const QUrl& mail)
{
    static const QStringList known{QStringLiteral("subject"), QStringLiteral("body"), QStringLiteral("cc"),
                                   QStringLiteral("bcc"), QStringLiteral("to")};
    static const QRegularExpression control(QStringLiteral("[\\x00-\\x1f\\x7f]"));
    bool isPlain = !mail.path(QUrl::FullyDecoded).contains(control) && !namesOthers(headersOf(mail), known);
    for (const auto& [name, value] : QUrlQuery(mail).queryItems(QUrl::FullyDecoded))
        isPlain = isPlain && (name.toLower() == QLatin1StringView("body") || !value.contains(control));
    return isPlain;
}

std::vector<LinkReason> reasonsForMail(const QUrl& url, const QString& text)
{
    QStringList receivers = url.path(QUrl::FullyDecoded).toLower().split(u',');
    QStringList hosts;
    for (QString& receiver : receivers) {
        receiver = receiver.trimmed();
        hosts.append(plainHost(receiver.section(u'@', -1)));
    }
    std::vector<LinkReason> reasons;
    if (namesOthers(mailAddressesIn(text), receivers) || namesOthers(hostsNamedIn(text, {}), hosts))
        reasons.push_back(LinkReason::TextNamesAnotherAddress);
    const QStringList headers = headersOf(url);
    static const QStringList receiving{QStringLiteral("cc"), QStringLiteral("bcc"), QStringLiteral("to")};
    if (std::ranges::any_of(receiving, [&](const QString& header) { return headers.contains(header); }))
        reasons.push_back(LinkReason::MoreRecipients);
    return reasons;
}

} // namespace

std::optional<LinkQuestion> classifyLink(const QString& address, const QString& shownText)
{
    const QString trimmed = address.trimmed();
    const QUrl url(trimmed, QUrl::StrictMode);
    if (!wording::isUnambiguousUrl(trimmed) || !url.isValid() || url.isRelative())
        return std::nullopt;
    LinkQuestion question{url, QString::fromLatin1(url.toEncoded()), {}, shownText, {}};
    if (url.scheme() == QLatin1StringView("mailto")) {
        const bool isMail = url.host().isEmpty() && !url.path().isEmpty();
        if (!isMail || !isPlainMail(url))
            return std::nullopt;
        question.reasons = reasonsForMail(url, shownText);
        return question;
    }
    if (url.scheme() != QLatin1StringView("https") && url.scheme() != QLatin1StringView("http"))
        return std::nullopt;
    question.host = url.host(QUrl::EncodeUnicode | QUrl::FullyEncoded);
    if (question.host.isEmpty())
        return std::nullopt;
    question.reasons = reasonsFor(url, question.host, shownText);
    return question;
}

QString refusalOf(const QString& address)
{
    const QString trimmed = address.trimmed();
    if (!wording::isUnambiguousUrl(trimmed))
        return Links::tr("This link was not opened: it has characters that not all programs read the same way.");
    const QUrl url(trimmed, QUrl::StrictMode);
    const QString scheme = url.scheme();
    const bool isKnown = scheme == QLatin1StringView("https") || scheme == QLatin1StringView("http")
        || scheme == QLatin1StringView("mailto");
    if (url.isValid() && !scheme.isEmpty() && !isKnown)
        return Links::tr(
                   "This link was not opened: it begins with “%1:”, and only web pages and email addresses are opened.")
            .arg(scheme.left(schemeAtMost));
    if (scheme == QLatin1StringView("mailto") && url.isValid() && !isPlainMail(url))
        return Links::tr("This link was not opened: it would put more into an email than a subject and text.");
    return Links::tr("This link was not opened: it is not a complete address.");
}

QString reasonText(LinkReason reason)
{
    switch (reason) {
    case LinkReason::TextNamesAnotherHost:
        return Links::tr("Its text names another host.");
    case LinkReason::TextNamesAnotherAddress:
        return Links::tr("Its text names another address.");
    case LinkReason::MoreRecipients:
        return Links::tr("The email would also go to others.");
    case LinkReason::UserInfo:
        return Links::tr("It has a user name before the host.");
    case LinkReason::MixedScripts:
        return Links::tr("Its name mixes alphabets.");
    case LinkReason::EncodedName:
        return Links::tr("Its name has letters outside the Latin alphabet.");
    case LinkReason::IpAddress:
        return Links::tr("It is a bare IP address.");
    case LinkReason::Local:
        return Links::tr("It is an address on this computer.");
    }
    return {};
}

LinkWarning warningOf(const LinkQuestion& link)
{
    QString address = link.address;
    if (address.size() > addressAtMost)
        address.replace(addressAtMost / 2, address.size() - addressAtMost, QStringLiteral("…"));
    QStringList why;
    for (const LinkReason reason : link.reasons)
        why.append(reasonText(reason));
    if (!link.host.isEmpty())
        why.append(Links::tr("Full address: %1").arg(address));
    return {Links::tr("This link goes to %1.").arg(link.host.isEmpty() ? address : link.host), wording::paragraph(why)};
}

bool openLinkSafely(const LinkQuestion& link, const OpenUrl& open)
{
    // Whatever the caller has made of it, only what was checked and shown is opened.
    const auto checked = classifyLink(link.address, link.text);
    if (!checked)
        return false;
    return open ? open(checked->url) : QDesktopServices::openUrl(checked->url);
}

} // namespace quarterdeck::ui::transcript
