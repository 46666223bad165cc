#include "model/conversation/message.h"
#include "model/formats/export/session_writer.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_message_form {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using nlohmann::json;

namespace {

Event first(const json& details = {})
{
    SessionStarted started;
    started.title = "Talk";
    started.details = JsonValue(details);
    return {{1}, {1'760'000'000'000}, 0, std::move(started)};
}

Event saidBy(const char* name, std::vector<ContentBlock> content, const json& metadata = {})
{
    MessagePublished published;
    published.message.id = MessageId("m");
    published.message.role = name == std::string("system") ? "system" : "assistant";
    published.message.sentFrom = Address(name);
    published.message.sendTo = {address::all};
    published.message.content = std::move(content);
    published.message.metadata = JsonValue(metadata);
    return {{2}, {1'760'000'000'001}, 0, std::move(published)};
}

json formOf(const char* format, const Event& event, const Event& beginning = first())
{
    const std::string text =
        formats::messageForm(*formats::exportFormat(format), beginning, event, ConversationState());
    return text.empty() ? json() : json::parse(text, nullptr, false);
}

} // namespace

/// One message in the words of other programs.
class TestMessageForm final : public QObject
{
    Q_OBJECT
private slots:
    void messageAlone_isAnObject_data();
    void messageAlone_isAnObject();
    void callsAndResults_areSeveral();
    void answersFollowTheirCalls();
    void itsOwnFields_areAsTheyCame();
    void instructions_standBesideTheMessages();
    void whatIsNoMessage_hasNoForm();
};

void TestMessageForm::messageAlone_isAnObject_data()
{
    QTest::addColumn<QByteArray>("format");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("openai") << QByteArray("openai") << QByteArray(R"("Hello")");
    QTest::newRow("anthropic") << QByteArray("anthropic") << QByteArray(R"([{"type": "text", "text": "Hello"}])");
    QTest::newRow("metagpt") << QByteArray("metagpt") << QByteArray(R"("Hello")");
    QTest::newRow("agentscope") << QByteArray("agentscope") << QByteArray(R"("Hello")");
}

void TestMessageForm::messageAlone_isAnObject()
{
    QFETCH(const QByteArray, format);
    QFETCH(const QByteArray, content);
    const json form = formOf(format.constData(), saidBy("Alice", textBlocks("Hello")));
    QCOMPARE(form["content"], json::parse(content.toStdString()));
    QCOMPARE(form["role"], json("assistant"));
}

void TestMessageForm::callsAndResults_areSeveral()
{
    ToolUseBlock call;
    call.id = "c";
    call.name = "read";
    ToolResultBlock result;
    result.id = "c";
    result.output = "done";
    const json form = formOf("openai", saidBy("Alice", {call, result}));
    QCOMPARE(form.size(), std::size_t(2));
    QCOMPARE(form[1]["role"], json("tool"));
}

/// As OpenAI wants it: words beside the answers come after all of them.
void TestMessageForm::answersFollowTheirCalls()
{
    const auto call = [](const char* id) { return ToolUseBlock{id, "read", JsonValue(json::object()), {}}; };
    const auto answer = [](const char* id) { return ToolResultBlock{id, "read", "done", {}, false}; };
    const TextBlock beside{"See the picture."};
    const auto writer = formats::exportFormat("openai")->make({});
    std::string out;
    writer->begin(out);
    writer->event({first(), ConversationState(), false, {}}, out);
    for (const std::vector<ContentBlock>& content : {std::vector<ContentBlock>{call("a"), call("b")},
                                                     {answer("a"), beside},
                                                     {answer("b")},
                                                     {TextBlock{"Go on"}},
                                                     {call("c")},
                                                     {answer("c"), beside}})
        writer->event({saidBy("Alice", content), ConversationState(), true, {}}, out);
    writer->end(out);
    QStringList order;
    for (const json& message : json::parse(out))
        order << QString::fromStdString(message.contains("tool_calls")
                                            ? std::string("calls")
                                            : message.value("tool_call_id", message["content"].get<std::string>()));
    QCOMPARE(order.join(QStringLiteral(", ")),
             QStringLiteral("calls, a, b, See the picture., Go on, calls, c, See the picture."));
}

void TestMessageForm::itsOwnFields_areAsTheyCame()
{
    const Event event = saidBy("Alice", textBlocks("Hello"), {{"source", {{"role", "assistant"}, {"extra", 5}}}});
    QCOMPARE(formOf("openai", event, first({{"format", "openai"}, {"fields", {{"model", "m"}}}}))["extra"], json(5));
    QVERIFY(!formOf("openai", event, first({{"format", "metagpt"}})).contains("extra"));
}

void TestMessageForm::instructions_standBesideTheMessages()
{
    QCOMPARE(formOf("anthropic", saidBy("system", textBlocks("Be brief."))), (json{{"system", "Be brief."}}));
}

void TestMessageForm::whatIsNoMessage_hasNoForm()
{
    for (const char* format : {"openai", "anthropic", "metagpt", "agentscope"})
        QVERIFY(formOf(format, {{2}, {1}, 0, SessionRenamed{"Other"}}).is_null());
}

} // namespace tst_message_form

QUARTERDECK_TEST(tst_message_form, TestMessageForm)
#include "tst_message_form.moc"
