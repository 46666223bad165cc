#include "mcp_kit.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QSignalSpy>
#include <QTest>

namespace tst_mcp_departures {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

json cancelling(const char* request)
{
    return {{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", {{"requestId", request}}}};
}

} // namespace

/// Clients of MCP whose streams break, who say goodbye, and whose sessions go: what becomes of their questions.
class TestMcpDepartures final : public QObject
{
    Q_OBJECT
private slots:
    void whoOnlyLookedWithdrawsNothing_data();
    void whoOnlyLookedWithdrawsNothing();
    void patienceOutlastsTheConnection();
    void whoLeavesABatchIsGone();
    void cancellationAfterTheStreamBroke();
    void cancellationBeforeTheCall();
    void cancellationAroundARestart_data();
    void cancellationAroundARestart();
    void whoComesBackWhileItGoesIsThere();
    void aWithdrawalOpensTheSession();
    void goodbyeLeavesWhatIsOpen();
    void goodbyeWhileItIsAsked();
    void whoGoesWhileItHiresAsksNothing();
    void nobodyWaitsOnADeletedSession();
    void theAskerIsKnownAfterARestart();
};

void TestMcpDepartures::whoOnlyLookedWithdrawsNothing_data()
{
    QTest::addColumn<bool>("isItsOwn"); ///< the client's that looks
    QTest::newRow("its own question") << true;
    QTest::newRow("another client's") << false;
}

void TestMcpDepartures::whoOnlyLookedWithdrawsNothing()
{
    QFETCH(bool, isItsOwn);
    McpHouse house;
    const McpClient asker(house.port());
    const json asked = structuredIn(asker.call("ask_human", {{"question", "Shall I?"}, {"wait_s", 0}})->json());
    const QuestionId id(asked["question_id"].get<std::string>());
    const McpClient other(house.port());
    const McpClient& client = isItsOwn ? asker : other;
    const auto looking = client.send(McpClient::calling("check_answer", {{"question_id", id.str()}, {"wait_s", 600}},
                                                        "look", {{"progressToken", 7}}));
    QVERIFY(waitFor([&] { return looking->events().size() >= 2; }));
    looking->hangUp();
    const auto resumed = client.resume(looking->lastEventId());
    QVERIFY(waitFor([&] { return !resumed->events().empty(); }));
    QVERIFY2(resumed->events().front().contains("params"), resumed->read()); // it waits, as before
    QCOMPARE(client.send(cancelling("look"))->status(), 202);
    QVERIFY(resumed->streamed().is_null() || !resumed->streamed().contains("result"));
    QVERIFY(!house.kit.submit(house.session(), words(id, "yes")).error); // it is still open
}

void TestMcpDepartures::patienceOutlastsTheConnection()
{
    McpHouse house;
    const McpClient client(house.port());
    const auto asking = client.send(
        McpClient::calling("ask_human", {{"question", "Shall I?"}, {"wait_s", 0.3}}, "ask", {{"progressToken", 7}}));
    QVERIFY(waitFor([&] { return asking->events().size() >= 2; }));
    asking->hangUp();
    const auto resumed = client.resume(asking->lastEventId());
    QCOMPARE(structuredIn(resumed->streamed())["status"], json("open"));
}

/// Each of its calls waited for the same connection.
void TestMcpDepartures::whoLeavesABatchIsGone()
{
    McpHouse house(std::chrono::milliseconds(100));
    const McpClient client(house.port(), "2025-03-26");
    const auto asking = client.send(json::array({McpClient::calling("ask_human", {{"question", "One?"}}, 1),
                                                 McpClient::calling("ask_human", {{"question", "Two?"}}, 2)}));
    QCOMPARE(house.questions(2).size(), std::size_t(2));
    QVERIFY(house.session()->state()->runState() == RunState::Running);
    asking->hangUp();
    QVERIFY(waitFor([&] { return house.session()->state()->runState() == RunState::Stopped; }));
}

void TestMcpDepartures::cancellationAfterTheStreamBroke()
{
    McpHouse house(std::chrono::milliseconds(100));
    const McpClient client(house.port());
    const auto asking = client.send(McpClient::calling("ask_human", {{"question", "Shall I?"}}, "q1"));
    QCOMPARE(house.questions().size(), std::size_t(1));
    QVERIFY(waitFor([&] { return !asking->lastEventId().isEmpty(); }));
    asking->hangUp();
    // Until it is known that nobody listens.
    QVERIFY(waitFor([&] { return house.session()->state()->runState() == RunState::Stopped; }));
    QCOMPARE(client.send(cancelling("q1"))->status(), 202);
    QVERIFY(waitFor([&] { return house.kit.hub->summaries().front().openQuestions.empty(); }));
}

/// The two come by different connections.
void TestMcpDepartures::cancellationBeforeTheCall()
{
    McpHouse house;
    const McpClient client(house.port());
    QCOMPARE(client.send(cancelling("q1"))->status(), 202);
    const auto ask = [&](const char* question, const char* id) {
        return client.send(McpClient::calling("ask_human", {{"question", question}, {"wait_s", 0}}, id));
    };
    QCOMPARE(ask("Shall I?", "q1")->status(), 202); // no response
    QCOMPARE(structuredIn(ask("And now?", "q2")->json())["status"], json("open"));
    QCOMPARE(house.questions().size(), std::size_t(1));
    QCOMPARE(house.questions().front().question.text, std::string("And now?"));
    QCOMPARE(structuredIn(ask("Once more?", "q1")->json())["status"], json("open"));
}

void TestMcpDepartures::cancellationAroundARestart_data()
{
    QTest::addColumn<bool>("isResumedBefore");
    QTest::newRow("before the stream goes on") << false;
    QTest::newRow("after it") << true;
}

/// What the request asked is known by its stream alone then.
void TestMcpDepartures::cancellationAroundARestart()
{
    QFETCH(const bool, isResumedBefore);
    McpHouse house;
    const McpClient client(house.port());
    const auto asking = client.send(McpClient::calling("ask_human", {{"question", "Shall I?"}}, "q1"));
    QCOMPARE(house.questions().size(), std::size_t(1));
    QVERIFY(waitFor([&] { return !asking->lastEventId().isEmpty(); }));
    house.restart();
    std::unique_ptr<McpWire> resumed;
    const auto resume = [&] {
        resumed = client.resume(asking->lastEventId());
        return resumed->status();
    };
    if (isResumedBefore)
        QCOMPARE(resume(), 200);
    QCOMPARE(client.send(cancelling("q1"))->status(), 202);
    if (!isResumedBefore)
        QCOMPARE(resume(), 200);
    QVERIFY(resumed->streamed().is_null());
    QVERIFY(resumed->hasEnded());
    QVERIFY(waitFor([&] { return house.kit.hub->summaries().front().openQuestions.empty(); }));
}

/// That it has gone is on its way to the log then.
void TestMcpDepartures::whoComesBackWhileItGoesIsThere()
{
    McpHouse house;
    const McpClient client(house.port());
    QVERIFY(client.result("notify_human", {{"text", "one"}}).contains("content"));
    QVERIFY(waitFor([&] { return house.session()->state()->runState() == RunState::Running; }));
    house.kit.library->holdWrites();
    QVERIFY(house.server->dropClient(client.session.toStdString()));
    QVERIFY(waitFor([&] { return house.kit.library->heldWrites() > 0; }));
    QSignalSpy seen(house.server.get(), &gateway::mcp::McpServer::clientSeen);
    const auto telling = client.call("notify_human", {{"text", "two"}});
    QVERIFY(waitFor([&] { return !seen.isEmpty(); }));
    house.kit.library->releaseWrites();
    QVERIFY(telling->json().contains("result"));
    house.kit.settle();
    QVERIFY(house.session()->state()->runState() == RunState::Running);
}

void TestMcpDepartures::aWithdrawalOpensTheSession()
{
    McpHouse house;
    const McpClient client(house.port());
    const json asked = structuredIn(client.call("ask_human", {{"question", "Shall I?"}, {"wait_s", 0}})->json());
    QCOMPARE(house.questions().size(), std::size_t(1));
    house.restart();
    QVERIFY(waitFor([&] { return house.kit.hub->isListed(); }));
    gateway::mcp::McpSessionHandle session(*house.kit.hub, client.session.toStdString(), {});
    session.withdraw(QuestionId(asked["question_id"].get<std::string>()));
    QVERIFY(house.waitForQuestions(0));
    QVERIFY(house.kit.hub->summaries().front().openQuestions.empty());
}

/// The call that asked it has ended: the client was told to look later.
void TestMcpDepartures::goodbyeLeavesWhatIsOpen()
{
    McpHouse house;
    const McpClient client(house.port());
    const json asked = structuredIn(client.call("ask_human", {{"question", "Shall I?"}, {"wait_s", 0}})->json());
    QCOMPARE(asked["status"], json("open"));
    QCOMPARE(client.leave(), 200);
    QVERIFY(waitFor([&] { return house.session()->state()->runState() == RunState::Stopped; }));
    const McpClient later(house.port());
    const QuestionId id(asked["question_id"].get<std::string>());
    QCOMPARE(structuredIn(later.call("check_answer", {{"question_id", id.str()}})->json())["status"], json("open"));
    QVERIFY(!house.kit.submit(house.session(), words(id, "yes")).error);
    QCOMPARE(structuredIn(later.call("check_answer", {{"question_id", id.str()}})->json())["answer"], json("yes"));
}

void TestMcpDepartures::goodbyeWhileItIsAsked()
{
    McpHouse house;
    const McpClient client(house.port());
    QVERIFY(client.result("notify_human", {{"text", "Hello"}}).contains("structuredContent"));
    QVERIFY(!house.kit.submit(house.session(), SetRunState{RunState::Stopped, {}, {}}).error);
    bool isAsked = false;
    bool isEnded = false;
    connect(house.session(), &session::Session::committed, this, [&](const std::vector<session::Event>& events) {
        for (const session::Event& event : events) {
            isAsked = isAsked || std::holds_alternative<QuestionAsked>(event.body);
            isEnded = isEnded || std::holds_alternative<QuestionEnded>(event.body);
        }
    });
    house.kit.library->holdWrites();
    const auto asking = client.call("ask_human", {{"question", "Shall I?"}, {"wait_s", 0}});
    QVERIFY(waitFor([&] { return house.kit.library->heldWrites() > 0; }));
    QCOMPARE(client.leave(), 200);
    house.kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return isAsked && isEnded; }));
    QVERIFY(house.session()->state()->runState() == RunState::Stopped);
}

