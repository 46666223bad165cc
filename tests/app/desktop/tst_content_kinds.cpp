#include "program_fixture.h"
#include "tests/support/page_test.h"
#include "ui/transcript/transcript_view.h"

#include <QRegularExpression>
#include <QTest>
#include <QWebEnginePage>
#include <QWebEngineScript>
#include <QWebEngineView>
#include <optional>

namespace tst_content_kinds {

using namespace quarterdeck;
using namespace quarterdeck::test;

namespace {

constexpr int conditionMs = 60'000;

} // namespace

/// Every kind of content on its way from a file through the library into the page. In the conditions `e` is the row
/// with the words, `all(s)` what a selector finds in it, `text(s)` the text of the first of these.
class TestContentKinds final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void kind_isShown_data();
    void kind_isShown();
    void structure_isShown_data();
    void structure_isShown();
    void words_areToldFromTheirGround_data();
    void words_areToldFromTheirGround();
    void nothing_isCut_data();
    void nothing_isCut();

private:
    [[nodiscard]] QVariant ask(const QString& expression) const;
    /// Waits until the page says so.
    [[nodiscard]] bool pageHolds(const QString& condition) const;

    ProgramFixture m_program;
    int m_percent = 100; ///< of the text's size
};

void TestContentKinds::initTestCase()
{
    m_program.start(QStringLiteral("kinds.db"), [](app::LaunchOptions& options) {
        options.files = {QStringLiteral(QUARTERDECK_TEST_DATA "/recordings/every_kind.jsonl")};
        options.language = QStringLiteral("en");
    });
    m_program->window().resize(1440, 12'000); // so that all rows are there
    m_program->window().show();
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 1; }, ProgramFixture::longMs));
    QVERIFY(pageHolds(QStringLiteral("document.querySelectorAll('.entry').length === 52")));
}

QVariant TestContentKinds::ask(const QString& expression) const
{
    auto* view = m_program->window().findChild<ui::transcript::TranscriptView*>();
    std::optional<QVariant> answer;
    view->webView().page()->runJavaScript(expression, QWebEngineScript::ApplicationWorld,
                                          [&](const QVariant& value) { answer = value; });
    if (!waitFor([&] { return answer.has_value(); }, ProgramFixture::longMs))
        qFatal("the page does not answer"); // its answer would come into a frame that is gone
    return *answer;
}

bool TestContentKinds::pageHolds(const QString& condition) const
{
    return waitFor([&] { return ask(condition).toBool(); }, conditionMs);
}

