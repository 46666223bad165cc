#include "page_fixture.h"
#include "tests/support/page_answer.h"
#include "tests/support/page_test.h"
#include "ui/transcript/isolated_page.h"
#include "ui/transcript/page_profile.h"

#include <QMouseEvent>
#include <QSignalSpy>
#include <QWebEngineScript>
#include <QWebEngineView>
#include <memory>
#include <optional>

namespace tst_transcript_trust {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

session::Row askingRow(std::int64_t ordinal)
{
    QuestionAsked asked;
    asked.question.id = QuestionId("q");
    asked.question.asker = RoleName("Bob");
    asked.question.text = "Shall it be deleted?";
    asked.question.options = {{"Yes", ""}, {"No", ""}};
    return {{ordinal}, {{ordinal + 1}, {1'760'000'000'000}, 0, asked}, {}};
}

session::Row rowOf(std::int64_t ordinal)
{
    return ordinal == 1 ? askingRow(ordinal) : messageRow(ordinal, "Bob", "See [the docs](https://docs.example/x).");
}

/// What a script would make up, for all of these.
QString clickedByScript(const char* selector)
{
    return QStringLiteral("(() => { const found = [...document.querySelectorAll('%1')]; for (const one of found) {"
                          " one.click(); for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click'])"
                          " one.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));"
                          " one.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })); }"
                          " return found.length; })()")
        .arg(QLatin1StringView(selector));
}

} // namespace

/// What only a person may do, and what only the program's own code can reach.
class TestTranscriptTrust final : public QObject
{
    Q_OBJECT

private slots:
    void madeUpClicks_doNothing()
    {
        PageFixture page(std::make_shared<FakeLibrary>(2, &rowOf));
        QVERIFY(page.open(2));
        QSignalSpy links(&page.view.page(), &TranscriptPage::linkClicked);
        const CallSpy<calls::Answer> answers(page.view.page());
        const CallSpy<calls::Action> actions(page.view.page());
        const CallSpy<calls::Choose> chosen(page.view.page());
        const QString acts = QStringLiteral("article[aria-posinset=\"1\"] .acts button");
        // The buttons of a message are made when the pointer is there.
        const auto message = page.middleOf(QStringLiteral("article[aria-posinset=\"1\"] .mh"));
        QVERIFY(message.has_value());
        QTest::mouseMove(page.view.webView().focusProxy(), *message);
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('%1').length > 3").arg(acts)));
        (void)waitFor([] { return false; }, 500); // an answer that comes at once is not taken, whoever gives it

        QCOMPARE(page.eval(clickedByScript(".prose a")).toInt(), 1);
        QCOMPARE(page.eval(clickedByScript(".askcard .opt")).toInt(), 2);
        QVERIFY(page.eval(clickedByScript(".askcard button")).toInt() > 3);
        QVERIFY(page.eval(clickedByScript(".acts button")).toInt() > 3);
        QVERIFY(page.eval(clickedByScript("article, .mh")).toInt() > 1);
        QVERIFY(page.waitUntil(QStringLiteral("true"))); // what came of it would have been told by now
        (void)waitFor([] { return false; }, 200);
        QCOMPARE(links.count(), 0);
        QCOMPARE(answers.count(), 0);
        QCOMPARE(actions.count(), 0);
        QCOMPARE(chosen.count(), 0);

        // The same by a person.
        QVERIFY(page.click(QStringLiteral(".prose a")));
        QVERIFY(waitFor([&] { return links.count() == 1; }, pageTimeoutMs));
        QVERIFY(page.click(acts + QStringLiteral("[aria-label=\"Reply\"]")));
        QVERIFY(waitFor([&] { return actions.count() == 1; }, pageTimeoutMs));
        QVERIFY(page.click(QStringLiteral(".askcard .opt")));
        QVERIFY(waitFor([&] { return answers.count() == 1; }, pageTimeoutMs));
    }

    /// Code in the isolated world reaches the bridge without a click; it counts only just after a real one.
    void callsOfThePage_countOnlyAfterTheAct()
    {
        PageFixture page(std::make_shared<FakeLibrary>(2, &rowOf));
        QVERIFY(page.open(2));
        QSignalSpy links(&page.view.page(), &TranscriptPage::linkClicked);
        (void)page.eval(QStringLiteral("new QWebChannel(qt.webChannelTransport, (channel) => {"
                                       " globalThis.stolen = channel.objects.bridge; }); 1"));
        QVERIFY(page.waitUntil(QStringLiteral("globalThis.stolen !== undefined")));
        const QString call = QStringLiteral("(stolen.call('openLink', JSON.stringify({address: 'https://a.example/',"
                                            " text: 'a'})), true)");
        QVERIFY(page.waitUntil(call));
        QVERIFY(page.waitUntil(QStringLiteral("true"))); // what came of it would have been told by now
        QVERIFY(!waitFor([&] { return links.count() > 0; }, 200));
        // An event that some program posts is no act of the person.
        QMouseEvent posted(QEvent::MouseButtonPress, {5, 5}, {5, 5}, Qt::LeftButton, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(page.view.webView().focusProxy(), &posted);
        QVERIFY(page.waitUntil(call));
        QVERIFY(!waitFor([&] { return links.count() > 0; }, 200));
        QVERIFY(page.click(QStringLiteral("article[aria-posinset=\"1\"] .mh")));
        QVERIFY(page.waitUntil(call));
        QVERIFY(waitFor([&] { return links.count() == 1; }, pageTimeoutMs));
    }

    /// Whatever is registered can be called by anything that runs in the page's isolated world.
    void channel_hasOneObject()
    {
        PageFixture page(std::make_shared<FakeLibrary>(2, &rowOf));
        QVERIFY(page.open(2));
        (void)page.eval(QStringLiteral("new QWebChannel(qt.webChannelTransport, (channel) => {"
                                       " globalThis.objectNames = Object.keys(channel.objects).join(); }); 1"));
        QVERIFY(page.waitUntil(QStringLiteral("globalThis.objectNames !== undefined")));
        QCOMPARE(page.eval(QStringLiteral("objectNames")).toString(), QStringLiteral("bridge"));
    }

    /// Every name that HTML, SVG and MathML have, in the engine that shows what passes.
    void sanitiser_letsThroughWhatItNames()
    {
        PageProfile profile(nullptr);
        IsolatedPage page(profile, QUrl(QStringLiteral("app://transcript/index.html")),
                          {QStringLiteral(SANITISER_SCRIPT)});
        QSignalSpy opened(&page, &IsolatedPage::opened);
        page.open();
        QVERIFY(waitFor([&] { return !opened.empty(); }, pageTimeoutMs));
        const auto faults = test::answerOf(page, QStringLiteral("sanitiserFaults()"), pageTimeoutMs);
        QVERIFY(faults.has_value());
        QVERIFY(faults->isValid());
        QCOMPARE(faults->toString(), QString());
    }
};

} // namespace tst_transcript_trust

QUARTERDECK_PAGE_TEST(tst_transcript_trust, TestTranscriptTrust)
#include "tst_transcript_trust.moc"
