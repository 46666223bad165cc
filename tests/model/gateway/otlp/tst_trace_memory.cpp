#include "model/conversation/event.h"
#include "tests/support/test.h"
#include "trace_kit.h"

#include <QString>
#include <QStringList>
#include <QTest>

namespace tst_trace_memory {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::gateway::otlp;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

/// "TRACE SPAN PARENT START DURATION u:words|a:words|a!words": what a call was asked with, and, with an exclamation
/// mark, what it gave. "s" is the system; "-" no parent.
ParsedSpan spanOf(const QString& line)
{
    const QStringList parts = line.split(u' ');
    std::vector<SpanMessage> messages;
    for (const QString& one : parts.mid(5).join(u' ').split(u'|', Qt::SkipEmptyParts)) {
        const char* role = one.startsWith(u'u') ? "user" : one.startsWith(u's') ? "system" : "assistant";
        messages.push_back(spanMessage(role, one.mid(2).toStdString(), one.at(1) == u'!'));
    }
    ParsedSpan told = call(parts.at(1).toStdString(), parts.at(3).toLongLong(), std::move(messages));
    told.span.trace = parts.at(0).toStdString();
    told.span.parent = parts.at(2) == QStringLiteral("-") ? std::string() : parts.at(2).toStdString();
    told.span.durationUs = parts.at(4).toLongLong();
    return told;
}

/// "words | words"
QString said(const TraceIntents& wanted)
{
    QStringList all;
    for (const Intent& intent : wanted.intents)
        if (const auto* record = std::get_if<RecordMessage>(&intent))
            all << QString::fromStdString(textOf(record->message));
    return all.join(QStringLiteral(" | "));
}

std::vector<ParsedSpan> spansOf(const QStringList& lines)
{
    std::vector<ParsedSpan> spans;
    for (const QString& line : lines)
        spans.push_back(spanOf(line));
    return spans;
}

} // namespace

/// Of what calls tell, only what is new is said: no word is lost, and none said twice.
class TestTraceMemory final : public QObject
{
    Q_OBJECT
private slots:
    void newWords_areSaid_data();
    void newWords_areSaid();
    void afterARestart_nothingIsSaidAgain_data() { newWords_areSaid_data(); }
    void afterARestart_nothingIsSaidAgain();
    void piecesOfAnAnswer_areOneMessage();
    void longConversation_isFollowedQuickly();
};

void TestTraceMemory::newWords_areSaid_data()
{
    QTest::addColumn<QStringList>("spans");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const QStringList& spans, const char* words) {
        QTest::newRow(name) << spans << QString::fromLatin1(words);
    };
    row("two runs, the same answer", {"A 1 - 0 1 u:2?|a!Yes", "B 2 - 5 1 u:4?|a!Yes"}, "2? | Yes | 4? | Yes");
    row("one conversation, the same answer twice", {"A 1 - 0 1 u:2?|a!Yes", "B 2 - 5 1 u:2?|a:Yes|u:4?|a!Yes"},
        "2? | Yes | 4? | Yes");
    row("the same question in another run", {"A 1 - 0 1 u:ping|a!pong", "B 2 - 5 1 u:ping|a!pong"},
        "ping | pong | ping | pong");
    row("the same question, with instructions",
        {"A 1 - 0 1 s:Be kind|u:ping|a!pong", "B 2 - 5 1 s:Be kind|u:ping|a!no"}, "Be kind | ping | pong | ping | no");
    row("an answer made anew", {"A 1 - 0 1 u:1|a!2", "B 2 - 2 1 u:1|a:2|u:3|a!4", "C 3 - 4 1 u:1|a:2|u:3|a!5"},
        "1 | 2 | 3 | 4 | 3 | 5");
    row("two calls of one run, side by side", {"A 1 - 0 9 u:go|a!Yes", "A 2 - 1 9 u:go|a!Yes"}, "go | Yes | Yes");
    row("a span around a call", {"A 2 1 1 3 u:go|a!Yes", "A 1 - 0 5 u:go|a!Yes"}, "go | Yes");
    row("a span around two steps",
        {"A 1 - 0 9 u:go|a!done", "A 2 1 1 2 u:go|a!call", "A 3 1 4 2 u:go|a:call|u:result|a!done"},
        "go | call | result | done");
    row("spans far around", {"A 1 - 0 9 u:go|a!Yes", "A 2 1 1 7 ", "A 3 2 2 5 u:go|a!Yes"}, "go | Yes");
    row("the person says the same again", {"A 1 - 0 1 u:more|a!1", "A 2 - 2 1 u:more|a:1|u:more|a!2"},
        "more | 1 | more | 2");
    row("instructions with the time of day", {"A 1 - 0 1 s:10:00|u:1|a!2", "A 2 - 2 1 s:10:01|u:1|a:2|u:3|a!4"},
        "10:00 | 1 | 2 | 10:01 | 3 | 4");
    row("only what was said last is sent",
        {"A 1 - 0 1 u:1|a!2", "A 2 - 2 1 u:1|a:2|u:3|a!4", "A 3 - 4 1 a:2|u:3|a:4|u:5|a!6"}, "1 | 2 | 3 | 4 | 5 | 6");
    row("two agents take turns",
        {"A 1 - 0 1 s:I am A|u:1|a!2", "A 2 - 2 1 s:I am B|u:x|a!y", "A 3 - 4 1 s:I am A|u:1|a:2|u:3|a!4"},
        "I am A | 1 | 2 | I am B | x | y | 3 | 4");
    row("the second of two choices goes on", {"A 1 - 0 1 u:1|a!2|a!3", "B 2 - 2 1 u:1|a:3|u:4|a!5"},
        "1 | 2 | 3 | 4 | 5");
    row("spans come in any order", {"A 2 - 2 1 u:1|a:2|u:3|a!4", "A 1 - 0 1 u:1|a!2"}, "1 | 2 | 3 | 4");
}

