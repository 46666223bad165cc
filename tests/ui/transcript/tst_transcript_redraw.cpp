#include "page_fixture.h"
#include "tests/support/page_test.h"

#include <QWebEngineView>
#include <array>

namespace tst_transcript_redraw {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

constexpr std::int64_t total = 10;
constexpr std::int64_t questionAt = 9; ///< Bob's; Alice's are 2 and 6

session::Row mixedRow(std::int64_t ordinal)
{
    if (ordinal == questionAt) {
        QuestionAsked asked;
        asked.question.id = QuestionId("q1");
        asked.question.asker = RoleName("Bob");
        asked.question.text = "Which board?";
        asked.question.askedAt = {1'000};
        return {{ordinal}, {{ordinal + 1}, {1'760'000'000'000}, 0, asked}, {}};
    }
    constexpr std::array from{"", "Mike", "Alice", "Bob"};
    return messageRow(ordinal, from[static_cast<std::size_t>(ordinal) % from.size()],
                      "Message number " + std::to_string(ordinal));
}

Presentation withInitials(std::size_t member, const char* initials)
{
    Presentation team = threeMembers();
    team.members[member].initials = initials;
    return team;
}

const QString alicesInitials =
    QStringLiteral("[...document.querySelectorAll('.av')].some((one) => one.textContent.startsWith('AL'))");

} // namespace

/// What changes around them leaves alone who types and who selects.
class TestTranscriptRedraw final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_page = std::make_unique<PageFixture>(std::make_shared<FakeLibrary>(total, mixedRow));
        QVERIFY(m_page->open(total));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('textarea.answer')")));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelectorAll('.entry').length === 10")));
    }
    void cleanup() { m_page.reset(); }

    void typing_goesOn_data()
    {
        QTest::addColumn<int>("member");
        QTest::newRow("another one looks different") << 1;
        QTest::newRow("who asks looks different") << 2;
    }
    void typing_goesOn()
    {
        QFETCH(const int, member);
        QWidget* keyboard = m_page->view.webView().focusProxy();
        QVERIFY(m_page->click(QStringLiteral("textarea.answer")));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.activeElement.matches('textarea.answer')")));
        QTest::keyClicks(keyboard, QStringLiteral("half answer"));
        for (int i = 0; i < 6; ++i)
            QTest::keyClick(keyboard, Qt::Key_Left);
        QVERIFY(m_page->waitUntil(QStringLiteral("document.activeElement.selectionStart === 5")));
        m_page->view.setPresentation(withInitials(static_cast<std::size_t>(member), "AL"));
        QVERIFY(m_page->waitUntil(alicesInitials));
        QTest::keyClicks(keyboard, QStringLiteral("an "));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.activeElement.value === 'half an answer'")));
    }

    /// The rows of others, and those that are read again and say the same.
    void onlyWhatLooksDifferent_isDrawnAgain()
    {
        m_page->eval(QStringLiteral("for (const entry of document.querySelectorAll('.entry')) entry.isOld = true"));
        m_page->library->waitForReads();
        const int reads = m_page->library->rowReads();
        m_page->view.setPresentation(withInitials(1, "AL"));
        // The page reads its rows again. Their answer reaches it before that of later requests.
        QVERIFY(waitFor([&] { return m_page->library->rowReads() > reads; }, pageTimeoutMs));
        m_page->library->waitForReads();
        m_page->library->amend({0}, {{20}, {61'000}, 0, Annotated{{1}, AnnotationKind::Mistake, "Not so.", "me"}});
        m_page->view.page().refreshRows({EventSeq{1}});
        QVERIFY(m_page->waitUntil(QStringLiteral("document.body.innerText.includes('Not so.')")));
        QVERIFY(m_page->eval(alicesInitials).toBool());
        QCOMPARE(m_page
                     ->eval(QStringLiteral("[...document.querySelectorAll('.entry')].filter((one) => !one.isOld)"
                                           ".map((one) => one.dataset.ordinal).join()"))
                     .toString(),
                 QStringLiteral("0,2,6"));
    }

    void selection_isKept()
    {
        const QString selected = QStringLiteral("String(window.getSelection())");
        m_page->eval(
            QStringLiteral("(() => { const text = (n) => document.querySelector(`[data-ordinal=\"${n}\"] .prose p`)"
                           ".firstChild; getSelection().setBaseAndExtent(text(2), 8, text(3), 9); })()"));
        const QString before = m_page->eval(selected).toString();
        QVERIFY(before.startsWith(QStringLiteral("number 2")) && before.endsWith(QStringLiteral("Message n")));
        m_page->view.setPresentation(withInitials(1, "AL"));
        QVERIFY(m_page->waitUntil(alicesInitials));
        QCOMPARE(m_page->eval(selected).toString(), before);
    }

private:
    std::unique_ptr<PageFixture> m_page;
};

} // namespace tst_transcript_redraw

QUARTERDECK_PAGE_TEST(tst_transcript_redraw, TestTranscriptRedraw)
#include "tst_transcript_redraw.moc"
