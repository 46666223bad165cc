#include "model/conversation/attachments.h"
#include "model/formats/export/calls_and_results.h"
#include "model/formats/json/python_json.h"
#include "tests/model/formats/writing.h"
#include "tests/support/test.h"

#include <QTest>
#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>

namespace tst_shapes_kept {

using namespace quarterdeck;
using namespace quarterdeck::test;
using nlohmann::json;

/// What a file says in a shape of its own goes out in that shape.
class TestShapesKept final : public QObject
{
    Q_OBJECT

private slots:
    static void fileGoesOutAsItCame_data();
    static void fileGoesOutAsItCame();
    static void mediaOfOpenAi_areMedia();
    static void picturesOfResults_areStored_data();
    static void picturesOfResults_areStored();
    static void whatAFileNames_isNotItsOwn();
    static void spokenAnswer_isHeardAndRead();
    static void answersOfServers_areRead_data();
    static void answersOfServers_areRead();
    static void tokensOfAnAnswer_goOutAgain();
    static void inputOfResponses_isMedia();
    static void otherCalls_areCalls();
    static void dataAddresses_areAnthropicsData();
    static void readersMarks_areNotAgentScopesMetadata();
    static void foreignMessage_isAsOpenAiTakesIt_data();
    static void foreignMessage_isAsOpenAiTakesIt();
    static void calls_areAsOpenAiTakesThem();
    static void calls_areAsAnthropicTakesThem();
    static void failedResult_isOneInAgentScope();
    static void members_haveAClassOfMetaGpt();
};

namespace {

const char* const anthropicPictures =
    R"({"max_tokens": 5, "messages": [{"role": "user", "content": "q"},)"
    R"( {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "look", "input": {}}]},)"
    R"( {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": [)"
    R"({"type": "text", "text": "seen"}, {"type": "image", "source": {"type": "base64", "media_type": "image/png",)"
    R"( "data": "MTIz"}}, {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "MTI="}},)"
    R"( {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "MTIz"}}]}]}]})";
const char* const openAiPictures =
    R"([{"role": "user", "content": "q"}, {"role": "tool", "tool_call_id": "c", "content": [)"
    R"({"type": "text", "text": "seen"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,MTIz"}},)"
    R"( {"type": "image_url", "image_url": "data:image/png;base64,MTI="}]}])";
const char* const agentScopePictures =
    R"([{"id": "2", "name": "s", "role": "system", "metadata": null, "timestamp": "2025-06-30 19:45:56.001",)"
    R"( "content": [{"type": "tool_result", "id": "c", "name": "f", "output": [{"type": "text", "text": "seen"},)"
    R"( {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "MTIz"}},)"
    R"( {"type": "image", "data": "MTI=", "mimeType": "image/png"}]}]}])";

} // namespace

