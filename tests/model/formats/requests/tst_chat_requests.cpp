#include "model/formats/requests/chat_request.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_chat_requests {

using namespace quarterdeck;
using namespace quarterdeck::formats;
using conversation::MediaBlock;
using conversation::MediaKind;
using nlohmann::json;

namespace {

conversation::Message user(std::vector<conversation::ContentBlock> content)
{
    conversation::Message message;
    message.role = "user";
    message.content = std::move(content);
    message.metadata = conversation::JsonValue(json{{"secret", "canary"}});
    return message;
}

MediaBlock media(MediaKind kind, const std::string& url) { return {kind, {{}, url, {}, {}, 0, 0, 0}}; }

ChatConfig withImages()
{
    ChatConfig config;
    config.model = "m";
    config.supportsImage = true;
    return config;
}

SerializedMessages serialize(const std::vector<conversation::Message>& messages, const ChatConfig& config,
                             const SerializerContext& context = {})
{
    return openAiSerializer()->serializeMessages(messages, config, context).value();
}

/// A protocol of the test's own: every message is its text, with the count at the top.
class TextsOnly final : public ChatMessageSerializer
{
public:
    [[nodiscard]] conversation::Result<SerializedMessages>
    serializeMessages(std::span<const conversation::Message> messages, const ChatConfig&,
                      const SerializerContext&) const override
    {
        json texts = json::array();
        for (const auto& message : messages) {
            texts.push_back(conversation::textOf(message));
        }
        SerializedMessages result;
        result.messages = conversation::JsonValue(texts);
        result.topMembers = conversation::JsonValue(json{{"count", messages.size()}});
        return result;
    }
    [[nodiscard]] json serializeTools(std::span<const Tool> tools, const ChatConfig&,
                                      const SerializerFixes&) const override
    {
        return tools.empty() ? json() : json::array({tools.front().name});
    }
};

} // namespace

/// What the vectors of Agents-Flex do not say of the OpenAI serializer and the request's body.
class TestChatRequests final : public QObject
{
    Q_OBJECT

private slots:
    void eachKind_isGatedByItself();
    void wantedUrls_areReturned();
    void mediaType_isToldByTheBytes();
    void attachments_areSentAsData();
    void everyToolResult_isAMessage();
    void otherRoles_areLeftOut();
    void metadata_neverEnters();
    void arrayItems_comeFromChildren();
    void extraBody_replacesAndRemoves();
    void anotherProtocol_needsNoOtherBuilder();
};

void TestChatRequests::eachKind_isGatedByItself()
{
    const auto message = user({conversation::TextBlock{"see"}, media(MediaKind::Audio, "a1"),
                               media(MediaKind::Image, "i1"), media(MediaKind::File, "f1")});
    const auto serialized = serialize({message}, withImages());
    QVERIFY(serialized.messages.json().at(0).at("content")
            == json({{{"type", "text"}, {"text", "see"}}, {{"type", "image_url"}, {"image_url", {{"url", "i1"}}}}}));
    QVERIFY(serialized.losses
            == (std::vector<SerializerLoss>{{0, SerializerLoss::What::Audio}, {0, SerializerLoss::What::File}}));
    const auto plain = serialize({message}, {});
    QVERIFY(plain.messages.json().at(0).at("content") == "see");
    QCOMPARE(plain.losses.size(), 3U);
}

void TestChatRequests::wantedUrls_areReturned()
{
    ChatConfig config = withImages();
    config.supportsImageBase64Only = true;
    const std::vector messages = {user({media(MediaKind::Image, "HTTPS://example.com/a.PNG?x=.gif"),
                                        media(MediaKind::Image, "data:image/png;base64,AA==")})};
    SerializerContext context;
    const auto first = serialize(messages, config, context);
    QCOMPARE(first.wantedUrls, (std::vector<std::string>{"HTTPS://example.com/a.PNG?x=.gif"}));
    context.fetched[first.wantedUrls.front()] = "q";
    const auto second = serialize(messages, config, context);
    QVERIFY(second.wantedUrls.empty());
    const json& content = second.messages.json().at(0).at("content");
    QVERIFY(content.at(1).at("image_url").at("url") == "data:image/png;base64,cQ==");
    QVERIFY(content.at(2).at("image_url").at("url") == "data:image/png;base64,AA==");
    context.fetched[first.wantedUrls.front()] = std::nullopt;
    const auto failed = openAiSerializer()->serializeMessages(messages, config, context);
    QVERIFY(!failed);
    QCOMPARE(failed.error().sentence,
             std::string("The image at “HTTPS://example.com/a.PNG?x=.gif” could not be fetched."));
}

void TestChatRequests::mediaType_isToldByTheBytes()
{
    ChatConfig config = withImages();
    config.supportsImageBase64Only = true;
    SerializerContext context;
    // What Java knows of endings, where only those are asked.
    for (const auto& [address, type] : std::map<std::string, std::string>{{"http://x/a.php?b=c.png", "text/plain"},
                                                                          {"http://x/a.JFIF#a.png", "image/jpeg"},
                                                                          {"http://x/a.json", "application/json"},
                                                                          {"http://x/a.b/c", "image/jpeg"}}) {
        context.mends.readsTypeFromBytes = false;
        context.fetched[address] = "x";
        const json one = serialize({user({media(MediaKind::Image, address)})}, config, context).messages.json().at(0);
        QCOMPARE(one.at("content").at(1).at("image_url").at("url").get<std::string>(), "data:" + type + ";base64,eA==");
    }
    context.mends.readsTypeFromBytes = true;
    context.fetched["http://x/a.jpg"] = "\x89PNG\r\n\x1a\n";
    const std::vector messages = {user({media(MediaKind::Image, "http://x/a.jpg")})};
    const auto url = [&] {
        return serialize(messages, config, context).messages.json().at(0).at("content").at(1).at("image_url").at("url");
    };
    QVERIFY(url() == "data:image/png;base64,iVBORw0KGgo=");
    context.mends.readsTypeFromBytes = false;
    QVERIFY(url() == "data:image/jpeg;base64,iVBORw0KGgo=");
}

