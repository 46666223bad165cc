#include "mcp_kit.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QSignalSpy>
#include <QTest>

namespace tst_mcp_same_question {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

const json shallI = {{"question", "Shall I?"}, {"why", "It costs."}, {"options", {"yes", "no"}}};

/// Any call may have been given up.
constexpr std::chrono::milliseconds noHaste{0};

json with(const json& arguments, const char* field, const json& value)
{
    json changed = arguments;
    changed[field] = value;
    return changed;
}

/// Of all sessions.
std::vector<OpenQuestion> openIn(McpHouse& house)
{
    std::vector<OpenQuestion> all;
    for (const session::SessionSummary& one : house.kit.hub->summaries())
        all.insert(all.end(), one.openQuestions.begin(), one.openQuestions.end());
    return all;
}

/// It waits for the person.
bool isHeld(const std::unique_ptr<McpWire>& call)
{
    return waitFor([&] { return call->read().contains("event-stream"); });
}

bool isAnswered(McpHouse& house, const QuestionId& id, const char* said)
{
    for (const session::SessionSummary& one : house.kit.hub->summaries())
        if (id.str().starts_with(one.id.str().substr(0, 12)))
            return !house.kit.submit(house.kit.open(one.id), words(id, said)).error;
    return false;
}

/// A client that asks, and is killed while it waits.
QuestionId askedAndKilled(McpHouse& house, const json& arguments = shallI)
{
    const McpClient client(house.port());
    const auto asking = client.call("ask_human", arguments);
    const auto open = house.questions();
    const bool isWaiting = isHeld(asking);
    asking->hangUp();
    const McpClient later(house.port()); // what it sends comes after the other's end
    return open.size() == 1 && isWaiting ? open.front().question.id : QuestionId();
}

} // namespace

/// A program waiting for the person is restarted, as another client that knows no id of the question, and asks the
/// same: it is the same question.
class TestMcpSameQuestion final : public QObject
{
    Q_OBJECT
private slots:
    void itIsAskedOnce_data();
    void itIsAskedOnce();
    void anAnswerIsTakenOnce();
    void aRefusalIsAnAnswer();
    void theHeirCanBeKilledToo();
    void theHeirCanCancel();
    void anotherQuestionIsAnother_data();
    void anotherQuestionIsAnother();
    void anotherProgramsIsAnother();
    void whoGaveUpAndAsksAgainHasOneQuestion();
    void whatOnlyAnOldCallWasToldIsUndelivered();
    void theOldCallsCancellationLeavesTheNewOnes();
    void whoWaitsKeepsItsOwn();
    void whoCameBackKeepsItsOwn();
    void whoLooksLaterKeepsItsOwn();
    void whoIsSilentAndLivesKeepsItsOwn();
    void ofTwoHeirsOneAsksAnew();
    void silenceIsAskedAnew();
    void whoseProcessEndsIsGone();
    void whoComesByManyProcessesMayComeAgain();
    void twoCallsOfOneIdBothWait();
    void twoCallsAtOnceAreTwoQuestions();
    void aCallThatIsSentTwiceIsOneQuestion();
    void aResumedCallCanHaveBeenGivenUp();
};

void TestMcpSameQuestion::itIsAskedOnce_data()
{
    QTest::addColumn<bool>("isRestarted");
    QTest::addColumn<bool>("isAnsweredBefore");
    for (const bool isRestarted : {false, true})
        for (const bool isAnsweredBefore : {false, true})
            QTest::addRow("%s, answered %s", isRestarted ? "restarted" : "killed",
                          isAnsweredBefore ? "meanwhile" : "afterwards")
                << isRestarted << isAnsweredBefore;
}

void TestMcpSameQuestion::itIsAskedOnce()
{
    QFETCH(const bool, isRestarted);
    QFETCH(const bool, isAnsweredBefore);
    McpHouse house;
    const QuestionId id = askedAndKilled(house);
    QVERIFY(!id.isEmpty());
    if (isAnsweredBefore)
        QVERIFY(isAnswered(house, id, "yes"));
    if (isRestarted)
        house.restart();
    const McpClient again(house.port());
    const auto asking = again.call("ask_human", shallI);
    if (!isAnsweredBefore) {
        QVERIFY(isHeld(asking));
        QCOMPARE(openIn(house).size(), std::size_t(1));
        QVERIFY(waitFor([&] { return house.session()->state()->runState() == RunState::Running; }));
        QVERIFY(isAnswered(house, id, "yes"));
    }
    const json response = isAnsweredBefore ? asking->json() : asking->streamed();
    QCOMPARE(structuredIn(response)["answer"], json("yes"));
    QCOMPARE(structuredIn(response)["question_id"], json(id.str()));
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
    QVERIFY(waitFor([&] { return house.session()->state()->undeliveredAnswers().empty(); }));
}