void TestShapesKept::fileGoesOutAsItCame_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QByteArray>("messages");
    const auto row = [](const char* tag, const char* format, const char* messages) {
        QTest::newRow(tag) << QString::fromLatin1(format) << QByteArray(messages);
    };
    const char* user = R"({"role": "user", "content": "q"}, )";
    const auto openAi = [&](const char* tag, const QByteArray& message) {
        row(tag, "openai", ("[" + QByteArray(user) + message + "]").constData());
    };
    openAi("an empty list", R"({"role": "user", "content": []})");
    openAi("one text in a list", R"({"role": "user", "content": [{"type": "text", "text": "a"}]})");
    openAi("a picture's detail",
           R"({"role": "user", "content": [{"type": "text", "text": "a"},)"
           R"( {"type": "image_url", "image_url": {"url": "https://x/y.png", "detail": "high"}}]})");
    openAi("a part's own fields",
           R"({"role": "user", "content": [{"type": "text", "text": "a", "cache_control": {"type": "ephemeral"}},)"
           R"( {"type": "text", "text": "b"}]})");
    openAi("no calls", R"({"role": "assistant", "content": "a", "tool_calls": []})");
    openAi("calls that lack what a call has",
           R"({"role": "assistant", "content": null, "tool_calls": [{"id": "c", "type": "function", "function":)"
           R"( {"name": "f"}}, {"id": "d", "function": {"name": "f", "arguments": "{}"}}, {"id": "e", "type":)"
           R"( "function", "function": {"name": "f", "arguments": {"x": 1}}}]})");
    openAi("a custom call",
           R"({"role": "assistant", "content": null, "tool_calls": [{"id": "c", "type": "custom",)"
           R"( "custom": {"name": "run", "input": "x = 1"}}]})");
    openAi("a call's own fields",
           R"({"role": "assistant", "content": null, "tool_calls": [{"id": "c", "type": "function", "index": 0,)"
           R"( "function": {"name": "f", "arguments": "{}", "strict": true}}]})");
    openAi("addresses of media",
           R"({"role": "user", "content": [{"type": "audio_url", "audio_url": {"url": "https://x/a.mp3"}},)"
           R"( {"type": "video_url", "video_url": {"url": "https://x/a.mp4"}},)"
           R"( {"type": "file_url", "file_url": {"url": "https://x/a.pdf"}}]})");
    openAi("data inside",
           R"({"role": "user", "content": [{"type": "input_audio", "input_audio": {"data": "MTIz", "format": "mp3"}},)"
           R"( {"type": "input_audio", "input_audio": {"data": "MTIz", "format": "wav"}},)"
           R"( {"type": "file", "file": {"filename": "a.pdf", "file_data": "data:application/pdf;base64,NDU2"}},)"
           R"( {"type": "image_url", "image_url": {"url": "data:image/png;base64,MTIz"}}]})");
    openAi("details of data inside",
           R"({"role": "user", "content": [{"type": "text", "text": "a", "cache_control": {"type": "ephemeral"}},)"
           R"( {"type": "image_url", "image_url": {"url": "data:image/png;base64,MTIz", "detail": "low"}, "x": 1}]})");
    openAi("a spoken answer",
           R"({"role": "assistant", "content": null, "refusal": null,)"
           R"( "audio": {"id": "audio_1", "data": "UklGRjEyMw==", "transcript": "Hello.", "expires_at": 5}})");
    openAi("a spoken answer that is named alone",
           R"({"role": "assistant", "content": "a", "audio": {"id": "audio_1"}})");
    openAi("a tool's list",
           R"({"role": "tool", "tool_call_id": "c", "content": [{"type": "text", "text": "a"}, {"type": "x"}]})");
    openAi("a tool's pictures", QByteArray(openAiPictures).sliced(QByteArray(user).size()).chopped(1));
    row("a tool's pictures of Anthropic's", "anthropic", anthropicPictures);
    row("a tool's pictures of AgentScope's", "agentscope", agentScopePictures);
    row("a text of Anthropic's", "anthropic",
        R"({"max_tokens": 5, "messages": [{"role": "user", "content": "q"},)"
        R"( {"role": "assistant", "content": [{"type": "text", "text": "a"}]},)"
        R"( {"role": "user", "content": [{"type": "text", "text": "b"}]}, {"role": "assistant", "content": "c"}]})");
    row("results of Anthropic's that say nothing", "anthropic",
        R"({"max_tokens": 5, "messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": [)"
        R"({"type": "tool_use", "id": "a", "name": "f", "input": {}}, {"type": "tool_use", "id": "b", "name": "f",)"
        R"( "input": {}}, {"type": "tool_use", "id": "c", "name": "f", "input": {}}]}, {"role": "user", "content": [)"
        R"({"type": "tool_result", "tool_use_id": "a"}, {"type": "tool_result", "tool_use_id": "b", "content": "",)"
        R"( "is_error": false}, {"type": "tool_result", "tool_use_id": "c", "content": null, "is_error": true}]}]})");
    row("blocks of AgentScope", "agentscope",
        R"([{"id": "1", "name": "A", "role": "assistant", "metadata": null, "timestamp": "2025-06-30 19:45:55.001",)"
        R"( "content": [{"type": "text", "text": "a", "extra": 1},)"
        R"( {"type": "tool_use", "id": "c", "name": "f", "input": {"x": 1}, "raw_input": "{\"x\": 1}"},)"
        R"( {"type": "image", "source": {"type": "url", "url": "https://x/y", "media_type": "image/png"}}]},)"
        R"( {"id": "2", "name": "s", "role": "system", "metadata": null, "timestamp": "2025-06-30 19:45:56.001",)"
        R"( "content": [{"type": "tool_result", "id": "c", "name": "f", "output": "no", "is_error": true}]}])");
}

