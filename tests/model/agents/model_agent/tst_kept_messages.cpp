#include "model/conversation/json/event_json.h"
#include "tests/model/agents/support/demo_kit.h"
#include "tests/model/agents/support/served_team.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QFloat16>
#include <QTest>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace tst_kept_messages {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;
using Inclusion = team::PromptEntry::Inclusion;

/// What the person marked is in what the server receives, however old it is; what nobody marked is not.
class TestKeptMessages final : public QObject
{
    Q_OBJECT
private slots:
    void markedMessageStays_untilItIsLetGo();
    void summarySwallowsNothingThatIsMarked();
    void callAndResultStayTogether_data();
    void callAndResultStayTogether();
    void otherMembersAreNotToldOfIt();
    void numberOfMessagesDoesNotCountIt();
    void whatLiesFarBackIsReadAfterARestart();
    void tooMuchIsSaid_andNothingLeftOut();
};

namespace {

constexpr const char* notedScript = R"({"otherwise": "Noted."})";
constexpr const char* askingScript = R"({"rules": [{"when": {"system": "You are Mike"}, "once": true, "replies": [
    {"tool_calls": [{"name": "ask_human", "arguments": {"question": "Which board?"}},
                    {"name": "reply_to_human", "arguments": {"content": "Let me see."}}]}]}],
    "otherwise": "Noted."})";

std::string longText(int number) { return "Number " + std::to_string(number) + "." + std::string(1500, 'x'); }

struct Keeping : ServedTeam
{
    explicit Keeping(const char* script = notedScript, std::vector<std::string> names = {"Mike"}) : ServedTeam(script)
    {
        definition = servedTeam(names);
        definition.promptTokens = 3000;
    }
    void start(const std::string& idea = {}) { session = kit.start(definition, idea); }
    [[nodiscard]] bool tellMany(int from, int to)
    {
        for (int i = from; i < to; ++i)
            if (!tell(session, longText(i)))
                return false;
        return true;
    }
    /// The event of the message that has these words, or gave them back.
    [[nodiscard]] EventSeq eventWith(const std::string& words)
    {
        for (const Event& event : kit.kit.log(session->id()))
            if (std::holds_alternative<MessagePublished>(event.body) && contains(eventPayload(event.body), words))
                return event.seq;
        return {};
    }
    void mark(EventSeq message, bool isKept = true) { kit.kit.submit(*session, PinMessage{message, isKept}); }
    [[nodiscard]] json lastMessages() { return server.chats().back().body.value("messages", json()); }
    [[nodiscard]] std::string lastPrompt() { return lastMessages().dump(); }
    /// Made again from the log: the same as what the server was sent, to the letter.
    [[nodiscard]] std::optional<team::RebuiltPrompt> lastSeen()
    {
        auto seen = seenBehind(kit.kit, *session, stepsOf(kit.kit, *session).back());
        const bool isSame = seen && seen->proof == team::RebuiltPrompt::Proof::Same
            && team::openAiJsonOf(*seen).value("messages", json()) == lastMessages();
        return isSame ? seen : std::nullopt;
    }

    team::TeamDefinition definition;
    session::Session* session = nullptr;
};

int marked(const team::RebuiltPrompt& seen)
{
    return static_cast<int>(std::ranges::count(seen.entries, true, &team::PromptEntry::isMarked));
}

} // namespace

void TestKeptMessages::markedMessageStays_untilItIsLetGo()
{
    Keeping keeping;
    keeping.start();
    QVERIFY(keeping.tellMany(0, 8));
    QVERIFY(!contains(keeping.lastPrompt(), "Number 1."));
    const auto unmarked = keeping.lastSeen();
    QVERIFY(unmarked && marked(*unmarked) == 0);
    const EventSeq second = keeping.eventWith("Number 1.");
    const EventSeq stepBefore = unmarked->step;
    keeping.mark(second);
    QVERIFY(keeping.tellMany(8, 10));
    const std::string prompt = keeping.lastPrompt();
    for (const char* there : {"Number 1.", "Number 9."})
        QVERIFY2(contains(prompt, there), there);
    for (const char* gone : {"Number 0.", "Number 2."})
        QVERIFY2(!contains(prompt, gone), gone);
    QVERIFY(prompt.find("Number 1.") < prompt.find("Number 9."));
    QVERIFY(contains(prompt, "; those that the person marked to be remembered are not.)"));
    const auto seen = keeping.lastSeen();
    QVERIFY(seen);
    QVERIFY(seen->tokens <= keeping.definition.promptTokens);
    QCOMPARE(marked(*seen), 1);
    const auto entry = std::ranges::find(seen->entries, true, &team::PromptEntry::isMarked);
    QVERIFY(entry->seq == second && entry->fate == Inclusion::Whole && entry->tokens > 0);
    // Of a step before the mark the prompt is what it was.
    for (const Event& step : stepsOf(keeping.kit.kit, *keeping.session)) {
        if (step.seq == stepBefore) {
            const auto before = seenBehind(keeping.kit.kit, *keeping.session, step);
            QCOMPARE(before->proof, team::RebuiltPrompt::Proof::Same);
            QCOMPARE(marked(*before), 0);
        }
    }
    keeping.mark(second, false);
    QVERIFY(keeping.tellMany(10, 11));
    QVERIFY(!contains(keeping.lastPrompt(), "Number 1."));
    QVERIFY(keeping.lastSeen());
}

