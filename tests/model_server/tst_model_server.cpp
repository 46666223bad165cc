#include "model_server.h"
#include "tests/support/wait.h"

#include <QFile>
#include <QFloat16>
#include <QIODevice>
#include <QProcess>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

using nlohmann::json;
using quarterdeck::test::waitFor;

/// The tests' own model server: its rules, and the program.
class TestModelServer final : public QObject
{
    Q_OBJECT
private slots:
    void ruleSpeaks_data();
    void ruleSpeaks();
    void repliesFollowEachOther();
    void badScriptIsRefused_data();
    void badScriptIsRefused();
    void programServes();
    void programRefusesABadScript();
};

namespace {

model_server::Script scriptOf(const json& object)
{
    std::string problem;
    auto script = model_server::scriptOf(object, problem);
    if (!script)
        qFatal("%s", problem.c_str());
    return *script;
}

QByteArray answerOf(quint16 port, const json& body)
{
    const QByteArray text = QByteArray::fromStdString(body.dump());
    QTcpSocket socket;
    socket.connectToHost(QHostAddress::LocalHost, port);
    socket.write("POST /v1/chat/completions HTTP/1.1\r\nContent-Length: " + QByteArray::number(text.size()) + "\r\n\r\n"
                 + text);
    QByteArray answer;
    static_cast<void>(waitFor([&] {
        answer += socket.readAll();
        return answer.endsWith('}');
    }));
    return answer.mid(answer.indexOf("\r\n\r\n") + 4);
}

std::string wordsOf(quint16 port, const json& body)
{
    const QByteArray answer = answerOf(port, body);
    const json object = json::parse(answer.begin(), answer.end(), nullptr, false);
    return object.is_object() ? object["choices"][0]["message"]["content"].get<std::string>() : "nothing";
}

const json prompt = json::parse(R"({"model": "small", "messages": [{"role": "system", "content": "You are Alice."},
    {"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Yes?"},
    {"role": "user", "content": [{"type": "text", "text": "Write the plan"}]}],
    "tools": [{"type": "function", "function": {"name": "write_file"}}]})");

QString writeScript(const QTemporaryDir& folder, const QByteArray& text)
{
    QFile file(folder.filePath("script.json"));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("the script cannot be written");
    return file.fileName();
}

} // namespace

void TestModelServer::ruleSpeaks_data()
{
    QTest::addColumn<QString>("when");
    QTest::addColumn<bool>("speaks");
    QTest::newRow("always") << "{}" << true;
    QTest::newRow("agent") << R"({"system": "You are Alice"})" << true;
    QTest::newRow("another agent") << R"({"system": "You are Bob"})" << false;
    QTest::newRow("system only") << R"({"system": "Hello"})" << false;
    QTest::newRow("last") << R"({"last": "the plan"})" << true;
    QTest::newRow("not the last") << R"({"last": "Hello"})" << false;
    QTest::newRow("anywhere") << R"({"any": ["Hello", "Yes?"]})" << true;
    QTest::newRow("one of two is missing") << R"({"any": ["Hello", "No!"]})" << false;
    QTest::newRow("model") << R"({"model": "small"})" << true;
    QTest::newRow("another model") << R"({"model": "large"})" << false;
    QTest::newRow("tool") << R"({"tool": "write_file"})" << true;
    QTest::newRow("another tool") << R"({"tool": "read_file"})" << false;
    QTest::newRow("turn") << R"({"turn": 1})" << true;
    QTest::newRow("another turn") << R"({"turn": 0})" << false;
}

void TestModelServer::ruleSpeaks()
{
    QFETCH(QString, when);
    QFETCH(bool, speaks);
    model_server::ModelServer server(
        scriptOf({{"rules", json::array({{{"when", json::parse(when.toStdString())}, {"reply", "ruled"}}})},
                  {"otherwise", "none"}}));
    QVERIFY(server.listen());
    QCOMPARE(wordsOf(server.port(), prompt), speaks ? "ruled" : "none");
}

void TestModelServer::repliesFollowEachOther()
{
    model_server::ModelServer server(scriptOf(
        {{"rules", json::array({{{"once", true}, {"replies", {"one", "two"}}}, {{"replies", {"three", "four"}}}})}}));
    QVERIFY(server.listen());
    for (const char* words : {"one", "two", "three", "four", "four"})
        QCOMPARE(wordsOf(server.port(), prompt), words);
    QCOMPARE(server.chats().size(), 5U);
    QCOMPARE(server.chats().back().rule, "2");
}

void TestModelServer::badScriptIsRefused_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("words");
    QTest::newRow("error") << R"({"otherwise": {"error": "gremlins"}})"
                           << "no such error: gremlins";
    QTest::newRow("fault") << R"({"otherwise": {"fault": "gremlins"}})"
                           << "no such fault: gremlins";
    QTest::newRow("quirk") << R"({"otherwise": {"quirks": ["gremlins"]}})"
                           << "no such quirk: gremlins";
    QTest::newRow("member") << R"({"otherwise": {"txt": "a"}})"
                            << "no such member: txt";
    QTest::newRow("condition") << R"({"rules": [{"when": {"agent": "a"}, "reply": "b"}]})"
                               << "no such member: agent";
    QTest::newRow("no reply") << R"({"rules": [{"when": {}}]})"
                              << "without a reply";
    QTest::newRow("type") << R"({"models": 5})"
                          << "type";
}

void TestModelServer::badScriptIsRefused()
{
    QFETCH(QString, script);
    QFETCH(QString, words);
    std::string problem;
    QVERIFY(!model_server::scriptOf(json::parse(script.toStdString()), problem));
    QVERIFY2(QString::fromStdString(problem).contains(words), problem.c_str());
}

void TestModelServer::programServes()
{
    const QTemporaryDir folder;
    const QString script = writeScript(folder, R"({"otherwise": "From a program."})");
    QProcess program;
    program.start(QUARTERDECK_BIN "/model_server", {script, "--record", folder.filePath("requests.jsonl")});
    QVERIFY(waitFor([&] { return program.canReadLine() || program.state() == QProcess::NotRunning; }));
    const QByteArray address = program.readLine().trimmed();
    QVERIFY2(address.startsWith("http://127.0.0.1:"), address);
    QCOMPARE(wordsOf(address.mid(address.lastIndexOf(':') + 1).toUShort(), prompt), "From a program.");
    program.terminate();
    QVERIFY(waitFor([&] { return program.state() == QProcess::NotRunning; }));
    QFile record(folder.filePath("requests.jsonl"));
    QVERIFY(record.open(QIODevice::ReadOnly));
    const QByteArray line = record.readLine();
    QCOMPARE(json::parse(line.begin(), line.end())["body"].dump(), prompt.dump());
}

void TestModelServer::programRefusesABadScript()
{
    const QTemporaryDir folder;
    QProcess program;
    program.start(QUARTERDECK_BIN "/model_server", {writeScript(folder, R"({"otherwise": {"error": "gremlins"}})")});
    QVERIFY(waitFor([&] { return program.state() == QProcess::NotRunning; }));
    QCOMPARE(program.exitCode(), 1);
    QVERIFY(program.readAllStandardError().contains("no such error: gremlins"));
}

QTEST_GUILESS_MAIN(TestModelServer)
#include "tst_model_server.moc"
