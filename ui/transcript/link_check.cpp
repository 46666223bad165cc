#include "ui/transcript/link_check.h"

#include "ui/present/names_and_links.h"
#include "ui/present/visible_text.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QHostAddress>
#include <QRegularExpression>
#include <QSet>
#include <QUrl>
#include <QUrlQuery>

#include <algorithm>
#include <set>

namespace quarterdeck::ui::transcript {

namespace {

QRegularExpression pattern(const char* text)
{
    return QRegularExpression(QString::fromUtf8(text), QRegularExpression::UseUnicodePropertiesOption);
}

/// No top-level domain has such a name, so no host can either.
const QSet<QString>& fileEndings()
{
    static const QSet<QString> endings = [] {
        const auto list =
            QStringLiteral("bat c bin cfg conf cpp css csv dll docx exe gif go gz h hpp htm html ini ipynb "
                           "java jpeg jpg js json jsonl jsx kt lock log lua o pdf php png pptx rb sql svg "
                           "tar tex toml ts tsx txt wav webp xlsx xml yaml yml");
        const QStringList words = list.split(u' ');
        return QSet<QString>(words.begin(), words.end());
    }();
    return endings;
}

/// An empty Braille cell, which may be taken for nothing, a dot or a blank.
constexpr QChar empty(0x2800);

/// What a reader takes for a dot between letters of an alphabet used in host names.
const QRegularExpression& dot()
{
    static const QRegularExpression found = pattern(
        "(?<=[0-9\\p{Latin}\\p{Greek}\\p{Cyrillic}])"
        "[\\x{B7}\\x{660}\\x{6F0}\\x{701}\\x{702}\\x{2024}\\x{3002}\\x{30FB}\\x{A4F8}\\x{A60E}\\x{FF0E}\\x{10A50}"
        "\\x{1D16D}](?=[0-9\\p{Latin}\\p{Greek}\\p{Cyrillic}])");
    return found;
}

/// Unifies what looks the same: full width, ligatures, invisible characters, dot lookalikes. Half characters are
/// dropped, since no pattern matches with one of them.
QString plainWriting(const QString& text)
{
    static const QRegularExpression undrawn = pattern("\\p{Cf}");
    return QString::fromUtf8(text.toUtf8())
        .normalized(QString::NormalizationForm_KC)
        .remove(undrawn)
        .toLower()
        .replace(dot(), QStringLiteral("."));
}

bool isNumberOfAddress(const QString& label)
{
    bool isNumber = false;
    return label.size() <= 3 && label.toUInt(&isNumber) <= 255 && isNumber;
}

bool isHostName(const QString& word)
{
    if (word == QLatin1StringView("localhost"))
        return true;
    const QStringList labels = word.split(u'.');
    if (labels.size() < 2 || labels.contains(QString()))
        return false;
    if (labels.size() == 4 && std::ranges::all_of(labels, isNumberOfAddress))
        return true;
    const QList<uint> last = labels.back().toUcs4();
    return last.size() > 1 && QChar::isLetter(last.front()) && !fileEndings().contains(labels.back());
}

bool isTrimmed(QChar c) { return c == u'.' || c == u'-' || c == u'_'; }

QString trimmed(const QString& word)
{
    qsizetype begin = 0;
    qsizetype end = word.size();
    while (begin < end && isTrimmed(word.at(begin)))
        ++begin;
    while (end > begin && isTrimmed(word.at(end - 1)))
        --end;
    return word.mid(begin, end - begin);
}

/// Names in a Chinese, Japanese or Korean sentence have no blanks around them.
QStringList wordsOf(QString run)
{
    static const QRegularExpression edge = pattern(
        "([\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Hangul}])(?=[^.\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Hangul}])"
        "|([^.\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Hangul}])(?=[\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Hangul}])");
    static const QRegularExpression dots = pattern("\\.{2,}");
    QStringList words = run.replace(dots, QStringLiteral(" ")).replace(edge, QStringLiteral("\\1\\2 ")).split(u' ');
    std::ranges::transform(words, words.begin(), trimmed);
    return words;
}

QSet<QString> pathOf(const QUrl& target)
{
    const QStringList parts = plainWriting(target.path(QUrl::FullyDecoded)).split(u'/');
    return {parts.begin(), parts.end()};
}

/// The text between two blanks.
class Token
{
public:
    Token(const QString& text, const QSet<QString>& path) : m_text(text), m_path(path) { }

