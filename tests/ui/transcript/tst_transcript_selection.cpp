#include "page_fixture.h"
#include "tests/support/page_test.h"

#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <QMimeData>
#include <QWebEngineView>
#include <QWheelEvent>
#include <array>

namespace tst_transcript_selection {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

constexpr int many = 10'000;
constexpr int begun = 5'200; ///< the message in which somebody begins to select

session::Row numberedRow(std::int64_t ordinal)
{
    return messageRow(ordinal, ordinal % 2 == 0 ? "Mike" : "Alice",
                      "Message number " + std::to_string(ordinal) + " is here.");
}

/// Mike's words to Alice and everyone continue in row 2; row 3 has a list, code with two empty lines and a table.
session::Row saidRow(std::int64_t ordinal)
{
    constexpr std::array texts{"The first one.", "Hello Alice.", "And on it goes.",
                               "Some *steps*:\n\n- one\n- two\n\n```py\ndef a():\n\n\n    pass\n```\n\n| a | b |\n"
                               "|---|---|\n| 1 | 2 |\n\nThe end.",
                               "The last one."};
    const bool isMike = ordinal == 1 || ordinal == 2;
    session::Row row = messageRow(ordinal,
                                  isMike             ? "Mike"
                                      : ordinal == 4 ? "Alice"
                                                     : "Bob",
                                  texts[static_cast<std::size_t>(ordinal)]);
    auto& published = std::get<MessagePublished>(row.event.body);
    if (isMike)
        published.message.sendTo = {Address("Alice"), address::all};
    published.message.causeBy = ActionName("WritePRD");
    row.event.time = {1'760'000'000'000 + ordinal * 1'000};
    return row;
}

QString clockOf(std::int64_t ordinal)
{
    return QDateTime::fromMSecsSinceEpoch(1'760'000'000'000 + ordinal * 1'000).toString(QStringLiteral("HH:mm"));
}

/// Which letter of which row, from the page.
const QString ends = QStringLiteral(R"js((() => {
    const end = (node, offset) => {
        const row = node.parentElement?.closest('.entry');
        return (row?.dataset.ordinal ?? (row?.matches('.held') ? 'held' : 'none')) + ':' + offset;
    };
    const { anchorNode, anchorOffset, focusNode, focusOffset } = getSelection();
    return end(anchorNode, anchorOffset) + ' ' + end(focusNode, focusOffset);
})())js");

} // namespace

/// Selecting, and copying the selection, by mouse and keyboard in the real page.
class TestTranscriptSelection final : public QObject
{
    Q_OBJECT

private slots:
    void init() { QGuiApplication::clipboard()->setText(QStringLiteral("before")); }
    void cleanup() { m_page.reset(); }

    /// Its beginning leaves the page, it is made longer, its other end leaves too, and all of it comes back.
    void ends_areKeptBeyondThePage()
    {
        openMany();
        const CallSpy<calls::CopyRange> copied(m_page->view.page());
        drag(begun, 8, 14);
        QCOMPARE(m_page->eval(ends).toString(), QStringLiteral("5200:8 5200:14"));
        QVERIFY(wheelUntil(begun + 144, -600));
        QVERIFY(m_page->waitUntil(QStringLiteral("!document.querySelector('[data-ordinal=\"5200\"]')")));
        QCOMPARE(m_page->eval(ends).toString(), QStringLiteral("held:8 held:14"));
        // Nobody sees what it represents, so no key leads there.
        const QString buttons = QStringLiteral("[...document.querySelectorAll('.entry.held button')]");
        QVERIFY(m_page->eval(buttons + QStringLiteral(".length > 0")).toBool());
        QVERIFY(m_page->eval(buttons + QStringLiteral(".every((one) => one.tabIndex === -1)")).toBool());
        const auto row = static_cast<int>(m_first) + 2;
        const auto at = pointIn(row, 15);
        QVERIFY(at.has_value());
        QTest::mouseClick(m_page->view.webView().focusProxy(), Qt::LeftButton, Qt::ShiftModifier, *at);
        QVERIFY(m_page->waitUntil(ends + QStringLiteral(" === 'held:8 %1:15'").arg(row)));
        QVERIFY(wheelUntil(row + 300, -600));
        QVERIFY(m_page->waitUntil(QStringLiteral("!document.querySelector('[data-ordinal=\"%1\"]')").arg(row)));
        QCOMPARE(m_page->eval(ends).toString(), QStringLiteral("held:8 held:15"));
        QVERIFY(m_page->eval(QStringLiteral("document.querySelectorAll('.list > .entry').length <= 150")).toBool());
        copy();
        QVERIFY(waitFor([&] { return copied.count() == 1; }));
        QCOMPARE(copied.calls.front().first.value, begun);
        QCOMPARE(copied.calls.front().last.value, row);

        m_page->view.page().scrollTo({{begun}, Align::Start}, false);
        QVERIFY(m_page->waitUntil(ends + QStringLiteral(" === '5200:8 held:15'")));
        m_page->view.page().scrollTo({{row}, Align::Start}, false);
        QVERIFY(m_page->waitUntil(ends + QStringLiteral(" === 'held:8 %1:15'").arg(row)));
    }

