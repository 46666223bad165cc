#include "model/conversation/channel.h"
#include "player_kit.h"
#include "tests/support/test.h"

#include <QTest>
#include <set>

namespace tst_player_steps {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using quarterdeck::test::PlayerKit;
using quarterdeck::test::randomLog;
using quarterdeck::test::waitFor;

namespace {

/// The events that are rows of `everything`.
std::vector<EventSeq> rowsOf(const std::vector<Event>& log)
{
    std::vector<EventSeq> rows;
    ConversationState state;
    for (const Event& event : log) {
        const std::int64_t before = state.rowCount(channel::everything);
        state.apply(event);
        if (state.rowCount(channel::everything) > before)
            rows.push_back(event.seq);
    }
    return rows;
}

std::vector<EventSeq> questionsOf(const std::vector<Event>& log)
{
    std::vector<EventSeq> questions;
    for (const Event& event : log)
        if (std::holds_alternative<QuestionAsked>(event.body))
            questions.push_back(event.seq);
    return questions;
}

} // namespace

/// Steps by rows and questions: each is visited, none twice.
class TestPlayerSteps final : public QObject
{
    Q_OBJECT
private slots:
    void forwardVisitsEveryRow_data();
    void forwardVisitsEveryRow();
    void backwardVisitsEveryRow_data();
    void backwardVisitsEveryRow();
    void atTheEnds();
    void manyStepsAtOnce();
    void manyStepsBackAtOnce();
    void stepAfterASeekThatIsOnItsWay();
    void stepsPause();
    void stepsAcrossPiecesThatAreNotRead();
    void nextQuestionVisitsEachAndThenTheEnd();
    void goesOnBehindTheEndOfALiveSession_data();
    void goesOnBehindTheEndOfALiveSession();
};

void TestPlayerSteps::forwardVisitsEveryRow_data()
{
    QTest::addColumn<unsigned>("seed");
    QTest::addColumn<bool>("isDecided");
    QTest::newRow("decided") << 21u << true;
    QTest::newRow("any log") << 22u << false;
}

void TestPlayerSteps::forwardVisitsEveryRow()
{
    QFETCH(const unsigned, seed);
    QFETCH(const bool, isDecided);
    PlayerKit kit(randomLog(seed, 1200, isDecided)); // more than is read ahead at once
    for (const EventSeq row : rowsOf(kit.log)) {
        QVERIFY(kit.shows([&] { kit.player->stepForward(); }));
        QCOMPARE(kit.moment().seq, row);
        QCOMPARE(kit.moment().time, kit.log[static_cast<std::size_t>(row.value - 1)].time);
        QVERIFY(kit.isFold());
    }
    kit.player->stepForward();
    kit.settle();
    QCOMPARE(kit.moment().seq, kit.last());
}

void TestPlayerSteps::backwardVisitsEveryRow_data() { forwardVisitsEveryRow_data(); }

void TestPlayerSteps::backwardVisitsEveryRow()
{
    QFETCH(const unsigned, seed);
    QFETCH(const bool, isDecided);
    PlayerKit kit(randomLog(seed, 400, isDecided), true);
    std::vector<EventSeq> rows = rowsOf(kit.log);
    rows.pop_back(); // it is what the end shows already
    while (!rows.empty()) {
        QVERIFY(kit.shows([&] { kit.player->stepBackward(); }));
        QCOMPARE(kit.moment().seq, rows.back());
        QCOMPARE(kit.rows(), std::ssize(rows));
        QVERIFY(kit.isFold());
        rows.pop_back();
    }
    QVERIFY(kit.shows([&] { kit.player->stepBackward(); }));
    QCOMPARE(kit.moment().seq, EventSeq{1});
}

void TestPlayerSteps::atTheEnds()
{
    PlayerKit kit(randomLog(4, 100), true);
    const std::size_t shown = kit.moments.size();
    kit.player->stepForward();
    kit.settle();
    QCOMPARE(kit.moments.size(), shown);
    QVERIFY(kit.shows([&] { kit.player->seek({1}); }));
    QVERIFY(kit.shows([&] { kit.player->stepBackward(); }));
    QCOMPARE(kit.moment().seq, EventSeq{1});
    QVERIFY(kit.shows([&] { kit.player->stepForward(); })); // and no step of before is remembered
    QCOMPARE(kit.moment().seq, rowsOf(kit.log).front());
}

void TestPlayerSteps::manyStepsAtOnce()
{
    PlayerKit kit(randomLog(4, 2000));
    const std::vector<EventSeq> rows = rowsOf(kit.log);
    QVERIFY(rows.size() > 700);
    for (int i = 0; i < 700; ++i)
        kit.player->stepForward();
    QVERIFY(waitFor([&] { return kit.moment().seq == rows[699]; }));
    kit.settle();
    QCOMPARE(kit.moment().seq, rows[699]);
    QVERIFY(kit.isFold());
}

void TestPlayerSteps::manyStepsBackAtOnce()
{
    PlayerKit kit(randomLog(4, 500), true);
    const std::vector<EventSeq> rows = rowsOf(kit.log);
    for (int i = 0; i < 5; ++i)
        kit.player->stepBackward();
    QVERIFY(waitFor([&] { return kit.moment().seq == rows[rows.size() - 6]; }));
    kit.settle();
    QCOMPARE(kit.moment().seq, rows[rows.size() - 6]);
}

void TestPlayerSteps::stepAfterASeekThatIsOnItsWay()
{
    PlayerKit kit(randomLog(4, 500));
    const std::vector<EventSeq> rows = rowsOf(kit.log);
    kit.player->seek(rows[40]);
    kit.player->stepForward();
    QVERIFY(waitFor([&] { return kit.moment().seq == rows[41]; }));
    kit.player->stepBackward();
    kit.player->stepBackward();
    kit.player->stepForward();
    QVERIFY(waitFor([&] { return kit.moment().seq == rows[40]; }));
    kit.settle();
    QCOMPARE(kit.moment().seq, rows[40]);
    QVERIFY(kit.isFold());
}

void TestPlayerSteps::stepsPause()
{
    PlayerKit kit(randomLog(4, 200));
    for (const auto& step :
         std::vector<std::function<void()>>{[&] { kit.player->stepForward(); }, [&] { kit.player->stepBackward(); },
                                            [&] { kit.player->nextQuestion(); }}) {
        kit.player->play();
        QVERIFY(kit.player->isPlaying());
        step();
        QVERIFY(!kit.player->isPlaying());
        kit.settle();
    }
}

void TestPlayerSteps::stepsAcrossPiecesThatAreNotRead()
{
    std::vector<Event> log = randomLog(4, 6);
    while (log.size() < 3000) // a long silence, then one row
        log.push_back({log.back().seq.next(), log.back().time, 0, UsageRecorded{RoleName("Bob"), {}}});
    log.push_back({log.back().seq.next(), log.back().time, 0, RoundStarted{1, 1}});
    PlayerKit kit(log);
    QVERIFY(kit.shows([&] { kit.player->stepForward(); }));
    QCOMPARE(kit.moment().seq, kit.last());
    QCOMPARE(kit.rows(), 1);
    QVERIFY(kit.isFold());
}

void TestPlayerSteps::nextQuestionVisitsEachAndThenTheEnd()
{
    PlayerKit kit(randomLog(9, 1500));
    const std::vector<EventSeq> questions = questionsOf(kit.log);
    QVERIFY(questions.size() > 5);
    for (const EventSeq question : questions) {
        QVERIFY(kit.shows([&] { kit.player->nextQuestion(); }));
        QCOMPARE(kit.moment().seq, question);
        QVERIFY(kit.isFold());
        QVERIFY(!kit.moment().state->openQuestions().empty());
    }
    QVERIFY(kit.shows([&] { kit.player->nextQuestion(); }));
    QCOMPARE(kit.moment().seq, kit.last());
}

void TestPlayerSteps::goesOnBehindTheEndOfALiveSession_data()
{
    QTest::addColumn<bool>("isPlayed");
    QTest::newRow("by a step") << false;
    QTest::newRow("played") << true;
}

void TestPlayerSteps::goesOnBehindTheEndOfALiveSession()
{
    QFETCH(const bool, isPlayed);
    PlayerKit kit(randomLog(23, 40), true);
    kit.player->stepForward(); // finds the end
    kit.settle();
    for (int i = 0; i < 2; ++i) {
        Event event = kit.log.back();
        event.seq = event.seq.next();
        event.body = PublicChatSet{i == 0};
        kit.append(event);
        QVERIFY(kit.shows([&] {
            if (isPlayed)
                kit.player->play();
            else
                kit.player->stepForward();
        }));
        QVERIFY(waitFor([&] { return kit.moment().seq == event.seq && !kit.player->isPlaying(); }));
        QVERIFY(kit.isFold());
    }
}

} // namespace tst_player_steps

QUARTERDECK_TEST(tst_player_steps, TestPlayerSteps)
#include "tst_player_steps.moc"
