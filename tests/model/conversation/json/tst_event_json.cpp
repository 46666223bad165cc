#include "model/conversation/json/event_json.h"
#include "tests/model/conversation/random_conversation.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

namespace tst_event_json {

using namespace quarterdeck::conversation;

/// Our JSON for events: everything comes back, nothing unknown is lost, nothing damaged passes.
class TestEventJson final : public QObject
{
    Q_OBJECT
private slots:
    void everyKindComesBack();
    void knownKinds_areReadWithoutATree();
    void randomEventsComeBack();
    void payload_isTheTreesText();
    void texts_areWrittenAsTheLibraryDoes();
    void values_areWrittenAsTheLibraryDoes();
    void defaultsAreLeftOut();
    void stableWords();
    void unknownKindIsKept();
    void newerVersionIsKept();
    void damagedPayload_data();
    void damagedPayload();
    void foreignValues_areReadAsATreeReadsThem();
    void textThatIsNoUtf8();
    void nestingHasALimit();
    void valuesAlone();
    void jsonLine();
};

void TestEventJson::everyKindComesBack()
{
    RandomConversation random(3);
    std::set<std::string> seen;
    for (int i = 0; i < 3000; ++i) {
        const EventBody body = random.body();
        seen.insert(kindOf(body));
        const Result<EventBody> again = eventFromPayload(kindOf(body), versionOf(body), eventPayload(body));
        QVERIFY2(again.has_value(), kindOf(body).c_str());
        QCOMPARE(*again, body);
    }
    QCOMPARE(seen.size(), std::variant_size_v<EventBody>);
}

void TestEventJson::knownKinds_areReadWithoutATree()
{
    RandomConversation random(5);
    int unread = 0;
    for (int i = 0; i < 3000; ++i) {
        const EventBody body = random.body();
        const std::optional<EventBody> again = json::parseBodyFast(kindOf(body), versionOf(body), eventPayload(body));
        unread += again ? 0 : 1;
        QVERIFY(again || std::holds_alternative<UnknownEvent>(body));
        QVERIFY(!again || *again == body);
    }
    QVERIFY(unread < 1000);
    MessagePublished large; // as some tools answer
    large.message.content = textBlocks(std::string(4'000'000, 'x') + "\xE4\xBD\xA0\n\"");
    QVERIFY(json::parseBodyFast("message_published", eventVersion, eventPayload(large)) == EventBody(large));
    QVERIFY(!json::parseBodyFast("session_started", eventVersion, "{]"));
    QVERIFY(!json::parseBodyFast("session_started", eventVersion + 1, "{}"));
}

void TestEventJson::randomEventsComeBack()
{
    RandomConversation random(11);
    for (std::int64_t seq = 1; seq < 1000; ++seq) {
        const Event event{{seq}, {seq * 1000}, seq % 2 == 0 ? 0 : seq * 7, random.body()};
        QCOMPARE(*eventFromJson(nlohmann::json::parse(toJson(event).dump())), event);
    }
}

void TestEventJson::payload_isTheTreesText()
{
    const auto treeOf = [](const EventBody& body) {
        return nlohmann::json::parse(toJson(Event{{1}, {}, 0, body})
                                         .at("payload")
                                         .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    };
    RandomConversation random(7);
    for (int i = 0; i < 3000; ++i) {
        const EventBody body = random.body();
        QCOMPARE(nlohmann::json::parse(eventPayload(body)), treeOf(body));
    }
    std::string odd = "\x7f \xf0\x9f\x98\x80 \"quoted\" back\\slash /";
    for (char c = 0; c < ' '; ++c)
        odd += c;
    for (const std::string& text : {odd, odd + "\xff\xc3", std::string()}) {
        MessagePublished said;
        said.message.content = {TextBlock{text}, ToolUseBlock{text, text, JsonValue(nlohmann::json{{"a", 1.5}}), text}};
        said.message.usage = Usage{text, 1, -2, 0.1, 3, 4, 5};
        const std::string payload = eventPayload(said);
        QCOMPARE(nlohmann::json::parse(payload), treeOf(said));
        QVERIFY(payload.find('\n') == std::string::npos); // it stands in a line
    }
}

void TestEventJson::texts_areWrittenAsTheLibraryDoes()
{
    // Eight characters are examined at a time: each position among them, and after the last.
    const std::vector<std::string> odd = {"\"",   "\\",       "\n",       "\x1f",         std::string(1, 0),
                                          "\x7f", "\u00fc",   "\u6771",   "\U0001f600",   "\xff",
                                          "\xc3", "\u00fc\n", "\"\u6771", "\n\xff\u00fc", "\u00fc\xff"};
    for (const std::string& one : odd) {
        for (std::size_t before = 0; before < 18; ++before) {
            for (const std::size_t after : {0U, 1U, 7U, 8U, 20U}) {
                const std::string text = std::string(before, 'a') + one + std::string(after, '~');
                const nlohmann::json expected = {{"title", text}};
                QCOMPARE(eventPayload(SessionRenamed{text}),
                         expected.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
            }
        }
    }
}

void TestEventJson::values_areWrittenAsTheLibraryDoes()
{
    using nlohmann::json;
    const std::vector<json> values = {
        json(),
        json::object(),
        json::array(),
        json{{"b", 1}, {"a", -1}, {"c", {{"d", nullptr}, {"e\"\n", json::array({true, false, json::object()})}}}},
        json::array({0.1, 1e300, -2.0, 1e-7, std::numeric_limits<double>::quiet_NaN()}),
        json::array({std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::uint64_t>::max(), 0}),
        json{{"\xff", "\xff"}, {"", ""}},
        json("alone")};
    for (const json& value : values)
        QCOMPARE(eventPayload(UnknownEvent{"other", 1, JsonValue(value)}),
                 value.dump(-1, ' ', false, json::error_handler_t::replace));
}

void TestEventJson::defaultsAreLeftOut()
{
    QCOMPARE(eventPayload(SessionStarted{}), std::string("{}"));
    Message message;
    message.id = MessageId("m");
    QCOMPARE(toJson(message).dump(), std::string(R"({"id":"m"})"));
    message.sendTo.clear();
    QCOMPARE(toJson(message).dump(), std::string(R"({"id":"m","send_to":[]})"));
    QCOMPARE(*messageFromJson(toJson(message)), message);
}

void TestEventJson::stableWords()
{
    // Written files must stay readable: these words may never change. Their order says nothing.
    const auto isWritten = [](const EventBody& body, const char* text) {
        return nlohmann::json::parse(eventPayload(body)) == nlohmann::json::parse(text);
    };
    SessionStarted started;
    started.kind = SessionKind::Imported;
    started.routing.fidelity = Fidelity::Mgx;
    started.routing.switches = RoutingOptions::none();
    started.routing.switches.set(RoutingOption::ProfileIsAddress, true);
    started.budget = 3.0;
    QVERIFY(isWritten(
        started, R"({"budget":3.0,"kind":"imported","routing":{"fidelity":"mgx","switches":["profile_is_address"]}})"));
    QVERIFY(isWritten(MailObserved{RoleName("Bob"), 4, true}, R"({"has_news":true,"role":"Bob","up_to":4})"));
    MessagePublished published;
    published.message.id = MessageId("m");
    published.message.content = {TextBlock{"hi"}, MediaBlock{MediaKind::Audio, {}}};
    published.route.rule = RoutingRule::DirectReply;
    published.route.deliveries = {{RoleName("Bob"), DeliveryReason::Watches}};
    QVERIFY(isWritten(published,
                      R"({"message":{"content":[{"text":"hi","type":"text"},{"type":"audio"}],"id":"m"},)"
                      R"("route":{"deliveries":[{"reason":"watches","role":"Bob"}],"rule":"direct_reply"}})"));
}

void TestEventJson::unknownKindIsKept()
{
    const char* payload = R"({"a":[1,2,{"b":null}]})";
    const Result<EventBody> body = eventFromPayload("hologram_shown", 1, payload);
    const auto& unknown = std::get<UnknownEvent>(*body);
    QCOMPARE(unknown.kind, std::string("hologram_shown"));
    QCOMPARE(kindOf(*body), std::string("hologram_shown"));
    QCOMPARE(versionOf(*body), 1);
    QCOMPARE(eventPayload(*body), std::string(payload));
}

void TestEventJson::newerVersionIsKept()
{
    const Result<EventBody> body = eventFromPayload("session_renamed", 2, R"({"titles":["a","b"]})");
    QVERIFY(std::holds_alternative<UnknownEvent>(*body));
    QCOMPARE(versionOf(*body), 2);
    QCOMPARE(kindOf(*body), std::string("session_renamed"));
    QCOMPARE(eventPayload(*body), std::string(R"({"titles":["a","b"]})"));
}

void TestEventJson::damagedPayload_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("payload");
    QTest::newRow("half a JSON") << "session_renamed"
                                 << R"({"title": "a)";
    QTest::newRow("empty") << "session_renamed"
                           << "";
    QTest::newRow("no object") << "session_renamed"
                               << "[]";
    QTest::newRow("needed key missing") << "session_renamed"
                                        << "{}";
    QTest::newRow("wrong type") << "session_renamed"
                                << R"({"title": 5})";
    QTest::newRow("unknown word") << "run_state_changed"
                                  << R"({"state": "dancing"})";
    QTest::newRow("deep inside") << "message_published"
                                 << R"({"message": {"id": "m", "content": [{"type": "text"}]}})";
    QTest::newRow("unknown block") << "message_published"
                                   << R"({"message": {"id": "m", "content": [{"type": "smell"}]}})";
    QTest::newRow("number too large") << "round_started"
                                      << R"({"number": 3000000000})";
    const QString deep(100'000, '[');
    QTest::newRow("too deep") << "hologram_shown" << deep + QString(100'000, ']');
    QTest::newRow("unknown kind, no JSON") << "hologram_shown"
                                           << "{";
}

void TestEventJson::damagedPayload()
{
    QFETCH(QString, kind);
    QFETCH(QString, payload);
    const Result<EventBody> body = eventFromPayload(kind.toStdString(), eventVersion, payload.toStdString());
    QVERIFY(!body);
    QCOMPARE(body.error().code, ErrorCode::Damaged);
    QVERIFY(QString::fromStdString(body.error().sentence).contains(kind));
}

/// A payload is read without a tree if possible; the difference must not show.
void TestEventJson::foreignValues_areReadAsATreeReadsThem()
{
    for (const char* value : {R"({"n":18446744073709551615,"i":-9223372036854775808,"z":-0.0,"m":-0,"one":1.0})",
                              R"({"large":123456789012345678901234567890,"small":1e-400,"e":1.5e300})",
                              R"([[],{},[{}],null,true,false,"","\u0000","\ud83d\ude00",0.1])"}) {
        const std::string payload =
            R"({"message":{"id":"m","metadata":)" + std::string(value) + R"(,"content":[{"type":"text","text":"x"}]}})";
        const nlohmann::json line = {{"kind", "message_published"},
                                     {"version", eventVersion},
                                     {"seq", 1},
                                     {"time", 1},
                                     {"payload", nlohmann::json::parse(payload)}};
        const Result<EventBody> body = eventFromPayload("message_published", eventVersion, payload);
        QVERIFY(body.has_value());
        const Result<Event> event = eventFromJson(line);
        QCOMPARE(*body, event->body);
        QCOMPARE(eventPayload(*body), eventPayload(event->body));
    }
}

void TestEventJson::textThatIsNoUtf8()
{
    const std::string written = eventPayload(SessionRenamed{"caf\xe9 and more"});
    const Result<EventBody> body = eventFromPayload("session_renamed", eventVersion, written);
    QCOMPARE(std::get<SessionRenamed>(*body).title, std::string("caf\uFFFD and more"));
}

void TestEventJson::nestingHasALimit()
{
    const auto nested = [](int depth) {
        const auto count = static_cast<std::size_t>(depth);
        return std::string(count, '[') + "\"]]\\\"[[\"" + std::string(count, ']');
    };
    QVERIFY(parseJson(nested(maxJsonDepth)));
    QCOMPARE(parseJson(nested(maxJsonDepth + 1)).error().code, ErrorCode::BadInput);
    QVERIFY(parseJson(R"(["[[[\\", {"a": "}"}])"));
    QVERIFY(!parseJson("[1, 2"));
    QVERIFY(!parseJson(""));
}

void TestEventJson::valuesAlone()
{
    Role role;
    role.name = RoleName("Bob");
    role.addresses = {Address("team")};
    QCOMPARE(*roleFromJson(toJson(role)), role);
    Question question;
    question.id = QuestionId("q");
    question.deadline = Timestamp{5};
    QCOMPARE(*questionFromJson(toJson(question)), question);
    Route route;
    route.isPrivate = true;
    QCOMPARE(*routeFromJson(toJson(route)), route);
    RoutingSettings settings;
    settings.filters = {"priority"};
    QCOMPARE(*routingSettingsFromJson(toJson(settings)), settings);
    QVERIFY(!roleFromJson(nlohmann::json::parse("{}")));
    QVERIFY(!messageFromJson(nlohmann::json::parse("5")));
}

void TestEventJson::jsonLine()
{
    const Event event{{7}, {1000}, 5, SessionRenamed{"a"}};
    const nlohmann::json expected = {
        {"kind", "session_renamed"},  {"version", 1}, {"seq", 7}, {"time", 1000}, {"monotonic", 5},
        {"payload", {{"title", "a"}}}};
    QCOMPARE(toJson(event).dump(), expected.dump());
    for (const char* key : {"kind", "version", "seq", "time", "payload"}) {
        nlohmann::json without = expected;
        without.erase(key);
        QVERIFY2(!eventFromJson(without), key);
    }
    QVERIFY(!eventFromJson(nlohmann::json::parse("[]")));
}

} // namespace tst_event_json

QUARTERDECK_TEST(tst_event_json, TestEventJson)
#include "tst_event_json.moc"
