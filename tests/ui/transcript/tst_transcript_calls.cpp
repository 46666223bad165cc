#include "page_fixture.h"

#include <QSignalSpy>

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

constexpr std::int64_t total = 60;
constexpr std::int64_t calledAt = 10;
constexpr std::int64_t answeredAt = 40;

/// A call, and far below it its result, which names the call by its id only.
session::Row rowOf(std::int64_t ordinal)
{
    session::Row row = messageRow(ordinal, ordinal % 2 == 0 ? "Alice" : "Bob", "Message " + std::to_string(ordinal));
    auto& content = std::get<MessagePublished>(row.event.body).message.content;
    if (ordinal == calledAt)
        content = {ToolUseBlock{"c1", "book", JsonValue(), "{}"}};
    if (ordinal == answeredAt)
        content = {ToolResultBlock{"c1", "", "It is booked.", JsonValue(), false}};
    return row;
}

} // namespace

/// A call of a tool and its result in a later message.
class TestTranscriptCalls final : public QObject
{
    Q_OBJECT

private slots:
    void callAndResult_leadToEachOther()
    {
        PageFixture page(std::make_shared<FakeLibrary>(total, rowOf));
        QVERIFY(page.open(total, Anchor{{answeredAt}, Align::Center}));
        const QString text = QStringLiteral("document.querySelector('[data-ordinal=\"%1\"] %2')?.innerText");
        // All around it is mounted after a while, and then the result knows whose it is.
        QVERIFY(page.waitUntil(text.arg(answeredAt).arg(QStringLiteral(".th .of"))
                               + QStringLiteral(".replace(/\\s+/g, ' ').trim() === 'Result of book'")));
        QVERIFY(page.click(QStringLiteral("[data-ordinal=\"%1\"] .other .link").arg(answeredAt)));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('[data-ordinal=\"%1\"].flash')").arg(calledAt)));
        QCOMPARE(page.eval(text.arg(calledAt).arg(QStringLiteral(".res"))).toString(), QStringLiteral("13 B · 30 min"));
        QVERIFY(page.click(QStringLiteral("[data-ordinal=\"%1\"] .other .link").arg(calledAt)));
        QVERIFY(
            page.waitUntil(QStringLiteral("document.querySelector('[data-ordinal=\"%1\"].flash')").arg(answeredAt)));
    }

    void resultInItsMessage_needsNoWay()
    {
        PageFixture page(std::make_shared<FakeLibrary>(1, [](std::int64_t ordinal) {
            session::Row row = messageRow(ordinal, "Bob", "look");
            auto& content = std::get<MessagePublished>(row.event.body).message.content;
            content = {ToolUseBlock{"c1", "book", JsonValue(), "{}"},
                       ToolResultBlock{"c1", "book", "It is booked.", JsonValue(), false}};
            return row;
        }));
        QVERIFY(page.open(1));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.tool .res.ok').length === 1")));
        QCOMPARE(page.eval(QStringLiteral("document.querySelectorAll('.other .link, .of').length")).toInt(), 0);
    }
};

int main(int argc, char** argv) { return runPageTest<TestTranscriptCalls>(argc, argv); }
#include "tst_transcript_calls.moc"
