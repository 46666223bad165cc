#include "model/agents/definition/team_definition.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_session_server {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using team::ModelConnection;

/// A model server recorded in the session that began with it.
class TestSessionServer final : public QObject
{
    Q_OBJECT
private slots:
    void isReadAsItWasKept_data();
    void isReadAsItWasKept();
    void isLeftAloneWhereItIsNotOurs_data();
    void isLeftAloneWhereItIsNotOurs();
};

namespace {

SessionStarted startedWith(const ModelConnection& server)
{
    SessionStarted started;
    started.kind = SessionKind::Team;
    started.details = JsonValue(nlohmann::json{{"idea", "x"}});
    team::recordServer(started, server);
    return started;
}

} // namespace

void TestSessionServer::isReadAsItWasKept_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("variable");
    QTest::addColumn<QString>("name");
    QTest::newRow("without a key") << "http://localhost:8080/v1"
                                   << ""
                                   << "localhost:8080";
    QTest::newRow("with the variable of its key") << "https://api.anthropic.com"
                                                  << "MY_KEY"
                                                  << "api.anthropic.com";
}

void TestSessionServer::isReadAsItWasKept()
{
    QFETCH(QString, address);
    QFETCH(QString, variable);
    const ModelConnection server = team::serverAt(address.toStdString(), variable.toStdString());
    QTEST(QString::fromStdString(server.name), "name");
    QCOMPARE(QString::fromStdString(server.id), address);
    const SessionStarted started = startedWith(server);
    QVERIFY(team::serverOf(started) == server);
    QVERIFY(started.details.json().contains("idea")); // beside it
}

void TestSessionServer::isLeftAloneWhereItIsNotOurs_data()
{
    QTest::addColumn<QString>("what");
    for (const char* what :
         {"a source", "another kind", "a key of the keyring", "a typed key", "no address", "nothing"})
        QTest::newRow(what) << QString::fromLatin1(what);
}

void TestSessionServer::isLeftAloneWhereItIsNotOurs()
{
    QFETCH(QString, what);
    ModelConnection server = team::serverAt("http://localhost:1", {});
    QVERIFY(team::serverOf(startedWith(server)));
    if (what == QStringLiteral("a key of the keyring"))
        server.keySource = team::KeySource::Keyring;
    if (what == QStringLiteral("a typed key"))
        server.keySource = team::KeySource::ThisRun;
    if (what == QStringLiteral("no address"))
        server.address = "file:///etc/passwd";
    SessionStarted started = startedWith(server);
    if (what == QStringLiteral("a source"))
        started.source = "sent.qdeck";
    if (what == QStringLiteral("another kind"))
        started.kind = SessionKind::Remote;
    if (what == QStringLiteral("nothing"))
        started.details = {};
    QVERIFY(!team::serverOf(started));
}

} // namespace tst_session_server

QUARTERDECK_TEST(tst_session_server, TestSessionServer)
#include "tst_session_server.moc"