void TestMcpDepartures::whoGoesWhileItHiresAsksNothing()
{
    McpHouse house;
    QVERIFY(waitFor([&] { return house.kit.hub->isListed(); }));
    auto client = std::make_unique<gateway::mcp::McpSessionHandle>(*house.kit.hub, "c",
                                                                   gateway::mcp::ClientInfo{"tester", {}, {}});
    bool isPosted = false;
    client->post({"Alice", {}, "Look", {}}, [&](const auto& posted) { isPosted = posted.has_value(); });
    QVERIFY(waitFor([&] { return isPosted; }));
    session::Session* session = house.session();
    house.kit.library->holdWrites();
    gateway::mcp::AskHuman call;
    call.question.text = "Shall I?";
    client->ask(std::move(call), [](const auto&) {});
    QVERIFY(waitFor([&] { return house.kit.library->heldWrites() == 1; }));
    client.reset();
    house.kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return session->state()->role(RoleName("tester")) != nullptr; }));
    QVERIFY(!house.kit.submit(session, RenameSession{"later"}).error); // what was submitted before is stored by then
    QVERIFY(session->state()->openQuestions().empty());
}

void TestMcpDepartures::nobodyWaitsOnADeletedSession()
{
    McpHouse house;
    const McpClient client(house.port());
    const auto asking = client.call("ask_human", {{"question", "Shall I?"}});
    QCOMPARE(house.questions().size(), std::size_t(1));
    QVERIFY(house.removeSession());
    QCOMPARE(asking->streamed()["result"]["isError"], json(true));
}

void TestMcpDepartures::theAskerIsKnownAfterARestart()
{
    McpHouse house;
    const McpClient client(house.port());
    QVERIFY(client.result("post_message", {{"from", "Alice"}, {"text", "Look"}}).contains("structuredContent"));
    house.restart();
    const json asked = structuredIn(client.call("ask_human", {{"question", "Shall I?"}, {"wait_s", 0}})->json());
    QVERIFY(asked.contains("question_id"));
    QCOMPARE(house.questions().front().question.asker.str(), std::string("tester"));
}

} // namespace tst_mcp_departures

QUARTERDECK_TEST(tst_mcp_departures, TestMcpDepartures)
#include "tst_mcp_departures.moc"