void TestContentKinds::kind_isShown_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("condition");
    const auto kind = [](const char* name, const char* words, const char* condition) {
        QTest::newRow(name) << QString::fromUtf8(words) << QString::fromUtf8(condition);
    };
    kind("headings, emphasis, quotation", "What can be read", R"js(
        text('h1') === 'What can be read' && all('h2, h3').length === 2 && text('strong') === 'bold'
        && text('em') === 'slanted' && text('s, del') === 'struck' && all('blockquote, hr').length === 2
        && all('ol > li').length === 3 && all('ol ul > li').length === 2 && all('br').length === 3)js");
    kind("links", "What can be read", "all('a[href]').length === 2");
    kind("usage", "What can be read", "/1[.,]5\\s?k/.test(text('.hd, header, .msg'))");
    kind("table", "Criterion", R"js(
        all('.tableframe table.md tr').length === 5 && all('table.md td.r, table.md th.r').length === 5
        && all('table.md td')[1].innerText === '30')js");
    kind("tasks", "Ask what is missing", R"js(
        all('[role=checkbox]')[1].getAttribute('aria-label') === 'Ask what is missing'
        && all('[role=checkbox]').map((box) => box.getAttribute('aria-checked')).join() === 'true,true,false,false'
        && all('input').length === 0)js");
    kind("footnotes", "The board is kept as one list", R"js(
        all('button.fnref:not(.back)').map((mark) => mark.innerText).join() === '1,2' && all('.footnote-item').length === 2)js");
    kind("code", "Here is the move", R"js(
        all('.box').length === 2 && text('.box .title') === 'src/board.py' && text('.box pre').includes('class Board')
        && all('.box pre .hljs-keyword').length > 3 && all('.box .bh button').length === 4
        && all('.box .title')[1].innerText === 'cpp' && all('.box pre')[1].innerText.includes('平方'))js");
    kind("diff", "is_over", R"js(
        all('.diff .add').length === 2 && all('.diff .del').length === 1 && text('.box .plus') === '+2'
        && text('.box .minus') === '−1' && text('.diff .add u').includes('direction')
        && all('.diff .del .l').map((one) => one.innerText).join() === '11,')js");
    kind("formulas", "The score is", R"js(
        all('[role=math] .katex').length === 2 && all('.math.display').length === 1
        && e.innerText.includes('It costs $5 and $7.'))js");
    kind("diagram", "mermaid|Diagram|flowchart", R"js(
        all('img').some((image) => image.alt === 'Diagram: flowchart LR' && image.src.startsWith('blob:') && image.complete && image.naturalWidth > 100))js");
    kind("picture", "One picture:", R"js(
        all('.thumbs img').length === 1 && all('.thumbs img').every((image) => image.naturalWidth === 640)
        && e.innerText.includes('board.png') && e.innerText.includes('640'))js");
    kind("pictures", "Five of them", R"js(
        all('.thumbs img').length === 3 && all('.thumbs img').every((image) => image.naturalWidth > 0)
        && e.innerText.includes('+2'))js");
    kind("sound", "8.0 kB", R"js(
        all('audio').length === 1 && all('audio')[0].controls && all('audio')[0].readyState === 0)js"); // not played
    kind("file", "20 B", "all('.filebox').length === 1 && all('a, img').length === 0");
    kind("picture from elsewhere", "A picture from elsewhere", R"js(
        all('img').length === 0 && e.innerText.includes('images.example.org'))js");
    kind("tool calls", "I look at the files", R"js(
        all('.tools').length === 1 && all('.tool').length === 2 && all('.tool .res.ok').length === 2
        && all('.tool .th[aria-expanded=false]').length === 2 && text('.tool b') === 'list_files'
        && text('.tool .th').includes('src'))js");
    kind("failed tool call", "write_file", R"js(
        all('.tool .res.bad').length === 1 && all('.tool .th[aria-expanded=true]').length === 1
        && text('pre.bad').includes('PermissionError'))js");
    kind("tool call without result", "2048 rul", R"js(
        all('.tool').length === 1 && all('.res.ok, .res.bad').length === 0 && text('.res') === 'no result')js");
    kind("thinking", "Two boards are possible", R"js(
        all('.think[aria-expanded=false]').length === 1 && all('.thoughts').every((body) => body.hidden))js");
    kind("structured content as a table", "The tasks:", R"js(
        all('.structured table.md tr').length === 4 && all('.structured th').map((head) => head.innerText).join()
            === 'file,hours,owner'
        && all('.structured th.r').length === 1 && all('.structured td.r').map((cell) => cell.innerText).join() === '4,1.5,')js");
    kind("structured content as a tree", "The design:", R"js(
        all('.structured .tree .tn').length > 6 && all('.structured .hljs-number')[0] !== undefined
        && e.innerText.includes('版本'))js");
    kind("unknown block", "hologram", "all('.box .tree').length === 1 && all('.tree .tn').length >= 3");
    kind("Chinese", "需求说明", R"js(
        text('h2') === '需求说明' && text('strong') === '棋盘大小' && all('table.md tr').length === 3
        && all('[role=checkbox]').length === 2)js");
    kind("right to left", "مرحبا", R"js(
        all('.prose p').slice(0, 2).every((line) => getComputedStyle(line).unicodeBidi === 'plaintext')
        && all('.prose ul[dir=rtl]').length === 1)js");
    kind("emoji", "a word: na", "e.innerText.includes('👩🏽‍💻') && e.innerText.includes('🇨🇭')");
    kind("a path without blanks", "A path without blanks", R"js(
        all('.prose')[0].scrollWidth <= all('.prose')[0].clientWidth + 1)js");
    kind("private", "what do you really think", R"js(
        text('.private.first .pvh').includes('you and Alice') && all('.msg').length === 1)js");
    kind("end of the private chat", "Between us", R"js(
        all('.private.last .pvf button').length === 1 && text('.pvf').length > 20)js");
    kind("picture in a tool's result", "take_screenshot",
         "all('.tool').length === 1 && text('.res').includes('kB') && all('img').length === 0");
    kind("difference without a name", "A change without", R"js(
        all('.diff').length === 1 && text('.box .title') === 'src/board.py' && all('.diff .add').length === 1)js");
    kind("long name of a file", "A change without", R"js(
        all('.title.midname').length === 1 && all('.midname > span')[1].innerText === '/board_of_numbers.py'
        && all('.midname')[0].title.startsWith('src/components/'))js");
    kind("pictures from elsewhere", "Five pictures that lie elsewhere", R"js(
        all('.thumbs .remote').length === 3 && text('.morepictures') === '+2'
        && all('.morepictures')[0].getAttribute('aria-label') === 'Show 2 more images')js");
    kind("media from elsewhere", "A sound, a video and a file", R"js(
        all('.remote b').map((one) => one.innerText.trim()).join('|')
            === 'Audio from media.example.org|A video from media.example.org|A file from files.example.org'
        && all('.remote button').length === 6 && !e.innerText.includes('image'))js");
    const char* const isRightToLeft = "(one) => getComputedStyle(one).unicodeBidi === 'plaintext'";
    kind("right to left in a tool", "search_ar",
         (std::string("all('.th .mono, .outcell pre').length === 2 && ") + "all('.th .mono, .outcell pre').every("
          + isRightToLeft + ")")
             .c_str());
    kind("right to left in a table", "جدول المهام", R"js(
        all('.structured td:not(.r)').length === 2 && all('.structured td:not(.r)').every((cell) => {
            const range = document.createRange();
            range.selectNodeContents(cell);
            return range.getBoundingClientRect().right > cell.getBoundingClientRect().right - 20;
        }))js");
    kind("right to left in a remark", "جدول المهام",
         (std::string("all('.notice .said').length === 1 && all('.said').every(") + isRightToLeft + ")").c_str());
    kind("right to left in a tree", "الحالة",
         (std::string("all('.tree .hljs-string, .tree .hljs-attr').every(") + isRightToLeft + ")").c_str());
    kind("right to left in an error", "تعذر الاتصال",
         (std::string("all('.sysline .row > span').every(") + isRightToLeft + ")").c_str());
    kind("undelivered", "please check this",
         "all('.notice.danger').length === 1 && text('.notice').includes('Charlie')");
    kind("answered question", "Which board shall I design for", R"js(
        text('.askcard').includes('4×4') && all('.askcard button').length === 0)js");
    kind("question that nobody answered", "Anything else that I should know", R"js(
        all('.askcard.over').length === 1 && text('.askcard').includes('Not answered')
        && all('.askcard button, .askcard textarea').length === 0)js");
    kind("mistake and note", "The answer is 42", R"js(
        all('.notice.danger').length === 1 && all('.notice').length === 2 && text('.notice.danger').includes('reviewer')
        && all('.notice')[1].innerText.includes('Compare'))js");
    kind("unknown event", "telepathy_received", "text('.box pre').includes('Zoe')");
    kind("four recipients", "To four of you", "text('.msg').includes('+2')");
}

