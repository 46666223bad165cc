#include "known_import_support.h"
#include "model/conversation/json/event_json.h"
#include "tests/support/test.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <tuple>

namespace tst_earlier_imports {

using namespace quarterdeck;
using namespace quarterdeck::test;

/// Earlier versions made something different in form: that is no reason for a second session.
class TestEarlierImports final : public KnownImportTest
{
    Q_OBJECT

private slots:
    void init() { openLibrary(); }
    void partsOfAnAnswer_countOnce();
    void answerInTwoMessages_goesOn();
    void picturesWithinAResult_areNoReason();
    void notesWithoutAWord_areNoReason();
    void whatCodexKeepsForItself_isNoReason_data();
    void whatCodexKeepsForItself_isNoReason();
    void namesOfSubAgents_areNoReason_data();
    void namesOfSubAgents_areNoReason();
    void namesAndAnswersOfGemini_areNoReason();
    void wordsOfCodexItself_areNoReason();
    void costsOfATeam_areThoseOfItsFile();
    void runsOfALog_mayBeOneSession();
};

void TestEarlierImports::partsOfAnAnswer_countOnce()
{
    const auto record = [](int part, const char* answer = "m") {
        return QStringLiteral(
                   R"({"type":"assistant","sessionId":"s","uuid":"u%1 %3","timestamp":"2026-01-01T10:00:0%1Z",)"
                   R"("message":{"role":"assistant","id":"%3","model":"claude","content":)"
                   R"([{"type":"text","text":"part %1"}],"usage":{"input_tokens":100,)"
                   R"("cache_read_input_tokens":50,"output_tokens":%2}}})")
                   .arg(part)
                   .arg(part * 10)
                   .arg(QLatin1String(answer))
                   .toUtf8()
            + '\n';
    };
    QByteArray text = R"({"type":"user","sessionId":"s","uuid":"u0","timestamp":"2026-01-01T10:00:00Z",)"
                      R"("message":{"role":"user","content":"go"}})"
                      "\n"
        + record(1, "an earlier one");
    Follower follower(m_library);
    follower.take(write(text, QStringLiteral("followed.jsonl")));
    take(m_library, write(text, QStringLiteral("compared.jsonl")), DuplicatePolicy::ImportAnew);
    session::SessionId followed;
    session::SessionId compared;
    for (int part = 1; part <= 3; ++part) {
        text += record(part);
        followed = follower.take(write(text, QStringLiteral("followed.jsonl"))).known.at(0).id;
        compared = take(m_library, write(text, QStringLiteral("compared.jsonl"))).known.at(0).id;
    }
    QVERIFY(followed != compared);
    for (const session::SessionId& id : {followed, compared}) {
        QCOMPARE(textsOf(*m_library, id), (QStringList{"go", "part 1", "part 1 + 0part 2 + 0part 3"}));
    }
    const QString expected = QStringLiteral("300 40 100");
    QCOMPARE(usageOf(*m_library, followed), expected);
    QCOMPARE(usageOf(*m_library, compared), expected);
}

void TestEarlierImports::answerInTwoMessages_goesOn()
{
    const auto line = [](const QByteArray& id, const QByteArray& text) {
        return R"({"type":"assistant","sessionId":"s","uuid":")" + text
            + R"(","timestamp":"2026-01-01T10:00:00Z","message":{"role":"assistant","id":")" + id
            + R"(","content":[{"type":"text","text":")" + text + "\"}]}}\n";
    };
    const QByteArray two = line("a", "one") + line("a", "two");
    const auto id = take(m_library, write(line("x", "one") + line("y", "two"))).sessions.at(0).id;
    QVERIFY(take(m_library, write(two)).known.at(0).what == What::Same);
    QVERIFY(take(m_library, write(two + line("a", "three"))).known.at(0).isUpdated);
    QCOMPARE(textsOf(*m_library, id), (QStringList{"one", "two + 0three"}));
    QVERIFY(take(m_library, write(two + line("a", "three"))).known.at(0).what == What::Same);
    QVERIFY(isSound(id));
}

void TestEarlierImports::picturesWithinAResult_areNoReason()
{
    const QByteArray result = R"({"role": "tool", "tool_call_id": "c", "name": "look", "content": [)"
                              R"({"type": "text", "text": "a wall"}, {"type": "image_url", "image_url": {"url":)"
                              R"("data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+)"
                              R"(M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}}]})"
                              "\n";
    const QByteArray talk = spoken("one") + result;
    const auto first = take(m_library, write(talk)).sessions.at(0).id;
    auto events = eventsOf(*m_library, first);
    auto* published = std::get_if<conversation::MessagePublished>(&events.back().body);
    QVERIFY(published != nullptr && published->message.role == "tool");
    auto& stored = std::get<conversation::ToolResultBlock>(published->message.content.front());
    stored.outputBlocks = conversation::JsonValue(nlohmann::json::parse(result).at("content"));
    stored.output = stored.outputBlocks.json().dump();
    removeForGood(*m_library, first);
    const auto id = store(m_library, events);
    const auto grown = take(m_library, write(talk + spoken("two")));
    QVERIFY(grown.sessions.empty() && grown.known.at(0).id == id && grown.known.at(0).isUpdated);
    // Another answer is another.
    QByteArray other = talk;
    other.replace("\"c\"", "\"d\"");
    QVERIFY(take(m_library, write(other + spoken("two"))).known.at(0).what == What::Differs);
}

void TestEarlierImports::notesWithoutAWord_areNoReason()
{
    const QByteArray whole = readFile(dataPath(QStringLiteral("coding_agents/claude_code.jsonl")));
    const QByteArray note = R"({"type":"system","subtype":"turn_duration","sessionId":"5e55","uuid":"n","content":"X"})"
                            "\n";
    const qsizetype half = whole.indexOf("\n", whole.size() / 2) + 1;
    const auto with = [&](const QByteArray& notes) { return whole.left(half) + notes + whole.mid(half); };
    const auto first = take(m_library, write(with(note))).sessions.at(0).id;
    auto events = eventsOf(*m_library, first);
    bool isEmptied = false;
    for (session::Event& event : events) {
        auto* published = std::get_if<conversation::MessagePublished>(&event.body);
        if (published != nullptr && conversation::textOf(published->message) == "X") {
            published->message.content = conversation::textBlocks({});
            isEmptied = true;
        }
    }
    QVERIFY(isEmptied);
    removeForGood(*m_library, first);
    const auto id = store(m_library, events);
    QByteArray silent = note;
    silent.replace(R"("X")", R"("")");
    QVERIFY(take(m_library, write(with(silent))).known.at(0).what == What::Same);
    const QByteArray more = R"({"type":"user","sessionId":"5e55","uuid":"m","message":{"role":"user","content":"on"}})";
    const auto grown = take(m_library, write(with(silent) + silent + more + '\n'));
    QVERIFY(grown.known.at(0).id == id && grown.known.at(0).isUpdated);
    QCOMPARE(grown.messages, 1);
    QVERIFY(isSound(id));
}

void TestEarlierImports::whatCodexKeepsForItself_isNoReason_data()
{
    QTest::addColumn<int>("place");    ///< of the message, among the model's
    QTest::addColumn<bool>("isFirst"); ///< in it, or all of it
    QTest::newRow("behind a call") << 0 << false;
    QTest::newRow("before thoughts") << 0 << true;
    QTest::newRow("before the last answer") << -1 << true;
    QTest::newRow("behind the last answer") << -1 << false;
}

void TestEarlierImports::whatCodexKeepsForItself_isNoReason()
{
    QFETCH(int, place);
    QFETCH(bool, isFirst);
    const QByteArray whole = readFile(dataPath(QStringLiteral("coding_agents/codex.jsonl")));
    const auto first = take(m_library, write(whole)).sessions.at(0).id;
    auto events = eventsOf(*m_library, first);
    std::vector<conversation::Message*> answers;
    for (session::Event& event : events) {
        auto* published = std::get_if<conversation::MessagePublished>(&event.body);
        if (published != nullptr && published->message.sentFrom == conversation::Address("Codex")) {
            answers.push_back(&published->message);
        }
    }
    auto& content = (place < 0 ? answers.back() : answers.front())->content;
    const conversation::UnknownBlock copy{conversation::JsonValue(nlohmann::json{{"type", "ghost_snapshot"}})};
    content.insert(isFirst ? content.begin() : content.end(), copy);
    removeForGood(*m_library, first);
    const auto id = store(m_library, events);
    QVERIFY(take(m_library, write(whole)).known.at(0).what == What::Same);
    const QByteArray more = R"({"timestamp":"2026-01-01T10:00:00Z","type":"response_item","payload":)"
                            R"({"type":"message","role":"assistant","content":[{"type":"output_text","text":"on"}]}})"
                            "\n";
    const auto grown = take(m_library, write(whole + more));
    QVERIFY(grown.known.at(0).id == id && grown.known.at(0).isUpdated);
    const auto said = messagesOf(*m_library, id);
    QVERIFY(conversation::textOf(said.back()).ends_with("on"));
    QVERIFY(isSound(id));
    QVERIFY(take(m_library, write(whole + more)).known.at(0).what == What::Same);
}

void TestEarlierImports::namesOfSubAgents_areNoReason_data()
{
    QTest::addColumn<bool>("hasIds");
    QTest::addColumn<bool>("isFollowed");
    QTest::addColumn<QStringList>("names"); ///< that the two have in the library
    QTest::addColumn<QString>("third");     ///< that the next one gets
    for (const bool hasIds : {false, true}) {
        for (const bool isFollowed : {false, true}) {
            const auto row = [&](const char* name, const QStringList& names, const char* third) {
                QTest::addRow("%s%s%s", name, hasIds ? ", with ids" : "", isFollowed ? ", followed" : "")
                    << hasIds << isFollowed << names << QString::fromLatin1(third);
            };
            row("the same", {"Explore", "Explore 2"}, "Explore 3");
            row("in the order in which they were heard", {"Explore 2", "Explore"}, "Explore 3");
            row("a refused call had a number", {"Explore 2", "Explore 3"}, "Explore");
            row("one prompt for two", {"Explore", "Sub-agent"}, "Explore 3");
        }
    }
}

void TestEarlierImports::namesOfSubAgents_areNoReason()
{
    QFETCH(bool, hasIds);
    QFETCH(bool, isFollowed);
    QFETCH(QStringList, names);
    QFETCH(QString, third);
    QByteArray talk = readFile(dataPath(QStringLiteral("coding_agents/claude_code.jsonl")));
    const auto aside = [&](const QByteArray& agent, const char* role, const QByteArray& text,
                           const QByteArray& parent) {
        const QByteArray id = hasIds ? R"("agentId":")" + agent + R"(",)" : QByteArray();
        return R"({"type":")" + QByteArray(role) + R"(","isSidechain":true,"sessionId":"5e55",)" + id + R"("uuid":")"
            + agent + text + R"(","parentUuid":")" + parent + R"(","message":{"role":")" + role
            + R"(","content":[{"type":"text","text":")" + text + R"("}]}})" + '\n';
    };
    const auto call = [](const QByteArray& prompt) {
        return R"({"type":"assistant","sessionId":"5e55","uuid":"c","message":{"role":"assistant","content":)"
               R"([{"type":"tool_use","id":"more","name":"Task","input":{"subagent_type":"Explore","prompt":")"
            + prompt + "\"}}]}}\n";
    };
    if (hasIds) {
        for (const QByteArray uuid : {"s1", "s2", "s3", "s4", "s5", "s6"}) {
            const QByteArray agent = uuid == "s2" || uuid == "s5" ? "s2" : "s1";
            talk.replace(R"("uuid": ")" + uuid + '"', R"("agentId": ")" + agent + R"(", "uuid": ")" + uuid + '"');
        }
    }
    const auto first = take(m_library, write(talk)).sessions.at(0).id;
    std::vector<session::Event> events;
    for (const session::Event& event : eventsOf(*m_library, first)) {
        QByteArray text = QByteArray::fromStdString(conversation::toJson(event).dump());
        const QByteArray kind = R"("subagent_type":)";
        text.replace(kind + R"("Explore")", kind + "0").replace(R"("Explore")", R"("1")");
        text.replace(R"("Explore 2")", '"' + names.at(1).toUtf8() + '"');
        text.replace(R"("1")", '"' + names.at(0).toUtf8() + '"').replace(kind + "0", kind + R"("Explore")");
        events.push_back(*conversation::eventFromJson(nlohmann::json::parse(text)));
    }
    removeForGood(*m_library, first);
    const auto id = store(m_library, events);
    QVERIFY(take(m_library, write(talk)).known.at(0).what == What::Same);
    Follower follower(m_library);
    const auto update = [&](const QByteArray& more) {
        talk += more;
        const auto report = isFollowed ? follower.take(write(talk)) : take(m_library, write(talk));
        return report.known.size() == 1 && report.known.front().id == id && report.known.front().isUpdated
            && report.messages == more.count('\n');
    };
    QVERIFY(update(aside("s1", "assistant", "Further", "s6") + aside("s2", "assistant", "On", "s5")));
    QVERIFY(update(call("Look.") + aside("s9", "user", "Look.", "") + aside("s9", "assistant", "Up", "s9Look.")));
    QVERIFY(update(aside("s1", "assistant", "And", "s6")));
    QStringList speakers;
    for (const conversation::Message& message : messagesOf(*m_library, id)) {
        speakers << QString::fromStdString(message.sentFrom.str());
    }
    QCOMPARE(speakers.mid(15), (QStringList{names.at(0), names.at(1), "Claude", "Claude", third, names.at(0)}));
    const auto state = answerOf<session::ConversationState>(
        [&](auto done) { m_library->readState(id, std::nullopt, std::move(done)); });
    QStringList roles;
    for (const conversation::RoleState& role : state->roles()) {
        roles << QString::fromStdString(role.role.name.str());
    }
    QCOMPARE(roles, (QStringList{"Claude Code", "Claude", "Tools", names.at(0), names.at(1), third}));
    QVERIFY(isSound(id));
    QVERIFY(take(m_library, write(talk)).known.at(0).what == What::Same);
}

