#include <QFile>
#include <QFloat16>
#include <QIODevice>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>
#include <sstream>

/// The runner must fail when an expectation is not met: each kind of expectation is spoilt once.
class TestRoutingVectorsProgram final : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void spoiltExpectationFails_data();
    void spoiltExpectationFails();
    void spoiltScenarioFails();
    void brokenLineFails();
    void nothingToPlayFails();
    void missingFileIsAnError();
    void alternativesAreAccepted();

private:
    struct Outcome
    {
        int code = -1;
        QString lastLine;
        QString all;
    };
    Outcome run(const std::vector<std::string>& lines) const;
    static Outcome runFile(const QString& path);

    std::vector<nlohmann::json> m_scenarios;
    QTemporaryDir m_folder;
};

void TestRoutingVectorsProgram::initTestCase()
{
    QFile file(QUARTERDECK_TEST_DATA "/routing/routing.jsonl");
    QVERIFY(file.open(QIODevice::ReadOnly));
    std::istringstream text(file.readAll().toStdString());
    for (std::string line; std::getline(text, line);) {
        m_scenarios.push_back(nlohmann::json::parse(line));
    }
    QCOMPARE(m_scenarios.size(), std::size_t(60));
}

TestRoutingVectorsProgram::Outcome TestRoutingVectorsProgram::runFile(const QString& path)
{
    QProcess program;
    program.start(QUARTERDECK_BIN "/routing_vectors", {path});
    if (!program.waitForFinished(60'000)) {
        return {};
    }
    Outcome outcome;
    outcome.code = program.exitCode();
    outcome.all = QString::fromUtf8(program.readAllStandardOutput());
    outcome.lastLine = outcome.all.trimmed().section('\n', -1);
    return outcome;
}

TestRoutingVectorsProgram::Outcome TestRoutingVectorsProgram::run(const std::vector<std::string>& lines) const
{
    QFile file(m_folder.filePath("some.jsonl"));
    if (!file.open(QIODevice::WriteOnly)) {
        return {};
    }
    for (const std::string& line : lines) {
        file.write(QByteArray::fromStdString(line + "\n"));
    }
    file.close();
    return runFile(file.fileName());
}

void TestRoutingVectorsProgram::spoiltExpectationFails_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::newRow("delivered to") << "/steps/0/deliveries/0/to/0"
                                  << "\"Nobody\"";
    QTest::newRow("delivered text") << "/steps/0/deliveries/0/message/content"
                                    << "\"other\"";
    QTest::newRow("no delivery") << "/steps/0/deliveries"
                                 << "[]";
    QTest::newRow("history added") << "/steps/1/history_added/1/content"
                                   << "\"other\"";
    QTest::newRow("history length") << "/steps/1/history_len"
                                    << "99";
    QTest::newRow("direct chats") << "/steps/0/direct_chat_roles"
                                  << "[\"Bob\"]";
    QTest::newRow("public") << "/steps/0/is_public_chat"
                            << "false";
    QTest::newRow("busy") << "/steps/0/busy_roles"
                          << "[]";
    QTest::newRow("idle") << "/steps/0/env_is_idle"
                          << "true";
    QTest::newRow("no recipients") << "/steps/0/no_recipients"
                                   << "true";
    QTest::newRow("returned") << "/steps/0/returned"
                              << "null";
    QTest::newRow("an error too many") << "/steps/0/error"
                                       << "\"AttributeError\"";
    QTest::newRow("another error") << "/steps/3/error"
                                   << "\"IsADirectoryError\"";
    QTest::newRow("history") << "/history/0/role"
                             << "\"assistant\"";
    QTest::newRow("metadata") << "/history/0/metadata"
                              << "{\"k\":1}";
    QTest::newRow("index") << "/history_index/QuickThink"
                           << "[]";
    QTest::newRow("addresses") << "/addresses/Bob"
                               << "[]";
}

void TestRoutingVectorsProgram::spoiltExpectationFails()
{
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    nlohmann::json spoilt = m_scenarios.front();
    spoilt["expected"][nlohmann::json::json_pointer(pointer.toStdString())] =
        nlohmann::json::parse(value.toStdString());
    QVERIFY(spoilt != m_scenarios.front());
    const Outcome outcome = run({spoilt.dump(), m_scenarios.back().dump()});
    QCOMPARE(outcome.code, 1);
    QCOMPARE(outcome.lastLine, "1 passed, 1 failed");
    QVERIFY2(outcome.all.startsWith(QString::fromStdString(spoilt.at("id").dump()) + ": /"), qPrintable(outcome.all));
}

void TestRoutingVectorsProgram::spoiltScenarioFails()
{
    for (const char* key : {"roles", "steps", "idle_model"}) {
        nlohmann::json spoilt = m_scenarios.front();
        spoilt["scenario"].erase(key);
        QCOMPARE(run({spoilt.dump()}).lastLine, "0 passed, 1 failed");
    }
    nlohmann::json strange = m_scenarios.front();
    strange["scenario"]["steps"][0]["op"] = "dance";
    QCOMPARE(run({strange.dump()}).lastLine, "0 passed, 1 failed");
}

void TestRoutingVectorsProgram::brokenLineFails()
{
    const Outcome outcome = run({m_scenarios.front().dump(), "{\"id\": 5, \"scen"});
    QCOMPARE(outcome.code, 1);
    QCOMPARE(outcome.lastLine, "1 passed, 1 failed");
    QVERIFY(outcome.all.contains("line 2"));
}

void TestRoutingVectorsProgram::nothingToPlayFails()
{
    const Outcome outcome = run({});
    QCOMPARE(outcome.code, 1);
    QCOMPARE(outcome.lastLine, "0 passed, 0 failed");
}

void TestRoutingVectorsProgram::missingFileIsAnError() { QCOMPARE(runFile(m_folder.filePath("none.jsonl")).code, 2); }

void TestRoutingVectorsProgram::alternativesAreAccepted()
{
    nlohmann::json scenario = m_scenarios.front();
    nlohmann::json& step = scenario["expected"]["steps"][3];
    QVERIFY(step.contains("direct_chat_roles_alternatives"));
    step["direct_chat_roles"] = {"Nobody"};
    QCOMPARE(run({scenario.dump()}).code, 0);
    step["direct_chat_roles_alternatives"] = {{"Nobody"}};
    QCOMPARE(run({scenario.dump()}).code, 1);
}

QTEST_GUILESS_MAIN(TestRoutingVectorsProgram)
#include "tst_routing_vectors_program.moc"
