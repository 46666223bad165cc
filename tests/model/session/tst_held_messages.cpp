#include "model/session/held_messages.h"
#include "tests/model/session/support/session_kit.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QTest>

namespace tst_held_messages {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using session::Session;
using test::said;
using test::SessionKit;
using test::waitFor;

namespace {

HoldRule ruleFor(const char* text)
{
    HoldRule rule;
    rule.id = HoldRuleId(text);
    rule.text = text;
    return rule;
}

HoldRule everything()
{
    HoldRule rule;
    rule.id = holdsEverything;
    return rule;
}

/// What reached others, in order.
QStringList delivered(const SessionKit& kit, const Session& session)
{
    QStringList texts;
    for (const session::Event& event : kit.log(session.id()))
        if (const auto* published = std::get_if<MessagePublished>(&event.body); published && !published->route.hold)
            texts << QString::fromStdString(textOf(published->message));
    return texts;
}

} // namespace

/// Messages of a live session that wait for the person.
class TestHeldMessages final : public QObject
{
    Q_OBJECT
private slots:
    void letGo_withOtherWords();
    void whatWaitedBehind_followsByItself();
    void whatWaitedBehind_followsAfterARestart();
    void whatARuleWantsSince_staysBehind();
    void afterAFailureToStore_itIsTriedAgain();
    void allGoInOrder();
    void whatWentAlready_isNoError();
    void whatIsNotHeld_isRefused();
    void failureToStore_leavesThemHeld();
    void words_areReplacedAndTheRestStays();
};

void TestHeldMessages::letGo_withOtherWords()
{
    SessionKit kit;
    Session* session = kit.create();
    kit.submit(session, SetHoldRule{everything()});
    kit.submit(session, said("Alex", "deploy it", "David"));
    const EventSeq held = session->state()->held().front()->seq;
    std::optional<Decision> outcome;
    session::HeldChanges changes;
    changes.content = textBlocks("stage it");
    session::releaseHeld(*session, held, changes, [&](const Decision& decision) { outcome = decision; });
    QVERIFY(waitFor([&] { return outcome.has_value(); }));
    QVERIFY(!outcome->error);
    QCOMPARE(delivered(kit, *session), QStringList{"stage it"});
    QVERIFY(session->state()->held().empty());
}

void TestHeldMessages::whatWaitedBehind_followsByItself()
{
    SessionKit kit;
    Session* session = kit.create();
    kit.submit(session, SetHoldRule{ruleFor("deploy")});
    for (const char* text : {"deploy it", "two", "three"})
        kit.submit(session, said("Alex", text, "David"));
    QCOMPARE(session->state()->held().size(), std::size_t(3));
    session::releaseHeld(*session, session->state()->held().front()->seq, {}, {});
    QVERIFY(waitFor([&] { return session->state()->held().empty(); }));
    QCOMPARE(delivered(kit, *session), (QStringList{"deploy it", "two", "three"}));
}

/// The program may end between the one and the other.
void TestHeldMessages::whatWaitedBehind_followsAfterARestart()
{
    SessionKit kit;
    Session* session = kit.create();
    const session::SessionId id = session->id();
    kit.submit(session, SetHoldRule{ruleFor("deploy")});
    kit.submit(session, said("Alex", "deploy it", "David"));
    kit.submit(session, said("Alex", "two", "David"));
    kit.submit(session, DropHeld{session->state()->held().front()->seq});
    kit.reopen();
    session = kit.open(id);
    QVERIFY(session);
    QVERIFY(waitFor([&] { return session->state()->held().empty(); }));
    QCOMPARE(delivered(kit, *session), QStringList{"two"});
}

/// Until a rule made since then is gone, and those behind it with it.
void TestHeldMessages::whatARuleWantsSince_staysBehind()
{
    SessionKit kit;
    Session* session = kit.create();
    kit.submit(session, SetHoldRule{ruleFor("deploy")});
    kit.submit(session, said("Alex", "deploy it", "David"));
    kit.submit(session, said("Alex", "two", "David"));
    kit.submit(session, said("Alex", "three", "David"));
    kit.submit(session, said("Bob", "deploy that", "David"));
    kit.submit(session, said("Bob", "four", "David"));
    kit.submit(session, SetHoldRule{ruleFor("two")});
    kit.submit(session, DropHeld{session->state()->held().front()->seq});
    kit.settle();
    QVERIFY(delivered(kit, *session).isEmpty());
    const EventSeq bobs = session->state()->held()[2]->seq;
    session::releaseHeld(*session, bobs, {}, {});
    QVERIFY(waitFor([&] { return session->state()->held().size() == 2; }));
    QCOMPARE(delivered(kit, *session), (QStringList{"deploy that", "four"})); // the others are tried, too
    kit.submit(session, RemoveHoldRule{HoldRuleId("two")});
    QVERIFY(waitFor([&] { return session->state()->held().empty(); }));
    QCOMPARE(delivered(kit, *session), (QStringList{"deploy that", "four", "two", "three"}));
}

void TestHeldMessages::afterAFailureToStore_itIsTriedAgain()
{
    SessionKit kit;
    Session* session = kit.create();
    kit.submit(session, SetHoldRule{ruleFor("deploy")});
    kit.submit(session, said("Alex", "deploy it", "David"));
    kit.submit(session, said("Alex", "two", "David"));
    const EventSeq first = session->state()->held().front()->seq;
    session->submit(DropHeld{first}, [&](const Decision&) { kit.library->refuseAppends(1); });
    QVERIFY(waitFor([&] { return session->state()->held().size() == 1; }));
    kit.settle();
    QCOMPARE(session->state()->held().size(), std::size_t(1));
    kit.submit(session, said("Bob", "anything", "Alice"));
    QVERIFY(waitFor([&] { return session->state()->held().empty(); }));
    QCOMPARE(delivered(kit, *session), (QStringList{"anything", "two"}));
}

void TestHeldMessages::allGoInOrder()
{
    SessionKit kit;
    Session* session = kit.create();
    kit.submit(session, SetHoldRule{everything()});
    QStringList texts;
    for (int i = 0; i < 50; ++i) {
        texts << QString::number(i);
        kit.submit(session, said(i % 2 == 0 ? "Alex" : "Bob", std::to_string(i), "David"));
    }
    std::optional<std::size_t> released;
    session::releaseAllHeld(*session, session::heldBy(*session->state(), {}), {},
                            [&](std::size_t count, const std::optional<Error>& error) {
                                QVERIFY(!error);
                                released = count;
                            });
    QVERIFY(waitFor([&] { return released.has_value(); }));
    QCOMPARE(*released, std::size_t(50));
    QCOMPARE(delivered(kit, *session), texts);
    QVERIFY(session->state()->held().empty());
}

void TestHeldMessages::whatWentAlready_isNoError()
{
    SessionKit kit;
    Session* session = kit.create();
    kit.submit(session, SetHoldRule{everything()});
    kit.submit(session, said("Alex", "one", "David"));
    const std::vector<EventSeq> held = session::heldBy(*session->state(), {});
    int answers = 0;
    std::size_t released = 0;
    for (int click = 0; click < 2; ++click)
        session::releaseAllHeld(*session, held, {}, [&](std::size_t count, const std::optional<Error>& error) {
            QVERIFY(!error);
            released += count;
            ++answers;
        });
    QVERIFY(waitFor([&] { return answers == 2; }));
    QCOMPARE(released, std::size_t(1));
    QCOMPARE(delivered(kit, *session), QStringList{"one"});
}

void TestHeldMessages::whatIsNotHeld_isRefused()
{
    SessionKit kit;
    Session* session = kit.create();
    kit.submit(session, said("Alex", "one", "David"));
    for (const EventSeq seq : {session->state()->lastSeq(), EventSeq{1}, EventSeq{99}}) {
        std::optional<Decision> outcome;
        session::releaseHeld(*session, seq, {}, [&](const Decision& decision) { outcome = decision; });
        QVERIFY(waitFor([&] { return outcome.has_value(); }));
        QVERIFY(outcome->error && outcome->events.empty());
    }
}

void TestHeldMessages::failureToStore_leavesThemHeld()
{
    SessionKit kit;
    Session* session = kit.create();
    kit.submit(session, SetHoldRule{everything()});
    kit.submit(session, said("Alex", "one", "David"));
    kit.library->refuseAppends(1);
    std::optional<Error> failed;
    session::releaseAllHeld(*session, session::heldBy(*session->state(), {}), {},
                            [&](std::size_t count, const std::optional<Error>& error) {
                                QCOMPARE(count, std::size_t(0));
                                failed = error;
                            });
    QVERIFY(waitFor([&] { return failed.has_value(); }));
    QCOMPARE(session->state()->held().size(), std::size_t(1));
    QVERIFY(delivered(kit, *session).isEmpty());
}

void TestHeldMessages::words_areReplacedAndTheRestStays()
{
    const std::vector<ContentBlock> content{ThinkingBlock{"hm", {}}, TextBlock{"one"}, ToolUseBlock{"1", "run", {}, {}},
                                            TextBlock{"two"}};
    const std::vector<ContentBlock> changed = session::withText(content, "three");
    QVERIFY(
        (changed
         == std::vector<ContentBlock>{ThinkingBlock{"hm", {}}, TextBlock{"three"}, ToolUseBlock{"1", "run", {}, {}}}));
    QVERIFY((session::withText({}, "words") == std::vector<ContentBlock>{TextBlock{"words"}}));
}

} // namespace tst_held_messages

QUARTERDECK_TEST(tst_held_messages, TestHeldMessages)
#include "tst_held_messages.moc"
