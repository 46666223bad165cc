#include "tests/model/formats/said_parts.h"
#include "tests/model/formats/writing.h"
#include "tests/support/test.h"

#include "model/conversation/speaker.h"

#include <QCryptographicHash>
#include <QDir>
#include <QTest>
#include <nlohmann/json.hpp>
#include <set>

namespace tst_told_losses {

using namespace quarterdeck;
using namespace quarterdeck::test;
using namespace quarterdeck::conversation;
using nlohmann::json;

namespace {

const std::string picture("\x89PNG\r\n\x1a\n picture");
const AttachmentHash pictureHash(
    QCryptographicHash::hash(QByteArray::fromStdString(picture), QCryptographicHash::Sha256).toHex().toStdString());

/// The messages of the recording with every kind of content.
std::vector<Message> recordedOnes()
{
    CollectingSink sink;
    readText("every_kind.jsonl", testData(QStringLiteral("recordings/every_kind.jsonl")), sink);
    std::vector<Message> found;
    for (const Event& event : sink.sessions.empty() ? std::vector<Event>() : sink.sessions.front().events) {
        if (const auto* published = std::get_if<MessagePublished>(&event.body)) {
            found.push_back(published->message);
        }
    }
    return found;
}

/// All there are; for the recording's, those that are beside it.
std::vector<RecordedAttachment> attachments()
{
    std::vector<RecordedAttachment> found{{pictureHash, picture, "image/png", 1, 1}};
    const QString folder = QStringLiteral("recordings/every_kind.jsonl.attachments/");
    for (const QString& file : QDir(QStringLiteral(QUARTERDECK_TEST_DATA "/") + folder).entryList(QDir::Files)) {
        found.push_back({AttachmentHash(file.toStdString()), testData(folder + file), {}, 1, 1});
    }
    return found;
}

struct Differences
{
    QStringList untold;
    std::set<std::string> needless; ///< told, although nothing differs
};

/// `first`, `rest`: of the message that came back, and of those that it became besides.
Differences differencesOf(const Parts& before, Parts first, Parts rest, const std::set<std::string>& told)
{
    const std::set<std::string> content = {"order", "text",    "thinking", "signatures", "media",
                                           "calls", "results", "unknown",  "media names"};
    // What the readers of formats make up where nothing is said.
    const std::set<std::string> madeUp = {"recipients", "media names", "speaker"};
    Differences found{{}, told};
    for (const auto& [name, text] : before) {
        const std::string now = first[name] + (content.contains(name) ? rest[name] : std::string());
        if (now == text || (text.empty() && madeUp.contains(name))) {
            continue;
        }
        const std::set<std::string>& kinds = tellers().at(name);
        if (std::ranges::none_of(kinds, [&](const std::string& kind) { return told.contains(kind); })) {
            found.untold << QString::fromStdString(name + ": " + text + " -> " + now).simplified();
        }
        for (const std::string& kind : kinds) {
            found.needless.erase(kind);
        }
    }
    return found;
}

Message saidBy(const char* who, const char* text)
{
    Message message;
    message.id = MessageId("id of " + std::string(text));
    message.sentFrom = Address(who);
    message.role = *who == 0 ? "user" : "assistant";
    message.content = textBlocks(text);
    message.timestamp = {1'760'000'000'000};
    return message;
}

} // namespace

/// A re-imported export is the same, except for what the person was told.
class TestToldLosses final : public QObject
{
    Q_OBJECT

private slots:
    void places_areTold_data();
    void places_areTold();
    void recording_isRead();
    void whatIsNotTold_isEqual_data();
    void whatIsNotTold_isEqual();
};

void TestToldLosses::places_areTold_data()
{
    QTest::addColumn<int>("messages");
    QTest::addColumn<QString>("where");
    QTest::newRow("none") << 0 << QString();
    QTest::newRow("one") << 1 << QStringLiteral(" See message(s) 1.");
    QTest::newRow("five") << 5 << QStringLiteral(" See message(s) 1, 2, 3, 4, 5.");
    QTest::newRow("many") << 70 << QStringLiteral(" The first of them is message 1.");
}

/// Each message once, however often it loses something; anything else has no place.
void TestToldLosses::places_areTold()
{
    QFETCH(const int, messages);
    LossCounter counter;
    counter.add(LossKind::Thinking);
    for (int i = 1; i <= messages; ++i) {
        counter.at(i);
        counter.add(LossKind::Thinking, 2);
        counter.add(LossKind::Times); // all have some
    }
    const std::vector<Loss> losses = counter.losses();
    const std::int64_t count = 1 + 2 * messages;
    QTEST(QString::fromStdString(losses.back().sentence).section(QStringLiteral("left out."), 1), "where");
    QCOMPARE(losses.back().count, count);
    QVERIFY(losses.front().places.empty());
}

/// Otherwise the rows below would not exist.
void TestToldLosses::recording_isRead()
{
    QVERIFY(recordedOnes().size() > 40);
    QVERIFY(attachments().size() > 5);
}

void TestToldLosses::whatIsNotTold_isEqual_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<Message>("message");
    const auto row = [](const char* name, const Message& message) {
        for (const char* format : {"openai", "anthropic", "agentscope", "metagpt"}) {
            QTest::addRow("%s: %s", format, name) << QString::fromLatin1(format) << message;
        }
    };
    const auto with = [&](const char* name, std::vector<ContentBlock> content, const char* who = "Alice") {
        Message message = saidBy(who, "said");
        std::ranges::move(content, std::back_inserter(message.content));
        row(name, message);
    };
    int number = 0;
    for (const Message& message : recordedOnes()) {
        row(qPrintable(QStringLiteral("recorded %1").arg(++number)), message);
    }
    row("a text", saidBy("Alice", "said"));
    row("the person's", saidBy("", "said"));
    row("nothing", saidBy("Alice", ""));
    row("spaces", saidBy("Alice", " \n "));
    with("thinking", {ThinkingBlock{"hm", {}}});
    with("signed thinking", {ThinkingBlock{"hm", "signature"}});
    with("two thoughts", {ThinkingBlock{"a", {}}, ThinkingBlock{"b", {}}});
    with("two texts", {TextBlock{"more"}});
    with("a picture between texts",
         {MediaBlock{MediaKind::Image, {{}, "https://example.org/b", {}, {}, 0, 0, 0}}, TextBlock{"more"}}, "");
    const MediaSource stored{pictureHash, {}, "image/png", {}, 16, 1, 1};
    MediaSource named = stored;
    named.name = "a.png";
    const MediaSource address{{}, "https://example.org/a.png", "image/png", {}, 0, 0, 0};
    MediaSource lost = stored;
    lost.hash = AttachmentHash(std::string(64, '1'));
    for (const char* who : {"", "Alice"}) {
        const std::string whose = *who == 0 ? "the person's " : "an agent's ";
        with((whose + "picture").c_str(), {MediaBlock{MediaKind::Image, stored}}, who);
        with((whose + "named picture").c_str(), {MediaBlock{MediaKind::Image, named}}, who);
        with((whose + "address").c_str(), {MediaBlock{MediaKind::Image, address}}, who);
        with((whose + "lost picture").c_str(), {MediaBlock{MediaKind::Image, lost}}, who);
        for (const auto& [kind, type] : {std::pair(MediaKind::Audio, "audio/ogg"),
                                         {MediaKind::Audio, "audio/wav"},
                                         {MediaKind::Video, "video/mp4"},
                                         {MediaKind::File, "application/pdf"},
                                         {MediaKind::File, "text/plain"},
                                         {MediaKind::Image, "image/svg+xml"}}) {
            MediaSource other = stored;
            other.mediaType = type;
            with((whose + type).c_str(), {MediaBlock{kind, other}}, who);
            other = address;
            other.mediaType = type;
            with((whose + type + " at an address").c_str(), {MediaBlock{kind, other}}, who);
        }
    }
    const JsonValue input(json{{"a", 1}});
    with("a call", {ToolUseBlock{"c", "f", input, {}}});
    with("a call with words of its own", {ToolUseBlock{"c", "f", input, "{\"a\":  1}"}});
    with("a call that is no JSON", {ToolUseBlock{"c", "f", JsonValue(), "{\"a\": "}});
    with("a call with a list", {ToolUseBlock{"c", "f", JsonValue(json::array({1})), {}}});
    with("a call of an odd name", {ToolUseBlock{"c", "f.g", input, {}}});
    with("a call of an odd id", {ToolUseBlock{"c.1", "f", input, {}}});
    with("a call without an id", {ToolUseBlock{{}, "f", input, {}}});
    with("the person's call", {ToolUseBlock{"c", "f", input, {}}}, "");
    const auto answered = [&](const char* name, const ToolResultBlock& result) {
        with(name, {ToolUseBlock{result.id, result.name, input, {}}, result});
    };
    answered("an answer", {"c", "f", "out", {}, false});
    answered("an error", {"c", "f", "out", {}, true});
    answered("an answer in pieces",
             {"c", "f", "out", JsonValue(json::array({{{"type", "text"}, {"text", "out"}}})), false});
    answered("an answer of another shape", {"c", "f", "", JsonValue(json{{"x", 1}}), false});
    answered("an answer with a picture",
             {"c", "f", "out",
              JsonValue(json::array(
                  {{{"type", "text"}, {"text", "out"}},
                   {{"type", "image"}, {"source", {{"type", "url"}, {"url", "https://example.org/a.png"}}}}})),
              false});
    with("words behind a call", {ToolUseBlock{"c", "f", input, {}}, TextBlock{"then"}});
    with("words behind an answer",
         {ToolUseBlock{"c", "f", input, {}}, ToolResultBlock{"c", "f", "out", {}, false}, TextBlock{"then"}});
    with("two answers",
         {ToolUseBlock{"c", "f", input, {}}, ToolUseBlock{"d", "g", input, {}},
          ToolResultBlock{"c", "f", "out", {}, false}, ToolResultBlock{"d", "g", "out", {}, true}});
    with("an answer to nothing", {ToolResultBlock{"c", "f", "out", {}, false}});
    with("an unknown block", {UnknownBlock{JsonValue(json{{"type", "new"}, {"x", 1}})}});
    const auto changed = [&](const char* name, auto change) {
        Message message = saidBy("Alice", "said");
        change(message);
        row(name, message);
    };
    changed("another name", [](Message& message) { message.name = "Al"; });
    changed("a name with a space", [](Message& message) { message.sentFrom = Address("Al Ice"); });
    changed("a class path", [](Message& message) { message.sentFrom = Address("a.roles.Alice"); });
    for (const char* role : {"user", "system", "tool", "critic"}) {
        changed(role, [&](Message& message) { message.role = role; });
    }
    changed("instructions of nobody", [](Message& message) {
        message.role = "system";
        message.sentFrom = {};
    });
    changed("recipients", [](Message& message) { message.sendTo = {Address("Bob")}; });
    changed("a cause", [](Message& message) { message.causeBy = ActionName("Write"); });
    changed("structured content", [](Message& message) {
        message.instructContent = StructuredContent{JsonValue(json{{"class", "A"}, {"mapping", {{"a", "str"}}}}),
                                                    JsonValue(json{{"a", "b"}})};
    });
    changed("metadata", [](Message& message) { message.metadata = JsonValue(json{{"k", "v"}}); });
    changed("an invocation", [](Message& message) { message.invocationId = "i"; });
    changed("usage", [](Message& message) { message.usage = Usage{"m", 1, 2, 0.5, 3}; });
}

