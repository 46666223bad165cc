#include "page_fixture.h"
#include "tests/support/page_test.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QWebEngineView>

namespace tst_transcript_drafts {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

session::Row numberedRow(std::int64_t ordinal)
{
    return messageRow(ordinal, ordinal % 2 == 0 ? "Mike" : "Bob", "Message number " + std::to_string(ordinal));
}

std::shared_ptr<FakeLibrary> tenRows() { return std::make_shared<FakeLibrary>(10, numberedRow); }

/// The draft of what will be row 10.
session::StreamingMessage aliceWrites(std::string text, const char* channel = "everything")
{
    session::StreamingMessage draft;
    draft.id = "m10";
    draft.role = RoleName("Alice");
    draft.text = std::move(text);
    draft.channels = {ChannelKey(channel)};
    return draft;
}

QString bodyHas(const QString& text) { return QStringLiteral("document.body.innerText.includes('%1')").arg(text); }

/// A finished draft is removed after ten seconds if no message comes: here one does, however long it takes.
void waitForMessages(PageFixture& page)
{
    page.eval(QStringLiteral("(() => { const set = window.setTimeout.bind(window);"
                             " window.setTimeout = (call, ms) => set(call, ms >= 10000 ? 1e9 : ms); })()"));
}

void letArrive(PageFixture& page, std::int64_t total)
{
    page.library->setTotal(total);
    page.view.page().setExtent(total);
}

} // namespace

