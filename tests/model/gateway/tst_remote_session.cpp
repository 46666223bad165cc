#include "model/gateway/remote_session.h"
#include "tests/model/session/support/session_kit.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QStringList>
#include <QTest>
#include <memory>

namespace tst_remote_session {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::gateway;
using namespace quarterdeck::test;
using session::Nothing;
using session::Result;

namespace {

/// A program's session, and what is heard of it.
struct Program
{
    explicit Program(SessionKit& sessionKit, bool isFollowed = true) : kit(sessionKit)
    {
        const auto settings = [this] {
            heard.append("made");
            return RemoteSettings{"a program", {}};
        };
        const auto take = [this](const session::Event& event) {
            if (const auto* hired = std::get_if<RoleHired>(&event.body))
                heard.append(QString::fromStdString(hired->role.name.str()));
        };
        remote = std::make_unique<RemoteSession>(*kit.hub, "test:program", settings,
                                                 isFollowed ? session::LogFollower::Take(take) : nullptr);
        QObject::connect(remote.get(), &RemoteSession::forgotten, remote.get(), [this] { heard.append("forgotten"); });
        QObject::connect(remote.get(), &RemoteSession::opened, remote.get(), [this] { heard.append("opened"); });
    }
    [[nodiscard]] RemoteSession::Done noting(const QString& what)
    {
        return [this, what](const Result<Nothing>& result) { heard.append(result ? what : "no " + what); };
    }
    /// All that was heard until this came.
    [[nodiscard]] QStringList heardUntil(const QString& last)
    {
        static_cast<void>(waitFor([&] { return heard.contains(last); }));
        return std::exchange(heard, {});
    }
    /// As the person does it.
    [[nodiscard]] bool remove()
    {
        const SessionId id = remote->session().id();
        session::SessionLabels labels;
        labels.archivedAt = Timestamp{1};
        int done = 0;
        const auto count = [&](const auto& result) { done += result ? 1 : 0; };
        kit.hub->setLabels(id, labels, count);
        const auto isArchived = [&] { return kit.hub->summaries().front().labels.archivedAt.has_value(); };
        if (!waitFor([&] { return done == 1 && isArchived(); }))
            return false;
        kit.hub->remove(id, count);
        return waitFor([&] { return done == 2; });
    }

