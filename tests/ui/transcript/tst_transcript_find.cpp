#include "page_fixture.h"
#include "tests/support/page_test.h"

#include <QSignalSpy>
#include <QWebEngineView>
#include <nlohmann/json.hpp>

namespace tst_transcript_find {

using namespace quarterdeck;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

constexpr int total = 1'000;
constexpr int longRow = 994;
constexpr int thinkingRow = 996;
constexpr int toolRow = 997;
constexpr int repeatingRow = 505;
constexpr int repetitions = 2'500;
constexpr int treeRow = 601;
constexpr int diagramRow = 603;
constexpr int linkRow = 605;
constexpr int pictureRow = 607;
constexpr int hyphenRow = 609;
constexpr int wideRow = 611;

std::string linesOf(int count)
{
    std::string lines;
    for (int i = 0; i < count; ++i)
        lines += "line " + std::to_string(i) + (i == count - 1 ? " with a needle" : "") + "\n";
    return lines;
}

/// A needle after a hundred others, three branches deep, and one at the end of a long text.
nlohmann::json deepValue()
{
    nlohmann::json entries = nlohmann::json::array();
    for (int i = 0; i < 150; ++i)
        entries.push_back({{"inner", {{"word", i == 140 ? "one\nneedle" : "hay"}}}});
    return {{"entries", std::move(entries)}, {"long", std::string(3'000, 'x') + " thimble"}};
}

session::Row searchedRow(std::int64_t ordinal)
{
    if (ordinal == thinkingRow) {
        session::Row row = messageRow(ordinal, "Alice", "What I **need**ed.");
        auto& published = std::get<conversation::MessagePublished>(row.event.body);
        published.message.content.emplace_back(conversation::ThinkingBlock{"A needle, I think.", {}});
        return row;
    }
    if (ordinal == toolRow) {
        session::Row row = messageRow(ordinal, "Alice", "Looking.");
        auto& published = std::get<conversation::MessagePublished>(row.event.body);
        published.message.content.emplace_back(conversation::ToolUseBlock{"t", "grep", {}, {}});
        published.message.content.emplace_back(conversation::ToolResultBlock{"t", "grep", linesOf(200), {}, false});
        return row;
    }
    if (ordinal == treeRow) {
        session::Row row = messageRow(ordinal, "Alice", "A value.");
        auto& published = std::get<conversation::MessagePublished>(row.event.body);
        published.message.content.emplace_back(conversation::UnknownBlock{conversation::JsonValue(deepValue())});
        return row;
    }
    if (ordinal == diagramRow)
        return messageRow(ordinal, "Bob", "Look.\n\n```mermaid\ngraph TD\n  A-->B %% a needle\n```");
    if (ordinal == linkRow)
        return messageRow(ordinal, "Bob", "Read [this page](https://docs.example/needle/%E7%BC%96) and [that](x:y).");
    if (ordinal == pictureRow)
        return messageRow(ordinal, "Bob", "See ![it](https://pictures.example/needle.png).");
    if (ordinal == hyphenRow)
        return messageRow(ordinal, "Bob", "Zu\u00adsammen\u00ad\u00adarbeit; काम, कम");
    if (ordinal == wideRow) {
        std::string head = "|";
        std::string line = "|";
        for (int i = 0; i < 40; ++i) {
            head += " column " + std::to_string(i) + " |";
            line += "---|";
        }
        return messageRow(ordinal, "Bob",
                          "```\n" + std::string(600, 'x') + " farright\n```\n\n" + head + " lastcolumn |\n" + line
                              + "---|\n| a |\n");
    }
    if (ordinal == repeatingRow) {
        std::string words;
        for (int i = 0; i < repetitions; ++i)
            words += "again ";
        return messageRow(ordinal, "Bob", words);
    }
    if (ordinal == longRow)
        return messageRow(ordinal, "Mike",
                          "A needle first.\n\n```\n" + linesOf(300) + "```\n\nA *nee*dle last, 写一个2048.");
    return messageRow(ordinal, "Mike",
                      ordinal % 10 == 0 || ordinal == total - 2 ? "A Needle in row " + std::to_string(ordinal) : "Hay");
}

Search searchFor(const char* typed, std::optional<std::int64_t> current = {})
{
    Search search{session::searchPhrases(typed), {}};
    if (current)
        search.current = conversation::Ordinal{*current};
    return search;
}

const QString marks = QStringLiteral("document.querySelectorAll('mark.hit').length");
const QString markTexts = QStringLiteral(
    "[...document.querySelectorAll('[data-ordinal=\"%1\"] mark.hit')].map((mark) => mark.textContent).join('|')");

} // namespace

/// Searching, in the real page.
class TestTranscriptFind final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_page = std::make_unique<PageFixture>(std::make_shared<FakeLibrary>(total, searchedRow));
        QVERIFY(m_page->open(total));
    }
    void cleanup() { m_page.reset(); }

    /// Its number is another row there.
    void foundRow_isNotOneOfAnotherChannel()
    {
        m_page->view.page().find(searchFor("needle", total - 2));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('.foundhere') !== null")));
        QSignalSpy painted(&m_page->view.page(), &TranscriptPage::painted);
        m_page->view.page().openChannel(
            {conversation::SessionId("s"), conversation::channel::publicOnly, total, {}, {}});
        QVERIFY(waitFor([&] { return painted.count() > 0; }, pageTimeoutMs));
        QVERIFY(
            m_page->waitUntil(QStringLiteral("document.querySelector('[data-ordinal=\"998\"] mark.hit') !== null")));
        QVERIFY(m_page->eval(QStringLiteral("document.querySelector('.foundhere') === null")).toBool());
    }

    void words_areMarkedInEveryRow()
    {
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('[data-ordinal=\"998\"]') !== null")));
        const QString before = textOf(998);
        m_page->view.page().find(searchFor("needle"));
        QVERIFY(m_page->waitUntil(markTexts.arg(998) + QStringLiteral(" === 'Needle'")));
        QCOMPARE(textOf(998), before);
        QCOMPARE(m_page->eval(QStringLiteral("document.querySelectorAll('.mh mark, .rail mark').length")).toInt(), 0);
        m_page->view.page().find({});
        QVERIFY(m_page->waitUntil(marks + QStringLiteral(" === 0")));
        QCOMPARE(textOf(998), before);
    }

    void words_areMarkedAcrossMarkup()
    {
        m_page->view.page().find(searchFor("needle", longRow));
        QVERIFY(m_page->waitUntil(markTexts.arg(longRow) + QStringLiteral(".endsWith('nee|dle')")));
        m_page->view.page().find(searchFor("一个2048", longRow));
        QVERIFY(m_page->waitUntil(markTexts.arg(longRow) + QStringLiteral(" === '一个2048'")));
    }

    /// Invisible characters are in boxes there.
    void words_areMarkedAcrossSoftHyphens()
    {
        m_page->view.page().scrollTo({{hyphenRow}, Align::Center}, false);
        m_page->view.page().find(searchFor("zusammenarbeit", hyphenRow));
        QVERIFY(m_page->waitUntil(markTexts.arg(hyphenRow) + QStringLiteral(" === 'Zu|SHY|sammen|SHY ×2|arbeit'")));
        m_page->view.page().find(searchFor("कम", hyphenRow));
        QVERIFY(m_page->waitUntil(markTexts.arg(hyphenRow) + QStringLiteral(" === 'कम'")));
    }

    void unmountedRow_isGoneToAndMarked()
    {
        m_page->view.page().scrollTo({{40}, Align::Center}, false);
        m_page->view.page().find(searchFor("needle", 40));
        QVERIFY(m_page->waitUntil(markTexts.arg(40) + QStringLiteral(" === 'Needle'")));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelectorAll('.foundhere').length === 1")));
        QCOMPARE(m_page->eval(QStringLiteral("document.querySelector('.foundhere').dataset.ordinal")).toString(),
                 QStringLiteral("40"));
        QVERIFY(isInSight(40));
    }

    void longRow_isScrolledToItsMark()
    {
        m_page->view.page().scrollTo({{longRow}, Align::Center}, false);
        m_page->view.page().find(searchFor("写一个", longRow));
        QVERIFY(m_page->waitUntil(markTexts.arg(longRow) + QStringLiteral(" === '写一个'")));
        QVERIFY(isInSight(longRow));
    }

    /// Code, tables and differences scroll by themselves.
    void placeInABoxThatScrolls_isBroughtIntoSight()
    {
        m_page->view.page().scrollTo({{wideRow}, Align::Center}, false);
        for (const char* word : {"farright", "lastcolumn", "farright"}) {
            m_page->view.page().find(searchFor(word)); // as it is typed
            m_page->view.page().find(searchFor(word, wideRow));
            QVERIFY(m_page->waitUntil(markTexts.arg(wideRow) + QStringLiteral(" === '%1'").arg(QLatin1String(word))));
            QVERIFY2(
                m_page->waitUntil(QStringLiteral("(() => { const mark = document.querySelector('mark.here')"
                                                 "?.getBoundingClientRect(); const room = document.querySelector("
                                                 "'mark.here')?.closest('pre, .tableframe').getBoundingClientRect();"
                                                 " return mark && mark.left >= room.left && mark.right <= room.right"
                                                 " && mark.top > 20 && mark.bottom < innerHeight; })()")),
                word);
        }
    }

    void places_areSteppedThroughInARow()
    {
        const CallSpy<calls::FoundBeyond> beyond(m_page->view.page());
        const QString here = QStringLiteral("[...new Set([...document.querySelectorAll('mark.here')]"
                                            ".map((mark) => mark.dataset.place))].join()");
        const auto isAt = [&](int place) { return m_page->waitUntil(here + QStringLiteral(" === '%1'").arg(place)); };
        m_page->view.page().scrollTo({{longRow}, Align::Center}, false);
        m_page->view.page().find(searchFor("needle", longRow));
        QVERIFY(isAt(0));
        m_page->view.page().findStep(1);
        QVERIFY(isAt(1));
        QVERIFY(m_page->waitUntil(QStringLiteral("(() => { const box = document.querySelector('mark.here')"
                                                 ".getBoundingClientRect();"
                                                 " return box.top > 20 && box.bottom < innerHeight; })()")));
        m_page->view.page().findStep(1);
        QVERIFY(isAt(2)); // in two pieces
        QCOMPARE(m_page->eval(QStringLiteral("document.querySelectorAll('mark.here').length")).toInt(), 2);
        QVERIFY(beyond.calls.empty());
        m_page->view.page().findStep(1);
        QVERIFY(waitFor([&] { return beyond.count() == 1; }, pageTimeoutMs));
        QCOMPARE(beyond.calls.front().by, 1);

        m_page->view.page().find(searchFor("needle"));
        Search backwards = searchFor("needle", longRow);
        backwards.isFromEnd = true;
        m_page->view.page().find(backwards);
        QVERIFY(isAt(2));
        m_page->view.page().findStep(-1);
        QVERIFY(isAt(1));
    }

    /// Which of the row's matches is highlighted, and how many it has: even across elements and lines.
    void places_areTold()
    {
        QList<QList<int>> told;
        QObject listener;
        m_page->view.page().onCall<calls::FoundPlace>(&listener, [&told](const calls::FoundPlace& call) {
            told << QList<int>{static_cast<int>(call.ordinal.value), call.place, call.count};
        });
        const auto tells = [&](QList<int> wanted) {
            return waitFor([&] { return !told.empty() && told.back() == wanted; }, pageTimeoutMs);
        };
        m_page->view.page().scrollTo({{longRow}, Align::Center}, false);
        m_page->view.page().find(searchFor("needle", longRow));
        QVERIFY(tells({longRow, 1, 3}));
        m_page->view.page().findStep(1);
        QVERIFY(tells({longRow, 2, 3}));
        Search phrase;
        phrase.phrases = {{"needle last 写", true}};
        phrase.current = conversation::Ordinal{longRow};
        m_page->view.page().find(phrase);
        QVERIFY(tells({longRow, 1, 1}));
        QCOMPARE(m_page->eval(markTexts.arg(longRow)).toString(), QStringLiteral("nee|dle last, 写"));
        QCOMPARE(m_page
                     ->eval(QStringLiteral("new Set([...document.querySelectorAll('mark.here')]"
                                           ".map((mark) => mark.dataset.place)).size"))
                     .toInt(),
                 1);
        m_page->view.page().scrollTo({{995}, Align::Center}, false);
        m_page->view.page().find(searchFor("needle", 995)); // it has none
        QVERIFY(tells({995, 0, 0}));
    }

    void foldedText_isOpenedInTheChosenRowOnly()
    {
        m_page->view.page().find(searchFor("needle"));
        QVERIFY(m_page->waitUntil(marks + QStringLiteral(" > 0")));
        QCOMPARE(m_page->eval(markTexts.arg(thinkingRow)).toString(), QString());
        m_page->view.page().find(searchFor("needle", thinkingRow));
        QVERIFY(m_page->waitUntil(markTexts.arg(thinkingRow) + QStringLiteral(" === 'needle'")));
        QVERIFY(m_page->eval(markTexts.arg(toolRow)).toString().isEmpty());
        m_page->view.page().find(searchFor("needle", toolRow));
        QVERIFY(m_page->waitUntil(markTexts.arg(toolRow) + QStringLiteral(" === 'needle'"))); // in its last line
        QVERIFY(isInSight(toolRow));
    }

    void foldedBranches_areOpenedDownToIt()
    {
        m_page->view.page().scrollTo({{treeRow}, Align::Center}, false);
        m_page->view.page().find(searchFor("needle", treeRow));
        QVERIFY(m_page->waitUntil(markTexts.arg(treeRow) + QStringLiteral(" === 'needle'")));
        QVERIFY(isInSight(treeRow));
        const QString open =
            QStringLiteral("document.querySelectorAll('[data-ordinal=\"%1\"] .tb[aria-expanded=true]').length")
                .arg(treeRow);
        QCOMPARE(m_page->eval(open).toInt(), 3); // and no branch beside them
        m_page->view.page().find(searchFor("thimble", treeRow));
        QVERIFY(m_page->waitUntil(markTexts.arg(treeRow) + QStringLiteral(" === 'thimble'")));
    }

    /// If a person closes it again, they want it closed.
    void openedBranch_staysClosedWhenThePersonClosesIt()
    {
        const QString head = QStringLiteral("[data-ordinal=\"%1\"] .tree > .tn > .tb").arg(treeRow);
        m_page->view.page().scrollTo({{treeRow}, Align::Start}, false);
        m_page->view.page().find(searchFor("needle", treeRow));
        QVERIFY(m_page->waitUntil(markTexts.arg(treeRow) + QStringLiteral(" === 'needle'")));
        m_page->eval(QStringLiteral("document.querySelector('%1').scrollIntoView({ block: 'center' })").arg(head));
        QVERIFY(waitFor([&] {
            (void)m_page->click(head);
            return m_page->waitUntil(QStringLiteral("document.querySelector('%1').ariaExpanded === 'false'").arg(head));
        }));
        (void)waitFor([] { return false; }, 200);
        QCOMPARE(m_page->eval(QStringLiteral("document.querySelector('%1').ariaExpanded").arg(head)).toString(),
                 QStringLiteral("false"));
    }

    void diagram_showsItsSourceWhenThatIsFound()
    {
        m_page->view.page().scrollTo({{diagramRow}, Align::Center}, false);
        m_page->view.page().find(searchFor("needle", diagramRow));
        QVERIFY(m_page->waitUntil(markTexts.arg(diagramRow) + QStringLiteral(" === 'needle'")));
        QVERIFY(isInSight(diagramRow));
    }

    void address_isWrittenOutWhileItIsFound()
    {
        m_page->view.page().scrollTo({{linkRow}, Align::Center}, false);
        QVERIFY(
            m_page->waitUntil(QStringLiteral("document.querySelector('[data-ordinal=\"%1\"]') !== null").arg(linkRow)));
        const QString before = textOf(linkRow);
        m_page->view.page().find(searchFor("needle", linkRow));
        QVERIFY(m_page->waitUntil(markTexts.arg(linkRow) + QStringLiteral(" === 'needle'")));
        QVERIFY(textOf(linkRow).contains(QStringLiteral("this page https://docs.example/needle/编 and")));
        m_page->view.page().find(searchFor("编", linkRow));
        QVERIFY(m_page->waitUntil(markTexts.arg(linkRow) + QStringLiteral(" === '编'")));
        m_page->view.page().find({});
        QVERIFY(m_page->waitUntil(marks + QStringLiteral(" === 0")));
        QCOMPARE(textOf(linkRow), before);
    }

    /// The row itself says where one is when nothing in it can be marked.
    void rowWithoutPlaces_hasAnEdge()
    {
        QList<QList<int>> told;
        QObject listener;
        m_page->view.page().onCall<calls::FoundPlace>(&listener, [&told](const calls::FoundPlace& call) {
            told << QList<int>{static_cast<int>(call.ordinal.value), call.place, call.count};
        });
        m_page->view.page().scrollTo({{pictureRow}, Align::Center}, false);
        m_page->view.page().find(searchFor("needle", pictureRow));
        QVERIFY(waitFor([&] { return told.contains(QList<int>{pictureRow, 0, 0}); }, pageTimeoutMs));
        const QString edge =
            QStringLiteral("getComputedStyle(document.querySelector('[data-ordinal=\"%1\"] .msg > .c')).boxShadow");
        QVERIFY(m_page->waitUntil(edge.arg(pictureRow) + QStringLiteral(" !== 'none'")));
        QCOMPARE(m_page->eval(edge.arg(pictureRow - 1)).toString(), QStringLiteral("none"));
    }

    /// A place more is an element more, and one word may be a whole message.
    void wordOfAWholeMessage_isMarkedAsFarAsItHelps()
    {
        const QString count =
            QStringLiteral("document.querySelectorAll('[data-ordinal=\"%1\"] mark.hit').length").arg(repeatingRow);
        m_page->view.page().scrollTo({{repeatingRow}, Align::Center}, false);
        QVERIFY(m_page->waitUntil(
            QStringLiteral("document.querySelector('[data-ordinal=\"%1\"]') !== null").arg(repeatingRow)));
        const QString before = textOf(repeatingRow);
        for (const std::optional<std::int64_t> current : {std::optional<std::int64_t>(), {repeatingRow}}) {
            m_page->view.page().find(searchFor("again", current));
            QVERIFY(m_page->waitUntil(count + QStringLiteral(" === 1000")));
            QCOMPARE(textOf(repeatingRow), before);
            m_page->view.page().find({});
            QVERIFY(m_page->waitUntil(count + QStringLiteral(" === 0")));
            QCOMPARE(textOf(repeatingRow), before);
        }
        // In one piece again: what is split would be split anew by each search.
        QCOMPARE(m_page
                     ->eval(QStringLiteral("document.querySelector('[data-ordinal=\"%1\"] .prose p').childNodes.length")
                                .arg(repeatingRow))
                     .toInt(),
                 1);
    }

    /// Filters ask for rows: without words the whole message is marked, with them no words elsewhere.
    void rowsAlone_areMarkedAsAWhole()
    {
        const QString wholes =
            QStringLiteral("[...document.querySelectorAll('.foundwhole')].map((row) => row.dataset.ordinal).join()");
        Search rows;
        rows.rows = std::vector<conversation::Ordinal>{{990}, {993}, {998}};
        rows.current = conversation::Ordinal{993};
        m_page->view.page().scrollTo({{993}, Align::Center}, false);
        m_page->view.page().find(rows);
        const bool isMarked = m_page->waitUntil(wholes + QStringLiteral(" === '990,993,998'"));
        QVERIFY2(isMarked, qPrintable(m_page->eval(wholes).toString()));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('.foundhere')?.dataset.ordinal === '993'")));
        QCOMPARE(m_page->eval(marks).toInt(), 0);
        rows.phrases = session::searchPhrases("needle");
        m_page->view.page().find(rows);
        QVERIFY(m_page->waitUntil(markTexts.arg(990) + QStringLiteral(" === 'Needle'")));
        QVERIFY(m_page->waitUntil(markTexts.arg(998) + QStringLiteral(" === 'Needle'")));
        QCOMPARE(m_page->eval(wholes).toString(), QString());
        QCOMPARE(m_page->eval(markTexts.arg(longRow)).toString(), QString()); // it has the word
        rows.rows = std::vector<conversation::Ordinal>{{longRow}};
        m_page->view.page().find(rows);
        QVERIFY(m_page->waitUntil(markTexts.arg(longRow) + QStringLiteral(" !== ''")));
        QVERIFY(m_page->waitUntil(markTexts.arg(990) + QStringLiteral(" === ''")));
        m_page->view.page().find({});
        QVERIFY(m_page->waitUntil(marks + QStringLiteral(" === 0")));
        QCOMPARE(m_page->eval(QStringLiteral("document.querySelectorAll('.foundhere, .foundwhole').length")).toInt(),
                 0);
    }

    void rowsThatComeLater_areMarked()
    {
        m_page->view.page().find(searchFor("needle"));
        m_page->library->setTotal(total + 1); // row 1000
        m_page->view.page().setExtent(total + 1);
        QVERIFY(m_page->waitUntil(markTexts.arg(total) + QStringLiteral(" === 'Needle'")));
    }

    void reloadedPage_marksAgain()
    {
        m_page->view.page().find(searchFor("needle", total - 2));
        QVERIFY(m_page->waitUntil(marks + QStringLiteral(" > 0")));
        m_page->eval(QStringLiteral("document.body.dataset.old = 'yes'"));
        m_page->view.page().load();
        QVERIFY(m_page->waitUntil(QStringLiteral("document.body.dataset.old === undefined && ") + marks
                                  + QStringLiteral(" > 0")));
    }

private:
    QString textOf(int ordinal)
    {
        return m_page->eval(QStringLiteral("document.querySelector('[data-ordinal=\"%1\"]').innerText").arg(ordinal))
            .toString();
    }
    bool isInSight(int ordinal)
    {
        return m_page->waitUntil(
            QStringLiteral("(() => { const box = document.querySelector('[data-ordinal=\"%1\"] mark.hit')"
                           ".getBoundingClientRect();"
                           " return box.top > 20 && box.bottom < innerHeight; })()")
                .arg(ordinal));
    }

    std::unique_ptr<PageFixture> m_page;
};

} // namespace tst_transcript_find

QUARTERDECK_PAGE_TEST(tst_transcript_find, TestTranscriptFind)
#include "tst_transcript_find.moc"
