#include "model/conversation/decide/decide.h"
#include "tests/model/conversation/team_kit.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_marks {

using namespace quarterdeck::conversation;

/// Messages that the person marks to be kept in memory.
class TestMarks final : public QObject
{
    Q_OBJECT
private slots:
    void markIsAnEvent_andIsTakenBackByOne();
    void whatIsSoAlready_makesNoEvent();
    void beforeTheMark_itIsNotThere();
    void refusals();
    void atMostSoMany();
    void recordingIsNotMarked();
};

void TestMarks::markIsAnEvent_andIsTakenBackByOne()
{
    TeamKit kit;
    kit.tell("Bob", "Seven.");
    kit.tell("Bob", "Eight.");
    QCOMPARE(kinds(kit.submit(PinMessage{{9}})), "message_marked");
    QCOMPARE(kinds(kit.submit(PinMessage{{7}})), "message_marked");
    const auto& body = std::get<MessagePinned>(kit.log.back().body);
    QVERIFY((body == MessagePinned{{7}, true, "person"}));
    QVERIFY((kit.state.keptMessages() == std::vector<EventSeq>{{7}, {9}})); // in order, whichever came first
    kit.submit(PinMessage{{9}, false});
    QVERIFY((kit.state.keptMessages() == std::vector<EventSeq>{{7}}));
    const auto copy = ConversationState::fromJson(kit.state.toJson());
    QVERIFY(copy && *copy == kit.state);
}

void TestMarks::whatIsSoAlready_makesNoEvent()
{
    TeamKit kit;
    QCOMPARE(kinds(kit.submit(PinMessage{{2}, false})), "");
    kit.submit(PinMessage{{2}});
    const Decision again = kit.submit(PinMessage{{2}});
    QVERIFY(!again.error && again.events.empty());
}

void TestMarks::beforeTheMark_itIsNotThere()
{
    TeamKit kit;
    kit.submit(PinMessage{{3}});
    kit.submit(PinMessage{{3}, false});
    ConversationState state;
    std::string kept;
    for (const Event& event : kit.log) {
        state.apply(event);
        kept += state.keptMessages().empty() ? '-' : '+';
    }
    QCOMPARE(kept.substr(kept.size() - 3), std::string("-+-"));
}

void TestMarks::refusals()
{
    TeamKit kit;
    QCOMPARE(kit.submit(PinMessage{{0}}).error->code, ErrorCode::NotFound);
    QCOMPARE(kit.submit(PinMessage{{kit.state.lastSeq().value + 1}}).error->code, ErrorCode::NotFound);
}

void TestMarks::atMostSoMany()
{
    TeamKit kit;
    const auto most = static_cast<std::int64_t>(ConversationState::maxKeptMessages);
    for (std::int64_t i = 0; i < most; ++i) {
        kit.tell("Bob", "Word");
        QVERIFY(!kit.submit(PinMessage{kit.state.lastSeq()}).error);
    }
    kit.tell("Bob", "Word");
    const Decision refused = kit.submit(PinMessage{kit.state.lastSeq()});
    QCOMPARE(refused.error->code, ErrorCode::NotAllowed);
    QVERIFY2(sentence(refused).contains(QString::number(most)), qPrintable(sentence(refused)));
    // A foreign log that continues.
    Event more{{kit.state.lastSeq().value + 1}, {}, 0, MessagePinned{kit.state.lastSeq(), true, "?"}};
    kit.state.apply(more);
    QCOMPARE(kit.state.keptMessages().size(), ConversationState::maxKeptMessages);
    kit.submit(PinMessage{kit.state.keptMessages().front(), false});
    QVERIFY(!kit.submit(PinMessage{{1}}).error);
}

void TestMarks::recordingIsNotMarked()
{
    TeamKit kit;
    kit.context.isImportedSession = true;
    QCOMPARE(kit.submit(PinMessage{{2}}).error->code, ErrorCode::NotAllowed);
    QVERIFY(kit.state.keptMessages().empty());
}

} // namespace tst_marks

QUARTERDECK_TEST(tst_marks, TestMarks)
#include "tst_marks.moc"
