#include "model/agents/provider/model_connection.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_model_connection {

using namespace quarterdeck;
using namespace quarterdeck::team;

/// A connection as a value.
class TestModelConnection final : public QObject
{
    Q_OBJECT
private slots:
    void addressIsRead_data();
    void addressIsRead();
    void problemIsSaid_data();
    void problemIsSaid();
    void comesBackFromJson();
    void oddJsonIsRead();
    void everyServiceHasATemplate();
    void openWaysAreKnown();
};

void TestModelConnection::addressIsRead_data()
{
    QTest::addColumn<Protocol>("protocol");
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("chat");
    const auto row = [](Protocol protocol, const char* address, const char* chat) {
        QTest::newRow(address) << protocol << address << chat;
    };
    row(Protocol::OpenAi, "http://localhost:11434", "http://localhost:11434/v1/chat/completions");
    row(Protocol::OpenAi, "http://localhost:11434/", "http://localhost:11434/v1/chat/completions");
    row(Protocol::OpenAi, " https://api.openai.com/v1 ", "https://api.openai.com/v1/chat/completions");
    row(Protocol::OpenAi, "https://api.openai.com/v1/", "https://api.openai.com/v1/chat/completions");
    row(Protocol::OpenAi, "https://h/compatible-mode/v1", "https://h/compatible-mode/v1/chat/completions");
    row(Protocol::OpenAi, "https://h/v1/chat/completions", "https://h/v1/chat/completions");
    row(Protocol::OpenAi, "https://h/v1/models?x=1#y", "https://h/v1/chat/completions");
    row(Protocol::Anthropic, "https://api.anthropic.com", "https://api.anthropic.com/v1/messages");
    row(Protocol::Anthropic, "https://api.anthropic.com/v1/messages", "https://api.anthropic.com/v1/messages");
    row(Protocol::Anthropic, "https://h/anthropic", "https://h/anthropic/v1/messages");
    row(Protocol::OpenAi, "http://[::1]:8080", "http://[::1]:8080/v1/chat/completions");
    for (const char* bad : {"", "localhost:8080", "file:///etc/passwd", "ftp://h", "http://", "https://me:secret@h/v1",
                            "javascript:alert(1)", "http://h:99999"})
        row(Protocol::OpenAi, bad, "");
}

void TestModelConnection::addressIsRead()
{
    QFETCH(Protocol, protocol);
    QFETCH(QString, address);
    QFETCH(QString, chat);
    ModelConnection connection = newConnection(Service::Other);
    connection.protocol = protocol;
    connection.address = address.toStdString();
    const auto url = chatUrl(connection);
    QCOMPARE(url ? url->toString() : QString(), chat);
    if (url)
        QVERIFY(modelsUrl(connection)->toString().endsWith("/v1/models"));
}

void TestModelConnection::problemIsSaid_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("address");
    QTest::addColumn<bool>("isEnvironment");
    QTest::addColumn<QString>("words");
    QTest::newRow("good") << "A"
                          << "http://localhost" << false << "";
    QTest::newRow("no name") << "  "
                             << "http://localhost" << false << "needs a name";
    QTest::newRow("password in it") << "A"
                                    << "http://me:secret@localhost" << false << "contains no password";
    QTest::newRow("no variable") << "A"
                                 << "http://localhost" << true << "environment variable";
}

void TestModelConnection::problemIsSaid()
{
    QFETCH(QString, name);
    QFETCH(QString, address);
    QFETCH(bool, isEnvironment);
    QFETCH(QString, words);
    ModelConnection connection = newConnection(Service::Other);
    connection.name = name.toStdString();
    connection.address = address.toStdString();
    if (isEnvironment)
        connection.keySource = KeySource::Environment;
    const auto problem = problemOf(connection);
    QCOMPARE(problem.has_value(), !words.isEmpty());
    if (problem)
        QVERIFY2(QString::fromStdString(problem->sentence).contains(words), problem->sentence.c_str());
}

void TestModelConnection::comesBackFromJson()
{
    for (const ServiceTemplate& from : serviceTemplates()) {
        ModelConnection connection = newConnection(from.service);
        connection.name = "Mine, 我的";
        connection.keySource = KeySource::Environment;
        connection.keyVariable = "MY_KEY";
        connection.models = {"a", "b"};
        connection.limits = {1, 2, 3};
        connection.timeouts = {4, 5};
        connection.abilities.images = true;
        connection.modelAbilities["a"].tools = false;
        connection.modelAbilities["a"].contextTokens = 4096;
        connection.modelAbilities["a"].answerTokens = 1024;
        const auto read = connectionOf(jsonOf(connection));
        QVERIFY(read);
        QVERIFY(*read == connection);
    }
}

void TestModelConnection::oddJsonIsRead()
{
    using nlohmann::json;
    const auto read = [](const char* text) { return connectionOf(conversation::JsonValue(json::parse(text))); };
    QVERIFY(!read("[]"));
    QVERIFY(!read("{}"));
    QVERIFY(!read(R"({"id": 5})"));
    const auto odd = read(R"({"id": "x", "name": 7, "protocol": "smoke", "limits": [1], "timeouts": {"idle_ms": "long"},
                              "models": ["a", 3], "abilities": {"images": 1}, "model_abilities": {"a": null}})");
    QVERIFY(odd);
    QCOMPARE(odd->name, "");
    QCOMPARE(odd->timeouts.idle, 60'000);
    QCOMPARE(odd->models, std::vector<std::string>{"a"});
    QVERIFY(!odd->abilities.images);
}

void TestModelConnection::everyServiceHasATemplate()
{
    std::set<Service> services;
    for (const ServiceTemplate& from : serviceTemplates()) {
        services.insert(from.service);
        ModelConnection made = newConnection(from.service);
        QVERIFY(made.id != newConnection(from.service).id);
        const bool isHere = from.address.starts_with("http://localhost");
        QVERIFY2(isHere == (made.timeouts.idle > ConnectionTimeouts().idle), made.name.c_str());
        QVERIFY(isHere == (made.timeouts.request > ConnectionTimeouts().request));
        if (from.service != Service::Other)
            QVERIFY2(!problemOf(made), made.name.c_str());
    }
    QCOMPARE(services.size(), static_cast<std::size_t>(Service::Other) + 1);
}

void TestModelConnection::openWaysAreKnown()
{
    ModelConnection connection = newConnection(Service::Other);
    for (const char* safe : {"https://h", "http://localhost:1", "http://127.0.0.1", "http://[::1]:5"}) {
        connection.address = safe;
        QVERIFY2(!isUnprotected(connection), safe);
    }
    for (const char* open : {"http://h", "http://10.0.0.5:8000", "http://localhost.example"}) {
        connection.address = open;
        QVERIFY2(isUnprotected(connection), open);
    }
}

} // namespace tst_model_connection

QUARTERDECK_TEST(tst_model_connection, TestModelConnection)
#include "tst_model_connection.moc"
