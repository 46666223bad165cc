#include "model/conversation/speaker.h"
#include "tests/model/agents/support/demo_kit.h"
#include "tests/model/agents/support/served_team.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_rebuilt_prompt {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;
using Inclusion = team::PromptEntry::Inclusion;

/// What an agent saw at a step, made again from the log, against what a server received over a real socket.
class TestRebuiltPrompt final : public QObject
{
    Q_OBJECT
private slots:
    void isWhatTheServerReceived_data();
    void isWhatTheServerReceived();
    void whatIsLeftOutIsListed();
    void whatIsSummarisedIsListed();
    void toolResultsAreListedAsShortened();
    void wordsOfAToolLeadToTheirStep();
    void messagesOfThePersonHaveNone();
    void anotherTeamIsToldApart();
    void aLongInboxIsReadAsFarAsIsNeeded();
};

namespace {

constexpr const char* pairScript = R"({"rules": [
    {"when": {"system": "You are Bob"}, "reply": {"thinking": "Hm.", "text": "Three, \"as\" told.\nNo more."}},
    {"when": {"system": "You are Mike"}, "once": true, "replies": [
        {"tool_calls": [
            {"name": "append_task", "arguments": {"task_id": "1", "dependent_task_ids": [], "instruction": "Count",
                "assignee": "Bob"}},
            {"name": "publish_team_message", "arguments": {"content": "Count.", "send_to": "Bob"}}]},
        {"tool_calls": [{"name": "end", "arguments": {}}]},
        {"tool_calls": [{"name": "ask_human", "arguments": {"question": "Enough?"}}]}]},
    {"when": {"system": "You are Mike"}, "reply": "Noted."},
    {"when": {"system": "You keep the memory"}, "reply": "Numbers were told."}]})";

int countOf(const team::RebuiltPrompt& prompt, Inclusion fate)
{
    return static_cast<int>(std::ranges::count(prompt.entries, fate, &team::PromptEntry::fate));
}

std::string longText(int number) { return "Number " + std::to_string(number) + std::string(1500, 'x'); }

void answerAll(ServedTeam& served, session::Session* session, const std::string& words)
{
    QVERIFY(waitFor([&] { return session->state()->openQuestions().size() == 1; }));
    AnswerQuestion answer;
    answer.id = session->state()->openQuestions().front().question.id;
    answer.content = textBlocks(words);
    served.kit.kit.submit(*session, answer);
}

} // namespace

void TestRebuiltPrompt::isWhatTheServerReceived_data()
{
    QTest::addColumn<int>("tokens");
    QTest::addColumn<bool>("isSummarised");
    QTest::addColumn<QString>("answer");
    QTest::newRow("all of it") << 32'000 << false << "Yes";
    QTest::newRow("a result through its filters") << 32'000 << false << "\x1b[31mred" + QString(30'000, u'a');
    QTest::newRow("old turns left out") << 3'000 << false << "Yes";
    QTest::newRow("old turns summarised") << 3'000 << true << "Yes";
}

void TestRebuiltPrompt::isWhatTheServerReceived()
{
    QFETCH(int, tokens);
    QFETCH(bool, isSummarised);
    QFETCH(QString, answer);
    ServedTeam served(pairScript);
    team::TeamDefinition definition = servedTeam({"Mike", "Bob"});
    definition.promptTokens = tokens;
    definition.overflow = isSummarised ? team::Overflow::Summarise : team::Overflow::Drop;
    definition.roles[1].tools["read_file"] = team::ToolPolicy::Allow;
    session::Session* session = served.kit.start(definition, "How many?");
    answerAll(served, session, answer.toStdString());
    QVERIFY(waitFor([&] { return isQuiet(session, *served.kit.teams); }));
    for (int i = 0; i < 5; ++i) {
        const std::size_t before = stepsOf(served.kit.kit, *session).size();
        served.kit.kit.tell(*session, "", longText(i));
        QVERIFY(waitFor(
            [&] { return isQuiet(session, *served.kit.teams) && stepsOf(served.kit.kit, *session).size() > before; }));
    }
    const std::vector<Event> steps = stepsOf(served.kit.kit, *session);
    const auto chats = served.server.chats();
    QCOMPARE(steps.size(), chats.size());
    QVERIFY(steps.size() >= 10);
    bool hasLeftOut = false;
    bool hasSummary = false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto seen = seenBehind(served.kit.kit, *session, steps[i]);
        QVERIFY2(seen, std::to_string(i).c_str());
        const json request = team::openAiJsonOf(*seen);
        QCOMPARE(request.value("messages", json()).dump(1), chats[i].body.value("messages", json()).dump(1));
        QCOMPARE(request.value("tools", json()).dump(1), chats[i].body.value("tools", json()).dump(1));
        QCOMPARE(seen->proof, team::RebuiltPrompt::Proof::Same);
        QCOMPARE(seen->step, steps[i].seq);
        hasLeftOut = hasLeftOut || countOf(*seen, Inclusion::LeftOut) > 0;
        hasSummary = hasSummary || seen->isForSummary;
    }
    QCOMPARE(hasLeftOut, tokens == 3'000 && !isSummarised);
    QCOMPARE(hasSummary, isSummarised);
}