void TestChatRequests::attachments_areSentAsData()
{
    MediaBlock image;
    image.source.hash = conversation::AttachmentHash("abc");
    image.source.mediaType = "image/png";
    SerializerContext context;
    QVERIFY(serialize({user({image})}, withImages(), context).losses
            == (std::vector<SerializerLoss>{{0, SerializerLoss::What::Image}}));
    context.bytesOf = [](const conversation::AttachmentHash&) { return std::optional<std::string>("q"); };
    const auto serialized = serialize({user({image})}, withImages(), context);
    QVERIFY(serialized.losses.empty());
    QVERIFY(serialized.messages.json().at(0).at("content").at(1).at("image_url").at("url")
            == "data:image/png;base64,cQ==");
}

void TestChatRequests::everyToolResult_isAMessage()
{
    conversation::Message message;
    message.role = "tool";
    message.content = {conversation::ToolResultBlock{"a", "f", "1", {}, false},
                       conversation::ToolResultBlock{"b", "g", "2", {}, false}};
    QVERIFY(serialize({message}, {}).messages.json()
            == json({{{"role", "tool"}, {"tool_call_id", "a"}, {"content", "1"}},
                     {{"role", "tool"}, {"tool_call_id", "b"}, {"content", "2"}}}));
}

void TestChatRequests::otherRoles_areLeftOut()
{
    conversation::Message message = user(conversation::textBlocks("x"));
    message.role = "critic";
    const auto serialized = serialize({user(conversation::textBlocks("y")), message}, {});
    QCOMPARE(serialized.messages.json().size(), 1U);
    QVERIFY(serialized.losses == (std::vector<SerializerLoss>{{1, SerializerLoss::What::Message}}));
    SerializerContext context;
    context.mends = SerializerFixes::none();
    QVERIFY(serialize({message}, {}, context).messages.json() == json::array({json::object()}));
}

void TestChatRequests::metadata_neverEnters()
{
    std::vector<conversation::Message> messages;
    for (const char* role : {"system", "user", "assistant", "tool"}) {
        messages.push_back(user({conversation::TextBlock{"hi"}, conversation::ToolUseBlock{"c", "f", {}, "{}"}}));
        messages.back().role = role;
    }
    for (const bool supportsToolMessage : {true, false}) {
        ChatConfig config = withImages();
        config.supportsToolMessage = supportsToolMessage;
        const std::string text = serialize(messages, config).messages.json().dump();
        QVERIFY2(text.find("canary") == std::string::npos, text.c_str());
    }
}

void TestChatRequests::arrayItems_comeFromChildren()
{
    ToolParameter x;
    x.name = "x";
    x.isRequired = true;
    ToolParameter list;
    list.name = "l";
    list.type = "array";
    list.children = {x};
    Tool tool;
    tool.name = "t";
    tool.parameters = {list};
    const auto items = [&](const SerializerFixes& mends) {
        const json tools = openAiSerializer()->serializeTools(std::vector{tool}, {}, mends);
        return tools.at(0).at("function").at("parameters").at("properties").at("l").value("items", json());
    };
    QVERIFY(items({})
            == json({{"type", "object"}, {"properties", {{"x", {{"type", "string"}}}}}, {"required", {"x"}}}));
    QVERIFY(items(SerializerFixes::none()).is_null());
}

void TestChatRequests::extraBody_replacesAndRemoves()
{
    ChatOptions options;
    options.temperature = 0.5;
    options.isStreaming = true;
    options.toolChoice = conversation::JsonValue("auto");
    options.extraBody = conversation::JsonValue(json{{"model", "other"}, {"temperature", nullptr}, {"n", 1}});
    const RequestBuilder builder(openAiSerializer());
    const auto body = builder.build(std::vector{user(conversation::textBlocks("x"))}, {}, withImages(), options);
    QVERIFY(body);
    QVERIFY(body->body.json()
            == json({{"model", "other"},
                     {"n", 1},
                     {"stream", true},
                     {"stream_options", {{"include_usage", true}}},
                     {"messages", json::array({{{"role", "user"}, {"content", "x"}}})}}));
}

void TestChatRequests::anotherProtocol_needsNoOtherBuilder()
{
    Tool tool;
    tool.name = "t";
    const RequestBuilder builder(std::make_shared<TextsOnly>());
    const auto body =
        builder.build(std::vector{user(conversation::textBlocks("x"))}, std::vector{tool}, withImages(), {});
    QVERIFY(body);
    QVERIFY(body->body.json()
            == json({{"model", "m"}, {"messages", json::array({"x"})}, {"count", 1}, {"tools", json::array({"t"})}}));
}

} // namespace tst_chat_requests

QUARTERDECK_TEST(tst_chat_requests, TestChatRequests)
#include "tst_chat_requests.moc"
