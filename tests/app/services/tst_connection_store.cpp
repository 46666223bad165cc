#include "app/services/model_servers.h"
#include "tests/support/test.h"

#include <QDir>
#include <QFile>
#include <QFloat16>
#include <QIODevice>
#include <QTemporaryDir>
#include <QTest>

namespace tst_connection_store {

using namespace quarterdeck;
using namespace quarterdeck::team;
using app::ConnectionStore;

/// The files of connections and prices.
class TestConnectionStore final : public QObject
{
    Q_OBJECT
private slots:
    void whatIsSavedComesBack();
    void nothingYetIsEmpty();
    void unreadableIsPutAside_data();
    void unreadableIsPutAside();
    void folderThatCannotBeWrittenIsSaid();
};

namespace {

void write(const QString& path, const QByteArray& text)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("%s cannot be written", qPrintable(path));
}

} // namespace

void TestConnectionStore::whatIsSavedComesBack()
{
    const QTemporaryDir folder;
    const ConnectionStore store(folder.filePath("new/folder"));
    ModelConnection first = newConnection(Service::Ollama);
    first.models = {"a", "b"};
    const ModelConnection second = newConnection(Service::Anthropic);
    QVERIFY(store.save({first, second}));
    const auto read = store.connections();
    QVERIFY(read);
    QVERIFY(*read == (std::vector{first, second}));

    ModelPrice price;
    price.model = "mine";
    PriceClass one;
    one.prompt = 0.25;
    one.completion = 1.5;
    price.classes = {one};
    const PriceTable prices({price});
    QVERIFY(store.savePrices(prices));
    QVERIFY(store.prices().value() == prices);
    QVERIFY(store.connections()->size() == 2);
}

void TestConnectionStore::nothingYetIsEmpty()
{
    const QTemporaryDir folder;
    const ConnectionStore store(folder.path());
    QVERIFY(store.connections()->empty());
    QVERIFY(store.prices()->rows().empty());
}

void TestConnectionStore::unreadableIsPutAside_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("no JSON") << QByteArray("what is this?");
    QTest::newRow("cut") << QByteArray(R"({"connections": [{"id": "a")");
    QTest::newRow("a list") << QByteArray("[]");
    QTest::newRow("no list in it") << QByteArray("{}");
    QTest::newRow("no connection in it") << QByteArray(R"({"connections": [5]})");
    QTest::newRow("empty") << QByteArray();
}

void TestConnectionStore::unreadableIsPutAside()
{
    QFETCH(QByteArray, text);
    const QTemporaryDir folder;
    const ConnectionStore store(folder.path());
    for (int i = 0; i < 2; ++i) {
        write(folder.filePath("connections.json"), text);
        const auto read = store.connections();
        QVERIFY(!read);
        QVERIFY(QString::fromStdString(read.error().sentence).contains("connections.json.unreadable"));
        QVERIFY(store.save({newConnection(Service::Vllm)}));
    }
    for (const char* aside : {"connections.json.unreadable", "connections.json.unreadable-2"}) {
        QFile kept(folder.filePath(aside));
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), text);
    }
    write(folder.filePath("prices.json"), text);
    QVERIFY(!store.prices());
    QVERIFY(store.prices()->rows().empty());
}

void TestConnectionStore::folderThatCannotBeWrittenIsSaid()
{
    const QTemporaryDir folder;
    write(folder.filePath("file"), "in the way");
    const auto written = ConnectionStore(folder.filePath("file/below")).save({});
    QVERIFY(!written);
    QVERIFY(QString::fromStdString(written.error().sentence).contains("cannot be written"));
}

} // namespace tst_connection_store

QUARTERDECK_TEST(tst_connection_store, TestConnectionStore)
#include "tst_connection_store.moc"
