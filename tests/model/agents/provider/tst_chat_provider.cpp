#include "provider_kit.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <QTimer>

namespace tst_chat_provider {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using quarterdeck::test::waitFor;
using team::CancelToken;
using team::Protocol;
using team::Service;

/// Calls of models over real sockets.
class TestChatProvider final : public QObject
{
    Q_OBJECT
private slots:
    void replyIsWhatTheModelSaid_data();
    void replyIsWhatTheModelSaid();
    void progressGrows();
    void toolsKeepTheirNames();
    void idsAreMadeWhereNoneCome_data();
    void idsAreMadeWhereNoneCome();
    void usageIsCounted();
    void cachedTokensAreCountedOnce_data();
    void cachedTokensAreCountedOnce();
    void usageThatCannotBeIsNotBelieved_data();
    void usageThatCannotBeIsNotBelieved();
    void bodyIsInTheServersWords();
    void attachmentsGoAlong();
    void remotePicturesStayOut();
    void oneProviderPerConfiguration();
};

namespace {

const char* const richReply = R"({"otherwise": {"thinking": "Let me think, 让我想想…", "text": "Grüße! 你好, world.",
    "tool_calls": [{"name": "look", "arguments": {"where": "北京", "deep": {"a": [1, 2]}}},
                   {"name": "tell", "arguments": {"what": "two"}}]}})";

team::ModelPrice priced(const char* model, double prompt, double completion)
{
    team::ModelPrice price;
    price.model = model;
    team::PriceClass one;
    one.prompt = prompt;
    one.completion = completion;
    price.classes = {one};
    return price;
}

formats::Tool toolNamed(const std::string& name)
{
    formats::Tool tool;
    tool.name = name;
    return tool;
}

} // namespace

void TestChatProvider::replyIsWhatTheModelSaid_data()
{
    QTest::addColumn<bool>("isAnthropic");
    QTest::addColumn<QString>("chunking");
    QTest::addColumn<QStringList>("quirks");
    for (const bool isAnthropic : {false, true}) {
        const QByteArray dialect = isAnthropic ? "Anthropic, " : "OpenAI, ";
        for (const char* chunking : {"whole", "event", "byte", "7", "100"})
            QTest::newRow(dialect + chunking) << isAnthropic << chunking << QStringList();
        for (const char* quirk : {"no_space", "bom", "crlf", "comments", "no_done", "not_streamed", "connection_close"})
            QTest::newRow(dialect + quirk) << isAnthropic << "5" << QStringList{quirk};
    }
    for (const char* quirk : {"repeated_names", "index_zero", "no_index", "arguments_object", "reasoning_key"})
        QTest::newRow(QByteArray("OpenAI, ") + quirk) << false << "5" << QStringList{quirk};
}

void TestChatProvider::replyIsWhatTheModelSaid()
{
    QFETCH(bool, isAnthropic);
    QFETCH(QString, chunking);
    QFETCH(QStringList, quirks);
    model_server::Script script = scriptOf(richReply);
    script.chunking = chunking.toStdString();
    for (const QString& quirk : quirks)
        script.otherwise.quirks.push_back(quirk.toStdString());
    ProviderKit kit(std::move(script));
    if (isAnthropic)
        kit.connection.protocol = Protocol::Anthropic;

    const auto reply = kit.ask("Hello");
    QVERIFY2(reply, reply ? "" : reply.error().sentence.c_str());
    QCOMPARE(textOf(*reply), "Grüße! 你好, world.");
    const auto thoughts = blocksIn<ThinkingBlock>(*reply);
    QCOMPARE(thoughts.size(), 1U);
    QCOMPARE(thoughts.front().text, "Let me think, 让我想想…");
    QCOMPARE(thoughts.front().signature, isAnthropic ? "signed" : "");
    const auto calls = blocksIn<ToolUseBlock>(*reply);
    QCOMPARE(calls.size(), 2U);
    QCOMPARE(calls[0].name, "look");
    QCOMPARE(calls[0].input.json().dump(), R"({"deep":{"a":[1,2]},"where":"北京"})");
    QCOMPARE(calls[1].name, "tell");
    QCOMPARE(calls[1].input.json()["what"].get<std::string>(), "two");
    QVERIFY(!calls[0].id.empty() && calls[0].id != calls[1].id);
    QCOMPARE(reply->finishReason, isAnthropic ? "tool_use" : "tool_calls");
    QVERIFY(reply->usage && reply->usage->promptTokens > 0 && reply->usage->completionTokens > 0);
}