/// Running replies after the last row.
class TestTranscriptDrafts final : public QObject
{
    Q_OBJECT

private slots:
    void draft_growsAndGoes()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        waitForMessages(page);
        session::StreamingMessage draft = aliceWrites("Once upon");
        page.view.page().showDraft(draft);
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Once upon"))));
        draft.text += " a time";
        page.view.page().showDraft(draft);
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Once upon a time"))));
        draft.isDone = true;
        page.view.page().showDraft(draft);
        QVERIFY(page.waitUntil(QStringLiteral("!document.querySelector('.drafts .caret, .drafts [aria-busy=true]')")));
        QVERIFY(page.eval(bodyHas(QStringLiteral("Once upon a time"))).toBool()); // until its message is here
        letArrive(page, 11);
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Message number 10"))));
        QCOMPARE(page.eval(QStringLiteral("document.querySelectorAll('.draft').length")).toInt(), 0);
    }

    /// Its message may come before the report that it is finished: it is never there twice.
    void draft_goesWithItsMessage()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        waitForMessages(page);
        session::StreamingMessage draft = aliceWrites("Once upon");
        page.view.page().showDraft(draft);
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Once upon"))));
        page.eval(QStringLiteral("(() => { const list = document.querySelector('.list'); window.twice = 0;"
                                 " const look = () => { if (document.body.innerText.includes('Message number 10')"
                                 " && document.querySelector('.draft')) window.twice += 1;"
                                 " requestAnimationFrame(look); }; look(); })()"));
        letArrive(page, 11);
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Message number 10"))));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.draft') === null")));
        draft.text += " a time"; // that was still on its way
        page.view.page().showDraft(draft);
        draft.isDone = true;
        page.view.page().showDraft(draft);
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('[aria-live]').textContent.includes('Alice')")));
        QCOMPARE(page.eval(QStringLiteral("document.querySelectorAll('.draft').length")).toInt(), 0);
        QCOMPARE(page.eval(QStringLiteral("window.twice")).toInt(), 0);
    }

    /// The next message in the log is another's, though this one was finished first.
    void draft_staysUntilItsOwnMessageComes()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        waitForMessages(page);
        session::StreamingMessage slow = aliceWrites("Alice is slow");
        slow.id = "m11";
        session::StreamingMessage quick = aliceWrites("Bob is quick");
        quick.role = RoleName("Bob");
        page.view.page().showDraft(slow);
        page.view.page().showDraft(quick);
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Alice is slow")) + QStringLiteral(" && ")
                               + bodyHas(QStringLiteral("Bob is quick"))));
        for (session::StreamingMessage* draft : {&slow, &quick}) {
            draft->isDone = true;
            page.view.page().showDraft(*draft);
        }
        QVERIFY(page.waitUntil(QStringLiteral("!document.querySelector('.drafts .caret')")));
        letArrive(page, 11);
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Message number 10"))));
        QVERIFY(page.eval(bodyHas(QStringLiteral("Alice is slow"))).toBool());
        QVERIFY(!page.eval(bodyHas(QStringLiteral("Bob is quick"))).toBool());
        letArrive(page, 12);
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Message number 11"))));
        QVERIFY(!page.eval(bodyHas(QStringLiteral("Alice is slow"))).toBool());
    }

    /// The page is told what is new, and everything if that would not do.
    void draft_mayBeginAnew()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        const auto shows = [&](const char* text) {
            page.view.page().showDraft(aliceWrites(text));
            const QString whole =
                QStringLiteral("document.querySelector('.drafts .prose')?.textContent.trim() === '%1'");
            return page.waitUntil(whole.arg(QString::fromUtf8(text)));
        };
        QVERIFY(shows("One"));
        QVERIFY(shows("One two"));
        QVERIFY(shows("Once two"));
        QVERIFY(shows("O"));
        QVERIFY(shows("O 你"));
        page.view.page().showDraft(aliceWrites("O 你\xe5\xa5")); // the beginning of a character
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("\uFFFD"))));
        QVERIFY(shows("O 你好"));
        QVERIFY(page.open(10));
        QVERIFY(shows("O 你好 again"));
    }

    /// Their turns come, however long one takes.
    void drafts_areDrawnInTurn()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        page.eval(QStringLiteral("(() => { const now = performance.now.bind(performance); let late = 0;"
                                 " performance.now = () => now() + (late += 50); })()"));
        for (int reply = 0; reply < 20; ++reply) {
            session::StreamingMessage draft = aliceWrites("This is number " + std::to_string(reply));
            draft.id = "reply " + std::to_string(reply);
            page.view.page().showDraft(draft);
        }
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.drafts > .entry').length === 20")));
        QVERIFY(page.eval(bodyHas(QStringLiteral("number 19"))).toBool());
    }

    /// They are in the page as the rows are, and there is room for 150.
    void drafts_takeTheRoomOfRows()
    {
        PageFixture page(std::make_shared<FakeLibrary>(400, numberedRow));
        QVERIFY(page.open(400));
        const QString rows = QStringLiteral("document.querySelectorAll('.list > .entry').length");
        // Up, until the page has all rows that it may.
        QVERIFY(waitFor(
            [&] {
                page.eval(QStringLiteral("document.querySelector('.scroller').scrollBy(0, -300)"));
                return page.eval(rows).toInt() >= 147;
            },
            pageTimeoutMs));
        session::StreamingMessage draft = aliceWrites("One of many.");
        for (int i = 0; i < 20; ++i) {
            draft.id = "reply " + std::to_string(i);
            page.view.page().showDraft(draft);
        }
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.drafts > .entry').length === 20")));
        QVERIFY(page.waitUntil(rows + QStringLiteral(" <= 130")));
        QVERIFY(page.eval(rows).toInt() >= 110);
    }

    /// However many run: the first of them, with enough rows around; the others are counted until there is room.
    void veryManyDrafts_waitForTheirPlace()
    {
        PageFixture page(std::make_shared<FakeLibrary>(400, numberedRow));
        QVERIFY(page.open(400));
        session::StreamingMessage draft = aliceWrites("One of very many.");
        const auto show = [&](int number) {
            draft.id = QStringLiteral("reply %1").arg(number, 3, 10, QLatin1Char('0')).toStdString();
            page.view.page().showDraft(draft);
        };
        for (int i = 0; i < 140; ++i)
            show(i);
        const QString drawn = QStringLiteral("document.querySelectorAll('.drafts > .entry').length");
        const QString note = QStringLiteral("document.querySelector('.drafts > .capnote')?.innerText ?? ''");
        const QString all = QStringLiteral("document.querySelectorAll('.list .entry').length");
        QVERIFY(page.waitUntil(drawn + QStringLiteral(" === 86")));
        QVERIFY(page.waitUntil(QStringLiteral("(%1).includes('54')").arg(note)));
        // Up, until the page has all rows that it may.
        QVERIFY(waitFor(
            [&] {
                page.eval(QStringLiteral("document.querySelector('.scroller').scrollBy(0, -300)"));
                return page.eval(all).toInt() >= 146;
            },
            pageTimeoutMs));
        QVERIFY(page.eval(all).toInt() <= 149); // one of the 150 says how many wait
        draft.isDone = true;
        for (int i = 0; i < 10; ++i)
            show(i + 130); // of those that wait
        QVERIFY(page.waitUntil(QStringLiteral("(%1).includes('44')").arg(note)));
        QCOMPARE(page.eval(drawn).toInt(), 86);
        for (int i = 0; i < 60; ++i)
            show(i);
        // The finished ones stay until their messages are here, or do not come.
        QVERIFY(page.waitUntil(drawn + QStringLiteral(" === 70 && (%1) === ''").arg(note)));
    }

    void draft_isShownInItsChannelsOnly()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        session::StreamingMessage elsewhere = aliceWrites("Between us", "private:Alice");
        elsewhere.id = "m-secret";
        page.view.page().showDraft(elsewhere);
        session::StreamingMessage draft = aliceWrites("Once upon");
        page.view.page().showDraft(draft);
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Once upon"))));
        QVERIFY(!page.eval(bodyHas(QStringLiteral("Between us"))).toBool());
        draft.channels = {ChannelKey("private:Alice")}; // the person has begun to speak to Alice alone
        draft.route.isPrivate = true;
        page.view.page().showDraft(draft);
        QVERIFY(page.waitUntil(QStringLiteral("!") + bodyHas(QStringLiteral("Once upon"))));
        // It continues there: nobody is told that it is over.
        QCOMPARE(page.eval(QStringLiteral("document.querySelector('[aria-live]').textContent")).toString(), QString());
        page.view.page().openChannel({SessionId("s"), ChannelKey("private:Alice"), 10, {}, {}});
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Between us"))));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.drafts .private').length === 1")));
    }

    /// Nobody writes in the past, and what ended meanwhile is over when the present comes back.
    void draft_isNotShownAtAMoment()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        session::StreamingMessage draft = aliceWrites("Once upon");
        page.view.page().showDraft(draft);
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Once upon"))));
        page.view.page().openChannel({SessionId("s"), ChannelKey("everything"), 5, EventSeq{5}, {}});
        draft.text += " a time";
        page.view.page().showDraft(draft);
        page.view.page().setMoment(EventSeq{4}, 4);
        QVERIFY(page.waitUntil(QStringLiteral("!") + bodyHas(QStringLiteral("Message number 4"))));
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Message number 3"))));
        QCOMPARE(page.eval(QStringLiteral("document.querySelectorAll('.draft').length")).toInt(), 0);
        QVERIFY(page.open(10));
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Once upon a time"))));
        page.view.page().openChannel({SessionId("s"), ChannelKey("everything"), 5, EventSeq{5}, {}});
        draft.isDone = true;
        page.view.page().showDraft(draft);
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Message number 4"))));
        QVERIFY(page.open(10));
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Message number 8"))));
        QCOMPARE(page.eval(QStringLiteral("document.querySelectorAll('.draft').length")).toInt(), 0);
    }

    /// What is there by then, and all of the code once it is finished.
    void codeOfADraft_isCopied()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        const auto copies = [&](const std::string& written, const QString& code) {
            page.view.page().showDraft(aliceWrites(written));
            return page.waitUntil(QStringLiteral("document.querySelector('.drafts .box pre')?.textContent === %1")
                                      .arg(QString::fromUtf8(QJsonDocument(QJsonArray{code}).toJson()).trimmed())
                                  + QStringLiteral("[0]"))
                && waitFor(
                       [&] {
                           page.click(QStringLiteral(".drafts .box .bh button:last-child"));
                           return QGuiApplication::clipboard()->text() == code;
                       },
                       pageTimeoutMs);
        };
        QVERIFY(copies("```ts\nlet a = 1;", QStringLiteral("let a = 1;")));
        QVERIFY(copies("```ts\nlet a = 1;\nlet b", QStringLiteral("let a = 1;\nlet b")));
        QVERIFY(copies("```ts\nlet a = 1;\nlet b;\n```\n\nThat is it.", QStringLiteral("let a = 1;\nlet b;")));
    }

    void longDraft_isAddedTo_data()
    {
        QTest::addColumn<QString>("begin");
        QTest::addColumn<QString>("piece");
        QTest::addColumn<QString>("drawn"); ///< what it is set as
        const QString text = QStringLiteral(".growing > pre.wrapped");
        QTest::newRow("a list") << QString() << QStringLiteral("- item of a list\n") << text;
        QTest::newRow("a table") << QStringLiteral("| a | b |\n|---|---|\n") << QStringLiteral("| x | y |\n") << text;
        QTest::newRow("one line") << QString() << QStringLiteral("word ") << text;
        QTest::newRow("dashes below a head") << QStringLiteral("| a |\n") << QStringLiteral("-----") << text;
        QTest::newRow("formulas") << QString() << QStringLiteral("$x$ ") << text;
        QTest::newRow("code") << QStringLiteral("```ts\n") << QStringLiteral("let a = 1;\n")
                              << QStringLiteral(".growing > .box pre");
        QTest::newRow("one line of code")
            << QStringLiteral("```ts\n") << QStringLiteral("let a = 1;") << QStringLiteral(".growing > .box pre");
    }
    /// Existing content is neither rendered nor laid out again, and no more than this is there.
    void longDraft_isAddedTo()
    {
        QFETCH(const QString, begin);
        QFETCH(const QString, piece);
        QFETCH(const QString, drawn);
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        const auto grow = [&](int length) {
            static int tokens = 0;
            session::StreamingMessage draft =
                aliceWrites((begin + piece.repeated(length / piece.size())).toStdString());
            draft.tokens = ++tokens;
            page.view.page().showDraft(draft);
            return page.waitUntil(
                QStringLiteral("/\\b%1\\b/.test(document.querySelector('.live')?.textContent)").arg(tokens));
        };
        const QString shown = QStringLiteral("document.querySelector('%1').textContent.length").arg(drawn);
        QVERIFY(grow(180'000));
        QVERIFY(page.waitUntil(shown + QStringLiteral(" > 175000")));
        QVERIFY(page.eval(QStringLiteral("document.querySelectorAll('.growing *').length < 500")).toBool());
        page.eval(QStringLiteral("for (const part of document.querySelectorAll('.growing .part')) part.isOld = true"));
        QVERIFY(grow(181'000));
        QVERIFY(page.waitUntil(shown + QStringLiteral(" > 180500")));
        QVERIFY(page.eval(QStringLiteral("[...document.querySelectorAll('.growing .part')]"
                                         ".filter((part) => !part.isOld).length <= 2"))
                    .toBool());
        QVERIFY(page.eval(QStringLiteral("!document.querySelector('.drafts .prose > .capnote')")).toBool());
        QVERIFY(grow(400'000));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.drafts .prose > .capnote')")));
        QVERIFY(page.eval(shown + QStringLiteral(" <= 200000")).toBool());
    }

    /// If all of it comes at once (the channel is opened), it is rendered a few blocks per frame.
    void manyBlocks_areSetInTurn()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        page.eval(
            QStringLiteral("(() => { const now = performance.now.bind(performance); let late = 0;"
                           " performance.now = () => now() + (late += 50); window.most = 0;"
                           " const { append } = Element.prototype; let tick = 0, count = 0;"
                           " const frame = () => { tick += 1; count = 0; requestAnimationFrame(frame); };"
                           " frame();"
                           " Element.prototype.append = function (...nodes) {"
                           "  if (nodes.some((node) => node.querySelector?.('p'))) most = Math.max(most, ++count);"
                           "  return append.apply(this, nodes); }; })()"));
        std::string text;
        for (int block = 0; block < 60; ++block)
            text += "Block number " + std::to_string(block) + ".\n\n";
        page.view.page().showDraft(aliceWrites(text + "The end"));
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("The end"))));
        QCOMPARE(page.eval(QStringLiteral("document.querySelectorAll('.drafts .prose p').length")).toInt(), 61);
        QVERIFY2(page.eval(QStringLiteral("most <= 3")).toBool(),
                 qPrintable(page.eval(QStringLiteral("most")).toString()));
    }

    /// Set as Markdown again as soon as the long block is over.
    void shortBlocks_followALongOne()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        std::string text;
        for (int item = 0; item < 1'000; ++item)
            text += "- item of a list\n";
        page.view.page().showDraft(aliceWrites(text));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.growing > pre.wrapped')")));
        page.view.page().showDraft(aliceWrites(text + "\n```ts\nlet a;\n```\n\nand **then"));
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("and **then"))));
        page.view.page().showDraft(aliceWrites(text + "\n```ts\nlet a;\n```\n\nand **then**"));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.growing strong')?.textContent === 'then'")));
        QVERIFY(page.eval(QStringLiteral("document.querySelector('.drafts pre.wrapped').textContent.split('\\n').length"
                                         " >= 1000"))
                    .toBool());
        QCOMPARE(page.eval(QStringLiteral("document.querySelector('.drafts .box pre').textContent")).toString(),
                 QStringLiteral("let a;"));
        QCOMPARE(page.eval(QStringLiteral("document.querySelectorAll('.drafts .caret').length")).toInt(), 1);
    }

    /// A link whose text names another host is marked at once, and what a click on it opened stays from frame to frame,
    /// and in the message.
    void warningAtALink_staysOpen()
    {
        const std::string text = "A list:\n\n- one\n\nSee [github.com](https://evil.example/x), or";
        PageFixture page(std::make_shared<FakeLibrary>(10, [&](std::int64_t ordinal) {
            return ordinal < 10 ? numberedRow(ordinal) : messageRow(ordinal, "Alice", text + " not.\n\nThe end.");
        }));
        QVERIFY(page.open(10));
        waitForMessages(page);
        session::StreamingMessage draft = aliceWrites(text);
        page.view.page().showDraft(draft);
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.growing a.suspect')")));
        QVERIFY(page.click(QStringLiteral(".growing a.suspect")));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.linkbox')")));
        page.eval(QStringLiteral("document.querySelector('.linkbox').parentElement.querySelector('.btn').focus();"
                                 "window.missing = 0; const look = () => {"
                                 " if (document.querySelectorAll('.linkbox').length !== 1"
                                 " || document.activeElement.innerText !== 'Copy address') window.missing += 1;"
                                 " requestAnimationFrame(look); }; look()"));
        const std::vector<std::pair<const char*, const char*>> steps{
            {" not", "or not"}, {".\n", "or not."}, {"\nThe", "The"}, {" end.", "The end."}};
        for (const auto& [added, shown] : steps) {
            draft.text += added;
            page.view.page().showDraft(draft);
            QVERIFY(page.waitUntil(bodyHas(QLatin1StringView(shown))));
        }
        QVERIFY(page.eval(QStringLiteral("!document.querySelector('.growing .linkbox')")).toBool());
        draft.isDone = true;
        page.view.page().showDraft(draft);
        letArrive(page, 11);
        QVERIFY(page.waitUntil(QStringLiteral("!document.querySelector('.draft')")));
        QVERIFY(page.eval(QStringLiteral("document.querySelector('.entry article:not(.draft) .linkbox')?.innerText"
                                         ".includes('evil.example')"))
                    .toBool());
        QCOMPARE(page.eval(QStringLiteral("window.missing")).toInt(), 0);
    }

    /// While it is written on, in a paragraph, in code, and from one block to the next.
    void whatIsSelected_staysSelected()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        session::StreamingMessage draft = aliceWrites("The first *words* of it");
        page.view.page().showDraft(draft);
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("of it"))));
        page.eval(
            QStringLiteral("(() => { const p = document.querySelector('.growing p'); getSelection().setBaseAndExtent("
                           "p.firstChild, 4, p.lastChild.nodeType === 3 ? p.lastChild : p.childNodes[2], 3); })()"));
        QCOMPARE(page.eval(QStringLiteral("getSelection().toString()")).toString(), QStringLiteral("first words of"));
        const std::vector<std::pair<const char*, const char*>> steps{{" all", "of it all"},
                                                                     {", **and", "and"},
                                                                     {" more**.", "more"},
                                                                     {"\n\nNext", "Next"},
                                                                     {" one.", "Next one."}};
        for (const auto& [added, shown] : steps) {
            draft.text += added;
            page.view.page().showDraft(draft);
            QVERIFY(page.waitUntil(bodyHas(QLatin1StringView(shown))));
            QCOMPARE(page.eval(QStringLiteral("getSelection().toString()")).toString(),
                     QStringLiteral("first words of"));
        }
        draft.text += "\n\n```\nlet a = 1;";
        page.view.page().showDraft(draft);
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("let a"))));
        page.eval(QStringLiteral("(() => { const text = document.querySelector('.growing .part').firstChild;"
                                 " getSelection().setBaseAndExtent(text, 5, text, 4); })()")); // backwards
        draft.text += "\nlet b;\n```\n\nThat is it.";
        page.view.page().showDraft(draft);
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("That is it."))));
        QCOMPARE(page.eval(QStringLiteral("getSelection().toString()")).toString(), QStringLiteral("a"));
    }

    /// However fast it is written, what is pressed is what is clicked.
    void linkOfADraft_isClicked()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        session::StreamingMessage draft = aliceWrites("See [github.com](https://evil.example/x) and");
        page.view.page().showDraft(draft);
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.growing a.suspect')")));
        const auto place = page.middleOf(QStringLiteral(".growing a.suspect"));
        QVERIFY(place);
        QWidget* target = page.view.webView().focusProxy();
        QTest::mousePress(target, Qt::LeftButton, {}, *place);
        for (int word = 0; word < 10; ++word) {
            draft.text += " more";
            page.view.page().showDraft(draft);
            (void)waitFor([] { return false; }, 30); // some frames
        }
        QTest::mouseRelease(target, Qt::LeftButton, {}, *place);
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.growing .linkbox')")));
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("and more more more more more more more more more more"))));
    }
};

} // namespace tst_transcript_drafts

QUARTERDECK_PAGE_TEST(tst_transcript_drafts, TestTranscriptDrafts)
#include "tst_transcript_drafts.moc"