void TestToldLosses::whatIsNotTold_isEqual()
{
    QFETCH(const QString, format);
    QFETCH(const Message, message);
    CollectedSession session;
    session.settings.title = "said";
    for (const char* name : {"Alice", "Bob"}) {
        Role role;
        role.name = RoleName(name);
        session.team.push_back(role);
    }
    const auto push = [&](const Message& said) {
        RecordedMessage recorded;
        recorded.record.message = said;
        session.messages.push_back(std::move(recorded));
    };
    const bool isUsers = std::set<std::string>{"user", "system", "tool"}.contains(message.role);
    push(isUsers ? saidBy("Bob", "before it") : saidBy("", "the idea")); // neighbours may become one
    push(message);
    const Written out = written(session, format.toStdString(), attachments());
    CollectingSink sink;
    const auto kind = readText("again.json", out.text, sink);
    QVERIFY2(kind && kind->starts_with(format.toStdString()), out.text.c_str());
    std::set<std::string> told;
    for (const Loss& loss : out.losses) {
        told.insert(loss.kind);
    }
    Parts before;
    Parts after;
    ConversationState state;
    const auto speaker = [&](const Message& one) { return isFromUser(one) ? std::string() : displayName(state, one); };
    add(before, message, speaker(message));
    Parts first;
    const std::size_t place = told.contains("opening") ? 2 : 1; // of the message
    for (std::size_t i = place; i < sink.sessions.front().messages.size(); ++i) {
        const Message& one = messageAt(sink.sessions.front(), i);
        add(i == place ? first : after, one, speaker(one));
    }
    if (told.contains("empty") && sink.sessions.front().messages.size() == place) {
        return;
    }
    Differences differences = differencesOf(before, first, after, told);
    QVERIFY2(differences.untold.isEmpty(), qPrintable(differences.untold.join(u'\n')));
    // Readers make times and recipients up, which may be right, and another message may have a name or be joined.
    for (const char* one : {"times", "recipients", "names", "merged", "opening"}) {
        differences.needless.erase(one);
    }
    const std::string needless = differences.needless.empty() ? std::string() : *differences.needless.begin();
    QCOMPARE(needless, std::string());
}

} // namespace tst_told_losses

QUARTERDECK_TEST(tst_told_losses, TestToldLosses)
#include "tst_told_losses.moc"