void TestShapesKept::fileGoesOutAsItCame()
{
    QFETCH(const QString, format);
    QFETCH(const QByteArray, messages);
    CollectingSink sink;
    const auto read = readText("x.json", messages.toStdString(), sink);
    QVERIFY2(read, read ? "" : read.error().sentence.c_str());
    QCOMPARE(QString::fromStdString(*read), format);
    QVERIFY(sink.problems.empty());
    const Written again = written(sink.sessions.front(), *read, sink.attachments);
    QVERIFY2(json::parse(again.text) == json::parse(messages.toStdString()), again.text.c_str());
}

void TestShapesKept::mediaOfOpenAi_areMedia()
{
    const char* chat =
        R"([{"role": "user", "content": [{"type": "input_audio", "input_audio": {"data": "MTIz", "format": "mp3"}},
        {"type": "file", "file": {"filename": "a.pdf", "file_data": "data:application/pdf;base64,NDU2"}},
        {"type": "file", "file": {"file_id": "f-1"}}]}])";
    CollectingSink sink;
    QVERIFY(readText("x.json", chat, sink));
    const auto& content = messageAt(sink.sessions.front(), 0).content;
    QCOMPARE(content.size(), std::size_t{3});
    const auto sound = std::get<conversation::MediaBlock>(content[0]);
    QVERIFY(sound.kind == conversation::MediaKind::Audio);
    QCOMPARE(sound.source.mediaType, std::string("audio/mpeg"));
    const auto file = std::get<conversation::MediaBlock>(content[1]);
    QVERIFY(file.kind == conversation::MediaKind::File);
    QCOMPARE(file.source.name, std::string("a.pdf"));
    QVERIFY(std::holds_alternative<conversation::UnknownBlock>(content[2]));
    QCOMPARE(sink.attachments.size(), std::size_t{2});
    QCOMPARE(sink.attachments[0].bytes, std::string("123"));
    QCOMPARE(sink.attachments[1].bytes, std::string("456"));
}

namespace {

conversation::ToolResultBlock resultIn(const CollectedSession& session)
{
    for (const RecordedMessage& message : session.messages) {
        const auto results = conversation::blocksOf<conversation::ToolResultBlock>(message.record.message);
        if (!results.empty()) {
            return results.front();
        }
    }
    return {};
}

} // namespace

void TestShapesKept::picturesOfResults_areStored_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("anthropic") << QByteArray(anthropicPictures);
    QTest::newRow("openai") << QByteArray(openAiPictures);
    QTest::newRow("agentscope") << QByteArray(agentScopePictures);
}