void TestChatProvider::progressGrows()
{
    ProviderKit kit(scriptOf(
        R"({"otherwise": {"fault": "silence", "text": "One two three four five six seven eight nine ten eleven."}})"));
    std::string seen;
    const auto running = kit.start(kit.request("Count"), std::make_shared<CancelToken>(),
                                   [&](const formats::StreamedReply& soFar) { seen = soFar.content.value_or(""); });
    QVERIFY2(waitFor([&] { return !seen.empty(); }), "nothing is seen before all is said");
    QVERIFY(!running->has_value());
    const std::string first = seen;
    kit.server().release();
    QVERIFY(waitFor([&] { return running->has_value(); }));
    QVERIFY2(**running, (**running) ? "" : (**running).error().sentence.c_str());
    const std::string whole = textOf(***running);
    QVERIFY(first.size() < whole.size() && whole.starts_with(first));
    QCOMPARE(seen, whole);
}

void TestChatProvider::toolsKeepTheirNames()
{
    // Names that no server takes go out otherwise, in tools and in the history, and come back as they were.
    ProviderKit kit(
        scriptOf(R"({"otherwise": {"tool_calls": [{"name": "Editor_write"}, {"name": "Editor_write_2"}]}})"));
    auto request = kit.request("Write");
    request.tools = {toolNamed("Editor.write"), toolNamed("Editor_write"), toolNamed(std::string(80, 'x'))};
    Message before;
    before.role = "assistant";
    ToolUseBlock earlier;
    earlier.id = "1";
    earlier.name = "Editor.write";
    before.content = {earlier};
    request.messages.push_back(before);
    std::vector<std::string> inProgress;
    const auto reply = kit.ask(request, [&](const formats::StreamedReply& soFar) {
        inProgress.clear();
        for (const auto& call : soFar.toolCalls)
            inProgress.push_back(call.name.value_or(""));
    });
    QVERIFY(reply);
    const auto calls = blocksIn<ToolUseBlock>(*reply);
    QCOMPARE(calls.size(), 2U);
    QCOMPARE(calls[0].name, "Editor_write");
    QCOMPARE(calls[1].name, "Editor.write");
    QCOMPARE(inProgress, (std::vector<std::string>{"Editor_write", "Editor.write"}));

    const nlohmann::json body = kit.server().chats().front().body;
    std::set<std::string> sent;
    for (const auto& tool : body["tools"])
        sent.insert(tool["function"]["name"].get<std::string>());
    QCOMPARE(sent, (std::set<std::string>{"Editor_write", "Editor_write_2", std::string(64, 'x')}));
    QCOMPARE(body["messages"][1]["tool_calls"][0]["function"]["name"].get<std::string>(), "Editor_write_2");
}

void TestChatProvider::idsAreMadeWhereNoneCome_data()
{
    QTest::addColumn<QString>("quirk");
    QTest::newRow("none") << "no_ids";
    QTest::newRow("one for all") << "same_ids";
}

void TestChatProvider::idsAreMadeWhereNoneCome()
{
    QFETCH(QString, quirk);
    model_server::Script script = scriptOf(richReply);
    script.otherwise.quirks = {quirk.toStdString()};
    ProviderKit kit(std::move(script));
    const auto reply = kit.ask("Hello");
    QVERIFY(reply);
    const auto calls = blocksIn<ToolUseBlock>(*reply);
    QCOMPARE(calls.size(), 2U);
    QVERIFY(!calls[0].id.empty() && !calls[1].id.empty());
    QVERIFY(calls[0].id != calls[1].id);
}

