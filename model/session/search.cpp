#include "session/search.h"

#include <QString>
#include <QStringView>
#include <algorithm>
#include <array>

namespace quarterdeck::session {

namespace {

struct Quotes
{
    char16_t opening;
    char16_t closing;
};
constexpr std::array quotes{Quotes{u'"', u'"'}, Quotes{u'“', u'”'}, Quotes{u'„', u'“'}, Quotes{u'「', u'」'},
                            Quotes{u'『', u'』'}};

const Quotes* quotesOpenedBy(QChar character)
{
    const auto* found = std::find_if(quotes.begin(), quotes.end(),
                                     [&](const Quotes& pair) { return character == QChar(pair.opening); });
    return found == quotes.end() ? nullptr : found;
}

void add(std::vector<SearchPhrase>& phrases, QStringView text, bool isPrefix)
{
    if (!text.trimmed().isEmpty())
        phrases.push_back({text.trimmed().toString().toStdString(), isPrefix});
}

/// The end of a phrase that is not quoted: white space, or a mark that opens a quotation.
qsizetype endOfWord(QStringView text)
{
    const auto* end = std::find_if(text.begin(), text.end(), [](QChar character) {
        return character.isSpace() || quotesOpenedBy(character) != nullptr;
    });
    return end - text.begin();
}

} // namespace

std::vector<SearchPhrase> searchPhrases(std::string_view typed)
{
    const QString text = QString::fromUtf8(typed.data(), static_cast<qsizetype>(typed.size()));
    std::vector<SearchPhrase> phrases;
    QStringView rest(text);
    while (!rest.isEmpty()) {
        if (const Quotes* pair = quotesOpenedBy(rest.front())) {
            const qsizetype closing = rest.indexOf(QChar(pair->closing), 1);
            add(phrases, closing < 0 ? rest.mid(1) : rest.mid(1, closing - 1), closing < 0);
            rest = closing < 0 ? QStringView() : rest.mid(closing + 1);
            continue;
        }
        const qsizetype end = endOfWord(rest);
        add(phrases, rest.left(end), true);
        rest = rest.mid(std::max<qsizetype>(end, 1));
    }
    return phrases;
}

} // namespace quarterdeck::session
