#include "engine_thread.h"
#include "model/conversation/channel.h"
#include "tests/support/test.h"
#include "ui/controllers/session_proxy.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <thread>

namespace tst_session_proxy {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using quarterdeck::conversation::Decision;
using quarterdeck::session::Session;
using quarterdeck::session::StreamingMessage;
using quarterdeck::test::EngineThread;
using quarterdeck::test::question;
using quarterdeck::test::said;
using quarterdeck::test::waitFor;
using quarterdeck::ui::SessionChange;
using quarterdeck::ui::SessionProxy;

namespace {

Intent answerTo(const char* id)
{
    AnswerQuestion given;
    given.id = QuestionId(id);
    given.option = "5×5";
    return given;
}

/// A session on the engine thread and its mirror on this one.
struct Mirrored
{
    Mirrored() : session(engine.create()), client(attach()) { }
    [[nodiscard]] std::unique_ptr<SessionProxy> attach()
    {
        std::shared_ptr<SessionProxy::Mailbox> mailbox;
        engine.run([&] { mailbox = SessionProxy::attach(*session); });
        auto made = std::make_unique<SessionProxy>(mailbox);
        QObject::connect(made.get(), &SessionProxy::changed, &context,
                         [this](const SessionChange& change) { changes.push_back(change); });
        QObject::connect(made.get(), &SessionProxy::streamingMessageChanged, &context,
                         [this](const StreamingMessage& draft) { drafts.push_back(draft); });
        QObject::connect(made.get(), &SessionProxy::failed, &context,
                         [this](const session::Error& error) { errors.push_back(error); });
        return made;
    }
    [[nodiscard]] bool sees(EventSeq seq)
    {
        return waitFor([&] { return client->state()->lastSeq() == seq; });
    }
    [[nodiscard]] EventSeq last()
    {
        EventSeq seq;
        engine.run([&] { seq = session->state()->lastSeq(); });
        return seq;
    }