void TestRebuiltPrompt::whatIsLeftOutIsListed()
{
    ServedTeam served(R"({"otherwise": "Noted."})");
    team::TeamDefinition definition = servedTeam({"Mike"});
    definition.promptTokens = 2000;
    session::Session* session = served.kit.start(definition, "");
    for (int i = 0; i < 8; ++i)
        QVERIFY(served.tell(session, longText(i)));
    const auto seen = seenBehind(served.kit.kit, *session, stepsOf(served.kit.kit, *session).back());
    QVERIFY(seen);
    QCOMPARE(seen->entries.size(), std::size_t(15));
    QVERIFY(countOf(*seen, Inclusion::LeftOut) >= 9);
    const std::string prompt = team::textOf(*seen);
    QVERIFY(contains(prompt,
                     "(" + std::to_string(countOf(*seen, Inclusion::LeftOut)) + " earlier messages are left out.)"));
    for (const team::PromptEntry& entry : seen->entries) {
        QCOMPARE(entry.tokens > 0, entry.fate == Inclusion::Whole);
        if (entry.kind == team::PromptEntry::Kind::Mail)
            QCOMPARE(contains(prompt, entry.text), entry.fate == Inclusion::Whole);
    }
    QCOMPARE(seen->longestPrompt, 2000);
    QVERIFY(seen->tokens > 0 && seen->tokens <= 2000);
}

void TestRebuiltPrompt::whatIsSummarisedIsListed()
{
    ServedTeam served(R"({"rules": [{"when": {"system": "You keep the memory"}, "reply": "Numbers were told."}],
                          "otherwise": "Noted."})");
    team::TeamDefinition definition = servedTeam({"Mike"});
    definition.promptTokens = 2000;
    definition.overflow = team::Overflow::Summarise;
    session::Session* session = served.kit.start(definition, "");
    for (int i = 0; i < 4; ++i)
        QVERIFY(served.tell(session, longText(i)));
    const std::vector<Event> steps = stepsOf(served.kit.kit, *session);
    const auto summarised = std::ranges::find_if(steps, [](const Event& event) {
        return textOf(std::get<MessagePublished>(event.body).message) == "Numbers were told.";
    });
    QVERIFY(summarised != steps.end() && summarised + 1 != steps.end());
    const auto asked = seenBehind(served.kit.kit, *session, *summarised);
    QVERIFY(asked && asked->isForSummary);
    QVERIFY(asked->tools.empty());
    QVERIFY(countOf(*asked, Inclusion::Whole) > 0 && countOf(*asked, Inclusion::NotAsked) > 0);
    const auto seen = seenBehind(served.kit.kit, *session, summarised[1]);
    QVERIFY(seen && !seen->isForSummary);
    QCOMPARE(countOf(*seen, Inclusion::Summarised), countOf(*asked, Inclusion::Whole));
    QCOMPARE(countOf(*seen, Inclusion::LeftOut), 0);
    const auto summary = std::ranges::find(seen->entries, team::PromptEntry::Kind::Summary, &team::PromptEntry::kind);
    QVERIFY(summary != seen->entries.end());
    QCOMPARE(summary->text, std::string("Numbers were told."));
    QCOMPARE(summary->seq, summarised->seq);
}