void TestShapesKept::picturesOfResults_areStored()
{
    QFETCH(const QByteArray, text);
    CollectingSink sink;
    QVERIFY(readText("x.json", text.toStdString(), sink));
    const conversation::ToolResultBlock result = resultIn(sink.sessions.front());
    QCOMPARE(QString::fromStdString(result.output), QStringLiteral("seen"));
    const auto stored = conversation::storedMediaOf(result);
    QCOMPARE(stored.size(), std::size_t{2});
    QCOMPARE(sink.attachments.size(), std::size_t{2});
    QCOMPARE(sink.attachments[0].bytes, std::string("123"));
    QVERIFY(stored[0].hash == sink.attachments[0].hash && stored[0].mediaType == "image/png" && stored[0].size == 3);
    conversation::MessagePublished event;
    event.message.content = {result};
    QCOMPARE(conversation::attachmentsOf(event).size(), std::size_t{2}); // so that they are kept, and go along
    const std::vector<ResultPart> parts = resultParts(result);
    QVERIFY(parts.at(1).kind == ResultPart::Kind::Media && parts[1].stored.hash == stored[0].hash);
    QVERIFY(parts.at(2).stored.hash == stored[1].hash);
    QVERIFY(parts.size() == 3 || parts[3].stored.hash.isEmpty());
}

/// Otherwise a file could have another session's picture shown and exported if it knows the hash.
void TestShapesKept::whatAFileNames_isNotItsOwn()
{
    const std::string name =
        conversation::storedMediaText({conversation::attachmentHash("elsewhere"), "image/png", 9, false});
    QVERIFY(conversation::storedMediaIn(name).has_value());
    std::string text = openAiPictures;
    text.replace(text.find("data:image/png;base64,MTIz"), 26, name);
    CollectingSink sink;
    QVERIFY(readText("x.json", text, sink));
    QCOMPARE(conversation::storedMediaOf(resultIn(sink.sessions.front())).size(), std::size_t{1});
}

void TestShapesKept::spokenAnswer_isHeardAndRead()
{
    CollectingSink sink;
    QVERIFY(readText("x.json", R"([{"role": "user", "content": "q"}, {"role": "assistant", "content": null,
        "audio": {"id": "a", "data": "UklGRjEyMw==", "transcript": "Hello."}}])",
                     sink));
    const auto& message = messageAt(sink.sessions.front(), 1);
    QCOMPARE(QString::fromStdString(conversation::textOf(message)), QStringLiteral("Hello."));
    const auto sound = std::get<conversation::MediaBlock>(message.content.at(0));
    QVERIFY(sound.kind == conversation::MediaKind::Audio);
    QCOMPARE(sound.source.mediaType, std::string("audio/wav"));
    QCOMPARE(sink.attachments.at(0).bytes, std::string("RIFF123"));
    QVERIFY(message.metadata.json().dump().find("UklGR") == std::string::npos); // not kept twice
}

