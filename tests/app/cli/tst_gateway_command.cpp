#include "tests/app/support/gateway_program.h"
#include "tests/app/support/program_runner.h"
#include "tests/storage/support/promise.h"
#include "tests/support/studio_post.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <csignal>
#include <unistd.h>

namespace tst_gateway_command {

using namespace quarterdeck;
using test::answerToPost;
using test::GatewayProgram;
using test::waitFor;

/// Agents without a window.
class TestGatewayCommand final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_program.renew(); }
    void agents_areTakenIn();
    void theToken_letsProgramsIn();
    void whoIsLetIn_isSaid_data();
    void whoIsLetIn_isSaid();
    void health_tellsHowTheLibraryFares();
    void libraryThatIsTakenAway_isSaid();
    void question_isSaid();
    void secondOne_isRefused();
    void takenPort_isSaid();
    void takenTracePort_isSaid();
    void import_goesOn();

private:
    test::ProgramRunner m_program;
};

void TestGatewayCommand::agents_areTakenIn()
{
    GatewayProgram serving(m_program.library());
    QVERIFY(serving.port != 0);
    const QByteArray answer =
        answerToPost(serving.port, "pushMessage", R"({"runId": "r", "msg": {"id": "m", "name": "Bob",
        "role": "assistant", "content": "hello"}})");
    QVERIFY2(answer.startsWith("HTTP/1.1 200") && answer.endsWith(R"({"result":{}})"), answer);
    QCOMPARE(serving.endedBy(SIGINT), 0);
    const QJsonArray sessions = m_program.runOn({"list", "--json"}).json().array();
    QCOMPARE(sessions.size(), 1);
    QCOMPARE(sessions[0].toObject()[u"kind"].toString(), QStringLiteral("remote"));
    QCOMPARE(sessions[0].toObject()[u"messages"].toInt(), 1);
}

void TestGatewayCommand::theToken_letsProgramsIn()
{
    const GatewayProgram serving(m_program.library());
    QVERIFY(serving.port != 0);
    QFile file(qEnvironmentVariable("XDG_DATA_HOME") + QStringLiteral("/quarterdeck/gateway.token"));
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
    constexpr auto ofOwner = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser;
    QVERIFY((file.permissions() & ~ofOwner) == QFile::Permissions());
    const auto answerWith = [&](const QByteArray& token) {
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, serving.port);
        socket.write("POST /v1/sessions HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                     "Content-Length: 2\r\nAuthorization: Bearer "
                     + token + "\r\n\r\n{}");
        static_cast<void>(waitFor([&] { return socket.state() == QAbstractSocket::UnconnectedState; }));
        return socket.readAll().mid(9, 3);
    };
    QCOMPARE(answerWith(file.readAll().trimmed()), QByteArray("201"));
    QCOMPARE(answerWith("another"), QByteArray("401"));
}

void TestGatewayCommand::whoIsLetIn_isSaid_data()
{
    QTest::addColumn<QString>("studio");
    QTest::newRow("not") << QStringLiteral("off");
    QTest::newRow("with the token") << QStringLiteral("token");
}

void TestGatewayCommand::whoIsLetIn_isSaid()
{
    QFETCH(const QString, studio);
    GatewayProgram serving(m_program.library(), 0, {QStringLiteral("--studio"), studio});
    QVERIFY(serving.port != 0);
    QVERIFY2(waitFor([&] { return serving.errors().contains("gateway.token"); }), serving.errors()); // where it is
    for (const char* who : {"AgentScope", "MetaGPT", "trace"})
        QVERIFY2(serving.errors().contains(who), serving.errors());
}

