#include "model/formats/agentscope/msg.h"
#include "model/formats/json/python_json.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_agentscope_msg {

using namespace quarterdeck;
using namespace quarterdeck::formats;
using nlohmann::json;

namespace {

json msg(const json& content, const json& more = json::object())
{
    json made{{"id", "M1"},         {"name", "Jarvis"},    {"role", "assistant"},
              {"content", content}, {"metadata", nullptr}, {"timestamp", "2025-11-20 10:00:00.123"}};
    made.update(more);
    return made;
}

agentscope::ParsedMsg readOf(const json& value) { return agentscope::readMsg(value, {}).value(); }

json written(const agentscope::ParsedMsg& read)
{
    agentscope::WriteOptions options;
    options.original = read.original;
    return agentscope::toDict(read.message, options);
}

} // namespace

/// What the vectors do not say: Python's JSON, changes to a message that was read, messages made here, version 2.
class TestAgentScopeMsg final : public QObject
{
    Q_OBJECT

private slots:
    void pythonJson_isWrittenAsItCame_data();
    void pythonJson_isWrittenAsItCame();
    void pythonJson_refuses_data();
    void pythonJson_refuses();
    void loneSurrogates_areShownAsReplacement();
    void whatChanged_isWrittenAnew();
    void ownMessage_isWritten();
    void attachments_goInAndOut();
    void secondVersion_isRead();
    void strictMode_checksMedia_data();
    void strictMode_checksMedia();
    void strictMode_takesUnicodeOnly_data();
    void strictMode_takesUnicodeOnly();
    void invocationId_survives();
    void ids_areShortUuids();
};

void TestAgentScopeMsg::pythonJson_isWrittenAsItCame_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text :
         {"NaN", "[NaN, Infinity, -Infinity]", "123456789012345678901234567890", "-9223372036854775809",
          "18446744073709551615", "1e999", "-1E+400", R"("\ud800")", R"("a\udc00\ud800b\n")", R"({"\udfff": NaN})",
          R"("\ufdd0NaN")", R"("\\ud800")", "[1, 2.5, true, null]", R"({"a": {"b": []}})", "\"\xEF\xB7\x90x\""}) {
        QTest::newRow(text) << QByteArray(text);
    }
}

void TestAgentScopeMsg::pythonJson_isWrittenAsItCame()
{
    QFETCH(QByteArray, text);
    const auto value = python_json::parse(text.toStdString());
    QVERIFY(value);
    QCOMPARE(QByteArray::fromStdString(python_json::text(*value)), text);
    QCOMPARE(python_json::hasNonFinite(*value), text.contains("NaN") && !text.contains("ufdd0"));
}

