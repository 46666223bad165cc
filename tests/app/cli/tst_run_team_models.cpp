#include "tests/app/support/run_kit.h"
#include "tests/support/test.h"

#include "app/services/await.h"
#include "app/services/headless_run.h"
#include "app/services/model_servers.h"
#include "app/services/run_models.h"
#include "app/services/team_store.h"
#include "model/agents/definition/team_definition.h"
#include "model/session/session_hub.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_run_team_models {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;

/// Teams without a window: through which models they speak, and what those cost.
class TestRunTeamModels final : public QObject, protected RunKit
{
    Q_OBJECT

private slots:
    void init() { begin(); }

    void storedConnectionsAreUsed_data();
    void storedConnectionsAreUsed();
    void withoutAServerItSaysWhichThereAre_data();
    void withoutAServerItSaysWhichThereAre();
    void aServerNamedByItsAddressStaysTheSessions_data();
    void aServerNamedByItsAddressStaysTheSessions();
    void aKeyThatOnlyTheWindowKnowsIsNotAskedFor();
    void aTeamWithoutAModelIsRefusedBeforeItIsASession();
    void anotherServerIsForTheSessionThatGoesOn();
    void requestsKeepTheirServer();
    void aBudgetThatCannotBeKeptIsSaid_data();
    void aBudgetThatCannotBeKeptIsSaid();
};

void TestRunTeamModels::storedConnectionsAreUsed_data()
{
    QTest::addColumn<QString>("how");
    QTest::newRow("by name") << "name";
    QTest::newRow("by id") << "id";
    QTest::newRow("by its address") << "address";
    QTest::newRow("as the only one") << "only";
    QTest::newRow("as the team says") << "team";
}

/// The log then names the stored one, with which the window can continue.
void TestRunTeamModels::storedConnectionsAreUsed()
{
    QFETCH(QString, how);
    m_server->play(scriptOf(R"({"key": "secret", "otherwise": "At your service."})"));
    const team::ModelConnection stored = storedConnection("Mine");
    store(how == QStringLiteral("only") ? std::vector{stored} : std::vector{storedConnection("Other"), stored});
    app::CommandLine line = lineFor(QStringLiteral("single_agent"));
    line.keyVariable.clear();
    line.baseUrl = how == QStringLiteral("address") ? QString::fromStdString(stored.address) + u'/' : QString();
    if (how == QStringLiteral("name"))
        line.connection = QStringLiteral("mine");
    if (how == QStringLiteral("id"))
        line.connection = QString::fromStdString(stored.id);
    if (how == QStringLiteral("team"))
        line.files = {write("team.json", R"({"format": "quarterdeck-team", "version": 1, "name": "One",
            "model": {"connection": "Mine", "model": "known"}, "roles": [{"name": "Ada"}]})")};
    QCOMPARE(run(line), 0);
    QCOMPARE(spoken().last(), QStringLiteral("Ada: At your service."));
    QCOMPARE(m_server->chats().back().body.at("model").get<std::string>(), std::string("known"));
    QVERIFY(started().find(how == QStringLiteral("team") ? std::string("Mine") : stored.id) != std::string::npos);
}

void TestRunTeamModels::withoutAServerItSaysWhichThereAre_data()
{
    QTest::addColumn<QString>("asked");
    QTest::addColumn<int>("stored");
    QTest::newRow("there are none") << QString() << 0;
    QTest::newRow("there are two") << QString() << 2;
    QTest::newRow("one of no such name") << "nobody" << 2;
    QTest::newRow("one of none") << "nobody" << 0;
}

void TestRunTeamModels::withoutAServerItSaysWhichThereAre()
{
    QFETCH(QString, asked);
    QFETCH(int, stored);
    std::vector<team::ModelConnection> connections{storedConnection("Mine"), storedConnection("Other")};
    connections.resize(static_cast<std::size_t>(stored));
    store(connections);
    app::CommandLine line = lineFor(QStringLiteral("single_agent"));
    line.baseUrl.clear();
    line.connection = asked;
    const auto models = app::runModelsOf(line, app::ConnectionStore(app::ConnectionStore::defaultFolder()));
    auto team = team::teamTemplate("single_agent", "en");
    const auto used = models ? app::useCommandLine(line, *models, *team) : conversation::Result<void>();
    const std::string sentence = !models ? models.error().sentence : !used ? used.error().sentence : std::string();
    QVERIFY2(sentence.find(stored == 0 ? "--base-url" : "Mine, Other") != std::string::npos, sentence.c_str());
    QCOMPARE(run(line), 1);
    QVERIFY(!QFile::exists(line.library));
}

void TestRunTeamModels::aServerNamedByItsAddressStaysTheSessions_data()
{
    QTest::addColumn<bool>("hasKey");
    QTest::newRow("with the variable of its key") << true;
    QTest::newRow("without a key") << false;
}

