#include "ui/images/remote_image_url.h"

#include "ui/present/plain_address.h"

#include <QCryptographicHash>

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

} // namespace quarterdeck::ui
