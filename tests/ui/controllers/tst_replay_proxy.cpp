#include "engine_thread.h"
#include "model/session/session.h"
#include "tests/support/test.h"
#include "ui/controllers/session_proxy.h"

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

namespace tst_replay_proxy {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using quarterdeck::test::EngineThread;
using quarterdeck::test::foldOf;
using quarterdeck::test::randomLog;
using quarterdeck::test::waitFor;
using quarterdeck::ui::ReplayProxy;

namespace {

/// A stored log, and a remote control of its replay.
struct Replayed
{
    Replayed() : log(randomLog(13, 800))
    {
        std::atomic<bool> isStored = false;
        engine.run([&] {
            ConversationState state;
            std::vector<session::LogRecord> records = session::makeLogRecords(state, log);
            engine.library->createSession(session::summaryOf(id, state), records,
                                          [&](const session::Result<session::Nothing>&) { isStored = true; });
        });
        (void)waitFor([&] { return isStored.load(); });
        client = make();
    }
    [[nodiscard]] std::unique_ptr<ReplayProxy> make()
    {
        auto made = std::make_unique<ReplayProxy>(id, engine.library, &engine.context);
        QObject::connect(made.get(), &ReplayProxy::momentChanged, &context,
                         [this](const replay::Moment& moment) { moments.push_back(moment); });
        return made;
    }
    [[nodiscard]] bool isAt(EventSeq seq)
    {
        return waitFor([&] { return client->moment().state && client->moment().seq == seq; });
    }
    [[nodiscard]] EventSeq last() const { return log.back().seq; }

    std::vector<Event> log;
    SessionId id{"recorded"};
    EngineThread engine;
    QObject context;
    std::vector<replay::Moment> moments;
    std::unique_ptr<ReplayProxy> client;
};

} // namespace

/// The ui's remote control of a player on another thread.
class TestReplayProxy final : public QObject
{
    Q_OBJECT
private slots:
    void startsWhereItIsTold();
    void controlsThePlayer();
    void playsToTheEnd();
    void momentsAreCoalesced();
    void failuresAreTold();
    void isDestroyedWhileItPlays();
    void keepsItsLibrary();
};

void TestReplayProxy::startsWhereItIsTold()
{
    Replayed replayed;
    QVERIFY(!replayed.client->moment().state);
    replayed.client->start(replayed.last());
    QVERIFY(replayed.isAt(replayed.last()));
    QVERIFY(*replayed.client->moment().state == foldOf(replayed.log, replayed.last()));
    QVERIFY(!replayed.client->isPlaying());
}

void TestReplayProxy::controlsThePlayer()
{
    Replayed replayed;
    replayed.client->start({1});
    QVERIFY(replayed.isAt({1}));
    replayed.client->seek({500});
    QVERIFY(replayed.isAt({500}));
    QVERIFY(*replayed.client->moment().state == foldOf(replayed.log, {500}));
    replayed.client->stepForward();
    QVERIFY(waitFor([&] { return replayed.client->moment().seq > EventSeq{500}; }));
    const EventSeq row = replayed.client->moment().seq;
    replayed.client->stepForward();
    QVERIFY(waitFor([&] { return replayed.client->moment().seq > row; }));
    replayed.client->stepBackward();
    QVERIFY(replayed.isAt(row));
    replayed.client->seek({1});
    QVERIFY(replayed.isAt({1}));
    replayed.client->nextQuestion();
    QVERIFY(waitFor([&] { return !replayed.client->moment().state->openQuestions().empty(); }));
    replayed.client->seekTime({replayed.log.back().time.msSinceEpoch + 1'000'000'000});
    QVERIFY(replayed.isAt(replayed.last()));
}

void TestReplayProxy::playsToTheEnd()
{
    Replayed replayed;
    QSignalSpy playing(replayed.client.get(), &ReplayProxy::playingChanged);
    replayed.client->setSpeed(1000);
    replayed.client->setGapsShortened(true);
    replayed.client->start({1});
    replayed.client->setPlaying(true); // before anything is shown
    QVERIFY(waitFor([&] { return playing.size() == 2; }));
    QVERIFY(!replayed.client->isPlaying());
    QVERIFY(replayed.isAt(replayed.last()));
    EventSeq before;
    for (const replay::Moment& moment : replayed.moments) {
        QVERIFY(moment.seq >= before);
        before = moment.seq;
    }
    QVERIFY(replayed.moments.size() > 2);
}

void TestReplayProxy::momentsAreCoalesced()
{
    Replayed replayed;
    replayed.client->start({1});
    QVERIFY(replayed.isAt({1}));
    replayed.moments.clear();
    for (int i = 2; i <= 40; ++i) { // each is shown by the player; this thread has its back turned
        replayed.client->seek({i});
        std::atomic<bool> isRead = false;
        replayed.engine.run(
            [&] { replayed.engine.library->inner().listSessions([&](const auto&) { isRead = true; }); });
        while (!isRead)
            QThread::yieldCurrentThread();
        replayed.engine.run([] {});
    }
    QVERIFY(replayed.isAt({40}));
    QCOMPARE(replayed.moments.size(), std::size_t(1));
}

void TestReplayProxy::failuresAreTold()
{
    Replayed replayed;
    QSignalSpy failed(replayed.client.get(), &ReplayProxy::failed);
    replayed.engine.run([&] { replayed.engine.library->failReads(true); });
    replayed.client->start({1});
    QVERIFY(waitFor([&] { return !failed.isEmpty(); }));
    QCOMPARE(failed.front().front().value<Error>(), quarterdeck::test::ScriptedLibrary::brokenRead());
}

void TestReplayProxy::isDestroyedWhileItPlays()
{
    Replayed replayed;
    for (int i = 0; i < 50; ++i) {
        replayed.client->setSpeed(1000);
        replayed.client->start({1});
        replayed.client->setPlaying(true);
        if (i % 5 == 0)
            QVERIFY(waitFor([&] { return replayed.client->isPlaying(); }));
        if (i % 3 == 0)
            QCoreApplication::processEvents();
        replayed.client = replayed.make();
    }
    replayed.client->start({7});
    QVERIFY(replayed.isAt({7}));
}

void TestReplayProxy::keepsItsLibrary()
{
    Replayed replayed;
    replayed.client->start({1});
    QVERIFY(replayed.isAt({1}));
    replayed.engine.run([&] { replayed.engine.hub.reset(); });
    const std::weak_ptr<session::Library> library = replayed.engine.library;
    replayed.engine.library.reset();
    QVERIFY(!library.expired());
    replayed.client->seek({9});
    QVERIFY(replayed.isAt({9}));
    replayed.client.reset();
    QVERIFY(waitFor([&] { return library.expired(); }));
}

} // namespace tst_replay_proxy

QUARTERDECK_TEST(tst_replay_proxy, TestReplayProxy)
#include "tst_replay_proxy.moc"