void TestRebuiltPrompt::toolResultsAreListedAsShortened()
{
    ServedTeam served(R"({"rules": [{"when": {"turn": 0}, "reply": {"tool_calls": [
        {"name": "ask_human", "arguments": {"question": "What?"}}]}}], "otherwise": "Ah."})");
    session::Session* session = served.kit.start(servedTeam({"Mike"}), "Go");
    answerAll(served, session, std::string(30'000, 'a'));
    QVERIFY(waitFor([&] { return isQuiet(session, *served.kit.teams) && served.server.chats().size() == 2; }));
    const auto seen = seenBehind(served.kit.kit, *session, stepsOf(served.kit.kit, *session).back());
    QVERIFY(seen);
    const team::PromptEntry& result = seen->entries.back();
    QCOMPARE(result.fate, Inclusion::Shortened);
    QCOMPARE(result.who, std::string("ask_human"));
    QCOMPARE(result.text, std::string(30'000, 'a')); // the transcript keeps the whole
    QVERIFY(result.bytesTakenOut > 13'000 && result.bytesTakenOut < 14'001);
}

void TestRebuiltPrompt::wordsOfAToolLeadToTheirStep()
{
    ServedTeam served(R"({"rules": [{"when": {"turn": 0}, "reply": {"tool_calls": [
        {"name": "reply_to_human", "arguments": {"content": "Soon."}}]}}], "otherwise": "Done."})");
    session::Session* session = served.kit.start(servedTeam({"Mike"}), "Go");
    QVERIFY(waitFor([&] { return isQuiet(session, *served.kit.teams) && served.server.chats().size() == 2; }));
    const EventSeq step = stepsOf(served.kit.kit, *session).front().seq;
    int looked = 0;
    for (const Event& event : served.kit.kit.log(session->id())) {
        const auto* published = std::get_if<MessagePublished>(&event.body);
        if (published == nullptr || published->message.usage || isFromUser(published->message))
            continue;
        ++looked; // what the call said, and its result
        const auto seen = seenBehind(served.kit.kit, *session, event);
        QVERIFY(seen);
        QCOMPARE(seen->step, step);
    }
    QCOMPARE(looked, 2);
}

void TestRebuiltPrompt::messagesOfThePersonHaveNone()
{
    ServedTeam served(R"({"otherwise": "Done."})");
    session::Session* session = served.kit.start(servedTeam({"Mike"}), "Go");
    QVERIFY(waitFor([&] { return isQuiet(session, *served.kit.teams) && served.server.chats().size() == 1; }));
    for (const Event& event : served.kit.kit.log(session->id())) {
        const auto* published = std::get_if<MessagePublished>(&event.body);
        if (published != nullptr && isFromUser(published->message))
            QVERIFY(!seenBehind(served.kit.kit, *session, event));
    }
}

void TestRebuiltPrompt::anotherTeamIsToldApart()
{
    ServedTeam served(R"({"otherwise": "Done."})");
    team::TeamDefinition definition = servedTeam({"Mike"});
    session::Session* session = served.kit.start(definition, "Go");
    QVERIFY(waitFor([&] { return isQuiet(session, *served.kit.teams) && served.server.chats().size() == 1; }));
    definition.roles.front().goal = "Another one";
    const auto inbox = served.kit.kit.inbox(session->id(), "Mike");
    const auto& step = std::get<MessagePublished>(inbox.back().body).message;
    team::PromptRebuilder search(definition, RoleName("Mike"), step, static_cast<std::int64_t>(inbox.size()));
    std::vector<team::InboxRow> rows;
    for (const Event& event : inbox)
        rows.push_back({event.seq, std::get<MessagePublished>(event.body)});
    QVERIFY(search.wanted());
    search.add(rows);
    QVERIFY(!search.wanted());
    QCOMPARE(search.prompt(*session->state())->proof, team::RebuiltPrompt::Proof::Differs);
}

void TestRebuiltPrompt::aLongInboxIsReadAsFarAsIsNeeded()
{
    ServedTeam served(R"({"otherwise": "Noted."})");
    team::TeamDefinition definition = servedTeam({"Mike"});
    definition.promptTokens = 2000;
    session::Session* session = served.kit.start(definition, "");
    for (int i = 0; i < 700; ++i)
        served.kit.kit.tell(*session, "", "Word " + std::to_string(i));
    QVERIFY(waitFor([&] { return isQuiet(session, *served.kit.teams) && !served.server.chats().empty(); }));
    QVERIFY(served.tell(session, "The last"));
    int reads = 0;
    const Event last = stepsOf(served.kit.kit, *session).back();
    const auto seen = seenBehind(served.kit.kit, *session, last, &reads);
    QVERIFY(seen);
    QCOMPARE(seen->proof, team::RebuiltPrompt::Proof::Same);
    QCOMPARE(team::openAiJsonOf(*seen)["messages"], served.server.chats().back().body["messages"]);
    QVERIFY(reads > 1);
}

} // namespace tst_rebuilt_prompt

QUARTERDECK_TEST(tst_rebuilt_prompt, TestRebuiltPrompt)
#include "tst_rebuilt_prompt.moc"