void TestMcpSameQuestion::anAnswerIsTakenOnce()
{
    McpHouse house;
    const QuestionId id = askedAndKilled(house);
    QVERIFY(isAnswered(house, id, "yes"));
    const McpClient one(house.port());
    const McpClient other(house.port());
    house.kit.library->holdWrites(); // that one has taken it is not known to the log yet
    const auto first = one.call("ask_human", shallI);
    QCOMPARE(structuredIn(first->json())["question_id"], json(id.str()));
    const std::size_t held = house.kit.library->heldWrites();
    const auto second = other.call("ask_human", shallI);
    QVERIFY(waitFor([&] { return house.kit.library->heldWrites() > held; }));
    house.kit.library->releaseWrites();
    QVERIFY(isHeld(second));
    QCOMPARE(openIn(house).size(), std::size_t(1));
    QVERIFY(openIn(house).front().question.id != id);
}

void TestMcpSameQuestion::aRefusalIsAnAnswer()
{
    McpHouse house;
    const QuestionId id = askedAndKilled(house);
    QVERIFY(!house.kit.submit(house.session(), DeclineQuestion{id}).error);
    const McpClient again(house.port());
    QCOMPARE(structuredIn(again.call("ask_human", shallI)->json())["status"], json("declined"));
}

void TestMcpSameQuestion::theHeirCanBeKilledToo()
{
    McpHouse house;
    const QuestionId id = askedAndKilled(house);
    for (int i = 0; i < 3; ++i) {
        const McpClient again(house.port());
        const auto asking = again.call("ask_human", shallI);
        QVERIFY(isHeld(asking));
        QCOMPARE(openIn(house).size(), std::size_t(1));
        asking->hangUp();
        const auto repeated = again.call("ask_human", shallI); // it has only lost its connection
        QVERIFY(isHeld(repeated));
        QCOMPARE(openIn(house).size(), std::size_t(1));
        repeated->hangUp();
    }
    const McpClient last(house.port());
    const auto asking = last.call("ask_human", shallI);
    QVERIFY(isHeld(asking));
    QVERIFY(isAnswered(house, id, "yes"));
    QCOMPARE(structuredIn(asking->streamed())["question_id"], json(id.str()));
}