void TestTraceMemory::newWords_areSaid()
{
    QFETCH(QStringList, spans);
    QFETCH(QString, words);
    TraceMemory memory;
    QCOMPARE(said(admitted(spansOf(spans), false, memory)), words);
    QVERIFY(said(admitted(spansOf(spans), false, memory)).isEmpty()); // an exporter that tries again
}

/// What the log has is known again; each span comes by itself.
void TestTraceMemory::afterARestart_nothingIsSaidAgain()
{
    QFETCH(QStringList, spans);
    std::vector<ParsedSpan> all = spansOf(spans);
    TraceMemory memory;
    const TraceIntents wanted = admitted(all, false, memory);
    TraceMemory again;
    std::vector<MessageId> ids;
    for (const Intent& intent : wanted.intents) {
        Event event;
        if (const auto* record = std::get_if<RecordMessage>(&intent)) {
            event.body = MessagePublished{record->message, {}};
            QVERIFY(std::ranges::count(ids, record->message.id) == 0);
            ids.push_back(record->message.id);
        } else if (const auto* recorded = std::get_if<RecordSpans>(&intent)) {
            event.body = SpansRecorded{recorded->spans};
        }
        again.learn(event);
    }
    for (ParsedSpan& span : all)
        QVERIFY(said(admitted({span}, false, again)).isEmpty());
    // The next call of the same conversation adds its own words alone.
    ParsedSpan next = all.back();
    next.span.id = "next";
    next.span.startUs += 100;
    for (SpanMessage& message : next.messages)
        message.isAnswer = false;
    next.messages.push_back(spanMessage("user", "and now?"));
    setEssences(next.messages);
    QVERIFY(said(admitted({next}, false, again)).endsWith(QStringLiteral("and now?")));
}

void TestTraceMemory::piecesOfAnAnswer_areOneMessage()
{
    const auto spoken = [](const json& output) {
        const json attributes = {{"gen_ai.operation.name", "chat"}, {"gen_ai.output.messages", output}};
        return shown(parseSpan(received(attributes), json::object()).messages);
    };
    const json first = {{"role", "model"}, {"parts", {{{"type", "text"}, {"content", "Hel"}}}}};
    const json second = {
        {"role", "model"}, {"parts", {{{"type", "text"}, {"content", "lo"}}}}, {"finish_reason", "stop"}};
    QCOMPARE(spoken({first, second}), std::string("assistant!: Hello"));
    QCOMPARE(spoken({second, second}), std::string("assistant!: lo | assistant!: lo"));
    json ofSystem = second;
    ofSystem["role"] = "system"; // as Gemini CLI does
    QCOMPARE(spoken(json::array({ofSystem})), std::string("assistant!: lo"));
}

/// By its course, and not by comparing all with all: with the square of its length it would not end in time.
void TestTraceMemory::longConversation_isFollowedQuickly()
{
    TraceMemory memory;
    std::vector<SpanMessage> history;
    constexpr int calls = 600;
    std::size_t count = 0;
    for (int i = 0; i < calls; ++i) {
        history.push_back(spanMessage("user", "yes"));
        std::vector<SpanMessage> messages = history;
        messages.push_back(spanMessage("assistant", "go on", true));
        count += admitted({call(std::to_string(i), i, messages)}, false, memory).intents.size();
        history.push_back(spanMessage("assistant", "go on"));
    }
    QCOMPARE(count, std::size_t(3 * calls)); // a question, an answer, and a span
}

} // namespace tst_trace_memory

QUARTERDECK_TEST(tst_trace_memory, TestTraceMemory)
#include "tst_trace_memory.moc"