void TestContentKinds::kind_isShown()
{
    QFETCH(const QString, words);
    QFETCH(const QString, condition);
    QVERIFY(pageHolds(
        QStringLiteral(R"js((() => {
        const e = [...document.querySelectorAll('.entry')].find((entry) => /%1/.test(entry.innerText));
        if (!e) return false;
        const all = (selector) => [...e.querySelectorAll(selector)];
        const text = (selector) => all(selector)[0]?.innerText.trim() ?? '';
        return Boolean(%2);
    })())js")
            .arg(QRegularExpression::escape(words).replace(QStringLiteral("\\|"), QStringLiteral("|")), condition)));
}

void TestContentKinds::structure_isShown_data()
{
    QTest::addColumn<QString>("condition");
    QTest::newRow("a feed of articles with labels")
        << QStringLiteral("document.querySelector('[role=feed]') !== null && [...document.querySelectorAll('article')]"
                          ".every((one) => one.getAttribute('aria-label') && one.getAttribute('aria-posinset'))");
    QTest::newRow("days") << QStringLiteral("document.querySelectorAll('.daysep').length === 2");
    QTest::newRow("rounds") << QStringLiteral("document.querySelectorAll('.roundsep').length === 1");
    QTest::newRow("switches") << QStringLiteral("document.querySelectorAll('.sysline').length >= 4");
    QTest::newRow("continuations") << QStringLiteral("document.querySelectorAll('.msg.cont').length === 1");
}

void TestContentKinds::structure_isShown()
{
    QFETCH(const QString, condition);
    QVERIFY(pageHolds(condition));
}

void TestContentKinds::words_areToldFromTheirGround_data()
{
    QTest::addColumn<bool>("isDark");
    QTest::addColumn<bool>("isHighContrast");
    for (const bool isDark : {false, true})
        for (const bool isHighContrast : {false, true})
            QTest::addRow("%s%s", isDark ? "dark" : "light", isHighContrast ? ", high contrast" : "")
                << isDark << isHighContrast;
}