void TestMcpSameQuestion::theHeirCanCancel()
{
    McpHouse house;
    QVERIFY(!askedAndKilled(house).isEmpty());
    const McpClient again(house.port());
    const auto asking = again.call("ask_human", shallI);
    QVERIFY(isHeld(asking));
    const json cancelled = {{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", {{"requestId", 1}}}};
    QCOMPARE(again.send(cancelled)->status(), 202);
    QVERIFY(asking->streamed().is_null());
    QVERIFY(waitFor([&] { return openIn(house).empty(); }));
}

void TestMcpSameQuestion::anotherQuestionIsAnother_data()
{
    QTest::addColumn<QString>("arguments"); ///< as JSON
    const auto row = [](const char* name, const json& arguments) {
        QTest::newRow(name) << QString::fromStdString(arguments.dump());
    };
    row("words", with(shallI, "question", "Shall I not?"));
    row("reason", with(shallI, "why", "It is dear."));
    row("options", with(shallI, "options", {"yes", "never"}));
    row("default", with(shallI, "default", "yes"));
    row("urgency", with(shallI, "urgency", "high"));
    row("time", with(shallI, "timeout_s", 3600));
    row("form",
        {{"question", "Shall I?"},
         {"why", "It costs."},
         {"schema", {{"type", "object"}, {"properties", {{"n", {{"type", "integer"}}}}}}}});
}

void TestMcpSameQuestion::anotherQuestionIsAnother()
{
    QFETCH(const QString, arguments);
    McpHouse house;
    const QuestionId id = askedAndKilled(house);
    const McpClient again(house.port());
    const auto asking = again.call("ask_human", json::parse(arguments.toStdString()));
    QVERIFY(isHeld(asking));
    QVERIFY(waitFor([&] { return openIn(house).size() == 2; }));
    QVERIFY(isAnswered(house, id, "yes"));
    QVERIFY(asking->events().empty());
}

void TestMcpSameQuestion::anotherProgramsIsAnother()
{
    McpHouse house;
    QVERIFY(!askedAndKilled(house).isEmpty());
    McpWire wire(house.port());
    QByteArray body = initializing();
    wire.send(mcpPost(body.replace("\"tester\"", "\"somebody else\""), {}));
    McpClient other(house.port());
    other.session = wire.field("Mcp-Session-Id");
    QVERIFY(isHeld(other.call("ask_human", shallI)));
    QVERIFY(waitFor([&] { return openIn(house).size() == 2; }));
}

/// Like the official Python library after a call has timed out: it says nothing, and keeps reading what comes for a
/// call that no longer exists.
void TestMcpSameQuestion::whoGaveUpAndAsksAgainHasOneQuestion()
{
    McpHouse house(gateway::mcp::McpServer::usualSilence, noHaste);
    const McpClient client(house.port());
    const auto first = client.call("ask_human", shallI);
    const auto open = house.questions();
    QCOMPARE(open.size(), std::size_t(1));
    const auto second = client.send(McpClient::calling("ask_human", shallI, 2));
    QVERIFY(isHeld(first) && isHeld(second));
    QCOMPARE(openIn(house).size(), std::size_t(1));
    QVERIFY(isAnswered(house, open.front().question.id, "yes"));
    QCOMPARE(structuredIn(second->streamed())["answer"], json("yes"));
    QCOMPARE(structuredIn(first->streamed())["answer"], json("yes")); // it may be read, for all that is known
    QVERIFY(waitFor([&] { return house.session()->state()->undeliveredAnswers().empty(); }));
}

void TestMcpSameQuestion::whatOnlyAnOldCallWasToldIsUndelivered()
{
    McpHouse house(gateway::mcp::McpServer::usualSilence, noHaste);
    const McpClient client(house.port());
    const auto first = client.call("ask_human", shallI);
    const auto open = house.questions();
    QCOMPARE(open.size(), std::size_t(1));
    const auto second = client.send(McpClient::calling("ask_human", shallI, 2));
    QVERIFY(isHeld(first) && isHeld(second));
    second->hangUp();
    const McpClient later(house.port()); // what it sends comes after the other's end
    QVERIFY(isAnswered(house, open.front().question.id, "yes"));
    QCOMPARE(structuredIn(first->streamed())["answer"], json("yes"));
    house.kit.settle();
    QCOMPARE(house.session()->state()->undeliveredAnswers().size(), std::size_t(1));
    const auto third = client.send(McpClient::calling("ask_human", shallI, 3));
    QCOMPARE(structuredIn(third->json())["answer"], json("yes"));
    QVERIFY(waitFor([&] { return house.session()->state()->undeliveredAnswers().empty(); }));
}

/// As the official libraries send it when a call has timed out: it may come after the one that asks again.
void TestMcpSameQuestion::theOldCallsCancellationLeavesTheNewOnes()
{
    McpHouse house(gateway::mcp::McpServer::usualSilence, noHaste);
    const McpClient client(house.port());
    const auto cancel = [&](int id) {
        return client
            .send({{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", {{"requestId", id}}}})
            ->status();
    };
    const auto first = client.call("ask_human", shallI);
    QCOMPARE(house.questions().size(), std::size_t(1));
    const auto second = client.send(McpClient::calling("ask_human", shallI, 2));
    QVERIFY(isHeld(first) && isHeld(second));
    QCOMPARE(cancel(1), 202);
    QVERIFY(first->streamed().is_null());
    house.kit.settle();
    QCOMPARE(openIn(house).size(), std::size_t(1));
    QCOMPARE(cancel(1), 202); // it is known no longer
    house.kit.settle();
    QCOMPARE(openIn(house).size(), std::size_t(1));
    QCOMPARE(cancel(2), 202);
    QVERIFY(waitFor([&] { return openIn(house).empty(); }));
}

void TestMcpSameQuestion::whoWaitsKeepsItsOwn()
{
    McpHouse house;
    const McpClient one(house.port());
    const auto first = one.call("ask_human", shallI);
    const auto open = house.questions();
    QCOMPARE(open.size(), std::size_t(1));
    const McpClient other(house.port());
    const auto second = other.call("ask_human", shallI);
    QVERIFY(waitFor([&] { return openIn(house).size() == 2; }));
    QVERIFY(isHeld(first) && isHeld(second));
    QVERIFY(isAnswered(house, open.front().question.id, "yes"));
    QCOMPARE(structuredIn(first->streamed())["answer"], json("yes"));
    QVERIFY(second->events().empty());
    QCOMPARE(openIn(house).size(), std::size_t(1));
}

/// It had only lost its connection.
void TestMcpSameQuestion::whoCameBackKeepsItsOwn()
{
    McpHouse house;
    const McpClient one(house.port());
    const auto lost = one.call("ask_human", shallI);
    QCOMPARE(house.questions().size(), std::size_t(1));
    QVERIFY(isHeld(lost));
    lost->hangUp();
    QCOMPARE(one.send({{"jsonrpc", "2.0"}, {"id", 9}, {"method", "ping"}})->status(), 200);
    const McpClient other(house.port());
    const auto second = other.call("ask_human", shallI);
    QVERIFY(waitFor([&] { return openIn(house).size() == 2; }));
    const auto again = one.call("ask_human", shallI);
    QVERIFY(isHeld(again));
    QCOMPARE(openIn(house).size(), std::size_t(2));
}

void TestMcpSameQuestion::whoLooksLaterKeepsItsOwn()
{
    McpHouse house;
    const json brief = with(shallI, "wait_s", 0);
    const McpClient one(house.port());
    const McpClient other(house.port());
    const json first = structuredIn(one.call("ask_human", brief)->json());
    const json second = structuredIn(other.call("ask_human", brief)->json());
    QVERIFY(waitFor([&] { return openIn(house).size() == 2; }));
    QVERIFY(first["question_id"] != second["question_id"]);
    QCOMPARE(structuredIn(one.call("ask_human", brief)->json())["question_id"], first["question_id"]);
    QCOMPARE(one.leave(), 200);
    const McpClient again(house.port());
    QCOMPARE(structuredIn(again.call("ask_human", brief)->json())["question_id"], first["question_id"]);
    QCOMPARE(openIn(house).size(), std::size_t(2));
}

/// It works for longer than a silence is waited for, and looks then.
void TestMcpSameQuestion::whoIsSilentAndLivesKeepsItsOwn()
{
    McpHouse house(std::chrono::milliseconds(100));
    const json brief = with(shallI, "wait_s", 0);
    const McpClient one(house.port());
    const json first = structuredIn(one.call("ask_human", brief)->json());
    house.server->setClientProcess(one.session.toStdString(), 4711);
    QVERIFY(waitFor([&] { return house.session()->state()->runState() == RunState::Stopped; }));
    QVERIFY(isAnswered(house, QuestionId(first["question_id"].get<std::string>()), "yes"));
    const McpClient other(house.port());
    const json second = structuredIn(other.call("ask_human", brief)->json());
    QCOMPARE(second["status"], json("open"));
    QVERIFY(second["question_id"] != first["question_id"]);
    QVERIFY(house.server->dropClient(one.session.toStdString())); // now nobody will look
    house.server->setClientProcess(other.session.toStdString(), 4712);
    const McpClient third(house.port());
    QCOMPARE(structuredIn(third.call("ask_human", brief)->json())["question_id"], first["question_id"]);
}

void TestMcpSameQuestion::ofTwoHeirsOneAsksAnew()
{
    McpHouse house;
    const QuestionId id = askedAndKilled(house);
    house.restart(); // nobody has opened its session yet
    QVERIFY(waitFor([&] { return house.kit.hub->isListed(); }));
    const McpClient one(house.port());
    const McpClient other(house.port());
    const auto first = one.call("ask_human", shallI);
    const auto second = other.call("ask_human", shallI);
    QVERIFY(isHeld(first) && isHeld(second));
    QVERIFY(waitFor([&] { return openIn(house).size() == 2; }));
    QVERIFY(isAnswered(house, id, "yes"));
    QVERIFY(waitFor([&] { return first->hasEnded() || second->hasEnded(); }));
    QVERIFY(first->hasEnded() != second->hasEnded());
    QCOMPARE(openIn(house).size(), std::size_t(1));
}

void TestMcpSameQuestion::silenceIsAskedAnew()
{
    McpHouse house;
    const json brief = with(shallI, "timeout_s", 1);
    const QuestionId id = askedAndKilled(house, brief);
    QVERIFY(!id.isEmpty());
    QVERIFY(waitFor([&] { return openIn(house).empty(); }));
    const McpClient again(house.port());
    const auto asking = again.call("ask_human", brief);
    QVERIFY(waitFor([&] { return openIn(house).size() == 1; }));
    QVERIFY(openIn(house).front().question.id != id);
}

/// Not five minutes later.
void TestMcpSameQuestion::whoseProcessEndsIsGone()
{
    McpHouse house;
    QSignalSpy gone(house.server.get(), &gateway::mcp::McpServer::clientGone);
    const McpClient client(house.port());
    const auto asking = client.call("ask_human", shallI);
    QCOMPARE(house.questions().size(), std::size_t(1));
    QVERIFY(isHeld(asking));
    house.server->setClientProcess(client.session.toStdString(), 4711);
    QVERIFY(house.server->dropClient(client.session.toStdString())); // its connection is not known to have ended
    QVERIFY(gone.isEmpty());
    QVERIFY(house.session()->state()->runState() == RunState::Running);
    asking->hangUp();
    QVERIFY(waitFor([&] { return house.session()->state()->runState() == RunState::Stopped; }));
    QVERIFY(house.session()->state()->runCause().kind == RunCauseKind::ProgramLeft);
    QVERIFY(gone.count() >= 1);
    QCOMPARE(house.questions().size(), std::size_t(1));
}

void TestMcpSameQuestion::whoComesByManyProcessesMayComeAgain()
{
    McpHouse house;
    const McpClient client(house.port());
    const std::string id = client.session.toStdString();
    QVERIFY(client.result("notify_human", {{"text", "one"}}).contains("content"));
    QVERIFY(waitFor([&] { return house.session()->state()->runState() == RunState::Running; }));
    for (const int process : {4711, 4711, 4712})
        house.server->setClientProcess(id, process);
    QVERIFY(!house.server->dropClient(id));
    house.kit.settle();
    QVERIFY(house.session()->state()->runState() == RunState::Running);
}

void TestMcpSameQuestion::twoCallsOfOneIdBothWait()
{
    McpHouse house(std::chrono::milliseconds(100));
    const McpClient client(house.port());
    const auto first = client.call("ask_human", {{"question", "One?"}});
    const auto open = house.questions();
    QCOMPARE(open.size(), std::size_t(1));
    const auto second = client.call("ask_human", {{"question", "Two?"}});
    const auto both = house.questions(2);
    QCOMPARE(both.size(), std::size_t(2));
    QVERIFY(isAnswered(house, both.back().question.id, "yes"));
    QCOMPARE(structuredIn(second->streamed())["answer"], json("yes"));
    QVERIFY(!waitFor([&] { return house.session()->state()->runState() == RunState::Stopped; }, 400));
    QVERIFY(isAnswered(house, open.front().question.id, "no"));
    QCOMPARE(structuredIn(first->streamed())["answer"], json("no"));
}

/// Of two agents in one program, say, or of one that calls tools in parallel: each has its own answer.
void TestMcpSameQuestion::twoCallsAtOnceAreTwoQuestions()
{
    McpHouse house;
    const McpClient client(house.port());
    const auto first = client.call("ask_human", shallI);
    QCOMPARE(house.questions().size(), std::size_t(1));
    const auto second = client.send(McpClient::calling("ask_human", shallI, 2));
    const auto both = house.questions(2);
    QCOMPARE(both.size(), std::size_t(2));
    QVERIFY(isHeld(first) && isHeld(second));
    QVERIFY(isAnswered(house, both.front().question.id, "yes"));
    QCOMPARE(structuredIn(first->streamed())["answer"], json("yes"));
    QVERIFY(!second->hasEnded());
    QVERIFY(isAnswered(house, both.back().question.id, "no"));
    QCOMPARE(structuredIn(second->streamed())["answer"], json("no"));
    QVERIFY(waitFor([&] { return house.session()->state()->undeliveredAnswers().empty(); }));
}

/// As by something between the two that did not hear the reply.
void TestMcpSameQuestion::aCallThatIsSentTwiceIsOneQuestion()
{
    McpHouse house;
    const McpClient client(house.port());
    const auto first = client.call("ask_human", shallI);
    QCOMPARE(house.questions().size(), std::size_t(1));
    const auto second = client.call("ask_human", shallI);
    QVERIFY(isHeld(first) && isHeld(second));
    QCOMPARE(openIn(house).size(), std::size_t(1));
    QVERIFY(isAnswered(house, openIn(house).front().question.id, "yes"));
    QCOMPARE(structuredIn(second->streamed())["answer"], json("yes"));
    QCOMPARE(structuredIn(first->streamed())["answer"], json("yes"));
}

/// However short a time ago its stream came back.
void TestMcpSameQuestion::aResumedCallCanHaveBeenGivenUp()
{
    McpHouse house;
    const McpClient client(house.port());
    const auto first = client.call("ask_human", shallI);
    QCOMPARE(house.questions().size(), std::size_t(1));
    QVERIFY(waitFor([&] { return !first->lastEventId().isEmpty(); }));
    first->hangUp();
    const auto resumed = client.resume(first->lastEventId());
    QVERIFY(isHeld(resumed));
    const auto second = client.send(McpClient::calling("ask_human", shallI, 2));
    QVERIFY(isHeld(second));
    QCOMPARE(openIn(house).size(), std::size_t(1));
}

} // namespace tst_mcp_same_question

QUARTERDECK_TEST(tst_mcp_same_question, TestMcpSameQuestion)
#include "tst_mcp_same_question.moc"
