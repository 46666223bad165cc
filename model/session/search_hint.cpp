#include "model/session/search.h"

#include <QCoreApplication>
#include <QString>
#include <algorithm>
#include <array>
#include <optional>

namespace quarterdeck::session {

namespace {

/// The context of the translations; lupdate reads the literal calls.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(quarterdeck::session)
};

/// What was typed as a filter but taken as words.
struct Declined
{
    QString key; ///< as typed
    QString value;

    [[nodiscard]] QString known() const { return key.toCaseFolded(); }
};

/// A quotation is meant literally.
std::optional<Declined> declinedIn(const SearchPhrase& phrase)
{
    if (!phrase.isPrefix)
        return std::nullopt;
    const QString text = QString::fromStdString(phrase.text);
    const auto* const colon =
        std::ranges::find_if(text, [](QChar c) { return c == QLatin1Char(':') || c == QChar(u'：'); });
    const QString key(text.constData(), colon - text.cbegin());
    if (colon == text.cend() || key.isEmpty() || !std::ranges::all_of(key, [](QChar c) { return c.isLetter(); }))
        return std::nullopt;
    constexpr qsizetype longest = 40;
    QString value = text.mid(key.size() + 1);
    if (value.size() > longest)
        value = value.left(longest) + QChar(u'…');
    return Declined{key, value};
}

/// The filter meant by another program's word for it; null if it is none of these.
const char16_t* meantBy(const QString& key)
{
    struct Meaning
    {
        const char16_t* key;
        const char16_t* filter;
    };
    constexpr std::array meanings{
        Meaning{u"date", u"on"},      Meaning{u"day", u"on"},       Meaning{u"since", u"after"},
        Meaning{u"until", u"before"}, Meaning{u"by", u"from"},      Meaning{u"user", u"from"},
        Meaning{u"role", u"from"},    Meaning{u"speaker", u"from"}, Meaning{u"author", u"from"},
        Meaning{u"channel", u"in"},   Meaning{u"chat", u"in"},      Meaning{u"with", u"in"},
        Meaning{u"is", u"has"},       Meaning{u"type", u"has"},     Meaning{u"kind", u"has"},
    };
    const auto* found =
        std::ranges::find_if(meanings, [&](const Meaning& one) { return key == QString::fromUtf16(one.key); });
    return found == meanings.end() ? nullptr : found->filter;
}

/// A word in Latin letters followed directly by a colon and something else, the way filters are typed, but no address
/// ("http://…"), name ("std::vector") or path ("C:\\…").
bool looksLikeFilter(const Declined& typed)
{
    const auto isLatin = [](QChar c) { return c.isLetter() && c < QChar(u'\u0080'); };
    return std::ranges::all_of(typed.key, isLatin) && !typed.value.isEmpty() && typed.value.front().isLetterOrNumber();
}

/// Empty if it does not look like a filter.
QString hintAbout(const Declined& typed)
{
    const QString key = typed.known();
    if (key == u"has")
        return Words::tr("“has:%1” is not a filter: “has:” takes image, audio, video, file, tool, question or error.")
            .arg(typed.value);
    if (key == u"after" || key == u"before" || key == u"on")
        return Words::tr("“%1:%2” is not a filter: “%1:” takes a day, month or year, as in “%1:2026-03-01”.")
            .arg(key, typed.value);
    if (key == u"from" || key == u"in" || key == u"tool")
        return Words::tr("“%1:” needs a name right after the colon, as in “%1:Bob”.").arg(key);
    if (const char16_t* filter = meantBy(key))
        return Words::tr("“%1:” is not a filter; use “%2:”.").arg(key, QString::fromUtf16(filter));
    if (looksLikeFilter(typed))
        return Words::tr("“%1:” is not a filter, so it was searched for as text. Filters: from:, in:, has:, tool:, "
                         "on:, after:, before:.")
            .arg(typed.key);
    return {};
}

QString hintAboutChats(const SearchPhrase& name)
{
    return Words::tr("No message matches in the private chats with “%1”. “in:private” searches all private chats, "
                     "“in:public” all public messages.")
        .arg(QString::fromStdString(name.text));
}

QString hintAboutNumber()
{
    return Words::tr("Only the first %n word(s) are searched for. Put a longer passage in quotation marks.", nullptr,
                     static_cast<int>(mostPhrases));
}

} // namespace

std::string searchHint(const SearchTerms& terms)
{
    if (terms.leftOut > 0)
        return hintAboutNumber().toStdString();
    for (const SearchPhrase& phrase : terms.phrases) {
        const std::optional<Declined> declined = declinedIn(phrase);
        if (!declined)
            continue;
        if (const QString hint = hintAbout(*declined); !hint.isEmpty())
            return hint.toStdString();
    }
    return terms.chats.empty() ? std::string() : hintAboutChats(terms.chats.front()).toStdString();
}

} // namespace quarterdeck::session
