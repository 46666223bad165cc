#include "model/agents/script/placeholders.h"

#include <QString>

namespace quarterdeck::team {

namespace {

constexpr qsizetype longestAnswer = 80;

std::string oneLine(const std::string& answer)
{
    QString line = QString::fromStdString(answer).simplified();
    line.replace(u'`', u'\'');
    if (line.size() > longestAnswer)
        line = line.left(longestAnswer - 1) + u'…';
    return line.toStdString();
}

} // namespace

std::vector<Placeholder> placeholdersIn(const std::string& text)
{
    std::vector<Placeholder> found;
    for (std::size_t begin = text.find("{{"); begin != std::string::npos; begin = text.find("{{", begin + 2)) {
        const std::size_t close = text.find("}}", begin);
        if (close == std::string::npos)
            break;
        const std::string name = text.substr(begin + 2, close - begin - 2);
        const std::size_t dot = name.find('.');
        found.push_back({begin, close + 2, name.substr(0, dot),
                         dot == std::string::npos ? std::string("answer") : name.substr(dot + 1)});
    }
    return found;
}

std::string filledIn(const std::string& text, const Answers& answers)
{
    std::string filled;
    std::size_t from = 0;
    for (const Placeholder& one : placeholdersIn(text)) {
        const auto asked = answers.find(one.step);
        if (asked == answers.end() || !asked->second.contains(one.key))
            continue;
        filled += text.substr(from, one.begin - from) + oneLine(asked->second.at(one.key));
        from = one.end;
    }
    return filled + text.substr(from);
}

} // namespace quarterdeck::team
