#include "engine_thread.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"
#include "ui/controllers/hub_proxy.h"

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

namespace tst_hub_proxy {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using quarterdeck::session::Result;
using quarterdeck::session::Session;
using quarterdeck::test::EngineThread;
using quarterdeck::test::question;
using quarterdeck::test::said;
using quarterdeck::test::waitFor;
using quarterdeck::ui::HubProxy;
using quarterdeck::ui::SessionProxy;

/// The ui's mirror of the list of sessions on another thread.
class TestHubProxy final : public QObject
{
    Q_OBJECT
private slots:
    void beginsWithTheList();
    void saysNothingBeforeTheList();
    void followsTheList();
    void saysWhatIsAsItWas();
    void opensOnThisThread();
    void opensWhileItTalks();
    void saysWhyItCannotOpen();
    void answersOfTheDestroyedAreDropped();
    void isDestroyedWhileTheListChanges();
    void failuresAreTold();

private:
    using Opened = Result<std::shared_ptr<SessionProxy>>;
    static std::optional<Opened> open(HubProxy& hub, const SessionId& id)
    {
        std::optional<Opened> answer;
        hub.open(id, [&](Opened opened) { answer = std::move(opened); });
        (void)waitFor([&] { return answer.has_value(); });
        return answer;
    }
};

void TestHubProxy::beginsWithTheList()
{
    EngineThread engine;
    const SessionId id = engine.create("one")->id();
    engine.run([&] { engine.hub->start(); });
    HubProxy client(engine.hub.get());
    QVERIFY(waitFor([&] { return !client.sessions().empty(); }));
    QVERIFY(client.find(id));
    QVERIFY(client.find(SessionId("nobody")) == nullptr);
}

void TestHubProxy::saysNothingBeforeTheList()
{
    EngineThread engine;
    (void)engine.create("one");
    engine.run([&] {
        engine.hub = std::make_unique<session::SessionHub>(engine.library); // the next start, on a slow disk
        engine.library->holdReads();
        engine.hub->start();
    });
    HubProxy client(engine.hub.get());
    QSignalSpy changed(&client, &HubProxy::sessionsChanged);
    engine.run([] {});
    QCoreApplication::processEvents();
    QVERIFY(changed.isEmpty()); // an empty list would mean an empty library
    engine.run([&] { engine.library->releaseReads(); });
    QVERIFY(waitFor([&] { return !changed.isEmpty(); }));
    QCOMPARE(client.sessions().size(), std::size_t{1});
}

void TestHubProxy::followsTheList()
{
    EngineThread engine;
    HubProxy client(engine.hub.get());
    QSignalSpy changed(&client, &HubProxy::sessionsChanged);
    Session* first = engine.create("first");
    (void)engine.create("second");
    QVERIFY(waitFor([&] { return client.sessions().size() == 2; }));
    engine.commit(first, std::vector<Intent>(300, said("Alice", "again")));
    QVERIFY(waitFor(
        [&] { return client.find(first->id())->messageCount == 300 && client.sessions().front().id == first->id(); }));
    QVERIFY2(changed.size() < 20, qPrintable(QString::number(changed.size())));
}

/// Of thousands of sessions few are others than in the list before.
void TestHubProxy::saysWhatIsAsItWas()
{
    EngineThread engine;
    HubProxy client(engine.hub.get());
    std::vector<Session*> made;
    for (const char* title : {"first", "second", "third", "fourth"})
        made.push_back(engine.create(title));
    QVERIFY(waitFor([&] { return client.sessions().size() == made.size(); }));
    std::vector<session::SessionSummary> before = client.sessions();
    int number = client.listNumber();
    std::size_t known = 0;
    std::size_t moved = 0;
    connect(&client, &HubProxy::sessionsChanged, this, [&] {
        QCOMPARE(client.listNumber(), ++number);
        QCOMPARE(client.unchanged().size(), client.sessions().size());
        for (std::size_t i = 0; i < client.sessions().size(); ++i) {
            const session::SessionSummary& now = client.sessions()[i];
            const auto same = std::find(before.begin(), before.end(), now);
            const auto place = client.unchanged()[i];
            QCOMPARE(place.has_value(), same != before.end());
            if (!place)
                continue;
            QVERIFY(before.at(*place) == now);
            ++known;
            moved += *place == i ? 0U : 1U;
        }
        before = client.sessions();
    });
    for (Session* session : {made[1], made[0], made[3]}) {
        const std::int64_t count = client.find(session->id())->messageCount;
        engine.commit(session, std::vector<Intent>(3, said("Alice", "again")));
        QVERIFY(waitFor([&] { return client.find(session->id())->messageCount == count + 3; }));
    }
    (void)engine.create("fifth");
    QVERIFY(waitFor([&] { return client.sessions().size() == made.size() + 1; }));
    QVERIFY(known >= 3 * (made.size() - 1) && moved > 0);
}

void TestHubProxy::opensOnThisThread()
{
    EngineThread engine;
    const SessionId id = engine.create("one")->id();
    HubProxy client(engine.hub.get());
    const auto first = open(client, id);
    QVERIFY(first && *first);
    QVERIFY((**first)->thread() == thread());
    QCOMPARE((**first)->id(), id);
    const auto second = open(client, id);
    QVERIFY(**first != **second); // each its own mirror
    std::vector<conversation::Decision> outcomes;
    (**first)->submit(question("q1"), [&](conversation::Decision outcome) { outcomes.push_back(std::move(outcome)); });
    QVERIFY(waitFor([&] { return (**second)->state()->openQuestions().size() == 1 && !outcomes.empty(); }));
}

void TestHubProxy::opensWhileItTalks()
{
    EngineThread engine;
    Session* session = engine.create("one");
    HubProxy client(engine.hub.get());
    for (int i = 0; i < 50; ++i) {
        engine.run([&] {
            for (int j = 0; j < 20; ++j)
                session->submit(said("Alice", "again"));
        });
        const auto opened = open(client, session->id());
        QVERIFY(opened && *opened);
        QCOMPARE((**opened)->state()->roles().size(), std::size_t(5));
    }
    const auto last = open(client, session->id());
    QVERIFY(waitFor([&] { return (**last)->state()->messageCount() == 1000; }));
}

void TestHubProxy::saysWhyItCannotOpen()
{
    EngineThread engine;
    HubProxy client(engine.hub.get());
    const auto opened = open(client, SessionId("nobody"));
    QVERIFY(opened);
    QCOMPARE(opened->error().code, ErrorCode::NotFound);
}

void TestHubProxy::answersOfTheDestroyedAreDropped()
{
    EngineThread engine;
    Session* session = engine.create("one");
    int answers = 0;
    for (int i = 0; i < 20; ++i) {
        HubProxy client(engine.hub.get());
        client.open(session->id(), [&](const Opened&) { ++answers; });
        client.open(SessionId("nobody"), [&](const Opened&) { ++answers; });
        if (i % 2 == 0)
            engine.run([] {}); // its answers are on their way
    }
    QCoreApplication::processEvents();
    QCOMPARE(answers, 0);
    engine.commit(session, {said("Alice", "one")}); // and the mirrors that nobody took are no burden
}

void TestHubProxy::isDestroyedWhileTheListChanges()
{
    EngineThread engine;
    for (int i = 0; i < 100; ++i) {
        const HubProxy client(engine.hub.get());
        engine.run([&] { engine.hub->refresh(); });
        if (i % 3 == 0)
            QCoreApplication::processEvents();
    }
    HubProxy last(engine.hub.get());
    QSignalSpy changed(&last, &HubProxy::sessionsChanged);
    QVERIFY(changed.wait(test::waitLimitMs));
}

void TestHubProxy::failuresAreTold()
{
    EngineThread engine;
    HubProxy client(engine.hub.get());
    QSignalSpy failed(&client, &HubProxy::failed);
    engine.run([&] {
        engine.library->failReads(true);
        engine.hub->refresh();
    });
    QVERIFY(waitFor([&] { return !failed.isEmpty(); }));
    QCOMPARE(failed.front().front().value<session::Error>(), quarterdeck::test::ScriptedLibrary::brokenRead());
}

} // namespace tst_hub_proxy

QUARTERDECK_TEST(tst_hub_proxy, TestHubProxy)
#include "tst_hub_proxy.moc"
