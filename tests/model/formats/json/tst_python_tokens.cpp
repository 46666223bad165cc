#include "model/formats/json/python_json.h"
#include "tests/model/formats/writing.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_python_tokens {

using namespace quarterdeck;
using namespace quarterdeck::test;
using namespace quarterdeck::formats;
using nlohmann::json;

namespace {

constexpr const char* large = "123456789012345678901234567890";

std::string filtered(const std::string& text, std::size_t step)
{
    PythonFilter filter;
    std::string out;
    for (std::size_t at = 0; at < text.size(); at += step) {
        out += filter.next(std::string_view(text).substr(at, step));
    }
    return out += filter.rest();
}

/// How often it occurs.
qsizetype countOf(const std::string& text, const char* token) { return QByteArray::fromStdString(text).count(token); }

} // namespace

/// What Python writes and JSON does not have: it is read anywhere, and written as it was.
class TestPythonTokens final : public QObject
{
    Q_OBJECT

private slots:
    static void filter_isTheSameHoweverThePiecesLie_data();
    static void filter_isTheSameHoweverThePiecesLie();
    static void usualJson_goesThroughWithoutACopy();
    static void file_keepsItsTokens_data();
    static void file_keepsItsTokens();
    static void otherFormats_getTheTokens_data();
    static void otherFormats_getTheTokens();
    static void exportOfMarkedTexts_isReadAsItWas();
    static void falseMarks_areTexts_data();
    static void falseMarks_areTexts();
    static void places_areThoseOfTheFile();
    static void longTexts_areBounded();
};

void TestPythonTokens::filter_isTheSameHoweverThePiecesLie_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* tag, const QByteArray& text, const QByteArray& expected) {
        QTest::newRow(tag) << text << expected;
    };
    const QByteArray mark = "\xEF\xB7\x90";
    const auto same = [&](const char* tag, const QByteArray& text) { row(tag, text, text); };
    row("words", "[NaN, Infinity,-Infinity]",
        "[\"" + mark + "NaN\", \"" + mark + "Infinity\",\"" + mark + "-Infinity\"]");
    row("large", QByteArray("{\"a\":") + large + "}", "{\"a\":\"" + mark + large + "\"}");
    row("large and negative", QByteArray("[-") + large + "]", "[\"" + mark + "-" + large + "\"]");
    row("overflow", "[1e400, -1.5E+999]", "[\"" + mark + "1e400\", \"" + mark + "-1.5E+999\"]");
    row("half of a pair", R"(["a\ud83d"])", "[\"" + mark + R"(\"a\\ud83d\""])");
    row("a half behind", R"({"\uDE00b": 1})", "{\"" + mark + R"(\"\\uDE00b\"": 1})");
    row("what looks marked", "[\"" + mark + "NaN\"]", "[\"" + mark + "\\\"" + mark + "NaN\\\"\"]");
    row("an escaped mark", R"(["\ufdd0NaN"])", "[\"" + mark + R"(\"\\ufdd0NaN\""])");
    row("at the end", "NaN", "\"" + mark + "NaN\"");
    same("a pair", R"(["\ud83d\ude00 \u00e9 \\ud83d \" \\"])");
    same("usual numbers", "[0, -1, 18446744073709551615, -9223372036854775808, 1.5, 1e300, 0.1234567890123456789]");
    same("within texts", R"(["NaN Infinity 1e400 123456789012345678901234567890"])");
    same("no JSON", "NaNa Inf -x 1e 00000000000000000000000 \"\\ud83d");
    same("a text across lines", "[\"a\nb\", \"c\"]");
    same("broken escape", R"(["\ud8zz"])");
}

void TestPythonTokens::filter_isTheSameHoweverThePiecesLie()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, expected);
    for (const std::size_t step : {1U, 2U, 3U, 5U, 7U, 1000U}) {
        QCOMPARE(QByteArray::fromStdString(filtered(text.toStdString(), step)), expected);
    }
}

void TestPythonTokens::usualJson_goesThroughWithoutACopy()
{
    PythonFilter filter;
    const std::string text = R"({"role": "user", "content": "hello", "n": [1, 2.5, -3]})";
    const std::string_view given = filter.next(text);
    QCOMPARE(given.data(), text.data());
    QCOMPARE(given.size(), text.size());
    QCOMPARE(filter.waiting(), std::size_t{0});
}

