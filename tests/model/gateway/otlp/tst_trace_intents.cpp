#include "tests/support/test.h"
#include "trace_kit.h"

#include <QFloat16>
#include <QTest>
#include <set>

namespace tst_trace_intents {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::gateway::otlp;
using namespace quarterdeck::test;
using nlohmann::json;

/// What spans add to a session: messages that it does not have, tokens, and themselves.
class TestTraceIntents final : public QObject
{
    Q_OBJECT
private slots:
    void repeatedPromptsAreSaidOnce();
    void sessionsOfStudioCountTokensOnly();
    void tokensCountWithoutAnAnswer();
    void agentsAreThoseAround();
};

void TestTraceIntents::repeatedPromptsAreSaidOnce()
{
    SpanMessage thoughtful = spanMessage("assistant", "ok", true);
    thoughtful.content.insert(thoughtful.content.begin(), ThinkingBlock{"hm", {}});
    const ParsedSpan first = call("01", 1, {spanMessage("user", "go"), thoughtful});
    const ParsedSpan second = call("02", 2,
                                   {spanMessage("user", "go"), spanMessage("assistant", "ok"),
                                    spanMessage("user", "go"), spanMessage("assistant", "ok", true)});
    // The other way round, as exporters may send them; the second "go" and "ok" are others than the first.
    const TraceIntents wanted = test::admitted({second, first});
    QCOMPARE(texts(wanted), (std::vector<std::string>{": go", "assistant: ok", ": go", "assistant: ok"}));
    QVERIFY(wanted.speakers == std::set<std::string>{"assistant"});
    const auto* record = std::get_if<RecordSpans>(&wanted.intents.back());
    QVERIFY(record != nullptr);
    QCOMPARE(record->spans.size(), std::size_t(2));

    TraceMemory known;
    static_cast<void>(test::admitted({first}, false, known));
    QCOMPARE(texts(test::admitted({first, second}, false, known)), (std::vector<std::string>{": go", "assistant: ok"}));
    QVERIFY(test::admitted({first, first}, false, known).intents.empty());
}

void TestTraceIntents::sessionsOfStudioCountTokensOnly()
{
    const TraceIntents wanted = test::admitted({call("01", 1, {spanMessage("user", "go")})}, true);
    QCOMPARE(wanted.intents.size(), std::size_t(2));
    QCOMPARE(std::get<RecordUsage>(wanted.intents.front()).usage.promptTokens, std::int64_t(5));
    QVERIFY(wanted.speakers.empty());
}

/// Most programs report no messages unless asked to, and an answer may repeat an earlier one.
void TestTraceIntents::tokensCountWithoutAnAnswer()
{
    const auto usages = [](const TraceIntents& wanted) {
        std::int64_t tokens = 0;
        for (const Intent& intent : wanted.intents)
            if (const auto* used = std::get_if<RecordUsage>(&intent))
                tokens += used->usage.promptTokens;
            else if (const auto* record = std::get_if<RecordMessage>(&intent); record && record->message.usage)
                tokens += record->message.usage->promptTokens;
        return tokens;
    };
    QCOMPARE(usages(test::admitted({call("01", 1, {})})), std::int64_t(5));
    const ParsedSpan first = call("01", 1, {spanMessage("user", "go"), spanMessage("assistant", "ok", true)});
    const ParsedSpan again = call("02", 2, {spanMessage("user", "go"), spanMessage("assistant", "ok", true)});
    QCOMPARE(usages(test::admitted({first, again})), std::int64_t(10));
    QCOMPARE(usages(test::admitted({first, first})), std::int64_t(5));
}

void TestTraceIntents::agentsAreThoseAround()
{
    std::vector<ParsedSpan> spans;
    for (const auto& [id, parent] : std::vector<std::pair<std::string, std::string>>{
             {"01", ""}, {"02", "01"}, {"03", "02"}, {"04", "05"}, {"05", "04"}}) {
        spans.push_back(call(id, 1, {}));
        spans.back().span.parent = parent;
    }
    spans.front().span.agent = "Bob";
    const TraceIntents wanted = test::admitted(spans);
    const auto& recorded = std::get<RecordSpans>(wanted.intents.back()).spans;
    QCOMPARE(recorded[2].agent, std::string("Bob"));
    QVERIFY(recorded[3].agent.empty()); // in a circle
}

} // namespace tst_trace_intents

QUARTERDECK_TEST(tst_trace_intents, TestTraceIntents)
#include "tst_trace_intents.moc"
