#include "role_program.h"
#include "tests/support/test.h"

#include <QFile>
#include <QIODevice>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace tst_role_adapter {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;

namespace {

bool hasSaid(RemoteTeam& team, const std::string& line)
{
    return waitFor([&] {
        const auto spoken = team.spoken();
        return std::find(spoken.begin(), spoken.end(), line) != spoken.end();
    });
}

} // namespace

/// The program that plays a member by a command, as it comes with Quarterdeck.
class TestRoleAdapter final : public QObject
{
    Q_OBJECT
private slots:
    void whatFailedIsTriedAgain();
    void allThatIsOpenIsOneTurn();
    void whoIsSpokenToAfterTheEndIsPlayed();
    void whyItFailedIsTold_data();
    void whyItFailedIsTold();
    void whoIsNotThereIsToldOnce();
};

/// The person lets the member try again: its command is given what it had.
void TestRoleAdapter::whatFailedIsTriedAgain()
{
    RemoteTeam team;
    team.playLeader();
    team.start();
    RoleProgram program("cat >> heard; [ -e able ] && echo Three.");
    QVERIFY(program.start(team));
    QVERIFY2(waitFor([&] { return team.bob().activity == RoleActivity::Failed; }), program.said());
    QVERIFY(waitFor([&] { return !team.kit.runner(team.session).isActing(); }));
    QVERIFY(program.write("able"));
    team.kit.runner(team.session).retry(RoleName("Bob"));
    QVERIFY2(hasSaid(team, "Bob > Mike: Three."), program.said());
    QCOMPARE(program.written("heard").count("Count."), 2);
    QVERIFY(waitFor([&] { return team.isDone(); }));
}

/// What came at several times, and is not dealt with, is given all at once to a program that starts over.
void TestRoleAdapter::allThatIsOpenIsOneTurn()
{
    RemoteTeam team(EngineKit::Where::File);
    team.playLeader();
    team.start();
    {
        RoleProgram failing("cat >> heard; false");
        QVERIFY(failing.start(team));
        QVERIFY2(waitFor([&] { return team.bob().activity == RoleActivity::Failed; }), failing.said());
        // With more to do it is its turn again.
        team.kit.kit.tell(*team.session, "Bob", "And quickly.");
        QVERIFY2(waitFor([&] { return failing.written("heard").contains("And quickly."); }), failing.said());
        QCOMPARE(failing.written("heard").count("Count."), 2); // what it had comes along
        QVERIFY(waitFor([&] { return team.bob().activity == RoleActivity::Failed; }));
    }
    RoleProgram program("cat >> heard; echo Three.");
    QVERIFY(program.start(team));
    QVERIFY2(waitFor([&] { return !team.bob().hasNews; }), program.said());
    QVERIFY(program.written("heard").contains("Count."));
    QVERIFY(program.written("heard").contains("And quickly."));
    std::size_t answers = 0;
    for (const std::string& line : team.spoken())
        answers += line.find(": Three.") != std::string::npos ? 1U : 0U;
    QCOMPARE(answers, std::size_t(1));
}

/// After the run's end the person may still speak to a member alone, whose program was not there.
void TestRoleAdapter::whoIsSpokenToAfterTheEndIsPlayed()
{
    RemoteTeam team;
    team.kit.models->play("Mike", {calls("end", "{}")});
    team.start();
    QVERIFY(waitFor([&] { return isQuiet(team.session, *team.kit.teams); }));
    QCOMPARE(team.runState(), RunState::Finished);
    RoleProgram program("cat >> heard; echo Fine.");
    QVERIFY(program.start(team));
    team.kit.kit.tell(*team.session, "Bob", "How are you?");
    QVERIFY2(waitFor([&] { return program.written("heard").contains("How are you?"); }), program.said());
    QVERIFY2(waitFor([&] { return !team.bob().hasNews && team.session->state()->directChats().empty(); }),
             program.said());
    QVERIFY(team.spoken().back().starts_with("Bob > <human>: Fine."));
}

void TestRoleAdapter::whyItFailedIsTold_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QByteArray>("detail");
    QTest::newRow("in its last words") << "echo Begun >&2; echo 'No key is set' >&2; exit 3"
                                       << QByteArray("sh ended with 3: No key is set");
    QTest::newRow("by nothing") << "exit 3" << QByteArray("sh ended with 3");
    QTest::newRow("which reads nothing, and says much")
        << "exec <&-; seq 1 100000 >&2; seq 1 100000; exit 1" << QByteArray("sh ended with 1: 100000");
}

void TestRoleAdapter::whyItFailedIsTold()
{
    QFETCH(QString, command);
    QFETCH(QByteArray, detail);
    RemoteTeam team;
    team.playLeader();
    team.start();
    RoleProgram program(command);
    QVERIFY(program.start(team));
    QVERIFY2(waitFor([&] { return team.bob().activity == RoleActivity::Failed; }), program.said());
    QCOMPARE(QByteArray::fromStdString(team.bob().activityDetail), detail);
}

void TestRoleAdapter::whoIsNotThereIsToldOnce()
{
    QTemporaryDir folder;
    QProcess program;
    program.setProcessChannelMode(QProcess::MergedChannels);
    program.start(QStringLiteral("/usr/bin/python3"),
                  {QStringLiteral(QUARTERDECK_ROLE_ADAPTER), "--base", "http://localhost:1", "--token-file",
                   folder.filePath(QStringLiteral("token")), "Bob", "--", "true"});
    QByteArray said;
    const auto says = [&](const QByteArray& words) {
        return waitFor([&] {
            said += program.readAll();
            return said.contains(words);
        });
    };
    QVERIFY2(says("There is no file " + folder.filePath(QStringLiteral("token")).toUtf8()), said);
    QFile token(folder.filePath(QStringLiteral("token")));
    QVERIFY(token.open(QIODevice::WriteOnly) && token.write("token") > 0);
    token.close();
    QVERIFY2(says("it is tried again.\n"), said);
    QVERIFY2(said.contains("Quarterdeck is not to be reached at http://localhost:1 ("), said);
    QVERIFY(!waitFor([&] { return program.bytesAvailable() > 0; }, 2500)); // it is tried again, and not told
    program.kill();
    QVERIFY(program.waitForFinished());
}

} // namespace tst_role_adapter

QUARTERDECK_TEST(tst_role_adapter, TestRoleAdapter)
#include "tst_role_adapter.moc"
