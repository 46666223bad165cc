#include "model/formats/export/session_writer.h"
#include "tests/model/formats/writing.h"
#include "tests/support/test.h"

#include <QTest>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace tst_answers_to_calls {

using namespace quarterdeck;
using namespace quarterdeck::test;
using namespace quarterdeck::conversation;
using nlohmann::json;

namespace {

Message said(const char* who, const char* role, std::vector<ContentBlock> content)
{
    Message message;
    message.role = role;
    message.sentFrom = Address(who);
    message.content = std::move(content);
    message.timestamp = {1'760'000'000'000};
    return message;
}

Message talk(const char* who, const char* text) { return said(who, "assistant", {TextBlock{text}}); }

Message asked(const char* text) { return said("", "user", {TextBlock{text}}); }

Message calling(const char* who, const std::vector<const char*>& ids)
{
    Message message = talk(who, "I look.");
    for (const char* id : ids) {
        message.content.emplace_back(ToolUseBlock{id, "look", JsonValue(json{{"at", id}}), {}});
    }
    return message;
}

Message answered(const char* id)
{
    ToolResultBlock result;
    result.id = id;
    result.name = "look";
    result.output = "seen " + std::string(id);
    return said("", "tool", {result});
}

CollectedSession sessionOf(const std::vector<Message>& messages)
{
    CollectedSession session;
    for (const Message& message : messages) {
        session.messages.push_back({});
        session.messages.back().record.message = message;
    }
    return session;
}

/// The sequence, in a form that both formats have: "calls a, b", "answers a", or a text.
QStringList partsOf(const json& written)
{
    QStringList parts;
    const json& list = written.is_array() ? written : written.at("messages");
    for (const json& message : list) {
        for (const json& call : message.value("tool_calls", json::array())) {
            parts << QStringLiteral("calls ") + QString::fromStdString(call.at("id"));
        }
        if (message.contains("tool_call_id")) {
            parts << QStringLiteral("answers ") + QString::fromStdString(message.at("tool_call_id"));
            continue;
        }
        const json& content = message.at("content");
        for (const json& block : content.is_array() ? content : json::array({{{"type", "text"}, {"text", content}}})) {
            const std::string type = block.at("type");
            parts << QString::fromStdString(type == "tool_use" ? "calls " + block.at("id").get<std::string>()
                                                : type == "tool_result"
                                                ? "answers " + block.at("tool_use_id").get<std::string>()
                                                : block.at("text").get<std::string>());
        }
    }
    // OpenAI has the calls beside the text, before it in this list.
    parts.removeAll(QStringLiteral("I look."));
    return parts;
}

std::string kindsOf(const Written& made)
{
    std::string kinds;
    for (const formats::Loss& loss : made.losses) {
        if (loss.kind == "order" || loss.kind == "tool_calls") {
            kinds += (kinds.empty() ? "" : ", ") + loss.kind + " " + std::to_string(loss.count);
            for (const std::int64_t place : loss.places) {
                kinds += " @" + std::to_string(place);
            }
        }
    }
    return kinds;
}

} // namespace

/// Servers refuse a conversation in which anything but its answers follows a call.
class TestAnswersToCalls final : public QObject
{
    Q_OBJECT

private slots:
    static void stand_behindTheirCalls_data();
    static void stand_behindTheirCalls();
    static void long_isNotWaitedFor();
    static void excerpt_keepsItsCall();
    static void opening_isTheUsers_data();
    static void opening_isTheUsers();
};

void TestAnswersToCalls::stand_behindTheirCalls_data()
{
    QTest::addColumn<CollectedSession>("session");
    QTest::addColumn<QStringList>("parts");
    QTest::addColumn<QString>("losses");
    const auto row = [](const char* tag, const std::vector<Message>& messages, const QStringList& parts,
                        const char* losses) {
        for (const char* format : {"openai", "anthropic"}) {
            QTest::newRow((QByteArray(format) + ": " + tag).constData())
                << sessionOf(messages) << parts << QString::fromUtf8(losses);
        }
    };
    row("in order", {asked("Go."), calling("A", {"a", "b"}), answered("b"), answered("a"), talk("A", "Done.")},
        {"Go.", "calls a", "calls b", "answers b", "answers a", "Done."}, "");
    row("a sub-agent between",
        {asked("Go."), calling("A", {"t1"}), talk("Sub", "I begin."), calling("Sub", {"u1"}), answered("u1"),
         talk("Sub", "Found."), answered("t1"), talk("A", "Done.")},
        {"Go.", "calls t1", "answers t1", "I begin.", "calls u1", "answers u1", "Found.", "Done."}, "order 1 @7");
    row("never answered", {asked("Go."), calling("A", {"a"}), asked("Well?"), talk("A", "Done.")},
        {"Go.", "look({\"at\":\"a\"})", "Well?", "Done."}, "tool_calls 1 @2");
    row("one of two", {asked("Go."), calling("A", {"a", "b"}), answered("b"), talk("A", "Done.")},
        {"Go.", "calls b", "look({\"at\":\"a\"})", "answers b", "Done."}, "tool_calls 1 @2");
    row("at the end", {asked("Go."), calling("A", {"a"})}, {"Go.", "look({\"at\":\"a\"})"}, "tool_calls 1 @2");
}