    SessionKit& kit;
    QStringList heard;
    std::unique_ptr<RemoteSession> remote;
};

} // namespace

/// The session of an outside program, whatever its protocol.
class TestRemoteSession final : public QObject
{
    Q_OBJECT
private slots:
    void isMadeOnceForAllWhoWait();
    void isFoundAgain();
    void nothingIsMadeToLook();
    void aDeletedOneBeginsAnew();
    void whatFailsIsSaidAndTriedAgain();
    void closing_readsTheLogAnew();
    void aLogThatNobodyWantsIsNotRead();
    void membersAreHiredOnce();
    void intentsAreDecidedInOrder();
    void whoIsGoneIsNotCalled();
};

void TestRemoteSession::isMadeOnceForAllWhoWait()
{
    SessionKit kit;
    Program program(kit);
    QVERIFY(program.remote->isClosed() && !program.remote->isBegun());
    program.remote->whenOpen(program.noting("one"));
    program.remote->whenOpen(program.noting("two"));
    QVERIFY(program.remote->isBegun() && !program.remote->isOpen() && program.remote->live() == nullptr);
    QCOMPARE(program.heard, QStringList{"forgotten"}); // the hub does not know yet which sessions there are
    kit.hub->start();
    QCOMPARE(program.heardUntil("two"), (QStringList{"forgotten", "made", "opened", "one", "two"}));
    program.remote->whenOpen(program.noting("three"));
    QCOMPARE(program.heard, QStringList{"three"});
    QVERIFY(waitFor([&] { return kit.hub->summaries().size() == 1; }));
    const session::SessionSummary& summary = kit.hub->summaries().front();
    QVERIFY(summary.kind == SessionKind::Remote);
    QCOMPARE(summary.title, std::string("a program"));
    QCOMPARE(summary.source, std::string("test:program"));
    QVERIFY(remoteSession(*kit.hub, "test:program") == &summary);
    QVERIFY(remoteSession(*kit.hub, "test:other") == nullptr);
}

void TestRemoteSession::isFoundAgain()
{
    SessionKit kit;
    kit.hub->start();
    {
        Program program(kit);
        program.remote->whenOpen([&](const auto&) { program.remote->hire("Ann", program.noting("hired")); });
        QVERIFY(program.heardUntil("hired").contains("Ann"));
    }
    kit.reopen();
    kit.hub->start();
    Program program(kit);
    program.remote->whenOpen(program.noting("open"));
    QCOMPARE(program.heardUntil("open"), (QStringList{"forgotten", "Ann", "opened", "open"}));
    QVERIFY(waitFor([&] { return kit.hub->summaries().size() == 1; }));
}

void TestRemoteSession::nothingIsMadeToLook()
{
    SessionKit kit;
    kit.hub->start();
    QVERIFY(waitFor([&] { return kit.hub->isListed(); }));
    Program program(kit);
    program.remote->whenKept([&](const Result<Nothing>& result) {
        program.heard.append(!result && result.error().code == ErrorCode::NotFound ? "none" : "some");
    });
    QCOMPARE(program.heard, QStringList{"none"});
    program.remote->whenOpen(program.noting("made for this"));
    program.remote->whenKept(program.noting("looked")); // it will be there
    QCOMPARE(program.heardUntil("looked"),
             (QStringList{"none", "forgotten", "made", "opened", "made for this", "looked"}));
}

void TestRemoteSession::aDeletedOneBeginsAnew()
{
    SessionKit kit;
    kit.hub->start();
    Program program(kit);
    program.remote->whenOpen(program.noting("open"));
    QVERIFY(program.heardUntil("open").contains("opened"));
    const SessionId first = program.remote->session().id();
    QVERIFY(program.remove());
    QVERIFY(program.remote->live() == nullptr && program.remote->isOpen());
    program.remote->whenKept(program.noting("kept"));
    program.remote->whenOpen(program.noting("again"));
    QCOMPARE(program.heardUntil("again"), (QStringList{"no kept", "forgotten", "made", "opened", "again"}));
    QVERIFY(program.remote->live() == &program.remote->session());
    QVERIFY(program.remote->session().id() != first);
}

void TestRemoteSession::whatFailsIsSaidAndTriedAgain()
{
    SessionKit kit;
    kit.hub->start();
    Program program(kit);
    kit.library->refuseCreation(true);
    program.remote->whenOpen(program.noting("one"));
    program.remote->whenOpen(program.noting("two"));
    QCOMPARE(program.heardUntil("no two"), (QStringList{"forgotten", "made", "no one", "no two"}));
    QVERIFY(program.remote->isClosed());
    kit.library->refuseCreation(false);
    program.remote->whenOpen(program.noting("three"));
    QVERIFY(program.heardUntil("three").contains("opened"));
}

void TestRemoteSession::closing_readsTheLogAnew()
{
    SessionKit kit;
    kit.hub->start();
    Program program(kit);
    program.remote->whenOpen([&](const auto&) { program.remote->hire("Ann", program.noting("hired")); });
    QVERIFY(program.heardUntil("hired").contains("Ann"));
    program.remote->close();
    program.remote->whenOpen(program.noting("open"));
    QCOMPARE(program.heardUntil("open"), (QStringList{"forgotten", "Ann", "opened", "open"}));
}

void TestRemoteSession::aLogThatNobodyWantsIsNotRead()
{
    SessionKit kit;
    kit.hub->start();
    Program program(kit, false);
    program.remote->whenOpen(program.noting("open"));
    QCOMPARE(program.heardUntil("open"), (QStringList{"forgotten", "made", "opened", "open"}));
    QCOMPARE(kit.library->eventReads, 0);
}

void TestRemoteSession::membersAreHiredOnce()
{
    SessionKit kit;
    kit.hub->start();
    Program program(kit);
    program.remote->whenOpen([&](const auto&) {
        program.remote->hire("", program.noting("nobody"));
        program.remote->hire("Ann", program.noting("first"));
        program.remote->hire("Ann", program.noting("second")); // as the first is on its way
    });
    QCOMPARE(program.heardUntil("second"),
             (QStringList{"forgotten", "made", "opened", "nobody", "Ann", "first", "second"}));
    program.remote->hire("Ann", program.noting("third"));
    QCOMPARE(program.heard, QStringList{"third"});
}

void TestRemoteSession::intentsAreDecidedInOrder()
{
    SessionKit kit;
    kit.hub->start();
    Program program(kit);
    program.remote->whenOpen([&](const auto&) {
        AskUser asking;
        asking.question.id = QuestionId("q");
        asking.question.asker = RoleName("Ann");
        asking.question.text = "Shall I?";
        program.remote->submit(asking, program.noting("too early"));
        program.remote->hire("Ann");
        program.remote->submit(asking, program.noting("asked"));
        program.remote->submit(asking, program.noting("asked again"));
    });
    const QStringList heard = program.heardUntil("no asked again");
    QVERIFY(heard.contains("no too early"));
    QVERIFY(heard.indexOf("asked") > heard.indexOf("Ann"));
    QVERIFY(heard.indexOf("asked") < heard.indexOf("no asked again"));
}

void TestRemoteSession::whoIsGoneIsNotCalled()
{
    SessionKit kit;
    kit.hub->start();
    Program program(kit);
    program.remote->whenOpen(program.noting("open"));
    QVERIFY(program.heardUntil("open").contains("opened"));
    kit.library->holdWrites();
    program.remote->hire("Ann", program.noting("hired"));
    session::Session& session = program.remote->session();
    program.remote.reset();
    kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return session.state()->role(RoleName("Ann")) != nullptr; })); // it is stored all the same
    QCOMPARE(program.heard, QStringList());
}

} // namespace tst_remote_session

QUARTERDECK_TEST(tst_remote_session, TestRemoteSession)
#include "tst_remote_session.moc"