void TestKeptMessages::summarySwallowsNothingThatIsMarked()
{
    Keeping keeping(R"({"rules": [{"when": {"system": "You keep the memory"}, "reply": "Numbers were told."}],
                        "otherwise": "Noted."})");
    keeping.definition.overflow = team::Overflow::Summarise;
    keeping.start();
    QVERIFY(keeping.tellMany(0, 1));
    keeping.mark(keeping.eventWith("Number 0."));
    int summaries = 0;
    for (int i = 1; i < 12; ++i) {
        QVERIFY(keeping.tellMany(i, i + 1));
        QVERIFY2(contains(keeping.lastPrompt(), "Number 0."), std::to_string(i).c_str());
        QVERIFY(keeping.lastSeen());
        summaries = 0;
        for (const auto& chat : keeping.server.chats())
            summaries += contains(chat.body.dump(), "Write the summary now.") ? 1 : 0;
    }
    QVERIFY2(summaries >= 2 && summaries < 8, std::to_string(summaries).c_str());
    QVERIFY(contains(keeping.lastPrompt(), "Numbers were told."));
    QVERIFY(!contains(keeping.lastPrompt(), "Number 1."));
    // It was in a summary once, so that releasing it loses nothing; and not in each.
    int told = 0;
    for (const auto& chat : keeping.server.chats())
        if (contains(chat.body.dump(), "Write the summary now."))
            told += contains(chat.body.dump(), "Number 0.") ? 1 : 0;
    QCOMPARE(told, 1);
    keeping.mark(keeping.eventWith("Number 0."), false);
    QVERIFY(keeping.tellMany(12, 13));
    QVERIFY(!contains(keeping.lastPrompt(), "Number 0."));
}

void TestKeptMessages::callAndResultStayTogether_data()
{
    QTest::addColumn<std::string>("words");
    QTest::newRow("the result") << std::string("Five by five");
    QTest::newRow("the reply that calls") << std::string("Which board?");
    QTest::newRow("what a call said to others") << std::string("Let me see.\",\"type\":\"text\"");
}

void TestKeptMessages::callAndResultStayTogether()
{
    QFETCH(std::string, words);
    Keeping keeping(askingScript);
    keeping.start("Go");
    QVERIFY(waitFor([&] { return keeping.session->state()->openQuestions().size() == 1; }));
    AnswerQuestion answer;
    answer.id = keeping.session->state()->openQuestions().front().question.id;
    answer.content = textBlocks("Five by five");
    keeping.kit.kit.submit(*keeping.session, answer);
    QVERIFY(waitFor([&] { return isQuiet(keeping.session, *keeping.kit.teams); }));
    QVERIFY(keeping.tellMany(0, 8));
    QVERIFY(!contains(keeping.lastPrompt(), "Which board?"));
    const EventSeq message = keeping.eventWith(words);
    QVERIFY(message.value > 0);
    keeping.mark(message);
    QVERIFY(keeping.tellMany(8, 9));
    const json messages = keeping.lastMessages();
    const auto calling = std::ranges::find_if(messages, [](const json& one) { return one.contains("tool_calls"); });
    QVERIFY(calling != messages.end());
    QCOMPARE(calling->at("tool_calls").size(), std::size_t(2));
    QCOMPARE((calling + 1)->value("role", ""), std::string("tool"));
    QCOMPARE((calling + 2)->value("role", ""), std::string("tool"));
    QVERIFY(contains((calling + 1)->dump() + (calling + 2)->dump(), "Five by five"));
    QVERIFY(!contains(keeping.lastPrompt(), "Number 0."));
    const auto seen = keeping.lastSeen();
    QVERIFY(seen);
    QCOMPARE(marked(*seen), 3);
}

void TestKeptMessages::otherMembersAreNotToldOfIt()
{
    Keeping keeping(notedScript, {"Mike", "Bob"});
    keeping.start();
    keeping.kit.kit.tell(*keeping.session, "Bob", "Only for Bob.", true);
    QVERIFY(waitFor([&] { return isQuiet(keeping.session, *keeping.kit.teams) && !keeping.server.chats().empty(); }));
    keeping.mark(keeping.eventWith("Only for Bob."));
    const std::size_t before = keeping.server.chats().size();
    QVERIFY(keeping.tellMany(0, 8)); // to Mike
    QVERIFY(keeping.server.chats().size() >= before + 8);
    for (std::size_t i = before; i < keeping.server.chats().size(); ++i) {
        const std::string body = keeping.server.chats()[i].body.dump();
        QVERIFY(contains(body, "You are Bob") || !contains(body, "Only for Bob."));
    }
}