    /// Nothing is left of an ended selection, nor in another channel.
    void heldRows_go()
    {
        openMany();
        const QString held = QStringLiteral("document.querySelectorAll('.held').length");
        for (const bool isOther : {false, true}) {
            m_page->view.page().scrollTo({{begun}, Align::Start}, false);
            QVERIFY(waitFor([&] { return m_first == begun; }, pageTimeoutMs));
            drag(begun, 8, 14);
            m_page->view.page().scrollTo({{100}, Align::Start}, false);
            QVERIFY(m_page->waitUntil(held + QStringLiteral(" === 1")));
            if (isOther)
                m_page->view.page().openChannel({SessionId("s"), ChannelKey("other"), many, {}, {}});
            else
                QTest::mouseClick(m_page->view.webView().focusProxy(), Qt::LeftButton, {}, *pointIn(101, 4));
            QVERIFY(m_page->waitUntil(held + QStringLiteral(" === 0")));
        }
        QVERIFY(m_page->eval(QStringLiteral("getSelection().isCollapsed")).toBool());
    }

    void all_isAllOfTheChannel()
    {
        openMany();
        const CallSpy<calls::CopyRange> copied(m_page->view.page());
        QTest::keyClick(m_page->view.webView().focusProxy(), Qt::Key_A, Qt::ControlModifier);
        QVERIFY(m_page->waitUntil(QStringLiteral("!getSelection().isCollapsed")));
        copy();
        QVERIFY(waitFor([&] { return copied.count() == 1; }));
        QCOMPARE(copied.calls.front().first.value, 0);
        QCOMPARE(copied.calls.front().last.value, many - 1);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("before")); // until the program has read it
    }

    /// Over several messages it says who says what, as it is read.
    void messages_areCopiedWithWhoSaysThem()
    {
        openFew();
        select(0, 4, 4, 8);
        const QString before = m_page->eval(ends).toString();
        copy();
        QVERIFY(waitForText());
        QCOMPARE(
            QGuiApplication::clipboard()->text(),
            QStringLiteral(
                "Bob → everyone (%1)\nfirst one.\n\nMike → Alice, everyone (%2)\nHello Alice.\n\nAnd on it goes.\n\n"
                "Bob → everyone (%3)\nSome steps:\n\none\ntwo\n\ndef a():\n\n\n    pass\n\na\tb\n1\t2\nThe end.\n\n"
                "Alice → everyone (%4)\nThe last")
                .arg(clockOf(0), clockOf(1), clockOf(3), clockOf(4)));
        QCOMPARE(m_page->eval(ends).toString(), before);
    }

    /// Upwards, and from within the middle.
    void messages_areCopiedUpwards()
    {
        openFew();
        select(2, 6, 1, 6);
        copy();
        QVERIFY(waitForText());
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 QStringLiteral("Mike → Alice, everyone (%1)\nAlice.\n\nAnd on").arg(clockOf(1)));
    }

    void message_isCopiedWithoutItsHead()
    {
        openFew();
        m_page->eval(
            QStringLiteral("getSelection().selectAllChildren(document.querySelector('[data-ordinal=\"1\"]'))"));
        copy();
        QVERIFY(waitForText());
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("Hello Alice."));
        QGuiApplication::clipboard()->setText(QStringLiteral("before"));
        m_page->eval(QStringLiteral("getSelection().selectAllChildren("
                                    "document.querySelector('[data-ordinal=\"1\"] .who'))"));
        copy();
        QVERIFY(waitForText());
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("Mike")); // nothing else is selected
        QVERIFY(!QGuiApplication::clipboard()->mimeData()->hasHtml());
    }

    /// As they were written, also where only a part of one is selected.
    void formulas_areCopiedAsTheyWereWritten()
    {
        m_page = std::make_unique<PageFixture>(std::make_shared<FakeLibrary>(1, [](std::int64_t ordinal) {
            return messageRow(ordinal, "Bob", "So $x^2$ is $\\frac{a}{b}$, and\n\n$$E = mc^2$$\n\nthat is it.");
        }));
        QVERIFY(m_page->open(1));
        const auto copied = [&](const QString& from, const QString& to) {
            QGuiApplication::clipboard()->setText(QStringLiteral("before"));
            m_page->eval(QStringLiteral("getSelection().setBaseAndExtent(%1, %2)").arg(from, to));
            copy();
            return waitForText() ? QGuiApplication::clipboard()->text() : QString();
        };
        const QString first = QStringLiteral("document.querySelectorAll('.prose > p')[0].firstChild, 0");
        const QString last = QStringLiteral("[...document.querySelectorAll('.prose > p')].at(-1).lastChild, 11");
        QCOMPARE(copied(first, last), QStringLiteral("So x^2 is \\frac{a}{b}, and\n\nE = mc^2\n\nthat is it."));
        const QString inFormula = QStringLiteral("document.querySelector('.math .mathnormal').firstChild, 0");
        QCOMPARE(copied(inFormula, last), QStringLiteral("x^2 is \\frac{a}{b}, and\n\nE = mc^2\n\nthat is it."));
        QCOMPARE(copied(inFormula, QStringLiteral("document.querySelector('.math .mathnormal').firstChild, 1")),
                 QStringLiteral("x^2"));
    }

    /// A running reply has no row.
    void runningReply_isCopiedToo()
    {
        openFew();
        session::StreamingMessage draft;
        draft.id = "m5";
        draft.role = RoleName("Bob");
        draft.text = "I am at it";
        draft.channels = {ChannelKey("everything")};
        m_page->view.page().showDraft(draft);
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('.drafts .prose p')")));
        m_page->eval(QStringLiteral("getSelection().setBaseAndExtent("
                                    "document.querySelector('[data-ordinal=\"4\"] .prose p').firstChild, 4,"
                                    " document.querySelector('.drafts .prose p').firstChild, 4)"));
        copy();
        QVERIFY(waitForText());
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 QStringLiteral("Alice → everyone (%1)\nlast one.\n\nBob\nI am").arg(clockOf(4)));
    }

