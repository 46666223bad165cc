#include "model/conversation/message.h"
#include "model/session/query_text.h"
#include "model/session/search.h"

#include <QDate>
#include <QDateTime>
#include <QRegularExpression>
#include <algorithm>
#include <array>

namespace quarterdeck::session {

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

} // namespace quarterdeck::session
