#include "page_fixture.h"
#include "tests/support/page_test.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>

namespace tst_transcript_calls {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

constexpr std::int64_t total = 60;
constexpr std::int64_t calledAt = 10;
constexpr std::int64_t answeredAt = 40;

/// A call, and far below it its result, which names the call by its id only.
session::Row rowOf(std::int64_t ordinal)
{
    session::Row row = messageRow(ordinal, ordinal % 2 == 0 ? "Alice" : "Bob", "Message " + std::to_string(ordinal));
    auto& content = std::get<MessagePublished>(row.event.body).message.content;
    if (ordinal == calledAt)
        content = {ToolUseBlock{"c1", "book", JsonValue(), "{}"}};
    if (ordinal == answeredAt)
        content = {ToolResultBlock{"c1", "", "It is booked.", JsonValue(), false}};
    return row;
}

} // namespace

/// A call of a tool and its result in a later message.
class TestTranscriptCalls final : public QObject
{
    Q_OBJECT

private slots:
    void callAndResult_leadToEachOther()
    {
        PageFixture page(std::make_shared<FakeLibrary>(total, rowOf));
        QVERIFY(page.open(total, Anchor{{answeredAt}, Align::Center}));
        const QString text = QStringLiteral("document.querySelector('[data-ordinal=\"%1\"] %2')?.innerText");
        // All around it is mounted after a while, and then the result knows whose it is.
        QVERIFY(page.waitUntil(text.arg(answeredAt).arg(QStringLiteral(".th .of"))
                               + QStringLiteral(".replace(/\\s+/g, ' ').trim() === 'Result of book'")));
        QVERIFY(page.click(QStringLiteral("[data-ordinal=\"%1\"] .other .link").arg(answeredAt)));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('[data-ordinal=\"%1\"].flash')").arg(calledAt)));
        QCOMPARE(page.eval(text.arg(calledAt).arg(QStringLiteral(".res"))).toString(), QStringLiteral("13 B · 30 min"));
        QVERIFY(page.click(QStringLiteral("[data-ordinal=\"%1\"] .other .link").arg(calledAt)));
        QVERIFY(
            page.waitUntil(QStringLiteral("document.querySelector('[data-ordinal=\"%1\"].flash')").arg(answeredAt)));
    }

    void resultInItsMessage_needsNoWay()
    {
        PageFixture page(std::make_shared<FakeLibrary>(1, [](std::int64_t ordinal) {
            session::Row row = messageRow(ordinal, "Bob", "look");
            auto& content = std::get<MessagePublished>(row.event.body).message.content;
            content = {ToolUseBlock{"c1", "book", JsonValue(), "{}"},
                       ToolResultBlock{"c1", "book", "It is booked.", JsonValue(), false}};
            return row;
        }));
        QVERIFY(page.open(1));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.tool .res.ok').length === 1")));
        QCOMPARE(page.eval(QStringLiteral("document.querySelectorAll('.other .link, .of').length")).toInt(), 0);
    }

    /// In colours that can be read here, and what only a terminal needs is not seen, nor copied.
    void terminalOutput_isReadable()
    {
        PageFixture page(answering("\x1b[1m\x1b[31mFAILED\x1b[0m tests/a.py\x1b[K\n\x1b[32m3 passed\x1b[0m\n\x1b[2J"));
        QVERIFY(open(page));
        QCOMPARE(page.eval(shownText).toString(), QStringLiteral("FAILED tests/a.py\n3 passed\nESC[2J"));
        QCOMPARE(page.eval(QStringLiteral("[...document.querySelectorAll('.outcell pre span')]"
                                          ".map((one) => one.className + ':' + one.textContent).join('|')"))
                     .toString(),
                 QStringLiteral("term-red term-bold:FAILED|term-green:3 passed|inv:ESC[2J"));
        const QString red = QStringLiteral("getComputedStyle(document.querySelector('.term-red')).color");
        QVERIFY(page.eval(red + QStringLiteral(" !== getComputedStyle(document.querySelector('.outcell pre')).color"))
                    .toBool());
        QVERIFY(page.click(QStringLiteral(".outcell > .btn")));
        QVERIFY(waitFor([] { return QGuiApplication::clipboard()->text() == u"FAILED tests/a.py\n3 passed\n"; }));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('[aria-live]').textContent === 'Copied'")));
    }

    void colouredDifference_isOne()
    {
        PageFixture page(answering("\x1b[1m--- a/x\x1b[m\n\x1b[1m+++ b/x\x1b[m\n\x1b[36m@@ -1 +1 @@\x1b[m\n"
                                   "\x1b[31m-one\x1b[m\n\x1b[32m+\x1b[m\x1b[32mtwo\x1b[m\n"));
        QVERIFY(open(page));
        QCOMPARE(page.eval(QStringLiteral("[...document.querySelectorAll('.diff .add, .diff .del')]"
                                          ".map((one) => one.lastElementChild.textContent).join()"))
                     .toString(),
                 QStringLiteral("one,two"));
    }

