#include "model/conversation/channel.h"
#include "tests/model/conversation/held_kit.h"
#include "tests/model/conversation/random_conversation.h"
#include "tests/support/test.h"

#include <QTest>
#include <map>

namespace tst_holding_at_random {

using namespace quarterdeck::conversation;
using namespace held_kit;

/// What must hold for any conversation, any rules and any order of deciding.
class TestHoldingAtRandom final : public QObject
{
    Q_OBJECT
private slots:
    void heldAndLetGo_isAsIfThereWereNoRule_data();
    void heldAndLetGo_isAsIfThereWereNoRule();
    void nothingIsLostDoubledOrOvertaken_data();
    void nothingIsLostDoubledOrOvertaken();
};

namespace {

/// Whatever anybody might say; nothing that names an event by its number.
bool isPlain(const Intent& intent)
{
    return !std::holds_alternative<PinMessage>(intent) && !std::holds_alternative<Annotate>(intent)
        && !std::holds_alternative<StartSession>(intent);
}

void holdAll(TeamKit& kit)
{
    kit.submit(SetHoldRule{everything()});
    HoldRule toMe;
    toMe.id = HoldRuleId("to me");
    toMe.to = {address::person};
    kit.submit(SetHoldRule{toMe});
}

QStringList chatsOf(const ConversationState& state)
{
    QStringList chats;
    for (const DirectChat& chat : state.directChats())
        chats << QString::fromStdString(chat.role.str()) + (chat.isPrivate ? " in private" : " aloud");
    return chats;
}

/// Rows of all channels but `everything`, where held messages are rows, too.
std::map<ChannelKey, std::int64_t> rowsOf(const ConversationState& state)
{
    std::map<ChannelKey, std::int64_t> rows = state.channels();
    rows.erase(channel::everything);
    return rows;
}

} // namespace

void TestHoldingAtRandom::heldAndLetGo_isAsIfThereWereNoRule_data()
{
    QTest::addColumn<bool>("isMgx");
    QTest::addColumn<bool>("isPublic");
    QTest::newRow("public") << false << true;
    QTest::newRow("private") << false << false;
    QTest::newRow("MGX, public") << true << true;
    QTest::newRow("MGX, private") << true << false;
}

void TestHoldingAtRandom::heldAndLetGo_isAsIfThereWereNoRule()
{
    QFETCH(const bool, isMgx);
    QFETCH(const bool, isPublic);
    const std::uint32_t seeds = qEnvironmentVariableIsSet("QUARTERDECK_FULL") ? 1000 : 40;
    int heldOnes = 0;
    for (std::uint32_t seed = 0; seed < seeds; ++seed) {
        RandomConversation random(seed);
        TeamKit::Settings settings;
        settings.fidelity = isMgx ? Fidelity::Mgx : Fidelity::Quarterdeck;
        TeamKit free(settings, isPublic);
        TeamKit held(settings, isPublic);
        holdAll(held);
        const std::int64_t rules = 2; // rows of `public`
        for (int step = 0; step < 60; ++step) {
            const Intent intent = random.intent(free.state);
            if (!isPlain(intent))
                continue;
            const Decision one = free.submit(intent);
            const Decision other = held.submit(intent);
            QCOMPARE(other.error.has_value(), one.error.has_value());
            while (!held.state.held().empty()) {
                ++heldOnes;
                const Decision released = held.submit(releaseOf(held.log, held.state.held().front()->seq));
                QVERIFY2(!released.error, released.error ? released.error->sentence.c_str() : "");
            }
            QCOMPARE(chatsOf(held.state), chatsOf(free.state));
        }
        for (const auto& [role, mail] : inboxesOf(free.log))
            QCOMPARE(inboxesOf(held.log)[role], mail);
        QVERIFY(held.state.roles() == free.state.roles());
        QCOMPARE(held.state.totalTokens(), free.state.totalTokens());
        QCOMPARE(held.state.messageCount(), free.state.messageCount());
        std::map<ChannelKey, std::int64_t> rows = rowsOf(held.state);
        rows[channel::publicOnly] -= rules;
        std::erase_if(rows, [](const auto& one) { return one.second == 0; });
        QVERIFY(rows == rowsOf(free.state));
    }
    QVERIFY(heldOnes > static_cast<int>(seeds)); // it was about something
}

void TestHoldingAtRandom::nothingIsLostDoubledOrOvertaken_data()
{
    QTest::addColumn<bool>("isPublic");
    QTest::newRow("public") << true;
    QTest::newRow("private") << false;
}

void TestHoldingAtRandom::nothingIsLostDoubledOrOvertaken()
{
    QFETCH(const bool, isPublic);
    const std::uint32_t seeds = qEnvironmentVariableIsSet("QUARTERDECK_FULL") ? 5000 : 200;
    const std::vector<const char*> names{"Mike", "Alice", "Bob", "Alex", "David"};
    for (std::uint32_t seed = 0; seed < seeds; ++seed) {
        RandomConversation random(seed);
        TeamKit kit({}, isPublic);
        const auto anyone = [&] { return names[static_cast<std::size_t>(random.below(5))]; };
        std::map<QString, bool> isDropped; ///< each text that was said, and what became of it
        const auto oneHeld = [&] {
            const auto& held = kit.state.held();
            return held[static_cast<std::size_t>(random.below(static_cast<int>(held.size())))]->seq;
        };
        for (int step = 0; step < 80; ++step) {
            const int what = random.below(100);
            if (what < 60) {
                const QString text = QString("%1 %2").arg(anyone()).arg(step);
                kit.speak(text.section(' ', 0, 0).toUtf8(), text.toUtf8(), {anyone()});
                isDropped[text] = false;
            } else if (what < 70) {
                HoldRule rule = random.holdRule();
                rule.text = random.chance(50) ? "1" : "";
                kit.submit(SetHoldRule{rule});
            } else if (what < 75 && !kit.state.holdRules().empty()) {
                kit.submit(RemoveHoldRule{kit.state.holdRules().front().id});
            } else if (what < 95 && !kit.state.held().empty()) {
                kit.submit(releaseAnyway(kit.log, oneHeld())); // may be refused
            } else if (!kit.state.held().empty()) {
                const EventSeq seq = oneHeld();
                isDropped[words(releaseOf(kit.log, seq).held)] = true;
                kit.submit(DropHeld{seq});
            }
            while (const auto next = goesByItself(kit))
                QVERIFY(!kit.submit(*next).error);
        }
        while (!kit.state.held().empty())
            QVERIFY(!kit.submit(releaseAnyway(kit.log, kit.state.held().front()->seq)).error);
        std::map<QString, int> reachedBy;
        for (const auto& [role, mail] : inboxesOf(kit.log)) {
            std::map<QString, int> newest; ///< by speaker
            for (const QString& copy : mail) {
                const QString text = copy.section(": ", -1);
                QVERIFY2(isDropped.contains(text) && !isDropped[text], qPrintable(text));
                const QString speaker = text.section(' ', 0, 0);
                ++reachedBy[text];
                if (speaker == QString::fromStdString(role))
                    continue; // it hears itself in a public chat, and what it tells itself is never held
                const int number = text.section(' ', 1).toInt() + 1;
                QVERIFY2(newest[speaker] < number, qPrintable(text)); // neither twice nor after a later one
                newest[speaker] = number;
            }
        }
        for (const auto& [text, dropped] : isDropped)
            QVERIFY2(dropped || reachedBy[text] > 0, qPrintable(text));
    }
}

} // namespace tst_holding_at_random

QUARTERDECK_TEST(tst_holding_at_random, TestHoldingAtRandom)
#include "tst_holding_at_random.moc"