void TestPythonTokens::file_keepsItsTokens_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("texts"); // that bear the half of a pair, each
    const auto row = [](const char* tag, const char* kind, const char* text, int halves) {
        QTest::newRow(tag) << QString::fromLatin1(kind) << QByteArray(text).replace("LARGE", large) << halves;
    };
    row("OpenAI list", "openai",
        R"([{"role": "user", "content": "a\ud83d", "score": NaN},)"
        R"({"role": "assistant", "content": [{"type": "text", "text": "b\ud83d"}], "n": LARGE, "m": -Infinity},)"
        R"({"role": "tool", "tool_call_id": "c", "content": "c\ud83d"}])",
        3);
    row("OpenAI lines", "openai",
        "{\"role\": \"user\", \"content\": \"a\\ud83d\", \"score\": NaN}\n"
        "{\"role\": \"assistant\", \"content\": \"x\", \"n\": LARGE, \"m\": -Infinity}\n",
        1);
    row("OpenAI runs", "openai",
        R"([{"reward": NaN, "n": LARGE, "m": -Infinity, "traj": [{"role": "user", "content": "a\ud83d"}]}])", 1);
    row("OpenAI calls", "openai",
        R"([{"role": "user", "content": "a"}, {"role": "assistant", "content": null, "n": NaN, "m": -Infinity,)"
        R"( "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": {"x": LARGE}}}]},)"
        R"({"role": "user", "content": "b\ud83d"}])",
        1);
    row("Anthropic", "anthropic",
        R"({"model": "claude", "max_tokens": 5, "temperature": NaN, "messages": [)"
        R"({"role": "user", "content": "a\ud83d"},)"
        R"({"role": "assistant", "content": [{"type": "text", "text": "b\ud83d"},)"
        R"({"type": "tool_use", "id": "c", "name": "f", "input": {"x": LARGE, "y": -Infinity}}]},)"
        R"({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": "c\ud83d"}]}]})",
        3);
    row("AgentScope", "agentscope",
        R"([{"id": "1", "name": "A", "role": "user", "content": "a\ud83d", "metadata": {"x": NaN, "y": LARGE},)"
        R"( "timestamp": "2025-06-30 19:45:55.001"},)"
        R"({"id": "2", "name": "B", "role": "assistant", "content": [{"type": "text", "text": "b\ud83d"},)"
        R"({"type": "tool_use", "id": "c", "name": "f", "input": {"y": -Infinity}}], "metadata": null,)"
        R"( "timestamp": "2025-06-30 19:45:56.001"}])",
        2);
    row("MetaGPT", "metagpt",
        R"({"env": {"desc": "", "roles": {"Bob": {"name": "Bob"}}, "history": {"storage": [)"
        R"({"id": "1", "content": "a\ud83d", "role": "user", "cause_by": "x", "sent_from": "", "send_to": ["<all>"],)"
        R"( "metadata": {"x": NaN, "y": LARGE}}]}}, "investment": -Infinity, "idea": "i"})",
        2);
}

void TestPythonTokens::file_keepsItsTokens()
{
    QFETCH(const QString, kind);
    QFETCH(const QByteArray, text);
    QFETCH(const int, texts);
    CollectingSink sink;
    const auto read = readText("x.json", text.toStdString(), sink);
    QVERIFY2(read, read ? "" : read.error().sentence.c_str());
    QCOMPARE(QString::fromStdString(*read), kind);
    QVERIFY(sink.problems.empty());
    QCOMPARE(sink.sessions.size(), std::size_t{1});
    for (const RecordedMessage& message : sink.sessions.front().messages) {
        const std::string said = conversation::textOf(message.record.message);
        QVERIFY2(said.find("\uFDD0") == std::string::npos, said.c_str());
    }
    const std::string again = written(sink.sessions.front(), *read, sink.attachments).text;
    QVERIFY2(again.find("\uFDD0") == std::string::npos, again.c_str());
    QCOMPARE(countOf(again, "\\ud83d"), texts);
    // MetaGPT's history has each message twice: in the order of their coming, and by what they are caused by.
    const bool isTwice = kind == QStringLiteral("metagpt");
    for (const char* token : {"NaN", "-Infinity", large}) {
        const bool isOfTeam = isTwice && token == std::string_view("-Infinity");
        QVERIFY2(countOf(again, token) == (isTwice && !isOfTeam ? 2 : 1), again.c_str());
    }
    // What was written is read as the same session.
    CollectingSink second;
    QVERIFY(readText("x.json", again, second));
    const std::size_t count = sink.sessions.front().messages.size();
    QCOMPARE(second.sessions.front().messages.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
        QVERIFY(messageAt(second.sessions.front(), i) == messageAt(sink.sessions.front(), i));
    }
    const auto fieldsOf = [](const CollectedSession& session) { return session.settings.details.json().at("fields"); };
    QVERIFY(fieldsOf(second.sessions.front()) == fieldsOf(sink.sessions.front()));
}

