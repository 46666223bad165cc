#include "model/formats/export/markdown_text.h"

#include <QRegularExpression>
#include <QStringList>
#include <algorithm>

namespace quarterdeck::formats::markdown {

namespace {

/// The fence that is open while a text is read line by line (CommonMark 4.5).
class OpenFence
{
public:
    [[nodiscard]] bool isOpen() const { return !m_fence.isEmpty(); }
    [[nodiscard]] const QString& fence() const { return m_fence; }
    void read(const QString& line)
    {
        static const QRegularExpression mark(QStringLiteral("^ {0,3}(`{3,}|~{3,})(.*)$"));
        const QRegularExpressionMatch match = mark.match(line);
        if (!match.hasMatch())
            return;
        const QString found = match.captured(1);
        const QString rest = match.captured(2);
        if (!isOpen()) {
            const bool isInline = found.startsWith(QLatin1Char('`')) && rest.contains(QLatin1Char('`'));
            m_fence = isInline ? QString() : found;
        } else if (found.startsWith(m_fence) && rest.trimmed().isEmpty()) {
            m_fence.clear();
        }
    }

private:
    QString m_fence;
};

/// HTML blocks that no blank line ends (CommonMark 4.6, kinds 1 to 5).
const QRegularExpression& openHtml()
{
    static const QRegularExpression start(
        QStringLiteral("^([ >]*)<(?=!|\\?|(?:script|pre|style|textarea)(?:[\\s>]|$))"),
        QRegularExpression::CaseInsensitiveOption);
    return start;
}

} // namespace

QString escaped(QString name)
{
    static const QRegularExpression special(QStringLiteral(R"(([\\`*_{}\[\]()<>#|!~]))"));
    return name.replace(special, QStringLiteral("\\\\1")).simplified();
}

QString fenced(const QString& content, const QString& language)
{
    static const QRegularExpression ticks(QStringLiteral("`{3,}"));
    qsizetype longest = 2;
    for (const QRegularExpressionMatch& match : ticks.globalMatch(content))
        longest = std::max(longest, match.capturedLength());
    const QString fence(longest + 1, QLatin1Char('`'));
    return fence + language + QLatin1Char('\n') + content + QLatin1Char('\n') + fence;
}

QString contained(const QString& content)
{
    OpenFence fence;
    QStringList lines = content.split(QLatin1Char('\n'));
    for (QString& line : lines) {
        if (!fence.isOpen())
            line.replace(openHtml(), QStringLiteral("\\1\\<"));
        fence.read(line);
    }
    if (fence.isOpen())
        lines << fence.fence();
    return lines.join(QLatin1Char('\n'));
}

} // namespace quarterdeck::formats::markdown