/// Continuing a run, none is named.
void TestRunTeamModels::aServerNamedByItsAddressStaysTheSessions()
{
    QFETCH(bool, hasKey);
    m_server->play(scriptOf(hasKey ? R"({"key": "secret", "otherwise": "One."})" : R"({"otherwise": "One."})"));
    app::CommandLine line = lineFor(QStringLiteral("single_agent"));
    line.model = QStringLiteral("small");
    if (!hasKey)
        line.keyVariable.clear();
    QCOMPARE(run(line), 0);
    const std::string kept = started();
    QVERIFY2(kept.find(m_server->address().toStdString()) != std::string::npos, kept.c_str());
    QVERIFY2(kept.find("secret") == std::string::npos && kept.find("command-line") == std::string::npos, kept.c_str());
    const std::size_t asked = m_server->chats().size();
    line.files.clear();
    line.baseUrl.clear();
    line.keyVariable.clear();
    line.model.clear();
    line.session = QStringLiteral("How many");
    line.idea = QStringLiteral("And then?");
    QCOMPARE(run(line), 0);
    QVERIFY(m_server->chats().size() > asked);
    QCOMPARE(m_server->chats().back().body.at("model").get<std::string>(), std::string("small"));
}

void TestRunTeamModels::aKeyThatOnlyTheWindowKnowsIsNotAskedFor()
{
    m_server->play(scriptOf(R"({"otherwise": "One."})"));
    team::ModelConnection typed = storedConnection("Mine");
    typed.keySource = team::KeySource::ThisRun;
    store({typed});
    app::CommandLine line = lineFor(QStringLiteral("single_agent"));
    line.keyVariable.clear();
    line.model = QStringLiteral("small");
    QCOMPARE(run(line), 0);
    QCOMPARE(spoken().last(), QStringLiteral("Ada: One."));
}

void TestRunTeamModels::aTeamWithoutAModelIsRefusedBeforeItIsASession()
{
    const app::CommandLine line = lineFor(QStringLiteral("single_agent"));
    QCOMPARE(run(line), 1);
    QVERIFY(!QFile::exists(line.library));
    QVERIFY(m_server->chats().empty());
}

void TestRunTeamModels::anotherServerIsForTheSessionThatGoesOn()
{
    m_server->play(scriptOf(R"({"key": "secret", "otherwise": "One."})"));
    app::CommandLine line = lineFor(QStringLiteral("single_agent"));
    line.model = QStringLiteral("small");
    QCOMPARE(run(line), 0);
    model_server::ModelServer other(scriptOf(R"({"otherwise": "Two."})"));
    QVERIFY(other.listen());
    line.files.clear();
    line.baseUrl = other.address();
    line.keyVariable.clear();
    line.model = QStringLiteral("large");
    line.session = QStringLiteral("How many");
    line.idea = QStringLiteral("And then?");
    QCOMPARE(run(line), 0);
    QVERIFY(!other.chats().empty());
    QCOMPARE(other.chats().back().body.at("model").get<std::string>(), std::string("large"));
    QVERIFY(spoken().last().endsWith(QStringLiteral("Two.")));
}

/// From one process to another. A key of the keyring is the other's own.
void TestRunTeamModels::requestsKeepTheirServer()
{
    app::RunRequest request;
    request.session = SessionId("s");
    request.server = team::serverAt("http://localhost:1/v1", "MY_KEY");
    request.model = {request.server->id, "small"};
    request.recording = SessionId("r");
    QVERIFY(app::runRequestFrom(app::textOf(request)) == request);
    request.server->keySource = team::KeySource::Keyring;
    QVERIFY(!app::runRequestFrom(app::textOf(request)));
}

void TestRunTeamModels::aBudgetThatCannotBeKeptIsSaid_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<bool>("isSaid");
    QTest::newRow("a model without a price") << QStringLiteral("nobody-knows-it") << true;
    QTest::newRow("one that has a price") << QStringLiteral("gpt-4o") << false;
}

void TestRunTeamModels::aBudgetThatCannotBeKeptIsSaid()
{
    QFETCH(QString, model);
    QFETCH(bool, isSaid);
    m_server->play(scriptOf(R"({"key": "secret", "otherwise": "One."})"));
    app::CommandLine line = lineFor(QStringLiteral("single_agent"));
    line.model = model;
    line.budget = 2.0;
    QCOMPARE(printedBy(line).value("notice", std::string()).find("No price is known for this model") == 0, isSaid);
    line.files.clear();
    line.model.clear();
    line.session = QStringLiteral("How many");
    line.idea = QStringLiteral("And then?");
    const nlohmann::json goneOn = printedBy(line);
    QCOMPARE(goneOn.at("code").get<int>(), 0);
    QCOMPARE(goneOn.contains("notice"), isSaid);
}

} // namespace tst_run_team_models

QUARTERDECK_TEST(tst_run_team_models, TestRunTeamModels)
#include "tst_run_team_models.moc"
