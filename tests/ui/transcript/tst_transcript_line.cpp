#include "page_fixture.h"
#include "tests/support/page_test.h"

#include <QSignalSpy>
#include <QWebEngineView>
#include <array>
#include <cmath>

namespace tst_transcript_line {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

constexpr int total = 60;
constexpr int readRow = 30;
constexpr int lastLine = 300;
constexpr int readLine = 150;

std::string numbered(const char* before, const char* after)
{
    std::string lines;
    for (int i = 0; i < lastLine; ++i)
        lines += before + ("number " + std::to_string(1000 + i)) + after;
    return lines;
}

struct Text
{
    const char* name;
    std::string text;
};

/// Each longer than the view; those of more than 16,000 characters or 600 lines are set in pieces.
const std::array<Text, 6>& texts()
{
    static const std::array<Text, 6> all{
        Text{"paragraphs", numbered("Some **words**, ", ".\n\n")},
        Text{"pieces with links",
             numbered("## Some *words*, ", "\n\n[Read](https://docs.example/of/some/length) on `there`, please.\n\n")},
        Text{"one paragraph", numbered("words that go on, ", " ")},
        Text{"code", "```cpp\n" + numbered("const int words = 0; // ", "\n") + "```"},
        Text{"a table", "| what | n |\n|---|---|\n" + numbered("| words | ", " |\n")},
        Text{"Chinese", numbered("这里有**一些** words，", "。\n\n")},
    };
    return all;
}

std::size_t textIndex = 0;

session::Row rowOf(std::int64_t ordinal)
{
    return messageRow(ordinal, ordinal % 2 == 0 ? "Mike" : "Alice",
                      ordinal == readRow ? texts()[textIndex].text : "Some words, " + std::to_string(ordinal));
}

/// `lineTop()`: of the words being read, wherever they are; `place`: how far it has moved from where it was, as it is
/// painted: after the page's own observers of sizes.
const QString watch = QStringLiteral(R"js((() => {
    const row = () => document.querySelector('[data-ordinal="%1"] .c');
    window.lineTop = () => {
        const walker = document.createTreeWalker(row(), NodeFilter.SHOW_TEXT);
        const nodes = [];
        while (walker.nextNode()) nodes.push(walker.currentNode);
        const all = nodes.map((node) => node.data).join('');
        let at = all.indexOf('%2');
        if (at < 0) return NaN;
        const node = nodes.find((one) => { if (at < one.length) return true; at -= one.length; return false; });
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getClientRects()[0].top;
    };
    window.viewTop = () => document.querySelector('.scroller').getBoundingClientRect().top
        + document.querySelector('.railhead').offsetHeight;
    window.place = { frames: 0, moved: 0, lost: 0 };
    let probe = document.body;
    for (let depth = 0; depth < 12; depth += 1) probe = probe.appendChild(document.createElement('div'));
    probe.style.cssText = 'position: fixed; visibility: hidden; height: 0; width: 1px';
    new ResizeObserver(() => {
        place.frames += 1;
        if (window.first === undefined) return;
        const top = lineTop();
        if (Number.isNaN(top)) place.lost += 1;
        else place.moved = Math.max(place.moved, Math.abs(top - first));
    }).observe(probe);
    let turn = 0;
    const frame = () => {
        turn += 1;
        probe.style.width = turn % 2 === 0 ? '2px' : '1px';
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
})())js")
                          .arg(readRow)
                          .arg(QStringLiteral("number %1").arg(1000 + readLine));

void pressWritten(PageFixture& page, const char* label)
{
    // In sight beside the header, which is above the view: it is pressed by the keyboard's way.
    page.eval(QStringLiteral("document.querySelector('[data-ordinal=\"%1\"] article').focus({ preventScroll: true })")
                  .arg(readRow));
    const QString button =
        QStringLiteral("[data-ordinal=\"%1\"] .acts button[aria-label=\"%2\"]").arg(readRow).arg(QLatin1String(label));
    QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('%1')").arg(button)));
    page.eval(QStringLiteral("document.querySelector('%1').focus({ preventScroll: true })").arg(button));
    QTest::keyClick(page.view.webView().focusProxy(), Qt::Key_Space);
}

Search searchFor(const char* words, std::optional<std::int64_t> current = {})
{
    Search search{session::searchPhrases(words), {}};
    if (current)
        search.current = Ordinal{*current};
    return search;
}

struct Redrawing
{
    const char* name;
    void (*before)(PageFixture& page);
    void (*cause)(PageFixture& page);
    const char* isOver; ///< an expression in the page, of the row
    const char* isReady = "true";
    bool isForAll = false; ///< texts, and not only for the first ones
};

