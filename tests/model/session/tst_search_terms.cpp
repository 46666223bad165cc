#include "model/session/search.h"
#include "tests/support/test.h"

#include <QDateTime>
#include <QTest>

namespace tst_search_terms {

using namespace quarterdeck::session;
using quarterdeck::conversation::Timestamp;

/// What a person types into the search of all sessions, and into that of one.
class SearchTermsTest final : public QObject
{
    Q_OBJECT

private slots:
    static void typed_isRead_data();
    static void typed_isRead();
    static void words_areOnePhraseInOneConversation_data();
    static void words_areOnePhraseInOneConversation();
    static void days_areTheLocalCalendars_data();
    static void days_areTheLocalCalendars();
    static void pastedWords_areBounded();
    static void halfKnownFilters_areExplained_data();
    static void halfKnownFilters_areExplained();
};

namespace {

using Phrases = std::vector<SearchPhrase>;

SearchTerms words(Phrases phrases)
{
    SearchTerms terms;
    terms.phrases = std::move(phrases);
    return terms;
}

std::optional<Timestamp> startOf(const QDate& day)
{
    return day.isNull() ? std::nullopt : std::optional(Timestamp{day.startOfDay().toMSecsSinceEpoch()});
}

} // namespace

void SearchTermsTest::typed_isRead_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<SearchTerms>("terms");
    const auto row = [](const char16_t* typed, const SearchTerms& terms) {
        const QString text = QString::fromUtf16(typed);
        QTest::newRow(qPrintable(text)) << text << terms;
    };
    row(u"", {});
    row(u"  ", {});
    row(u"plan", words({{"plan", true}}));
    row(u"two words", words({{"two", true}, {"words", true}}));
    row(u"\"two words\" more", words({{"two words", false}, {"more", true}}));
    SearchTerms bob;
    bob.speakers = {{"Bob", true}};
    row(u"from:Bob", bob);
    row(u"FROM:Bob", bob);
    row(u"from：Bob", bob);
    SearchTerms li = words({{"plan", true}});
    li.speakers = {{"Bob Li", false}};
    row(u"from:\"Bob Li\" plan", li);
    row(u"plan from:“Bob Li”", li);
    SearchTerms me;
    me.speakers = {{"<human>", false}};
    row(u"from:me", me);
    for (const char16_t* typed : {u"from:我", u"from:You", u"from:you", u"from:你", u"from:您"})
        row(typed, me);
    SearchTerms places;
    places.kinds = {SearchKind::Private, SearchKind::Public};
    places.chats = {{"Alice", true}};
    row(u"in:private in:Alice in:public", places);
    SearchTerms things;
    things.kinds = {SearchKind::Image, SearchKind::Error, SearchKind::Question};
    things.tools = {{"write_file", true}};
    row(u"has:image has:Errors tool:write_file has:question", things);
    // What only looks like a filter is words.
    row(u"has:fun", words({{"has:fun", true}}));
    row(u"http://a.b", words({{"http://a.b", true}}));
    row(u"from:", words({{"from:", true}}));
    row(u"from: Bob", words({{"from:", true}, {"Bob", true}}));
    row(u"on:today", words({{"on:today", true}}));
    row(u"after:2026-13-01", words({{"after:2026-13-01", true}}));
    row(u"xfrom:Bob", words({{"xfrom:Bob", true}}));
    row(u"\"from:Bob\"", words({{"from:Bob", false}}));
    row(u"has:\"", words({{"has:", true}}));
}

void SearchTermsTest::typed_isRead()
{
    QFETCH(QString, typed);
    QFETCH(SearchTerms, terms);
    QCOMPARE(searchTerms(typed.toStdString()), terms);
    QCOMPARE(searchTerms(typed.toStdString()).isEmpty(), terms == SearchTerms{});
}

void SearchTermsTest::words_areOnePhraseInOneConversation_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<SearchTerms>("terms");
    const auto row = [](const char16_t* typed, const SearchTerms& terms) {
        const QString text = QString::fromUtf16(typed);
        QTest::newRow(qPrintable(text)) << text << terms;
    };
    row(u"", {});
    row(u" \t", {});
    row(u"  two   words ", words({{"two words", true}}));
    row(u"\"two words\"", words({{"two words", false}}));
    row(u"\"two words\" more of it", words({{"two words", false}, {"more", true}, {"of", true}, {"it", true}}));
    row(u"one \"two", words({{"one", true}, {"two", true}}));
    row(u"has:fun and more", words({{"has:fun and more", true}}));
    row(u"see from: Bob", words({{"see from: Bob", true}}));
    row(u"\"from:Bob\"", words({{"from:Bob", false}}));
    SearchTerms bob = words({{"two words", true}});
    bob.speakers = {{"Bob Li", false}};
    row(u"two from:\"Bob Li\" words", bob);
    SearchTerms images;
    images.kinds = {SearchKind::Image};
    row(u"has:image", images);
}