void TestAgentScopeMsg::pythonJson_refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"",        "nan",
                             "NaNx",    "+1",
                             "01",      "1.",
                             ".5",      "1e",
                             "--1",     "'a'",
                             "\"a",     "\"\\ud8\"",
                             "\"\\x\"", "\"\t\"",
                             "[1,]",    "{\"a\": 1,}",
                             "1 2",     "\xEF\xBB\xBF{}",
                             "Infinit", "\"\xED\xA0\x80\""}) {
        QTest::newRow(text) << QByteArray(text);
    }
    QTest::newRow("too deep") << QByteArray(100'000, '[');
}

void TestAgentScopeMsg::pythonJson_refuses()
{
    QFETCH(QByteArray, text);
    QVERIFY(!python_json::parse(text.toStdString()));
}

void TestAgentScopeMsg::loneSurrogates_areShownAsReplacement()
{
    const std::string text =
        R"({"name": "\ud83d\ude00\ud83d", "role": "user", "content": [{"type": "text", "text": "a\udc00"}]})";
    const auto read = agentscope::readMsgText(text, {});
    QVERIFY(read);
    QCOMPARE(read->message.sentFrom.str(), std::string("\U0001F600\uFFFD"));
    QCOMPARE(conversation::textOf(read->message), std::string("a\uFFFD"));
    const std::string again = python_json::text(written(*read));
    QVERIFY2(again.find(R"("a\udc00")") != std::string::npos, again.c_str());
    QVERIFY2(again.find(R"("\ud83d\ude00\ud83d")") != std::string::npos, again.c_str());
}

void TestAgentScopeMsg::whatChanged_isWrittenAnew()
{
    const json extra{{"type", "text"}, {"text", "a"}, {"cache_control", 1}};
    const json odd{{"type", "sparkle"}};
    auto read = readOf(
        msg({extra, odd, {{"type", "text"}, {"text", "b"}, {"x", 1}}}, {{"id", 7}, {"metadata", json::array({1})}}));
    QCOMPARE(read.oddities,
             (std::vector<std::string>{"$.content[1]: no union member for type 'sparkle'",
                                       "$.metadata: not an object or null", "$.id: not a string"}));
    read.message.content[2] = conversation::TextBlock{"c"};
    read.message.name = "Friday";
    read.message.timestampText = "2026-01-01 00:00:00.000";
    const json now = written(read);
    QVERIFY(now.at("content") == json({extra, odd, {{"type", "text"}, {"text", "c"}}}));
    QVERIFY(now.at("id") == 7);
    QVERIFY(now.at("metadata") == json::array({1}));
    QVERIFY(now.at("name") == "Friday");
    QVERIFY(now.at("timestamp") == "2026-01-01 00:00:00.000");
}

void TestAgentScopeMsg::ownMessage_isWritten()
{
    conversation::Message message;
    message.id = conversation::MessageId("0af");
    message.sentFrom = conversation::Address("Alice");
    message.role = "tool";
    message.content = conversation::textBlocks("hi");
    message.timestamp = {0};
    message.timestampText = "1970-01-01T00:00:00Z";
    QVERIFY(agentscope::toDict(message)
            == json({{"id", "0af"},
                     {"name", "Alice"},
                     {"role", "system"},
                     {"content", "hi"},
                     {"metadata", nullptr},
                     {"timestamp", "1970-01-01 00:00:00.000"}}));
    conversation::ToolUseBlock use{"c", "f", {}, "{\"x\""};
    message.content = {conversation::ThinkingBlock{"hm", "s"}, use,
                       conversation::MediaBlock{conversation::MediaKind::File, {{}, {}, "a/b", "notes.zip", 0, 0, 0}}};
    const json content = agentscope::toDict(message).at("content");
    QVERIFY(content[0] == json({{"type", "thinking"}, {"thinking", "hm"}, {"signature", "s"}}));
    QVERIFY(content[1].at("input") == json::object());
    QVERIFY(content[1].at("raw_input") == "{\"x\"");
    QVERIFY(content[2] == json({{"type", "text"}, {"text", "[notes.zip]"}}));
    agentscope::ReadOptions strict;
    strict.mode = agentscope::Mode::Strict;
    QVERIFY(agentscope::readMsg(agentscope::toDict(message), strict));
}

void TestAgentScopeMsg::attachments_goInAndOut()
{
    const json image{{"type", "image"},
                     {"source", {{"type", "base64"}, {"media_type", "image/png"}, {"data", "iVBORw0KGgo="}}}};
    const auto read = readOf(msg(json::array({image})));
    QCOMPARE(read.attachments.size(), 1U);
    const auto media = std::get<conversation::MediaBlock>(read.message.content.front());
    QCOMPARE(media.source.hash, read.attachments.front().hash);
    QCOMPARE(media.source.mediaType, std::string("image/png"));
    agentscope::WriteOptions options;
    options.bytesOf = [&](const conversation::AttachmentHash& hash) {
        return hash == media.source.hash ? std::optional(read.attachments.front().bytes) : std::nullopt;
    };
    QVERIFY(agentscope::toDict(read.message, options).at("content") == json::array({image}));
}

void TestAgentScopeMsg::secondVersion_isRead()
{
    const json source{{"type", "url"}, {"url", "https://example.com/a.wav"}, {"media_type", "audio/wav"}};
    const auto read =
        readOf({{"id", "x"},
                {"name", "a"},
                {"role", "assistant"},
                {"created_at", "2026-01-02T03:04:05.678Z"},
                {"usage", {{"input_tokens", 3}, {"output_tokens", 4}}},
                {"content",
                 {{{"type", "data"}, {"source", source}, {"name", "a.wav"}},
                  {{"type", "tool_call"}, {"id", "c"}, {"name", "f"}, {"input", "{\"x\":1}"}},
                  {{"type", "tool_result"}, {"id", "c"}, {"name", "f"}, {"output", "no"}, {"state", "error"}},
                  {{"type", "hint"}, {"hint", "mind"}}}}});
    QCOMPARE(read.message.timestamp.msSinceEpoch, 1767323045678);
    QCOMPARE(read.message.usage->totalTokens(), 7);
    const auto media = std::get<conversation::MediaBlock>(read.message.content[0]);
    QVERIFY(media.kind == conversation::MediaKind::Audio);
    QCOMPARE(media.source.name, std::string("a.wav"));
    QVERIFY(std::get<conversation::ToolUseBlock>(read.message.content[1]).input.json() == json({{"x", 1}}));
    QVERIFY(std::get<conversation::ToolResultBlock>(read.message.content[2]).isError);
    QCOMPARE(conversation::textOf(read.message), std::string("mind"));
    QCOMPARE(agentscope::timestampOf(written(read).at("timestamp").get<std::string>()), read.message.timestamp);
}

void TestAgentScopeMsg::strictMode_checksMedia_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QString>("finding");
    QTest::newRow("Base64") << QByteArray(R"({"type": "base64", "media_type": "image/png", "data": "AAAA"})") << "";
    QTest::newRow("no Base64") << QByteArray(R"({"type": "base64", "media_type": "image/png", "data": "A!"})")
                               << "$.content[0].source.data: not Base64";
    QTest::newRow("large") << QByteArray(R"({"type": "base64", "media_type": "image/png", "data": ")")
            + QByteArray(4000, 'A') + "\"}"
                           << "$.content[0].source.data: too large";
    QTest::newRow("no URL") << QByteArray(R"({"type": "url", "url": "http://[x"})")
                            << "$.content[0].source.url: not a URL";
}

void TestAgentScopeMsg::strictMode_checksMedia()
{
    QFETCH(QByteArray, source);
    QFETCH(QString, finding);
    agentscope::ReadOptions options;
    options.mode = agentscope::Mode::Strict;
    options.isMediaChecked = true;
    options.limits.maxAttachmentBytes = 1000;
    const json block{{"type", "image"}, {"source", json::parse(source.toStdString())}};
    const auto read = agentscope::readMsg(msg(json::array({block})), options);
    QCOMPARE(read ? QString() : QString::fromStdString(read.error().detail), finding);
    QVERIFY(read || !read.error().sentence.empty());
}

void TestAgentScopeMsg::strictMode_takesUnicodeOnly_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QString>("finding"); ///< empty = it is taken
    const QString half = QStringLiteral("half a surrogate pair, which UTF-8 cannot hold");
    const auto row = [](const char* members, const QString& finding) {
        QTest::newRow(members) << QByteArray(members) << finding;
    };
    row(R"("content": "\ud83d")", QStringLiteral("$.content: ") + half);
    row(R"("content": "\ude00\ud83d")", QStringLiteral("$.content: ") + half);
    row(R"("content": "a\udc00b")", QStringLiteral("$.content: ") + half);
    row(R"("content": [{"type": "text", "text": "\ud83d"}])", QStringLiteral("$.content: ") + half);
    row(R"("content": [{"type": "tool_use", "id": "c", "name": "f", "input": {"\ud83d": 1}}])",
        QStringLiteral("$.content: ") + half);
    row(R"("content": "c", "metadata": {"a": ["\ud83d"]})", QStringLiteral("$.metadata: ") + half);
    row(R"("content": "c", "\ud83d": 1)", QString::fromUtf8("$.\xef\xbf\xbd: ") + half);
    row(R"("content": "\ud83d\ude00")", {});
    row(R"("content": "\\ud83d")", {});
    row(R"("content": "\ufdd0\\ud83d")", {});
    row(R"("content": "c", "metadata": {"n": 123456789012345678901234567890})", {});
}

