#include "tests/model/conversation/team_kit.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_switches {

using namespace quarterdeck::conversation;

/// Every switch of the improvements, on and off.
class TestSwitches final : public QObject
{
    Q_OBJECT
private slots:
    void allOnByDefaultNoneInMgx();
    void replyMatchesAnyAddress();
    void idleMeansNotWorking();
    void workIsWorkInBothPositions();
    void publicReplyToEveryone();
    void emptyAgentFallsBackToSender();
    void imagesFromAnyRole();
    void imagesByContent();
    void imageFolder();
    void profileIsAddress();
    void profileMakesActive();
};

namespace {

const std::string pngBytes = std::string("\x89PNG\r\n\x1a\n", 8) + "rest";
const std::string webpBytes = std::string("RIFF\x10\0\0\0WEBP", 12) + "rest";

nlohmann::json metadataOf(const Decision& decision) { return messageOf(decision).message.metadata.json(); }

} // namespace

void TestSwitches::allOnByDefaultNoneInMgx()
{
    RoutingSettings settings;
    for (const RoutingOption which : {RoutingOption::ReplyMatchesAnyAddress, RoutingOption::IdleMeansNotWorking,
                                      RoutingOption::PublicReplyToEveryone, RoutingOption::EmptyAgentFallsBackToSender,
                                      RoutingOption::ImagesFromAnyRole, RoutingOption::ProfileIsAddress}) {
        settings.fidelity = Fidelity::Quarterdeck;
        QVERIFY(settings.isOn(which));
        QVERIFY(!without(which).isOn(which));
        settings.fidelity = Fidelity::Mgx;
        QVERIFY(!settings.isOn(which));
    }
}

void TestSwitches::replyMatchesAnyAddress()
{
    TeamKit on({}, false);
    on.tell("Bob", "a question");
    const Decision reply = on.speak("Bob", "an answer"); // signs with the class path
    QCOMPARE(messageOf(reply).route.rule, RoutingRule::DirectReply);
    QVERIFY(on.state.directChats().empty());

    TeamKit off(without(RoutingOption::ReplyMatchesAnyAddress), false);
    off.tell("Bob", "a question");
    QCOMPARE(messageOf(off.speak("Bob", "an answer")).route.rule, RoutingRule::Ordinary);
    QCOMPARE(off.state.directChats().size(), std::size_t(1));
    const Decision byName = off.submit(Publish{makeMessage("Bob", "by name"), {}, {}});
    QCOMPARE(messageOf(byName).route.rule, RoutingRule::DirectReply);
}

void TestSwitches::idleMeansNotWorking()
{
    TeamKit on;
    on.speak("Alice", "for all to hear"); // everybody's buffer holds it now
    QCOMPARE(joined(messageOf(on.tell("Bob", "psst")).route.directChatRoles), "Bob");

    TeamKit off(without(RoutingOption::IdleMeansNotWorking));
    off.speak("Alice", "for all to hear");
    const Route route = messageOf(off.tell("Bob", "psst")).route;
    QCOMPARE(joined(route.directChatRoles), "");
    QCOMPARE(joined(route.busyRoles), "Bob");
    off.observeAll();
    QCOMPARE(joined(messageOf(off.tell("Bob", "psst")).route.directChatRoles), "Bob");
}

void TestSwitches::workIsWorkInBothPositions()
{
    for (const RoutingSettings& settings : {RoutingSettings(), without(RoutingOption::IdleMeansNotWorking)}) {
        TeamKit kit(settings);
        kit.setActivity("Bob", RoleActivity::Acting, true);
        QCOMPARE(joined(messageOf(kit.tell("Bob", "help")).route.busyRoles), "Bob");
        QVERIFY(kit.state.directChats().empty());
    }
    for (const RoleActivity activity : {RoleActivity::Thinking, RoleActivity::Acting, RoleActivity::WaitingForUser}) {
        TeamKit kit;
        kit.setActivity("Bob", activity);
        QVERIFY(!kit.state.isIdle(RoleName("Bob")));
    }
}

