#include "model/gateway/http/engine_io_client.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <string>

namespace tst_socketio_packets {

using namespace quarterdeck::gateway::socketio;

namespace {

const std::string rs = "\x1e";

} // namespace

/// The packets of Engine.IO 4 and Socket.IO 5 as text.
class TestSocketIoPackets final : public QObject
{
    Q_OBJECT
private slots:
    void socketPackets_data();
    void socketPackets();
    void noPackets();
    void payloads();
    void queries();
};

void TestSocketIoPackets::socketPackets_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("nameSpace");
    QTest::addColumn<QByteArray>("ack");
    QTest::addColumn<QByteArray>("json");
    const auto row = [](const char* text, const char* nameSpace, const char* ack, const char* json) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(nameSpace) << QByteArray(ack) << QByteArray(json);
    };
    row("0", "/", "", "");
    row("0{\"a\":1}", "/", "", "{\"a\":1}");
    row("0/python,", "/python", "", "");
    row("0/python,{\"run_id\":\"1\"}", "/python", "", "{\"run_id\":\"1\"}");
    row("1/python,", "/python", "", "");
    row("2[\"x\"]", "/", "", "[\"x\"]");
    row("212[\"x,y\"]", "/", "12", "[\"x,y\"]");
    row("2/python,7[\"x\"]", "/python", "7", "[\"x\"]");
    row("4/no,{\"message\":\"m\"}", "/no", "", "{\"message\":\"m\"}");
}

void TestSocketIoPackets::socketPackets()
{
    QFETCH(QByteArray, text);
    const auto packet = readSocketIoPacket(text.toStdString());
    QVERIFY(packet);
    QTEST(QByteArray::fromStdString(packet->nameSpace), "nameSpace");
    QTEST(packet->ackId ? QByteArray::number(static_cast<qulonglong>(*packet->ackId)) : QByteArray(), "ack");
    QTEST(QByteArray::fromStdString(packet->json), "json");
    QCOMPARE(QByteArray::fromStdString(textOf(*packet)), text);
}

void TestSocketIoPackets::noPackets()
{
    for (const char* text : {"", "5-", "9", "x"})
        QVERIFY2(!readSocketIoPacket(text), text);
    for (const char* text : {"", "7", "b4", "\x1e"})
        QVERIFY2(!readEngineIoPacket(text), text);
    QVERIFY(readSocketIoPacket("0/without a comma")->json.empty());
    const auto odd = readSocketIoPacket("2/,/x"); // what begins like a name is none
    QVERIFY(odd->json == "/x" && readSocketIoPacket(textOf(*odd)) == odd);
    QVERIFY(!readSocketIoPacket("299999999999999999999999[]")->ackId);
}

void TestSocketIoPackets::payloads()
{
    const auto two = readPayload("2" + rs + "4hello");
    QVERIFY(two && two->size() == 2);
    QVERIFY(two->at(0) == (EngineIoPacket{EngineKind::Ping, ""}));
    QVERIFY(two->at(1) == (EngineIoPacket{EngineKind::Message, "hello"}));
    for (const std::string& body : {std::string(), "2" + rs + rs + "2", rs, std::string("hello")})
        QVERIFY2(!readPayload(body), body.c_str());
}

void TestSocketIoPackets::queries()
{
    QCOMPARE(queryValue("EIO=4&transport=polling&sid=a", "sid"), std::string("a"));
    QCOMPARE(queryValue("EIO=4&transport=polling", "transport"), std::string("polling"));
    QCOMPARE(queryValue("xEIO=3&EIO=4", "EIO"), std::string("4"));
    QCOMPARE(queryValue("sid", "sid"), std::string());
    QCOMPARE(queryValue("", "sid"), std::string());
}

} // namespace tst_socketio_packets

QUARTERDECK_TEST(tst_socketio_packets, TestSocketIoPackets)
#include "tst_socketio_packets.moc"
