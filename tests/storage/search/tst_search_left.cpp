#include "tests/storage/support/searched_library.h"
#include "tests/support/test.h"

#include <QTest>
#include <functional>

namespace tst_search_left {

using namespace quarterdeck;
using namespace quarterdeck::session;
using test::await;
using test::LogBuilder;
using test::SearchedLibrary;

/// What a search leaves out is reported, each event once.
class SearchLeftTest final : public QObject
{
    Q_OBJECT

private slots:
    static void longText_isSearchedToItsBoundAndSaid_data() { SearchedLibrary::addKinds(); }
    static void longText_isSearchedToItsBoundAndSaid();
    static void pages_countEachEventOnce_data() { SearchedLibrary::addKinds(); }
    static void pages_countEachEventOnce();
};

namespace {

/// More than is searched of one event, and a word before and after it.
std::string longText(const std::string& before, const std::string& behind)
{
    constexpr std::size_t tooLong = 1'050'000;
    return before + ' ' + std::string(tooLong, 'x') + ' ' + behind;
}

struct Found
{
    std::size_t hits = 0;
    std::int64_t notSearched = 0;
    int pages = 0;
};

Found all(SearchedLibrary& under, const char* typed, std::int32_t limit)
{
    Found found;
    SearchRequest request{searchTerms(typed), {}, limit};
    for (bool isLast = false; !isLast;) {
        const auto page = await<SearchHits>([&](auto done) { under.library->search(request, done); });
        if (!page || (!page->isLast && page->hits.empty()))
            return {};
        ++found.pages;
        found.hits += page->hits.size();
        found.notSearched += page->notSearched;
        isLast = page->isLast;
        if (!page->hits.empty())
            request.after = page->hits.back().place;
    }
    return found;
}

} // namespace

void SearchLeftTest::longText_isSearchedToItsBoundAndSaid()
{
    QFETCH(QString, kind);
    SearchedLibrary under(kind);
    LogBuilder log("long");
    log.start();
    log.say("Mike", longText("early", "late"));
    log.say("Mike", "late");
    QVERIFY(under.library.create(log));
    under.waitForIndex();
    const Found late = all(under, "late", 50);
    QCOMPARE(late.hits, std::size_t{1});
    QCOMPARE(late.notSearched, std::int64_t{1});
    const Found early = all(under, "early", 50);
    QCOMPARE(early.hits, std::size_t{1});
    QCOMPARE(early.notSearched, std::int64_t{0});
}

/// Wherever they are, even if a page has read on after its last find.
void SearchLeftTest::pages_countEachEventOnce()
{
    QFETCH(QString, kind);
    SearchedLibrary under(kind);
    std::size_t words = 0;
    std::int64_t cut = 0;
    for (const char* name : {"a", "b"}) { // their times overlap
        LogBuilder log(name);
        log.start();
        for (int i = 0; i < 8; ++i) {
            const bool isCut = i == 4;
            log.say("Mike", isCut ? longText("before", "word") : "word" + std::to_string(i), 1000);
            cut += isCut ? 1 : 0;
            words += isCut ? 0 : 1;
        }
        QVERIFY(under.library.create(log));
    }
    under.waitForIndex();
    for (const std::int32_t limit : {1, 3, 200}) {
        const Found found = all(under, "word", limit);
        QCOMPARE(found.hits, words);
        QCOMPARE(found.notSearched, cut);
        QVERIFY(found.pages > 1 || limit == 200);
    }
    // For a day without any.
    const Found none = all(under, "word after:2200-01-01", 7);
    QCOMPARE(none.notSearched, std::int64_t{0});
}

} // namespace tst_search_left

QUARTERDECK_TEST(tst_search_left, SearchLeftTest)
#include "tst_search_left.moc"
