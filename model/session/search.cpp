#include "model/session/search.h"

#include "model/conversation/message.h"

#include <QCoreApplication>
#include <QDate>
#include <QDateTime>
#include <QRegularExpression>
#include <QString>
#include <QStringView>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace quarterdeck::session {

/// Removes the next phrase from a text that is not empty: a quotation, or what precedes white space or a quotation
/// mark. Empty for white space and empty quotations; the text gets shorter in any case.
[[nodiscard]] std::optional<SearchPhrase> parsePhrase(QStringView& text);

/// Starts a quotation, for `parsePhrase`.
[[nodiscard]] bool opensQuotation(QChar character);

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

using conversation::Timestamp;

namespace {

struct Days
{
    QDate first;
    QDate next; ///< after the last
};

/// A day, a month or a year.
std::optional<Days> daysOf(const QString& typed)
{
    static const QRegularExpression form(QStringLiteral("^(\\d{4})(?:[-/.](\\d{1,2})(?:[-/.](\\d{1,2}))?)?$"));
    const QRegularExpressionMatch match = form.match(typed);
    if (!match.hasMatch())
        return std::nullopt;
    const bool hasMonth = match.capturedLength(2) > 0;
    const bool hasDay = match.capturedLength(3) > 0;
    const QDate first(match.captured(1).toInt(), hasMonth ? match.captured(2).toInt() : 1,
                      hasDay ? match.captured(3).toInt() : 1);
    if (!first.isValid())
        return std::nullopt;
    return Days{first, hasDay ? first.addDays(1) : hasMonth ? first.addMonths(1) : first.addYears(1)};
}

Timestamp startOf(const QDate& day) { return {day.startOfDay().toMSecsSinceEpoch()}; }

std::optional<SearchKind> thingNamed(const QString& name)
{
    struct Thing
    {
        const char16_t* name;
        SearchKind kind;
    };
    constexpr std::array things{
        Thing{u"image", SearchKind::Image},       Thing{u"audio", SearchKind::Audio},
        Thing{u"video", SearchKind::Video},       Thing{u"file", SearchKind::File},
        Thing{u"tool", SearchKind::Tool},         Thing{u"error", SearchKind::Error},
        Thing{u"question", SearchKind::Question},
    };
    // Accepts plurals, such as "images".
    const auto* found = std::ranges::find_if(things, [&](const Thing& thing) {
        const QString one = QString::fromUtf16(thing.name);
        return name == one || name == one + QLatin1Char('s');
    });
    return found == things.end() ? std::nullopt : std::optional(found->kind);
}

/// Reads filters into the terms; returns false for what is none.
class FilterReader
{
public:
    explicit FilterReader(SearchTerms& terms) : m_terms(terms) { }

    bool take(QStringView key, const SearchPhrase& value)
    {
        const QString text = QString::fromStdString(value.text).toCaseFolded();
        if (key == u"from")
            return takeSpeaker(text, value);
        if (key == u"in")
            return takePlace(text, value);
        if (key == u"tool")
            m_terms.tools.push_back(value);
        else if (key == u"has")
            return takeThing(text);
        else
            return takeDays(key, text);
        return true;
    }

private:
    bool takeSpeaker(const QString& text, const SearchPhrase& value)
    {
        // As the person calls themselves, and as the window signs what they wrote. No role has such a name.
        const bool isPerson = text == u"me" || text == u"you" || text == u"我" || text == u"你" || text == u"您";
        m_terms.speakers.push_back(isPerson ? SearchPhrase{conversation::address::person.str(), false} : value);
        return true;
    }

    bool takePlace(const QString& text, const SearchPhrase& value)
    {
        if (text == u"private")
            m_terms.kinds.push_back(SearchKind::Private);
        else if (text == u"public")
            m_terms.kinds.push_back(SearchKind::Public);
        else
            m_terms.chats.push_back(value);
        return true;
    }

