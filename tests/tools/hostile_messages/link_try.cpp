#include "link_try.h"

#include <QRegularExpression>
#include <algorithm>
#include <vector>

namespace quarterdeck::hostile {

namespace {

struct Link
{
    QString words;
    QUrl address;
};

std::vector<Link> linksOf(PageHand& hand)
{
    const QVariantList found =
        hand.eval(QStringLiteral("[...document.querySelectorAll('.prose a')].slice(0, 200)"
                                 ".map((link) => [link.textContent, link.getAttribute('href') ?? ''])"))
            .toList();
    std::vector<Link> links;
    for (const QVariant& link : found)
        links.push_back({link.toList().value(0).toString(), QUrl(link.toList().value(1).toString())});
    return links;
}

QString withoutWww(const QString& host) { return host.startsWith(QLatin1StringView("www.")) ? host.mid(4) : host; }

QString hostOf(const QUrl& address)
{
    if (address.scheme() == QLatin1StringView("mailto"))
        return address.path().section(u'@', -1).toLower();
    return address.host(QUrl::FullyEncoded).toLower();
}

/// If the same address is behind several words, one that says what it is was the one that opened, for all that is known
/// here.
bool isLie(const std::vector<Link>& links, const QString& opened)
{
    const QUrl address(opened);
    bool isThere = false;
    for (const Link& link : links) {
        if (link.address != address)
            continue;
        if (!namesAnotherHost(link.words, address))
            return false;
        isThere = true;
    }
    return isThere;
}

} // namespace

bool namesAnotherHost(const QString& words, const QUrl& address)
{
    // Endings that no name of a file has; a fullwidth dot is one to a reader.
    static const QRegularExpression host(QStringLiteral("(?:[\\p{L}\\p{N}-]+\\.)+(?:com|org|net|example|invalid)\\b"),
                                         QRegularExpression::CaseInsensitiveOption
                                             | QRegularExpression::UseUnicodePropertiesOption);
    const QString real = withoutWww(hostOf(address));
    bool isNamed = false;
    auto matches = host.globalMatch(words.normalized(QString::NormalizationForm_KC));
    while (matches.hasNext()) {
        const QString named = withoutWww(matches.next().captured().toLower());
        if (named == real || QString::fromLatin1(QUrl::toAce(named)) == real)
            return false;
        isNamed = true;
    }
    return isNamed;
}

QStringList followLinks(PageHand& hand, const Witness& witness, const HostileCase& hostile)
{
    const std::vector<Link> links = linksOf(hand);
    const qsizetype before = witness.opened().size();
    hand.clickAll(QStringLiteral(".prose a"));
    QStringList faults;
    for (const QString& opened : witness.opened().mid(before))
        if (hostile.mustAsk || isLie(links, opened))
            faults << QStringLiteral("%1 opened without a question").arg(opened.left(80));
    hand.clickAll(QStringLiteral(".linkbox ~ .row button"));
    return faults;
}

} // namespace quarterdeck::hostile