/// Gemini was "Assistant", and each tool answered twice.
void TestEarlierImports::namesAndAnswersOfGemini_areNoReason()
{
    const QByteArray whole = readFile(dataPath(
        QStringLiteral("recordings/gemini_full/input/tmp/gemini/chats/session-2026-11-28T14-17-f32a0a51.jsonl")));
    const auto first = take(m_library, write(whole)).sessions.at(0).id;
    std::vector<session::Event> events;
    for (session::Event& event : eventsOf(*m_library, first)) {
        auto* published = std::get_if<conversation::MessagePublished>(&event.body);
        if (published == nullptr) {
            events.push_back(std::move(event));
            continue;
        }
        conversation::Message& said = published->message;
        const conversation::Address now("Gemini");
        const conversation::Address before("Assistant");
        said.sentFrom = said.sentFrom == now ? before : said.sentFrom;
        said.sendTo = said.sendTo == conversation::AddressSet{now} ? conversation::AddressSet{before} : said.sendTo;
        const bool isAnswer = said.role == "tool";
        events.push_back(event);
        if (isAnswer) {
            events.push_back(std::move(event));
        }
    }
    for (std::size_t i = 0; i < events.size(); ++i) {
        events[i].seq = session::EventSeq{static_cast<std::int64_t>(i) + 1};
    }
    removeForGood(*m_library, first);
    const auto id = store(m_library, events);
    const auto again = take(m_library, write(whole)).known.at(0);
    QVERIFY(again.id == id && again.what == What::Same);
}

