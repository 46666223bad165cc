#include "page_fixture.h"
#include "tests/support/page_test.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QWebEngineView>
#include <cmath>

namespace tst_reading_keys {

using namespace quarterdeck;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

constexpr int total = 5'000;
constexpr int shownRow = 2'500;

/// With something in each that Tab can reach.
session::Row linkedRow(std::int64_t ordinal)
{
    return messageRow(ordinal, ordinal % 2 == 0 ? "Mike" : "Alice",
                      "Message " + std::to_string(ordinal) + " [a link](https://docs.example/x)\n\n```\ncode\n```");
}

} // namespace

/// The keys for reading.
class TestReadingKeys final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_page = std::make_unique<PageFixture>(std::make_shared<FakeLibrary>(total, linkedRow));
        connect(&m_page->view.page(), &TranscriptPage::visibleRangeChanged, this,
                [this](conversation::Ordinal first, conversation::Ordinal last) {
                    m_first = first.value;
                    m_last = last.value;
                });
    }
    void cleanup() { m_page.reset(); }

    void ends_areTheChannels_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
        for (const auto& [name, modifiers] : {std::pair{"", Qt::KeyboardModifiers()}, {"Ctrl+", Qt::ControlModifier}}) {
            QTest::newRow(qPrintable(QLatin1String(name) + QStringLiteral("Home"))) << int{Qt::Key_Home} << modifiers;
            QTest::newRow(qPrintable(QLatin1String(name) + QStringLiteral("End"))) << int{Qt::Key_End} << modifiers;
        }
    }
    /// And not those of what is mounted.
    void ends_areTheChannels()
    {
        QFETCH(const int, key);
        QFETCH(const Qt::KeyboardModifiers, modifiers);
        open();
        press(static_cast<Qt::Key>(key), modifiers);
        if (key == Qt::Key_Home)
            QVERIFY(waitFor([&] { return m_first == 0; }));
        else
            QVERIFY(waitFor([&] { return m_last == total - 1; }));
    }

    /// In a text that is written they are for that.
    void ends_ofAText_areItsOwn()
    {
        open();
        m_page->eval(QStringLiteral("(() => { const field = document.createElement('textarea'); field.value = 'words';"
                                    " document.querySelector('.railhead').append(field); field.focus(); })()"));
        press(Qt::Key_Home, Qt::ControlModifier);
        QVERIFY(m_page->waitUntil(QStringLiteral("document.activeElement.selectionEnd === 0")));
        press(Qt::Key_End, Qt::ControlModifier);
        QVERIFY(m_page->waitUntil(QStringLiteral("document.activeElement.selectionEnd === 5")));
        QCOMPARE(m_first, shownRow);
    }

    void pages_goByNearlyAView_data()
    {
        QTest::addColumn<int>("height");
        QTest::addColumn<QString>("focus");
        for (const int height : {700, 380, 1600})
            for (const char* focus : {"", "article", "pre"})
                QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(height).arg(QLatin1String(focus))))
                    << height << QString::fromLatin1(focus);
    }
    /// So that what was the last line is still in sight; and back to where one was. The same by the space bar.
    void pages_goByNearlyAView()
    {
        QFETCH(const int, height);
        QFETCH(const QString, focus);
        m_page->view.resize(900, height);
        open();
        if (!focus.isEmpty())
            m_page->eval(QStringLiteral("document.querySelector('[data-ordinal=\"%1\"] %2').focus()")
                             .arg(shownRow + 1)
                             .arg(focus));
        rest();
        constexpr double line = 16;
        const double view = m_page
                                ->eval(QStringLiteral("document.querySelector('.scroller').clientHeight"
                                                      " - document.querySelector('.railhead').offsetHeight"))
                                .toDouble();
        const double start = topOfRow();
        for (const auto& [down, up, modifiers] : {std::tuple{Qt::Key_PageDown, Qt::Key_PageUp, Qt::NoModifier},
                                                  {Qt::Key_Space, Qt::Key_Space, Qt::ShiftModifier}}) {
            press(down);
            QVERIFY(waitFor([&] { return topOfRow() < start - 1; }));
            const double gone = start - topOfRow();
            QVERIFY2(gone >= view * 0.7 && gone <= view - line, qPrintable(QString::number(gone / view)));
            press(up, modifiers);
            QVERIFY(waitFor([&] { return std::abs(topOfRow() - start) <= 2; }));
        }
        press(Qt::Key_Down);
        QVERIFY(waitFor([&] { return topOfRow() < start - line; }));
        QVERIFY(start - topOfRow() < view / 2);
        press(Qt::Key_Up);
        QVERIFY(waitFor([&] { return std::abs(topOfRow() - start) <= 2; }));
    }

    /// Through what was not mounted at first: nothing is skipped.
    void pages_followEachOther()
    {
        open();
        constexpr int pages = 40;
        const QString hasRoom = QStringLiteral("(() => { const { scrollTop, scrollHeight, clientHeight } ="
                                               " document.querySelector('.scroller'); return %1 > clientHeight; })()");
        for (int page = 0; page < pages; ++page) {
            QVERIFY(m_page->waitUntil(hasRoom.arg(QStringLiteral("scrollHeight - scrollTop - clientHeight"))));
            const std::int64_t first = m_first;
            const std::int64_t last = m_last;
            press(Qt::Key_PageDown);
            QVERIFY(waitFor([&] { return m_first > first; }));
            QVERIFY(m_first <= last);
        }
        for (int page = 0; page < pages; ++page) {
            QVERIFY(m_page->waitUntil(hasRoom.arg(QStringLiteral("scrollTop"))));
            const std::int64_t first = m_first;
            const std::int64_t last = m_last;
            press(Qt::Key_PageUp);
            QVERIFY(waitFor([&] { return m_last < last; }));
            QVERIFY(m_last >= first);
        }
        QCOMPARE(m_first, shownRow);
    }

    /// If there is too little around the row it is a jump, which removes all rows.
    void nextMessage_hasTheFocus_alsoAfterAJump()
    {
        constexpr std::int64_t lastInSight = 100;
        open();
        m_page->library->hold(FakeLibrary::Reads::Rows);
        m_page->view.page().scrollTo({{lastInSight}, Align::End}, false);
        const auto isThere = [&] { return m_last == lastInSight; };
        while (!isThere()) { // as few reads as it takes: what it asks for beyond that stays held
            QVERIFY(waitFor([&] { return isThere() || m_page->library->hasHeldReads(); }, pageTimeoutMs));
            if (!isThere()) {
                m_page->library->release();
                m_page->library->hold(FakeLibrary::Reads::Rows);
            }
        }
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('[data-ordinal=\"101\"]')")));
        m_page->eval(QStringLiteral("document.querySelector('[data-ordinal=\"100\"] article').focus()"));
        press(Qt::Key_J);
        m_page->eval(QStringLiteral("true")); // the key has arrived
        m_page->library->release();
        QVERIFY(waitFor([&] { return m_first == lastInSight + 1; }, pageTimeoutMs));
        QVERIFY(m_page->waitUntil(rowWithFocus + QStringLiteral(" === 101")));
        press(Qt::Key_J);
        QVERIFY(m_page->waitUntil(rowWithFocus + QStringLiteral(" === 102")));
    }

    /// By the key, whatever letter it writes.
    void keys_areKnownInOtherAlphabets()
    {
        open();
        press(Qt::Key_J);
        QVERIFY(m_page->waitUntil(rowWithFocus + QStringLiteral(" === %1").arg(shownRow)));
        m_page->eval(QStringLiteral("window.keys = []; addEventListener('keydown', (event) =>"
                                    " keys.push(event.key + ' ' + event.code), true)"));
        constexpr quint32 scanCode = 44; // of J, as X11 counts
        QKeyEvent down(QEvent::KeyPress, 0x41e, Qt::NoModifier, scanCode, 0x6cf, 0, QStringLiteral("о"));
        QCoreApplication::sendEvent(m_page->view.webView().focusProxy(), &down);
        QVERIFY(m_page->waitUntil(QStringLiteral("keys.length > 0")));
        if (m_page->eval(QStringLiteral("keys[0]")).toString() != QStringLiteral("о KeyJ"))
            QSKIP("no such keys come from this platform");
        QVERIFY(m_page->waitUntil(rowWithFocus + QStringLiteral(" === %1").arg(shownRow + 1)));
    }

    /// The focused message, as text; a selection comes first.
    void message_isCopiedByKey()
    {
        open();
        press(Qt::Key_J);
        QVERIFY(m_page->waitUntil(rowWithFocus + QStringLiteral(" === %1").arg(shownRow)));
        const auto copies = [&](const QString& text) {
            QGuiApplication::clipboard()->setText(QStringLiteral("before"));
            press(Qt::Key_C, Qt::ControlModifier);
            return waitFor([&] { return QGuiApplication::clipboard()->text() == text; }, pageTimeoutMs);
        };
        QVERIFY(copies(QStringLiteral("Message %1 a link\n\ncode").arg(shownRow)));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('[aria-live]').textContent === 'Copied'")));
        m_page->eval(QStringLiteral("getSelection().setBaseAndExtent(document.querySelector("
                                    "'[data-ordinal=\"%1\"] .prose p').firstChild, 0, document.querySelector("
                                    "'[data-ordinal=\"%1\"] .prose p').firstChild, 7)")
                         .arg(shownRow));
        QVERIFY(copies(QStringLiteral("Message")));
    }

    /// The first in the document is far above what is in sight.
    void tab_goesIntoWhatIsInSight()
    {
        open();
        m_page->eval(QStringLiteral("document.querySelector('.scroller').scrollTop += 20")); // the first is cut
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelectorAll('.entry').length > 15")));
        rest();
        const QString inSight = QStringLiteral("(() => { const box = document.activeElement.getBoundingClientRect();"
                                               " return box.top >= 0 && box.bottom <= innerHeight; })()");
        const double before = topOfRow();
        press(Qt::Key_Tab);
        QVERIFY(m_page->waitUntil(QStringLiteral("document.activeElement.matches('article')")));
        QCOMPARE(m_page->eval(rowWithFocus).toInt(), shownRow + 1);
        QVERIFY(m_page->eval(inSight).toBool());
        press(Qt::Key_Tab); // to its own buttons
        QVERIFY(m_page->waitUntil(QStringLiteral("!document.activeElement.matches('article')")));
        QCOMPARE(m_page->eval(rowWithFocus).toInt(), shownRow + 1);
        QVERIFY(std::abs(topOfRow() - before) <= 2);
        press(Qt::Key_J);
        QVERIFY(m_page->waitUntil(QStringLiteral("document.activeElement.matches('article')")));
        press(Qt::Key_Backtab, Qt::ShiftModifier); // back to where it came from
        QVERIFY(m_page->waitUntil(QStringLiteral("document.activeElement.matches('.scroller')")));
        const double after = topOfRow();
        rest();
        QVERIFY(std::abs(topOfRow() - after) <= 2);
    }

    /// From what comes after the page: the last in the document is far below what is in sight.
    void tabBackIntoThePage_goesIntoWhatIsInSight()
    {
        QLineEdit field(&m_page->view);
        field.show();
        open();
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelectorAll('.entry').length > 15")));
        rest();
        const double before = topOfRow();
        for (int time = 0; time < 2; ++time) { // again, where it was before
            field.setFocus();
            QVERIFY(m_page->waitUntil(QStringLiteral("!document.hasFocus()")));
            m_page->view.webView().focusProxy()->setFocus(Qt::BacktabFocusReason);
            QVERIFY(m_page->waitUntil(QStringLiteral("document.hasFocus()")));
            rest();
            const int row = m_page->eval(rowWithFocus).toInt();
            QVERIFY2(row >= m_first && row <= m_last, qPrintable(QString::number(row)));
            QVERIFY(m_page
                        ->eval(QStringLiteral("(() => { const box = document.activeElement.getBoundingClientRect();"
                                              " return box.bottom > 0 && box.top < innerHeight; })()"))
                        .toBool());
            QVERIFY(std::abs(topOfRow() - before) <= 2);
        }
    }

    /// And a window that becomes active again restores the focus.
    void focusThatComesBack_staysWhereItWas()
    {
        QLineEdit field(&m_page->view);
        field.show();
        open();
        press(Qt::Key_J);
        QVERIFY(m_page->waitUntil(QStringLiteral("document.activeElement.matches('article')")));
        const int row = m_page->eval(rowWithFocus).toInt();
        m_page->eval(QStringLiteral("document.querySelector('.scroller').scrollTop += 1500"));
        QVERIFY(waitFor([&] { return m_first > row; }));
        field.setFocus();
        QVERIFY(m_page->waitUntil(QStringLiteral("!document.hasFocus()")));
        m_page->view.webView().focusProxy()->setFocus(Qt::ActiveWindowFocusReason);
        QVERIFY(m_page->waitUntil(QStringLiteral("document.hasFocus()")));
        rest();
        QCOMPARE(m_page->eval(rowWithFocus).toInt(), row);
        QVERIFY(m_first > row);
    }

private:
    const QString rowWithFocus =
        QStringLiteral("Number(document.activeElement.closest('[data-ordinal]')?.dataset.ordinal ?? -1)");

    void open()
    {
        QVERIFY(m_page->open(total, Anchor{{shownRow}, Align::Start}));
        QVERIFY(waitFor([&] { return m_first == shownRow; }));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.activeElement.matches('.scroller')")));
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(m_page->view.webView().focusProxy(), key, modifiers);
    }
    double topOfRow()
    {
        return m_page
            ->eval(QStringLiteral("document.querySelector('[data-ordinal=\"%1\"]').getBoundingClientRect().top")
                       .arg(shownRow + 1))
            .toDouble();
    }
    static void rest()
    {
        (void)waitFor([] { return false; }, 300);
    }

    std::unique_ptr<PageFixture> m_page;
    std::int64_t m_first = -1;
    std::int64_t m_last = -1;
};

} // namespace tst_reading_keys

QUARTERDECK_PAGE_TEST(tst_reading_keys, TestReadingKeys)
#include "tst_reading_keys.moc"
