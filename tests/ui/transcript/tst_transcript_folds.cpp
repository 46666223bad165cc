#include "page_fixture.h"
#include "tests/support/page_test.h"

#include <QWebEngineView>
#include <nlohmann/json.hpp>

namespace tst_transcript_folds {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

enum Kind : std::int64_t { Tree, Code, Output, Thought, Note, Diagram, KindCount, Rest = KindCount };

std::string linesOf(int count)
{
    std::string lines;
    for (int i = 0; i < count; ++i)
        lines += "line " + std::to_string(i) + "\n";
    return lines;
}

std::string paragraphs(int count)
{
    std::string text;
    for (int i = 0; i < count; ++i)
        text += "A paragraph.\n\n";
    return text;
}

/// Two fields, the second with 250 entries that are objects.
nlohmann::json largeValue()
{
    nlohmann::json entries = nlohmann::json::array();
    for (int i = 0; i < 250; ++i)
        entries.push_back({{"number", i}, {"deeper", {{"word", i == 249 ? "last" : "leaf"}}}});
    return {{"name", "a plan"}, {"tasks", std::move(entries)}};
}

/// As deep as a value of the library can be within an event.
constexpr int deepest = 480;

session::Row deepRow(std::int64_t ordinal)
{
    nlohmann::json value = "the bottom";
    for (int i = 0; i < deepest; ++i)
        value = {{"in", std::move(value)}, {"level", deepest - i}};
    session::Row row = messageRow(ordinal, "Alice", "Words.");
    std::get<MessagePublished>(row.event.body).message.content.emplace_back(UnknownBlock{JsonValue(value)});
    return row;
}

session::Row foldedRow(std::int64_t ordinal)
{
    session::Row row = messageRow(ordinal, "Alice", "Words.");
    Message& message = std::get<MessagePublished>(row.event.body).message;
    switch (ordinal) {
    case Tree:
        message.content.emplace_back(UnknownBlock{JsonValue(largeValue())});
        break;
    case Code:
        message.content = textBlocks("```\n" + std::string(2'000, 'x') + " y\n```");
        break;
    case Output:
        message.content.emplace_back(ToolUseBlock{"t", "grep", {}, {}});
        message.content.emplace_back(ToolResultBlock{"t", "grep", linesOf(200), {}, false});
        break;
    case Thought:
        message.content.emplace_back(ThinkingBlock{"I think so.", {}});
        break;
    case Note:
        message.content = textBlocks("A claim.[^1]\n\n" + paragraphs(60) + "[^1]: Where it is said.");
        break;
    case Rest:
        message.content.emplace_back(ThinkingBlock{linesOf(11'000), {}});
        break;
    default:
        message.content = textBlocks("```mermaid\ngraph TD\n  A-->B\n```");
        break;
    }
    return row;
}

QString rowOf(int kind) { return QStringLiteral("[data-ordinal=\"%1\"] ").arg(kind); }

} // namespace

/// What is folded in a message, and opens by a click.
class TestTranscriptFolds final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_page = std::make_unique<PageFixture>(std::make_shared<FakeLibrary>(KindCount, foldedRow)); }
    void cleanup() { m_page.reset(); }

    /// Each branch is made when it is opened, and a hundred entries of it at a time.
    void tree_isMadeAsItIsOpened()
    {
        open(Tree);
        const QString heads = rowOf(Tree) + QStringLiteral(".tree > .tn > .tb");
        QCOMPARE(count(rowOf(Tree) + QStringLiteral(".tree .tn")), 2);
        QVERIFY(clickIn(heads)); // tasks
        QVERIFY(waitForCount(rowOf(Tree) + QStringLiteral(".tree > .tn > .tc > .tn"), 100));
        QCOMPARE(count(rowOf(Tree) + QStringLiteral(".tc .tc .tn")), 0);
        QVERIFY(clickIn(rowOf(Tree) + QStringLiteral(".tc > .tn:first-child > .tb")));
        QVERIFY(waitForCount(rowOf(Tree) + QStringLiteral(".tc > .tn:first-child > .tc > .tn"), 2));
        for (const int shown : {200, 250}) {
            QVERIFY(clickIn(rowOf(Tree) + QStringLiteral(".tree > .tn > .tc > button.link")));
            QVERIFY(waitForCount(rowOf(Tree) + QStringLiteral(".tree > .tn > .tc > .tn"), shown));
        }
        QCOMPARE(count(rowOf(Tree) + QStringLiteral(".tree > .tn > .tc > button.link")), 0);
        QVERIFY(clickIn(heads));
        QVERIFY(
            m_page->waitUntil(QStringLiteral("document.querySelector('%1.tree > .tn > .tc').hidden").arg(rowOf(Tree))));
    }

    /// To the last level, by keys, and with room for what is there.
    void tree_opensToItsBottom()
    {
        m_page = std::make_unique<PageFixture>(std::make_shared<FakeLibrary>(1, deepRow));
        QVERIFY(m_page->open(1, Anchor{{0}, Align::Start}));
        const QString heads = rowOf(0) + QStringLiteral(".tree .tb");
        const QString next = QStringLiteral("(() => { const head = [...document.querySelectorAll('%1')].at(-1);"
                                            " head.focus({ preventScroll: true });"
                                            " return head.ariaExpanded === 'false'; })()")
                                 .arg(heads);
        for (int made = 2; made < deepest; ++made) { // the first is open
            QVERIFY2(m_page->eval(next).toBool(), qPrintable(QString::number(made)));
            QTest::keyClick(m_page->view.webView().focusProxy(), Qt::Key_Space);
            if (made < deepest - 1)
                QVERIFY2(waitForCount(heads, made + 1), qPrintable(QString::number(made)));
        }
        QVERIFY(m_page->waitUntil(
            QStringLiteral("document.querySelector('%1').innerText.includes('the bottom')").arg(rowOf(0))));
        const QString narrowest = QStringLiteral("Math.min(...[...document.querySelectorAll('%1.tn')]"
                                                 ".map((one) => one.getBoundingClientRect().width))")
                                      .arg(rowOf(0));
        QVERIFY2(m_page->eval(narrowest).toDouble() > 200, qPrintable(m_page->eval(narrowest).toString()));
    }

    void lines_areWrapped()
    {
        open(Code);
        const QString pre = QStringLiteral("document.querySelector('%1pre.code')").arg(rowOf(Code));
        const QString button = rowOf(Code) + QStringLiteral("button[aria-label=\"Wrap lines\"]");
        const QString isCut = QStringLiteral("%1.scrollWidth > %1.clientWidth + 1").arg(pre);
        QVERIFY(m_page->waitUntil(isCut));
        QVERIFY(clickIn(button));
        QVERIFY(m_page->waitUntil(QStringLiteral("!(%1)").arg(isCut)));
        QVERIFY(m_page->eval(QStringLiteral("document.querySelector('%1').ariaPressed").arg(button)).toString()
                == QStringLiteral("true"));
        QVERIFY(clickIn(button));
        QVERIFY(m_page->waitUntil(isCut));
    }

    void output_isShownAsAWhole()
    {
        open(Output);
        QVERIFY(clickIn(rowOf(Output) + QStringLiteral(".th")));
        const QString lines = QStringLiteral("document.querySelector('%1.outcell pre').textContent.split('\\n').length")
                                  .arg(rowOf(Output));
        const QString more = rowOf(Output) + QStringLiteral(".more button");
        QVERIFY(m_page->waitUntil(lines + QStringLiteral(" === 12")));
        QCOMPARE(textOf(more), QStringLiteral("Show all 200 lines"));
        QVERIFY(clickIn(more));
        QVERIFY(m_page->waitUntil(lines + QStringLiteral(" === 200")));
        const QString fewer = QStringLiteral("Show fewer lines");
        QCOMPARE(textOf(more), fewer);
        // The way there is long: a click may come before the view has.
        for (int tries = 0; tries < 5 && textOf(more) == fewer; ++tries) {
            QVERIFY(clickIn(more));
            (void)waitFor([&] { return textOf(more) != fewer; }, 2'000);
        }
        QVERIFY(m_page->waitUntil(lines + QStringLiteral(" === 12")));
    }

    void thoughts_areOpenedAndClosed()
    {
        open(Thought);
        const QString isOpen = QStringLiteral("!document.querySelector('%1.thoughts').hidden").arg(rowOf(Thought));
        QVERIFY(!m_page->eval(isOpen).toBool());
        QVERIFY(clickIn(rowOf(Thought) + QStringLiteral(".think")));
        QVERIFY(m_page->waitUntil(isOpen));
        QCOMPARE(textOf(rowOf(Thought) + QStringLiteral(".thoughts")), QStringLiteral("I think so."));
        QVERIFY(clickIn(rowOf(Thought) + QStringLiteral(".think")));
        QVERIFY(m_page->waitUntil(QStringLiteral("!(%1)").arg(isOpen)));
    }

    void footnote_leadsToItsText()
    {
        open(Note);
        const QString isInSight =
            QStringLiteral("(() => { const box = document.querySelector('%1.footnote-item').getBoundingClientRect();"
                           " return box.top > 0 && box.bottom <= innerHeight; })()")
                .arg(rowOf(Note));
        QVERIFY(!m_page->eval(isInSight).toBool());
        QVERIFY(clickIn(rowOf(Note) + QStringLiteral(".fnref")));
        QVERIFY(m_page->waitUntil(isInSight));
    }

    void diagram_showsItsSource()
    {
        open(Diagram);
        const QString source = QStringLiteral("document.querySelector('%1pre.code')").arg(rowOf(Diagram));
        const QString drawing = QStringLiteral("document.querySelector('%1.diagram')").arg(rowOf(Diagram));
        QVERIFY(m_page->eval(source + QStringLiteral(".hidden && !") + drawing + QStringLiteral(".hidden")).toBool());
        QVERIFY(clickIn(rowOf(Diagram) + QStringLiteral("button[aria-label=\"Show source\"]")));
        QVERIFY(m_page->waitUntil(QStringLiteral("!") + source + QStringLiteral(".hidden && ") + drawing
                                  + QStringLiteral(".hidden")));
        QVERIFY(m_page->eval(source + QStringLiteral(".textContent.includes('A-->B')")).toBool());
        QVERIFY(clickIn(rowOf(Diagram) + QStringLiteral("button[aria-label=\"Show diagram\"]")));
        QVERIFY(m_page->waitUntil(source + QStringLiteral(".hidden && !") + drawing + QStringLiteral(".hidden")));
    }

    void whatIsOpen_staysSoWhereItsRowIsDrawnAgain_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QStringList>("clicked"); // in the row
        QTest::addColumn<QString>("isOpen");      // of the row
        QTest::newRow("branches of a value, and more of its entries")
            << int(Tree)
            << QStringList{QStringLiteral(".tree > .tn > .tb"), QStringLiteral(".tc > .tn:first-child > .tb"),
                           QStringLiteral(".tree > .tn > .tc > button.link")}
            << QStringLiteral("row.querySelectorAll('.tree > .tn > .tc > .tn').length === 200"
                              " && row.querySelector('.tc > .tn:first-child > .tc')?.hidden === false");
        QTest::newRow("wrapped lines") << int(Code) << QStringList{QStringLiteral("button[aria-label=\"Wrap lines\"]")}
                                       << QStringLiteral("row.querySelector('pre.wrapped')"
                                                         " && row.querySelector('button[aria-pressed=true]')");
        QTest::newRow("all lines of a result")
            << int(Output) << QStringList{QStringLiteral(".th"), QStringLiteral(".more button")}
            << QStringLiteral("row.querySelector('.outcell pre')?.textContent.split('\\n').length === 200");
        QTest::newRow("a diagram's source")
            << int(Diagram) << QStringList{QStringLiteral("button[aria-label=\"Show source\"]")}
            << QStringLiteral("row.querySelector('button[aria-label=\"Show diagram\"]')"
                              " && !row.querySelector('pre.code').hidden && row.querySelector('.diagram').hidden");
        QTest::newRow("the rest of a text")
            << int(Rest) << QStringList{QStringLiteral(".think"), QStringLiteral(".textrest button")}
            << QStringLiteral("row.querySelectorAll('.plainrest > div').length === 1");
    }
    void whatIsOpen_staysSoWhereItsRowIsDrawnAgain()
    {
        QFETCH(const int, kind);
        QFETCH(const QStringList, clicked);
        QFETCH(const QString, isOpen);
        const std::int64_t count = kind == Rest ? KindCount + 1 : KindCount;
        m_page = std::make_unique<PageFixture>(std::make_shared<FakeLibrary>(count, foldedRow));
        QVERIFY(m_page->open(count, Anchor{{kind}, Align::Start}));
        const QString opened = QStringLiteral("((row) => %1)(document.querySelector('%2'))").arg(isOpen, rowOf(kind));
        for (const QString& click : clicked) {
            QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('%1')").arg(rowOf(kind) + click)));
            QVERIFY(clickIn(rowOf(kind) + click));
        }
        QVERIFY(m_page->waitUntil(opened));
        const QString isOld = QStringLiteral("document.querySelector('%1').isOld").arg(rowOf(kind));
        m_page->eval(isOld + QStringLiteral(" = true"));
        m_page->library->amend({kind}, {{20}, {61'000}, 0, Annotated{{kind + 1}, AnnotationKind::Note, "New.", "me"}});
        m_page->view.page().refreshRows({EventSeq{kind + 1}});
        QVERIFY(m_page->waitUntil(QStringLiteral("!") + isOld));
        QVERIFY(m_page->waitUntil(opened));
    }

private:
    void open(int kind)
    {
        QVERIFY(m_page->open(KindCount, Anchor{{kind}, Align::Start}));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelectorAll('.entry').length === %1").arg(KindCount)));
    }
    int count(const QString& selector)
    {
        return m_page->eval(QStringLiteral("document.querySelectorAll('%1').length").arg(selector)).toInt();
    }
    bool waitForCount(const QString& selector, int wanted)
    {
        return waitFor([&] { return count(selector) == wanted; }, pageTimeoutMs);
    }
    QString textOf(const QString& selector)
    {
        return m_page->eval(QStringLiteral("document.querySelector('%1').innerText").arg(selector)).toString();
    }
    /// Brought into sight first.
    bool clickIn(const QString& selector)
    {
        m_page->eval(QStringLiteral("document.querySelector('%1')?.scrollIntoView({ block: 'center' })").arg(selector));
        (void)waitFor([] { return false; }, 60);
        return m_page->click(selector);
    }

    std::unique_ptr<PageFixture> m_page;
};

} // namespace tst_transcript_folds

QUARTERDECK_PAGE_TEST(tst_transcript_folds, TestTranscriptFolds)
#include "tst_transcript_folds.moc"
