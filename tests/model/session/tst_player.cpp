#include "model/conversation/channel.h"
#include "player_kit.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <random>

namespace tst_player {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using quarterdeck::replay::Moment;
using quarterdeck::replay::Player;
using quarterdeck::test::PlayerKit;
using quarterdeck::test::randomLog;
using quarterdeck::test::waitFor;

namespace {

constexpr std::int64_t start = 1'700'000'000'000;

/// A session whose messages come after the given gaps.
std::vector<Event> logWithGaps(const std::vector<std::int64_t>& gaps)
{
    std::vector<Event> log = randomLog(1, 6);
    for (Event& event : log)
        event.time = {start};
    std::int64_t time = start;
    for (const std::int64_t gap : gaps) {
        time += gap;
        log.push_back({log.back().seq.next(), {time}, 0, RoundStarted{static_cast<std::int32_t>(log.size()), 1}});
    }
    return log;
}

/// Where the clock is after this long at speed 1: found by adding up, not by ticking.
EventSeq expectedAt(const std::vector<Event>& log, double played, bool areGapsShortened)
{
    EventSeq seq{1};
    for (std::size_t i = 1; i < log.size(); ++i) {
        auto gap =
            static_cast<double>(std::max<std::int64_t>(0, log[i].time.msSinceEpoch - log[i - 1].time.msSinceEpoch));
        if (areGapsShortened)
            gap = std::min(gap, 2000.0);
        played -= gap;
        if (played < 0)
            break;
        seq = log[i].seq;
    }
    return seq;
}

} // namespace

/// The clock of a replay: where it lands, at any speed; it always shows the fold.
class TestPlayer final : public QObject
{
    Q_OBJECT
private slots:
    void landsWhereItShould_data();
    void landsWhereItShould();
    void timeRunsThroughGaps();
    void speedIsClamped();
    void changedSpeedCountsFromNow();
    void shorteningGapsKeepsTheTime();
    void finishesOnce();
    void aThousandfoldOverALongLog();
    void playBeforeTheFirstMoment();
    void pauses();
    void seeksAreFolds_data();
    void seeksAreFolds();
    void seekBeyondTheEnds();
    void seekWhilePlaying();
    void lateAnswersAreDropped();
    void seeksTime();
    void playsOnFromASoughtTime();
    void seeksTimeBeyondTheEnds();
    void failedReads();
    void failedReadAhead();
    void isGoneBeforeTheLibraryAnswers();
};

void TestPlayer::landsWhereItShould_data()
{
    QTest::addColumn<double>("speed");
    QTest::addColumn<bool>("areGapsShortened");
    for (const double speed : {0.5, 1.0, 4.0, 60.0, 1000.0}) {
        QTest::addRow("%gx", speed) << speed << false;
        QTest::addRow("%gx, gaps shortened", speed) << speed << true;
    }
}

void TestPlayer::landsWhereItShould()
{
    QFETCH(const double, speed);
    QFETCH(const bool, areGapsShortened);
    PlayerKit kit(randomLog(7, 300));
    kit.player->setSpeed(speed);
    kit.player->setGapsShortened(areGapsShortened);
    kit.player->play();
    double played = 0;
    for (const std::int64_t ms : {3, 500, 2000, 16, 9000, 40'000}) {
        kit.pass(ms);
        played += static_cast<double>(ms) * speed;
        QCOMPARE(kit.moment().seq, expectedAt(kit.log, played, areGapsShortened));
        QVERIFY(kit.isFold());
    }
}

void TestPlayer::timeRunsThroughGaps()
{
    PlayerKit kit(logWithGaps({1000, 60'000, 1000}));
    kit.player->setGapsShortened(false);
    kit.player->play();
    kit.pass(1250);
    QCOMPARE(kit.moment().time, Timestamp{start + 1250});
    QCOMPARE(kit.moment().seq, EventSeq{7});
    kit.pass(30'000);
    QCOMPARE(kit.moment().time, Timestamp{start + 31'250});
    QCOMPARE(kit.moment().seq, EventSeq{7});

    PlayerKit shortened(logWithGaps({1000, 60'000, 1000}));
    shortened.player->play();
    shortened.pass(2000); // half of the two seconds into which a minute is shortened
    QCOMPARE(shortened.moment().time, Timestamp{start + 31'000});
    for (std::size_t i = 1; i < shortened.moments.size(); ++i)
        QVERIFY(shortened.moments[i - 1].time <= shortened.moments[i].time);
}

void TestPlayer::speedIsClamped()
{
    PlayerKit kit(logWithGaps({1000}));
    kit.player->setSpeed(0.001);
    QCOMPARE(kit.player->speed(), 0.5);
    kit.player->setSpeed(1e9);
    QCOMPARE(kit.player->speed(), 1000.0);
}

void TestPlayer::changedSpeedCountsFromNow()
{
    PlayerKit kit(logWithGaps({100'000, 100'000}));
    kit.player->setGapsShortened(false);
    kit.player->play();
    kit.now += 10;
    kit.player->setSpeed(1000); // the ten milliseconds before were slow ones
    kit.pass(1);
    QCOMPARE(kit.moment().time, Timestamp{start + 1010});
}

void TestPlayer::shorteningGapsKeepsTheTime()
{
    PlayerKit kit(logWithGaps({60'000, 1000}));
    kit.player->play();
    kit.pass(500);
    QCOMPARE(kit.moment().time, Timestamp{start + 15'000});
    kit.player->setGapsShortened(false);
    kit.pass(0);
    QCOMPARE(kit.moment().time, Timestamp{start + 15'000});
    kit.pass(15'000);
    QCOMPARE(kit.moment().time, Timestamp{start + 30'000});
    kit.player->setGapsShortened(true);
    kit.pass(500);
    QCOMPARE(kit.moment().time, Timestamp{start + 45'000});
    QCOMPARE(kit.moment().seq, EventSeq{6});
}

void TestPlayer::finishesOnce()
{
    PlayerKit kit(logWithGaps({100, 100, 100}));
    QSignalSpy playing(kit.player.get(), &Player::playingChanged);
    kit.player->play();
    kit.player->play();
    kit.pass(1000);
    QVERIFY(waitFor([&] { return !kit.player->isPlaying(); }));
    kit.pass(5000);
    QCOMPARE(kit.finishes, 1);
    QCOMPARE(kit.moment().seq, kit.last());
    QCOMPARE(kit.moment().time, kit.log.back().time);
    QCOMPARE(playing.size(), 2);
    QCOMPARE(playing.at(0).at(0), true);
    QCOMPARE(playing.at(1).at(0), false);
}

void TestPlayer::aThousandfoldOverALongLog()
{
    std::vector<std::int64_t> gaps(20'000, 1);
    PlayerKit kit(logWithGaps(gaps));
    kit.player->setSpeed(1000);
    kit.player->play();
    kit.now += 60'000; // all of it is due at once
    QVERIFY(waitFor([&] { return kit.finishes == 1; }, 60'000));
    QCOMPARE(kit.moment().seq, kit.last());
    std::int64_t most = 0;
    for (std::size_t i = 1; i < kit.moments.size(); ++i)
        most = std::max(most, kit.moments[i].seq.value - kit.moments[i - 1].seq.value);
    QVERIFY2(most <= 2000, qPrintable(QString::number(most)));
    QVERIFY(kit.isFold());
}

void TestPlayer::playBeforeTheFirstMoment()
{
    QObject context;
    quarterdeck::test::ScriptedLibrary library(&context);
    const std::vector<Event> log = logWithGaps({100'000});
    Player player(quarterdeck::test::store(library, log), library);
    QSignalSpy playing(&player, &Player::playingChanged);
    player.start({1});
    player.play();
    QVERIFY(waitFor([&] { return player.isPlaying(); }));
    QCOMPARE(playing.size(), 1);
    player.pause();

    Player paused(quarterdeck::test::store(library, log), library);
    QSignalSpy moments(&paused, &Player::momentChanged);
    paused.start({1});
    paused.play();
    paused.pause();
    QVERIFY(moments.wait(test::waitLimitMs));
    QVERIFY(!paused.isPlaying());
}

void TestPlayer::pauses()
{
    PlayerKit kit(logWithGaps({1000, 1000, 1000}));
    kit.player->play();
    kit.pass(1500);
    kit.player->pause();
    const std::size_t shown = kit.moments.size();
    kit.now += 100'000; // the time of a pause does not count
    kit.settle();
    QCOMPARE(kit.moments.size(), shown);
    kit.player->play();
    kit.pass(499);
    QCOMPARE(kit.moment().seq, EventSeq{7});
    kit.pass(1);
    QCOMPARE(kit.moment().seq, EventSeq{8});
}

void TestPlayer::seeksAreFolds_data()
{
    QTest::addColumn<bool>("isDecided");
    QTest::newRow("decided") << true;
    QTest::newRow("any log") << false;
}

void TestPlayer::seeksAreFolds()
{
    QFETCH(const bool, isDecided);
    PlayerKit kit(randomLog(3, 1500, isDecided));
    std::mt19937 random(11);
    for (int i = 0; i < 120; ++i) {
        const int what = static_cast<int>(random() % 5);
        const EventSeq seq{static_cast<std::int64_t>(1 + random() % kit.log.size())};
        const bool isShown = kit.shows([&] {
            if (what == 0)
                kit.player->stepForward();
            else if (what == 1)
                kit.player->stepBackward();
            else if (what == 2)
                kit.player->nextQuestion();
            else if (what == 3)
                kit.player->seekTime(kit.log.at(static_cast<std::size_t>(seq.value - 1)).time);
            else
                kit.player->seek(seq);
        });
        QVERIFY(isShown || kit.moment().seq == kit.last());
        QVERIFY(kit.isFold());
        if (what == 4)
            QCOMPARE(kit.moment().seq, seq);
    }
    QVERIFY(kit.errors.empty());
}

void TestPlayer::seekBeyondTheEnds()
{
    PlayerKit kit(logWithGaps({1000, 1000}));
    QVERIFY(kit.shows([&] { kit.player->seek({1'000'000}); }));
    QCOMPARE(kit.moment().seq, kit.last());
    QVERIFY(kit.shows([&] { kit.player->seek({-5}); }));
    QCOMPARE(kit.moment().seq, EventSeq{1});
    QVERIFY(kit.isFold());
}

void TestPlayer::seekWhilePlaying()
{
    PlayerKit kit(logWithGaps(std::vector<std::int64_t>(50, 100)), true);
    QVERIFY(kit.shows([&] { kit.player->seek({50}); }));
    kit.player->play();
    kit.library.holdReads();
    kit.player->seek({10});
    const std::size_t shown = kit.moments.size();
    kit.now += 100'000; // the end would be reached, were it not left
    QTimer soon;
    QSignalSpy later(&soon, &QTimer::timeout);
    soon.start(60);
    QVERIFY(later.wait(test::waitLimitMs));
    QCOMPARE(kit.moments.size(), shown);
    QCOMPARE(kit.finishes, 0);
    QVERIFY(kit.shows([&] { kit.library.releaseReads(); }));
    QCOMPARE(kit.moments.at(shown).seq, EventSeq{10});
    QVERIFY(kit.player->isPlaying());
    kit.pass(250);
    QCOMPARE(kit.moment().seq, EventSeq{12});
}

void TestPlayer::lateAnswersAreDropped()
{
    PlayerKit kit(randomLog(5, 400));
    kit.library.holdReads();
    kit.player->seek({100});
    kit.player->seek({200});
    kit.player->seekTime(kit.log[20].time);
    kit.player->seek({300});
    QCOMPARE(kit.library.heldReads(), std::size_t(4));
    const std::size_t shown = kit.moments.size();
    kit.library.releaseRead(3); // the newest wish is answered first
    QVERIFY(waitFor([&] { return kit.moments.size() > shown; }));
    kit.library.releaseReads();
    kit.settle();
    QCOMPARE(kit.moments.size(), shown + 1);
    QCOMPARE(kit.moment().seq, EventSeq{300});
    QVERIFY(kit.shows([&] { kit.player->stepForward(); })); // its read-ahead goes on from there
    QVERIFY(kit.moment().seq > EventSeq{300});
    QVERIFY(kit.isFold());
}

void TestPlayer::seeksTime()
{
    PlayerKit kit(logWithGaps({1000, 60'000, 1000}));
    QVERIFY(kit.shows([&] { kit.player->seekTime({start + 31'000}); }));
    QCOMPARE(kit.moment().seq, EventSeq{7});
    QCOMPARE(kit.moment().time, Timestamp{start + 31'000});
    QVERIFY(kit.shows([&] { kit.player->seekTime({start + 61'000}); }));
    QCOMPARE(kit.moment().seq, EventSeq{8});
    QVERIFY(kit.isFold());
}

void TestPlayer::playsOnFromASoughtTime()
{
    PlayerKit kit(logWithGaps({1000, 60'000, 1000}));
    QVERIFY(kit.shows([&] { kit.player->seekTime({start + 31'000}); }));
    kit.player->play();
    kit.pass(500);
    QCOMPARE(kit.moment().time, Timestamp{start + 46'000});
    kit.pass(500);
    QCOMPARE(kit.moment().seq, EventSeq{8});
    for (const Moment& moment : kit.moments)
        QVERIFY(&moment == &kit.moments.front() || moment.time >= Timestamp{start + 31'000});
}

void TestPlayer::seeksTimeBeyondTheEnds()
{
    PlayerKit kit(logWithGaps({1000, 1000}));
    QVERIFY(kit.shows([&] { kit.player->seekTime({start - 1}); }));
    QCOMPARE(kit.moment().seq, EventSeq{1});
    QVERIFY(kit.shows([&] { kit.player->seekTime({start + 1'000'000}); }));
    QCOMPARE(kit.moment().seq, kit.last());
}

void TestPlayer::failedReads()
{
    PlayerKit kit(logWithGaps({1000, 1000}));
    const std::size_t shown = kit.moments.size();
    kit.library.failReads(true);
    const std::vector<std::function<void()>> wishes{
        [&] { kit.player->seek({3}); }, [&] { kit.player->seekTime({start}); }, [&] { kit.player->nextQuestion(); }};
    for (const std::function<void()>& wish : wishes) {
        kit.errors.clear();
        wish();
        QVERIFY(waitFor([&] { return !kit.errors.empty(); }));
    }
    QCOMPARE(kit.moments.size(), shown);
    kit.library.failReads(false);
    QVERIFY(kit.shows([&] { kit.player->seek({3}); }));
    QCOMPARE(kit.moment().seq, EventSeq{3});
}

void TestPlayer::failedReadAhead()
{
    PlayerKit kit(logWithGaps(std::vector<std::int64_t>(2000, 10)));
    kit.library.failReads(true);
    kit.player->play();
    kit.now += 10'000;
    QVERIFY(waitFor([&] { return !kit.errors.empty(); }));
    QVERIFY(!kit.player->isPlaying()); // nothing would ever come
    QCOMPARE(kit.finishes, 0);
    kit.library.failReads(false);
    kit.player->play();
    kit.now += 100'000;
    QVERIFY(waitFor([&] { return kit.finishes == 1; }));
    QCOMPARE(kit.moment().seq, kit.last());
    QVERIFY(kit.isFold());
}

void TestPlayer::isGoneBeforeTheLibraryAnswers()
{
    PlayerKit kit(randomLog(5, 100));
    const std::size_t shown = kit.moments.size();
    kit.library.holdReads();
    kit.player->seek({50});
    kit.player->stepBackward();
    kit.player.reset();
    kit.library.releaseReads();
    kit.settle();
    QCOMPARE(kit.moments.size(), shown);
}

} // namespace tst_player

QUARTERDECK_TEST(tst_player, TestPlayer)
#include "tst_player.moc"
