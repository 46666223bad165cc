#include "model/gateway/otlp/coding_agent_logs.h"
#include "tests/support/test.h"
#include "trace_kit.h"

#include <QDateTime>
#include <QFile>
#include <QStringList>
#include <QTest>
#include <set>

namespace tst_coding_agent_logs {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::gateway::otlp;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

json attributesOf(const json& told)
{
    json list = json::array();
    for (const auto& [key, value] : told.items()) {
        json given = {{"stringValue", value}};
        if (value.is_boolean())
            given = {{"boolValue", value}};
        else if (value.is_number_integer())
            given = {{"intValue", value}};
        else if (value.is_number())
            given = {{"doubleValue", value}};
        else if (!value.is_string())
            given = {{"stringValue", value.dump()}};
        list.push_back({{"key", key}, {"value", given}});
    }
    return list;
}

/// Nanoseconds, as text. Not every record has its own.
std::string timeOf(const json& attributes, std::string& last)
{
    if (attributes.contains("event.timestamp"))
        last = attributes["event.timestamp"].get<std::string>();
    const QDateTime time = QDateTime::fromString(QString::fromStdString(last), Qt::ISODateWithMs);
    return std::to_string(time.toMSecsSinceEpoch()) + "000000";
}

/// The spans and the log records of a recording, as its program sends them.
struct Recording
{
    std::vector<ParsedSpan> spans;
    std::vector<ParsedSpan> records;
};

Recording recordingOf(const QString& name)
{
    QFile file(QStringLiteral(QUARTERDECK_TEST_DATA "/otlp/") + name);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("there is no such recording");
    json records = json::array();
    Recording all;
    std::string last;
    while (!file.atEnd()) {
        const json line = json::parse(file.readLine().toStdString());
        const json& attributes = line["attributes"];
        if (line.contains("span")) {
            ReceivedSpan span = received(attributes);
            span.name = line["span"].get<std::string>();
            span.id =
                QByteArray::fromBase64(QByteArray::fromStdString(line["id"].get<std::string>())).toHex().toStdString();
            all.spans.push_back(parseSpan(span, json::object()));
            continue;
        }
        json record = {{"timeUnixNano", timeOf(attributes, last)}, {"attributes", attributesOf(attributes)}};
        if (!line["body"].is_null())
            record["body"] = {{"stringValue", line["body"]}};
        records.push_back(std::move(record));
    }
    const json body = {{"resourceLogs", {{{"scopeLogs", {{{"logRecords", records}}}}}}}};
    const auto read = readJsonLogs(body.dump());
    if (!read)
        qFatal("%s", read.error().c_str());
    for (const ReceivedSpan& record : read->spans)
        all.records.push_back(parseSpan(record, json::object()));
    return all;
}

/// "Claude: words", "Claude > tool", "Tools < result"
QStringList said(const TraceIntents& wanted)
{
    QStringList all;
    for (const Intent& intent : wanted.intents) {
        const auto* record = std::get_if<RecordMessage>(&intent);
        if (record == nullptr)
            continue;
        const QString who = QString::fromStdString(record->message.sentFrom.str());
        for (const ContentBlock& block : record->message.content)
            if (const auto* text = std::get_if<TextBlock>(&block))
                all << who + QStringLiteral(": ") + QString::fromStdString(text->text).left(40);
            else if (const auto* call = std::get_if<ToolUseBlock>(&block))
                all << who + QStringLiteral(" > ") + QString::fromStdString(call->name);
            else if (const auto* result = std::get_if<ToolResultBlock>(&block))
                all << who + (result->isError ? QStringLiteral(" <! ") : QStringLiteral(" < "))
                        + QString::fromStdString(result->name);
    }
    return all;
}

struct Used
{
    std::int64_t prompt = 0;
    std::int64_t completion = 0;
    double cost = 0;
};

Used used(const TraceIntents& wanted)
{
    Used sum;
    const auto add = [&](const Usage& usage) {
        sum.prompt += usage.promptTokens;
        sum.completion += usage.completionTokens;
        sum.cost += usage.cost.value_or(0);
    };
    for (const Intent& intent : wanted.intents)
        if (const auto* usage = std::get_if<RecordUsage>(&intent))
            add(usage->usage);
        else if (const auto* record = std::get_if<RecordMessage>(&intent); record != nullptr && record->message.usage)
            add(*record->message.usage);
    return sum;
}

} // namespace