    EngineThread engine;
    Session* session;
    QObject context;
    std::vector<SessionChange> changes;
    std::vector<StreamingMessage> drafts;
    std::vector<session::Error> errors;
    std::unique_ptr<SessionProxy> client;
};

} // namespace

/// The ui's mirror of a session on another thread.
class TestSessionProxy final : public QObject
{
    Q_OBJECT
private slots:
    void beginsWithWhatIsVisible();
    void manyCommitsAreOneNotice();
    void rangesAreComplete();
    void atMostOneNoticeAFrame();
    void namesAllAmendedRows();
    void newRowsAreNotAmended();
    void commitsBeforeTheClientIsMade();
    void submitAnswersOnThisThread();
    void answersOfTheDestroyedAreDropped();
    void isDestroyedWhileCommitsArrive();
    void isNeverMade();
    void outlivesItsSession();
    void severalMirrorsOfOneSession();
    void draftsOfAFrameAreTheNewest();
    void failuresAreTold();
};

void TestSessionProxy::beginsWithWhatIsVisible()
{
    Mirrored mirrored;
    QCOMPARE(mirrored.client->id(), mirrored.session->id());
    QCOMPARE(mirrored.client->state()->lastSeq(), EventSeq{6});
    QCOMPARE(mirrored.client->state()->roles().size(), std::size_t(5));
    QVERIFY(mirrored.changes.empty());
}

void TestSessionProxy::manyCommitsAreOneNotice()
{
    Mirrored mirrored;
    mirrored.engine.commit(mirrored.session, std::vector<Intent>(500, said("Alice", "again")));
    QVERIFY(mirrored.sees(mirrored.last()));
    QCOMPARE(mirrored.changes.size(), std::size_t(1));
    QCOMPARE(mirrored.changes.front().from, EventSeq{7});
    QCOMPARE(mirrored.changes.front().to, mirrored.last());
}

void TestSessionProxy::rangesAreComplete()
{
    Mirrored mirrored;
    std::atomic<int> answered = 0;
    for (int i = 0; i < 300; ++i) {
        mirrored.engine.run(
            [&] { mirrored.session->submit(said("Alice", "again"), [&](const auto&) { ++answered; }); });
        QCoreApplication::processEvents();
    }
    QVERIFY(waitFor([&] { return answered == 300; }));
    QVERIFY(mirrored.sees(mirrored.last()));
    EventSeq next{7};
    for (const SessionChange& change : mirrored.changes) {
        QCOMPARE(change.from, next);
        QVERIFY(change.to >= change.from);
        next = change.to.next();
    }
    QCOMPARE(next, mirrored.last().next());
}

void TestSessionProxy::atMostOneNoticeAFrame()
{
    Mirrored mirrored;
    QElapsedTimer clock;
    std::vector<qint64> times;
    connect(mirrored.client.get(), &SessionProxy::changed, this, [&] { times.push_back(clock.elapsed()); });
    clock.start();
    std::atomic<bool> isEnough = false;
    std::atomic<int> inFlight = 0;
    const std::function<void()> talk = [&] {
        ++inFlight;
        mirrored.session->submit(said("Alice", "again"), [&](const Decision&) {
            --inFlight;
            if (!isEnough)
                talk();
        });
    };
    mirrored.engine.run(talk);
    QVERIFY(waitFor([&] { return times.size() >= 12; }));
    isEnough = true;
    QVERIFY(waitFor([&] { return inFlight == 0; }));
    QVERIFY(mirrored.sees(mirrored.last()));
    for (std::size_t i = 1; i < times.size(); ++i)
        QVERIFY2(times[i] - times[i - 1] >= 14, qPrintable(QString::number(times[i] - times[i - 1])));
}

void TestSessionProxy::namesAllAmendedRows()
{
    Mirrored mirrored;
    mirrored.engine.commit(mirrored.session, {question("q1"), question("q2"), said("Alice", "one"), question("q3")});
    QVERIFY(mirrored.sees(EventSeq{10}));
    mirrored.changes.clear();
    const Annotate remark{{EventSeq{9}, AnnotationKind::Note, "well said", "a test"}};
    mirrored.engine.commit(mirrored.session, {answerTo("q2"), said("Bob", "two"), remark, answerTo("q1"), remark});
    QVERIFY(mirrored.sees(mirrored.last()));
    QCOMPARE(mirrored.changes.size(), std::size_t(1));
    std::vector<EventSeq> amended = mirrored.changes.front().amended;
    std::ranges::sort(amended);
    QCOMPARE(amended, (std::vector{EventSeq{7}, EventSeq{8}, EventSeq{9}}));
}

void TestSessionProxy::newRowsAreNotAmended()
{
    Mirrored mirrored;
    mirrored.engine.commit(mirrored.session, {question("q1"), answerTo("q1")}); // seen for the first time as answered
    QVERIFY(mirrored.sees(mirrored.last()));
    QCOMPARE(mirrored.changes.size(), std::size_t(1));
    QVERIFY(mirrored.changes.front().amended.empty());
}

void TestSessionProxy::commitsBeforeTheClientIsMade()
{
    Mirrored mirrored;
    mirrored.client.reset();
    mirrored.engine.commit(mirrored.session, {question("q1")});
    std::shared_ptr<SessionProxy::Mailbox> mailbox;
    mirrored.engine.run([&] { mailbox = SessionProxy::attach(*mirrored.session); });
    mirrored.engine.commit(mirrored.session, {said("Alice", "one"), answerTo("q1")});
    const SessionProxy late(mailbox);
    QCOMPARE(late.state()->lastSeq(), mirrored.last()); // so nothing has to be told anew, amended rows neither
    QSignalSpy changed(&late, &SessionProxy::changed);
    mirrored.engine.commit(mirrored.session, {said("Alice", "two")});
    QVERIFY(waitFor([&] { return late.state()->lastSeq() == mirrored.last(); }));
    QCOMPARE(changed.size(), 1);
    const auto change = changed.front().front().value<SessionChange>();
    QCOMPARE(change.from, mirrored.last());
    QCOMPARE(change.to, mirrored.last());
}

void TestSessionProxy::submitAnswersOnThisThread()
{
    Mirrored mirrored;
    std::vector<Decision> outcomes;
    bool isHere = true;
    const auto keep = [&](Decision outcome) {
        isHere = isHere && QThread::currentThread() == thread();
        outcomes.push_back(std::move(outcome));
    };
    mirrored.client->submit(said("Alice", "one"), keep);
    mirrored.client->submit(said("Eve", "let me in"), keep);
    mirrored.client->submit(said("Alice", "two"));
    QVERIFY(waitFor([&] { return outcomes.size() == 2; }));
    QVERIFY(isHere);
    const auto refused = std::ranges::count_if(outcomes, [](const auto& outcome) { return outcome.error.has_value(); });
    QCOMPARE(refused, 1);
    QVERIFY(mirrored.sees(EventSeq{8}));
}

void TestSessionProxy::answersOfTheDestroyedAreDropped()
{
    Mirrored mirrored;
    int answers = 0;
    mirrored.engine.run([&] { mirrored.engine.library->holdWrites(); });
    mirrored.client->submit(said("Alice", "one"), [&](const Decision&) { ++answers; });
    mirrored.engine.run([] {}); // it was submitted
    mirrored.client.reset();
    mirrored.engine.run([&] { mirrored.engine.library->releaseWrites(); });
    QVERIFY(waitFor([&] { return mirrored.last() == EventSeq{7}; }));
    QCoreApplication::processEvents();
    QCOMPARE(answers, 0);

    // And one whose answer is already on its way.
    mirrored.client = mirrored.attach();
    mirrored.client->submit(said("Eve", "let me in"), [&](const Decision&) { ++answers; });
    mirrored.engine.run([] {});
    mirrored.client.reset();
    QCoreApplication::processEvents();
    QCOMPARE(answers, 0);
}

void TestSessionProxy::isDestroyedWhileCommitsArrive()
{
    Mirrored mirrored;
    std::atomic<bool> isEnough = false;
    std::atomic<int> inFlight = 0;
    const std::function<void()> talk = [&] {
        ++inFlight;
        mirrored.session->submit(said("Alice", "again"), [&](const Decision&) {
            --inFlight;
            if (!isEnough)
                talk();
        });
    };
    mirrored.engine.run(talk);
    for (int i = 0; i < 200; ++i) {
        mirrored.client = mirrored.attach();
        mirrored.client->submit(said("Bob", "hello"), [](const Decision&) {});
        if (i % 3 != 0)
            QCoreApplication::processEvents();
        mirrored.client.reset();
    }
    isEnough = true;
    QVERIFY(waitFor([&] { return inFlight == 0; }));
    mirrored.client = mirrored.attach();
    QVERIFY(mirrored.sees(mirrored.last()));
}

void TestSessionProxy::isNeverMade()
{
    Mirrored mirrored;
    std::weak_ptr<SessionProxy::Mailbox> forgotten;
    mirrored.engine.run([&] { forgotten = SessionProxy::attach(*mirrored.session); });
    QVERIFY(forgotten.expired());
    mirrored.engine.commit(mirrored.session, {said("Alice", "one")});
    QVERIFY(mirrored.sees(EventSeq{7}));
}

void TestSessionProxy::outlivesItsSession()
{
    Mirrored mirrored;
    mirrored.engine.run([&] { mirrored.engine.hub.reset(); });
    QCOMPARE(mirrored.client->state()->lastSeq(), EventSeq{6});
    mirrored.client.reset();
}

void TestSessionProxy::severalMirrorsOfOneSession()
{
    Mirrored mirrored;
    const auto other = mirrored.attach();
    mirrored.engine.commit(mirrored.session, {said("Alice", "one")});
    QVERIFY(mirrored.sees(EventSeq{7}));
    QVERIFY(waitFor([&] { return other->state()->lastSeq() == EventSeq{7}; }));
    QCOMPARE(mirrored.changes.size(), std::size_t(2));
}

void TestSessionProxy::draftsOfAFrameAreTheNewest()
{
    Mirrored mirrored;
    mirrored.engine.run([&] {
        for (int i = 1; i <= 100; ++i) {
            mirrored.session->updateStreamingMessage(
                {"m1", RoleName("Alice"), {}, std::string(std::size_t(i), 'x'), i, false});
            mirrored.session->updateStreamingMessage(
                {"m2", RoleName("Bob"), {}, std::string(std::size_t(i), 'y'), i, i == 100});
        }
    });
    QVERIFY(waitFor([&] { return mirrored.drafts.size() >= 2; }));
    QCOMPARE(mirrored.drafts.size(), std::size_t(2));
    QCOMPARE(mirrored.drafts[0].tokens, 100);
    QVERIFY(!mirrored.drafts[0].isDone);
    QCOMPARE(mirrored.drafts[1].text.size(), std::size_t(100));
    QVERIFY(mirrored.drafts[1].isDone);
    QVERIFY(mirrored.changes.empty());
}

void TestSessionProxy::failuresAreTold()
{
    Mirrored mirrored;
    mirrored.engine.run([&] { mirrored.engine.library->refuseAppends(1); });
    std::optional<Decision> outcome;
    mirrored.client->submit(said("Alice", "one"), [&](Decision answer) { outcome = std::move(answer); });
    QVERIFY(waitFor([&] { return outcome && !mirrored.errors.empty(); }));
    QCOMPARE(*outcome->error, quarterdeck::test::ScriptedLibrary::diskFull());
    QCOMPARE(mirrored.errors.front(), quarterdeck::test::ScriptedLibrary::diskFull());
    QCOMPARE(mirrored.client->state()->lastSeq(), EventSeq{6});
}

} // namespace tst_session_proxy

QUARTERDECK_TEST(tst_session_proxy, TestSessionProxy)
#include "tst_session_proxy.moc"