void TestPythonTokens::otherFormats_getTheTokens_data()
{
    QTest::addColumn<QString>("format");
    for (const ExportFormat& format : exportFormats()) {
        if (format.name != "jsonl" && format.name != "qdeck") {
            QTest::newRow(format.name.c_str()) << QString::fromStdString(format.name);
        }
    }
}

void TestPythonTokens::otherFormats_getTheTokens()
{
    QFETCH(const QString, format);
    // Of a kind unlike all formats, so that nothing is written as it came.
    const char* lines = R"({"type":"session_meta","payload":{"id":"s","cwd":"/x"}}
{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"a\ud83d"},{"type":"new","x":NaN}]}}
)";
    CollectingSink sink;
    QVERIFY(readText("x.jsonl", lines, sink));
    const std::string text = written(sink.sessions.front(), format.toStdString()).text;
    QVERIFY2(text.find("\uFDD0") == std::string::npos, text.c_str());
    QVERIFY2(text.find("a\uFFFD") != std::string::npos, text.c_str());
    QVERIFY2(text.find("NaN") != std::string::npos, text.c_str());
}

/// Our own lines are JSON in any case: there a marked text is a text.
void TestPythonTokens::exportOfMarkedTexts_isReadAsItWas()
{
    const char* chat = R"([{"role": "user", "content": "a", "n": [NaN, "\ufdd0NaN", "\ud83d"]}])";
    CollectingSink sink;
    QVERIFY(readText("x.json", chat, sink));
    const std::string lines = written(sink.sessions.front(), "jsonl").text;
    QVERIFY(lines.find("\uFDD0NaN") != std::string::npos);
    CollectingSink second;
    QVERIFY(readText("x.jsonl", lines, second));
    const auto& events = second.sessions.front().events;
    const auto& body = std::get<conversation::MessagePublished>(events.back().body);
    QVERIFY(body.message == messageAt(sink.sessions.front(), 0));
}

void TestPythonTokens::falseMarks_areTexts_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"", "}", "NaN, \"x\": 1", "1 ", " 1", "\"a", "a\"", "\"a\" ", "\"a\nb\"", "nan", "-", "1e",
                             "true", "null", "[]", "\"\\q\""}) {
        QTest::newRow(text) << QByteArray(text);
    }
}

/// Texts that begin with the mark cannot be used to write JSON.
void TestPythonTokens::falseMarks_areTexts()
{
    QFETCH(const QByteArray, text);
    const json value{{"x", "\uFDD0" + text.toStdString()}};
    QVERIFY(!python_json::isMarked(value.at("x")));
    QVERIFY(python_json::isText(value.at("x")));
    QCOMPARE(python_json::compactText(value), value.dump());
    for (const std::string& written : {python_json::text(value), python_json::indentedText(value)}) {
        QVERIFY(json::parse(written, nullptr, false) == value);
    }
}

void TestPythonTokens::places_areThoseOfTheFile()
{
    CollectingSink sink;
    const std::string start = "[{\"role\": \"user\", \"content\": \"a\",\n \"x\": [NaN, Infinity, \"\\ud83d\"]},\n";
    const auto broken = readText("x.json", start + "{\"role\" 1}]", sink);
    QVERIFY(broken);
    QCOMPARE(sink.problems.back().sentence,
             std::string("“x.json” is not valid JSON at line 3: only what comes before was imported."));
    const auto half = readText("x.json", start + "{\"role\": \"us", sink);
    QVERIFY(half);
    QCOMPARE(sink.problems.back().sentence, std::string("“x.json” is incomplete: it breaks off at line 3."));
}

/// A text that waits to be whole counts for the size of its record.
void TestPythonTokens::longTexts_areBounded()
{
    ReadLimits limits;
    limits.maxRecordBytes = 300'000;
    CollectingSink sink;
    const std::string start = R"([{"role": "user", "content": ")";
    const std::string end = R"(\ud83d"}])";
    const auto large = readText("x.json", start + std::string(1'000'000, 'x') + end, sink, limits);
    QVERIFY(!large);
    QVERIFY(large.error().sentence.find("too large") != std::string::npos);
    QVERIFY(readText("x.json", start + std::string(200'000, 'x') + end, sink, limits));
}

} // namespace tst_python_tokens

QUARTERDECK_TEST(tst_python_tokens, TestPythonTokens)
#include "tst_python_tokens.moc"