/// What coding agents tell of themselves, as two of them really did.
class TestCodingAgentLogs final : public QObject
{
    Q_OBJECT
private slots:
    void claude_saysWhatWasSaid();
    void claude_countsEachCallOnce();
    void codex_saysWhatWasSaid();
    void oddRecords_doNoHarm();
};

void TestCodingAgentLogs::claude_saysWhatWasSaid()
{
    const Recording all = recordingOf(QStringLiteral("claude.jsonl"));
    TraceMemory memory;
    const QStringList words = said(admitted(all.records, false, memory));
    QCOMPARE(words,
             (QStringList{": SCENARIO:ccfull please work", "Claude: I read both files.", "Claude > Read",
                          "Claude > Read", "Tools < ", "Tools < ", "Claude: Now I write.", "Claude > Write", "Tools < ",
                          "Claude > Bash", "Tools < ", "general-purpose: Sub3 report: bg.",
                          ": [675 characters left out]", "Claude: The background agent has reported; final"}));
    QVERIFY(said(admitted(all.records, false, memory)).isEmpty());
    std::set<std::string> sessions;
    for (const auto* told : {&all.records, &all.spans})
        for (const ParsedSpan& one : *told)
            sessions.insert(one.conversation);
    QCOMPARE(sessions.size(), std::size_t(1)); // the sub-agents' are its own
}

/// Whether it is told as a span, as a record, or as both.
void TestCodingAgentLogs::claude_countsEachCallOnce()
{
    const Recording all = recordingOf(QStringLiteral("claude.jsonl"));
    const Used ofRecords = used(admitted(all.records));
    QCOMPARE(ofRecords.completion, std::int64_t(21 + 22 + 23 + 36 + 30));
    QVERIFY(ofRecords.prompt > 0 && ofRecords.cost > 0.005);
    const Used ofSpans = used(admitted(all.spans));
    QVERIFY(ofSpans.completion > ofRecords.completion); // further calls were not recorded as records
    std::vector<ParsedSpan> both = all.spans;
    both.insert(both.end(), all.records.begin(), all.records.end());
    const Used ofBoth = used(admitted(both));
    QCOMPARE(ofBoth.completion, ofSpans.completion);
    QCOMPARE(ofBoth.cost, ofRecords.cost);
}

void TestCodingAgentLogs::codex_saysWhatWasSaid()
{
    const Recording all = recordingOf(QStringLiteral("codex.jsonl"));
    TraceMemory memory;
    const TraceIntents wanted = admitted(all.records, false, memory);
    const QStringList words = said(wanted);
    QCOMPARE(words.front(), QStringLiteral(": SCENARIO:cxfull please work"));
    QVERIFY(words.contains(QStringLiteral("Codex > exec_command")));
    QVERIFY(words.contains(QStringLiteral("Codex: SCENARIO:cxsub look around")));
    QVERIFY(words.filter(QStringLiteral("look > ")).size() == 1); // the agent that it began
    QVERIFY(words.filter(QStringLiteral("plaintext")).isEmpty());
    QCOMPARE(words.filter(QStringLiteral(" > ")).size(), words.filter(QStringLiteral(" <")).size());
    QVERIFY(used(wanted).completion > 0);
    QVERIFY(said(admitted(all.records, false, memory)).isEmpty());
    // Its agents are told to belong together.
    QVERIFY(std::ranges::any_of(all.records, [](const ParsedSpan& told) { return !told.child.empty(); }));
}

void TestCodingAgentLogs::oddRecords_doNoHarm()
{
    for (const char* name :
         {"claude_code.user_prompt", "claude_code.api_response_body", "claude_code.api_request_body",
          "claude_code.api_request", "codex.tool_result", "codex.agent_communication", "codex.", "codex.sse_event"})
        for (const json& odd : {json(), json(7), json("{"), json("[[["), json({{"messages", 1}, {"content", "x"}}),
                                json({{"messages", {1, {{"role", "user"}, {"content", {1, nullptr}}}}}})}) {
            ReceivedSpan span = received(json::object());
            span.isOfLogs = true;
            ReceivedEvent event{name};
            for (const char* attribute : {"body", "prompt", "session.id", "input_tokens", "cost_usd", "call_id",
                                          "output", "arguments", "state", "kind", "message.uuid"})
                event.attributes[attribute] = odd;
            span.events.push_back(std::move(event));
            static_cast<void>(admitted({parseSpan(span, json::object())}));
        }
}

} // namespace tst_coding_agent_logs

QUARTERDECK_TEST(tst_coding_agent_logs, TestCodingAgentLogs)
#include "tst_coding_agent_logs.moc"
