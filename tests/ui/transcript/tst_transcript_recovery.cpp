#include "page_fixture.h"
#include "tests/support/page_test.h"
#include "ui/transcript/page_recovery.h"
#include "ui/transcript/transcript_page.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QWebEnginePage>
#include <QWebEngineScript>
#include <QWebEngineView>
#include <csignal>

namespace tst_transcript_recovery {

using namespace quarterdeck;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

constexpr std::int64_t longRow = 700;    ///< longer than the view
constexpr std::int64_t longestRow = 800; ///< it is set in pieces
constexpr std::int64_t beyondCaps = 900; ///< more than is set of a message

constexpr std::int64_t questionRow = 300;
constexpr std::int64_t thinkingRow = 301;

session::Row numberedRow(std::int64_t ordinal)
{
    if (ordinal == questionRow) {
        conversation::QuestionAsked asked;
        asked.question.id = conversation::QuestionId("q1");
        asked.question.asker = conversation::RoleName("Bob");
        asked.question.text = "Which board?";
        asked.question.askedAt = {1'000};
        return {{ordinal}, {{ordinal + 1}, {1'760'000'000'000}, 0, asked}, {}};
    }
    if (ordinal == thinkingRow) {
        session::Row row = messageRow(ordinal, "Alice", "Done.");
        auto& published = std::get<conversation::MessagePublished>(row.event.body);
        published.message.content.emplace_back(conversation::ThinkingBlock{"Hm.", {}});
        return row;
    }
    std::string text = "Message number " + std::to_string(ordinal);
    const int lines = ordinal == longRow ? 200 : ordinal == longestRow ? 1'500 : ordinal == beyondCaps ? 400 : 0;
    for (int line = 0; line < lines; ++line)
        text += "\n\nLine " + std::to_string(line) + " of **a long message**, with `code` in it.";
    for (int line = 0; ordinal == beyondCaps && line < 20'000; ++line)
        text += "\nx";
    return messageRow(ordinal, ordinal % 2 == 0 ? "Mike" : "Alice", text);
}

} // namespace

/// A page that dies comes back where it was, but not for ever.
class TestTranscriptRecovery final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_page = std::make_unique<PageFixture>(std::make_shared<FakeLibrary>(1'000, numberedRow));
        connect(&m_page->view.page(), &TranscriptPage::visibleRangeChanged, this,
                [this](conversation::Ordinal first) { m_first = first.value; });
        QVERIFY(m_page->open(1'000));
    }

    void cleanup()
    {
        m_page.reset();
        m_first = -1;
    }

    void crash_comesBackAtTheSamePlace()
    {
        m_page->view.page().scrollTo({{500}, Align::Start}, false);
        QVERIFY(waitFor([&] { return m_first >= 499 && m_first <= 500; }, pageTimeoutMs));
        m_page->view.page().select({501});
        QVERIFY(killAndWait());
        QVERIFY2(waitFor([&] { return m_first >= 499 && m_first <= 500; }, pageTimeoutMs),
                 qPrintable(QString::number(m_first)));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.body.innerText.includes('Message number 500')")));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelectorAll('.entry .sel, .entry.sel').length === 1")));
    }

    /// The last match is not visited once more.
    void crash_comesBackAtTheSamePlace_withFindOpen()
    {
        m_page->view.page().find({session::searchPhrases("number"), conversation::Ordinal{508}});
        m_page->view.page().scrollTo({{508}, Align::Start}, false);
        QVERIFY(waitFor([&] { return m_first >= 507 && m_first <= 508; }, pageTimeoutMs));
        m_page->view.page().scrollTo({{500}, Align::Start}, false);
        QVERIFY(waitFor([&] { return m_first >= 499 && m_first <= 500; }, pageTimeoutMs));
        QVERIFY(killAndWait());
        const QString found = QStringLiteral("document.querySelector('[data-ordinal=\"508\"] mark.hit') !== null");
        QVERIFY(m_page->waitUntil(found));
        (void)waitFor([] { return false; }, 300); // in which it would be shown
        QVERIFY2(m_first >= 499 && m_first <= 500, qPrintable(QString::number(m_first)));
    }

    /// In a message of which neither end is in sight: the line at the upper edge.
    void crashWithinALongMessage_comesBackToTheLine_data()
    {
        QTest::addColumn<std::int64_t>("row");
        QTest::addColumn<int>("line");
        QTest::newRow("in the middle") << longRow << 80;
        QTest::newRow("near its end") << longRow << 160;
        QTest::newRow("in a later piece") << longestRow << 1'100;
        QTest::newRow("where the first piece ends, of one that is cut") << beyondCaps << 300;
    }
    void crashWithinALongMessage_comesBackToTheLine()
    {
        QFETCH(const std::int64_t, row);
        QFETCH(const int, line);
        m_page->view.page().scrollTo({{row}, Align::Start}, false);
        QVERIFY(waitFor([&] { return m_first == row; }, pageTimeoutMs));
        const QString wanted =
            QStringLiteral("document.querySelectorAll('[data-ordinal=\"%1\"] .prose p')[%2]").arg(row).arg(line);
        QVERIFY(m_page->waitUntil(wanted));
        m_page->eval(QStringLiteral("document.querySelector('.scroller').scrollTop += %1.getBoundingClientRect().top"
                                    " - document.querySelector('.railhead').getBoundingClientRect().bottom + 5")
                         .arg(wanted));
        auto* source = &m_page->view.page();
        QVERIFY(waitFor([&] { return source->lineAtTop().has_value(); }, pageTimeoutMs));
        const QString text = m_page->eval(firstLine + QStringLiteral(".textContent")).toString();
        const double top = m_page->eval(firstLine + topOfIt).toDouble();
        QVERIFY(text.startsWith(QStringLiteral("Line %1 ").arg(line - 1)));
        const QString isThere = QStringLiteral("%1?.textContent === '%2' && Math.abs(%1%3 - %4) <= 2")
                                    .arg(firstLine, text, topOfIt)
                                    .arg(top);
        for (int crash = 0; crash < 2; ++crash) { // it is not forgotten the second time
            QVERIFY(killAndWait());
            QVERIFY2(m_page->waitUntil(isThere), qPrintable(m_page->eval(firstLine + topOfIt).toString()));
        }
        m_page->view.page().scrollTo({{row}, Align::Start}, false);
        QVERIFY(waitFor([&] { return !source->lineAtTop(); }, pageTimeoutMs));
    }

    /// Nor is what was opened.
    void whatWasTyped_isNotLostByACrash()
    {
        m_page->view.page().scrollTo({{questionRow}, Align::Center}, false);
        const QString field = QStringLiteral("document.querySelector('textarea.answer')");
        QVERIFY(m_page->waitUntil(field));
        QVERIFY(m_page->click(QStringLiteral("textarea.answer")));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.activeElement === ") + field));
        QTest::keyClicks(m_page->view.webView().focusProxy(), QStringLiteral("Four by four"));
        QVERIFY(m_page->waitUntil(field + QStringLiteral(".value === 'Four by four'")));
        const QString thinks = QStringLiteral("[data-ordinal=\"%1\"] .think").arg(thinkingRow);
        QVERIFY(m_page->click(thinks));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('%1').ariaExpanded === 'true'").arg(thinks)));
        (void)waitFor([] { return false; }, 600); // in which it is handed on
        QVERIFY(killAndWait());
        QVERIFY(m_page->waitUntil(field + QStringLiteral("?.value === 'Four by four'")));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('%1')?.ariaExpanded === 'true'").arg(thinks)));
    }

    void crashAtTheEnd_comesBackAtTheEndAsItIsThen()
    {
        QSignalSpy painted(&m_page->view.page(), &TranscriptPage::painted);
        endRenderProcess(page()->renderProcessPid());
        m_page->library->setTotal(1'005);
        m_page->view.page().setExtent(1'005);
        QVERIFY(waitFor([&] { return painted.count() > 0; }, pageTimeoutMs));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.body.innerText.includes('Message number 1004')")));
    }

    void inputStillArrives_afterACrash()
    {
        QVERIFY(killAndWait());
        std::int64_t chosen = 0;
        m_page->view.page().onCall<calls::Choose>(this, [&](const calls::Choose& call) { chosen = call.seq.value; });
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('.entry:nth-last-child(3) .prose')")));
        QVERIFY(
            waitFor([&] { return m_page->click(QStringLiteral(".entry:nth-last-child(3) .prose")) && chosen > 0; }));
    }

    void pageThatAlwaysCrashes_isGivenUp_untilAsked()
    {
        QSignalSpy failed(&m_page->view.page(), &TranscriptPage::failed);
        for (int i = 0; i < 3; ++i) {
            QVERIFY(killAndWait());
            QCOMPARE(failed.count(), 0);
        }
        // The last time without what could be at fault.
        QVERIFY(m_page->waitUntil(row(1'000) + QStringLiteral(".querySelector('.capnote + pre')")));
        endRenderProcess(page()->renderProcessPid());
        QVERIFY(waitFor([&] { return failed.count() == 1; }, pageTimeoutMs));
        QSignalSpy painted(&m_page->view.page(), &TranscriptPage::painted);
        m_page->view.page().load();
        QVERIFY(waitFor([&] { return painted.count() > 0; }, pageTimeoutMs));
    }

    void pageThatHangs_isEndedAndComesBack()
    {
        QSignalSpy painted(&m_page->view.page(), &TranscriptPage::painted);
        page()->runJavaScript(QStringLiteral("for (;;) {}"), QWebEngineScript::ApplicationWorld);
        QVERIFY(waitFor([&] { return painted.count() > 0; }, pageTimeoutMs));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.body.innerText.includes('Message number 999')")));
    }

    /// As on a machine that is busy with something else, or wakes up: nothing is wrong with the page.
    void pageThatGetsNoProcessor_isNotEnded()
    {
        QVERIFY(answers(1));
        QSignalSpy hung(m_page->view.findChild<PageWatchdog*>(), &PageWatchdog::hung);
        const auto process = static_cast<pid_t>(page()->renderProcessPid());
        QCOMPARE(::kill(process, SIGSTOP), 0);
        QElapsedTimer stopped;
        stopped.start();
        QVERIFY(waitFor([&] { return stopped.elapsed() > 2 * PageWatchdog::limitMs; }, pageTimeoutMs));
        QCOMPARE(::kill(process, SIGCONT), 0);
        QVERIFY(answers(2));
        QCOMPARE(hung.count(), 0);
        QCOMPARE(static_cast<pid_t>(page()->renderProcessPid()), process);
        QVERIFY(m_page->eval(row(1'000) + QStringLiteral(".querySelector('.prose') !== null")).toBool());
    }

    /// The row that hangs the page comes back as it is in the log, so that it does not hang again.
    void rowThatHangsThePage_comesBackPlain()
    {
        QVERIFY(m_page->eval(hangOn500).toBool());
        const qint64 before = page()->renderProcessPid();
        m_page->view.page().scrollTo({{500}, Align::Start}, false);
        QVERIFY(waitFor([&] { return page()->renderProcessPid() != before; }, pageTimeoutMs));
        QVERIFY(m_page->waitUntil(row(1'000)));
        m_page->view.page().scrollTo({{500}, Align::Start}, false);
        QVERIFY(m_page->waitUntil(row(501)));
        QVERIFY(m_page->waitUntil(row(501) + QStringLiteral(".querySelector('.capnote + pre')")));
        QVERIFY(m_page->eval(row(501) + QStringLiteral(".innerText.includes('Message number 500')")).toBool());
        // Rows drawn long before or after it are not suspected.
        m_page->view.page().scrollTo({{600}, Align::Start}, false);
        QVERIFY(m_page->waitUntil(row(601)));
        QVERIFY(m_page->eval(row(601) + QStringLiteral(".querySelector('.prose') !== null")).toBool());
        QVERIFY(m_page->open(1'000, Anchor{{500}, Align::Start}));
        QVERIFY(m_page->waitUntil(row(501) + QStringLiteral(".querySelector('.capnote + pre')")));
    }

    /// What comes later of a row, when its beginning has long been seen: the rest of a long text, formulas, colours.
    void laterPartOfARowThatHangsThePage_comesBackPlain()
    {
        QVERIFY(m_page->eval(holdTasks).toBool());
        m_page->view.page().scrollTo({{longestRow}, Align::Start}, false);
        QVERIFY(m_page->waitUntil(row(longestRow + 1) + QStringLiteral("?.innerText.includes('Line 7 of')")));
        QVERIFY(answers(3)); // what was drawn so far is known to be harmless
        QVERIFY(!m_page->eval(row(longestRow + 1) + QStringLiteral(".innerText.includes('Line 1400 of')")).toBool());
        QVERIFY(m_page->eval(hangOnLine1400).toBool());
        const qint64 before = page()->renderProcessPid();
        m_page->eval(QStringLiteral("(() => { window.releaseTasks(); return true; })()"));
        QVERIFY(waitFor([&] { return page()->renderProcessPid() != before; }, pageTimeoutMs));
        QVERIFY(m_page->waitUntil(row(longestRow + 1) + QStringLiteral("?.querySelector('.capnote + pre')")));
    }

    /// As when a row takes more memory than there is: it would end the page again.
    void rowThatEndsThePage_comesBackPlain()
    {
        auto* watch = m_page->view.findChild<PageWatchdog*>();
        QVERIFY(watch);
        watch->stop(); // what is drawn from now on is not known to be harmless
        m_page->view.page().scrollTo({{longestRow}, Align::Start}, false);
        QVERIFY(m_page->waitUntil(row(longestRow + 1) + QStringLiteral("?.innerText.includes('Line 1400 of')")));
        QVERIFY(
            m_page->eval(row(longestRow + 1) + QStringLiteral(".querySelector('.capnote + pre') === null")).toBool());
        const qint64 before = page()->renderProcessPid();
        QCOMPARE(::kill(static_cast<pid_t>(before), SIGSEGV), 0);
        QVERIFY(waitFor([&] { return page()->renderProcessPid() != before; }, pageTimeoutMs));
        QVERIFY(m_page->waitUntil(row(longestRow + 1) + QStringLiteral("?.querySelector('.capnote + pre')")));
    }

    /// Nobody can tell which of the rows it is: the second time all of them are shown as they are in the log.
    void pageThatHangsAtNoRowAgain_comesBackPlain()
    {
        const QString isPlain = row(1'000) + QStringLiteral("?.querySelector('.capnote + pre') !== null");
        for (int hang = 0; hang < 2; ++hang) {
            QVERIFY(m_page->waitUntil(row(1'000) + QStringLiteral(" !== null")));
            QVERIFY(answers(3));
            QVERIFY(!m_page->eval(isPlain).toBool());
            QSignalSpy painted(&m_page->view.page(), &TranscriptPage::painted);
            page()->runJavaScript(QStringLiteral("for (;;) {}"), QWebEngineScript::ApplicationWorld);
            QVERIFY(waitFor([&] { return painted.count() > 0; }, pageTimeoutMs));
        }
        QVERIFY(m_page->waitUntil(isPlain));
        QVERIFY(m_page->eval(row(1'000) + QStringLiteral(".innerText.includes('Message number 999')")).toBool());
        // It may have been none of them; the person can try.
        QVERIFY(m_page->click(QStringLiteral("article[aria-posinset=\"1000\"] .capnote button")));
        QVERIFY(m_page->waitUntil(row(1'000) + QStringLiteral("?.querySelector('.prose') != null")));
        QVERIFY(!m_page->eval(isPlain).toBool());
        QVERIFY(m_page->eval(row(999) + QStringLiteral(".querySelector('.capnote + pre') !== null")).toBool());
    }

private:
    static QString row(std::int64_t position)
    {
        return QStringLiteral("document.querySelector('article[aria-posinset=\"%1\"]')").arg(position);
    }

    /// So often the page has said that it is alive.
    bool answers(int count)
    {
        auto* watch = m_page->view.findChild<PageWatchdog*>();
        if (watch == nullptr)
            return false;
        QSignalSpy answered(watch, &PageWatchdog::answered);
        return waitFor([&] { return answered.count() >= count; }, pageTimeoutMs);
    }

    /// What the page does between other work waits until it is released.
    const QString holdTasks =
        QStringLiteral("(() => { const post = scheduler.postTask.bind(scheduler); const held = [];"
                       "scheduler.postTask = (...task) => { held.push(task); return Promise.resolve(); };"
                       "window.releaseTasks = () => { scheduler.postTask = post;"
                       "for (const task of held) post(...task); }; return true; })()");
    /// Until the page is reloaded, rendering the piece of text with that line never ends.
    const QString hangOnLine1400 =
        QStringLiteral("(() => { const append = Element.prototype.append; Element.prototype.append = function (...c) {"
                       "if (c.some((one) => /Line 1400 of/.test(one.textContent ?? one))) for (;;); "
                       "return append.apply(this, c); }; return true; })()");
    /// The first of which something can be read, and its top.
    const QString firstLine =
        QStringLiteral("[...document.querySelectorAll('.entry .prose p')]"
                       ".find((one) => one.getBoundingClientRect().bottom >"
                       " document.querySelector('.railhead').getBoundingClientRect().bottom + 6)");
    const QString topOfIt = QStringLiteral(".getBoundingClientRect().top");

    /// Until the page is reloaded, rendering that row's text never ends.
    const QString hangOn500 =
        QStringLiteral("(() => { const append = Element.prototype.append; Element.prototype.append = function (...c) {"
                       "if (c.some((one) => /Message number 500\\s*$/.test(one.textContent ?? one))) for (;;); "
                       "return append.apply(this, c); }; return true; })()");

    QWebEnginePage* page() { return m_page->view.webView().page(); }

    bool killAndWait()
    {
        QSignalSpy painted(&m_page->view.page(), &TranscriptPage::painted);
        const qint64 before = page()->renderProcessPid();
        endRenderProcess(before);
        return waitFor([&] { return painted.count() > 0 && page()->renderProcessPid() != before; }, pageTimeoutMs);
    }

    std::unique_ptr<PageFixture> m_page;
    std::int64_t m_first = -1;
};

} // namespace tst_transcript_recovery

QUARTERDECK_PAGE_TEST(tst_transcript_recovery, TestTranscriptRecovery)
#include "tst_transcript_recovery.moc"
