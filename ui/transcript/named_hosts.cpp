#include "ui/transcript/named_hosts.h"

#include <QRegularExpression>
#include <QSet>
#include <QUrl>
#include <algorithm>

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

} // namespace quarterdeck::ui::transcript
