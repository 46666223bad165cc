#include "page_fixture.h"
#include "tests/support/page_test.h"
#include "ui/transcript/scroll_map.h"

#include <QSignalSpy>
#include <QWebEnginePage>
#include <QWebEngineScript>
#include <QWebEngineView>
#include <cmath>

namespace tst_transcript_window {

using namespace quarterdeck;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

constexpr int total = 10'000;
const QString hasSize = QStringLiteral("document.querySelector('article[aria-setsize=\"%1\"]')");

/// Of different heights: a line to a page.
session::Row longOrShortRow(std::int64_t ordinal)
{
    std::string text = "Message number " + std::to_string(ordinal);
    for (std::int64_t i = 0; i < ordinal % 7; ++i)
        text += "\n\nA paragraph that makes this message longer than the one before it, with some more words.";
    return messageRow(ordinal, ordinal % 2 == 0 ? "Mike" : "Alice", text);
}

struct Range
{
    std::int64_t first = -1;
    std::int64_t last = -1;
    bool isAtEnd = false;
};

/// A channel of ten thousand rows behaves as one of ten.
class TestTranscriptWindow final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_page = std::make_unique<PageFixture>(std::make_shared<FakeLibrary>(total, longOrShortRow));
        connect(&m_page->view.page(), &TranscriptPage::visibleRangeChanged, this,
                [this](conversation::Ordinal first, conversation::Ordinal last, bool isAtEnd) {
                    m_range = {first.value, last.value, isAtEnd};
                    countMounted();
                });
        QVERIFY(m_page->open(total));
    }

    void cleanup()
    {
        QVERIFY2(m_mostMounted > 0 && m_mostMounted <= 150, qPrintable(QString::number(m_mostMounted)));
        m_page.reset();
        m_range = {};
        m_mostMounted = 0;
    }

    void channel_opensAtItsEnd()
    {
        QVERIFY(waitFor([&] { return m_range.last == total - 1 && m_range.isAtEnd; }));
        QVERIFY(m_page->library->mostRowsAtOnce() <= 60);
        QVERIFY(mounted() > 5);
    }

    void jumps_showTheWantedRow()
    {
        for (const std::int64_t ordinal : {5'000, 17, 9'998, 0, 4'321}) {
            QSignalSpy painted(&m_page->view.page(), &TranscriptPage::painted);
            m_page->view.page().scrollTo({{ordinal}, Align::Start}, true);
            QVERIFY(waitFor([&] { return painted.count() > 0; }, pageTimeoutMs));
            QVERIFY2(waitFor([&] { return m_range.first <= ordinal && ordinal <= m_range.last; }),
                     qPrintable(QStringLiteral("%1: %2 to %3").arg(ordinal).arg(m_range.first).arg(m_range.last)));
        }
    }

    /// To a row that is in the page already, but with too little below it.
    void jump_toTheLastRowThatIsMounted()
    {
        m_page->library->hold(FakeLibrary::Reads::Rows);
        m_page->view.page().scrollTo({{5'000}, Align::Start}, false);
        const auto isThere = [&] { return m_range.first == 5'000; };
        while (!isThere()) { // as few reads as it takes: what it asks for beyond that stays held
            QVERIFY(waitFor([&] { return isThere() || m_page->library->hasHeldReads(); }, pageTimeoutMs));
            if (!isThere()) {
                m_page->library->release();
                m_page->library->hold(FakeLibrary::Reads::Rows);
            }
        }
        QVariant last; // those out of sight come after what is in sight is painted
        QVERIFY(waitFor([&] {
            last = m_page->eval(QStringLiteral("[...document.querySelectorAll('.entry')].at(-1).dataset.ordinal"));
            return last.toLongLong() > m_range.last;
        }));
        m_page->view.page().scrollTo({{last.toLongLong()}, Align::Start}, false);
        m_page->library->release();
        QVERIFY2(
            waitFor([&] { return m_range.first == last.toLongLong(); }, pageTimeoutMs),
            qPrintable(QStringLiteral("%1: %2 to %3").arg(last.toLongLong()).arg(m_range.first).arg(m_range.last)));
    }

    /// A long message is remarked upon at its end.
    void mark_leadsToWhatIsAnnotated()
    {
        std::string text;
        for (int line = 0; line < 200; ++line)
            text += "Paragraph " + std::to_string(line) + ".\n\n";
        constexpr std::int64_t rows = 300;
        PageFixture page(std::make_shared<FakeLibrary>(rows, [&](std::int64_t ordinal) {
            session::Row row = messageRow(ordinal, "Bob", ordinal % 100 == 50 ? text : "short");
            if (ordinal % 100 == 50)
                row.amendments = {{{rows + ordinal},
                                   {61'000},
                                   0,
                                   conversation::Annotated{
                                       {ordinal + 1}, conversation::AnnotationKind::Mistake, "Not so.", "a reviewer"}}};
            return row;
        }));
        QVERIFY(page.open(rows));
        const QString isInSight =
            QStringLiteral("(() => { const box = document.querySelector('[data-ordinal=\"%1\"] .notice')"
                           "?.getBoundingClientRect();"
                           " return box !== undefined && box.top > 20 && box.bottom < innerHeight; })()");
        for (const std::int64_t ordinal : {50, 250, 250}) { // far away, and in the page already
            page.view.page().scrollTo({{ordinal}, Align::Center}, true);
            QVERIFY2(page.waitUntil(isInSight.arg(ordinal)), qPrintable(QString::number(ordinal)));
            page.view.page().scrollTo({{ordinal}, Align::Start}, false); // a number is gone to as ever
            QVERIFY2(page.waitUntil(QStringLiteral("!") + isInSight.arg(ordinal)),
                     qPrintable(QString::number(ordinal)));
        }
    }

    void event_isScrolledTo()
    {
        m_page->view.page().scrollToEvent({2'001}, Align::Center, false);
        QVERIFY(waitFor([&] { return m_range.first <= 2'000 && 2'000 <= m_range.last; }, pageTimeoutMs));
        QVERIFY(m_range.first < 2'000); // in the middle
    }

    void newRows_areFollowedFromTheEnd()
    {
        QVERIFY(waitFor([&] { return m_range.isAtEnd; }));
        m_page->library->setTotal(total + 3);
        m_page->view.page().setExtent(total + 3);
        QVERIFY(waitFor([&] { return m_range.last == total + 2; }, pageTimeoutMs));
    }

    /// They came while the rows of the end were on their way.
    void newRows_areFollowedWhileItOpens()
    {
        m_page->library->hold(FakeLibrary::Reads::Rows);
        m_range = {};
        m_page->view.page().openChannel(
            {conversation::SessionId("s"), conversation::ChannelKey("other"), total, {}, {}});
        QVERIFY(waitFor([&] { return m_page->library->hasHeldReads(); }, pageTimeoutMs));
        m_page->library->setTotal(total + 2);
        m_page->view.page().setExtent(total + 2);
        QVERIFY(m_page->waitUntil(hasSize.arg(total + 2)));
        m_page->library->release();
        QVERIFY(waitFor([&] { return m_range.last == total + 1 && m_range.isAtEnd; }, pageTimeoutMs));
    }

    /// The browser moves the view itself when there is more room for it, here before the new row is there.
    void newRows_areFollowedWhileTheViewGrows()
    {
        m_page->view.resize(900, 400);
        QVERIFY(m_page->waitUntil(QStringLiteral("innerHeight === 400")));
        QVERIFY(waitFor([&] { return m_range.isAtEnd; }, pageTimeoutMs));
        m_page->library->hold(FakeLibrary::Reads::Rows);
        m_page->library->setTotal(total + 1);
        m_page->view.page().setExtent(total + 1);
        QVERIFY(m_page->waitUntil(hasSize.arg(total + 1)));
        m_page->view.resize(900, 700);
        QVERIFY(m_page->waitUntil(QStringLiteral("innerHeight === 700")));
        QVERIFY(waitFor([&] { return !m_range.isAtEnd; }, pageTimeoutMs));
        m_page->library->release();
        QVERIFY(waitFor([&] { return m_range.last == total && m_range.isAtEnd; }, pageTimeoutMs));
    }

    void newRows_doNotMoveWhoReadsAbove()
    {
        m_page->view.page().scrollTo({{5'000}, Align::Start}, false);
        QVERIFY(waitFor([&] { return m_range.first <= 5'000 && 5'000 <= m_range.last; }, pageTimeoutMs));
        QVERIFY(m_page->waitUntil(QStringLiteral("%1 !== undefined").arg(topOf5000)));
        const double before = m_page->eval(topOf5000).toDouble();
        m_page->library->setTotal(total + 3);
        m_page->view.page().setExtent(total + 3);
        QVERIFY(m_page->waitUntil(QStringLiteral("!document.querySelector('.newpill').hidden")));
        const QVariant after = m_page->eval(topOf5000);
        QVERIFY(after.isValid()); // still there
        QVERIFY2(std::abs(after.toDouble() - before) <= 2.0,
                 qPrintable(QStringLiteral("%1 to %2").arg(before).arg(after.toDouble())));
    }

    /// A person reading further up is told how many came, is brought there, and then there are none.
    void newRows_areCounted()
    {
        showRow5000();
        grow(1);
        QVERIFY(pillSays("1 new"));
        grow(3);
        QVERIFY(pillSays("3 new"));
        QVERIFY(m_page->click(QStringLiteral(".newpill")));
        QVERIFY(waitFor([&] { return m_range.last == total + 2 && m_range.isAtEnd; }, pageTimeoutMs));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('.newpill').hidden")));
    }

    void newRows_areCountedWhereTheirChannelIsOpenedAgain()
    {
        showRow5000();
        grow(3);
        QVERIFY(pillSays("3 new"));
        const Anchor place{{5'000}, Align::Start};
        QSignalSpy painted(&m_page->view.page(), &TranscriptPage::painted);
        m_page->view.page().openChannel(
            {conversation::SessionId("s"), conversation::ChannelKey("public"), total + 3, {}, place});
        QVERIFY(waitFor([&] { return !painted.isEmpty(); }, pageTimeoutMs));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('.newpill').hidden")));
        QVERIFY(m_page->open(total + 3, place));
        QVERIFY(pillSays("3 new"));
        m_page->eval(QStringLiteral("window.isOld = true"));
        m_page->view.page().load();
        QVERIFY(m_page->waitUntil(QStringLiteral("!window.isOld")));
        QVERIFY(pillSays("3 new"));
    }

    /// All of them are in sight, and most of what they say is not.
    void bar_movesWithinLongRows()
    {
        PageFixture page(std::make_shared<FakeLibrary>(2, [](std::int64_t ordinal) {
            std::string text;
            for (int line = 0; line < 100; ++line)
                text += "Line " + std::to_string(line) + " of many.\n\n";
            return messageRow(ordinal, "Bob", text);
        }));
        QVERIFY(page.open(2));
        auto* map = page.view.findChild<ScrollMap*>(QStringLiteral("scrollMap"));
        const auto bottom = [&] { return map->height() - 1; };
        QVERIFY(waitFor([&] { return map->thumbRect().height() > 0 && map->thumbRect().bottom() == bottom(); },
                        pageTimeoutMs));
        QVERIFY(map->thumbRect().height() < map->height() / 2);
        const QPoint grabbed = map->thumbRect().center();
        QTest::mousePress(map, Qt::LeftButton, {}, grabbed);
        QTest::mouseMove(map, {grabbed.x(), map->height() / 4});
        QTest::mouseRelease(map, Qt::LeftButton, {}, {grabbed.x(), map->height() / 4});
        // A quarter of the bar: the middle of the first of two.
        const QString middle = QStringLiteral("(() => { const { top, height } = document.querySelector('[data-ordinal="
                                              "\"0\"]').getBoundingClientRect(); return -top / height; })()");
        QVERIFY(waitFor([&] { return std::abs(page.eval(middle).toDouble() - 0.45) < 0.1; }, pageTimeoutMs));
        QVERIFY(
            waitFor([&] { return std::abs(map->thumbRect().center().y() - map->height() / 4) < 20; }, pageTimeoutMs));
    }

    /// If a layout alone takes longer than a slice of work may.
    void slowPage_fillsItsWindow()
    {
        m_page->eval(QStringLiteral("(() => { const now = performance.now.bind(performance); let late = 0;"
                                    " performance.now = () => now() + (late += 50); })()"));
        m_page->view.page().scrollTo({{5'000}, Align::Start}, false);
        QVERIFY(waitFor([&] { return m_range.first <= 5'000 && 5'000 <= m_range.last; }, pageTimeoutMs));
        QVERIFY(m_page->waitUntil(mountedRows + QStringLiteral(" > 12")));
    }

    void wheel_goesOnThroughTheWindow()
    {
        showRow5000();
        QVERIFY2(wheelUntil(5'100), qPrintable(QString::number(m_range.first)));
    }

    void wheel_turnsAtOnce_afterAJump_data()
    {
        QTest::addColumn<int>("by");
        QTest::addColumn<int>("reached");
        QTest::newRow("down") << -600 << 5'100;
        QTest::newRow("up") << 600 << 4'900;
    }

    /// There is nothing above the row when the wheel begins, and perhaps nothing below it.
    void wheel_turnsAtOnce_afterAJump()
    {
        QFETCH(const int, by);
        QFETCH(const int, reached);
        for (int jump = 0; jump < 4; ++jump) {
            m_page->view.page().scrollTo({{5'000}, Align::Start}, false);
            QVERIFY(waitFor([&] { return m_range.first == 5'000; }, pageTimeoutMs));
            const auto isThere = [&] { return by < 0 ? m_range.first > reached : m_range.first < reached; };
            QVERIFY2(wheelUntil(isThere, by), qPrintable(QString::number(m_range.first)));
            restInSight();
        }
    }

    /// At either end, however soon after the wheel.
    void click_isNotLostAfterAWheelThatTurnsNothing()
    {
        std::int64_t chosen = 0;
        m_page->view.page().onCall<calls::Choose>(this, [&](const calls::Choose& call) { chosen = call.seq.value; });
        QWidget* target = m_page->view.webView().focusProxy();
        for (const int by : {-600, 600}) {
            const std::int64_t row = by < 0 ? total - 1 : 0;
            m_page->view.page().scrollTo({{row}, by < 0 ? Align::End : Align::Start}, false);
            QVERIFY(waitFor([&] { return by < 0 ? m_range.last == row : m_range.first == row; }, pageTimeoutMs));
            restInSight();
            const auto at = m_page->middleOf(QStringLiteral("[data-ordinal=\"%1\"] .prose").arg(row));
            QVERIFY(at);
            QWheelEvent wheel(*at, target->mapToGlobal(*at), {0, by}, {0, by}, Qt::NoButton, {}, Qt::NoScrollPhase,
                              false);
            QCoreApplication::sendEvent(target, &wheel);
            QTest::mouseClick(target, Qt::LeftButton, {}, *at);
            QVERIFY(waitFor([&] { return chosen == row + 1; }));
        }
    }

    /// The row under the wheel is long gone from sight when the page is busy for longer than a wheel rests.
    void wheel_goesOnAfterTheBusyPage()
    {
        showRow5000();
        QVERIFY2(wheelUntil(5'200), qPrintable(QString::number(m_range.first)));
        m_page->view.webView().page()->runJavaScript(
            QStringLiteral("for (const end = Date.now() + 1500; Date.now() < end;);"),
            QWebEngineScript::ApplicationWorld);
        QVERIFY2(wheelUntil(5'300), qPrintable(QString::number(m_range.first)));
    }

    /// After clicking a message, reading on by keys starts from what is in sight, not from the old focus.
    void keys_goOnFromWhatIsInSight()
    {
        showRow5000();
        QVERIFY(m_page->click(QStringLiteral("[data-ordinal=\"5000\"] .prose")));
        QVERIFY(m_page->waitUntil(hasFocus(5'000)));
        QTest::keyClicks(m_page->view.webView().focusProxy(), QStringLiteral("j")); // it is in sight
        QVERIFY(m_page->waitUntil(hasFocus(5'001)));
        QVERIFY2(wheelUntil(5'030), qPrintable(QString::number(m_range.first)));
        QVERIFY(m_page->eval(QStringLiteral("document.querySelector('[data-ordinal=\"5001\"]') !== null")).toBool());
        restInSight();
        const std::int64_t first = m_range.first;
        QTest::keyClicks(m_page->view.webView().focusProxy(), QStringLiteral("k"));
        QVERIFY(m_page->waitUntil(hasFocus(first - 1)));
        QVERIFY2(wheelUntil(5'060), qPrintable(QString::number(m_range.first)));
        restInSight();
        const std::int64_t next = m_range.first;
        QTest::keyClicks(m_page->view.webView().focusProxy(), QStringLiteral("j"));
        QVERIFY(m_page->waitUntil(hasFocus(next)));
    }

    /// Nor is it taken back when that row is long out of the page.
    void keys_goOnWhenTheRowWithTheFocusHasLeft()
    {
        showRow5000();
        QVERIFY(m_page->click(QStringLiteral("[data-ordinal=\"5000\"] .prose")));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.activeElement.ariaPosInSet === '5001'")));
        QVERIFY2(wheelUntil(5'200), qPrintable(QString::number(m_range.first)));
        QVERIFY(m_page->waitUntil(QStringLiteral("!document.querySelector('[data-ordinal=\"5000\"]')")));
        QVERIFY(m_page->eval(QStringLiteral("document.activeElement.matches('.scroller')")).toBool());
        const std::int64_t before = m_range.first;
        QTest::keyClick(m_page->view.webView().focusProxy(), Qt::Key_PageUp);
        QVERIFY(waitFor([&] { return m_range.first < before; }, pageTimeoutMs));
        restInSight();
        const std::int64_t first = m_range.first;
        QTest::keyClicks(m_page->view.webView().focusProxy(), QStringLiteral("j"));
        QVERIFY(m_page->waitUntil(hasFocus(first)));
        QTest::keyClicks(m_page->view.webView().focusProxy(), QStringLiteral("j"));
        QVERIFY(m_page->waitUntil(hasFocus(first + 1)));
        QVERIFY(waitFor([&] { return m_range.first == first + 1; }, pageTimeoutMs));
    }

private:
    void showRow5000()
    {
        m_page->view.page().scrollTo({{5'000}, Align::Start}, false);
        QVERIFY(waitFor([&] { return m_range.first <= 5'000 && 5'000 <= m_range.last; }, pageTimeoutMs));
    }

    void grow(int rows)
    {
        m_page->library->setTotal(total + rows);
        m_page->view.page().setExtent(total + rows);
    }
    bool pillSays(const char* words)
    {
        return m_page->waitUntil(QStringLiteral("[...document.querySelectorAll('.newpill')]"
                                                ".some((one) => !one.hidden && one.innerText.trim() === '%1')")
                                     .arg(QLatin1String(words)));
    }

    static QString hasFocus(std::int64_t ordinal)
    {
        return QStringLiteral("document.activeElement.closest('.entry')?.dataset.ordinal === '%1'").arg(ordinal);
    }

    /// Until the page stands still and has reported where.
    void restInSight()
    {
        const QString top = QStringLiteral("document.querySelector('.scroller').scrollTop");
        QVERIFY(waitFor(
            [&] {
                const double before = m_page->eval(top).toDouble();
                const std::int64_t first = m_range.first;
                (void)waitFor([] { return false; }, 200);
                return m_page->eval(top).toDouble() == before && m_range.first == first;
            },
            pageTimeoutMs));
    }

    /// Turns the wheel without a rest.
    template <typename Predicate>
    bool wheelUntil(Predicate isThere, int by)
    {
        constexpr int enoughMs = 20'000; // what has not moved by then does not before it rests
        QWidget* target = m_page->view.webView().focusProxy();
        const QPointF at(400, 350);
        return waitFor(
            [&] {
                QWheelEvent event(at, target->mapToGlobal(at), {0, by}, {0, by}, Qt::NoButton, {}, Qt::NoScrollPhase,
                                  false);
                QCoreApplication::sendEvent(target, &event);
                (void)waitFor([] { return false; }, 15);
                return isThere();
            },
            enoughMs);
    }

    /// Down.
    bool wheelUntil(std::int64_t first)
    {
        return wheelUntil([&] { return m_range.first > first; }, -600);
    }

    int mounted() { return m_page->eval(mountedRows).toInt(); }

    /// Without waiting: the page tells its range from within its own call.
    void countMounted()
    {
        m_page->view.webView().page()->runJavaScript(
            mountedRows, QWebEngineScript::ApplicationWorld,
            [this](const QVariant& count) { m_mostMounted = std::max(m_mostMounted, count.toInt()); });
    }

    const QString mountedRows = QStringLiteral("document.querySelectorAll('.list > .entry').length");

    const QString topOf5000 =
        QStringLiteral("[...document.querySelectorAll('.entry')].find((e) => "
                       "/Message number 5000\\b/.test(e.innerText))?.getBoundingClientRect().top");
    std::unique_ptr<PageFixture> m_page;
    Range m_range;
    int m_mostMounted = 0;
};

} // namespace tst_transcript_window

QUARTERDECK_PAGE_TEST(tst_transcript_window, TestTranscriptWindow)
#include "tst_transcript_window.moc"