void TestGatewayCommand::health_tellsHowTheLibraryFares()
{
    const GatewayProgram serving(m_program.library());
    QVERIFY(serving.port != 0);
    QFile file(qEnvironmentVariable("XDG_DATA_HOME") + QStringLiteral("/quarterdeck/gateway.token"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray authorization = "Authorization: Bearer " + file.readAll().trimmed() + "\r\n";
    const auto health = [&](const QByteArray& fields) {
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, serving.port);
        socket.write("GET /v1/health HTTP/1.0\r\nHost: localhost\r\n" + fields + "\r\n");
        static_cast<void>(waitFor([&] { return socket.state() == QAbstractSocket::UnconnectedState; }));
        const QByteArray answer = socket.readAll();
        return QJsonDocument::fromJson(answer.mid(answer.indexOf("\r\n\r\n") + 4)).object();
    };
    QVERIFY(!health({}).contains(u"library"));
    const QJsonObject before = health(authorization)[u"library"].toObject();
    QCOMPARE(before[u"queued"].toInt(-1), 0);
    QVERIFY(before[u"index_lag"].toInt(-1) >= 0);
    QVERIFY(before[u"disk_left"].toInteger() > 0);
    QVERIFY(before.contains(u"last_commit_age_s") && !before.contains(u"last_backup_age_s"));
    QCOMPARE(m_program.runOn({"backup"}).exitCode, 0);
    const QJsonObject after = health(authorization)[u"library"].toObject();
    QVERIFY(after[u"last_backup_age_s"].toInt(-1) >= 0);
    test::countPromise(
        12,
        QStringLiteral("/v1/health told last commit, queue, index lag, disk and backup, and nobody without a token"));
}

/// Without anybody asking for it.
void TestGatewayCommand::libraryThatIsTakenAway_isSaid()
{
    GatewayProgram serving(m_program.library());
    QVERIFY(serving.port != 0);
    const QString aside = m_program.library() + QStringLiteral(".moved");
    QVERIFY(QFile::rename(m_program.library(), aside));
    QVERIFY2(waitFor([&] { return serving.errors().contains("is no longer where it was"); }), serving.errors());
    QVERIFY(QFile::rename(aside, m_program.library()));
    QVERIFY2(waitFor([&] { return serving.errors().contains("are being stored again"); }), serving.errors());
}

/// Nobody has a window that would show it.
void TestGatewayCommand::question_isSaid()
{
    GatewayProgram serving(m_program.library());
    QVERIFY(serving.port != 0);
    QVERIFY(answerToPost(serving.port, "registerRun", R"({"id": "r", "name": "Chess"})").contains("200"));
    QVERIFY(answerToPost(serving.port, "requestUserInput", R"({"requestId": "q", "runId": "r", "agentId": "a",
        "agentName": "Bob\u001b[2J", "structuredInput": null})")
                .contains("200"));
    QVERIFY2(waitFor([&] { return serving.errors().contains("asks:"); }), serving.errors());
    QVERIFY2(serving.errors().contains("Bob") && !serving.errors().contains('\x1b'), serving.errors());
}

void TestGatewayCommand::secondOne_isRefused()
{
    const GatewayProgram serving(m_program.library());
    QVERIFY(serving.port != 0);
    const test::Run second = m_program.runOn({"gateway", "--port", "0"});
    QCOMPARE(second.exitCode, 1);
    QVERIFY2(second.errors.contains("Another running Quarterdeck"), second.errors);
    QVERIFY2(second.errors.contains("http://localhost:" + QByteArray::number(serving.port) + "."), second.errors);
}

void TestGatewayCommand::takenPort_isSaid()
{
    QTcpServer holder;
    QVERIFY(holder.listen(QHostAddress::LocalHost));
    const QByteArray port = QByteArray::number(holder.serverPort());
    const test::Run run = m_program.runOn({"gateway", "--port", QString::fromLatin1(port)});
    QCOMPARE(run.exitCode, 1);
    // This process has it.
    QVERIFY2(run.errors.contains("tests_app") && run.errors.contains(QByteArray::number(::getpid()))
                 && run.errors.contains(port),
             run.errors);
    const auto free =
        QRegularExpression(QStringLiteral("`--port (\\d+)` is free")).match(QString::fromUtf8(run.errors));
    QVERIFY2(free.hasMatch() && free.captured(1).toInt() > port.toInt(), run.errors);
}

/// Where programs without other settings send their traces.
void TestGatewayCommand::takenTracePort_isSaid()
{
    QTcpServer holder;
    holder.listen(QHostAddress::LocalHost, 4318); // or somebody else has it
    quint16 port = 0;
    {
        QTcpServer other;
        QVERIFY(other.listen(QHostAddress::LocalHost));
        port = other.serverPort();
    }
    GatewayProgram serving(m_program.library(), port);
    QCOMPARE(serving.port, port);
    QVERIFY(waitFor([&] { return serving.errors().contains("4318"); }));
}

void TestGatewayCommand::import_goesOn()
{
    const GatewayProgram serving(m_program.library());
    const test::Run import = m_program.runOn({"import", test::data("who_and_when/algorithm_005.json")});
    QVERIFY2(import.exitCode == 0, import.errors);
}

} // namespace tst_gateway_command

QUARTERDECK_TEST(tst_gateway_command, TestGatewayCommand)
#include "tst_gateway_command.moc"
