#include "ui/present/question_text.h"

#include <QStringView>
#include <map>
#include <vector>

namespace quarterdeck::ui::present {

namespace {

constexpr qsizetype leastTicks = 3;

/// Never cuts a character in half.
QString beginningOf(const std::string& utf8)
{
    std::size_t size = utf8.size();
    if (size > longestQuestionText) {
        size = longestQuestionText;
        while (size > 0 && (static_cast<unsigned char>(utf8[size]) & 0xC0U) == 0x80U)
            --size;
    }
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(size));
}

struct Line
{
    qsizetype begin = 0;
    qsizetype end = 0;
    qsizetype ticks = 0; ///< that it begins with
    bool isOpener = false;
    bool isCloser = false;
};

Line lineFrom(QStringView text, qsizetype begin)
{
    const qsizetype found = text.indexOf(u'\n', begin);
    Line line{begin, found < 0 ? text.size() : found};
    while (begin + line.ticks < line.end && text.at(begin + line.ticks) == u'`')
        ++line.ticks;
    const QStringView rest = text.mid(begin + line.ticks, line.end - begin - line.ticks);
    line.isOpener = line.ticks >= leastTicks && rest == QStringLiteral("diff");
    line.isCloser = line.ticks >= leastTicks && rest.isEmpty();
    return line;
}

/// Lines that may start or end a block, without those in between; only their positions matter.
struct Fences
{
    std::vector<Line> lines;
    std::map<qsizetype, std::size_t> lastCloser; ///< by how many ticks: most openers that have none are seen so at once
};

Fences fencesIn(QStringView text)
{
    Fences fences;
    for (qsizetype at = 0; at <= text.size();) {
        const Line line = lineFrom(text, at);
        if (line.isCloser)
            fences.lastCloser[line.ticks] = fences.lines.size();
        if (line.isCloser || line.isOpener)
            fences.lines.push_back(line);
        at = line.end + 1;
    }
    return fences;
}

/// At least one line must be between the two.
bool closes(const Line& opener, const Line& closer)
{
    return closer.isCloser && closer.ticks == opener.ticks && closer.begin > opener.end + 1;
}

} // namespace

QuestionText questionText(const std::string& utf8)
{
    const QString text = beginningOf(utf8);
    const Fences fences = fencesIn(text);
    for (std::size_t i = 0; i < fences.lines.size(); ++i) {
        const Line& opener = fences.lines[i];
        const auto last = fences.lastCloser.find(opener.ticks);
        if (!opener.isOpener || last == fences.lastCloser.end() || !closes(opener, fences.lines[last->second]))
            continue;
        std::size_t end = i + 1;
        while (!closes(opener, fences.lines[end]))
            ++end;
        const Line& closer = fences.lines[end];
        const qsizetype from = opener.end + 1;
        return {text.left(opener.begin).trimmed(), text.mid(from, closer.begin - 1 - from),
                text.mid(closer.end).trimmed()};
    }
    return {text, {}, {}};
}

} // namespace quarterdeck::ui::present