void TestSwitches::publicReplyToEveryone()
{
    TeamKit on;
    on.tell("Bob", "aloud");
    const Decision reply = on.speak("Bob", "an answer");
    QCOMPARE(reached(reply), "Mike Alice Bob Alex David");
    QCOMPARE(active(reply), "");
    QCOMPARE(textOfCopy(reply), "[Message] from Bob(Architect) to everyone: an answer");
    QCOMPARE(textOfCopy(on.speak("Alice", "no reply")), "[Message] from Alice(Product Manager) to Mike: no reply");

    TeamKit off(without(RoutingOption::PublicReplyToEveryone));
    off.tell("Bob", "aloud");
    QCOMPARE(textOfCopy(off.speak("Bob", "an answer")), "[Message] from Bob(Architect) to Mike: an answer");
}

void TestSwitches::emptyAgentFallsBackToSender()
{
    for (const nlohmann::json& agent : {nlohmann::json(""), nlohmann::json()}) {
        Message message = makeMessage("Outsider", "words", {"Bob"});
        message.metadata = JsonValue(nlohmann::json{{"agent", agent}});
        TeamKit on;
        QCOMPARE(textOfCopy(on.submit(Publish{message, {}, {}})), "[Message] from Outsider to Bob, Mike: words");
        TeamKit off(without(RoutingOption::EmptyAgentFallsBackToSender));
        QCOMPARE(textOfCopy(off.submit(Publish{message, {}, {}})), "[Message] from User to Bob, Mike: words");
    }
}

void TestSwitches::imagesFromAnyRole()
{
    TeamKit on;
    on.context.files = {{"chart.webp", webpBytes}, {"plots/a.png", pngBytes}};
    const Decision decision = on.speak("Bob", "see chart.webp and ![plot](plots/a.png)");
    QCOMPARE(metadataOf(decision).at("images").size(), std::size_t(2));

    TeamKit off(without(RoutingOption::ImagesFromAnyRole));
    off.context.files = on.context.files;
    QVERIFY(!metadataOf(off.speak("Bob", "see chart.webp and plots/a.png")).contains("images"));
    const Decision person = off.tell("Bob", "see chart.webp and plots/a.png");
    QCOMPARE(metadataOf(person).at("images").size(), std::size_t(1));
}

void TestSwitches::imagesByContent()
{
    TeamKit on;
    on.context.files = {{"text.png", std::string("no picture")}};
    const nlohmann::json metadata = metadataOf(on.tell("Bob", "see text.png"));
    QVERIFY(!metadata.contains("images"));
    QCOMPARE(metadata.at("image_notices"), nlohmann::json::array({"text.png"}));

    TeamKit off(without(RoutingOption::ImagesFromAnyRole));
    off.context.files = on.context.files;
    QCOMPARE(metadataOf(off.tell("Bob", "see text.png")).at("images").size(), std::size_t(1));
}

void TestSwitches::imageFolder()
{
    TeamKit on;
    on.context.files = {{"dir.png", std::nullopt}};
    QCOMPARE(metadataOf(on.tell("Bob", "see dir.png")).at("image_notices").size(), std::size_t(1));

    TeamKit off(without(RoutingOption::ImagesFromAnyRole));
    off.context.files = on.context.files;
    const Decision refused = off.tell("Bob", "see dir.png");
    QCOMPARE(refused.error->code, ErrorCode::UnreadableImage);
    QVERIFY(refused.events.empty());
    QVERIFY(sentence(refused).contains("dir.png"));
}

void TestSwitches::profileIsAddress()
{
    TeamKit on({}, false);
    on.submit(HireRole{makeRole("Eve", "Engineer")});
    const Decision decision = on.speak("Alice", "words", {"Engineer"});
    QCOMPARE(reached(decision), "Mike Alex Eve");
    QVERIFY(messageOf(decision).route.unknownRecipients.empty());

    TeamKit off(without(RoutingOption::ProfileIsAddress), false);
    const Decision unknown = off.speak("Alice", "words", {"Engineer"});
    QCOMPARE(reached(unknown), "Mike");
    QCOMPARE(messageOf(unknown).route.unknownRecipients, std::vector<Address>{Address("Engineer")});
    QVERIFY(off.tell("Engineer", "words").error);
}

void TestSwitches::profileMakesActive()
{
    TeamKit on;
    QCOMPARE(active(on.speak("Alice", "words", {"Architect"})), "Mike Bob");
    TeamKit off(without(RoutingOption::ProfileIsAddress));
    QCOMPARE(active(off.speak("Alice", "words", {"Architect"})), "Mike");
}

} // namespace tst_switches

QUARTERDECK_TEST(tst_switches, TestSwitches)
#include "tst_switches.moc"