    void addHostsTo(QStringList& hosts)
    {
        static const QRegularExpression run = pattern("[\\p{L}\\p{N}\\p{M}_.-]+");
        for (auto runs = run.globalMatch(m_text); runs.hasNext() && !m_isOver;)
            addHostsOf(runs.next(), hosts);
    }

private:
    void addHostsOf(const QRegularExpressionMatch& run, QStringList& hosts)
    {
        const qsizetype end = run.capturedEnd();
        if (isUserBefore(end))
            return;
        bool isAfterScheme = QStringView(m_text).left(run.capturedStart()).endsWith(QLatin1StringView("://"));
        bool isLastHost = false;
        for (const QString& word : wordsOf(run.captured())) {
            isLastHost = isHostName(word) || (isAfterScheme && !word.isEmpty());
            isAfterScheme = false;
            if (isLastHost && !(m_isPath && m_path.contains(word)))
                hosts.append(plainHost(word));
        }
        if (isLastHost)
            m_isOver = !m_isPath && isWayAt(end); // what follows is the path of that host
        else
            m_isPath = m_isPath || QStringView(m_text).mid(end).startsWith(u'/');
    }

    [[nodiscard]] QChar at(qsizetype place) const { return place < m_text.size() ? m_text.at(place) : QChar(); }

    /// A user name precedes "@" and a host.
    [[nodiscard]] bool isUserBefore(qsizetype place) const
    {
        const QChar next = at(place + 1);
        return at(place) == u'@' && (next.isLetterOrNumber() || next.isHighSurrogate());
    }

    /// Whether a path starts here, after a port or directly.
    [[nodiscard]] bool isWayAt(qsizetype place) const
    {
        qsizetype end = at(place) == u':' ? place + 1 : place;
        while (end > place && at(end).isDigit())
            ++end;
        const QChar next = at(end);
        return end != place + 1 && (next == u'/' || next == u'?' || next == u'#');
    }

    QString m_text;
    const QSet<QString>& m_path;
    bool m_isPath = false;
    bool m_isOver = false;
};

} // namespace

QString plainHost(const QString& host)
{
    QString name = host.endsWith(u'.') ? host.chopped(1) : host;
    if (name.startsWith(QLatin1StringView("www.")))
        name.remove(0, 4);
    const QByteArray ace = QUrl::toAce(name);
    return ace.isEmpty() ? name : QString::fromLatin1(ace);
}

QStringList hostsNamedIn(const QString& text, const QUrl& target)
{
    static const QRegularExpression blanks = pattern("\\s+");
    const QSet<QString> path = pathOf(target);
    QStringList readings{text};
    if (text.contains(empty))
        readings = {QString(text).remove(empty), QString(text).replace(empty, u'.'),
                    QString(text).replace(empty, u' ')};
    QStringList hosts;
    for (const QString& reading : readings)
        for (const QString& token : plainWriting(reading).split(blanks, Qt::SkipEmptyParts))
            Token(token, path).addHostsTo(hosts);
    return hosts;
}

QStringList mailAddressesIn(const QString& text)
{
    static const QRegularExpression between = pattern("[\\s<>\"'()\\[\\],;:\u201C\u201D\u201E\u2018\u2019]+");
    QStringList addresses;
    for (const QString& word : plainWriting(text).split(between, Qt::SkipEmptyParts)) {
        const QString address = trimmed(word);
        const qsizetype at = address.indexOf(u'@');
        if (at > 0 && at + 1 < address.size())
            addresses.append(address);
    }
    return addresses;
}

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