    /// In one line it would be unreadable; if it would lose something as a value it stays as it is.
    void lineOfJson_isATree()
    {
        PageFixture page(answering("{\"stdout\": \"\\u001b[31mone\\u001b[0m\\ntwo\","
                                   " \"files\": [{\"name\": \"a\"}], \"code\": 0}"));
        QVERIFY(open(page));
        QCOMPARE(page.eval(QStringLiteral("[...document.querySelectorAll('.outcell .tree .hljs-attr')]"
                                          ".map((one) => one.textContent).join()"))
                     .toString(),
                 QStringLiteral("stdout,files,code"));
        QCOMPARE(page.eval(QStringLiteral("document.querySelector('.outcell .hljs-string').textContent")).toString(),
                 QStringLiteral("\"one\ntwo\""));
        QCOMPARE(page.eval(QStringLiteral("document.querySelector('.outcell .term-red').textContent")).toString(),
                 QStringLiteral("one"));
        QCOMPARE(page.eval(QStringLiteral("document.querySelectorAll('.outcell pre').length")).toInt(), 0);
        PageFixture other(answering("{\"id\": 12345678901234567890}"));
        QVERIFY(open(other));
        QCOMPARE(other.eval(shownText).toString(), QStringLiteral("{\"id\": 12345678901234567890}"));
    }

    /// In its line, too, a progress bar is as it was last.
    void lineOfResult_hasWhatWasNotWrittenOver()
    {
        PageFixture page(std::make_shared<FakeLibrary>(1, [](std::int64_t ordinal) {
            session::Row row = messageRow(ordinal, "Tools", "look");
            std::get<MessagePublished>(row.event.body).message.content = {
                ToolResultBlock{"c1", "run", " 10 %\r\x1b[32m100 %\x1b[0m\ndone", JsonValue(), false}};
            return row;
        }));
        QVERIFY(page.open(1));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.tool .th .grow')")));
        QCOMPARE(page.eval(QStringLiteral("document.querySelector('.tool .th .grow').textContent")).toString(),
                 QStringLiteral("100 % done"));
    }

    void result_isFoldedByItsSize_data()
    {
        QTest::addColumn<QString>("output");
        QTest::addColumn<int>("shown");
        QTest::addColumn<int>("all");
        QTest::addColumn<QString>("words");
        const QString line = QStringLiteral("0123456789").repeated(2'000);
        QTest::newRow("one long line") << line << 2'400 << 20'000 << QStringLiteral("Show 17.6k more");
        QTest::newRow("lines that were written over")
            << QStringLiteral(" 10 %\r 50 %\r100 %\ndone\n") << 10 << 22 << QStringLiteral("Show all 4 lines");
        QTest::newRow("many lines") << QStringLiteral("ab\n").repeated(1'500) << 35 << 4'499
                                    << QStringLiteral("Show all 1,500 lines");
    }
    /// Even if it has few lines.
    void result_isFoldedByItsSize()
    {
        QFETCH(const QString, output);
        QFETCH(const int, shown);
        QFETCH(const int, all);
        QFETCH(const QString, words);
        PageFixture page(answering(output.toStdString()));
        QVERIFY(open(page));
        const QString length = QStringLiteral("document.querySelector('.outcell pre').textContent.length");
        QCOMPARE(page.eval(length).toInt(), shown);
        QCOMPARE(page.eval(QStringLiteral("document.querySelector('.more button').textContent")).toString(), words);
        QVERIFY(page.click(QStringLiteral(".more button")));
        QVERIFY(page.waitUntil(length + QStringLiteral(" === %1").arg(all)));
        QVERIFY(page.click(QStringLiteral(".more button")));
        QVERIFY(page.waitUntil(length + QStringLiteral(" === %1").arg(shown)));
    }

private:
    const QString shownText = QStringLiteral("document.querySelector('.outcell pre').textContent");

    static std::shared_ptr<FakeLibrary> answering(std::string output)
    {
        return std::make_shared<FakeLibrary>(1, [output = std::move(output)](std::int64_t ordinal) {
            session::Row row = messageRow(ordinal, "Bob", "look");
            auto& content = std::get<MessagePublished>(row.event.body).message.content;
            content = {ToolUseBlock{"c1", "run", JsonValue(), "{}"},
                       ToolResultBlock{"c1", "run", output, JsonValue(), false}};
            return row;
        });
    }
    static bool open(PageFixture& page)
    {
        return page.open(1) && page.click(QStringLiteral(".tool .th"))
            && page.waitUntil(QStringLiteral("document.querySelector('.outcell')"));
    }
};

} // namespace tst_transcript_calls

QUARTERDECK_PAGE_TEST(tst_transcript_calls, TestTranscriptCalls)
#include "tst_transcript_calls.moc"
