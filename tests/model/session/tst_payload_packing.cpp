#include "model/session/payload_packing.h"
#include "tests/support/test.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <QTest>
#include <zstd.h>

namespace tst_payload_packing {

using namespace quarterdeck::session;

namespace {

constexpr const char* message =
    R"({"message":{"id":"917f67cf5a7849f68662c2e3c165d214","sent_from":"Bob","role":"assistant","send_to":["Mike"],)"
    R"("content":[{"text":"The board is drawn: 写一个游戏.","type":"text"}]},"route":{"rule":"ordinary"}})";
/// As the first version that packs wrote it.
constexpr const char* packedMessage =
    "KLUv/SUB0/UCAPOEEKFQ5gc5CFKGMgTBQhkiMUYZIpGEG6DRmvrxKxvPltft1u+lALF8Z55s9kYlTdK6pEj9FKfryi5OqzLMLS5i"
    "F4dJWgj8hnDAb2h/gfpG/lQwe/S1xpGMExd5fAemBqyQ";

constexpr const char* dictionaryHash = "eba40a79a9247bb8a9ccf7538bd5df01e56297ff99073b1d93739e644d969a8e";

/// That packs well, and to no bomb.
std::string textOf(std::size_t length)
{
    std::string text;
    for (int i = 0; text.size() < length; ++i)
        text += message + std::to_string(i * i);
    text.resize(length);
    return text;
}

std::string packedByOthers(const std::string& payload)
{
    std::string packed(ZSTD_compressBound(payload.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), payload.data(), payload.size(), 1));
    return packed;
}

QByteArray packedOf(const std::string& payload)
{
    return QByteArray::fromStdString(packedPayload(payload).value_or(""));
}

std::string unpackedOf(const QByteArray& packed)
{
    return std::string(unpackedPayload({packed.constData(), static_cast<std::size_t>(packed.size())}).value_or(""));
}

} // namespace

class TestPayloadPacking final : public QObject
{
    Q_OBJECT

private slots:
    static void packed_comesBack_data();
    static void packed_comesBack();
    static void whatGainsNothing_isNotPacked();
    static void dictionary_neverChanges();
    static void everyChangedByte_isNoticed();
    static void unpacked_isBounded();
};

void TestPayloadPacking::packed_comesBack_data()
{
    QTest::addColumn<QByteArray>("payload");
    QTest::newRow("message") << QByteArray(message);
    QTest::newRow("nothing of it is known") << QByteArray("wxyz").repeated(20);
    QTest::newRow("with a zero") << QByteArray("\0{}", 3).repeated(30);
    QTest::newRow("longest") << QByteArray::fromStdString(textOf(largestPackedPayload));
}

void TestPayloadPacking::packed_comesBack()
{
    QFETCH(const QByteArray, payload);
    const QByteArray packed = packedOf(payload.toStdString());
    QVERIFY(!packed.isEmpty());
    QVERIFY(packed.size() < payload.size());
    QVERIFY(unpackedOf(packed) == payload.toStdString());
}

void TestPayloadPacking::whatGainsNothing_isNotPacked()
{
    QVERIFY(!packedPayload(""));
    QVERIFY(!packedPayload(R"({"role":"Mike","up_to":7})"));
    QVERIFY(!packedPayload("qX7~0vB#zK9!pW3@jF5$hL8%dN1^gR6&tY2*cM4(sJ0)aV-bE=uQ_oZ+iT?xH/wP"));
    QVERIFY(!packedPayload(textOf(largestPackedPayload + 1)));
    // It would unpack to more than a reader takes.
    QVERIFY(packedPayload(std::string(1'000, 'a')));
    QVERIFY(!packedPayload(std::string(100'000, 'a')));
}

/// A library that was written once is read for ever.
void TestPayloadPacking::dictionary_neverChanges()
{
    QCOMPARE(unpackedOf(QByteArray::fromBase64(packedMessage)), std::string(message));
    const QByteArray whole = QByteArray::fromStdString(payloadDictionary());
    QCOMPARE(QCryptographicHash::hash(whole, QCryptographicHash::Sha256).toHex(), QByteArray(dictionaryHash));
}

void TestPayloadPacking::everyChangedByte_isNoticed()
{
    const QByteArray packed = packedOf(message);
    for (qsizetype at = 0; at < packed.size(); ++at) {
        QByteArray changed = packed;
        changed[at] = static_cast<char>(changed[at] ^ 0x55);
        QVERIFY2(unpackedOf(changed).empty(), qPrintable(QString::number(at)));
    }
    QVERIFY(unpackedOf(packed.chopped(1)).empty());
    QVERIFY(unpackedOf({}).empty());
    QVERIFY(unpackedOf(message).empty());
}

/// By others than this program: what unpacks to more than it packs.
void TestPayloadPacking::unpacked_isBounded()
{
    QVERIFY(unpackedPayload(packedByOthers(textOf(largestPackedPayload))));
    QVERIFY(!unpackedPayload(packedByOthers(textOf(largestPackedPayload + 1))));
    QVERIFY(unpackedPayload(packedByOthers(std::string(500, 'a'))));
    QVERIFY(!unpackedPayload(packedByOthers(std::string(100'000, 'a'))));
    // A second frame says nothing of itself; there is room for it from before.
    QVERIFY(!unpackedPayload(packedByOthers(std::string(500, 'a')) + packedByOthers(std::string(100'000, 'a'))));
}

} // namespace tst_payload_packing

QUARTERDECK_TEST(tst_payload_packing, TestPayloadPacking)
#include "tst_payload_packing.moc"
