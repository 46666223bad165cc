#include "tests/model/formats/writing.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_agentscope_saved_state {

using namespace quarterdeck;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

json msg(const char* id, const char* name, const char* role, const char* text, const char* time)
{
    return {{"id", id}, {"name", name}, {"role", role}, {"content", text}, {"metadata", nullptr}, {"timestamp", time}};
}

CollectedSession readOne(const std::string& text, std::vector<ImportProblem>* problems = nullptr,
                         std::vector<RecordedAttachment>* attachments = nullptr)
{
    CollectingSink sink;
    const auto kind = readText("saved.json", text, sink);
    if (problems) {
        *problems = sink.problems;
    }
    if (attachments) {
        *attachments = sink.attachments;
    }
    const bool isRight = kind && *kind == "agentscope" && sink.sessions.size() == 1 && sink.sessions.front().hasEnded;
    return isRight ? sink.sessions.front() : CollectedSession();
}

QStringList textsOf(const CollectedSession& session)
{
    QStringList texts;
    for (const RecordedMessage& message : session.messages) {
        texts << QString::fromStdString(conversation::textOf(message.record.message));
    }
    return texts;
}

} // namespace

/// What AgentScope saves, as sessions.
class TestAgentScopeSavedState final : public QObject
{
    Q_OBJECT

private slots:
    void savedSessions_areRead_data();
    void savedSessions_areRead();
    void memoriesOfSeveralAgents_areMerged();
    void marksOfAllMemories_stay();
    void problemInAMemory_isToldByItsPlaceThere();
    void memory_isRead();
    void messages_areRead_data();
    void messages_areRead();
    void turnInOneMessage_isSeveral();
    void turnInOneMessage_goesOutAsItCame_data();
    void turnInOneMessage_goesOutAsItCame();
    void turnThatGrew_goesOutWhole();
    void partWithoutTheOneBefore_standsAlone();
    void dataOf2_goesOutAsItCame_data();
    void dataOf2_goesOutAsItCame();
    void lostData_isCounted();
    void timeless_takesANeighboursTime();
    void takenId_isMadeAnew();
    void wrongMessage_isAProblem();
};

void TestAgentScopeSavedState::savedSessions_areRead_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("texts");
    QTest::newRow("1.0.0") << "session_1.0.0.json" << QStringList{"hello", "", "", "hi"};
    QTest::newRow("1.0.21") << "session_1.0.21.json" << QStringList{"hello", "hi"};
}

void TestAgentScopeSavedState::savedSessions_areRead()
{
    QFETCH(QString, file);
    QFETCH(QStringList, texts);
    const auto session = readOne(testData("agentscope/saved/" + file));
    QCOMPARE(textsOf(session), texts);
    QCOMPARE(session.settings.title, std::string("hello"));
    QVERIFY(session.messages.front().record.message.sentFrom.isEmpty());
    QCOMPARE(session.messages.back().record.message.sentFrom.str(), std::string("Solver"));
    QVERIFY(session.messages.front().record.message.timestamp.msSinceEpoch > 1'763'000'000'000);
    QVERIFY(session.settings.details.json().at("fields").at("agent").at("name") == "Solver");
}

void TestAgentScopeSavedState::memoriesOfSeveralAgents_areMerged()
{
    const json first = msg("1", "user", "user", "a", "2025-11-20 10:00:00.000");
    const json second = msg("2", "Bob", "assistant", "b", "2025-11-20 10:00:01.000");
    const json third = msg("3", "Alice", "assistant", "c", "2025-11-20 10:00:02.000");
    const json pair = json::array({first, json::array({"hint"})});
    const json state{{"alice", {{"name", "Alice"}, {"memory", {{"content", {first, third}}}}}},
                     {"bob",
                      {{"memory",
                        {{"_compressed_summary", "before"},
                         {"content", json::array({pair, json::array({second, json::array()})})}}}}}};
    const auto session = readOne(state.dump());
    QCOMPARE(textsOf(session), (QStringList{"before", "a", "b", "c"}));
    QCOMPARE(session.messages.front().record.message.sentFrom.str(), std::string("bob"));
    QVERIFY(session.messages[1].record.message.timestamp < session.messages[3].record.message.timestamp);
}

void TestAgentScopeSavedState::marksOfAllMemories_stay()
{
    const json one = msg("1", "user", "user", "a", "2025-11-20 10:00:00.000");
    const auto agent = [&](const json& marks) {
        return json{{"memory", {{"content", json::array({json::array({one, marks})})}}}};
    };
    const json state{{"Abe", agent(json::array())},
                     {"Bob", agent({"important", "hint"})},
                     {"Cid", agent(nullptr)},
                     {"Zed", agent({"hint", "late"})}};
    const auto session = readOne(state.dump());
    QCOMPARE(textsOf(session), (QStringList{"a"}));
    QVERIFY(messageAt(session, 0).metadata.json().at("source").at("marks") == json({"important", "hint", "late"}));
}