constexpr std::array redrawings{
    Redrawing{"marks come", nullptr, [](PageFixture& page) { page.view.page().find(searchFor("words")); },
              "row.querySelectorAll('mark.hit').length > 200", "true", true},
    Redrawing{"marks go", [](PageFixture& page) { page.view.page().find(searchFor("words")); },
              [](PageFixture& page) { page.view.page().find({}); }, "row.querySelector('mark.hit') === null",
              "row.querySelectorAll('mark.hit').length > 200"},
    Redrawing{"other marks", [](PageFixture& page) { page.view.page().find(searchFor("words")); },
              [](PageFixture& page) { page.view.page().find(searchFor("number")); },
              "row.querySelectorAll('mark.hit').length > 200 && row.querySelector('mark.hit').textContent === 'number'",
              "row.querySelectorAll('mark.hit').length > 200"},
    Redrawing{"as written", nullptr, [](PageFixture& page) { pressWritten(page, "Show as written"); },
              "row.querySelector('.prose > pre.wrapped') !== null", "true", true},
    Redrawing{"formatted again", [](PageFixture& page) { pressWritten(page, "Show as written"); },
              [](PageFixture& page) { pressWritten(page, "Show formatted"); },
              "row.querySelector('.prose > pre.wrapped') === null",
              "row.querySelector('.prose > pre.wrapped') !== null"},
    Redrawing{"an annotation", nullptr,
              [](PageFixture& page) {
                  page.library->amend({readRow},
                                      {{75}, {61'000}, 0, Annotated{{1}, AnnotationKind::Mistake, "Not so.", "me"}});
                  page.view.page().refreshRows({EventSeq{readRow + 1}});
              },
              "row.innerText.includes('Not so.')", "true", true},
    Redrawing{"other initials", nullptr,
              [](PageFixture& page) {
                  Presentation team = threeMembers();
                  team.members[0].initials = "MM";
                  page.view.setPresentation(team);
              },
              "row.querySelector('.av').textContent.startsWith('MM')"},
    Redrawing{"another language", nullptr, [](PageFixture& page) { page.view.setLanguage(QStringLiteral("zh_CN")); },
              "!row.isOld"},
    Redrawing{"another moment",
              [](PageFixture& page) {
                  QSignalSpy painted(&page.view.page(), &TranscriptPage::painted);
                  page.view.page().setMoment({total + 10}, total);
                  QVERIFY(waitFor([&] { return painted.count() > 0; }, pageTimeoutMs));
              },
              [](PageFixture& page) {
                  page.library->amend({readRow},
                                      {{75}, {61'000}, 0, Annotated{{1}, AnnotationKind::Mistake, "Not so.", "me"}});
                  page.view.page().setMoment({total + 20}, total);
              },
              "row.innerText.includes('Not so.')"},
};

QString ofRow(const char* expression)
{
    return QStringLiteral(
               "(() => { const row = document.querySelector('[data-ordinal=\"%1\"]'); return row && %2; })()")
        .arg(readRow)
        .arg(QLatin1String(expression));
}

} // namespace

/// The line at the view's upper edge stays there when its own message is redrawn.
class TestTranscriptLine final : public QObject
{
    Q_OBJECT

private slots:
    void line_isReadOn_data()
    {
        QTest::addColumn<int>("text");
        QTest::addColumn<int>("redrawing");
        for (std::size_t text = 0; text < texts().size(); ++text)
            for (std::size_t index = 0; index < redrawings.size(); ++index)
                if (text < 2 || redrawings[index].isForAll)
                    QTest::newRow((std::string(texts()[text].name) + ", " + redrawings[index].name).c_str())
                        << static_cast<int>(text) << static_cast<int>(index);
    }
    void line_isReadOn();
};

void TestTranscriptLine::line_isReadOn()
{
    QFETCH(const int, text);
    QFETCH(const int, redrawing);
    textIndex = static_cast<std::size_t>(text);
    const Redrawing& change = redrawings[static_cast<std::size_t>(redrawing)];
    PageFixture page(std::make_shared<FakeLibrary>(total, rowOf));
    QVERIFY(page.open(total, Anchor{{readRow}, Align::Start}));
    if (change.before != nullptr) {
        change.before(page);
        QSignalSpy painted(&page.view.page(), &TranscriptPage::painted);
        page.view.page().scrollTo({{readRow}, Align::Start}, false);
        QVERIFY(waitFor([&] { return painted.count() > 0; }, pageTimeoutMs));
    }
    QVERIFY(page.waitUntil(ofRow(change.isReady)));
    page.eval(watch);
    QVERIFY(page.waitUntil(QStringLiteral("!Number.isNaN(lineTop())")));
    QVERIFY(page.waitUntil(ofRow("row.innerText.includes('number 1299')")));
    page.eval(QStringLiteral("document.querySelector('.scroller').scrollTop += lineTop() - viewTop() + 3"));
    QVERIFY(page.waitUntil(QStringLiteral("Math.abs(lineTop() - viewTop()) < 6 && place.frames > 3")));
    page.eval(QStringLiteral("place.frames = 0; window.first = lineTop();"
                             "document.querySelector('[data-ordinal=\"%1\"]').isOld = true")
                  .arg(readRow));
    QVERIFY(page.waitUntil(QStringLiteral("place.frames > 3")));
    change.cause(page);
    QVERIFY(page.waitUntil(ofRow(change.isOver)));
    page.eval(QStringLiteral("place.frames = 0"));
    QVERIFY(page.waitUntil(QStringLiteral("place.frames > 10")));
    QVERIFY2(page.eval(QStringLiteral("place.moved <= 2 && place.lost === 0")).toBool(),
             qPrintable(page.eval(QStringLiteral("JSON.stringify([first, lineTop(), place])")).toString()));
}

} // namespace tst_transcript_line

QUARTERDECK_PAGE_TEST(tst_transcript_line, TestTranscriptLine)
#include "tst_transcript_line.moc"
