#include "page_fixture.h"
#include "tests/support/page_test.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QWebEngineView>
#include <nlohmann/json.hpp>

namespace tst_message_actions {

using namespace quarterdeck;
using namespace quarterdeck::test;
using ui::transcript::RowAction;

namespace {

const QString written = QStringLiteral("# A *plan*\n\n1. first\n2. second");
const QString article = QStringLiteral("article[aria-posinset=\"1\"] ");

std::string repeated(const char* text, int count)
{
    std::string all;
    for (int i = 0; i < count; ++i)
        all += text;
    return all;
}

QString button(const char* label)
{
    return article + QStringLiteral(".acts button[aria-label=\"%1\"]").arg(QLatin1String(label));
}

} // namespace

/// What can be done with one message.
class TestMessageActions final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_page = std::make_unique<PageFixture>(std::make_shared<FakeLibrary>(
            1, [](std::int64_t ordinal) { return messageRow(ordinal, "Alice", written.toStdString()); }));
        QVERIFY(m_page->open(1));
    }
    void cleanup() { m_page.reset(); }

    void message_isShownAsItWasWritten()
    {
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('.prose h1') !== null")));
        QVERIFY(press("Show as written"));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('.prose h1') === null")));
        QCOMPARE(m_page->eval(QStringLiteral("document.querySelector('.prose pre').textContent")).toString(), written);
        QVERIFY(press("Show formatted"));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('.prose h1') !== null")));
    }

    void message_isCopiedAsMarkdownOrText()
    {
        QVERIFY(press("Copy as Markdown"));
        QVERIFY(waitFor([] { return QGuiApplication::clipboard()->text() == written; }, pageTimeoutMs));
        QVERIFY(press("Copy as text"));
        QVERIFY(waitFor([] { return QGuiApplication::clipboard()->text().startsWith(QStringLiteral("A plan\n")); },
                        pageTimeoutMs));
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("second")));
        QVERIFY(!QGuiApplication::clipboard()->text().contains(QLatin1Char('#')));
    }

    void allOfAMessage_isCopied_data()
    {
        using namespace conversation;
        QTest::addColumn<std::vector<ContentBlock>>("content");
        QTest::addColumn<QString>("copied");
        const auto row = [](const char* name, std::vector<ContentBlock> content, const char* copied) {
            QTest::newRow(name) << std::move(content) << QString::fromUtf8(copied);
        };
        row("what was thought, called and answered",
            {ThinkingBlock{"hm *a*", {}}, TextBlock{"I **look**."},
             ToolUseBlock{"c", "look", JsonValue(nlohmann::json{{"x", 1}}), {}},
             ToolResultBlock{"c", "look", "seen", {}, false}, UnknownBlock{JsonValue(nlohmann::json(5))}},
            "hm *a*\n\nI look.\n\nlook {\"x\":1}\n\nseen\n\n5");
        row("lists", {TextBlock{"1. one\n2. two\n   - below\n\n- [x] done\n- [ ] not"}},
            "1. one\n2. two\n  - below\n\n[x] done\n[ ] not");
        row("a table", {TextBlock{"| a | b |\n|---|---|\n| 1 | *2* |\n\nafter"}}, "a\tb\n1\t2\n\nafter");
        row("code without the title of its card", {TextBlock{"before\n\n```python x.py\nif a:\n    b\n```\nafter"}},
            "before\n\nif a:\n    b\n\nafter");
        row("a formula, a picture and a break", {TextBlock{"a $x^2$ b ![p](https://x.example/p.png)\nc"}},
            "a x^2 b [p]\nc");
        row("blanks that have a width", {TextBlock{"10\u00a0000 *and*\u3000more"}}, "10\u00a0000 and\u3000more");
        row("a note without a mark", {TextBlock{"before\n\n[^x]: the *note*"}}, "before\n\n[^x]: the note");
        constexpr int columns = 15;
        std::string table; // of more cells than are drawn
        std::string cells;
        for (int line = -1; line < 140; ++line) {
            const std::string name = line < 0 ? "head" : std::to_string(line);
            table += name;
            cells += (line < 0 ? "" : "\n") + name;
            for (int column = 1; column < columns; ++column) {
                table += "|x";
                cells += "\tx";
            }
            table += line < 0 ? "\n-" + repeated("|-", columns - 1) + "\n" : "\n";
        }
        row("a table that is cut where it is drawn", {TextBlock{table}}, cells.c_str());
        // Longer than what the page renders at once: it need not have been rendered.
        const std::string paragraph(9'000, 'x');
        row("a long text", {TextBlock{paragraph + "\n\n" + paragraph + "\n\n*end*"}},
            (paragraph + "\n\n" + paragraph + "\n\nend").c_str());
    }

    void allOfAMessage_isCopied()
    {
        QFETCH(const std::vector<conversation::ContentBlock>, content);
        QFETCH(const QString, copied);
        m_page = std::make_unique<PageFixture>(std::make_shared<FakeLibrary>(1, [&](std::int64_t ordinal) {
            session::Row row = messageRow(ordinal, "Alice", "");
            std::get<conversation::MessagePublished>(row.event.body).message.content = content;
            return row;
        }));
        m_page->view.resize(860, 6000); // the pointer is put in the middle of it
        QVERIFY(m_page->open(1));
        QGuiApplication::clipboard()->clear();
        QVERIFY(press("Copy as text"));
        QVERIFY(waitFor([] { return !QGuiApplication::clipboard()->text().isEmpty(); }, pageTimeoutMs));
        QCOMPARE(QGuiApplication::clipboard()->text(), copied);
    }

    void partOfAMessage_isCopied_data()
    {
        QTest::addColumn<int>("length");
        QTest::addColumn<bool>("isHandedOver");
        QTest::newRow("as long as may be") << 1'000'000 << true;
        QTest::newRow("too long: its message is, which the program says itself") << 1'000'001 << false;
    }
    void partOfAMessage_isCopied()
    {
        QFETCH(const int, length);
        QFETCH(const bool, isHandedOver);
        const std::string output =
            repeated("A line.\n", length / 8) + std::string(static_cast<std::size_t>(length % 8), 'x');
        m_page = std::make_unique<PageFixture>(std::make_shared<FakeLibrary>(1, [&](std::int64_t ordinal) {
            session::Row row = messageRow(ordinal, "Alice", "");
            std::get<conversation::MessagePublished>(row.event.body).message.content = {
                conversation::ToolResultBlock{"c", "look", output, {}, true}}; // what failed is open
            return row;
        }));
        QVERIFY(m_page->open(1));
        const CallSpy<ui::transcript::calls::CopyRange> ranges(m_page->view.page());
        QGuiApplication::clipboard()->setText(QStringLiteral("before"));
        const QString copy = QStringLiteral(".outcell > button");
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('%1')").arg(copy)));
        m_page->eval(QStringLiteral("window.ticks = 0; new MutationObserver(() => { window.ticks += 1; })"
                                    ".observe(document.querySelector('%1'), { childList: true }); true")
                         .arg(copy));
        QVERIFY(m_page->click(copy));
        QVERIFY(waitFor(
            [&] { return ranges.count() == 1 || QGuiApplication::clipboard()->text() != QStringLiteral("before"); },
            pageTimeoutMs));
        QCOMPARE(ranges.calls.empty(), isHandedOver);
        QCOMPARE(QGuiApplication::clipboard()->text().size(), isHandedOver ? length : 6);
        QCOMPARE(m_page->eval(QStringLiteral("window.ticks > 0")).toBool(), isHandedOver);
    }

    void message_isKeptAndLetGo()
    {
        showMemories(true);
        CallSpy<ui::transcript::calls::Action> wanted(m_page->view.page());
        QVERIFY(m_page->eval(QStringLiteral("document.querySelector('.kept') === null")).toBool());
        QVERIFY(press("Keep in memory (M)"));
        QVERIFY(waitFor([&] { return !wanted.calls.empty(); }, pageTimeoutMs));
        QVERIFY(wanted.calls.front().name == RowAction::Keep);
        const auto message = wanted.calls.front().seq;
        mark(message, true);
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('%1.kept') !== null").arg(article)));
        const QString sign = QStringLiteral("document.querySelector('%1.mm .kept[role=img]').").arg(article);
        QCOMPARE(m_page->eval(sign + QStringLiteral("getAttribute('aria-label')")).toString(),
                 QStringLiteral("Kept in memory"));
        QVERIFY(m_page->eval(sign + QStringLiteral("title.length > 20")).toBool());
        QVERIFY(m_page->eval(QStringLiteral("document.querySelector('%1.mm .kept ~ time') !== null").arg(article))
                    .toBool());
        wanted.calls.clear();
        QVERIFY(press("Stop keeping in memory (M)"));
        QVERIFY(waitFor([&] { return !wanted.calls.empty(); }, pageTimeoutMs));
        QVERIFY(wanted.calls.front().name == RowAction::LetGo);
        mark(message, false);
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('.kept') === null")));
    }

    void key_keepsTheMessageThatHasTheFocus()
    {
        showMemories(true);
        CallSpy<ui::transcript::calls::Action> wanted(m_page->view.page());
        QWidget* target = m_page->view.webView().focusProxy();
        QVERIFY(waitFor(
            [&] {
                QTest::keyClick(target, Qt::Key_J);
                return m_page->eval(QStringLiteral("document.activeElement?.tagName === 'ARTICLE'")).toBool();
            },
            pageTimeoutMs));
        QTest::keyClick(target, Qt::Key_M);
        QVERIFY(waitFor([&] { return !wanted.calls.empty(); }, pageTimeoutMs));
        QVERIFY(wanted.calls.front().name == RowAction::Keep);
        mark(wanted.calls.front().seq, true); // the row is drawn anew
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('.kept') !== null")));
        QVERIFY(m_page->eval(QStringLiteral("document.activeElement?.tagName === 'ARTICLE'")).toBool());
        wanted.calls.clear();
        QTest::keyClick(target, Qt::Key_M);
        QVERIFY(waitFor([&] { return !wanted.calls.empty(); }, pageTimeoutMs));
        QVERIFY(wanted.calls.front().name == RowAction::LetGo);
    }

    void failure_hasItsButtonsUnderIt_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("as wide as in a large window") << 860;
        QTest::newRow("narrow") << 420;
    }
    /// Side by side if there is room, not overlapping each other or the words, and inside their row.
    void failure_hasItsButtonsUnderIt()
    {
        QFETCH(const int, width);
        m_page = std::make_unique<PageFixture>(std::make_shared<FakeLibrary>(1, [](std::int64_t ordinal) {
            session::Row row = messageRow(ordinal, "Bob", "");
            row.event.time = {1'000};
            row.event.body =
                conversation::RoleActivityChanged{conversation::RoleName("Bob"), conversation::RoleActivity::Failed,
                                                  "No server is running at http://localhost:11434: start it, "
                                                  "or correct its address.",
                                                  false, false};
            return row;
        }));
        auto presentation = threeMembers();
        presentation.failures[conversation::RoleName("Bob")] = {1'000};
        m_page->view.setPresentation(presentation);
        m_page->view.resize(width, 700);
        QVERIFY(m_page->open(1));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelectorAll('.ways .btn').length === 2")));
        m_page->eval(QStringLiteral(R"js((() => {
            const box = (element) => element.getBoundingClientRect();
            const line = document.querySelector('.sysline');
            const [first, second] = [...line.querySelectorAll('.ways .btn')].map(box);
            const words = box(line.querySelector('.row'));
            const isApart = first.right < second.left || first.bottom < second.top;
            const isUnder = Math.min(first.top, second.top) >= words.bottom;
            const isInside = Math.max(first.bottom, second.bottom) <= box(line).bottom + 0.5
                && Math.max(first.right, second.right) <= box(line).right;
            const isBeside = first.top === second.top;
            window.ways = [isApart, isUnder, isInside, isBeside].join();
        })())js"));
        QCOMPARE(m_page->eval(QStringLiteral("ways")).toString(), QStringLiteral("true,true,true,true"));
    }

    void withoutMemories_nothingIsKept()
    {
        QVERIFY(waitForActions());
        QVERIFY(m_page->eval(QStringLiteral("document.querySelector('%1') === null").arg(button("Keep in memory (M)")))
                    .toBool());
    }

private:
    /// Of agents that live here.
    void showMemories(bool areThere)
    {
        auto presentation = threeMembers();
        presentation.hasMemories = areThere;
        m_page->view.setPresentation(presentation);
        QVERIFY(m_page->open(1));
    }
    void mark(conversation::EventSeq message, bool isKept)
    {
        m_page->library->amend({0},
                               {{++m_lastMark}, {2'000}, 0, conversation::MessagePinned{message, isKept, "person"}});
        m_page->view.page().refreshRows({message});
    }
    /// Back and forth: where the pointer was in the earlier page, nothing has moved.
    void hover()
    {
        m_isAside = !m_isAside;
        if (const auto middle = m_page->middleOf(article))
            QTest::mouseMove(m_page->view.webView().focusProxy(), *middle + QPoint(m_isAside ? 3 : 0, 0));
    }
    [[nodiscard]] bool waitForActions()
    {
        return waitFor(
            [&] {
                hover();
                return m_page->eval(QStringLiteral("document.querySelector('%1.acts') !== null").arg(article)).toBool();
            },
            pageTimeoutMs);
    }
    /// The buttons are there while the pointer is.
    bool press(const char* label)
    {
        return waitFor(
            [&] {
                hover();
                return m_page
                           ->eval(
                               QStringLiteral("document.querySelector('%1')?.offsetParent != null").arg(button(label)))
                           .toBool()
                    && m_page->click(button(label));
            },
            pageTimeoutMs);
    }

    std::unique_ptr<PageFixture> m_page;
    std::int64_t m_lastMark = 1000;
    bool m_isAside = false;
};

} // namespace tst_message_actions

QUARTERDECK_PAGE_TEST(tst_message_actions, TestMessageActions)
#include "tst_message_actions.moc"