/// If all messages are in one order, the third of a memory is a different one.
void TestAgentScopeSavedState::problemInAMemory_isToldByItsPlaceThere()
{
    const auto pairs = [](const char* name, const char* day) {
        json list = json::array();
        for (const char* id : {"1", "2"})
            list.push_back(json::array({msg((std::string(name) + id).c_str(), name, "assistant", "a", day), json()}));
        return list;
    };
    json zeds = pairs("Zed", "2025-11-20 10:00:00.000");
    zeds.push_back(json::array({{{"bad", 1}}, json::array()}));
    const json state{{"Abe", {{"memory", {{"content", pairs("Abe", "2025-11-19 10:00:00.000")}}}}},
                     {"Zed", {{"memory", {{"content", zeds}}}}}};
    CollectingSink sink;
    QVERIFY(readText("x", state.dump(), sink));
    QCOMPARE(sink.problems.size(), std::size_t{1});
    QCOMPARE(sink.problems.front().place, std::string("message 3, memory of “Zed”"));
}

void TestAgentScopeSavedState::memory_isRead()
{
    const json one = msg("1", "user", "user", "a", "2025-11-20 10:00:00.000");
    const json memory{{"_compressed_summary", ""},
                      {"content", json::array({json::array({one, json::array({"hint"})})})}};
    const auto session = readOne(memory.dump());
    QCOMPARE(textsOf(session), (QStringList{"a"}));
    QVERIFY(session.messages.front().record.message.metadata.json().at("source").at("marks") == json::array({"hint"}));
}

void TestAgentScopeSavedState::messages_areRead_data()
{
    QTest::addColumn<QByteArray>("text");
    const json first = msg("1", "user", "user", "a", "2025-11-20 10:00:00.000");
    const json second = msg("2", "Bob", "assistant", "b", "2025-11-20 10:00:01.000");
    QTest::newRow("list") << QByteArray::fromStdString(json::array({first, second, first}).dump());
    QTest::newRow("lines") << QByteArray::fromStdString(first.dump() + "\n" + second.dump() + "\n");
}

void TestAgentScopeSavedState::messages_areRead()
{
    QFETCH(QByteArray, text);
    const auto session = readOne(text.toStdString());
    QCOMPARE(textsOf(session), (QStringList{"a", "b"}));
    QCOMPARE(session.messages[1].record.message.id.str(), std::string("2"));
    QCOMPARE(session.messages[1].record.message.timestamp.msSinceEpoch
                 - session.messages[0].record.message.timestamp.msSinceEpoch,
             1000);
}

/// For 2.x: what the agent called, and what its tools answered, as everywhere else.
void TestAgentScopeSavedState::turnInOneMessage_isSeveral()
{
    json turn = msg("2", "Friday", "assistant", "", "2025-11-20 10:00:01.000");
    turn["content"] = json::array({{{"type", "text"}, {"text", "a"}},
                                   {{"type", "tool_call"}, {"id", "c"}, {"name", "Bash"}, {"input", "{}"}},
                                   {{"type", "tool_result"}, {"id", "c"}, {"name", "Bash"}, {"output", "b"}},
                                   {{"type", "text"}, {"text", "done"}}});
    turn["usage"] = {{"input_tokens", 12}, {"output_tokens", 34}};
    const auto session = readOne(json::array({turn, turn}).dump());
    const auto speaker = [](const conversation::Message& message) { return message.role + " " + message.id.str(); };
    QStringList lines;
    for (const RecordedMessage& recorded : session.messages) {
        lines << QString::fromStdString(speaker(recorded.record.message));
    }
    QCOMPARE(lines, (QStringList{"assistant 2", "tool 2.2", "assistant 2.3"}));
    QVERIFY(conversation::hasBlock<conversation::ToolUseBlock>(messageAt(session, 0)));
    QVERIFY(messageAt(session, 0).usage && !messageAt(session, 1).usage && !messageAt(session, 2).usage);
    QCOMPARE(messageAt(session, 1).sentFrom.str(), std::string("system"));
    QCOMPARE(messageAt(session, 2).sentFrom.str(), std::string("Friday"));
}

