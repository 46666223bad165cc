#include "page_fixture.h"
#include "tests/support/page_test.h"

#include <QSignalSpy>
#include <QWebEnginePage>
#include <QWebEngineView>
#include <nlohmann/json.hpp>

namespace tst_transcript_sizes {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;
using nlohmann::json;

namespace {

constexpr std::size_t many = 200'000;
constexpr std::size_t tenMegabytes = 10'000'000;

EventBody messageOf(std::vector<ContentBlock> content)
{
    MessagePublished published;
    published.message.id = MessageId("huge");
    published.message.sentFrom = Address("Bob");
    published.message.content = std::move(content);
    return published;
}

EventBody textOf(std::string text) { return messageOf(textBlocks(std::move(text))); }

EventBody questionOf(std::vector<QuestionOption> options, JsonValue schema = {})
{
    QuestionAsked asked;
    asked.question.id = QuestionId("q");
    asked.question.asker = RoleName("Bob");
    asked.question.text = "Which one?";
    asked.question.options = std::move(options);
    asked.question.schema = std::move(schema);
    return asked;
}

JsonValue formOf(json field)
{
    json form{{"type", "object"}};
    form["properties"]["size"] = std::move(field);
    return JsonValue(form);
}

json manyNumbers()
{
    json list = json::array();
    for (std::size_t i = 0; i < many; ++i)
        list.push_back(i);
    return list;
}

std::string repeated(const std::string& text, std::size_t count)
{
    std::string all;
    for (std::size_t i = 0; i < count; ++i)
        all += text;
    return all;
}

const std::string joiner = "\u200D";
const std::string woman = "\U0001F469";
const std::string family = woman + joiner + woman + joiner + "\U0001F467" + joiner + "\U0001F466"; // one sign

struct Huge
{
    const char* name;
    EventBody (*make)();
};

const std::vector<Huge>& hugeEvents()
{
    using Options = std::vector<QuestionOption>;
    static const std::vector<Huge> events{
        {"one line of 10 MB", [] { return textOf(std::string(tenMegabytes, 'x')); }},
        {"10 MB of words", [] { return textOf(repeated("word ", tenMegabytes / 5)); }},
        {"bytes that are no text", [] { return textOf(repeated(std::string("a\0b\xED\xA0\x80\xFF", 7), 20'000)); }},
        {"20,000 families", [] { return textOf(repeated(family, 20'000)); }},
        {"20,000 families, each a line", [] { return textOf(repeated(family + "\n", 20'000)); }},
        {"20,000 joined emoji", [] { return textOf(repeated(woman + joiner, 20'000) + woman); }},
        {"nested quotations", [] { return textOf(repeated(">", 10'000).append(" deep")); }},
        {"a table of 200,000 cells", [] { return textOf("|a|b|\n|-|-|\n" + repeated("|x|y|\n", many / 2)); }},
        {"200,000 parts", [] { return messageOf(std::vector<ContentBlock>(many, TextBlock{"part"})); }},
        {"200,000 tool calls",
         [] {
             return messageOf(std::vector<ContentBlock>(many, ToolUseBlock{"t", "run", JsonValue(), "{}"}));
         }},
        {"a tool's argument of 10 MB",
         [] {
             const JsonValue input(json{{"data", std::string(tenMegabytes, 'x')}});
             return messageOf({ToolUseBlock{"t", "save", input, ""}});
         }},
        {"a value of 200,000 numbers", [] { return messageOf({UnknownBlock{JsonValue(manyNumbers())}}); }},
        {"an event of 10 MB",
         [] {
             return EventBody(UnknownEvent{"new", 1, JsonValue(json(std::string(tenMegabytes, 'x')))});
         }},
        {"200,000 options",
         [] {
             return questionOf(Options(many, QuestionOption{"again", "and again"}));
         }},
        {"an option of 10 MB",
         [] {
             return questionOf({{std::string(tenMegabytes, 'x'), ""}, {"yes", ""}});
         }},
        {"a choice of 200,000",
         [] {
             return questionOf({}, formOf({{"enum", manyNumbers()}}));
         }},
        {"several of 200,000",
         [] {
             return questionOf({}, formOf({{"type", "array"}, {"items", {{"enum", manyNumbers()}}}}));
         }},
        {"a preset of 200,000",
         [] {
             const json field{{"type", "array"}, {"items", {{"enum", {1, 2}}}}, {"default", manyNumbers()}};
             return questionOf({}, formOf(field));
         }},
    };
    return events;
}

} // namespace

/// Whatever the size of what is said, the page keeps answering.
class TestTranscriptSizes final : public QObject
{
    Q_OBJECT

private slots:
    /// It is set in pieces, and is one table nevertheless.
    void longTable_isOne()
    {
        const std::string row = "| name | " + repeated("word ", 20) + "| 7 |\n";
        const std::string table = "| What | Says | n |\n|---|---|--:|\n" + repeated(row, 600);
        PageFixture page(std::make_shared<FakeLibrary>(
            1, [&](std::int64_t ordinal) { return messageRow(ordinal, "Bob", table + "\nThe end.\n"); }));
        QVERIFY(page.open(1, Anchor{{0}, Align::Start}));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.prose td').length === 1800")));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.prose > p:last-child')")));
        QCOMPARE(page.eval(QStringLiteral("document.querySelectorAll('.prose table').length")).toInt(), 1);
        QCOMPARE(page.eval(QStringLiteral("document.querySelectorAll('.prose th').length")).toInt(), 3);
    }

    void numbersOfTables_areNotBroken_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("narrow") << 700;
        QTest::newRow("wide") << 1440;
    }
    /// A short cell is on one line, however much the others say; and long ones are wrapped as ever.
    void numbersOfTables_areNotBroken()
    {
        QFETCH(const int, width);
        const std::string table = "| What | When | Time | 状态 |\n|---|---|---:|---|\n"
            + repeated("| " + repeated("A sentence that goes on and on. ", 12)
                           + "| 23 Nov 2026, 9 h | 605 ms | 已完成 上线 |\n",
                       3);
        PageFixture page(
            std::make_shared<FakeLibrary>(1, [&](std::int64_t ordinal) { return messageRow(ordinal, "Bob", table); }));
        page.view.resize(width, 700);
        QVERIFY(page.open(1));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('td').length === 12")));
        const QString linesOf =
            QStringLiteral("[...document.querySelectorAll('td')].map((cell) => {"
                           " const range = document.createRange(); range.selectNodeContents(cell);"
                           " return new Set([...range.getClientRects()].map((box) => box.top)).size;"
                           "})");
        const QVariantList lines = page.eval(linesOf).toList();
        for (int cell = 0; cell < lines.size(); ++cell)
            QVERIFY2(cell % 4 == 0 ? lines.at(cell).toInt() > 3 : lines.at(cell).toInt() == 1,
                     qPrintable(QStringLiteral("%1: %2 lines").arg(cell).arg(lines.at(cell).toInt())));
        // All of it is in sight.
        QVERIFY(page.eval(QStringLiteral("(() => { const frame = document.querySelector('.tableframe');"
                                         " return frame.scrollWidth <= frame.clientWidth; })()"))
                    .toBool());
    }

    void restOfRightToLeftText_standsAtItsSide_data()
    {
        QTest::addColumn<QString>("rest");
        const QString words = QStringLiteral("שלום עולם ");
        QTest::newRow("lines") << words;
        QTest::newRow("a line without end") << words.repeated(3'000) + words;
    }

    /// What is beyond the rendered lines, as plain text: each line of it by its own letters.
    void restOfRightToLeftText_standsAtItsSide()
    {
        QFETCH(const QString, rest);
        const std::string text = repeated("x\n", 20'000) + rest.toStdString() + "\nHello there";
        PageFixture page(
            std::make_shared<FakeLibrary>(1, [&](std::int64_t ordinal) { return messageRow(ordinal, "Bob", text); }));
        QVERIFY(page.open(1));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.entry').length === 1")));
        page.eval(QStringLiteral("document.querySelector('.capnote button').scrollIntoView()"));
        QVERIFY(waitFor([&] {
            return page.click(QStringLiteral(".capnote button"))
                && page.eval(QStringLiteral("document.querySelector('.plainrest').innerText.includes('Hello')"))
                       .toBool();
        }));
        // How far the last line of each language is from either side.
        const QVariantList gaps =
            page
                .eval(QStringLiteral(
                    "(() => { const rest = document.querySelector('.plainrest');"
                    " const box = rest.getBoundingClientRect(); const walker ="
                    " document.createTreeWalker(rest, NodeFilter.SHOW_TEXT); const found = {};"
                    " while (walker.nextNode()) for (const line of walker.currentNode.data.matchAll(/[^\\n]+/g)) {"
                    "  const range = document.createRange(); range.setStart(walker.currentNode, line.index);"
                    "  range.setEnd(walker.currentNode, line.index + line[0].length);"
                    "  const last = [...range.getClientRects()].at(-1);"
                    "  found[/[a-z]/.test(line[0])] = [last.left - box.left, box.right - last.right]; }"
                    " return [...found.false, ...found.true].map(Math.round); })()"))
                .toList();
        QCOMPARE(gaps.size(), 4);
        QVERIFY2(gaps.at(0).toInt() > 50 && gaps.at(1).toInt() < 10,
                 qPrintable(QVariant(gaps.mid(0, 2)).toStringList().join(u' ')));
        QVERIFY2(gaps.at(2).toInt() == 0 && gaps.at(3).toInt() > 50,
                 qPrintable(QVariant(gaps.mid(2)).toStringList().join(u' ')));
    }

    /// No ligatures replace characters: Inter would draw "5x5 -> 0x1F" as "5×5 → 0×1F".
    void everyCharacter_isDrawnAsWritten()
    {
        PageFixture page(std::make_shared<FakeLibrary>(1, [](std::int64_t ordinal) {
            return messageRow(ordinal, "Bob", "5x5 -> 0x1F, `a -> 0x1F`\n\n| 5x5 |\n|---|\n| 3x3 |\n\n```\n0x1F\n```");
        }));
        QVERIFY(page.open(1));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.entry pre, .entry td').length >= 2")));
        QCOMPARE(page.eval(QStringLiteral("[...document.querySelectorAll('.entry *')].filter((one) =>"
                                          " !getComputedStyle(one).fontFeatureSettings.includes('\"calt\" 0')).length"))
                     .toInt(),
                 0);
    }

    /// This many at once, the others when there is time, and not endlessly.
    void formulas_areSetInTurn()
    {
        PageFixture page(std::make_shared<FakeLibrary>(
            1, [](std::int64_t ordinal) { return messageRow(ordinal, "Bob", repeated("$x$ ", 1'200)); }));
        QVERIFY(page.open(0));
        page.eval(QStringLiteral("(() => { const { postTask } = scheduler; const held = [];"
                                 " scheduler.postTask = (...task) => { held.push(task); return Promise.resolve(); };"
                                 " window.release = () => { scheduler.postTask = postTask;"
                                 "  for (const task of held) postTask.apply(scheduler, task); }; })()"));
        const QString set = QStringLiteral("document.querySelectorAll('.math .katex').length");
        QVERIFY(page.open(1));
        QCOMPARE(page.eval(set).toInt(), 30);
        page.eval(QStringLiteral("release()"));
        QVERIFY(page.waitUntil(set + QStringLiteral(" === 1000")));
        QCOMPARE(page.eval(QStringLiteral("document.querySelectorAll('code.math').length")).toInt(), 200);
        QVERIFY(page.eval(QStringLiteral("document.querySelectorAll('.prose > .capnote').length === 1")).toBool());
    }

    /// Its own commands may expand only so often, in all of a message.
    void formulasWithCommands_areBounded()
    {
        const std::string formula = R"($\def\a{xx}\def\b{\a\a\a\a\a\a\a\a\a\a}\b\b\b\b\b\b\b\b\b\b$ )"; // 112 times
        PageFixture page(std::make_shared<FakeLibrary>(
            1, [&](std::int64_t ordinal) { return messageRow(ordinal, "Bob", repeated(formula, 25)); }));
        QVERIFY(page.open(1));
        const QString failed = QStringLiteral("document.querySelectorAll('.math .katex-error').length");
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.math').length === 25")));
        QCOMPARE(page.eval(failed).toInt(), 7); // 18 have 1,000, 950 ... 150
    }

    void formula_isNoHigherThanTheView()
    {
        PageFixture page(std::make_shared<FakeLibrary>(1, [](std::int64_t ordinal) {
            return messageRow(ordinal, "Bob", "before $\\raisebox{-300em}{x}$ behind");
        }));
        QVERIFY(page.open(1));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.math .katex')")));
        QVERIFY(page.eval(QStringLiteral("document.querySelector('article').offsetHeight < 400")).toBool());
    }

    void joinedEmoji_areOneSignEach_data()
    {
        QTest::addColumn<QString>("between");
        QTest::newRow("one line") << QString();
        QTest::newRow("words") << QStringLiteral(" ");
        QTest::newRow("lines") << QStringLiteral("\n");
    }
    /// However many there are, none is taken apart, nor called something hidden.
    void joinedEmoji_areOneSignEach()
    {
        QFETCH(const QString, between);
        constexpr int families = 20'000;
        const std::string text = repeated(family + between.toStdString(), families);
        PageFixture page(
            std::make_shared<FakeLibrary>(1, [&](std::int64_t ordinal) { return messageRow(ordinal, "Bob", text); }));
        QVERIFY(page.open(1, Anchor{{0}, Align::Start}));
        const QString count =
            QStringLiteral("(() => { const walker = document.createTreeWalker("
                           "document.querySelector('.entry .prose'), NodeFilter.SHOW_TEXT); let count = 0;"
                           " while (walker.nextNode()) count += (walker.currentNode.data.match(/%1/gu) ?? []).length;"
                           " return count; })()")
                .arg(QString::fromStdString(family));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.entry .prose').textContent.length >= %1")
                                   .arg(families * QString::fromStdString(family).size())));
        QCOMPARE(page.eval(count).toInt(), families);
        QCOMPARE(page.eval(QStringLiteral("document.querySelectorAll('.entry .prose .inv').length")).toInt(), 0);
        // The first is as wide as a single sign, and not as four.
        const QString width =
            QStringLiteral("(() => { const walker = document.createTreeWalker("
                           "document.querySelector('.entry .prose'), NodeFilter.SHOW_TEXT); walker.nextNode();"
                           " const range = document.createRange(); range.setStart(walker.currentNode, 0);"
                           " range.setEnd(walker.currentNode, %1); const box = range.getBoundingClientRect();"
                           " return box.width / box.height; })()")
                .arg(QString::fromStdString(family).size());
        const double wide = page.eval(width).toDouble();
        QVERIFY2(wide > 0.3 && wide < 1.7, qPrintable(QString::number(wide)));
    }

    void hugeEvent_isShown_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t index = 0; index < hugeEvents().size(); ++index)
            QTest::newRow(hugeEvents()[index].name) << static_cast<int>(index);
    }

    void hugeEvent_isShown()
    {
        QFETCH(const int, index);
        const EventBody body = hugeEvents()[static_cast<std::size_t>(index)].make();
        PageFixture page(std::make_shared<FakeLibrary>(2, [&](std::int64_t ordinal) {
            session::Row row = messageRow(ordinal, "Bob", "after it");
            if (ordinal == 0)
                row.event.body = body;
            return row;
        }));
        QVERIFY(page.open(0));
        const QWebEnginePage& web = *page.view.webView().page();
        const qint64 process = web.renderProcessPid();
        QVERIFY(page.open(2, Anchor{{0}, Align::Start}));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('article[aria-posinset=\"1\"]')")));
        page.view.page().scrollTo({{1}, Align::End}, false);
        QVERIFY(page.waitUntil(QStringLiteral("document.body.innerText.includes('after it')")));
        QCOMPARE(web.renderProcessPid(), process); // the watch, which ends a page that is stuck, had no reason to
    }
};

} // namespace tst_transcript_sizes

QUARTERDECK_PAGE_TEST(tst_transcript_sizes, TestTranscriptSizes)
#include "tst_transcript_sizes.moc"
