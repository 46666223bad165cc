#include "page_fixture.h"
#include "tests/support/page_test.h"
#include "ui/transcript/transcript_page.h"

#include <QSignalSpy>
#include <QWebEngineView>

namespace tst_transcript_reads {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

constexpr std::int64_t total = 10'000;
constexpr std::int64_t moment = 400; ///< of a replay, whose session has so many rows

session::Row numberedRow(std::int64_t ordinal)
{
    return messageRow(ordinal, ordinal % 2 == 0 ? "Mike" : "Alice", "Message number " + std::to_string(ordinal));
}

/// Each tenth is a question of its own.
session::Row rowWithQuestions(std::int64_t ordinal)
{
    if (ordinal % 10 != 0)
        return numberedRow(ordinal);
    QuestionAsked asked;
    asked.question.id = QuestionId("q" + std::to_string(ordinal));
    asked.question.asker = RoleName("Bob");
    asked.question.text = "Which one?";
    asked.question.askedAt = {1'000};
    return {{ordinal}, {{ordinal + 1}, {1'760'000'000'000}, 0, asked}, {}};
}

QString row(std::int64_t ordinal)
{
    return QStringLiteral("document.querySelector('[data-ordinal=\"%1\"]')").arg(ordinal);
}

} // namespace

/// What is read late, not at all, or looks different by now.
class TestTranscriptReads final : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { m_first = -1; }

    /// Its title is above it already.
    void anotherSession_isNotWaitedForUnderOldRows()
    {
        PageFixture page(std::make_shared<FakeLibrary>(total, numberedRow));
        QVERIFY(page.open(total));
        const auto hasRows = [&] { return page.eval(QStringLiteral("document.querySelector('article') !== null")); };
        QVERIFY(hasRows().toBool());
        page.library->waitForReads();
        page.library->hold(FakeLibrary::Reads::Rows);
        const QString saysLoading = QStringLiteral("!document.querySelector('.emptytext').hidden && "
                                                   "document.querySelector('.emptytext').textContent === 'Loading…'");
        ChannelView sameSession = page.view.page().shown();
        sameSession.channel = ChannelKey("public");
        page.view.page().openChannel(sameSession);
        QVERIFY(waitFor([&] { return page.library->hasHeldReads(); }, pageTimeoutMs));
        QVERIFY(hasRows().toBool()); // no flicker between the channels of one
        ChannelView another = sameSession;
        another.session = SessionId("another");
        page.view.page().openChannel(another);
        QVERIFY(page.waitUntil(saysLoading));
        QVERIFY(!hasRows().toBool());
        page.library->release();
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('article') !== null")));
        QVERIFY(!page.eval(saysLoading).toBool());
    }