void TestShapesKept::answersOfServers_areRead_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("messages"); // of all sessions: role, kinds of the blocks, text
    const auto row = [](const char* tag, const QByteArray& text, const QStringList& messages) {
        QTest::newRow(tag) << text << messages;
    };
    const QByteArray completion =
        R"({"id": "c", "object": "chat.completion", "model": "m", "choices": [{"index": 0, "message":)"
        R"( {"role": "assistant", "content": "hi"}, "finish_reason": "stop"}], "usage": {"total_tokens": 3}})";
    row("a completion", completion, {"assistant: text hi"});
    row("a batch's answers",
        R"({"id": "1", "custom_id": "a", "response": {"status_code": 200, "body": )" + completion
            + R"(}, "error": null})"
              "\n"
              R"({"id": "2", "custom_id": "b", "response": {"status_code": 200, "body": )"
            + completion + R"(}, "error": null})",
        {"assistant: text hi", "assistant: text hi"});
    row("a batch's requests",
        R"({"custom_id": "a", "method": "POST", "url": "/v1/chat/completions", "body": {"model": "m", "messages":)"
        R"( [{"role": "system", "content": "be brief"}, {"role": "user", "content": "q"}]}})",
        {"system: text be brief", "user: text q"});
    row("a response",
        R"({"id": "r", "object": "response", "instructions": "be brief", "output": [)"
        R"({"type": "reasoning", "id": "rs", "summary": [{"type": "summary_text", "text": "hm"}]},)"
        R"( {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{\"x\": 1}"},)"
        R"( {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "hi"}]}]})",
        {"system: text be brief", "assistant: thinking ", "assistant: use ", "assistant: text hi"});

    row("a request for a response",
        R"({"model": "m", "instructions": "be brief", "input": [{"role": "user", "content": [)"
        R"({"type": "input_text", "text": "q"}]}]})",
        {"system: text be brief", "user: text q"});
    row("a request of one text", R"({"model": "m", "instructions": "be brief", "input": "q"})",
        {"system: text be brief", "user: text q"});
    row("pictures that a model made and took",
        R"([{"role": "user", "content": "q"},)"
        R"( {"type": "image_generation_call", "id": "i", "status": "completed", "result": "MTIz"},)"
        R"( {"type": "computer_call_output", "call_id": "c", "output": {"type": "computer_screenshot",)"
        R"( "image_url": "data:image/png;base64,MTIz"}}])",
        {"user: text q", "assistant: use ", "tool: result ", "assistant: media ", "tool: result "});
    row("an open model's thoughts",
        R"([{"role": "user", "content": "q"}, {"type": "reasoning", "summary": [],)"
        R"( "content": [{"type": "reasoning_text", "text": "hm"}]}])",
        {"user: text q", "assistant: thinking "});
    row("items beside messages",
        R"([{"role": "user", "content": "q"},)"
        R"( {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}", "id": "1", "status": "completed"},)"
        R"( {"type": "function_call_output", "call_id": "c", "output": "done"},)"
        R"( {"type": "custom_tool_call", "call_id": "d", "name": "run", "input": "x = 1"},)"
        R"( {"type": "custom_tool_call_output", "call_id": "d", "output": "1"},)"
        R"( {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "hi"}]}])",
        {"user: text q", "assistant: use ", "tool: result ", "assistant: use ", "tool: result ", "assistant: text hi"});
}

void TestShapesKept::answersOfServers_areRead()
{
    QFETCH(const QByteArray, text);
    CollectingSink sink;
    const auto kind = readText("x.jsonl", text.toStdString(), sink);
    QVERIFY2(kind, kind ? "" : kind.error().sentence.c_str());
    QCOMPARE(*kind, std::string("openai"));
    QVERIFY(sink.problems.empty());
    constexpr std::array kinds = {"text", "thinking", "media", "use", "result", "unknown"};
    QStringList messages;
    for (const CollectedSession& session : sink.sessions) {
        for (const RecordedMessage& one : session.messages) {
            const conversation::Message& message = one.record.message;
            messages << QStringLiteral("%1: %2 %3")
                            .arg(QString::fromStdString(message.role),
                                 QLatin1String(kinds.at(message.content.at(0).index())),
                                 QString::fromStdString(conversation::textOf(message)));
            // Data does not appear in any text.
            QVERIFY(message.metadata.json().dump().find("MTIz") == std::string::npos);
            for (const auto& result : conversation::blocksOf<conversation::ToolResultBlock>(message)) {
                QVERIFY(result.outputBlocks.json().dump().find("MTIz") == std::string::npos);
                QVERIFY(result.output.find("MTIz") == std::string::npos);
            }
        }
    }
    QTEST(messages, "messages");
}

/// And no text of Base64.
/// With what the server said beside its answer; another format has no place for them.
void TestShapesKept::tokensOfAnAnswer_goOutAgain()
{
    CollectingSink sink;
    QVERIFY(readText("x.json", R"({"model": "m", "choices": [{"message": {"role": "assistant", "content": "a"}}],
        "usage": {"prompt_tokens": 7, "completion_tokens": 5}})",
                     sink));
    const CollectedSession& session = sink.sessions.front();
    QVERIFY(session.usage && session.usage->totalTokens() == 12);
    const auto kindsLost = [&](const char* format) {
        std::vector<std::string> kinds;
        for (const formats::Loss& loss : written(session, format).losses) {
            kinds.push_back(loss.kind);
        }
        return kinds;
    };
    const Written made = written(session, "openai");
    QVERIFY(made.losses.empty());
    QVERIFY(json::parse(made.text).at("usage").at("prompt_tokens") == 7);
    QVERIFY(std::ranges::count(kindsLost("agentscope"), "costs") == 1);
}

