#include "model/agents/provider/chat_providers.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_connection_models {

using namespace quarterdeck;
using namespace quarterdeck::team;

/// How a team's words for a connection are understood.
class TestConnectionModels final : public QObject
{
    Q_OBJECT
private slots:
    void findsByIdThenByName_data();
    void findsByIdThenByName();
};

void TestConnectionModels::findsByIdThenByName_data()
{
    QTest::addColumn<int>("connections");
    QTest::addColumn<QString>("named");
    QTest::addColumn<QString>("error");
    QTest::newRow("by id") << 2 << "id-1"
                           << "";
    QTest::newRow("by name") << 2 << "Second"
                             << "";
    QTest::newRow("the only one") << 1 << ""
                                  << "";
    QTest::newRow("which?") << 2 << ""
                            << "connection";
    QTest::newRow("none of that name") << 2 << "Third"
                                       << "Third";
    QTest::newRow("none at all") << 0 << "First"
                                 << "There are no model connections";
}

void TestConnectionModels::findsByIdThenByName()
{
    QFETCH(int, connections);
    QFETCH(QString, named);
    QFETCH(QString, error);
    auto providers = std::make_shared<ChatProviders>(ProviderEnvironment());
    std::vector<ModelConnection> all;
    for (int i = 0; i < connections; ++i) {
        ModelConnection one;
        one.id = "id-" + std::to_string(i);
        one.name = i == 0 ? "First" : "Second";
        one.address = "http://127.0.0.1:1";
        all.push_back(one);
    }
    providers->setConnections(all);
    ConnectionModels models(providers);
    const ModelChoice choice{named.toStdString(), "a-model"};
    const auto found = models.providerOf(choice);
    QCOMPARE(found.has_value(), error.isEmpty());
    if (!found) {
        QCOMPARE(found.error().code, conversation::ErrorCode::NotFound);
        QVERIFY2(QString::fromStdString(found.error().sentence).contains(error), found.error().sentence.c_str());
        return;
    }
    QVERIFY(models.providerOf(choice).value() == *found); // one per connection and model
}

} // namespace tst_connection_models

QUARTERDECK_TEST(tst_connection_models, TestConnectionModels)
#include "tst_connection_models.moc"
