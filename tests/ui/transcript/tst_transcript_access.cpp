#include "page_fixture.h"
#include "tests/support/page_test.h"

#include <QWebEngineView>
#include <array>

namespace tst_transcript_access {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

constexpr int total = 10;
constexpr int secret = 5; ///< Mike's to Alice alone

session::Row spokenRow(std::int64_t ordinal)
{
    constexpr std::array from{"Mike", "Alice", "Bob"};
    session::Row row = messageRow(ordinal, from[static_cast<std::size_t>(ordinal) % from.size()],
                                  "Message number " + std::to_string(ordinal));
    if (ordinal == secret) {
        auto& published = std::get<MessagePublished>(row.event.body);
        published.message.sendTo = {Address("Alice")};
        published.route.isPrivate = true;
        published.route.directChatRoles = {RoleName("Alice")};
    }
    return row;
}

/// How far a colour is from another, from 1 to 21, and what of an element has which.
const QString contrast = QStringLiteral(R"js((() => {
    const light = (colour) => {
        const [r, g, b] = colour.match(/[\d.]+/g).map((part) => part / 255).map((part) => (
            part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const colour = getComputedStyle(at).backgroundColor;
            if (!/^rgba.*, 0\)$/.test(colour)) return colour;
        }
        return 'rgb(255, 255, 255)';
    };
    window.least = (selector) => Math.min(...[...document.querySelectorAll(selector)].map((element) => {
        const [a, b] = [light(getComputedStyle(element).color), light(ground(element))];
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }));
})())js");

} // namespace