/// What the program put into the person's role was the person's, and outputs had their preambles.
void TestEarlierImports::wordsOfCodexItself_areNoReason()
{
    const QByteArray whole = readFile(dataPath(QStringLiteral(
        "recordings/codex_injected/input/rollout-2026-09-02T10-00-00-0199aaaa-0000-7000-8000-000000000001.jsonl")));
    const auto first = take(m_library, write(whole)).sessions.at(0).id;
    auto events = eventsOf(*m_library, first);
    for (session::Event& event : events) {
        auto* published = std::get_if<conversation::MessagePublished>(&event.body);
        if (published != nullptr && published->message.role == "system") {
            published->message.role = "user";
            published->message.sentFrom = {};
        }
    }
    removeForGood(*m_library, first);
    const auto id = store(m_library, events);
    const auto again = take(m_library, write(whole)).known.at(0);
    QVERIFY(again.id == id && again.what == What::Same);
}

void TestEarlierImports::costsOfATeam_areThoseOfItsFile()
{
    const auto team = [&](int messages, int tokens, double cost) {
        nlohmann::json storage = nlohmann::json::array();
        for (int i = 1; i <= messages; ++i) {
            storage.push_back({{"id", std::to_string(i)},
                               {"content", "message " + std::to_string(i)},
                               {"role", "assistant"},
                               {"sent_from", "Bob"},
                               {"send_to", {"<all>"}}});
        }
        const nlohmann::json text = {
            {"env", {{"roles", nlohmann::json::object()}, {"history", {{"storage", storage}}}}},
            {"context", {{"cost_manager", {{"total_prompt_tokens", tokens}, {"total_cost", cost}}}}}};
        return take(m_library, write(QByteArray::fromStdString(text.dump()), QStringLiteral("team.json")));
    };
    const auto id = team(2, 100, 0.1).sessions.at(0).id;
    QVERIFY(team(2, 100, 0.1).known.at(0).what == What::Same);
    const std::vector<std::tuple<int, int, double>> later = {{3, 250, 0.3}, {3, 300, 0.7}, {4, 300, 0.7}};
    for (const auto& [messages, tokens, cost] : later) {
        const auto grown = team(messages, tokens, cost);
        QVERIFY(grown.known.at(0).id == id && grown.known.at(0).isUpdated);
        const auto state = answerOf<session::ConversationState>(
            [&](auto done) { m_library->readState(id, std::nullopt, std::move(done)); });
        QCOMPARE(state->messageCount(), messages);
        QCOMPARE(state->totalTokens(), tokens);
        QVERIFY(std::abs(state->totalCost() - cost) < 1e-9);
        QVERIFY(team(messages, tokens, cost).known.at(0).what == What::Same);
    }
    QVERIFY(isSound(id));
}