void TestChatProvider::usageIsCounted()
{
    ProviderKit kit(scriptOf(R"({"otherwise": {"text": "Yes", "usage": {"prompt_tokens": 1000, "completion_tokens": 100,
                    "prompt_tokens_details": {"cached_tokens": 400},
                    "completion_tokens_details": {"reasoning_tokens": 60}}}})"),
                    team::PriceTable({priced("small", 2, 10)}));
    const auto reply = kit.ask("Hello");
    QVERIFY(reply && reply->usage);
    QCOMPARE(reply->usage->model, "small");
    QCOMPARE(reply->usage->promptTokens, 1000);
    QCOMPARE(reply->usage->completionTokens, 100);
    QCOMPARE(reply->usage->cachedTokens, 400);
    QCOMPARE(reply->usage->reasoningTokens, 60);
    QVERIFY(reply->usage->cost);
    QCOMPARE(*reply->usage->cost, (1000 * 2 + 100 * 10) / 1e6);

    kit.providers().setPrices({});
    const auto unpriced = kit.ask("Hello");
    QVERIFY(unpriced && unpriced->usage);
    QVERIFY2(!unpriced->usage->cost, "an unknown price is no price");
}

void TestChatProvider::cachedTokensAreCountedOnce_data()
{
    QTest::addColumn<QString>("usage");
    QTest::addColumn<qint64>("prompt");
    QTest::newRow("within OpenAI's count") << R"({"prompt_tokens": 1000, "completion_tokens": 1,
        "cache_read_input_tokens": 400, "cache_creation_input_tokens": 100})"
                                           << qint64{1000};
    QTest::newRow("beside Anthropic's") << R"({"input_tokens": 500, "output_tokens": 1,
        "cache_read_input_tokens": 400, "cache_creation_input_tokens": 100})"
                                        << qint64{1000};
}

void TestChatProvider::cachedTokensAreCountedOnce()
{
    QFETCH(QString, usage);
    QFETCH(qint64, prompt);
    model_server::Script script = scriptOf(R"({"otherwise": "Yes"})");
    script.otherwise.usage = nlohmann::json::parse(usage.toStdString());
    ProviderKit kit(std::move(script));
    const auto reply = kit.ask("Hello");
    QVERIFY(reply && reply->usage);
    QCOMPARE(reply->usage->promptTokens, prompt);
    QCOMPARE(reply->usage->cachedTokens, 400);
}

void TestChatProvider::usageThatCannotBeIsNotBelieved_data()
{
    QTest::addColumn<QString>("usage");
    QTest::addColumn<bool>("isKnown");
    QTest::newRow("none") << "false" << false;
    QTest::newRow("negative") << R"({"prompt_tokens": -5, "completion_tokens": -1})" << false;
    QTest::newRow("nothing") << R"({"prompt_tokens": 0, "completion_tokens": 0})" << false;
    QTest::newRow("beyond every model") << R"({"prompt_tokens": 1e15, "completion_tokens": 3})" << false;
    QTest::newRow("beyond whole numbers") << R"({"prompt_tokens": 1e300, "completion_tokens": 3})" << false;
    QTest::newRow("words") << R"({"prompt_tokens": "many"})" << false;
    QTest::newRow("more cached than sent")
        << R"({"prompt_tokens": 10, "completion_tokens": 1, "prompt_tokens_details": {"cached_tokens": 999}})" << true;
}

void TestChatProvider::usageThatCannotBeIsNotBelieved()
{
    QFETCH(QString, usage);
    QFETCH(bool, isKnown);
    model_server::Script script = scriptOf(R"({"otherwise": "Yes"})");
    script.otherwise.usage = nlohmann::json::parse(usage.toStdString());
    ProviderKit kit(std::move(script), team::PriceTable({priced("small", 2, 10)}));
    const auto reply = kit.ask("Hello");
    QVERIFY(reply);
    QCOMPARE(reply->isUsageEstimated, !isKnown);
    QVERIFY(reply->usage); // or a budget would never be reached
    QVERIFY(*reply->usage->cost >= 0 && *reply->usage->cost < 1);
    QVERIFY(reply->usage->cachedTokens <= reply->usage->promptTokens);
    if (!isKnown)
        QVERIFY(reply->usage->promptTokens > 0 && reply->usage->completionTokens > 0 && *reply->usage->cost > 0);
}