    void failedJump_isTriedAgain_data()
    {
        QTest::addColumn<bool>("isAsked");
        QTest::newRow("by itself") << false;
        QTest::newRow("when the person asks for it") << true;
    }
    void failedJump_isTriedAgain()
    {
        QFETCH(const bool, isAsked);
        PageFixture page(std::make_shared<FakeLibrary>(total, numberedRow));
        follow(page);
        QVERIFY(page.open(total));
        QSignalSpy failed(&page.view.page(), &TranscriptPage::readFailed);
        QSignalSpy recovered(&page.view.page(), &TranscriptPage::readRecovered);
        failReads(page);
        page.view.page().scrollTo({{5'000}, Align::Start}, false);
        QVERIFY(hasFailedToRead(page, 5'000));
        QVERIFY(waitFor([&] { return failed.count() > 0; }, pageTimeoutMs));
        page.library->mendReads();
        if (isAsked)
            page.view.page().tryAgain();
        QVERIFY(waitFor([&] { return m_first == 5'000; }, pageTimeoutMs));
        QVERIFY(waitFor([&] { return recovered.count() == 1; }, pageTimeoutMs));
    }

    /// Reading on meanwhile, the person is not taken elsewhere when it succeeds.
    void failedJump_isForgotten_whenThePersonReadsOn()
    {
        PageFixture page(std::make_shared<FakeLibrary>(total, numberedRow));
        follow(page);
        QVERIFY(page.open(total, Anchor{{5'000}, Align::Start}));
        QVERIFY(waitFor([&] { return m_first == 5'000; }, pageTimeoutMs));
        QSignalSpy failed(&page.view.page(), &TranscriptPage::readFailed);
        failReads(page);
        page.view.page().scrollTo({{100}, Align::Start}, false);
        QVERIFY(waitFor([&] { return failed.count() > 0; }, pageTimeoutMs));
        QVERIFY(page.eval(QStringLiteral("true")).toBool()); // the page knows it, too
        QVERIFY(wheelUntil(page, 5'030));
        page.library->mendReads();
        page.view.page().tryAgain();
        QVERIFY2(wheelUntil(page, 5'200), qPrintable(QString::number(m_first)));
    }

    /// Nor is who reads on while it is tried again.
    void triedJump_isForgotten_whenThePersonReadsOn()
    {
        PageFixture page(std::make_shared<FakeLibrary>(total, numberedRow));
        follow(page);
        QVERIFY(page.open(total, Anchor{{5'000}, Align::Start}));
        QVERIFY(waitFor([&] { return m_first == 5'000; }, pageTimeoutMs));
        QSignalSpy failed(&page.view.page(), &TranscriptPage::readFailed);
        failReads(page);
        page.view.page().scrollTo({{100}, Align::Start}, false);
        QVERIFY(waitFor([&] { return failed.count() > 0; }, pageTimeoutMs));
        QVERIFY(page.eval(QStringLiteral("true")).toBool());
        page.library->waitForReads();
        page.library->mendReads();
        page.library->hold(FakeLibrary::Reads::Rows);
        page.view.page().tryAgain();
        QVERIFY(waitFor([&] { return page.library->hasHeldReads(); }, pageTimeoutMs));
        QVERIFY(wheelUntil(page, 5'010));
        page.library->release();
        QVERIFY2(wheelUntil(page, 5'200), qPrintable(QString::number(m_first)));
    }

    /// A jump takes the place of a reading of the rows in the page; what those look like by now is not lost with it.
    void failedJump_losesNoChange()
    {
        PageFixture page(std::make_shared<FakeLibrary>(moment, rowWithQuestions));
        follow(page);
        page.library->amend({100}, {{moment + 50}, {61'000}, 0, QuestionEnded{QuestionId("q100"), {}}});
        page.view.page().openChannel(
            {SessionId("s"), ChannelKey("everything"), moment, EventSeq{moment}, Anchor{{100}, Align::Start}});
        QVERIFY(waitFor([&] { return m_first == 100; }, pageTimeoutMs));
        // What is not in the page by then is forgotten, and the wheel would have nothing to scroll.
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.entry').length > 20")));
        failReads(page);
        page.view.page().setMoment(EventSeq{moment + 100}, moment);
        page.view.page().scrollTo({{300}, Align::Start}, false);
        QVERIFY(hasFailedToRead(page, 300));
        QVERIFY(page.eval(QStringLiteral("true")).toBool()); // what has failed is told to the page by then
        QVERIFY(page.eval(QStringLiteral("true")).toBool()); // and the page knows it
        turnWheel(page);                                     // once: the row is to stay in the page
        QVERIFY(waitFor([&] { return m_first > 100; }, pageTimeoutMs));
        page.library->mendReads();
        page.view.page().tryAgain();
        QVERIFY(page.waitUntil(row(100) + QStringLiteral("?.querySelector('.askcard.over')")));
    }

    /// Who opens a session that is live sees its end, also where that has moved on before it could be read.
    void failedOpen_goesToTheEndOfThen()
    {
        constexpr std::int64_t before = 30;
        constexpr std::int64_t after = 45;
        PageFixture page(std::make_shared<FakeLibrary>(before, numberedRow));
        std::int64_t last = -1;
        bool isAtEnd = false;
        connect(&page.view.page(), &TranscriptPage::visibleRangeChanged, this, [&](Ordinal, Ordinal seen, bool atEnd) {
            last = seen.value;
            isAtEnd = atEnd;
        });
        QSignalSpy failed(&page.view.page(), &TranscriptPage::readFailed);
        failReads(page);
        page.view.page().openChannel({SessionId("s"), ChannelKey("everything"), before, {}, {}});
        QVERIFY(waitFor([&] { return failed.count() > 0; }, pageTimeoutMs));
        page.library->setTotal(after);
        page.view.page().setExtent(after);
        QVERIFY(page.eval(QStringLiteral("true")).toBool());
        page.library->mendReads();
        page.view.page().tryAgain();
        QVERIFY(waitFor([&] { return last == after - 1 && isAtEnd; }, pageTimeoutMs));
        page.library->setTotal(after + 10);
        page.view.page().setExtent(after + 10);
        QVERIFY(waitFor([&] { return last == after + 9 && isAtEnd; }, pageTimeoutMs));
    }

    /// The rows of another session would be read as those of the one that is open now.
    void failedOpen_leavesNothingOfBefore()
    {
        PageFixture page(std::make_shared<FakeLibrary>(total, numberedRow));
        QVERIFY(page.open(total, Anchor{{5'000}, Align::Start}));
        QVERIFY(page.waitUntil(row(5'010)));
        QSignalSpy painted(&page.view.page(), &TranscriptPage::painted);
        failReads(page);
        page.view.page().openChannel(
            {SessionId("other"), ChannelKey("everything"), total, {}, Anchor{{5'002}, Align::Start}});
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.entry').length === 0")));
        page.view.page().scrollTo({{5'010}, Align::Start}, false);
        QVERIFY(page.eval(QStringLiteral("true")).toBool());
        QCOMPARE(painted.count(), 0);
        page.library->mendReads();
        page.view.page().tryAgain();
        QVERIFY(waitFor([&] { return painted.count() > 0; }, pageTimeoutMs));
        QVERIFY(page.waitUntil(row(5'010)));
    }

    /// Until its rows are here the earlier ones stay in sight; actions in them do not affect the new session.
    void rowsOfBefore_doNothing()
    {
        PageFixture page(std::make_shared<FakeLibrary>(total, numberedRow));
        follow(page);
        QVERIFY(page.open(total, Anchor{{5'000}, Align::Start}));
        QVERIFY(waitFor([&] { return m_first == 5'000; }, pageTimeoutMs));
        const CallSpy<calls::Choose> chosen(page.view.page());
        const CallSpy<calls::Action> acted(page.view.page());
        page.library->waitForReads();
        page.library->hold(FakeLibrary::Reads::Rows);
        m_first = -1;
        page.view.page().openChannel(
            {SessionId("other"), ChannelKey("everything"), total, {}, Anchor{{10}, Align::Start}});
        QVERIFY(waitFor([&] { return page.library->hasHeldReads(); }, pageTimeoutMs));
        QVERIFY(actIn(page, 5'004));
        QVERIFY(page.eval(QStringLiteral("true")).toBool());
        QCOMPARE(m_first, -1); // nor are they said to be in sight
        page.library->release();
        QVERIFY(waitFor([&] { return m_first == 10; }, pageTimeoutMs));
        QCOMPARE(chosen.count(), 0);
        QCOMPARE(acted.count(), 0);
        QVERIFY(actIn(page, 14));
        QVERIFY(waitFor([&] { return chosen.count() == 1 && acted.count() == 1; }, pageTimeoutMs));
    }

    /// What the page has said waits in the event queue, and may be late there, too.
    void actOfBefore_isNotPassedOn()
    {
        PageFixture page(std::make_shared<FakeLibrary>(total, numberedRow));
        TranscriptPage& source = page.view.page();
        const CallSpy<calls::FoundBeyond> found(source);
        // Nothing is in the page yet, so there is no further match.
        source.openChannel({SessionId("s"), ChannelKey("everything"), total, {}, {}});
        source.findStep(1);
        source.openChannel({SessionId("other"), ChannelKey("everything"), total, {}, {}});
        source.findStep(-1);
        QVERIFY(waitFor([&] { return found.count() > 0; }, pageTimeoutMs));
        QCOMPARE(found.count(), 1);
        QCOMPARE(found.calls.front().by, -1);
    }

    void rowsAhead_areTriedAgain()
    {
        PageFixture page(std::make_shared<FakeLibrary>(total, numberedRow));
        follow(page);
        QVERIFY(page.open(total, Anchor{{5'000}, Align::Start}));
        QSignalSpy failed(&page.view.page(), &TranscriptPage::readFailed);
        failReads(page);
        QVERIFY(waitFor(
            [&] {
                turnWheel(page);
                return failed.count() > 0;
            },
            pageTimeoutMs));
        page.library->mendReads();
        QVERIFY2(wheelUntil(page, 5'300), qPrintable(QString::number(m_first)));
    }

    /// Rows that were read before the moment moved on and come into sight after it.
    void moment_isThatOfAllRows()
    {
        PageFixture page(std::make_shared<FakeLibrary>(moment, rowWithQuestions));
        follow(page);
        for (std::int64_t ordinal = 0; ordinal < moment; ordinal += 10) {
            const QuestionId id("q" + std::to_string(ordinal));
            page.library->amend({ordinal}, {{moment + 50}, {61'000}, 0, QuestionEnded{id, {}}});
        }
        Presentation replay = threeMembers();
        replay.isReplay = true;
        page.view.setPresentation(replay);
        page.view.page().openChannel(
            {SessionId("s"), ChannelKey("everything"), moment, EventSeq{moment}, Anchor{{100}, Align::Start}});
        QVERIFY(waitFor([&] { return m_first == 100; }, pageTimeoutMs));
        const QString open = QStringLiteral("document.querySelectorAll('.askcard:not(.over)').length");
        QVERIFY(page.waitUntil(open + QStringLiteral(" >= 3")));
        page.view.page().setMoment(EventSeq{moment + 100}, moment);
        QVERIFY(page.waitUntil(open + QStringLiteral(" === 0")));
        QVERIFY2(wheelUntil(page, 250), qPrintable(QString::number(m_first)));
        QVERIFY(page.waitUntil(row(250)));
        QCOMPARE(page.eval(open).toInt(), 0);
    }

    /// As the moment, in a replay that runs: one reading after the other, the last of them as of the last moment.
    void everyMoment_isNotReadByItself()
    {
        PageFixture page(std::make_shared<FakeLibrary>(moment, rowWithQuestions));
        follow(page);
        page.library->amend({100}, {{moment + 90}, {61'000}, 0, QuestionEnded{QuestionId("q100"), {}}});
        page.view.page().openChannel(
            {SessionId("s"), ChannelKey("everything"), moment, EventSeq{moment}, Anchor{{100}, Align::Start}});
        QVERIFY(waitFor([&] { return m_first == 100; }, pageTimeoutMs));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.entry').length > 20")));
        page.library->waitForReads();
        const int before = page.library->rowReads();
        page.library->hold(FakeLibrary::Reads::Rows);
        for (std::int64_t step = 1; step <= 100; ++step) {
            page.view.page().setMoment(EventSeq{moment + step}, moment);
            QVERIFY(page.eval(QStringLiteral("true")).toBool());
        }
        const int reads = page.library->rowReads() - before;
        QVERIFY2(reads > 0 && reads < 10, qPrintable(QString::number(reads)));
        page.library->release();
        QVERIFY(page.waitUntil(row(100) + QStringLiteral("?.querySelector('.askcard.over')")));
    }

private:
    void follow(PageFixture& page)
    {
        connect(&page.view.page(), &TranscriptPage::visibleRangeChanged, this,
                [this](Ordinal first) { m_first = first.value; });
    }

    static void failReads(PageFixture& page)
    {
        page.library->waitForReads();
        page.library->failReads({ErrorCode::Io, "The disk does not answer.", {}});
    }

    static bool hasFailedToRead(PageFixture& page, std::int64_t ordinal)
    {
        const bool isAsked = waitFor([&] { return page.library->wasAsked(ordinal); }, pageTimeoutMs);
        page.library->waitForReads();
        return isAsked;
    }

    /// Chooses a message, and presses one of its buttons.
    static bool actIn(PageFixture& page, std::int64_t ordinal)
    {
        const QString article = QStringLiteral("[data-ordinal=\"%1\"] article").arg(ordinal);
        return page.click(article + QStringLiteral(" .prose"))
            && page.waitUntil(QStringLiteral("document.querySelector('%1 .acts')").arg(article))
            && page.click(article + QStringLiteral(" .acts button:last-child"));
    }

    void turnWheel(PageFixture& page)
    {
        QWidget* target = page.view.webView().focusProxy();
        const QPointF at(400, 350);
        QWheelEvent event(at, target->mapToGlobal(at), {0, -600}, {0, -600}, Qt::NoButton, {}, Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(target, &event);
        (void)waitFor([] { return false; }, 15);
    }

    bool wheelUntil(PageFixture& page, std::int64_t first)
    {
        return waitFor(
            [&] {
                turnWheel(page);
                return m_first >= first;
            },
            pageTimeoutMs);
    }

    std::int64_t m_first = -1;
};

} // namespace tst_transcript_reads

QUARTERDECK_PAGE_TEST(tst_transcript_reads, TestTranscriptReads)
#include "tst_transcript_reads.moc"
