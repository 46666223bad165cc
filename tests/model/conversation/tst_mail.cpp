#include "model/conversation/role.h"
#include "team_kit.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_mail {

using namespace quarterdeck::conversation;

/// Observing a buffer.
class TestMail final : public QObject
{
    Q_OBJECT
private slots:
    void newsIsWhatNamesOrIsWatched();
    void rememberedIsNoNews();
    void onlyNewsIsKeptByWhoDoesNotObserveAll();
    void byOtherAddresses();
    void bufferIsAPosition();
    void mailIsTakenUpToWhereItWasRead();
};

namespace {

Message mail(const char* id, const char* text, std::initializer_list<const char*> to = {"<all>"})
{
    Message message = makeMessage("Mike", text, to);
    message.id = MessageId(id);
    return message;
}

const auto nothingRemembered = [](const Message&) { return false; };

} // namespace

void TestMail::newsIsWhatNamesOrIsWatched()
{
    Role role = makeRole("Bob", "Architect");
    role.watch = {action::runCommand};
    Message watched = mail("3", "watched");
    watched.causeBy = action::runCommand;
    const Observation found =
        observe(role, {mail("1", "aware"), mail("2", "named", {"Bob"}), watched}, nothingRemembered);
    QCOMPARE(found.remembered.size(), std::size_t(3));
    QCOMPARE(found.news.size(), std::size_t(2));
    QCOMPARE(found.news[0].id, MessageId("2"));
    QCOMPARE(found.news[1].id, MessageId("3"));
}

void TestMail::rememberedIsNoNews()
{
    Role role = makeRole("Bob", "Architect");
    const Message named = mail("1", "named", {"Bob"});
    const auto allRemembered = [](const Message&) { return true; };
    QVERIFY(observe(role, {named}, allRemembered).news.empty());
    role.memoryEnabled = false;
    QCOMPARE(observe(role, {named}, allRemembered).news.size(), std::size_t(1));
}

void TestMail::onlyNewsIsKeptByWhoDoesNotObserveAll()
{
    Role role = makeRole("Bob", "Architect");
    role.observeAll = false;
    const Observation found = observe(role, {mail("1", "aware"), mail("2", "named", {"Bob"})}, nothingRemembered);
    QCOMPARE(found.remembered, found.news);
    QCOMPARE(found.news.size(), std::size_t(1));
}

void TestMail::byOtherAddresses()
{
    const Role role = makeRole("Bob", "Architect");
    RoutingSettings mgx;
    mgx.fidelity = Fidelity::Mgx;
    for (const char* address : {"class.Bob", "Architect"}) {
        const std::vector<Message> box{mail("1", "words", {address})};
        QCOMPARE(observe(role, box, nothingRemembered).news.size(), std::size_t(1));
        QVERIFY(observe(role, box, nothingRemembered, mgx).news.empty());
    }
    const std::vector<Message> byProfile{mail("1", "words", {"Architect"})};
    QVERIFY(observe(role, byProfile, nothingRemembered, without(RoutingOption::ProfileIsAddress)).news.empty());
}

void TestMail::bufferIsAPosition()
{
    TeamKit kit;
    kit.speak("Alice", "one");
    kit.speak("Alice", "two");
    const RoleState* bob = kit.state.role(RoleName("Bob"));
    QCOMPARE(bob->unread(), 2);
    QVERIFY(!kit.state.isEverybodyIdle());
    kit.submit(ObserveMail{RoleName("Bob"), true});
    bob = kit.state.role(RoleName("Bob"));
    QCOMPARE(bob->unread(), 0);
    QVERIFY(bob->hasNews);
    QVERIFY(kit.submit(ObserveMail{RoleName("Bob"), true}).events.empty()); // nothing new to say
    kit.submit(SetRoleActivity{RoleName("Bob"), RoleActivity::Idle, {}, false, true});
    QVERIFY(!kit.state.role(RoleName("Bob"))->hasNews);
    kit.observeAll();
    QVERIFY(kit.state.isEverybodyIdle());
}

void TestMail::mailIsTakenUpToWhereItWasRead()
{
    TeamKit kit;
    kit.tell("Bob", "One");
    kit.tell("Bob", "Two");
    kit.submit(ObserveMail{RoleName("Bob"), false, 1});
    QCOMPARE(kit.state.role(RoleName("Bob"))->unread(), 1);
    kit.submit(ObserveMail{RoleName("Bob"), true, 99});
    QCOMPARE(kit.state.role(RoleName("Bob"))->unread(), 0);
    QVERIFY(kit.state.role(RoleName("Bob"))->hasNews);
}

} // namespace tst_mail

QUARTERDECK_TEST(tst_mail, TestMail)
#include "tst_mail.moc"
