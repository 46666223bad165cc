#include "model/conversation/channel.h"
#include "model/conversation/decide/decide.h"
#include "model/conversation/span.h"
#include "model/conversation/state/state.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_spans {

using namespace quarterdeck::conversation;

namespace {

Span span(const std::string& id, const std::string& parent, std::int64_t startUs, const std::string& trace = "t")
{
    Span one;
    one.trace = trace;
    one.id = id;
    one.parent = parent;
    one.startUs = startUs;
    return one;
}

/// "a(b c(d))" and what is beside it.
std::string shown(const std::vector<Span>& spans)
{
    std::string text;
    for (const SpanLine& line : treeOf(spans, "t"))
        text += (text.empty() ? "" : " ") + std::to_string(line.depth) + spans[line.place].id;
    return text;
}

} // namespace

/// Spans come in any order, again, and with holes: the tree has each of them once.
class TestSpans final : public QObject
{
    Q_OBJECT
private slots:
    void tree_data();
    void tree();
    void deepTree_needsNoStack();
    void recorded_isNoRowOfTheConversation();
};

void TestSpans::tree_data()
{
    QTest::addColumn<std::vector<Span>>("spans");
    QTest::addColumn<std::string>("lines");
    QTest::newRow("none") << std::vector<Span>() << std::string();
    QTest::newRow("parts before the whole, by their start")
        << std::vector{span("d", "b", 9), span("c", "a", 5), span("b", "a", 3), span("a", "", 1)}
        << std::string("0a 1b 2d 1c");
    QTest::newRow("of another trace") << std::vector{span("a", "", 1, "u"), span("b", "a", 2)} << std::string("0b");
    QTest::newRow("the whole is not there")
        << std::vector{span("b", "?", 2), span("a", "?", 1)} << std::string("0a 0b");
    QTest::newRow("twice") << std::vector{span("a", "", 1), span("a", "", 2), span("b", "a", 3)}
                           << std::string("0a 1b");
    QTest::newRow("a part of itself") << std::vector{span("a", "a", 1)} << std::string("0a");
    QTest::newRow("in a circle") << std::vector{span("a", "b", 1), span("b", "a", 2), span("c", "b", 3)}
                                 << std::string("0a 1b 2c");
}

void TestSpans::tree()
{
    QFETCH(std::vector<Span>, spans);
    QFETCH(std::string, lines);
    QCOMPARE(shown(spans), lines);
}

void TestSpans::deepTree_needsNoStack()
{
    constexpr int depth = 50'000;
    std::vector<Span> spans;
    for (int i = 0; i < depth; ++i)
        spans.push_back(span(std::to_string(i), i == 0 ? "" : std::to_string(i - 1), 0));
    const std::vector<SpanLine> lines = treeOf(spans, "t");
    QCOMPARE(lines.size(), std::size_t(depth));
    QCOMPARE(lines.back().depth, depth - 1);
}

void TestSpans::recorded_isNoRowOfTheConversation()
{
    ConversationState state;
    state.apply({{1}, {1}, 0, SessionStarted{}});
    QCOMPARE(channelsOf(state, SpansRecorded{{span("a", "", 1)}}), std::vector<ChannelKey>{channel::spans});
    const DecideContext context{{5}, 0, [] { return std::string("id"); }, {}};
    QVERIFY(decide(state, RecordSpans{}, context).events.empty());
    const Decision decision = decide(state, RecordSpans{{span("a", "", 1)}}, context);
    QCOMPARE(decision.events.size(), std::size_t(1));
    QVERIFY(std::get<SpansRecorded>(decision.events.front().body).spans.front() == span("a", "", 1));
}

} // namespace tst_spans

QUARTERDECK_TEST(tst_spans, TestSpans)
#include "tst_spans.moc"
