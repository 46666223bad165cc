#include "model/session/search.h"
#include "model/session/query_text.h"

#include <QString>
#include <QStringView>
#include <algorithm>
#include <array>
#include <utility>

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

std::optional<SearchPhrase> phraseOf(QStringView text, bool isPrefix)
{
    const QStringView trimmed = text.trimmed();
    return trimmed.isEmpty() ? std::nullopt : std::optional(SearchPhrase{trimmed.toString().toStdString(), isPrefix});
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

bool opensQuotation(QChar character) { return quotesOpenedBy(character) != nullptr; }

std::optional<SearchPhrase> parsePhrase(QStringView& text)
{
    const QStringView whole = text;
    if (const Quotes* pair = quotesOpenedBy(whole.front())) {
        const qsizetype closing = whole.indexOf(QChar(pair->closing), 1);
        text = closing < 0 ? QStringView() : whole.mid(closing + 1);
        return closing < 0 ? phraseOf(whole.mid(1), true) : phraseOf(whole.mid(1, closing - 1), false);
    }
    const qsizetype end = endOfWord(whole);
    text = whole.mid(std::max<qsizetype>(end, 1));
    return phraseOf(whole.left(end), true);
}

std::vector<SearchPhrase> searchPhrases(std::string_view typed)
{
    const QString text = QString::fromUtf8(typed.data(), static_cast<qsizetype>(typed.size()));
    std::vector<SearchPhrase> phrases;
    for (QStringView rest(text); !rest.isEmpty();) {
        if (std::optional<SearchPhrase> phrase = parsePhrase(rest))
            phrases.push_back(std::move(*phrase));
    }
    return phrases;
}

} // namespace quarterdeck::session