/// Versions before took all runs of a day, which MetaGPT writes into one file, for one.
void TestEarlierImports::runsOfALog_mayBeOneSession()
{
    const QString name = QStringLiteral("20250630.txt");
    const QByteArray first = readFile(dataPath(QStringLiteral("metagpt/log_excerpt.txt")));
    QByteArray second = first;
    second.replace("Write a 2048 game", "Write a snake game");
    QByteArray third = first;
    third.replace("Write a 2048 game", "Write a chess game");
    const qsizetype half = second.indexOf('\n', second.size() / 2) + 1;
    QByteArray asOne = first + second.left(half);
    const char* founding = "metagpt.team:invest";
    asOne.replace(founding, "metagpt.team:was_so");
    const auto id = take(m_library, write(asOne, name)).sessions.at(0).id;
    const std::int64_t messages = std::ssize(messagesOf(*m_library, id));

    const auto same = take(m_library, write(first + second.left(half), name));
    QVERIFY(same.sessions.empty());
    QCOMPARE(same.known.size(), std::size_t{2});
    for (const transfer::DuplicateSession& known : same.known) {
        QVERIFY(known.id == id && known.what == What::Same);
    }
    const auto grown = take(m_library, write(first + second + third, name));
    QCOMPARE(grown.sessions.size(), std::size_t{1}); // the third
    QVERIFY(grown.known.at(1).id == id && grown.known.at(1).isUpdated);
    QVERIFY(grown.known.at(1).newMessages > 0);
    QCOMPARE(std::ssize(messagesOf(*m_library, id)), messages + grown.known.at(1).newMessages);
    const auto again = take(m_library, write(first + second + third, name));
    QVERIFY(again.sessions.empty());
    QCOMPARE(sessionsOf(*m_library).size(), std::size_t{2});
    QVERIFY(isSound(id));
}

} // namespace tst_earlier_imports

QUARTERDECK_TEST(tst_earlier_imports, TestEarlierImports)
#include "tst_earlier_imports.moc"