/// WCAG 2, success criterion 1.4.3, for all text, including code tokens; disabled controls are exempt.
void TestContentKinds::words_areToldFromTheirGround()
{
    QFETCH(const bool, isDark);
    QFETCH(const bool, isHighContrast);
    using ui::ActionId;
    ui::ActionRegistry& actions = m_program->actions();
    actions[isDark ? ActionId::ThemeDark : ActionId::ThemeLight].trigger();
    if (actions[ActionId::ThemeHighContrast].isChecked() != isHighContrast)
        actions[ActionId::ThemeHighContrast].trigger();
    const QString scheme = isDark ? QStringLiteral("dark") : QStringLiteral("light");
    QVERIFY(pageHolds(QStringLiteral("document.documentElement.dataset.theme === '%1' "
                                     "&& (document.documentElement.dataset.contrast === 'more') === %2")
                          .arg(scheme, isHighContrast ? QStringLiteral("true") : QStringLiteral("false"))));
    const QString weak = QStringLiteral(R"js((() => {
        const parts = (colour) => { const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number); return {r, g, b, a}; };
        const over = (top, under) => Object.fromEntries(['r', 'g', 'b'].map((part) => [part, top[part] * top.a + under[part] * (1 - top.a)]));
        const light = (colour) => {
            const [r, g, b] = [colour.r, colour.g, colour.b].map((part) => part / 255)
                .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const grounds = new Map();
        const ground = (one) => {
            if (!one) return {r: 255, g: 255, b: 255};
            if (!grounds.has(one)) grounds.set(one, over(parts(getComputedStyle(one).backgroundColor), ground(one.parentElement)));
            return grounds.get(one);
        };
        const opacity = (one) => one ? Number(getComputedStyle(one).opacity) * opacity(one.parentElement) : 1;
        const isSeen = (one) => {
            const box = one.getBoundingClientRect();
            return box.width > 1 && box.height > 1 && getComputedStyle(one).visibility === 'visible';
        };
        const found = new Set();
        const walker = document.createTreeWalker(document.querySelector('.scroller'), NodeFilter.SHOW_TEXT);
        let looked = 0;
        while (walker.nextNode()) {
            const one = walker.currentNode.parentElement;
            if (!walker.currentNode.data.trim() || one.closest('svg, .katex-mathml, :disabled') || !isSeen(one)) continue;
            ++looked;
            const under = ground(one);
            const ink = parts(getComputedStyle(one).color);
            ink.a *= opacity(one);
            if (ink.a === 0) continue; // shows under the pointer
            const [a, b] = [light(over(ink, under)), light(under)];
            const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            if (ratio < 4.5) found.add(`${ratio.toFixed(2)} ${one.tagName}.${one.className} in .${one.parentElement.className}`);
        }
        return looked > 300 ? [...found].join('; ') : `only ${looked} texts`;
    })())js");
    QString found;
    const bool isTold = waitFor([&] { return (found = ask(weak).toString()).isEmpty(); }, conditionMs);
    QVERIFY2(isTold, qPrintable(found));
}

void TestContentKinds::nothing_isCut_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("percent"); // of the text's size
    for (const int percent : {80, 100, 150, 200})
        for (const int width : {700, 1000, 1440, 3000})
            QTest::addRow("%d px at %d %%", width, percent) << width << percent;
}

/// What does not fit shows an ellipsis, is hidden as a whole, or can be scrolled to.
void TestContentKinds::nothing_isCut()
{
    QFETCH(const int, width);
    QFETCH(const int, percent);
    constexpr int step = 10;
    for (; m_percent > percent; m_percent -= step)
        m_program->actions()[ui::ActionId::ViewTextSmaller].trigger();
    for (; m_percent < percent; m_percent += step)
        m_program->actions()[ui::ActionId::ViewTextLarger].trigger();
    m_program->window().resize(width, 1200); // or as narrow as it can be
    // Tokens make room for the time; formulas are drawn by their library, with a part only for screen readers.
    const QString cut = QStringLiteral(R"js((() => {
        const shown = document.querySelector('.scroller').getBoundingClientRect();
        const isSeen = (one) => { const box = one.getBoundingClientRect(); return box.width > 0 && box.height > 0; };
        const clips = (one) => {
            const style = getComputedStyle(one);
            return /hidden|clip/.test(style.overflowX) && style.textOverflow !== 'ellipsis'
                && one.scrollWidth > one.clientWidth + 1;
        };
        const edge = (one) => Math.min(shown.right, one.closest('.msg > .c')?.getBoundingClientRect().right ?? Infinity);
        const isOut = (one) => one.matches('time, .btn, .opt, .chip, .imp, .pvf .link') && one.getBoundingClientRect().right > edge(one) + 0.5;
        const name = (one) => `${one.tagName}.${one.className} ${one.clientWidth}<${one.scrollWidth}`;
        return [...document.querySelectorAll('.entry, .entry *, .railhead, .railhead *')]
            .filter((one) => !one.closest('svg, .math, .tok') && isSeen(one) && (clips(one) || isOut(one)))
            .map(name).join('; ');
    })())js");
    QString found;
    const bool isWhole = waitFor([&] { return (found = ask(cut).toString()).isEmpty(); }, conditionMs);
    QVERIFY2(isWhole, qPrintable(found));
}

} // namespace tst_content_kinds

QUARTERDECK_PAGE_TEST(tst_content_kinds, TestContentKinds)
#include "tst_content_kinds.moc"