void TestAgentScopeSavedState::turnInOneMessage_goesOutAsItCame_data()
{
    QTest::addColumn<QByteArray>("types");
    const auto row = [](const char* tag, const char* types) { QTest::newRow(tag) << QByteArray(types); };
    row("no tool", R"(["text", "tool_call"])");
    row("a call and what was said", R"(["tool_call", "tool_result", "text"])");
    row("two rounds", R"(["text", "tool_call", "tool_result", "tool_call", "tool_result", "tool_result", "text"])");
    row("an answer first", R"(["tool_result", "text"])");
}

/// Even if the next message is such a turn, too.
void TestAgentScopeSavedState::turnInOneMessage_goesOutAsItCame()
{
    QFETCH(const QByteArray, types);
    json content = json::array();
    for (const json& type : json::parse(types.toStdString())) {
        const std::string id = "b" + std::to_string(content.size());
        content.push_back(
            type == "text" ? json{{"type", type}, {"id", id}, {"text", id}}
                : type == "tool_call"
                ? json{{"type", type}, {"id", id}, {"name", "f"}, {"input", "{}"}}
                : json{{"type", type}, {"id", id}, {"name", "f"}, {"output", "ok"}, {"state", "success"}});
    }
    json turn{{"id", "2"}, {"name", "Bob"}, {"role", "assistant"}, {"content", content}, {"metadata", json::object()}};
    turn["created_at"] = "2026-11-21T05:18:50.323";
    turn["usage"] = {{"input_tokens", 3}, {"output_tokens", 4}};
    json next = turn;
    next["id"] = "3";
    const json last = msg("4", "u", "user", "a", "2026-11-21 05:18:51.000");
    const json messages = json::array({turn, next, last});
    const Written again = written(readOne(messages.dump()), "agentscope");
    QVERIFY2(json::parse(again.text) == messages, again.text.c_str());
    QVERIFY(again.losses.empty());
}

/// The first message is as it was read, before there was more: nothing marks it as a part.
void TestAgentScopeSavedState::turnThatGrew_goesOutWhole()
{
    json before = msg("2", "Friday", "assistant", "", "2025-11-20 10:00:01.000");
    before["content"] = json::array({{{"type", "text"}, {"text", "a"}, {"id", "b"}}});
    before["usage"] = {{"input_tokens", 1}};
    json after = before;
    after["content"].push_back({{"type", "tool_result"}, {"id", "c"}, {"name", "Bash"}, {"output", "b"}});
    after["content"].push_back({{"type", "text"}, {"text", "done"}});
    after["usage"] = {{"input_tokens", 3}};
    after["finished_at"] = "2025-11-20 10:00:09.000";
    auto session = readOne(json::array({after}).dump());
    session.messages.front() = readOne(json::array({before}).dump()).messages.front();
    const json again = json::parse(written(session, "agentscope").text);
    QVERIFY2(again == json::array({after}), again.dump().c_str());
}

/// One that was written alone, or whose neighbour is another message.
void TestAgentScopeSavedState::partWithoutTheOneBefore_standsAlone()
{
    json turn = msg("2", "Friday", "assistant", "", "2025-11-20 10:00:01.000");
    turn["content"] = json::array({{{"type", "text"}, {"text", "a"}},
                                   {{"type", "tool_result"}, {"id", "c"}, {"name", "Bash"}, {"output", "b"}},
                                   {{"type", "text"}, {"text", "done"}}});
    auto session = readOne(json::array({turn}).dump());
    session.messages.erase(session.messages.begin() + 1);
    const json again = json::parse(written(session, "agentscope").text);
    QCOMPARE(again.size(), 2U);
    QVERIFY(again[0].at("id") == "2" && again[1].at("id") == "2.3");
}

void TestAgentScopeSavedState::dataOf2_goesOutAsItCame_data()
{
    QTest::addColumn<int>("bytes");
    QTest::addColumn<QByteArray>("mediaType");
    QTest::newRow("a small picture") << 100 << QByteArray("image/png");
    QTest::newRow("a large picture") << 100'000 << QByteArray("image/png");
    QTest::newRow("a large sound") << 100'000 << QByteArray("audio/wav");
    QTest::newRow("a large document") << 100'000 << QByteArray("application/pdf");
}