void TestShapesKept::inputOfResponses_isMedia()
{
    const char* chat = R"([{"role": "user", "content": [{"type": "input_text", "text": "see"},
        {"type": "input_image", "image_url": "data:image/png;base64,MTIz", "detail": "low"},
        {"type": "input_image", "image_url": "https://example.org/a.png"},
        {"type": "input_file", "filename": "a.pdf", "file_data": "data:application/pdf;base64,JVBERi0="}]}])";
    CollectingSink sink;
    QVERIFY(readText("x.json", chat, sink));
    QVERIFY(sink.problems.empty());
    const conversation::Message& message = messageAt(sink.sessions.front(), 0);
    const auto media = conversation::blocksOf<conversation::MediaBlock>(message);
    QCOMPARE(media.size(), std::size_t{3});
    QCOMPARE(sink.attachments.size(), std::size_t{2});
    QCOMPARE(media[0].source.mediaType, std::string("image/png"));
    QCOMPARE(media[1].source.url, std::string("https://example.org/a.png"));
    QVERIFY(media[2].kind == conversation::MediaKind::File && media[2].source.name == "a.pdf");
    QVERIFY(message.metadata.json().dump().find("MTIz") == std::string::npos); // not kept twice
}

void TestShapesKept::otherCalls_areCalls()
{
    const char* chat = R"([{"role": "assistant", "content": null, "tool_calls": [
        {"id": "c", "type": "custom", "custom": {"name": "run", "input": "x = 1"}}, 5]}, {"role": "user", "content": "q"}])";
    CollectingSink sink;
    QVERIFY(readText("x.json", chat, sink));
    QVERIFY(sink.problems.empty());
    const auto& content = messageAt(sink.sessions.front(), 0).content;
    QCOMPARE(content.size(), std::size_t{1});
    const auto call = std::get<conversation::ToolUseBlock>(content[0]);
    QCOMPARE(call.id, std::string("c"));
    QCOMPARE(call.name, std::string("run"));
    QCOMPARE(call.rawInput, std::string("x = 1"));
}

/// It knows no addresses that hold the data themselves.
void TestShapesKept::dataAddresses_areAnthropicsData()
{
    CollectedSession session;
    conversation::Message message;
    message.role = "user";
    message.content = {
        conversation::MediaBlock{conversation::MediaKind::Image, {{}, "data:image/png;base64,MTIz", {}, {}, 0, 0, 0}}};
    session.messages.push_back({{message, {}}, {}});
    const json again = json::parse(written(session, "anthropic").text);
    const json expected{{"type", "image"},
                        {"source", {{"type", "base64"}, {"media_type", "image/png"}, {"data", "MTIz"}}}};
    QVERIFY2(again.at("messages")[0].at("content")[0] == expected, again.dump().c_str());
}

void TestShapesKept::readersMarks_areNotAgentScopesMetadata()
{
    CollectingSink sink;
    QVERIFY(readText("x.json", R"([{"role": "user", "content": "a", "mood": "good"}])", sink));
    const json again = json::parse(written(sink.sessions.front(), "agentscope").text);
    QVERIFY2(again[0].at("metadata").is_null(), again.dump().c_str());
}