void TestAnswersToCalls::stand_behindTheirCalls()
{
    QFETCH(const CollectedSession, session);
    QFETCH(QStringList, parts);
    const std::string format = QByteArray(QTest::currentDataTag()).split(':').front().toStdString();
    const Written made = written(session, format);
    QStringList found = partsOf(json::parse(made.text));
    if (QByteArray(QTest::currentDataTag()).endsWith("one of two")) { // within one message
        found.removeAll(QStringLiteral("look({\"at\":\"a\"})"));
        parts.removeAll(QStringLiteral("look({\"at\":\"a\"})"));
        QVERIFY(made.text.find("look({") != std::string::npos);
    }
    QCOMPARE(found, parts);
    QTEST(QString::fromStdString(kindsOf(made)), "losses");
}

/// Something that late becomes text, and so does the call: otherwise everything between would have to be held.
void TestAnswersToCalls::long_isNotWaitedFor()
{
    std::vector<Message> messages{asked("Go."), calling("A", {"a"})};
    for (int i = 0; i < 300; ++i) {
        messages.push_back(talk("A", "…"));
    }
    messages.push_back(answered("a"));
    for (const char* format : {"openai", "anthropic"}) {
        const Written made = written(sessionOf(messages), format);
        const QStringList parts = partsOf(json::parse(made.text));
        QCOMPARE(parts.size(), qsizetype{303});
        QVERIFY(parts.at(1).startsWith(QStringLiteral("look(")));
        QCOMPARE(parts.back(), QStringLiteral("seen a"));
        QCOMPARE(kindsOf(made), std::string("tool_calls 2 @2 @303"));
    }
}

/// One message that is looked at by itself.
void TestAnswersToCalls::excerpt_keepsItsCall()
{
    const CollectedSession session = sessionOf({calling("A", {"a"})});
    const Event first{{1}, {1000}, 0, SessionStarted{}};
    const Event event{{2}, {1000}, 0, MessagePublished{session.messages.front().record.message, {}}};
    ConversationState state;
    state.apply(first);
    for (const char* format : {"openai", "anthropic"}) {
        const std::string form = formats::messageForm(*formats::exportFormat(format), first, event, state);
        QVERIFY2(form.find("tool_") != std::string::npos && form.find("look(") == std::string::npos, form.c_str());
    }
}

void TestAnswersToCalls::opening_isTheUsers_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<CollectedSession>("session");
    QTest::addColumn<QStringList>("roles");
    QTest::addColumn<int>("added");
    const auto row = [](const char* tag, const char* format, const std::vector<Message>& messages,
                        const QStringList& roles, int added) {
        QTest::newRow(tag) << QString::fromLatin1(format) << sessionOf(messages) << roles << added;
    };
    const Message rules = said("System", "system", {TextBlock{"Be brief."}});
    row("an agent begins", "anthropic", {talk("A", "Hello."), asked("Go.")}, {"user", "assistant", "user"}, 1);
    row("behind instructions", "anthropic", {rules, talk("A", "Hello.")}, {"user", "assistant"}, 1);
    row("the person begins", "anthropic", {asked("Go."), talk("A", "Hello.")}, {"user", "assistant"}, 0);
    row("OpenAI takes any", "openai", {talk("A", "Hello."), asked("Go.")}, {"assistant", "user"}, 0);
}

/// Anthropic's server refuses a conversation that the assistant begins.
void TestAnswersToCalls::opening_isTheUsers()
{
    QFETCH(const QString, format);
    QFETCH(const CollectedSession, session);
    const Written made = written(session, format.toStdString());
    const json file = json::parse(made.text);
    QStringList roles;
    for (const json& message : file.is_array() ? file : file.at("messages")) {
        roles << QString::fromStdString(message.at("role"));
    }
    QTEST(roles, "roles");
    const auto isOpening = [](const formats::Loss& loss) { return loss.kind == "opening"; };
    QTEST(static_cast<int>(std::ranges::count_if(made.losses, isOpening)), "added");
}

} // namespace tst_answers_to_calls

QUARTERDECK_TEST(tst_answers_to_calls, TestAnswersToCalls)
#include "tst_answers_to_calls.moc"