/// A turn with bytes by themselves, in what a tool answered, and beside an address. They are kept once.
void TestAgentScopeSavedState::dataOf2_goesOutAsItCame()
{
    QFETCH(const int, bytes);
    QFETCH(const QByteArray, mediaType);
    const std::string data = QByteArray(bytes, 'x').toBase64().toStdString();
    const json source{{"type", "base64"}, {"media_type", mediaType.toStdString()}, {"data", data}};
    const json address{{"type", "url"}, {"media_type", "image/png"}, {"url", "https://example.org/a.png"}};
    const json block{{"type", "data"}, {"id", "d"}, {"name", "n"}, {"source", source}};
    const json text{{"type", "text"}, {"id", "t"}, {"text", "quarterdeck-media: is no name of ours"}};
    const json asked{{"id", "1"},
                     {"name", "user"},
                     {"role", "user"},
                     {"created_at", "2026-11-21T05:18:50.323"},
                     {"content", {text, block, {{"type", "data"}, {"id", "e"}, {"source", address}}}}};
    json turn = asked;
    turn["role"] = "assistant";
    turn["id"] = "2";
    turn["content"] = {{{"type", "tool_call"}, {"id", "c"}, {"name", "f"}, {"input", "{}"}},
                       {{"type", "tool_result"}, {"id", "c"}, {"name", "f"}, {"output", {text, block}}},
                       block};
    const json messages = json::array({asked, turn});
    std::vector<RecordedAttachment> attachments;
    const CollectedSession session = readOne(messages.dump(), nullptr, &attachments);
    for (const RecordedMessage& message : session.messages) {
        QVERIFY(message.record.message.metadata.json().dump().find(data) == std::string::npos);
    }
    const Written again = written(session, "agentscope", attachments);
    QVERIFY(json::parse(again.text) == messages);
    QVERIFY(again.losses.empty());
}

void TestAgentScopeSavedState::lostData_isCounted()
{
    const json source{{"type", "base64"}, {"media_type", "image/png"}, {"data", "eHg="}};
    const json block{{"type", "data"}, {"id", "d"}, {"source", source}};
    json turn = msg("2", "Friday", "assistant", "", "2025-11-20 10:00:01.000");
    turn["content"] = {block, {{"type", "tool_result"}, {"id", "c"}, {"name", "f"}, {"output", {block}}}};
    const Written again = written(readOne(json::array({turn}).dump()), "agentscope");
    QCOMPARE(again.losses.size(), 1U);
    QCOMPARE(again.losses.front().kind, std::string("media"));
    QCOMPARE(again.losses.front().count, 2);
}

void TestAgentScopeSavedState::timeless_takesANeighboursTime()
{
    const json memory{{"_compressed_summary", "before"},
                      {"content",
                       {msg("1", "user", "user", "a", "2025-11-20 10:00:00.000"), msg("2", "Bob", "assistant", "b", ""),
                        msg("3", "Bob", "assistant", "c", "2025-11-20 10:00:05.000")}}};
    const auto session = readOne(memory.dump());
    QCOMPARE(textsOf(session), (QStringList{"before", "a", "b", "c"}));
    std::vector<std::int64_t> times;
    for (const RecordedMessage& recorded : session.messages) {
        times.push_back(recorded.record.message.timestamp.msSinceEpoch - messageAt(session, 0).timestamp.msSinceEpoch);
    }
    QCOMPARE(times, (std::vector<std::int64_t>{0, 0, 0, 5000}));
    QVERIFY(session.settings.details.json().at("times") == "recorded");
    QCOMPARE(session.settings.title, std::string("a"));
}

void TestAgentScopeSavedState::takenId_isMadeAnew()
{
    const json first = msg("1", "user", "user", "a", "2025-11-20 10:00:00.000");
    const json second = msg("1", "Bob", "assistant", "b", "2025-11-20 10:00:01.000");
    const auto session = readOne(json::array({first, second, first}).dump());
    QCOMPARE(textsOf(session), (QStringList{"a", "b"}));
    QCOMPARE(messageAt(session, 0).id.str(), std::string("1"));
    QVERIFY(messageAt(session, 1).id.isEmpty());
    // What it was called there goes out again.
    QVERIFY(messageAt(session, 1).metadata.json().at("source").at("id") == "1");
}

void TestAgentScopeSavedState::wrongMessage_isAProblem()
{
    const json good = msg("1", "user", "user", "a", "2025-11-20 10:00:00.000");
    const json wrong = msg("2", "Bob", "critic", "b", "");
    std::vector<ImportProblem> problems;
    QCOMPARE(textsOf(readOne(json::array({good, wrong}).dump(), &problems)), (QStringList{"a"}));
    QCOMPARE(problems.size(), 1U);
    QCOMPARE(problems.front().place, std::string("message 2"));
    QCOMPARE(QString::fromStdString(problems.front().sentence),
             QString::fromUtf8("In “%1”, message 2: this is not an AgentScope message ($.role: not one of "
                               "user/assistant/system); it was left out.")
                 .arg(QString::fromStdString(problems.front().file)));
}

} // namespace tst_agentscope_saved_state

QUARTERDECK_TEST(tst_agentscope_saved_state, TestAgentScopeSavedState)
#include "tst_agentscope_saved_state.moc"
