#include "model/conversation/attachments.h"
#include "model/formats/requests/chat_request.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_anthropic_requests {

using namespace quarterdeck;
using namespace quarterdeck::formats;
using namespace quarterdeck::conversation;
using nlohmann::json;

namespace {

Message said(const char* role, std::vector<ContentBlock> content)
{
    Message message;
    message.role = role;
    message.content = std::move(content);
    message.metadata = JsonValue(json{{"secret", "canary"}});
    return message;
}

MediaBlock picture(const std::string& url, const char* hash = "")
{
    return {MediaKind::Image, {AttachmentHash(hash), url, "image/png", {}, 0, 0, 0}};
}

json textOf(const char* text) { return {{"type", "text"}, {"text", text}}; }

SerializedMessages serialize(const std::vector<Message>& messages, const ChatConfig& config = {},
                             const SerializerContext& context = {})
{
    return anthropicSerializer()->serializeMessages(messages, config, context).value();
}

Tool toolOf(const char* name, bool isProvider = false)
{
    Tool tool;
    tool.name = name;
    tool.description = "Does it.";
    tool.isProvider = isProvider;
    ToolParameter path;
    path.name = "path";
    path.isRequired = true;
    tool.parameters = {path};
    return tool;
}

} // namespace

/// Requests in Anthropic's protocol.
class TestAnthropicRequests final : public QObject
{
    Q_OBJECT

private slots:
    void team_becomesTurns();
    void answersOfTools_comeFirst();
    void assistant_doesNotBegin();
    void pictures_areGatedAndFetched();
    void picturesOfTools_areFetchedToo();
    void body_isInTheirWords();
    void toolChoice_isTranslated_data();
    void toolChoice_isTranslated();
    void metadata_neverEnters();
};

void TestAnthropicRequests::team_becomesTurns()
{
    const auto serialized = serialize(
        {said("system", textBlocks("Be brief.")), said("system", textBlocks("Be kind.")),
         said("user", textBlocks("hi")), said("user", textBlocks("there")),
         said("assistant",
              {ThinkingBlock{"hm", "sig"}, ThinkingBlock{"unsigned", {}}, TextBlock{" "},
               ToolUseBlock{"1", "f", JsonValue(json{{"a", 1}}), {}}, ToolUseBlock{"2", "g", {}, "not json"}}),
         said("tool", {ToolResultBlock{"1", "f", "one", {}, false}}),
         said("tool", {ToolResultBlock{"2", "g", "two", {}, true}}), said("system", textBlocks("Hurry.")),
         said("critic", textBlocks("bad"))});
    QVERIFY(serialized.topMembers.json() == json({{"system", "Be brief.\nBe kind."}}));
    const json expected =
        json::array({{{"role", "user"}, {"content", {textOf("hi"), textOf("there")}}},
                     {{"role", "assistant"},
                      {"content",
                       {{{"type", "thinking"}, {"thinking", "hm"}, {"signature", "sig"}},
                        {{"type", "tool_use"}, {"id", "1"}, {"name", "f"}, {"input", {{"a", 1}}}},
                        {{"type", "tool_use"}, {"id", "2"}, {"name", "g"}, {"input", {{"raw_input", "not json"}}}}}}},
                     {{"role", "user"},
                      {"content",
                       {{{"type", "tool_result"}, {"tool_use_id", "1"}, {"content", "one"}},
                        {{"type", "tool_result"}, {"tool_use_id", "2"}, {"content", "two"}, {"is_error", true}},
                        textOf("Hurry.")}}}});
    QCOMPARE(serialized.messages.json().dump(), expected.dump());
    QVERIFY(serialized.losses == (std::vector<SerializerLoss>{{8, SerializerLoss::What::Message}}));
}

void TestAnthropicRequests::answersOfTools_comeFirst()
{
    const auto serialized = serialize(
        {said("user", textBlocks("hi")), said("tool", {TextBlock{"so"}, ToolResultBlock{"1", "f", "one", {}, {}}}),
         said("assistant", {ToolUseBlock{"2", "g", {}, {}}, ToolResultBlock{"2", "g", "two", {}, false}})});
    std::string shape;
    for (const json& message : serialized.messages.json()) {
        shape += message.at("role").get<std::string>() + ":";
        for (const json& block : message.at("content")) {
            shape += " " + block.at("type").get<std::string>();
        }
        shape += "; ";
    }
    QCOMPARE(shape, std::string("user: tool_result text text; assistant: tool_use; user: tool_result; "));
}

void TestAnthropicRequests::assistant_doesNotBegin()
{
    const auto serialized =
        serialize({said("system", textBlocks("Be brief.")), said("assistant", textBlocks("Hello."))});
    const json& messages = serialized.messages.json();
    QVERIFY2(messages.size() == 2 && messages[0].at("role") == "user" && messages[1].at("role") == "assistant",
             messages.dump().c_str());
    QVERIFY(serialized.losses.empty());
}

/// If the bytes are not available, their name is not the model's business.
void TestAnthropicRequests::picturesOfTools_areFetchedToo()
{
    const std::string stored = storedMediaText({AttachmentHash(std::string(64, 'a')), "image/png", 1, false});
    const auto pieces = [](const std::string& data) {
        return json::array(
            {textOf("seen"),
             {{"type", "image"}, {"source", {{"type", "base64"}, {"media_type", "image/png"}, {"data", data}}}}});
    };
    const Message answer = said("tool", {ToolResultBlock{"1", "f", "seen", JsonValue(pieces(stored)), false}});
    const auto contentOf = [&](const SerializerContext& context) {
        return serialize({answer}, {}, context).messages.json().at(0).at("content").at(0).at("content");
    };
    QCOMPARE(contentOf({}).dump(), json("seen").dump());
    SerializerContext context;
    context.bytesOf = [](const AttachmentHash&) { return std::optional<std::string>("q"); };
    QCOMPARE(contentOf(context).dump(), pieces("cQ==").dump());
}