/// What somebody who does not see, or not well, has of the page.
class TestTranscriptAccess final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_page = std::make_unique<PageFixture>(std::make_shared<FakeLibrary>(total, spokenRow));
        m_page->theme.setChoice(ui::theme::ThemeChoice::Light);
        QVERIFY(m_page->open(total));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelectorAll('.entry').length === 10")));
    }
    void cleanup() { m_page.reset(); }

    void page_isAFeedOfArticles()
    {
        QCOMPARE(m_page->eval(QStringLiteral("document.querySelector('[role=feed]').ariaLabel")).toString(),
                 QStringLiteral("Conversation"));
        const QVariantList articles =
            m_page
                ->eval(QStringLiteral("[...document.querySelectorAll('[role=feed] article')].map((one) => ["
                                      "one.ariaPosInSet, one.ariaSetSize, one.ariaLabel, one.tabIndex].join('|'))"))
                .toList();
        QCOMPARE(articles.size(), total);
        for (int i = 0; i < total; ++i) {
            const QStringList parts = articles.at(i).toString().split(u'|');
            QCOMPARE(parts.value(0), QString::number(i + 1));
            QCOMPARE(parts.value(1), QString::number(total));
            const QString who = i == secret
                ? QStringLiteral("Bob to Alice, ")
                : QStringList{"Mike", "Alice", "Bob"}.at(i % 3) + QStringLiteral(" to everyone, ");
            QVERIFY2(parts.value(2).startsWith(who), qPrintable(parts.value(2)));
            QVERIFY(QTime::fromString(parts.value(2).mid(who.size()), QStringLiteral("HH:mm")).isValid());
            QCOMPARE(parts.value(3), QStringLiteral("-1")); // it takes the focus, though not by Tab
        }
        m_page->library->setTotal(total + 1);
        m_page->view.page().setExtent(total + 1);
        QVERIFY(m_page->waitUntil(QStringLiteral("[...document.querySelectorAll('article')]"
                                                 ".every((one) => one.ariaSetSize === '11')")));
        // What only shows again what the words say is passed over, and no button is without a name.
        QVERIFY(m_page
                    ->eval(QStringLiteral("[...document.querySelectorAll('svg, .lanes, .heads, .av')]"
                                          ".every((one) => one.closest('[aria-hidden=true]'))"))
                    .toBool());
        QTest::keyClicks(m_page->view.webView().focusProxy(), QStringLiteral("j"));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.activeElement.matches('article')")));
        QVERIFY(m_page
                    ->eval(QStringLiteral("[...document.querySelectorAll('button')].every((one) => one.hidden ||"
                                          " (one.ariaLabel ?? one.innerText).trim() !== '')"))
                    .toBool());
    }

    /// That it is finished, and not each of its words.
    void reply_isAnnouncedOnce()
    {
        listen();
        session::StreamingMessage draft;
        draft.id = "m10";
        draft.role = RoleName("Alice");
        draft.channels = {ChannelKey("everything")};
        for (int word = 0; word < 5; ++word) {
            draft.text += "word" + std::to_string(word) + " ";
            draft.tokens = word + 1;
            m_page->view.page().showDraft(draft);
            QVERIFY(m_page->waitUntil(
                QStringLiteral("document.querySelector('.draft .prose')?.textContent.includes('word%1')").arg(word)));
        }
        const auto isBusy = [&] {
            return m_page->eval(QStringLiteral("document.querySelector('.draft').ariaBusy === 'true'")).toBool();
        };
        QVERIFY(isBusy());
        QCOMPARE(m_page->eval(QStringLiteral("said.length")).toInt(), 0);
        draft.isDone = true;
        m_page->view.page().showDraft(draft);
        QVERIFY(m_page->waitUntil(QStringLiteral("said.length > 0")));
        m_page->view.page().showDraft(draft); // its end is told again
        m_page->library->setTotal(total + 1);
        m_page->view.page().setExtent(total + 1);
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('[data-ordinal=\"10\"]')")));
        // Nor is its message, which comes now, another: the next announcement is about the one after it.
        m_page->library->setTotal(total + 2);
        m_page->view.page().setExtent(total + 2);
        QVERIFY(m_page->waitUntil(QStringLiteral("said.length > 1")));
        QCOMPARE(m_page->eval(QStringLiteral("said.join('|')")).toString(),
                 QStringLiteral("Alice finished writing|Bob wrote"));
    }

    /// Those that end together, in one sentence: the next would come before the one before it was heard.
    void replies_thatEndTogether_areAnnouncedTogether()
    {
        std::vector<session::StreamingMessage> drafts;
        for (const char* name : {"Alice", "Bob"}) {
            session::StreamingMessage draft;
            draft.id = std::string("of ") + name;
            draft.role = RoleName(name);
            draft.channels = {ChannelKey("everything")};
            draft.text = "words";
            m_page->view.page().showDraft(draft);
            drafts.push_back(draft);
        }
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelectorAll('.draft').length === 2")));
        QCOMPARE(m_page->eval(QStringLiteral("document.querySelector('.draft').ariaLabel")).toString(),
                 QStringLiteral("Alice, writing"));
        for (session::StreamingMessage& draft : drafts) {
            draft.isDone = true;
            m_page->view.page().showDraft(draft);
        }
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('[aria-live]').textContent"
                                                 " === 'Alice finished writing. Bob finished writing'")));
        QCOMPARE(m_page->eval(QStringLiteral("document.querySelector('.draft').ariaLabel")).toString(),
                 QStringLiteral("Alice"));
    }

    /// Those that come as a whole, once, by who speaks; many that come together are one sentence.
    void arrivals_areAnnounced_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<QString>("words");
        QTest::newRow("one") << 1 << QStringLiteral("Alice wrote"); // row 10
        QTest::newRow("two") << 2 << QStringLiteral("2 new messages from Alice, Bob");
        QTest::newRow("many") << 9 << QStringLiteral("9 new messages from Alice, Bob, Mike");
    }
    void arrivals_areAnnounced()
    {
        QFETCH(const int, count);
        QFETCH(const QString, words);
        listen();
        for (int one = 1; one <= count; ++one) {
            m_page->library->setTotal(total + one);
            m_page->view.page().setExtent(total + one);
        }
        QVERIFY(m_page->waitUntil(QStringLiteral("said.length > 0")));
        // What comes after that is said next, and nothing of them is said between.
        m_page->library->setTotal(total + count + 1);
        m_page->view.page().setExtent(total + count + 1);
        QVERIFY(m_page->waitUntil(QStringLiteral("said.length > 1")));
        const QString next = QStringList{"Mike", "Alice", "Bob"}.at((total + count) % 3) + QStringLiteral(" wrote");
        QCOMPARE(m_page->eval(QStringLiteral("said.join('|')")).toString(), words + u'|' + next);
    }

    /// The first of very many never come into the page.
    void endlessArrivals_areCounted()
    {
        constexpr int many = 500;
        listen();
        m_page->library->setTotal(total + many);
        m_page->view.page().setExtent(total + many);
        QVERIFY(m_page->waitUntil(QStringLiteral("said.length > 0")));
        m_page->library->setTotal(total + many + 1);
        m_page->view.page().setExtent(total + many + 1);
        QVERIFY(m_page->waitUntil(QStringLiteral("said.length > 1")));
        QCOMPARE(m_page->eval(QStringLiteral("said.join('|')")).toString(),
                 QStringLiteral("500 new in this conversation|Mike wrote"));
    }

    /// Who reads above hears how many there are, not whose: these are not read yet.
    void arrivalsBelow_areCounted()
    {
        constexpr int many = 500;
        m_page->library->setTotal(many);
        QVERIFY(m_page->open(many, Anchor{{100}, Align::Start}));
        listen();
        m_page->library->setTotal(many + 3);
        m_page->view.page().setExtent(many + 3);
        QVERIFY(m_page->waitUntil(QStringLiteral("said.length > 0")));
        QCOMPARE(m_page->eval(QStringLiteral("said.join('|')")).toString(),
                 QStringLiteral("3 new in this conversation"));
        QVERIFY(m_page->open(many + 3)); // another opening is no news
        m_page->library->setTotal(many + 4);
        m_page->view.page().setExtent(many + 4); // but what comes then
        QVERIFY(m_page->waitUntil(QStringLiteral("said.length > 1")));
        QCOMPARE(m_page->eval(QStringLiteral("said.join('|')")).toString(),
                 QStringLiteral("3 new in this conversation|Bob wrote"));
    }

    /// The key for it leads to boxes in which something is out of sight, and tells what they are; to no others.
    void boxesThatScroll_areStopsWithAName()
    {
        const std::string wide(500, 'x');
        const std::string text = "```py short.py\nx\n```\n\n```py long.py\n" + wide + "\n```\n\n|a|\n|-|\n|1|\n\n|"
            + wide + "|\n|-|\n|1|\n\n```diff\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+" + wide
            + "\n```\n\n$$\na\n$$\n\n$$\n" + std::string(300, 'y') + "\n$$";
        m_page = std::make_unique<PageFixture>(
            std::make_shared<FakeLibrary>(1, [&](std::int64_t ordinal) { return messageRow(ordinal, "Bob", text); }));
        QVERIFY(m_page->open(1));
        const QString told = QStringLiteral(
            "[...document.querySelectorAll('.prose pre, .tableframe, .diff, .math.display')].map((one) =>"
            " one.tabIndex + ' ' + (one.ariaLabel ?? '').slice(0, 14)).join('|')");
        const QString wanted = QStringLiteral("-1 |0 Code: long.py|-1 |0 Table|0 Diff: f|-1 a|0 yyyyyyyyyyyyyy");
        QVERIFY2(m_page->waitUntil(told + QStringLiteral(" === '%1'").arg(wanted)),
                 qPrintable(m_page->eval(told).toString()));
        QCOMPARE(m_page->eval(QStringLiteral("document.querySelector('.tableframe').role")).toString(), QString());
        // One whose lines are wrapped has nothing out of sight any more.
        QVERIFY(m_page->click(QStringLiteral(".box ~ .box [aria-pressed]")));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelectorAll('pre')[1].tabIndex === -1")));
    }

    void highContrast_data()
    {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    /// Nothing is conveyed by a tint or a weak grey alone.
    void highContrast()
    {
        QFETCH(const bool, isDark);
        m_page->eval(contrast);
        m_page->theme.setChoice(isDark ? ui::theme::ThemeChoice::Dark : ui::theme::ThemeChoice::Light);
        QVERIFY(m_page->waitUntil(QStringLiteral("document.documentElement.dataset.theme === '%1'")
                                      .arg(isDark ? QStringLiteral("dark") : QStringLiteral("light"))));
        QCOMPARE(m_page->eval(QStringLiteral("document.documentElement.dataset.contrast")).toString(), QString());
        const QString border =
            QStringLiteral("getComputedStyle(document.querySelector('.private.first')).borderTopWidth");
        QCOMPARE(m_page->eval(border).toString(), QStringLiteral("0px"));
        m_page->theme.setHighContrast(true);
        QVERIFY(m_page->waitUntil(QStringLiteral("document.documentElement.dataset.contrast === 'more'")));
        QCOMPARE(m_page->eval(border).toString(), QStringLiteral("1px"));
        const auto least = [&](const char* selector) {
            return m_page->eval(QStringLiteral("least('%1')").arg(QLatin1String(selector))).toDouble();
        };
        for (const char* weak : {".prose p", ".who", ".prof", ".mm time", ".railhead .pos"})
            QVERIFY2(least(weak) >= 7 && least(weak) <= 21, weak);
        for (const char* coloured : {".chip", ".pvh b"})
            QVERIFY2(least(coloured) >= 4.5 && least(coloured) <= 21, coloured);
        QTest::keyClicks(m_page->view.webView().focusProxy(), QStringLiteral("j"));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.activeElement.matches('article')")));
        QVERIFY(m_page->waitUntil(QStringLiteral("getComputedStyle(document.activeElement).outlineWidth === '3px'")));
        m_page->theme.setHighContrast(false);
        QVERIFY(m_page->waitUntil(QStringLiteral("document.documentElement.dataset.contrast === undefined")));
    }

private:
    void listen()
    {
        m_page->eval(QStringLiteral("(() => { window.said = []; for (const region of document.querySelectorAll("
                                    "'[aria-live], [role=status], [role=alert], [role=log]'))"
                                    " new MutationObserver(() => said.push(region.textContent)).observe(region,"
                                    " { childList: true, characterData: true, subtree: true }); })()"));
    }

    std::unique_ptr<PageFixture> m_page;
};

} // namespace tst_transcript_access

QUARTERDECK_PAGE_TEST(tst_transcript_access, TestTranscriptAccess)
#include "tst_transcript_access.moc"