void SearchTermsTest::words_areOnePhraseInOneConversation()
{
    QFETCH(QString, typed);
    QFETCH(SearchTerms, terms);
    const SearchTerms read = findTerms(typed.toStdString());
    QCOMPARE(read, terms);
    QCOMPARE(read.hasFilters(), !read.speakers.empty() || !read.kinds.empty());
}

void SearchTermsTest::days_areTheLocalCalendars_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QDate>("from");
    QTest::addColumn<QDate>("until");
    const auto row = [](const char* typed, const QDate& from, const QDate& until) {
        QTest::newRow(typed) << QString::fromLatin1(typed) << from << until;
    };
    row("on:2026-03-01", {2026, 3, 1}, {2026, 3, 2});
    row("on:2026/3/1", {2026, 3, 1}, {2026, 3, 2});
    row("on:2026-02", {2026, 2, 1}, {2026, 3, 1});
    row("on:2026", {2026, 1, 1}, {2027, 1, 1});
    row("after:2026-03-01", {2026, 3, 1}, {});
    row("before:2026-03-01", {}, {2026, 3, 1});
    row("after:2026-03-01 before:2026-03-05", {2026, 3, 1}, {2026, 3, 5});
    row("after:2026-03-01 after:2026-02-01 before:2026-05 before:2026-06", {2026, 3, 1}, {2026, 5, 1});
}

void SearchTermsTest::days_areTheLocalCalendars()
{
    QFETCH(QString, typed);
    QFETCH(QDate, from);
    QFETCH(QDate, until);
    SearchTerms expected;
    expected.from = startOf(from);
    expected.until = startOf(until);
    QCOMPARE(searchTerms(typed.toStdString()), expected);
    QCOMPARE(findTerms(typed.toStdString()), expected);
    QVERIFY(expected.hasFilters());
}

void SearchTermsTest::pastedWords_areBounded()
{
    const std::string words = QByteArray("word from:Bob in:Bob tool:ls ").repeated(1000).toStdString();
    const SearchTerms terms = searchTerms(words);
    for (const auto* phrases : {&terms.phrases, &terms.speakers, &terms.chats, &terms.tools})
        QCOMPARE(phrases->size(), mostPhrases);
    QCOMPARE(terms.leftOut, 4 * (1000 - mostPhrases));
    // As they follow each other they are one.
    QCOMPARE(findTerms(QByteArray("word ").repeated(1000).toStdString()).leftOut, std::size_t(0));
    QCOMPARE(findTerms(QByteArray("\"word\" ").repeated(1000).toStdString()).phrases.size(), mostPhrases);
}

void SearchTermsTest::halfKnownFilters_areExplained_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("hint"); // a part of it; empty = there is none
    const auto row = [](const char* typed, const char* hint) {
        QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromUtf8(hint);
    };
    row("", "");
    row("plan", "");
    row("has:image", "");
    row("from:Bob", "");
    row("in:private", "");
    row("http://example.org", "");
    row("std::vector", "");
    row("12:30", "");
    row("C:\\Users", "");
    row("Note: later", "");
    row("注意：明天", "");
    row(":", "");
    row("foo:bar", "“foo:” is not a filter, so it was searched for as text. Filters: from:, in:, has:, tool:, on:,");
    row("plan Form:Bob", "“Form:” is not a filter");
    row("\"has:foo\"", "");
    row("has:foo", "“has:foo” is not a filter: “has:” takes image,");
    row("plan HAS：foo", "“has:foo” is not a filter");
    row("has:", "“has:” is not a filter");
    row("on:someday", "“on:someday” is not a filter: “on:” takes a day, month or year, as in “on:2026-03-01”");
    row("after:2026-13-01", "“after:2026-13-01” is not a filter");
    row("from:", "“from:” needs a name right after the colon");
    row("date:nonsense", "“date:” is not a filter; use “on:”.");
    row("Until:2026", "“until:” is not a filter; use “before:”.");
    row("in:xyz plan", "No message matches in the private chats with “xyz”.");
    row("in:xyz has:foo", "“has:foo” is not a filter");
    row(QByteArray("word ").repeated(32).constData(), "");
    row(QByteArray("has:foo ").repeated(33).constData(), "Only the first 32 word(s) are searched for.");
}

void SearchTermsTest::halfKnownFilters_areExplained()
{
    QFETCH(QString, typed);
    QFETCH(QString, hint);
    const QString said = QString::fromStdString(searchHint(searchTerms(typed.toStdString())));
    QCOMPARE(said.isEmpty(), hint.isEmpty());
    QVERIFY2(said.contains(hint), qPrintable(said));
}

} // namespace tst_search_terms

QUARTERDECK_TEST(tst_search_terms, SearchTermsTest)
#include "tst_search_terms.moc"