void TestChatProvider::bodyIsInTheServersWords()
{
    ProviderKit kit(scriptOf(R"({"otherwise": "Yes"})"));
    kit.connection.service = Service::OpenAi;
    kit.connection.abilities.audio = true;
    auto request = kit.request("Listen");
    MediaBlock sound;
    sound.kind = MediaKind::Audio;
    sound.source.url = "data:audio/x-wav;base64,UklGRg==";
    request.messages.front().content.emplace_back(sound);
    request.messages.front().metadata = JsonValue(nlohmann::json{{"secret", "never sent"}});
    request.options.maxTokens = 77;
    QVERIFY(kit.ask(request));
    const nlohmann::json body = kit.server().chats().front().body;
    QCOMPARE(body["max_completion_tokens"], 77);
    QVERIFY(!body.contains("max_tokens"));
    QCOMPARE(body["stream"], true);
    QCOMPARE(body["stream_options"]["include_usage"], true);
    const nlohmann::json heard{{"type", "input_audio"}, {"input_audio", {{"data", "UklGRg=="}, {"format", "wav"}}}};
    QCOMPARE(body["messages"][0]["content"][1].dump(), heard.dump());
    QVERIFY(body.dump().find("never sent") == std::string::npos);
}

void TestChatProvider::attachmentsGoAlong()
{
    ProviderKit kit(scriptOf(R"({"otherwise": "Yes"})"));
    kit.connection.service = Service::Ollama;
    kit.connection.modelAbilities["small"].images = true;
    kit.environment.readAttachment = [](const AttachmentHash& hash, auto done) {
        // Later, as a library answers.
        QTimer::singleShot(0, [hash, done] { done(Result<std::string>("bytes of " + hash.str())); });
    };
    auto request = kit.request("Look");
    MediaBlock picture;
    picture.source.hash = AttachmentHash("abc");
    picture.source.mediaType = "image/png";
    request.messages.front().content.emplace_back(picture);
    const auto reply = kit.ask(request);
    QVERIFY(reply);
    QVERIFY(reply->losses.empty());
    const nlohmann::json body = kit.server().chats().front().body;
    const QByteArray data = QByteArray("bytes of abc").toBase64();
    QCOMPARE(body["messages"][0]["content"][1]["image_url"]["url"].get<std::string>(),
             "data:image/png;base64," + data.toStdString());
}

void TestChatProvider::remotePicturesStayOut()
{
    // Ollama fetches nothing itself, and this program fetches nothing from elsewhere without the person's word.
    ProviderKit kit(scriptOf(R"({"otherwise": "Yes"})"));
    kit.connection.service = Service::Ollama;
    kit.connection.abilities.images = true;
    auto request = kit.request("Look");
    MediaBlock picture;
    picture.source.url = "http://canary.invalid/picture.png";
    request.messages.front().content.emplace_back(picture);
    const auto reply = kit.ask(request);
    QVERIFY(reply);
    QCOMPARE(reply->losses, (std::vector{formats::SerializerLoss{0, formats::SerializerLoss::What::Image}}));
    QVERIFY(kit.server().chats().front().body.dump().find("canary") == std::string::npos);
}

void TestChatProvider::oneProviderPerConfiguration()
{
    ProviderKit kit(scriptOf(R"({"otherwise": "Yes"})"));
    const auto small = kit.provider("small");
    QCOMPARE(kit.provider("small"), small);
    QVERIFY(kit.provider("large") != small);
    auto changed = kit.connection;
    changed.timeouts.idle = 1;
    kit.providers().setConnections({changed});
    QVERIFY(kit.provider("small") != small);
    kit.providers().setConnections({});
    const auto gone = kit.providers().provider(kit.connection.id, "small");
    QVERIFY(!gone);
    QCOMPARE(gone.error().code, ErrorCode::NotFound);
}

} // namespace tst_chat_provider

QUARTERDECK_TEST(tst_chat_provider, TestChatProvider)
#include "tst_chat_provider.moc"