void TestShapesKept::foreignMessage_isAsOpenAiTakesIt_data()
{
    using namespace conversation;
    QTest::addColumn<std::shared_ptr<Message>>("message");
    QTest::addColumn<QByteArray>("expected");
    QTest::addColumn<QString>("losses");
    const auto row = [](const char* tag, const char* role, const ContentBlock& block, const char* expected,
                        const char* losses) {
        Message message;
        message.role = role;
        message.sentFrom = Address(role == std::string("assistant") ? "A B" : "");
        message.content = {block};
        QTest::newRow(tag) << std::make_shared<Message>(message) << QByteArray(expected) << QString::fromLatin1(losses);
    };
    const auto media = [](MediaKind kind, const char* url, const char* name = "") {
        return MediaBlock{kind, {{}, url, {}, name, 0, 0, 0}};
    };
    row("a sound", "user", media(MediaKind::Audio, "data:audio/x-wav;base64,MTIz"),
        R"([{"type": "input_audio", "input_audio": {"data": "MTIz", "format": "wav"}}])", "");
    row("a sound of another form", "user", media(MediaKind::Audio, "data:audio/ogg;base64,MTIz", "a.ogg"),
        R"([{"type": "text", "text": "[a.ogg]"}])", "media 1");
    row("a file", "user", media(MediaKind::File, "data:application/pdf;base64,MTIz", "a.pdf"),
        R"([{"type": "file", "file": {"filename": "a.pdf", "file_data": "data:application/pdf;base64,MTIz"}}])", "");
    row("a film", "user", media(MediaKind::Video, "https://x/a.mp4"),
        R"([{"type": "text", "text": "[https://x/a.mp4]"}])", "media 1");
    row("the model's picture", "assistant", media(MediaKind::Image, "https://x/a.png"),
        R"([{"type": "text", "text": "[https://x/a.png]"}])", "names 1, media 1");
    row("an unknown block", "user", UnknownBlock{JsonValue(json{{"type", "x"}})},
        R"([{"type": "text", "text": "{\"type\":\"x\"}"}])", "unknown_blocks 1");
    row("a thought alone", "assistant", ThinkingBlock{"hm", {}}, R"("")", "names 1");
    const json picture =
        json::parse(R"([{"type": "text", "text": "a"},)"
                    R"( {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "MTIz"}}])");
    row("a tool's picture", "tool", ToolResultBlock{"c", "f", "a", JsonValue(picture), false},
        R"([{"type": "text", "text": "a"}, {"type": "text", "text": "[image/png]"}])", "media 1");
    row("an answer to no call", "tool", ToolResultBlock{"", "f", "a", {}, false}, R"("a")",
        "tool_calls 2"); // and the call
    row("a tool's text", "tool", TextBlock{"a"}, R"("a")", "tool_calls 2");
}

void TestShapesKept::foreignMessage_isAsOpenAiTakesIt()
{
    QFETCH(const std::shared_ptr<conversation::Message>, message);
    QFETCH(const QByteArray, expected);
    CollectedSession session;
    session.settings.details = conversation::JsonValue(json{{"times", "synthetic"}});
    if (message->role == "tool") {
        conversation::Message call;
        call.role = "assistant";
        call.content = {conversation::ToolUseBlock{"c", "f", conversation::JsonValue(json::object()), {}}};
        session.messages.push_back({{call, {}}, {}});
    }
    session.messages.push_back({{*message, {}}, {}});
    const Written again = written(session, "openai");
    const json one = json::parse(again.text).back();
    QVERIFY2(one.at("content") == json::parse(expected.toStdString()), one.dump().c_str());
    QVERIFY(one.at("role") != "tool" || one.at("tool_call_id") == "c");
    QVERIFY(message->role != "assistant" || one.at("name") == "A_B");
    QStringList losses;
    for (const formats::Loss& loss : again.losses)
        losses << QStringLiteral("%1 %2").arg(QString::fromStdString(loss.kind)).arg(loss.count);
    QTEST(losses.join(QStringLiteral(", ")), "losses");
}

namespace {

/// A call as MetaGPT names its tools, without an id; its answer; and one that nobody waits for.
CollectedSession ofCalls()
{
    using namespace conversation;
    Message called;
    called.role = "assistant";
    called.sentFrom = Address("Bob");
    called.content = {TextBlock{"first"}, ToolUseBlock{"", "Editor.write", JsonValue(json{{"x", 1}}), {}},
                      ToolResultBlock{"", "Editor.write", "done", {}, false}, TextBlock{"then"}};
    Message answered;
    answered.role = "tool";
    answered.sentFrom = Address("Tools");
    answered.content = {TextBlock{"by the way"}, ToolResultBlock{"gone", "f", "late", {}, false}};
    Message empty;
    empty.content = {TextBlock{""}};
    CollectedSession session;
    session.settings.details = JsonValue(json{{"times", "synthetic"}});
    for (Message& message : std::array{called, answered, empty}) {
        session.messages.push_back({{std::move(message), {}}, {}});
    }
    return session;
}

QString lossOf(const Written& made, const std::string& kind)
{
    for (const formats::Loss& loss : made.losses) {
        if (loss.kind == kind) {
            return QString::fromStdString(loss.sentence);
        }
    }
    return {};
}

} // namespace

void TestShapesKept::calls_areAsOpenAiTakesThem()
{
    const Written made = written(ofCalls(), "openai");
    const json list = json::parse(made.text);
    const json& call = list.at(0).at("tool_calls").at(0);
    QVERIFY2(call.at("function").at("name") == "Editor_write" && call.at("id") == "call_1", made.text.c_str());
    QVERIFY(list[1].at("role") == "tool" && list[1].at("tool_call_id") == "call_1");
    QVERIFY(list[1].at("name") == "Editor_write");
    const json& late = list.at(2);
    QVERIFY2(late.at("role") == "user" && late.at("content") == "late", made.text.c_str());
    QVERIFY(!late.contains("tool_call_id"));
    QCOMPARE(
        lossOf(made, "tool_names"),
        QStringLiteral(
            "1 tool call(s) lose characters of the tool's name that this format does not allow. See message(s) 1."));
    QVERIFY(!lossOf(made, "tool_calls").isEmpty());
}

void TestShapesKept::calls_areAsAnthropicTakesThem()
{
    const Written made = written(ofCalls(), "anthropic");
    const json list = json::parse(made.text).at("messages");
    QString shape;
    for (const json& message : list) {
        shape += QString::fromStdString(message.at("role").get<std::string>()) + u':';
        for (const json& block : message.at("content")) {
            shape += u' ' + QString::fromStdString(block.at("type").get<std::string>());
        }
        shape += QStringLiteral("; ");
    }
    QCOMPARE(shape,
             QStringLiteral("user: text; assistant: text tool_use; user: tool_result; assistant: text; "
                            "user: text text; "));
    QVERIFY(list[1].at("content")[1].at("id") == "call_1" && list[2].at("content")[0].at("tool_use_id") == "call_1");
    QVERIFY2(list[4].at("content")[0].at("text") == "late", made.text.c_str());
    QCOMPARE(lossOf(made, "empty"), QStringLiteral("1 message(s) without any content are left out. See message(s) 3."));
    QVERIFY(!lossOf(made, "tool_calls").isEmpty());
}

void TestShapesKept::failedResult_isOneInAgentScope()
{
    CollectedSession session;
    conversation::Message message;
    message.role = "tool";
    message.content = {conversation::ToolResultBlock{"c", "f", "no", {}, true}};
    session.messages.push_back({{message, {}}, {}});
    const std::string text = written(session, "agentscope").text;
    QVERIFY2(json::parse(text).at(0).at("content").at(0).at("is_error") == true, text.c_str());
}

void TestShapesKept::members_haveAClassOfMetaGpt()
{
    CollectedSession session;
    conversation::Role role;
    role.name = conversation::RoleName("A");
    session.team = {role};
    const json again = json::parse(written(session, "metagpt").text);
    QVERIFY(again.at("env").at("roles").at("A").at("__module_class_name") == "metagpt.roles.role.Role");
}

} // namespace tst_shapes_kept

QUARTERDECK_TEST(tst_shapes_kept, TestShapesKept)
#include "tst_shapes_kept.moc"