void TestAgentScopeMsg::strictMode_takesUnicodeOnly()
{
    QFETCH(QByteArray, members);
    QFETCH(QString, finding);
    const std::string text =
        R"({"id": "i", "name": "a", "role": "user", "timestamp": "t", )" + members.toStdString() + "}";
    agentscope::ReadOptions options;
    QVERIFY(agentscope::readMsgText(text, options)); // as AgentScope does
    options.mode = agentscope::Mode::Strict;
    const auto read = agentscope::readMsgText(text, options);
    QCOMPARE(read ? QString() : QString::fromStdString(read.error().detail), finding);
}

void TestAgentScopeMsg::invocationId_survives()
{
    const auto read = readOf(msg("hi", {{"invocation_id", "inv"}}));
    QCOMPARE(readOf(written(read)).message.invocationId, std::string("inv"));
}

void TestAgentScopeMsg::ids_areShortUuids()
{
    QCOMPARE(agentscope::shortUuid({}), std::string(22, '2'));
    std::array<std::uint8_t, 16> most{};
    most.fill(0xFF);
    // The largest UUID in shortuuid's base of 57.
    QCOMPARE(agentscope::shortUuid(most), std::string("oZEq7ovRbLq6UnGMPwc8B5"));
}

} // namespace tst_agentscope_msg

QUARTERDECK_TEST(tst_agentscope_msg, TestAgentScopeMsg)
#include "tst_agentscope_msg.moc"