void TestAnthropicRequests::pictures_areGatedAndFetched()
{
    const std::vector messages = {said("user",
                                       {TextBlock{"see"}, picture("https://x/a.jpg"), picture("", "abc"),
                                        MediaBlock{MediaKind::Audio, {{}, "https://x/a.ogg", {}, {}, 0, 0, 0}}})};
    using What = SerializerLoss::What;
    QVERIFY(serialize(messages).losses
            == (std::vector<SerializerLoss>{{0, What::Image}, {0, What::Image}, {0, What::Audio}}));
    ChatConfig config;
    config.supportsImage = config.supportsImageBase64Only = true;
    SerializerContext context;
    context.bytesOf = [](const AttachmentHash&) { return std::optional<std::string>("q"); };
    QCOMPARE(serialize(messages, config, context).wantedUrls, (std::vector<std::string>{"https://x/a.jpg"}));
    context.fetched["https://x/a.jpg"] = "\x89PNG\r\n\x1a\n";
    const json content = serialize(messages, config, context).messages.json().at(0).at("content");
    QVERIFY(content.at(1).at("source")
            == json({{"type", "base64"}, {"media_type", "image/png"}, {"data", "iVBORw0KGgo="}}));
    QVERIFY(content.at(2).at("source").at("data") == "cQ==");
    context.fetched["https://x/a.jpg"] = std::nullopt;
    QVERIFY(!anthropicSerializer()->serializeMessages(messages, config, context));
}

void TestAnthropicRequests::body_isInTheirWords()
{
    ChatConfig config;
    config.model = "claude-x";
    config.providerTools = {"web_search_20250305"};
    ChatOptions options;
    options.isStreaming = true;
    options.stop = {"END"};
    options.temperature = 0.5;
    options.responseFormat = JsonValue(json{{"type", "json_object"}});
    options.extraBody = JsonValue(json{{"top_k", 3}});
    const RequestBuilder builder(anthropicSerializer());
    const std::vector messages = {said("user", textBlocks("hi"))};
    const auto bodyOf = [&] {
        return builder.build(messages, std::vector{toolOf("ls"), toolOf("web_search_20250305", true)}, config, options)
            ->body.json();
    };
    const json schema{{"type", "object"}, {"properties", {{"path", {{"type", "string"}}}}}, {"required", {"path"}}};
    QCOMPARE(bodyOf().dump(),
             json({{"model", "claude-x"},
                   {"stream", true},
                   {"max_tokens", 4096},
                   {"temperature", 0.5},
                   {"stop_sequences", {"END"}},
                   {"top_k", 3},
                   {"messages", json::array({{{"role", "user"}, {"content", json::array({textOf("hi")})}}})},
                   {"tools",
                    json::array({{{"name", "ls"}, {"description", "Does it."}, {"input_schema", schema}},
                                 {{"type", "web_search_20250305"}, {"name", "web_search"}}})}})
                 .dump());
    options.isThinkingEnabled = true;
    options.maxTokens = 8000;
    QVERIFY(bodyOf().at("thinking") == json({{"type", "enabled"}, {"budget_tokens", 4000}}));
    QVERIFY(!bodyOf().contains("temperature"));
    QVERIFY(bodyOf().at("max_tokens") == 8000);
}

void TestAnthropicRequests::toolChoice_isTranslated_data()
{
    QTest::addColumn<QString>("given");
    QTest::addColumn<QString>("sent");
    QTest::newRow("auto") << R"("auto")"
                          << R"({"type":"auto"})";
    QTest::newRow("none") << R"("none")"
                          << R"({"type":"none"})";
    QTest::newRow("required") << R"("required")"
                              << R"({"type":"any"})";
    QTest::newRow("one") << R"({"type": "function", "function": {"name": "ls"}})"
                         << R"({"name":"ls","type":"tool"})";
    QTest::newRow("theirs") << R"({"type": "any"})"
                            << R"({"type":"any"})";
}

void TestAnthropicRequests::toolChoice_isTranslated()
{
    QFETCH(QString, given);
    ChatOptions options;
    options.toolChoice = JsonValue(json::parse(given.toStdString()));
    const RequestBuilder builder(anthropicSerializer());
    const auto body =
        builder.build(std::vector{said("user", textBlocks("hi"))}, std::vector{toolOf("ls")}, {}, options);
    QTEST(QString::fromStdString(body->body.json().at("tool_choice").dump()), "sent");
}

void TestAnthropicRequests::metadata_neverEnters()
{
    std::vector<Message> messages;
    for (const char* role : {"system", "user", "assistant", "tool"}) {
        messages.push_back(said(role, {TextBlock{"hi"}, ToolUseBlock{"c", "f", {}, "{}"}}));
    }
    const auto serialized = serialize(messages);
    const std::string text = serialized.messages.json().dump() + serialized.topMembers.json().dump();
    QVERIFY2(text.find("canary") == std::string::npos, text.c_str());
}

} // namespace tst_anthropic_requests

QUARTERDECK_TEST(tst_anthropic_requests, TestAnthropicRequests)
#include "tst_anthropic_requests.moc"