void TestKeptMessages::numberOfMessagesDoesNotCountIt()
{
    Keeping keeping;
    keeping.definition.promptTokens = 32'000;
    keeping.definition.promptMessages = 4;
    keeping.start();
    QVERIFY(keeping.tellMany(0, 6));
    const std::size_t usual = keeping.lastSeen()->messages.size();
    for (const char* words : {"Number 0.", "Number 1.", "Number 2."})
        keeping.mark(keeping.eventWith(words));
    QVERIFY(keeping.tellMany(6, 7));
    const std::string prompt = keeping.lastPrompt();
    for (const char* there : {"Number 0.", "Number 1.", "Number 2.", "Number 5.", "Number 6."})
        QVERIFY2(contains(prompt, there), there);
    QVERIFY(!contains(prompt, "Number 3."));
    QVERIFY(keeping.lastSeen() && keeping.lastSeen()->messages.size() >= usual);
}

void TestKeptMessages::whatLiesFarBackIsReadAfterARestart()
{
    Keeping keeping(askingScript);
    keeping.definition.promptTokens = 2000;
    keeping.start("Go");
    QVERIFY(waitFor([&] { return keeping.session->state()->openQuestions().size() == 1; }));
    AnswerQuestion answer;
    answer.id = keeping.session->state()->openQuestions().front().question.id;
    answer.content = textBlocks("Five by five");
    keeping.kit.kit.submit(*keeping.session, answer);
    QVERIFY(waitFor([&] { return isQuiet(keeping.session, *keeping.kit.teams); }));
    QVERIFY(keeping.tellMany(0, 1));
    for (int i = 0; i < 700; ++i)
        keeping.kit.kit.tell(*keeping.session, "", "Word " + std::to_string(i) + std::string(100, 'y'));
    QVERIFY(waitFor([&] { return isQuiet(keeping.session, *keeping.kit.teams); }));
    keeping.mark(keeping.eventWith("Number 0."));
    keeping.mark(keeping.eventWith("Let me see.\",\"type\":\"text\""));
    keeping.session = keeping.restart(keeping.session->id());
    QVERIFY(keeping.tell(keeping.session, "The last"));
    const std::string prompt = keeping.lastPrompt();
    QVERIFY(contains(prompt, "Number 0."));
    QVERIFY(contains(prompt, "Five by five"));
    QVERIFY(contains(prompt, "The last"));
    QVERIFY(!contains(prompt, "Word 0y"));
    QVERIFY(prompt.find("Five by five") < prompt.find("Number 0."));
    const auto seen = keeping.lastSeen();
    QVERIFY(seen);
    QCOMPARE(marked(*seen), 4);
}

void TestKeptMessages::tooMuchIsSaid_andNothingLeftOut()
{
    Keeping keeping;
    keeping.start();
    QVERIFY(keeping.tellMany(0, 6));
    for (int i = 0; i < 5; ++i)
        keeping.mark(keeping.eventWith("Number " + std::to_string(i) + "."));
    const std::size_t calls = keeping.server.chats().size();
    keeping.kit.kit.tell(*keeping.session, "", "And now?");
    const auto mike = [&] { return keeping.session->state()->role(RoleName("Mike")); };
    QVERIFY(waitFor([&] { return mike()->activity == RoleActivity::Failed; }));
    QVERIFY2(
        contains(mike()->activityDetail, "The messages you marked to be kept do not fit into the prompt of “Mike”"),
        mike()->activityDetail.c_str());
    QVERIFY2(contains(mike()->activityDetail, "3,000"), mike()->activityDetail.c_str());
    QCOMPARE(keeping.server.chats().size(), calls);
    for (int i = 0; i < 4; ++i)
        keeping.mark(keeping.eventWith("Number " + std::to_string(i) + "."), false);
    keeping.kit.runner(keeping.session).retry(RoleName("Mike"));
    QVERIFY(
        waitFor([&] { return keeping.server.chats().size() > calls && isQuiet(keeping.session, *keeping.kit.teams); }));
    QVERIFY(contains(keeping.lastPrompt(), "Number 4."));
    QVERIFY(contains(keeping.lastPrompt(), "And now?"));
    QVERIFY(keeping.lastSeen());
}

} // namespace tst_kept_messages

QUARTERDECK_TEST(tst_kept_messages, TestKeptMessages)
#include "tst_kept_messages.moc"