    bool takeThing(const QString& text)
    {
        const std::optional<SearchKind> kind = thingNamed(text);
        if (kind && std::ranges::find(m_terms.kinds, *kind) == m_terms.kinds.end())
            m_terms.kinds.push_back(*kind);
        return kind.has_value();
    }

    bool takeDays(QStringView key, const QString& text)
    {
        const std::optional<Days> days = daysOf(text);
        if (!days)
            return false;
        if (key != u"before")
            m_terms.from = std::max(m_terms.from.value_or(startOf(days->first)), startOf(days->first));
        if (key != u"after") {
            const Timestamp end = startOf(key == u"on" ? days->next : days->first);
            m_terms.until = std::min(m_terms.until.value_or(end), end);
        }
        return true;
    }

    SearchTerms& m_terms;
};

/// The key at the start of the text, with its colon; empty if there is none.
QStringView filterKey(QStringView text)
{
    for (const QStringView key : {u"from", u"in", u"has", u"tool", u"after", u"before", u"on"}) {
        const bool isKey = text.size() > key.size() + 1 && text.startsWith(key, Qt::CaseInsensitive)
            && (text[key.size()] == u':' || text[key.size()] == u'：') && !text[key.size() + 1].isSpace();
        if (isKey)
            return key;
    }
    return {};
}

/// A phrase as it was typed.
struct TypedPhrase
{
    SearchPhrase phrase;
    bool isQuoted = false;
};

/// Reads the filters into the terms; the phrases remain.
std::vector<TypedPhrase> readTyped(std::string_view typed, SearchTerms& terms)
{
    const QString text = QString::fromUtf8(typed.data(), static_cast<qsizetype>(typed.size()));
    FilterReader filters(terms);
    std::vector<TypedPhrase> phrases;
    QStringView rest(text);
    while (!rest.isEmpty()) {
        if (const QStringView key = filterKey(rest); !key.isEmpty()) {
            QStringView behind = rest.mid(key.size() + 1);
            const std::optional<SearchPhrase> value = parsePhrase(behind);
            if (value && filters.take(key, *value)) {
                rest = behind;
                continue;
            }
        }
        const bool isQuoted = opensQuotation(rest.front());
        if (std::optional<SearchPhrase> phrase = parsePhrase(rest))
            phrases.push_back({std::move(*phrase), isQuoted});
    }
    return phrases;
}

void keepFirst(std::vector<SearchPhrase>& phrases, std::size_t& leftOut)
{
    if (phrases.size() <= mostPhrases)
        return;
    leftOut += phrases.size() - mostPhrases;
    phrases.resize(mostPhrases);
}

/// Limits how many things are looked for separately.
void keepFirst(SearchTerms& terms)
{
    for (auto* phrases : {&terms.phrases, &terms.speakers, &terms.chats, &terms.tools})
        keepFirst(*phrases, terms.leftOut);
}

} // namespace

bool SearchTerms::isEmpty() const { return *this == SearchTerms{}; }

bool SearchTerms::hasFilters() const
{
    return !speakers.empty() || !chats.empty() || !tools.empty() || !kinds.empty() || from || until;
}

SearchTerms searchTerms(std::string_view typed)
{
    SearchTerms terms;
    for (TypedPhrase& one : readTyped(typed, terms))
        terms.phrases.push_back(std::move(one.phrase));
    keepFirst(terms);
    return terms;
}

SearchTerms findTerms(std::string_view typed)
{
    SearchTerms terms;
    SearchPhrase together{{}, true};
    bool isAnyQuoted = false;
    for (TypedPhrase& one : readTyped(typed, terms)) {
        isAnyQuoted = isAnyQuoted || one.isQuoted;
        together.text += (together.text.empty() ? "" : " ") + one.phrase.text;
        terms.phrases.push_back(std::move(one.phrase));
    }
    if (!isAnyQuoted && !terms.phrases.empty())
        terms.phrases = {std::move(together)};
    keepFirst(terms);
    return terms;
}

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