private:
    void openMany()
    {
        m_page = std::make_unique<PageFixture>(std::make_shared<FakeLibrary>(many, numberedRow));
        connect(&m_page->view.page(), &TranscriptPage::visibleRangeChanged, this,
                [this](Ordinal first) { m_first = first.value; });
        QVERIFY(m_page->open(many, Anchor{{begun}, Align::Start}));
        QVERIFY(waitFor([&] { return m_first == begun; }, pageTimeoutMs));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelectorAll('.entry').length > 12")));
    }
    void openFew()
    {
        m_page = std::make_unique<PageFixture>(std::make_shared<FakeLibrary>(5, saidRow));
        QVERIFY(m_page->open(5));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelectorAll('.entry').length === 5")));
    }

    /// Before a letter of a row's text.
    std::optional<QPoint> pointIn(int ordinal, int letter)
    {
        const QVariantList place =
            m_page
                ->eval(QStringLiteral("(() => { const text = document.querySelector('[data-ordinal=\"%1\"] .prose p')"
                                      "?.firstChild; if (!text) return []; const range = document.createRange();"
                                      " range.setStart(text, %2); range.setEnd(text, %3);"
                                      " const box = range.getBoundingClientRect();"
                                      " return [box.left, box.top + box.height / 2]; })()")
                           .arg(ordinal)
                           .arg(letter)
                           .arg(letter + 1))
                .toList();
        if (place.size() != 2)
            return std::nullopt;
        return QPoint(qRound(place.at(0).toDouble()), qRound(place.at(1).toDouble()));
    }

    /// By the mouse.
    void drag(int ordinal, int from, int to)
    {
        QWidget* target = m_page->view.webView().focusProxy();
        const auto begin = pointIn(ordinal, from);
        const auto end = pointIn(ordinal, to);
        QVERIFY(begin && end);
        QTest::mousePress(target, Qt::LeftButton, {}, *begin);
        QTest::mouseMove(target, *end);
        QTest::mouseRelease(target, Qt::LeftButton, {}, *end);
        QVERIFY(m_page->waitUntil(ends + QStringLiteral(" === '%1:%2 %1:%3'").arg(ordinal).arg(from).arg(to)));
    }

    void select(int from, int fromLetter, int to, int toLetter)
    {
        m_page->eval(QStringLiteral("(() => { const text = (row) => document.querySelector("
                                    "`[data-ordinal=\"${row}\"] .prose p`).firstChild;"
                                    " getSelection().setBaseAndExtent(text(%1), %2, text(%3), %4); })()")
                         .arg(from)
                         .arg(fromLetter)
                         .arg(to)
                         .arg(toLetter));
    }

    void copy()
    {
        m_page->view.setFocus();
        QTest::keyClick(m_page->view.webView().focusProxy(), Qt::Key_C, Qt::ControlModifier);
    }
    static bool waitForText()
    {
        return waitFor([] { return QGuiApplication::clipboard()->text() != QLatin1String("before"); }, pageTimeoutMs);
    }

    /// Turns the wheel without a rest until such a row is the first in sight.
    bool wheelUntil(std::int64_t first, int by)
    {
        QWidget* target = m_page->view.webView().focusProxy();
        const QPointF at(400, 350);
        return waitFor(
            [&] {
                if (m_first >= first)
                    return true;
                QWheelEvent event(at, target->mapToGlobal(at), {0, by}, {0, by}, Qt::NoButton, {}, Qt::NoScrollPhase,
                                  false);
                QCoreApplication::sendEvent(target, &event);
                (void)waitFor([] { return false; }, 15);
                return m_first >= first;
            },
            pageTimeoutMs);
    }

    std::unique_ptr<PageFixture> m_page;
    std::int64_t m_first = -1;
};

} // namespace tst_transcript_selection

QUARTERDECK_PAGE_TEST(tst_transcript_selection, TestTranscriptSelection)
#include "tst_transcript_selection.moc"
